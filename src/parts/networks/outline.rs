//! The outline of a pass: calls of networks, folds over their leaves, and what is made of scores and
//! classes, each as one operation.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use foldhash::fast::RandomState;

use super::calls::Calls;
use super::network::Members;
use crate::core::graph::{Label, Operand, Order, Value};
use crate::core::session::Session;

/// What stands for many nodes of an order, and which those are.
#[derive(Debug, Default)]
pub struct Outline {
    /// By the node that holds its result.
    wholes: HashMap<Value, Whole, RandomState>,
    /// The networks, with those of their leaves that are in the order; the one that comes first there stands
    /// for all.
    networks: BTreeMap<Label, (Value, Members)>,
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

/// What a whole is. A network is known by one of its leaves; in the outline of an order, by the first one
/// there.
#[derive(Debug)]
pub enum WholeKind {
    /// A call of a network.
    Call(Value),
    /// What a form, such as `sum`, folds over the leaves of a network: the term of one leaf.
    Fold { network: Value, form: &'static str, term: Value },
    /// What the form of this name makes of scores or a class: `softmax`, `cross_entropy`.
    Form(&'static str),
}

impl Whole {
    /// A leaf of the network whose leaves it uses.
    pub fn network(&self) -> Option<&Value> {
        match &self.kind {
            WholeKind::Call(network) | WholeKind::Fold { network, .. } => Some(network),
            WholeKind::Form(_) => None,
        }
    }

    /// A leaf of the network that it is a call of.
    pub fn called(&self) -> Option<&Value> {
        self.network().filter(|_| matches!(self.kind, WholeKind::Call(_)))
    }

    /// Returns true if a node is a leaf of the network.
    pub fn is_member(&self, node: &Value) -> bool {
        let network = self.network().map(network_of);
        node.network_of_leaf().is_some() && network == Some(network_of(node))
    }
}

/// The networks of an order, of those labels that are wanted, with their leaves in this order.
pub(super) fn networks_in(
    order: &Order,
    is_wanted: impl Fn(Label) -> bool,
) -> BTreeMap<Label, Members> {
    let mut networks: BTreeMap<Label, Members> = BTreeMap::new();
    for leaf in order.leaves() {
        let Some(network) = leaf.network_of_leaf().filter(|_| is_wanted(network_of(leaf))) else {
            continue;
        };
        let none = || Members { network: Rc::clone(network), leaves: Vec::new() };
        networks.entry(network_of(leaf)).or_insert_with(none).leaves.push(leaf.clone());
    }
    networks
}

/// The label of the network that a leaf belongs to.
pub(super) fn network_of(leaf: &Value) -> Label {
    Label { part: 0, ..leaf.label() }
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
        let used: HashSet<Label> =
            self.wholes.values().filter_map(Whole::network).map(network_of).collect();
        for (label, mut members) in networks_in(order, |label| used.contains(&label)) {
            let Some((first, others)) = members.leaves.split_first() else { continue };
            for number in others.iter().filter_map(|leaf| order.number_of(leaf)) {
                self.hidden[number] = true;
            }
            let first = first.clone();
            members.leaves.sort_unstable_by_key(|leaf| leaf.label().part);
            self.networks.insert(label, (first, members));
        }
        for whole in self.wholes.values_mut() {
            if let WholeKind::Call(network) | WholeKind::Fold { network, .. } = &mut whole.kind
                && let Some((first, _)) = self.networks.get(&network_of(network))
            {
                *network = first.clone();
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
        self.networks.get(&network_of(leaf)).map(|(first, _)| first)
    }

    /// The network that a leaf stands for.
    pub fn network(&self, leaf: &Value) -> Option<&Members> {
        let (first, members) = self.networks.get(&network_of(leaf))?;
        first.is(leaf).then_some(members)
    }

    /// The nodes of an order that people see as operands of one of its nodes.
    pub fn operands<'all>(&'all self, order: &Order, node: &'all Value) -> Vec<&'all Value> {
        let (operands, leaf) = match self.whole(node) {
            Some(whole) => (whole.operands.as_slice(), whole.network()),
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
        let Some(result) = whole.nodes.last().cloned() else { return };
        for number in whole.nodes.iter().filter_map(|node| order.number_of(node)) {
            self.hidden[number] = !order.node(number).is(&result);
        }
        self.wholes.insert(result, whole);
    }

    /// The calls and folds, in no order.
    pub fn wholes(&self) -> impl Iterator<Item = (&Value, &Whole)> {
        self.wholes.iter()
    }
}
