//! Finding what is made of a class in an order: calls of `cross_entropy`, and classes as `onehot` has them.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::{Outline, Whole, WholeKind};
use crate::core::graph::{Operand, Order, Value};
use crate::core::ops::{ADD, LOG_SUM_EXP, Operation, SUBTRACT};
use crate::parts::networks::{AT_ZERO, CLASS_OF};

/// What is known of the nodes of an order so far.
pub(super) struct Classes<'order> {
    order: &'order Order,
    /// By number, what a node is.
    known: HashMap<usize, Share, RandomState>,
    /// By the number of the node, the classes found.
    classes: HashMap<usize, Class, RandomState>,
    found: Vec<Whole>,
}

/// A class, by which one of several is taken.
#[derive(Default)]
struct Class {
    /// How many there are.
    count: usize,
    /// By number from 0, how far the class is from it.
    distances: HashMap<usize, usize, RandomState>,
    /// The members of its `onehot`, by number.
    ones: HashMap<usize, usize, RandomState>,
}

/// What a node is to the class of a number.
#[derive(Clone)]
enum Share {
    /// How far the class is from this one.
    Distance(usize, usize),
    /// The score of this class where the class is it, else 0.
    Taken(usize, usize),
    /// The sum of those of the first so many.
    Sum(usize, usize),
    /// A score less that of the class, of which this is the node.
    Above(usize),
    /// The logarithm of the sum of so many exponentials of such.
    Joined(usize, usize),
}

impl<'order> Classes<'order> {
    /// Nothing is known yet.
    pub fn of(order: &'order Order) -> Classes<'order> {
        let (known, classes) = (HashMap::default(), HashMap::default());
        Classes { order, known, classes, found: Vec::new() }
    }

    /// Adds what there is to an outline.
    pub fn outline(mut self, outline: &mut Outline) {
        for number in self.order.forward_numbers() {
            if let Some(operation) = self.order.node(number).operation() {
                let known = self.recognize(number, operation);
                self.known.extend(known.map(|known| (number, known)));
            }
        }
        self.add_ones();
        self.found.into_iter().for_each(|whole| outline.put(self.order, whole));
    }

    fn recognize(&mut self, number: usize, operation: &'static Operation) -> Option<Share> {
        let [x, y] = self.order.operand_pair(number);
        let [first, second] = self.order.node(number).both_operands();
        let known = |number: Option<usize>| self.known.get(&number?).cloned();
        if operation.is(CLASS_OF) {
            let count = second.constant().filter(|count| *count >= 2.0)? as usize;
            self.classes.insert(number, Class { count, ..Class::default() });
            return Some(Share::Distance(number, 0));
        }
        if operation.is(SUBTRACT) {
            return match (known(x), second.constant(), known(y)) {
                (Some(Share::Distance(class, 0)), Some(other), _) => {
                    let other = other as usize;
                    self.classes.get_mut(&class)?.distances.insert(other, number);
                    Some(Share::Distance(class, other))
                }
                (_, _, Some(Share::Sum(class, count))) => {
                    let is_whole = self.classes.get(&class)?.count == count;
                    is_whole.then_some(Share::Above(y?))
                }
                _ => None,
            };
        }
        if operation.is(AT_ZERO) {
            let Some(Share::Distance(class, other)) = known(y) else { return None };
            if first.constant() == Some(1.0) {
                self.classes.get_mut(&class)?.ones.insert(other, number);
            }
            return Some(Share::Taken(class, other));
        }
        if operation.is(ADD) {
            let Some(Share::Taken(class, next)) = known(y) else { return None };
            return match known(x)? {
                Share::Taken(own, 0) if own == class && next == 1 => Some(Share::Sum(class, 2)),
                Share::Sum(own, count) if own == class && next == count => {
                    Some(Share::Sum(class, count + 1))
                }
                _ => None,
            };
        }
        if operation.is(LOG_SUM_EXP) {
            let part = |known: Option<Share>| match known {
                Some(Share::Above(own)) => Some((own, 1)),
                Some(Share::Joined(own, count)) => Some((own, count)),
                _ => None,
            };
            let ((own, one), (other, more)) = (part(known(x))?, part(known(y))?);
            let Some(Share::Sum(_, count)) = known(Some(own)) else { return None };
            if own == other && one + more == count {
                self.found.extend(self.cross_entropy(number, own, count));
            }
            return (own == other && one + more < count).then_some(Share::Joined(own, one + more));
        }
        None
    }

    /// The call of `cross_entropy` whose result is a node, with the score of the class in another.
    fn cross_entropy(&self, result: usize, own: usize, count: usize) -> Option<Whole> {
        let (mut sums, mut taken, mut at) = (Vec::new(), Vec::new(), own);
        for _ in 1..count {
            let [before, last] = self.order.operand_pair(at);
            sums.push(at);
            taken.push(last?);
            at = before?;
        }
        taken.push(at);
        sums.reverse();
        taken.reverse();
        let scores: Vec<Operand> =
            taken.iter().map(|it| self.order.node(*it).both_operands()[0].clone()).collect();
        let Some(Share::Taken(class, _)) = self.known.get(taken.first()?) else { return None };
        let distances = &self.classes.get(class)?.distances;
        let distances = (1..count).map(|other| distances.get(&other).copied());
        let distances: Vec<usize> = distances.collect::<Option<_>>()?;
        let is_above = |number: usize| matches!(self.known.get(&number), Some(Share::Above(_)));
        let (above, joined) = joined(self.order, result, is_above)?;
        let is_of = |(number, score): (&usize, &Operand)| {
            self.order.node(*number).both_operands()[0].is(score)
        };
        if above.len() != count || !above.iter().zip(&scores).all(is_of) {
            return None;
        }
        let numbers = std::iter::once(*class).chain(distances).chain(taken).chain(sums);
        let nodes = numbers.chain(above).chain(joined).map(|it| self.order.node(it).clone());
        let class = self.order.node(*class).both_operands()[0].clone();
        let operands = std::iter::once(class).chain(scores).collect();
        let kind = WholeKind::Form("cross_entropy");
        let (nodes, neurons) = (nodes.collect(), Vec::new());
        Some(Whole { kind, operands, nodes, neurons, output: None })
    }

    /// Adds each class of which there are all members of its `onehot`.
    fn add_ones(&mut self) {
        for (number, class) in &self.classes {
            if class.ones.len() != class.count {
                continue;
            }
            let class_node = self.order.node(*number);
            for (member, one) in &class.ones {
                let distance = class.distances.get(member).map(|it| self.order.node(*it));
                let nodes = std::iter::once(class_node).chain(distance);
                let nodes: Vec<Value> = nodes.chain([self.order.node(*one)]).cloned().collect();
                let [of, count] = class_node.both_operands();
                let operands = vec![of.clone(), count.clone()];
                let kind = WholeKind::Form("onehot");
                let (neurons, output) = (Vec::new(), Some(*member));
                self.found.push(Whole { kind, operands, nodes, neurons, output });
            }
        }
    }
}

/// The terms that a node joins, from the left, and the nodes that join them in pairs, level by level,
/// in the order in which they are made; none if they are joined otherwise.
pub(super) fn joined(
    order: &Order,
    result: usize,
    mut is_term: impl FnMut(usize) -> bool,
) -> Option<(Vec<usize>, Vec<usize>)> {
    let (mut terms, mut joins, mut work) = (Vec::new(), HashMap::new(), vec![result]);
    while let Some(number) = work.pop() {
        if is_term(number) {
            terms.push(number);
            continue;
        }
        let [x, y] = order.operand_pair(number);
        let (x, y) = (x?, y?);
        joins.insert((x, y), number);
        work.extend([y, x]);
    }
    let (mut joined, mut level) = (Vec::new(), terms.clone());
    while level.len() > 1 {
        let next = level.chunks(2).map(|pair| match pair {
            [x, y] => joins.get(&(*x, *y)).copied(),
            _ => pair.first().copied(),
        });
        let next: Vec<usize> = next.collect::<Option<_>>()?;
        let is_joined = |(_, pair): &(&usize, &[usize])| pair.len() == 2;
        let made = next.iter().zip(level.chunks(2)).filter(is_joined).map(|(it, _)| *it);
        joined.extend(made);
        level = next;
    }
    Some((terms, joined))
}
