//! What the data of a root may be, given what each operation promises: a forward pass of ranges.

use super::Order;
use crate::graph::value::{Operand, Value};
use crate::ops::Range;

impl Order {
    /// What the data of the root may be. Ranges do not know what cancels, as grads do; but they know
    /// that a sine is at most 1, whatever it is of, and what follows from a number that is too large.
    pub fn range(&self) -> Range {
        self.ranges().last().copied().unwrap_or(Range::ALL)
    }

    /// Tells whether the data that some operation gets may be outside of its domain, though what was
    /// computed is inside.
    pub fn may_be_outside(&self) -> bool {
        let ranges = self.ranges();
        let is_outside = |(number, node): (usize, &Value)| {
            let Some(operation) = node.operation() else { return false };
            let pair = self.operand_pair(number);
            let at = node.both_operands().each_ref().map(Operand::data);
            let at_ends = |index: usize| {
                let range = pair[index].and_then(|it| ranges.get(it));
                let ends = range.map(|range| [range.low, range.high]);
                ends.into_iter()
                    .flatten()
                    .map(move |end| if index == 0 { [end, at[1]] } else { [at[0], end] })
            };
            let mut ends = (0..operation.arity()).flat_map(at_ends);
            ends.any(|[x, y]| operation.forward(x, y).is_nan())
        };
        self.nodes().iter().enumerate().any(is_outside)
    }

    /// What the data of the root may be where leaves may be anything, but for those that stay.
    pub fn range_where(&self, stays: impl Fn(&Value) -> bool) -> Range {
        let of_leaf = |leaf: &Value| {
            if stays(leaf) { Range::exactly(leaf.data()) } else { Range::ALL }
        };
        self.ranges_by(of_leaf).last().copied().unwrap_or(Range::ALL)
    }

    /// What the data of each node may be; empty where that is not known.
    fn ranges(&self) -> Vec<Range> {
        if self.has_rows() || self.has_branches() {
            return Vec::new();
        }
        self.ranges_by(|leaf| Range::exactly(leaf.data()))
    }

    /// What the data of each node may be, by what those of each leaf may be.
    fn ranges_by(&self, of_leaf: impl Fn(&Value) -> Range) -> Vec<Range> {
        let mut ranges: Vec<Range> = Vec::with_capacity(self.count());
        for (number, node) in self.nodes().iter().enumerate() {
            let Some(operation) = node.operation() else {
                ranges.push(of_leaf(node));
                continue;
            };
            let pair = self.operand_pair(number);
            let operands = node.both_operands();
            let of = |index: usize| match pair[index] {
                Some(operand) => ranges[operand],
                None => Range::of_constant(operands[index].data(), operands[index].error()),
            };
            // What is subtracted from itself, or divided by itself, is known.
            let range = match self.of_one_twice(number) {
                Some(out) => Range::exactly(out),
                None => operation.range([of(0), of(1)]),
            };
            ranges.push(range);
        }
        ranges
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
