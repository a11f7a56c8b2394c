//! Coming back to where a session was: what a reader tries between the parts of a lesson leaves nothing behind.

use super::Session;
use super::history::{Place, RootAndAnswer};
use super::learning::Learning;
use super::undone::Undone;

/// Where a session was.
#[derive(Debug)]
pub struct Mark {
    place: Place,
    before: RootAndAnswer,
    /// The row in view of each number of rows.
    rows: Vec<(usize, usize)>,
    learning: Option<Learning>,
}

/// Notes where a session is.
pub fn mark(session: &mut Session) -> Mark {
    let before = session.state.root_and_answer();
    let (place, rows) = (session.history.place(), session.views.in_view());
    Mark { place, before, rows, learning: session.learning() }
}

/// Takes back for good what was done since a mark, but for settings. Returns false, and changes nothing, if
/// something from before the mark was undone, or too much was done to be undone.
pub fn come_back(session: &mut Session, mark: &Mark) -> bool {
    let Some(changes) = session.history.take_since(&mark.place) else { return false };
    let settings = session.settings.clone();
    for change in changes {
        session.undo_change(change, &mut Undone::default());
    }
    session.put_settings(settings);
    session.restore(mark.before.clone());
    session.views.look_at(&mark.rows);
    session.set_data(&[]);
    session.learn(mark.learning.clone());
    true
}
