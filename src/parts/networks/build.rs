//! Networks in expressions: what a call of one builds, and their names, which stand for each of
//! their leaves until a fold makes one number of them.

use std::any::Any;
use std::rc::Rc;

use super::calls::Call;
use super::network::{Each, Members};
use crate::core::graph::{Builder, Label, NOTHING, Operand, Scope, Value, too_many_steps};
use crate::core::language::{Error, Result, Span};
use crate::core::ops::{ADD, Form, MULTIPLY, Operation};

impl Builder<'_> {
    /// Builds the neurons of a network, layer by layer, over the operands from `base` on, and
    /// pushes the output, several of them as a group. Returns the number of weights, which may be `most`.
    ///
    /// Each neuron is `b + w1*x1 + w2*x2 + …`, in this order, and its activation.
    pub(super) fn call_network(
        &mut self,
        members: &Members,
        base: usize,
        span: Span,
        most: usize,
    ) -> Result<usize> {
        if members.leaves.len() > most {
            return Err(too_many_steps(most, span));
        }
        let shape = &members.network;
        let arguments = self.operands.get(base..).unwrap_or_default().to_vec();
        let mut inputs = arguments.clone();
        let mut leaves = members.leaves.iter();
        for layer in shape.layers() {
            let mut outputs = Vec::with_capacity(layer.neurons);
            for _ in 0..layer.neurons {
                let weights: Vec<&Value> = leaves.by_ref().take(layer.inputs + 1).collect();
                let Some((bias, weights)) = weights.split_last() else { break };
                let mut sum = Operand::Value(Value::clone(bias));
                for (weight, input) in weights.iter().zip(&inputs) {
                    self.guard.go_on(span)?;
                    let weight = Operand::Value(Value::clone(weight));
                    let product = self.result(MULTIPLY, [weight, input.clone()], span)?;
                    sum = self.result(ADD, [sum, product], span)?;
                }
                if let Some(activation) = shape.activation(layer.number) {
                    sum = self.result(activation, [sum, NOTHING], span)?;
                }
                outputs.push(sum);
            }
            inputs = outputs;
        }
        let is_group = inputs.len() > 1;
        if let Some(leaf) = members.leaves.first() {
            for (number, output) in inputs.iter().enumerate() {
                let call = Call::of_network(leaf, &arguments, is_group.then_some(number));
                self.record(output, call);
            }
        }
        let output = if is_group { Some(self.group(inputs)) } else { inputs.pop() };
        self.operands.extend(output);
        Ok(members.leaves.len())
    }

    /// Records the call that a node is a result of.
    pub(super) fn record(&mut self, result: &Operand, call: Call) {
        let call: Rc<dyn Any> = Rc::new(call);
        self.recorded.made.extend(result.value().map(|result| (result.clone(), call)));
    }

    /// Folds the leaves of a network, or what is made of each, into one number.
    pub(crate) fn fold_leaves(&mut self, form: &'static Form, span: Span) -> Result<()> {
        let leaves = self.unfold_last();
        let term = self.last_operands(leaves).first().and_then(Operand::value).cloned();
        self.fold(form, leaves, span)?;
        let call = term.and_then(|term| Call::of_fold(form.name, &term, self.label));
        if let Some((result, call)) = self.operands.last().cloned().zip(call) {
            self.record(&result, call);
        }
        Ok(())
    }

    /// Tells whether the last operand is many nodes at once.
    pub(crate) fn is_last_each(&self) -> bool {
        self.operands.last().is_some_and(|operand| operand.each().is_some())
    }

    /// Replaces many nodes at once by these nodes, and returns their number.
    pub(crate) fn unfold_last(&mut self) -> usize {
        let Some(operand) = self.operands.pop() else { return 0 };
        let nodes = operand.each().unwrap_or_default();
        self.operands.extend(nodes.iter().cloned().map(Operand::Value));
        nodes.len()
    }

    /// Applies an operation member by member, or leaf by leaf.
    pub(crate) fn each_result(
        &mut self,
        operation: &'static Operation,
        operands: &[Operand; 2],
        span: Span,
    ) -> Result<Operand> {
        let is_group = operands.iter().any(|operand| operand.members().is_some());
        let all = operands.each_ref().map(|operand| match operand.each() {
            Some(leaves) => leaves.iter().cloned().map(Operand::Value).collect(),
            None => operand.each_member(),
        });
        let counts = [0, 1].map(|at| operands[at].is_many().then(|| all[at].len()));
        let count = match counts {
            [Some(one), Some(other)] if one != other => {
                let kind = if is_group { "members" } else { "leaves" };
                let message = format!("these are {one} {kind} and {other} {kind}");
                return Err(Error::new(span, message)
                    .hint("one by one, only as many go together; fold each: sum(m^2) + sum(n^2)"));
            }
            [one, other] => one.or(other).unwrap_or(0),
        };
        let mut results = Vec::with_capacity(count);
        for at in 0..count {
            self.guard.go_on(span)?;
            let operands = [0, 1].map(|side| {
                let at = if counts[side].is_some() { at } else { 0 };
                all[side].get(at).cloned().unwrap_or(Operand::Constant(f64::NAN))
            });
            results.push(self.result(operation, operands, span)?);
        }
        if is_group {
            return Ok(self.group(results));
        }
        let each = Each(results.iter().filter_map(Operand::value).cloned().collect());
        let each = Value::holding(Rc::new(each), Label::default(), self.guard.budget());
        Ok(Operand::Value(each))
    }

    /// Makes sure that none of the last operands is what the name of a network stands for.
    pub(super) fn must_be_folded(&self, operands: usize, span: Span) -> Result<()> {
        let mut operands = self.last_operands(operands).iter();
        match operands.find_map(Operand::each) {
            Some(nodes) => Err(not_folded(nodes, span, self.scope)),
            None => Ok(()),
        }
    }
}

/// The error for what the name of a network stands for where one number is wanted.
pub(super) fn not_folded(nodes: &[Value], span: Span, scope: &dyn Scope) -> Error {
    let message = format!("the name of a network stands for each of its {} leaves", nodes.len());
    let operands =
        nodes.iter().take(1).flat_map(|it| it.operands().iter().filter_map(Operand::value));
    let mut near = nodes.iter().take(1).chain(operands);
    let leaf = near.find(|node| node.network_of_leaf().is_some());
    let leaf = leaf.and_then(|leaf| scope.name_of(leaf)).unwrap_or_default();
    let name = leaf.split('.').next().filter(|name| !name.is_empty()).unwrap_or("mlp");
    let folds = format!("sum({name}^2), mean({name}), max(abs({name}))");
    Error::new(span, message).hint(format!("call it, y = {name}(…), or fold its leaves: {folds}"))
}
