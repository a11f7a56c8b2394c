//! What learning adds to sessions: an exercise in progress.

use crate::core::graph::{Part, Scope};
use crate::core::session::Session;

/// Exercises, as a part of the program.
#[derive(Debug)]
pub struct Exercises;

impl Part for Exercises {
    fn failed(&self, scope: &mut dyn Scope, began: u32) {
        if let Some(session) = scope.owner_mut().downcast_mut::<Session>() {
            session.keep_practice_of(began);
        }
    }

    fn reset(&self, scope: &mut dyn Scope) {
        if let Some(session) = scope.owner_mut().downcast_mut::<Session>() {
            session.leave_practice();
        }
    }
}
