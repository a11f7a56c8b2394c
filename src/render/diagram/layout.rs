//! The layout of a drawing: positions of boxes, ellipses and edges.

use crate::core::graph::Order;
use dagre::graph::{Graph, GraphOptions};
use dagre::{EdgeLabel, LayoutOptions, NodeLabel, RankDir, layout};

/// A point or a size, in pixels; points are measured from the top left.
pub type Point = (f64, f64);

/// The frame of a box or an ellipse: its middle and its size.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Frame {
    /// The middle.
    pub middle: Point,
    /// Width and height.
    pub size: Point,
}

/// An edge: the nodes it joins, and its path.
#[derive(Debug)]
pub struct Edge {
    /// The number of the node it starts from, or whose operation it starts from.
    pub from: usize,
    /// The number of the node it leads to, or whose operation it leads to.
    pub to: usize,
    /// The control points of its path.
    pub points: Vec<Point>,
}

/// The layout of a graph.
#[derive(Debug)]
pub struct Layout {
    /// Width and height of the drawing.
    pub size: Point,
    /// The boxes, by node number.
    pub boxes: Vec<Frame>,
    /// The ellipses of the nodes that have an operation.
    pub ellipses: Vec<Option<Frame>>,
    /// One edge from each operation to its node.
    pub results: Vec<Edge>,
    /// One edge for each use.
    pub uses: Vec<Edge>,
}

/// The number of levels that edges may pass through in all: the time that dagre takes grows with its
/// square and worse.
const MOST_PASSED: usize = 2_000;

/// The usual room between levels.
pub const BETWEEN_LEVELS: f64 = 28.0;

const OPTIONS: LayoutOptions = LayoutOptions {
    rankdir: RankDir::LR,
    align: None,
    nodesep: 16.0,
    edgesep: 12.0,
    ranksep: BETWEEN_LEVELS,
    marginx: 12.0,
    marginy: 12.0,
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
        is_vertical: bool,
    ) -> Layout {
        if !is_vertical {
            return Layout::rightward(boxes, ellipses, edges, between);
        }
        let turned = |point: &Point| (point.1, point.0);
        let boxes: Vec<Point> = boxes.iter().map(turned).collect();
        let ellipses: Vec<Option<Point>> =
            ellipses.iter().map(|size| size.as_ref().map(turned)).collect();
        let mut layout = Layout::rightward(&boxes, &ellipses, edges, between);
        layout.turn();
        layout
    }

    /// Swaps right and down.
    fn turn(&mut self) {
        let turn = |point: &mut Point| *point = (point.1, point.0);
        turn(&mut self.size);
        for frame in self.boxes.iter_mut().chain(self.ellipses.iter_mut().flatten()) {
            turn(&mut frame.middle);
            turn(&mut frame.size);
        }
        for edge in self.results.iter_mut().chain(&mut self.uses) {
            edge.points.iter_mut().for_each(turn);
        }
    }

    fn rightward(
        boxes: &[Point],
        ellipses: &[Option<Point>],
        edges: &[(usize, usize)],
        between: f64,
    ) -> Layout {
        let options = GraphOptions { directed: true, multigraph: true, compound: false };
        let mut graph: Graph<NodeLabel, EdgeLabel> = Graph::with_options(options);
        for (number, (size, ellipse)) in boxes.iter().zip(ellipses).enumerate() {
            graph.set_node(box_name(number), Some(label(*size)));
            if let Some(ellipse) = ellipse {
                graph.set_node(ellipse_name(number), Some(label(*ellipse)));
                let (from, to) = (ellipse_name(number), box_name(number));
                graph.set_edge(from.as_str(), to.as_str(), Some(EdgeLabel::default()), None);
            }
        }
        for (index, (operand, user)) in edges.iter().enumerate() {
            let (from, to) = (box_name(*operand), end_name(ellipses, *user));
            let name = index.to_string();
            graph.set_edge(from.as_str(), to.as_str(), Some(EdgeLabel::default()), Some(&name));
        }
        // What is close has no more room around it.
        let margin = OPTIONS.marginx.min(between);
        layout(
            &mut graph,
            Some(LayoutOptions { ranksep: between, marginx: margin, marginy: margin, ..OPTIONS }),
        );
        Layout::read(&graph, edges, ellipses)
    }

    fn read(
        graph: &Graph<NodeLabel, EdgeLabel>,
        edges: &[(usize, usize)],
        ellipses: &[Option<Point>],
    ) -> Layout {
        let place = |name: String| {
            let label = graph.node(&name);
            label.map(|it| Frame {
                middle: (it.x.unwrap_or(0.0), it.y.unwrap_or(0.0)),
                size: (it.width, it.height),
            })
        };
        let none = Frame { middle: (0.0, 0.0), size: (0.0, 0.0) };
        let boxes: Vec<Frame> =
            (0..ellipses.len()).map(|number| place(box_name(number)).unwrap_or(none)).collect();
        let ends = ellipses;
        let ellipses: Vec<Option<Frame>> = ellipses
            .iter()
            .enumerate()
            .map(|(number, size)| size.and_then(|_| place(ellipse_name(number))))
            .collect();
        let points = |from: &str, to: &str, name: Option<&str>| -> Vec<Point> {
            let edge = graph.edge(from, to, name);
            edge.map(|edge| edge.points.iter().map(|point| (point.x, point.y)).collect())
                .unwrap_or_default()
        };
        let on = |number: usize| ellipses.get(number).copied().flatten();
        let computed =
            (0..ends.len()).filter(|number| ends.get(*number).is_some_and(Option::is_some));
        let results = computed.map(|number| {
            let mut points = points(&ellipse_name(number), &box_name(number), None);
            touch(&mut points, on(number), false);
            Edge { from: number, to: number, points }
        });
        let uses = edges.iter().copied().enumerate().map(|(index, (from, to))| {
            let name = index.to_string();
            let mut points = points(&box_name(from), &end_name(ends, to), Some(&name));
            touch(&mut points, on(to), true);
            if let Some(place) = boxes.get(from) {
                leave(&mut points, *place, right_of_column(&boxes, *place));
            }
            Edge { from, to, points }
        });
        let (results, uses) = (results.collect(), uses.collect());
        let places = boxes.iter().chain(ellipses.iter().flatten());
        let far = |place: &Frame| {
            (place.middle.0 + place.size.0 / 2.0, place.middle.1 + place.size.1 / 2.0)
        };
        let size = places.map(far).fold((0.0_f64, 0.0_f64), |(x, y), far| {
            (x.max(far.0 + OPTIONS.marginx), y.max(far.1 + OPTIONS.marginy))
        });
        Layout { size, boxes, ellipses, results, uses }
    }
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
    let mut first_use = vec![None; count];
    for (operand, user) in &sorted {
        let level = levels[*user];
        first_use[*operand] =
            first_use[*operand].map_or(Some(level), |first| Some(level.min(first)));
    }
    for number in (0..count).filter(|number| is_leaf[*number]) {
        levels[number] = first_use[number].map_or(0, |first| first - 1);
    }
    levels
}

fn box_name(number: usize) -> String {
    format!("n{number}")
}

fn ellipse_name(number: usize) -> String {
    format!("n{number}_op")
}

/// Where the edges to a box end.
fn end_name(ellipses: &[Option<Point>], number: usize) -> String {
    match ellipses.get(number) {
        Some(Some(_)) => ellipse_name(number),
        _ => box_name(number),
    }
}

fn label(size: Point) -> NodeLabel {
    NodeLabel { width: size.0, height: size.1, ..NodeLabel::default() }
}

/// Starts an edge in the middle of the right side of its box, and keeps it horizontal until it is
/// past the boxes above and below.
fn leave(points: &mut Vec<Point>, place: Frame, clear: f64) {
    let (right, y) = (place.middle.0 + place.size.0 / 2.0, place.middle.1);
    points.splice(..points.len().min(1), [(right, y), (f64::max(right, clear) + 2.0, y)]);
}

/// The right end of the widest box in the same column.
fn right_of_column(boxes: &[Frame], place: Frame) -> f64 {
    let same = boxes.iter().filter(|other| (other.middle.0 - place.middle.0).abs() < 1.0);
    same.map(|other| other.middle.0 + other.size.0 / 2.0).fold(0.0, f64::max)
}

/// Moves the end of an edge from the bounding box of an ellipse onto the ellipse.
fn touch(points: &mut [Point], ellipse: Option<Frame>, at_end: bool) {
    let end = if at_end { points.split_last_mut() } else { points.split_first_mut() };
    let (Some((end, rest)), Some(ellipse)) = (end, ellipse) else {
        return;
    };
    let towards = if at_end { rest.last() } else { rest.first() };
    let Some(towards) = towards else {
        return;
    };
    let (x, y) = (towards.0 - ellipse.middle.0, towards.1 - ellipse.middle.1);
    let length = (2.0 * x / ellipse.size.0).hypot(2.0 * y / ellipse.size.1);
    if length > 0.0 {
        *end = (ellipse.middle.0 + x / length, ellipse.middle.1 + y / length);
    }
}
