//! Reasons for a value or grad that is nan or inf, or a grad that is 0, with advice.

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
use crate::report::{Data, Facts, Paragraph, Report, and, exact_json, facts_of, numbers};
pub use advice::advice_on;
use advice::advice_on_grads;
use lost_grads::{LostGrads, NodeGrads};
use wording::MOST_GRADS;
pub use wording::{Wording, non_finite_grad};
use zero_grads::ZeroGrad;

/// The answer in words and as named values.
fn report(lines: &[String], facts: Facts) -> Report {
    let line = |line: &String| Paragraph::new(format!("  {line}")).wrapped(4);
    let (blocks, data) = (lines.iter().map(line).collect(), vec![Data::of(facts)]);
    Report { kind: "why", blocks, data, ..Report::default() }
}

/// Explains why the grads of these nodes are not finite or 0, or that they are neither; for the root, its leaves.
pub fn why_grads(context: &Context, wanted: &[Value]) -> Report {
    let order = &context.pass.order;
    let is_root = matches!(wanted, [one] if context.root_node().is(one));
    let numbers: Vec<usize> = match is_root {
        true => {
            let is_free = |number: &usize| !context.node(*number).is_frozen();
            context.leaves().filter(|it| *it != context.root() && is_free(it)).collect()
        }
        false => wanted.iter().filter_map(|node| order.number_of(node)).collect(),
    };
    if let Some(number) = numbers.iter().find(|number| !context.is_right(**number)) {
        let derivative = context.derivative(*number);
        return Report::say("why", [format!("  the pass by hand has not reached {derivative}")]);
    }
    // A row other than the current one may have a grad that is not finite.
    let may_be_lost =
        |number: &usize| context.node(*number).is_per_row() || !context.grads[*number].is_finite();
    let lost = match is_root {
        _ if !context.root_node().data().is_finite() => None,
        true => order.lost_grads(),
        false if numbers.iter().any(may_be_lost) => order.lost_grads_of(&numbers),
        false => None,
    };
    if let Some(why) = lost.and_then(|lost| why_lost(context, &lost)) {
        return why;
    }
    let in_view = || context.grads.iter().copied().map(NodeGrads::of).collect();
    let grads = order.grads_by_row().unwrap_or_else(in_view);
    let zero: Vec<usize> = numbers.into_iter().filter(|it| grads[*it].is_zero()).collect();
    match zero.as_slice() {
        [] => why_fine(context, wanted),
        zero => why_zero(context, zero, &order.zero_grads(zero, &grads)),
    }
}

/// The report on grads that are not finite.
fn why_lost(context: &Context, lost: &LostGrads) -> Option<Report> {
    let target = *lost.reached.first()?;
    let leaf = context.node(target);
    let is_hidden = leaf.is_per_row() && leaf.grad().is_finite();
    let grad = if is_hidden { "not finite".to_owned() } else { exact(leaf.grad()) };
    let wording = Wording { order: &context.pass.order, names: &context.pass.names };
    let cause = wording.of_lost(lost);
    let moving: Vec<usize> =
        lost.reached.iter().copied().filter(|it| !context.node(*it).is_frozen()).collect();
    let advice = match wording.remedy(lost, &moving).filter(|_| !moving.is_empty()) {
        Some(remedy) => format!("write {}", remedy.choice),
        None => advice_on_grads(context.node(lost.node).operation(), lost).to_owned(),
    };
    let facts = facts_of([
        ("node", context.name(target).into()),
        ("root", context.root_name().into()),
        ("grad", exact_json(leaf.grad())),
        ("lost", context.name(lost.node).into()),
        ("cause", cause.as_str().into()),
        ("advice", advice.as_str().into()),
    ]);
    let why = format!("{} is {grad}: {cause}", context.derivative(target));
    Some(report(&[why, advice], facts))
}

/// The report on grads that are 0.
fn why_zero(context: &Context, zero: &[usize], places: &[ZeroGrad]) -> Report {
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
    let nodes = zero.iter().map(|number| context.name(*number)).collect();
    report(&lines, zero_facts(nodes, context.root_name(), causes))
}

/// The report on grads that are finite and not 0, or on a root that is not finite.
fn why_fine(context: &Context, wanted: &[Value]) -> Report {
    let (names, root) = (&context.pass.names, context.root_name());
    let Some(node) = wanted.first() else { return report(&[], Facts::new()) };
    let grad = context.number_of(node).map_or(0.0, |number| context.grads[number]);
    let name = names.call(node);
    let text = match wanted {
        _ if !context.root_node().data().is_finite() => {
            format!("{name} is finite, but {root} is not: :why {root}")
        }
        [one] if !one.is(context.root_node()) => {
            let (derivative, answer) = (context.derivative_by(node), numbers::answer(grad, None));
            let so = if grad == 0.0 { "in this row only" } else { "finite and not 0" };
            format!("{derivative} is {answer}: {so}")
        }
        _ => format!("the grads of {root} are finite and not 0"),
    };
    let facts =
        facts_of([("node", name.into()), ("root", root.into()), ("grad", exact_json(grad))]);
    report(&[text], facts)
}

/// The report on a node that the root does not use.
pub fn why_unused(context: &Context, node: &Value) -> Report {
    let (name, root) = (context.pass.names.call(node), context.root_name());
    let cause = format!("{root} does not use {name}");
    let advice = format!(":why {name} ROOT explains it for another root");
    let text = format!("{} is 0: {cause}", context.derivative_by(node));
    let causes = vec![facts_of([("cause", cause.into()), ("advice", advice.as_str().into())])];
    report(&[text, advice], zero_facts(vec![name], root, causes))
}

fn zero_facts(nodes: Vec<String>, root: String, causes: Vec<Facts>) -> Facts {
    facts_of([
        ("nodes", nodes.into()),
        ("root", root.into()),
        ("grad", exact_json(0.0)),
        ("causes", causes.into_iter().collect()),
    ])
}

/// Returns true if a node is not finite, in any row.
pub fn is_lost(value: &Value) -> bool {
    let is_lost_in_row = || Order::of([value]).numbers_of(value).iter().any(|it| !it.is_finite());
    !value.data().is_finite() || (value.is_per_row() && is_lost_in_row())
}

/// The report on a value that is not finite, by the first operation that made such a number.
pub fn why_value(session: &mut Session, node: &Value) -> Report {
    let found = session.non_finite_of(node);
    let name = session.names().call(node);
    let is = if node.data().is_finite() { "not finite".to_owned() } else { exact(node.data()) };
    let Some(found) = found else {
        let text = format!("{name} is {is} because a leaf is not finite");
        return report(&[text], facts_of([("node", name.into())]));
    };
    let cause = non_finite(session, &found);
    let text = format!("{name} is {is}; the first value that is not finite: {cause}");
    let advice = advice_on(Some(found.operation));
    let facts =
        facts_of([("node", name.into()), ("cause", cause.into()), ("advice", advice.into())]);
    report(&[text, advice.to_owned()], facts)
}
