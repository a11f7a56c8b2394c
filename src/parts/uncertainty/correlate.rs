//! Correlations: which leaves share sources of errors, and how `:correlate` changes correlations.

use std::collections::HashMap;
use std::collections::btree_map::{BTreeMap, Entry};
use std::rc::Rc;

use foldhash::fast::RandomState;
use indexmap::{IndexMap, IndexSet};
use petgraph::unionfind::UnionFind;

use super::errors::{ErrorChange, Errors, LeafError};
use super::propagate;
use super::vector::ErrorVector;
use crate::core::graph::Value;
use crate::core::language::{Error, Result, Span};
use crate::core::session::{Change, Session};
use crate::parts::least_squares::pivoted;

/// A new leaf with a smaller part of its variance for itself, and a leaf with a smaller last part, need the matrix.
const LEAST_REST: f64 = 1e-9;
const LEAST_LAST: f64 = 1e-3;

/// The correlation of two nodes' errors; `None` if one of them has no uncertainty.
///
/// That of a node which uses the data of a fit again is not known.
pub fn correlation(session: &mut Session, one: &Value, other: &Value) -> Result<Option<f64>> {
    if [one, other].into_iter().any(|node| session.uses_data_again(node)) {
        return Ok(None);
    }
    let [one, other] = [propagate(session, one)?, propagate(session, other)?];
    Ok(one.vector.correlation(&other.vector))
}

/// Leaves that are numbers, with their errors.
pub(super) type Leaves = Vec<(Value, ErrorVector)>;

/// Groups of leaves that share sources, directly or through other leaves.
pub(super) fn sharing(session: &Session, leaves: impl Iterator<Item = Value>) -> Vec<Leaves> {
    let leaves: Leaves = leaves.map(|leaf| (leaf.clone(), session.error_vector(&leaf))).collect();
    let mut groups = UnionFind::new(leaves.len());
    let mut first_of = HashMap::<u64, usize, RandomState>::default();
    for (at, (_, vector)) in leaves.iter().enumerate() {
        for (source, _) in &vector.parts {
            groups.union(at, *first_of.entry(*source).or_insert(at));
        }
    }
    let mut together = IndexMap::<usize, Leaves, RandomState>::default();
    for (leaf, group) in leaves.into_iter().zip(groups.into_labeling()) {
        together.entry(group).or_default().push(leaf);
    }
    together.into_values().collect()
}

/// The correlations of errors, row by row.
fn correlations(vectors: &[ErrorVector]) -> Vec<f64> {
    let size = vectors.len();
    let pairs = (0..size).flat_map(|one| (0..size).map(move |other| (one, other)));
    let r = |(one, other): (usize, usize)| match one == other {
        true => 1.0,
        false => vectors[one].correlation(&vectors[other]).unwrap_or(0.0),
    };
    pairs.map(r).collect()
}

impl Errors {
    /// The errors of two leaves once they have this correlation, if one of them is correlated with nothing so far.
    /// `None` if the correlations of all leaves that share sources with the other are needed.
    fn extended(&mut self, one: &Value, other: &Value, r: f64) -> Option<Vec<(Value, LeafError)>> {
        let own = |leaf: &Value| self.get(leaf).filter(|it| it.solved.is_none()).cloned();
        let (first, second) = (own(one)?, own(other)?);
        let mut changes = Vec::new();
        let (new, error, mut parts) = match (&first.shared, &second.shared) {
            (Some(shared), None) => (other, second, self.parts_along(shared, r)?),
            (None, Some(shared)) => (one, first, self.parts_along(shared, r)?),
            (None, None) => {
                let source = self.new_sources(1);
                let shared = Some([(source, 1.0)].into());
                changes.push((one.clone(), LeafError { shared, ..first }));
                (other, second, vec![(source, r)])
            }
            (Some(_), Some(_)) => return None,
        };
        let rest = 1.0 - parts.iter().map(|(_, part)| part * part).sum::<f64>();
        if r == 0.0 || rest < LEAST_REST {
            return None;
        }
        parts.push((self.new_sources(1), rest.sqrt()));
        changes.push((new.clone(), LeafError { shared: Some(parts.into()), ..error }));
        Some(changes)
    }

    /// The parts of a unit error along the sources of other leaves, with this correlation with the leaf of these shared
    /// parts and none with the others: forward substitution. `None` if two of these leaves end at the same source, or the sum loses digits.
    fn parts_along(&self, shared: &Rc<[(u64, f64)]>, r: f64) -> Option<Vec<(u64, f64)>> {
        let last_of = |shared: &[(u64, f64)]| shared.last().map(|(source, _)| *source);
        let mut parts = BTreeMap::<u64, f64>::new();
        let mut open = BTreeMap::from([(last_of(shared)?, (Rc::clone(shared), r))]);
        while let Some((source, (shared, wanted))) = open.pop_first() {
            let (last, earlier) = shared.split_last()?;
            let so_far =
                earlier.iter().map(|(source, part)| part * parts.get(source).unwrap_or(&0.0));
            let part = (wanted - so_far.sum::<f64>()) / last.1;
            if last.1.abs() < LEAST_LAST {
                return None;
            }
            parts.insert(source, part);
            for user in self.users(source) {
                match last_of(&user)? {
                    // The leaf itself, which is its own user.
                    last if last == source && Rc::ptr_eq(&user, &shared) => {}
                    last if last == source => return None,
                    last => match open.entry(last) {
                        Entry::Vacant(place) => drop(place.insert((user, 0.0))),
                        Entry::Occupied(same) if Rc::ptr_eq(&same.get().0, &user) => {}
                        Entry::Occupied(_) => return None,
                    },
                }
            }
        }
        Some(parts.into_iter().collect())
    }
}

#[doc(hidden)]
impl Session {
    /// The correlations of leaves' errors, row by row; 0 where a leaf has no error.
    pub fn correlations_of(&self, leaves: &[Value]) -> Vec<Vec<f64>> {
        let vectors: Vec<ErrorVector> = leaves.iter().map(|leaf| self.error_vector(leaf)).collect();
        correlations(&vectors).chunks(leaves.len().max(1)).map(<[f64]>::to_vec).collect()
    }

    /// Correlates pairs of which one leaf is correlated with nothing so far, undoably. Returns false, and changes
    /// nothing, if a pair needs the matrix of all that are correlated with it, which takes the cube of their number:
    /// a chain of 800 pairs by single commands then takes 40 s instead of 0.1 s.
    fn extend_correlations(&mut self, pairs: &[(Value, Value, f64)]) -> bool {
        let errors = self.part_mut::<Errors>();
        let mut before = Vec::new();
        for (one, other, r) in pairs {
            let Some(changes) = errors.extended(one, other, *r) else {
                for (leaf, error) in before.into_iter().rev() {
                    errors.put(&leaf, error);
                }
                return false;
            };
            errors.set_freedoms(changes.iter().filter_map(|(_, error)| error.sources()));
            for (leaf, error) in changes {
                let error = errors.put(&leaf, Some(error));
                before.push((leaf, error));
            }
        }
        self.record(Change::Part(Box::new(ErrorChange(before))));
        true
    }

    /// Correlates the errors of leaves, undoably.
    pub fn correlate(&mut self, pairs: &[(Value, Value, f64)], span: Span) -> Result<()> {
        if self.extend_correlations(pairs) {
            return Ok(());
        }
        // Other solved leaves depend on these leaves.
        let mut numbers = self.part::<Errors>().map(Errors::numbers).unwrap_or_default();
        let paired = pairs.iter().flat_map(|(one, other, _)| [one, other]);
        let paired: IndexSet<&Value, RandomState> = paired.collect();
        numbers.retain(|leaf| !paired.contains(leaf));
        let mut groups = sharing(self, paired.iter().copied().cloned().chain(numbers));
        groups.retain(|group| group.iter().any(|(leaf, _)| paired.contains(leaf)));
        let (leaves, vectors): (Vec<Value>, Vec<ErrorVector>) =
            groups.into_iter().flatten().unzip();
        let size = leaves.len();
        let mut matrix = correlations(&vectors);
        for (one, other, r) in pairs {
            let place = |leaf: &Value| leaves.iter().position(|it| it.is(leaf));
            if let (Some(one), Some(other)) = (place(one), place(other)) {
                [matrix[one * size + other], matrix[other * size + one]] = [*r, *r];
            }
        }
        let Some(factor) = pivoted(size, matrix.clone()) else {
            let message =
                "these correlations are impossible: their matrix has a negative eigenvalue";
            return Err(Error::new(span, message)
                .hint("set dependent correlations in one command: :correlate A B R A C R"));
        };
        let first = self.part_mut::<Errors>().new_sources(size);
        let change = |(at, leaf): (usize, &Value)| {
            let u = vectors[at].u();
            let parts = (first..).zip(&factor[at * size..(at + 1) * size]);
            let parts =
                parts.filter(|(_, part)| **part != 0.0).map(|(source, part)| (source, *part));
            let others = matrix[at * size..(at + 1) * size].iter().filter(|r| **r != 0.0);
            let shared = (others.count() > 1).then(|| parts.collect());
            let error = match self.own_error_of(leaf) {
                Some(own) => LeafError { shared, ..own.clone() },
                None => LeafError::found(u, shared),
            };
            (leaf.clone(), Some(error))
        };
        let changes = leaves.iter().enumerate().map(change).collect();
        self.put_errors(changes);
        Ok(())
    }
}
