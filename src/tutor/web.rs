//! A root's graph by numbers: every node's operands and, the other way round, its uses.

use crate::graph::{Operand, Order, Step, Stop, Value};

/// The nodes of an order, numbered, with their uses.
///
/// A number is a place in the order; those that this web gives out are always in range.
#[derive(Debug, Clone)]
pub struct Web {
    nodes: Vec<Value>,
    /// The number of each operand; none for a constant or where there is none.
    operands: Vec<[Option<usize>; 2]>,
    /// Where each node's uses start in `uses`; one more at the end.
    starts: Vec<usize>,
    uses: Vec<Use>,
    stop: Stop,
}

/// One use of a node: an operand place of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Use {
    /// The number of the node that uses it.
    pub user: usize,
    /// The place: 0 or 1.
    pub index: usize,
}

impl Web {
    /// The web of an order; of its root alone when work on the order is stopped meanwhile.
    pub fn of(order: &Order) -> Web {
        let web = Web::over(order.nodes(), order.stop());
        if !order.is_stopped() {
            return web;
        }
        let root = order.nodes().len().saturating_sub(1);
        Web::over(order.nodes().get(root..).unwrap_or_default(), &Stop::default())
    }

    fn over(nodes: &[Value], stop: &Stop) -> Web {
        let nodes: Vec<Value> = nodes.iter().take_while(|_| !stop.is_set()).cloned().collect();
        for (number, node) in (1..).zip(&nodes) {
            node.set_mark(number);
        }
        let number = |operand: Option<&Operand>| {
            let mark = operand.and_then(Operand::value).map_or(0, Value::mark);
            (mark as usize).checked_sub(1)
        };
        let operands: Vec<[Option<usize>; 2]> = nodes
            .iter()
            .take_while(|_| !stop.is_set())
            .map(|node| [number(node.operands().first()), number(node.operands().get(1))])
            .collect();
        nodes.iter().for_each(|node| node.set_mark(0));
        let (starts, uses) = uses_of(&operands);
        Web { nodes, operands, starts, uses, stop: stop.clone() }
    }

    /// How many nodes there are.
    pub fn count(&self) -> usize {
        self.nodes.len()
    }

    /// The numbers, operands before their users; they end early when work is stopped.
    pub fn forward(&self) -> impl Iterator<Item = usize> + use<'_> {
        (0..self.count()).take_while(|_| !self.stop.is_set())
    }

    /// The numbers in backward order; they end early when work is stopped.
    pub fn backward(&self) -> impl Iterator<Item = usize> + use<'_> {
        (0..self.count()).rev().take_while(|_| !self.stop.is_set())
    }

    /// The node of that number.
    pub fn node(&self, number: usize) -> &Value {
        &self.nodes[number]
    }

    /// The nodes, operands before their users, the root last.
    pub fn nodes(&self) -> &[Value] {
        &self.nodes
    }

    /// The number of the root.
    pub fn root(&self) -> usize {
        self.nodes.len().saturating_sub(1)
    }

    /// The number of a node; none when it is not in this web.
    pub fn number(&self, node: &Value) -> Option<usize> {
        self.nodes.iter().position(|other| other.is(node))
    }

    /// The number of each of a node's operands; none for a constant or where there is none.
    pub fn places(&self, number: usize) -> [Option<usize>; 2] {
        self.operands[number]
    }

    /// The numbers of a node's operands, constants left out.
    pub fn operands(&self, number: usize) -> impl Iterator<Item = usize> + use<> {
        self.operands[number].into_iter().flatten()
    }

    /// The uses of a node in backward order: the one that pushes first comes first.
    pub fn uses(&self, number: usize) -> &[Use] {
        &self.uses[self.starts[number]..self.starts[number + 1]]
    }

    /// What a node pushes when `upstream` has arrived at it: each receiver and its step.
    pub fn push(&self, number: usize, upstream: f64) -> impl Iterator<Item = (usize, Step<'_>)> {
        let places = self.operands[number];
        let steps = self.nodes[number].backward_steps(upstream);
        steps.filter_map(move |step| Some((places.get(step.index).copied().flatten()?, step)))
    }

    /// The local derivative and the contribution of one use.
    pub fn share(&self, link: Use, upstream: f64) -> (f64, f64) {
        let mut steps = self.nodes[link.user].backward_steps(upstream);
        let step = steps.find(|step| step.index == link.index);
        step.map_or((0.0, 0.0), |step| (step.local, step.contribution))
    }

    /// The grads of the whole pass.
    pub fn grads(&self) -> Vec<f64> {
        let mut grads = self.seed();
        for number in self.backward() {
            for (receiver, step) in self.push(number, grads[number]) {
                grads[receiver] += step.contribution;
            }
        }
        grads
    }

    /// Grads before a pass: 1 at the root and 0 elsewhere.
    pub fn seed(&self) -> Vec<f64> {
        let mut grads = vec![0.0; self.count()];
        if let Some(root) = grads.last_mut() {
            *root = 1.0;
        }
        grads
    }
}

fn uses_of(operands: &[[Option<usize>; 2]]) -> (Vec<usize>, Vec<Use>) {
    let mut starts = vec![0; operands.len() + 1];
    for operand in operands.iter().flatten().flatten() {
        starts[operand + 1] += 1;
    }
    for number in 1..starts.len() {
        starts[number] += starts[number - 1];
    }
    let mut next = starts.clone();
    let mut uses = vec![Use { user: 0, index: 0 }; starts[operands.len()]];
    for (user, places) in operands.iter().enumerate().rev() {
        for (index, operand) in places.iter().enumerate() {
            if let Some(operand) = *operand {
                uses[next[operand]] = Use { user, index };
                next[operand] += 1;
            }
        }
    }
    (starts, uses)
}
