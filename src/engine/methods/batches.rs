//! Steps by a part of the rows at a time.

use std::rc::Rc;

use crate::graph::{Order, Tape, Value};
use crate::numbers::Random;

/// The batches of a run: the same root over some rows only, one after the other.
#[derive(Debug)]
pub struct Batches {
    /// The root over as many rows as a batch has, and over those that the last one has.
    parts: Vec<Portion>,
    /// The numbers of the columns that are taken apart.
    columns: Vec<Rc<Vec<f64>>>,
    place: BatchPlace,
    /// The rows in the order of this epoch.
    order: Vec<usize>,
    /// The place before the last batch.
    before: BatchPlace,
    /// Which of the parts was the last one.
    last: usize,
}

/// The root over some rows.
#[derive(Debug)]
pub struct Portion {
    /// Its order.
    pub order: Order,
    /// Its tape.
    pub tape: Tape,
    /// The columns that stand for those of all rows.
    pub columns: Vec<Value>,
    /// Set when something that no leaf moves is computed from the columns.
    pub has_constants: bool,
}

/// Where the next batch begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BatchPlace {
    /// The rows of a batch.
    pub size: usize,
    /// All rows.
    pub rows: usize,
    /// The seed by which the rows of an epoch are shuffled, if they are.
    pub seed: Option<u64>,
    /// The number of whole passes over the rows.
    pub epoch: u64,
    /// The rows of this epoch that have been taken.
    pub taken: usize,
}

impl BatchPlace {
    /// The beginning of the first epoch.
    pub fn new(size: usize, rows: usize, seed: Option<u64>) -> BatchPlace {
        BatchPlace { size: size.min(rows), rows, seed, epoch: 0, taken: 0 }
    }

    /// Tells whether another place is one of the same batches.
    pub fn is_alike(&self, other: &BatchPlace) -> bool {
        (self.size, self.rows, self.seed) == (other.size, other.rows, other.seed)
    }

    /// The numbers of rows that batches have: all but the last, and that one if it is shorter.
    pub fn sizes(&self) -> impl Iterator<Item = usize> {
        let rest = self.rows % self.size.max(1);
        [self.size, rest].into_iter().filter(|size| *size > 0)
    }

    /// The place after the next batch.
    fn next(self) -> BatchPlace {
        let taken = self.taken + self.size.max(1);
        if taken < self.rows {
            BatchPlace { taken, ..self }
        } else {
            BatchPlace { taken: 0, epoch: self.epoch + 1, ..self }
        }
    }

    /// The rows in the order of the epoch.
    fn order(self) -> Vec<usize> {
        /// Keeps the seeds of epochs apart.
        const APART: u64 = 0x9E37_79B9_7F4A_7C15;
        let mut order: Vec<usize> = (0..self.rows).collect();
        if let Some(seed) = self.seed {
            let seed = seed.wrapping_add(self.epoch.wrapping_mul(APART));
            let mut random = Random::seeded(seed);
            for last in (1..self.rows).rev() {
                let share = f64::midpoint(random.uniform(), 1.0);
                order.swap(last, ((share * (last + 1) as f64) as usize).min(last));
            }
        }
        order
    }
}

impl Batches {
    /// The batches of a root that begin at a place; `parts` have the numbers of rows of its sizes.
    pub fn new(place: BatchPlace, parts: Vec<Portion>, columns: Vec<Rc<Vec<f64>>>) -> Batches {
        Batches { parts, columns, place, order: place.order(), before: place, last: 0 }
    }

    /// Where the next batch begins.
    pub fn place(&self) -> BatchPlace {
        self.place
    }

    /// Runs the pass over the next batch where the leaves have these numbers. False when it was
    /// stopped.
    pub fn pass(&mut self, leaves: &[f64]) -> bool {
        let BatchPlace { size, taken, rows, .. } = self.place;
        let batch = self.order.get(taken..(taken + size).min(rows)).unwrap_or_default();
        self.last = usize::from(batch.len() != size);
        let Some(part) = self.parts.get_mut(self.last) else { return false };
        for (column, numbers) in part.columns.iter().zip(&self.columns) {
            let numbers = batch.iter().filter_map(|row| numbers.get(*row)).copied().collect();
            if let Some(column) = column.as_column() {
                column.set_numbers(Rc::new(numbers));
            }
        }
        if part.has_constants {
            part.order.forward(0);
            part.tape.load();
        }
        part.tape.pass_at(leaves.iter().copied());
        let is_whole = !part.tape.is_cut();
        self.before = self.place;
        self.place = self.place.next();
        if self.place.epoch != self.before.epoch && self.place.seed.is_some() {
            self.order = self.place.order();
        }
        is_whole
    }

    /// The grads of the leaves over the last batch.
    pub fn grads(&self) -> &[f64] {
        self.parts.get(self.last).map_or(&[], |part| part.tape.grads())
    }

    /// Returns to the place before the last batch, whose step has not been taken in the end.
    pub fn take_back(&mut self) {
        if self.place.epoch != self.before.epoch && self.place.seed.is_some() {
            self.order = self.before.order();
        }
        self.place = self.before;
    }
}
