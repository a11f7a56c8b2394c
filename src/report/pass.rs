//! A backward pass in a report.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::rc::Rc;

use super::{Paragraph, Rows, applied, numbers};
use crate::core::graph::{Operand, Order, Use, Value};
use crate::core::session::Names;

/// A backward pass over everything a root depends on, its grads just filled.
#[derive(Debug, Clone)]
pub struct Pass {
    pub names: Rc<Names>,
    pub order: Rc<Order>,
    /// The layout for people.
    pub shape: Shape,
    /// The nodes to show; `None` for all.
    pub only: Option<HashSet<Value>>,
    /// Leaves that tables above have shown.
    pub in_tables: HashSet<Value>,
    pub coverage: Coverage,
    /// The grads known during a pass by hand; `None` for a whole pass.
    pub known: Option<HashMap<Value, f64>>,
    /// The text for a hidden number: a dot, or room to write on a worksheet.
    pub untold: &'static str,
    pub rows: Option<Rows>,
    pub non_finite: Option<NonFiniteGrad>,
    /// The standard uncertainties of the root and the leaves, for machines.
    pub uncertainties: HashMap<Value, f64>,
    /// The networks shown as one node; `None` to show each node.
    pub overview: Option<Rc<dyn Overview>>,
    /// By number, true for nodes that count for the root's data; `None` without branches.
    pub touched: Option<Rc<Vec<bool>>>,
}

/// The rows of a large pass on a terminal; a pipe or a file gets every row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Coverage {
    /// As many as fit on the screen, the root and named leaves first.
    #[default]
    Screen,
    All,
    /// The root and the leaves that `:step` moves.
    Moving,
    /// A small graph only: the report has shown the leaves.
    Small,
    /// None; for machines only.
    Machines,
}

/// The layouts of a pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// A table in backward order, with lines from nodes to operands.
    Ledger,
    /// A circuit: data above and grads below the wires.
    Circuit,
}

#[derive(Debug, Clone)]
pub struct NonFiniteGrad {
    pub node: Value,
    /// `nan` or `inf`.
    pub what: String,
    /// The row, from 1, if the node is per row.
    pub row: Option<usize>,
    /// `sqrt(x) has an infinite slope at x = 0`
    pub cause: String,
    /// `dy/dx is nan: …`
    pub text: String,
}

/// Shows many nodes as one, such as a network.
pub trait Overview: fmt::Debug {
    /// Returns true if another node stands for this one.
    fn hides(&self, number: usize) -> bool;

    /// The shown operands of a node.
    fn operands<'all>(&'all self, order: &Order, node: &'all Value) -> Vec<&'all Value>;

    /// The nodes that a node stands for.
    fn summary(&self, pass: &Pass, node: &Value) -> Option<Summary>;
}

/// The text of a node that stands for many.
#[derive(Debug, Clone)]
pub struct Summary {
    /// The name; `None` for a result, which has a name of its own.
    pub name: Option<String>,
    /// `mlp(x)`, `41 leaves`
    pub expression: String,
    /// The text in a circuit: `mlp`.
    pub label: String,
    /// The operand in the label, which gets no wire.
    pub unwired: Option<Value>,
    /// `9 neurons`
    pub remark: Paragraph,
}

impl Pass {
    pub fn new(names: Rc<Names>, order: Rc<Order>) -> Pass {
        Pass {
            touched: order.touched().map(Rc::new),
            rows: None,
            names,
            order,
            shape: Shape::Ledger,
            only: None,
            in_tables: HashSet::new(),
            coverage: Coverage::Screen,
            known: None,
            untold: "·",
            non_finite: None,
            uncertainties: HashMap::new(),
            overview: None,
        }
    }

    pub fn covering(self, coverage: Coverage) -> Pass {
        let overview = self.overview.filter(|_| coverage != Coverage::All);
        Pass { coverage, overview, ..self }
    }

    /// The root.
    pub fn root(&self) -> Option<&Value> {
        self.order.root()
    }

    /// The reference of the root, which users can type.
    pub fn root_reference(&self) -> String {
        self.root().map(|root| self.names.reference(root)).unwrap_or_default()
    }

    /// The name of the root in a table's head.
    pub fn root_name(&self) -> String {
        self.root().map(|root| self.names.title(root)).unwrap_or_default()
    }

    pub fn command_for_all(&self) -> String {
        let command = if self.shape == Shape::Ledger { "grad" } else { "draw" };
        format!(":{command} {} all", self.root_reference())
    }

    /// The hint for a circuit larger than the screen.
    pub fn too_large_to_draw(&self) -> String {
        format!("too large to draw here; :export svg {} FILE.svg draws it", self.root_name())
    }

    /// The nodes to show, in backward order, unless an interrupt is pending.
    pub fn backward(&self) -> impl Iterator<Item = &Value> {
        let is_wanted = |it: &&Value| self.only.as_ref().is_none_or(|only| only.contains(*it));
        let nodes = self.order.nodes().iter().rev();
        nodes.take_while(|_| !self.order.is_stopped()).filter(is_wanted)
    }

    /// The nodes shown to people, in backward order, unless an interrupt is pending.
    pub fn shown(&self) -> impl Iterator<Item = &Value> {
        let is_hidden = |node: &Value| {
            let overview = self.overview.as_ref().filter(|_| self.only.is_none());
            overview.is_some_and(|it| self.order.number_of(node).is_some_and(|at| it.hides(at)))
        };
        let nodes = self.backward().take_while(|_| self.coverage != Coverage::Machines);
        nodes.filter(move |node| !is_hidden(node) && !self.in_tables.contains(*node))
    }

    /// The shown operands of a node.
    pub fn operands<'pass>(&'pass self, node: &'pass Value) -> Vec<&'pass Value> {
        match &self.overview {
            Some(overview) => overview.operands(&self.order, node),
            None => node.operands().iter().filter_map(Operand::value).collect(),
        }
    }

    pub fn summary(&self, node: &Value) -> Option<Summary> {
        let summary = self.overview.as_ref()?.summary(self, node)?;
        Some(summary).filter(|it| it.name.is_none() || self.only.is_none())
    }

    /// Returns true if a branch leaves the node out, in the current row.
    pub fn is_left_out(&self, node: &Value) -> bool {
        let Some(touched) = &self.touched else { return false };
        self.order.number_of(node).is_some_and(|number| touched.get(number) == Some(&false))
    }

    /// Returns true if a branch leaves out this use of an operand, in the current row.
    pub fn is_use_left_out(&self, edge: Use) -> bool {
        let user = self.order.node(edge.user);
        let condition = user.operands().first().map_or(0.0, Operand::data);
        self.touched.as_ref().is_some_and(|touched| {
            !touched[edge.user] || !user.branching().touches(edge.index, condition)
        })
    }

    /// Returns true for a node whose data a worksheet leaves blank.
    pub fn is_blank(&self, node: &Value) -> bool {
        self.untold != "·" && is_named_result(&self.names, node)
    }

    /// The grad of a node; `None` if it is not known yet.
    pub fn grad(&self, node: &Value) -> Option<f64> {
        match &self.known {
            None => Some(node.grad()),
            Some(known) => known.get(node).copied(),
        }
    }

    /// The operation with the names of its operands, `L.2 * f`; empty for a leaf.
    pub fn expression(&self, node: &Value) -> String {
        self.applied(node, |it| self.names.call(it), |number| numbers::answer(number, None))
    }

    /// The same; `name` names operands, and `number` writes constants.
    pub fn applied(
        &self,
        node: &Value,
        name: impl Fn(&Value) -> String,
        number: impl Fn(f64) -> String,
    ) -> String {
        let Some(operation) = node.operation() else { return String::new() };
        applied(&self.names, operation, node.operands(), name, number)
    }
}

/// True for a computed node that was given a name.
pub fn is_named_result(names: &Names, node: &Value) -> bool {
    node.operation().is_some() && names.get(&names.call(node)) == Some(node)
}
