//! Finding the calls of networks in an order: products, sums and neurons, node by node.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use foldhash::fast::RandomState;

use super::folds::{Chain, LeafTerm, PatternOperand};
use super::{InOrder, OfNetwork, Outline, Whole, WholeKind};
use crate::core::graph::{Label, Operand, Order, Value};
use crate::core::ops::{ADD, MULTIPLY, Operation};
use crate::parts::networks::network::{LeafPlace, Network};

/// What is known of the nodes of an order so far.
pub(super) struct Finder<'order> {
    pub(super) order: &'order Order,
    /// By label of the network, its number.
    numbers: HashMap<Label, usize, RandomState>,
    pub(super) networks: Vec<(Rc<Network>, Value)>,
    known: Vec<Known>,
    pub(super) terms: Vec<Option<LeafTerm>>,
    pub(super) chains: HashMap<usize, Chain, RandomState>,
    pub(super) patterns: HashMap<(usize, usize, [PatternOperand; 2]), usize, RandomState>,
    neurons: Vec<Neuron>,
    pub(super) outline: Outline,
}

/// What a node is known to be.
#[derive(Debug, Clone, Default)]
enum Known {
    #[default]
    Other,
    /// A weight times an input.
    Product(usize, LeafPlace),
    /// The bias and the first so many products of a neuron.
    Sum { network: usize, layer: usize, neuron: usize, taken: usize },
    /// A neuron, by its number among all.
    Neuron(usize),
}

/// A neuron found.
#[derive(Debug, Clone)]
struct Neuron {
    network: usize,
    layer: usize,
    neuron: usize,
    /// What it passes on.
    node: Value,
    /// Its nodes, in the order in which a call makes them.
    nodes: Vec<Value>,
    /// The neurons of the layer before; none for the first layer.
    before: Vec<usize>,
    /// The inputs of the network.
    inputs: Rc<Vec<Operand>>,
}

impl<'order> Finder<'order> {
    /// Nothing is known yet.
    pub fn of(order: &'order Order) -> Finder<'order> {
        let count = order.count();
        Finder {
            order,
            numbers: HashMap::default(),
            networks: Vec::new(),
            known: vec![Known::Other; count],
            terms: vec![None; count],
            chains: HashMap::default(),
            patterns: HashMap::default(),
            neurons: Vec::new(),
            outline: Outline { hidden: vec![false; count], ..Outline::default() },
        }
    }

    /// The outline of all nodes; none when an interrupt is pending.
    pub fn outline(mut self) -> Option<Outline> {
        for number in self.order.forward_numbers() {
            self.take(number);
        }
        if self.order.is_stopped() {
            return None;
        }
        self.show_leaves_of_parts();
        Some(self.outline)
    }

    /// Takes the next node in forward order.
    fn take(&mut self, number: usize) {
        let node = self.order.node(number);
        let Some(operation) = node.operation() else {
            self.take_leaf(number);
            return;
        };
        let pair = self.order.operand_pair(number);
        let known = self.recognize(number, operation, pair);
        if let Some(known) = known {
            self.known[number] = known;
        }
        self.terms[number] = self.term(node, operation, pair);
        self.join(number, operation, pair);
    }

    fn take_leaf(&mut self, number: usize) {
        let leaf = self.order.node(number);
        let Some(shape) = leaf.network_of_leaf() else {
            return;
        };
        let label = leaf.label();
        let next = self.networks.len();
        let network = *self.numbers.entry(Label { part: 0, ..label }).or_insert(next);
        if network == next {
            self.networks.push((Rc::clone(shape), leaf.clone()));
            let first = InOrder { network: Rc::clone(shape), leaves: Vec::new() };
            self.outline.networks.insert(leaf.clone(), first);
            self.outline.first.insert(Label { part: 0, ..label }, leaf.clone());
        } else {
            self.outline.hidden[number] = true;
        }
        if let Some((_, first)) = self.networks.get(network)
            && let Some(found) = self.outline.networks.get_mut(first)
        {
            found.leaves.push(leaf.clone());
        }
        self.terms[number] = Some(LeafTerm { network, leaf: label.part as usize, pattern: 0 });
    }

    /// The network of a leaf, and its place there.
    fn place(&self, number: Option<usize>) -> Option<(usize, LeafPlace)> {
        let leaf = self.order.node(number?);
        let shape = leaf.network_of_leaf()?;
        let network = self.terms.get(number?).copied().flatten()?.network;
        Some((network, shape.place(leaf.label().part as usize)?))
    }

    /// What a node is to a network.
    fn recognize(
        &mut self,
        number: usize,
        operation: &'static Operation,
        [x, y]: [Option<usize>; 2],
    ) -> Option<Known> {
        if operation.is(MULTIPLY) {
            let (network, place) = self.place(x)?;
            let is_weight = matches!(place, LeafPlace::Weight { .. });
            return is_weight.then_some(Known::Product(network, place));
        }
        if operation.is(ADD) {
            let Known::Product(network, LeafPlace::Weight { layer, neuron, input }) =
                self.known[y?]
            else {
                return None;
            };
            let fits = match self.known[x?] {
                Known::Sum { network: n, layer: l, neuron: k, taken } => {
                    (n, l, k, taken + 1) == (network, layer, neuron, input)
                }
                _ => input == 1 && self.place(x)? == (network, LeafPlace::Bias { layer, neuron }),
            };
            if !fits {
                return None;
            }
            let sum = Known::Sum { network, layer, neuron, taken: input };
            let (shape, _) = self.networks.get(network)?;
            let is_whole = shape.sizes.get(layer - 1) == Some(&input);
            if is_whole && shape.activation(layer).is_none() {
                self.known[number] = sum.clone();
                return self.neuron(number, number);
            }
            return Some(sum);
        }
        let Known::Sum { network, layer, taken, .. } = self.known[x?] else {
            return None;
        };
        let (shape, _) = self.networks.get(network)?;
        let is_whole = shape.sizes.get(layer - 1) == Some(&taken);
        let is_activation = shape.activation(layer).is_some_and(|it| operation.is(it));
        if is_whole && is_activation { self.neuron(number, x?) } else { None }
    }

    /// The neuron whose weighted sum is the node `sum` and which passes on the node `number`.
    fn neuron(&mut self, number: usize, sum: usize) -> Option<Known> {
        let Known::Sum { network, layer, neuron, taken } = self.known[sum] else {
            return None;
        };
        let mut nodes = Vec::with_capacity(2 * taken + 1);
        let mut inputs = Vec::with_capacity(taken);
        if number != sum {
            nodes.push(self.order.node(number).clone());
        }
        let mut at = sum;
        for _ in 0..taken {
            let [before, product] = self.order.operand_pair(at);
            let product = product?;
            nodes.extend([at, product].map(|number| self.order.node(number).clone()));
            let [_, input] = self.order.node(product).both_operands();
            inputs.push((input.clone(), self.order.operand_pair(product)[1]));
            at = before?;
        }
        nodes.reverse();
        inputs.reverse();
        let before: Vec<usize> = match layer {
            1 => Vec::new(),
            _ => inputs.iter().map_while(|(_, number)| self.neuron_at(*number)).collect(),
        };
        let inputs = match before.first().and_then(|first| self.neurons.get(*first)) {
            _ if layer == 1 => self.shared(inputs.into_iter().map(|(input, _)| input).collect()),
            Some(first) if self.are_layer(&before, network, layer - 1) => Rc::clone(&first.inputs),
            _ => return None,
        };
        let node = self.order.node(number).clone();
        let found = Neuron { network, layer, neuron, node, nodes, before, inputs };
        self.neurons.push(found);
        let (shape, _) = self.networks.get(network)?;
        if layer + 1 == shape.sizes.len() {
            self.call();
        }
        Some(Known::Neuron(self.neurons.len() - 1))
    }

    /// These inputs; those of the last neuron if they are the same.
    fn shared(&self, inputs: Vec<Operand>) -> Rc<Vec<Operand>> {
        let last = self.neurons.last().map(|neuron| &neuron.inputs);
        match last {
            Some(last)
                if last.len() == inputs.len()
                    && last.iter().zip(&inputs).all(|(one, other)| one.is(other)) =>
            {
                Rc::clone(last)
            }
            _ => Rc::new(inputs),
        }
    }

    fn neuron_at(&self, number: Option<usize>) -> Option<usize> {
        match self.known.get(number?)? {
            Known::Neuron(neuron) => Some(*neuron),
            _ => None,
        }
    }

    /// Returns true if these are the neurons of a whole layer, which share the network's inputs.
    fn are_layer(&self, neurons: &[usize], network: usize, layer: usize) -> bool {
        let size = self.networks.get(network).and_then(|(shape, _)| shape.sizes.get(layer));
        let mut found = neurons.iter().filter_map(|neuron| self.neurons.get(*neuron));
        let first = found.clone().next();
        size == Some(&neurons.len())
            && found.by_ref().zip(1..).all(|(neuron, place)| {
                (neuron.network, neuron.layer, neuron.neuron) == (network, layer, place)
                    && first.is_some_and(|first| Rc::ptr_eq(&first.inputs, &neuron.inputs))
            })
    }

    /// Notes the call whose output is the last neuron found.
    fn call(&mut self) -> Option<()> {
        let last = self.neurons.len().checked_sub(1)?;
        let mut layers = vec![vec![last]];
        while let Some(before) =
            layers.last().and_then(|layer| self.neurons.get(*layer.first()?)).map(|it| &it.before)
            && !before.is_empty()
        {
            layers.push(before.clone());
        }
        layers.reverse();
        let neurons = || layers.iter().flatten().filter_map(|it| self.neurons.get(*it));
        let nodes: Vec<Value> = neurons().flat_map(|neuron| neuron.nodes.clone()).collect();
        let output = self.neurons.get(last)?;
        let (network, leaf) = self.networks.get(output.network)?.clone();
        let passed_on = |layer: &Vec<usize>| {
            layer.iter().filter_map(|it| Some(self.neurons.get(*it)?.node.clone())).collect()
        };
        let neurons = layers.iter().map(passed_on).collect();
        let operands = output.inputs.to_vec();
        let output = (network.outputs() > 1).then(|| output.neuron.saturating_sub(1));
        let kind = WholeKind::Call(OfNetwork { shape: network, leaf });
        let whole = Whole { kind, operands, nodes, neurons, output };
        self.outline.put(self.order, whole);
        Some(())
    }

    /// Shows the leaves of networks that are only used in part.
    fn show_leaves_of_parts(&mut self) {
        let outline = &mut self.outline;
        let networks = outline.wholes.values().filter_map(Whole::network);
        let whole: HashSet<&Value> = networks.map(|network| &network.leaf).collect();
        for (leaf, found) in outline.networks.extract_if(|leaf, _| !whole.contains(leaf)) {
            outline.first.remove(&Label { part: 0, ..leaf.label() });
            for leaf in &found.leaves {
                if let Some(number) = self.order.number_of(leaf) {
                    outline.hidden[number] = false;
                }
            }
        }
    }
}
