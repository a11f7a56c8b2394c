//! How a table is written: what separates its cells, and its decimal mark.

use super::cells::{may_be_thousands, number_with_comma};

/// What separates two cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Separator {
    /// A comma, a semicolon, a tab, or the bar of a Markdown table.
    Mark(u8),
    /// Spaces and tabs, as many as there are.
    Blanks,
}

/// The bar between the cells of a Markdown table, and around each row.
const BAR: u8 = b'|';

/// The number of rows that show how a table is written.
const MOST_ROWS: usize = 1 << 12;

/// How a table is written.
#[derive(Debug, Clone, Copy)]
pub struct Layout {
    pub separator: Separator,
    /// A point, or a comma.
    pub decimal_mark: char,
    pub line_end: char,
    /// Set where there are quotation marks.
    pub has_marks: bool,
}

impl Separator {
    fn is(self, byte: u8) -> bool {
        match self {
            Separator::Mark(mark) => byte == mark,
            Separator::Blanks => byte.is_ascii_whitespace(),
        }
    }

    /// Returns a line from the start of its first cell to the end of its last one.
    pub fn row(self, line: &str) -> &str {
        let line = line.trim_ascii_end();
        match self {
            Separator::Mark(BAR) => {
                let line = line.trim_ascii_start();
                let line = line.strip_prefix('|').unwrap_or(line);
                line.strip_suffix('|').unwrap_or(line)
            }
            Separator::Mark(_) => line,
            Separator::Blanks => line.trim_ascii_start(),
        }
    }

    /// Splits a line into what stands before a separator, and what follows it, if there is one.
    #[inline]
    pub fn split(self, line: &str) -> (&str, Option<&str>) {
        let end = line.bytes().position(|byte| self.is(byte)).unwrap_or(line.len());
        let (cell, rest) = line.split_at(end);
        let rest = rest.get(1..);
        (cell, if self == Separator::Blanks { rest.map(str::trim_ascii_start) } else { rest })
    }

    /// The separator of a table with this first line: a tab, a semicolon, a comma, or blanks.
    fn of_line(line: &str) -> Separator {
        let bare: String = line.trim_end_matches([' ', '\r']).split('"').step_by(2).collect();
        match [b'\t', b';', b','].into_iter().find(|mark| bare.as_bytes().contains(mark)) {
            Some(b',') if are_numbers_with_commas(&bare) => Separator::Blanks,
            Some(mark) => Separator::Mark(mark),
            None if bare.contains(' ') => Separator::Blanks,
            None => Separator::Mark(b','),
        }
    }
}

impl Layout {
    /// The layout of a table, by its first rows.
    pub fn of(text: &str) -> Layout {
        let line_end = if text.contains('\n') { '\n' } else { '\r' };
        let mut lines = text.split(line_end).filter(|line| !is_no_row(line)).take(MOST_ROWS);
        let rows = lines.clone();
        let first = lines.next().unwrap_or_default();
        let separator = match lines.next() {
            Some(second) if first.contains('|') && is_rule(second) => Separator::Mark(BAR),
            _ => Separator::of_line(first),
        };
        let decimal_mark = decimal_mark(rows, separator);
        Layout { separator, decimal_mark, line_end, has_marks: text.contains('"') }
    }

    /// Returns true for a line that has no cells.
    pub fn skips(&self, line: &str) -> bool {
        is_no_row(line) || self.separator == Separator::Mark(BAR) && is_rule(line)
    }
}

/// Returns true for a line that is blank, a comment, or the separator as Excel declares it.
pub fn is_no_row(line: &str) -> bool {
    let line = line.trim_ascii();
    line.is_empty() || line.starts_with('#') || line.starts_with("sep=")
}

/// Returns true for the line of dashes below the header of a Markdown table.
fn is_rule(line: &str) -> bool {
    line.contains('|') && line.contains('-') && line.trim().chars().all(|it| "|:- ".contains(it))
}

/// Returns true for two or more numbers with decimal commas between blanks: `0,5 1,1`.
fn are_numbers_with_commas(line: &str) -> bool {
    let mut cells = line.split_whitespace();
    cells.clone().count() > 1 && cells.all(|cell| number_with_comma(cell).is_some())
}

/// The decimal mark: a comma if a number has one that can be nothing else, and no comma stands between cells.
fn decimal_mark<'text>(mut rows: impl Iterator<Item = &'text str>, separator: Separator) -> char {
    if separator == Separator::Mark(b',') {
        return '.';
    }
    let is_end = |it: char| "\r\"".contains(it) || it.is_ascii() && separator.is(it as u8);
    let has_decimal_comma = |cell: &str| {
        let cell = cell.trim_matches(' ');
        let is_sure = separator == Separator::Mark(b';') || !may_be_thousands(cell, ',');
        cell.contains(',') && is_sure && number_with_comma(cell).is_some()
    };
    if rows.any(|row| row.split(is_end).any(has_decimal_comma)) { ',' } else { '.' }
}
