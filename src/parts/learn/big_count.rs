//! Counts that may be astronomically large: of paths, visits and topological orders.

use std::fmt;

use crate::core::graph::Order;

/// A count, exact if it fits 128 bits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Count {
    exact: Option<u128>,
    /// Its logarithm to base 2.
    logarithm: f64,
}

impl Count {
    /// Zero.
    pub const NONE: Count = Count { exact: Some(0), logarithm: f64::NEG_INFINITY };
    /// One.
    pub const ONE: Count = Count { exact: Some(1), logarithm: 0.0 };

    /// Returns the sum.
    pub fn plus(self, other: Count) -> Count {
        let exact = self.exact.zip(other.exact).and_then(|(one, two)| one.checked_add(two));
        let large = self.logarithm.max(other.logarithm);
        let small = self.logarithm.min(other.logarithm);
        let logarithm = if small == f64::NEG_INFINITY {
            large
        } else {
            large + (small - large).exp2().ln_1p() / std::f64::consts::LN_2
        };
        Count { exact, logarithm }
    }

    /// Returns the count if it is at most `most`.
    pub fn up_to(self, most: usize) -> Option<usize> {
        let count = usize::try_from(self.exact?).ok()?;
        (count <= most).then_some(count)
    }
}

impl fmt::Display for Count {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exact {
            Some(count) => write!(formatter, "{count}"),
            None => write!(formatter, "about 10^{:.0}", self.logarithm * std::f64::consts::LOG10_2),
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

/// The maximum number of nodes whose orders are counted: the count takes 2^n steps.
const MOST_ORDERED: usize = 20;

/// Returns the number of orders of the `wanted` nodes in which each comes after those that `before`
/// returns for it; none if there are too many nodes to count.
pub fn orders<I: IntoIterator<Item = usize>>(
    wanted: &[usize],
    before: impl Fn(usize) -> I,
) -> Option<u64> {
    if wanted.len() > MOST_ORDERED {
        return None;
    }
    let place = |number: usize| wanted.iter().position(|other| *other == number);
    let needs = |number: &usize| {
        before(*number).into_iter().filter_map(place).fold(0_usize, |all, at| all | 1 << at)
    };
    let needs: Vec<usize> = wanted.iter().map(needs).collect();
    // For each set of nodes, as a bit mask, the number of valid orders of just that set.
    let mut counts = vec![0_u64; 1 << wanted.len()];
    counts[0] = 1;
    for done in 0..counts.len() {
        if counts[done] == 0 {
            continue;
        }
        for (at, needed) in needs.iter().enumerate() {
            if done & 1 << at == 0 && needed & !done == 0 {
                counts[done | 1 << at] += counts[done];
            }
        }
    }
    counts.last().copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_exact_up_to_38_digits_and_then_a_power_of_ten() {
        let doubled = |times: usize| (0..times).fold(Count::ONE, |count, _| count.plus(count));
        assert_eq!(doubled(60).to_string(), "1152921504606846976");
        assert_eq!(doubled(127).to_string(), (1_u128 << 127).to_string());
        assert_eq!(doubled(128).to_string(), "about 10^39");
        assert_eq!(doubled(10_000).to_string(), "about 10^3010");
        assert_eq!(Count::NONE.plus(Count::NONE).to_string(), "0");
        assert_eq!(doubled(3).up_to(8), Some(8));
        assert_eq!(doubled(3).up_to(7), None);
        assert_eq!(doubled(200).up_to(usize::MAX), None);
    }

    #[test]
    fn orders_are_those_that_a_search_finds() {
        /// Counts by trying every node that may come next.
        fn search(left: &[usize], needs: &[Vec<usize>]) -> u64 {
            if left.is_empty() {
                return 1;
            }
            let is_ready = |node: &&usize| !needs[**node].iter().any(|it| left.contains(it));
            let rest = |node: usize| left.iter().copied().filter(|it| *it != node).collect();
            left.iter()
                .filter(is_ready)
                .map(|node| {
                    let rest: Vec<usize> = rest(*node);
                    search(&rest, needs)
                })
                .sum()
        }
        let graphs: [Vec<Vec<usize>>; 4] = [
            vec![vec![]; 6],
            vec![vec![], vec![0], vec![1], vec![2]],
            vec![vec![], vec![], vec![0, 1], vec![0, 1], vec![2, 3], vec![], vec![4, 5]],
            vec![vec![], vec![0], vec![0], vec![0], vec![1, 2], vec![3]],
        ];
        for needs in graphs {
            let all: Vec<usize> = (0..needs.len()).collect();
            let counted = orders(&all, |node| needs[node].clone());
            assert_eq!(counted, Some(search(&all, &needs)), "{needs:?}");
        }
        let many: Vec<usize> = (0..20).collect();
        assert_eq!(orders(&many, |_| []), Some((1..=20).product()));
        let more: Vec<usize> = (0..21).collect();
        assert_eq!(orders(&more, |_| []), None);
    }
}
