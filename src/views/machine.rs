//! The machine formats: JSON, TSV and CSV, with exact numbers.

mod estimates;
mod objects;
mod records;

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};

use serde::{Serialize, Serializer};
use serde_json::ser::Formatter;

use super::text::sentences::exact;
use super::{Canvas, Format, Style};
use crate::report::{Cell, Grid, Number, NumberStyle, Part, Piece, Report, Role, numbers};
use estimates::{FitBody, SolutionBody};
use objects::{
    AnswerBody, BudgetBody, FormulaBody, MessageBody, Object, PlotBody, ReportBody, Row,
    SurfaceBody, TextBody,
};
use records::records;

/// JSON.
pub const JSON: Format =
    Format { name: "json", help: "one object a line, numbers exact", write: json, objects: true };

/// Tab-separated values.
pub const TSV: Format = Format {
    name: "tsv",
    help: "columns separated by tabs, numbers exact",
    write: tsv,
    objects: false,
};

/// Comma-separated values.
pub const CSV: Format = Format {
    name: "csv",
    help: "columns separated by commas, numbers exact",
    write: csv,
    objects: false,
};

/// Writes a report as objects, one per line.
pub fn json(report: &Report, _: &Style, canvas: &mut dyn Canvas) -> io::Result<()> {
    let mut sink = Sink::new(canvas);
    let kind = report.kind;
    let mut is_about_numbers = false;
    for part in &report.parts {
        match part {
            Part::Answer(answer) => object(kind, AnswerBody::from(answer), &mut sink)?,
            Part::Pass(pass) => object(kind, ReportBody::of(report, Some(pass)), &mut sink)?,
            Part::Text(text) => object(kind, TextBody { text }, &mut sink)?,
            Part::Formula(formula) => object(kind, FormulaBody::from(formula), &mut sink)?,
            Part::Plot(plot) => object(kind, PlotBody::from(plot), &mut sink)?,
            Part::Surface(surface) => object(kind, SurfaceBody::from(surface), &mut sink)?,
            Part::Timing(timing) => object("time", timing, &mut sink)?,
            Part::Budget(budget) => object(kind, BudgetBody::from(budget), &mut sink)?,
            Part::Fit(fit) => object(kind, FitBody::from(fit), &mut sink)?,
            Part::Solution(solution) => object(kind, SolutionBody::from(solution), &mut sink)?,
            Part::Grid(_) | Part::Sentence { .. } | Part::Note(_) => continue,
        }
        is_about_numbers = true;
    }
    let has_more = grids(report).next().is_some() || sentences(report).next().is_some();
    let has_more = has_more || report.is_all_facts;
    if has_more && !is_about_numbers {
        object(kind, ReportBody::of(report, None), &mut sink)?;
    }
    sink.flush()
}

/// Writes a report as tab-separated values.
pub fn tsv(report: &Report, _: &Style, canvas: &mut dyn Canvas) -> io::Result<()> {
    records(report, b'\t', canvas)
}

/// Writes a report as comma-separated values.
pub fn csv(report: &Report, _: &Style, canvas: &mut dyn Canvas) -> io::Result<()> {
    records(report, b',', canvas)
}

/// The file, line and column of a message, if known.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub struct Place<'text> {
    /// The file; none for stdin and the prompt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<&'text str>,
    /// The line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The column, from 1, in characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
}

/// Returns an error, a note or a warning as an object, without a newline.
pub fn message(kind: &str, place: Place<'_>, message: &str, hint: Option<&str>) -> String {
    let message = Object { kind, body: MessageBody { place, message, hint } };
    // Strings and integers always serialize.
    serde_json::to_string(&message).unwrap_or_default()
}

fn grids(report: &Report) -> impl Iterator<Item = &Grid> {
    report.parts.iter().filter_map(|part| match part {
        Part::Grid(grid) if is_titled(grid) => Some(grid),
        _ => None,
    })
}

fn sentences(report: &Report) -> impl Iterator<Item = &[Piece]> {
    report.parts.iter().filter_map(|part| match part {
        Part::Sentence { pieces, .. } => Some(pieces.as_slice()),
        _ => None,
    })
}

fn object(kind: &str, body: impl Serialize, sink: &mut Sink<'_>) -> io::Result<()> {
    let mut serializer = serde_json::Serializer::with_formatter(&mut *sink, Exact);
    Object { kind, body }.serialize(&mut serializer)?;
    sink.write_all(b"\n")
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

/// A number for the machine formats, in which the style does not matter.
fn data(value: f64) -> Number {
    NumberStyle::Data.of(value)
}

/// The value of a cell in the machine formats.
#[derive(Serialize)]
#[serde(untagged)]
enum Field<'cell> {
    Nothing,
    Text(Cow<'cell, str>),
    Number(Number),
    Truth(bool),
    Texts(&'cell [String]),
    #[serde(serialize_with = "records_of")]
    Records(&'cell [Vec<(&'static str, Cell)>]),
}

/// Writes records as objects. Records in records are as deep as the code that makes them.
fn records_of<S: Serializer>(
    records: &&[Vec<(&'static str, Cell)>],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(records.iter().map(|record| {
        let pairs = record.iter().map(|(name, cell)| ((*name).to_owned(), Field::of(cell)));
        Row(pairs.collect())
    }))
}

impl Field<'_> {
    fn of(cell: &Cell) -> Field<'_> {
        match cell {
            Cell::Empty => Field::Nothing,
            Cell::Text(text, _) => Field::Text(Cow::Borrowed(text)),
            Cell::Number(number) => Field::Number(*number),
            Cell::Truth(truth) => Field::Truth(*truth),
            Cell::Texts(texts) => Field::Texts(texts),
            Cell::Records(records) => Field::Records(records),
            Cell::Pieces(pieces) => match pieces.as_slice() {
                [Piece::Number(number)] => Field::Number(*number),
                pieces => Field::Text(Cow::Owned(exact(pieces))),
            },
        }
    }
}

impl fmt::Display for Field<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Field::Nothing => Ok(()),
            Field::Text(text) => formatter.write_str(text),
            Field::Number(number) => formatter.write_str(&numbers::exact(number.value)),
            Field::Truth(truth) => truth.fmt(formatter),
            Field::Texts(texts) => formatter.write_str(&texts.join(" ")),
            Field::Records(_) => Ok(()),
        }
    }
}

/// Returns true if the grid is also for the machine formats.
fn is_titled(grid: &Grid) -> bool {
    grid.columns.iter().any(|column| !column.title.is_empty())
}

/// The keys of a grid's columns: their titles, with a number if a title occurs again. Columns
/// without a title are for people only.
fn keys(grid: &Grid) -> Vec<String> {
    let titles: Vec<&str> = grid.columns.iter().map(|column| &*column.title).collect();
    let titles: Vec<&str> = titles.into_iter().filter(|title| !title.is_empty()).collect();
    let key = |(place, title): (usize, &&str)| {
        let before = titles.iter().take(place).filter(|other| *other == title).count();
        match before {
            0 => (*title).to_owned(),
            before => format!("{title} {}", before + 1),
        }
    };
    titles.iter().enumerate().map(key).collect()
}

/// The fields of a row that have a key.
fn fields<'grid>(grid: &'grid Grid, row: &'grid [Cell]) -> impl Iterator<Item = Field<'grid>> {
    let pairs = grid.columns.iter().zip(row);
    pairs.filter(|(column, _)| !column.title.is_empty()).map(|(_, cell)| Field::of(cell))
}

/// A buffer in front of a canvas, which accepts only whole characters.
struct Sink<'canvas> {
    canvas: &'canvas mut dyn Canvas,
    bytes: Vec<u8>,
}

/// The number of bytes collected before they are written to the canvas.
const BUFFER: usize = 1 << 13;

impl Sink<'_> {
    fn new(canvas: &mut dyn Canvas) -> Sink<'_> {
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
