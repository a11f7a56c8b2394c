//! What is said of an exercise that ends because its data has changed.

use super::Practice;
use crate::core::session::Session;

/// Ends an exercise whose data has changed, and returns a note that says so.
pub fn end_outdated(session: &mut Session) -> Option<String> {
    let practice = session.end_outdated_practice()?;
    let what = match practice {
        Practice::ByHand(_) => "the backward pass by hand",
        Practice::Quiz(_) => "the quiz",
    };
    let name = session.names().call(practice.context().root_node());
    Some(format!("{what} on {name} has ended: its data has changed"))
}
