//! Tables: rows of cells in columns.

use std::borrow::Cow;

use super::{Facts, Paragraph};

/// The narrowest width of a clipped name or formula.
pub const NARROWEST: usize = 10;

#[derive(Debug, Clone, Default)]
pub struct Table {
    pub columns: Vec<Column>,
    /// The rows of cells; trailing cells may be missing.
    pub rows: Vec<Vec<Paragraph>>,
    pub titled: bool,
    /// The fold on a terminal that is too low; `None` shows all rows.
    pub fold: Option<Fold>,
}

/// The fold of a table higher than the screen.
#[derive(Debug, Clone)]
pub struct Fold {
    /// The rank of each row: lower ranks are shown first.
    pub ranks: Vec<u8>,
    /// The command that shows every row.
    pub command: String,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Column {
    /// The key in machine formats; empty for a column for people only.
    pub key: Cow<'static, str>,
    pub title: Cow<'static, str>,
    pub gap: usize,
    /// True to align at the right.
    pub right: bool,
    /// The least width.
    pub width: usize,
    /// The width to which texts may be clipped.
    pub clip: Option<usize>,
    /// True to keep the end of a clipped text, as of a name.
    pub keeps_end: bool,
    /// Its rank for leaving it out on a narrow screen: the highest goes first.
    pub drop: Option<u8>,
}

impl Table {
    pub fn new(columns: Vec<Column>, rows: Vec<Vec<Paragraph>>) -> Table {
        Table { columns, rows, titled: false, fold: None }
    }

    pub fn titled(columns: Vec<Column>, rows: Vec<Vec<Paragraph>>) -> Table {
        Table { titled: true, ..Table::new(columns, rows) }
    }

    /// Returns the rows for machines, under the keys of the columns; a repeated key gets a number.
    pub fn records(&self) -> impl Iterator<Item = Facts> {
        let columns = || self.columns.iter().enumerate().filter(|(_, it)| !it.key.is_empty());
        self.rows.iter().map(move |row| {
            let mut facts = Facts::new();
            for (at, Column { key, .. }) in columns() {
                let numbered = (2..).map(|number| format!("{key} {number}"));
                let mut names = [key.to_string()].into_iter().chain(numbered);
                let name = names.find(|name| !facts.contains_key(name)).unwrap_or_default();
                facts.insert(name, row.get(at).map(Paragraph::json).unwrap_or_default());
            }
            facts
        })
    }
}

impl Column {
    /// A column of texts; an empty key hides it from machines.
    pub fn text(key: impl Into<Cow<'static, str>>) -> Column {
        Column { key: key.into(), gap: 2, ..Column::default() }
    }

    /// A column of numbers.
    pub fn number(key: impl Into<Cow<'static, str>>) -> Column {
        Column { right: true, ..Column::text(key) }
    }

    pub fn titled(self, title: impl Into<Cow<'static, str>>) -> Column {
        Column { title: title.into(), ..self }
    }

    pub fn gap(self, gap: usize) -> Column {
        Column { gap, ..self }
    }

    pub fn width(self, width: usize) -> Column {
        Column { width, ..self }
    }

    /// Allows clipping to this width.
    pub fn clip(self, least: usize) -> Column {
        Column { clip: Some(least), ..self }
    }

    /// Allows clipping to this width, keeping the ends.
    pub fn keeping_end(self, least: usize) -> Column {
        Column { clip: Some(least), keeps_end: true, ..self }
    }

    /// Allows leaving the column out; the highest rank goes first.
    pub fn drop(self, rank: u8) -> Column {
        Column { drop: Some(rank), ..self }
    }
}
