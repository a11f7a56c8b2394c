//! The roots of one unknown: a scan around the start for places where the sides cross or touch.

use crate::parts::implicit::Equations;
use crate::parts::least_squares::{Problem, UNTIL_NEIGHBORS, bisect, try_bisect};

/// The nearest and the farthest place, in parts of the start's size or of 1.
const NEAR: f64 = 1e-4;
const FAR: f64 = 1e4;
/// The factor between neighboring distances.
const FARTHER: f64 = 1.02;
/// The number of evenly spaced places that count roots.
pub const EVEN: usize = 40_000;
/// The distance from an edge of the domain, relative to the way to the next place.
const NEAREST: f64 = 1e-12;
/// An edge within this part of a place counts as that place.
const BESIDE: f64 = 1e-7;

/// The ends of a scan.
pub fn range(start: f64) -> (f64, f64) {
    let far = (start.abs().max(1.0) * FAR).min(f64::MAX);
    ((start - far).max(-f64::MAX), (start + far).min(f64::MAX))
}

/// A place, with the difference of the sides and its slope there.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    pub at: f64,
    gap: f64,
    slope: f64,
}

/// The place where the sides are closer.
fn closer(low: Place, high: Place) -> Place {
    if high.gap.abs() < low.gap.abs() { high } else { low }
}

/// Returns true if the sides, whose gap has this sign, approach each other inward from both places.
fn is_valley(sign: f64, low: Place, high: Place) -> bool {
    sign * low.slope < 0.0 && sign * high.slope > 0.0
}

/// Returns true if the gap has a minimum between two places, or is larger at the other end, as at a pole.
fn is_dip(sign: f64, low: Place, high: Place) -> bool {
    let rise = sign * (high.gap - low.gap);
    is_valley(sign, low, high)
        || sign * low.slope < 0.0 && rise > 0.0
        || sign * high.slope > 0.0 && rise < 0.0
}

/// A scan for roots.
pub struct Scan<'scan> {
    equations: &'scan mut Equations,
    /// The roots, each once or twice.
    pub roots: Vec<f64>,
    /// The place where the sides are closest.
    pub closest: Place,
}

impl Scan<'_> {
    /// Scans both sides of the start, the nearest places first, until `enough` roots are found.
    pub fn over(equations: &mut Equations, start: f64, even: usize, enough: usize) -> Scan<'_> {
        let closest = Place { at: start, gap: f64::NAN, slope: f64::NAN };
        let mut scan = Scan { equations, roots: Vec::new(), closest };
        let mut ends = [scan.place(start); 2];
        for at in places(start, even) {
            if scan.equations.is_stopped() || scan.roots.len() >= enough {
                break;
            }
            let here = scan.place(at);
            // Beside a flat root the gap is 0 by rounding; the edges of that are no roots.
            if here.slope == 0.0 && (here.gap != 0.0 || scan.equations.differ_on_both_sides(&[at]))
            {
                scan.keep_if_root(at);
            }
            let last = std::mem::replace(&mut ends[usize::from(at < start)], here);
            scan.look_between(last, here);
        }
        scan
    }

    fn place(&mut self, at: f64) -> Place {
        let place = Place { at, gap: self.equations.gap_at(at), slope: self.equations.slope() };
        if place.gap.abs() < self.closest.gap.abs() || self.closest.gap.is_nan() {
            self.closest = place;
        }
        place
    }

    fn keep_if_root(&mut self, at: f64) -> bool {
        let is_root = self.equations.is_root(&[at]);
        self.roots.extend(is_root.then_some(at));
        is_root
    }

    /// Looks between two neighboring places.
    fn look_between(&mut self, last: Place, here: Place) {
        let is_zero = |gap: f64| gap == 0.0;
        match (last.gap.is_finite(), here.gap.is_finite()) {
            (true, false) => self.look_at_edge([last, here], last, f64::is_finite),
            (false, true) => self.look_at_edge([here, last], here, f64::is_finite),
            _ if here.gap == 0.0 && last.gap != 0.0 => {
                self.look_at_edge([here, last], last, is_zero)
            }
            _ if last.gap == 0.0 && here.gap != 0.0 => {
                self.look_at_edge([last, here], here, is_zero)
            }
            _ => self.look_inside(last, here),
        }
    }

    /// Scans the edge between places inside and outside the domain, and from there to a place.
    fn look_at_edge(&mut self, ends: [Place; 2], to: Place, holds: impl Fn(f64) -> bool) {
        let [inside, outside] = ends.map(|end| end.at);
        let [edge, _] =
            bisect([inside, outside], UNTIL_NEIGHBORS, |at| holds(self.equations.gap_at(at)));
        // Around a root rounding may make the sides equal.
        let is_near = (edge - inside).abs() <= BESIDE * inside.abs();
        let candidates = if is_near { [inside, edge] } else { [edge, inside] };
        candidates.into_iter().any(|at| self.keep_if_root(at));
        let (edge, near) = (self.place(edge), self.place(edge + (to.at - edge) * NEAREST));
        self.look_inside(edge, near);
        self.look_inside(near, to);
    }

    /// Looks for a crossing between two places, or else for the smallest gap.
    fn look_inside(&mut self, one: Place, other: Place) {
        let (mut low, mut high) = if one.at < other.at { (one, other) } else { (other, one) };
        let is_crossing = low.gap < 0.0 && high.gap > 0.0 || low.gap > 0.0 && high.gap < 0.0;
        // If the sides touch, rounding may cross them.
        let touch = [low, high].map(|end| is_crossing && self.equations.agree_at(&[end.at]));
        if is_crossing && touch == [false; 2] {
            return self.bisect(low, high);
        }
        let sign = if touch[0] { high.gap } else { low.gap }.signum();
        while is_dip(sign, low, high) {
            let middle = self.place(low.at / 2.0 + high.at / 2.0);
            if sign * middle.gap < 0.0 && !self.equations.agree_at(&[middle.at]) {
                self.bisect(low, middle);
                return self.bisect(middle, high);
            }
            if middle.slope == 0.0 || middle.at == low.at || middle.at == high.at {
                let end = if middle.slope == 0.0 { middle } else { closer(low, high) };
                // At a jump the sides do not meet.
                if is_valley(sign, low, high) {
                    self.keep_if_root(end.at);
                }
                return;
            }
            let is_right = is_valley(sign, middle, high) || !is_dip(sign, low, middle);
            *(if is_right { &mut low } else { &mut high }) = middle;
        }
        if is_crossing && !self.keep_if_root(closer(low, high).at) {
            self.bisect(low, high);
        }
    }

    /// Looks for a change of sign between two places, unless a side is not finite there.
    fn bisect(&mut self, low: Place, high: Place) {
        let mut ends = [low, high];
        let found = try_bisect([low.at, high.at], UNTIL_NEIGHBORS, |at| {
            let gap = self.equations.gap_at(at);
            let is_low = (gap < 0.0) == (low.gap < 0.0);
            ends[usize::from(!is_low)] = Place { at, gap, ..low };
            if gap.is_nan() { Err(()) } else { Ok(is_low) }
        });
        if found.is_ok() {
            let end = self.place(closer(ends[0], ends[1]).at);
            // The nearest number, which one more step of Newton's leads to.
            let nearest = end.at - end.gap / end.slope;
            let is_near = (nearest - end.at).abs() <= f64::EPSILON * end.at.abs();
            self.keep_if_root(if is_near { nearest } else { end.at });
        }
    }
}

/// The places of a scan, `even` of them evenly spaced, the nearest to the start first.
fn places(start: f64, even: usize) -> Vec<f64> {
    let ((low, high), scale) = (range(start), start.abs().max(1.0));
    let spread = |from: f64| {
        // Their quotient may be too large a number.
        let steps = (((scale * FAR).min(f64::MAX).ln() - from.ln()) / FARTHER.ln()).ceil() as i32;
        (0..=steps).map(move |step| from * FARTHER.powi(step))
    };
    let around_start = spread(scale * NEAR).flat_map(|far| [start + far, start - far]);
    let around_zero = spread(NEAR).flat_map(|far| [far, -far]);
    let apart = high / even as f64 - low / even as f64;
    let even = (0..even).map(|step| low + step as f64 * apart);
    // Steps and poles often stand there.
    let whole = (-20..=20).map(f64::from);
    let all = around_start.chain(around_zero).chain(whole).chain(even).chain([low, high]);
    let mut places: Vec<f64> = all.filter(|at| *at != start && *at >= low && *at <= high).collect();
    places.sort_by(f64::total_cmp);
    places.dedup();
    let far = |at: &f64| (at - start).abs();
    places.sort_by(|one, other| far(one).total_cmp(&far(other)));
    places
}
