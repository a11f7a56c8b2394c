//! What is said of an exercise that ends because its data has changed.

use crate::session::{Outdated, Session};
use crate::tutor::Practice;

/// Ends an exercise whose data has changed, and returns a note that says so.
pub fn end_outdated(session: &mut Session) -> Option<String> {
    let Outdated { practice, left } = session.end_outdated_practice()?;
    let (what, command) = match practice {
        Practice::ByHand(_) => ("the backward pass by hand", ":back"),
        Practice::Quiz(_) => ("the quiz", ":quiz"),
    };
    let name = match session.names().call(practice.context().root_node()) {
        name if name.starts_with('@') => return Some(format!("{what} has ended")),
        name => name,
    };
    Some(match left {
        Some(row) => {
            let again = format!("{command} {name} begins with the row in view");
            format!("{what} on {name} has ended: it went through row {row}; {again}")
        }
        None => format!("{what} on {name} has ended: its data has changed"),
    })
}
