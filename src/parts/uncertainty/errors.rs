//! The errors of uncertain leaves, by independent sources of unit size.

use std::collections::HashMap;
use std::rc::Rc;

use foldhash::fast::RandomState;

use super::vector::Term;
use super::{Distribution, RowUncertainties};
use crate::core::graph::{Value, WeakValue};
use crate::core::language::exact;
use crate::core::session::{Change, PartChange, PartState, Session};

/// The errors of a session's uncertain leaves, which are held weakly.
#[derive(Debug, Default)]
pub struct Errors {
    /// The error of each leaf, and the number of its first own source, which stays while the leaf is exact.
    of: HashMap<WeakValue, (u64, Option<LeafError>), RandomState>,
    /// The number of sources so far.
    sources: u64,
    /// The leaves whose errors have parts of a shared source.
    users: HashMap<u64, Vec<WeakValue>, RandomState>,
    /// The degrees of freedom of shared sources, the same for one estimate.
    freedoms: HashMap<u64, Option<Rc<f64>>, RandomState>,
}

/// The error of one leaf.
#[derive(Debug, Clone)]
pub struct LeafError {
    /// The standard uncertainty, or those of a column's rows.
    pub(super) us: RowUncertainties,
    /// The parts of shared sources, whose squares sum to 1; `None` if the leaf, or each row, has its own source.
    pub(super) shared: Option<Rc<[(u64, f64)]>>,
    /// The derivatives of a solved leaf by the leaves of its equations, whose errors replace its own.
    /// Without terms the leaf is exact.
    pub(super) solved: Option<Rc<[Term]>>,
    /// The command that solved it, such as `solve`.
    pub(super) solved_by: &'static str,
    /// False for the error of a fitted leaf, which is dropped when the leaf moves.
    pub(super) is_typed: bool,
    /// The columns whose errors this error includes already: the data that a leaf was fitted to.
    pub(super) data: Rc<[WeakValue]>,
    /// The degrees of freedom, one `Rc` for each estimate; `None` if the uncertainty is known exactly.
    pub(super) freedom: Option<Rc<f64>>,
    pub(super) distribution: Distribution,
}

impl PartState for Errors {}

/// Parts of shared sources, with degrees of freedom.
pub(super) type Sources<'error> = (&'error [(u64, f64)], Option<&'error Rc<f64>>);

/// Leaves with their errors before a change, in the order of the changes.
#[derive(Debug)]
pub(super) struct ErrorChange(pub Vec<(Value, Option<LeafError>)>);

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

/// The degrees of freedom of a shared source before a change.
#[derive(Debug)]
pub(super) struct FreedomChange {
    pub source: u64,
    pub freedom: Option<Rc<f64>>,
}

impl PartChange for FreedomChange {
    fn swap(&mut self, session: &mut Session) {
        let errors = session.part_mut::<Errors>();
        let own = errors.freedoms.entry(self.source).or_default();
        std::mem::swap(own, &mut self.freedom);
    }

    fn weight(&self) -> usize {
        1
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
        self.part_mut::<Errors>()
            .set_freedoms(changes.iter().filter_map(|(_, it)| it.as_ref()?.sources()));
        let mut change = ErrorChange(changes);
        change.0.reverse();
        change.swap(self);
        self.record(Change::Part(Box::new(change)));
    }
}

impl LeafError {
    /// A typed standard uncertainty, independent of all others.
    pub(crate) fn typed(u: f64) -> LeafError {
        LeafError {
            us: RowUncertainties::same_of(u),
            shared: None,
            solved: None,
            solved_by: "",
            is_typed: true,
            data: Rc::default(),
            freedom: None,
            distribution: Distribution::Normal,
        }
    }

    /// The error of a fitted leaf, with its parts of shared sources.
    pub(super) fn found(u: f64, shared: Option<Rc<[(u64, f64)]>>) -> LeafError {
        LeafError { shared, is_typed: false, ..LeafError::typed(u) }
    }

    /// The typed standard uncertainties of a column's rows; `None` when all are 0.
    pub(super) fn of_rows(us: Rc<Vec<f64>>, distribution: Distribution) -> Option<LeafError> {
        let us = RowUncertainties::of(us)?;
        Some(LeafError { us, distribution, ..LeafError::typed(0.0) })
    }

    /// The standard uncertainty of a number, or of all rows; `None` if the rows differ or the leaf is solved.
    pub fn u(&self) -> Option<f64> {
        self.us.same().filter(|_| self.solved.is_none())
    }

    /// The parts of shared sources with the degrees of freedom of the leaf, if it shares any.
    pub(super) fn sources(&self) -> Option<Sources<'_>> {
        Some((self.shared.as_ref()?, self.freedom.as_ref()))
    }

    /// The distribution of Monte Carlo draws: shared sources are normal.
    pub(super) fn drawn_from(&self) -> Distribution {
        if self.shared.is_some() { Distribution::Normal } else { self.distribution }
    }

    /// The words after the number of a `±`: `dof 9`, `rectangular`.
    pub(super) fn words(&self) -> Vec<String> {
        let freedom = self.freedom.as_ref().map(|freedom| format!("dof {}", exact(**freedom)));
        let is_normal = self.distribution == Distribution::Normal;
        let name = (!is_normal).then(|| self.distribution.name().to_owned());
        freedom.into_iter().chain(name).collect()
    }

    /// The approximate count of numbers that the error stores.
    fn weight(&self) -> usize {
        let solved = self.solved.iter().flat_map(|terms| terms.iter());
        self.us.size() + solved.map(|term| term.slopes.len()).sum::<usize>()
    }
}

/// Before an error with more numbers than this is added, the errors of freed leaves are removed.
const LARGE: usize = 64;

impl Errors {
    /// Returns true if no leaf has an error. Freed leaves may still count.
    pub fn is_empty(&self) -> bool {
        self.of.is_empty()
    }

    /// The error of a leaf.
    pub fn get(&self, leaf: &Value) -> Option<&LeafError> {
        let (_, error) = self.of.get(&leaf.downgrade())?;
        let is_exact = |it: &LeafError| it.solved.as_ref().is_some_and(|terms| terms.is_empty());
        error.as_ref().filter(|error| !is_exact(error))
    }

    /// The error that a leaf has apart from its equations, solved or not, and the number of its first own source.
    pub fn stored_error(&self, leaf: &Value) -> Option<(u64, &LeafError)> {
        let (first, error) = self.of.get(&leaf.downgrade())?;
        Some((*first, error.as_ref().filter(|error| error.us.same() != Some(0.0))?))
    }

    /// A leaf with its error once equations determine the leaf; without terms the leaf becomes exact.
    pub(super) fn solved(
        &self,
        leaf: &Value,
        terms: Vec<Term>,
        solved_by: &'static str,
    ) -> (Value, Option<LeafError>) {
        let own = self.stored_error(leaf).map(|(_, own)| own.clone());
        let own = own.unwrap_or_else(|| LeafError::typed(0.0));
        (leaf.clone(), Some(LeafError { solved: Some(terms.into()), solved_by, ..own }))
    }

    /// The leaves that are numbers with their own error, in the order in which they got their first error.
    pub fn numbers(&self) -> Vec<Value> {
        let own = self.of.iter().filter_map(|(leaf, (first, error))| {
            let leaf = leaf.upgrade().filter(|leaf| !leaf.is_per_row())?;
            error.as_ref()?.solved.is_none().then_some((*first, leaf))
        });
        let mut numbers: Vec<_> = own.collect();
        numbers.sort_unstable_by_key(|(first, _)| *first);
        numbers.into_iter().map(|(_, leaf)| leaf).collect()
    }

    /// Adds `count` sources, and returns the number of the first.
    pub fn new_sources(&mut self, count: usize) -> u64 {
        let first = self.sources;
        self.sources += count as u64;
        first
    }

    /// The degrees of freedom of a shared source, one `Rc` for each estimate.
    pub fn freedom(&self, source: u64) -> Option<&Rc<f64>> {
        self.freedoms.get(&source)?.as_ref()
    }

    /// Gives each new shared source the degrees of freedom beside the parts that have none of later sources.
    pub(super) fn set_freedoms<'error>(&mut self, all: impl Iterator<Item = Sources<'error>>) {
        let mut shared: Vec<Sources<'error>> = all.collect();
        shared.sort_by_key(|(parts, _)| parts.last().map(|(source, _)| *source));
        for (parts, freedom) in shared {
            for (source, _) in parts {
                self.freedoms.entry(*source).or_insert_with(|| freedom.cloned());
            }
        }
    }

    /// Changes the error of a leaf, and returns the previous one.
    pub(super) fn put(&mut self, leaf: &Value, error: Option<LeafError>) -> Option<LeafError> {
        let key = leaf.downgrade();
        let shared = error.as_ref().and_then(|error| error.shared.clone());
        let before = self.replace(&key, leaf.rows().unwrap_or(1), error);
        for (source, _) in
            before.iter().flat_map(|before| before.shared.iter().flat_map(|it| it.iter()))
        {
            self.users.entry(*source).or_default().retain(|user| *user != key);
        }
        for (source, _) in shared.iter().flat_map(|parts| parts.iter()) {
            self.users.entry(*source).or_default().push(key.clone());
        }
        before
    }

    /// Changes the error of a leaf, except for the users of its sources, and returns the previous one.
    fn replace(
        &mut self,
        leaf: &WeakValue,
        rows: usize,
        error: Option<LeafError>,
    ) -> Option<LeafError> {
        if let Some((_, present)) = self.of.get_mut(leaf) {
            return std::mem::replace(present, error);
        }
        let weight = error.as_ref()?.weight();
        if self.of.len().is_power_of_two() || weight > LARGE {
            self.of.retain(|leaf, _| leaf.is_alive());
            self.users.retain(|_, users| {
                users.retain(WeakValue::is_alive);
                !users.is_empty()
            });
        }
        let first = self.new_sources(rows);
        self.of.insert(leaf.clone(), (first, error));
        None
    }

    /// The shared parts of each leaf that uses a source.
    pub(super) fn users(&self, source: u64) -> Vec<Rc<[(u64, f64)]>> {
        let users = self.users.get(&source).into_iter().flatten();
        let shared = |user: &WeakValue| self.of.get(user)?.1.as_ref()?.shared.clone();
        users.filter(|user| user.is_alive()).filter_map(shared).collect()
    }
}
