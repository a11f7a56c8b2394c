//! Calls of networks, folds over their leaves, and forms of scores: recorded as whole operations
//! for display.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use foldhash::fast::RandomState;

use super::neuron::neuron_of;
use super::outline::network_of;
use crate::core::graph::{Operand, Order, Stop, Value, WeakValue};
use crate::core::session::PartState;

/// The calls by their live results.
#[derive(Debug, Default)]
pub struct Calls {
    calls: HashMap<WeakValue, Rc<Call>, RandomState>,
    /// The number of calls at which freed ones are dropped.
    sweep_at: usize,
}

impl PartState for Calls {}

/// A call, without its result. It keeps no node alive.
#[derive(Debug)]
pub struct Call {
    kind: WholeKind<WeakValue>,
    arguments: Vec<Result<WeakValue, f64>>,
    output: Option<usize>,
}

/// A call of a network, a fold over its leaves, or a form of scores or a class.
#[derive(Debug)]
pub struct Whole {
    /// Which of them it is.
    pub kind: WholeKind,
    /// The arguments of a call, or the other operands of a fold.
    pub operands: Vec<Operand>,
    /// Its nodes; the result is the last.
    pub nodes: Vec<Value>,
    /// The number of the result, from 0, if there are several.
    pub output: Option<usize>,
}

/// The kinds of calls. A leaf identifies its network.
#[derive(Debug)]
pub enum WholeKind<V = Value> {
    /// A call of a network.
    Call(V),
    /// A fold, such as `sum`, over the leaves of a network, with the term of one leaf.
    Fold { network: V, form: &'static str, term: V },
    /// A form of scores or a class: `softmax`, `cross_entropy`.
    Form(&'static str),
}

/// The least number of calls before freed ones are dropped.
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
        let Call { kind, arguments, output } = &**self.calls.get(&result.downgrade())?;
        let operand = |argument: &Result<WeakValue, f64>| match argument {
            Ok(node) => node.upgrade().map(Operand::Value),
            Err(number) => Some(Operand::Constant(*number)),
        };
        let operands: Vec<Operand> = arguments.iter().map(operand).collect::<Option<_>>()?;
        let nodes = nodes_between(result, &operands);
        let kind = match kind {
            WholeKind::Call(leaf) => WholeKind::Call(leaf.upgrade()?),
            WholeKind::Fold { network, form, term } => {
                WholeKind::Fold { network: network.upgrade()?, form, term: term.upgrade()? }
            }
            WholeKind::Form(name) => WholeKind::Form(name),
        };
        Some(Whole { kind, operands, nodes, output: *output })
    }
}

impl Call {
    pub fn new(kind: WholeKind<WeakValue>, arguments: &[Operand], output: Option<usize>) -> Call {
        let argument = |it: &Operand| it.value().map(Value::downgrade).ok_or(it.data());
        Call { kind, arguments: arguments.iter().map(argument).collect(), output }
    }
}

impl Whole {
    /// A leaf of its network.
    pub fn network(&self) -> Option<&Value> {
        match &self.kind {
            WholeKind::Call(network) | WholeKind::Fold { network, .. } => Some(network),
            WholeKind::Form(_) => None,
        }
    }

    /// A leaf of the called network.
    pub fn called(&self) -> Option<&Value> {
        self.network().filter(|_| matches!(self.kind, WholeKind::Call(_)))
    }

    /// The neurons of a call by layer; in the last layer only that of the result.
    pub fn neurons(&self) -> Vec<Vec<&Value>> {
        let neurons = self.nodes.iter().filter_map(|node| Some((neuron_of(node)?.1, node)));
        let mut neurons: Vec<_> = neurons.collect();
        neurons.sort_by_key(|(place, _)| *place);
        let layers = neurons.chunk_by(|(one, _), (other, _)| one.layer == other.layer);
        layers.map(|layer| layer.iter().map(|(_, node)| *node).collect()).collect()
    }

    /// The number of neurons of a call.
    pub fn neuron_count(&self) -> usize {
        self.nodes.iter().filter(|node| neuron_of(node).is_some()).count()
    }

    /// Returns true if a node is a leaf of the network.
    pub fn is_member(&self, node: &Value) -> bool {
        let network = self.network().map(network_of);
        node.network_of_leaf().is_some() && network == Some(network_of(node))
    }
}

/// The computed nodes from operands to a result, which is the last.
fn nodes_between(result: &Value, operands: &[Operand]) -> Vec<Value> {
    let ends: HashSet<&Value> = operands.iter().filter_map(Operand::value).collect();
    let is_between = |node: &Value| !node.is_leaf() && !ends.contains(node);
    Order::walk(&Stop::default(), [result], is_between).nodes().to_vec()
}
