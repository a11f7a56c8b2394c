//! What a picture shows: the neurons of a network where single operations would be too many to read, else
//! a box for each node.

use std::collections::HashMap;
use std::ops::Range;

use super::neurons::Neurons;
use super::parts::{names, operation};
use crate::graph::Value;
use crate::report::{Pass, leaves, name_of};

/// The most nodes of a graph with a network whose operations are drawn one by one: about those of one neuron. More
/// of them would be too small to read on a page.
const READABLE: usize = 16;

/// What a picture shows.
pub enum Plan<'pass> {
    /// Networks, neuron by neuron.
    Neurons(Neurons),
    /// Boxes for nodes, and for networks that are too large for anything else.
    Boxes(Boxes<'pass>),
}

/// The boxes and edges of a picture.
#[derive(Default)]
pub struct Boxes<'pass> {
    /// The boxes.
    pub items: Vec<Item<'pass>>,
    /// The edges, by places of items.
    pub edges: Vec<Link>,
}

/// A box, and the ellipse before it.
#[derive(Clone)]
pub struct Item<'pass> {
    /// The node.
    pub node: &'pass Value,
    /// Its number in the order.
    pub number: usize,
    /// What it is called.
    pub name: String,
    /// The operation in its ellipse; empty without one.
    pub operation: String,
    /// True for a network, whose box has no numbers.
    pub is_network: bool,
    /// True if it has been drawn above, and only its name goes on here.
    pub is_again: bool,
}

/// An edge.
#[derive(Debug, Clone, Copy)]
pub struct Link {
    /// The place of the item it starts from.
    pub from: usize,
    /// The place of the one that uses it.
    pub to: usize,
}

impl<'pass> Plan<'pass> {
    /// Plans the picture of a pass.
    pub fn of(pass: &'pass Pass) -> Plan<'pass> {
        let has_calls = |pass: &Pass| {
            pass.outline
                .as_ref()
                .is_some_and(|it| it.wholes().any(|(_, whole)| whole.called().is_some()))
        };
        if pass.order.count() <= READABLE || !has_calls(pass) {
            return Plan::Boxes(Boxes::of_nodes(pass));
        }
        match Neurons::of(pass) {
            Some(neurons) => Plan::Neurons(neurons),
            None => Plan::Boxes(Boxes::of_calls(pass)),
        }
    }

    /// What has data and grad in it, and what each is called.
    pub fn shown(&self, pass: &Pass) -> Vec<(&Value, String)> {
        match self {
            Plan::Neurons(neurons) => {
                let places = neurons.places.iter();
                places.map(|place| (&place.node, place.full_name(pass))).collect()
            }
            Plan::Boxes(boxes) => {
                let numbers = boxes.items.iter().filter(|item| !item.is_network);
                numbers.map(|item| (item.node, item.name.clone())).collect()
            }
        }
    }

    /// The number of its boxes and circles.
    pub fn count(&self) -> usize {
        match self {
            Plan::Neurons(neurons) => neurons.places.len(),
            Plan::Boxes(boxes) => boxes.items.len(),
        }
    }
}

impl<'pass> Boxes<'pass> {
    /// A box for each node.
    fn of_nodes(pass: &'pass Pass) -> Boxes<'pass> {
        let nodes = pass.order.nodes().iter().enumerate();
        let items = nodes.map(|(number, node)| {
            let (name, operation) = (names(pass, node), operation(node, None));
            Item { node, number, name, operation, is_network: false, is_again: false }
        });
        let links = pass.order.edges().map(|(from, to)| Link { from, to });
        Boxes { items: items.collect(), edges: links.collect() }
    }

    /// A box for each call of a network or a function, and each network.
    fn of_calls(pass: &'pass Pass) -> Boxes<'pass> {
        let mut plan = Boxes::default();
        let mut places: HashMap<&Value, usize> = HashMap::new();
        for node in pass.shown() {
            let network = pass.network(node);
            let operation = match pass.whole(node) {
                Some(whole) => name_of(whole, &pass.names),
                None => operation(node, None),
            };
            let name = match network {
                Some(network) => {
                    let name = pass.names.call_network(node);
                    format!("{name}: {}", leaves(network.leaves.len()))
                }
                None => names(pass, node),
            };
            let (to, number) = (plan.items.len(), pass.order.number_of(node).unwrap_or(0));
            let is_network = network.is_some();
            plan.items.push(Item { node, number, name, operation, is_network, is_again: false });
            places.insert(node, to);
            for operand in pass.operands(node) {
                plan.edges.extend(places.get(operand).map(|from| Link { from: *from, to }));
            }
        }
        plan
    }

    /// The part with the items of these levels, and the names of those above that they use.
    pub fn part(&self, levels: &[usize], range: Range<usize>) -> Boxes<'pass> {
        let mut part = Boxes::default();
        let is_in = |place: usize| levels.get(place).is_some_and(|level| range.contains(level));
        let is_used =
            |place: usize| self.edges.iter().any(|link| link.from == place && is_in(link.to));
        let mut places: Vec<Option<usize>> = vec![None; self.items.len()];
        for (place, item) in self.items.iter().enumerate() {
            if is_in(place) {
                places[place] = Some(part.items.len());
                part.items.push(item.clone());
            } else if is_used(place) {
                places[place] = Some(part.items.len());
                let operation = String::new();
                part.items.push(Item { operation, is_again: true, ..item.clone() });
            }
        }
        let moved = |link: &Link| {
            let to = places[link.to].filter(|_| is_in(link.to))?;
            Some(Link { from: places[link.from]?, to })
        };
        part.edges = self.edges.iter().filter_map(moved).collect();
        part
    }
}
