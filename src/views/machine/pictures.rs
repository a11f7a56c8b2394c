//! Formulas, curves, texts and times for machines.

use std::io::{self, Write};

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::Number;
use crate::report::{Formula, Plot, Timing, text_of};
use crate::views::numbers;

/// A text in a format of its own.
pub struct TextObject<'report>(pub &'static str, pub &'report str);

impl Serialize for TextObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let TextObject(kind, text) = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("kind", kind)?;
        map.serialize_entry("text", text)?;
        map.end()
    }
}

/// A derivative.
pub struct FormulaObject<'report>(pub &'static str, pub &'report Formula);

impl Serialize for FormulaObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let FormulaObject(kind, formula) = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("kind", kind)?;
        map.serialize_entry("name", &formula.name)?;
        map.serialize_entry("derivative", &formula.title)?;
        map.serialize_entry("expression", &text_of(&formula.terms, numbers::exact))?;
        map.serialize_entry("data", &Number(formula.data))?;
        map.end()
    }
}

/// A curve, as points.
pub struct PlotObject<'report>(pub &'static str, pub &'report Plot);

impl Serialize for PlotObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let PlotObject(kind, plot) = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("kind", kind)?;
        map.serialize_entry("x", &plot.moves)?;
        map.serialize_entry("y", &plot.follows)?;
        if let Some(present) = &plot.present {
            let present = [present.at, present.value, present.slope].map(Number);
            map.serialize_entry("present", &present)?;
        }
        let points = plot.values.iter().enumerate();
        let points: Vec<[Number; 2]> =
            points.map(|(index, value)| [plot.at(index), *value].map(Number)).collect();
        map.serialize_entry("points", &points)?;
        map.end()
    }
}

/// How long something took.
pub struct TimingObject<'report>(pub &'report Timing);

impl Serialize for TimingObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let TimingObject(timing) = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("kind", "time")?;
        map.serialize_entry("seconds", &timing.seconds)?;
        map.serialize_entry("nodes", &timing.nodes)?;
        map.end()
    }
}

/// A derivative in columns.
pub fn formula_record<W: Write>(formula: &Formula, writer: &mut csv::Writer<W>) -> io::Result<()> {
    writer.write_record(["name", "derivative", "expression", "data"])?;
    let expression = text_of(&formula.terms, numbers::exact);
    let data = numbers::exact(formula.data);
    writer.write_record([&formula.name, &formula.title, &expression, &data])?;
    Ok(())
}

/// A curve in two columns.
pub fn plot_records<W: Write>(plot: &Plot, writer: &mut csv::Writer<W>) -> io::Result<()> {
    writer.write_record([&plot.moves, &plot.follows])?;
    for (index, value) in plot.values.iter().enumerate() {
        writer.write_record([plot.at(index), *value].map(numbers::exact))?;
    }
    Ok(())
}

/// A time in two columns.
pub fn timing_record<W: Write>(timing: &Timing, writer: &mut csv::Writer<W>) -> io::Result<()> {
    writer.write_record(["seconds", &numbers::exact(timing.seconds)])?;
    writer.write_record(["nodes", &timing.nodes.to_string()])?;
    Ok(())
}
