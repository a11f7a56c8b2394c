//! What a learner asks of a pass: why a grad is what it is, to take the pass by hand, to be asked,
//! to see it checked, and to see what wrong passes would give.
//!
//! Everything here reads the pass from [`Value::backward_steps`]; nothing computes a derivative a
//! second way, but for the algorithms that are wrong on purpose.

mod bug;
mod by_hand;
mod check;
mod count;
mod explain;
mod formula;
mod levels;
mod quiz;

pub use bug::{BUGS, Bug, descend, show};
pub use by_hand::{Hand, Visit};
pub use check::{check, scan};
pub use explain::explain;
pub use formula::formula;
pub use levels::levels;
pub use quiz::{Answer, Answered, Quiz, Rules};

use crate::graph::{Names, Operand, Order, Use, Value, applied};
use crate::language::exact;

/// What a learner is in the middle of.
#[derive(Debug)]
pub enum Lesson {
    /// A backward pass taken by hand.
    Hand(Hand),
    /// A quiz.
    Quiz(Quiz),
}

/// `dL/da`
pub fn derivative(names: &Names, root: &Value, node: &Value) -> String {
    format!("d{}/d{}", names.call(root), names.call(node))
}

/// `∂L.1/∂a`; which operand it is, where both are the same node.
pub fn partial(names: &Names, web: &Order, link: Use, node: &Value) -> String {
    let user = web.node(link.user);
    let text = format!("∂{}/∂{}", names.call(user), names.call(node));
    let is_twice = user.operands().iter().filter_map(Operand::value).filter(|it| it.is(node));
    match (is_twice.count(), link.index) {
        (2, 0) => format!("{text} (1st)"),
        (2, _) => format!("{text} (2nd)"),
        _ => text,
    }
}

/// `L.1 = a * b`, or the name alone for a leaf.
pub fn equation(names: &Names, node: &Value) -> String {
    let name = names.call(node);
    match operation_text(names, node) {
        Some(text) => format!("{name} = {text}"),
        None => name,
    }
}

/// `a * b`; none for a leaf.
fn operation_text(names: &Names, node: &Value) -> Option<String> {
    let name = |operand: &Value| names.call(operand);
    Some(applied(node.operation()?, node.operands(), name, exact))
}

/// Whether two grads are the same but for rounding.
fn same(one: f64, other: f64) -> bool {
    one == other
        || (one.is_nan() && other.is_nan())
        || (one - other).abs() <= 1e-9 * one.abs().max(other.abs())
}
