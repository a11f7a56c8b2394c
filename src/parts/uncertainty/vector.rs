//! The error of a quantity: the sum of its leaves' errors times its grads.

use std::rc::Rc;

use foldhash::fast::RandomState;
use indexmap::IndexMap;

use super::errors::{Errors, LeafError, Source, Sources};
use super::{Distribution, RowUncertainties};
use crate::core::graph::Value;
use crate::parts::least_squares::norm_of;

/// Errors that cancel each other to less than this part of them cancel but for rounding.
pub const CANCELED: f64 = 64.0 * f64::EPSILON;

/// A leaf, and the derivatives of a quantity by it, or by the rows of a column from the first on.
pub type Term<'term> = (&'term Value, usize, &'term [f64]);

/// The error of a quantity, by leaves and by independent sources.
#[derive(Debug, Default)]
pub struct ErrorVector {
    pub(super) inputs: IndexMap<InputKey, Input, RandomState>,
    pub(super) shared: SharedParts,
    u: f64,
}

/// The address of a leaf, and which of its errors: it may have had another one when equations were solved.
type InputKey = (usize, u64);

/// Its parts of shared sources, by address.
type SharedParts = IndexMap<usize, (Rc<Source>, f64), RandomState>;

/// One uncertain leaf of a quantity.
#[derive(Debug)]
pub struct Input {
    /// The leaf.
    pub leaf: Value,
    /// The row of a column, from 1, if the quantity depends on only one.
    pub row: Option<usize>,
    /// Its standard uncertainty; of several rows the root mean square of theirs.
    pub u: f64,
    /// The derivative of the quantity by it; of several rows their contribution over u.
    pub sensitivity: f64,
    pub(super) error: LeafError,
    /// The derivatives of the quantity by the rows of a column from the first on.
    pub(super) first: usize,
    row_slopes: Vec<f64>,
}

/// The error that an uncertainty makes: 0 without an uncertainty, even if the slope is infinite.
fn error(u: f64, slope: f64) -> f64 {
    if u == 0.0 { 0.0 } else { u * slope }
}

/// The sum of two numbers; 0 if they cancel but for rounding.
fn added(one: f64, other: f64) -> f64 {
    let sum = one + other;
    if sum.abs() <= CANCELED * one.abs() { 0.0 } else { sum }
}

impl Input {
    fn new(leaf: &Value, error: &LeafError) -> Input {
        let (leaf, error) = (leaf.clone(), error.clone());
        let (u, row_slopes) = (error.u().unwrap_or(0.0), Vec::new());
        Input { leaf, row: None, u, sensitivity: 0.0, error, first: 0, row_slopes }
    }

    /// The uncertainty of the quantity from this leaf alone.
    pub fn contribution(&self) -> f64 {
        self.signed_contribution().abs()
    }

    pub(super) fn signed_contribution(&self) -> f64 {
        error(self.u, self.sensitivity)
    }

    /// The degrees of freedom that its uncertainty was estimated with, if it was.
    pub fn degrees_of_freedom(&self) -> Option<f64> {
        self.error.freedom.as_deref().copied()
    }

    /// The distribution that its error is drawn from: shared sources are normal.
    pub fn distribution(&self) -> Distribution {
        match self.error.sources {
            Sources::Own(_) | Sources::Rows(_) => self.error.distribution,
            Sources::Shared(..) | Sources::Solved(_) => Distribution::Normal,
        }
    }

    /// The error of a leaf that another one was solved by: the present one of a leaf with a typed error, else that
    /// at the root.
    fn present_error<'all>(&'all self, errors: &'all Errors) -> Option<&'all LeafError> {
        match errors.get(&self.leaf) {
            present if self.error.is_typed && present.is_none_or(|it| it.is_typed) => present,
            _ => Some(&self.error),
        }
    }

    /// Its parts of shared sources; `None` for sources of its own.
    pub(super) fn shared(&self) -> Option<&[(Rc<Source>, f64)]> {
        match &self.error.sources {
            Sources::Shared(_, parts) => Some(parts),
            _ => None,
        }
    }

    /// The standard uncertainties of its rows; those of a number are one row.
    pub(super) fn uncertainties(&self) -> RowUncertainties {
        match &self.error.sources {
            Sources::Rows(rows) => rows.clone(),
            _ => RowUncertainties::Same(self.error.u().unwrap_or(0.0)),
        }
    }

    /// The derivatives of the quantity by it, or by the rows of a column from the first on.
    pub(super) fn slopes(&self) -> &[f64] {
        if self.leaf.is_per_row() {
            &self.row_slopes
        } else {
            std::slice::from_ref(&self.sensitivity)
        }
    }

    /// Adds derivatives times a factor.
    fn add(&mut self, by: f64, first: usize, slopes: &[f64]) {
        let own = &mut self.row_slopes;
        if !self.leaf.is_per_row() {
            let by = by * slopes.first().copied().unwrap_or(0.0);
            self.sensitivity = added(self.sensitivity, by);
        } else if own.is_empty() {
            self.first = first;
            own.extend(slopes.iter().map(|slope| by * slope));
        } else {
            let start = first.min(self.first);
            own.splice(0..0, vec![0.0; self.first - start]);
            own.resize(own.len().max(first + slopes.len() - start), 0.0);
            let sums = own[first - start..].iter_mut().zip(slopes);
            sums.for_each(|(sum, slope)| *sum = added(*sum, by * slope));
            self.first = start;
        }
    }

    /// Sums up the rows of a column.
    fn sum_up(&mut self) {
        if !self.leaf.is_per_row() {
            return;
        }
        let us = self.uncertainties();
        if let [slope] = self.row_slopes.as_slice() {
            self.row = Some(self.first + 1);
            (self.u, self.sensitivity) = (us.at(self.first), *slope);
        } else {
            let rows = self.leaf.rows().unwrap_or(0);
            let all = || norm_of((0..rows).map(|row| us.at(row))) / (rows as f64).sqrt();
            self.u = us.same().unwrap_or_else(all);
            self.sensitivity = norm_of(self.errors()) / self.u;
        }
    }

    /// What each row adds to the error of the quantity.
    fn errors(&self) -> impl Iterator<Item = f64> {
        let us = self.uncertainties();
        (self.first..).zip(self.slopes()).map(move |(row, slope)| error(us.at(row), *slope))
    }

    /// The product with the errors of the same leaf in another quantity.
    pub(super) fn product(&self, other: &Input) -> f64 {
        let first = self.first.max(other.first);
        let [one, two] = [self, other].map(|it| it.errors().skip(first - it.first));
        one.zip(two).map(|(one, two)| one * two).sum()
    }
}

impl ErrorVector {
    /// The sum of the errors of leaves times derivatives, with those of solved leaves by the leaves that these
    /// depend on.
    pub(super) fn of<'term>(
        errors: &Errors,
        terms: impl Iterator<Item = Term<'term>>,
    ) -> ErrorVector {
        let mut vector = ErrorVector::default();
        vector.inputs.reserve(terms.size_hint().0);
        for term in terms {
            let Some(error) = errors.get(term.0) else { continue };
            let Sources::Solved(solved) = &error.sources else {
                vector.add(term, error, 1.0);
                continue;
            };
            let by = term.2.first().copied().unwrap_or(0.0);
            for input in solved.inputs() {
                if let Some(error) = input.present_error(errors) {
                    vector.add((&input.leaf, input.first, input.slopes()), error, by);
                }
            }
        }
        vector.inputs.values_mut().for_each(Input::sum_up);
        vector.shared = shared_parts(vector.inputs.values());
        let own = vector.inputs.values().filter(|input| input.shared().is_none());
        let shared = vector.shared.values().map(|(_, part)| *part);
        vector.u = norm_of(own.map(Input::signed_contribution).chain(shared));
        vector
    }

    fn add(&mut self, (leaf, first, slopes): Term<'_>, error: &LeafError, by: f64) {
        let id = match &error.sources {
            Sources::Own(u) => u.to_bits(),
            Sources::Shared(_, parts) => Rc::as_ptr(parts).addr() as u64,
            Sources::Rows(_) | Sources::Solved(_) => 0,
        };
        let input = self.inputs.entry((leaf.address(), id));
        input.or_insert_with(|| Input::new(leaf, error)).add(by, first, slopes);
    }

    /// The uncertain leaves, in order.
    pub fn inputs(&self) -> impl ExactSizeIterator<Item = &Input> + Clone {
        self.inputs.values()
    }

    /// The standard uncertainty: the norm of the vector.
    pub fn u(&self) -> f64 {
        self.u
    }

    /// The effective degrees of freedom of the uncertainty, by Welch and Satterthwaite; `None` if nothing was
    /// estimated.
    pub fn degrees_of_freedom(&self) -> Option<f64> {
        let own = self.inputs().filter(|input| input.shared().is_none());
        let own = own.map(|input| (&input.error.freedom, input.contribution()));
        let shared = self.shared.values().map(|(source, part)| (&source.freedom, *part));
        // What was estimated together is one.
        let mut estimates = IndexMap::<*const f64, (f64, f64), RandomState>::default();
        for (freedom, part) in own.chain(shared) {
            let Some(freedom) = freedom else { continue };
            let (_, all) = estimates.entry(Rc::as_ptr(freedom)).or_insert((**freedom, 0.0));
            *all = all.hypot(part / self.u);
        }
        let parts: f64 = estimates.values().map(|(freedom, part)| part.powi(4) / freedom).sum();
        (parts > 0.0 && parts.is_finite()).then(|| 1.0 / parts)
    }

    /// The part of the variance that a leaf accounts for; `None` if the variance is 0.
    ///
    /// It is the covariance of the leaf's contribution with the quantity over the variance, so that all shares add
    /// up to 1; with correlations it may be negative.
    pub fn share(&self, input: &Input) -> Option<f64> {
        if self.u == 0.0 || !self.u.is_finite() {
            return None;
        }
        let part = input.signed_contribution() / self.u;
        let Some(parts) = input.shared() else { return Some(part * part) };
        let along = parts.iter().map(|(source, part)| {
            let own = self.shared.get(&Rc::as_ptr(source).addr());
            own.map_or(0.0, |(_, own)| own / self.u * part)
        });
        Some(part * along.sum::<f64>())
    }

    /// The covariance with another quantity by the sources that leaves and rows have of their own.
    pub fn own_product(&self, other: &ErrorVector) -> f64 {
        let own = self.inputs.iter().filter(|(_, input)| input.shared().is_none());
        own.filter_map(|(key, input)| Some(input.product(other.inputs.get(key)?))).sum()
    }

    /// The covariance with another quantity.
    fn product(&self, other: &ErrorVector) -> f64 {
        let shared = self
            .shared
            .iter()
            .filter_map(|(source, (_, part))| Some(part * other.shared.get(source)?.1));
        self.own_product(other) + shared.sum::<f64>()
    }

    /// The correlation with another quantity; `None` if one of them has no uncertainty.
    pub fn correlation(&self, other: &ErrorVector) -> Option<f64> {
        let size = self.u * other.u;
        if size == 0.0 || !size.is_finite() {
            return None;
        }
        let r = self.product(other) / size;
        Some(if r.abs() <= CANCELED { 0.0 } else { r.clamp(-1.0, 1.0) })
    }
}

/// The sums of the parts of shared sources.
fn shared_parts<'all>(inputs: impl Iterator<Item = &'all Input>) -> SharedParts {
    let mut sums = SharedParts::default();
    for input in inputs {
        // Not 0 times a derivative that may be infinite.
        let parts = input.shared().into_iter().flatten().filter(|(_, part)| *part != 0.0);
        for (source, part) in parts {
            let sum = sums.entry(Rc::as_ptr(source).addr());
            let (_, sum) = sum.or_insert_with(|| (Rc::clone(source), 0.0));
            *sum = added(*sum, part * input.signed_contribution());
        }
    }
    sums
}
