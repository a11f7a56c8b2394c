//! The outline of a graph: calls of networks, and folds over their leaves, each as one.
//!
//! They are known by their structure, so that a graph that a saved script has made node by node has
//! the same outline.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use foldhash::fast::RandomState;

use super::network::{Network, Place};
use super::order::Order;
use super::value::{Label, Operand, Value};
use crate::ops::{ADD, FORMS, MULTIPLY, Makes, Operation};

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

/// A call of a network, or a fold over its leaves.
#[derive(Debug)]
pub struct Whole {
    /// The network.
    pub network: Rc<Network>,
    /// The first of its leaves in the order.
    pub leaf: Value,
    /// The arguments of a call; what else a fold uses.
    pub operands: Vec<Operand>,
    /// The fold, if it is one.
    pub fold: Option<Folding>,
    /// Every node that it stands for, in the order in which an expression makes them; its result is
    /// the last.
    pub nodes: Vec<Value>,
    /// The neurons of a call, layer by layer.
    pub neurons: Vec<Vec<Value>>,
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
    /// Returns true if a node is a leaf of the network.
    pub fn is_member(&self, node: &Value) -> bool {
        node.network_of_leaf().is_some() && Label { part: 0, ..node.label() } == self.label()
    }

    /// The label of the network.
    pub fn label(&self) -> Label {
        Label { part: 0, ..self.leaf.label() }
    }
}

impl Outline {
    /// The outline of an order; none if no network is in it.
    pub fn of(order: &Order) -> Option<Outline> {
        order.leaves().find(|leaf| leaf.network_of_leaf().is_some())?;
        let mut finder = Finder::of(order);
        for number in order.forward_numbers() {
            finder.take(number);
        }
        if order.is_stopped() {
            return None;
        }
        finder.show_leaves_of_parts();
        for network in finder.outline.networks.values_mut() {
            network.leaves.sort_by_key(|leaf| leaf.label().part);
        }
        Some(finder.outline)
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
            Some(whole) => (whole.operands.as_slice(), Some(&whole.leaf)),
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

    /// The calls and folds, in no order.
    pub fn wholes(&self) -> impl Iterator<Item = (&Value, &Whole)> {
        self.wholes.iter()
    }
}

/// What a node is known to be.
#[derive(Debug, Clone, Default)]
enum Known {
    #[default]
    Other,
    /// A weight times an input.
    Product(usize, Place),
    /// The bias and the first so many products of a neuron.
    Sum { network: usize, layer: usize, neuron: usize, taken: usize },
    /// A neuron, by its number among all.
    Neuron(usize),
}

/// A node that depends on one leaf of a network.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Term {
    network: usize,
    /// The number of the leaf.
    leaf: usize,
    /// The same for nodes that differ only by the leaf.
    pattern: usize,
}

/// The first so many terms of a fold.
#[derive(Debug, Clone, Copy)]
struct Chain {
    term: Term,
    joins: &'static Operation,
}

/// An operand of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    Pattern(usize),
    Node(usize),
    Constant(u64),
    Nothing,
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

struct Finder<'order> {
    order: &'order Order,
    /// By label of the network, its number.
    numbers: HashMap<Label, usize, RandomState>,
    networks: Vec<(Rc<Network>, Value)>,
    known: Vec<Known>,
    terms: Vec<Option<Term>>,
    chains: HashMap<usize, Chain, RandomState>,
    patterns: HashMap<(usize, usize, [Key; 2]), usize, RandomState>,
    neurons: Vec<Neuron>,
    outline: Outline,
}

impl<'order> Finder<'order> {
    fn of(order: &'order Order) -> Finder<'order> {
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
        self.terms[number] = Some(Term { network, leaf: label.part as usize, pattern: 0 });
    }

    /// The network of a leaf, and its place there.
    fn place(&self, number: Option<usize>) -> Option<(usize, Place)> {
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
            let is_weight = matches!(place, Place::Weight { .. });
            return is_weight.then_some(Known::Product(network, place));
        }
        if operation.is(ADD) {
            let Known::Product(network, Place::Weight { layer, neuron, input }) = self.known[y?]
            else {
                return None;
            };
            let fits = match self.known[x?] {
                Known::Sum { network: n, layer: l, neuron: k, taken } => {
                    (n, l, k, taken + 1) == (network, layer, neuron, input)
                }
                _ => input == 1 && self.place(x)? == (network, Place::Bias { layer, neuron }),
            };
            if !fits {
                return None;
            }
            let sum = Known::Sum { network, layer, neuron, taken: input };
            let (shape, _) = self.networks.get(network)?;
            let is_whole = shape.sizes.get(layer - 1) == Some(&input);
            if is_whole && !shape.is_active(layer) {
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
        let is_activation = shape.is_active(layer) && operation.is(shape.activation);
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
            self.call(number);
        }
        Some(Known::Neuron(self.neurons.len() - 1))
    }

    /// These inputs; those of the last neuron if they are the same.
    fn shared(&self, inputs: Vec<Operand>) -> Rc<Vec<Operand>> {
        let last = self.neurons.last().map(|neuron| &neuron.inputs);
        let is_same = |one: &Operand, other: &Operand| match (one.value(), other.value()) {
            (Some(one), Some(other)) => one.is(other),
            (None, None) => one.data().to_bits() == other.data().to_bits(),
            _ => false,
        };
        match last {
            Some(last)
                if last.len() == inputs.len()
                    && last.iter().zip(&inputs).all(|(one, other)| is_same(one, other)) =>
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
    fn call(&mut self, number: usize) -> Option<()> {
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
        let whole = Whole { network, leaf, operands, fold: None, nodes, neurons };
        self.put(number, whole);
        Some(())
    }

    /// Shows the leaves of networks that are only used in part.
    fn show_leaves_of_parts(&mut self) {
        let outline = &mut self.outline;
        let whole: HashSet<&Value> = outline.wholes.values().map(|whole| &whole.leaf).collect();
        for (leaf, found) in outline.networks.extract_if(|leaf, _| !whole.contains(leaf)) {
            outline.first.remove(&Label { part: 0, ..leaf.label() });
            for leaf in &found.leaves {
                if let Some(number) = self.order.number_of(leaf) {
                    outline.hidden[number] = false;
                }
            }
        }
    }

    fn put(&mut self, number: usize, whole: Whole) {
        for node in &whole.nodes {
            if let Some(number) = self.order.number_of(node) {
                self.outline.hidden[number] = true;
            }
        }
        self.outline.hidden[number] = false;
        self.outline.wholes.insert(self.order.node(number).clone(), whole);
    }

    /// What a node is of one leaf, if it depends on one leaf only.
    fn term(
        &mut self,
        node: &Value,
        operation: &'static Operation,
        pair: [Option<usize>; 2],
    ) -> Option<Term> {
        let known = pair.map(|number| self.terms.get(number?).copied().flatten());
        let term = match known {
            [Some(one), Some(other)] if (one.network, one.leaf) != (other.network, other.leaf) => {
                return None;
            }
            [one, other] => one.or(other)?,
        };
        let mut keys = [Key::Nothing; 2];
        for (key, (operand, known)) in keys.iter_mut().zip(node.operands().iter().zip(known)) {
            *key = match (known, operand.value()) {
                (Some(term), _) => Key::Pattern(term.pattern),
                (None, Some(node)) => Key::Node(self.order.number_of(node)?),
                (None, None) => Key::Constant(operand.data().to_bits()),
            };
        }
        let next = self.patterns.len() + 1;
        let operation = std::ptr::from_ref(operation).addr();
        let pattern = *self.patterns.entry((term.network, operation, keys)).or_insert(next);
        Some(Term { pattern, ..term })
    }

    /// Joins a further term to a fold, if the node does so.
    fn join(
        &mut self,
        number: usize,
        joins: &'static Operation,
        [x, y]: [Option<usize>; 2],
    ) -> Option<()> {
        let term = self.terms[y?]?;
        let before = match self.chains.get(&x?) {
            Some(chain) if chain.joins.is(joins) => chain.term,
            _ => self.terms[x?].filter(|first| first.leaf == 1)?,
        };
        if before != (Term { leaf: term.leaf.checked_sub(1)?, ..term }) {
            return None;
        }
        self.chains.insert(number, Chain { term, joins });
        let (shape, _) = self.networks.get(term.network)?;
        if term.leaf == shape.count() {
            self.fold(number, joins, term)?;
        }
        Some(())
    }

    /// Notes the fold of all leaves that a node ends.
    fn fold(&mut self, number: usize, joins: &'static Operation, term: Term) -> Option<()> {
        let form = FORMS.iter().find(|form| match form.makes {
            Makes::Fold { joins: name, averages: false } => name == joins.name,
            _ => false,
        })?;
        let (network, leaf) = self.networks.get(term.network)?.clone();
        let mut sums = Vec::with_capacity(term.leaf);
        let mut terms = Vec::with_capacity(term.leaf);
        let mut at = number;
        for _ in 1..term.leaf {
            let [before, term] = self.order.operand_pair(at);
            sums.push(at);
            terms.push(term?);
            at = before?;
        }
        terms.push(at);
        sums.reverse();
        terms.reverse();
        // The nodes of each term, operands first; of all of them side by side.
        let parts: Vec<Vec<usize>> = terms.iter().map(|term| self.nodes_of_term(*term)).collect();
        let each = parts.first().map_or(0, Vec::len);
        let node = |number: &usize| self.order.node(*number).clone();
        let nodes = (0..each).flat_map(|at| parts.iter().filter_map(move |part| part.get(at)));
        let nodes: Vec<Value> = nodes.chain(&sums).map(node).collect();
        let first = parts.first().into_iter().flatten();
        let operands = first.flat_map(|number| {
            let operands = self.order.operand_pair(*number).into_iter().flatten();
            operands.filter(|operand| self.terms[*operand].is_none()).collect::<Vec<_>>()
        });
        let operands = operands.map(|operand| Operand::Value(node(&operand))).collect();
        let fold = Folding { form: form.name, term: node(terms.first()?) };
        let (fold, neurons) = (Some(fold), Vec::new());
        self.put(number, Whole { network, leaf, operands, fold, nodes, neurons });
        Some(())
    }

    /// The computed nodes of a term, operands first.
    fn nodes_of_term(&self, term: usize) -> Vec<usize> {
        let (mut found, mut seen) = (Vec::new(), HashSet::new());
        let mut work = vec![(term, false)];
        while let Some((number, is_ready)) = work.pop() {
            if is_ready {
                found.push(number);
                continue;
            }
            if self.terms[number].is_none() || self.order.node(number).is_leaf() {
                continue;
            }
            if !seen.insert(number) {
                continue;
            }
            work.push((number, true));
            let operands = self.order.operand_pair(number).into_iter().rev().flatten();
            work.extend(operands.map(|operand| (operand, false)));
        }
        found
    }
}
