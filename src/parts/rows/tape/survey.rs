//! The survey before a graph is compiled to a tape: which nodes require a grad, and which are fused
//! into the record of their only user.

use std::ptr;

use super::{AppliedRule, RuleIndex, Slot};
use crate::core::graph::{Order, Value};
use crate::core::ops::{ADD, MULTIPLY, Operation, Rule, SUBTRACT};

/// The facts about all nodes of an order.
#[derive(Default)]
pub(super) struct Survey {
    /// The facts by node number.
    pub facts: Vec<Facts>,
    /// The rules applied, except sums and products.
    pub rules: Vec<AppliedRule>,
}

/// The facts about one node, collected so that the node itself is read only once.
#[derive(Debug, Clone, Copy)]
pub(super) struct Facts {
    /// The numbers of its operands, from 1; 0 for a constant.
    operands: [u32; 2],
    /// Its slot, from 1; 0 if it has none yet.
    pub slot: Slot,
    pub shape: Shape,
    pub fusion: Fusion,
    /// Set when it depends on a leaf that requires a grad.
    pub requires_grad: bool,
}

/// The operations that a tape distinguishes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Leaf,
    /// A node with a number for each row.
    PerRow,
    /// A number made of all rows.
    Fold,
    Sum,
    Difference,
    Product,
    /// Any other operation on one operand.
    Unary(RuleIndex),
    /// Any other operation on two.
    Binary(RuleIndex),
}

/// The way a node enters the records of its users.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fusion {
    /// No user has been met yet.
    Unused,
    /// By its own slot.
    None,
    /// As a product that is a term of its only user.
    Term,
    /// As a sum that the sum of its only user continues.
    Prefix,
}

impl Fusion {
    /// Returns true if the node is fused into the record of its user.
    pub fn is_fused(self) -> bool {
        matches!(self, Fusion::Term | Fusion::Prefix)
    }
}

impl Facts {
    pub fn has_record(&self) -> bool {
        self.requires_grad
            && !self.fusion.is_fused()
            && !matches!(self.shape, Shape::Leaf | Shape::PerRow | Shape::Fold)
    }

    /// The number of an operand; none for a constant.
    pub fn operand(&self, index: usize) -> Option<usize> {
        (self.operands[index] as usize).checked_sub(1)
    }

    /// Its way into the record of its first user as the operand `index`; that record may already
    /// continue another sum.
    #[inline(always)]
    fn fusion_with(&self, user: Shape, index: usize, continues: bool) -> Fusion {
        let (is_left, is_sum) = match user {
            // Addition is commutative, but a sum can continue only one of its operands.
            Shape::Sum => (!continues, true),
            Shape::Difference | Shape::Unary(_) => (index == 0, index == 0),
            _ => return Fusion::None,
        };
        match self.shape {
            _ if !self.requires_grad => Fusion::None,
            Shape::Sum | Shape::Difference if is_left => Fusion::Prefix,
            // A product is subtracted by negating a constant factor.
            Shape::Product if is_sum || self.operands.contains(&0) => Fusion::Term,
            _ => Fusion::None,
        }
    }
}

impl Survey {
    /// Surveys an order in which `leaves` require a grad; they get the first slots.
    pub fn of(order: &Order, leaves: &[Value]) -> Survey {
        let mut slots: Vec<Slot> = vec![0; order.count()];
        for (slot, leaf) in (1..).zip(leaves) {
            if let Some(number) = order.number_of(leaf) {
                slots[number] = slot;
            }
        }
        let facts = Vec::with_capacity(order.count());
        let mut survey = Survey { facts, ..Survey::default() };
        order.visit(|node, [x, y]| {
            let (shape, y) = match node.operation() {
                _ if node.is_per_row() => (Shape::PerRow, y),
                // A square is a product, so a sum of squares is one record.
                _ if node.is_square() => (Shape::Product, x),
                operation => (survey.shape(operation), y),
            };
            let slot = if shape == Shape::Leaf { slots[survey.facts.len()] } else { 0 };
            let mut requires_grad = slot != 0;
            let mut continues = false;
            // Unrolled: a loop would write two halves that are then read as one word, which stalls
            // store forwarding.
            let mut meet = |index, operand| {
                survey.meet((shape, index), operand, &mut requires_grad, &mut continues)
            };
            let operands = [meet(0, x), meet(1, y)];
            survey.facts.push(Facts {
                operands,
                slot,
                shape,
                fusion: Fusion::Unused,
                requires_grad,
            });
        });
        survey
    }

    /// Records that a node is an operand of the current one; returns its number, from 1.
    #[inline(always)]
    fn meet(
        &mut self,
        (user, index): (Shape, usize),
        operand: Option<usize>,
        requires_grad: &mut bool,
        continues: &mut bool,
    ) -> u32 {
        let Some(number) = operand else {
            return 0;
        };
        if let Some(operand) = self.facts.get_mut(number) {
            *requires_grad |= operand.requires_grad;
            let fusion = match operand.fusion {
                Fusion::Unused => operand.fusion_with(user, index, *continues),
                _ => Fusion::None,
            };
            *continues |= fusion == Fusion::Prefix;
            operand.fusion = fusion;
        }
        number as u32 + 1
    }

    fn shape(&mut self, operation: Option<&'static Operation>) -> Shape {
        match operation {
            None => Shape::Leaf,
            Some(row) if row.as_fold().is_some() => Shape::Fold,
            Some(row) if row.is(ADD) => Shape::Sum,
            Some(row) if row.is(SUBTRACT) => Shape::Difference,
            Some(row) if row.is(MULTIPLY) => Shape::Product,
            Some(row) => {
                let rule = self.rule(row);
                match row.rule {
                    Rule::Unary { .. } => Shape::Unary(rule),
                    Rule::Binary { .. } | Rule::Fold(_) => Shape::Binary(rule),
                }
            }
        }
    }

    /// The index of an operation's rule among the rules.
    fn rule(&mut self, operation: &'static Operation) -> RuleIndex {
        let rule = &operation.rule;
        let known = self.rules.iter().position(|applied| ptr::eq(applied.rule, rule));
        let index = known.unwrap_or_else(|| {
            let (is_steep, branching) = (operation.is_steep(), operation.branching);
            self.rules.push(AppliedRule { rule, is_steep, branching });
            self.rules.len() - 1
        });
        index as RuleIndex
    }
}
