//! The machine formats: JSON, TSV and CSV, with exact numbers.

use std::io::{self, Write};

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::ser::Formatter;

use super::csv::records;
use super::{Canvas, Format, Message, Style};
use crate::core::session::FORMATS;
use crate::report::{Block, Facts, Pass, Report, Role, described, facts_of, numbers};

/// JSON.
pub const JSON: Format = Format {
    name: FORMATS[1].0,
    endings: &["json"],
    help: FORMATS[1].1,
    delimiter: None,
    for_people: false,
    write: json,
    message: Some(message),
};

/// Tab-separated values.
pub const TSV: Format = Format {
    name: FORMATS[2].0,
    endings: &["tsv"],
    help: FORMATS[2].1,
    delimiter: Some(b'\t'),
    for_people: false,
    write: |report, _, canvas| records(report, b'\t', canvas),
    message: None,
};

/// Comma-separated values.
pub const CSV: Format = Format {
    name: FORMATS[3].0,
    endings: &["csv"],
    help: FORMATS[3].1,
    delimiter: Some(b','),
    for_people: false,
    write: |report, _, canvas| records(report, b',', canvas),
    message: None,
};

/// Writes a report as objects, one per line.
fn json(report: &Report, _: &Style, canvas: &mut dyn Canvas) -> io::Result<()> {
    let mut sink = Sink::new(canvas);
    let kind = report.kind;
    let has_pass = report.pass().is_some();
    if let Some(pass) = report.pass() {
        object(kind, OfPass { pass, facts: facts_beside_pass(report) }, &mut sink)?;
    } else if let Some(chart) = report.chart() {
        object(kind, chart.json(), &mut sink)?;
    } else if report.data.is_empty() {
        let said = match report.blocks.as_slice() {
            [Block::Verbatim(text)] => facts_of([("text", text.as_str().into())]),
            blocks => described(blocks),
        };
        if !said.is_empty() {
            object(kind, said, &mut sink)?;
        }
    }
    for data in report.data.iter().filter(|data| !has_pass || data.answer().is_some()) {
        object(kind, data.facts(&report.blocks), &mut sink)?;
    }
    sink.flush()
}

/// The facts beside a pass: the data of the report, or what its other blocks say.
pub(super) fn facts_beside_pass(report: &Report) -> Facts {
    let own = report.data.iter().find(|data| data.answer().is_none());
    match own {
        Some(data) => data.facts(&report.blocks),
        None => described(&report.blocks),
    }
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

/// A pass, with other facts: its nodes are written one by one.
struct OfPass<'report> {
    pass: &'report Pass,
    facts: Facts,
}

impl Serialize for OfPass<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry("root", &self.pass.root_reference())?;
        for (name, fact) in &self.facts {
            fields.serialize_entry(name, fact)?;
        }
        fields.serialize_entry("nodes", &Nodes(self.pass))?;
        fields.end()
    }
}

/// The nodes of a pass.
struct Nodes<'report>(&'report Pass);

impl Serialize for Nodes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.nodes())
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
pub struct Sink<'canvas> {
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
