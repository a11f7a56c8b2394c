//! The table of output formats: a report in, text with roles out. No color codes.

mod export;
mod line_writer;
mod machine;
mod plot;
#[cfg(test)]
mod tests;
mod text;

use std::io;

pub use export::{EXPORTS, Export};
pub use machine::{Place, message};
pub use plot::{CURVE_EXPORTS, CurveExport};

use crate::report::{Report, Role};

/// No line is wider, if that can be helped.
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

/// The wishes of the reader.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Style {
    /// Decimals in tables and significant digits of answers; none for the usual 4 and 12.
    pub digits: Option<usize>,
    /// Above how many rows a pass shows named nodes only; none where nobody watches.
    pub rows: Option<usize>,
}

/// One output format.
#[derive(Debug)]
pub struct Format {
    /// Its name, for `--format` and `:format`.
    pub name: &'static str,
    /// One line of help.
    pub help: &'static str,
    /// Writes a report; notes in it are not written, they go elsewhere.
    pub write: fn(&Report, &Style, &mut dyn Canvas) -> io::Result<()>,
    /// True when messages on stderr are objects too.
    pub objects: bool,
}

/// Every format, the usual one first.
pub static FORMATS: &[Format] = &[text::TABLE, machine::JSON, machine::TSV, machine::CSV];

/// The format called `name`, or else the usual one.
pub fn format(name: &str) -> &'static Format {
    FORMATS.iter().find(|format| format.name == name).unwrap_or(&text::TABLE)
}
