//! The records of a tape, and the numbers that stay, from what is known of the nodes.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::compile::{Kind, Known, Part, Place};
use super::dot::Dot;
use super::{Record, Slot, Sum};
use crate::graph::node::{Operand, Value};

/// A tape in the making.
pub(super) struct Emitter<'order> {
    nodes: &'order [Value],
    known: Vec<Known>,
    leaves: usize,
    /// Where the slots of what stays begin, after those of the records.
    first_still: usize,
    pub records: Vec<Record>,
    pub dots: Vec<Dot>,
    /// Nodes that stay what they are, and their slots.
    pub still: Vec<(Slot, Value)>,
    /// All that stays: the data of nodes, and constants.
    pub numbers: Vec<f64>,
    pub root_slot: Slot,
    constants: HashMap<u64, Slot, RandomState>,
    /// The terms of the record under way, from the last one to the first.
    terms: Vec<Term>,
}

/// A term of a sum: a product, or an operand of the sum as it is.
#[derive(Clone, Copy)]
struct Term {
    place: Place,
    /// Which operand of the node; without one it is the product of both.
    operand: Option<usize>,
    minus: bool,
}

/// The first product of a sum is added to this: it leaves everything as it is, zeros included.
const NOTHING: f64 = -0.0;

impl<'order> Emitter<'order> {
    /// Emits a record for every node that has one.
    pub fn emit(nodes: &'order [Value], known: Vec<Known>, leaves: usize) -> Emitter<'order> {
        let records = known.iter().filter(|known| known.has_record()).count();
        let mut emitter = Emitter {
            nodes,
            known,
            leaves,
            first_still: leaves + records,
            records: Vec::with_capacity(records),
            dots: Vec::new(),
            still: Vec::new(),
            numbers: Vec::new(),
            root_slot: 0,
            constants: HashMap::default(),
            terms: Vec::new(),
        };
        for place in 0..nodes.len() {
            if emitter.known[place].has_record() {
                emitter.record(place);
            }
        }
        if let Some(root) = nodes.len().checked_sub(1) {
            emitter.root_slot = emitter.slot_of(root);
        }
        // It is no longer needed, and large.
        emitter.known = Vec::new();
        emitter
    }

    fn record(&mut self, place: Place) {
        let known = self.known[place];
        let record = match known.kind {
            Kind::Leaf => return,
            Kind::Sum | Kind::Difference | Kind::Product => {
                let (start, dots) = self.sum(place);
                Record::Sum(Sum { rule: None, start, dots })
            }
            Kind::Unary(rule) => {
                let sum = known.operand(0).filter(|sum| self.known[*sum].part.is_inner());
                let (start, dots) = match sum {
                    None => (self.slot(place, 0), 0),
                    Some(sum) => self.sum(sum),
                };
                Record::Sum(Sum { rule: Some(rule), start, dots })
            }
            Kind::Binary(rule) => {
                let operands = [self.slot(place, 0), self.slot(place, 1)];
                Record::Binary { rule, operands }
            }
        };
        self.records.push(record);
        self.known[place].slot = (self.leaves + self.records.len()) as Slot;
    }

    /// Emits the dot products of the sum that ends in a node; gives the slot it starts with, and
    /// how many there are.
    fn sum(&mut self, last: Place) -> (Slot, u32) {
        self.terms.clear();
        let mut place = last;
        // From the last term back to the first.
        let start = loop {
            let known = self.known[place];
            if known.kind == Kind::Product {
                self.terms.push(Term { place, operand: None, minus: false });
                break self.constant(NOTHING);
            }
            let minus = known.kind == Kind::Difference;
            let (rest, term) = if self.part(known, 1) == Part::Rest { (1, 0) } else { (0, 1) };
            self.term(place, term, minus);
            match (self.part(known, rest), known.operand(rest)) {
                (Part::Rest, Some(operand)) => place = operand,
                (Part::Term, Some(operand)) => {
                    self.terms.push(Term { place: operand, operand: None, minus: false });
                    break self.constant(NOTHING);
                }
                _ => break self.slot(place, rest),
            }
        };
        (start, self.dots_of_terms())
    }

    /// Emits the terms noted, as few dot products.
    ///
    /// Slots are given out from the first term to the last, so that what stays lies in that order.
    fn dots_of_terms(&mut self) -> u32 {
        let before = self.dots.len();
        let mut under_way: Option<Dot> = None;
        while let Some(term) = self.terms.pop() {
            let product = self.product(term);
            under_way = Some(match under_way.and_then(|dot| dot.with(product, self.first_still)) {
                Some(longer) => longer,
                None => {
                    self.dots.extend(under_way);
                    Dot::product(product)
                }
            });
        }
        self.dots.extend(under_way);
        (self.dots.len() - before) as u32
    }

    /// What an operand is to the record.
    fn part(&self, known: Known, index: usize) -> Part {
        known.operand(index).map_or(Part::Whole, |operand| self.known[operand].part)
    }

    /// Notes the operand of a sum as a term.
    fn term(&mut self, place: Place, index: usize, minus: bool) {
        let known = self.known[place];
        self.terms.push(match (self.part(known, index), known.operand(index)) {
            (Part::Term, Some(product)) => Term { place: product, operand: None, minus },
            _ => Term { place, operand: Some(index), minus },
        });
    }

    /// The factors of a term; of one that is taken away, a factor is a constant and has its sign
    /// turned.
    fn product(&mut self, Term { place, operand, minus }: Term) -> [Slot; 2] {
        if let Some(index) = operand {
            let slot = self.slot(place, index);
            return [slot, self.constant(if minus { -1.0 } else { 1.0 })];
        }
        let known = self.known[place];
        let is_constant = |index: &usize| known.operand(*index).is_none();
        let turned = (0..2).find(is_constant).filter(|_| minus);
        [0, 1].map(|index| match turned == Some(index) {
            true => self.constant(-self.number(place, index)),
            false => self.slot(place, index),
        })
    }

    /// The slot of an operand.
    #[inline]
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
    #[inline]
    fn slot_of(&mut self, place: Place) -> Slot {
        match self.known[place].slot.checked_sub(1) {
            Some(slot) => slot,
            None => self.slot_that_stays(place),
        }
    }

    fn slot_that_stays(&mut self, place: Place) -> Slot {
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
