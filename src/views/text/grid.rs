//! Rows of cells in aligned columns.

use std::io;

use super::columns::{Field, Row, fit, write_rows, write_titles};
use super::sentences;
use crate::report::{Cell, Column, Grid, Role, numbers};
use crate::views::Style;
use crate::views::line_writer::{LineWriter, width};

/// The minimum width of numbers in an even grid.
const EVEN: usize = 9;

/// Writes a grid.
pub fn write(grid: &Grid, style: &Style, line: &mut LineWriter<'_>) -> io::Result<()> {
    let rows = || {
        grid.rows.iter().map(|row| Row {
            fields: row.iter().map(|cell| field(cell, style)).collect(),
            ..Row::default()
        })
    };
    let mut columns = grid.columns.clone();
    fit(&mut columns, rows());
    if grid.even {
        even_out(&grid.columns, &mut columns);
    }
    if grid.titled {
        for column in &mut columns {
            column.width = column.width.max(width(&column.title));
        }
        write_titles(&columns, line)?;
    }
    write_rows(&columns, rows(), line)
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
    match cell {
        Cell::Empty => (Role::Plain, "".into()),
        Cell::Text(text, role) => (*role, text.into()),
        Cell::Number(number) => {
            (numbers::role(*number), numbers::text(*number, style.digits).into())
        }
        Cell::Truth(truth) => (Role::Plain, truth.to_string().into()),
        Cell::Pieces(pieces) => sentences::joined(pieces, style),
    }
}
