//! JSON: one object a line, with exact numbers.

use std::io::{self, Write};

use serde::{Serialize, Serializer};
use serde_json::ser::Formatter;

use super::{Canvas, Format, Style};
use crate::core::session::FORMATS;
use crate::report::{Block, Facts, Pass, Report, Role, described, facts_of, numbers};

pub const JSON: Format = Format {
    name: FORMATS[1].0,
    endings: &["json"],
    help: FORMATS[1].1,
    delimiter: None,
    for_people: false,
    write: json,
    // Strings and integers always serialize.
    message: Some(|message| serde_json::to_string(message).unwrap_or_default()),
};

/// An object with its kind; a pass also has its root and its nodes.
#[derive(Serialize)]
struct Object<'report> {
    kind: &'report str,
    #[serde(skip_serializing_if = "Option::is_none")]
    root: Option<String>,
    #[serde(flatten)]
    facts: Facts,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "nodes")]
    nodes: Option<&'report Pass>,
}

fn nodes<S: Serializer>(pass: &Option<&Pass>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(pass.iter().flat_map(|pass| pass.nodes()))
}

/// Writes a report as objects, one per line.
fn json(report: &Report, _: &Style, canvas: &mut dyn Canvas) -> io::Result<()> {
    let mut write = |root: Option<String>, facts: Facts, nodes: Option<&Pass>| {
        let (object, mut line) = (Object { kind: report.kind, root, facts, nodes }, Vec::new());
        object.serialize(&mut serde_json::Serializer::with_formatter(&mut line, Exact))?;
        line.push(b'\n');
        canvas.put(Role::Plain, str::from_utf8(&line).map_err(io::Error::other)?)
    };
    let pass = report.pass();
    if let Some(pass) = pass {
        write(Some(pass.root_reference()), facts_beside_pass(report), Some(pass))?;
    } else if let Some(chart) = report.chart() {
        write(None, chart.data.as_ref().map(|data| data.json(chart)).unwrap_or_default(), None)?;
    } else if report.data.is_empty() {
        let said = match report.blocks.as_slice() {
            [Block::Verbatim(text)] => facts_of([("text", text.as_str().into())]),
            blocks => described(blocks),
        };
        if !said.is_empty() {
            write(None, said, None)?;
        }
    }
    for data in report.data.iter().filter(|data| pass.is_none() || data.answer().is_some()) {
        write(None, data.facts(&report.blocks), None)?;
    }
    Ok(())
}

/// The facts beside a pass: the data of the report, or its other blocks.
pub(super) fn facts_beside_pass(report: &Report) -> Facts {
    let own = report.data.iter().find(|data| data.answer().is_none());
    own.map_or_else(|| described(&report.blocks), |data| data.facts(&report.blocks))
}

/// Writes numbers in their shortest exact form: `-8`, not `-8.0`. Only `-0.0` keeps its point,
/// because many readers parse `-0` as an integer.
struct Exact;

impl Formatter for Exact {
    fn write_f64<W: Write + ?Sized>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        let is_negative_zero = value == 0.0 && value.is_sign_negative();
        let text = if is_negative_zero { "-0.0".to_owned() } else { numbers::exact(value) };
        writer.write_all(text.as_bytes())
    }
}
