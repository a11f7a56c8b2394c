//! Calls of networks, folds over their leaves, and what is made of scores: recorded when they are built,
//! so that people see each as one operation.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use foldhash::fast::RandomState;

use super::neuron::neuron_of;
use super::outline::{Whole, WholeKind, network_of};
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

/// A node, or a number.
#[derive(Debug)]
struct Argument(Option<WeakValue>, f64);

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
        Call::of(CallKind::Network(leaf.downgrade()), arguments, output)
    }

    /// The call of a form.
    pub fn of_form(name: &'static str, arguments: &[Operand], output: Option<usize>) -> Call {
        Call::of(CallKind::Form(name), arguments, output)
    }

    fn of(kind: CallKind, arguments: &[Operand], output: Option<usize>) -> Call {
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
                others.extend(fixed.filter(|it| met.insert(*it)).cloned());
            } else if node.network_of_leaf().is_some() {
                leaves.insert(network_of(node), node);
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
        let leaf = leaves.values().next().filter(|_| leaves.len() == 1)?;
        let kind = CallKind::Fold(form, [term, *leaf].map(Value::downgrade));
        let arguments: Vec<Operand> = others.into_iter().map(Operand::Value).collect();
        Some(Call::of(kind, &arguments, None))
    }

    fn whole(&self, result: &Value) -> Option<Whole> {
        let operands: Vec<Operand> =
            self.arguments.iter().map(Argument::operand).collect::<Option<_>>()?;
        let nodes = nodes_between(result, &operands);
        let mut neurons = Vec::new();
        let kind = match &self.kind {
            CallKind::Network(leaf) => {
                neurons = layers(&nodes);
                WholeKind::Call(leaf.upgrade()?)
            }
            CallKind::Fold(form, [term, leaf]) => {
                WholeKind::Fold { network: leaf.upgrade()?, form, term: term.upgrade()? }
            }
            CallKind::Form(name) => WholeKind::Form(name),
        };
        Some(Whole { kind, operands, nodes, neurons, output: self.output })
    }
}

impl Argument {
    fn of(operand: &Operand) -> Argument {
        Argument(operand.value().map(Value::downgrade), operand.data())
    }

    fn operand(&self) -> Option<Operand> {
        match self {
            Argument(Some(node), _) => node.upgrade().map(Operand::Value),
            Argument(None, number) => Some(Operand::Constant(*number)),
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
