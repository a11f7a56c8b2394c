//! The outline of a pass: calls of networks, folds over their leaves, and forms, each as one
//! operation.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use foldhash::fast::RandomState;

use super::calls::{Calls, Whole};
use super::network::Members;
use crate::core::graph::{Label, Order, Value};
use crate::core::session::Session;

/// The whole operations of an order, and the nodes that they hide.
#[derive(Debug, Default)]
pub struct Outline {
    /// The whole operations by their results.
    wholes: HashMap<Value, Whole, RandomState>,
    /// The networks with their leaves in the order; the first leaf represents all.
    networks: BTreeMap<Label, (Value, Members)>,
    /// By node number, true if the node is hidden.
    pub(super) hidden: Vec<bool>,
}

/// The networks of an order with these labels, and their leaves.
pub(super) fn networks_in(
    order: &Order,
    is_wanted: impl Fn(Label) -> bool,
) -> BTreeMap<Label, Members> {
    let mut networks: BTreeMap<Label, Members> = BTreeMap::new();
    for leaf in order.leaves().filter(|leaf| is_wanted(network_of(leaf))) {
        let Some(network) = leaf.network_of_leaf() else { continue };
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
        let mut outline = Outline { hidden: vec![false; order.count()], ..Outline::default() };
        for node in order.nodes().iter().take_while(|_| !order.is_stopped()) {
            let Some(whole) = calls.whole(node) else { continue };
            for number in whole.nodes.iter().filter_map(|inner| order.number_of(inner)) {
                outline.hidden[number] = !order.node(number).is(node);
            }
            outline.wholes.insert(node.clone(), whole);
        }
        outline.put_networks(order);
        (!outline.wholes.is_empty() && !order.is_stopped()).then_some(outline)
    }

    /// Lets one leaf of each used network represent all.
    fn put_networks(&mut self, order: &Order) {
        let used: HashSet<Label> =
            self.wholes.values().filter_map(Whole::network).map(network_of).collect();
        for (label, mut members) in networks_in(order, |label| used.contains(&label)) {
            let first = members.leaves[0].clone();
            for number in members.leaves.iter().filter_map(|leaf| order.number_of(leaf)) {
                self.hidden[number] = !order.node(number).is(&first);
            }
            members.leaves.sort_unstable_by_key(|leaf| leaf.label().part);
            self.networks.insert(label, (first, members));
        }
    }

    /// The call or fold whose result a node is.
    pub fn whole(&self, node: &Value) -> Option<&Whole> {
        self.wholes.get(node)
    }

    /// The calls and folds, in no order.
    pub fn wholes(&self) -> impl Iterator<Item = (&Value, &Whole)> {
        self.wholes.iter()
    }

    /// The leaf that represents the network of this leaf.
    pub fn first_of(&self, leaf: &Value) -> Option<&Value> {
        self.networks.get(&network_of(leaf)).map(|(first, _)| first)
    }

    /// The network that a leaf represents.
    pub fn network(&self, leaf: &Value) -> Option<&Members> {
        let (first, members) = self.networks.get(&network_of(leaf))?;
        first.is(leaf).then_some(members)
    }
}
