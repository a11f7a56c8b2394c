//! Learning from a pass: `:explain`, `:why`, `:back`, `:quiz`, `:check`, `:levels` and `:bug`.

mod branch_rules;
mod bug;
mod by_hand;
mod check;
mod command;
mod exercise;
mod exercise_command;
mod explain;
mod generate;
mod indexed_pass;
mod levels;
mod local_formula;
mod question;
mod quiz;
mod random_values;
#[cfg(test)]
mod tests;
mod why;

use crate::report::Paragraph;
pub use bug::{BUGS, descend, show};
pub use by_hand::{At, PassByHand, Share};
pub use check::{check, scan};
pub use command::COMMANDS;
pub use exercise::{Exercises, Practice, end_outdated, must_not_differentiate};
pub use exercise_command::PRACTICE;
pub use explain::{explain, facts as explanation_facts};
pub use indexed_pass::Context;
pub use levels::{level_facts, levels};
pub use question::{DIRECTIVES, Directive, Question, Try, Verdict, answer, directive};
pub use quiz::{Explanation, Quiz, Rules, chain, explain_wrong, is_right, is_within};
pub use random_values::Draws;
pub use why::{Wording, advice_on, is_lost, non_finite_grad, why_grads, why_unused, why_value};

/// A factor of a product: in parentheses if it is negative and not the first.
fn factor(is_first: bool, number: f64) -> Paragraph {
    let line = Paragraph::default();
    if is_first { line.brief(number) } else { line.factor(number) }
}

/// `twice`, `3 times`
fn times(count: usize) -> String {
    if count == 2 { "twice".to_owned() } else { format!("{count} times") }
}

/// Returns true if two grads are the same up to rounding, or both are nan.
fn same(one: f64, other: f64) -> bool {
    // In proportion to infinity everything is near.
    let is_near = |it: f64| it.is_finite() && it <= 1e-9 * one.abs().max(other.abs());
    is_near((one - other).abs()) || one == other || (one.is_nan() && other.is_nan())
}
