//! The states of parts in a session.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;

use super::{Change, Session};

/// The state of a part. `:reset` discards it, and `:undo` restores it, except for caches.
pub trait PartState: Any + fmt::Debug {}

/// The type of a part's state.
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

    pub fn clear(&mut self) {
        self.0.clear();
    }
}

/// A change of a part's state, with the earlier state.
pub trait PartChange: fmt::Debug {
    /// Exchanges the present and the earlier state.
    fn swap(&mut self, session: &mut Session);

    fn weight(&self) -> usize {
        1
    }
}

#[derive(Debug)]
struct Whole<S>(S);

impl<S: PartState + Default> PartChange for Whole<S> {
    fn swap(&mut self, session: &mut Session) {
        std::mem::swap(&mut self.0, session.part_mut());
    }
}

impl Session {
    /// Returns the state of a part.
    pub(crate) fn part<S: PartState>(&self) -> Option<&S> {
        self.state.parts.get()
    }

    /// Returns the state of a part for a change that the caller records, or that undo ignores.
    pub(crate) fn part_mut<S: PartState + Default>(&mut self) -> &mut S {
        self.state.parts.get_mut()
    }

    /// Returns a part's cache about the current order.
    pub(crate) fn cache_mut<S: PartState + Default>(&mut self) -> &mut S {
        self.caches.get_mut()
    }

    /// Replaces the state of a part, undoably.
    pub(crate) fn put_part<S: PartState + Default>(&mut self, state: S) {
        let before = std::mem::replace(self.part_mut(), state);
        self.record(Change::Part(Box::new(Whole(before))));
    }

    /// Returns the state of a part that undo does not restore.
    pub(crate) fn part_setting<S: PartState>(&self) -> Option<&S> {
        self.part_settings.get()
    }

    pub(crate) fn part_setting_mut<S: PartState + Default>(&mut self) -> &mut S {
        self.part_settings.get_mut()
    }
}
