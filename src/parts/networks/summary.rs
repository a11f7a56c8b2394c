//! Outlines as text: a network or a call in one line.

use std::collections::HashSet;

use super::calls::{Whole, WholeKind};
use super::network::Members;
use super::outline::Outline;
use crate::core::graph::{Operand, Order, Value};
use crate::core::language::{counted, leaves};
use crate::core::session::Names;
use crate::parts::formula::{Formula, text_of};
use crate::report::{NumberStyle, Overview, Paragraph, Pass, Summary, number_among, numbers};

/// The most atoms of a folded term.
const LONGEST_TERM: usize = 24;

impl Overview for Outline {
    fn hides(&self, number: usize) -> bool {
        self.hidden.get(number).copied().unwrap_or(false)
    }

    fn operands<'all>(&'all self, order: &Order, node: &'all Value) -> Vec<&'all Value> {
        let (operands, leaf) = match self.whole(node) {
            Some(whole) => (whole.operands.as_slice(), whole.network()),
            None => (node.operands(), None),
        };
        let mut found: Vec<&Value> = Vec::new();
        for operand in operands.iter().filter_map(Operand::value).chain(leaf) {
            let first = operand.network_of_leaf().and_then(|_| self.first_of(operand));
            let is_seen = || order.number_of(operand).is_some_and(|number| !self.hides(number));
            let seen = first.or_else(|| is_seen().then_some(operand));
            found.extend(seen.filter(|it| leaf.is_none() || !found.contains(it)));
        }
        found
    }

    fn summary(&self, pass: &Pass, node: &Value) -> Option<Summary> {
        let names = &*pass.names;
        if let Some(network) = self.network(node) {
            let all = leaves(network.leaves.len());
            return Some(Summary {
                name: Some(names.call_network(node)),
                expression: format!("{all}{}", frozen(&network.leaves)),
                label: String::new(),
                unwired: None,
                remark: largest_grad(pass, network).unwrap_or_default(),
            });
        }
        let whole = self.whole(node)?;
        let neurons = whole.neuron_count() as u64;
        let remark = if neurons == 0 { String::new() } else { counted(neurons, "neuron") };
        Some(Summary {
            name: None,
            expression: whole.expression(names, |it| names.call(it)),
            label: whole.label(names),
            unwired: whole.called().and_then(|leaf| self.first_of(leaf)).cloned(),
            remark: Paragraph::new(remark),
        })
    }
}

fn largest_grad(pass: &Pass, network: &Members) -> Option<Paragraph> {
    let grads = network.leaves.iter().map(|leaf| Some(pass.grad(leaf)?.abs()));
    let largest = grads.collect::<Option<Vec<f64>>>()?.into_iter().max_by(f64::total_cmp)?;
    Some(Paragraph::new("largest |grad| ").number(largest, NumberStyle::Data))
}

/// ` (frozen)` or ` (3 frozen)`; empty if all leaves move.
pub(super) fn frozen(leaves: &[Value]) -> String {
    match leaves.iter().filter(|leaf| leaf.is_frozen()).count() {
        0 => String::new(),
        all if all == leaves.len() => " (frozen)".to_owned(),
        some => format!(" ({some} frozen)"),
    }
}

impl Whole {
    /// The call of a network, or the fold over its leaves, as an expression of what `name` names.
    pub fn expression(&self, names: &Names, name: impl Fn(&Value) -> String) -> String {
        let number = |number| number_among(names, number, |it| numbers::answer(it, None));
        let WholeKind::Fold { network, form, term } = &self.kind else {
            let argument = |operand: &Operand| match operand.value() {
                Some(value) => name(value),
                None => number(operand.data()),
            };
            let (mut arguments, mut left) = (Vec::new(), self.operands.as_slice());
            while let Some((first, others)) = left.split_first() {
                let group = group_of(left, names);
                left = group.as_ref().map_or(others, |(_, after)| after);
                arguments.push(group.map_or_else(|| argument(first), |(group, _)| group));
            }
            let output = self.output.map_or_else(String::new, |output| format!(".o{output}"));
            return format!("{}({}){output}", self.name(names), arguments.join(", "));
        };
        let own: HashSet<&Value> = self.nodes.iter().collect();
        let term = Operand::Value(term.clone());
        let formula = Formula::of(&term, |node| own.contains(node), LONGEST_TERM);
        let network = names.call_network(network);
        let called = |node: &Value| if self.is_member(node) { network.clone() } else { name(node) };
        format!("{form}({})", text_of(&formula.atoms, called, number))
    }

    /// `mlp`, `mlp(·, 2)` if it has constant operands, `sum(mlp^2)`
    fn label(&self, names: &Names) -> String {
        let name = self.name(names);
        if matches!(self.kind, WholeKind::Fold { .. }) {
            return self.expression(names, |it| names.call(it));
        } else if self.operands.iter().all(|operand| operand.value().is_some()) {
            return name;
        }
        let argument = |operand: &Operand| match operand.value() {
            Some(_) => "·".to_owned(),
            None => numbers::answer(operand.data(), None),
        };
        let arguments: Vec<String> = self.operands.iter().map(argument).collect();
        format!("{name}({})", arguments.join(", "))
    }

    fn name(&self, names: &Names) -> String {
        match &self.kind {
            WholeKind::Call(network) => names.call_network(network),
            WholeKind::Fold { form, .. } | WholeKind::Form(form) => (*form).to_owned(),
        }
    }
}

/// The group whose members begin these operands, and the other operands.
fn group_of<'all>(operands: &'all [Operand], names: &Names) -> Option<(String, &'all [Operand])> {
    let first = operands.first()?.value().filter(|first| first.label().member() == Some(0))?;
    let group = names.call(first).strip_suffix(".o0")?.to_owned();
    let members = names.get(&group)?.members()?;
    let (own, after) = operands.split_at_checked(members.len())?;
    let mut pairs = own.iter().zip(members).map(|(one, other)| one.value().zip(other.value()));
    pairs.all(|pair| pair.is_some_and(|(one, other)| one.is(other))).then_some((group, after))
}
