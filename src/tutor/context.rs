//! A backward pass for the tutor: the graph by node number, its grads, and their names.

use std::rc::Rc;

use super::formula::{Formula, formula};
use crate::graph::{InOrder, Names, Operand, Order, Outline, Use, Value, applied, number_among};
use crate::report::numbers;

/// A backward pass with the names of its nodes.
///
/// Nodes are identified by their number in the order. The grads are a copy: later passes over the
/// same nodes do not change them.
#[derive(Debug, Clone)]
pub struct Context {
    pub(super) names: Rc<Names>,
    pub(super) graph: Rc<Order>,
    pub(super) grads: Vec<f64>,
    /// What stands for many nodes; none to show each.
    outline: Option<Rc<Outline>>,
}

impl Context {
    /// Copies the grads of the backward pass that has just run over `graph`.
    pub fn new(graph: Rc<Order>, names: Rc<Names>) -> Context {
        let grads = graph.nodes().iter().map(Value::grad).collect();
        Context { names, graph, grads, outline: None }
    }

    /// The same pass, where a call of a network, and its leaves, are shown as one; none if there is
    /// none.
    pub fn outlined(self) -> Option<Context> {
        let outline = Some(Rc::new(Outline::of(&self.graph)?));
        Some(Context { outline, ..self })
    }

    /// The numbers of the nodes that people see, in forward order.
    pub fn shown(&self) -> impl DoubleEndedIterator<Item = usize> + '_ {
        let hides = |number: &usize| self.outline.as_ref().is_some_and(|it| it.hides(*number));
        (0..self.graph.count()).filter(move |number| !hides(number))
    }

    /// The numbers of the nodes that people see as operands of a node.
    pub fn shown_operands(&self, number: usize) -> Vec<usize> {
        match &self.outline {
            None => self.graph.operands(number).collect(),
            Some(outline) => {
                let operands = outline.operands(&self.graph, self.node(number));
                operands.into_iter().filter_map(|it| self.graph.number_of(it)).collect()
            }
        }
    }

    /// The network that a leaf stands for in what people see.
    pub fn network(&self, number: usize) -> Option<&InOrder> {
        self.outline.as_ref()?.network(self.node(number))
    }

    /// The number of the leaf that stands for the network of another.
    pub fn stands_for(&self, number: usize) -> Option<usize> {
        let leaf = self.node(number);
        let network = self.outline.as_ref().filter(|_| leaf.network_of_leaf().is_some())?;
        self.graph.number_of(network.first_of(leaf)?)
    }

    /// The number of neurons that a node stands for in what people see.
    pub fn neurons(&self, number: usize) -> usize {
        let whole = self.outline.as_ref().and_then(|it| it.whole(self.node(number)));
        whole.map_or(0, |whole| whole.neurons.iter().map(Vec::len).sum())
    }

    /// The numbers of the nodes that a node stands for in what people see: the leaves of a network,
    /// or what is inside a call of one.
    pub fn inside(&self, number: usize) -> Vec<usize> {
        let node = self.node(number);
        let nodes = match (self.network(number), &self.outline) {
            (Some(network), _) => network.leaves.as_slice(),
            (None, Some(outline)) => outline.whole(node).map_or(&[][..], |whole| &whole.nodes),
            (None, None) => &[],
        };
        let others = nodes.iter().filter(|inner| self.network(number).is_some() || !inner.is(node));
        others.filter_map(|inner| self.graph.number_of(inner)).collect()
    }

    /// The name of what people see in a node's place: of a network, its own.
    pub fn shown_name(&self, number: usize) -> String {
        match self.network(number) {
            Some(_) => self.names.call_network(self.node(number)),
            None => self.name(number),
        }
    }

    /// The node of that number.
    pub fn node(&self, number: usize) -> &Value {
        self.graph.node(number)
    }

    /// The number of the root.
    pub fn root(&self) -> usize {
        self.graph.root_number()
    }

    /// The root.
    pub fn root_node(&self) -> &Value {
        self.node(self.root())
    }

    /// The numbers of the leaves, in forward order.
    pub fn leaves(&self) -> impl DoubleEndedIterator<Item = usize> + '_ {
        (0..self.graph.count()).filter(|number| self.node(*number).is_leaf())
    }

    /// The numbers of the nodes that are not leaves, in forward order.
    pub fn computed(&self) -> impl DoubleEndedIterator<Item = usize> + '_ {
        (0..self.graph.count()).filter(|number| !self.node(*number).is_leaf())
    }

    /// The nodes that use a node, each once, in the order in which they push.
    pub fn users(&self, number: usize) -> Vec<usize> {
        let mut users: Vec<usize> = self.graph.uses(number).iter().map(|edge| edge.user).collect();
        users.dedup();
        users
    }

    /// The operands of a node that are nodes, each once.
    pub fn operands(&self, number: usize) -> Vec<usize> {
        let mut operands: Vec<usize> = self.graph.operands(number).collect();
        operands.dedup();
        operands
    }

    /// The name of a node.
    pub fn name(&self, number: usize) -> String {
        self.names.call(self.node(number))
    }

    /// The name of the root.
    pub fn root_name(&self) -> String {
        self.name(self.root())
    }

    /// `dL/da`
    pub fn derivative(&self, number: usize) -> String {
        self.derivative_by(self.node(number))
    }

    /// `dL/da`, where `a` need not be a node of this graph.
    pub fn derivative_by(&self, node: &Value) -> String {
        format!("d{}/d{}", self.root_name(), self.names.call(node))
    }

    /// `∂L.1/∂a`; if both operands are the same node, with the operand's position.
    pub fn partial(&self, edge: Use) -> String {
        let user = self.node(edge.user);
        let operands = user.operands();
        let operand = operands.get(edge.index).and_then(Operand::value);
        let name = operand.map(|operand| self.names.call(operand)).unwrap_or_default();
        let which = match (operands, edge.index) {
            ([Operand::Value(one), Operand::Value(other)], 0) if one.is(other) => " (1st)",
            ([Operand::Value(one), Operand::Value(other)], _) if one.is(other) => " (2nd)",
            _ => "",
        };
        format!("∂{}/∂{name}{which}", self.name(edge.user))
    }

    /// `a * b`; none for a leaf.
    pub fn operation_text(&self, node: &Value) -> Option<String> {
        let name = |operand: &Value| self.names.call(operand);
        let answer = |number| numbers::answer(number, None);
        let number = |number| number_among(&self.names, number, answer);
        Some(applied(node.operation()?, node.operands(), name, number))
    }

    /// `L.1 = a * b`, or the name alone for a leaf.
    pub fn equation(&self, number: usize) -> String {
        let name = self.name(number);
        match self.operation_text(self.node(number)) {
            Some(text) => format!("{name} = {text}"),
            None => name,
        }
    }

    /// The local derivative along an edge as a formula.
    pub fn formula(&self, edge: Use) -> Formula {
        formula(&self.names, self.node(edge.user), edge.index)
    }

    /// The local derivative along an edge.
    pub fn local(&self, edge: Use) -> f64 {
        self.graph.contribution(edge, 1.0).0
    }

    /// The upstream grad of an edge: that of the node that uses the operand.
    pub fn upstream(&self, edge: Use) -> f64 {
        self.grads[edge.user]
    }

    /// The local derivative times the upstream grad.
    pub fn contribution(&self, edge: Use) -> f64 {
        self.graph.contribution(edge, self.upstream(edge)).1
    }
}
