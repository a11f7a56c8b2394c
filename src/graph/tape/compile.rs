//! A graph to a tape: which nodes stay, which are inner to a sum, and a record for each of the rest.

use std::collections::HashMap;

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
        for node in order.nodes() {
            if compiler.has_record(node) {
                compiler.emit(node);
            }
        }
        let root_slot = compiler.slot_of(&root);
        order.nodes().iter().for_each(|node| node.set_mark(0));
        let Compiler { records, terms, still, numbers, .. } = compiler;
        let moved = moving.len() + records.len();
        let mut values = vec![0.0; moved];
        values.extend(numbers);
        let leaves = moving.to_vec();
        let inputs = Vec::new();
        let grads = vec![0.0; moved];
        let mut tape =
            Tape { root, root_slot, leaves, still, values, grads, records, terms, inputs };
        tape.load();
        Some(tape)
    }
}

/// What is known of the node at one place of the order; a node's mark is its place, from 1.
#[derive(Debug, Clone, Copy, Default)]
struct Known {
    users: u32,
    /// The place among the values; of a record, once it is emitted.
    slot: Option<Slot>,
    /// Whether a moving leaf flows into it.
    moves: bool,
    /// Whether it is part of its only user's record.
    inner: bool,
}

/// A tape in the making.
struct Compiler {
    known: Vec<Known>,
    /// The first slot of what stays.
    first_still: usize,
    first_record: usize,
    records: Vec<Record>,
    terms: Vec<Term>,
    still: Vec<(Slot, Value)>,
    /// All that stays: the data of nodes, and constants.
    numbers: Vec<f64>,
    constants: HashMap<u64, Slot>,
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

/// What an operation's operands are to its record, at each of their places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// A slot of its own.
    Whole,
    /// A product that is one of the sum's terms.
    Term,
    /// A sum that goes on in this one, from its left end.
    Rest,
}

/// The first product of a sum is added to this: it leaves everything as it is, zeros included.
const NOTHING: f64 = -0.0;

impl Compiler {
    /// Goes over the order and finds what moves, what is inner, and how many records there will be.
    fn survey(order: &Order, moving: &[Value]) -> Compiler {
        let nodes = order.nodes();
        let mut known = vec![Known::default(); nodes.len()];
        for (place, node) in (1..).zip(nodes) {
            node.set_mark(place);
        }
        for (slot, leaf) in (0..).zip(moving) {
            if let Some(known) = place(leaf).and_then(|place| known.get_mut(place)) {
                *known = Known { slot: Some(slot), moves: true, ..*known };
            }
        }
        for (at, node) in nodes.iter().enumerate() {
            for operand in node.operands().iter().filter_map(Operand::value).filter_map(place) {
                known[operand].users += 1;
                known[at].moves |= known[operand].moves;
            }
        }
        let mut compiler = Compiler {
            known,
            first_still: 0,
            first_record: moving.len(),
            records: Vec::new(),
            terms: Vec::new(),
            still: Vec::new(),
            numbers: Vec::new(),
            constants: HashMap::new(),
        };
        for node in nodes {
            for (operand, part) in node.operands().iter().zip(compiler.parts(node)) {
                if part != Part::Whole
                    && let Some(place) = operand.value().and_then(place)
                {
                    compiler.known[place].inner = true;
                }
            }
        }
        let records = nodes.iter().filter(|node| compiler.has_record(node)).count();
        compiler.first_still = compiler.first_record + records;
        compiler.records.reserve_exact(records);
        compiler
    }

    fn known(&self, node: &Value) -> Known {
        place(node).and_then(|place| self.known.get(place)).copied().unwrap_or_default()
    }

    fn has_record(&self, node: &Value) -> bool {
        let known = self.known(node);
        known.moves && !known.inner && !node.is_leaf()
    }

    /// What the operands of `node` are to the record it is, or is part of.
    fn parts(&self, node: &Value) -> [Part; 2] {
        const WHOLE: [Part; 2] = [Part::Whole, Part::Whole];
        let Some(operation) = node.operation().filter(|_| self.known(node).moves) else {
            return WHOLE;
        };
        let [x, y] = node.places();
        let part = |operand: &Operand| match self.absorbable(operand) {
            None => Part::Whole,
            Some(Fusable::Product) => Part::Term,
            Some(_) => Part::Rest,
        };
        match fusable(operation) {
            Some(Fusable::Product) => WHOLE,
            // Sums are the same both ways round, but only one of them can go on.
            Some(Fusable::Sum) => match [part(x), part(y)] {
                [Part::Rest, Part::Rest] => [Part::Rest, Part::Whole],
                parts => parts,
            },
            Some(Fusable::Difference) => match [part(x), part(y)] {
                [first, Part::Term] if constant_factor(y).is_some() => [first, Part::Term],
                [first, _] => [first, Part::Whole],
            },
            None if operation.arity() == 1 => [part(x), Part::Whole],
            None => WHOLE,
        }
    }

    /// The operation of an operand that may be part of its user's record.
    fn absorbable(&self, operand: &Operand) -> Option<Fusable> {
        let value = operand.value()?;
        let known = self.known(value);
        fusable(value.operation()?).filter(|_| known.moves && known.users == 1)
    }

    fn emit(&mut self, node: &Value) {
        let (Some(operation), [x, y]) = (node.operation(), node.places()) else {
            return;
        };
        let (rule, start) = match (&operation.rule, fusable(operation), self.parts(node)) {
            (_, Some(_), _) => (None, self.sum(node)),
            (rule @ Rule::Unary { .. }, None, [Part::Whole, _]) => (Some(rule), self.slot(x)),
            (rule @ Rule::Unary { .. }, None, _) => {
                let start = x.value().map_or(0, |sum| self.sum(sum));
                (Some(rule), start)
            }
            (rule @ Rule::Binary { .. }, None, _) => {
                let term = [self.slot(x), self.slot(y)];
                self.terms.push(term);
                (Some(rule), 0)
            }
        };
        if let Some(place) = place(node) {
            self.known[place].slot = Some((self.first_record + self.records.len()) as Slot);
        }
        self.records.push(Record { rule, start, end: self.terms.len() as u32 });
    }

    /// Emits the terms of the sum that ends in `node`, and gives the slot it starts with.
    fn sum(&mut self, node: &Value) -> Slot {
        let first_term = self.terms.len();
        let mut node = node;
        // From the last term back to the first.
        let start = loop {
            let [x, y] = node.places();
            let minus = match node.operation().and_then(fusable) {
                Some(Fusable::Product) => {
                    self.product(x, y, false);
                    break self.constant(NOTHING);
                }
                Some(Fusable::Difference) => true,
                _ => false,
            };
            let (rest, part, term) = match self.parts(node) {
                [first, Part::Rest] => {
                    self.term(x, first, false);
                    (y, Part::Rest, None)
                }
                [first, second] => (x, first, Some(second)),
            };
            if let Some(term) = term {
                self.term(y, term, minus);
            }
            match (part, rest) {
                (Part::Rest, Operand::Value(value)) => node = value,
                (Part::Term, _) => {
                    self.term(rest, part, false);
                    break self.constant(NOTHING);
                }
                _ => break self.slot(rest),
            }
        };
        self.terms[first_term..].reverse();
        start
    }

    /// Emits one term of a sum.
    fn term(&mut self, operand: &Operand, part: Part, minus: bool) {
        match operand {
            Operand::Value(value) if part == Part::Term => {
                let [x, y] = value.places();
                self.product(x, y, minus);
            }
            _ => {
                let one = self.constant(if minus { -1.0 } else { 1.0 });
                let slot = self.slot(operand);
                self.terms.push([slot, one]);
            }
        }
    }

    /// Emits `x*y`; of one that is taken away, a factor is a constant and has its sign turned.
    fn product(&mut self, x: &Operand, y: &Operand, minus: bool) {
        let turned = |operand: &Operand| match operand {
            Operand::Constant(number) => Operand::Constant(-number),
            value => value.clone(),
        };
        let term = match (minus, x) {
            (false, _) => [self.slot(x), self.slot(y)],
            (true, Operand::Constant(_)) => [self.slot(&turned(x)), self.slot(y)],
            (true, _) => [self.slot(x), self.slot(&turned(y))],
        };
        self.terms.push(term);
    }

    fn slot(&mut self, operand: &Operand) -> Slot {
        match operand {
            Operand::Constant(number) => self.constant(*number),
            Operand::Value(value) => self.slot_of(value),
        }
    }

    /// The slot of a node: its own if it has one yet, else a new one for what stays.
    fn slot_of(&mut self, node: &Value) -> Slot {
        if let Some(slot) = self.known(node).slot {
            return slot;
        }
        let slot = self.new_still(node.data());
        if let Some(place) = place(node) {
            self.known[place].slot = Some(slot);
        }
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

/// The node's place in the order, from 0; none when it is not part of it.
fn place(node: &Value) -> Option<usize> {
    (node.mark() as usize).checked_sub(1)
}

fn constant_factor(product: &Operand) -> Option<f64> {
    product.value()?.operands().iter().find_map(|factor| match factor {
        Operand::Constant(number) => Some(*number),
        Operand::Value(_) => None,
    })
}
