//! What is known of the point where a fit has ended: whether its rows tell each leaf, and what their
//! errors make of it.

use std::rc::Rc;

use super::residuals::{Residuals, Sizes};
use crate::parts::least_squares::{End, Found, Problem, ROUNDINGS, Triangle, chi_squared, norm};

/// An unknown that rounding moves by more than this part of it has a ± that says so.
const ROUGH: f64 = 1e-10;
/// An unknown that rounding moves by more than this part is left open: `b` of `a*exp(b*x)` where `a` is 0 but for
/// rounding.
const OPEN: f64 = 0.01;
/// Where the rows hardly tell unknowns apart, and that is said, they are open if no digit is left of them: those of
/// a sigmoid of rows that only saturate.
const LOST: f64 = 1.0;
/// Moved so many roundings, by its slopes, an unknown that is told leaves residuals that are more than rounding:
/// `T*sigmoid(s*(x - x0))` of rows that are 0 and 1, begun at T = 0.
const BEYOND: f64 = 1e3;
/// Beyond this condition number rounding shows in the leaves.
const DELICATE: f64 = 1e8;

/// The point where a fit has ended, by the indices of its unknowns.
pub struct Ended {
    /// The numbers of the unknowns.
    pub at: Vec<f64>,
    /// The root of the sum of squares.
    pub norm: f64,
    /// Those that the rows do not tell from each other, or do not depend on.
    pub untold: Option<Vec<usize>>,
    /// The condition number, if rounding shows.
    pub delicate: Option<f64>,
    /// What independent errors of unit size make of each.
    pub errors: Option<Vec<Vec<f64>>>,
}

/// How the residuals are measured.
#[derive(Clone, Copy)]
pub struct Measure {
    /// Whether they are in units of the rows' own uncertainties.
    pub is_weighted: bool,
    /// What they are divided by besides, so that their squares are numbers.
    pub unit: f64,
    /// How many more rows than unknowns there are.
    pub spare: usize,
}

impl Measure {
    /// The measure of rows of these sizes.
    pub fn of(sizes: Sizes, is_weighted: bool, spare: usize) -> Measure {
        /// Squares of what is outside of these are not added up as they are.
        const USUAL: std::ops::Range<f64> = 1e-100..1e100;
        let is_usual = !sizes.norm.is_normal() || USUAL.contains(&sizes.norm);
        // A power of two, which changes no digit.
        let unit = if is_usual { 1.0 } else { sizes.norm.log2().round().exp2() };
        Measure { is_weighted, unit, spare }
    }

    /// The probability of a larger χ² than that of rows with this norm, if they have uncertainties.
    pub fn probability(&self, norm: f64) -> Option<f64> {
        let is_known = self.is_weighted && self.spare > 0;
        is_known.then(|| chi_squared(self.spare as f64, norm * norm))
    }

    /// What the rows are divided by; none where all weigh the same.
    pub fn weights(&self, own: Option<Rc<Vec<f64>>>, rows: usize) -> Option<Rc<Vec<f64>>> {
        match (own, self.unit) {
            (own, 1.0) => own,
            (None, unit) => Some(Rc::new(vec![unit; rows])),
            (Some(own), unit) => Some(Rc::new(own.iter().map(|u| u * unit).collect())),
        }
    }
}

impl Ended {
    /// Returns what is known of the point that a search has `found` from `start`.
    pub fn of(residuals: &mut Residuals, found: &Found, start: &[f64], measure: Measure) -> Ended {
        let (triangle, mut at) = (&found.triangle, found.at.clone());
        let norm = triangle.norm();
        let condition = triangle.condition();
        let is_delicate = condition > DELICATE;
        let (mut untold, mut is_rough) = (None, is_delicate);
        let is_rounding = found.end == End::Exact;
        if let End::Confused(which) = &found.end {
            untold = Some(which.clone());
        } else if is_rounding && let Some(moved) = Moved::by_rounding(residuals, found) {
            untold = moved.untold(residuals, start, if is_delicate { LOST } else { OPEN });
            is_rough |= moved.is_rough(start);
            moved.to_zero(residuals, &mut at);
        }
        let usual = match found.end {
            _ if measure.is_weighted => 1.0 / measure.unit,
            // Only if it shows in the leaves are these uncertain by rounding.
            _ if is_rounding && is_rough => each(residuals, triangle),
            _ if is_rounding => 0.0,
            _ => norm / (measure.spare as f64).sqrt(),
        };
        let has_errors = found.has_converged() && measure.spare > 0 && untold.is_none();
        let errors = if has_errors { errors(triangle, usual) } else { None };
        let (norm, delicate) = (norm * measure.unit, is_delicate.then_some(condition));
        Ended { at, norm, untold, delicate, errors }
    }
}

/// How far rounding moves each unknown where the residuals are nothing else.
struct Moved<'found> {
    found: &'found Found,
    by: Vec<f64>,
}

impl Moved<'_> {
    fn by_rounding<'found>(residuals: &Residuals, found: &'found Found) -> Option<Moved<'found>> {
        let errors = errors(&found.triangle, each(residuals, &found.triangle))?;
        Some(Moved { found, by: errors.iter().map(|errors| norm(errors)).collect() })
    }

    /// Those that it moves by more than this part of their sizes.
    fn above(&self, most: f64, size: impl Fn(usize) -> f64) -> Vec<usize> {
        let is_above = |(at, by): &(usize, &f64)| match size(*at) {
            size if size > 0.0 => **by > most * size,
            _ => false,
        };
        self.by.iter().enumerate().filter(is_above).map(|(at, _)| at).collect()
    }

    fn size(&self, start: &[f64], at: usize) -> f64 {
        [&self.found.at, start]
            .iter()
            .filter_map(|it| it.get(at))
            .fold(0.0, |most, it| most.max(it.abs()))
    }

    /// Those that the rows do not tell. What an unknown is measured by is its size, or by how much it
    /// would make rows as large as they are: one that is 0 is told as well as any other.
    fn untold(&self, residuals: &mut Residuals, start: &[f64], most: f64) -> Option<Vec<usize>> {
        let linear = residuals.linear();
        let own = self.found.triangle.column_norms();
        let first = residuals.triangle(start).map(|it| it.column_norms());
        let rows = residuals.rounding() / f64::EPSILON;
        let natural = |at: usize| {
            let of = |norms: &Vec<f64>| norms.get(at).copied().filter(|it| it.is_finite());
            let first = first.as_ref().filter(|_| at >= linear).and_then(of);
            rows / of(&own).unwrap_or(0.0).max(first.unwrap_or(0.0))
        };
        let untold = self.above(most, |at| self.size(start, at).max(natural(at)));
        if untold.is_empty() { self.held_by_rounding(residuals) } else { Some(untold) }
    }

    /// Those that move far beyond rounding by their slopes and leave nothing but rounding in the residuals, as in
    /// `sigmoid(s*x)` that is 0 or 1 in each row: the slopes are rounding themselves.
    fn held_by_rounding(&self, residuals: &mut Residuals) -> Option<Vec<usize>> {
        let triangle = &self.found.triangle;
        let rounding = residuals.rounding().max(triangle.norm());
        let own = triangle.column_norms();
        let linear = residuals.linear();
        let mut there = self.found.at.clone();
        let mut is_level = |at: usize, sign: f64| {
            let (Some(own), Some(from)) = (own.get(at), self.found.at.get(at)) else {
                return false;
            };
            there.clone_from(&self.found.at);
            if let Some(there) = there.get_mut(at) {
                *there = from + sign * BEYOND * rounding / own;
            }
            residuals.norm(&there) <= ROUNDINGS * rounding
        };
        let held: Vec<usize> = (linear..self.found.at.len())
            .filter(|at| rounding > 0.0 && (is_level(*at, 1.0) || is_level(*at, -1.0)))
            .collect();
        (!held.is_empty()).then_some(held)
    }

    /// Tells whether it shows in an unknown that is not 0.
    fn is_rough(&self, start: &[f64]) -> bool {
        let rough = self.above(ROUGH, |at| self.size(start, at));
        rough.into_iter().any(|at| !self.is_zero(at))
    }

    fn is_zero(&self, at: usize) -> bool {
        let both = self.found.at.get(at).zip(self.by.get(at));
        both.is_some_and(|(at, by)| at.abs() <= ROUNDINGS * by)
    }

    /// Takes those that are 0 but for rounding to 0, if the rows allow that.
    fn to_zero(&self, residuals: &mut Residuals, at: &mut Vec<f64>) {
        let mut zeros = at.clone();
        let own = zeros.iter_mut().enumerate().filter(|(at, _)| self.is_zero(*at));
        own.for_each(|(_, it)| *it = 0.0);
        let most = self.found.triangle.norm().max(residuals.rounding());
        if zeros != *at && residuals.norm(&zeros) <= most {
            *at = zeros;
        }
    }
}

/// What rounding is in each row where the residuals are nothing else.
fn each(residuals: &Residuals, triangle: &Triangle) -> f64 {
    residuals.rounding().max(triangle.norm()) / (residuals.rows() as f64).sqrt()
}

/// What independent errors of unit size make of each unknown, where each residual has an error of
/// this size.
fn errors(triangle: &Triangle, deviation: f64) -> Option<Vec<Vec<f64>>> {
    let mut rows = triangle.inverse()?;
    rows.iter_mut().flatten().for_each(|it| *it *= deviation);
    Some(rows)
}
