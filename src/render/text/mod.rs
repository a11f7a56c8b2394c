//! The format for people: text and tables.

mod circuit;
mod graph_table;
pub mod paragraph;
mod table;
mod truncate;

use std::io;

use super::chart;
use super::line_writer::LineWriter;
use super::{Canvas, Format, Style};
use crate::core::session::FORMATS;
use crate::report::{Block, Report, Shape};
pub use circuit::operation;

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

/// The fewest rows of a table that are shown.
const LEAST: usize = 5;

/// Writes a report as text.
fn write(report: &Report, style: &Style, canvas: &mut dyn Canvas) -> io::Result<()> {
    let mut line = LineWriter::new(canvas);
    let lines = |is_folded: bool| {
        let of_block = |block: &Block| match block {
            Block::Table(table) if table.fold.is_some() == is_folded => {
                table.rows.len() + usize::from(table.titled)
            }
            Block::Text(_) if !is_folded => 1,
            _ => 0,
        };
        report.blocks.iter().map(of_block).sum::<usize>()
    };
    let rows = style.rows.map(|rows| rows.saturating_sub(lines(false)).max(LEAST.min(rows)));
    // Beside a pass, tables have at most half of the screen.
    let half = rows.map(|rows| rows / 2).filter(|_| report.pass().is_some());
    let beside = half.map_or(0, |half| half.min(lines(true)));
    let of_tables = &Style { rows: half.or(rows), ..style.clone() };
    let style = &Style { rows: rows.map(|rows| rows - beside), ..style.clone() };
    for block in &report.blocks {
        match block {
            Block::Text(text) => paragraph::write(text, style, &mut line)?,
            Block::Table(table) => table::write(table, of_tables, &mut line)?,
            Block::Chart(chart) => chart::text::write(chart, style, &mut line)?,
            Block::Pass(pass) if pass.shown().next().is_none() => {}
            Block::Pass(pass) => match pass.shape {
                Shape::Ledger => graph_table::write(pass, style, &mut line)?,
                Shape::Circuit => circuit::write(pass, style, &mut line)?,
            },
            Block::Verbatim(text) => line.verbatim(text)?,
        }
    }
    Ok(())
}
