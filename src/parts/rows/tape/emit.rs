//! Emitting the records and constants of a tape from a survey of the nodes.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::dot::Dot;
use super::survey::{Facts, Fusion, Shape};
use super::sweeps::TapeSweep;
use super::{FusedSum, Slot, TapeRecord};
use crate::core::graph::{Operand, Order, Value};
use crate::core::ops::NOTHING;
use crate::parts::rows::stages::{Purpose, Stage, Staged};

/// A tape being emitted.
pub(super) struct Emitter<'order> {
    nodes: &'order [Value],
    facts: Vec<Facts>,
    /// The slot of the first record, after those of leaves and folds.
    pub first_record: usize,
    /// The slot of the first constant, after those of the records.
    first_constant: usize,
    pub records: Vec<TapeRecord>,
    pub dots: Vec<Dot>,
    /// The nodes that require no grad, and their slots.
    pub constant_nodes: Vec<(Slot, Value)>,
    /// The data of those nodes, and the numbers written in expressions, by slot.
    pub constants: Vec<f64>,
    pub root_slot: Slot,
    pub sweeps: Vec<TapeSweep>,
    slots_of_numbers: HashMap<u64, Slot, RandomState>,
    /// The terms of the current record, last one first.
    terms: Vec<SumTerm>,
}

/// A term of a sum: a product, or an operand of the sum itself.
#[derive(Clone, Copy)]
struct SumTerm {
    number: usize,
    /// The operand of the node that is the term; none for the product of both.
    operand: Option<usize>,
    minus: bool,
}

impl<'order> Emitter<'order> {
    /// Emits a record for each node that needs one.
    pub fn emit(order: &'order Order, mut facts: Vec<Facts>, leaves: usize) -> Emitter<'order> {
        let nodes = order.nodes();
        let stages = order.has_rows().then(|| {
            let requires_grad = |number: usize| facts[number].requires_grad;
            let columns = &[];
            order.stages(Purpose { requires_grad: &requires_grad, fused: true, columns }).stages
        });
        let sweeps = stages.iter().flatten().map(|stage| stage.sweeps.len()).sum::<usize>();
        let mut first_record = leaves;
        for fold in facts.iter_mut().filter(|it| it.shape == Shape::Fold && it.requires_grad) {
            first_record += 1;
            fold.slot = first_record as Slot;
        }
        let records = sweeps + facts.iter().filter(|facts| facts.has_record()).count();
        let mut emitter = Emitter {
            nodes,
            facts,
            first_record,
            first_constant: first_record + records,
            records: Vec::with_capacity(records),
            dots: Vec::new(),
            constant_nodes: Vec::new(),
            constants: Vec::new(),
            root_slot: 0,
            sweeps: Vec::with_capacity(sweeps),
            slots_of_numbers: HashMap::default(),
            terms: Vec::new(),
        };
        match stages {
            None => (0..nodes.len()).for_each(|number| emitter.meet(number)),
            Some(stages) => {
                for Stage { sweeps, others } in stages {
                    sweeps.into_iter().for_each(|staged| emitter.sweep(staged));
                    others.into_iter().for_each(|number| emitter.meet(number));
                }
            }
        }
        if let Some(root) = nodes.len().checked_sub(1) {
            emitter.root_slot = emitter.slot_of(root);
        }
        // Freed early, since it is large.
        emitter.facts = Vec::new();
        emitter
    }

    /// Emits the record of a node, if it has one.
    #[inline]
    fn meet(&mut self, number: usize) {
        if self.facts[number].has_record() {
            self.record(number);
        }
    }

    /// Emits a walk over rows.
    fn sweep(&mut self, staged: Staged) {
        let Staged { sweep, targets, inputs } = staged;
        let inputs = inputs.into_iter().flatten().map(|input| self.slot_of(input)).collect();
        let folds = targets.into_iter().map(|fold| self.slot_of(fold)).collect();
        self.sweeps.push(TapeSweep::new(sweep, inputs, folds));
        self.records.push(TapeRecord::Sweep);
    }

    fn record(&mut self, number: usize) {
        let node = self.facts[number];
        let record = match node.shape {
            Shape::Leaf | Shape::PerRow | Shape::Fold => return,
            Shape::Sum | Shape::Difference | Shape::Product => {
                let (start, dots) = self.sum(number);
                TapeRecord::Sum(FusedSum { rule: None, start, dots })
            }
            Shape::Unary(rule) => {
                let sum = node.operand(0).filter(|sum| self.facts[*sum].fusion.is_fused());
                let (start, dots) = match sum {
                    None => (self.slot(number, 0), 0),
                    Some(sum) => self.sum(sum),
                };
                TapeRecord::Sum(FusedSum { rule: Some(rule), start, dots })
            }
            Shape::Binary(rule) => {
                let operands = [self.slot(number, 0), self.slot(number, 1)];
                TapeRecord::Binary { rule, operands }
            }
        };
        self.records.push(record);
        self.facts[number].slot = (self.first_record + self.records.len()) as Slot;
    }

    /// Emits the dot products of the sum that ends in a node; returns the slot of its start and the
    /// number of dot products.
    fn sum(&mut self, last: usize) -> (Slot, u32) {
        self.terms.clear();
        let mut number = last;
        // From the last term back to the first.
        let start = loop {
            let node = self.facts[number];
            if node.shape == Shape::Product {
                self.terms.push(SumTerm { number, operand: None, minus: false });
                break self.constant(NOTHING);
            }
            let minus = node.shape == Shape::Difference;
            let (rest, term) = if self.fusion(node, 1) == Fusion::Prefix { (1, 0) } else { (0, 1) };
            self.term(number, term, minus);
            match (self.fusion(node, rest), node.operand(rest)) {
                (Fusion::Prefix, Some(operand)) => number = operand,
                (Fusion::Term, Some(operand)) => {
                    self.terms.push(SumTerm { number: operand, operand: None, minus: false });
                    break self.constant(NOTHING);
                }
                _ => break self.slot(number, rest),
            }
        };
        (start, self.dots_of_terms())
    }

    /// Emits the collected terms as few dot products.
    ///
    /// Slots are assigned from the first term to the last, so that constants are in that order.
    fn dots_of_terms(&mut self) -> u32 {
        let before = self.dots.len();
        let mut under_way: Option<Dot> = None;
        while let Some(term) = self.terms.pop() {
            let product = self.product(term);
            under_way =
                Some(match under_way.and_then(|dot| dot.with(product, self.first_constant)) {
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

    /// The way an operand enters the record.
    fn fusion(&self, node: Facts, index: usize) -> Fusion {
        node.operand(index).map_or(Fusion::None, |operand| self.facts[operand].fusion)
    }

    /// Collects an operand of a sum as a term.
    fn term(&mut self, number: usize, index: usize, minus: bool) {
        let node = self.facts[number];
        self.terms.push(match (self.fusion(node, index), node.operand(index)) {
            (Fusion::Term, Some(product)) => SumTerm { number: product, operand: None, minus },
            _ => SumTerm { number, operand: Some(index), minus },
        });
    }

    /// The factors of a term. A subtracted product has a constant factor, which is negated.
    fn product(&mut self, SumTerm { number, operand, minus }: SumTerm) -> [Slot; 2] {
        if let Some(index) = operand {
            let slot = self.slot(number, index);
            return [slot, self.constant(if minus { -1.0 } else { 1.0 })];
        }
        let node = self.facts[number];
        let is_constant = |index: &usize| node.operand(*index).is_none();
        let turned = (0..2).find(is_constant).filter(|_| minus);
        [0, 1].map(|index| {
            if turned == Some(index) {
                self.constant(-self.constant_operand(number, index))
            } else {
                self.slot(number, index)
            }
        })
    }

    /// The slot of an operand.
    #[inline]
    fn slot(&mut self, number: usize, index: usize) -> Slot {
        match self.facts[number].operand(index) {
            Some(operand) => self.slot_of(operand),
            None => self.constant(self.constant_operand(number, index)),
        }
    }

    fn constant_operand(&self, number: usize, index: usize) -> f64 {
        self.nodes[number].both_operands().get(index).map_or(f64::NAN, Operand::data)
    }

    /// The slot of a node; a constant without one gets a new slot.
    #[inline]
    fn slot_of(&mut self, number: usize) -> Slot {
        match self.facts[number].slot.checked_sub(1) {
            Some(slot) => slot,
            None => self.constant_slot_of(number),
        }
    }

    fn constant_slot_of(&mut self, number: usize) -> Slot {
        let node = &self.nodes[number];
        let slot = self.new_constant(node.data());
        self.facts[number].slot = slot + 1;
        self.constant_nodes.push((slot, node.clone()));
        slot
    }

    fn constant(&mut self, number: f64) -> Slot {
        if let Some(slot) = self.slots_of_numbers.get(&number.to_bits()) {
            return *slot;
        }
        let slot = self.new_constant(number);
        self.slots_of_numbers.insert(number.to_bits(), slot);
        slot
    }

    fn new_constant(&mut self, number: f64) -> Slot {
        let slot = self.first_constant + self.constants.len();
        self.constants.push(number);
        slot as Slot
    }
}
