//! Finding what is made of scores alone: `softmax`, and `cross_entropy` of a class that is a number.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use foldhash::fast::RandomState;

use super::scores::joined;
use super::{Outline, Whole, WholeKind};
use crate::core::graph::{Operand, Order, Value};
use crate::core::ops::{ADD, DIVIDE, EXP, LOG_SUM_EXP, MAX, Operation, SUBTRACT};

/// What is made of scores in an order.
pub(super) struct Shares<'order> {
    order: &'order Order,
    /// By the number of the sum that powers are divided by, the powers and what they are of.
    sums: HashMap<usize, Option<Rc<Softmax>>, RandomState>,
    /// The logarithms of sums that are part of others.
    joined: HashSet<usize, RandomState>,
    found: Vec<Whole>,
}

/// A softmax, but for the divisions.
struct Softmax {
    scores: Vec<Operand>,
    powers: Vec<usize>,
    /// All its nodes, in the order in which they are made.
    nodes: Vec<usize>,
}

impl<'order> Shares<'order> {
    /// Nothing is known yet.
    pub fn of(order: &'order Order) -> Shares<'order> {
        let (sums, joined) = (HashMap::default(), HashSet::default());
        Shares { order, sums, joined, found: Vec::new() }
    }

    /// Tells whether an operation is one of those without which nothing is found here.
    pub fn is_needed(operation: &Operation) -> bool {
        operation.is(MAX) || operation.is(LOG_SUM_EXP)
    }

    /// Adds what there is to an outline.
    pub fn outline(mut self, outline: &mut Outline) {
        for number in (0..self.order.count()).rev() {
            if self.is(number, DIVIDE) {
                self.divide(number);
            } else if self.is(number, LOG_SUM_EXP) && !self.joined.contains(&number) {
                let found = self.cross_entropy(number);
                self.found.extend(found);
            }
        }
        self.found.into_iter().for_each(|whole| outline.put(self.order, whole));
    }

    fn is(&self, number: usize, operation: &'static Operation) -> bool {
        self.order.node(number).operation().is_some_and(|it| it.is(operation))
    }

    /// Tells whether a statement has made a node without a name.
    fn is_inner(&self, number: usize) -> bool {
        let label = self.order.node(number).label();
        label.part > 0 && label.member().is_none()
    }

    /// The operands of a node of an operation, if it is one.
    fn pair(
        &self,
        number: Option<usize>,
        operation: &'static Operation,
    ) -> Option<[Option<usize>; 2]> {
        let number = number.filter(|number| self.is(*number, operation))?;
        Some(self.order.operand_pair(number))
    }

    /// Notes a share of a softmax.
    fn divide(&mut self, number: usize) {
        let [Some(power), Some(sum)] = self.order.operand_pair(number) else { return };
        if !self.is(power, EXP) || !self.is(sum, ADD) {
            return;
        }
        let softmax = match self.sums.get(&sum) {
            Some(known) => known.clone(),
            None => {
                let found = self.softmax(sum).map(Rc::new);
                self.sums.insert(sum, found.clone());
                found
            }
        };
        let Some(softmax) = softmax else { return };
        let Some(output) = softmax.powers.iter().position(|it| *it == power) else { return };
        let nodes = softmax.nodes.iter().chain([&number]).map(|it| self.order.node(*it).clone());
        let (kind, operands) = (WholeKind::Form("softmax"), softmax.scores.clone());
        let (nodes, neurons, output) = (nodes.collect(), Vec::new(), Some(output));
        self.found.push(Whole { kind, operands, nodes, neurons, output });
    }

    /// The softmax whose powers a node sums up, if it does.
    fn softmax(&self, sum: usize) -> Option<Softmax> {
        let (mut sums, mut powers, mut at) = (Vec::new(), Vec::new(), sum);
        while let Some([before, power]) = self.pair(Some(at), ADD) {
            sums.push(at);
            powers.push(power?);
            at = before?;
        }
        powers.push(at);
        powers.reverse();
        sums.reverse();
        let (mut scores, mut each, mut largest) = (Vec::new(), Vec::new(), None);
        for power in &powers {
            let [distance, _] = self.pair(Some(*power), EXP)?;
            let [_, most] = self.pair(distance, SUBTRACT)?;
            if *largest.get_or_insert(most?) != most? {
                return None;
            }
            scores.push(self.order.node(distance?).both_operands()[0].clone());
            each.extend([distance?, *power]);
        }
        let (mut most, mut at) = (Vec::new(), largest?);
        for score in scores.iter().skip(1).rev() {
            let [before, _] = self.pair(Some(at), MAX)?;
            most.push(at);
            let [first, last] = self.order.node(at).both_operands();
            let is_first = most.len() + 1 == scores.len();
            if !last.is(score) || is_first && !first.is(scores.first()?) {
                return None;
            }
            at = match before {
                Some(before) => before,
                None if is_first => at,
                None => return None,
            };
        }
        most.reverse();
        let nodes: Vec<usize> = most.into_iter().chain(each).chain(sums).collect();
        nodes.iter().all(|it| self.is_inner(*it)).then_some(Softmax { scores, powers, nodes })
    }

    /// The call of `cross_entropy` with a number for its class whose result is a node.
    fn cross_entropy(&mut self, result: usize) -> Option<Whole> {
        let mut joins = Vec::new();
        let found = joined(self.order, result, |number| {
            let is_join = self.is(number, LOG_SUM_EXP);
            joins.extend(is_join.then_some(number));
            !is_join
        });
        self.joined.extend(joins);
        let (above, joined) = found?;
        let (mut own, mut class, mut scores) = (None, None, Vec::new());
        for (place, number) in above.iter().enumerate() {
            let [score, of] = self.pair(Some(*number), SUBTRACT)?;
            if *own.get_or_insert(of?) != of? {
                return None;
            }
            class = class.or((score == of).then_some(place));
            scores.push(self.order.node(*number).both_operands()[0].clone());
        }
        let numbers: Vec<usize> = above.into_iter().chain(joined).collect();
        let (_, inner) = numbers.split_last()?;
        if !inner.iter().all(|it| self.is_inner(*it)) {
            return None;
        }
        let nodes: Vec<Value> = numbers.iter().map(|it| self.order.node(*it).clone()).collect();
        let operands = std::iter::once(Operand::Constant(class? as f64)).chain(scores).collect();
        let kind = WholeKind::Form("cross_entropy");
        Some(Whole { kind, operands, nodes, neurons: Vec::new(), output: None })
    }
}
