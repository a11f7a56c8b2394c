//! Sums of exponentials: the table of rewrites writes them with two terms, and means any number.

use crate::graph::value::{Operand, Value};
use crate::ops::{ADD, EXP};

/// How the table writes such a sum, and its logarithm.
const SUM: &str = "exp(a) + exp(b)";
const LOGARITHM: &str = "logsumexp(a, b)";
/// The letter that stands for a sum.
pub const LETTER: &str = "s";
/// A sum has at most so many terms.
const MOST_TERMS: usize = 1000;

/// Tells whether a rewrite to this text is one of sums of any number of terms.
pub fn is_of_sum(to: &str) -> bool {
    to.contains(LOGARITHM)
}

/// Tells whether a node of a rewrite's formula is such a sum.
pub fn is_sum(node: &Value) -> bool {
    let is_exponential =
        |it: &Operand| it.value().and_then(Value::operation).is_some_and(|it| it.is(EXP));
    node.operation().is_some_and(|it| it.is(ADD)) && node.operands().iter().all(is_exponential)
}

/// What a sum is made of.
pub struct ExponentialSum {
    /// The exponents, in the order of the terms; that of a number is its logarithm.
    pub exponents: Vec<Operand>,
    /// The additions and the exponentials.
    pub nodes: Vec<Value>,
}

impl ExponentialSum {
    /// Takes an operand apart; none if it is no sum of exponentials and numbers above 0.
    pub fn of(operand: &Operand) -> Option<ExponentialSum> {
        let mut sum = ExponentialSum { exponents: Vec::new(), nodes: Vec::new() };
        let mut work = vec![operand.clone()];
        while let Some(term) = work.pop() {
            let Some(node) = term.value() else {
                let number = term.constant().filter(|number| *number > 0.0)?;
                sum.exponents.push(Operand::Constant(number.ln()));
                continue;
            };
            match node.operation()? {
                add if add.is(ADD) => work.extend(node.operands().iter().rev().cloned()),
                exp if exp.is(EXP) => sum.exponents.extend(node.operands().first().cloned()),
                _ => return None,
            }
            sum.nodes.push(node.clone());
            if sum.exponents.len() > MOST_TERMS {
                return None;
            }
        }
        (sum.exponents.len() > 1).then_some(sum)
    }

    /// The letters of the exponents.
    pub fn letters(terms: usize) -> impl Iterator<Item = String> {
        (1..=terms).map(|term| format!("t{term}"))
    }
}

/// A text of the table over the letters of a sum of so many terms.
pub fn over_letters(text: &str, terms: usize) -> String {
    let letters: Vec<String> = ExponentialSum::letters(terms).collect();
    text.replace(SUM, LETTER).replace(LOGARITHM, &format!("logsumexp({})", letters.join(", ")))
}
