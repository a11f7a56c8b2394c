//! Why a grad or a value is nan or inf, or a grad 0: where that begins, and advice on the operation.

mod advice;
pub mod lost_grads;
mod wording;
mod zero_grads;

use std::collections::HashSet;

use super::Context;
use crate::command::non_finite;
use crate::core::graph::{Order, Value};
use crate::core::language::exact;
use crate::core::session::Session;
use crate::report::{Block, Facts, Paragraph, and, exact_json, facts_of, numbers};
pub use advice::advice_on;
use lost_grads::{LostGrads, NodeGrads};
pub use wording::{Wording, non_finite_grad};
use zero_grads::ZeroGrad;

/// The number of grads that are named.
const MOST_GRADS: usize = 3;

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

/// Says why the grads of these nodes are not finite or 0, or that they are neither; of the root, those of
/// its leaves.
pub fn why_grads(context: &Context, wanted: &[Value]) -> Why {
    let order = &context.pass.order;
    let is_root = matches!(wanted, [one] if context.root_node().is(one));
    let of_root = context.leaves().filter(|number| !context.node(*number).is_frozen());
    let numbers: Vec<usize> = match is_root {
        true => of_root.filter(|number| *number != context.root()).collect(),
        false => wanted.iter().filter_map(|node| order.number_of(node)).collect(),
    };
    // Another row than the one in view may have a grad that is not finite.
    let may_be_lost = |number: &usize| {
        let node = context.node(*number);
        node.is_per_row() || !node.grad().is_finite()
    };
    let lost = match is_root {
        _ if !context.root_node().data().is_finite() => None,
        true => order.lost_grads(),
        false if numbers.iter().any(may_be_lost) => order.lost_grads_of(&numbers),
        false => None,
    };
    if let Some(why) = lost.and_then(|lost| why_lost(context, &lost)) {
        return why;
    }
    let in_view =
        || order.nodes().iter().map(|node| NodeGrads::new(0, vec![node.grad()])).collect();
    let grads = order.grads_by_row().unwrap_or_else(in_view);
    let zero: Vec<usize> = numbers.into_iter().filter(|it| grads[*it].is_zero()).collect();
    match zero.as_slice() {
        [] => why_fine(context, wanted),
        zero => why_zero(context, zero, &order.zero_grads(zero, &grads)),
    }
}

/// Says where grads stop being finite.
fn why_lost(context: &Context, lost: &LostGrads) -> Option<Why> {
    let target = *lost.reached.first()?;
    let leaf = context.node(target);
    let is_hidden = leaf.is_per_row() && leaf.grad().is_finite();
    let grad = if is_hidden { "not finite".to_owned() } else { exact(leaf.grad()) };
    let cause = Wording { order: &context.pass.order, names: &context.pass.names }.of_lost(lost);
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

/// Says where the grads of these nodes become 0.
fn why_zero(context: &Context, zero: &[usize], places: &[ZeroGrad]) -> Why {
    let grads = and(zero.iter().map(|number| context.derivative(*number)).collect(), MOST_GRADS);
    let is = if zero.len() == 1 { "is" } else { "are" };
    let (mut lines, mut causes, mut met) = (Vec::new(), Vec::new(), HashSet::new());
    for place in places {
        let (cause, advice) = place.explained(context);
        if !met.insert(cause.clone()) {
            continue;
        }
        let first = if lines.is_empty() { format!("{grads} {is} 0:") } else { "also".to_owned() };
        lines.extend([format!("{first} {cause}"), advice.to_owned()]);
        causes.push(facts_of([
            ("at", context.name(place.edge.user).into()),
            ("cause", cause.into()),
            ("places", place.places.into()),
            ("advice", advice.into()),
        ]));
    }
    let facts = facts_of([
        ("nodes", zero.iter().map(|number| context.name(*number)).collect()),
        ("root", context.root_name().into()),
        ("grad", exact_json(0.0)),
        ("causes", causes.into_iter().collect()),
    ]);
    Why::new(&lines, facts)
}

/// Says that grads are finite and not 0, or that the root is not finite.
fn why_fine(context: &Context, wanted: &[Value]) -> Why {
    let (names, root) = (&context.pass.names, context.root_name());
    let Some(node) = wanted.first() else { return Why::new(&[], Facts::new()) };
    let grad = context.number_of(node).map_or(0.0, |number| context.grads[number]);
    let (name, data) = (names.call(node), numbers::answer(node.data(), None));
    let answer = numbers::answer(grad, None);
    let text = match wanted {
        _ if !context.root_node().data().is_finite() => {
            format!("{name} is finite, and {root} is not: :why {root}")
        }
        [_, _, ..] => format!("the grads of {} are finite and not 0", names.call_network(node)),
        _ if node.is(context.root_node()) => {
            format!("{name} is {data}, and its grads are finite and not 0")
        }
        _ => {
            let so = if grad == 0.0 { "in this row, not in all" } else { "finite and not 0" };
            let derivative = context.derivative_by(node);
            format!("{name} is {data} and {derivative} is {answer}: {so}")
        }
    };
    let facts =
        facts_of([("node", name.into()), ("root", root.into()), ("grad", exact_json(grad))]);
    Why::new(&[text], facts)
}

/// Says that the root does not use a node.
pub fn why_unused(context: &Context, node: &Value) -> Why {
    let (name, root) = (context.pass.names.call(node), context.root_name());
    let cause = format!("{root} does not use {name}");
    let advice = format!(":why {name} ROOT is about another root");
    let text = format!("{} is 0: {cause}", context.derivative_by(node));
    let causes = facts_of([("cause", cause.into()), ("advice", advice.as_str().into())]);
    let facts = facts_of([
        ("nodes", [name].into_iter().collect()),
        ("root", root.into()),
        ("grad", exact_json(0.0)),
        ("causes", [causes].into_iter().collect()),
    ]);
    Why::new(&[text, advice], facts)
}

/// Tells whether a node is not finite, in some row if it is computed row by row.
pub fn is_lost(value: &Value) -> bool {
    let is_lost_in_row = || Order::of([value]).numbers_of(value).iter().any(|it| !it.is_finite());
    !value.data().is_finite() || (value.is_per_row() && is_lost_in_row())
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
