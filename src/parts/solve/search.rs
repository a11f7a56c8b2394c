//! The search for roots: damped Newton steps, and with one unknown a scan.

use super::determined::{Affine, inside_plateau, judge_affine, open_unknowns};
use super::report::BRIEF;
use super::roots::{EVEN, Scan, range};
use crate::parts::implicit::Equations;
use crate::parts::least_squares::{self, Problem};
use crate::report::numbers;

/// The most roots of one unknown that are given.
pub const MOST_ROOTS: usize = 6;
/// There is no scan if each place takes more work than this, in nodes.
const MOST_WORK: usize = 5_000;
/// A leaf may be meant to be 0 if it is this part of the way or less: rounding ends the way to a multiple root.
const NEARLY_ZERO: f64 = 1e-2;
/// The smaller part of the golden section.
const GOLDEN: f64 = 0.381_966_011_250_105_1;

/// The result of a search.
#[derive(Debug, Default)]
pub struct Found {
    /// The roots, the nearest to the start first; of several unknowns one at most.
    pub roots: Vec<Vec<f64>>,
    pub steps: u64,
    /// The range of a scan.
    pub range: Option<(f64, f64)>,
    /// The point with the smallest gap, and that gap; `None` if the sides are nowhere finite.
    pub closest: Option<(Vec<f64>, f64)>,
    /// A solution where the equations do not determine the unknowns, and the numbers of those.
    pub open: Option<(Vec<f64>, Vec<usize>)>,
    /// Without a root, what is known of the sides at the closest point.
    pub sides: Sides,
    /// True if there may be roots that were not looked for.
    pub may_be_more: bool,
    /// True if the sides stay equal on one side of the root.
    pub is_on_plateau: bool,
}

/// What is known of sides that have no root.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Sides {
    #[default]
    Unknown,
    /// They come closer and closer, farther and farther away.
    Asymptotic,
    /// The equations are affine, and no numbers fulfill them.
    Contradictory,
}

/// Looks for roots from a start. The equations may be affine in the unknowns.
pub fn search(equations: &mut Equations, start: &[f64], is_affine: bool) -> Found {
    let mut found = Found::default();
    let root = found.newton(equations, start);
    found.roots.extend(root);
    if let &[start] = start {
        let (has_none, is_dear) = (found.roots.is_empty(), equations.work() > MOST_WORK);
        // Sides that are equal at the start, though it is no root, are the same all around.
        let is_identity = equations.agree_at(&[start]) && !equations.is_root(&[start]);
        if has_none && !is_identity || !has_none && !is_dear {
            found.scan(equations, start, if is_dear { 1 } else { MOST_ROOTS + 1 });
        }
    }
    found.sort(start);
    found.judge(equations, start, is_affine);
    found
}

impl Found {
    /// Takes damped Newton steps.
    fn newton(&mut self, equations: &mut Equations, start: &[f64]) -> Option<Vec<f64>> {
        for end in least_squares::ends(equations, start, |end| end.triangle.norm() == 0.0) {
            self.steps += end.steps;
            // Or the root with nearly zero leaves at 0.
            let way = end.at.iter().zip(start).map(|(at, from)| at.abs().max((at - from).abs()));
            let small = NEARLY_ZERO * way.fold(0.0, f64::max);
            let zeroed = end.at.iter().map(|at| if at.abs() <= small { 0.0 } else { *at });
            let zeroed: Vec<f64> = zeroed.collect();
            let is_zero = zeroed != end.at && equations.norm(&zeroed) == 0.0;
            if is_zero && equations.is_root(&zeroed) {
                return Some(zeroed);
            }
            if equations.is_root(&end.at) {
                return Some(end.at);
            }
            [zeroed, end.at].into_iter().for_each(|at| self.keep_closest(equations, at));
        }
        None
    }

    /// Scans for roots of the only unknown, and counts those beyond the list.
    fn scan(&mut self, equations: &mut Equations, start: f64, enough: usize) {
        let mut scan = Scan::over(equations, start, 0, enough);
        if scan.roots.len() > MOST_ROOTS {
            scan = Scan::over(equations, start, EVEN, usize::MAX);
        }
        let (mut roots, closest) = (scan.roots, scan.closest.at);
        roots.sort_by(f64::total_cmp);
        roots.dedup_by(|root, last| is_same(equations, *last, *root));
        self.roots.retain(|newton| {
            let far = |root: f64| (root - newton[0]).abs();
            let nearest =
                roots.iter().copied().min_by(|one, other| far(*one).total_cmp(&far(*other)));
            nearest.is_none_or(|root| !is_same(equations, root, newton[0]))
        });
        self.roots.extend(roots.into_iter().map(|root| vec![root]));
        let (low, high) = range(start);
        self.range = Some((low, high));
        // The line on the closest point names the range.
        let is_inside = |(at, _): &(Vec<f64>, f64)| at.iter().all(|at| *at >= low && *at <= high);
        self.closest = self.closest.take().filter(is_inside);
        self.keep_closest(equations, vec![closest]);
    }

    /// Judges whether the equations determine the root, or have none.
    fn judge(&mut self, equations: &mut Equations, start: &[f64], is_affine: bool) {
        if equations.is_stopped() {
            return;
        }
        let judged = if is_affine { judge_affine(equations, start) } else { None };
        match judged {
            Some(Affine::Open(solution, open)) => self.open = Some((solution, open)),
            Some(Affine::Contradictory) if self.roots.is_empty() => {
                self.sides = Sides::Contradictory;
            }
            _ => self.judge_curved(equations, start, is_affine),
        }
    }

    /// Judges equations that are not affine, or that are not singular.
    fn judge_curved(&mut self, equations: &mut Equations, start: &[f64], is_affine: bool) {
        if let Some(root) = self.roots.first() {
            self.may_be_more = self.range.is_none() && !is_affine;
            match root.as_slice() {
                [at] => self.is_on_plateau = inside_plateau(equations, *at).is_some(),
                _ => {
                    let open = open_unknowns(equations, root);
                    self.open = open.map(|open| (root.clone(), open));
                }
            }
        } else if let Some((at, _)) = self.closest.as_ref().filter(|(_, least)| *least == 0.0) {
            if let Some(solution) = solution_on_plateau(equations, start, at) {
                self.open = Some((vec![solution], vec![0]));
            } else if equations.is_asymptotic(at) {
                self.sides = Sides::Asymptotic;
            } else {
                self.open = open_unknowns(equations, at).map(|open| (at.clone(), open));
            }
        }
    }

    /// Sorts roots of one unknown by their distance from the start; of two that are as near the larger one is first.
    fn sort(&mut self, start: &[f64]) {
        let far = |root: &[f64]| (root[0] - start[0]).abs();
        self.roots.sort_by(|one, other| {
            far(one).total_cmp(&far(other)).then(other[0].total_cmp(&one[0]))
        });
    }

    /// Keeps a point if the sides are closer at no other.
    fn keep_closest(&mut self, equations: &mut Equations, at: Vec<f64>) {
        // Equal sides without a root differ only by rounding.
        let is_rounding = equations.are_equal_at(&at);
        let largest = equations.gaps().map(f64::abs).max_by(f64::total_cmp).unwrap_or(f64::NAN);
        let least = if is_rounding { 0.0 } else { largest };
        if least.is_finite() && self.closest.as_ref().is_none_or(|(_, other)| least < *other) {
            self.closest = Some((at, least));
        }
    }
}

/// The solution of one unknown on a plateau that begins at a place: the place itself, or one inside if it is an end that
/// may lie beside the number that is printed.
fn solution_on_plateau(equations: &mut Equations, start: &[f64], at: &[f64]) -> Option<f64> {
    let &[at] = at else { return None };
    let inside = inside_plateau(equations, at)?;
    let is_as_printed = numbers::significant(at, BRIEF).parse() == Ok(at);
    Some(if start == [at] || is_as_printed { at } else { inside })
}

/// True if the sides are also equal between two roots, at a place where a periodic side has no root.
fn is_same(equations: &mut Equations, root: f64, other: f64) -> bool {
    equations.agree_at(&[GOLDEN.mul_add(other - root, root)])
}
