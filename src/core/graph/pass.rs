//! The passes over an order: forward, backward, and forward over stale nodes.

use std::cell::Cell;

use super::executor::Executor;
use super::order::Order;
use super::stop::Stop;
use super::value::Value;

impl Order {
    /// Runs the forward pass: computes each node's data and sets its time to `time`.
    pub fn forward(&self, time: u32) {
        match self.executor() {
            Some(rows) => rows.forward(self, time),
            None => self.forward_and(time, |_| {}),
        }
    }

    /// Runs the backward pass: sets each node's grad to d root / d node.
    ///
    /// It clears the grads first, so a second pass gives the same numbers.
    pub fn backward(&self) {
        if let Some(rows) = self.executor() {
            let grads = rows.grads(self);
            self.nodes.iter().zip(grads).for_each(|(node, grad)| node.set_grad(grad));
            return;
        }
        let none = self.no_grad();
        self.nodes.iter().for_each(|node| node.set_grad(none));
        self.push_grads();
    }

    /// The executor that runs the passes, if some node is per row or a fold.
    pub(super) fn executor(&self) -> Option<&'static dyn Executor> {
        let has_rows = |node: &&Value| node.is_per_row() || node.is_fold();
        self.nodes.iter().filter(|_| self.has_rows()).find(has_rows)?.executor()
    }

    /// Runs the forward pass, clearing grads on the way, then the backward pass.
    pub fn pass(&self, time: u32) {
        if self.has_rows() {
            self.forward(time);
            self.backward();
            return;
        }
        let none = self.no_grad();
        self.forward_and(time, |node| node.set_grad(none));
        self.push_grads();
    }

    /// Runs the forward pass with an additional action on each node.
    #[inline]
    fn forward_and(&self, time: u32, also: impl Fn(&Value)) {
        for nodes in self.nodes.chunks(Stop::STRIDE) {
            if self.stop.is_set_at(nodes.len()) {
                return;
            }
            for node in nodes {
                node.recompute();
                node.set_computed_at(time);
                also(node);
            }
        }
    }

    /// Adds up the grads; all must be cleared.
    fn push_grads(&self) {
        if self.has_branches() {
            self.push_each(Value::push_reached_grad);
        } else {
            self.push_each(Value::push_grad);
        }
    }

    #[inline]
    fn push_each(&self, push: impl Fn(&Value)) {
        if let Some(root) = self.root() {
            root.set_grad(1.0);
        }
        for nodes in self.nodes.rchunks(Stop::STRIDE) {
            if self.stop.is_set_at(nodes.len()) {
                return;
            }
            for node in nodes.iter().rev() {
                push(node);
            }
        }
    }
}

/// Recomputes the stale nodes that `roots` depend on: those not computed at the time `time`.
pub fn refresh<'roots>(stop: &Stop, roots: impl IntoIterator<Item = &'roots Value>, time: u32) {
    Order::walk(stop, roots, |node| is_stale(node, time)).forward(time);
}

/// As [`refresh`] for one root; returns false without work if there are more than `most` nodes and rows.
pub fn refresh_within(most: usize, root: &Value, time: u32) -> bool {
    let left = Cell::new(Some(most));
    let take = |node: &Value| {
        is_stale(node, time) && {
            left.set(left.get().and_then(|left| left.checked_sub(1 + node.folded_rows())));
            left.get().is_some()
        }
    };
    let order = Order::walk(&Stop::default(), [root], take);
    if left.get().is_some() {
        order.forward(time);
    }
    left.get().is_some()
}

/// Returns true if a leaf has moved since a node's data were computed.
pub fn is_stale(node: &Value, time: u32) -> bool {
    // The data of a column is that of the current row.
    (!node.is_leaf() || node.is_per_row()) && node.computed_at() != time
}
