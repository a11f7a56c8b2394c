//! Correlations that are typed: the vectors of leaves whose errors have them.

use std::collections::HashSet;
use std::rc::Rc;

use foldhash::fast::RandomState;

use super::errors::{LeafError, Source, Sources};
use super::vector::CANCELED;
use crate::core::graph::{Value, WeakValue};
use crate::core::language::{Error, Result, Span};
use crate::core::session::{Names, Session};
use crate::parts::least_squares::pivoted;

/// The most leaves that may be correlated with each other: their matrix is factored whole.
const MOST_CORRELATED: usize = 500;

impl Session {
    /// The correlation of two leaves' errors; 0 if one has none.
    pub fn correlation_of_leaves(&self, one: &Value, other: &Value) -> f64 {
        if one.is(other) {
            return 1.0;
        }
        self.error_vector(one).correlation(&self.error_vector(other)).unwrap_or(0.0)
    }

    /// Correlates the errors of leaves, undoably.
    ///
    /// # Errors
    ///
    /// At `span`, if too many leaves would be correlated, or no errors can be.
    pub fn correlate(&mut self, pairs: &[(Value, Value, f64)], span: Span) -> Result<()> {
        let leaves = pairs.iter().flat_map(|(one, other, _)| [one.clone(), other.clone()]);
        let leaves = self.correlated_with(leaves.collect());
        if leaves.len() > MOST_CORRELATED {
            let count = leaves.len();
            let message = format!(
                "{count} leaves would be correlated with each other, and {MOST_CORRELATED} can be"
            );
            return Err(Error::new(span, message));
        }
        let vectors: Vec<_> = leaves.iter().map(|leaf| self.error_vector(leaf)).collect();
        let rows = (0..leaves.len()).flat_map(|one| (0..leaves.len()).map(move |two| (one, two)));
        let r = |(one, two): (usize, usize)| {
            let r = vectors[one].correlation(&vectors[two]).unwrap_or(0.0);
            // Full correlations are exact, so that they are kept.
            if one == two || 1.0 - r.abs() <= CANCELED { r.signum() } else { r }
        };
        let us: Vec<f64> = vectors.iter().map(|vector| vector.u()).collect();
        let mut matrix = Matrix { size: leaves.len(), rows: rows.map(r).collect() };
        for (one, other, r) in pairs {
            let index = |leaf: &Value| leaves.iter().position(|it| it.is(leaf));
            if let (Some(one), Some(other)) = (index(one), index(other)) {
                matrix.correlate(one, other, *r);
            }
        }
        let Some(parts) = pivoted(matrix.size, matrix.rows.clone()) else {
            let message =
                "no errors can be correlated like this: the matrix has a negative eigenvalue";
            return Err(Error::new(span, message).hint(
                "several pairs that need each other go in one command: :correlate A B R A C R",
            ));
        };
        let changes = self.correlated_errors((&leaves, &us), &matrix, &parts);
        self.put_errors(changes);
        Ok(())
    }

    /// These leaves and all that are correlated with them, in the order of their names as text, which a loaded
    /// session has as well.
    fn correlated_with(&self, mut work: Vec<Value>) -> Vec<Value> {
        let mut met: HashSet<Value, RandomState> = HashSet::default();
        while let Some(leaf) = work.pop() {
            let vector = self.error_vector(&leaf);
            if vector.inputs().len() == 0 || leaf.is_per_row() || !met.insert(leaf) {
                continue;
            }
            work.extend(vector.inputs().map(|input| input.leaf.clone()));
            let mut last = None;
            for (source, _) in vector.shared.values() {
                if last.replace(source.leaves.as_ptr()) != Some(source.leaves.as_ptr()) {
                    work.extend(source.leaves.iter().filter_map(WeakValue::upgrade));
                }
            }
            work.retain(|leaf| !met.contains(leaf));
        }
        let mut leaves: Vec<Value> = met.into_iter().collect();
        leaves.sort_by_cached_key(|leaf| place_of(self.names(), leaf));
        leaves
    }

    /// The errors of leaves with these correlations, whose parts of independent sources are the rows of a factor
    /// of their matrix.
    fn correlated_errors(
        &self,
        (leaves, us): (&[Value], &[f64]),
        matrix: &Matrix,
        factor: &[f64],
    ) -> Vec<(Value, Option<LeafError>)> {
        let size = leaves.len();
        let row = |leaf: usize| &factor[leaf * size..(leaf + 1) * size];
        let is_typed = !leaves.iter().any(|leaf| self.is_found(leaf));
        let weak: Rc<[WeakValue]> = leaves.iter().map(Value::downgrade).collect();
        let source = |at: usize| {
            // It is that of the leaf without parts of later ones, and from the same estimate.
            let is_last = |leaf: &usize| {
                let own = row(*leaf);
                own[at] != 0.0 && own[at + 1..].iter().all(|part| *part == 0.0)
            };
            let leaf = (0..size).find(is_last).and_then(|leaf| self.error_of(&leaves[leaf]));
            let freedom = leaf.and_then(|error| error.freedom.clone());
            Rc::new(Source { leaves: Rc::clone(&weak), index: at, freedom, is_typed })
        };
        let sources: Vec<Rc<Source>> = (0..size).map(source).collect();
        let error = |at: usize, before: &LeafError| {
            let sources = match is_typed && matrix.is_independent(at) {
                true => Sources::Own(us[at]),
                false => Sources::shared(us[at], &sources, row(at)),
            };
            LeafError { sources, ..before.clone() }
        };
        let errors = leaves.iter().enumerate();
        errors
            .map(|(at, leaf)| (leaf.clone(), self.error_of(leaf).map(|it| error(at, it))))
            .collect()
    }
}

/// The place of a leaf by its name as text, so that a loaded session, which has other numbers of names, has the
/// same order.
pub(super) fn place_of(names: &Names, leaf: &Value) -> (String, u32, u32) {
    let label = leaf.label();
    (names.text(label.name).to_owned(), label.binding, label.part)
}

/// A matrix of correlations, row by row.
struct Matrix {
    size: usize,
    rows: Vec<f64>,
}

impl Matrix {
    fn at(&self, one: usize, other: usize) -> f64 {
        self.rows[one * self.size + other]
    }

    fn put(&mut self, one: usize, other: usize, r: f64) {
        self.rows[one * self.size + other] = r;
        self.rows[other * self.size + one] = r;
    }

    fn is_independent(&self, one: usize) -> bool {
        (0..self.size).all(|other| other == one || self.at(one, other) == 0.0)
    }

    /// Sets the correlation of two leaves. A leaf that is fully correlated with one of them gets the same
    /// correlation with the other, up to sign; if r is 1 or -1, each of the two gets the correlations that
    /// only the other had.
    fn correlate(&mut self, one: usize, other: usize, r: f64) {
        let [ones, others] = [(one, other), (other, one)].map(|(leaf, apart)| {
            let is_one = |leaf: usize, twin: usize| self.at(leaf, twin).abs() == 1.0;
            // A leaf that is fully correlated with both stays as it is.
            let is_twin =
                |twin: &usize| *twin == leaf || (is_one(leaf, *twin) && !is_one(apart, *twin));
            let twins = (0..self.size).filter(is_twin);
            twins.map(|twin| (twin, self.at(leaf, twin))).collect::<Vec<_>>()
        });
        for (one, sign) in &ones {
            for (other, turned) in &others {
                self.put(*one, *other, sign * r * turned);
            }
        }
        if r.abs() == 1.0 {
            for third in 0..self.size {
                let of = [one, other].map(|leaf| self.at(leaf, third));
                for (own, (leaf, theirs)) in of.into_iter().zip([(one, of[1]), (other, of[0])]) {
                    if own == 0.0 && theirs != 0.0 {
                        self.put(leaf, third, r * theirs);
                    }
                }
            }
        }
    }
}
