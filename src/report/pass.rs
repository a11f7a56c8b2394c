//! A backward pass, as reports hold it.

use std::collections::HashMap;
use std::rc::Rc;

use super::Rows;
use crate::graph::{Names, Order, Value, applied, number_among};

/// A backward pass over everything a root depends on, its grads just filled.
#[derive(Debug, Clone)]
pub struct Pass {
    /// The names of the nodes.
    pub names: Rc<Names>,
    /// The nodes, operands before users, the root last.
    pub order: Rc<Order>,
    /// The layout for people; the machine formats are the same for every shape.
    pub shape: Shape,
    /// The only nodes to show; none for all.
    pub only: Option<Vec<Value>>,
    /// How much of it a terminal shows when there are many nodes.
    pub coverage: Coverage,
    /// The grads known so far, while the pass is taken by hand;
    /// none for a whole pass.
    pub known: Option<HashMap<Value, f64>>,
    /// Its rows, if the graph has some.
    pub rows: Option<Rows>,
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
    /// Nothing, since the report has shown the leaves already.
    Small,
}

/// The layouts of a pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Backward order, lanes on the left show who uses whom.
    Ledger,
    /// Leaves first, then computed nodes, in forward order.
    Table,
    /// Indented under the root, shared nodes once.
    Tree,
    /// A circuit: data above and grads below the wires.
    Circuit,
}

impl Pass {
    /// The root.
    pub fn root(&self) -> Option<&Value> {
        self.order.root()
    }

    /// The name of the root.
    pub fn root_name(&self) -> String {
        self.root().map(|root| self.names.call(root)).unwrap_or_default()
    }

    /// The nodes to show, in backward order.
    pub fn backward(&self) -> impl Iterator<Item = &Value> {
        let order = &self.order;
        order.nodes().iter().rev().take_while(|_| !order.is_stopped()).filter(|it| self.shows(it))
    }

    /// Returns true if the node is to be shown, and no interrupt is pending.
    pub fn shows(&self, node: &Value) -> bool {
        let is_wanted = |only: &Vec<Value>| only.iter().any(|wanted| wanted.is(node));
        self.only.as_ref().is_none_or(is_wanted) && !self.order.is_stopped()
    }

    /// The grad of a node; none where it is not known yet.
    pub fn grad(&self, node: &Value) -> Option<f64> {
        match &self.known {
            None => Some(node.grad()),
            Some(known) => known.get(node).copied(),
        }
    }

    /// The node's operation as an expression over its operands: `L.2 * f`; empty for a leaf.
    pub fn expression(&self, node: &Value, number: impl Fn(f64) -> String) -> String {
        self.expression_with(node, |name| name, number)
    }

    /// The same expression; `shown` may shorten the names in it.
    pub fn expression_with(
        &self,
        node: &Value,
        shown: impl Fn(String) -> String,
        number: impl Fn(f64) -> String,
    ) -> String {
        let name = |operand: &Value| shown(self.names.call(operand));
        let number = |value| number_among(&self.names, value, &number);
        node.operation()
            .map(|operation| applied(operation, node.operands(), name, number))
            .unwrap_or_default()
    }
}
