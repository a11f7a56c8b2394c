//! The format for people: text and tables.

mod circuit;
pub mod graph_table;
pub mod paragraph;
mod pass_rows;
pub mod table;
pub mod truncate;

use std::io;

use super::chart;
use super::line_writer::LineWriter;
use super::{Canvas, Format, Style};
use crate::core::session::FORMATS;
use crate::report::{Block, Pass, Report, Shape};

/// The text format.
pub const TABLE: Format = Format {
    name: FORMATS[0].0,
    endings: &[],
    help: FORMATS[0].1,
    delimiter: None,
    for_people: true,
    write,
    message: None,
};

/// Writes a report as text.
fn write(report: &Report, style: &Style, canvas: &mut dyn Canvas) -> io::Result<()> {
    let mut line = LineWriter::new(canvas);
    let others: usize = report.blocks.iter().map(lines).sum();
    let rows = style.rows.map(|rows| rows.saturating_sub(others).max(truncate::LEAST.min(rows)));
    // Beside a pass, tables have at most half of the screen.
    let half = rows.map(|rows| rows / 2).filter(|_| report.pass().is_some());
    let folded: usize = report.blocks.iter().map(folded_lines).sum();
    let beside = half.map_or(0, |half| half.min(folded));
    let of_tables = &Style { rows: half.or(rows), ..style.clone() };
    let style = &Style { rows: rows.map(|rows| rows - beside), ..style.clone() };
    for block in &report.blocks {
        match block {
            Block::Text(text) => paragraph::write(text, style, &mut line)?,
            Block::Table(table) => table::write(table, of_tables, &mut line)?,
            Block::Chart(chart) => chart::text::write(chart, style, &mut line)?,
            Block::Pass(pass) => write_pass(pass, style, &mut line)?,
            Block::Verbatim(text) => line.verbatim(text)?,
        }
    }
    Ok(())
}

/// The lines of a block that is never folded.
fn lines(block: &Block) -> usize {
    match block {
        Block::Table(table) if table.fold.is_none() => table.rows.len() + usize::from(table.titled),
        Block::Text(_) => 1,
        _ => 0,
    }
}

/// The lines of a table that may be folded.
fn folded_lines(block: &Block) -> usize {
    match block {
        Block::Table(table) if table.fold.is_some() => table.rows.len(),
        _ => 0,
    }
}

fn write_pass(pass: &Pass, style: &Style, line: &mut LineWriter<'_>) -> io::Result<()> {
    if !pass.in_tables.is_empty() && pass.shown().next().is_none() {
        return Ok(());
    }
    match pass.shape {
        Shape::Ledger => graph_table::write(pass, style, line),
        Shape::Circuit => circuit::write(pass, style, line),
    }
}
