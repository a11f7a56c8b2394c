//! Several expressions with commas between them, of which some have rows: `x, fit`. Their rows stand side by side
//! where columns can.

use super::answer::{self, answer};
use crate::command::syntax::TokenStream;
use crate::core::graph::Value;
use crate::core::language::{Kind, Result, Span, Tree, parse_expression};
use crate::core::session::{self, Session};
use crate::parts::rows::rows_in_common;
use crate::report::{Answer, Report};

/// Returns the expressions, as typed too, if a statement is nothing but several; numbers alone are none.
fn expressions<'text>(statement: &TokenStream<'text>) -> Option<Vec<(&'text str, Tree<'text>)>> {
    let texts = statement.between_commas();
    if texts.len() < 2 {
        return None;
    }
    let read = |text: &'text str| Some((text, parse_expression(text).ok()?));
    let all = texts.into_iter().map(read).collect::<Option<Vec<_>>>()?;
    let names = |(_, tree): &(&str, Tree<'_>)| {
        tree.steps.iter().any(|step| matches!(step.kind, Kind::Name))
    };
    all.iter().any(names).then_some(all)
}

/// Tells whether the text of a statement may be such expressions.
pub(in crate::command) fn may_be(statement: &TokenStream<'_>) -> bool {
    expressions(statement).is_some()
}

/// Returns the report on such expressions: an answer for each, and their rows as one table. None if they are
/// not all nodes, or none of them has rows.
pub(super) fn report(session: &mut Session, statement: &TokenStream<'_>) -> Result<Option<Report>> {
    let Some(expressions) = expressions(statement) else { return Ok(None) };
    let mut nodes: Vec<(String, Span, Value)> = Vec::with_capacity(expressions.len());
    let place = Span::new(0, statement.text.len());
    for (text, tree) in expressions {
        let Ok(found) = session::unbound(session, &tree) else { return Ok(None) };
        let Some(value) = found.value() else { return Ok(None) };
        nodes.push((text.to_owned(), place, value.clone()));
    }
    if !nodes.iter().any(|(_, _, node)| node.is_per_row()) {
        return Ok(None);
    }
    rows_in_common(&nodes)?;
    let mut report = Report { kind: "value", ..Report::default() };
    for (text, _, node) in nodes {
        let answer = answer(session, &text, &node)?;
        answer::add(session, Answer { named: true, ..answer }, &mut report);
    }
    Ok(Some(report))
}
