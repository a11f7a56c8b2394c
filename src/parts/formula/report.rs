//! What `:diff` reports: a derivative as a formula, and its value.

use std::rc::Rc;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::{Atom, number_among, textbook_text_of};
use crate::core::session::Names;
use crate::report::{Exact, numbers};

/// A derivative as a formula, and its value.
#[derive(Debug, Clone)]
pub struct Derivative {
    /// The name that it is bound to, if it is.
    pub name: Option<String>,
    /// The derivative: `dL/da`.
    pub title: String,
    /// The formula in postfix order.
    pub atoms: Vec<Atom>,
    /// The names of its nodes.
    pub names: Rc<Names>,
    /// True if the formula is cut short.
    pub is_cut: bool,
    /// Its value, if its names have one.
    pub data: Option<f64>,
    /// The standard uncertainty of that, if it has one.
    pub u: Option<f64>,
}

impl Serialize for Derivative {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        if let Some(name) = &self.name {
            fields.serialize_entry("name", name)?;
        }
        fields.serialize_entry("derivative", &self.title)?;
        fields.serialize_entry("expression", &self.text(numbers::exact))?;
        for (key, number) in [("data", &self.data), ("u", &self.u)] {
            if let Some(number) = number {
                fields.serialize_entry(key, &Exact(number))?;
            }
        }
        fields.end()
    }
}

impl Derivative {
    /// Says that it is too long to print whole, and what shows it.
    pub fn too_long(&self) -> String {
        match &self.name {
            Some(name) => format!("too long to print whole; :grad {name} shows it node by node"),
            None => "too long to print whole".to_owned(),
        }
    }

    /// Its text; `number` writes its numbers.
    pub fn text(&self, number: impl Fn(f64) -> String) -> String {
        let number = |value| number_among(&self.names, value, &number);
        textbook_text_of(&self.atoms, |node| self.names.call(node), number)
    }
}
