//! Tables: rows of cells in columns.

use std::borrow::Cow;

use super::{Facts, Paragraph};

/// The fewest columns to which names and formulas are clipped.
pub const NARROWEST: usize = 10;

/// Rows of cells in columns.
#[derive(Debug, Clone, Default)]
pub struct Table {
    pub columns: Vec<Column>,
    /// The rows, a cell for each column; trailing cells may be missing.
    pub rows: Vec<Vec<Paragraph>>,
    /// True when people see the titles.
    pub titled: bool,
    /// What a terminal shows of it if it is higher than the screen; without one all of it.
    pub fold: Option<Fold>,
}

/// How rows too many for a screen are folded.
#[derive(Debug, Clone)]
pub struct Fold {
    /// The rank of each row: lower ranks are shown first.
    pub ranks: Vec<u8>,
    /// The command that shows every row.
    pub command: String,
}

/// One column of a table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Column {
    /// Its key in the machine formats; empty for one that only people see.
    pub key: Cow<'static, str>,
    /// Its title, if it has one.
    pub title: Cow<'static, str>,
    /// The number of blanks before it.
    pub gap: usize,
    /// True when its texts end at the right, as numbers do.
    pub right: bool,
    /// The least width where there is room.
    pub width: usize,
    /// The least width to which its texts may be clipped; without one they are not.
    pub clip: Option<usize>,
    /// True when the end of a clipped text remains, as that of names, which tells nodes apart.
    pub keeps_end: bool,
    /// Whether it may be left out on a narrow screen: the highest number goes first.
    pub drop: Option<u8>,
}

impl Table {
    /// Rows of cells without titles.
    pub fn new(columns: Vec<Column>, rows: Vec<Vec<Paragraph>>) -> Table {
        Table { columns, rows, titled: false, fold: None }
    }

    /// Rows of cells under titles.
    pub fn titled(columns: Vec<Column>, rows: Vec<Vec<Paragraph>>) -> Table {
        Table { titled: true, ..Table::new(columns, rows) }
    }

    /// Returns its rows as machines see them, under the keys of their columns; a key that occurs again gets a
    /// number.
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
    /// A column of texts under this key, which is empty for one that only people see.
    pub fn text(key: impl Into<Cow<'static, str>>) -> Column {
        Column { key: key.into(), gap: 2, ..Column::default() }
    }

    /// A column of numbers under this key.
    pub fn number(key: impl Into<Cow<'static, str>>) -> Column {
        Column { right: true, ..Column::text(key) }
    }

    /// The same column under a title.
    pub fn titled(self, title: impl Into<Cow<'static, str>>) -> Column {
        Column { title: title.into(), ..self }
    }

    /// The same column after so many blanks.
    pub fn gap(self, gap: usize) -> Column {
        Column { gap, ..self }
    }

    /// The same column, at least so wide.
    pub fn width(self, width: usize) -> Column {
        Column { width, ..self }
    }

    /// The same column, whose texts may be clipped to this width.
    pub fn clip(self, least: usize) -> Column {
        Column { clip: Some(least), ..self }
    }

    /// The same column, whose texts may be clipped inside to this width: their ends remain.
    pub fn keeping_end(self, least: usize) -> Column {
        Column { clip: Some(least), keeps_end: true, ..self }
    }

    /// The same column, which may be left out; the highest number goes first.
    pub fn drop(self, rank: u8) -> Column {
        Column { drop: Some(rank), ..self }
    }
}
