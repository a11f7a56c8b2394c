//! Columns of numbers or texts side by side, as a file of a table has them.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::number::Exact;
use crate::parts::rows::Cells;

/// Columns of numbers or texts, all of the same length.
#[derive(Debug, Clone, Default)]
pub struct Table {
    /// Each with its header.
    pub columns: Vec<(String, Cells)>,
}

impl Table {
    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, |(_, cells)| cells.numbers.len())
    }

    /// Returns the headers, in order.
    pub fn headers(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(|(header, _)| header.as_str())
    }
}

impl Serialize for Table {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(Some(self.columns.len()))?;
        for (header, Cells { numbers, kind }) in &self.columns {
            if kind.is_number() {
                fields.serialize_entry(header, &Exact(numbers))?;
            } else {
                fields.serialize_entry(header, &kind.texts_of(numbers))?;
            }
        }
        fields.end()
    }
}
