//! Exports: `:export`, and the table of its formats.

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
    /// The name in `:export`.
    pub name: &'static str,
    pub endings: &'static [&'static str],
    pub help: &'static str,
    pub(crate) write: Writer,
}

/// The function that writes an export.
#[derive(Debug, Clone, Copy)]
pub enum Writer {
    Pass(fn(&Pass, &Style) -> String),
    Picture,
    Report(&'static Format),
}

/// The most nodes of a drawing: larger ones are slow to lay out and hard to read.
pub const MOST_DRAWN: usize = 300;

/// An SVG picture.
const SVG: Export = Export {
    name: "svg",
    endings: &["svg"],
    help: "a picture that follows the reader's light or dark theme",
    write: Writer::Picture,
};
/// The error for a graph without a layout.
const TANGLED: &str = "its edges are too long for a picture; use dot and draw it with Graphviz";

/// The formats that only `:export` writes.
static DRAWINGS: &[Export] = &[dot::DOT, mermaid::MERMAID, SVG, python::PYTHON];

/// Every format: those only of `:export`, and the output formats that write files.
pub fn exports() -> impl Iterator<Item = Export> {
    let written = FORMATS.iter().filter(|format| !format.endings.is_empty());
    DRAWINGS.iter().copied().chain(written.map(Export::of))
}

impl Export {
    const fn of(format: &'static Format) -> Export {
        let Format { name, endings, help, .. } = format;
        Export { name, endings, help, write: Writer::Report(format) }
    }

    /// Returns true if the grads can be left blank.
    pub fn can_be_blank(&self) -> bool {
        !matches!(self.write, Writer::Report(_))
    }

    /// The pass in this format.
    pub fn text(&self, pass: &Pass, style: &Style, guard: &Guard) -> Result<String> {
        let span = Span::default();
        let text = match self.write {
            Writer::Pass(write) => write(pass, style),
            Writer::Picture => picture(pass, style).ok_or_else(|| Error::new(span, TANGLED))?,
            Writer::Report(format) => {
                let report = Report::of("export", Block::Pass(Box::new(pass.clone())));
                let mut text = String::new();
                // Writing to a string cannot fail.
                let _ = (format.write)(&report, style, &mut text);
                text
            }
        };
        guard.go_on(span).and_then(|()| guard.text(text.len(), span)).map(|()| text)
    }
}
