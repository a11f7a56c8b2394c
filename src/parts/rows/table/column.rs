//! A column of a table.

use std::borrow::Cow;

use super::cells::Cell;
use crate::core::language::exact;
use crate::parts::rows::Cells;

/// A column of a table, with a cell for each row.
#[derive(Debug, Default)]
pub struct TableColumn {
    /// Its header, if the table has one.
    pub header: Option<String>,
    /// The name that it gets.
    pub name: String,
    /// Its numbers; nan in cells without one.
    numbers: Vec<f64>,
    /// The rows, from 0, of cells that hold text, each with its text.
    texts: Vec<(usize, String)>,
}

impl TableColumn {
    /// A column without rows.
    pub fn with_header(header: Option<String>) -> TableColumn {
        TableColumn { header, ..TableColumn::default() }
    }

    /// Adds the cell of the next row.
    pub fn push(&mut self, cell: Cell<'_>, mark: char) {
        let number = cell.number(mark);
        if number.is_none() && !cell.is_gap() {
            self.texts.push((self.numbers.len(), cell.text.replace(char::is_control, " ")));
        }
        self.numbers.push(number.unwrap_or(f64::NAN));
    }

    /// The number of cells that hold a number.
    pub fn count(&self) -> usize {
        self.numbers.iter().filter(|number| !number.is_nan()).count()
    }

    /// Returns true for a column of numbers, of which some may be missing.
    pub fn is_numeric(&self) -> bool {
        self.count() > 0 && self.count() >= self.texts.len()
    }

    /// Says why the column cannot be read, if it has neither numbers nor categories.
    pub fn unreadable(&self) -> Option<&'static str> {
        if self.texts.is_empty() && self.count() == 0 {
            return Some("has no numbers");
        }
        let has_dates = !self.is_numeric() && self.texts().all(|(_, text)| is_date(text));
        has_dates.then_some("has dates, no numbers")
    }

    /// The rows, from 0, of cells that hold text, each with its text.
    pub fn texts(&self) -> impl Iterator<Item = (usize, &str)> {
        self.texts.iter().map(|(row, text)| (*row, text.as_str()))
    }

    /// The text of a row, from 0, if its cell holds text.
    pub fn text(&self, row: usize) -> Option<&str> {
        let place = self.texts.binary_search_by_key(&row, |(row, _)| *row).ok()?;
        self.texts.get(place).map(|(_, text)| text.as_str())
    }

    /// Returns true if the cell of a row, from 0, holds a number.
    pub fn has_number(&self, row: usize) -> bool {
        self.numbers.get(row).is_some_and(|number| !number.is_nan())
    }

    /// Returns true if a row, from 0, is nan in the column: a gap, or a text among numbers.
    pub fn is_missing(&self, row: usize) -> bool {
        !self.has_number(row) && (self.is_numeric() || self.text(row).is_none())
    }

    /// The rows, from 0, that are nan in the column.
    pub fn missing(&self) -> impl Iterator<Item = usize> {
        (0..self.numbers.len()).filter(|row| self.is_missing(*row))
    }

    /// Removes the first row.
    pub fn remove_first(&mut self) {
        self.numbers.remove(0);
        self.texts.retain(|(row, _)| *row > 0);
        self.texts.iter_mut().for_each(|(row, _)| *row -= 1);
    }

    /// The numbers, or the texts of a column of text.
    pub fn cells(self) -> Cells {
        if self.is_numeric() {
            return self.numbers.into();
        }
        let mut texts = self.texts().peekable();
        let text = |(row, number): (usize, &f64)| match texts.next_if(|(at, _)| *at == row) {
            Some((_, text)) => Some(Cow::Borrowed(text)),
            None => (!number.is_nan()).then(|| exact(*number).into()),
        };
        Cells::of_texts(self.numbers.iter().enumerate().map(text))
    }
}

/// Returns true for three numbers with marks between, perhaps before a time: `2024-03-01 12:30`.
pub fn is_date(text: &str) -> bool {
    let day = text.split([' ', 'T']).next().unwrap_or_default();
    let parts: Vec<&str> = day.split(['-', '/', '.']).collect();
    let is_number = |part: &&str| part.len() <= 4 && part.parse::<u16>().is_ok();
    parts.len() == 3 && parts.iter().all(is_number)
}
