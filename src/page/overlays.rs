//! What else there is to see in the picture: what flows back along the edges, how operations bend, the paths of
//! a node, what a nudge moves, and the grads of a wrong pass beside the right ones.

use std::fmt::Write;

use serde::Serialize;

use super::Page;
use super::circuit::{Mark, Node};
use super::diagram::{Live, bending};
use crate::command::{Arguments, RunOptions};
use crate::core::graph::{Operand, Order, Value};
use crate::parts::learn::{BUGS, Bug, wrong_grads};
use crate::parts::rows::Program;
use crate::report::{Pass, Report, Role, numbers};

/// How far a nudge moves a leaf.
pub const NUDGE: f64 = 0.01;
/// The most nodes whose edges have bars, and whose operations have curves.
const MOST_NODES: usize = 120;
/// The most paths whose products are told.
const MOST_PATHS: usize = 4;
/// The most edges that are followed to find them.
const MOST_FOLLOWED: usize = 2_000;
/// Half the width and half the height of a curve, in pixels, and its samples.
const HALF: (f64, f64) = (24.0, 9.0);
const SAMPLES: i32 = 24;
/// Half the range of a curve, where its point is no further off.
const REACH: f64 = 3.0;

/// What else is to be seen.
#[derive(Debug, Default)]
pub struct Extra {
    /// The leaf that is nudged.
    pub nudged: Option<Value>,
    /// The wrong pass that was last run.
    pub bug: Option<&'static Bug>,
    /// The node that was explained last.
    pub explained: Option<Value>,
}

impl Extra {
    /// Writes into the nodes what a nudge and a wrong pass make of them.
    pub fn mark(&self, nodes: &mut [Node], order: &Order, digits: Option<usize>) {
        if let Some(grads) = self.bug.and_then(|bug| wrong_grads(bug, order)) {
            for ((node, wrong), own) in nodes.iter_mut().zip(grads).zip(order.nodes()) {
                let [wrong, right] = [wrong, own.grad()].map(|it| numbers::table(it, digits));
                if wrong != right {
                    (node.grad, node.right) = (Some(wrong), Some(right));
                    node.mark = Mark::Wrong;
                }
            }
        }
        let Some(leaf) = self.nudged.as_ref().filter(|leaf| order.contains(leaf)) else { return };
        let Some(mut program) = Program::nudging(order, leaf) else { return };
        program.root_at([leaf.data() + NUDGE]);
        for ((number, node), own) in nodes.iter_mut().enumerate().zip(order.nodes()) {
            if let Some(after) = program.data_of(number) {
                let change = after - own.data();
                node.nudge = Some((signed(change), numbers::significant(change / NUDGE, 4)));
            }
        }
    }
}

impl Page {
    /// Notes which node a statement has explained, or which wrong pass it has run.
    pub(super) fn note_what_is_seen(&mut self, statement: &str, report: &Report) {
        let Ok(arguments) = Arguments::read(statement, RunOptions::default()) else { return };
        let node = |name| self.session.names().resolve(arguments.words(name).next()?.name());
        match report.kind {
            "explain" => self.extra.explained = node("NODE"),
            "bug" => {
                let root = node("ROOT");
                // The picture is that of the current root.
                let is_shown =
                    root.is_none_or(|it| self.session.root().is_some_and(|own| own.is(&it)));
                let bug = arguments.choice("KIND", BUGS, |bug| bug.name).ok();
                self.extra.bug = bug.filter(|_| is_shown);
            }
            _ => {}
        }
    }
}

/// A change with its sign.
fn signed(change: f64) -> String {
    let text = numbers::significant(change, 3);
    if change > 0.0 { format!("+{text}") } else { text }
}

/// What goes back along each edge from the users whose grad there is, in graphs of one row.
pub fn flows_of(order: &Order, grad: impl Fn(usize) -> Option<f64>) -> Vec<(String, f32)> {
    if order.count() > MOST_NODES || order.has_rows() {
        return Vec::new();
    }
    let mut flows = Vec::new();
    for (_, edge) in order.links() {
        if let Some(upstream) = grad(edge.user) {
            let (_, contribution) = order.contribution(edge, upstream);
            flows.push((Live::edge_id(edge), contribution as f32));
        }
    }
    flows
}

/// The curve of an operation, around the middle of its ellipse.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Bend {
    /// The number of its node.
    node: usize,
    /// The curve, and the tangent at the present point, as paths.
    curve: String,
    tangent: String,
    /// The present point.
    point: (f32, f32),
}

/// The curves of the operations of one operand that bend.
pub fn curves(order: &Order) -> Vec<Bend> {
    if order.count() > MOST_NODES {
        return Vec::new();
    }
    let nodes = order.nodes().iter().enumerate();
    nodes.filter_map(|(number, node)| bend(number, node)).collect()
}

fn bend(number: usize, node: &Value) -> Option<Bend> {
    let (index, operand) = bending(node)?;
    let operation = node.operation()?;
    let other = node.operands().get(1 - index).map_or(0.0, Operand::data);
    let at =
        |x: f64| if index == 0 { operation.forward(x, other) } else { operation.forward(other, x) };
    let x = operand.data();
    let mut reach = REACH;
    while x.is_finite() && x.abs() > reach && reach < 1e12 {
        reach *= 2.0;
    }
    let samples: Vec<(f64, f64)> = (-SAMPLES..=SAMPLES)
        .map(|step| f64::from(step) / f64::from(SAMPLES))
        .map(|share| (share, at(share * reach)))
        .collect();
    let finite = || samples.iter().map(|it| it.1).filter(|it| it.is_finite());
    let (least, most) =
        (finite().fold(f64::INFINITY, f64::min), finite().fold(f64::NEG_INFINITY, f64::max));
    let y = node.data();
    if !(least.is_finite() && y.is_finite() && x.is_finite()) {
        return None;
    }
    let (least, most) = (least.min(y), most.max(y));
    let high = if most > least { most - least } else { 1.0 };
    let place = |share: f64, y: f64| (share * HALF.0, HALF.1 - 2.0 * HALF.1 * (y - least) / high);
    let mut curve = String::new();
    let mut is_on = false;
    for (share, y) in &samples {
        if !y.is_finite() {
            is_on = false;
            continue;
        }
        let (px, py) = place(*share, *y);
        let _ = write!(curve, "{}{px:.1} {py:.1} ", if is_on { 'L' } else { 'M' });
        is_on = true;
    }
    let (px, py) = place(x / reach, y);
    // In pixels down for a pixel to the right.
    let local = node.backward_steps(1.0).find(|step| step.index == index)?.local;
    let slope = -local * reach / HALF.0 * 2.0 * HALF.1 / high;
    let long = if slope.is_finite() { 11.0 / 1.0_f64.hypot(slope) } else { 0.0 };
    let (dx, dy) = (long, if slope.is_finite() { long * slope } else { 11.0 });
    let tangent = format!("M{:.1} {:.1} L{:.1} {:.1}", px - dx, py - dy, px + dx, py + dy);
    Some(Bend {
        node: number,
        curve: curve.trim_end().to_owned(),
        tangent,
        point: (px as f32, py as f32),
    })
}

/// The paths from a node to the root.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Paths {
    /// The node.
    node: usize,
    /// The ids of their edges, and the nodes that they pass.
    edges: Vec<String>,
    nodes: Vec<usize>,
    /// Their products and the sum of them: `-3 × 1 × -2 = 6`.
    said: String,
    /// The class of its sign.
    sign: &'static str,
}

impl Paths {
    /// The paths of a node, where it is not the root itself.
    pub fn of(pass: &Pass, node: &Value) -> Option<Paths> {
        let order = &pass.order;
        let number = order.number_of(node).filter(|number| *number != order.root_number())?;
        let reached = order.dependents(&[number]);
        let nodes: Vec<usize> = (number..order.count()).filter(|it| reached[*it]).collect();
        let edges = nodes.iter().flat_map(|it| order.uses(*it)).map(|edge| Live::edge_id(*edge));
        let edges = edges.collect();
        let brief = |number: f64| numbers::significant(number, 4);
        let sum = brief(node.grad());
        let said = match products(order, number).filter(|_| !order.has_rows()) {
            Some(products) if products.len() == 1 => format!("{} = {sum}", products.concat()),
            Some(products) => format!("{} = {sum}", products.join("  +  ")),
            None => format!("a sum of many products = {sum}"),
        };
        Some(Paths { node: number, edges, nodes, said, sign: Role::of(node.grad()).class() })
    }
}

/// The products along the paths of a node, if there are few.
fn products(order: &Order, number: usize) -> Option<Vec<String>> {
    let mut found = Vec::new();
    let mut open: Vec<(usize, String)> = vec![(number, String::new())];
    let mut followed = 0;
    while let Some((at, product)) = open.pop() {
        if at == order.root_number() {
            found.push(product);
            continue;
        }
        for edge in order.uses(at) {
            followed += 1;
            let (local, _) = order.contribution(*edge, 1.0);
            let factor = numbers::significant(local, 4);
            let factor = if local < 0.0 { format!("({factor})") } else { factor };
            let times = if product.is_empty() { "" } else { " × " };
            open.push((edge.user, format!("{product}{times}{factor}")));
        }
        if found.len() + open.len() > MOST_PATHS || followed > MOST_FOLLOWED {
            return None;
        }
    }
    Some(found)
}
