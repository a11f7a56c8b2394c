//! A backward pass, as reports hold it.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::rc::Rc;

use super::{Paragraph, Rows, applied, numbers};
use crate::core::graph::{Operand, Order, Use, Value};
use crate::core::session::Names;

/// A backward pass over everything a root depends on, its grads just filled.
#[derive(Debug, Clone)]
pub struct Pass {
    /// The names of the nodes.
    pub names: Rc<Names>,
    /// The nodes, operands before users, the root last.
    pub order: Rc<Order>,
    /// The layout for people; the machine formats are the same for every shape.
    pub shape: Shape,
    /// The only nodes to show; `None` for all.
    pub only: Option<HashSet<Value>>,
    /// Leaves that people see in tables before it; `only` lists these as well.
    pub in_tables: HashSet<Value>,
    /// How much of it a terminal shows when there are many nodes.
    pub coverage: Coverage,
    /// The grads known so far, while the pass is taken by hand; `None` for a whole pass.
    pub known: Option<HashMap<Value, f64>>,
    /// What stands for a number that is not told: a dot, or on a worksheet, where named results are not, room for it.
    pub untold: &'static str,
    /// Its rows, if the graph has some.
    pub rows: Option<Rows>,
    /// Why grads are not finite, if some are not.
    pub non_finite: Option<NonFiniteGrad>,
    /// The standard uncertainties of the root and the leaves, for machines: those that there are.
    pub uncertainties: HashMap<Value, f64>,
    /// What stands for many nodes where people read it; none to show each.
    pub overview: Option<Rc<dyn Overview>>,
    /// By number, the nodes that count for the root's data; `None` where no branch leaves any out.
    pub touched: Option<Rc<Vec<bool>>>,
}

/// How much of a large pass a terminal shows; a pipe or a file gets every row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Coverage {
    /// What fits on the screen: the root and the named leaves first.
    #[default]
    Screen,
    /// Every row, however many.
    All,
    /// The root and the leaves that `:step` moves.
    Moving,
    /// A small graph only, since the report has shown the leaves already.
    Small,
    /// Nothing: only machines get it.
    Machines,
}

/// The layouts of a pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Backward order, lanes on the left show who uses whom.
    Ledger,
    /// A circuit: data above and grads below the wires.
    Circuit,
}

/// The first grad of a pass that is not finite.
#[derive(Debug, Clone)]
pub struct NonFiniteGrad {
    /// The node whose rule made it.
    pub node: Value,
    /// What it made: `nan` or `inf`.
    pub what: String,
    /// The row in which it did, from 1, if the node is per row.
    pub row: Option<usize>,
    /// Why: `sqrt(x) has an infinite slope at x = 0`.
    pub cause: String,
    /// The same with the grads that it is about: `dy/dx is nan: …`.
    pub text: String,
}

/// What stands for many nodes of a pass where people read it, such as a network.
pub trait Overview: fmt::Debug {
    /// True if another node stands for the one with this number.
    fn hides(&self, number: usize) -> bool;

    /// The nodes that people see as operands of a node.
    fn operands<'all>(&'all self, order: &Order, node: &'all Value) -> Vec<&'all Value>;

    /// What a node stands for, if that is more than itself.
    fn summary(&self, pass: &Pass, node: &Value) -> Option<Summary>;
}

/// What a node stands for, in words.
#[derive(Debug, Clone)]
pub struct Summary {
    /// The name of what it stands for; `None` for a result, which has a name, data and a grad of its own.
    pub name: Option<String>,
    /// `mlp(x)`, `41 leaves`
    pub expression: String,
    /// The same at the end of the wires of a circuit: `mlp`.
    pub label: String,
    /// The operand that the label names, to which no wire leads.
    pub unwired: Option<Value>,
    /// What else is known: `9 neurons`.
    pub remark: Paragraph,
}

impl Pass {
    /// A pass of which a table shows every node.
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

    /// The same pass, so much of it; every node if all are wanted.
    pub fn covering(self, coverage: Coverage) -> Pass {
        let overview = self.overview.filter(|_| coverage != Coverage::All);
        Pass { coverage, overview, ..self }
    }

    /// The root.
    pub fn root(&self) -> Option<&Value> {
        self.order.root()
    }

    /// The reference of the root, for machines and for what is to be typed.
    pub fn root_reference(&self) -> String {
        self.root().map(|root| self.names.reference(root)).unwrap_or_default()
    }

    /// What heads call the root.
    pub fn root_name(&self) -> String {
        self.root().map(|root| self.names.title(root)).unwrap_or_default()
    }

    /// The command that shows all of its nodes.
    pub fn command_for_all(&self) -> String {
        let command = if self.shape == Shape::Ledger { "grad" } else { "draw" };
        format!(":{command} {} all", self.root_reference())
    }

    /// Says how a circuit that is too large for the screen is drawn.
    pub fn too_large_to_draw(&self) -> String {
        format!("too large to draw here; :export svg {} FILE.svg draws it", self.root_name())
    }

    /// The nodes to show, in backward order, unless an interrupt is pending.
    pub fn backward(&self) -> impl Iterator<Item = &Value> {
        let is_wanted = |it: &&Value| self.only.as_ref().is_none_or(|only| only.contains(*it));
        let nodes = self.order.nodes().iter().rev();
        nodes.take_while(|_| !self.order.is_stopped()).filter(is_wanted)
    }

    /// The nodes that people see, in backward order, unless an interrupt is pending.
    pub fn shown(&self) -> impl Iterator<Item = &Value> {
        let is_hidden = |node: &Value| {
            let overview = self.overview.as_ref().filter(|_| self.only.is_none());
            overview.is_some_and(|it| self.order.number_of(node).is_some_and(|at| it.hides(at)))
        };
        let nodes = self.backward().take_while(|_| self.coverage != Coverage::Machines);
        nodes.filter(move |node| !is_hidden(node) && !self.in_tables.contains(*node))
    }

    /// The nodes that people see as operands of a node.
    pub fn operands<'pass>(&'pass self, node: &'pass Value) -> Vec<&'pass Value> {
        match &self.overview {
            Some(overview) => overview.operands(&self.order, node),
            None => node.operands().iter().filter_map(Operand::value).collect(),
        }
    }

    /// What a node stands for where people read it, if that is more than itself.
    pub fn summary(&self, node: &Value) -> Option<Summary> {
        let summary = self.overview.as_ref()?.summary(self, node)?;
        Some(summary).filter(|it| it.name.is_none() || self.only.is_none())
    }

    /// Returns true if a branch leaves the node out, in the current row.
    pub fn is_left_out(&self, node: &Value) -> bool {
        let Some(touched) = &self.touched else { return false };
        self.order.number_of(node).is_some_and(|number| touched.get(number) == Some(&false))
    }

    /// Returns true if a branch leaves out what an operand is used for, in the current row.
    pub fn is_use_left_out(&self, edge: Use) -> bool {
        let user = self.order.node(edge.user);
        let condition = user.operands().first().map_or(0.0, Operand::data);
        self.touched.as_ref().is_some_and(|touched| {
            !touched[edge.user] || !user.branching().touches(edge.index, condition)
        })
    }

    /// True for a node whose data are left to whoever fills in a worksheet.
    pub fn is_blank(&self, node: &Value) -> bool {
        self.untold != "·" && is_named_result(&self.names, node)
    }

    /// The grad of a node; `None` where it is not known yet.
    pub fn grad(&self, node: &Value) -> Option<f64> {
        match &self.known {
            None => Some(node.grad()),
            Some(known) => known.get(node).copied(),
        }
    }

    /// The node's operation over its operands, by their names: `L.2 * f`; empty for a leaf.
    pub fn expression(&self, node: &Value) -> String {
        self.applied(node, |it| self.names.call(it), |number| numbers::answer(number, None))
    }

    /// The node's operation over its operands; `name` names these, and `number` writes constants.
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
