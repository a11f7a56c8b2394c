//! Rows of cells in columns.

use std::borrow::Cow;

use super::{Number, NumberStyle, Piece, Role};

/// Rows of cells under titles.
#[derive(Debug, Clone, Default)]
pub struct Grid {
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows, a cell for each column.
    pub rows: Vec<Vec<Cell>>,
    /// True when people see the titles.
    pub titled: bool,
    /// True when all columns of numbers that have no least width are as wide as the widest.
    pub even: bool,
    /// What a terminal shows of it if it is higher than the screen; none to show all of it.
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

/// One column of a grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Its title, and its key in the machine formats.
    pub title: Cow<'static, str>,
    /// Its title where there is not room for that one.
    pub short: Option<&'static str>,
    /// The number of blanks before it.
    pub gap: usize,
    /// True when its texts end at the right, as numbers do.
    pub right: bool,
    /// The least width.
    pub width: usize,
}

/// One cell of a grid.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A text in a role.
    Text(String, Role),
    /// A number.
    Number(Number),
    /// An answer to a yes-or-no question.
    Truth(bool),
    /// A sentence.
    Pieces(Vec<Piece>),
    /// Several texts, for machines.
    Texts(Vec<String>),
    /// Several values under names, for machines.
    Records(Vec<Vec<(&'static str, Cell)>>),
}

impl Cell {
    /// A plain text.
    pub fn text(text: impl Into<String>) -> Cell {
        Cell::Text(text.into(), Role::Plain)
    }

    /// A number with the decimals of tables.
    pub fn data(value: f64) -> Cell {
        Cell::Number(NumberStyle::Data.of(value))
    }

    /// A number whose sign matters.
    pub fn grad(value: f64) -> Cell {
        Cell::Number(NumberStyle::Grad.of(value))
    }

    /// A whole number.
    pub fn count(count: u64) -> Cell {
        Cell::Number(NumberStyle::Answer.of(count as f64))
    }
}

impl Column {
    /// A column of texts.
    pub fn text(title: impl Into<Cow<'static, str>>) -> Column {
        Column { title: title.into(), short: None, gap: 2, right: false, width: 0 }
    }

    /// A column of numbers.
    pub fn number(title: impl Into<Cow<'static, str>>) -> Column {
        Column { title: title.into(), short: None, gap: 2, right: true, width: 0 }
    }

    /// The same column after so many blanks.
    pub fn gap(self, gap: usize) -> Column {
        Column { gap, ..self }
    }

    /// The same column with another title where there is not room for its own.
    pub fn short(self, title: &'static str) -> Column {
        Column { short: Some(title), ..self }
    }

    /// The same column, at least so wide.
    pub fn width(self, width: usize) -> Column {
        Column { width, ..self }
    }
}
