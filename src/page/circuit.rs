//! The picture of the current root: drawn once, then only its numbers and marks change.

use std::hash::BuildHasher;
use std::mem;

use foldhash::fast::FixedState;
use serde::Serialize;

use super::neurons::{self, Neurons, Place};
use super::sliders::NUDGE;
use crate::core::graph::{Order, Use, Value};
use crate::parts::export::{Diagram, Drawing, Edge, FORMS, Form, NodeBox, Point, Shape, edge_id};
use crate::parts::formula::{Atom, local_formula};
use crate::parts::learn::{At, Context, PassByHand, Practice, Share};
use crate::parts::rows::Program;
use crate::render::{ARROWHEAD, Style};
use crate::report::{Pass, Role, numbers};

/// The characters of most numbers: `-12345.6789`.
const USUAL: usize = 8;
/// The smallest readable font size.
const SMALLEST: f64 = 12.0;
/// Above this factor a picture is not shown as a whole.
const LACKS: f64 = 3.0;

/// Draws the operations or the neurons of a diagram, to the right or downward, in a size.
type Draw = fn(&Diagram, &Form, bool, Point) -> Drawing;

/// The screen that a picture is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Screen {
    /// True if it is higher than wide.
    pub is_high: bool,
    /// True for a phone: only numbers fit in a box.
    pub is_small: bool,
    /// The width and height in pixels; 0 if unknown.
    pub most: (u32, u32),
}

impl Screen {
    /// Returns the drawing in the first form and direction that is readable as a whole, or else in
    /// the first.
    fn fit(self, diagram: &Diagram, draw: Draw) -> Drawing {
        let most: Point = (f64::from(self.most.0), f64::from(self.most.1));
        let lacks =
            |it: &Drawing| (it.size.0 / most.0).max(it.size.1 / most.1) * SMALLEST / it.form.font;
        let forms = FORMS.iter().skip(usize::from(self.is_small));
        let ways = forms.flat_map(|form| [(form, self.is_high), (form, !self.is_high)]);
        let mut drawings = ways.map(|(form, is_high)| draw(diagram, form, is_high, most));
        let first = drawings.next();
        let first = first.unwrap_or_else(|| draw(diagram, &FORMS[0], self.is_high, most));
        if lacks(&first) <= 1.0 || lacks(&first) > LACKS {
            return first;
        }
        drawings.find(|drawing| lacks(drawing) <= 1.0).unwrap_or(first)
    }
}

/// The state of the page's picture.
#[derive(Debug, Default)]
pub struct Drawn {
    screen: Screen,
    /// The hash of the graph without its numbers.
    graph: u64,
    /// The characters that each node's numbers may take.
    widths: Vec<usize>,
    /// True if the page has it.
    is_sent: bool,
}

/// The picture, for the page.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Picture {
    /// The key of the picture.
    key: String,
    /// The drawing without numbers, if the page needs it.
    drawing: Option<Markup>,
    /// The nodes, by number.
    nodes: Vec<Node>,
    /// The last push along each edge.
    lit: Vec<Arrival>,
    /// The node that pushed last.
    pushed: Option<usize>,
    /// The ids of boxes, operations and edges outside the taken branch.
    untaken: Vec<String>,
    /// The widths of edges by id: a weight or its grad, or the local derivative times upstream.
    #[cfg_attr(test, ts(type = "[string, number | null][]"))]
    strengths: Vec<(String, f32)>,
    /// True if networks are drawn by their neurons.
    has_neurons: bool,
}

/// A picture without numbers.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Markup {
    markup: String,
    width: f64,
    height: f64,
    /// The size of its words.
    font: f64,
    /// The ends of each edge by number, and its id.
    links: Vec<(usize, usize, String)>,
}

/// A push along an edge.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Arrival {
    /// The id of the edge.
    edge: String,
    receiver: usize,
    /// The local derivative and upstream, and their product.
    local: String,
    upstream: String,
    product: String,
    /// The grad of the receiver before and after.
    before: String,
    after: String,
    /// The node whose data is the local derivative.
    sibling: Option<usize>,
    /// The factors by name: `b × dL/de`.
    said: String,
}

/// The mark of a node.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    #[default]
    #[serde(rename = "")]
    None,
    Ready,
    Done,
    Asked,
    Wrong,
    /// The source of the first grad that is not finite.
    Lost,
}

/// A node of the picture.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Node {
    name: String,
    data: String,
    /// The grad; `None` if the learner does not know it.
    grad: Option<String>,
    /// The class of its sign.
    sign: &'static str,
    /// The progress of its grad.
    status: String,
    mark: Mark,
    /// The right grad, if the shown one is wrong.
    right: Option<String>,
    /// The effect of a nudge, and the effect divided by the nudge.
    nudge: Option<(String, String)>,
    /// The data that fills the circle of a neuron.
    #[cfg_attr(test, ts(type = "number | null"))]
    fill: Option<f32>,
}

impl Node {
    fn of(name: String, own: &NodeBox) -> Node {
        let (data, grad) = (own.data.clone(), Some(own.grad.clone()));
        Node { name, data, grad, sign: own.class, ..Node::default() }
    }
}

impl Drawn {
    /// Redraws the picture for this screen.
    pub fn put_on(&mut self, screen: Screen) {
        self.screen = screen;
        self.is_sent = false;
    }

    /// Forgets the drawing, because the page shows no picture.
    pub fn is_gone(&mut self) {
        self.is_sent = false;
    }

    /// Returns the picture of a pass, with the effect of a nudge; `hides_grads` before an exercise.
    pub fn picture(
        &mut self,
        pass: &Pass,
        practice: Option<&Practice>,
        hides_grads: bool,
        style: &Style,
        nudged: Option<&Value>,
    ) -> Picture {
        let order = &pass.order;
        let diagram = Diagram::of(pass, style);
        let node = |(own, node): (&NodeBox, &Value)| Node {
            status: pass.remark(node).unwrap_or_default(),
            ..Node::of(pass.name(node), own)
        };
        let mut nodes: Vec<Node> = diagram.boxes.iter().zip(order.nodes()).map(node).collect();
        let mut picture = Picture { untaken: untaken(&diagram), ..Picture::default() };
        match practice {
            Some(practice @ Practice::ByHand(by_hand)) => {
                mark_by_hand(&mut nodes, by_hand, style);
                for share in by_hand.last_push() {
                    picture.pushed = Some(share.edge.user);
                    picture.lit.push(arrival((practice.context(), order), share, style));
                }
                picture.strengths = strengths(order, |number| {
                    let at = by_hand.seen().get(number).copied();
                    at.filter(|at| at.has_pushed).and_then(|at| at.grad)
                });
            }
            Some(Practice::Quiz(quiz)) => {
                hide(&mut nodes, &quiz.hidden());
                if let Some(node) = quiz.asked().and_then(|number| nodes.get_mut(number)) {
                    (node.mark, node.status) = (Mark::Asked, "?".to_owned());
                }
            }
            None => {
                mark_lost(&mut nodes, pass);
                if !hides_grads {
                    picture.strengths = strengths(order, |number| Some(order.node(number).grad()));
                }
                nudged.into_iter().for_each(|leaf| nudge(&mut nodes, order, leaf));
                hide(&mut nodes, &vec![hides_grads; order.count()]);
            }
        }
        let asks = matches!(practice, Some(Practice::Quiz(_))) || hides_grads;
        let is_new = self.follow((&diagram, asks), &nodes);
        picture.drawing =
            is_new.then(|| self.draw(diagram, |it, form, is_high, _| it.draw(form, is_high)));
        Picture { key: self.key(), nodes, ..picture }
    }

    /// Returns the picture of networks as neurons, with lines as wide as weights or grads.
    pub fn networks(
        &mut self,
        pass: &Pass,
        neurons: &Neurons,
        are_grads: bool,
        style: &Style,
    ) -> Picture {
        let diagram = neurons.diagram(pass, style);
        let node = |(own, place): (&NodeBox, &Place)| {
            let fill = (own.shape != Shape::Box).then_some(place.node.data() as f32);
            Node { fill, ..Node::of(pass.name(&place.node), own) }
        };
        let nodes: Vec<Node> = diagram.boxes.iter().zip(&neurons.places).map(node).collect();
        let is_new = self.follow((&diagram, false), &nodes);
        let strength = |(edge, weight): (&Edge, &Value)| {
            let strength = if are_grads { weight.grad() } else { weight.data() };
            (edge.id(), strength as f32)
        };
        let strengths = diagram.edges.iter().zip(neurons.weights()).map(strength).collect();
        let drawing = is_new.then(|| self.draw(diagram, neurons::draw));
        let key = self.key();
        Picture { key, drawing, nodes, strengths, has_neurons: true, ..Picture::default() }
    }

    /// Draws a diagram without numbers, which would give answers away.
    fn draw(&mut self, mut diagram: Diagram, draw: Draw) -> Markup {
        self.is_sent = true;
        for (own, width) in diagram.boxes.iter_mut().zip(&self.widths) {
            let (data, grad, room) = (String::new(), String::new(), *width);
            let blank = NodeBox { data, grad, room, class: "", ..mem::take(own) };
            *own = NodeBox { is_left_out: false, ..blank };
        }
        diagram.edges.iter_mut().for_each(|edge| edge.is_left_out = false);
        let Drawing { size: (width, height), markup, form } = self.screen.fit(&diagram, draw);
        let markup = format!("{ARROWHEAD}{markup}");
        let links = diagram.edges.iter().map(|edge| (edge.operand, edge.user, edge.id()));
        Markup { markup, width, height, font: form.font, links: links.collect() }
    }

    /// Returns true if the page needs a new drawing. Widths only grow, so that a drag does not move
    /// boxes, but a quiz resets them.
    fn follow(&mut self, (diagram, asks): (&Diagram, bool), nodes: &[Node]) -> bool {
        let boxes: Vec<_> = diagram.boxes.iter().map(|it| (&it.name, &it.operation)).collect();
        let edges: Vec<_> =
            diagram.edges.iter().map(|it| (it.operand, it.user, it.index)).collect();
        let graph = FixedState::default().hash_one((boxes, edges, asks));
        if graph != self.graph {
            *self = Drawn { screen: self.screen, graph, ..Drawn::default() };
            self.widths = vec![USUAL; nodes.len()];
        }
        for (width, node) in self.widths.iter_mut().zip(nodes) {
            let grad = node.grad.as_deref().unwrap_or_default();
            let needed = node.data.chars().count().max(grad.chars().count());
            self.is_sent &= needed <= *width;
            *width = needed.max(*width);
        }
        !self.is_sent
    }

    fn key(&self) -> String {
        format!("{:x}", FixedState::default().hash_one((self.graph, &self.widths, self.screen)))
    }
}

/// The contribution along each edge, in graphs of one row.
fn strengths(order: &Order, grad: impl Fn(usize) -> Option<f64>) -> Vec<(String, f32)> {
    let strength = |(_, edge): (usize, Use)| {
        let (_, contribution) = order.contribution(edge, grad(edge.user)?);
        Some((edge_id(edge), contribution as f32))
    };
    order.links().filter(|_| !order.has_rows()).filter_map(strength).collect()
}

/// Writes the effect of a nudge into the nodes.
fn nudge(nodes: &mut [Node], order: &Order, leaf: &Value) {
    let Some(mut program) = Program::nudging(order, leaf).filter(|_| order.contains(leaf)) else {
        return;
    };
    program.root_at([leaf.data() + NUDGE]);
    for ((number, node), own) in nodes.iter_mut().enumerate().zip(order.nodes()) {
        if let Some(after) = program.data_of(number) {
            let change = after - own.data();
            let sign = if change > 0.0 { "+" } else { "" };
            let moved = format!("{sign}{}", numbers::significant(change, 3));
            node.nudge = Some((moved, numbers::significant(change / NUDGE, 4)));
        }
    }
}

fn arrival((context, order): (&Context, &Order), share: &Share, style: &Style) -> Arrival {
    let Share { edge, receiver, local, upstream, contribution, before, .. } = *share;
    let [local, upstream, product] =
        [local, upstream, contribution].map(|it| numbers::significant(it, 4));
    let [before, after] =
        [before, before + contribution].map(|it| numbers::table(it, style.digits));
    let formula = context.formula(edge);
    let factor = match &formula.text {
        _ if formula.is_number() => local.clone(),
        text if formula.is_atom() => text.clone(),
        text => format!("({text})"),
    };
    let said = format!("{factor} × {}", context.derivative(edge.user));
    let local_formula = local_formula(context.node(edge.user), edge.index);
    let sibling = local_formula.and_then(|formula| match formula.atoms.as_slice() {
        [Atom::Node(node)] => order.number_of(node),
        _ => None,
    });
    let edge = edge_id(edge);
    Arrival { edge, receiver, local, upstream, product, before, after, sibling, said }
}

/// The ids of boxes and edges outside the taken branch.
fn untaken(diagram: &Diagram) -> Vec<String> {
    let boxes = diagram.boxes.iter().enumerate().filter(|(_, own)| own.is_left_out);
    let boxes =
        boxes.flat_map(|(number, _)| ["n", "op", "r"].map(|kind| format!("{kind}{number}")));
    let edges = diagram.edges.iter().filter(|edge| edge.is_left_out);
    boxes.chain(edges.map(Edge::id)).collect()
}

/// Marks the node whose rule makes the first grad that is not finite.
fn mark_lost(nodes: &mut [Node], pass: &Pass) {
    let lost = pass.non_finite.as_ref().and_then(|found| pass.order.number_of(&found.node));
    if let Some(node) = lost.and_then(|number| nodes.get_mut(number)) {
        node.mark = Mark::Lost;
    }
}

/// Shows the grads that the learner has reached.
fn mark_by_hand(nodes: &mut [Node], by_hand: &PassByHand, style: &Style) {
    for (node, at) in nodes.iter_mut().zip(by_hand.seen()) {
        let At { grad, waiting, .. } = at;
        node.grad = grad.map(|grad| numbers::table(grad, style.digits));
        node.sign = grad.map_or("unknown", |grad| Role::of(grad).class());
        let (mark, status) = match at {
            At { right: Some(right), .. } => {
                node.right = Some(numbers::table(right, style.digits));
                (Mark::Wrong, "")
            }
            At { was_early: true, .. } => (Mark::Wrong, "pushed too early"),
            At { misses_some: true, waiting: 0, is_ready, .. } => {
                (if is_ready { Mark::Ready } else { Mark::Wrong }, "misses a part")
            }
            At { is_ready: true, .. } => (Mark::Ready, "ready"),
            At { has_pushed: true, .. } => (Mark::Done, "pushed"),
            _ if waiting > 0 => (Mark::None, ""),
            _ => (Mark::Done, "done"),
        };
        (node.mark, node.status) = (mark, status.to_owned());
        if matches!(node.mark, Mark::None) {
            node.status = format!("waiting for {waiting} more");
        }
    }
}

/// Hides the requested grads.
fn hide(nodes: &mut [Node], hidden: &[bool]) {
    for (node, _) in nodes.iter_mut().zip(hidden).filter(|(_, hidden)| **hidden) {
        (node.grad, node.right, node.mark) = (None, None, Mark::None);
        node.sign = "unknown";
        node.status.clear();
    }
}
