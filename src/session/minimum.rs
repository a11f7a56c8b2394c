//! A minimum without a rate: L-BFGS on the tape, with a line search after Wolfe.

use lbfgs::Lbfgs;

use super::{Moved, Progress, Session};
use crate::graph::{Tape, Value};

/// What a search for a minimum found.
#[derive(Debug)]
pub struct Minimum {
    /// The root it minimized.
    pub root: Value,
    /// Every leaf that moved, with its first grad.
    pub moved: Vec<Moved>,
    /// The root's data before and after.
    pub before: f64,
    /// The root's data where the search ended.
    pub after: f64,
    /// The largest size of a moving leaf's grad there.
    pub largest_grad: f64,
    /// How many steps were taken.
    pub steps: u64,
    /// How it ended.
    pub end: Found,
}

/// How a search for a minimum ended.
#[derive(Debug, Clone, PartialEq)]
pub enum Found {
    /// The grads vanish, as far as doubles can tell.
    Minimum,
    /// There is no way down along the grads, though they do not vanish: a kink.
    Kink,
    /// The root falls without bound; the leaves were left as they were.
    Unbounded,
    /// The root is linear in this leaf, so it falls without bound; nothing was moved.
    Linear(Value),
    /// The root or a grad is not finite where the search would start.
    NoStart,
    /// It was still falling after the most steps there may be.
    Falling,
    /// It was stopped from outside.
    Interrupted,
}

/// How many past steps the direction is made of.
const REMEMBERED: usize = 10;
/// How many steps a search may take.
const MOST_STEPS: u64 = 10_000;
/// Grads are taken for zero below this part of the root's size, or of one.
const SMALL: f64 = 1e-10;
/// Where no step leads down any more, they are taken for zero below this.
const SMALLISH: f64 = 1e-6;
/// Where the grads vanish, leaves are moved by this part of their size, to see that no way leads on
/// down.
const NUDGE: f64 = 1e-3;
/// How much work that may be, in nudges times records.
const MOST_NUDGING: usize = 100_000_000;
/// A root that falls below this times its size at the start falls without bound.
const BOTTOM: f64 = -1e100;

impl Session {
    /// Searches a minimum of the current root over `leaves`, or over every unfrozen leaf.
    ///
    /// None without a root. The leaves are left at the lowest place found, unless there is no
    /// bottom.
    pub fn minimize(&mut self, leaves: Option<Vec<Value>>) -> Option<Minimum> {
        let tape = self.take_tape(leaves)?;
        let moved = Moved::all(&tape);
        let (root, before) = (tape.root().clone(), tape.root_data());
        let (mut steps, mut end) = (0, self.hopeless(&moved, before));
        let mut search = Search::new(tape);
        while end.is_none() {
            end = match search.at_a_minimum(SMALL) {
                true if search.escape() => None,
                true => Some(Found::Minimum),
                false if steps == MOST_STEPS => Some(Found::Falling),
                false if self.is_interrupted() => Some(Found::Interrupted),
                false => search.step(before),
            };
            if end.is_none() {
                steps += 1;
                self.observe(Progress::At {
                    step: steps,
                    steps: None,
                    root: search.tape.root_data(),
                });
            }
        }
        self.observe(Progress::Over);
        self.meter_nodes(search.tape.records().saturating_mul(steps as usize));
        let end = end.unwrap_or(Found::Minimum);
        let mut tape = search.tape;
        if end == Found::Unbounded {
            // The graph still holds what the leaves were.
            tape.load();
            steps = 0;
            tape.forward();
            tape.backward();
        }
        let (after, largest_grad) = (tape.root_data(), tape.largest_grad());
        self.keep_tape(tape);
        Some(Minimum { root, moved, before, after, largest_grad, steps, end })
    }

    /// Why there is no point in searching, if there is none.
    fn hopeless(&mut self, moved: &[Moved], start: f64) -> Option<Found> {
        if !start.is_finite() || !moved.iter().all(|it| it.grad.is_finite()) {
            return Some(Found::NoStart);
        }
        self.linear_leaf(moved).map(Found::Linear)
    }

    /// The leaf of the largest grad, when the root is linear in it: then the root has no minimum.
    pub fn linear_leaf(&mut self, moved: &[Moved]) -> Option<Value> {
        let root = self.root()?.clone();
        let steepest =
            moved.iter().max_by(|one, other| one.grad.abs().total_cmp(&other.grad.abs()));
        let leaf = &steepest.filter(|it| it.grad != 0.0)?.leaf;
        self.order_of(&root).is_linear_in(leaf).then(|| leaf.clone())
    }
}

/// A search under way; between steps the tape has been passed over where the search is.
struct Search {
    tape: Tape,
    memory: Lbfgs,
    remembers: bool,
    /// Where the step under way started.
    start: Vec<f64>,
    direction: Vec<f64>,
}

/// A place along a line: how far, the root's data there, and its slope along the line.
#[derive(Debug, Clone, Copy)]
struct Place {
    along: f64,
    data: f64,
    slope: f64,
}

impl Search {
    fn new(tape: Tape) -> Search {
        // It cannot do without a dimension, though there may be no leaf.
        let size = tape.leaves().len().max(1);
        // The line search sees to it that every step curves upwards, however little.
        let memory = Lbfgs::new(size, REMEMBERED).with_sy_epsilon(f64::MIN_POSITIVE);
        let (start, direction) = (tape.data().to_vec(), Vec::new());
        Search { tape, memory, remembers: false, start, direction }
    }

    fn at_a_minimum(&self, small: f64) -> bool {
        self.tape.largest_grad() <= small * self.tape.root_data().abs().max(1.0)
    }

    /// One step down, or why there is none.
    fn step(&mut self, highest: f64) -> Option<Found> {
        loop {
            self.start.clear();
            self.start.extend_from_slice(self.tape.data());
            self.direction.clear();
            self.direction.extend(self.tape.grads().iter().map(|grad| -grad));
            self.memory.update_hessian(self.tape.grads(), &self.start);
            self.memory.apply_hessian(&mut self.direction);
            let here = self.here(0.0);
            let bottom = BOTTOM * highest.abs().max(1.0);
            if here.slope < 0.0 && here.slope.is_finite() && self.walk(here, bottom) {
                self.remembers = true;
                return (self.tape.root_data() < bottom).then_some(Found::Unbounded);
            }
            if !self.remembers {
                let end = if self.at_a_minimum(SMALLISH) { Found::Minimum } else { Found::Kink };
                return Some(end);
            }
            // What was remembered may mislead: once more, straight down.
            self.memory.reset();
            self.remembers = false;
        }
    }

    /// Leaves a place where the grads vanish and that is no minimum, such as a maximum or a saddle:
    /// goes to the first place lower down beside it, if there is one.
    fn escape(&mut self) -> bool {
        let leaves = self.tape.leaves().len();
        if leaves.saturating_mul(self.tape.records()) > MOST_NUDGING {
            return false;
        }
        let low = self.tape.root_data();
        let lower = low - 1e-13 * low.abs();
        for (leaf, sign) in (0..leaves).flat_map(|leaf| [(leaf, 1.0), (leaf, -1.0)]) {
            let before = self.tape.data()[leaf];
            self.tape.data_mut()[leaf] += sign * NUDGE * before.abs().max(1.0);
            self.tape.forward();
            if (f64::MIN..lower).contains(&self.tape.root_data()) {
                self.tape.backward();
                self.memory.reset();
                self.remembers = false;
                return true;
            }
            self.tape.data_mut()[leaf] = before;
        }
        self.tape.forward();
        false
    }

    /// Walks down the line to a place that is lower and where the slope is much smaller; false, and
    /// back at the start, when there is none.
    fn walk(&mut self, start: Place, bottom: f64) -> bool {
        const LOWER: f64 = 1e-4;
        const FLATTER: f64 = 0.9;
        const MOST_TRIES: usize = 400;
        let slack = 4.0 * f64::EPSILON * start.data.abs();
        let (mut low, mut high) = (start, None);
        let steepness = self.tape.largest_grad();
        let mut along = if self.remembers { 1.0 } else { (1.0 / steepness).min(1.0) };
        for _ in 0..MOST_TRIES {
            let try_at = self.go(along);
            let is_number = try_at.slope.is_finite() && !try_at.data.is_nan();
            let enough = start.data + LOWER * along * start.slope + slack;
            if is_number && try_at.data < bottom {
                return true;
            }
            if !is_number || try_at.data > enough || try_at.data > low.data + slack {
                high = Some(try_at);
            } else if try_at.slope.abs() <= FLATTER * start.slope.abs() {
                return true;
            } else {
                let beyond = high.map_or(f64::INFINITY, |high: Place| high.along);
                if try_at.slope * (beyond - low.along) >= 0.0 {
                    high = Some(low);
                }
                low = try_at;
            }
            along = match high {
                None => 4.0 * along,
                Some(high) => between(low, high),
            };
            if along == low.along || high.is_some_and(|high| along == high.along) {
                break;
            }
        }
        // The lowest place seen will do, if it is lower at all.
        let here = self.go(low.along);
        here.along > 0.0 && here.data < start.data
    }

    /// Passes over the tape so far along the line.
    fn go(&mut self, along: f64) -> Place {
        let places = self.start.iter().zip(&self.direction);
        for (leaf, (start, direction)) in self.tape.data_mut().iter_mut().zip(places) {
            *leaf = start + along * direction;
        }
        self.tape.forward();
        self.tape.backward();
        self.here(along)
    }

    fn here(&self, along: f64) -> Place {
        let slopes = self.tape.grads().iter().zip(&self.direction);
        let slope = slopes.map(|(grad, direction)| grad * direction).sum();
        Place { along, data: self.tape.root_data(), slope }
    }
}

/// Where the cubic through two places is lowest, kept well inside; their middle when there is none.
fn between(low: Place, high: Place) -> f64 {
    let width = high.along - low.along;
    let middle = low.along + 0.5 * width;
    let bend = low.slope + high.slope - 3.0 * (high.data - low.data) / width;
    let root = (bend * bend - low.slope * high.slope).sqrt().copysign(width);
    let lowest =
        high.along - width * (high.slope + root - bend) / (high.slope - low.slope + 2.0 * root);
    let edges = [low.along + 0.1 * width, low.along + 0.9 * width];
    let (left, right) = (edges[0].min(edges[1]), edges[0].max(edges[1]));
    if lowest.is_finite() { lowest.clamp(left, right) } else { middle }
}
