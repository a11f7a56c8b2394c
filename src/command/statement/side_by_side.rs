//! Several expressions with commas between them, of which some have rows: `x, fit`. Their rows stand side by side
//! where columns can.

use super::answer::{self, answer};
use crate::core::graph::Value;
use crate::core::language::{Result, Span, Tree, comma_outside};
use crate::core::session::{self, Session};
use crate::parts::rows::rows_in_common;
use crate::report::{Answer, Report};

/// An expression, and as typed.
type Typed<'text> = (&'text str, Tree<'text>);

/// Returns the report on expressions: an answer for each, and their rows as one table.
///
/// # Errors
///
/// They are not all nodes, or none of them has rows.
pub(super) fn report(
    session: &mut Session,
    statement: &str,
    expressions: Vec<Typed<'_>>,
    comma: Span,
) -> Result<Report> {
    let mut nodes: Vec<(String, Span, Value)> = Vec::with_capacity(expressions.len());
    let place = Span::new(0, statement.len());
    for (text, tree) in expressions {
        let found = session::unbound(session, &tree).ok();
        let value = found.as_ref().and_then(|found| found.value());
        let value = value.ok_or_else(|| comma_outside(comma))?;
        nodes.push((text.to_owned(), place, value.clone()));
    }
    if !nodes.iter().any(|(_, _, node)| node.is_per_row()) {
        return Err(comma_outside(comma));
    }
    rows_in_common(&nodes)?;
    let mut report = Report { kind: "value", ..Report::default() };
    for (text, _, node) in nodes {
        let answer = answer(session, &text, &node)?;
        answer::add(session, Answer { named: true, ..answer }, &mut report);
    }
    Ok(report)
}
