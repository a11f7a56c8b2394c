//! What a leaf holds beside its number.

use std::any::Any;
use std::fmt;
use std::rc::Rc;

use super::{Operand, Value};
use crate::core::graph::build::{Builder, Scope};
use crate::core::graph::executor::Executor;
use crate::core::language::{Error, Result, Span, in_marks};

/// What a leaf holds beside its number: the rows of a column, or the nodes that one name stands for. Parts
/// of the program define what there is.
pub trait LeafContents: Any + fmt::Debug {
    /// The number that the leaf shows at first.
    fn data(&self) -> f64 {
        f64::NAN
    }

    /// The number of rows, of a leaf that has a number for each.
    fn rows(&self) -> Option<usize> {
        None
    }

    /// The numbers of the rows.
    fn numbers(&self) -> Option<Rc<Vec<f64>>> {
        None
    }

    /// The current row, from 0.
    fn current_row(&self) -> Option<usize> {
        None
    }

    /// Changes the number of a row, and returns the one before.
    fn replace_number(&self, _row: usize, _number: f64) -> Option<f64> {
        None
    }

    /// Where the leaf belongs, of what its label numbers: `w1.2.3`.
    fn place(&self, _number: u32) -> Option<String> {
        None
    }

    /// The members of a group, which is no leaf of the graph itself.
    fn members(&self) -> Option<&[Operand]> {
        None
    }

    /// The leaf inside that has this name, such as `w1.2.3`.
    fn member(&self, _name: &str) -> Option<Value> {
        None
    }

    /// The nodes, if an operation is applied to each of them.
    fn each(&self) -> Option<&[Value]> {
        None
    }

    /// Tells whether its numbers stand for texts.
    fn is_text(&self) -> bool {
        false
    }

    /// The text that a number stands for.
    fn text(&self, _number: f64) -> Option<&str> {
        None
    }

    /// The error for a leaf that stands for many nodes where one number is wanted.
    fn not_one(&self, _leaf: &Value, span: Span, _scope: &dyn Scope) -> Error {
        Error::new(span, "one number was expected here")
    }

    /// Tells whether a name of the leaf can be called.
    fn is_called(&self) -> bool {
        false
    }

    /// The names of the arguments of what a call of the leaf's name takes.
    fn parameters(&self) -> Vec<String> {
        Vec::new()
    }

    /// Pushes what a call makes of the operands from `base` on. Returns the number of steps that took, of
    /// which there may be `most`.
    fn call(&self, _: &mut Builder<'_>, _base: usize, at: Span, _most: usize) -> Result<usize> {
        Err(Error::new(at, "this is not a function"))
    }

    /// Who computes the rows of the leaf.
    fn executor(&self) -> Option<&'static dyn Executor> {
        None
    }
}

impl Value {
    /// The text that its number stands for, in quotation marks.
    pub fn text(&self) -> Option<String> {
        self.contents()?.text(self.data()).map(in_marks)
    }
}

/// The text, in quotation marks, that a constant operand stands for: one of those of the column that it is
/// compared with.
pub fn text_among(operands: &[Operand], index: usize) -> Option<String> {
    let number = operands.get(index)?.constant()?;
    let mut columns = operands.iter().filter_map(|it| it.value()?.contents());
    columns.find_map(|column| column.text(number)).map(in_marks)
}
