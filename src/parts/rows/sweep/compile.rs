//! Compiles per-row nodes to the records of a sweep.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::compaction::mark_gates;
use super::fuse::{arrange, fuse};
use super::kernels::Kernel;
use super::link::link;
use super::records::{Place, Record};
use super::slots::{NUMBERS, Slots};
use super::targets::Sink;
use super::tiles::tile;
use super::walk::{BLOCK, Sweep};
use crate::core::graph::{Operand, Order, Stop, Value};
use crate::core::ops::AtKinks;

/// How a sweep is compiled.
#[derive(Debug, Clone, Copy, Default)]
pub struct Compiling {
    /// True to fuse sums, which is faster, but leaves some inner nodes without numbers.
    pub fused: bool,
    /// True if a branch outside may leave out targets.
    pub branched: bool,
    /// True to keep the grads of inputs row by row, and not add them up.
    pub by_row: bool,
    /// The slopes at kinks.
    pub at_kinks: AtKinks,
}

/// The places of the numbers 1 and -1.
pub(super) const ONE: Place = Place::Number(0);
pub(super) const MINUS_ONE: Place = Place::Number(1);

struct Compiler<'asked> {
    requires_grad: &'asked dyn Fn(&Value) -> bool,
    by_row: bool,
    at_kinks: AtKinks,
    places: HashMap<Value, Place, RandomState>,
    /// For each number, true if an input that requires a grad has it.
    wants: Vec<bool>,
    /// The sweep so far.
    sweep: Sweep,
}

impl Sweep {
    /// The sweep over the rows that `targets` depend on, which all have the same number of rows:
    /// folds, or per-row nodes. Grads are passed on to the inputs and columns that require one.
    ///
    /// Renumbers the nodes. Returns `None` if no target has rows.
    pub fn compile(
        targets: &[Value],
        requires_grad: impl Fn(&Value) -> bool,
        Compiling { fused, branched, by_row, at_kinks }: Compiling,
    ) -> Option<Sweep> {
        let per_row = |target: &Value| match target.operands() {
            [Operand::Value(operand), ..] if target.is_fold() => operand.clone(),
            _ => target.clone(),
        };
        let wanted: Vec<Value> = targets.iter().map(per_row).collect();
        let rows = wanted.first()?.rows()?;
        let order = Order::walk(&Stop::default(), &wanted, Value::is_per_row);
        let (numbers, scratch) = (vec![1.0, -1.0], vec![0.0; BLOCK]);
        let sweep = Sweep { rows, stride: stride(rows), numbers, scratch, ..Sweep::default() };
        let (places, wants) = (HashMap::default(), vec![false; sweep.numbers.len()]);
        let requires_grad = &requires_grad;
        let mut compiler = Compiler { requires_grad, by_row, at_kinks, places, wants, sweep };
        order.nodes().iter().for_each(|node| compiler.take(node));
        let Compiler { places, wants, mut sweep, .. } = compiler;
        let target = |(node, wanted)| Some(Sink::new(node, *places.get(wanted)?, rows));
        let mut targets: Vec<Sink> = targets.iter().zip(&wanted).filter_map(target).collect();
        if fused {
            fuse(&mut sweep.records, &targets);
        }
        let mut records = arrange(sweep.records, &mut targets);
        let branched =
            branched || order.has_branches() || targets.iter().any(|target| target.row.is_some());
        link(&mut records, &mut targets, &wants, (by_row, branched));
        if !by_row && !branched {
            mark_gates(&mut records, &targets);
        }
        targets.iter_mut().for_each(|target| target.find_columns(&records));
        tile(&mut records);
        let [values, grads] = [(); 2].map(|()| Slots::new(records.len() * sweep.stride));
        let sums = vec![0.0; sweep.numbers.len()];
        sweep = Sweep { records, targets, branched, values, grads, sums, ..sweep };
        sweep.repeat_numbers();
        Some(sweep)
    }

    /// The sweep over the rows of one per-row node that gives its derivatives by the inputs in each
    /// row: [`Sweep::linearize`].
    pub fn by_row(target: &Value, requires_grad: impl Fn(&Value) -> bool) -> Option<Sweep> {
        let options = Compiling { fused: true, by_row: true, ..Compiling::default() };
        Sweep::compile(std::slice::from_ref(target), requires_grad, options)
    }

    /// The sweep over the rows of one node, a fold or per-row, ready to be walked forward.
    pub fn over(node: &Value) -> Option<Sweep> {
        let node = std::slice::from_ref(node);
        let mut sweep = Sweep::compile(node, |_| false, Compiling::default())?;
        sweep.load_data();
        Some(sweep)
    }

    /// The sweep over the rows of a fold, ready to be walked forward; `None` for another node.
    pub fn of_fold(fold: &Value) -> Option<Sweep> {
        fold.is_fold().then(|| Sweep::over(fold)).flatten()
    }

    /// The numbers of a per-row node, one for each row; `None` if the work was stopped.
    pub fn rows_of(node: &Value, stop: &Stop) -> Option<Vec<f64>> {
        if let Some(column) = node.as_column() {
            return Some(column.numbers().to_vec());
        }
        let mut sweep = Sweep::over(node)?;
        let mut numbers = Vec::with_capacity(sweep.rows);
        sweep.read(0..sweep.rows, stop, |block| numbers.extend_from_slice(block)).then_some(numbers)
    }
}

/// The room of a record's numbers: the rows of a block, in whole cache lines. Rooms a power of two apart
/// would compete for few places in the cache.
fn stride(rows: usize) -> usize {
    let lines = rows.min(BLOCK).div_ceil(NUMBERS);
    (lines + usize::from(lines.is_multiple_of(NUMBERS))) * NUMBERS
}

impl Compiler<'_> {
    /// Takes a per-row node, whose per-row operands have been taken. A column whose grad is wanted
    /// becomes a record, where the grad gathers.
    fn take(&mut self, node: &Value) {
        let place = match node.operation() {
            None => {
                let column = Place::Column(self.sweep.columns.len() as u32);
                self.sweep.columns.push(node.clone());
                match (self.requires_grad)(node) {
                    true => self.record(node, Kernel::Copy, [column, Place::Nothing]),
                    false => column,
                }
            }
            Some(operation) => {
                let Some(kernel) = Kernel::of(node, self.at_kinks) else { return };
                let [x, y] = node.both_operands();
                let y = (operation.arity() > 1).then_some(y);
                let x = self.place(x);
                let y = y.map_or(Place::Nothing, |y| self.place(y));
                self.record(node, kernel, [x, y])
            }
        };
        self.places.insert(node.clone(), place);
    }

    fn record(&mut self, node: &Value, kernel: Kernel, operands: [Place; 2]) -> Place {
        let node = Some(node.clone());
        self.sweep.records.push(Record { node, kernel, operands, ..Record::default() });
        Place::Record(self.sweep.records.len() as u32 - 1)
    }

    fn place(&mut self, operand: &Operand) -> Place {
        let number = self.sweep.numbers.len() as u32;
        let Some(node) = operand.value() else {
            self.sweep.numbers.push(operand.data());
            self.wants.push(false);
            return Place::Number(number);
        };
        if let Some(place) = self.places.get(node) {
            return *place;
        }
        let is_wanted = (self.requires_grad)(node);
        self.sweep.numbers.push(f64::NAN);
        self.wants.push(is_wanted);
        self.sweep.inputs.push(node.clone());
        self.sweep.input_numbers.push(number as usize);
        let place = if is_wanted && self.by_row {
            self.record(node, Kernel::Number(number), [Place::Nothing; 2])
        } else {
            Place::Number(number)
        };
        self.places.insert(node.clone(), place);
        place
    }
}
