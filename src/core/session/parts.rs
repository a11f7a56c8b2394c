//! What the parts of the program keep in a session.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;

use super::{Change, Session};

/// What a part keeps in a session. `:reset` discards it, and `:undo` of that brings it back, but for caches.
pub trait PartState: Any + fmt::Debug {}

/// A part, by the type of what it keeps.
type PartId = TypeId;

#[derive(Debug, Default)]
pub struct PartStates(HashMap<PartId, Box<dyn PartState>>);

impl PartStates {
    fn get<S: PartState>(&self) -> Option<&S> {
        let state: &dyn Any = &**self.0.get(&TypeId::of::<S>())?;
        state.downcast_ref()
    }

    #[expect(clippy::unwrap_used, reason = "the key is the type")]
    fn get_mut<S: PartState + Default>(&mut self) -> &mut S {
        let state = self.0.entry(TypeId::of::<S>()).or_insert_with(|| Box::new(S::default()));
        let state: &mut dyn Any = &mut **state;
        state.downcast_mut().unwrap()
    }

    /// Drops all states.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

/// A change of what a part keeps, with what was there before.
pub trait PartChange: fmt::Debug {
    /// Exchanges what is there now and what was there before.
    fn swap(&mut self, session: &mut Session);

    /// The approximate number of nodes and numbers that it keeps alive.
    fn weight(&self) -> usize {
        1
    }
}

/// The change of a state as a whole.
#[derive(Debug)]
struct Whole<S>(S);

impl<S: PartState + Default> PartChange for Whole<S> {
    fn swap(&mut self, session: &mut Session) {
        std::mem::swap(&mut self.0, session.part_mut());
    }
}

impl Session {
    /// Returns what a part keeps, if it does.
    pub(crate) fn part<S: PartState>(&self) -> Option<&S> {
        self.state.parts.get()
    }

    /// Returns what a part keeps, for a change that is not undone or is recorded by the caller.
    pub(crate) fn part_mut<S: PartState + Default>(&mut self) -> &mut S {
        self.state.parts.get_mut()
    }

    /// Returns what a part keeps until there is another order, or room is needed.
    pub(crate) fn cache_mut<S: PartState + Default>(&mut self) -> &mut S {
        self.caches.get_mut()
    }

    /// Changes what a part keeps as a whole, undoably.
    pub(crate) fn put_part<S: PartState + Default>(&mut self, state: S) {
        let before = std::mem::replace(self.part_mut(), state);
        self.record(Change::Part(Box::new(Whole(before))));
    }

    /// Returns what a part keeps that no undo takes back.
    pub(crate) fn part_setting<S: PartState>(&self) -> Option<&S> {
        self.part_settings.get()
    }

    /// The same, for a change.
    pub(crate) fn part_setting_mut<S: PartState + Default>(&mut self) -> &mut S {
        self.part_settings.get_mut()
    }
}
