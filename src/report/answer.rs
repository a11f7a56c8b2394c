//! The value of a node, as reports hold it.

use std::rc::Rc;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::Exact;
use crate::parts::rows::Categories;

/// A single number with its name, or the members of a group.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Answer {
    /// Its name.
    pub name: String,
    /// The number; nan for a group.
    pub data: f64,
    /// The members, if it is a group.
    pub members: Option<Vec<Answer>>,
    /// Its standard uncertainty, if it has one.
    pub u: Option<f64>,
    /// All its numbers, if it has one for each row; `data` is that of the row in view.
    pub rows: Option<Vec<f64>>,
    /// The texts that these are the codes of, if they are.
    pub categories: Categories,
    /// The standard uncertainties of these, if they have any.
    pub row_uncertainties: Option<Rc<Vec<f64>>>,
    /// True if the name is shown: `L = -8`, not `-8`.
    pub named: bool,
}

impl Answer {
    /// Returns true if it has standard uncertainties.
    pub fn has_u(&self) -> bool {
        self.u.is_some() || self.row_uncertainties.is_some()
    }

    /// Returns the exact text of a row, from 0; of one number it is that for every row.
    pub fn text_of_row(&self, row: usize) -> String {
        let number = match &self.rows {
            None => self.data,
            Some(rows) => rows.get(row).copied().unwrap_or(f64::NAN),
        };
        self.categories.exact_text(number)
    }

    /// Returns the standard uncertainty of a row, from 0.
    pub fn u_of_row(&self, row: usize) -> Option<f64> {
        match &self.rows {
            None => self.u,
            Some(_) => self.row_uncertainties.as_ref()?.get(row).copied(),
        }
    }
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry("name", &self.name)?;
        match &self.rows {
            None if let Some(members) = &self.members => {
                fields.serialize_entry("members", members)?;
            }
            None => fields.serialize_entry("data", &Exact(&self.data))?,
            Some(rows) if self.categories.is_empty() => {
                fields.serialize_entry("data", &Exact(rows))?;
            }
            Some(rows) => {
                let texts: Vec<_> = rows.iter().map(|row| self.categories.text(*row)).collect();
                fields.serialize_entry("data", &texts)?;
            }
        }
        match (&self.row_uncertainties, &self.u) {
            (Some(rows), _) => fields.serialize_entry("u", &Exact(rows.as_slice()))?,
            (None, Some(u)) => fields.serialize_entry("u", &Exact(u))?,
            (None, None) => {}
        }
        fields.end()
    }
}
