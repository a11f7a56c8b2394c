//! Aligned columns. The rows are produced twice, first for their widths and then for their text, so
//! that a table of a million rows is never held as text.

use std::borrow::Cow;
use std::io;

use crate::render::line_writer::{LineWriter, width};
use crate::report::numbers::more_decimals;
use crate::report::{Column, Role};

/// Text in a role, in one column of a row.
pub type Field<'row> = (Role, Cow<'row, str>);

/// One row of a table: a field for each column; trailing fields may be missing.
pub type Row<'row> = Vec<Field<'row>>;

/// Widens the columns to their widest fields, numbers with their points in line.
pub fn fit<'row>(columns: &mut [Column], rows: impl Iterator<Item = Row<'row>>) {
    // The widths of numbers up to the decimals that all of them have.
    let mut bodies = vec![0; columns.len()];
    for row in rows {
        for ((column, body), (_, text)) in columns.iter_mut().zip(&mut bodies).zip(&row) {
            let needed = width(text);
            if let Some(more) = more_of(column, text) {
                *body = needed.saturating_sub(more).max(*body);
                column.after = column.after.max(more);
            }
            column.width = column.width.max(needed);
        }
    }
    for (column, body) in columns.iter_mut().zip(bodies) {
        column.width = column.width.max(body + column.after);
    }
}

/// The decimals that a number of a column has beyond those of tables.
fn more_of(column: &Column, text: &str) -> Option<usize> {
    if column.right { more_decimals(text) } else { None }
}

/// The width of the rows of these columns, and of their titles.
pub fn total(columns: &[Column]) -> usize {
    let (mut row, mut titles, mut last_title) = (0, 0, 0);
    for column in columns {
        row += column.gap + column.width;
        titles += column.gap + column.width.max(width(&column.title));
        if !column.title.is_empty() {
            last_title = titles;
        }
    }
    row.max(last_title)
}

/// Widens the columns to their titles.
pub fn fit_titles(columns: &mut [Column]) {
    for column in columns {
        column.width = column.width.max(width(&column.title));
    }
}

/// Writes the titles; one wider than its column pushes the next to the right.
pub fn write_titles(columns: &[Column], line: &mut LineWriter<'_>) -> io::Result<()> {
    let titles = columns.iter().map(|column| (Role::Title, Cow::Borrowed(&*column.title)));
    write_row(columns, &titles.collect::<Vec<_>>(), line)
}

/// Writes the rows.
pub fn write_rows<'row>(
    columns: &[Column],
    rows: impl Iterator<Item = Row<'row>>,
    line: &mut LineWriter<'_>,
) -> io::Result<()> {
    for row in rows {
        write_row(columns, &row, line)?;
    }
    Ok(())
}

fn write_row(columns: &[Column], row: &[Field<'_>], line: &mut LineWriter<'_>) -> io::Result<()> {
    line.skip(columns.first().map_or(0, |column| column.gap));
    for (index, (column, (role, text))) in columns.iter().zip(row).enumerate() {
        if index > 0 {
            line.skip(column.gap);
        }
        write_field(column, (*role, text), line)?;
    }
    line.end()
}

/// Writes the field of a column.
pub fn write_field(
    column: &Column,
    (role, text): (Role, &str),
    line: &mut LineWriter<'_>,
) -> io::Result<()> {
    if !column.right {
        return line.left(role, text, column.width);
    }
    let after = more_of(column, text).map_or(0, |more| column.after.saturating_sub(more));
    line.right(role, text, column.width.saturating_sub(after))?;
    line.skip(after);
    Ok(())
}
