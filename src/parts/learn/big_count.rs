//! Counts that may be astronomically large: of paths and visits.

use std::fmt;

use crate::core::graph::Order;

/// A count; 2^128 - 1 stands for all that are larger.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Count(u128);

impl Count {
    /// Zero.
    pub const NONE: Count = Count(0);
    /// One.
    pub const ONE: Count = Count(1);

    /// Returns the sum.
    pub fn plus(self, other: Count) -> Count {
        Count(self.0.saturating_add(other.0))
    }

    /// Returns the count if it is at most `most`.
    pub fn up_to(self, most: usize) -> Option<usize> {
        usize::try_from(self.0).ok().filter(|count| *count <= most)
    }
}

impl fmt::Display for Count {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            u128::MAX => formatter.write_str("more than 10^38"),
            count => write!(formatter, "{count}"),
        }
    }
}

/// The number of paths from every node to the root.
pub fn paths(graph: &Order) -> Vec<Count> {
    let mut paths = vec![Count::NONE; graph.count()];
    if let Some(root) = paths.last_mut() {
        *root = Count::ONE;
    }
    for number in graph.backward_numbers() {
        for operand in graph.operands(number) {
            paths[operand] = paths[operand].plus(paths[number]);
        }
    }
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_exact_up_to_38_digits() {
        let doubled = |times: usize| (0..times).fold(Count::ONE, |count, _| count.plus(count));
        assert_eq!(doubled(60).to_string(), "1152921504606846976");
        assert_eq!(doubled(127).to_string(), (1_u128 << 127).to_string());
        assert_eq!(doubled(128).to_string(), "more than 10^38");
        assert_eq!(doubled(10_000).to_string(), "more than 10^38");
        assert_eq!(Count::NONE.plus(Count::NONE).to_string(), "0");
        assert_eq!(doubled(3).up_to(8), Some(8));
        assert_eq!(doubled(3).up_to(7), None);
        assert_eq!(doubled(200).up_to(usize::MAX), None);
    }
}
