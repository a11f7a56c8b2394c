//! Networks in equations: a function of a vector, with a matrix of weights and a vector of biases for each
//! layer.

use std::collections::HashSet;

use super::names::{spelled, word};
use super::{Typeset, WHOLE, apply, number, typeset};
use crate::graph::{Formula, InOrder, Layer, Operand, Value, Whole, WholeKind};
use crate::report::Pass;
use crate::views::Style;

/// The rows and columns of a matrix that are written; of a larger one the first and the last.
const SHOWN: usize = 6;

/// The networks of a pass.
pub(super) struct Layers<'pass> {
    pass: &'pass Pass,
    networks: Vec<&'pass InOrder>,
    /// The hidden neurons of all calls, and those of the last layers.
    neurons: HashSet<&'pass Value>,
}

impl<'pass> Layers<'pass> {
    /// The networks of a pass all of whose leaves it knows.
    pub fn of(pass: &'pass Pass) -> Layers<'pass> {
        let leaves = pass.order.nodes().iter().filter(|node| node.is_leaf());
        let networks = leaves.filter_map(|leaf| pass.network(leaf));
        let networks = networks.filter(|it| it.leaves.len() == it.network.count()).collect();
        let mut layers = Layers { pass, networks, neurons: HashSet::new() };
        let wholes = pass.order.nodes().iter().filter_map(|node| layers.whole(node));
        layers.neurons = wholes.flat_map(|whole| whole.neurons.iter().flatten()).collect();
        layers
    }

    /// Tells whether a node is a leaf of a network.
    pub fn has_leaf(&self, node: &Value) -> bool {
        node.network_of_leaf().is_some() && self.network_of(node).is_some()
    }

    /// Tells whether a node is inside a network, so that it has no formula of its own.
    pub fn has(&self, node: &Value) -> bool {
        self.has_leaf(node) || self.neurons.contains(node) && self.whole(node).is_none()
    }

    /// Tells whether a node has another name than its own formula: what a network makes, or one of its
    /// neurons.
    pub fn names(&self, node: &Value) -> bool {
        self.neurons.contains(node) || self.whole(node).is_some()
    }

    /// A call of a network, or a fold over its leaves.
    fn whole(&self, node: &Value) -> Option<&'pass Whole> {
        let whole = self.pass.whole(node)?;
        self.network_of(&whole.network()?.leaf).and(Some(whole))
    }

    fn network_of(&self, leaf: &Value) -> Option<&'pass InOrder> {
        let label = leaf.label();
        let is_it = |first: &Value| first.label().shares_binding(label);
        self.networks.iter().copied().find(|it| it.leaves.first().is_some_and(is_it))
    }

    /// What a node is called in formulas: a call by its network and arguments, where it has no name.
    pub fn spelled(&self, node: &Value, style: &Style) -> String {
        match self.whole(node).filter(|_| super::is_inner(node) || super::is_unnamed(node)) {
            Some(whole) => self.call(whole, style),
            None => spelled(&self.pass.names, node),
        }
    }

    /// The right side of a node that a network makes, and the formulas of the arguments.
    pub fn made(&self, node: &Value, style: &Style) -> Option<(String, Vec<Formula>)> {
        let whole = self.whole(node)?;
        let operands = whole.operands.iter().map(|operand| self.formula(operand)).collect();
        Some((self.call(whole, style), operands))
    }

    /// A call, or a fold over leaves: `m(x, y)`, `sum(m^2)`.
    fn call(&self, whole: &Whole, style: &Style) -> String {
        let Some(of) = whole.network() else { return String::new() };
        let name = self.network_name(&of.leaf);
        if let WholeKind::Fold(_, folding) = &whole.kind {
            let is_below = |below: &Value| !whole.is_member(below);
            let term = Operand::Value(folding.term.clone());
            let term = Formula::of(&term, is_below, usize::MAX);
            let spell = |_: &Value| name.clone();
            let term = typeset(&spell, &term.atoms, style);
            let others = whole.operands.iter().map(|operand| self.operand(operand, style));
            let inside: Vec<String> = std::iter::once(term).chain(others).collect();
            return format!(
                "\\operatorname{{{}}}\\left({}\\right)",
                folding.form,
                inside.join(", ")
            );
        }
        let operands = whole.operands.iter().map(|operand| self.operand(operand, style));
        let operands: Vec<String> = operands.collect();
        let member = whole.output.filter(|_| of.shape.outputs() > 1);
        let member = member.map(|at| format!("_{{{}}}", at + 1)).unwrap_or_default();
        format!("{name}\\left({}\\right){member}", operands.join(", "))
    }

    fn operand(&self, operand: &Operand, style: &Style) -> String {
        typeset(&|node| self.spelled(node, style), &self.formula(operand).atoms, style)
    }

    fn formula(&self, operand: &Operand) -> Formula {
        let is_below = |below: &Value| super::is_inner(below) && !self.names(below);
        Formula::of(operand, is_below, usize::MAX)
    }

    fn network_name(&self, leaf: &Value) -> String {
        let names = &self.pass.names;
        let own = names.reference(leaf);
        word(own.split(['.', '@']).next().unwrap_or(&own))
    }

    /// The equations of each network: what it makes of a vector, its weights and its biases.
    pub fn equations(&self, style: &Style) -> Vec<String> {
        let mut lines = Vec::new();
        for network in &self.networks {
            let Some(leaf) = network.leaves.first() else { continue };
            let mut inside = Typeset { text: "\\mathbf{x}".to_owned(), grip: WHOLE };
            for layer in network.network.layers() {
                let [weights, biases] = self.parameters(network, &layer);
                let text = format!("{weights} \\, {} + {biases}", inside.text);
                let sum = Typeset { text, grip: 0 };
                inside = match network.network.activation(layer.number) {
                    Some(activation) => apply(activation, &[sum]),
                    None => Typeset { text: format!("\\left({}\\right)", sum.text), grip: WHOLE },
                };
            }
            lines.push(format!(
                "{}\\left(\\mathbf{{x}}\\right) &= {}",
                self.network_name(leaf),
                inside.text
            ));
            self.matrices(network, &mut lines, |name| name.to_owned(), &|leaf| {
                number(leaf.data(), style)
            });
        }
        lines
    }

    /// The partial derivatives of the root by the leaves of each network.
    pub fn partials(&self, root: &str, grad: &dyn Fn(&Value) -> String) -> Vec<String> {
        let mut lines = Vec::new();
        let by = |name: &str| format!("\\frac{{\\partial {root}}}{{\\partial {name}}}");
        for network in &self.networks {
            self.matrices(network, &mut lines, by, grad);
        }
        lines
    }

    /// A line for the weights of each layer, and one for its biases.
    fn matrices(
        &self,
        network: &InOrder,
        lines: &mut Vec<String>,
        left: impl Fn(&str) -> String,
        entry: &dyn Fn(&Value) -> String,
    ) {
        for layer in network.network.layers() {
            let [weights, biases] = self.parameters(network, &layer);
            let leaf = |neuron: usize, input: usize| {
                let number = layer.first + neuron * (layer.inputs + 1) + input;
                network.leaves.get(number).map(entry).unwrap_or_default()
            };
            let matrix = matrix(layer.neurons, layer.inputs, &leaf);
            lines.push(format!("{} &= {matrix}", left(&weights)));
            let vector = self::matrix(layer.neurons, 1, &|neuron, _| leaf(neuron, layer.inputs));
            lines.push(format!("{} &= {vector}", left(&biases)));
        }
    }

    /// The names of a layer's weights and biases; with that of its network if there are several.
    fn parameters(&self, network: &InOrder, layer: &Layer) -> [String; 2] {
        let of = network.leaves.first().filter(|_| self.networks.len() > 1);
        let of = of.map(|leaf| format!("_{{{}}}", self.network_name(leaf))).unwrap_or_default();
        ["W", "b"].map(|letter| format!("{letter}{of}^{{({})}}", layer.number))
    }
}

/// A matrix, cut to what can be read.
fn matrix(rows: usize, columns: usize, entry: &dyn Fn(usize, usize) -> String) -> String {
    let row = |row: Option<usize>| {
        let cells = shown(columns).map(|column| match (row, column) {
            (Some(row), Some(column)) => entry(row, column),
            (Some(_), None) => "\\cdots".to_owned(),
            (None, Some(_)) => "\\vdots".to_owned(),
            (None, None) => "\\ddots".to_owned(),
        });
        cells.collect::<Vec<String>>().join(" & ")
    };
    let rows: Vec<String> = shown(rows).map(row).collect();
    format!("\\begin{{pmatrix}} {} \\end{{pmatrix}}", rows.join(" \\\\ "))
}

/// The places that are written, and one for those that are left out.
fn shown(count: usize) -> impl Iterator<Item = Option<usize>> {
    let is_whole = count <= SHOWN;
    let first = if is_whole { count } else { SHOWN - 2 };
    let rest = (!is_whole).then_some([None, count.checked_sub(1)]);
    (0..first).map(Some).chain(rest.into_iter().flatten())
}
