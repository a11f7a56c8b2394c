//! Passes over the graph and changes of leaves.

use std::rc::Rc;

use super::names::Names;
use super::{Change, Session};
use crate::core::graph::{NonFinite, Order, Value, refresh};

#[doc(hidden)]
impl Session {
    /// Saves the grads that the current statement is about to overwrite.
    pub fn keep_grads(&mut self) {
        if let Some(kept) = &mut self.kept_grads
            && let Some(root) = self.order.root()
            && !kept.iter().any(|(passed, _)| passed.is(root))
        {
            let grads = self.order.nodes().iter().map(Value::grad).collect();
            kept.push((root.clone(), grads));
        }
    }

    pub(super) fn restore_grads(&mut self) {
        for (root, grads) in self.kept_grads.take().into_iter().flatten().rev() {
            for (node, grad) in Order::of([&root]).nodes().iter().zip(grads) {
                node.set_grad(grad);
            }
        }
    }

    /// The order of `root`, cached for the last root.
    pub fn order_of(&mut self, root: &Value) -> &Order {
        if !self.order.root().is_some_and(|kept| kept.is(root)) {
            self.order = Rc::new(Order::until(self.stop(), [root]));
            self.caches.clear();
        }
        &self.order
    }

    /// The order and the names of the last pass, shared with a report.
    pub fn shared_pass(&self) -> (Rc<Order>, Rc<Names>) {
        (Rc::clone(&self.order), Rc::clone(&self.state.names))
    }

    /// Gives leaves new numbers, undoably, and recomputes the root.
    ///
    /// Returns the first operation that made a non-finite number out of finite ones.
    pub fn set(&mut self, changes: &[(Value, f64)]) -> Option<NonFinite> {
        let before: Vec<(Value, f64)> =
            changes.iter().map(|(leaf, _)| (leaf.clone(), leaf.data())).collect();
        self.set_data(changes);
        self.record_moves(before);
        self.non_finite()
    }

    pub(crate) fn non_finite(&mut self) -> Option<NonFinite> {
        let root = self.root().cloned()?;
        self.non_finite_of(&root)
    }

    /// The same for any node with current data.
    pub fn non_finite_of(&mut self, root: &Value) -> Option<NonFinite> {
        let stop = self.stop().clone();
        let mut nodes = self.order_of(root).bad_nodes();
        nodes.find_map(|node| NonFinite::of_node(node, &stop))
    }

    /// Records that leaves have moved, with their earlier data, and tells the parts.
    pub(crate) fn record_moves(&mut self, before: Vec<(Value, f64)>) {
        for (leaf, data) in &before {
            self.record(Change::Leaf(leaf.clone(), *data));
        }
        self.each_part(|part, session| part.moved(session, &before));
    }

    /// As [`Session::set`], without a record for undo.
    pub fn set_data(&mut self, changes: &[(Value, f64)]) {
        for (leaf, data) in changes {
            leaf.set_data(*data);
        }
        self.data_time = self.data_time.wrapping_add(1);
        let data_time = self.data_time;
        if let Some(root) = self.root().cloned() {
            self.order_of(&root).forward(data_time);
        }
    }

    pub fn freeze(&mut self, leaves: &[Value], frozen: bool) {
        for leaf in leaves {
            self.record(Change::Frozen(leaf.clone(), leaf.is_frozen()));
            leaf.set_frozen(frozen);
        }
    }

    /// Recomputes the stale nodes that `value` depends on, and `value`.
    pub fn refresh(&mut self, value: &Value) {
        refresh(self.stop(), [value], self.data_time);
    }

    /// Recomputes all stale named nodes.
    pub fn refresh_all(&mut self) {
        let named = self.state.names.iter().map(|(_, value)| value);
        refresh(self.stop(), named, self.data_time);
    }
}
