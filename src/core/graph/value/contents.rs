//! The contents of a leaf besides its number.

use std::any::Any;
use std::fmt;
use std::rc::Rc;

use super::{Operand, Value};
use crate::core::graph::build::{Builder, Scope};
use crate::core::graph::executor::Executor;
use crate::core::language::{Error, Result, Span, in_marks};

/// The contents of a leaf besides its number: the rows of a column, a network, or a group. Parts implement it.
pub trait LeafContents: Any + fmt::Debug {
    /// The data of the leaf at first.
    fn data(&self) -> f64 {
        f64::NAN
    }

    /// The number of rows of a column.
    fn rows(&self) -> Option<usize> {
        None
    }

    fn numbers(&self) -> Option<Rc<Vec<f64>>> {
        None
    }

    /// Counted from 0.
    fn current_row(&self) -> Option<usize> {
        None
    }

    /// Changes the number of a row, and returns the one before.
    fn replace_number(&self, _row: usize, _number: f64) -> Option<f64> {
        None
    }

    /// The name inside a network of the leaf with this number: `w1.2.3`.
    fn place(&self, _number: u32) -> Option<String> {
        None
    }

    /// The members of a group.
    fn members(&self) -> Option<&[Operand]> {
        None
    }

    /// The leaf of this name inside a network, such as `w1.2.3`.
    fn member(&self, _name: &str) -> Option<Value> {
        None
    }

    /// The nodes of a network, if an operation applies to each of them.
    fn each(&self) -> Option<&[Value]> {
        None
    }

    /// Returns true if its numbers stand for texts.
    fn is_text(&self) -> bool {
        false
    }

    fn text(&self, _number: f64) -> Option<&str> {
        None
    }

    /// The error for many nodes in place of one number.
    fn not_one(&self, _leaf: &Value, span: Span, _scope: &dyn Scope) -> Error {
        Error::new(span, "one number was expected here")
    }

    /// Returns true if the leaf's name can be called.
    fn is_called(&self) -> bool {
        false
    }

    /// The names of the arguments of a call.
    fn parameters(&self) -> Vec<String> {
        Vec::new()
    }

    /// Pushes the result of a call with the operands from `base` on. Returns the steps taken, at most `most`.
    fn call(&self, _: &mut Builder<'_>, _base: usize, at: Span, _most: usize) -> Result<usize> {
        Err(Error::new(at, "this is not a function"))
    }

    fn executor(&self) -> Option<&'static dyn Executor> {
        None
    }
}

#[doc(hidden)]
impl Value {
    /// The text of the number, in quotation marks.
    pub fn text(&self) -> Option<String> {
        self.contents()?.text(self.data()).map(in_marks)
    }
}

/// The text of a constant operand, in quotation marks, by the column that it is compared with.
pub fn text_among(operands: &[Operand], index: usize) -> Option<String> {
    let number = operands.get(index)?.constant()?;
    let mut columns = operands.iter().filter_map(|it| it.value()?.contents());
    columns.find_map(|column| column.text(number)).map(in_marks)
}
