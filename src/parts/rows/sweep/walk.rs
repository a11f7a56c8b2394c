//! A walk over all rows: the per-row nodes that some folds depend on, as records over blocks.

use std::ops::Range;
use std::rc::Rc;

use super::column_grad::RowGrads;
use super::compaction::Live;
use super::kernels::Kernel;
use super::records::{Columns, Place, Record, Rows};
use super::slots::Slots;
use super::targets::Sink;
use crate::core::graph::{Stop, Value};
use crate::core::ops::Fold;
use crate::core::ops::NO_PATH;

/// The number of rows in a block, the same for every graph and machine: it decides in which order sums
/// are added up.
pub(super) const BLOCK: usize = 256;

/// The per-row nodes that some targets depend on, ready to be computed block by block.
///
/// Each record has room for a block of numbers. The first records repeat a number for each row, where
/// one is wanted so.
#[derive(Debug, Default)]
pub struct Sweep {
    /// The number of rows.
    pub rows: usize,
    /// The operands of per-row nodes that are one number each; [`Sweep::load`] takes their numbers.
    pub inputs: Vec<Value>,
    /// The index of each input's number.
    pub(super) input_numbers: Vec<usize>,
    /// 1 and -1, the constants, and the numbers of the inputs.
    pub(super) numbers: Vec<f64>,
    /// The grads of these numbers, added up over rows, as of the last backward walk.
    pub(super) sums: Vec<f64>,
    /// The columns that are read.
    pub(super) columns: Vec<Value>,
    /// The computed nodes, operands before their users.
    pub(super) records: Vec<Record>,
    pub(super) targets: Vec<Sink>,
    /// The room of a record.
    pub(super) stride: usize,
    pub(super) values: Slots,
    pub(super) grads: Slots,
    pub(super) scratch: Vec<f64>,
    pub(super) live: Live,
    /// True if branches may leave out records in some rows.
    pub branched: bool,
    /// True while the records hold all rows of the last forward walk.
    pub(super) is_computed: bool,
    /// A place, a row, and the number that replaces the place's number in that row.
    pub(super) pinned: Option<(Place, usize, f64)>,
    /// The columns whose grads are wanted row by row.
    pub(super) row_grads: Vec<RowGrads>,
}

/// A block of rows of a node, with the derivatives by the inputs.
#[derive(Debug, Clone, Copy)]
pub struct Linear<'walk> {
    /// The first row, from 0.
    pub first: usize,
    pub numbers: &'walk [f64],
    /// The grads of all records, the room of a record, and the records of the inputs.
    slopes: (&'walk [f64], usize, &'walk [usize]),
}

impl<'walk> Linear<'walk> {
    /// The derivatives by the input of this index.
    pub fn slopes(&self, input: usize) -> &'walk [f64] {
        let (grads, stride, records) = self.slopes;
        &grads[records[input] * stride..][..self.numbers.len()]
    }
}

impl Sweep {
    /// The number of records.
    pub fn records(&self) -> usize {
        self.records.len()
    }

    /// Takes the numbers of the inputs.
    pub fn load(&mut self, numbers: impl IntoIterator<Item = f64>) {
        for (index, number) in self.input_numbers.iter().zip(numbers) {
            self.numbers[*index] = number;
        }
        self.repeat_numbers();
    }

    /// Takes the numbers of the inputs from their nodes.
    pub fn load_data(&mut self) {
        let data: Vec<f64> = self.inputs.iter().map(Value::data).collect();
        self.load(data);
    }

    /// Fills the records that repeat a number for each row.
    pub(super) fn repeat_numbers(&mut self) {
        self.is_computed = false;
        let rooms = self.values.chunks_exact_mut(self.stride);
        for (room, record) in rooms.zip(&self.records) {
            if let Kernel::Number(number) = record.kernel {
                room.fill(self.numbers[number as usize]);
            }
        }
    }

    /// Gives every fold its result, computed at `data_time`.
    pub fn store_data(&self, data_time: u32) {
        self.store_sharing();
        for target in self.targets.iter().filter(|target| target.fold.is_some()) {
            target.node.set_data(target.out);
            target.node.set_computed_at(data_time);
        }
    }

    /// The results of the folds, as of the last forward walk.
    pub fn outs(&self) -> impl Iterator<Item = f64> {
        self.targets.iter().map(|target| target.out)
    }

    /// The grads of the inputs, as of the last backward walk.
    pub fn sums(&self) -> impl Iterator<Item = f64> {
        self.input_numbers.iter().map(|number| self.sums[*number])
    }

    /// Gives every fold the number of rows that share its slope.
    pub fn store_sharing(&self) {
        for target in self.targets.iter().filter(|target| target.fold.is_some()) {
            target.node.set_sharing_rows(target.sharing);
        }
    }

    /// Takes the columns whose grads are wanted row by row, or gives them back. A column gets grads only
    /// if the sweep was compiled with it as requiring a grad.
    pub fn swap_row_grads(&mut self, row_grads: &mut Vec<RowGrads>) {
        std::mem::swap(&mut self.row_grads, row_grads);
        for grads in &mut self.row_grads {
            grads.record = record_of(&self.records, grads.column());
        }
    }

    /// Gives a per-row node another number in one row, from 0, if the sweep computes or reads it.
    pub fn pin(&mut self, node: &Value, row: usize, number: f64) {
        self.is_computed = false;
        let column = self.columns.iter().position(|column| column.is(node));
        let record = record_of(&self.records, node).map(|record| Place::Record(record as u32));
        let place = column.map(|column| Place::Column(column as u32)).or(record);
        self.pinned = place.filter(|_| node.rows() == Some(self.rows)).map(|it| (it, row, number));
    }

    /// The forward walk: computes every fold. Returns false if it was stopped.
    pub fn forward(&mut self, stop: &Stop) -> bool {
        self.begin_folds();
        let mut is_whole = self.walk(0..self.rows, stop, Sweep::fold);
        if is_whole {
            self.end_folds();
            is_whole = self.settle_means(stop);
        }
        self.is_computed = is_whole && self.rows <= BLOCK;
        is_whole
    }

    /// The backward walk: adds up the grads of the inputs, given the upstream of each target. Returns
    /// false if it was stopped.
    pub fn backward(&mut self, upstreams: impl IntoIterator<Item = f64>, stop: &Stop) -> bool {
        if !self.has_known_slopes() && !self.forward(stop) {
            return false;
        }
        self.begin_backward(upstreams);
        if self.is_computed && !stop.is_set() {
            let columns = self.columns();
            self.push_block(&columns, &(0..self.rows));
            return true;
        }
        self.walk(0..self.rows, stop, Sweep::push_block)
    }

    /// Both walks in one, for sweeps with [`Sweep::has_known_slopes`]. Returns false if it was
    /// stopped.
    pub fn pass(&mut self, upstreams: impl IntoIterator<Item = f64>, stop: &Stop) -> bool {
        self.begin_folds();
        self.begin_backward(upstreams);
        let is_whole = self.walk(0..self.rows, stop, |sweep, columns, block| {
            sweep.fold(columns, block);
            sweep.push_block(columns, block);
        });
        if is_whole {
            self.end_folds();
        }
        is_whole && self.settle_means(stop)
    }

    /// Returns true if the slopes of all folds are known before the rows are.
    pub fn has_known_slopes(&self) -> bool {
        self.targets.iter().all(|target| target.fold.is_none_or(Fold::is_linear))
    }

    /// Walks over all rows of a sweep by [`Sweep::by_row`]. `take` gets each block of the first target,
    /// with the derivatives by the inputs. Returns false if it was stopped.
    pub fn linearize(&mut self, stop: &Stop, mut take: impl FnMut(Linear<'_>)) -> bool {
        self.begin_backward([1.0]);
        let records: Vec<usize> =
            self.inputs.iter().map(|input| record_of(&self.records, input).unwrap_or(0)).collect();
        self.walk(0..self.rows, stop, |sweep, columns, block| {
            sweep.push_block(columns, block);
            let slopes = (&*sweep.grads, sweep.stride, &*records);
            if let Some(numbers) = sweep.numbers_of_target(columns, block) {
                take(Linear { first: block.start, numbers, slopes });
            }
        })
    }

    /// The backward walk over one row, given the upstream of each target in that row.
    pub fn backward_at(&mut self, row: usize, upstreams: impl IntoIterator<Item = f64>) {
        self.begin_backward(upstreams);
        let columns = self.columns();
        for block in blocks(row..row.saturating_add(1).min(self.rows)) {
            self.compute(&columns, &block);
            self.push_block(&columns, &block);
        }
    }

    /// Gives `take` the first target's numbers in a range of rows, a block at a time. Returns false if it
    /// was stopped.
    pub fn read(&mut self, range: Range<usize>, stop: &Stop, mut take: impl FnMut(&[f64])) -> bool {
        let range = range.start.min(self.rows)..range.end.min(self.rows);
        self.walk(range, stop, |sweep, columns, block| {
            if let Some(numbers) = sweep.numbers_of_target(columns, block) {
                take(numbers);
            }
        })
    }

    /// The numbers of the first target in a block.
    fn numbers_of_target<'walk>(
        &'walk self,
        columns: &'walk Columns,
        block: &'walk Range<usize>,
    ) -> Option<&'walk [f64]> {
        let walk = Rows { values: &self.values, stride: self.stride, columns, block };
        self.targets.first().map(|target| walk.at(target.place))
    }

    /// Computes the records in a range of rows, and calls `each` on each block. Returns false if it was
    /// stopped.
    fn walk(
        &mut self,
        range: Range<usize>,
        stop: &Stop,
        mut each: impl FnMut(&mut Sweep, &Columns, &Range<usize>),
    ) -> bool {
        let columns = self.columns();
        for block in blocks(range) {
            if stop.is_set_at(self.records.len() * block.len()) {
                return false;
            }
            self.compute(&columns, &block);
            each(self, &columns, &block);
        }
        true
    }

    pub(super) fn columns(&self) -> Columns {
        let numbers = |leaf: &Value| leaf.as_column().map(|column| column.numbers());
        let mut columns: Columns =
            self.columns.iter().map(|leaf| numbers(leaf).unwrap_or_default()).collect();
        if let Some((Place::Column(column), row, number)) = self.pinned
            && let Some(place) =
                columns.get_mut(column as usize).and_then(|it| Rc::make_mut(it).get_mut(row))
        {
            *place = number;
        }
        columns
    }

    fn begin_backward(&mut self, upstreams: impl IntoIterator<Item = f64>) {
        for (target, upstream) in self.targets.iter_mut().zip(upstreams) {
            target.upstream = upstream;
        }
        self.sums.fill(if self.branched { NO_PATH } else { 0.0 });
    }
}

/// The record of a node.
fn record_of(records: &[Record], node: &Value) -> Option<usize> {
    records.iter().position(|record| record.node.as_ref().is_some_and(|it| it.is(node)))
}

/// The blocks of a range of rows, cut where the blocks of all rows are cut.
pub(super) fn blocks(range: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let mut start = range.start;
    std::iter::from_fn(move || {
        let end = (start / BLOCK + 1).saturating_mul(BLOCK).min(range.end);
        let block = start..end;
        start = end;
        (!block.is_empty()).then_some(block)
    })
}
