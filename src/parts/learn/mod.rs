//! Learning from a pass: explaining a grad, taking the pass by hand, quizzes, checks against finite
//! differences, and wrong passes.
//!
//! Everything here reads the pass from [`Value::backward_steps`]; nothing computes a derivative in
//! another way, except the algorithms that are wrong on purpose.
//!
//! [`Value::backward_steps`]: crate::core::graph::Value::backward_steps

mod branch_rules;
mod bug;
mod by_hand;
mod check;
mod command;
mod exercise;
mod exercise_command;
mod expired;
mod explain;
mod generate;
mod indexed_pass;
mod levels;
mod local_formula;
mod part;
mod question;
mod quiz;
mod random_values;
#[cfg(test)]
mod tests;
mod why;

use std::cmp::Ordering;
use std::rc::Rc;

use crate::core::session::Names;
use crate::parts::formula::agree_within;
pub use bug::{BUGS, descend, show};
pub use by_hand::{At, PassByHand, Share, Visit};
pub use check::{check, scan};
pub use command::COMMANDS;
pub use exercise::must_not_differentiate;
pub use exercise_command::PRACTICE;
pub use expired::end_outdated;
pub use explain::{explain, facts as explanation_facts};
pub use indexed_pass::Context;
pub use levels::levels;
pub use local_formula::formula;
pub use part::Exercises;
pub use question::{Directive, Question, Try, Verdict, answer, directive};
pub use quiz::{Explanation, Quiz, Rules, explain_wrong, is_right, is_within};
pub use random_values::Draws;
pub use why::{
    Why, Wording, advice_on, is_lost, non_finite_grad, why_grads, why_unused, why_value,
};

/// An exercise in progress.
#[derive(Debug, Clone)]
pub enum Practice {
    /// A backward pass taken by hand.
    ByHand(PassByHand),
    /// A quiz.
    Quiz(Quiz),
}

impl Practice {
    /// The pass that it is about.
    pub fn context(&self) -> &Context {
        match self {
            Practice::ByHand(pass) => &pass.context,
            Practice::Quiz(quiz) => &quiz.context,
        }
    }

    /// Replaces the names that nodes are called by.
    pub fn rename(&mut self, names: Rc<Names>) {
        match self {
            Practice::ByHand(pass) => pass.context.pass.names = names,
            Practice::Quiz(quiz) => quiz.context.pass.names = names,
        }
    }

    /// Returns true if nothing is left to do.
    pub fn is_over(&self) -> bool {
        match self {
            Practice::ByHand(pass) => pass.is_done(),
            Practice::Quiz(quiz) => quiz.is_over(),
        }
    }
}

/// Returns true if two grads are the same up to rounding.
fn same(one: f64, other: f64) -> bool {
    agree_within(1e-9, one, other)
}

/// The number of times a curve goes from falling to rising or back. A level stretch is no turn of
/// its own.
pub fn turns(curve: &[f64]) -> usize {
    let ways = curve.windows(2).filter_map(|at| match at {
        [before, after] => before.partial_cmp(after).filter(|way| way.is_ne()),
        _ => None,
    });
    let ways: Vec<Ordering> = ways.collect();
    ways.windows(2).filter(|at| matches!(at, [before, after] if before != after)).count()
}
