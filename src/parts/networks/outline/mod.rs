//! The outline of a graph: calls of networks, folds over their leaves, and what is made of scores and
//! classes, each as one.
//!
//! They are known by their structure, so that a graph that a saved script has made node by node has
//! the same outline.

mod finder;
mod folds;
mod scores;
mod softmax;

use std::collections::HashMap;
use std::rc::Rc;

use foldhash::fast::RandomState;

use super::network::Network;
use crate::core::graph::{Label, Operand, Order, Value};
use crate::core::ops::Operation;
use crate::parts::networks::CLASS_OF;
use finder::Finder;
use scores::Classes;
use softmax::Shares;

/// What stands for many nodes of an order, and which those are.
#[derive(Debug, Default)]
pub struct Outline {
    /// By the node that holds its result.
    wholes: HashMap<Value, Whole, RandomState>,
    /// The networks, by the leaf of each that comes first in the order.
    networks: HashMap<Value, InOrder, RandomState>,
    /// These leaves, by the label of their network.
    first: HashMap<Label, Value, RandomState>,
    /// By node number, true if something else stands for the node.
    hidden: Vec<bool>,
}

/// A call of a network, a fold over its leaves, or what is made of a class.
#[derive(Debug)]
pub struct Whole {
    /// Which of them it is.
    pub kind: WholeKind,
    /// The arguments of a call; what else a fold uses.
    pub operands: Vec<Operand>,
    /// Every node that it stands for, in the order in which an expression makes them; its result is
    /// the last.
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
    /// What the form of this name makes of a class: `cross_entropy`.
    Form(&'static str),
}

/// The network that a whole is of.
#[derive(Debug, Clone)]
pub struct OfNetwork {
    /// Its shape.
    pub shape: Rc<Network>,
    /// The first of its leaves in the order.
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
    /// The outline of an order; none if nothing in it is part of a larger one.
    pub fn of(order: &Order) -> Option<Outline> {
        let is_operation =
            |node: &Value, is: fn(&Operation) -> bool| node.operation().is_some_and(is);
        let has = |is: fn(&Operation) -> bool| order.nodes().iter().any(|it| is_operation(it, is));
        let has_networks = order.leaves().any(|leaf| leaf.network_of_leaf().is_some());
        let (has_classes, has_shares) = (has(|it| it.is(CLASS_OF)), has(Shares::is_needed));
        if !has_networks && !has_classes && !has_shares {
            return None;
        }
        let mut outline = Finder::of(order).outline()?;
        if has_classes {
            Classes::of(order).outline(&mut outline);
        }
        if has_shares {
            Shares::of(order).outline(&mut outline);
        }
        for network in outline.networks.values_mut() {
            network.leaves.sort_unstable_by_key(|leaf| leaf.label().part);
        }
        let is_any = has_networks || has_classes || !outline.wholes.is_empty();
        is_any.then_some(outline)
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
