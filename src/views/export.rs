//! The table of export formats: a pass in, text out.

mod dot;
mod html;
mod latex;
mod layout;
mod mermaid;
mod parts;
pub(super) mod svg;
#[cfg(test)]
mod tests;

use std::io;

use super::{Canvas, Style, machine};
use crate::graph::Guard;
use crate::language::Span;
use crate::report::{Part, Pass, Report, Role};

/// One export format: one row of the table.
#[derive(Debug)]
pub struct Export {
    /// Its name, as `:export` takes it.
    pub name: &'static str,
    /// How the names of its files end.
    pub endings: &'static [&'static str],
    /// One line of help.
    pub help: &'static str,
    /// How many nodes it takes at most.
    pub most: Option<usize>,
    write: fn(&Pass, &Style, &mut dyn Canvas) -> io::Result<()>,
}

/// A drawing of more nodes takes long to lay out, and nobody can read it.
const DRAWN: Option<usize> = Some(300);

/// Every format.
pub static EXPORTS: &[Export] = &[
    Export {
        name: "dot",
        endings: &["dot", "gv"],
        help: "for Graphviz, in the shape of the lecture's draw_dot",
        most: None,
        write: dot::write,
    },
    Export {
        name: "mermaid",
        endings: &["mmd", "mermaid"],
        help: "a flowchart for Markdown that renders mermaid",
        most: None,
        write: mermaid::write,
    },
    Export {
        name: "svg",
        endings: &["svg"],
        help: "a picture, light or dark as the reader likes",
        most: DRAWN,
        write: svg::write,
    },
    Export {
        name: "html",
        endings: &["html", "htm"],
        help: "the picture as a page that shows each node's arithmetic",
        most: DRAWN,
        write: html::write,
    },
    Export {
        name: "latex",
        endings: &["tex"],
        help: "equations for a paper: needs amsmath",
        most: DRAWN,
        write: latex::write,
    },
    Export {
        name: "json",
        endings: &["json"],
        help: "one object, numbers exact",
        most: None,
        write: |pass, style, canvas| machine::json(&report(pass), style, canvas),
    },
    Export {
        name: "tsv",
        endings: &["tsv"],
        help: "columns between tabs, numbers exact",
        most: None,
        write: |pass, style, canvas| machine::tsv(&report(pass), style, canvas),
    },
    Export {
        name: "csv",
        endings: &["csv"],
        help: "columns between commas, numbers exact",
        most: None,
        write: |pass, style, canvas| machine::csv(&report(pass), style, canvas),
    },
];

impl Export {
    /// The pass in this format; an error when the guard does not let it go on.
    pub fn text(&self, pass: &Pass, style: &Style, guard: &Guard) -> io::Result<String> {
        let mut text = Text { text: String::new(), guard };
        (self.write)(pass, style, &mut text)?;
        Ok(text.text)
    }
}

fn report(pass: &Pass) -> Report {
    Report::of("export", Part::Pass(pass.clone()))
}

/// A canvas that keeps the text.
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
