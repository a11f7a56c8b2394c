//! The search for a minimum: L-BFGS on the tape, with a line search after Wolfe.

use lbfgs::Lbfgs;

use super::Found;
use crate::graph::{Stop, Tape};

/// How many past steps the direction is made of.
const REMEMBERED: usize = 10;
/// Where no step leads down any more, grads are taken for zero below this part of the root's size,
/// or of one.
const SMALLISH: f64 = 1e-6;
/// Where the grads vanish, leaves are moved by this part of their size, to see that no way leads on
/// down.
const NUDGE: f64 = 1e-3;
/// Along how many lines aslant to all leaves that is tried.
const SLANTS: usize = 16;
/// How much work that may be, in nudges times records.
const MOST_NUDGING: usize = 100_000_000;
/// A root that falls below this times its size at the start falls without bound.
const BOTTOM: f64 = -1e100;
/// A gain of this part of the root, or less, its last digits hardly show.
const HARDLY: f64 = 1e3 * f64::EPSILON;
/// A search that has gone as far as the leaves are large may have run off.
const FAR: f64 = 1.0;
/// One that has gone so many times as far has, even if the root falls no more: only what has kinks
/// can be flat from somewhere on.
const VERY_FAR: f64 = 100.0;

/// A search under way; between steps the tape has been passed over where the search is.
pub(super) struct Search {
    pub tape: Tape,
    stop: Stop,
    /// Whether the root depends on an operation that has kinks.
    has_kinks: bool,
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
    /// The search from where the tape is, which must have been passed over.
    pub fn new(tape: Tape, stop: Stop, has_kinks: bool) -> Search {
        // It cannot do without a dimension, though there may be no leaf.
        let size = tape.leaves().len().max(1);
        // The line search sees to it that every step curves upwards, however little.
        let memory = Lbfgs::new(size, REMEMBERED).with_sy_epsilon(f64::MIN_POSITIVE);
        let (start, direction) = (tape.data().to_vec(), Vec::new());
        Search { tape, stop, has_kinks, memory, remembers: false, start, direction }
    }

    /// Whether the grads vanish: whether none is larger than this part of the root's size, or of
    /// one.
    pub fn at_a_minimum(&self, small: f64) -> bool {
        self.tape.largest_grad() <= small * self.tape.root_data().abs().max(1.0)
    }

    /// One step down, or why there is none.
    pub fn step(&mut self, highest: f64) -> Option<Found> {
        let mut gain = f64::INFINITY;
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
                let shown = HARDLY * self.tape.root_data().abs();
                return Some(match () {
                    () if self.at_a_minimum(SMALLISH) => Found::Minimum,
                    () if self.has_kinks => Found::Kink,
                    () if gain <= shown => Found::Minimum,
                    () => Found::Stuck,
                });
            }
            // What was remembered may mislead: once more, straight down. But what it promises, half
            // the slope, is how much lower a smooth root can be.
            gain = -0.5 * here.slope;
            self.memory.reset();
            self.remembers = false;
        }
    }

    /// Leaves a place where the grads vanish and that is no minimum, such as a maximum or a saddle:
    /// goes to the first place lower down beside it, if there is one.
    pub fn escape(&mut self) -> bool {
        let leaves = self.tape.leaves().len();
        if leaves.saturating_mul(self.tape.records()) > MOST_NUDGING {
            return false;
        }
        let low = self.tape.root_data();
        let lower = low - 1e-13 * low.abs();
        let start = self.tape.data().to_vec();
        // Along each leaf, and along some lines that run aslant to all of them.
        let along = |way: usize, leaf: usize| match way.checked_sub(2 * leaves) {
            None if way / 2 != leaf => 0.0,
            None if way.is_multiple_of(2) => 1.0,
            None => -1.0,
            Some(slant) => sign(slant, leaf),
        };
        for way in 0..2 * leaves + SLANTS {
            for (leaf, (data, start)) in self.tape.data_mut().iter_mut().zip(&start).enumerate() {
                *data = start + along(way, leaf) * NUDGE * start.abs().max(1.0);
            }
            self.tape.forward();
            if (f64::MIN..lower).contains(&self.tape.root_data()) {
                self.tape.backward();
                self.memory.reset();
                self.remembers = false;
                return true;
            }
        }
        self.tape.data_mut().copy_from_slice(&start);
        self.tape.forward();
        false
    }

    /// Whether the search has left `origin` for good: whether the root goes on falling, ever more
    /// slowly, when the leaves go on as far again, and again.
    pub fn runs_off(&mut self, origin: &[f64]) -> bool {
        let end = self.tape.data().to_vec();
        let far = end.iter().zip(origin).fold(0.0, |far: f64, (end, start)| {
            far.max((end - start).abs() / start.abs().max(1.0))
        });
        if far < FAR {
            return false;
        }
        if far.is_infinite() {
            return true;
        }
        self.start = origin.to_vec();
        self.direction = end.iter().zip(origin).map(|(end, start)| end - start).collect();
        let mut before = self.go(1.0).data;
        let (mut never_rises, mut falls) = (true, far >= VERY_FAR && !self.has_kinks);
        for along in [1.01, 1.1, 1.25, 1.5, 2.0, 4.0, 8.0] {
            let place = self.go(along);
            // Where the slope is nan, the leaves have gone too far for doubles.
            never_rises &= place.data <= before && (place.slope <= 0.0 || place.slope.is_nan());
            falls |= place.data < before;
            before = place.data;
        }
        self.tape.data_mut().copy_from_slice(&end);
        self.tape.pass();
        never_rises && falls
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
            if self.stop.is_set() {
                break;
            }
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
        self.tape.pass();
        self.here(along)
    }

    fn here(&self, along: f64) -> Place {
        let slopes = self.tape.grads().iter().zip(&self.direction);
        let slope = slopes.map(|(grad, direction)| grad * direction).sum();
        Place { along, data: self.tape.root_data(), slope }
    }
}

/// One or minus one for each leaf, in no order that leaves could have.
fn sign(slant: usize, leaf: usize) -> f64 {
    let mixed = (slant as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ leaf as u64;
    let mixed = mixed.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    if (mixed ^ (mixed >> 29)).wrapping_mul(0x94d0_49bb_1331_11eb) >> 63 == 0 { 1.0 } else { -1.0 }
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
