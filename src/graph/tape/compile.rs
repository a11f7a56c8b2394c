//! A graph to a tape: which nodes stay, which are inner to a sum, and a record for each of the rest.

use std::collections::HashMap;

use super::copies::Copies;
use super::lanes::Blocks;
use super::{Record, Slot, Tape, Term};
use crate::graph::node::{Operand, Value};
use crate::graph::pass::Order;
use crate::ops::{Operation, Rule};

impl Tape {
    /// The tape of the order's root, with room for other numbers in `moving`, leaves all different.
    ///
    /// None without a root. It is loaded, but has not been passed over yet.
    pub fn compile(order: &Order, moving: &[Value]) -> Option<Tape> {
        let root = order.root()?.clone();
        let mut compiler = Compiler::survey(order, moving);
        for place in 0..compiler.nodes.len() {
            if compiler.known[place].has_record() {
                compiler.emit(place);
            }
        }
        let mut root_slot = compiler.slot_of(compiler.nodes.len() - 1);
        let Compiler { mut records, mut terms, mut still, numbers, first_still, .. } = compiler;
        let mut blocks = Blocks::find(&records, &terms, moving.len());
        let all = first_still + numbers.len();
        let copies =
            Copies::put_side_by_side(&mut blocks, &mut records, &mut terms, all, moving.len());
        // Copies take a grad, so they go before what stays.
        let settle = |slot: &mut Slot| match *slot as usize {
            copy if copy >= all => *slot -= numbers.len() as Slot,
            stays if stays >= first_still => *slot += copies.len() as Slot,
            _ => {}
        };
        records.iter_mut().for_each(|record| settle(&mut record.start));
        terms.as_flattened_mut().iter_mut().for_each(settle);
        still.iter_mut().for_each(|(slot, _)| settle(slot));
        settle(&mut root_slot);
        let copies = copies.beginning_at(first_still);
        let moved = first_still + copies.len();
        let mut values = vec![0.0; moved];
        values.extend(numbers);
        let mut tape = Tape {
            root,
            root_slot,
            leaves: moving.to_vec(),
            still,
            values,
            grads: vec![0.0; moved],
            records,
            terms,
            blocks,
            copies,
            inputs: Vec::new(),
        };
        tape.load();
        Some(tape)
    }
}

/// The place of a node in the order.
type Place = usize;

/// What is known of the node at one place of the order, so that the node itself is looked at once.
#[derive(Debug, Clone, Copy, Default)]
struct Known {
    /// The places of its operands, from 1; 0 for a constant.
    operands: [u32; 2],
    /// The place among the values, from 1; 0 as long as it has none.
    slot: Slot,
    fusable: Option<Fusable>,
    /// What its operands are to its record.
    parts: [Part; 2],
    is_leaf: bool,
    /// Whether a moving leaf flows into it.
    moves: bool,
    /// Whether it is used more than once.
    is_shared: bool,
    is_used: bool,
    /// Whether it is part of its only user's record.
    is_inner: bool,
}

/// The operations that a record can fuse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fusable {
    Sum,
    Difference,
    Product,
}

fn fusable(operation: &Operation) -> Option<Fusable> {
    match (operation.arity(), operation.name) {
        (2, "+") => Some(Fusable::Sum),
        (2, "-") => Some(Fusable::Difference),
        (2, "*") => Some(Fusable::Product),
        _ => None,
    }
}

/// What an operand is to the record it is an operand of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Part {
    /// A slot of its own.
    #[default]
    Whole,
    /// A product that is one of the sum's terms.
    Term,
    /// A sum that goes on in this one, from its left end.
    Rest,
}

impl Known {
    fn has_record(&self) -> bool {
        self.moves && !self.is_inner && !self.is_leaf
    }

    fn operand(&self, index: usize) -> Option<Place> {
        (self.operands[index] as usize).checked_sub(1)
    }
}

/// A tape in the making.
struct Compiler<'order> {
    nodes: &'order [Value],
    known: Vec<Known>,
    /// The slot of the next record; those of what stays begin where those of the records end.
    next_record: usize,
    first_still: usize,
    records: Vec<Record>,
    terms: Vec<Term>,
    still: Vec<(Slot, Value)>,
    /// All that stays: the data of nodes, and constants.
    numbers: Vec<f64>,
    constants: HashMap<u64, Slot>,
}

/// The first product of a sum is added to this: it leaves everything as it is, zeros included.
const NOTHING: f64 = -0.0;

impl<'order> Compiler<'order> {
    /// Goes over the order and finds what moves, what is inner, and how many records there will be.
    fn survey(order: &'order Order, moving: &[Value]) -> Compiler<'order> {
        let nodes = order.nodes();
        let mut known: Vec<Known> = Vec::with_capacity(nodes.len());
        // A moving leaf is marked with its slot at first, from 1; then everything with its place.
        for (slot, leaf) in (1..).zip(moving) {
            leaf.set_mark(slot);
        }
        for (place, node) in (1..).zip(nodes) {
            let slot = node.mark();
            node.set_mark(place);
            let mut it = Known { slot, moves: slot != 0, ..Known::default() };
            match node.operation() {
                None => it.is_leaf = true,
                Some(operation) => it.fusable = fusable(operation),
            }
            for (own, operand) in it.operands.iter_mut().zip(node.operands()) {
                *own = operand.value().map_or(0, Value::mark);
                if let Some(operand) = (*own as usize).checked_sub(1) {
                    let operand = &mut known[operand];
                    operand.is_shared = operand.is_used;
                    operand.is_used = true;
                    it.moves |= operand.moves;
                }
            }
            known.push(it);
        }
        nodes.iter().chain(moving).for_each(|node| node.set_mark(0));
        let mut compiler = Compiler {
            nodes,
            known,
            next_record: moving.len(),
            first_still: 0,
            records: Vec::new(),
            terms: Vec::new(),
            still: Vec::new(),
            numbers: Vec::new(),
            constants: HashMap::new(),
        };
        for place in 0..nodes.len() {
            compiler.find_parts(place);
        }
        let records = compiler.known.iter().filter(|known| known.has_record()).count();
        compiler.first_still = moving.len() + records;
        compiler.records.reserve_exact(records);
        compiler
    }

    /// Finds what the operands of a node are to its record.
    fn find_parts(&mut self, place: Place) {
        let known = self.known[place];
        if !known.moves || known.is_leaf {
            return;
        }
        let part = |index| {
            let operand = known.operand(index).map(|operand| self.known[operand]);
            match operand.filter(|operand| operand.moves && !operand.is_shared)?.fusable? {
                Fusable::Product => Some(Part::Term),
                Fusable::Sum | Fusable::Difference => Some(Part::Rest),
            }
        };
        let [x, y] = [0, 1].map(|index| part(index).unwrap_or_default());
        let parts = match known.fusable {
            Some(Fusable::Product) => return,
            // A sum is the same both ways round, but only one of its operands can go on.
            Some(Fusable::Sum) if [x, y] == [Part::Rest; 2] => [x, Part::Whole],
            Some(Fusable::Sum) => [x, y],
            // Its sign is turned by turning that of a constant factor.
            Some(Fusable::Difference) if y == Part::Term => match known.operand(1) {
                Some(y) if self.known[y].operands.contains(&0) => [x, Part::Term],
                _ => [x, Part::Whole],
            },
            Some(Fusable::Difference) => [x, Part::Whole],
            None if self.nodes[place].operands().len() == 1 => [x, Part::Whole],
            None => return,
        };
        self.known[place].parts = parts;
        for (index, part) in parts.into_iter().enumerate() {
            if part != Part::Whole
                && let Some(operand) = known.operand(index)
            {
                self.known[operand].is_inner = true;
            }
        }
    }

    fn emit(&mut self, place: Place) {
        let known = self.known[place];
        let rule = self.nodes[place].operation().map(|operation| &operation.rule);
        let (rule, start) = match rule.filter(|_| known.fusable.is_none()) {
            None => (None, self.sum(place)),
            Some(rule @ Rule::Unary { .. }) => {
                let start = match (known.parts, known.operand(0)) {
                    ([Part::Whole, _], _) | (_, None) => self.slot(place, 0),
                    (_, Some(sum)) => self.sum(sum),
                };
                (Some(rule), start)
            }
            Some(rule @ Rule::Binary { .. }) => {
                let term = [self.slot(place, 0), self.slot(place, 1)];
                self.terms.push(term);
                (Some(rule), 0)
            }
        };
        self.records.push(Record { rule, start, end: self.terms.len() as u32 });
        self.next_record += 1;
        self.known[place].slot = self.next_record as Slot;
    }

    /// Emits the terms of the sum that ends in a node, and gives the slot it starts with.
    fn sum(&mut self, last: Place) -> Slot {
        let first_term = self.terms.len();
        let mut place = last;
        // From the last term back to the first.
        let start = loop {
            let known = self.known[place];
            if known.fusable == Some(Fusable::Product) {
                self.product(place, false);
                break self.constant(NOTHING);
            }
            let minus = known.fusable == Some(Fusable::Difference);
            let (rest, term) = if known.parts[1] == Part::Rest { (1, 0) } else { (0, 1) };
            self.term(place, term, minus);
            match (known.parts[rest], known.operand(rest)) {
                (Part::Rest, Some(operand)) => place = operand,
                (Part::Term, Some(operand)) => {
                    self.product(operand, false);
                    break self.constant(NOTHING);
                }
                _ => break self.slot(place, rest),
            }
        };
        self.terms[first_term..].reverse();
        start
    }

    /// Emits the operand of a sum as one term.
    fn term(&mut self, place: Place, index: usize, minus: bool) {
        let known = self.known[place];
        match (known.parts[index], known.operand(index)) {
            (Part::Term, Some(product)) => self.product(product, minus),
            _ => {
                let one = self.constant(if minus { -1.0 } else { 1.0 });
                let slot = self.slot(place, index);
                self.terms.push([slot, one]);
            }
        }
    }

    /// Emits a product; of one that is taken away, a factor is a constant and has its sign turned.
    fn product(&mut self, place: Place, minus: bool) {
        let turned = minus.then(|| self.known[place].operands.iter().position(|it| *it == 0));
        let factor = |compiler: &mut Self, index| match turned.flatten() == Some(index) {
            true => compiler.constant(-compiler.number(place, index)),
            false => compiler.slot(place, index),
        };
        let term = [factor(self, 0), factor(self, 1)];
        self.terms.push(term);
    }

    /// The slot of an operand.
    fn slot(&mut self, place: Place, index: usize) -> Slot {
        match self.known[place].operand(index) {
            Some(operand) => self.slot_of(operand),
            None => self.constant(self.number(place, index)),
        }
    }

    fn number(&self, place: Place, index: usize) -> f64 {
        self.nodes[place].places().get(index).map_or(f64::NAN, Operand::data)
    }

    /// The slot of a node: its own if it has one yet, else a new one for what stays.
    fn slot_of(&mut self, place: Place) -> Slot {
        if let Some(slot) = self.known[place].slot.checked_sub(1) {
            return slot;
        }
        let node = &self.nodes[place];
        let slot = self.new_still(node.data());
        self.known[place].slot = slot + 1;
        self.still.push((slot, node.clone()));
        slot
    }

    fn constant(&mut self, number: f64) -> Slot {
        if let Some(slot) = self.constants.get(&number.to_bits()) {
            return *slot;
        }
        let slot = self.new_still(number);
        self.constants.insert(number.to_bits(), slot);
        slot
    }

    fn new_still(&mut self, number: f64) -> Slot {
        let slot = self.first_still + self.numbers.len();
        self.numbers.push(number);
        slot as Slot
    }
}
