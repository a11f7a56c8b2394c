//! The outcome of building: a node or a number, and facts for the report.

use std::any::Any;
use std::rc::Rc;

use crate::core::graph::executor::BadRow;
use crate::core::graph::function::Function;
use crate::core::graph::stop::Stop;
use crate::core::graph::value::{Operand, Value};
use crate::core::ops::Operation;

/// The outcome of building a tree or a derivative.
#[derive(Debug)]
pub struct Built {
    /// The node, or the number if no node is involved.
    pub result: Operand,
    /// The number of new nodes in the result.
    pub count: u32,
    /// True if there was something to compute: the tree is more than a number or a name.
    pub is_computed: bool,
    /// The first operation that made a non-finite number out of finite ones.
    pub non_finite: Option<NonFinite>,
    /// The number of rows that a statistic has left out, which have a gap.
    pub left_out: usize,
    /// The sides of the first `==` or `!=` that nearly are the same number.
    pub nearly_equal: Option<[f64; 2]>,
    /// A comparison that holds at a single point, which is where a derivative was made.
    pub single_point: Option<Value>,
    /// Notes on what was built, each shown once a session.
    pub notes: Vec<&'static str>,
    pub recorded: Recorded,
}

/// Things that a statement used and made besides nodes; `:save` needs them.
#[derive(Debug, Default)]
pub struct Recorded {
    /// The user's functions called, each once.
    pub functions: Vec<Rc<Function>>,
    /// Facts about new nodes, for parts.
    pub made: Vec<(Value, Rc<dyn Any>)>,
    /// The leaves made inside an expression or a group.
    pub leaves: Vec<Value>,
    /// The steps that copied a number from the session, with the number.
    pub copies: Vec<(usize, f64)>,
    /// True if a function has copied a number.
    pub copies_inside: bool,
}

impl Built {
    /// Wraps a number, for which no node was made.
    pub fn number(number: f64) -> Built {
        Built::of(Operand::Constant(number), 0)
    }

    /// Wraps a node made of `count` new ones.
    pub fn of(result: Operand, count: u32) -> Built {
        Built {
            result,
            count,
            is_computed: false,
            non_finite: None,
            left_out: 0,
            nearly_equal: None,
            single_point: None,
            notes: Vec::new(),
            recorded: Recorded::default(),
        }
    }
}

/// An operation whose operands are finite and whose result is not.
#[derive(Debug)]
pub struct NonFinite {
    pub operation: &'static Operation,
    pub operands: [Operand; 2],
    pub numbers: [f64; 2],
    /// Its result.
    pub out: f64,
    /// The row, from 1, of a node over rows.
    pub row: Option<usize>,
    /// The reason, such as `171!`; empty if the numbers tell it.
    pub because: &'static str,
}

impl NonFinite {
    /// Returns this application if it made a non-finite number out of finite ones, or is a comparison
    /// with nan as it was typed.
    pub fn check(
        operation: &'static Operation,
        operands: &[Operand; 2],
        out: f64,
    ) -> Option<NonFinite> {
        let [x, y] = operands;
        let numbers = [x.data(), y.data()];
        let is_typed = |it: &Operand| it.value().is_none() && it.data().is_nan();
        let asks_for_nan = operation.compares() && operands.iter().any(is_typed);
        let is_fine = out.is_finite() || !asks_for_nan && numbers.iter().any(|it| !it.is_finite());
        (!is_fine).then(|| NonFinite {
            operation,
            operands: operands.clone(),
            numbers,
            out,
            row: None,
            because: "",
        })
    }

    /// Returns the application that made a node's data non-finite: over rows, in the first such row.
    pub fn of_node(node: &Value, stop: &Stop) -> Option<NonFinite> {
        let operation = node.operation()?;
        if !node.is_fold() && !node.is_per_row() {
            return NonFinite::check(operation, node.both_operands(), node.data());
        }
        let executor = node.executor()?;
        match executor.bad_row(node, stop) {
            Some(bad) => NonFinite::in_row(bad),
            None if node.is_fold() && executor.all_finite(node, stop) => NonFinite::of_fold(node),
            None => None,
        }
    }

    /// Returns the fold itself if it is not finite although all rows are.
    pub fn of_fold(fold: &Value) -> Option<NonFinite> {
        let (operands, out) = (fold.both_operands().clone(), fold.data());
        Some(NonFinite {
            operation: fold.operation()?,
            operands,
            numbers: [f64::NAN; 2],
            out,
            row: None,
            because: "",
        })
    }

    /// Returns this application in one row; `None` for a leaf.
    pub fn in_row(bad: BadRow) -> Option<NonFinite> {
        let BadRow { node, row, operands: numbers, out } = bad;
        let (operation, operands) = (node.operation()?, node.both_operands().clone());
        Some(NonFinite { operation, operands, numbers, out, row: Some(row + 1), because: "" })
    }
}
