//! The layout of a diagram: positions of boxes, ellipses and edges.

use std::collections::HashMap;

use crate::core::graph::Order;
use rust_sugiyama::configure::Config;
use rust_sugiyama::from_vertices_and_edges;

/// A point or a size, in pixels; points are measured from the top left.
pub type Point = (f64, f64);

/// The frame of a box or an ellipse: its middle and its size.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
pub struct Frame {
    pub middle: Point,
    pub size: Point,
}

/// The layout of a diagram.
#[derive(Debug)]
pub struct Layout {
    pub size: Point,
    /// The boxes, by node number.
    pub boxes: Vec<Frame>,
    /// The ellipse of each node that has an operation, and the control points of the edge from it to the box.
    pub ellipses: Vec<Option<(Frame, Vec<Point>)>>,
    /// The control points of each edge.
    pub edges: Vec<Vec<Point>>,
}

/// The limit on pieces of edges, whose layout takes about a second.
const MOST_PIECES: usize = 10_000;
/// Blank pixels around the drawing.
const MARGIN: f64 = 12.0;
/// Blank pixels between boxes in one column.
const APART: f64 = 16.0;

impl Layout {
    /// Lays out boxes of these sizes, some behind an ellipse, and edges between them, from left to right or from
    /// top to bottom.
    pub fn of(
        boxes: &[Point],
        ellipses: &[Option<Point>],
        edges: &[(usize, usize)],
        between: f64,
        is_high: bool,
    ) -> Layout {
        let turned = |(x, y): Point| if is_high { (y, x) } else { (x, y) };
        let levels = levels(boxes.len(), edges);
        let mut columns = Columns { between, ..Columns::default() };
        for (size, level) in boxes.iter().zip(&levels) {
            columns.add(turned(*size), 2 * level + 1);
        }
        let ellipse = |(size, level): (&Option<Point>, &usize)| {
            size.map(|size| columns.add(turned(size), 2 * level))
        };
        let ellipses: Vec<Option<usize>> = ellipses.iter().zip(&levels).map(ellipse).collect();
        let edge = |(operand, user): &(usize, usize)| {
            columns.join(*operand, ellipses[*user].unwrap_or(*user))
        };
        let edges: Vec<Vec<usize>> = edges.iter().map(edge).collect();
        let result = |(number, ellipse): (usize, &Option<usize>)| {
            ellipse.map(|ellipse| columns.join(ellipse, number))
        };
        let results: Vec<_> = ellipses.iter().enumerate().map(result).collect();
        let mut layout = columns.layout(boxes.len(), &results, &edges);
        if is_high {
            layout.turn();
        }
        layout
    }

    fn turn(&mut self) {
        let turn = |point: &mut Point| *point = (point.1, point.0);
        turn(&mut self.size);
        let (ellipses, results): (Vec<&mut Frame>, Vec<&mut Vec<Point>>) =
            self.ellipses.iter_mut().flatten().map(|(frame, points)| (frame, points)).unzip();
        for frame in self.boxes.iter_mut().chain(ellipses) {
            turn(&mut frame.middle);
            turn(&mut frame.size);
        }
        self.edges.iter_mut().chain(results).flatten().for_each(turn);
    }
}

/// Boxes and ellipses in columns, with bends of edges in the columns that these pass.
#[derive(Default)]
struct Columns {
    /// The gap between two columns.
    between: f64,
    /// The sizes of boxes, ellipses and bends.
    sizes: Vec<Point>,
    /// Their columns.
    places: Vec<usize>,
    /// The widths of the columns.
    widths: Vec<f64>,
    /// The pieces of edges.
    pieces: Vec<(u32, u32)>,
}

impl Columns {
    fn add(&mut self, size: Point, column: usize) -> usize {
        self.sizes.push(size);
        self.places.push(column);
        self.widths.resize(self.widths.len().max(column + 1), 0.0);
        self.widths[column] = self.widths[column].max(size.0);
        self.sizes.len() - 1
    }

    /// Adds an edge; returns its ends and the bends between them.
    fn join(&mut self, from: usize, to: usize) -> Vec<usize> {
        let mut joined = vec![from];
        for column in self.places[from] + 1..self.places[to] {
            joined.push(self.add((0.0, 0.0), column));
        }
        joined.push(to);
        self.pieces.extend(joined.windows(2).map(|it| (it[0] as u32, it[1] as u32)));
        joined
    }

    /// The layout of this many boxes.
    fn layout(&self, count: usize, results: &[Option<Vec<usize>>], edges: &[Vec<usize>]) -> Layout {
        let frames = self.frames();
        let result =
            |joined: &Vec<usize>| (frames[joined[0]], self.path(&frames, joined, count, 0));
        let mut met: HashMap<[usize; 2], usize> = HashMap::new();
        let mut edge = |joined: &Vec<usize>| {
            let alike = met.entry([joined[0], joined[1]]).or_default();
            *alike += 1;
            self.path(&frames, joined, count, *alike - 1)
        };
        let far =
            |Frame { middle, size }: &Frame| (middle.0 + size.0 / 2.0, middle.1 + size.1 / 2.0);
        let size = frames.iter().map(far).fold((0.0, 0.0), |(x, y), far| {
            (f64::max(x, far.0 + MARGIN), f64::max(y, far.1 + MARGIN))
        });
        Layout {
            size,
            ellipses: results.iter().map(|it| it.as_ref().map(result)).collect(),
            edges: edges.iter().map(&mut edge).collect(),
            boxes: frames[..count].to_vec(),
        }
    }

    /// The control points of an edge, which moves up or down only between columns. `beside` edges run beside it, as
    /// for `a * a`. Frames of boxes come first.
    fn path(&self, frames: &[Frame], joined: &[usize], boxes: usize, beside: usize) -> Vec<Point> {
        let (first, last) = (joined[0], joined[joined.len() - 1]);
        let half = |number: usize| self.widths[self.places[number]] / 2.0;
        let (x, y) = frames[first].middle;
        let mut points = vec![(x + frames[first].size.0 / 2.0, y)];
        if first < boxes {
            points.push((x + half(first) + 2.0, y));
        }
        for bend in &joined[1..joined.len() - 1] {
            let (x, y) = frames[*bend].middle;
            points.extend([(x - half(*bend), y), (x + half(*bend), y)]);
        }
        let Frame { middle: (x, y), size } = frames[last];
        if last < boxes {
            points.push((x - size.0 / 2.0, y));
            return points;
        }
        // An ellipse is entered from above or below its middle.
        let off = (points[points.len() - 1].1 - y).clamp(-size.1 / 2.0, size.1 / 2.0);
        let off = off - (beside as f64 * APART).copysign(off);
        let before = (x - half(last) - self.between / 4.0, y + off);
        points.extend([before, touching(frames[last], before)]);
        points
    }

    /// The frames of boxes, ellipses and bends.
    fn frames(&self) -> Vec<Frame> {
        // There levels go down, as far apart as boxes in a column.
        let turned = |(x, y): &Point| (*y, x + self.between - APART);
        let sizes: Vec<(u32, Point)> = (0..).zip(self.sizes.iter().map(turned)).collect();
        let config = Config { vertex_spacing: APART, ..Config::default() };
        let layouts = from_vertices_and_edges(&sizes, &self.pieces, &config);
        let mut frames: Vec<Frame> =
            self.sizes.iter().map(|size| Frame { size: *size, ..Frame::default() }).collect();
        for (number, (y, x)) in layouts.into_iter().flat_map(|(places, ..)| places) {
            frames[number].middle = (x, y);
        }
        let edge = |at: fn(Point) -> f64| {
            let least = |it: &Frame| at(it.middle) - at(it.size) / 2.0;
            frames.iter().map(least).fold(f64::INFINITY, f64::min)
        };
        let (left, top) = (edge(|it| it.0) - MARGIN, edge(|it| it.1) - MARGIN);
        for Frame { middle, .. } in &mut frames {
            *middle = (middle.0 - left, middle.1 - top);
        }
        frames
    }
}

/// The nearest point of an ellipse to another point.
fn touching(ellipse: Frame, to: Point) -> Point {
    let (x, y) = (to.0 - ellipse.middle.0, to.1 - ellipse.middle.1);
    let length = (2.0 * x / ellipse.size.0).hypot(2.0 * y / ellipse.size.1).max(1e-9);
    (ellipse.middle.0 + x / length, ellipse.middle.1 + y / length)
}

/// Returns true if the edges are so long that the layout would take seconds.
pub fn is_tangled(order: &Order) -> bool {
    let edges: Vec<(usize, usize)> = order.edges().collect();
    let levels = levels(order.count(), &edges);
    let pieces = |(operand, user): &(usize, usize)| 2 * (levels[*user] - levels[*operand]);
    edges.iter().map(pieces).sum::<usize>() > MOST_PIECES
}

/// The level of each node, given edges from operands to users: leaves as late, other nodes as early as possible.
pub fn levels(count: usize, edges: &[(usize, usize)]) -> Vec<usize> {
    let mut levels = vec![0_usize; count];
    let mut is_leaf = vec![true; count];
    let mut sorted = edges.to_vec();
    sorted.sort_by_key(|(_, user)| *user);
    for (operand, user) in &sorted {
        levels[*user] = levels[*user].max(levels[*operand] + 1);
        is_leaf[*user] = false;
    }
    for leaf in (0..count).filter(|number| is_leaf[*number]) {
        let users = sorted.iter().filter(|(operand, _)| *operand == leaf);
        levels[leaf] = users.map(|(_, user)| levels[*user] - 1).min().unwrap_or(0);
    }
    levels
}
