//! The layout of a diagram: positions of boxes, ellipses and edges.

use crate::core::graph::Order;
use dagre::graph::{Graph, GraphOptions};
use dagre::{EdgeLabel, LayoutOptions, NodeLabel, RankDir, layout};

/// A point or a size, in pixels; points are measured from the top left.
pub type Point = (f64, f64);

/// The frame of a box or an ellipse: its middle and its size.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
pub struct Frame {
    /// The middle.
    pub middle: Point,
    /// Width and height.
    pub size: Point,
}

/// The layout of a diagram.
#[derive(Debug)]
pub struct Layout {
    /// Width and height of the drawing.
    pub size: Point,
    /// The boxes, by node number.
    pub boxes: Vec<Frame>,
    /// The ellipse of each node that has an operation, and the control points of the edge from it to the box.
    pub ellipses: Vec<Option<(Frame, Vec<Point>)>>,
    /// The control points of each edge.
    pub edges: Vec<Vec<Point>>,
}

/// The number of levels that edges may pass through in all: the time that dagre takes grows with its
/// square and worse.
const MOST_PASSED: usize = 2_000;
/// Blank pixels around the drawing.
const MARGIN: f64 = 12.0;

const OPTIONS: LayoutOptions = LayoutOptions {
    rankdir: RankDir::LR,
    align: None,
    nodesep: 16.0,
    edgesep: 12.0,
    ranksep: MARGIN,
    marginx: MARGIN,
    marginy: MARGIN,
    acyclicer: None,
    ranker: dagre::Ranker::NetworkSimplex,
    rank_align: dagre::RankAlign::Center,
    // As Graphviz and earlier versions of dagre do; it leads to fewer crossings.
    tie_keep_first: true,
};

impl Layout {
    /// Lays out boxes of these sizes, some of them behind an ellipse, with edges from box to box, which
    /// end at the ellipse where there is one, and so much room between the levels: from left to right,
    /// or from top to bottom.
    pub fn of(
        boxes: &[Point],
        ellipses: &[Option<Point>],
        edges: &[(usize, usize)],
        between: f64,
        is_high: bool,
    ) -> Layout {
        let turned = |point: Point| if is_high { (point.1, point.0) } else { point };
        let options = GraphOptions { directed: true, multigraph: true, compound: false };
        let mut graph: Graph<NodeLabel, EdgeLabel> = Graph::with_options(options);
        let label = |size: Point| {
            let (width, height) = turned(size);
            Some(NodeLabel { width, height, ..NodeLabel::default() })
        };
        for (number, (size, ellipse)) in boxes.iter().zip(ellipses).enumerate() {
            graph.set_node(box_name(number), label(*size));
            if let Some(ellipse) = ellipse {
                let name = ellipse_name(number);
                graph.set_node(name.as_str(), label(*ellipse));
                graph.set_edge(name, box_name(number), Some(EdgeLabel::default()), None);
            }
        }
        let ends = edges.iter().map(|(from, to)| {
            let is_leaf = ellipses[*to].is_none();
            (box_name(*from), if is_leaf { box_name(*to) } else { ellipse_name(*to) })
        });
        let ends: Vec<(String, String)> = ends.collect();
        for (index, (from, to)) in ends.iter().enumerate() {
            let name = index.to_string();
            graph.set_edge(from.as_str(), to.as_str(), Some(EdgeLabel::default()), Some(&name));
        }
        layout(&mut graph, Some(LayoutOptions { ranksep: between, ..OPTIONS }));
        let mut layout = Layout::read(&graph, ellipses, edges, &ends);
        if is_high {
            layout.turn();
        }
        layout
    }

    /// Swaps right and down.
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

    fn read(
        graph: &Graph<NodeLabel, EdgeLabel>,
        ellipses: &[Option<Point>],
        edges: &[(usize, usize)],
        ends: &[(String, String)],
    ) -> Layout {
        let frame = |name: String| {
            graph.node(&name).map_or_else(Frame::default, |it| Frame {
                middle: (it.x.unwrap_or(0.0), it.y.unwrap_or(0.0)),
                size: (it.width, it.height),
            })
        };
        let points = |from: &str, to: &str, name: Option<&str>| -> Vec<Point> {
            let points = graph.edge(from, to, name).map(|edge| edge.points.iter());
            points.into_iter().flatten().map(|point| (point.x, point.y)).collect()
        };
        let boxes: Vec<Frame> = (0..ellipses.len()).map(|number| frame(box_name(number))).collect();
        let ellipse = |(number, size): (usize, &Option<Point>)| {
            size.as_ref()?;
            let own = frame(ellipse_name(number));
            let mut points = points(&ellipse_name(number), &box_name(number), None);
            if let [end, next, ..] = points.as_mut_slice() {
                *end = touching(own, *next);
            }
            Some((own, points))
        };
        let ellipses: Vec<_> = ellipses.iter().enumerate().map(ellipse).collect();
        let edge = |(index, (operand, user)): (usize, &(usize, usize))| {
            let (from, to) = &ends[index];
            let mut points = points(from, to, Some(&index.to_string()));
            if let ([.., before, end], Some((own, _))) = (points.as_mut_slice(), &ellipses[*user]) {
                *end = touching(*own, *before);
            }
            leave(&mut points, &boxes, *operand);
            points
        };
        let edges = edges.iter().enumerate().map(edge).collect();
        let all = boxes.iter().chain(ellipses.iter().flatten().map(|(frame, _)| frame));
        let size = all.fold((0.0, 0.0), |(x, y), Frame { middle, size }| {
            let far = (middle.0 + size.0 / 2.0, middle.1 + size.1 / 2.0);
            (f64::max(x, far.0 + MARGIN), f64::max(y, far.1 + MARGIN))
        });
        Layout { size, boxes, ellipses, edges }
    }
}

fn box_name(number: usize) -> String {
    format!("n{number}")
}

fn ellipse_name(number: usize) -> String {
    format!("n{number}_op")
}

/// Starts an edge in the middle of the right side of its box, and keeps it horizontal until it is
/// past the boxes above and below.
fn leave(points: &mut Vec<Point>, boxes: &[Frame], number: usize) {
    let right = |frame: &Frame| frame.middle.0 + frame.size.0 / 2.0;
    let own = boxes[number];
    let column = boxes.iter().filter(|other| (other.middle.0 - own.middle.0).abs() < 1.0);
    let clear = column.map(right).fold(0.0, f64::max);
    let y = own.middle.1;
    points.splice(..points.len().min(1), [(right(&own), y), (clear + 2.0, y)]);
}

/// The point of an ellipse that is nearest to another point.
fn touching(ellipse: Frame, to: Point) -> Point {
    let (x, y) = (to.0 - ellipse.middle.0, to.1 - ellipse.middle.1);
    let length = (2.0 * x / ellipse.size.0).hypot(2.0 * y / ellipse.size.1).max(1e-9);
    (ellipse.middle.0 + x / length, ellipse.middle.1 + y / length)
}

/// Returns true for a graph whose edges are so long that its layout would take minutes.
pub fn is_tangled(order: &Order) -> bool {
    let edges: Vec<(usize, usize)> = order.edges().collect();
    let levels = levels(order.count(), &edges);
    let passed = |(operand, user): &(usize, usize)| {
        (2 * levels[*user].saturating_sub(levels[*operand])).saturating_sub(1)
    };
    edges.iter().map(passed).sum::<usize>() > MOST_PASSED
}

/// The level of each of so many nodes; an edge leads from an operand to a later node, its user. Leaves are as
/// late as they are used, other nodes as early as they can be.
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
