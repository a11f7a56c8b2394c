//! A walk over all rows: the per-row nodes that some folds depend on, as records over blocks.

use std::ops::Range;
use std::rc::Rc;

use super::by_row::RowGrads;
use super::kernels::{Kernel, Operands};
use super::lanes::Lanes;
use super::pushes::{InputGrads, Push};
use super::watch::Watch;
use crate::graph::stop::Stop;
use crate::graph::value::Value;
use crate::ops::{Fold, SUM, Sharing};

/// The number of rows in a block. It decides in which order sums are added up, so it is the same
/// for every graph and every machine.
pub(super) const BLOCK: usize = 256;

/// The per-row nodes that some targets depend on, ready to be computed block by block.
///
/// A slot has room for a block of numbers. The first slots hold numbers that are the same for all
/// rows, the inputs and then the constants; each record after them has one.
#[derive(Debug)]
pub struct Sweep {
    pub(super) rows: usize,
    /// The nodes that are one number each and that per-row nodes have for operands.
    pub(super) inputs: Vec<Value>,
    pub(super) constants: Vec<f64>,
    /// The columns that are read.
    pub(super) columns: Vec<Value>,
    /// The computed nodes, operands before their users.
    pub(super) records: Vec<Record>,
    pub(super) targets: Vec<Sink>,
    /// Whether a backward walk over a record leads to an input that requires a grad.
    pub(super) requires_grad: Vec<bool>,
    pub(super) values: Vec<f64>,
    pub(super) grads: Vec<f64>,
    pub(super) scratch: Vec<f64>,
    pub(super) input_grads: InputGrads,
    /// A node, a row of it and the number that it has there instead of its own.
    pub(super) pinned: Option<(Source, usize, f64)>,
    /// The uses watched.
    pub(super) watches: Vec<Watch>,
    /// The columns whose grads are wanted row by row.
    pub(super) row_grads: Vec<RowGrads>,
}

/// A computed node.
#[derive(Debug)]
pub(super) struct Record {
    pub node: Value,
    pub kernel: Kernel,
    pub operands: [Source; 2],
    /// What becomes of its grad, for each operand.
    pub pushes: [Push; 2],
    /// What is added to its result in place, from left to right.
    pub terms: Vec<Term>,
}

/// A product, or a number, that is added to a result.
#[derive(Debug)]
pub(super) struct Term {
    pub x: Source,
    pub y: Option<Source>,
    pub pushes: [Push; 2],
}

/// The place of an operand's numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    Slot(usize),
    Column(usize),
}

/// A node for whose sake rows are computed: a fold, or a per-row node of which some row is wanted.
#[derive(Debug)]
pub(super) struct Sink {
    pub node: Value,
    pub source: Source,
    pub fold: Option<&'static Fold>,
    /// What becomes of its grad.
    pub push: Push,
    /// The result of the last forward walk.
    pub out: f64,
    /// The number of rows that share its slope.
    pub sharing: usize,
    pub lanes: Lanes,
    pub upstream: f64,
}

/// An operation that made a non-finite number out of finite ones in some row.
#[derive(Debug)]
pub struct BadRow {
    /// The node.
    pub node: Value,
    /// The row, from 0.
    pub row: usize,
    /// The operands there.
    pub(in crate::graph) operands: [f64; 2],
    /// The result there.
    pub out: f64,
}

/// A block of rows of a node, and what it is near there.
#[derive(Debug, Clone, Copy)]
pub struct Linear<'walk> {
    /// The first row, from 0.
    pub first: usize,
    /// The numbers.
    pub numbers: &'walk [f64],
    slopes: &'walk [f64],
}

impl<'walk> Linear<'walk> {
    /// The derivatives by the input of this index.
    pub fn slopes(&self, input: usize) -> &'walk [f64] {
        &self.slopes[input * BLOCK..][..self.numbers.len()]
    }
}

/// The numbers of the columns while a walk is under way.
type Columns = Vec<Rc<Vec<f64>>>;

impl Sweep {
    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The nodes that are the same for all rows; [`Sweep::load`] takes their numbers.
    pub fn inputs(&self) -> &[Value] {
        &self.inputs
    }

    /// The number of records.
    pub fn records(&self) -> usize {
        self.records.len()
    }

    /// Takes the numbers of the inputs.
    pub fn load(&mut self, numbers: impl IntoIterator<Item = f64>) {
        let rows = self.rows.min(BLOCK);
        for (slot, number) in self.values.chunks_exact_mut(BLOCK).zip(numbers) {
            slot[..rows].fill(number);
        }
    }

    /// Takes the numbers of the inputs from their nodes.
    pub fn load_data(&mut self) {
        let rows = self.rows.min(BLOCK);
        for (slot, node) in self.values.chunks_exact_mut(BLOCK).zip(&self.inputs) {
            slot[..rows].fill(node.data());
        }
    }

    /// Gives every fold its result, computed at that time.
    pub fn store_data(&self, clock: u32) {
        self.store_sharing();
        for target in self.targets.iter().filter(|target| target.fold.is_some()) {
            target.node.set_data(target.out);
            target.node.set_computed_at(clock);
        }
    }

    /// The results of the folds, as of the last forward walk.
    pub fn outs(&self) -> impl Iterator<Item = f64> {
        self.targets.iter().map(|target| target.out)
    }

    /// The grads of the inputs, as of the last backward walk.
    pub fn sums(&self) -> impl Iterator<Item = f64> {
        self.input_grads.sums.iter().map(|sum| sum.total)
    }

    /// Gives every fold the number of rows that share its slope.
    pub fn store_sharing(&self) {
        for target in self.targets.iter().filter(|target| target.fold.is_some()) {
            target.node.set_sharing_rows(target.sharing);
        }
    }

    /// Takes the uses to watch, or gives them back.
    pub fn swap_watches(&mut self, watches: &mut Vec<Watch>) {
        std::mem::swap(&mut self.watches, watches);
        for watch in &mut self.watches {
            watch.record = self.records.iter().position(|record| record.node.is(&watch.user));
        }
    }

    /// Takes the columns whose grads are wanted row by row, or gives them back. Only those have
    /// any that the sweep was compiled to require a grad for.
    pub fn swap_row_grads(&mut self, row_grads: &mut Vec<RowGrads>) {
        std::mem::swap(&mut self.row_grads, row_grads);
        for grads in &mut self.row_grads {
            let is_it = |record: &Record| record.node.is(grads.column());
            grads.record = self.records.iter().position(is_it);
        }
    }

    /// Gives a per-row node another number in one row, from 0, if the sweep computes or reads it.
    pub fn pin(&mut self, node: &Value, row: usize, number: f64) {
        let column = self.columns.iter().position(|column| column.is(node));
        let record = self.records.iter().position(|record| record.node.is(node));
        let slot = record.map(|record| Source::Slot(self.first_slot() + record));
        let source = column.map(Source::Column).or(slot);
        self.pinned = source.filter(|_| node.rows() == Some(self.rows)).map(|it| (it, row, number));
    }

    /// The forward walk: computes every fold. False when it was stopped.
    pub fn forward(&mut self, stop: &Stop) -> bool {
        self.begin_folds();
        let is_whole = self.walk(0..self.rows, stop, Sweep::fold);
        if is_whole {
            self.end_folds();
        }
        is_whole
    }

    /// The backward walk: adds up the grads of the inputs, where each target has got its upstream.
    /// False when it was stopped.
    pub fn backward(&mut self, upstreams: impl IntoIterator<Item = f64>, stop: &Stop) -> bool {
        let shares = |target: &Sink| target.fold.is_some_and(|it| it.sharing == Sharing::Ties);
        if self.targets.iter().any(shares) && !self.forward(stop) {
            return false;
        }
        self.begin_backward(upstreams);
        self.walk(0..self.rows, stop, Sweep::push_block)
    }

    /// Both walks in one, which is right where the slopes of all folds are known beforehand; false
    /// when it was stopped.
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
        is_whole
    }

    /// Tells whether the slopes of all folds are known before their rows are.
    pub fn has_known_slopes(&self) -> bool {
        let is_known = |fold: &Fold| fold.sharing == Sharing::All;
        self.targets.iter().all(|target| target.fold.is_none_or(is_known))
    }

    /// Walks over all rows, and hands on for each block the numbers of the first target and its
    /// derivatives by the inputs; only of what [`Sweep::by_row`] has made. False when it was stopped.
    pub fn linearize(&mut self, stop: &Stop, mut take: impl FnMut(Linear<'_>)) -> bool {
        self.begin_backward([1.0]);
        self.walk(0..self.rows, stop, |sweep, columns, block| {
            sweep.input_grads.rows.fill(0.0);
            sweep.push_block(columns, block);
            if let Some(target) = sweep.targets.first() {
                let numbers = numbers(target.source, &sweep.values, columns, block);
                let slopes = &sweep.input_grads.rows;
                take(Linear { first: block.start, numbers, slopes });
            }
        })
    }

    /// The backward walk over one row, whose targets have got their upstream there.
    pub fn backward_at(&mut self, row: usize, upstreams: impl IntoIterator<Item = f64>) {
        self.begin_backward(upstreams);
        let columns = self.columns();
        for block in blocks(row..row.saturating_add(1).min(self.rows)) {
            self.compute(&columns, &block);
            self.push_block(&columns, &block);
        }
    }

    /// Gives the numbers of the first target in a range of rows, a block at a time; false when it
    /// was stopped.
    pub fn read(&mut self, range: Range<usize>, stop: &Stop, mut take: impl FnMut(&[f64])) -> bool {
        let range = range.start.min(self.rows)..range.end.min(self.rows);
        self.walk(range, stop, |sweep, columns, block| {
            if let Some(target) = sweep.targets.first() {
                take(numbers(target.source, &sweep.values, columns, block));
            }
        })
    }

    /// The first row, from 0, in which the operands and the result of a node are such; none when it
    /// was stopped.
    pub fn find_row(
        &mut self,
        node: &Value,
        stop: &Stop,
        is_it: &dyn Fn(f64, f64, f64) -> bool,
    ) -> Option<usize> {
        let index = self.records.iter().position(|record| record.node.is(node))?;
        let columns = self.columns();
        let first = self.first_slot();
        for block in blocks(0..self.rows) {
            if stop.is_set() {
                return None;
            }
            self.compute(&columns, &block);
            let at = |source| numbers(source, &self.values, &columns, &block);
            let [x, y] = self.records.get(index)?.operands.map(at);
            let mut rows = x.iter().zip(y).zip(at(Source::Slot(first + index)));
            if let Some(row) = rows.position(|((x, y), out)| is_it(*x, *y, *out)) {
                return Some(block.start + row);
            }
        }
        None
    }

    /// Tells whether every row of the targets is finite; false when it was stopped.
    pub fn all_finite(&mut self, stop: &Stop) -> bool {
        let columns = self.columns();
        blocks(0..self.rows).all(|block| {
            if stop.is_set() {
                return false;
            }
            self.compute(&columns, &block);
            let mut rows = self
                .targets
                .iter()
                .flat_map(|target| numbers(target.source, &self.values, &columns, &block));
            rows.all(|row| row.is_finite())
        })
    }

    /// The first row in which one of these operations makes a non-finite number out of finite ones.
    pub fn first_bad_row(
        &mut self,
        stop: &Stop,
        is_wanted: impl Fn(&Value) -> bool,
    ) -> Option<BadRow> {
        let columns = self.columns();
        for block in blocks(0..self.rows) {
            if stop.is_set() {
                return None;
            }
            self.compute(&columns, &block);
            let first = self.first_slot();
            let wanted = self.records.iter().enumerate();
            let wanted = wanted.filter(|(_, record)| is_wanted(&record.node));
            let found = wanted.filter_map(|(index, record)| {
                let at = |source| numbers(source, &self.values, &columns, &block);
                let [x, y] = record.operands.map(at);
                let out = at(Source::Slot(first + index));
                let arity = record.node.operands().len();
                let is_bad = |(out, (x, y)): (&f64, (&f64, &f64))| {
                    !out.is_finite() && x.is_finite() && (y.is_finite() || arity == 1)
                };
                let row = out.iter().zip(x.iter().zip(y)).position(is_bad)?;
                let operands = [x, y].map(|it| it.get(row).copied().unwrap_or(f64::NAN));
                let out = out.get(row).copied()?;
                Some(BadRow { node: record.node.clone(), row: block.start + row, operands, out })
            });
            let found = found.min_by_key(|bad| bad.row);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Computes the records in a range of rows, and hands on each block of them; false when it was
    /// stopped.
    fn walk(
        &mut self,
        range: Range<usize>,
        stop: &Stop,
        mut each: impl FnMut(&mut Sweep, &Columns, &Range<usize>),
    ) -> bool {
        let columns = self.columns();
        for block in blocks(range) {
            if stop.is_set() {
                return false;
            }
            self.compute(&columns, &block);
            each(self, &columns, &block);
        }
        true
    }

    /// The slot of the first record.
    fn first_slot(&self) -> usize {
        self.inputs.len() + self.constants.len()
    }

    fn columns(&self) -> Columns {
        let numbers = |leaf: &Value| leaf.as_column().map(|column| column.numbers());
        let mut columns: Columns =
            self.columns.iter().map(|leaf| numbers(leaf).unwrap_or_default()).collect();
        if let Some((Source::Column(column), row, number)) = self.pinned
            && let Some(place) =
                columns.get_mut(column).and_then(|it| Rc::make_mut(it).get_mut(row))
        {
            *place = number;
        }
        columns
    }

    fn begin_folds(&mut self) {
        for target in &mut self.targets {
            if let Some(fold) = target.fold {
                target.lanes = Lanes::new(fold);
                if fold.sharing == Sharing::Ties {
                    target.sharing = 0;
                }
            }
        }
    }

    fn end_folds(&mut self) {
        for target in &mut self.targets {
            if let Some(fold) = target.fold {
                target.out = fold.finish(target.lanes.total, self.rows);
            }
        }
    }

    fn begin_backward(&mut self, upstreams: impl IntoIterator<Item = f64>) {
        for (target, upstream) in self.targets.iter_mut().zip(upstreams) {
            target.upstream = upstream;
        }
        self.input_grads.sums.iter_mut().for_each(|sum| *sum = Lanes::default());
    }

    /// Computes every record for a block.
    fn compute(&mut self, columns: &Columns, block: &Range<usize>) {
        let first = self.first_slot();
        for (index, record) in self.records.iter().enumerate() {
            let (before, out) = self.values.split_at_mut((first + index) * BLOCK);
            let [x, y] = record.operands.map(|source| numbers(source, before, columns, block));
            let out = &mut out[..block.len()];
            record.kernel.forward(x, y, out);
            for term in &record.terms {
                let x = numbers(term.x, before, columns, block);
                match term.y {
                    None => out.iter_mut().zip(x).for_each(|(out, x)| *out += x),
                    Some(y) => {
                        let y = numbers(y, before, columns, block);
                        let products = x.iter().zip(y).map(|(x, y)| x * y);
                        out.iter_mut().zip(products).for_each(|(out, product)| *out += product);
                    }
                }
            }
            if let Some((Source::Slot(slot), row, number)) = self.pinned
                && slot == first + index
                && block.contains(&row)
            {
                out[row - block.start] = number;
            }
        }
    }

    /// Joins a block with the folds.
    fn fold(&mut self, columns: &Columns, block: &Range<usize>) {
        for target in &mut self.targets {
            if let Some(fold) = target.fold {
                let rows = numbers(target.source, &self.values, columns, block);
                if fold.sharing == Sharing::Ties {
                    target.count_ties(fold, rows);
                } else {
                    target.lanes.add(fold, rows);
                    target.lanes.flush(fold);
                }
            }
        }
    }

    /// Passes the grads of a block on to the inputs.
    fn push_block(&mut self, columns: &Columns, block: &Range<usize>) {
        let Sweep { values, grads, scratch, input_grads, watches, row_grads, .. } = self;
        let values = values.as_slice();
        let at = |source| numbers(source, values, columns, block);
        let scratch = &mut scratch[..block.len()];
        for target in &self.targets {
            let x = at(target.source);
            target.slopes(x, scratch);
            let place = target.push.target(&mut *grads, input_grads, block.len());
            place.receive(block.len(), |row| scratch[row]);
        }
        let first = self.inputs.len() + self.constants.len();
        for (index, record) in self.records.iter().enumerate().rev() {
            if !self.requires_grad[index] {
                continue;
            }
            let (before, own) = grads.split_at_mut(index * BLOCK);
            let upstream = &own[..block.len()];
            for term in record.terms.iter().rev() {
                let rows = block.len();
                let [first, second] = term.pushes;
                let x = &at(term.x)[..rows];
                match term.y {
                    None => {
                        first.target(before, input_grads, rows).receive(rows, |row| upstream[row])
                    }
                    Some(y) => {
                        let y = &at(y)[..rows];
                        let slope = first.target(before, input_grads, rows);
                        slope.receive(rows, |row| y[row] * upstream[row]);
                        let slope = second.target(before, input_grads, rows);
                        slope.receive(rows, |row| x[row] * upstream[row]);
                    }
                }
            }
            let [x, y] = record.operands.map(at);
            let operands = Operands { x, y, out: at(Source::Slot(first + index)), upstream };
            for (operand, push) in record.pushes.iter().enumerate() {
                let place = push.target(&mut *before, input_grads, block.len());
                record.kernel.push(operand, &operands, scratch, place);
            }
        }
        for watch in watches {
            if let Some(index) = watch.record
                && let Some(record) = self.records.get(index)
            {
                let [x, y] = record.operands.map(at);
                let upstream = &grads[index * BLOCK..][..block.len()];
                let operands = Operands { x, y, out: at(Source::Slot(first + index)), upstream };
                watch.add(record.kernel, &operands, block.start, scratch);
            }
        }
        for by_row in row_grads {
            if let Some(index) = by_row.record {
                by_row.add(block, &grads[index * BLOCK..][..block.len()]);
            }
        }
        if let Some(fold) = SUM.as_fold() {
            input_grads.sums.iter_mut().for_each(|sum| sum.flush(fold));
        }
    }
}

/// The blocks of a range of rows, each inside one of the blocks of all rows.
fn blocks(range: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let mut start = range.start;
    std::iter::from_fn(move || {
        let end = (start / BLOCK + 1).saturating_mul(BLOCK).min(range.end);
        let block = start..end;
        start = end;
        (!block.is_empty()).then_some(block)
    })
}

/// The numbers of an operand in a block.
#[inline(always)]
fn numbers<'all>(
    source: Source,
    values: &'all [f64],
    columns: &'all Columns,
    block: &Range<usize>,
) -> &'all [f64] {
    match source {
        Source::Slot(slot) => &values[slot * BLOCK..][..block.len()],
        Source::Column(column) => &columns[column][block.clone()],
    }
}

impl Sink {
    /// Joins rows with a fold whose slope the rows share that are equal to it.
    fn count_ties(&mut self, fold: &Fold, rows: &[f64]) {
        let mut lanes = Lanes::new(fold);
        lanes.add(fold, rows);
        lanes.flush(fold);
        let joined = (fold.join)(self.lanes.total, lanes.total);
        let is_new = joined != self.lanes.total;
        let before = if is_new { 0 } else { self.sharing };
        self.sharing = before + rows.iter().filter(|row| **row == joined).count();
        self.lanes.total = joined;
    }

    /// The grads of its rows.
    fn slopes(&self, rows: &[f64], grads: &mut [f64]) {
        match self.fold {
            None => grads.fill(self.upstream),
            Some(fold) => {
                let (out, n) = (self.out, self.sharing as f64);
                let slope = fold.partial.function;
                if fold.sharing == Sharing::All {
                    grads.fill(slope(0.0, out, n) * self.upstream);
                } else {
                    let slopes = rows.iter().map(|row| slope(*row, out, n) * self.upstream);
                    grads.iter_mut().zip(slopes).for_each(|(grad, slope)| *grad = slope);
                }
            }
        }
    }
}
