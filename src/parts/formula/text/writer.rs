//! Writing nodes as a person would: chains of sums and products without parentheses, signs joined.

use super::Atom;
use super::choice::Choice;
use crate::core::graph::{Operand, Order, Value};
use crate::core::ops::{ADD, DIVIDE, MULTIPLY, NEGATE, Operation, SUBTRACT};
use crate::parts::rows;

/// An item of the work list.
pub(super) enum Work {
    /// An operand, negated or not.
    Enter(Operand, bool),
    Operation(&'static Operation),
    Where,
    More,
    /// A text in quotation marks.
    Text(String),
}

/// The number of terms or factors after which a formula that may be cut is cut.
const LONGEST_CHAIN: usize = 40;

/// Writes the nodes of an order as the atoms of a formula.
pub(super) struct Writer<'order> {
    pub order: &'order Order,
    /// By node number, true if the node is expanded.
    pub is_written_out: Vec<bool>,
    pub most: usize,
    /// The number of operands entered so far.
    pub entered: usize,
    pub atoms: Vec<Atom>,
    pub is_cut: bool,
}

impl Writer<'_> {
    /// Writes the formula of a node.
    pub fn write(&mut self, root: &Value) {
        let mut work = vec![Work::Enter(Operand::Value(root.clone()), false)];
        while let Some(next) = work.pop() {
            match next {
                Work::Operation(operation) => self.atoms.push(Atom::Operation(operation)),
                Work::Where => self.atoms.push(Atom::Where),
                Work::More => {
                    self.is_cut = true;
                    self.atoms.push(Atom::More);
                }
                Work::Enter(Operand::Value(value), negative) => {
                    self.enter(value, negative, &mut work);
                }
                Work::Enter(operand, true) => self.atoms.push(Atom::Number(-operand.data())),
                Work::Enter(operand, false) => self.atoms.push(Atom::Number(operand.data())),
                Work::Text(text) => self.atoms.push(Atom::Text(text)),
            }
        }
    }

    fn enter(&mut self, value: Value, negative: bool, work: &mut Vec<Work>) {
        let operation = value.operation().filter(|_| self.is_written_out(&value));
        let first = work.len();
        self.entered += 1;
        match (operation, value.operands()) {
            (Some(_), _) if self.entered > self.most => work.push(Work::More),
            (Some(row), [x, y]) if row.is(DIVIDE) => {
                work.push(Work::Enter(x.clone(), negative));
                work.push(Work::Enter(y.clone(), false));
                work.push(Work::Operation(DIVIDE));
                reverse_from(first, work);
            }
            (Some(row), _) if row.is(MULTIPLY) => {
                let (factors, is_cut) = self.chain(&value, MULTIPLY);
                for (at, (factor, _)) in factors.into_iter().enumerate() {
                    work.push(Work::Enter(factor, negative && at == 0));
                    if at > 0 {
                        work.push(Work::Operation(MULTIPLY));
                    }
                }
                if is_cut {
                    work.extend([Work::More, Work::Operation(MULTIPLY)]);
                }
                reverse_from(first, work);
            }
            (Some(row), [x]) if row.is(NEGATE) && !negative && self.is_product(x) => {
                work.push(Work::Enter(x.clone(), true));
            }
            (Some(row), _) if !negative && (row.is(ADD) || row.is(SUBTRACT)) => {
                self.enter_sum(&value, work);
                reverse_from(first, work);
            }
            (Some(_), _) if let Some(choice) = Choice::of_one(&value) => {
                choice.write(work);
                if negative {
                    work.push(Work::Operation(NEGATE));
                }
                reverse_from(first, work);
            }
            (operation, operands) => {
                if negative {
                    work.push(Work::Operation(NEGATE));
                }
                match operation {
                    None => self.atoms.push(Atom::Node(value.clone())),
                    Some(operation) => {
                        work.push(Work::Operation(operation));
                        for (at, operand) in operands.iter().enumerate().rev() {
                            work.push(match rows::text_among(operands, at) {
                                Some(text) => Work::Text(text),
                                None => Work::Enter(operand.clone(), false),
                            });
                        }
                    }
                }
            }
        }
    }

    /// Adds the terms of a sum to a work list that is reversed afterwards; two gates next to each
    /// other that are opposites as one choice.
    fn enter_sum(&self, sum: &Value, work: &mut Vec<Work>) {
        let (terms, is_cut) = self.chain(sum, ADD);
        let gate = |(term, joins): &(Operand, &'static Operation)| {
            let term = term.value().filter(|it| joins.is(ADD) && self.is_written_out(it));
            term.cloned()
        };
        let mut is_first = true;
        let mut terms = terms.into_iter().peekable();
        while let Some(term) = terms.next() {
            let both = gate(&term).zip(terms.peek().and_then(gate));
            let choice = both.and_then(|(one, other)| Choice::between(&one, &other));
            let joins = if let Some(choice) = choice {
                terms.next();
                choice.write(work);
                ADD
            } else {
                let (term, joins) = term;
                let (term, joins) = match self.negated(&term).filter(|_| !is_first) {
                    Some(positive) => (positive, if joins.is(ADD) { SUBTRACT } else { ADD }),
                    None => (term, joins),
                };
                work.push(Work::Enter(term, false));
                joins
            };
            if !std::mem::take(&mut is_first) {
                work.push(Work::Operation(joins));
            }
        }
        if is_cut {
            work.extend([Work::More, Work::Operation(ADD)]);
        }
    }

    /// Returns the factors of a product, or the terms of a sum with their signs, from left to
    /// right; and true if some were left out.
    ///
    /// `a * (b * c)` is written `a * b * c`; a sum that is subtracted keeps its parentheses.
    fn chain(
        &self,
        value: &Value,
        joins: &'static Operation,
    ) -> (Vec<(Operand, &'static Operation)>, bool) {
        let mut found = Vec::new();
        let longest = if self.most == usize::MAX { usize::MAX } else { LONGEST_CHAIN };
        let mut work = vec![(Operand::Value(value.clone()), joins)];
        while let Some((operand, before)) = work.pop() {
            let inner = operand
                .value()
                .filter(|inner| inner.is(value) || self.is_written_out(inner))
                .filter(|_| !before.is(SUBTRACT));
            if found.len() >= longest {
                return (found, true);
            }
            let parts = inner.and_then(|inner| Some((inner.operation()?, inner.both_operands())));
            match parts {
                Some((row, [x, y])) if row.is(joins) => {
                    work.push((y.clone(), joins));
                    work.push((x.clone(), before));
                }
                Some((row, [x, y])) if row.is(SUBTRACT) && joins.is(ADD) => {
                    work.push((y.clone(), SUBTRACT));
                    work.push((x.clone(), before));
                }
                _ => found.push((operand, before)),
            }
        }
        (found, false)
    }

    /// The operand of a negation that is expanded as a term, unless that operand is a sum.
    fn negated(&self, term: &Operand) -> Option<Operand> {
        let value = term.value().filter(|value| self.is_written_out(value))?;
        let [positive] = value.operands() else {
            return None;
        };
        let inner = positive.value().filter(|inner| self.is_written_out(inner));
        let is_sum =
            inner.and_then(Value::operation).is_some_and(|row| row.is(ADD) || row.is(SUBTRACT));
        let is_negated = value.operation().is_some_and(|row| row.is(NEGATE));
        (is_negated && !is_sum).then(|| positive.clone())
    }

    fn is_product(&self, operand: &Operand) -> bool {
        let written_out = operand.value().filter(|value| self.is_written_out(value));
        let operation = written_out.and_then(Value::operation);
        operation.is_some_and(|row| row.is(MULTIPLY) || row.is(DIVIDE))
    }

    fn is_written_out(&self, value: &Value) -> bool {
        self.order.number_of(value).is_some_and(|number| self.is_written_out[number])
    }
}

fn reverse_from(first: usize, work: &mut [Work]) {
    if let Some(added) = work.get_mut(first..) {
        added.reverse();
    }
}
