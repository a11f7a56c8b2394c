//! A layout for graphs whose edges are too long for the usual one, which would take minutes: levels
//! side by side, each node at the height of the nodes that use it.

use super::{Edge, Frame, Layout, OPTIONS, Point, leave, right_of_column, touch};

/// The levels of a graph: leaves as late as they are used, other nodes as early as they can be.
pub struct Levels {
    /// By node number.
    pub levels: Vec<usize>,
    /// The users of each node.
    users: Vec<Vec<usize>>,
}

impl Levels {
    /// Finds the levels of so many nodes; an edge leads from an operand to a later node, its user.
    pub fn of(count: usize, edges: &[(usize, usize)]) -> Levels {
        let (mut levels, mut users) = (vec![0_usize; count], vec![Vec::new(); count]);
        let mut is_leaf = vec![true; count];
        let mut sorted = edges.to_vec();
        sorted.sort_by_key(|(_, user)| *user);
        for (operand, user) in sorted {
            levels[user] = levels[user].max(levels[operand] + 1);
            users[operand].push(user);
            is_leaf[user] = false;
        }
        for number in (0..count).filter(|number| is_leaf[*number]) {
            let first = users[number].iter().map(|user| levels[*user]).min();
            levels[number] = first.unwrap_or(1).saturating_sub(1);
        }
        Levels { levels, users }
    }

    /// The number of levels that edges pass through.
    pub fn passed_through(&self, edges: &[(usize, usize)]) -> usize {
        let passed = |(operand, user): &(usize, usize)| {
            (2 * self.levels[*user].saturating_sub(self.levels[*operand])).saturating_sub(1)
        };
        edges.iter().map(passed).sum()
    }
}

/// Lays out the nodes from left to right.
pub fn plain(
    levels: &Levels,
    edges: &[(usize, usize)],
    boxes: &[Point],
    ellipses: &[Option<Point>],
    between: f64,
) -> Layout {
    let Levels { levels, users } = levels;
    let count = levels.iter().max().map_or(0, |last| last + 1);
    let mut columns = vec![(0.0_f64, 0.0_f64); count];
    for (number, level) in levels.iter().enumerate() {
        let column = &mut columns[*level];
        column.0 = column.0.max(ellipses[number].map_or(0.0, |size| size.0));
        column.1 = column.1.max(boxes[number].0);
    }
    // The middle of each column of ellipses and of boxes.
    let mut at = OPTIONS.marginx;
    let middles: Vec<(f64, f64)> = columns
        .iter()
        .map(|(ellipse, boxed)| {
            let gap = if *ellipse > 0.0 { between } else { 0.0 };
            let first = at + ellipse / 2.0;
            let second = at + ellipse + gap + boxed / 2.0;
            at += ellipse + gap + boxed + between;
            (first, second)
        })
        .collect();
    let mut heights = heights(users, levels, count, boxes);
    let least = heights.iter().zip(boxes).map(|(y, size)| y - size.1 / 2.0).fold(0.0, f64::min);
    heights.iter_mut().for_each(|y| *y += OPTIONS.marginy - least);
    let frames = |number: usize| (middles[levels[number]], heights[number]);
    let boxes: Vec<Frame> = (0..levels.len())
        .map(|number| {
            let ((_, x), y) = frames(number);
            Frame { middle: (x, y), size: boxes[number] }
        })
        .collect();
    let ellipses: Vec<Option<Frame>> = (0..levels.len())
        .map(|number| {
            let ((x, _), y) = frames(number);
            ellipses[number].map(|size| Frame { middle: (x, y), size })
        })
        .collect();
    let computed = (0..levels.len()).filter(|number| ellipses[*number].is_some());
    let results = computed.filter_map(|number| {
        let (from, to) = (ellipses[number]?, boxes[number]);
        let mut points = vec![from.middle, (to.middle.0 - to.size.0 / 2.0, to.middle.1)];
        touch(&mut points, Some(from), false);
        Some(Edge { from: number, to: number, points })
    });
    let uses = edges.iter().map(|(from, to)| {
        let (place, ellipse) = (boxes[*from], ellipses[*to]);
        let mut points = vec![place.middle, ellipse.unwrap_or(boxes[*to]).middle];
        leave(&mut points, place, right_of_column(&boxes, place));
        touch(&mut points, ellipse, true);
        Edge { from: *from, to: *to, points }
    });
    let (results, uses) = (results.collect(), uses.collect());
    let low = boxes.iter().map(|it| it.middle.1 + it.size.1 / 2.0).fold(0.0, f64::max);
    let size = (at - between + OPTIONS.marginx, low + OPTIONS.marginy);
    Layout { size, boxes, ellipses, results, uses }
}

/// The height of each node: that of its users, as far as there is room in its column.
fn heights(users: &[Vec<usize>], levels: &[usize], count: usize, boxes: &[Point]) -> Vec<f64> {
    let mut columns: Vec<Vec<usize>> = vec![Vec::new(); count];
    levels.iter().enumerate().for_each(|(number, level)| columns[*level].push(number));
    let mut heights = vec![0.0; levels.len()];
    for column in columns.iter_mut().rev() {
        let wanted = |number: &usize, heights: &[f64]| {
            let users = &users[*number];
            let sum: f64 = users.iter().map(|user| heights[*user]).sum();
            if users.is_empty() { 0.0 } else { sum / users.len() as f64 }
        };
        let mut placed: Vec<(f64, usize)> =
            column.iter().map(|number| (wanted(number, &heights), *number)).collect();
        placed.sort_unstable_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
        let mut end = f64::NEG_INFINITY;
        let mut shift = 0.0;
        for (wanted, number) in &placed {
            let half = boxes[*number].1 / 2.0;
            heights[*number] = wanted.max(end + OPTIONS.nodesep + half);
            end = heights[*number] + half;
            shift += (wanted - heights[*number]) / placed.len() as f64;
        }
        placed.iter().for_each(|(_, number)| heights[*number] += shift);
    }
    heights
}
