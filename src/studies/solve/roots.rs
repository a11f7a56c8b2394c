//! All roots of an equation of one unknown.

use super::search::Search;
use crate::methods::{Near, range, scan};

/// The most roots of one unknown that are given.
const MOST_ROOTS: usize = 6;
/// No other roots are looked for where each place takes more work than this, in nodes.
const MOST_WORK: usize = 20_000;

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
        let far = |near: &Near| near.at.first().map_or(f64::INFINITY, |at| (at - start).abs());
        *root = roots.iter().min_by(|one, other| far(one).total_cmp(&far(other))).cloned();
        let place = |near: &Near| Some((*near.at.first()?, *near.within.first()?));
        roots.iter().filter_map(place).collect()
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
