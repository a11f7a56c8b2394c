//! Rows of cells in aligned columns.

use std::io;

use super::column_widths::clips_names;
use super::columns::{Field, Row, fit, fit_titles, total, write_rows, write_titles};
use super::truncate::Folded;
use super::{sentences, wrapped_table};
use crate::render::Style;
use crate::render::ascii::drawn;
use crate::render::line_writer::{LineWriter, clipped_inside, width};
use crate::report::{Cell, Column, Grid, Role, numbers};

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
        shown.map(|(_, row)| row.iter().map(|cell| field(cell, style)).collect::<Row<'_>>())
    };
    let needed = |columns: &[Column]| {
        let mut columns = columns.to_vec();
        if grid.titled {
            fit_titles(&mut columns);
        }
        total(&columns)
    };
    let mut columns = grid.columns.clone();
    fit(&mut columns, rows());
    let screen = style.table_columns().unwrap_or(usize::MAX);
    if needed(&columns) > screen {
        // The least widths only align one table with the next.
        columns = grid.columns.iter().map(|column| column.clone().width(0)).collect();
        fit(&mut columns, rows());
        if needed(&columns) > screen {
            for column in &mut columns {
                column.title = column.short.map_or(column.title.clone(), Into::into);
            }
        }
        let excess = needed(&columns).saturating_sub(screen);
        let has_names = grid.titled && grid.columns.len() > 2;
        if !clips_names(&mut columns, has_names, excess) {
            wrapped_table::write(grid, (columns, rows()), style, line)?;
            return write_hidden(grid, &folded, style, line);
        }
    }
    if grid.even {
        let mut even = columns.clone();
        even_out(&grid.columns, &mut even);
        if needed(&even) <= screen {
            columns = even;
        }
    }
    if grid.titled {
        fit_titles(&mut columns);
        write_titles(&columns, line)?;
    }
    let most = columns.first().map_or(0, |column| column.width);
    let clipped = rows().map(|mut row| {
        if let Some((_, name)) = row.first_mut()
            && width(name) > most
        {
            *name = clipped_inside(name.to_string(), most, &style.mark()).into();
        }
        row
    });
    write_rows(&columns, clipped, line)?;
    write_hidden(grid, &folded, style, line)
}

fn write_hidden(
    grid: &Grid,
    folded: &Folded,
    style: &Style,
    line: &mut LineWriter<'_>,
) -> io::Result<()> {
    match &grid.fold {
        Some(fold) => folded.write_hidden("rows", &fold.command, style, line),
        None => Ok(()),
    }
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
        Cell::Empty | Cell::Records(_) | Cell::Each(_) => (Role::Plain, "".into()),
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
