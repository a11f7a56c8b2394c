//! The table of output formats: a report in, text with roles out. No color codes.

mod ascii;
mod chart;
mod csv;
pub mod diagnostic;
mod json;
pub mod line_writer;
mod svg;
#[cfg(test)]
mod tests;
mod text;
mod web_page;

use std::borrow::Cow;
use std::io;

use serde::Serialize;

use crate::report::{Report, Role};
pub use ascii::in_ascii;
pub use chart::heat::Shades;
pub use chart::svg::svg as chart_svg;
pub use line_writer::{ELLIPSIS, clipped_to, width};
pub use svg::{ARROWHEAD, CHARACTER, escaped, opening, word};
pub use text::operation;
pub use web_page::web_page;

/// The width of output to a pipe or a file.
const WIDTH: usize = 80;

/// A receiver of text with roles: the screen, a file, a string.
pub trait Canvas {
    /// Writes a piece of text.
    fn put(&mut self, role: Role, text: &str) -> io::Result<()>;
}

impl Canvas for String {
    fn put(&mut self, _: Role, text: &str) -> io::Result<()> {
        self.push_str(text);
        Ok(())
    }
}

/// The reader's settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Style {
    /// The decimals of numbers; by default tables have at least 4 significant digits, answers up to
    /// 15.
    pub digits: Option<usize>,
    /// The columns of the screen, which lines should not exceed.
    pub columns: usize,
    /// True if only ASCII can be shown.
    pub ascii: bool,
    /// The rows that a table should not exceed; `None` if output is not a terminal.
    pub rows: Option<usize>,
}

impl Style {
    /// The style for a pipe or a file: 80 columns, and every row.
    pub const fn plain(digits: Option<usize>) -> Style {
        Style { digits, columns: WIDTH, ascii: false, rows: None }
    }

    /// The mark of omitted text.
    fn mark(&self) -> Cow<'static, str> {
        ascii::drawn(ELLIPSIS.into(), self)
    }

    /// Returns the columns that tables must fit on a screen.
    pub(crate) fn table_columns(&self) -> Option<usize> {
        self.rows.map(|_| self.columns)
    }
}

/// One output format.
#[derive(Debug)]
pub struct Format {
    /// Its name, for `--format` and `:format`.
    pub name: &'static str,
    /// The file extensions for `:export`; empty if it is only printed.
    pub endings: &'static [&'static str],
    /// One line of help.
    pub help: &'static str,
    /// The separator of fields, if it has records.
    pub delimiter: Option<u8>,
    /// True if people read it.
    pub for_people: bool,
    /// Writes a report, except its notes, which go to stderr.
    pub write: fn(&Report, &Style, &mut dyn Canvas) -> io::Result<()>,
    /// Writes messages on stderr for machines; `None` for people.
    pub message: Option<fn(&Message<'_>) -> String>,
}

/// An error or a note.
#[derive(Debug, Serialize)]
pub struct Message<'text> {
    /// `error` or `note`.
    pub kind: &'text str,
    /// The file; `None` for stdin and the prompt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<&'text str>,
    /// The line, from 1, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The column, from 1, in characters, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// The message.
    pub message: &'text str,
    /// The hint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<&'text str>,
}

impl<'text> Message<'text> {
    pub fn new(kind: &'text str, message: &'text str) -> Message<'text> {
        Message { kind, file: None, line: None, column: None, message, hint: None }
    }
}

/// Every format, the default first. `:export` writes those with endings as well.
pub static FORMATS: &[Format] = &[text::TABLE, json::JSON, csv::TSV, csv::CSV];

/// Returns the format for the extension of a file.
pub fn table_format(file: &str) -> Option<&'static Format> {
    let ending = file.rsplit_once('.')?.1.to_ascii_lowercase();
    let mut tables = FORMATS.iter().filter(|format| format.delimiter.is_some());
    tables.find(|format| format.endings.contains(&ending.as_str()))
}

/// Returns the format with this name, or else the default.
pub fn format(name: &str) -> &'static Format {
    FORMATS.iter().find(|format| format.name == name).unwrap_or(&text::TABLE)
}
