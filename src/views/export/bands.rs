//! Pictures that are no wider than a page: what does not fit goes on below.

use super::layout::{Point, levels};
use super::plan::Boxes;

/// The width at which words of 13 pixels have 7 points between the margins of a page of A4.
pub const PAGE: f64 = 880.0;

/// The parts of a picture, from left to right: each with its size, as `draw` makes it, and in as few
/// parts as fit on a page; at worst one for each level.
pub fn wrapped(
    plan: &Boxes<'_>,
    mut draw: impl FnMut(&Boxes<'_>) -> (Point, String),
) -> Vec<(Point, String)> {
    let links: Vec<(usize, usize)> = plan.edges.iter().map(|it| (it.from, it.to)).collect();
    let levels = levels(plan.items.len(), &links);
    let count = levels.iter().max().map_or(1, |last| last + 1);
    let mut drawn = Vec::new();
    let mut start = 0;
    while start < count {
        // The most levels that fit, and one in any case.
        let mut end = start + 1;
        let mut best = draw(&plan.part(&levels, start..end));
        let mut most = count;
        while end < most {
            let middle = end + (most - end).div_ceil(2);
            let part = draw(&plan.part(&levels, start..middle));
            if part.0.0 <= PAGE { (end, best) = (middle, part) } else { most = middle - 1 }
        }
        drawn.push(best);
        start = end;
    }
    drawn
}
