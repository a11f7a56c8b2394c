//! The picture of the current root: drawn once, then only its numbers and marks change.

use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use serde::Serialize;

use super::diagram::{Live, Screen};
use super::networks::{InNetworks, Look};
use super::neurons::{Neurons, Place};
use super::overlays::{Bend, Extra, Paths, curves, flows_of};
use crate::core::graph::{Order, Use, Value};
use crate::parts::formula::{Atom, local_formula};
use crate::parts::learn::{self, At, PassByHand, Practice, Share};
use crate::report::{Pass, Role, counted, numbers};

/// The characters of most numbers: `-12345.6789`.
const USUAL: usize = 8;

/// What the page has.
#[derive(Debug, Default)]
pub struct Drawn {
    screen: Screen,
    /// Which graph it is, apart from its numbers.
    graph: u64,
    /// The characters that each node's numbers may take.
    widths: Vec<usize>,
    /// True once the page has it as it is.
    is_sent: bool,
    /// True if its boxes have no room for many words.
    is_close: bool,
}

/// The picture, for the page.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Picture {
    /// Its name: another name is another picture.
    key: String,
    /// The picture without numbers, if the page does not have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    drawing: Option<Drawing>,
    /// The nodes, by number.
    nodes: Vec<Node>,
    /// What the last push has brought along each edge.
    lit: Vec<Arrival>,
    /// The node that pushed last.
    pushed: Option<usize>,
    /// The ids of boxes, operations and edges that a branch leaves out.
    untaken: Vec<String>,
    /// What goes back along the edges: the id of each, and its local derivative times upstream.
    #[cfg_attr(test, ts(type = "[string, number | null][]"))]
    flows: Vec<(String, f32)>,
    /// The curves of the operations that have one.
    curves: Vec<Bend>,
    /// The paths of the node that was explained.
    paths: Option<Paths>,
    /// The numbers of a picture of networks.
    networks: Option<InNetworks>,
}

/// A picture without numbers.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Drawing {
    markup: String,
    width: f64,
    height: f64,
    /// The size of its words.
    font: f64,
    /// What each edge leads from and to, by number, and its id.
    links: Vec<(usize, usize, String)>,
}

impl Drawing {
    fn of(live: Live, links: Vec<(usize, usize, String)>) -> Drawing {
        let Live { size: (width, height), markup, form } = live;
        Drawing { markup, width, height, font: form.font, links }
    }
}

/// What a push has brought along an edge.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Arrival {
    /// The id of the edge.
    edge: String,
    /// The node that got it.
    receiver: usize,
    /// The local derivative and upstream, and their product.
    local: String,
    upstream: String,
    product: String,
    /// The grad of the receiver before and after.
    before: String,
    after: String,
    /// The node whose data the local derivative is, if it is just that.
    sibling: Option<usize>,
    /// Which factor is which: `f's data × upstream`.
    said: String,
}

/// What marks a node, if anything does.
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
    /// The first grad that is not finite is made here.
    Lost,
}

/// A node of the picture.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Node {
    name: String,
    data: String,
    /// Its grad; none where the learner does not know it.
    pub(super) grad: Option<String>,
    /// The class of its sign.
    sign: &'static str,
    /// How far its grad is.
    status: String,
    /// The same in a small box.
    #[serde(skip)]
    brief: Option<String>,
    pub(super) mark: Mark,
    /// The right grad, where the one that is shown is wrong.
    pub(super) right: Option<String>,
    /// How far a nudge of a leaf moves it, and that divided by the nudge.
    pub(super) nudge: Option<(String, String)>,
}

impl Node {
    /// Says in these words, whatever the box, how far its grad is.
    fn say(&mut self, status: &str) {
        status.clone_into(&mut self.status);
        self.brief = None;
    }

    /// Says that so many of its uses have not pushed yet.
    fn wait_for(&mut self, uses: usize) {
        self.status = match self.grad {
            Some(_) => format!("waiting for {uses} more"),
            None => format!("waiting for {}", counted(uses as u64, "use")),
        };
        self.brief = Some(format!("{uses} to come"));
    }
}

impl Drawn {
    /// Draws the next picture anew, for this screen.
    pub fn put_on(&mut self, screen: Screen) {
        self.screen = screen;
        self.is_sent = false;
    }

    /// Notes that the page shows no picture now, so that it needs the drawing again.
    pub fn is_gone(&mut self) {
        self.is_sent = false;
    }

    /// Returns the picture of a pass, with what else there is to see in it but the grads that are `asked` for next.
    pub fn picture(
        &mut self,
        pass: &Pass,
        practice: Option<&Practice>,
        asked: &[bool],
        digits: Option<usize>,
        extra: &Extra,
    ) -> Picture {
        let order = &pass.order;
        let mut nodes: Vec<Node> = order.nodes().iter().map(|it| node(pass, it, digits)).collect();
        let (mut lit, mut pushed, mut flows) = (Vec::new(), None, Vec::new());
        match practice {
            Some(Practice::ByHand(by_hand)) => {
                mark_by_hand(&mut nodes, by_hand, digits);
                for share in by_hand.last_push() {
                    pushed = Some(share.edge.user);
                    lit.push(arrival(pass, &share, digits));
                }
                flows = flows_of(order, |number| {
                    let at = by_hand.seen().get(number).copied();
                    at.filter(|at| at.has_pushed).and_then(|at| at.grad)
                });
            }
            Some(Practice::Quiz(quiz)) => {
                hide(&mut nodes, &quiz.hidden());
                if let Some(node) = quiz.asked().and_then(|number| nodes.get_mut(number)) {
                    node.mark = Mark::Asked;
                    node.say("?");
                }
            }
            None => {
                mark_lost(&mut nodes, pass);
                if asked.is_empty() {
                    flows = flows_of(order, |number| Some(order.node(number).grad()));
                }
                extra.mark(&mut nodes, order, digits);
                hide(&mut nodes, asked);
            }
        }
        let names: Vec<String> = nodes.iter().map(|node| node.name.clone()).collect();
        let asks = matches!(practice, Some(Practice::Quiz(_))) || !asked.is_empty();
        self.follow(shape(order, &names, asks), &nodes);
        let drawing = (!self.is_sent).then(|| {
            let links =
                order.links().map(|(from, edge)| (from, edge.user, Live::edge_id(edge))).collect();
            let live = Live::of(order, &names, &self.widths, self.screen);
            self.is_close = !live.form.has_labels;
            Drawing::of(live, links)
        });
        self.is_sent = true;
        for node in nodes.iter_mut().filter(|_| self.is_close) {
            if let Some(brief) = node.brief.take() {
                node.status = brief;
            }
        }
        let key = format!("{:x}", self.key());
        // In an exercise they would tell what is asked for.
        let paths = extra.explained.as_ref().filter(|_| practice.is_none());
        let paths = paths.and_then(|node| Paths::of(pass, node));
        let (curves, untaken) = (curves(order), untaken(pass));
        Picture { key, drawing, nodes, lit, pushed, untaken, flows, curves, paths, networks: None }
    }

    /// Returns the picture of networks, with what is looked at in it.
    pub fn networks(
        &mut self,
        pass: &Pass,
        neurons: &Neurons,
        look: Look,
        digits: Option<usize>,
    ) -> Picture {
        let named =
            |place: &Place| Node { name: place.name.clone(), ..node(pass, &place.node, digits) };
        let nodes: Vec<Node> = neurons.places.iter().map(named).collect();
        let names: Vec<&String> = nodes.iter().map(|node| &node.name).collect();
        let graph = FixedState::default().hash_one(("neurons", names, neurons.links()));
        self.follow(graph, &nodes);
        let drawing = (!self.is_sent)
            .then(|| Drawing::of(neurons.draw(&self.widths, self.screen), Vec::new()));
        self.is_sent = true;
        let key = format!("{:x}", self.key());
        let networks = Some(InNetworks::of(pass, neurons, look));
        Picture {
            key,
            drawing,
            nodes,
            lit: Vec::new(),
            pushed: None,
            untaken: Vec::new(),
            flows: Vec::new(),
            curves: Vec::new(),
            paths: None,
            networks,
        }
    }

    /// Notes which graph it is. Widths only grow, so that a drag does not move the boxes; but those
    /// of a quiz tell nothing of the grads before it.
    fn follow(&mut self, graph: u64, nodes: &[Node]) {
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
    }

    fn key(&self) -> u64 {
        FixedState::default().hash_one((self.graph, &self.widths, self.screen))
    }
}

/// Which graph it is, apart from its numbers.
fn shape(order: &Order, names: &[String], asks: bool) -> u64 {
    let operations: Vec<&str> =
        order.nodes().iter().map(|it| it.operation().map_or("", |it| it.name)).collect();
    let operands: Vec<_> = order.nodes().iter().map(constants).collect();
    let edges: Vec<(usize, usize)> = order.edges().collect();
    FixedState::default().hash_one((names, operations, operands, edges, asks))
}

/// The constant operands of a node, which its operation shows.
fn constants(node: &Value) -> Vec<u64> {
    let constant =
        |it: &crate::core::graph::Operand| it.value().is_none().then(|| it.data().to_bits());
    node.operands().iter().filter_map(constant).collect()
}

fn node(pass: &Pass, node: &Value, digits: Option<usize>) -> Node {
    let (data, grad) = (node.data(), node.grad());
    Node {
        name: pass.name(node),
        data: numbers::table(data, digits),
        grad: Some(numbers::table(grad, digits)),
        sign: Role::of(grad).class(),
        status: pass.remark(node).unwrap_or_default(),
        brief: pass.remark_on(node, "Σ"),
        ..Node::default()
    }
}

/// What has arrived along an edge.
fn arrival(pass: &Pass, share: &Share, digits: Option<usize>) -> Arrival {
    let Share { edge, receiver, local, upstream, contribution, before } = *share;
    let formula = local_formula(pass.order.node(edge.user), edge.index);
    let atoms = formula.map(|formula| formula.atoms).unwrap_or_default();
    let (sibling, factor) = match atoms.as_slice() {
        [Atom::Node(node)] => {
            (pass.order.number_of(node), format!("{}'s data", pass.names.call(node)))
        }
        [Atom::Number(number)] => (None, numbers::significant(*number, 4)),
        _ => {
            let formula = learn::formula(&pass.names, pass.order.node(edge.user), edge.index);
            let is_atom = formula.is_atom();
            (None, if is_atom { formula.text } else { format!("({})", formula.text) })
        }
    };
    let [local, upstream, product] =
        [local, upstream, contribution].map(|it| numbers::significant(it, 4));
    let [before, after] = [before, before + contribution].map(|it| numbers::table(it, digits));
    let said = format!("{factor} × upstream");
    let edge = Live::edge_id(edge);
    Arrival { edge, receiver, local, upstream, product, before, after, sibling, said }
}

/// The ids of what a branch leaves out.
fn untaken(pass: &Pass) -> Vec<String> {
    if pass.touched.is_none() {
        return Vec::new();
    }
    let mut ids = Vec::new();
    for (user, node) in pass.order.nodes().iter().enumerate() {
        if pass.is_left_out(node) {
            ids.extend(["n", "op", "r"].map(|kind| format!("{kind}{user}")));
        }
        let edges = (0..node.operands().len()).map(|index| Use { user, index });
        ids.extend(edges.filter(|edge| pass.is_use_left_out(*edge)).map(Live::edge_id));
    }
    ids
}

/// Marks the node whose rule makes the first grad that is not finite.
fn mark_lost(nodes: &mut [Node], pass: &Pass) {
    let lost = pass.lost.as_ref().and_then(|lost| pass.order.number_of(&lost.node));
    if let Some(node) = lost.and_then(|number| nodes.get_mut(number)) {
        node.mark = Mark::Lost;
    }
}

/// Shows the grads as far as the learner has taken the pass.
fn mark_by_hand(nodes: &mut [Node], by_hand: &PassByHand, digits: Option<usize>) {
    for (node, at) in nodes.iter_mut().zip(by_hand.seen()) {
        let At { grad, waiting, .. } = at;
        node.grad = grad.map(|grad| numbers::table(grad, digits));
        node.sign = grad.map_or("unknown", |grad| Role::of(grad).class());
        let (mark, status) = match at {
            At { right: Some(right), .. } => {
                node.right = Some(numbers::table(right, digits));
                (Mark::Wrong, "")
            }
            At { was_early: true, .. } => (Mark::Wrong, "pushed too early"),
            At { misses_some: true, waiting: 0, is_ready, .. } => {
                (if is_ready { Mark::Ready } else { Mark::Wrong }, "misses a part")
            }
            At { is_ready: true, .. } => (Mark::Ready, "ready"),
            At { has_pushed: true, .. } => (Mark::Done, "pushed"),
            _ if waiting > 0 => {
                node.mark = Mark::None;
                node.wait_for(waiting);
                continue;
            }
            _ => (Mark::Done, "done"),
        };
        node.mark = mark;
        node.say(status);
    }
}

/// Keeps the grads that are asked for.
fn hide(nodes: &mut [Node], hidden: &[bool]) {
    for (node, _) in nodes.iter_mut().zip(hidden).filter(|(_, hidden)| **hidden) {
        (node.grad, node.right, node.mark) = (None, None, Mark::None);
        node.sign = "unknown";
        node.say("");
    }
}
