//! Calls with several outputs in a saved script: a group, or a name for each of its members.

use std::collections::HashSet;
use std::fmt::Write;

use super::Writer;
use super::statement::{Plan, Step};
use crate::core::graph::{Label, Operand, Order, Value};
use crate::core::session::names::listing::History;
use crate::parts::networks::{Network, OfNetwork, Whole, WholeKind};

/// A call with several outputs.
pub(super) struct OutputsOfCall<'outline> {
    /// What stands for the nodes of each.
    wholes: Vec<&'outline Whole>,
}

impl<'outline> OutputsOfCall<'outline> {
    /// The call whose outputs these nodes are, all of them in their order.
    fn of(
        nodes: impl Iterator<Item = &'outline Value>,
        whole_of: impl Fn(&'outline Value) -> Option<&'outline Whole>,
    ) -> Option<Self> {
        let mut wholes: Vec<&Whole> = Vec::new();
        for (number, node) in nodes.enumerate() {
            let whole = whole_of(node).filter(|whole| whole.output == Some(number))?;
            if !is_one_call(wholes.first().unwrap_or(&whole), whole) {
                return None;
            }
            wholes.push(whole);
        }
        (count_of(wholes.first()?)? == wholes.len()).then_some(OutputsOfCall { wholes })
    }

    /// The nodes that it makes, in their order.
    fn made(&self) -> Vec<Value> {
        let (mut made, mut seen): (Vec<Value>, HashSet<&Value>) = Default::default();
        for (number, whole) in self.wholes.iter().enumerate() {
            match &whole.kind {
                WholeKind::Call(network) => {
                    let known = if number == 0 { 0 } else { hidden_nodes(whole, &network.shape) };
                    made.extend(whole.nodes.iter().skip(known).cloned());
                }
                _ => {
                    let inner = whole.nodes.split_last().map_or(&[][..], |(_, inner)| inner);
                    made.extend(inner.iter().filter(|it| seen.insert(*it)).cloned());
                }
            }
        }
        if self.wholes.iter().any(|whole| matches!(whole.kind, WholeKind::Form(_))) {
            made.extend(self.wholes.iter().filter_map(|whole| whole.nodes.last()).cloned());
        }
        made
    }

    /// The arguments.
    pub(super) fn operands(&self) -> &'outline [Operand] {
        self.wholes.first().map_or(&[], |whole| &whole.operands)
    }
}

/// The number of outputs of a call that has several.
fn count_of(whole: &Whole) -> Option<usize> {
    match &whole.kind {
        WholeKind::Call(network) => Some(network.shape.outputs()),
        WholeKind::Form("onehot") => Some(whole.operands.last()?.constant()? as usize),
        WholeKind::Form(_) => Some(whole.operands.len()),
        WholeKind::Fold(..) => None,
    }
}

/// Tells whether two outputs are of one call.
fn is_one_call(one: &Whole, other: &Whole) -> bool {
    match (&one.kind, &other.kind) {
        (WholeKind::Call(first), WholeKind::Call(second)) => {
            let hidden = |whole: &Whole| {
                whole.neurons.split_last().map(|(_, hidden)| hidden.concat()).unwrap_or_default()
            };
            OfNetwork::label(first) == OfNetwork::label(second) && hidden(one) == hidden(other)
        }
        (WholeKind::Form(first), WholeKind::Form(second)) => {
            let pair = one.nodes.first().zip(other.nodes.first());
            first == second && pair.is_some_and(|(one, other)| one.is(other))
        }
        _ => false,
    }
}

/// The number of nodes of a call that are inside its hidden neurons: those before the last one.
fn hidden_nodes(whole: &Whole, network: &Network) -> usize {
    let layers = network.layers();
    let last = layers.last().map_or(0, |layer| {
        2 * layer.inputs + usize::from(network.activation(layer.number).is_some())
    });
    whole.nodes.len().saturating_sub(last)
}

impl Writer<'_> {
    /// The call whose outputs are the members of a group.
    pub(super) fn call_of_group<'all>(
        &'all self,
        group: &'all Value,
    ) -> Option<OutputsOfCall<'all>> {
        let outline = self.outline.as_ref()?;
        OutputsOfCall::of(group.nodes(), |node| outline.whole(node))
    }

    /// Ends a call whose outputs are the members of a group, and whose arguments are there.
    pub(super) fn leave_outputs(
        &self,
        call: &OutputsOfCall<'_>,
        group: &Value,
        plan: &mut Plan,
    ) -> Option<()> {
        for node in call.made() {
            let member = group.nodes().position(|member| member.is(&node));
            plan.make_of_group(&node, group, member)?;
        }
        let name = plan.name(self.name_of_call(call.wholes.first()?)?);
        plan.steps.push(Step::Call(name, call.operands().len()));
        plan.made.push(group.clone());
        Some(())
    }

    fn name_of_call(&self, whole: &Whole) -> Option<String> {
        match whole.kind {
            WholeKind::Form(form) => Some(form.to_owned()),
            _ => self.network_name(whole),
        }
    }

    /// Writes the bindings that begin these as one statement, if each is of one output of a call:
    /// `p, q, r = m(x, y)`. Returns how many they are.
    pub(in crate::core::session::save) fn unpacked(&mut self, bindings: &[History]) -> usize {
        let Some((text, made, count)) = self.unpacking(bindings) else { return 0 };
        let bindings = bindings.get(..count).unwrap_or_default();
        bindings.iter().for_each(|binding| self.earlier_inner_nodes(binding.label));
        let _ = writeln!(self.text, "{text}");
        self.written.extend(made);
        for History { label, value, .. } in bindings {
            self.bind(*label);
            self.follow(*label, value);
        }
        count
    }

    fn unpacking(&self, bindings: &[History]) -> Option<(String, Vec<Value>, usize)> {
        let outline = self.outline.as_ref()?;
        let first = outline.whole(&bindings.first()?.value)?;
        let bindings = bindings.get(..count_of(first).filter(|_| first.output == Some(0))?)?;
        let values = bindings.iter().map(|binding| &binding.value);
        let call = OutputsOfCall::of(values, |node| outline.whole(node))?;
        let is_own = |binding: &History| {
            binding.value.label() == binding.label && self.is_next(binding.label)
        };
        let names: HashSet<u32> = bindings.iter().map(|binding| binding.label.name).collect();
        if names.len() < bindings.len() || !bindings.iter().all(is_own) {
            return None;
        }
        // What the statement makes, labeled as it does that.
        let made: HashSet<Value> = call.made().into_iter().collect();
        let mut taken: HashSet<Value> = HashSet::new();
        for History { label, value, .. } in bindings {
            let is_new = |node: &Value| made.contains(node) && !taken.contains(node);
            let order = Order::walk(self.session.stop(), Some(value), is_new);
            let is_labeled = |(node, part): (&Value, u32)| {
                let part = if node.is(value) { 0 } else { part };
                node.label() == Label { part, ..*label }
            };
            if !order.nodes().iter().zip(1..).all(is_labeled) {
                return None;
            }
            taken.extend(order.nodes().iter().cloned());
        }
        let mut arguments: Vec<String> = Vec::new();
        for operand in call.operands() {
            arguments.push(match operand.value() {
                Some(node) if self.session.names().is_answers(node) => return None,
                Some(node) if self.written.contains(node) => self.reference(node),
                Some(_) => return None,
                None => self.number(operand.constant()?),
            });
        }
        let targets = bindings.iter().map(|it| self.session.names().text(it.label.name));
        let targets: Vec<&str> = targets.collect();
        let name = self.name_of_call(first)?;
        let text = format!("{} = {name}({})", targets.join(", "), arguments.join(", "));
        Some((text, made.into_iter().collect(), bindings.len()))
    }
}
