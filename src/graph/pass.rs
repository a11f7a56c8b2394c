//! The passes over an order: forward and backward, and forward over what is out of date.

use std::cell::Cell;

use super::order::Order;
use super::stop::Stop;
use super::value::Value;

impl Order {
    /// The forward pass: computes every node's data from its operands' and notes the time.
    pub fn forward(&self, clock: u32) {
        self.forward_and(clock, |_| {});
    }

    /// The backward pass: fills every node's grad with d root / d node.
    ///
    /// It clears the grads first, so two passes give the same numbers twice.
    pub fn backward(&self) {
        self.nodes.iter().for_each(|node| node.set_grad(0.0));
        self.push_grads();
    }

    /// The forward pass, then the backward pass, going over the nodes once less than the two alone.
    pub fn pass(&self, clock: u32) {
        self.forward_and(clock, |node| node.set_grad(0.0));
        self.push_grads();
    }

    /// The forward pass, doing something else with every node on the way.
    #[inline]
    fn forward_and(&self, clock: u32, also: impl Fn(&Value)) {
        for nodes in self.nodes.chunks(Stop::STRIDE) {
            if self.stop.is_set() {
                return;
            }
            for node in nodes {
                node.recompute();
                node.set_computed_at(clock);
                also(node);
            }
        }
    }

    /// Fills the grads, which are all 0.
    fn push_grads(&self) {
        if let Some(root) = self.root() {
            root.set_grad(1.0);
        }
        for nodes in self.nodes.rchunks(Stop::STRIDE) {
            if self.stop.is_set() {
                return;
            }
            for node in nodes.iter().rev() {
                node.push_grad();
            }
        }
    }
}

/// Recomputes what `roots` depend on and was not computed at the time `clock`.
pub fn refresh<'roots>(stop: &Stop, roots: impl IntoIterator<Item = &'roots Value>, clock: u32) {
    Order::walk(stop, roots, |node| is_stale(node, clock)).forward(clock);
}

/// Does the same for one root as long as that takes no more than so many `steps`, which are used
/// up; false, and nothing is recomputed, when it takes more.
pub fn refresh_within(steps: &mut usize, root: &Value, clock: u32) -> bool {
    let left = Cell::new(Some(*steps));
    let take = |node: &Value| {
        is_stale(node, clock) && {
            left.set(left.get().and_then(|left| left.checked_sub(1)));
            left.get().is_some()
        }
    };
    let order = Order::walk(&Stop::default(), [root], take);
    *steps = left.get().unwrap_or(0);
    if left.get().is_some() {
        order.forward(clock);
    }
    left.get().is_some()
}

fn is_stale(node: &Value, clock: u32) -> bool {
    !node.is_leaf() && node.computed_at() != clock
}
