//! The passes: a topological order of a root's nodes, forward and backward over it.

use super::node::{Label, Operand, Value};
use super::stop::Stop;
use crate::ops::Rule;

/// The nodes a root depends on, operands before their users, the root last.
///
/// It is the depth-first post-order with operands taken from left to right, so it is the same every
/// time. The reverse is the order of the backward pass.
#[derive(Debug, Clone, Default)]
pub struct Order {
    nodes: Vec<Value>,
    stop: Stop,
}

/// One operand's share in one node's backward rule.
#[derive(Debug, Clone, Copy)]
pub struct Step<'node> {
    /// The operand that receives.
    pub operand: &'node Value,
    /// Its place in the operation: 0 or 1.
    pub index: usize,
    /// The local derivative ∂node/∂operand.
    pub local: f64,
    /// The local derivative times the node's grad.
    pub contribution: f64,
}

impl Order {
    /// The order of everything `roots` depend on.
    pub fn of<'roots>(roots: impl IntoIterator<Item = &'roots Value>) -> Order {
        Order::until(&Stop::default(), roots)
    }

    /// The same, but an empty order when `stop` is set meanwhile. Passes over it stop then, too,
    /// and leave what they have not reached to the next one.
    pub fn until<'roots>(stop: &Stop, roots: impl IntoIterator<Item = &'roots Value>) -> Order {
        Order::walk(stop, roots, |_| true)
    }

    /// The computed nodes that `roots` depend on and whose data is not of the time `clock`: what a
    /// forward pass has to bring up to date.
    pub fn stale<'roots>(
        stop: &Stop,
        roots: impl IntoIterator<Item = &'roots Value>,
        clock: u32,
    ) -> Order {
        Order::walk(stop, roots, |node| !node.is_leaf() && node.computed_at() != clock)
    }

    /// The order of what `roots` depend on, through nodes that are `wanted` only.
    fn walk<'roots>(
        stop: &Stop,
        roots: impl IntoIterator<Item = &'roots Value>,
        wanted: impl Fn(&Value) -> bool,
    ) -> Order {
        const SEEN: u32 = 1;
        let mut nodes = Vec::new();
        let mut steps: usize = 0;
        // A node, and which of its places is to be looked at next.
        let mut path: Vec<(&Value, usize)> = Vec::new();
        for root in roots {
            if root.mark() == SEEN || !wanted(root) {
                continue;
            }
            root.set_mark(SEEN);
            path.push((root, 0));
            while let Some((node, next)) = path.last_mut() {
                steps = steps.wrapping_add(1);
                if steps.is_multiple_of(Stop::STRIDE) && stop.is_set() {
                    break;
                }
                let Some(place) = node.places().get(*next) else {
                    nodes.push(Value::clone(node));
                    path.pop();
                    continue;
                };
                *next += 1;
                if let Operand::Value(operand) = place
                    && operand.mark() != SEEN
                    && wanted(operand)
                {
                    operand.set_mark(SEEN);
                    match operand.is_leaf() {
                        true => nodes.push(operand.clone()),
                        false => path.push((operand, 0)),
                    }
                }
            }
            if !path.is_empty() {
                break;
            }
        }
        for node in nodes.iter().chain(path.iter().map(|(node, _)| *node)) {
            node.set_mark(0);
        }
        if !path.is_empty() {
            nodes.clear();
        }
        Order { nodes, stop: stop.clone() }
    }

    /// The same order, whose passes run to their ends.
    pub fn unstoppable(self) -> Order {
        Order { stop: Stop::default(), ..self }
    }

    /// Whether work on this order should stop.
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

    /// Whether the root depends on `value`.
    pub fn contains(&self, value: &Value) -> bool {
        self.nodes.iter().any(|node| node.is(value))
    }

    /// The leaves, in order.
    pub fn leaves(&self) -> impl Iterator<Item = &Value> {
        self.nodes.iter().filter(|node| node.is_leaf())
    }

    /// The leaves that descent moves, in the order in which they were bound.
    ///
    /// What is bound in a row, such as the weights of a layer, the tape likes to have in a row.
    pub fn unfrozen_leaves(&self) -> Vec<Value> {
        let mut leaves: Vec<Value> =
            self.leaves().filter(|leaf| !leaf.is_frozen()).cloned().collect();
        leaves.sort_by_key(|leaf| {
            let Label { name, binding, part } = leaf.label();
            (name, binding, part)
        });
        leaves
    }

    /// The forward pass: computes every node's data from its operands' and notes the time.
    pub fn forward(&self, clock: u32) {
        for nodes in self.nodes.chunks(Stop::STRIDE) {
            if self.stop.is_set() {
                return;
            }
            for node in nodes {
                node.recompute();
                node.set_computed_at(clock);
            }
        }
    }

    /// The backward pass: fills every node's grad with d root / d node.
    ///
    /// It clears the grads first, so two passes give the same numbers twice.
    pub fn backward(&self) {
        for node in &self.nodes {
            node.set_grad(0.0);
        }
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

impl Value {
    /// The node's forward rule: makes its data what its operands' data say; a leaf stays.
    #[inline]
    pub fn recompute(&self) {
        if let Some(operation) = self.operation() {
            let [x, y] = self.places();
            self.set_data(operation.forward(x.data(), y.data()));
        }
    }

    /// The node's backward rule: adds to each operand's grad the local derivative times its own.
    #[inline]
    fn push_grad(&self) {
        let Some(operation) = self.operation() else {
            return;
        };
        let (upstream, out) = (self.grad(), self.data());
        let [x, y] = self.places();
        match &operation.rule {
            Rule::Unary { partial, .. } => {
                if let Operand::Value(operand) = x {
                    let local = (partial.function)(operand.data(), out);
                    operand.set_grad(operand.grad() + local * upstream);
                }
            }
            Rule::Binary { partials: [first, second], .. } => {
                let (x_data, y_data) = (x.data(), y.data());
                if let Operand::Value(operand) = x {
                    let local = (first.function)(x_data, y_data, out);
                    operand.set_grad(operand.grad() + local * upstream);
                }
                if let Operand::Value(operand) = y {
                    let local = (second.function)(x_data, y_data, out);
                    operand.set_grad(operand.grad() + local * upstream);
                }
            }
        }
    }

    /// The node's backward rule in steps, for those who want to see it: what it would add to each
    /// operand when the grad arriving at the node is `upstream`.
    pub fn backward_steps(&self, upstream: f64) -> impl Iterator<Item = Step<'_>> {
        let data = |index: usize| self.places().get(index).map_or(0.0, Operand::data);
        let (x, y, out) = (data(0), data(1), self.data());
        self.operands().iter().enumerate().filter_map(move |(index, operand)| {
            let local = self.operation()?.partial(index, x, y, out);
            let operand = operand.value()?;
            Some(Step { operand, index, local, contribution: local * upstream })
        })
    }
}
