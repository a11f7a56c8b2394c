//! The error of a quantity: a sparse vector over independent sources.

use foldhash::fast::RandomState;
use indexmap::IndexMap;
use indexmap::map::Entry;

use super::errors::Errors;
use crate::core::graph::Value;
use crate::parts::least_squares::norm_of;

/// Errors that cancel each other to less than this part of their size cancel exactly, but for rounding.
pub const CANCELED: f64 = 64.0 * f64::EPSILON;

/// The derivatives of a quantity by a leaf, or by the rows of a column from the first on.
#[derive(Debug, Clone)]
pub struct Term {
    /// The leaf.
    pub leaf: Value,
    /// The first row, from 0.
    pub first: usize,
    /// The derivatives.
    pub slopes: Vec<f64>,
}

/// The error of a quantity.
#[derive(Debug, Default)]
pub struct ErrorVector {
    /// The derivatives by the uncertain leaves below, each leaf once. The leaves of a solved leaf's equations stand
    /// in its place.
    pub terms: Vec<Term>,
    /// The parts of numbered sources, in order.
    pub(super) parts: Vec<(u64, f64)>,
    u: f64,
}

/// The sum of two numbers; 0 if they cancel but for rounding.
fn added(one: f64, other: f64) -> f64 {
    let sum = one + other;
    if sum.abs() <= CANCELED * one.abs() { 0.0 } else { sum }
}

/// The error that an uncertainty causes: 0 without an uncertainty, even if the slope is infinite.
pub(super) fn error(u: f64, slope: f64) -> f64 {
    if u == 0.0 { 0.0 } else { u * slope }
}

impl Term {
    /// The derivative 1 by a leaf, or by each of its rows.
    pub fn of(leaf: &Value) -> Term {
        Term { leaf: leaf.clone(), first: 0, slopes: vec![1.0; leaf.rows().unwrap_or(1)] }
    }

    /// Adds derivatives by the same leaf.
    fn add(&mut self, other: &Term) {
        let start = self.first.min(other.first);
        let end = (self.first + self.slopes.len()).max(other.first + other.slopes.len());
        let mut sums = vec![0.0; end - start];
        sums[self.first - start..][..self.slopes.len()].copy_from_slice(&self.slopes);
        let both = sums[other.first - start..].iter_mut().zip(&other.slopes);
        both.for_each(|(sum, slope)| *sum = added(*sum, *slope));
        (self.first, self.slopes) = (start, sums);
    }
}

impl Errors {
    /// The contribution of a leaf that was not solved for to an error, by sources.
    pub fn parts(&self, term: &Term) -> Vec<(u64, f64)> {
        let Some((own, leaf)) = self.stored_error(&term.leaf) else { return Vec::new() };
        let rows = (term.first..).zip(&term.slopes);
        let rows = rows.map(|(row, slope)| (own + row as u64, error(leaf.us.at(row), *slope)));
        match &leaf.shared {
            None => rows.collect(),
            Some(parts) => rows
                .flat_map(|(_, by)| parts.iter().map(move |(source, part)| (*source, part * by)))
                .collect(),
        }
    }
}

/// Parts of sources, each source once and in order.
fn summed(mut parts: Vec<(u64, f64)>) -> Vec<(u64, f64)> {
    parts.sort_by_key(|(source, _)| *source);
    parts.dedup_by(|next, sum| {
        let is_same = next.0 == sum.0;
        if is_same {
            sum.1 = added(sum.1, next.1);
        }
        is_same
    });
    parts
}

/// The root of the sum of the squares of parts of different sources.
pub(super) fn size(parts: &[(u64, f64)]) -> f64 {
    norm_of(parts.iter().map(|(_, part)| *part))
}

impl ErrorVector {
    /// The sum of the errors of leaves times derivatives.
    pub(super) fn of(errors: &Errors, terms: impl Iterator<Item = Term>) -> ErrorVector {
        let mut leaves = IndexMap::<usize, Term, RandomState>::default();
        leaves.reserve(terms.size_hint().0);
        let mut add = |term: Term| match leaves.entry(term.leaf.address()) {
            Entry::Occupied(mut sum) => sum.get_mut().add(&term),
            Entry::Vacant(place) => {
                place.insert(term);
            }
        };
        for term in terms {
            let Some(error) = errors.get(&term.leaf) else { continue };
            let Some(solved) = &error.solved else {
                add(term);
                continue;
            };
            let by = term.slopes.first().copied().unwrap_or(0.0);
            for Term { leaf, first, slopes } in solved.iter() {
                let slopes = slopes.iter().map(|slope| by * slope).collect();
                add(Term { leaf: leaf.clone(), first: *first, slopes });
            }
        }
        let mut terms: Vec<Term> = leaves.into_values().collect();
        terms.retain(|term| errors.stored_error(&term.leaf).is_some());
        let parts = summed(terms.iter().flat_map(|term| errors.parts(term)).collect());
        let u = size(&parts);
        ErrorVector { terms, parts, u }
    }

    /// The standard uncertainty: the norm of the vector.
    pub fn u(&self) -> f64 {
        self.u
    }

    /// The part of a source.
    pub(super) fn part(&self, source: u64) -> f64 {
        let place = self.parts.binary_search_by_key(&source, |(own, _)| *own);
        place.map_or(0.0, |at| self.parts[at].1)
    }

    /// The covariance with parts of sources, over the standard uncertainty.
    pub(super) fn along(&self, parts: &[(u64, f64)]) -> f64 {
        parts.iter().map(|(source, part)| self.part(*source) / self.u * part).sum()
    }

    /// The correlation with another quantity; `None` if one of them has no uncertainty.
    pub fn correlation(&self, other: &ErrorVector) -> Option<f64> {
        let is_uncertain = |u: f64| u != 0.0 && u.is_finite();
        let r = self.along(&other.parts) / other.u;
        let r = match r.abs() {
            size if size <= CANCELED => 0.0,
            size if 1.0 - size <= CANCELED => r.signum(),
            _ => r,
        };
        (is_uncertain(self.u) && is_uncertain(other.u)).then_some(r)
    }
}
