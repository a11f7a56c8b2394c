//! Equations: leaves that make both sides agree, and how they follow other leaves.

use super::Session;
use super::equations::Equations;
use super::fit::Parameter;
use super::root_errors::Following;
use super::roots::scan;
use crate::graph::{Label, Operand, Value, interrupted};
use crate::language::{Result, Span};
use crate::ops::SUBTRACT;
use crate::solver::{self, Problem, Triangle, share};

/// The outcome of solving equations.
#[derive(Debug)]
pub struct Solution {
    /// The leaves that moved, with what is known of them; where there is no root, with the data at
    /// which the sides come closest.
    pub leaves: Vec<Parameter>,
    /// How each of these follows each other leaf: none where the sides do not tell.
    pub slopes: Option<Vec<Vec<(Value, f64)>>>,
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
    /// A side or a derivative is not finite at the start.
    NotFinite,
}

/// Steps have come to an end where the next one is this part of the way.
const SETTLED: f64 = 1e-9;
/// A leaf may be meant to be 0 if it is this part of the farthest way,
const NEARLY_ZERO: f64 = 1e-4;
/// and the slope at a multiple root vanishes within this part of it.
const SHARPEST: f64 = 1e-6;
/// Halvings after which any two numbers so close are neighbors.
const MOST_HALVINGS: usize = 64;
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
        let root = search.root();
        let (steps, closest) = (search.steps, search.closest.take());
        let (range, fades, jumps) = (search.range, search.fades, search.jumps);
        let gaps = closest.as_ref().map(|at| {
            equations.load(at);
            equations.gaps().fold(0.0, |largest: f64, gap| largest.max(gap.abs()))
        });
        equations.restore();
        self.set_data(&[]);
        if self.is_interrupted() {
            return Err(interrupted(Span::default()));
        }
        self.meter_nodes(nodes.len().saturating_mul(steps as usize));
        let Some(root) = root else {
            // It counts as a change all the same.
            self.set(&[]);
            let outcome = match gaps {
                Some(least) => SolveOutcome::None { least, range, fades, jumps },
                None => SolveOutcome::NotFinite,
            };
            let at = closest.unwrap_or(start);
            let leaves = leaves.into_iter().zip(at);
            let leaves = leaves.map(|(leaf, data)| Parameter { leaf, data, u: None }).collect();
            return Ok(Solution { leaves, slopes: None, steps, outcome });
        };
        equations.load(&root);
        let following = follow(&equations, &leaves);
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
            slopes: following.map(|following| following.slopes),
            steps,
            outcome: SolveOutcome::Solved,
        })
    }
}

/// A search for a root, from the start and then from elsewhere.
struct Search<'search> {
    equations: &'search mut Equations,
    start: &'search [f64],
    steps: u64,
    /// The point where the sides have come closest.
    closest: Option<Vec<f64>>,
    least: f64,
    range: Option<(f64, f64)>,
    fades: bool,
    jumps: bool,
}

impl Search<'_> {
    fn new<'search>(equations: &'search mut Equations, start: &'search [f64]) -> Search<'search> {
        let (closest, least) = (None, f64::INFINITY);
        let (range, fades, jumps) = (None, false, false);
        Search { equations, start, steps: 0, closest, least, range, fades, jumps }
    }

    fn root(&mut self) -> Option<Vec<f64>> {
        if let Some(root) = self.from(self.start) {
            return Some(root);
        }
        match *self.start {
            [start] => self.scan(start),
            _ => self.elsewhere(),
        }
    }

    /// Damped Newton steps from a point.
    fn from(&mut self, start: &[f64]) -> Option<Vec<f64>> {
        for end in solver::ends(self.equations, start, |end| end.triangle.norm() == 0.0) {
            self.steps += end.steps;
            if let Some(root) = self.accepted(&end.at) {
                return Some(root);
            }
        }
        None
    }

    /// Returns the point if it is a root, and else keeps it if no other is closer to one.
    fn accepted(&mut self, at: &[f64]) -> Option<Vec<f64>> {
        if let Some(zero) = self.at_zero(at) {
            return Some(zero);
        }
        if self.equations.agree_at(at) && !self.equations.is_vague_at(at) {
            if !self.equations.fades_at(at) {
                return Some(self.sharpened(at));
            }
            self.fades = true;
        } else if let Some(root) = self.settled(at) {
            return Some(root);
        }
        let norm = self.equations.norm(at);
        if norm < self.least {
            (self.least, self.closest) = (norm, Some(at.to_vec()));
        }
        None
    }

    /// Returns the root where those leaves are 0 that are nearly so, as rounding ends the way to a
    /// multiple one. The sides must then be the same to the last bit.
    fn at_zero(&mut self, at: &[f64]) -> Option<Vec<f64>> {
        let way = |(at, start): (&f64, &f64)| at.abs().max((at - start).abs());
        let farthest = at.iter().zip(self.start).map(way).fold(0.0, f64::max);
        // Where numbers end, x^100 is 0 already.
        let part = if self.equations.underflow_at(at) { 1.0 } else { NEARLY_ZERO };
        let is_nothing = |it: &f64| it.abs() <= part * farthest;
        let whole: Vec<f64> = at.iter().map(|it| if is_nothing(it) { 0.0 } else { *it }).collect();
        if whole == at {
            return None;
        }
        self.equations.load(&whole);
        let is_root = self.equations.gaps().all(|gap| gap == 0.0);
        (is_root && !self.equations.fades_at(&whole)).then_some(whole)
    }

    /// Returns a root of one unknown that is a multiple one, and so is told to half of its digits only,
    /// to all of them: the slope is 0 there too, and changes its sign.
    fn sharpened(&mut self, at: &[f64]) -> Vec<f64> {
        let (&[middle], &[start]) = (at, self.start) else { return at.to_vec() };
        let mut slope = |at: f64| {
            self.equations.load(&[at]);
            self.equations.slope()
        };
        if middle == 0.0 {
            return at.to_vec();
        }
        let way = SHARPEST * middle.abs().max((middle - start).abs());
        let (mut low, mut high) = (middle - way, middle + way);
        let first = slope(low);
        let changes_sign = first * slope(high) < 0.0;
        if !changes_sign {
            return at.to_vec();
        }
        for _ in 0..MOST_HALVINGS {
            let between = low / 2.0 + high / 2.0;
            let there = slope(between);
            if there == 0.0 {
                (low, high) = (between, between);
            }
            if between == low || between == high {
                break;
            }
            if there * first < 0.0 { high = between } else { low = between }
        }
        let sharp = vec![low];
        let is_root = self.equations.agree_at(&sharp);
        if is_root { sharp } else { at.to_vec() }
    }

    /// Returns the root that steps come ever closer to: what is left is nothing beside the start, and
    /// the next step beside the way. So a root at 0 of x^2, to which rounding puts no end.
    fn settled(&mut self, at: &[f64]) -> Option<Vec<f64>> {
        if self.equations.norm(at) > f64::EPSILON {
            return None;
        }
        let ways: Vec<f64> =
            at.iter().zip(self.start).map(|(at, start)| at.abs().max((at - start).abs())).collect();
        let step = self.equations.triangle(at)?.step()?;
        if !step.iter().zip(&ways).all(|(by, way)| by.abs() <= SETTLED * way) {
            return None;
        }
        let is_nothing = |(at, way): (&f64, &f64)| at.abs() <= SETTLED * way;
        let whole: Vec<f64> =
            at.iter().zip(&ways).map(|it| if is_nothing(it) { 0.0 } else { *it.0 }).collect();
        // Where steps lead to 0, that must be a root: x*log(x) has none there.
        let is_lower = self.equations.norm(&whole) <= self.equations.norm(at);
        is_lower.then_some(whole)
    }

    /// Looks for a change of sign of one unknown.
    fn scan(&mut self, start: f64) -> Option<Vec<f64>> {
        let found = scan(self.equations, start);
        self.range = Some(found.range);
        if let Some(root) = found.root.and_then(|root| self.accepted(&[root])) {
            return Some(root);
        }
        self.jumps = found.jumps;
        let root = found.valleys.iter().find_map(|at| self.from(&[*at]));
        root.or_else(|| self.accepted(&[found.closest]))
    }

    /// Tries starts around the first one, ever farther away.
    fn elsewhere(&mut self) -> Option<Vec<f64>> {
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
fn follow(equations: &Equations, leaves: &[Value]) -> Option<Following> {
    let (size, rows) = (leaves.len(), equations.rows());
    let grads: Vec<Vec<(Value, f64)>> = (0..rows).map(|row| equations.slopes(row)).collect();
    let slope = |row: usize, leaf: &Value| {
        let own = grads.get(row).and_then(|row| row.iter().find(|(it, _)| it.is(leaf)));
        own.map_or(0.0, |(_, slope)| *slope)
    };
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
        let step = by(&|row| f64::from(u8::from(row == shifted))).step()?;
        shifts.iter_mut().zip(step).for_each(|(own, by)| own.push(by));
    }
    Some(Following { slopes, shifts })
}

/// Equations that depend on each other beyond this part tell nothing of how leaves follow.
const SINGULAR: f64 = 1e-13;
