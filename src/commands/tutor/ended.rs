//! What is said of a lesson that ends because its data has changed.

use crate::session::{Outdated, Session};
use crate::tutor::Lesson;

/// Ends a lesson whose data has changed, and returns a note that says so.
pub fn end_outdated(session: &mut Session) -> Option<String> {
    let Outdated { lesson, left } = session.end_outdated_lesson()?;
    let (what, command) = match lesson {
        Lesson::ByHand(_) => ("the backward pass by hand", ":back"),
        Lesson::Quiz(_) => ("the quiz", ":quiz"),
    };
    let name = match session.names().call(lesson.context().root_node()) {
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
