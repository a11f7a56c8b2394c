//! A graph to a tape: which nodes move, and which are inner to the sum of their only user.

use std::ptr;

use super::blocks::Blocks;
use super::emit::Emitter;
use super::{Applied, RuleIndex, Slot, Tape};
use crate::graph::node::{Operand, Value};
use crate::graph::order::Order;
use crate::ops::{ADD, MULTIPLY, Operation, Rule, SUBTRACT};

impl Tape {
    /// The tape of the order's root, with room for other numbers in `moving`, leaves all different.
    ///
    /// The order must be whole: [`Order::stale`] gives none that would do. None without a root. A
    /// forward pass has been made.
    pub fn compile(order: &Order, moving: &[Value]) -> Option<Tape> {
        let root = order.root()?.clone();
        let Survey { known, rules } = Survey::of(order, moving);
        let emitter = Emitter::emit(order.nodes(), known, moving.len());
        let Emitter { mut records, mut dots, still, mut numbers, root_slot, .. } = emitter;
        let moved = moving.len() + records.len();
        let first_copy = moved + numbers.len();
        let blocks = Blocks::gather(&mut records, &mut dots, moving.len(), first_copy);
        records.shrink_to_fit();
        dots.shrink_to_fit();
        let mut values = Vec::with_capacity(moved + numbers.len() + blocks.copies());
        values.resize(moved, 0.0);
        values.append(&mut numbers);
        values.resize(first_copy + blocks.copies(), 0.0);
        let mut tape = Tape {
            root,
            root_slot,
            leaves: moving.to_vec(),
            still,
            values,
            grads: vec![0.0; moved],
            copy_grads: vec![0.0; blocks.copies()],
            records,
            dots,
            blocks,
            rules,
            inputs: Vec::new(),
        };
        tape.load();
        tape.forward();
        Some(tape)
    }
}

/// The place of a node in the order.
pub(super) type Place = usize;

/// What is known of the nodes of an order.
#[derive(Default)]
pub(super) struct Survey {
    /// Node by node.
    pub known: Vec<Known>,
    /// The rules applied, but for sums and products.
    pub rules: Vec<Applied>,
}

/// What is known of one node, so that the node itself is looked at once.
#[derive(Debug, Clone, Copy)]
pub(super) struct Known {
    /// The places of its operands, from 1; 0 for a constant.
    operands: [u32; 2],
    /// The place among the values, from 1; 0 as long as it has none.
    pub slot: Slot,
    pub kind: Kind,
    pub part: Part,
    /// Whether a moving leaf flows into it.
    pub moves: bool,
}

/// What a node is to a tape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Leaf,
    Sum,
    Difference,
    Product,
    /// Any other operation on one operand.
    Unary(RuleIndex),
    /// Any other operation on two.
    Binary(RuleIndex),
}

/// What a node is to the records of those who use it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// Nothing yet.
    Unused,
    /// A slot of its own.
    Whole,
    /// A product that is one of its only user's terms.
    Term,
    /// A sum that goes on in its only user's, from its left end.
    Rest,
}

impl Part {
    /// Whether it has no record of its own.
    pub fn is_inner(self) -> bool {
        matches!(self, Part::Term | Part::Rest)
    }
}

impl Known {
    pub fn has_record(&self) -> bool {
        self.moves && !self.part.is_inner() && self.kind != Kind::Leaf
    }

    /// The place of an operand; none for a constant.
    pub fn operand(&self, index: usize) -> Option<Place> {
        (self.operands[index] as usize).checked_sub(1)
    }

    /// What it is to its first user as the operand `index` of a `user`, in whose record another sum
    /// may go on already.
    #[inline(always)]
    fn part_in(&self, user: Kind, index: usize, goes_on: bool) -> Part {
        let (is_left, is_sum) = match user {
            // A sum is the same both ways round, but only one of its operands can go on.
            Kind::Sum => (!goes_on, true),
            Kind::Difference | Kind::Unary(_) => (index == 0, index == 0),
            Kind::Leaf | Kind::Product | Kind::Binary(_) => return Part::Whole,
        };
        match self.kind {
            _ if !self.moves => Part::Whole,
            Kind::Sum | Kind::Difference if is_left => Part::Rest,
            // What is taken away has its sign turned by turning that of a constant factor.
            Kind::Product if is_sum || self.operands.contains(&0) => Part::Term,
            _ => Part::Whole,
        }
    }
}

impl Survey {
    /// Goes over the order and finds what moves, and what is inner to the sum of its only user.
    fn of(order: &Order, moving: &[Value]) -> Survey {
        let nodes = order.nodes();
        let mut survey = Survey { known: Vec::with_capacity(nodes.len()), ..Survey::default() };
        for (slot, leaf) in (1..).zip(moving) {
            leaf.set_mark(slot);
        }
        for (place, node) in (0..).zip(nodes) {
            // Another order may have placed it elsewhere since.
            node.set_place(place);
            survey.meet(node);
        }
        moving.iter().for_each(|leaf| leaf.set_mark(0));
        survey
    }

    fn meet(&mut self, node: &Value) {
        let kind = self.kind(node.operation());
        let slot = node.mark();
        let mut moves = slot != 0;
        let mut goes_on = false;
        // One after the other: a loop would write two halves that are then read as a whole, for
        // which the machine waits.
        let [x, y] = node.places();
        let mut operand =
            |index, operand| self.meet_operand((kind, index), operand, &mut moves, &mut goes_on);
        let operands = [operand(0, x), operand(1, y)];
        self.known.push(Known { operands, slot, kind, part: Part::Unused, moves });
    }

    #[inline(always)]
    fn meet_operand(
        &mut self,
        (user, index): (Kind, usize),
        operand: &Operand,
        moves: &mut bool,
        goes_on: &mut bool,
    ) -> u32 {
        let Operand::Value(operand) = operand else {
            return 0;
        };
        let place = operand.place();
        if let Some(operand) = self.known.get_mut(place as usize) {
            *moves |= operand.moves;
            let part = match operand.part {
                Part::Unused => operand.part_in(user, index, *goes_on),
                _ => Part::Whole,
            };
            *goes_on |= part == Part::Rest;
            operand.part = part;
        }
        place + 1
    }

    fn kind(&mut self, operation: Option<&'static Operation>) -> Kind {
        match operation {
            None => Kind::Leaf,
            Some(row) if row.is(ADD) => Kind::Sum,
            Some(row) if row.is(SUBTRACT) => Kind::Difference,
            Some(row) if row.is(MULTIPLY) => Kind::Product,
            Some(row) => {
                let rule = self.rule(row);
                match row.rule {
                    Rule::Unary { .. } => Kind::Unary(rule),
                    Rule::Binary { .. } => Kind::Binary(rule),
                }
            }
        }
    }

    /// The place of an operation's rule among the rules.
    fn rule(&mut self, operation: &'static Operation) -> RuleIndex {
        let rule = &operation.rule;
        let known = self.rules.iter().position(|applied| ptr::eq(applied.rule, rule));
        let index = known.unwrap_or_else(|| {
            self.rules.push(Applied { rule, is_steep: operation.is_steep() });
            self.rules.len() - 1
        });
        index as RuleIndex
    }
}
