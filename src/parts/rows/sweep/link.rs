//! Where the grads of records go.

use super::kernels::Kernel;
use super::pushes::Push;
use super::records::{Place, Record};
use super::targets::Sink;

/// Decides where grads go, in the order in which they arrive.
struct Linker<'records> {
    records: &'records mut [Record],
    /// For each number, true if an input that requires a grad has it.
    wants: &'records [bool],
    by_row: bool,
    /// For each record the grads that arrive.
    arrivals: Vec<Arrivals>,
}

/// The grads that arrive at a record.
#[derive(Default)]
struct Arrivals {
    is_reached: bool,
    /// The grads by products with a number: the index of the number, and the record of the product.
    scaled: Vec<(u32, u32)>,
    /// True if grads of other operations arrive as well.
    has_others: bool,
}

/// Links the records and the targets. `wants` marks the numbers of inputs that require a grad; `by_row`
/// keeps such grads row by row.
pub(super) fn link(
    records: &mut [Record],
    targets: &mut [Sink],
    wants: &[bool],
    (by_row, branched): (bool, bool),
) {
    let arrivals = records.iter().map(|_| Arrivals::default()).collect();
    let mut linker = Linker { records, wants, by_row, arrivals };
    for index in 0..linker.records.len() {
        linker.records[index].requires_grad = linker.leads_to_input(index);
    }
    for target in targets {
        target.push = linker.next(target.place);
    }
    for index in (0..linker.records.len()).rev() {
        linker.link(index);
    }
    let Linker { records, arrivals, .. } = linker;
    // With branches each grad arrives separately: it may be `NO_PATH`.
    let is_pulled: Vec<bool> = arrivals.iter().map(|it| !it.has_others && !branched).collect();
    for record in records.iter_mut() {
        record.gives.retain(|(slope, push)| {
            let is_fetched = push.record().is_some_and(|record| is_pulled[record]);
            *push != Push::Nothing && !(is_fetched && matches!(slope, Place::Number(_)))
        });
    }
    // A record whose grads all come by products with numbers fetches them: they are added up in registers.
    for ((record, arrivals), _) in records.iter_mut().zip(arrivals).zip(is_pulled).filter(|it| it.1)
    {
        record.pulls = arrivals.scaled;
    }
}

impl Linker<'_> {
    fn leads_to_input(&self, index: usize) -> bool {
        let record = &self.records[index];
        let requires_grad = |place: Place| match place {
            Place::Number(number) => self.wants[number as usize],
            Place::Record(below) => match self.records[below as usize].kernel {
                Kernel::Number(number) => self.wants[number as usize],
                _ => self.records[below as usize].requires_grad,
            },
            Place::Column(_) | Place::Nothing => false,
        };
        let factors = record.terms.iter().flat_map(|(x, y)| [*x, *y]);
        match record.kernel {
            Kernel::Copy => true,
            Kernel::Number(number) => self.by_row && self.wants[number as usize],
            _ => record.operands.into_iter().chain(factors).any(requires_grad),
        }
    }

    /// Links a record whose users are linked.
    fn link(&mut self, index: usize) {
        let mut record = std::mem::take(&mut self.records[index]);
        let terms = record.terms.iter().rev().filter(|_| record.requires_grad);
        for (x, y) in terms.copied() {
            let Place::Number(factor) = x else {
                record.gives.push((y, self.next(x)));
                record.gives.push((x, self.next(y)));
                continue;
            };
            if self.wants[factor as usize] {
                record.sums.push((factor, y));
            }
            let push = self.push(y);
            if let Some(receiver) = push.record() {
                self.arrivals[receiver].scaled.push((factor, index as u32));
            }
            record.gives.push((x, push));
        }
        if record.requires_grad {
            record.pushes = record.operands.map(|place| self.next(place));
        }
        self.records[index] = record;
    }

    /// The destination of a grad that comes from any operation but a product with a number.
    fn next(&mut self, place: Place) -> Push {
        let push = self.push(place);
        if let Some(receiver) = push.record() {
            self.arrivals[receiver].has_others = true;
        }
        push
    }

    fn push(&mut self, place: Place) -> Push {
        let Place::Record(index) = place else { return Push::Nothing };
        let index = index as usize;
        let record = &self.records[index];
        match record.kernel {
            Kernel::Number(number) if !self.by_row => match self.wants[number as usize] {
                true => Push::Sum(number as usize),
                false => Push::Nothing,
            },
            _ if !record.requires_grad => Push::Nothing,
            _ if std::mem::replace(&mut self.arrivals[index].is_reached, true) => Push::More(index),
            _ => Push::First(index),
        }
    }
}
