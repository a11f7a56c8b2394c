//! The table of export formats: a pass in, text out.

mod command;
mod diagram;
mod dot;
mod mermaid;
mod python;
#[cfg(test)]
mod tests;

use crate::core::graph::Guard;
use crate::core::language::{Error, Result, Span};
use crate::render::{FORMATS, Format, Style};
use crate::report::{Block, Pass, Report};
pub use command::COMMANDS;
use diagram::picture;
pub use diagram::{
    Diagram, Drawing, Edge, FORMS, Form, Frame, Layout, NodeBox, Point, Shape, edge_id, is_tangled,
    levels,
};

/// One export format.
#[derive(Debug, Clone, Copy)]
pub struct Export {
    /// Its name, as `:export` takes it.
    pub name: &'static str,
    /// The extensions of its files.
    pub endings: &'static [&'static str],
    /// One line of help.
    pub help: &'static str,
    pub(crate) write: Writer,
}

/// What writes an export.
#[derive(Debug, Clone, Copy)]
pub enum Writer {
    /// The pass as text.
    Pass(fn(&Pass, &Style) -> String),
    /// The picture.
    Picture,
    /// An output format.
    Report(&'static Format),
}

/// The maximum for drawings: larger ones are slow to lay out and hard to read.
pub const MOST_DRAWN: usize = 300;

/// An SVG picture.
const SVG: Export = Export {
    name: "svg",
    endings: &["svg"],
    help: "a picture that follows the reader's light or dark theme",
    write: Writer::Picture,
};
/// What is said of a graph without a layout.
const TANGLED: &str = "its edges are too long for a picture; use dot and draw it with Graphviz";

/// The formats that only `:export` writes.
static DRAWINGS: &[Export] = &[dot::DOT, mermaid::MERMAID, SVG, python::PYTHON];

/// Returns every format: those of its own, and the output formats that files are written in.
pub fn exports() -> impl Iterator<Item = Export> {
    let written = FORMATS.iter().filter(|format| !format.endings.is_empty());
    DRAWINGS.iter().copied().chain(written.map(Export::of))
}

impl Export {
    const fn of(format: &'static Format) -> Export {
        let Format { name, endings, help, .. } = format;
        Export { name, endings, help, write: Writer::Report(format) }
    }

    /// Returns true if its grads can be left blank.
    pub fn can_be_blank(&self) -> bool {
        !matches!(self.write, Writer::Report(_))
    }

    /// Returns the format that it is, if that is one of records, which has all rows of what has some.
    pub fn table(&self) -> Option<&'static Format> {
        match self.write {
            Writer::Report(format) if format.delimiter.is_some() => Some(format),
            _ => None,
        }
    }

    /// Returns the pass in this format.
    ///
    /// # Errors
    ///
    /// When the work is interrupted, the text does not fit in memory, or a picture has no layout.
    pub fn text(&self, pass: &Pass, style: &Style, guard: &Guard) -> Result<String> {
        let span = Span::default();
        let text = match self.write {
            Writer::Pass(write) => write(pass, style),
            Writer::Picture => picture(pass, style).ok_or_else(|| Error::new(span, TANGLED))?,
            Writer::Report(format) => {
                let report = Report::of("export", Block::Pass(Box::new(pass.clone())));
                let mut text = String::new();
                // What is written to a string is written.
                let _ = (format.write)(&report, style, &mut text);
                text
            }
        };
        guard.go_on(span).and_then(|()| guard.text(text.len(), span)).map(|()| text)
    }
}
