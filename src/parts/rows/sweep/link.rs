//! Drafts to records that know where their operands are, and where grads go.

use super::compaction::mark_gates;
use super::compile::{Draft, Factors, Place};
use super::kernels::Kernel;
use super::pushes::{InputGrads, Push};
use super::records::{AddedProduct, Give, Record, Slope, Source};
use super::slots::{NUMBERS, Slots};
use super::targets::Sink;
use super::tiles::tile;
use super::walk::{BLOCK, Sweep};
use crate::core::graph::Value;

/// A sweep but for the places of its numbers.
pub(super) struct Plan {
    pub rows: usize,
    /// Whether the grads of inputs are kept row by row, and not added up.
    pub by_row: bool,
    /// Whether branches may leave out some of it.
    pub branched: bool,
    pub inputs: Vec<Value>,
    /// For each input whether it requires a grad.
    pub wants: Vec<bool>,
    pub constants: Vec<f64>,
    pub columns: Vec<Value>,
    pub drafts: Vec<Draft>,
    /// The targets, and the places of the rows that they need.
    pub targets: Vec<(Value, Place)>,
}

impl Plan {
    /// The sweep.
    pub fn link(self) -> Sweep {
        let Plan { rows, by_row, branched, inputs, wants, mut constants, columns, drafts, targets } =
            self;
        constants.extend([1.0, -1.0]);
        let places = Places::of(&drafts, inputs.len(), constants.len(), stride(rows));
        let pushes = Pushes::of(&drafts, by_row, wants);
        let mut linker = Linker { places, pushes, arrivals: Vec::new() };
        linker.arrivals.resize_with(drafts.len(), Arrivals::default);
        let targets: Vec<Sink> =
            targets.into_iter().map(|(node, place)| linker.sink(node, place, rows)).collect();
        let drafts = drafts.into_iter().enumerate().rev();
        let mut records: Vec<Record> =
            drafts.map(|(index, draft)| linker.record(index, draft)).collect();
        records.reverse();
        let Linker { places, pushes, arrivals } = linker;
        if branched {
            // Each grad arrives on its own: it may be none.
            records.iter_mut().for_each(|it| it.gives.retain(|give| give.push != Push::Nothing));
        } else {
            pull(&mut records, arrivals);
        }
        if !by_row && !branched {
            mark_gates(&mut records, &targets, &pushes.records);
        }
        tile(&mut records);
        let slots = places.spread.len() + records.len();
        let numbers = inputs.iter().map(|_| f64::NAN).chain(constants).collect();
        let mut sweep = Sweep {
            rows,
            input_grads: InputGrads {
                sums: vec![0.0; inputs.len()],
                rows: vec![0.0; if by_row { inputs.len() * BLOCK } else { 0 }],
            },
            stride: places.stride,
            values: Slots::new(slots * places.stride),
            grads: Slots::new(records.len() * places.stride),
            scratch: vec![0.0; BLOCK],
            branched,
            inputs,
            numbers,
            spread: places.spread,
            columns,
            records,
            targets,
            requires_grad: pushes.records,
            ..Sweep::default()
        };
        sweep.fill_slots();
        sweep
    }
}

/// The room of a slot: that of the rows of a block, in whole cache lines. Slots that are a power of
/// two apart would compete for few places in the cache.
fn stride(rows: usize) -> usize {
    let lines = rows.min(BLOCK).div_ceil(NUMBERS);
    (lines + usize::from(lines.is_multiple_of(NUMBERS))) * NUMBERS
}

/// Where numbers are.
struct Places {
    inputs: usize,
    /// The number of inputs and constants; the last constants are 1 and -1.
    numbers: usize,
    /// The numbers that have slots, sorted.
    spread: Vec<usize>,
    stride: usize,
}

impl Places {
    fn of(drafts: &[Draft], inputs: usize, constants: usize, stride: usize) -> Places {
        let numbers = inputs + constants;
        let mut places = Places { inputs, numbers, spread: Vec::new(), stride };
        let terms = drafts.iter().flat_map(|draft| &draft.terms);
        let rows = terms.map(|factors| scaled(*factors).1);
        let starts = drafts.iter().filter(|draft| !matches!(draft.kernel, Kernel::Nothing));
        let all = rows.chain(starts.flat_map(|draft| draft.operands));
        let mut spread: Vec<usize> = all.filter_map(|place| places.number(place)).collect();
        spread.sort_unstable();
        spread.dedup();
        places.spread = spread;
        places
    }

    /// The index of what is one number.
    fn number(&self, place: Place) -> Option<usize> {
        match place {
            Place::Input(index) => Some(index),
            Place::Constant(index) => Some(self.inputs + index),
            Place::One => Some(self.numbers - 2),
            Place::MinusOne => Some(self.numbers - 1),
            Place::Record(_) | Place::Column(_) => None,
        }
    }

    fn slot(&self, index: usize) -> Source {
        Source::Slot((index * self.stride) as u32)
    }

    /// The place of the numbers, one for each row.
    fn source(&self, place: Place) -> Source {
        match place {
            Place::Column(index) => Source::Column(index as u32),
            Place::Record(index) => self.slot(self.spread.len() + index),
            number => {
                let slot = self.number(number).and_then(|it| self.spread.binary_search(&it).ok());
                self.slot(slot.unwrap_or(0))
            }
        }
    }
}

/// The factors of a product with what is per row, or to be repeated for each row, in the second place.
fn scaled((x, y): Factors) -> Factors {
    let is_last = |place| matches!(place, Place::One | Place::MinusOne);
    if y.is_number() && !(x.is_number() && is_last(y)) { (y, x) } else { (x, y) }
}

struct Linker {
    places: Places,
    pushes: Pushes,
    /// For each record what arrives at it.
    arrivals: Vec<Arrivals>,
}

/// The grads that arrive at a record.
#[derive(Default)]
struct Arrivals {
    /// Those by products with a number: its index, and the record that they come from.
    scaled: Vec<(u32, u32)>,
    /// The number of the others.
    others: usize,
}

impl Linker {
    /// The target at a place, over so many rows.
    fn sink(&mut self, node: Value, place: Place, rows: usize) -> Sink {
        Sink {
            fold: node.operation().and_then(|operation| operation.as_fold()),
            row: node.row_taken(),
            node,
            source: self.places.source(place),
            push: self.next(place),
            out: f64::NAN,
            sharing: rows,
            total: 0.0,
            ranked: Vec::new(),
            upstream: 0.0,
        }
    }

    /// The record; those of its users are there.
    fn record(&mut self, index: usize, draft: Draft) -> Record {
        let Draft { node, kernel, operands, terms: factors, .. } = draft;
        let requires_grad = self.pushes.records.get(index) == Some(&true);
        let source = |linker: &Linker, place| linker.places.source(place);
        let (mut sums, mut gives) = (Vec::new(), Vec::new());
        let mut terms: Vec<AddedProduct> = Vec::with_capacity(factors.len());
        for (x, y) in factors.into_iter().rev().map(scaled) {
            let rows = source(self, y);
            let Some(factor) = self.places.number(x).map(|factor| factor as u32) else {
                let operands = [source(self, x), rows];
                terms.push(AddedProduct::Product { operands });
                if requires_grad {
                    gives.push(Give { slope: Slope::Rows(rows), push: self.next(x) });
                    gives.push(Give { slope: Slope::Rows(operands[0]), push: self.next(y) });
                }
                continue;
            };
            terms.push(AddedProduct::Scaled { factor, rows });
            if requires_grad {
                match self.pushes.next(x) {
                    Push::Sum(input) => sums.push((input as u32, rows)),
                    push => gives.push(Give { slope: Slope::Rows(rows), push }),
                }
                let push = self.pushes.next(y);
                if let Some(record) = push.record() {
                    self.arrivals[record].scaled.push((factor, index as u32));
                }
                gives.push(Give { slope: Slope::Number(factor), push });
            }
        }
        terms.reverse();
        let used = match kernel {
            Kernel::Nothing => 0,
            Kernel::Copy => 1,
            _ => node.operands().len(),
        };
        let mut pushes = [Push::Nothing; 2];
        if requires_grad {
            for (push, place) in pushes.iter_mut().zip(operands).take(used) {
                *push = self.next(place);
            }
        }
        let operands = operands.map(|place| source(self, place));
        Record {
            node,
            kernel,
            operands,
            pushes,
            terms,
            sums,
            gives,
            tile: None,
            pulls: Vec::new(),
            pull_tile: None,
            is_gate: false,
        }
    }

    /// What becomes of a grad that is not that of a product with a number.
    fn next(&mut self, place: Place) -> Push {
        let push = self.pushes.next(place);
        if let Some(record) = push.record() {
            self.arrivals[record].others += 1;
        }
        push
    }
}

/// Lets records fetch their grads that get them by products with numbers only: added up in registers.
fn pull(records: &mut [Record], arrivals: Vec<Arrivals>) {
    let is_pulled: Vec<bool> = arrivals.iter().map(|it| it.others == 0).collect();
    for record in records.iter_mut() {
        record.gives.retain(|Give { slope, push }| {
            let is_fetched = push.record().is_some_and(|record| is_pulled[record]);
            *push != Push::Nothing && !(is_fetched && matches!(slope, Slope::Number(_)))
        });
    }
    for (record, arrivals) in records.iter_mut().zip(arrivals).filter(|(_, it)| it.others == 0) {
        record.pulls = arrivals.scaled;
    }
}

/// Decides what becomes of grads, in the order in which they arrive.
struct Pushes {
    by_row: bool,
    /// For each input whether it requires a grad.
    wants: Vec<bool>,
    /// For each record whether it leads to such an input.
    records: Vec<bool>,
    /// For each record whether a grad has arrived.
    touched: Vec<bool>,
}

impl Pushes {
    fn of(drafts: &[Draft], by_row: bool, wants: Vec<bool>) -> Pushes {
        let touched = vec![false; drafts.len()];
        let mut pushes = Pushes { by_row, wants, records: Vec::new(), touched };
        for draft in drafts {
            let terms = draft.terms.iter().flat_map(|(x, y)| [*x, *y]);
            let mut operands = draft.operands.into_iter().chain(terms);
            let is_wanted = matches!(draft.kernel, Kernel::Copy);
            let requires = is_wanted || operands.any(|it| pushes.requires_grad(it));
            pushes.records.push(requires);
        }
        pushes
    }

    fn requires_grad(&self, place: Place) -> bool {
        match place {
            Place::Input(index) => self.wants.get(index).copied().unwrap_or(false),
            Place::Record(index) => self.records.get(index).copied().unwrap_or(false),
            Place::Constant(_) | Place::Column(_) | Place::One | Place::MinusOne => false,
        }
    }

    fn next(&mut self, place: Place) -> Push {
        match place {
            _ if !self.requires_grad(place) => Push::Nothing,
            Place::Input(index) if self.by_row => Push::Row(index),
            Place::Input(index) => Push::Sum(index),
            Place::Record(index) if std::mem::replace(&mut self.touched[index], true) => {
                Push::More(index)
            }
            Place::Record(index) => Push::First(index),
            Place::Constant(_) | Place::Column(_) | Place::One | Place::MinusOne => Push::Nothing,
        }
    }
}
