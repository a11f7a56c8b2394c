//! The formats for machines: JSON, tab-separated and comma-separated, every number exact.

mod pictures;

use std::io::{self, Write};

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::ser::Formatter;

use super::{Canvas, Style, lines, numbers};
use crate::graph::Value;
use crate::report::{Answer, Cell, Grid, Named, Part, Pass, Piece, Report, Role};

/// Writes a report as objects, one a line.
pub fn json(report: &Report<'_>, _: &Style, canvas: &mut dyn Canvas) -> io::Result<()> {
    let mut sink = Sink::new(canvas);
    let mut is_about_numbers = false;
    for part in &report.parts {
        match part {
            Part::Answer(answer) => object(&AnswerObject(report.kind, answer), &mut sink)?,
            Part::Pass(pass) => object(&PassObject(report.kind, pass), &mut sink)?,
            Part::Text(text) => object(&pictures::TextObject(report.kind, text), &mut sink)?,
            Part::Formula(formula) => {
                object(&pictures::FormulaObject(report.kind, formula), &mut sink)?;
            }
            Part::Plot(plot) => object(&pictures::PlotObject(report.kind, plot), &mut sink)?,
            Part::Timing(timing) => object(&pictures::TimingObject(timing), &mut sink)?,
            _ => continue,
        }
        is_about_numbers = true;
    }
    let has_more = grids(report).next().is_some() || sentences(report).next().is_some();
    if has_more && !is_about_numbers {
        object(&RowsObject(report), &mut sink)?;
    }
    sink.flush()
}

/// Writes a report with tabs between its columns.
pub fn tsv(report: &Report<'_>, _: &Style, canvas: &mut dyn Canvas) -> io::Result<()> {
    records(report, b'\t', canvas)
}

/// Writes a report with commas between its columns.
pub fn csv(report: &Report<'_>, _: &Style, canvas: &mut dyn Canvas) -> io::Result<()> {
    records(report, b',', canvas)
}

/// An error, a note or a warning as an object, without the end of its line.
pub fn message(kind: &str, place: Place<'_>, message: &str, hint: Option<&str>) -> String {
    let Place { file, line, column } = place;
    let message = Message { kind, file, line, column, message, hint };
    // Texts and whole numbers always have a JSON form.
    serde_json::to_string(&message).unwrap_or_default()
}

fn grids<'report>(report: &'report Report<'_>) -> impl Iterator<Item = &'report Grid> {
    report.parts.iter().filter_map(|part| match part {
        Part::Grid(grid) if titles(grid).next().is_some() => Some(grid),
        _ => None,
    })
}

fn sentences<'report>(report: &'report Report<'_>) -> impl Iterator<Item = &'report [Piece]> {
    report.parts.iter().filter_map(|part| match part {
        Part::Line(pieces) | Part::Wrapped(pieces, _) => Some(pieces.as_slice()),
        _ => None,
    })
}

fn object(value: &impl Serialize, sink: &mut Sink<'_>) -> io::Result<()> {
    let mut serializer = serde_json::Serializer::with_formatter(&mut *sink, Exact);
    value.serialize(&mut serializer)?;
    sink.write_all(b"\n")
}

/// Writes numbers in their shortest exact form: `-8`, not `-8.0`.
struct Exact;

impl Formatter for Exact {
    fn write_f64<W: Write + ?Sized>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        writer.write_all(numbers::exact(value).as_bytes())
    }
}

/// A number, which is a text when JSON has no number for it.
struct Number(f64);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.is_finite() {
            true => serializer.serialize_f64(self.0),
            false => serializer.serialize_str(&numbers::exact(self.0)),
        }
    }
}

struct AnswerObject<'report>(&'static str, &'report Answer);

impl Serialize for AnswerObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let AnswerObject(kind, answer) = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("kind", kind)?;
        map.serialize_entry("name", &answer.name)?;
        map.serialize_entry("data", &Number(answer.data))?;
        map.end()
    }
}

struct PassObject<'report>(&'static str, &'report Pass<'report>);

impl Serialize for PassObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let PassObject(kind, pass) = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("kind", kind)?;
        map.serialize_entry("root", &pass.root_name())?;
        map.serialize_entry("nodes", &Nodes(pass))?;
        map.end()
    }
}

struct Nodes<'pass>(&'pass Pass<'pass>);

impl Serialize for Nodes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.backward().map(|node| NodeObject(self.0, node)))
    }
}

struct NodeObject<'pass>(&'pass Pass<'pass>, &'pass Value);

impl Serialize for NodeObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let NodeObject(pass, node) = self;
        let row = pass.row(node);
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", &row.name)?;
        if !row.aliases.is_empty() {
            map.serialize_entry("aliases", &row.aliases)?;
        }
        map.serialize_entry("op", row.operation)?;
        map.serialize_entry("expression", &pass.expression(node, numbers::exact))?;
        map.serialize_entry("operands", &Operands(&row.operands))?;
        map.serialize_entry("data", &Number(row.data))?;
        map.serialize_entry("grad", &row.grad.map(Number))?;
        if row.frozen {
            map.serialize_entry("frozen", &true)?;
        }
        map.end()
    }
}

struct Operands<'row>(&'row [Named]);

impl Serialize for Operands<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(OperandText))
    }
}

struct OperandText<'row>(&'row Named);

impl Serialize for OperandText<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Named::Node(name) => serializer.serialize_str(name),
            Named::Constant(value) => Number(*value).serialize(serializer),
        }
    }
}

/// The grids of a report as objects under the columns' titles, and its sentences.
struct RowsObject<'report>(&'report Report<'report>);

impl Serialize for RowsObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let RowsObject(report) = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("kind", report.kind)?;
        if grids(report).next().is_some() {
            map.serialize_entry("rows", &Rows(report))?;
        }
        if sentences(report).next().is_some() {
            let text: Vec<String> = sentences(report).map(lines::exact).collect();
            map.serialize_entry("text", &text)?;
        }
        map.end()
    }
}

struct Rows<'report>(&'report Report<'report>);

impl<'report> Serialize for Rows<'report> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rows = |grid: &'report Grid| grid.rows.iter().map(move |row| RowObject(grid, row));
        serializer.collect_seq(grids(self.0).flat_map(rows))
    }
}

struct RowObject<'grid>(&'grid Grid, &'grid [Cell]);

impl Serialize for RowObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let RowObject(grid, row) = self;
        let mut map = serializer.serialize_map(None)?;
        for (title, cell) in titles(grid).zip(cells(grid, row)) {
            map.serialize_entry(title, &CellValue(cell))?;
        }
        map.end()
    }
}

struct CellValue<'grid>(&'grid Cell);

impl Serialize for CellValue<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Cell::Empty => serializer.serialize_unit(),
            Cell::Text(text, _) => serializer.serialize_str(text),
            Cell::Pieces(pieces) => match pieces.as_slice() {
                [
                    Piece::Brief(value)
                    | Piece::Rough(value)
                    | Piece::Significant(value, _)
                    | Piece::Number(value)
                    | Piece::Decimals(value, ..),
                ] => Number(*value).serialize(serializer),
                pieces => serializer.serialize_str(&lines::exact(pieces)),
            },
            Cell::Number(value) | Cell::Data(value) => Number(*value).serialize(serializer),
        }
    }
}

/// The titles of a grid's columns; what has none is for people only.
fn titles(grid: &Grid) -> impl Iterator<Item = &'static str> {
    grid.columns.iter().map(|column| column.title).filter(|title| !title.is_empty())
}

/// The cells under those titles.
fn cells<'grid>(grid: &'grid Grid, row: &'grid [Cell]) -> impl Iterator<Item = &'grid Cell> {
    let pairs = grid.columns.iter().zip(row);
    pairs.filter(|(column, _)| !column.title.is_empty()).map(|(_, cell)| cell)
}

/// Where a message belongs, as far as that is known.
#[derive(Debug, Clone, Copy, Default)]
pub struct Place<'text> {
    /// The file; none for stdin and the prompt.
    pub file: Option<&'text str>,
    /// The line, from 1.
    pub line: Option<usize>,
    /// The column, from 1, in characters.
    pub column: Option<usize>,
}

struct Message<'text> {
    kind: &'text str,
    file: Option<&'text str>,
    line: Option<usize>,
    column: Option<usize>,
    message: &'text str,
    hint: Option<&'text str>,
}

impl Serialize for Message<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("kind", self.kind)?;
        if let Some(file) = self.file {
            map.serialize_entry("file", file)?;
        }
        if let Some(line) = self.line {
            map.serialize_entry("line", &line)?;
        }
        if let Some(column) = self.column {
            map.serialize_entry("column", &column)?;
        }
        map.serialize_entry("message", self.message)?;
        if let Some(hint) = self.hint {
            map.serialize_entry("hint", hint)?;
        }
        map.end()
    }
}

fn records(report: &Report<'_>, delimiter: u8, canvas: &mut dyn Canvas) -> io::Result<()> {
    // A text that has its own format stands by itself.
    for part in &report.parts {
        if let Part::Text(text) = part {
            canvas.put(Role::Plain, text)?;
        }
    }
    let mut sink = Sink::new(canvas);
    let mut builder = csv::WriterBuilder::new();
    let mut writer = builder.delimiter(delimiter).flexible(true).from_writer(&mut sink);
    let is_about_numbers =
        report.parts.iter().any(|part| matches!(part, Part::Answer(_) | Part::Pass(_)));
    for part in &report.parts {
        match part {
            Part::Answer(answer) => {
                writer.write_record([answer.name.as_str(), &numbers::exact(answer.data)])?;
            }
            Part::Pass(pass) => pass_records(pass, &mut writer)?,
            Part::Grid(grid) if !is_about_numbers => grid_records(grid, &mut writer)?,
            Part::Line(pieces) | Part::Wrapped(pieces, _) if !is_about_numbers => {
                writer.write_record([lines::exact(pieces)])?;
            }
            Part::Formula(formula) => pictures::formula_record(formula, &mut writer)?,
            Part::Plot(plot) => pictures::plot_records(plot, &mut writer)?,
            Part::Timing(timing) => pictures::timing_record(timing, &mut writer)?,
            Part::Grid(_) | Part::Line(_) | Part::Wrapped(..) | Part::Note(_) | Part::Text(_) => {}
        }
    }
    writer.flush()
}

fn pass_records<W: Write>(pass: &Pass<'_>, writer: &mut csv::Writer<W>) -> io::Result<()> {
    writer.write_record(["name", "op", "expression", "data", "grad"])?;
    for node in pass.backward() {
        let operation = node.operation().map_or("", |operation| operation.name);
        writer.write_record([
            pass.names.call(node).as_str(),
            operation,
            &pass.expression(node, numbers::exact),
            &numbers::exact(node.data()),
            &pass.grad(node).map_or_else(String::new, numbers::exact),
        ])?;
    }
    Ok(())
}

fn grid_records<W: Write>(grid: &Grid, writer: &mut csv::Writer<W>) -> io::Result<()> {
    if titles(grid).next().is_none() {
        return Ok(());
    }
    writer.write_record(titles(grid))?;
    for row in &grid.rows {
        for cell in cells(grid, row) {
            match cell {
                Cell::Empty => writer.write_field("")?,
                Cell::Text(text, _) => writer.write_field(text)?,
                Cell::Pieces(pieces) => writer.write_field(lines::exact(pieces))?,
                Cell::Number(value) | Cell::Data(value) => {
                    writer.write_field(numbers::exact(*value))?;
                }
            }
        }
        writer.write_record(None::<&[u8]>)?;
    }
    Ok(())
}

/// Bytes on their way to a canvas, which takes whole characters only.
struct Sink<'canvas> {
    canvas: &'canvas mut dyn Canvas,
    bytes: Vec<u8>,
}

/// So many bytes are gathered before the canvas gets them.
const GATHERED: usize = 1 << 13;

impl Sink<'_> {
    fn new(canvas: &mut dyn Canvas) -> Sink<'_> {
        Sink { canvas, bytes: Vec::with_capacity(GATHERED) }
    }
}

impl Write for Sink<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.extend_from_slice(bytes);
        if self.bytes.len() >= GATHERED {
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
