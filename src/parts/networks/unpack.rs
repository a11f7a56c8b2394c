//! Giving the members of a group names of their own: `p, q, r = m(x, y)`.

use std::collections::HashSet;
use std::rc::Rc;

use crate::core::graph::{Built, Label, Operand, Order, Value};
use crate::core::language::{Error, Result, Span, Tree};
use crate::core::session::{Assigned, Session, Statement};

/// Builds `tree`, a group, and binds each of the names to one of its members, in this order.
///
/// # Errors
///
/// When a name or a function is unknown, a name stands twice, or there are not just as many members.
pub fn unpack(
    session: &mut Session,
    targets: &[(&str, Span)],
    tree: &Tree<'_>,
) -> Result<Vec<Assigned>> {
    let mut met = HashSet::new();
    for (name, span) in targets {
        session.must_not_be_network(name, *span)?;
        if !met.insert(name) {
            return Err(Error::new(*span, format!("{name} stands twice before the =")));
        }
    }
    session.need_room(tree.span())?;
    let Some(((first, _), others)) = targets.split_first() else { return Ok(Vec::new()) };
    let label = session.next_label(first, tree.span())?;
    let mut built = session.build_group(tree, label)?;
    let count = built.result.members().map_or(1, <[Operand]>::len);
    if count != targets.len() {
        return Err(other_count(targets, count, tree.span()));
    }
    let called = targets.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    let typed = (Some(called.as_str()), tree.text);
    let text = session.text_to_save(typed, tree, (label, &built))?;
    let recorded = std::mem::take(&mut built.recorded);
    let Some(value) = built.result.value().cloned() else { return Ok(Vec::new()) };
    let members = built.result.members().unwrap_or_default().to_vec();
    let mut labels = vec![label];
    for (name, span) in others {
        labels.push(session.next_label(name, *span)?);
    }
    let own = |node: &Value| node.label().shares_binding(label);
    let mut taken: HashSet<Value> = HashSet::new();
    let mut first = Some(built);
    let mut parts: Vec<(Label, Built)> = Vec::with_capacity(members.len());
    for (member, label) in members.into_iter().zip(labels) {
        let order =
            Order::walk(session.stop(), member.value(), |node| own(node) && !taken.contains(node));
        for (node, part) in order.nodes().iter().zip(1..) {
            let part = if member.value().is_some_and(|it| it.is(node)) { 0 } else { part };
            node.set_label(Label { part, ..label });
        }
        taken.extend(order.nodes().iter().cloned());
        let count = u32::try_from(order.nodes().len()).unwrap_or(u32::MAX);
        let built = Built { result: member, count, ..first.take().unwrap_or(Built::number(0.0)) };
        parts.push((label, built));
    }
    let names: Vec<u32> = parts.iter().map(|(label, _)| label.name).collect();
    let group = Built { recorded, ..Built::number(0.0) };
    let statement = Rc::new(Statement::new(session, text, &names, (&value, &group)));
    let bind = |(label, built): (Label, Built)| {
        let value = built.result.value().cloned()?;
        Some(session.bind_as(label, value, built, Rc::clone(&statement)))
    };
    Ok(parts.into_iter().filter_map(bind).collect())
}

/// The error for so many members and another number of names.
fn other_count(targets: &[(&str, Span)], count: usize, span: Span) -> Error {
    let found = if count == 1 { "one number".to_owned() } else { format!("a group of {count}") };
    let message = format!("this is {found}, for {} names", targets.len());
    Error::new(span, message).hint("a group takes as many names as it has members, or one")
}
