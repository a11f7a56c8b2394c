//! Looking for a root of one unknown where Newton's steps have found none: a change of sign.

mod places;
mod poles;

pub use places::range;
use places::{Place, Side, are_opposite, between, edge, gap, places, scale};
use poles::Divisors;

use super::equations::{Contact, Equations, Near};
use crate::methods::thresholds_of_solve::scan::{
    AROUND_ZERO, BESIDE_EDGE, BESIDE_POLE, BESIDE_ROOT, FAR, FARTHER, FARTHEST, GOLDEN, MOST_DIPS,
    MOST_PARTS, MOST_VALLEYS, MUCH_FARTHER, NEAR, PLACES_AT_EDGE, SHAPED, SMALL,
};
use crate::solver::Problem;

/// What a scan has found.
pub struct Scan {
    /// The roots found, at most as many as were wanted, or a few more.
    pub roots: Vec<Near>,
    /// The first place seen where the sides meet as far as rounding lets them see.
    pub touch: Option<Near>,
    /// The ends of the range.
    pub range: (f64, f64),
    /// The places where the sides come closer than nearby, the closest first.
    pub valleys: Vec<f64>,
    /// The place where they come closest.
    pub closest: f64,
    /// True if the sign changes in a jump, or at a pole.
    pub jumps: bool,
    /// The first place beyond which a side is infinite, and the sign changes on the way.
    pub end: Option<f64>,
}

/// Looks for so many roots of the only unknown on both sides of the start, the nearest first.
pub fn scan(equations: &mut Equations, start: f64, most: usize) -> Scan {
    let (scale, range) = (scale(start), range(start));
    let found = Scan {
        roots: Vec::new(),
        touch: None,
        range,
        valleys: Vec::new(),
        closest: start,
        jumps: false,
        end: None,
    };
    let here = (start, gap(equations, start));
    let finite = [here.1; 2];
    let mut divisors = Divisors::new(equations.divisors());
    let (least, dips) = (here.1.abs(), Vec::new());
    let mut walk = Walk { equations, found, most, least, finite, dips };
    let [mut up, mut down] = [1.0, -1.0].map(|sign| Side::new(here, places(start, scale, sign)));
    loop {
        let far = |side: &Side| side.next().map_or(f64::INFINITY, |place| (place - start).abs());
        let side = if far(&up) <= far(&down) { &mut up } else { &mut down };
        let Some(at) = side.next().filter(|_| !walk.equations.is_stopped()) else { break };
        let here = (at, gap(walk.equations, at));
        let own = usize::from(at < start);
        let pole = divisors.passed(own).filter(|_| !are_opposite(side.last.1, here.1));
        if walk.looks([side.before, side.last, here])
            || pole.is_some_and(|pole| walk.looks_around_pole(pole, [side.last, here]))
            || walk.looks_beside_end([side.before, side.last, here])
        {
            break;
        }
        // On both sides of a pole.
        let was_finite = side.last.1.is_finite();
        if here.1.is_finite() {
            walk.found.jumps |= !was_finite && are_opposite(walk.finite[own], here.1);
            walk.finite[own] = here.1;
        }
        side.advance(here);
    }
    let is_first = most == 1 && !walk.found.roots.is_empty();
    if is_first || walk.looks_into_dips() || !walk.found.roots.is_empty() {
        return walk.found;
    }
    walk.found.roots.extend(far_away(walk.equations, start, scale));
    walk.dips.sort_by(|[_, one, _], [_, other, _]| one.1.abs().total_cmp(&other.1.abs()));
    walk.found.valleys = walk.dips.iter().take(MOST_VALLEYS).map(|[_, (at, _), _]| *at).collect();
    walk.found
}

/// A scan under way.
struct Walk<'walk> {
    equations: &'walk mut Equations,
    found: Scan,
    /// The number of roots that are enough.
    most: usize,
    least: f64,
    /// The last gap on each side that was finite.
    finite: [f64; 2],
    /// Places where the sides are closer than on both sides of them, with those.
    dips: Vec<[Place; 3]>,
}

impl Walk<'_> {
    /// Looks at what the last of three places next to each other tells; true if the roots are enough.
    fn looks(&mut self, [before, last, here]: [Place; 3]) -> bool {
        if here.1.abs() < self.least || self.least.is_nan() {
            (self.least, self.found.closest) = (here.1.abs(), here.0);
        }
        let is_first_zero = here.1 == 0.0 && last.1 != 0.0;
        if is_first_zero && self.is_root(here.0) {
            return true;
        }
        let is_far = !last.1.is_finite() && are_opposite(last.1, here.1);
        if is_far && !here.1.is_finite() && self.equations.are_beyond() {
            self.found.end.get_or_insert(here.0);
        }
        if last.1.is_finite() != here.1.is_finite() {
            return self.looks_at_edge(last, here);
        }
        if are_opposite(last.1, here.1) {
            return self.looks_between(last, here);
        }
        if last.1.abs() < here.1.abs() && last.1.abs() <= before.1.abs() && last.0 != before.0 {
            self.dips.push([before, last, here]);
        }
        false
    }

    /// Looks between a place where the gap is 0, if that is the end of a domain, and the one beside it.
    fn looks_beside_end(&mut self, [before, last, here]: [Place; 3]) -> bool {
        match (before.1.is_finite(), here.1.is_finite()) {
            _ if last.1 != 0.0 => false,
            (false, true) => self.looks_on_the_way(last.0, here, None),
            (true, false) => self.looks_on_the_way(last.0, before, None),
            _ => false,
        }
    }

    /// Looks between two places of different sign.
    fn looks_between(&mut self, low: Place, high: Place) -> bool {
        let Some(at) = between(self.equations, low, high) else { return false };
        let contact = match self.equations.contact(&[at]) {
            // The sign may change in truth as it does here, or not.
            Contact::Apart if self.equations.is_lost_at(at) => Contact::Touch(Near::exactly(&[at])),
            contact => contact,
        };
        self.found.jumps |= matches!(contact, Contact::Apart);
        self.takes(contact)
    }

    /// Looks between the edge of where sides are finite and the place inside.
    fn looks_at_edge(&mut self, one: Place, other: Place) -> bool {
        let (edge, outside) = edge(self.equations, one, other);
        let inside = if one.1.is_finite() { one } else { other };
        let is_enough = match self.equations.contact_at_end(edge.0, outside) {
            Some(contact) => self.takes(contact),
            None => !self.looks_beyond(edge, (inside, outside)) && self.is_root(edge.0),
        };
        if is_enough {
            return true;
        }
        if edge.1.abs() < self.least {
            (self.least, self.found.closest) = (edge.1.abs(), edge.0);
        }
        if self.looks_on_the_way(edge.0, inside, Some([edge; 2])) {
            return true;
        }
        self.dips.push([edge, edge, inside]);
        false
    }

    /// Keeps an edge where a side becomes infinite if the sign seems to change on the way there; true if
    /// so.
    fn looks_beyond(&mut self, edge: Place, (inside, outside): (Place, f64)) -> bool {
        let beside = edge.0 + (inside.0 - edge.0) * BESIDE_EDGE;
        let before = gap(self.equations, beside).abs();
        let beyond = gap(self.equations, outside);
        // Where numbers underflow it may stay for a while.
        let stays = edge.1.abs() == before && self.equations.are_beyond();
        let falls = if self.equations.are_beside_pole() {
            edge.1.abs() <= BESIDE_POLE * before
        } else {
            edge.1.abs() < before || stays
        };
        let goes_on = if beyond.is_nan() {
            let is_beyond = self.equations.are_beyond();
            is_beyond
                && self.equations.falls_steeply_at(edge.0)
                && !self.equations.stays_at(outside, edge.1)
        } else {
            are_opposite(edge.1, beyond)
        };
        let ends = falls && goes_on && self.equations.are_apart_at(edge.0);
        if ends {
            self.found.end.get_or_insert(edge.0);
        }
        ends
    }

    /// Looks for a change of sign at the bottom of dips, the nearest first.
    fn looks_into_dips(&mut self) -> bool {
        let mut dips: Vec<[Place; 3]> = self.dips.clone();
        if dips.len() > MOST_DIPS {
            dips.sort_by(|[_, one, _], [_, other, _]| one.1.abs().total_cmp(&other.1.abs()));
            dips.truncate(MOST_DIPS);
        }
        dips.into_iter().any(|dip| !self.equations.is_stopped() && self.looks_into(dip))
    }

    /// Looks for the bottom of a dip by the golden section.
    fn looks_into(&mut self, [mut low, mut middle, mut high]: [Place; 3]) -> bool {
        for _ in 0..MOST_PARTS {
            let is_upper = (high.0 - middle.0).abs() > (middle.0 - low.0).abs();
            let end = if is_upper { high } else { low };
            let at = middle.0 + GOLDEN * (end.0 - middle.0);
            if at == middle.0 || at == end.0 {
                break;
            }
            let here = (at, gap(self.equations, at));
            if are_opposite(middle.1, here.1) {
                return self.looks_between(middle, here) || self.looks_between(here, end);
            }
            let is_lower = here.1.abs() < middle.1.abs();
            match (is_upper, is_lower) {
                (true, true) => (low, middle) = (middle, here),
                (false, true) => (high, middle) = (middle, here),
                (true, false) => high = here,
                (false, false) => low = here,
            }
            if here.1 == 0.0 {
                break;
            }
        }
        if middle.1.abs() < self.least {
            (self.least, self.found.closest) = (middle.1.abs(), middle.0);
        }
        self.is_root(middle.0)
    }

    fn is_root(&mut self, at: f64) -> bool {
        let contact = self.equations.contact(&[at]);
        self.takes(contact)
    }

    /// Tells whether the sides are the same beside a root, too.
    fn is_level_at(&mut self, near: &Near) -> bool {
        let [at] = *near.at else { return false };
        let far = BESIDE_ROOT * if at == 0.0 { 1.0 } else { at.abs() };
        [at - far, at + far].into_iter().any(|beside| gap(self.equations, beside) == 0.0)
    }

    /// Keeps what is known of a place; true if the roots are enough.
    fn takes(&mut self, contact: Contact) -> bool {
        match contact {
            // Where the sides are the same on the way to other places, any of them is one.
            Contact::Root(near) if self.most > 1 && self.is_level_at(&near) => {}
            Contact::Root(near) if self.found.roots.iter().any(|it| near.is_same(it)) => {}
            Contact::Root(near) => self.found.roots.push(near),
            Contact::Touch(near) => _ = self.found.touch.get_or_insert(near),
            Contact::Fades | Contact::Apart => {}
        }
        self.found.roots.len() >= self.most
    }
}

/// Looks for a root beyond the range, in steps so long that a change of sign may be missed.
fn far_away(equations: &mut Equations, start: f64, scale: f64) -> Option<Near> {
    for sign in [1.0, -1.0] {
        let (mut distance, mut last) = (scale * FAR, None);
        while distance < FARTHEST && !equations.is_stopped() {
            let at = start + sign * distance;
            let here = (at, gap(equations, at));
            if let Some(last) = last.filter(|last: &Place| are_opposite(last.1, here.1)) {
                // So far away rounding of the unknown alone may change the sign, as of a sine.
                let small = SMALL * last.1.abs().max(here.1.abs());
                let root =
                    between(equations, last, here).filter(|at| gap(equations, *at).abs() <= small);
                if let Some(Contact::Root(near)) = root.map(|at| equations.contact(&[at])) {
                    return Some(near);
                }
            }
            last = Some(here);
            distance *= MUCH_FARTHER;
        }
    }
    None
}
