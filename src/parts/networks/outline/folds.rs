//! Finding folds over the leaves of a network: chains of terms that differ only by the leaf.

use std::collections::HashSet;

use super::finder::Finder;
use super::{Folding, OfNetwork, Whole, WholeKind};
use crate::core::graph::{Operand, Value};
use crate::core::ops::{FORMS, Makes, Operation};

/// A node that depends on one leaf of a network.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct LeafTerm {
    pub(super) network: usize,
    /// The number of the leaf.
    pub(super) leaf: usize,
    /// The same for nodes that differ only by the leaf.
    pub(super) pattern: usize,
}

/// The first so many terms of a fold.
#[derive(Debug, Clone, Copy)]
pub(super) struct Chain {
    pub(super) term: LeafTerm,
    pub(super) joins: &'static Operation,
}

/// An operand of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum PatternOperand {
    Pattern(usize),
    Node(usize),
    Constant(u64),
    Nothing,
}

impl Finder<'_> {
    /// What a node is of one leaf, if it depends on one leaf only.
    pub(super) fn term(
        &mut self,
        node: &Value,
        operation: &'static Operation,
        pair: [Option<usize>; 2],
    ) -> Option<LeafTerm> {
        let known = pair.map(|number| self.terms.get(number?).copied().flatten());
        let term = match known {
            [Some(one), Some(other)] if (one.network, one.leaf) != (other.network, other.leaf) => {
                return None;
            }
            [one, other] => one.or(other)?,
        };
        let mut keys = [PatternOperand::Nothing; 2];
        for (key, (operand, known)) in keys.iter_mut().zip(node.operands().iter().zip(known)) {
            *key = match (known, operand.value()) {
                (Some(term), _) => PatternOperand::Pattern(term.pattern),
                (None, Some(node)) => PatternOperand::Node(self.order.number_of(node)?),
                (None, None) => PatternOperand::Constant(operand.data().to_bits()),
            };
        }
        let next = self.patterns.len() + 1;
        let operation = std::ptr::from_ref(operation).addr();
        let pattern = *self.patterns.entry((term.network, operation, keys)).or_insert(next);
        Some(LeafTerm { pattern, ..term })
    }

    /// Joins a further term to a fold, if the node does so.
    pub(super) fn join(
        &mut self,
        number: usize,
        joins: &'static Operation,
        [x, y]: [Option<usize>; 2],
    ) -> Option<()> {
        let term = self.terms[y?]?;
        let before = match self.chains.get(&x?) {
            Some(chain) if chain.joins.is(joins) => chain.term,
            _ => self.terms[x?].filter(|first| first.leaf == 1)?,
        };
        if before != (LeafTerm { leaf: term.leaf.checked_sub(1)?, ..term }) {
            return None;
        }
        self.chains.insert(number, Chain { term, joins });
        let (shape, _) = self.networks.get(term.network)?;
        if term.leaf == shape.count() {
            self.fold(number, joins, term)?;
        }
        Some(())
    }

    /// Notes the fold of all leaves that a node ends.
    fn fold(&mut self, number: usize, joins: &'static Operation, term: LeafTerm) -> Option<()> {
        let form = FORMS.iter().find(|form| match form.makes {
            Makes::Fold { joins: name, averages: false, .. } => name == joins.name,
            _ => false,
        })?;
        let (network, leaf) = self.networks.get(term.network)?.clone();
        let mut sums = Vec::with_capacity(term.leaf);
        let mut terms = Vec::with_capacity(term.leaf);
        let mut at = number;
        for _ in 1..term.leaf {
            let [before, term] = self.order.operand_pair(at);
            sums.push(at);
            terms.push(term?);
            at = before?;
        }
        terms.push(at);
        sums.reverse();
        terms.reverse();
        // The nodes of each term, operands first; of all of them side by side.
        let parts: Vec<Vec<usize>> = terms.iter().map(|term| self.nodes_of_term(*term)).collect();
        let each = parts.first().map_or(0, Vec::len);
        let node = |number: &usize| self.order.node(*number).clone();
        let nodes = (0..each).flat_map(|at| parts.iter().filter_map(move |part| part.get(at)));
        let nodes: Vec<Value> = nodes.chain(&sums).map(node).collect();
        let first = parts.first().into_iter().flatten();
        let operands = first.flat_map(|number| {
            let operands = self.order.operand_pair(*number).into_iter().flatten();
            operands.filter(|operand| self.terms[*operand].is_none()).collect::<Vec<_>>()
        });
        let operands = operands.map(|operand| Operand::Value(node(&operand))).collect();
        let fold = Folding { form: form.name, term: node(terms.first()?) };
        let kind = WholeKind::Fold(OfNetwork { shape: network, leaf }, fold);
        let whole = Whole { kind, operands, nodes, neurons: Vec::new(), output: None };
        self.outline.put(self.order, whole);
        Some(())
    }

    /// The computed nodes of a term, operands first.
    fn nodes_of_term(&self, term: usize) -> Vec<usize> {
        let (mut found, mut seen) = (Vec::new(), HashSet::new());
        let mut work = vec![(term, false)];
        while let Some((number, is_ready)) = work.pop() {
            if is_ready {
                found.push(number);
                continue;
            }
            if self.terms[number].is_none() || self.order.node(number).is_leaf() {
                continue;
            }
            if !seen.insert(number) {
                continue;
            }
            work.push((number, true));
            let operands = self.order.operand_pair(number).into_iter().rev().flatten();
            work.extend(operands.map(|operand| (operand, false)));
        }
        found
    }
}
