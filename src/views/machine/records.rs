//! Reports as records with a delimiter between their fields.

use std::io::{self, Write};

use super::{Sink, cells, is_titled, keys, pictures};
use crate::report::{Cell, Grid, Part, Pass, Report, Role};
use crate::views::{Canvas, lines, numbers};

pub(super) fn records(report: &Report, delimiter: u8, canvas: &mut dyn Canvas) -> io::Result<()> {
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

fn pass_records<W: Write>(pass: &Pass, writer: &mut csv::Writer<W>) -> io::Result<()> {
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
    if !is_titled(grid) {
        return Ok(());
    }
    writer.write_record(keys(grid))?;
    for row in &grid.rows {
        for cell in cells(grid, row) {
            match cell {
                Cell::Empty => writer.write_field("")?,
                Cell::Text(text, _) => writer.write_field(text)?,
                Cell::Pieces(pieces) => writer.write_field(lines::exact(pieces))?,
                Cell::Count(count) => writer.write_field(count.to_string())?,
                Cell::Truth(truth) => writer.write_field(truth.to_string())?,
                Cell::Number(value) | Cell::Data(value) => {
                    writer.write_field(numbers::exact(*value))?;
                }
            }
        }
        writer.write_record(None::<&[u8]>)?;
    }
    Ok(())
}
