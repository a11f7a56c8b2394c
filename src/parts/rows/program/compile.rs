//! Compiles a graph to a program: facts about its nodes, then records.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::row_walk::RowWalk;
use super::{Program, Record, Slot};
use crate::core::graph::{Order, Value};
use crate::core::ops::{ADD, EMPTY_SUM, MULTIPLY, Operation, SUBTRACT};
use crate::parts::rows::stages::{Purpose, Stage, Staged};

/// The facts about a node, collected so that it is read only once.
#[derive(Debug, Clone, Copy)]
struct Facts {
    /// The numbers of its operands, from 1; 0 for a constant.
    operands: [u32; 2],
    /// The slot, from 1; 0 for none yet.
    slot: Slot,
    /// The number of the only user, from 1; 0 without.
    user: u32,
    shape: Shape,
    /// True if it depends on an input.
    depends: bool,
}

/// The user of a node that has several.
const SEVERAL: u32 = u32::MAX;

/// The kinds of nodes that a program distinguishes.
#[derive(Debug, Clone, Copy)]
enum Shape {
    /// A leaf, or another input.
    Leaf,
    /// A node with a number for each row, which only walks compute.
    PerRow,
    Fold,
    Sum,
    Difference,
    Product,
    /// Any other operation on one operand.
    Unary(&'static Operation),
    /// Any other operation on two.
    Binary(&'static Operation),
}

/// A program being compiled.
struct Compiler<'order> {
    nodes: &'order [Value],
    facts: Vec<Facts>,
    is_fused: bool,
    /// The slots of the numbers written in expressions.
    slots_of_numbers: HashMap<u64, Slot, RandomState>,
    /// The program so far.
    program: Program,
}

impl Program {
    /// Compiles the root of an order. The distinct `leaves` may change and get grads. Data must be
    /// up to date. `None` without a root.
    pub fn compile(order: &Order, leaves: &[Value]) -> Option<Program> {
        Program::of(order, leaves, true)
    }

    /// Compiles every node that depends on these inputs. A per-row input is set in the current row;
    /// folds over it use the column.
    pub fn of_every_node(order: &Order, inputs: &[Value]) -> Option<Program> {
        Program::of(order, inputs, false)
    }

    /// Compiles every node that depends on one input; folds see its number in the current row.
    pub fn nudging(order: &Order, input: &Value) -> Option<Program> {
        let program = Program::of_every_node(order, std::slice::from_ref(input))?;
        Some(Program { pinned_row: input.current_row(), ..program })
    }

    /// Compiles the root with sums of products fused, or every node that depends on an input.
    fn of(order: &Order, inputs: &[Value], is_fused: bool) -> Option<Program> {
        let facts = Facts::of(order, inputs, is_fused);
        let program = Program {
            root: order.root()?.clone(),
            root_slot: 0,
            inputs: inputs.to_vec(),
            slots: Vec::new(),
            constant_nodes: Vec::new(),
            values: Vec::new(),
            grads: Vec::new(),
            records: Vec::new(),
            products: Vec::new(),
            walks: Vec::new(),
            first_record: inputs.len(),
            operands: Vec::new(),
            stop: order.stop.clone(),
            is_cut: false,
            pinned_row: None,
        };
        let (nodes, slots_of_numbers) = (order.nodes(), HashMap::default());
        let mut compiler = Compiler { nodes, facts, is_fused, slots_of_numbers, program };
        compiler.take(order);
        let root_slot = compiler.slot_of(order.root_number());
        let Compiler { facts, mut program, .. } = compiler;
        program.root_slot = root_slot;
        program.slots.extend(facts.iter().filter(|_| !is_fused).map(|facts| facts.slot));
        program.products.shrink_to_fit();
        program.load();
        program.forward();
        Some(program)
    }
}

impl Facts {
    /// Collects the facts by node number; the inputs get the first slots.
    fn of(order: &Order, inputs: &[Value], is_fused: bool) -> Vec<Facts> {
        let mut slots: Vec<Slot> = vec![0; order.count()];
        for (slot, input) in (1..).zip(inputs) {
            if let Some(number) = order.number_of(input) {
                slots[number] = slot;
            }
        }
        let mut all: Vec<Facts> = Vec::with_capacity(order.count());
        order.visit(|node, [x, y]| {
            let (number, slot) = (all.len() as u32 + 1, slots[all.len()]);
            let is_input = slot != 0;
            // A square is a product, so a sum of squares is one record.
            let operands = if node.is_square() { [x, x] } else { [x, y] };
            let shape = if is_input { Shape::Leaf } else { Shape::of(node, is_fused) };
            let mut own = Facts {
                operands: operands.map(|operand| operand.map_or(0, |it| it as u32 + 1)),
                slot,
                user: 0,
                shape,
                depends: is_input,
            };
            for operand in operands.into_iter().flatten().filter(|_| !is_input) {
                let below = &mut all[operand];
                below.user = if below.user == 0 { number } else { SEVERAL };
                own.depends |= below.depends;
            }
            all.push(own);
        });
        all
    }

    /// The number of an operand; `None` for a constant.
    fn operand(&self, index: usize) -> Option<usize> {
        (self.operands[index] as usize).checked_sub(1)
    }
}

impl Shape {
    fn of(node: &Value, is_fused: bool) -> Shape {
        let Some(operation) = node.operation() else {
            return if node.is_per_row() { Shape::PerRow } else { Shape::Leaf };
        };
        match operation {
            _ if node.is_per_row() && is_fused => Shape::PerRow,
            _ if node.is_square() => Shape::Product,
            row if row.as_fold().is_some() => Shape::Fold,
            row if row.is(ADD) => Shape::Sum,
            row if row.is(SUBTRACT) => Shape::Difference,
            row if row.is(MULTIPLY) => Shape::Product,
            row if row.arity() == 1 => Shape::Unary(row),
            row => Shape::Binary(row),
        }
    }

    /// Returns true if nodes of the kind have records.
    fn is_recorded(self) -> bool {
        !matches!(self, Shape::Leaf | Shape::PerRow | Shape::Fold)
    }
}

impl Compiler<'_> {
    /// Makes a record for each node that needs one.
    fn take(&mut self, order: &Order) {
        let stages = order.has_rows().then(|| {
            let requires_grad = |number: usize| self.facts[number].depends;
            let fused = self.is_fused;
            order.stages(Purpose { requires_grad: &requires_grad, fused, ..Purpose::FORWARD })
        });
        let is_slot = |it: &&mut Facts| matches!(it.shape, Shape::Fold) && it.depends;
        for fold in self.facts.iter_mut().filter(is_slot) {
            self.program.first_record += 1;
            fold.slot = self.program.first_record as Slot;
        }
        let walks = stages.iter().flatten().map(|stage| stage.sweeps.len()).sum::<usize>();
        let has_record = |number: &usize| self.has_record(*number);
        let records = walks + (0..order.count()).filter(has_record).count();
        self.program.records.reserve_exact(records);
        // Constants have the slots after these.
        self.program.grads = vec![0.0; self.program.first_record + records];
        self.program.values.clone_from(&self.program.grads);
        match stages {
            None => (0..order.count()).for_each(|number| self.meet(number)),
            Some(stages) => {
                for Stage { sweeps, others } in stages {
                    sweeps.into_iter().for_each(|staged| self.walk(staged));
                    others.into_iter().for_each(|number| self.meet(number));
                }
            }
        }
    }

    fn has_record(&self, number: usize) -> bool {
        let node = self.facts[number];
        node.depends && node.shape.is_recorded() && !self.is_fused(number)
    }

    /// Returns true if its only user's record includes a node: a sum that continues, or a product
    /// that is added.
    fn is_fused(&self, number: usize) -> bool {
        let node = self.facts[number];
        if !self.is_fused || !node.depends || [0, SEVERAL].contains(&node.user) {
            return false;
        }
        let user = self.facts[node.user as usize - 1];
        let is_first = user.operand(0) == Some(number);
        match (node.shape, user.shape) {
            (Shape::Product, Shape::Sum) => true,
            (Shape::Sum | Shape::Difference | Shape::Product, Shape::Sum | Shape::Difference) => {
                is_first
            }
            (Shape::Sum | Shape::Difference | Shape::Product, Shape::Unary(_)) => true,
            _ => false,
        }
    }

    /// Makes the record of a node.
    fn meet(&mut self, number: usize) {
        if self.has_record(number) {
            let record = self.record(number);
            self.program.records.push(record);
            let slot = self.program.first_record + self.program.records.len();
            self.facts[number].slot = slot as Slot;
        }
    }

    /// Makes the record of a walk over rows.
    fn walk(&mut self, staged: Staged) {
        let Staged { sweep, targets, inputs } = staged;
        let inputs = inputs.into_iter().flatten().map(|input| self.slot_of(input)).collect();
        let folds = targets.into_iter().map(|fold| self.slot_of(fold)).collect();
        self.program.walks.push(RowWalk::new(sweep, inputs, folds));
        self.program.records.push(Record::Walk);
    }

    fn record(&mut self, number: usize) -> Record {
        let node = self.facts[number];
        match node.shape {
            Shape::Unary(operation) => {
                let (start, products) = match node.operand(0).filter(|sum| self.is_fused(*sum)) {
                    None => (self.slot(number, 0), 0),
                    Some(sum) => self.sum(sum),
                };
                Record::Sum { operation: Some(operation), start, products }
            }
            Shape::Binary(operation) => {
                let operands = [self.slot(number, 0), self.slot(number, 1)];
                Record::Binary { operation, operands }
            }
            _ => {
                let (start, products) = self.sum(number);
                Record::Sum { operation: None, start, products }
            }
        }
    }

    /// Adds the products of the sum that ends in a node; returns the slot of its start and their number.
    fn sum(&mut self, last: usize) -> (Slot, u32) {
        let first = self.program.products.len();
        let mut number = last;
        // From the last term back to the first.
        let start = loop {
            let node = self.facts[number];
            if matches!(node.shape, Shape::Product) {
                self.product(number);
                break self.constant(EMPTY_SUM);
            }
            match node.operand(1).filter(|term| self.is_fused(*term)) {
                Some(product) => self.product(product),
                None => {
                    let is_minus = matches!(node.shape, Shape::Difference);
                    let factor = self.constant(if is_minus { -1.0 } else { 1.0 });
                    let term = self.slot(number, 1);
                    self.program.products.push([term, factor]);
                }
            }
            match node.operand(0).filter(|rest| self.is_fused(*rest)) {
                Some(rest) => number = rest,
                None => break self.slot(number, 0),
            }
        };
        self.program.products[first..].reverse();
        (start, (self.program.products.len() - first) as u32)
    }

    fn product(&mut self, number: usize) {
        let factors = [self.slot(number, 0), self.slot(number, 1)];
        self.program.products.push(factors);
    }

    /// The slot of an operand; both of a square are the first.
    fn slot(&mut self, number: usize, index: usize) -> Slot {
        match self.facts[number].operand(index) {
            Some(operand) => self.slot_of(operand),
            None => self.constant(self.nodes[number].both_operands()[index].data()),
        }
    }

    /// The slot of a node; a constant without one gets a new slot.
    fn slot_of(&mut self, number: usize) -> Slot {
        if let Some(slot) = self.facts[number].slot.checked_sub(1) {
            return slot;
        }
        let node = self.nodes[number].clone();
        let slot = self.new_constant(node.data());
        self.facts[number].slot = slot + 1;
        self.program.constant_nodes.push((slot, node));
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
        self.program.values.push(number);
        self.program.values.len() as Slot - 1
    }
}
