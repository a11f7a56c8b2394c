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
    /// True when all rows are shown however many there are.
    pub all: bool,
    /// The grads known so far, while the pass is taken by hand;
    /// none for a whole pass.
    pub known: Option<HashMap<Value, f64>>,
    /// Its rows, if the graph has some.
    pub rows: Option<Rows>,
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
        let shown = move |node: &&Value| match &self.only {
            None => true,
            Some(only) => only.iter().any(|wanted| wanted.is(node)),
        };
        order.nodes().iter().rev().take_while(|_| !order.is_stopped()).filter(shown)
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
        let name = |operand: &Value| self.names.call(operand);
        let number = |value| number_among(&self.names, value, &number);
        node.operation()
            .map(|operation| applied(operation, node.operands(), name, number))
            .unwrap_or_default()
    }
}
