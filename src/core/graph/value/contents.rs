//! What a leaf holds beside its number.

use std::any::Any;
use std::fmt;

use super::{Operand, Value};

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

    /// The members of a group, which is no leaf of the graph itself.
    fn members(&self) -> Option<&[Operand]> {
        None
    }

    /// The leaf inside that has this name, such as `w1.2.3`.
    fn member(&self, _name: &str) -> Option<Value> {
        None
    }
}
