//! Why a number or a grad is nan or inf: the first value or product that is not finite, and advice on
//! its operation.

mod advice;
pub mod lost_grads;

use super::Context;
use crate::command::non_finite;
use crate::core::graph::{Order, Value};
use crate::core::language::exact;
use crate::core::session::Session;
use crate::report::{Block, Facts, Paragraph, Wording, exact_json, facts_of};
pub use advice::advice_on;

/// An answer, in words and as named values.
pub struct Why {
    /// In words.
    pub blocks: Vec<Block>,
    /// As named values.
    pub facts: Facts,
}

impl Why {
    fn new(lines: &[String], facts: Facts) -> Why {
        let block = |line: &String| Paragraph::new(format!("  {line}")).wrapped(4);
        Why { blocks: lines.iter().map(block).collect(), facts }
    }
}

/// Says why the grad of a node is not finite, or that of a leaf if it is the root; none if all that
/// it is asked for are finite.
pub fn why_grad(context: &Context, node: &Value) -> Option<Why> {
    let order = &context.pass.order;
    let number = order.number_of(node).filter(|_| context.root_node().data().is_finite())?;
    // Another row than the one in view may have a grad that is not finite.
    let is_hidden = |node: &Value| node.is_per_row() && node.grad().is_finite();
    let (target, lost) = if number == context.root() {
        let lost = order.lost_grads()?;
        (*lost.reached.first()?, lost)
    } else if is_hidden(node) || !node.grad().is_finite() {
        (number, order.lost_grads_of(number)?)
    } else {
        return None;
    };
    let leaf = order.node(target);
    let grad = if is_hidden(leaf) { "not finite".to_owned() } else { exact(leaf.grad()) };
    let cause = Wording { order, names: &context.pass.names }.of_lost(&lost);
    let advice = advice_on(context.node(lost.node).operation());
    let facts = facts_of([
        ("node", context.name(target).into()),
        ("root", context.root_name().into()),
        ("grad", exact_json(leaf.grad())),
        ("lost", context.name(lost.node).into()),
        ("cause", cause.as_str().into()),
        ("advice", advice.into()),
    ]);
    let why = format!("{} is {grad}: {cause}", context.derivative(target));
    Some(Why::new(&[why, advice.to_owned()], facts))
}

/// Says that nothing is wrong with a node, or with none but the root.
pub fn why_finite(context: &Context, node: &Value) -> Why {
    let grad = context.pass.order.number_of(node).map_or(0.0, |number| context.grads[number]);
    let (name, root) = (context.pass.names.call(node), context.root_name());
    let text = match grad.is_finite() {
        true => format!("{name} and {} are finite", context.derivative_by(node)),
        false => format!("{name} is finite, and {root} is not: :why {root}"),
    };
    let facts =
        facts_of([("node", name.into()), ("root", root.into()), ("grad", exact_json(grad))]);
    Why::new(&[text], facts)
}

/// Tells whether a computed node is not finite, in some row if it has several.
pub fn is_lost(value: &Value) -> bool {
    let in_row = |it: &Value| Order::of([it]).find_row(it, &|_, _, out| !out.is_finite()).is_some();
    !value.is_leaf() && (!value.data().is_finite() || (value.is_per_row() && in_row(value)))
}

/// Says why the value of a node is not finite, by the first operation that made a number that is not.
pub fn why_value(session: &mut Session, node: &Value) -> Why {
    let found = session.non_finite_of(node);
    let name = session.names().call(node);
    let is = if node.data().is_finite() { "not finite".to_owned() } else { exact(node.data()) };
    let Some(found) = found else {
        let text = format!("{name} is {is}: no operation made it so, a leaf was given as such");
        return Why::new(&[text], facts_of([("node", name.into())]));
    };
    let cause = non_finite(session, &found);
    let text = format!("{name} is {is}; the first value that is not finite: {cause}");
    let advice = advice_on(Some(found.operation));
    let facts =
        facts_of([("node", name.into()), ("cause", cause.into()), ("advice", advice.into())]);
    Why::new(&[text, advice.to_owned()], facts)
}
