//! Finite differences: the root as a function of one node.

use super::super::Context;
use crate::parts::rows::Program;

/// The root as a function of one node.
pub struct FiniteDifferences<'pass> {
    /// The pass.
    pub context: &'pass Context,
    /// The number of the node.
    pub number: usize,
    /// The dependents of the node, in forward order.
    pub downstream: Vec<usize>,
    program: Option<Program>,
}

/// The slopes of the root for a step to both sides.
pub struct Slopes {
    /// The slope to the left.
    pub left: f64,
    /// The slope to the right.
    pub right: f64,
    /// The slope from one side to the other.
    pub central: f64,
    /// The data of every node on the left and on the right.
    sides: [Vec<f64>; 2],
}

impl<'pass> FiniteDifferences<'pass> {
    /// The root of this pass as a function of the node of this number.
    pub fn new(context: &'pass Context, number: usize) -> FiniteDifferences<'pass> {
        let order = &context.pass.order;
        let depends = order.dependents(&[number]);
        let downstream = (number + 1..order.count()).filter(|other| depends[*other]).collect();
        let program = Program::nudging(order, order.node(number));
        FiniteDifferences { context, number, downstream, program }
    }

    /// The number of nodes that are looked at for one value of the root.
    pub fn work(&self) -> usize {
        self.context.pass.order.count() / 8 + self.program.as_ref().map_or(0, Program::records)
    }

    /// The present data of the node.
    pub fn x(&self) -> f64 {
        self.context.node(self.number).data()
    }

    /// The grad of the node.
    pub fn grad(&self) -> f64 {
        self.context.grads[self.number]
    }

    /// The slopes for this step.
    pub fn slopes(&mut self, h: f64) -> Slopes {
        let (x, root) = (self.x(), self.context.root());
        let sides = [x - h, x + h].map(|x| self.all_at(x));
        let (low, out, high) = (sides[0][root], self.context.node(root).data(), sides[1][root]);
        Slopes {
            left: (out - low) / h,
            right: (high - out) / h,
            central: (high - low) / (2.0 * h),
            sides,
        }
    }

    /// The data of all nodes when the node's data is `x`.
    fn all_at(&mut self, x: f64) -> Vec<f64> {
        let root = self.program.as_mut().map_or(f64::NAN, |program| program.root_at([x]));
        let nodes = self.context.pass.order.nodes().iter().enumerate();
        let data = |number| self.program.as_ref().and_then(|program| program.data_of(number));
        let mut all: Vec<f64> =
            nodes.map(|(number, node)| data(number).unwrap_or_else(|| node.data())).collect();
        all[self.context.root()] = root;
        all
    }
}

impl Slopes {
    /// The gap between the slopes of the two sides.
    pub fn gap(&self) -> f64 {
        (self.right - self.left).abs()
    }

    /// How far a node moves to the left and to the right.
    pub fn moves(&self, node: usize, data: f64) -> [f64; 2] {
        let [left, right] = self.sides.each_ref().map(|side| side[node]);
        [data - left, right - data]
    }

    /// The largest size of a node on the two sides.
    pub fn size(&self, node: usize) -> f64 {
        self.sides.iter().fold(0.0, |size, side| side[node].abs().max(size))
    }
}
