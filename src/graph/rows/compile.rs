//! Per-row nodes to the records of a sweep.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::fuse::fuse;
use super::kernels::Kernel;
use super::lanes::Lanes;
use super::pushes::{InputGrads, Push};
use super::sweep::{BLOCK, BadRow, Record, Sink, Source, Sweep, Term};
use crate::graph::order::Order;
use crate::graph::stop::Stop;
use crate::graph::value::{Operand, Value};

/// The place of a node's numbers before it is known how many inputs and constants there are.
#[derive(Debug, Clone, Copy)]
pub(super) enum Place {
    Input(usize),
    Constant(usize),
    Record(usize),
    Column(usize),
}

#[derive(Default)]
struct Compiler {
    places: HashMap<Value, Place, RandomState>,
    inputs: Vec<Value>,
    constants: Vec<f64>,
    columns: Vec<Value>,
    records: Vec<Draft>,
}

/// A record before it is known where its operands are.
#[derive(Debug)]
pub(super) struct Draft {
    pub node: Value,
    pub kernel: Kernel,
    pub operands: [Place; 2],
    /// Products, or numbers, that are added in place.
    pub terms: Vec<(Place, Option<Place>)>,
    /// Set when its grad is wanted, whatever its operands are.
    pub is_wanted: bool,
    /// Set when another record does its work.
    pub is_absorbed: bool,
}

impl Sweep {
    /// The sweep over the rows that `targets` depend on, which all have the same number of rows:
    /// folds, or per-row nodes. Grads are passed on to the inputs and columns that require one.
    ///
    /// It numbers the nodes anew. None without a target that has rows.
    pub fn of(targets: &[Value], requires_grad: impl Fn(&Value) -> bool) -> Option<Sweep> {
        Sweep::compile(targets, requires_grad, false)
    }

    /// The same; with `fused` sums it is faster, but knows nothing of some nodes inside.
    pub fn compile(
        targets: &[Value],
        requires_grad: impl Fn(&Value) -> bool,
        fused: bool,
    ) -> Option<Sweep> {
        let kept = Kept::Sums;
        Sweep::keeping(targets, requires_grad, (fused, kept))
    }

    /// The sweep over the rows of one per-row node that gives its derivatives by the inputs in each
    /// row: [`Sweep::linearize`].
    pub fn by_row(target: &Value, requires_grad: impl Fn(&Value) -> bool) -> Option<Sweep> {
        Sweep::keeping(std::slice::from_ref(target), requires_grad, (true, Kept::Rows))
    }

    fn keeping(
        targets: &[Value],
        requires_grad: impl Fn(&Value) -> bool,
        (fused, kept): (bool, Kept),
    ) -> Option<Sweep> {
        let per_row = |target: &Value| match target.operands() {
            [Operand::Value(operand)] if target.is_fold() => operand.clone(),
            _ => target.clone(),
        };
        let wanted: Vec<Value> = targets.iter().map(per_row).collect();
        let rows = wanted.first()?.rows()?;
        let order = Order::walk(&Stop::default(), &wanted, Value::is_per_row);
        let mut compiler = Compiler::default();
        for node in order.nodes() {
            compiler.take(node, node.is_leaf() && requires_grad(node));
        }
        let Compiler { places, inputs, constants, columns, mut records } = compiler;
        if fused {
            let places: Vec<Place> =
                wanted.iter().filter_map(|it| places.get(it).copied()).collect();
            fuse(&mut records, &places);
        }
        // The indices of the records that stay.
        let mut left = 0;
        let indices: Vec<usize> = records
            .iter()
            .map(|draft| {
                let index = left;
                left += usize::from(!draft.is_absorbed);
                index
            })
            .collect();
        let moved = |place: Place| match place {
            Place::Record(index) => Place::Record(indices[index]),
            place => place,
        };
        records.retain_mut(|draft| {
            draft.operands = draft.operands.map(moved);
            draft.terms.iter_mut().for_each(|(x, y)| (*x, *y) = (moved(*x), y.map(moved)));
            !draft.is_absorbed
        });
        let (first_constant, first) = (inputs.len(), inputs.len() + constants.len());
        let source = |place: Place| match place {
            Place::Input(index) => Source::Slot(index),
            Place::Constant(index) => Source::Slot(first_constant + index),
            Place::Record(index) => Source::Slot(first + index),
            Place::Column(index) => Source::Column(index),
        };
        let wants: Vec<bool> = inputs.iter().map(&requires_grad).collect();
        let touched = vec![false; records.len()];
        let mut pushes = Pushes { kept, wants, records: Vec::new(), touched };
        for draft in &records {
            let terms = draft.terms.iter().flat_map(|(x, y)| [Some(*x), *y]).flatten();
            let mut operands = draft.operands.into_iter().chain(terms);
            let requires = draft.is_wanted || operands.any(|it| pushes.requires_grad(it));
            pushes.records.push(requires);
        }
        let sinks = targets.iter().zip(&wanted).filter_map(|(target, wanted)| {
            let place = moved(*places.get(wanted)?);
            Some(Sink {
                node: target.clone(),
                source: source(place),
                fold: target.operation().and_then(|operation| operation.as_fold()),
                push: pushes.next(place),
                out: f64::NAN,
                sharing: rows,
                lanes: Lanes::default(),
                upstream: 0.0,
            })
        });
        let targets: Vec<Sink> = sinks.collect();
        let mut compiled: Vec<Record> = Vec::with_capacity(records.len());
        for (index, draft) in records.into_iter().enumerate().rev() {
            let Draft { node, kernel, operands: places, terms, .. } = draft;
            let operands = places.map(source);
            let push = |place: Place, pushes: &mut Pushes| match pushes.records.get(index) {
                Some(true) => pushes.next(place),
                _ => Push::Nothing,
            };
            let mut ready: Vec<Term> = Vec::with_capacity(terms.len());
            for (x, y) in terms.into_iter().rev() {
                let first = push(x, &mut pushes);
                let second = y.map_or(Push::Nothing, |y| push(y, &mut pushes));
                ready.push(Term { x: source(x), y: y.map(source), pushes: [first, second] });
            }
            ready.reverse();
            let is_unary = node.operands().len() == 1 || kernel == Kernel::Copy;
            let first = push(places[0], &mut pushes);
            let second = if is_unary { Push::Nothing } else { push(places[1], &mut pushes) };
            compiled.push(Record { node, kernel, operands, pushes: [first, second], terms: ready });
        }
        compiled.reverse();
        let mut values = vec![0.0; (first + compiled.len()) * BLOCK];
        for (slot, number) in values.chunks_exact_mut(BLOCK).skip(first_constant).zip(&constants) {
            slot.fill(*number);
        }
        Some(Sweep {
            rows,
            input_grads: InputGrads {
                sums: vec![Lanes::default(); inputs.len()],
                rows: match kept {
                    Kept::Sums => Vec::new(),
                    Kept::Rows => vec![0.0; inputs.len() * BLOCK],
                },
            },
            grads: vec![0.0; compiled.len() * BLOCK],
            scratch: vec![0.0; BLOCK],
            pinned: None,
            watches: Vec::new(),
            row_grads: Vec::new(),
            inputs,
            constants,
            columns,
            records: compiled,
            targets,
            requires_grad: pushes.records,
            values,
        })
    }
}

impl Sweep {
    /// The sweep that computes a fold; none for another node.
    pub fn of_fold(fold: &Value) -> Option<Sweep> {
        fold.is_fold().then(|| Sweep::of(std::slice::from_ref(fold), |_| false)).flatten()
    }

    /// The first row in which an operation makes a non-finite number out of finite ones, of those
    /// that a node with rows, or a fold, is computed from.
    pub fn first_bad_row_of(node: &Value, stop: &Stop) -> Option<BadRow> {
        let mut sweep = Sweep::of(std::slice::from_ref(node), |_| false)?;
        sweep.load_data();
        sweep.first_bad_row(stop, |_| true)
    }
}

impl Compiler {
    /// Takes a per-row node, whose per-row operands have been taken. A column whose grad is wanted
    /// becomes a record, where the grad gathers.
    fn take(&mut self, node: &Value, is_wanted: bool) {
        let place = match node.operation() {
            None => {
                self.columns.push(node.clone());
                let column = Place::Column(self.columns.len() - 1);
                if is_wanted { self.record(node, Kernel::Copy, [column; 2]) } else { column }
            }
            Some(operation) => {
                let [x, y] = node.both_operands();
                let Some(kernel) = Kernel::of(operation, node.both_operands()) else {
                    return;
                };
                let first = self.place(x);
                let second = if operation.arity() == 1 { first } else { self.place(y) };
                self.record(node, kernel, [first, second])
            }
        };
        self.places.insert(node.clone(), place);
    }

    fn record(&mut self, node: &Value, kernel: Kernel, operands: [Place; 2]) -> Place {
        self.records.push(Draft {
            node: node.clone(),
            kernel,
            operands,
            terms: Vec::new(),
            is_wanted: node.is_leaf(),
            is_absorbed: false,
        });
        Place::Record(self.records.len() - 1)
    }

    fn place(&mut self, operand: &Operand) -> Place {
        let Some(node) = operand.value() else {
            self.constants.push(operand.data());
            return Place::Constant(self.constants.len() - 1);
        };
        *self.places.entry(node.clone()).or_insert_with(|| {
            self.inputs.push(node.clone());
            Place::Input(self.inputs.len() - 1)
        })
    }
}

/// What is kept of the grads of inputs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kept {
    /// Their sums over rows.
    Sums,
    /// Those of each row.
    Rows,
}

/// Decides what becomes of grads, in the order in which they arrive.
struct Pushes {
    kept: Kept,
    /// For each input whether it requires a grad.
    wants: Vec<bool>,
    /// For each record whether it leads to such an input.
    records: Vec<bool>,
    /// For each record whether a grad has arrived.
    touched: Vec<bool>,
}

impl Pushes {
    fn requires_grad(&self, place: Place) -> bool {
        match place {
            Place::Input(index) => self.wants.get(index).copied().unwrap_or(false),
            Place::Record(index) => self.records.get(index).copied().unwrap_or(false),
            Place::Constant(_) | Place::Column(_) => false,
        }
    }

    fn next(&mut self, place: Place) -> Push {
        match place {
            _ if !self.requires_grad(place) => Push::Nothing,
            Place::Input(index) => match self.kept {
                Kept::Sums => Push::Sum(index),
                Kept::Rows => Push::Row(index),
            },
            Place::Record(index) if std::mem::replace(&mut self.touched[index], true) => {
                Push::More(index)
            }
            Place::Record(index) => Push::First(index),
            Place::Constant(_) | Place::Column(_) => Push::Nothing,
        }
    }
}
