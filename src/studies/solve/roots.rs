//! All roots of an equation of one unknown, and further ones of several.

use std::cmp::Ordering;

use super::search::{Search, moved};
use crate::methods::thresholds_of_solve::others::{
    FARTHER, MOST_ROOTS, MOST_UNKNOWNS, MOST_WORK, NEAREST, STARTS,
};
use crate::methods::{Near, range, scan};
use crate::solver::Problem;

/// A root, and how far off it may be by rounding.
pub type Place = (f64, f64);

impl Search<'_> {
    /// Looks for other roots of one unknown than the one found, which becomes the nearest to the start,
    /// and returns all.
    pub fn all_roots(&mut self, root: &mut Option<Near>) -> Vec<Place> {
        let ([start], Some(found)) = (self.start, &*root) else { return Vec::new() };
        let mut roots = vec![found.clone()];
        // Where the sides are the same all around, any place is one.
        let is_one_of_all = self.equations.meet_around(&found.at);
        if self.equations.work() <= MOST_WORK && !is_one_of_all {
            let others = scan(self.equations, *start, MOST_ROOTS + 1).roots;
            for other in others {
                if !roots.iter().any(|known| known.is_same(&other)) {
                    roots.push(other);
                }
            }
        }
        roots.iter_mut().for_each(|near| self.polish(near));
        let far = |near: &Near| near.at.first().map_or(f64::INFINITY, |at| (at - start).abs());
        let is_nearer = |one: &&Near, other: &&Near| {
            // Of two that are as near the larger one.
            let larger = other.at.first().partial_cmp(&one.at.first());
            far(one).total_cmp(&far(other)).then(larger.unwrap_or(Ordering::Equal))
        };
        *root = roots.iter().min_by(is_nearer).cloned();
        let place = |near: &Near| Some((*near.at.first()?, *near.within.first()?));
        roots.iter().filter_map(place).collect()
    }

    /// Looks for other roots of several unknowns, with steps from around the one found and ever farther away.
    pub fn other_roots(&mut self, root: &Option<Near>) -> Vec<Vec<f64>> {
        let ([_, _, ..], Some(found)) = (self.start, root) else { return Vec::new() };
        let is_one_of_all = self.equations.meet_around(&found.at);
        if self.start.len() > MOST_UNKNOWNS || self.equations.work() > MOST_WORK || is_one_of_all {
            return Vec::new();
        }
        let mut roots = vec![found.clone()];
        let steps = self.steps;
        for round in 0..STARTS {
            if self.equations.is_stopped() || roots.len() > MOST_ROOTS {
                break;
            }
            let middle = if round % 2 == 0 { &found.at } else { self.start };
            let middle = middle.to_vec();
            let far = NEAREST * FARTHER.powi(round as i32);
            if let Some(other) = self.from(&moved(&middle, round, far))
                && !roots.iter().any(|known| known.is_same(&other))
            {
                roots.push(other);
            }
        }
        self.steps = steps;
        let far = |near: &Near| {
            near.at.iter().zip(self.start).map(|(at, start)| (at - start).abs()).fold(0.0, f64::max)
        };
        let mut others: Vec<Near> = roots.into_iter().skip(1).collect();
        others.sort_by(|one, other| far(one).total_cmp(&far(other)));
        others.into_iter().map(|near| near.at).collect()
    }

    /// How far the sides are apart at a place; infinitely where they are no numbers.
    fn gap_at(&mut self, place: f64) -> f64 {
        self.equations.load(&[place]);
        let size = |gap: f64| if gap.is_nan() { f64::INFINITY } else { gap.abs() };
        self.equations.gaps().map(size).fold(0.0, f64::max)
    }

    /// Moves a root to the number beside it at which the sides are closer, or as close and larger, so that
    /// roots on both sides of 0 are the same number.
    fn polish(&mut self, root: &mut Near) {
        let (&[at], true) = (root.at.as_slice(), root.within.iter().all(|within| *within > 0.0))
        else {
            return;
        };
        let places = [at, at.next_up(), at.next_down()];
        let gaps = places.map(|place| (place, self.gap_at(place)));
        let best = gaps.into_iter().min_by(|(one, gap), (other, wider)| {
            gap.total_cmp(wider).then(other.abs().total_cmp(&one.abs()))
        });
        if let Some((best, _)) = best {
            root.at = vec![best];
        }
    }
}

/// The roots nearest to the start, in order.
pub fn nearest(mut roots: Vec<Place>, start: &[f64]) -> Vec<Place> {
    let start = start.first().copied().unwrap_or_default();
    roots.sort_by(|(one, _), (other, _)| (one - start).abs().total_cmp(&(other - start).abs()));
    roots.truncate(MOST_ROOTS);
    roots.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    roots
}

/// Where there are more roots than the nearest, if there are: in what a scan from the start looks through.
pub fn are_more(roots: &[Place], start: &[f64]) -> Option<(f64, f64)> {
    (roots.len() > MOST_ROOTS).then(|| range(start.first().copied().unwrap_or_default()))
}
