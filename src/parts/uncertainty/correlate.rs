//! Correlations: which leaves share sources of errors, and how `:correlate` changes correlations.

use std::collections::HashMap;

use foldhash::fast::RandomState;
use indexmap::{IndexMap, IndexSet};
use petgraph::unionfind::UnionFind;

use super::errors::{Errors, LeafError};
use super::propagate;
use super::vector::ErrorVector;
use crate::core::graph::Value;
use crate::core::language::{Error, Result, Span};
use crate::core::session::Session;
use crate::parts::least_squares::pivoted;

/// The correlation of two nodes' errors; `None` if one of them has no uncertainty.
pub fn correlation(session: &mut Session, one: &Value, other: &Value) -> Result<Option<f64>> {
    let [one, other] = [propagate(session, one)?, propagate(session, other)?];
    Ok(one.vector.correlation(&other.vector))
}

/// Leaves that are numbers, with their errors.
type Leaves = Vec<(Value, ErrorVector)>;

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

#[doc(hidden)]
impl Session {
    /// The correlations of leaves' errors, row by row; 0 where a leaf has no error.
    pub fn correlations_of(&self, leaves: &[Value]) -> Vec<Vec<f64>> {
        let vectors: Vec<ErrorVector> = leaves.iter().map(|leaf| self.error_vector(leaf)).collect();
        correlations(&vectors).chunks(leaves.len().max(1)).map(<[f64]>::to_vec).collect()
    }

    /// Correlates the errors of leaves, undoably.
    pub fn correlate(&mut self, pairs: &[(Value, Value, f64)], span: Span) -> Result<()> {
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
