//! A backward pass for the tutor: the graph by node number, its grads, and their names.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::local_formula::{Formula, formula};
use super::same;
use crate::core::graph::{Operand, Order, Use, Value};
use crate::core::ops::is_no_path;
use crate::core::session::{Names, Session};
use crate::parts::networks::{Members, Outline, Whole, WholeKind};
use crate::report::{Overview, Pass, applied, numbers};

/// A backward pass over nodes that are called by their number in the order.
///
/// The grads are a copy: later passes over the same nodes do not change them.
#[derive(Debug, Clone)]
pub struct Context {
    pub(super) pass: Pass,
    pub(super) grads: Vec<f64>,
    /// During a pass by hand, the grads with which nodes have pushed.
    pub(super) pushed: Option<HashMap<Value, f64>>,
    /// The name of the result and the row, if the root is one row's part of a result.
    pub(super) row_of: Option<(String, usize)>,
    /// The outline that groups nodes in text.
    outline: Option<Rc<Outline>>,
}

impl Order {
    /// The number of paths from every node to the root, rounded if it is large.
    pub fn path_counts(&self) -> Vec<f64> {
        let mut counts = vec![0.0; self.count()];
        counts.last_mut().into_iter().for_each(|root| *root = 1.0);
        for number in self.backward_numbers() {
            for operand in self.operands(number) {
                counts[operand] += counts[number];
            }
        }
        counts
    }
}

impl Context {
    /// Copies the grads of the backward pass that has just run over `order`.
    pub fn new(session: &Session, order: Rc<Order>, names: Rc<Names>) -> Context {
        let grads = order.nodes().iter().map(Value::grad).collect();
        let outline = Outline::of(session, &order).map(Rc::new);
        Context { pass: Pass::new(names, order), grads, pushed: None, row_of: None, outline }
    }

    /// The same pass with a network's calls, and its leaves, grouped; `None` without networks.
    pub fn outlined(self) -> Option<Context> {
        let overview: Rc<dyn Overview> = Rc::<Outline>::clone(self.outline.as_ref()?);
        Some(Context { pass: Pass { overview: Some(overview), ..self.pass }, ..self })
    }

    /// The number of a node of the pass.
    pub fn number_of(&self, node: &Value) -> Option<usize> {
        self.pass.order.number_of(node)
    }

    /// The numbers of the nodes inside `cross_entropy` and `softmax`.
    pub fn inside_forms(&self) -> HashSet<usize> {
        let Some(outline) = &self.outline else { return HashSet::new() };
        let is_form = |whole: &Whole| matches!(whole.kind, WholeKind::Form(_));
        let forms: Vec<_> = outline.wholes().filter(|(_, whole)| is_form(whole)).collect();
        let results: HashSet<&Value> = forms.iter().map(|(result, _)| *result).collect();
        let nodes = forms.iter().flat_map(|(_, whole)| &whole.nodes);
        let inner = nodes.filter(|it| !results.contains(it));
        inner.filter_map(|node| self.number_of(node)).collect()
    }

    /// The outline that groups nodes in text.
    pub fn shown_outline(&self) -> Option<&Outline> {
        self.pass.overview.as_ref().and(self.outline.as_deref())
    }

    /// The numbers of the nodes that people see, in forward order.
    pub fn shown(&self) -> impl DoubleEndedIterator<Item = usize> + '_ {
        let outline = self.shown_outline();
        (0..self.pass.order.count()).filter(move |it| outline.is_none_or(|all| !all.hides(*it)))
    }

    /// The network that a leaf stands for in text.
    pub fn network(&self, number: usize) -> Option<&Members> {
        self.shown_outline()?.network(self.node(number))
    }

    /// The name of a node in text; for a network, the network's.
    pub fn shown_name(&self, number: usize) -> String {
        match self.network(number) {
            Some(_) => self.pass.names.call_network(self.node(number)),
            None => self.name(number),
        }
    }

    /// The node of that number.
    pub fn node(&self, number: usize) -> &Value {
        self.pass.order.node(number)
    }

    /// The number of the root.
    pub fn root(&self) -> usize {
        self.pass.order.root_number()
    }

    /// The root.
    pub fn root_node(&self) -> &Value {
        self.node(self.root())
    }

    /// The numbers of the leaves, in forward order.
    pub fn leaves(&self) -> impl DoubleEndedIterator<Item = usize> + '_ {
        (0..self.pass.order.count()).filter(|number| self.node(*number).is_leaf())
    }

    /// The numbers of the nodes that are not leaves, in forward order.
    pub fn computed(&self) -> impl DoubleEndedIterator<Item = usize> + '_ {
        (0..self.pass.order.count()).filter(|number| !self.node(*number).is_leaf())
    }

    /// The nodes that use a node, each once, in the order in which they push.
    pub fn users(&self, number: usize) -> Vec<usize> {
        let mut users: Vec<usize> =
            self.pass.order.uses(number).iter().map(|edge| edge.user).collect();
        users.dedup();
        users
    }

    /// The operands of a node that are nodes, each once.
    pub fn operands(&self, number: usize) -> Vec<usize> {
        let mut operands: Vec<usize> = self.pass.order.operands(number).collect();
        operands.dedup();
        operands
    }

    /// The name of a node.
    pub fn name(&self, number: usize) -> String {
        let name = self.row_name().filter(|_| number == self.root());
        name.unwrap_or_else(|| self.pass.names.call(self.node(number)))
    }

    /// `L[1]` for a root that has no name of its own in a row of L.
    pub(super) fn row_name(&self) -> Option<String> {
        let (name, row) = self.row_of.as_ref().filter(|_| self.root_node().label().part > 0)?;
        Some(format!("{name}[{row}]"))
    }

    /// The name of the root.
    pub fn root_name(&self) -> String {
        self.name(self.root())
    }

    /// `dL/da`
    pub fn derivative(&self, number: usize) -> String {
        self.derivative_by(self.node(number))
    }

    /// `dL/da` for a heading; `a` need not be in this graph.
    pub fn derivative_by(&self, node: &Value) -> String {
        let names = &self.pass.names;
        let root = self.row_name().unwrap_or_else(|| self.pass.root_name());
        let name = if node.is(self.root_node()) { root.clone() } else { names.call(node) };
        format!("d{root}/d{name}")
    }

    /// `∂L.1/∂a`; if both operands are the same node, with the operand's position.
    pub fn partial(&self, edge: Use) -> String {
        let operands = self.node(edge.user).operands();
        let operand = operands.get(edge.index).and_then(Operand::value);
        let name = operand.map(|operand| self.pass.names.call(operand)).unwrap_or_default();
        let which = match operands {
            [one, other] if one.value() == other.value() => [" (1st)", " (2nd)"][edge.index],
            _ => "",
        };
        format!("∂{}/∂{name}{which}", self.name(edge.user))
    }

    /// `a * b`; `None` for a leaf.
    pub fn operation_text(&self, node: &Value) -> Option<String> {
        let names = &self.pass.names;
        let answer = |number| numbers::answer(number, None);
        Some(applied(names, node.operation()?, node.operands(), |it| names.call(it), answer))
    }

    /// `L.1 = a * b`, or the name alone for a leaf.
    pub fn equation(&self, number: usize) -> String {
        let text = self.operation_text(self.node(number));
        text.map_or_else(|| self.name(number), |text| format!("{} = {text}", self.name(number)))
    }

    /// The local derivative along an edge as a formula.
    pub fn formula(&self, edge: Use) -> Formula {
        formula(&self.pass.names, self.node(edge.user), edge.index)
    }

    /// The local derivative along an edge.
    pub fn local(&self, edge: Use) -> f64 {
        self.pass.order.contribution(edge, 1.0).0
    }

    /// The upstream grad of an edge: that of the node that uses the operand.
    pub fn upstream(&self, edge: Use) -> f64 {
        let pushed = self.pushed.as_ref().and_then(|all| all.get(self.node(edge.user)));
        pushed.copied().unwrap_or(self.grads[edge.user])
    }

    /// Returns true if a node has pushed, or if no pass by hand is in progress.
    pub fn has_pushed(&self, number: usize) -> bool {
        self.pushed.as_ref().is_none_or(|all| all.contains_key(self.node(number)))
    }

    /// Returns true if a grad arrives at the node that uses the operand.
    pub fn is_reached(&self, edge: Use) -> bool {
        !self.pass.order.has_branches() || !is_no_path(self.upstream(edge))
    }

    /// Returns true if a node passes its grad on along an edge.
    pub fn passes(&self, edge: Use) -> bool {
        let user = self.node(edge.user);
        let condition = user.operands().first().map_or(0.0, Operand::data);
        user.branching().passes(edge.index, condition)
    }

    /// The grad of a node, unless a pass by hand has not found it yet.
    pub fn found(&self, number: usize) -> Option<f64> {
        let known = self.pass.known.as_ref();
        known.map_or(Some(self.grads[number]), |known| known.get(self.node(number)).copied())
    }

    /// Returns true if a node's grad is right so far, or if no pass by hand is in progress.
    pub fn is_right(&self, number: usize) -> bool {
        self.found(number).is_some_and(|found| same(found, self.grads[number]))
    }

    /// The local derivative times the upstream grad.
    pub fn contribution(&self, edge: Use) -> f64 {
        self.pass.order.contribution(edge, self.upstream(edge)).1
    }
}
