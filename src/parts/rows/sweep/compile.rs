//! Per-row nodes to the records of a sweep.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::fuse::fuse;
use super::kernels::Kernel;
use super::link::Plan;
use super::walk::Sweep;
use crate::core::graph::{Operand, Order, Stop, Value};

/// The place of a node's numbers before it is known how many inputs and constants there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Input(usize),
    Constant(usize),
    Record(usize),
    Column(usize),
    /// The number 1, or -1.
    One,
    MinusOne,
}

/// How a sweep is compiled.
#[derive(Debug, Clone, Copy, Default)]
pub struct Compiling {
    /// With fused sums it is faster, but knows nothing of some nodes inside.
    pub fused: bool,
    /// Set when a branch outside may leave some of its targets out.
    pub branched: bool,
    /// Set where the grads of inputs are kept row by row, and not added up.
    pub by_row: bool,
}

/// What a product is of.
pub(super) type Factors = (Place, Place);

#[derive(Default)]
struct Compiler {
    places: HashMap<Value, Place, RandomState>,
    inputs: Vec<Value>,
    constants: Vec<f64>,
    columns: Vec<Value>,
    drafts: Vec<Draft>,
}

impl Place {
    /// Returns true for what is one number, the same for all rows.
    pub fn is_number(self) -> bool {
        !matches!(self, Place::Record(_) | Place::Column(_))
    }
}

/// A record before it is known where its operands are.
#[derive(Debug)]
pub(super) struct Draft {
    pub node: Value,
    pub kernel: Kernel,
    pub operands: [Place; 2],
    /// Products that are added in place.
    pub terms: Vec<Factors>,
    /// Set when another record does its work.
    pub is_absorbed: bool,
}

impl Sweep {
    /// The sweep over the rows that `targets` depend on, which all have the same number of rows:
    /// folds, or per-row nodes. Grads are passed on to the inputs and columns that require one.
    ///
    /// It numbers the nodes anew. None without a target that has rows.
    pub fn compile(
        targets: &[Value],
        requires_grad: impl Fn(&Value) -> bool,
        options: Compiling,
    ) -> Option<Sweep> {
        let per_row = |target: &Value| match target.operands() {
            [Operand::Value(operand), ..] if target.is_fold() => operand.clone(),
            _ => target.clone(),
        };
        let wanted: Vec<Value> = targets.iter().map(per_row).collect();
        let rows = wanted.first()?.rows()?;
        let order = Order::walk(&Stop::default(), &wanted, Value::is_per_row);
        let mut compiler = Compiler::default();
        for node in order.nodes() {
            compiler.take(node, node.is_leaf() && requires_grad(node));
        }
        let Compiler { places, inputs, constants, columns, mut drafts } = compiler;
        let target = |(node, wanted): (&Value, &Value)| Some((node.clone(), *places.get(wanted)?));
        let mut targets: Vec<(Value, Place)> =
            targets.iter().zip(&wanted).filter_map(target).collect();
        if options.fused {
            fuse(&mut drafts, &targets);
        }
        remove_absorbed(&mut drafts, &mut targets);
        let wants = inputs.iter().map(requires_grad).collect();
        let takes_one = |(target, _): &(Value, Place)| target.row_taken().is_some();
        let branched = options.branched || order.has_branches() || targets.iter().any(takes_one);
        let by_row = options.by_row;
        let plan =
            Plan { rows, by_row, branched, inputs, wants, constants, columns, drafts, targets };
        Some(plan.link())
    }

    /// The sweep over the rows of one per-row node that gives its derivatives by the inputs in each
    /// row: [`Sweep::linearize`].
    pub fn by_row(target: &Value, requires_grad: impl Fn(&Value) -> bool) -> Option<Sweep> {
        let options = Compiling { fused: true, by_row: true, branched: false };
        Sweep::compile(std::slice::from_ref(target), requires_grad, options)
    }
}

/// Removes the drafts whose work others do, and numbers the rest anew.
fn remove_absorbed(drafts: &mut Vec<Draft>, targets: &mut [(Value, Place)]) {
    let mut left = 0;
    let indices: Vec<usize> = drafts
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
    drafts.retain_mut(|draft| {
        draft.operands = draft.operands.map(moved);
        draft.terms.iter_mut().for_each(|(x, y)| (*x, *y) = (moved(*x), moved(*y)));
        !draft.is_absorbed
    });
    targets.iter_mut().for_each(|(_, place)| *place = moved(*place));
}

impl Sweep {
    /// The sweep over the rows of one node, a fold or per-row, ready to be walked forward.
    pub fn over(node: &Value) -> Option<Sweep> {
        let node = std::slice::from_ref(node);
        let mut sweep = Sweep::compile(node, |_| false, Compiling::default())?;
        sweep.load_data();
        Some(sweep)
    }

    /// The same for a fold; none for another node.
    pub fn of_fold(fold: &Value) -> Option<Sweep> {
        fold.is_fold().then(|| Sweep::over(fold)).flatten()
    }

    /// The numbers of a per-row node, one for each row; none when it was stopped.
    pub fn rows_of(node: &Value, stop: &Stop) -> Option<Vec<f64>> {
        if let Some(column) = node.as_column() {
            return Some(column.numbers().to_vec());
        }
        let mut sweep = Sweep::over(node)?;
        let mut numbers = Vec::with_capacity(sweep.rows());
        sweep
            .read(0..sweep.rows(), stop, |block| numbers.extend_from_slice(block))
            .then_some(numbers)
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
                let Some(kernel) = Kernel::of(node) else {
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
        self.drafts.push(Draft {
            node: node.clone(),
            kernel,
            operands,
            terms: Vec::new(),
            is_absorbed: false,
        });
        Place::Record(self.drafts.len() - 1)
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
