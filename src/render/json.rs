//! The machine formats: JSON, TSV and CSV, with exact numbers.

use std::io::{self, Write};
use std::rc::Rc;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::ser::Formatter;

use super::csv::records;
use super::{Canvas, Format, Message, Style};
use crate::report::{Cell, Grid, Part, Pass, Reader, Report, Role, exact_text, numbers};

/// JSON.
pub const JSON: Format = Format {
    name: "json",
    endings: &["json"],
    help: "one object a line, numbers exact",
    reader: Reader::Objects,
    write: json,
    message: Some(message),
};

/// Tab-separated values.
pub const TSV: Format = Format {
    name: "tsv",
    endings: &["tsv"],
    help: "columns separated by tabs, numbers exact",
    reader: Reader::Records,
    write: |report, _, canvas| records(report, b'\t', canvas),
    message: None,
};

/// Comma-separated values.
pub const CSV: Format = Format {
    name: "csv",
    endings: &["csv"],
    help: "columns separated by commas, numbers exact",
    reader: Reader::Records,
    write: |report, _, canvas| records(report, b',', canvas),
    message: None,
};

/// Writes a report as objects, one per line.
fn json(report: &Report, _: &Style, canvas: &mut dyn Canvas) -> io::Result<()> {
    let mut sink = Sink::new(canvas);
    let kind = report.kind;
    let (mut is_about_numbers, mut has_more) = (false, false);
    for part in report.parts_for(Reader::Objects) {
        match part {
            Part::Answer(answer) => object(kind, answer, &mut sink)?,
            Part::Pass(pass) => object(kind, Whole { report, pass: Some(pass) }, &mut sink)?,
            Part::Text(text) => object(kind, Verbatim { text }, &mut sink)?,
            Part::Formula(formula) => object(kind, formula, &mut sink)?,
            Part::Plot(plot) => object(kind, plot, &mut sink)?,
            Part::Runs(runs) => object(kind, runs, &mut sink)?,
            Part::Table(table) => object(kind, table, &mut sink)?,
            Part::Surface(surface) => object(kind, surface, &mut sink)?,
            Part::Budget(budget) => object(kind, budget, &mut sink)?,
            Part::Fit(fit) => object(kind, fit, &mut sink)?,
            Part::Minimum(minimum) => object(kind, minimum, &mut sink)?,
            Part::Solution(solution) => object(kind, solution, &mut sink)?,
            Part::Grid(grid) if !grid.is_keyed() => continue,
            Part::Grid(_) | Part::Sentence { .. } | Part::Facts(_) => {
                has_more = true;
                continue;
            }
            Part::Note(_) | Part::LeftBehind(_) | Part::For(..) => continue,
        }
        is_about_numbers = true;
    }
    if has_more && !is_about_numbers {
        object(kind, Whole { report, pass: None }, &mut sink)?;
    }
    sink.flush()
}

fn object(kind: &str, body: impl Serialize, sink: &mut Sink<'_>) -> io::Result<()> {
    let mut serializer = serde_json::Serializer::with_formatter(&mut *sink, Exact);
    Object { kind, body }.serialize(&mut serializer)?;
    sink.write_all(b"\n")
}

/// Returns a message as an object, without a newline.
fn message(message: &Message<'_>) -> String {
    // Strings and integers always serialize.
    serde_json::to_string(message).unwrap_or_default()
}

/// An object with its kind.
#[derive(Serialize)]
struct Object<'report, T> {
    kind: &'report str,
    #[serde(flatten)]
    body: T,
}

/// Verbatim text, such as an export.
#[derive(Serialize)]
struct Verbatim<'report> {
    text: &'report str,
}

/// The facts, rows and sentences of a report, and the nodes of a pass.
struct Whole<'report> {
    report: &'report Report,
    pass: Option<&'report Pass>,
}

impl Serialize for Whole<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let parts = self.report.parts_for(Reader::Objects);
        let grids = parts.clone().filter_map(|part| match part {
            Part::Grid(grid) => Some(grid).filter(|grid| grid.is_keyed()),
            _ => None,
        });
        // An indent is layout.
        let text = parts.filter_map(|part| match part {
            Part::Sentence { pieces, .. } => Some(exact_text(pieces).trim_start().to_owned()),
            _ => None,
        });
        let mut fields = serializer.serialize_map(None)?;
        if let Some(pass) = self.pass {
            fields.serialize_entry("root", &pass.root_reference())?;
        }
        for (name, fact) in self.report.facts() {
            fields.serialize_entry(name, fact)?;
        }
        if grids.clone().next().is_some() {
            fields.serialize_entry("rows", &Sequence(|| grids.clone().flat_map(rows)))?;
        }
        if text.clone().next().is_some() {
            fields.serialize_entry("text", &Sequence(|| text.clone()))?;
        }
        if let Some(pass) = self.pass {
            fields.serialize_entry("nodes", &Sequence(|| pass.nodes()))?;
        }
        fields.end()
    }
}

/// The rows of a grid as objects.
fn rows(grid: &Grid) -> impl Iterator<Item = RowOfGrid<'_>> {
    let keyed: Rc<[(usize, String)]> = grid.keyed().into();
    grid.rows.iter().map(move |row| RowOfGrid { keyed: keyed.clone(), row })
}

/// A row under the keys of its columns.
struct RowOfGrid<'grid> {
    keyed: Rc<[(usize, String)]>,
    row: &'grid [Cell],
}

impl Serialize for RowOfGrid<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = self.keyed.iter().map(|(place, key)| (key, self.row.get(*place)));
        serializer.collect_map(fields)
    }
}

/// What an iterator gives, made anew wherever it is written.
struct Sequence<Make>(Make);

impl<Make: Fn() -> Items, Items: IntoIterator<Item: Serialize>> Serialize for Sequence<Make> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

/// Writes numbers in their shortest exact form: `-8`, not `-8.0`. Only `-0.0` keeps its point,
/// since many readers parse `-0` as an integer and lose its sign.
struct Exact;

impl Formatter for Exact {
    fn write_f64<W: Write + ?Sized>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        let is_negative_zero = value == 0.0 && value.is_sign_negative();
        let text = if is_negative_zero { "-0.0".to_owned() } else { numbers::exact(value) };
        writer.write_all(text.as_bytes())
    }
}

/// A buffer in front of a canvas, which accepts only whole characters.
pub(super) struct Sink<'canvas> {
    canvas: &'canvas mut dyn Canvas,
    bytes: Vec<u8>,
}

/// The number of bytes collected before they are written to the canvas.
const BUFFER: usize = 1 << 13;

impl Sink<'_> {
    pub(super) fn new(canvas: &mut dyn Canvas) -> Sink<'_> {
        Sink { canvas, bytes: Vec::with_capacity(BUFFER) }
    }
}

impl Write for Sink<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.extend_from_slice(bytes);
        if self.bytes.len() >= BUFFER {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let whole = match str::from_utf8(&self.bytes) {
            Ok(text) => text,
            Err(error) if error.error_len().is_some() => return Err(io::Error::other(error)),
            Err(error) => str::from_utf8(self.bytes.get(..error.valid_up_to()).unwrap_or_default())
                .map_err(io::Error::other)?,
        };
        if !whole.is_empty() {
            self.canvas.put(Role::Plain, whole)?;
        }
        let count = whole.len();
        self.bytes.drain(..count);
        Ok(())
    }
}
