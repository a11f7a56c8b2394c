//! The value of a node, as reports hold it.

use std::rc::Rc;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::{Exact, numbers};

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
    /// The texts that these stand for, if they do; none for a gap.
    pub texts: Option<Vec<Option<String>>>,
    /// The standard uncertainties of these, if they have any.
    pub row_uncertainties: Option<Rc<Vec<f64>>>,
    /// True if the name is shown: `L = -8`, not `-8`.
    pub named: bool,
}

impl Answer {
    /// Returns the exact text of a row, from 0; of one number it is that for every row.
    pub fn text_of_row(&self, row: usize) -> String {
        match (&self.texts, &self.rows) {
            (Some(texts), _) => texts.get(row).cloned().flatten().unwrap_or_default(),
            (None, Some(rows)) => numbers::exact(rows.get(row).copied().unwrap_or(f64::NAN)),
            (None, None) => numbers::exact(self.data),
        }
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
        match (&self.members, &self.texts, &self.rows) {
            (Some(members), ..) => fields.serialize_entry("members", members)?,
            (_, Some(texts), _) => fields.serialize_entry("data", texts)?,
            (.., Some(rows)) => fields.serialize_entry("data", &Exact(rows))?,
            (None, None, None) => fields.serialize_entry("data", &Exact(&self.data))?,
        }
        match (&self.row_uncertainties, &self.u) {
            (Some(rows), _) => fields.serialize_entry("u", &Exact(rows.as_slice()))?,
            (None, Some(u)) => fields.serialize_entry("u", &Exact(u))?,
            (None, None) => {}
        }
        fields.end()
    }
}
