//! Rows of cells in aligned columns.

use std::io;

use super::columns::{Field, Row, fit, write_rows, write_titles};
use super::fold::Folded;
use super::sentences;
use crate::report::{Cell, Column, Grid, Piece, Role, numbers};
use crate::views::Style;
use crate::views::ascii::drawn;
use crate::views::line_writer::{LineWriter, width};

/// The minimum width of numbers in an even grid.
const EVEN: usize = 9;

/// Writes a grid.
pub fn write(grid: &Grid, style: &Style, line: &mut LineWriter<'_>) -> io::Result<()> {
    let folded = match (&grid.fold, style.rows) {
        (Some(fold), Some(rows)) => Folded::of(&fold.ranks, rows),
        _ => Folded::whole(grid.rows.len()),
    };
    let rows = || {
        let shown = grid.rows.iter().enumerate().filter(|(row, _)| folded.has(*row));
        shown.map(|(_, row)| Row {
            fields: row.iter().map(|cell| field(cell, style)).collect(),
            ..Row::default()
        })
    };
    let mut columns = grid.columns.clone();
    fit(&mut columns, rows());
    let screen = style.table_columns().unwrap_or(usize::MAX);
    if total(&columns, grid.titled) > screen {
        // The least widths only align one table with the next.
        columns = grid.columns.iter().map(|column| column.clone().width(0)).collect();
        fit(&mut columns, rows());
        if total(&columns, grid.titled) > screen {
            return write_wrapped(grid, rows(), &folded, style, line);
        }
    }
    if grid.even {
        even_out(&grid.columns, &mut columns);
    }
    if grid.titled {
        for column in &mut columns {
            column.width = column.width.max(width(&column.title));
        }
        write_titles(&columns, line)?;
    }
    write_rows(&columns, rows(), line)?;
    write_hidden(grid, &folded, line)
}

fn write_hidden(grid: &Grid, folded: &Folded, line: &mut LineWriter<'_>) -> io::Result<()> {
    match &grid.fold {
        Some(fold) => folded.write_hidden("rows", &fold.command, line),
        None => Ok(()),
    }
}

/// The columns that the rows take.
fn total(columns: &[Column], titled: bool) -> usize {
    let width = |column: &Column| match titled {
        true => column.width.max(width(&column.title)),
        false => column.width,
    };
    columns.iter().map(|column| column.gap + width(column)).sum()
}

/// Writes rows too wide for the screen one after the other, each wrapped between its cells.
fn write_wrapped<'grid>(
    grid: &'grid Grid,
    rows: impl Iterator<Item = Row<'grid>>,
    folded: &Folded,
    style: &Style,
    line: &mut LineWriter<'_>,
) -> io::Result<()> {
    let titles = grid.columns.iter().map(|column| (Role::Title, (&*column.title).into()));
    let titles = grid.titled.then(|| Row { fields: titles.collect(), ..Row::default() });
    let first = grid.columns.first().map_or(0, |column| column.gap);
    for row in titles.into_iter().chain(rows) {
        let mut pieces = vec![Piece::Text(" ".repeat(first), Role::Plain)];
        for ((role, text), column) in row.fields.into_iter().zip(&grid.columns) {
            let is_even = pieces.len() == 1;
            let gap = if is_even { 0 } else { column.gap };
            pieces.push(Piece::Text(" ".repeat(gap), Role::Plain));
            pieces.push(Piece::Text(text.trim().replace(' ', "\u{A0}"), role));
        }
        sentences::wrap(&pieces, first + 4, style, line)?;
    }
    write_hidden(grid, folded, line)
}

/// Makes the columns of numbers without a declared width as wide as the widest of them.
fn even_out(own: &[Column], columns: &mut [Column]) {
    let is_even = |own: &Column| own.right && own.width == 0;
    let even = || own.iter().map(is_even);
    let widths = columns.iter().zip(even()).filter(|(_, is_even)| *is_even);
    let widest = widths.map(|(column, _)| column.width).fold(EVEN, usize::max);
    for (column, _) in columns.iter_mut().zip(even()).filter(|(_, is_even)| *is_even) {
        column.width = widest;
    }
}

fn field<'cell>(cell: &'cell Cell, style: &Style) -> Field<'cell> {
    let (role, text): Field<'cell> = match cell {
        Cell::Empty | Cell::Records(_) => (Role::Plain, "".into()),
        Cell::Texts(texts) => (Role::Plain, texts.join(" ").into()),
        Cell::Text(text, role) => (*role, text.into()),
        Cell::Number(number) => {
            (numbers::role(*number), numbers::text(*number, style.digits).into())
        }
        Cell::Truth(truth) => (Role::Plain, truth.to_string().into()),
        Cell::Pieces(pieces) => sentences::joined(pieces, style),
    };
    (role, drawn(text, style))
}
