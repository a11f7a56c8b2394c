//! The outline of a pass: calls of networks, folds over their leaves, and what is made of scores and
//! classes, each as one operation.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use foldhash::fast::RandomState;

use super::calls::Calls;
use super::network::Network;
use crate::core::graph::{Label, Operand, Order, Value};
use crate::core::session::Session;

/// What stands for many nodes of an order, and which those are.
#[derive(Debug, Default)]
pub struct Outline {
    /// By the node that holds its result.
    wholes: HashMap<Value, Whole, RandomState>,
    /// The networks; each by its leaf that comes first in the order, which stands for all.
    networks: HashMap<Value, InOrder, RandomState>,
    /// The leaf that stands for a network, by the label of the network.
    first: HashMap<Label, Value, RandomState>,
    /// By node number, true if something else stands for the node.
    hidden: Vec<bool>,
}

/// A call of a network, a fold over its leaves, or what is made of scores or a class.
#[derive(Debug)]
pub struct Whole {
    /// Which of them it is.
    pub kind: WholeKind,
    /// The arguments of a call; what else a fold uses.
    pub operands: Vec<Operand>,
    /// Every node that it stands for; its result is the last.
    pub nodes: Vec<Value>,
    /// The neurons of a call, layer by layer; of the last one that whose output the result is.
    pub neurons: Vec<Vec<Value>>,
    /// The number of the result among several that there are, from 0.
    pub output: Option<usize>,
}

/// What a whole is.
#[derive(Debug)]
pub enum WholeKind {
    /// A call of a network.
    Call(OfNetwork),
    /// A fold over the leaves of a network.
    Fold(OfNetwork, Folding),
    /// What the form of this name makes of scores or a class: `softmax`, `cross_entropy`.
    Form(&'static str),
}

/// The network that a whole is of.
#[derive(Debug, Clone)]
pub struct OfNetwork {
    /// Its shape.
    pub shape: Rc<Network>,
    /// One of its leaves; in the outline of an order, the first one there.
    pub leaf: Value,
}

/// A fold over the leaves of a network: `sum(mlp^2)`.
#[derive(Debug)]
pub struct Folding {
    /// What folds: `sum`.
    pub form: &'static str,
    /// What is folded, of the first leaf.
    pub term: Value,
}

/// The leaves of a network in an order.
#[derive(Debug)]
pub struct InOrder {
    /// Its shape.
    pub network: Rc<Network>,
    /// The leaves, as they are numbered.
    pub leaves: Vec<Value>,
}

impl Whole {
    /// The network whose leaves it uses.
    pub fn network(&self) -> Option<&OfNetwork> {
        match &self.kind {
            WholeKind::Call(network) | WholeKind::Fold(network, _) => Some(network),
            WholeKind::Form(_) => None,
        }
    }

    /// The network that it is a call of.
    pub fn called(&self) -> Option<&OfNetwork> {
        match &self.kind {
            WholeKind::Call(network) => Some(network),
            WholeKind::Fold(..) | WholeKind::Form(_) => None,
        }
    }

    /// Returns true if a node is a leaf of the network.
    pub fn is_member(&self, node: &Value) -> bool {
        let label = Label { part: 0, ..node.label() };
        node.network_of_leaf().is_some() && self.network().is_some_and(|it| it.label() == label)
    }
}

impl OfNetwork {
    /// The label of the network.
    pub fn label(&self) -> Label {
        Label { part: 0, ..self.leaf.label() }
    }
}

impl Outline {
    /// The outline of an order of a session. Returns `None` if nothing in it is part of a larger one.
    pub fn of(session: &Session, order: &Order) -> Option<Outline> {
        let calls = session.part::<Calls>()?;
        let hidden = vec![false; order.count()];
        let mut outline = Outline { hidden, ..Outline::default() };
        for node in order.nodes().iter().take_while(|_| !order.is_stopped()) {
            let whole = calls.whole(node);
            whole.into_iter().for_each(|whole| outline.put(order, whole));
        }
        if order.is_stopped() {
            return None;
        }
        outline.put_networks(order);
        (!outline.wholes.is_empty()).then_some(outline)
    }

    /// Lets one leaf of each network that is called or folded stand for all.
    fn put_networks(&mut self, order: &Order) {
        let networks = self.wholes.values().filter_map(Whole::network);
        let used: HashSet<Label> = networks.map(OfNetwork::label).collect();
        for (number, leaf) in order.nodes().iter().enumerate() {
            let label = Label { part: 0, ..leaf.label() };
            let Some(network) = leaf.network_of_leaf().filter(|_| used.contains(&label)) else {
                continue;
            };
            let first = self.first.entry(label).or_insert_with(|| leaf.clone());
            self.hidden[number] = !first.is(leaf);
            let none = || InOrder { network: Rc::clone(network), leaves: Vec::new() };
            self.networks.entry(first.clone()).or_insert_with(none).leaves.push(leaf.clone());
        }
        for network in self.networks.values_mut() {
            network.leaves.sort_unstable_by_key(|leaf| leaf.label().part);
        }
        for whole in self.wholes.values_mut() {
            if let WholeKind::Call(of) | WholeKind::Fold(of, _) = &mut whole.kind
                && let Some(first) = self.first.get(&of.label())
            {
                of.leaf = first.clone();
            }
        }
    }

    /// Returns true if something else stands for the node with this number in the order.
    pub fn hides(&self, number: usize) -> bool {
        self.hidden.get(number).copied().unwrap_or(false)
    }

    /// The call or fold whose result a node is.
    pub fn whole(&self, node: &Value) -> Option<&Whole> {
        self.wholes.get(node)
    }

    /// The leaf that stands for the network of this leaf, if one does.
    pub fn first_of(&self, leaf: &Value) -> Option<&Value> {
        self.first.get(&Label { part: 0, ..leaf.label() })
    }

    /// The network that a leaf stands for.
    pub fn network(&self, leaf: &Value) -> Option<&InOrder> {
        self.networks.get(leaf)
    }

    /// The nodes of an order that people see as operands of one of its nodes.
    pub fn operands<'all>(&'all self, order: &Order, node: &'all Value) -> Vec<&'all Value> {
        let (operands, leaf) = match self.whole(node) {
            Some(whole) => (whole.operands.as_slice(), whole.network().map(|it| &it.leaf)),
            None => (node.operands(), None),
        };
        let seen = |operand: &'all Value| {
            let first = operand.network_of_leaf().and_then(|_| self.first_of(operand));
            match first {
                Some(first) => Some(first),
                None => order.number_of(operand).filter(|it| !self.hides(*it)).map(|_| operand),
            }
        };
        let mut found: Vec<&Value> = Vec::new();
        for operand in operands.iter().filter_map(Operand::value).filter_map(seen).chain(leaf) {
            // An argument that a call is given twice has one line.
            if leaf.is_none() || !found.contains(&operand) {
                found.push(operand);
            }
        }
        found
    }

    /// Lets a whole stand for its nodes.
    fn put(&mut self, order: &Order, whole: Whole) {
        let numbers: Vec<usize> =
            whole.nodes.iter().filter_map(|node| order.number_of(node)).collect();
        let Some(result) = whole.nodes.last().cloned() else { return };
        for number in numbers {
            if let Some(hidden) = self.hidden.get_mut(number) {
                *hidden = !order.node(number).is(&result);
            }
        }
        self.wholes.insert(result, whole);
    }

    /// The calls and folds, in no order.
    pub fn wholes(&self) -> impl Iterator<Item = (&Value, &Whole)> {
        self.wholes.iter()
    }
}
