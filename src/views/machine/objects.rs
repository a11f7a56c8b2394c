//! Answers, passes, rows and messages as JSON objects.

use std::rc::Rc;

use super::Place;
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::{Number, cells, grids, keys, sentences};
use crate::graph::Value;
use crate::report::{Answer, Cell, Grid, Named, Pass, Piece, Report};
use crate::views::{lines, numbers};

pub(super) struct AnswerObject<'report>(pub &'static str, pub &'report Answer);

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

/// A pass, and before its nodes what else the report says.
pub(super) struct PassObject<'report>(pub &'report Report, pub &'report Pass);

impl Serialize for PassObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let PassObject(report, pass) = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("kind", report.kind)?;
        map.serialize_entry("root", &pass.root_name())?;
        rows_and_text(report, &mut map)?;
        map.serialize_entry("nodes", &Nodes(pass))?;
        map.end()
    }
}

struct Nodes<'pass>(&'pass Pass);

impl Serialize for Nodes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.backward().map(|node| NodeObject(self.0, node)))
    }
}

struct NodeObject<'pass>(&'pass Pass, &'pass Value);

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
pub(super) struct RowsObject<'report>(pub &'report Report);

impl Serialize for RowsObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let RowsObject(report) = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("kind", report.kind)?;
        rows_and_text(report, &mut map)?;
        map.end()
    }
}

fn rows_and_text<M: SerializeMap>(report: &Report, map: &mut M) -> Result<(), M::Error> {
    for (name, fact) in &report.facts {
        map.serialize_entry(name, &CellValue(fact))?;
    }
    if grids(report).next().is_some() {
        map.serialize_entry("rows", &Rows(report))?;
    }
    if sentences(report).next().is_some() {
        // What a sentence is indented by is layout.
        let text = sentences(report).map(|pieces| lines::exact(pieces).trim_start().to_owned());
        map.serialize_entry("text", &text.collect::<Vec<String>>())?;
    }
    Ok(())
}

struct Rows<'report>(&'report Report);

impl<'report> Serialize for Rows<'report> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rows = |grid: &'report Grid| {
            let keys: Rc<[String]> = keys(grid).into();
            grid.rows.iter().map(move |row| RowObject(Rc::clone(&keys), grid, row))
        };
        serializer.collect_seq(grids(self.0).flat_map(rows))
    }
}

/// A row under its columns' keys.
struct RowObject<'grid>(Rc<[String]>, &'grid Grid, &'grid [Cell]);

impl Serialize for RowObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let RowObject(keys, grid, row) = self;
        let mut map = serializer.serialize_map(None)?;
        for (key, cell) in keys.iter().zip(cells(grid, row)) {
            map.serialize_entry(key, &CellValue(cell))?;
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
            Cell::Count(count) => serializer.serialize_u64(*count),
            Cell::Truth(truth) => serializer.serialize_bool(*truth),
            Cell::Number(value) | Cell::Data(value) => Number(*value).serialize(serializer),
        }
    }
}

pub(super) struct Message<'text> {
    pub kind: &'text str,
    pub place: Place<'text>,
    pub message: &'text str,
    pub hint: Option<&'text str>,
}

impl Serialize for Message<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("kind", self.kind)?;
        let Place { file, line, column } = self.place;
        if let Some(file) = file {
            map.serialize_entry("file", file)?;
        }
        if let Some(line) = line {
            map.serialize_entry("line", &line)?;
        }
        if let Some(column) = column {
            map.serialize_entry("column", &column)?;
        }
        map.serialize_entry("message", self.message)?;
        if let Some(hint) = self.hint {
            map.serialize_entry("hint", hint)?;
        }
        map.end()
    }
}
