//! The errors of uncertain leaves: each a sparse vector over independent sources of unit size.

use std::collections::HashMap;
use std::rc::Rc;

use foldhash::fast::RandomState;

use super::{Distribution, ErrorVector, RowUncertainties};
use crate::core::graph::{Value, WeakValue};
use crate::core::session::{Change, PartChange, PartState, Session};

/// The errors of a session's uncertain leaves, which are held weakly.
#[derive(Debug, Default)]
pub struct Errors {
    of: HashMap<WeakValue, LeafError, RandomState>,
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
    /// One source of its own, with this standard uncertainty.
    Own(f64),
    /// One for each row of a column.
    Rows(RowUncertainties),
    /// A standard uncertainty, and its parts of sources that other leaves have as well: the sum of the squares of
    /// the parts is 1.
    Shared(f64, Rc<[(Rc<Source>, f64)]>),
    /// Those of the leaves that it was solved by.
    Solved(Rc<ErrorVector>),
}

/// An independent normal source of unit size: one of a fit, or of correlations.
#[derive(Debug)]
pub(super) struct Source {
    /// The leaves of the fit, or of the correlations.
    pub leaves: Rc<[WeakValue]>,
    /// Its place among their sources.
    pub index: usize,
    /// The degrees of freedom of the estimate that it is from.
    pub freedom: Option<Rc<f64>>,
    /// True for correlations that were typed.
    pub is_typed: bool,
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
        let mut change = ErrorChange(changes);
        change.0.reverse();
        change.swap(self);
        self.record(Change::Part(Box::new(change)));
    }
}

impl LeafError {
    /// A typed standard uncertainty, independent of all others.
    pub(crate) fn typed(u: f64) -> LeafError {
        LeafError::of(Sources::Own(u))
    }

    /// The typed standard uncertainties of a column's rows.
    pub fn of_rows(rows: RowUncertainties, distribution: Distribution) -> LeafError {
        LeafError { distribution, ..LeafError::of(Sources::Rows(rows)) }
    }

    fn of(sources: Sources) -> LeafError {
        LeafError { sources, is_typed: true, freedom: None, distribution: Distribution::Normal }
    }

    /// An error that was found with the leaf's data.
    pub(super) fn found(sources: Sources, freedom: Option<Rc<f64>>) -> LeafError {
        LeafError { is_typed: false, freedom, ..LeafError::of(sources) }
    }

    /// The same, estimated with so many degrees of freedom.
    pub(crate) fn with_freedom(self, freedom: f64) -> LeafError {
        LeafError { freedom: Some(Rc::new(freedom)), ..self }
    }

    /// The standard uncertainty of one number; `None` for rows, and if it follows other errors.
    pub fn u(&self) -> Option<f64> {
        match &self.sources {
            Sources::Own(u) | Sources::Shared(u, _) => Some(*u),
            Sources::Rows(_) | Sources::Solved(_) => None,
        }
    }

    /// The approximate number of numbers that it keeps.
    fn weight(&self) -> usize {
        match &self.sources {
            Sources::Own(_) => 1,
            Sources::Rows(rows) => rows.size(),
            Sources::Shared(_, parts) => parts.len(),
            Sources::Solved(vector) => vector.inputs().map(|input| input.slopes().len()).sum(),
        }
    }
}

impl Sources {
    /// Parts of shared sources, those that are not 0.
    pub fn shared(u: f64, sources: &[Rc<Source>], parts: &[f64]) -> Sources {
        let used = sources.iter().zip(parts).filter(|(_, part)| **part != 0.0);
        Sources::Shared(u, used.map(|(source, part)| (Rc::clone(source), *part)).collect())
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
        self.of.get(&leaf.downgrade())
    }

    /// Changes the error of a leaf, and returns that before.
    fn put(&mut self, leaf: &Value, error: Option<LeafError>) -> Option<LeafError> {
        // Those of columns may be large.
        let is_large = error.as_ref().is_some_and(|error| error.weight() > LEAST_SWEPT);
        let before = match error {
            Some(error) => self.of.insert(leaf.downgrade(), error),
            None => self.of.remove(&leaf.downgrade()),
        };
        if self.of.len() > self.sweep_at || is_large {
            self.of.retain(|leaf, _| leaf.is_alive());
            self.sweep_at = (2 * self.of.len()).max(LEAST_SWEPT);
        }
        before
    }
}
