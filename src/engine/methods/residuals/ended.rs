//! What is known of the point where a fit has ended: whether its rows tell each leaf, and what their
//! errors make of it.

use std::rc::Rc;

use super::{Residuals, Sizes};
use crate::numbers::norm;
use crate::solver::thresholds_of_fit::ended::{BEYOND, DELICATE, FAR, LOST, OPEN, ROUGH};
use crate::solver::thresholds_of_fit::proof::ROUNDINGS;
use crate::solver::{
    Bent, End, Found, Problem, Proof, Squares, Triangle, bent, chi_squared, student,
};

/// The point where a fit has ended, by the indices of its unknowns.
pub struct Ended {
    /// The numbers of the unknowns.
    pub at: Vec<f64>,
    /// The root of the sum of squares.
    pub norm: f64,
    /// Those that the rows do not tell.
    pub untold: Option<Untold<usize>>,
    /// The condition number, if rounding shows.
    pub delicate: Option<f64>,
    /// What independent errors of unit size make of each.
    pub errors: Option<Vec<Vec<f64>>>,
    /// Those along which the sum of squares is no parabola; none where that was not looked at.
    pub bent: Option<Vec<Bent>>,
}

/// Leaves that the rows do not tell.
#[derive(Debug)]
pub enum Untold<Leaf> {
    /// The rows do not tell these from each other, or do not depend on the only one.
    Together(Vec<Leaf>),
    /// The slope by it is 0 in all rows at the start.
    Level(Leaf),
    /// It has run off to here, where the slope by it is 0 in all rows.
    RanOff(Leaf, f64),
}

impl<Leaf> Untold<Leaf> {
    /// Returns the same of what `of` makes of each leaf.
    pub fn map<Other>(self, of: impl Fn(&Leaf) -> Other) -> Untold<Other> {
        match self {
            Untold::Together(all) => Untold::Together(all.iter().map(of).collect()),
            Untold::Level(leaf) => Untold::Level(of(&leaf)),
            Untold::RanOff(leaf, to) => Untold::RanOff(of(&leaf), to),
        }
    }
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
        let is_rounding = found.end == End::Minimum(Proof::Rounding);
        if let End::Confused(which) = &found.end {
            untold = Some(how_untold(residuals, found, start, which));
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
        let is_minimum = matches!(found.end, End::Minimum(_));
        let has_errors = is_minimum && measure.spare > 0 && untold.is_none();
        let errors = if has_errors { errors(triangle, usual) } else { None };
        let most = if measure.is_weighted { f64::INFINITY } else { measure.spare as f64 };
        let is_curved = !is_rounding && residuals.linear() < at.len();
        let bent = match &errors {
            Some(errors) if is_curved => {
                bent(&mut Squares::new(residuals, &at, usual), &at, errors, student(most))
            }
            _ => None,
        };
        let (norm, delicate) = (norm * measure.unit, is_delicate.then_some(condition));
        Ended { at, norm, untold, delicate, errors, bent }
    }
}

/// The probabilities of a smaller and of a larger χ² than that of the rows.
pub fn chances(norm: f64, measure: Measure) -> Option<[f64; 2]> {
    let is_known = measure.is_weighted && measure.spare > 0;
    is_known.then(|| chi_squared(measure.spare as f64, norm * norm))
}

/// Why the rows do not tell these unknowns.
fn how_untold(
    residuals: &mut Residuals,
    found: &Found,
    start: &[f64],
    which: &[usize],
) -> Untold<usize> {
    let slope = |triangle: &Triangle, at: usize| triangle.column_norms().get(at).copied();
    if let [only] = which
        && slope(&found.triangle, *only) == Some(0.0)
        && let (Some(from), Some(to)) = (start.get(*only), found.at.get(*only))
    {
        let first = residuals.triangle(start);
        return match first.and_then(|it| slope(&it, *only)) {
            Some(0.0) => Untold::Level(*only),
            _ if (to - from).abs() > FAR * from.abs().max(1.0) => Untold::RanOff(*only, *to),
            _ => Untold::Together(vec![*only]),
        };
    }
    Untold::Together(which.to_vec())
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
    fn untold(&self, residuals: &mut Residuals, start: &[f64], most: f64) -> Option<Untold<usize>> {
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
        if untold.is_empty() {
            self.held_by_rounding(residuals)
        } else {
            Some(Untold::Together(untold))
        }
    }

    /// Those that move far beyond rounding by their slopes and leave nothing but rounding in the residuals, as in
    /// `sigmoid(s*x)` that is 0 or 1 in each row: the slopes are rounding themselves.
    fn held_by_rounding(&self, residuals: &mut Residuals) -> Option<Untold<usize>> {
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
        (!held.is_empty()).then_some(Untold::Together(held))
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
