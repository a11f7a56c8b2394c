//! Equations: leaves that make both sides agree, and how they follow other leaves.

mod roots;

use super::Session;
use super::fit::Parameter;
use super::root_errors::RootSlopes;
use crate::graph::{Label, Operand, Value, interrupted};
use crate::language::{Result, Span};
use crate::methods::{Contact, Equations, Near, range, scan};
use crate::numbers::share;
use crate::ops::SUBTRACT;
use crate::solver::{self, Problem, Triangle};

/// The outcome of solving equations.
#[derive(Debug)]
pub struct Solution {
    /// The leaves that moved, with what is known of them; where there is no root, with the data at
    /// which the sides come closest.
    pub leaves: Vec<Parameter>,
    /// How far off each of them may be by rounding.
    pub within: Vec<f64>,
    /// How each of these follows each other leaf: none where the sides do not tell.
    pub slopes: Option<Vec<Vec<(Value, f64)>>>,
    /// True if a slope is not finite at the root.
    pub steep: bool,
    /// All roots found of one unknown, in order, or only the nearest ones; and how far off each may be
    /// by rounding.
    pub roots: Vec<(f64, f64)>,
    /// Where there are more roots, if there are.
    pub more: Option<(f64, f64)>,
    /// The number of steps taken.
    pub steps: u64,
    /// How it ended.
    pub outcome: SolveOutcome,
}

/// How solving equations has ended.
#[derive(Debug)]
pub enum SolveOutcome {
    /// At a root.
    Solved,
    /// Without a root; no leaf has moved.
    None {
        /// How far the sides are apart where they come closest.
        least: f64,
        /// Where a change of sign was looked for.
        range: Option<(f64, f64)>,
        /// True if the sides come ever closer, however far the leaves go.
        fades: bool,
        /// True if the sign changes in a jump, or at a pole.
        jumps: bool,
    },
    /// Where both sides meet as far as rounding lets them see, and may have a root or not; no leaf
    /// has moved.
    Undecided {
        /// How far the sides seem to be apart there.
        least: f64,
        /// True if they do not meet, but the sign changes on the way to where a side is infinite.
        ends: bool,
    },
    /// A side or a derivative is not finite at the start.
    NotFinite,
}

/// A leaf may be meant to be 0 if it is this part of the farthest way.
const NEARLY_ZERO: f64 = 1e-4;
/// So small, it is 0 but for rounding where the sides come closest.
const NEARLY_NOTHING: f64 = 1e-8;
/// What is left open by steps may be so many times farther away than what a scan leaves open.
const MUCH_FARTHER: f64 = 2.0;
/// How many other starts are tried for several unknowns.
const MOST_STARTS: usize = 60;
/// After so many steps there are no more.
const MOST_STEPS: u64 = 20_000;

#[doc(hidden)]
impl Session {
    /// Moves `leaves`, as many as there are equations, until both sides of each agree, and gives
    /// them the uncertainties and correlations that they get from other leaves.
    ///
    /// # Errors
    ///
    /// When work is stopped.
    pub fn solve(&mut self, equations: &[[Operand; 2]], leaves: Vec<Value>) -> Result<Solution> {
        let difference =
            |sides: &[Operand; 2]| Value::computed(SUBTRACT, sides.clone(), Label::default());
        let nodes: Vec<Value> = equations.iter().map(difference).collect();
        let start: Vec<f64> = leaves.iter().map(Value::data).collect();
        let mut equations = Equations::new(&nodes, leaves.clone(), self.stop());
        let mut search = Search::new(&mut equations, &start);
        let mut root = search.root();
        let roots = search.all_roots(&mut root);
        let (steps, touch) = (search.steps, search.touch.take());
        let (range, fades, jumps) = (search.range, search.fades, search.jumps);
        let ends = touch.is_none() && search.end.is_some();
        let end = search.end.map(|at| Near::exactly(&[at]));
        let touch = touch.or(end);
        let closest = search.closest.take().map(|at| search.whole(at));
        let near = touch.as_ref().map(|touch| &touch.at).or(closest.as_ref());
        let least = near.map(|at| equations.largest_gap(at));
        equations.restore();
        self.set_data(&[]);
        if self.is_interrupted() {
            return Err(interrupted(Span::default()));
        }
        self.meter_nodes(nodes.len().saturating_mul(steps as usize));
        let Some(root) = root else {
            // It counts as a change all the same.
            self.set(&[]);
            let (near, outcome) = match (touch, closest, least) {
                (Some(touch), _, Some(least)) => (touch, SolveOutcome::Undecided { least, ends }),
                (None, Some(at), Some(least)) => {
                    let none = SolveOutcome::None { least, range, fades, jumps };
                    (Near { at, within: Vec::new() }, none)
                }
                _ => (Near { at: start, within: Vec::new() }, SolveOutcome::NotFinite),
            };
            let leaves = leaves.into_iter().zip(near.at);
            let leaves = leaves.map(|(leaf, data)| Parameter { leaf, data, u: None }).collect();
            let (within, slopes, steep) = (near.within, None, false);
            let (roots, more) = (Vec::new(), None);
            return Ok(Solution { leaves, within, slopes, steep, roots, more, steps, outcome });
        };
        let Near { at: root, within } = root;
        equations.load(&root);
        let following = follow(&equations, &leaves);
        let steep = (0..equations.rows())
            .any(|row| equations.slopes(row).iter().any(|(_, slope)| !slope.is_finite()));
        equations.restore();
        let changes: Vec<(Value, f64)> = leaves.iter().cloned().zip(root).collect();
        self.open_group();
        self.set(&changes);
        let us = self.set_errors_of_root(&nodes, &leaves, following.as_ref());
        self.close_group();
        let us = us?;
        let parameter = |(leaf, u): (&Value, Option<f64>)| Parameter {
            leaf: leaf.clone(),
            data: leaf.data(),
            u,
        };
        Ok(Solution {
            leaves: leaves.iter().zip(us).map(parameter).collect(),
            within,
            slopes: following.map(|following| following.slopes),
            steep,
            more: roots::are_more(&roots, &start),
            roots: roots::nearest(roots, &start),
            steps,
            outcome: SolveOutcome::Solved,
        })
    }
}

/// Tells whether a root is beyond the range of a scan.
fn is_far(start: f64, root: &[f64]) -> bool {
    let (low, high) = range(start);
    root.iter().any(|at| *at < low || *at > high)
}

/// A search for a root, from the start and then from elsewhere.
struct Search<'search> {
    equations: &'search mut Equations,
    start: &'search [f64],
    steps: u64,
    /// The first point where the sides meet as far as rounding lets them see.
    touch: Option<Near>,
    /// The point where the sides have come closest.
    closest: Option<Vec<f64>>,
    least: f64,
    range: Option<(f64, f64)>,
    fades: bool,
    jumps: bool,
    /// The first place beyond which a side is infinite, and the sign changes on the way.
    end: Option<f64>,
}

impl Search<'_> {
    fn new<'search>(equations: &'search mut Equations, start: &'search [f64]) -> Search<'search> {
        let (closest, least) = (None, f64::INFINITY);
        let (range, fades, jumps, end) = (None, false, false, None);
        Search { equations, start, steps: 0, touch: None, closest, least, range, fades, jumps, end }
    }

    fn root(&mut self) -> Option<Near> {
        // Sides that are the same tell of no root.
        if self.equations.meet_around(self.start) {
            match self.equations.contact(self.start) {
                Contact::Root(near) => return Some(near),
                Contact::Touch(near) => {
                    self.touch = Some(near);
                    return None;
                }
                Contact::Fades | Contact::Apart => {}
            }
        }
        let root = self.from(self.start);
        match *self.start {
            // Steps may jump past the nearest roots.
            [start] if root.as_ref().is_none_or(|root| is_far(start, &root.at)) => {
                self.scan(start).or(root)
            }
            [_] => root,
            _ => root.or_else(|| self.elsewhere()),
        }
    }

    /// Damped Newton steps from a point.
    fn from(&mut self, start: &[f64]) -> Option<Near> {
        for end in solver::ends(self.equations, start, |end| end.triangle.norm() == 0.0) {
            self.steps += end.steps;
            if let Some(root) = self.accepted(&end.at) {
                return Some(root);
            }
        }
        None
    }

    /// Returns the point if it is a root, and else keeps it if no other is closer to one.
    fn accepted(&mut self, at: &[f64]) -> Option<Near> {
        if let Some(zero) = self.at_zero(at) {
            return Some(zero);
        }
        match self.equations.contact(at) {
            Contact::Root(near) => return Some(near),
            Contact::Touch(near) => _ = self.touch.get_or_insert(near),
            Contact::Fades => self.fades = true,
            Contact::Apart => {}
        }
        let norm = self.equations.norm(at);
        if norm < self.least {
            (self.least, self.closest) = (norm, Some(at.to_vec()));
        }
        None
    }

    /// Returns the root where those leaves are 0 that are nearly so, as rounding ends the way to a
    /// multiple one. Nothing may have been rounded there.
    fn at_zero(&mut self, at: &[f64]) -> Option<Near> {
        let way = |(at, start): (&f64, &f64)| at.abs().max((at - start).abs());
        let farthest = at.iter().zip(self.start).map(way).fold(0.0, f64::max);
        // Where numbers end, x^100 is 0 already.
        let part = if self.equations.underflow_at(at) { 1.0 } else { NEARLY_ZERO };
        let is_nothing = |it: &f64| it.abs() <= part * farthest;
        let whole: Vec<f64> = at.iter().map(|it| if is_nothing(it) { 0.0 } else { *it }).collect();
        let is_root = whole != at && self.equations.is_exact_root(&whole);
        is_root.then(|| Near { within: vec![0.0; whole.len()], at: whole })
    }

    /// The point where the sides come closest, with 0 for a leaf that is nearly 0 where that is no
    /// farther from a root.
    fn whole(&mut self, at: Vec<f64>) -> Vec<f64> {
        let is_nothing = |it: &f64| it.abs() < NEARLY_NOTHING;
        let whole: Vec<f64> = at.iter().map(|it| if is_nothing(it) { 0.0 } else { *it }).collect();
        let (near, there) = (self.equations.norm(&at), self.equations.norm(&whole));
        if there <= near * (1.0 + NEARLY_NOTHING) { whole } else { at }
    }

    /// Looks for a change of sign of one unknown.
    fn scan(&mut self, start: f64) -> Option<Near> {
        let found = scan(self.equations, start, 1);
        self.range = Some(found.range);
        (self.jumps, self.end) = (found.jumps, found.end);
        let root = found.roots.into_iter().next();
        if root.is_some() {
            return root;
        }
        // The first one of a scan is the nearest; steps may have jumped far.
        let far = |near: &Near| near.at.first().map_or(f64::INFINITY, |at| (at - start).abs());
        let nearer = found.touch.as_ref().map_or(f64::INFINITY, |near| MUCH_FARTHER * far(near));
        self.touch = self.touch.take().filter(|near| far(near) <= nearer).or(found.touch);
        let root = found.valleys.iter().find_map(|at| self.from(&[*at]));
        let root = root.or_else(|| self.accepted(&[found.closest]));
        if root.is_none() && self.touch.is_none() {
            let mut places = [start, found.closest].into_iter();
            let lost = places.find(|at| self.equations.is_lost_at(&[*at]));
            self.touch = lost.map(|at| Near::exactly(&[at]));
        }
        root
    }

    /// Tries starts around the first one, ever farther away.
    fn elsewhere(&mut self) -> Option<Near> {
        for round in 0..MOST_STARTS {
            if self.equations.is_stopped() || self.steps > MOST_STEPS {
                return None;
            }
            let far = 0.5 * 1.1_f64.powi(round as i32);
            let moved =
                |(place, at): (usize, &f64)| at + far * at.abs().max(1.0) * share(round, place);
            let start: Vec<f64> = self.start.iter().enumerate().map(moved).collect();
            if let Some(root) = self.from(&start) {
                return Some(root);
            }
        }
        None
    }
}

/// How the leaves follow each other leaf at a root, by the implicit function theorem; none where the
/// sides do not tell.
pub(super) fn follow(equations: &Equations, leaves: &[Value]) -> Option<RootSlopes> {
    let (size, rows) = (leaves.len(), equations.rows());
    let grads: Vec<Vec<(Value, f64)>> = (0..rows).map(|row| equations.slopes(row)).collect();
    let slope_of = |row: usize, leaf: &Value| {
        let own = grads.get(row).and_then(|row| row.iter().find(|(it, _)| it.is(leaf)));
        own.map_or(0.0, |(_, slope)| *slope)
    };
    // By the largest of its slopes, lest a row is too small a number.
    let size_of = |row: usize| {
        let own = leaves.iter().map(|leaf| slope_of(row, leaf).abs()).fold(0.0, f64::max);
        if own > 0.0 && own.is_finite() { own } else { 1.0 }
    };
    let sizes: Vec<f64> = (0..rows).map(size_of).collect();
    let slope = |row: usize, leaf: &Value| slope_of(row, leaf) / sizes[row];
    let mut others: Vec<Value> = Vec::new();
    for (leaf, _) in grads.iter().flatten() {
        if !leaf.is_per_row() && !leaves.contains(leaf) && !others.contains(leaf) {
            others.push(leaf.clone());
        }
    }
    others.sort_unstable_by_key(Value::label);
    let by = |right: &dyn Fn(usize) -> f64| {
        let mut block = vec![0.0; rows * (size + 1)];
        for row in 0..rows {
            for (column, leaf) in leaves.iter().enumerate() {
                block[column * rows + row] = slope(row, leaf);
            }
            block[size * rows + row] = right(row);
        }
        let mut triangle = Triangle::new(size);
        triangle.absorb(&mut block, rows);
        triangle
    };
    if by(&|_| 0.0).confused(SINGULAR).is_some() {
        return None;
    }
    let mut slopes: Vec<Vec<(Value, f64)>> = vec![Vec::new(); size];
    for other in others {
        let step = by(&|row| slope(row, &other)).step()?;
        slopes.iter_mut().zip(step).for_each(|(own, by)| own.push((other.clone(), by)));
    }
    let mut shifts: Vec<Vec<f64>> = vec![Vec::new(); size];
    for shifted in 0..rows {
        let step = by(&|row| f64::from(u8::from(row == shifted)) / sizes[row]).step();
        let step = step.unwrap_or_else(|| vec![f64::INFINITY; size]);
        shifts.iter_mut().zip(step).for_each(|(own, by)| own.push(by));
    }
    Some(RootSlopes { slopes, shifts })
}

/// Equations that depend on each other beyond this part tell nothing of how leaves follow.
const SINGULAR: f64 = 1e-13;
