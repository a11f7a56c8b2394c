//! The errors of uncertain leaves, by independent sources of unit size.

use std::collections::HashMap;
use std::rc::Rc;

use foldhash::fast::RandomState;

use super::vector::Term;
use super::{Distribution, RowUncertainties};
use crate::core::graph::{Value, WeakValue};
use crate::core::session::{Change, PartChange, PartState, Session};

/// The errors of a session's uncertain leaves, which are held weakly.
#[derive(Debug, Default)]
pub struct Errors {
    /// Each with the number of the first source of its own, which it keeps when it is exact for a while.
    of: HashMap<WeakValue, (u64, Option<LeafError>), RandomState>,
    /// The number of sources so far.
    sources: u64,
    /// The degrees of freedom of shared sources, the same for one estimate.
    freedoms: HashMap<u64, Option<Rc<f64>>, RandomState>,
    /// The number of leaves at which freed ones are removed.
    sweep_at: usize,
}

/// The error of one leaf.
#[derive(Debug, Clone)]
pub struct LeafError {
    pub(super) sources: Sources,
    /// False for an error that was found with the leaf's data: it ends when the leaf moves.
    pub(super) is_typed: bool,
    /// The degrees of freedom that it was estimated with, the same for one estimate; `None` if it is known.
    pub(super) freedom: Option<Rc<f64>>,
    pub(super) distribution: Distribution,
}

/// The independent sources of an error.
#[derive(Debug, Clone)]
pub(super) enum Sources {
    /// One of its own, or one for each row, with these standard uncertainties.
    Own(RowUncertainties),
    /// A standard uncertainty, and its parts of numbered sources: the sum of their squares is 1.
    Shared(f64, Rc<[(u64, f64)]>),
    /// Those of the leaves that it was solved by, and the error that it had before, which others may depend on. Without
    /// such leaves it is exact.
    Solved(Rc<[Term]>, Option<Rc<LeafError>>),
}

impl PartState for Errors {}

/// Changed errors, with those before, in the order of the changes.
#[derive(Debug)]
struct ErrorChange(Vec<(Value, Option<LeafError>)>);

impl PartChange for ErrorChange {
    fn swap(&mut self, session: &mut Session) {
        self.0.reverse();
        let errors = session.part_mut::<Errors>();
        for (leaf, error) in &mut self.0 {
            *error = errors.put(leaf, error.take());
        }
    }

    fn weight(&self) -> usize {
        self.0.iter().map(|(_, error)| error.as_ref().map_or(1, LeafError::weight)).sum()
    }
}

/// Gives a new leaf its error, if it has one.
pub fn put(session: &mut Session, leaf: &Value, error: Option<LeafError>) {
    if error.is_some() {
        session.part_mut::<Errors>().put(leaf, error);
    }
}

impl Session {
    /// Changes the errors of leaves, undoably.
    pub(super) fn put_errors(&mut self, mut changes: Vec<(Value, Option<LeafError>)>) {
        changes.retain(|(leaf, error)| error.is_some() || self.error_of(leaf).is_some());
        if changes.is_empty() {
            return;
        }
        self.part_mut::<Errors>().set_freedoms(&changes);
        let mut change = ErrorChange(changes);
        change.0.reverse();
        change.swap(self);
        self.record(Change::Part(Box::new(change)));
    }
}

impl LeafError {
    /// A typed standard uncertainty, independent of all others.
    pub(crate) fn typed(u: f64) -> LeafError {
        LeafError::of_rows(RowUncertainties::same_of(u), Distribution::Normal)
    }

    /// The typed standard uncertainties of a column's rows.
    pub fn of_rows(rows: RowUncertainties, distribution: Distribution) -> LeafError {
        LeafError { sources: Sources::Own(rows), is_typed: true, freedom: None, distribution }
    }

    /// An error that was found with the leaf's data.
    pub(super) fn found(sources: Sources, freedom: Option<Rc<f64>>) -> LeafError {
        LeafError { sources, is_typed: false, freedom, distribution: Distribution::Normal }
    }

    /// The same, estimated with so many degrees of freedom.
    pub(crate) fn with_freedom(self, freedom: f64) -> LeafError {
        LeafError { freedom: Some(Rc::new(freedom)), ..self }
    }

    /// The least and the largest standard uncertainty of a column's rows.
    pub fn range(&self) -> Option<[f64; 2]> {
        match &self.sources {
            Sources::Own(rows) => Some(rows.range()),
            _ => None,
        }
    }

    /// The standard uncertainty of a number, or of all rows; `None` if it is not one number.
    pub fn u(&self) -> Option<f64> {
        match &self.sources {
            Sources::Own(rows) => rows.same(),
            Sources::Shared(u, _) => Some(*u),
            Sources::Solved(..) => None,
        }
    }

    /// The distribution that it is drawn from: shared sources are normal.
    pub(super) fn drawn_from(&self) -> Distribution {
        match self.sources {
            Sources::Own(_) => self.distribution,
            Sources::Shared(..) | Sources::Solved(..) => Distribution::Normal,
        }
    }

    /// The error itself, or that before the leaf was solved for.
    pub(super) fn unsolved(&self) -> Option<&LeafError> {
        match &self.sources {
            Sources::Solved(_, before) => before.as_deref(),
            _ => Some(self),
        }
    }

    /// The approximate number of numbers that it keeps.
    fn weight(&self) -> usize {
        match &self.sources {
            Sources::Own(rows) => rows.size(),
            Sources::Shared(_, parts) => parts.len(),
            Sources::Solved(terms, _) => terms.iter().map(|term| term.slopes.len()).sum(),
        }
    }
}

/// Fewer leaves than this are not searched for freed ones.
const LEAST_SWEPT: usize = 64;

impl Errors {
    /// Returns true if no leaf has an error. Freed leaves may still count.
    pub fn is_empty(&self) -> bool {
        self.of.is_empty()
    }

    /// The error of a leaf.
    pub fn get(&self, leaf: &Value) -> Option<&LeafError> {
        let (_, error) = self.of.get(&leaf.downgrade())?;
        let is_exact =
            |it: &LeafError| matches!(&it.sources, Sources::Solved(terms, _) if terms.is_empty());
        error.as_ref().filter(|error| !is_exact(error))
    }

    /// The error of a leaf as others depend on it, with the number of the first source of its own.
    pub fn unsolved(&self, leaf: &Value) -> Option<(u64, &LeafError)> {
        let (first, error) = self.of.get(&leaf.downgrade())?;
        Some((*first, error.as_ref()?.unsolved()?))
    }

    /// A leaf with the error that it has once it is solved by others, or, without terms, has moved.
    pub(super) fn solved(&self, leaf: &Value, terms: Vec<Term>) -> (Value, Option<LeafError>) {
        let before = self.unsolved(leaf).map(|(_, error)| Rc::new(error.clone()));
        let sources = Sources::Solved(terms.into(), before);
        (leaf.clone(), Some(LeafError::found(sources, None)))
    }

    /// The leaves that are numbers with an error of their own, in the order in which they got one.
    pub fn numbers(&self) -> Vec<Value> {
        let own = self.of.iter().filter_map(|(leaf, (first, error))| {
            let leaf = leaf.upgrade().filter(|leaf| !leaf.is_per_row())?;
            (!matches!(error.as_ref()?.sources, Sources::Solved(..))).then_some((*first, leaf))
        });
        let mut numbers: Vec<_> = own.collect();
        numbers.sort_unstable_by_key(|(first, _)| *first);
        numbers.into_iter().map(|(_, leaf)| leaf).collect()
    }

    /// The number of the first of so many new sources.
    pub fn new_sources(&mut self, count: usize) -> u64 {
        let first = self.sources;
        self.sources += count as u64;
        first
    }

    /// The degrees of freedom of a shared source, the same for one estimate.
    pub fn freedom(&self, source: u64) -> Option<&Rc<f64>> {
        self.freedoms.get(&source)?.as_ref()
    }

    /// Gives each new shared source the degrees of freedom of the leaf that has no parts of later ones.
    fn set_freedoms(&mut self, changes: &[(Value, Option<LeafError>)]) {
        let shared = changes.iter().filter_map(|(_, error)| match error.as_ref()? {
            LeafError { sources: Sources::Shared(_, parts), freedom, .. } => Some((parts, freedom)),
            _ => None,
        });
        let mut shared: Vec<_> = shared.collect();
        shared.sort_by_key(|(parts, _)| parts.last().map(|(source, _)| *source));
        for (parts, freedom) in shared {
            for (source, _) in parts.iter() {
                self.freedoms.entry(*source).or_insert_with(|| freedom.clone());
            }
        }
    }

    /// Changes the error of a leaf, and returns that before.
    fn put(&mut self, leaf: &Value, error: Option<LeafError>) -> Option<LeafError> {
        let key = leaf.downgrade();
        if let Some((_, present)) = self.of.get_mut(&key) {
            return std::mem::replace(present, error);
        }
        // Those of columns may be large.
        let is_large = error.as_ref()?.weight() > LEAST_SWEPT;
        let first = self.new_sources(leaf.rows().unwrap_or(1));
        self.of.insert(key, (first, error));
        if self.of.len() > self.sweep_at || is_large {
            self.of.retain(|leaf, _| leaf.is_alive());
            self.sweep_at = (2 * self.of.len()).max(LEAST_SWEPT);
        }
        None
    }
}
