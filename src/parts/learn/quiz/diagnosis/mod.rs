//! The table of common mistakes: each row recognizes wrong answers and explains them.

mod accumulation;
mod chain_rule;
mod cross_entropy;
mod rules;
mod whole_answer;
mod wrong_answer;
pub mod wrong_rules;

use super::super::Context;
use crate::report::Paragraph;
use wrong_answer::WrongAnswer;

/// The explanation of a wrong answer.
#[derive(Debug)]
pub struct Explanation {
    /// The words after "no".
    pub said: Paragraph,
    /// The kind of mistake.
    pub name: &'static str,
}

/// Each mistake with its words, if it explains the answer. If several do, the first one is given.
///
/// Specific mistakes come first: a factor of 2, or some node's data, coincides in most graphs.
type Diagnosis = (&'static str, fn(&WrongAnswer<'_>) -> Option<Paragraph>);

static DIAGNOSES: [Diagnosis; 19] = [
    ("a score's grad", cross_entropy::score),
    ("one use only", accumulation::one_use),
    ("a use left out", accumulation::left_out),
    ("the sum of the local derivatives", accumulation::locals),
    ("its own value for the other factor", chain_rule::own_value),
    ("the wrong branch", chain_rule::branch),
    ("the local derivative alone", chain_rule::local),
    ("the upstream alone", chain_rule::upstream),
    ("the sign", chain_rule::sign),
    ("a part of the rule", rules::in_part),
    ("another rule", rules::another),
    ("the rule at the input", rules::at_input),
    ("local plus upstream", chain_rule::local_plus_upstream),
    ("the product of the uses", accumulation::product),
    ("a slip one node above", chain_rule::above),
    ("a factor of 2", whole_answer::factor),
    ("its own data", whole_answer::own_data),
    ("a breadth-first pass", whole_answer::breadth_first),
    ("the data of a neighbor", whole_answer::data_of_a_neighbor),
];

/// Explains a wrong answer for the grad of the node of this number, if a common mistake gives it: one that gives
/// the very number before one that gives it within half a percent.
pub fn explain_wrong(context: &Context, number: usize, answer: f64) -> Option<Explanation> {
    [true, false].into_iter().find_map(|exactly| {
        let wrong = WrongAnswer { context, number, answer, exactly };
        let explained =
            |(name, explain): &Diagnosis| Some(Explanation { said: explain(&wrong)?, name });
        DIAGNOSES.iter().find_map(explained)
    })
}
