//! The table of output formats: a report in, text with roles out. No color codes.

mod ascii;
pub mod complaint;
mod export;
mod line_writer;
mod machine;
mod plot;
mod surface;
#[cfg(test)]
mod tests;
mod text;

use std::borrow::Cow;
use std::io;

pub use ascii::in_ascii;
pub use export::{EXPORTS, Export, Live, MOST_DRAWN, Screen, escaped};
pub use line_writer::{ELLIPSIS, clipped_to};
pub use machine::{Place, message};
pub use plot::CURVE_EXPORTS;
pub use surface::SURFACE_EXPORTS;
pub use text::sentences::bars as sparkline;

use crate::report::{Report, Role};

/// The width of what goes to no terminal.
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
    /// Decimals in tables and significant digits of answers; none for the defaults, 4 and 12.
    pub digits: Option<usize>,
    /// The columns of the screen, which lines should not exceed.
    pub columns: usize,
    /// True if only ASCII can be shown.
    pub ascii: bool,
    /// The rows that a table should not exceed; none if output is not a terminal.
    pub rows: Option<usize>,
}

impl Style {
    /// The style for a pipe or a file: 80 columns, and every row.
    pub const fn plain(digits: Option<usize>) -> Style {
        Style { digits, columns: WIDTH, ascii: false, rows: None }
    }

    /// The mark of what is left out.
    fn mark(&self) -> Cow<'static, str> {
        ascii::drawn(ELLIPSIS.into(), self)
    }

    /// Returns the columns that tables must fit, if there is a screen. A pipe gets them as wide as
    /// they are.
    fn table_columns(&self) -> Option<usize> {
        self.rows.map(|_| self.columns)
    }
}

/// One file format for what `:plot` draws: one row of a table.
#[derive(Debug)]
pub struct PictureExport<Drawn> {
    /// The extension of its files, with the point.
    pub ending: &'static str,
    /// Returns the picture in this format.
    pub text: fn(&Drawn) -> String,
}

/// One output format.
#[derive(Debug)]
pub struct Format {
    /// Its name, for `--format` and `:format`.
    pub name: &'static str,
    /// One line of help.
    pub help: &'static str,
    /// Writes a report, except its notes, which go to stderr.
    pub write: fn(&Report, &Style, &mut dyn Canvas) -> io::Result<()>,
    /// True if messages on stderr are objects too.
    pub objects: bool,
}

/// Every format, the default first.
pub static FORMATS: &[Format] = &[text::TABLE, machine::JSON, machine::TSV, machine::CSV];

/// Returns the format with this name, or else the default.
pub fn format(name: &str) -> &'static Format {
    FORMATS.iter().find(|format| format.name == name).unwrap_or(&text::TABLE)
}
