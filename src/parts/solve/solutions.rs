//! Equations: leaves that make both sides agree, and how they follow other leaves.

use std::cmp::Ordering;

use super::equations::Equations;
use super::implicit::follow;
use super::roots::scan;
use crate::core::graph::{Operand, Value, interrupted};
use crate::core::language::{Result, Span};
use crate::core::session::Session;
use crate::parts::fit::Parameter;
use crate::parts::least_squares::{self, Problem};
use crate::parts::solve;

/// The outcome of solving equations.
#[derive(Debug)]
pub struct Solution {
    /// The leaves that moved, with what is known of them; where there is no root, with the data at
    /// which the sides come closest.
    pub leaves: Vec<Parameter>,
    /// How each of these follows each other leaf: none where the Jacobian is singular.
    pub slopes: Option<Vec<Vec<(Value, f64)>>>,
    /// The roots of one unknown nearest to its start, in order.
    pub roots: Vec<f64>,
    /// Where the first leaf was.
    pub start: f64,
    /// The range in which there are more roots, if there are.
    pub more: Option<(f64, f64)>,
    /// The number of steps taken.
    pub steps: u64,
    /// How it ended.
    pub outcome: SolveOutcome,
}

/// How solving equations has ended.
#[derive(Debug, Clone, Copy)]
pub enum SolveOutcome {
    /// At a root.
    Solved,
    /// Without a root; no leaf has moved.
    None {
        /// How far the sides are apart where they come closest.
        least: f64,
        /// Where a change of sign of one unknown was looked for.
        range: Option<(f64, f64)>,
    },
    /// A side or a derivative is not finite at the start.
    NotFinite,
}

/// The most roots of one unknown that are given.
const MOST_ROOTS: usize = 6;
/// No other roots are looked for where each place takes more work than this, in nodes.
const MOST_WORK: usize = 20_000;
/// A leaf may be meant to be 0 if it is this part of the way or less: rounding ends the way to a multiple root.
const NEARLY_ZERO: f64 = 1e-2;
/// A double root is known to this part of itself before its slope is looked at.
const NEAR: f64 = 1e-5;
/// The smaller part of the golden section.
const GOLDEN: f64 = 0.381_966_011_250_105_1;
/// So small, a leaf is 0 but for rounding where the sides come closest.
const NEARLY_NOTHING: f64 = 1e-8;

/// Moves `leaves`, as many as there are equations, until both sides of each agree, and gives
/// them the uncertainties and correlations that they get from other leaves.
///
/// # Errors
///
/// When work is stopped.
pub fn solve(
    session: &mut Session,
    equations: &[[Operand; 2]],
    leaves: Vec<Value>,
) -> Result<Solution> {
    let nodes = solve::differences(equations);
    let start: Vec<f64> = leaves.iter().map(Value::data).collect();
    nodes.iter().for_each(|node| session.refresh(node));
    let equations = Equations::new(&nodes, &leaves, session.stop());
    // Without one when it was stopped.
    let mut equations = equations.ok_or_else(|| interrupted(Span::default()))?;
    let mut search = Search::new(&mut equations, &start);
    let roots = search.roots();
    let (steps, range, closest) = (search.steps, search.range, search.closest());
    if session.work().is_interrupted() {
        return Err(interrupted(Span::default()));
    }
    session.work().meter_nodes(nodes.len().saturating_mul(steps as usize));
    let first = start.first().copied().unwrap_or_default();
    let Some(root) = roots.first().cloned() else {
        let outcome = match closest {
            Some((_, least)) => SolveOutcome::None { least, range },
            None => SolveOutcome::NotFinite,
        };
        let at = closest.map_or(start, |(at, _)| at);
        let leaves = leaves.into_iter().zip(at);
        let leaves = leaves.map(|(leaf, data)| Parameter { leaf, data, u: None }).collect();
        let (roots, slopes, more) = (Vec::new(), None, None);
        return Ok(Solution { leaves, slopes, roots, start: first, more, steps, outcome });
    };
    equations.load(&root);
    let following = follow(&mut equations, &leaves);
    let changes: Vec<(Value, f64)> = leaves.iter().cloned().zip(root).collect();
    session.set(&changes);
    solve::record_solved(session, &nodes, &leaves);
    let us = solve::set_errors_of_root(session, &nodes, &leaves, following.as_ref());
    let parameter =
        |(leaf, u): (&Value, Option<f64>)| Parameter { leaf: leaf.clone(), data: leaf.data(), u };
    let mut nearest: Vec<f64> = match leaves.as_slice() {
        [_] => roots.iter().take(MOST_ROOTS).filter_map(|root| root.first().copied()).collect(),
        _ => Vec::new(),
    };
    nearest.sort_by(f64::total_cmp);
    Ok(Solution {
        leaves: leaves.iter().zip(us).map(parameter).collect(),
        slopes: following.map(|following| following.slopes),
        roots: nearest,
        start: first,
        more: range.filter(|_| roots.len() > MOST_ROOTS),
        steps,
        outcome: SolveOutcome::Solved,
    })
}

/// A search for roots: Newton's steps, and changes of sign over a scan.
struct Search<'search> {
    equations: &'search mut Equations,
    /// Where the leaves were.
    start: &'search [f64],
    /// The number of steps taken.
    steps: u64,
    /// The point where the sides have come closest, with the norm of the gaps there.
    closest: Option<(Vec<f64>, f64)>,
    /// Where a change of sign was looked for.
    range: Option<(f64, f64)>,
}

impl Search<'_> {
    fn new<'search>(equations: &'search mut Equations, start: &'search [f64]) -> Search<'search> {
        Search { equations, start, steps: 0, closest: None, range: None }
    }

    /// The roots found, the nearest to the start first; of several unknowns one at most.
    fn roots(&mut self) -> Vec<Vec<f64>> {
        let mut roots: Vec<Vec<f64>> = self.from(self.start).into_iter().collect();
        let &[start] = self.start else { return roots };
        let is_dear = self.equations.work() > MOST_WORK;
        // Sides that are equal at the start, though it is no root, are the same all around.
        let is_identity = roots.is_empty() && self.equations.agree_at(self.start);
        if is_identity || is_dear && !roots.is_empty() {
            return roots;
        }
        // One more to know of, and one that steps may have found as well.
        let found = scan(self.equations, start, if is_dear { 1 } else { MOST_ROOTS + 2 });
        self.range = Some(found.range);
        for root in found.roots {
            if !roots.iter().any(|known| self.is_same(known, root)) {
                roots.push(vec![root]);
            }
        }
        if roots.is_empty() {
            roots.extend(found.valleys.iter().find_map(|at| self.from(&[*at])));
            roots.extend(self.accepted(&[found.closest]));
        }
        let far = |root: &[f64]| root.first().map_or(f64::INFINITY, |at| (at - start).abs());
        roots.sort_by(|one, other| {
            // Of two that are as near the larger one.
            let larger = other.partial_cmp(one).unwrap_or(Ordering::Equal);
            far(one).total_cmp(&far(other)).then(larger)
        });
        roots
    }

    /// True if the sides are equal on the way from a root to another one, too, at no part of it where a
    /// periodic side may have a root.
    fn is_same(&mut self, root: &[f64], other: f64) -> bool {
        let between = root.first().map(|root| GOLDEN.mul_add(other - root, *root));
        between.is_some_and(|between| self.equations.agree_at(&[between]))
    }

    /// Damped Newton steps from a point.
    fn from(&mut self, start: &[f64]) -> Option<Vec<f64>> {
        for end in least_squares::ends(self.equations, start, |end| end.triangle.norm() == 0.0) {
            self.steps += end.steps;
            if let Some(root) = self.accepted(&end.at) {
                return Some(root);
            }
        }
        None
    }

    /// Returns the point if it is a root, or the root where those leaves are 0 that are nearly so; else
    /// keeps it if no other is closer to one.
    fn accepted(&mut self, at: &[f64]) -> Option<Vec<f64>> {
        let way = |(at, start): (&f64, &f64)| at.abs().max((at - start).abs());
        let farthest = at.iter().zip(self.start).map(way).fold(0.0, f64::max);
        let zeroed = with_zeros(at, NEARLY_ZERO * farthest);
        let is_zero = zeroed != at && self.equations.norm(&zeroed) == 0.0;
        if is_zero && self.equations.is_root(&zeroed) {
            return Some(zeroed);
        }
        if self.equations.is_root(at) {
            return Some(self.polished(at));
        }
        let norm = self.equations.norm(at);
        if norm.is_finite() && self.closest.as_ref().is_none_or(|(_, least)| norm < *least) {
            self.closest = Some((at.to_vec(), norm));
        }
        None
    }

    /// A root, moved to where the slope is 0 if that is one and next to it: a double root.
    fn polished(&mut self, at: &[f64]) -> Vec<f64> {
        let &[here] = at else { return at.to_vec() };
        let mut slope = |at: f64| {
            self.equations.load(&[at]);
            self.equations.slope()
        };
        let far = NEAR * if here == 0.0 { 1.0 } else { here.abs() };
        let (low, high) = (slope(here - far), slope(here + far));
        let level = here - slope(here) * 2.0 * far / (high - low);
        let is_next =
            low * high < 0.0 && (level - here).abs() < far && self.equations.is_root(&[level]);
        vec![if is_next { level } else { here }]
    }

    /// The point where the sides come closest, and how far they are apart there; with 0 for a leaf that is
    /// nearly 0 where that is no farther from a root.
    fn closest(&mut self) -> Option<(Vec<f64>, f64)> {
        let (at, norm) = self.closest.take()?;
        let whole = with_zeros(&at, NEARLY_NOTHING);
        let is_closer = self.equations.norm(&whole) <= norm * (1.0 + NEARLY_NOTHING);
        let at = if is_closer { whole } else { at };
        // Where the sides are equal and it is no root, rounding is all that there is between them.
        if self.equations.agree_at(&at) {
            return Some((at, 0.0));
        }
        let least = self.equations.gaps().fold(0.0, |largest: f64, gap| largest.max(gap.abs()));
        Some((at, least))
    }
}

/// A point with 0 for what is so small.
fn with_zeros(at: &[f64], small: f64) -> Vec<f64> {
    at.iter().map(|it| if it.abs() <= small { 0.0 } else { *it }).collect()
}
