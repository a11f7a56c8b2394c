//! Which nodes are computed alike, and so have the same data whatever their leaves are.

use std::collections::HashMap;

use super::Order;
use crate::graph::value::Operand;
use crate::ops::Operation;

/// What a node is computed by.
#[derive(PartialEq, Eq, Hash)]
struct Made {
    operation: *const Operation,
    operands: [Of; 2],
}

/// What an operand is.
#[derive(PartialEq, Eq, Hash)]
enum Of {
    /// The node with this number, the first of those computed alike.
    Node(usize),
    /// A constant: the bits of its data and of how far it may be off.
    Constant(u64, u64),
}

impl Order {
    /// The result of a node of which both operands are one number whatever the leaves are: the same
    /// node, or nodes computed alike, as in `tanh(x) - tanh(x)`. None for any other node.
    pub fn of_one_twice(&self, number: usize) -> Option<f64> {
        let node = self.node(number);
        let out = node.operation()?.of_same(node.data())?;
        let [Some(one), Some(other)] = self.operand_pair(number) else { return None };
        let is_one = one == other || self.twins()[one] == self.twins()[other];
        is_one.then_some(out)
    }

    /// By node number, the number of the first node that is computed alike.
    fn twins(&self) -> &[usize] {
        self.twins.get_or_init(|| {
            let mut first: HashMap<Made, usize> = HashMap::new();
            let mut twins: Vec<usize> = Vec::with_capacity(self.count());
            for (number, node) in self.nodes().iter().enumerate() {
                let twin = match node.operation() {
                    None => number,
                    Some(operation) => {
                        let pair = self.operand_pair(number);
                        let of = |index: usize| match pair[index] {
                            Some(operand) => Of::Node(twins[operand]),
                            None => constant(&node.both_operands()[index]),
                        };
                        let made = Made { operation, operands: [of(0), of(1)] };
                        *first.entry(made).or_insert(number)
                    }
                };
                twins.push(twin);
            }
            twins
        })
    }
}

fn constant(operand: &Operand) -> Of {
    Of::Constant(operand.data().to_bits(), operand.error().to_bits())
}
