//! A graph to a tape: which nodes move, and which are inner to the sum of their only user.

use super::blocks::Blocks;
use super::emit::Emitter;
use super::{Slot, Tape};
use crate::graph::node::{Operand, Value};
use crate::graph::pass::Order;
use crate::ops::{ADD, MULTIPLY, Operation, Rule, SUBTRACT};

impl Tape {
    /// The tape of the order's root, with room for other numbers in `moving`, leaves all different.
    ///
    /// None without a root. It is loaded, but has not been passed over yet.
    pub fn compile(order: &Order, moving: &[Value]) -> Option<Tape> {
        let root = order.root()?.clone();
        let mut survey = Survey::of(order, moving);
        survey.find_inner();
        let Emitter { mut records, mut dots, rules, still, mut numbers, root_slot, .. } =
            Emitter::emit(order.nodes(), survey, moving.len());
        let moved = moving.len() + records.len();
        let first_copy = moved + numbers.len();
        let blocks = Blocks::gather(&mut records, &mut dots, moving.len(), first_copy);
        records.shrink_to_fit();
        dots.shrink_to_fit();
        let mut values = Vec::with_capacity(moved + numbers.len() + blocks.copies());
        values.resize(moved, 0.0);
        values.append(&mut numbers);
        values.resize(values.capacity(), 0.0);
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
        Some(tape)
    }
}

/// The place of a node in the order.
pub(super) type Place = usize;

/// What is known of the nodes of an order.
pub(super) struct Survey {
    /// Node by node.
    pub known: Vec<Known>,
    /// How many nodes have a record.
    pub records: usize,
}

/// What is known of one node, so that the node itself is looked at once.
#[derive(Debug, Clone, Copy)]
pub(super) struct Known {
    /// The places of its operands, from 1; 0 for a constant.
    operands: [u32; 2],
    /// The place among the values, from 1; 0 as long as it has none.
    pub slot: Slot,
    pub kind: Kind,
    /// What it is to the record of its only user.
    pub part: Part,
    /// Whether a moving leaf flows into it.
    pub moves: bool,
    /// How many places use it, up to 255.
    users: u8,
}

/// What a node is to a tape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Leaf,
    Sum,
    Difference,
    Product,
    /// Any other operation on one operand.
    Unary,
    /// Any other operation on two.
    Binary,
}

/// What an operand is to the record it is an operand of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// A slot of its own.
    Whole,
    /// A product that is one of the sum's terms.
    Term,
    /// A sum that goes on in this one, from its left end.
    Rest,
}

impl Kind {
    fn of(operation: Option<&'static Operation>) -> Kind {
        match operation {
            None => Kind::Leaf,
            Some(row) if row.is(ADD) => Kind::Sum,
            Some(row) if row.is(SUBTRACT) => Kind::Difference,
            Some(row) if row.is(MULTIPLY) => Kind::Product,
            Some(row) => match row.rule {
                Rule::Unary { .. } => Kind::Unary,
                Rule::Binary { .. } => Kind::Binary,
            },
        }
    }
}

impl Known {
    pub fn has_record(&self) -> bool {
        self.moves && self.part == Part::Whole && self.kind != Kind::Leaf
    }

    /// The place of an operand; none for a constant.
    pub fn operand(&self, index: usize) -> Option<Place> {
        (self.operands[index] as usize).checked_sub(1)
    }
}

impl Survey {
    /// Goes over the order and finds what moves and what is used how often.
    fn of(order: &Order, moving: &[Value]) -> Survey {
        let nodes = order.nodes();
        let mut known: Vec<Known> = Vec::with_capacity(nodes.len());
        for (slot, leaf) in (1..).zip(moving) {
            leaf.set_mark(slot);
        }
        for (place, node) in (0..).zip(nodes) {
            // Another order may have placed it elsewhere since.
            node.set_place(place);
            let slot = node.mark();
            let mut moves = slot != 0;
            let kind = Kind::of(node.operation());
            let operands = node.places().each_ref().map(|operand| {
                let Operand::Value(operand) = operand else {
                    return 0;
                };
                let place = operand.place();
                if let Some(operand) = known.get_mut(place as usize) {
                    operand.users = operand.users.saturating_add(1);
                    moves |= operand.moves;
                }
                place + 1
            });
            let (part, users) = (Part::Whole, 0);
            known.push(Known { operands, slot, kind, part, moves, users });
        }
        moving.iter().for_each(|leaf| leaf.set_mark(0));
        Survey { known, records: 0 }
    }

    /// Finds the nodes that are part of their only user's record, and how many records remain.
    fn find_inner(&mut self) {
        for place in 0..self.known.len() {
            let known = self.known[place];
            if !known.moves || known.kind == Kind::Leaf {
                continue;
            }
            self.records += 1;
            for (index, part) in self.parts(known).into_iter().enumerate() {
                if part != Part::Whole
                    && let Some(operand) = known.operand(index)
                {
                    self.known[operand].part = part;
                    self.records -= 1;
                }
            }
        }
    }

    /// What the operands of a node are to its record.
    fn parts(&self, known: Known) -> [Part; 2] {
        let whole = Part::Whole;
        let part = |index| {
            let operand = known.operand(index).map(|operand| self.known[operand]);
            match operand {
                Some(it) if it.moves && it.users == 1 => match it.kind {
                    Kind::Product => Part::Term,
                    Kind::Sum | Kind::Difference => Part::Rest,
                    Kind::Leaf | Kind::Unary | Kind::Binary => Part::Whole,
                },
                _ => Part::Whole,
            }
        };
        match known.kind {
            Kind::Leaf | Kind::Product | Kind::Binary => [whole; 2],
            Kind::Unary => [part(0), whole],
            Kind::Sum => match [part(0), part(1)] {
                // A sum is the same both ways round, but only one of its operands can go on.
                [Part::Rest, Part::Rest] => [Part::Rest, whole],
                parts => parts,
            },
            // Its sign is turned by turning that of a constant factor.
            Kind::Difference => match (part(1), known.operand(1)) {
                (Part::Term, Some(y)) if self.known[y].operands.contains(&0) => {
                    [part(0), Part::Term]
                }
                _ => [part(0), whole],
            },
        }
    }
}
