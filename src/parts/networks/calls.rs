//! Calls of networks, folds over their leaves, and what is made of scores: recorded when they are built,
//! so that people see each as one operation.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use foldhash::fast::RandomState;

use super::neuron::neuron_of;
use super::outline::{Folding, OfNetwork, Whole, WholeKind};
use crate::core::graph::{Label, Operand, Value, WeakValue};
use crate::core::session::PartState;

/// The calls whose results live, by their results.
#[derive(Debug, Default)]
pub struct Calls {
    calls: HashMap<WeakValue, Rc<Call>, RandomState>,
    /// The number of calls at which those of freed results are dropped.
    sweep_at: usize,
}

impl PartState for Calls {}

/// A call, without its result. It keeps no node alive.
#[derive(Debug)]
pub struct Call {
    kind: CallKind,
    arguments: Vec<Argument>,
    /// The number of the result among several that there are, from 0.
    output: Option<usize>,
}

#[derive(Debug)]
enum CallKind {
    /// Of the network that this leaf belongs to.
    Network(WeakValue),
    /// What the form of this name folds over the leaves of a network: the term of one leaf, and that leaf.
    Fold(&'static str, [WeakValue; 2]),
    /// Of the form of this name.
    Form(&'static str),
}

#[derive(Debug)]
enum Argument {
    Node(WeakValue),
    Number(f64),
}

/// Fewer calls than this are not worth looking through for freed ones.
const LEAST_SWEPT: usize = 64;

impl Calls {
    /// Adds the calls that a statement has built.
    pub fn add<'made>(&mut self, calls: impl Iterator<Item = (&'made Value, Rc<Call>)>) {
        self.calls.extend(calls.map(|(result, call)| (result.downgrade(), call)));
        if self.calls.len() > self.sweep_at {
            self.calls.retain(|result, _| result.is_alive());
            self.sweep_at = (2 * self.calls.len()).max(LEAST_SWEPT);
        }
    }

    /// The call with this result, with the nodes that it made.
    pub fn whole(&self, result: &Value) -> Option<Whole> {
        self.calls.get(&result.downgrade())?.whole(result)
    }
}

impl Call {
    /// The call of a network, one of whose leaves this is.
    pub fn of_network(leaf: &Value, arguments: &[Operand], output: Option<usize>) -> Call {
        let kind = CallKind::Network(leaf.downgrade());
        Call { kind, arguments: arguments.iter().map(Argument::of).collect(), output }
    }

    /// The call of a form.
    pub fn of_form(name: &'static str, arguments: &[Operand], output: Option<usize>) -> Call {
        let kind = CallKind::Form(name);
        Call { kind, arguments: arguments.iter().map(Argument::of).collect(), output }
    }

    /// A fold over the leaves of a network, whose term of the first leaf a statement of this label has made.
    /// Returns `None` for one over the leaves of several networks.
    pub fn of_fold(form: &'static str, term: &Value, label: Label) -> Option<Call> {
        let mut leaves: HashMap<Label, &Value> = HashMap::new();
        let (mut others, mut met) = (Vec::new(), HashSet::new());
        // By node, true if it depends on the leaf; operands first.
        let mut depends: HashMap<&Value, bool> = HashMap::new();
        let mut work = vec![(term, false)];
        while let Some((node, is_ready)) = work.pop() {
            let operands = || node.operands().iter().filter_map(Operand::value);
            if is_ready {
                let any = operands().any(|operand| depends.get(operand) == Some(&true));
                depends.insert(node, any);
                let fixed = operands().filter(|it| any && depends.get(it) == Some(&false));
                others.extend(fixed.filter(|it| met.insert(*it)).map(Value::downgrade));
            } else if node.network_of_leaf().is_some() {
                leaves.insert(Label { part: 0, ..node.label() }, node);
                depends.insert(node, true);
            } else if node.label().shares_binding(label) && !node.is_leaf() {
                if !depends.contains_key(node) {
                    work.push((node, true));
                    work.extend(operands().map(|operand| (operand, false)));
                }
            } else {
                depends.insert(node, false);
            }
        }
        let arguments = others.into_iter().map(Argument::Node).collect();
        let leaf = leaves.values().next().filter(|_| leaves.len() == 1)?;
        let kind = CallKind::Fold(form, [term, *leaf].map(Value::downgrade));
        Some(Call { kind, arguments, output: None })
    }

    fn whole(&self, result: &Value) -> Option<Whole> {
        let operands: Vec<Operand> =
            self.arguments.iter().map(Argument::operand).collect::<Option<_>>()?;
        let nodes = nodes_between(result, &operands);
        let network = |leaf: &Value| {
            Some(OfNetwork { shape: Rc::clone(leaf.network_of_leaf()?), leaf: leaf.clone() })
        };
        let mut neurons = Vec::new();
        let kind = match &self.kind {
            CallKind::Network(leaf) => {
                neurons = layers(&nodes);
                WholeKind::Call(network(&leaf.upgrade()?)?)
            }
            CallKind::Fold(form, [term, leaf]) => {
                WholeKind::Fold(network(&leaf.upgrade()?)?, Folding { form, term: term.upgrade()? })
            }
            CallKind::Form(name) => WholeKind::Form(name),
        };
        Some(Whole { kind, operands, nodes, neurons, output: self.output })
    }
}

impl Argument {
    fn of(operand: &Operand) -> Argument {
        match operand.value() {
            Some(node) => Argument::Node(node.downgrade()),
            None => Argument::Number(operand.data()),
        }
    }

    fn operand(&self) -> Option<Operand> {
        match self {
            Argument::Node(node) => node.upgrade().map(Operand::Value),
            Argument::Number(number) => Some(Operand::Constant(*number)),
        }
    }
}

/// The computed nodes from operands to a result, which is the last.
fn nodes_between(result: &Value, operands: &[Operand]) -> Vec<Value> {
    let mut met: HashSet<&Value> = operands.iter().filter_map(Operand::value).collect();
    let mut nodes = vec![result.clone()];
    let mut work = vec![result];
    while let Some(node) = work.pop() {
        let inner = node.operands().iter().filter_map(Operand::value);
        for operand in inner.filter(|it| !it.is_leaf()) {
            if met.insert(operand) {
                nodes.push(operand.clone());
                work.push(operand);
            }
        }
    }
    nodes.reverse();
    nodes
}

/// The neurons among the nodes of a call, layer by layer.
fn layers(nodes: &[Value]) -> Vec<Vec<Value>> {
    let neurons = nodes.iter().filter_map(|node| Some((neuron_of(node)?.1, node)));
    let mut neurons: Vec<_> = neurons.collect();
    neurons.sort_by_key(|(place, _)| *place);
    let layers = neurons.chunk_by(|(one, _), (other, _)| one.layer == other.layer);
    layers.map(|layer| layer.iter().map(|(_, node)| (*node).clone()).collect()).collect()
}
