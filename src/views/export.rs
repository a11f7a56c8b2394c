//! The table of export formats: a pass in, text out.

mod dot;
mod html;
mod latex;
mod layout;
mod live;
mod mermaid;
mod parts;
mod plan;
mod python;
pub(super) mod shapes;
pub(super) mod svg;
#[cfg(test)]
mod tests;

use std::io;

pub use live::{Live, Screen};
pub use svg::escaped;

use super::{Canvas, Style, machine};
use crate::graph::Guard;
use crate::language::Span;
use crate::report::{Part, Pass, Report, Role};

/// One export format.
#[derive(Debug)]
pub struct Export {
    /// Its name, as `:export` takes it.
    pub name: &'static str,
    /// The extensions of its files.
    pub endings: &'static [&'static str],
    /// One line of help.
    pub help: &'static str,
    /// The maximum number of nodes; none for no limit.
    pub most: Option<usize>,
    /// True if the neurons of a network are drawn in place of their operations.
    pub folds: bool,
    write: fn(&Pass, &Style, &mut dyn Canvas) -> io::Result<()>,
}

/// The maximum for drawings: larger ones are slow to lay out and hard to read.
const DRAWN: Option<usize> = Some(MOST_DRAWN);
pub const MOST_DRAWN: usize = 300;

/// Every format.
pub static EXPORTS: &[Export] = &[
    dot::DOT,
    mermaid::MERMAID,
    svg::SVG,
    html::HTML,
    latex::LATEX,
    python::PYTHON,
    Export {
        name: "json",
        endings: &["json"],
        help: "one object, numbers exact",
        most: None,
        folds: false,
        write: |pass, style, canvas| (machine::JSON.write)(&report(pass), style, canvas),
    },
    Export {
        name: "tsv",
        endings: &["tsv"],
        help: machine::TSV.help,
        most: None,
        folds: false,
        write: |pass, style, canvas| (machine::TSV.write)(&report(pass), style, canvas),
    },
    Export {
        name: "csv",
        endings: &["csv"],
        help: machine::CSV.help,
        most: None,
        folds: false,
        write: |pass, style, canvas| (machine::CSV.write)(&report(pass), style, canvas),
    },
];

impl Export {
    /// Returns the number of nodes that it shows of a pass.
    pub fn count(&self, pass: &Pass) -> usize {
        if self.folds { plan::Plan::of(pass).items.len() } else { pass.order.count() }
    }

    /// Returns the pass in this format.
    ///
    /// # Errors
    ///
    /// When the work is interrupted, or the text does not fit in memory.
    pub fn text(&self, pass: &Pass, style: &Style, guard: &Guard) -> io::Result<String> {
        let mut text = Text { text: String::new(), guard };
        (self.write)(pass, style, &mut text)?;
        Ok(text.text)
    }
}

fn report(pass: &Pass) -> Report {
    Report::of("export", Part::Pass(pass.clone()))
}

/// A canvas that collects the text.
struct Text<'guard> {
    text: String,
    guard: &'guard Guard,
}

impl Canvas for Text<'_> {
    fn put(&mut self, _: Role, text: &str) -> io::Result<()> {
        let (span, bytes) = (Span::default(), self.text.len() + text.len());
        let goes_on = self.guard.go_on(span).and_then(|()| self.guard.text(bytes, span));
        goes_on.map_err(|error| io::Error::other(error.message().to_owned()))?;
        self.text.push_str(text);
        Ok(())
    }
}
