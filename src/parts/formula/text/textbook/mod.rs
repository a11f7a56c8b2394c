//! A formula as a textbook writes it: like terms and factors brought together, one fraction instead of
//! several, common factors in front where that is shorter.

mod fraction;
mod terms;

use std::collections::HashMap;
use std::hash::{Hash, Hasher};

use super::{Atom, Formula};
use crate::core::graph::Value;
use crate::core::ops::{ADD, DIVIDE, MULTIPLY, NEGATE, Operation, POWER, SQRT, SUBTRACT};
use fraction::Fraction;
use terms::{BaseNumber, Exponent, Sum, Term};

impl Formula {
    /// Returns the formula with its terms and factors brought together; none if it is cut, or has
    /// numbers that are not finite.
    ///
    /// It is equal where both are defined. `x / x` becomes 1, so that it may be defined where the formula is
    /// not, and what it rounds differs.
    pub fn as_in_a_textbook(&self) -> Option<Formula> {
        let mut writer = TextbookWriter { bases: Vec::new(), numbers: HashMap::new() };
        let mut stack: Vec<Sum> = Vec::new();
        for atom in &self.atoms {
            let made = match atom {
                Atom::Number(number) => Sum::of_number(*number),
                Atom::Node(node) => writer.factor(Base::Node(node.clone())),
                Atom::Name(name) => writer.factor(Base::Name(name)),
                Atom::Operation(operation) => {
                    let operands = stack.len().checked_sub(operation.arity())?;
                    writer.apply(operation, stack.split_off(operands))
                }
                // A choice is written as it is.
                Atom::Where | Atom::Text(_) | Atom::More => return None,
            };
            if !made.terms.iter().all(|term| term.number.is_usual()) {
                return None;
            }
            stack.push(made);
        }
        let result = stack.pop().filter(|_| stack.is_empty())?;
        Some(Formula { atoms: writer.written(&result), is_cut: false })
    }
}

/// What is raised to powers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Base {
    Node(Value),
    Name(&'static str),
    /// A sum of several terms, or one term that a power cannot be moved into.
    Sum(Sum),
    /// An operation that is left as it is.
    Applied(Row, Vec<Sum>),
}

/// An operation, equal to itself only.
#[derive(Debug, Clone, Copy)]
struct Row(&'static Operation);

/// Makes the bases of one formula and writes them.
struct TextbookWriter {
    /// Each consists of earlier ones.
    bases: Vec<Base>,
    numbers: HashMap<Base, BaseNumber>,
}

impl TextbookWriter {
    /// A base by itself.
    fn factor(&mut self, base: Base) -> Sum {
        let factors = vec![(self.number(base), Exponent(1.0))];
        Sum { terms: vec![Term { number: Fraction::ONE, factors }] }
    }

    /// The number of a base.
    fn number(&mut self, base: Base) -> BaseNumber {
        let next = self.bases.len();
        let number = *self.numbers.entry(base.clone()).or_insert(next);
        if number == next {
            self.bases.push(base);
        }
        number
    }

    /// An operation on sums.
    fn apply(&mut self, operation: &'static Operation, mut operands: Vec<Sum>) -> Sum {
        let is = |row: &Operation| operation.is(row);
        match operands.as_mut_slice() {
            [x] if is(NEGATE) => x.times(Fraction::of(-1.0)),
            [x, y] if is(ADD) => x.plus(y),
            [x, y] if is(SUBTRACT) => x.plus(&y.times(Fraction::of(-1.0))),
            [x, y] if is(MULTIPLY) => self.product(x, y),
            [_, y] if is(DIVIDE) && y.terms.is_empty() => self.as_it_is(operation, operands),
            [x, y] if is(DIVIDE) => {
                let inverse = self.power(y, Exponent(-1.0));
                self.product(x, &inverse)
            }
            [x, y] if is(POWER) => match y.as_number().map(Fraction::data) {
                Some(exponent) if !x.terms.is_empty() => self.power(x, Exponent(exponent)),
                _ => self.as_it_is(operation, operands),
            },
            [x] if is(SQRT) && !x.terms.is_empty() => self.power(x, Exponent(0.5)),
            _ => self.as_it_is(operation, operands),
        }
    }

    /// An operation that is not looked into.
    fn as_it_is(&mut self, operation: &'static Operation, operands: Vec<Sum>) -> Sum {
        self.factor(Base::Applied(Row(operation), operands))
    }

    /// The product of two sums; a sum of several terms is a factor.
    fn product(&mut self, x: &Sum, y: &Sum) -> Sum {
        if x.terms.is_empty() || y.terms.is_empty() {
            return Sum { terms: Vec::new() };
        }
        let [x, y] = [x, y].map(|sum| self.as_term(sum));
        Sum { terms: vec![x.times(&y)] }.flattened(&self.bases)
    }

    /// A sum that is not 0 as one term.
    fn as_term(&mut self, sum: &Sum) -> Term {
        match sum.terms.as_slice() {
            [term] => term.clone(),
            _ => {
                let base = self.number(Base::Sum(sum.clone()));
                Term { number: Fraction::ONE, factors: vec![(base, Exponent(1.0))] }
            }
        }
    }

    /// A sum that is not 0, raised to a number.
    fn power(&mut self, x: &Sum, exponent: Exponent) -> Sum {
        let mut term = self.as_term(x);
        let is_whole = exponent.0.fract() == 0.0;
        let is_base =
            matches!(term.factors.as_slice(), [(_, Exponent(1.0))]) && term.number == Fraction::ONE;
        if !is_whole && !is_base {
            // The root of a product is that of its factors only where these are positive.
            let base = self.number(Base::Sum(x.clone()));
            term = Term { number: Fraction::ONE, factors: vec![(base, exponent)] };
        } else {
            term.number = term.number.power(exponent.0);
            term.factors.retain_mut(|(_, own)| {
                own.0 *= exponent.0;
                own.0 != 0.0
            });
        }
        Sum { terms: vec![term] }.flattened(&self.bases)
    }

    /// The atoms of a sum.
    fn written(&self, sum: &Sum) -> Vec<Atom> {
        // Each base consists of earlier ones.
        let mut written: Vec<Vec<Atom>> = Vec::with_capacity(self.bases.len());
        for base in &self.bases {
            let atoms = match base {
                Base::Node(node) => vec![Atom::Node(node.clone())],
                Base::Name(name) => vec![Atom::Name(name)],
                Base::Sum(sum) => shortest(sum, &self.bases, &written),
                Base::Applied(Row(operation), operands) => {
                    let operands =
                        operands.iter().flat_map(|sum| shortest(sum, &self.bases, &written));
                    operands.chain([Atom::Operation(operation)]).collect()
                }
            };
            written.push(atoms);
        }
        shortest(sum, &self.bases, &written)
    }
}

/// The atoms of a sum, with its common factors in front, or over one divisor, where that is shorter.
fn shortest(sum: &Sum, bases: &[Base], written: &[Vec<Atom>]) -> Vec<Atom> {
    let known = |base: BaseNumber| written.get(base).map_or(&[][..], Vec::as_slice);
    let mut shortest = sum.atoms(&known);
    for common in [Term::common, Term::over_one_divisor] {
        let Some(common) = sum.in_common(common) else {
            continue;
        };
        let rest = sum.divided(&common, bases);
        let atoms = match rest.terms.as_slice() {
            [term] => common.times(term).atoms(&known),
            _ => {
                let (rest, itself) = (rest.atoms(&known), written.len());
                let mut product = common;
                product.multiply(itself, Exponent(1.0));
                product.atoms(&|base| if base == itself { &rest } else { known(base) })
            }
        };
        if atoms.len() < shortest.len() {
            shortest = atoms;
        }
    }
    shortest
}

impl PartialEq for Row {
    fn eq(&self, other: &Row) -> bool {
        self.0.is(other.0)
    }
}

impl Eq for Row {}

impl Hash for Row {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.name.hash(state);
    }
}
