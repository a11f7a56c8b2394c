//! The topological order of a root's nodes, and their numbers in it.

mod edges;
mod liveness;

use std::cell::{Cell, OnceCell};
use std::fmt;

use super::stop::Stop;
use super::value::{Operand, Value};
use crate::core::ops::NO_PATH;
pub use edges::Use;
use edges::Uses;
pub use liveness::has_slope;

/// The nodes that a root depends on, operands before users, the root last.
///
/// It is the depth-first postorder with operands from left to right, and thus deterministic. Its
/// reverse is the order of the backward pass.
#[derive(Clone, Default)]
pub struct Order {
    pub(crate) nodes: Vec<Value>,
    leaves: Vec<u32>,
    /// Computed when needed; `None` for a constant.
    operands: OnceCell<Vec<[Option<usize>; 2]>>,
    /// Computed when needed.
    uses: OnceCell<Uses>,
    /// The numbers of the nodes by address; needed to find a node that another order has numbered.
    by_address: OnceCell<Vec<u32>>,
    /// True if some node is per row, or a fold.
    has_rows: bool,
    has_branches: bool,
    pub(crate) stop: Stop,
}

impl fmt::Debug for Order {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Order").field(&self.nodes).finish()
    }
}

impl Order {
    /// Orders the nodes that `roots` depend on.
    pub fn of<'roots>(roots: impl IntoIterator<Item = &'roots Value>) -> Order {
        Order::until(&Stop::default(), roots)
    }

    /// As [`Order::of`], but returns an empty order if `stop` is set meanwhile. Passes over the order stop
    /// then, too.
    pub fn until<'roots>(stop: &Stop, roots: impl IntoIterator<Item = &'roots Value>) -> Order {
        Order::walk(stop, roots, |_| true)
    }

    /// As [`Order::of`] for one root; `None` if there are more than `most` nodes.
    pub fn within(most: usize, root: &Value) -> Option<Order> {
        let left = Cell::new(Some(most));
        let take = |_: &Value| {
            left.set(left.get().and_then(|left| left.checked_sub(1)));
            left.get().is_some()
        };
        let order = Order::walk(&Stop::default(), [root], take);
        left.get().map(|_| order)
    }

    /// Orders the `wanted` nodes that `roots` depend on through wanted nodes.
    ///
    /// An order without all of a root's nodes is for forward passes only.
    pub fn walk<'roots>(
        stop: &Stop,
        roots: impl IntoIterator<Item = &'roots Value>,
        wanted: impl Fn(&Value) -> bool,
    ) -> Order {
        Order::walk_from(stop, &roots.into_iter().collect::<Vec<_>>(), &wanted)
    }

    fn walk_from<'roots>(
        stop: &Stop,
        roots: &[&'roots Value],
        wanted: &dyn Fn(&Value) -> bool,
    ) -> Order {
        let mut order = Order { stop: stop.clone(), ..Order::default() };
        let mut steps: usize = 0;
        // A node and its operands that are not numbered yet. Loading both at once overlaps their cache misses.
        let mut path: Vec<(&Value, [Option<&Value>; 2])> = Vec::new();
        for root in roots.iter().flat_map(|root| root.nodes()) {
            let is_missing =
                |order: &Order, node: &Value| order.numbered(node).is_none() && wanted(node);
            let meet = |order: &Order, node: &'roots Value| {
                let missing = node.both_operands().each_ref().map(Operand::value);
                (node, missing.map(|operand| operand.filter(|it| is_missing(order, it))))
            };
            if is_missing(&order, root) {
                path.push(meet(&order, root));
            }
            while let Some((node, missing)) = path.last_mut() {
                steps = steps.wrapping_add(1);
                if steps.is_multiple_of(Stop::STRIDE) && stop.is_set() {
                    return Order { stop: order.stop, ..Order::default() };
                }
                match missing.iter_mut().find_map(Option::take) {
                    None => {
                        order.put(node);
                        path.pop();
                    }
                    Some(operand) if order.numbered(operand).is_some() => {}
                    Some(operand) => match meet(&order, operand) {
                        (operand, [None, None]) => order.put(operand),
                        met => path.push(met),
                    },
                }
            }
        }
        order
    }

    fn put(&mut self, node: &Value) {
        let number = self.nodes.len() as u32;
        node.set_number(number);
        self.nodes.push(node.clone());
        self.has_rows |= node.is_per_row() || node.is_fold();
        self.has_branches |= node.branching().is_some();
        if node.is_leaf() {
            self.leaves.push(number);
        }
    }

    /// The number of a node, unless a later order has renumbered it.
    /// A number left over from another order belongs to another node here, so walks need not clean up.
    #[inline]
    pub(crate) fn numbered(&self, node: &Value) -> Option<usize> {
        let number = node.number() as usize;
        self.nodes.get(number).is_some_and(|numbered| numbered.is(node)).then_some(number)
    }

    /// Returns true if an interrupt is pending.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_set()
    }

    /// The nodes, operands before their users.
    pub fn nodes(&self) -> &[Value] {
        &self.nodes
    }

    /// The node the order was made for.
    pub fn root(&self) -> Option<&Value> {
        self.nodes.last()
    }

    /// Returns true if some node is per row, or a fold.
    pub fn has_rows(&self) -> bool {
        self.has_rows
    }

    /// Returns true if some node is a branch. Nodes that no live path reaches then have the grad
    /// `NO_PATH`.
    pub fn has_branches(&self) -> bool {
        self.has_branches
    }

    /// The grad of a node that no contribution has reached.
    pub(crate) fn no_grad(&self) -> f64 {
        if self.has_branches { NO_PATH } else { 0.0 }
    }

    /// The number of nodes.
    pub fn count(&self) -> usize {
        self.nodes.len()
    }

    /// The node of a number. Numbers count from 0; the root has the last one.
    pub fn node(&self, number: usize) -> &Value {
        &self.nodes[number]
    }

    /// The number of the root.
    pub fn root_number(&self) -> usize {
        self.nodes.len().saturating_sub(1)
    }

    /// The number of a node; `None` if it is not in this order.
    pub fn number_of(&self, node: &Value) -> Option<usize> {
        self.numbered(node).or_else(|| {
            let sorted = self.sorted_by_address();
            let address = |number: &u32| self.nodes[*number as usize].address();
            let at = sorted.binary_search_by_key(&node.address(), address).ok()?;
            Some(sorted[at] as usize)
        })
    }

    fn sorted_by_address(&self) -> &[u32] {
        self.by_address.get_or_init(|| {
            let mut numbers: Vec<u32> = (0..self.nodes.len() as u32).collect();
            // Nodes lie mostly in the order of building: runs that a stable sort merges.
            numbers.sort_by_key(|number| self.nodes[*number as usize].address());
            numbers
        })
    }

    /// Returns true if the root is `node` or depends on it.
    pub fn contains(&self, node: &Value) -> bool {
        self.number_of(node).is_some()
    }

    /// The leaves, in order.
    pub fn leaves(&self) -> impl Iterator<Item = &Value> {
        self.leaves.iter().filter_map(|number| self.nodes.get(*number as usize))
    }

    /// The unfrozen leaves by name, in the order in which names were first bound.
    /// The weights of a layer then have adjacent slots in a program, which is faster.
    pub fn unfrozen_leaves(&self) -> Vec<Value> {
        let mut leaves: Vec<Value> =
            self.leaves().filter(|leaf| !leaf.is_frozen()).cloned().collect();
        leaves.sort_unstable_by_key(Value::label);
        leaves
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;
    use crate::core::graph::Label;

    #[test]
    fn nodes_keep_their_numbers_when_another_order_has_renumbered_them() {
        let leaf = |data| Value::leaf(data, Label::default());
        let leaves: Vec<Value> = (0..9).map(|number| leaf(f64::from(number))).collect();
        let first = Order::of(&leaves);
        let _second = Order::of(leaves.iter().rev().skip(1));
        for (number, node) in leaves.iter().enumerate() {
            assert_eq!(first.number_of(node), Some(number));
        }
        assert_eq!(first.number_of(&leaf(1.0)), None);
    }

    #[test]
    fn many_nodes_are_found_or_missed_soon() {
        let leaves =
            || (0..300_000).map(|_| Value::leaf(1.0, Label::default())).collect::<Vec<_>>();
        let (leaves, absent) = (leaves(), leaves());
        let order = Order::of(&leaves);
        let _renumbered = Order::of(leaves.iter().rev());
        let begun = Instant::now();
        for (node, other) in leaves.iter().zip(&absent) {
            assert!(order.contains(node) && !order.contains(other));
            // One by one, they would take minutes.
            assert!(begun.elapsed() < Duration::from_secs(60));
        }
    }
}
