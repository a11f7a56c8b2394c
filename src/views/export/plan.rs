//! What a picture shows: a box for each node, or for each neuron where single operations would be
//! too many to read.

use std::collections::HashMap;
use std::ops::Range;

use super::parts::{names, operation};
use crate::graph::{InOrder, NeuronPlace, Value, Whole};
use crate::report::{Pass, leaves, name_of};

/// The most nodes of a graph with a network whose operations are drawn one by one.
const READABLE: usize = 60;
/// The most neurons of a call that are drawn; a larger network is one box.
const MOST_NEURONS: usize = 150;

/// The boxes and edges of a picture.
#[derive(Default)]
pub struct Plan<'pass> {
    /// The boxes.
    pub items: Vec<Item<'pass>>,
    /// The edges, by places of items.
    pub edges: Vec<Link>,
    /// The lines into neurons, which are drawn straight.
    pub lines: Vec<Line>,
    /// As many of these as hold the layers in place.
    pub frame: Vec<Link>,
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

/// A line from an input to a neuron.
#[derive(Debug, Clone, Copy)]
pub struct Line {
    /// Where it goes.
    pub link: Link,
    /// The weight of the input, from -1 to 1 by the largest of the network.
    pub weight: f64,
}

impl<'pass> Plan<'pass> {
    /// Plans the picture of a pass.
    pub fn of(pass: &'pass Pass) -> Plan<'pass> {
        let has_calls = |pass: &Pass| {
            pass.outline
                .as_ref()
                .is_some_and(|it| it.wholes().any(|(_, whole)| whole.called().is_some()))
        };
        if pass.order.count() > READABLE && has_calls(pass) {
            return Plan::by_neurons(pass);
        }
        let nodes = pass.order.nodes().iter().enumerate();
        let items = nodes.map(|(number, node)| {
            let (name, operation) = (names(pass, node), operation(node, None));
            Item { node, number, name, operation, is_network: false, is_again: false }
        });
        let links = pass.order.edges().map(|(from, to)| Link { from, to });
        let (items, edges) = (items.collect(), links.collect());
        Plan { items, edges, lines: Vec::new(), frame: Vec::new() }
    }

    /// Returns true if some boxes are neurons.
    pub fn has_neurons(&self) -> bool {
        !self.lines.is_empty()
    }

    /// The part with the items of these levels, and the names of those above that they use.
    pub fn part(&self, levels: &[usize], range: Range<usize>) -> Plan<'pass> {
        let mut part = Plan::default();
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

    fn by_neurons(pass: &'pass Pass) -> Plan<'pass> {
        let (items, edges) = (Vec::new(), Vec::new());
        let mut plan = Plan { items, edges, lines: Vec::new(), frame: Vec::new() };
        let mut places: HashMap<&Value, usize> = HashMap::new();
        for node in pass.shown() {
            let call = pass.whole(node).filter(|whole| is_drawn(whole));
            let network = |whole: &Whole| pass.network(&whole.called()?.leaf);
            if let Some((network, whole)) = call.and_then(|whole| Some((network(whole)?, whole))) {
                plan.call(pass, network, whole, &mut places);
                continue;
            }
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
            let to = plan.put(pass, node, name, &mut places);
            if let Some(item) = plan.items.get_mut(to) {
                (item.operation, item.is_network) = (operation, network.is_some());
            }
            for operand in pass.operands(node) {
                if let Some(from) = places.get(operand).copied() {
                    plan.edges.push(Link { from, to });
                }
            }
        }
        plan.without_unused_networks();
        plan
    }

    fn put(
        &mut self,
        pass: &Pass,
        node: &'pass Value,
        name: String,
        places: &mut HashMap<&'pass Value, usize>,
    ) -> usize {
        let number = pass.order.number_of(node).unwrap_or(0);
        let operation = String::new();
        self.items.push(Item { node, number, name, operation, is_network: false, is_again: false });
        places.insert(node, self.items.len() - 1);
        self.items.len() - 1
    }

    /// Adds the neurons of a call, each with an edge from every input.
    fn call(
        &mut self,
        pass: &'pass Pass,
        network: &InOrder,
        whole: &'pass Whole,
        places: &mut HashMap<&'pass Value, usize>,
    ) {
        let largest = network.leaves.iter().map(|leaf| leaf.data().abs()).fold(0.0, f64::max);
        let inputs = whole.operands.iter().map(|operand| places.get(operand.value()?).copied());
        let mut inputs: Vec<Option<usize>> = inputs.collect();
        for (layer, neurons) in network.network.layers().zip(&whole.neurons) {
            let mut outputs = Vec::with_capacity(neurons.len());
            for (at, neuron) in neurons.iter().enumerate() {
                let is_output = layer.number == whole.neurons.len();
                let own = if is_output {
                    names(pass, neuron)
                } else {
                    let called = name_of(whole, &pass.names);
                    let place = NeuronPlace { layer: layer.number, neuron: at + 1 };
                    format!("{called}.{}", place.written())
                };
                let to = self.put(pass, neuron, own, places);
                let first = layer.first + at * (layer.inputs + 1);
                for (input, from) in inputs.iter().enumerate() {
                    let weight = network.leaves.get(first + input).map(Value::data);
                    let weight = weight.map_or(0.0, |it| it / largest.max(f64::MIN_POSITIVE));
                    let link = from.map(|from| Link { from, to });
                    self.lines.extend(link.map(|link| Line { link, weight }));
                }
                outputs.push(Some(to));
            }
            self.hold(&inputs, &outputs);
            inputs = outputs;
        }
    }

    /// Adds the frame between two layers: each neuron is held by an input, and each input holds one.
    fn hold(&mut self, inputs: &[Option<usize>], outputs: &[Option<usize>]) {
        let (many, count) = (inputs.len().max(outputs.len()), |them: &[_]| them.len());
        for at in 0..many {
            let near =
                |them: &[Option<usize>]| them.get(at * count(them) / many).copied().flatten();
            let link = near(inputs).zip(near(outputs));
            self.frame.extend(link.map(|(from, to)| Link { from, to }));
        }
    }

    /// Leaves out the boxes of networks that only calls use, whose neurons are drawn.
    fn without_unused_networks(&mut self) {
        let mut used = vec![false; self.items.len()];
        let links = || self.edges.iter().chain(&self.frame);
        links().for_each(|link| used[link.from] = true);
        let mut moved = Vec::with_capacity(self.items.len());
        let mut left = 0;
        for (item, used) in self.items.iter().zip(used) {
            let stays = used || !item.is_network;
            moved.push(left);
            left += usize::from(stays);
        }
        let mut place = 0;
        let stays = |at: usize| moved.get(at + 1).copied().unwrap_or(left) > moved[at];
        self.items.retain(|_| {
            place += 1;
            stays(place - 1)
        });
        let lines = self.lines.iter_mut().map(|line| &mut line.link);
        for link in self.edges.iter_mut().chain(&mut self.frame).chain(lines) {
            (link.from, link.to) = (moved[link.from], moved[link.to]);
        }
    }
}

/// Returns true if the neurons of a call are drawn.
fn is_drawn(whole: &Whole) -> bool {
    let neurons: usize = whole.neurons.iter().map(Vec::len).sum();
    whole.called().is_some() && neurons <= MOST_NEURONS
}
