//! The choices and chains of comparisons among the nodes of a statement.

use crate::core::graph::{Operand, Value};
use crate::core::language::Position;
use crate::core::ops::{ADD, Branching, UNLESS, WHEN};

/// A choice that one call, or `if` and `else`, makes.
pub(super) struct Made<'node> {
    /// The condition, what is taken where it is true, and what is taken elsewhere.
    pub operands: [&'node Operand; 3],
    /// Both gates and their sum.
    pub nodes: [&'node Value; 3],
    /// Whether the condition is made first, as by a call.
    pub is_call: bool,
}

/// The choice that a node of the statement of `root` is the result of.
pub(super) fn choice<'node>(node: &'node Value, root: &Value) -> Option<Made<'node>> {
    let [Operand::Value(when), Operand::Value(unless)] = node.operands() else { return None };
    let are_gates =
        node.operation()?.is(ADD) && when.operation()?.is(WHEN) && unless.operation()?.is(UNLESS);
    let [condition, taken] = when.both_operands();
    let [second, otherwise] = unless.both_operands();
    let is_same = match (condition.value(), second.value()) {
        (Some(one), Some(other)) => one.is(other),
        (one, other) => one.is_none() && other.is_none() && condition.data() == second.data(),
    };
    // One right after the other, and the sum after both.
    let [first, next, last] = [when, unless, node].map(|it| it.label().part);
    let is_one = next == first + 1 && (node.is(root) || last == next + 1);
    let part = |operand: &Operand| {
        let made = operand.value().filter(|it| !it.is_leaf())?.label();
        made.shares_binding(when.label()).then_some(made.part)
    };
    let is_call = part(taken).zip(part(condition)).is_none_or(|(taken, it)| it < taken);
    (are_gates && is_same && is_one).then_some(Made {
        operands: [condition, taken, otherwise],
        nodes: [when, unless, node],
        is_call,
    })
}

/// A comparison of a chain, and what joins it with those before.
#[derive(Clone, Copy)]
pub(super) struct ChainLink<'node> {
    pub comparison: &'node Value,
    pub and: Option<&'node Value>,
}

impl<'node> ChainLink<'node> {
    /// Its place in the chain.
    pub fn position(&self) -> Position {
        if self.and.is_none() { Position::First } else { Position::Further }
    }

    /// The operands that are not those of the comparison before.
    pub fn operands(&self) -> [Option<&'node Operand>; 2] {
        let [x, y] = self.comparison.both_operands();
        [Some(x).filter(|_| self.and.is_none()), Some(y)]
    }
}

/// The chain that a node is the result of, where it shares nodes of the statement, which `is_own`
/// tells, so that no other expression makes it.
pub(super) fn chain<'node>(
    node: &'node Value,
    is_own: &impl Fn(&Value) -> bool,
) -> Option<Vec<ChainLink<'node>>> {
    let mut links: Vec<ChainLink<'node>> = Vec::new();
    let mut rest = node;
    let is_comparison = |it: &Value| it.branching() == Branching::Flat && it.operands().len() == 2;
    let mut shares = false;
    loop {
        if is_comparison(rest) && !links.is_empty() {
            links.push(ChainLink { comparison: rest, and: None });
            links.reverse();
            return shares.then_some(links);
        }
        let [Operand::Value(left), Operand::Value(comparison)] = rest.operands() else {
            return None;
        };
        if rest.branching() != Branching::Lazy(true) || !is_comparison(comparison) || !is_own(left)
        {
            return None;
        }
        // The comparison before ends with what this one begins with.
        let before = match left.operands() {
            [_, Operand::Value(before)] if !is_comparison(left) => before,
            _ => left,
        };
        let [first, _] = comparison.both_operands();
        let [_, last] = before.both_operands();
        let is_same = match (first.value(), last.value()) {
            (Some(one), Some(other)) => one.is(other),
            _ => false,
        };
        if !is_same {
            return None;
        }
        shares |= first.value().is_some_and(|it| !it.is_leaf() && is_own(it));
        links.push(ChainLink { comparison, and: Some(rest) });
        rest = left;
    }
}
