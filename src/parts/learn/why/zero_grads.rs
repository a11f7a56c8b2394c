//! The uses at which grads become 0.

use super::Wording;
use super::advice::zero_advice;
use super::lost_grads::NodeGrads;
use crate::core::graph::{Operand, Order, Use, Value};
use crate::core::language::exact;
use crate::core::ops::{Branching, Choice, FLAT, MULTIPLY, Operation};
use crate::parts::learn::{Context, branch_rules};
use crate::parts::networks::neuron_of;
use crate::report::{counted, numbers};

/// Uses of one operation at which grads become 0.
#[derive(Debug)]
pub struct ZeroGrad {
    /// The first of them, in forward order.
    pub edge: Use,
    /// The number of them.
    pub places: usize,
}

impl Order {
    /// The uses that stop the grads on the paths from the root to these nodes.
    ///
    /// Each way crosses one of these uses. Each node is visited once.
    pub(super) fn zero_grads(&self, numbers: &[usize], grads: &[NodeGrads]) -> Vec<ZeroGrad> {
        let is_on_the_way = self.dependents(numbers);
        let mut found: Vec<ZeroGrad> = Vec::new();
        for user in self.backward_numbers().filter(|it| is_on_the_way[*it] && !grads[*it].is_zero())
        {
            for (index, operand) in self.operand_pair(user).into_iter().enumerate() {
                if !operand.is_some_and(|it| is_on_the_way[it] && grads[it].is_zero()) {
                    continue;
                }
                let edge = Use { user, index };
                match found.iter_mut().find(|it| self.kind(it.edge) == self.kind(edge)) {
                    Some(known) => *known = ZeroGrad { edge, places: known.places + 1 },
                    None => found.push(ZeroGrad { edge, places: 1 }),
                }
            }
        }
        found
    }

    /// The operation of a use; that of a condition differs from that of a branch.
    fn kind(&self, edge: Use) -> (Option<*const Operation>, bool) {
        let node = self.node(edge.user);
        let is_condition = edge.index == 0 && node.branching().is_some();
        (node.operation().map(std::ptr::from_ref), is_condition)
    }
}

impl ZeroGrad {
    /// The reason in the current row, and advice: `relu(z) has the slope 0 at z = -1`.
    pub fn explained(&self, context: &Context) -> (String, &'static str) {
        let wording = Wording { order: &context.pass.order, names: &context.pass.names };
        let Use { user, index } = self.edge;
        let node = context.node(user);
        let Some(operation) = node.operation() else { return Default::default() };
        let (local, upstream) = (context.local(self.edge), context.upstream(self.edge));
        let operands = node.both_operands().each_ref().map(Operand::data);
        let (formula, at) = match neuron_name(context, node) {
            Some(name) => {
                let sum = numbers::significant(operands[0], 4);
                (format!("{name} = {}({sum})", operation.name), String::new())
            }
            None => (wording.formula(user), wording.places(user, operands)),
        };
        let called = |index: usize| {
            let neuron = node.operands()[index].value().and_then(|it| neuron_name(context, it));
            neuron.unwrap_or_else(|| wording.operand(user, index))
        };
        if local != 0.0 && (local * upstream != 0.0 || upstream == 0.0) {
            let cause = format!("the contributions to the grad of {} cancel", called(index));
            return (cause, ":explain lists them");
        }
        if local != 0.0 {
            let factors = format!("{} × {}", exact(local), exact(upstream));
            let cause = format!("{formula} passes on {factors}, which is too small for a double");
            return (cause, "scale the leaves: the smallest double is 4.9e-324");
        }
        let is_gate = matches!(node.branching(), Branching::Gate(_));
        let is_choice = index > 0 || operation.choice.is_some_and(|it| it != Choice::Positive);
        let mut cause = match branch_rules::choice(context, user).filter(|_| is_choice) {
            Some(chosen) => chosen.exact_text(),
            None if is_gate => format!("{} is only a condition", called(0)),
            None if FLAT.iter().any(|it| it.activation == operation.name)
                && operation.choice.is_none() =>
            {
                format!("{formula} is saturated{at}: its slope rounds to 0")
            }
            None if operation.is(MULTIPLY) => {
                let is_node = node.operands()[1 - index].value().is_some();
                let zero = if is_node { ", which is 0" } else { "" };
                format!("{} is multiplied by {}{zero}", called(index), called(1 - index))
            }
            None => format!("{formula} has the slope 0{at}"),
        };
        if self.places > 1 {
            let others = counted(self.places as u64 - 1, "other place");
            cause.push_str(&format!("; the same in {others}"));
        }
        (cause, zero_advice(operation, index))
    }
}

/// The name of the neuron whose activation a node is: `mlp.h1.3`.
fn neuron_name(context: &Context, node: &Value) -> Option<String> {
    let (network, place) = neuron_of(node)?;
    let is_own =
        |leaf: &&Value| leaf.network_of_leaf().is_some() && leaf.label().shares_binding(network);
    let leaf = context.pass.order.leaves().find(is_own)?;
    Some(format!("{}.{}", context.pass.names.call_network(leaf), place.written()))
}
