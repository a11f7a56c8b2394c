//! What the data of a root may be, given what each operation promises: a forward pass of ranges.

use super::Order;
use crate::graph::value::Value;
use crate::ops::Range;

impl Order {
    /// What the data of the root may be. Ranges do not know what cancels, as grads do; but they know
    /// that a sine is at most 1, whatever it is of, and what follows from a number that is too large.
    pub fn range(&self) -> Range {
        if self.has_rows() || self.has_branches() {
            return Range::ALL;
        }
        let mut ranges: Vec<Range> = Vec::with_capacity(self.count());
        for (number, node) in self.nodes().iter().enumerate() {
            let Some(operation) = node.operation() else {
                ranges.push(Range::exactly(node.data()));
                continue;
            };
            let pair = self.operand_pair(number);
            let operands = node.both_operands();
            let of = |index: usize| match pair.get(index).copied().flatten() {
                Some(operand) => ranges[operand],
                None => Range::of_constant(operands[index].data(), operands[index].error()),
            };
            // What is subtracted from itself, or divided by itself, is known.
            let is_same = pair[0].is_some() && pair[0] == pair[1];
            let range = match is_same.then(|| operation.of_same(node.data())).flatten() {
                Some(out) => Range::exactly(out),
                None => operation.range([of(0), of(1)]),
            };
            ranges.push(range);
        }
        ranges.last().copied().unwrap_or(Range::ALL)
    }

    /// How far the data of the root may be off in the direction of 0, by its range.
    pub fn off_by_range(&self) -> f64 {
        let (range, data) = (self.range(), self.root().map_or(f64::NAN, Value::data));
        match data {
            _ if data > 0.0 => data - range.low,
            _ if data < 0.0 => range.high - data,
            _ => range.high.max(-range.low),
        }
    }
}
