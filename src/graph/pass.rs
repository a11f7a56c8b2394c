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
    /// The places of the leaves among the nodes.
    leaves: Vec<u32>,
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
        let mut order = Order { stop: stop.clone(), ..Order::default() };
        let mut steps: usize = 0;
        // A node, and its operands that were missing when it was met. Both are looked at then, so
        // that the machine need not wait for the one after the other.
        let mut path: Vec<(&Value, [Option<&Value>; 2])> = Vec::new();
        for root in roots {
            let is_missing = |order: &Order, node: &Value| !order.has_placed(node) && wanted(node);
            let meet = |order: &Order, node: &'roots Value| {
                let missing = node.places().each_ref().map(Operand::value);
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
                    Some(operand) if order.has_placed(operand) => {}
                    Some(operand) => match meet(&order, operand) {
                        (operand, [None, None]) => order.put(operand),
                        met => path.push(met),
                    },
                }
            }
        }
        order
    }

    /// Appends a node and notes its place.
    fn put(&mut self, node: &Value) {
        let place = self.nodes.len() as u32;
        node.set_place(place);
        self.nodes.push(node.clone());
        if node.is_leaf() {
            self.leaves.push(place);
        }
    }

    /// Whether a node is in this order, as long as no later one has placed it.
    ///
    /// A place left over from another order gives nothing away, since another node, or none, is
    /// there; so no walk has to clean up after itself. What is on the path to a root is not met
    /// again, for there are no cycles.
    #[inline]
    fn has_placed(&self, node: &Value) -> bool {
        self.nodes.get(node.place() as usize).is_some_and(|placed| placed.is(node))
    }

    /// The same order, whose passes run to their ends.
    pub fn unstoppable(self) -> Order {
        Order { stop: Stop::default(), ..self }
    }

    /// What stops work on this order.
    pub fn stop(&self) -> &Stop {
        &self.stop
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
        self.has_placed(value) || self.nodes.iter().any(|node| node.is(value))
    }

    /// The leaves, in order.
    pub fn leaves(&self) -> impl Iterator<Item = &Value> {
        self.leaves.iter().filter_map(|place| self.nodes.get(*place as usize))
    }

    /// The leaves that descent moves, by name, names in the order in which they were first bound.
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
