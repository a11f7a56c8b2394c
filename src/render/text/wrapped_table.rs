//! Rows too wide for the screen, on several lines each.

use std::io;
use std::ops::Range;

use super::columns::{Field, Row, fit_titles, total, write_field};
use super::sentences;
use crate::render::Style;
use crate::render::line_writer::{LineWriter, width};
use crate::report::{Column, Grid, Piece, Role};

/// Writes rows too wide for the screen on several lines each, broken between the same columns; a
/// cell that alone is too wide is wrapped.
pub(super) fn write<'grid>(
    grid: &'grid Grid,
    (mut columns, rows): (Vec<Column>, impl Iterator<Item = Row<'grid>>),
    style: &Style,
    line: &mut LineWriter<'_>,
) -> io::Result<()> {
    let titles = grid.columns.iter().map(|column| (Role::Title, (&*column.title).into()));
    let mut titles = grid.titled.then(|| titles.collect::<Row<'_>>());
    let first = columns.first().map_or(0, |column| column.gap);
    let indent = first + 4;
    let room = style.columns.saturating_sub(indent);
    if total(&columns) <= style.columns {
        // Only the titles are too wide: those that there is room for are in line.
        let mut spare = style.columns - total(&columns);
        for column in &mut columns {
            let more = width(&column.title).saturating_sub(column.width);
            if more <= spare {
                (column.width, spare) = (column.width + more, spare - more);
            }
        }
        if let Some(mut titles) = titles.take() {
            for ((_, title), column) in titles.iter_mut().zip(&columns) {
                if title.is_empty() {
                    continue;
                }
                let blanks = "\u{A0}".repeat(column.width.saturating_sub(width(title)));
                let padded =
                    if column.right { blanks + title } else { title.to_string() + &blanks };
                *title = padded.into();
            }
            sentences::wrap(&pieces(titles, &columns, first, room), indent, style, line)?;
        }
    } else if grid.titled {
        fit_titles(&mut columns);
    }
    let broken = broken(&columns, (first, indent), style.columns);
    for row in titles.into_iter().chain(rows) {
        match &broken {
            Some(lines) => write_broken(&columns, lines, (first, indent), &row, line)?,
            None => sentences::wrap(&pieces(row, &columns, first, room), indent, style, line)?,
        }
    }
    Ok(())
}

/// Returns the columns that go on each line; none if one alone is too wide.
fn broken(
    columns: &[Column],
    (first, indent): (usize, usize),
    screen: usize,
) -> Option<Vec<Range<usize>>> {
    let (mut lines, mut used) = (Vec::new(), first);
    lines.push(0..0);
    for (at, column) in columns.iter().enumerate() {
        let line = lines.last_mut()?;
        let gap = if at == line.start { 0 } else { column.gap };
        if used + gap + column.width <= screen {
            line.end = at + 1;
            used += gap + column.width;
        } else if at > 0 && indent + column.width <= screen {
            lines.push(at..at + 1);
            used = indent + column.width;
        } else {
            return None;
        }
    }
    Some(lines)
}

fn write_broken(
    columns: &[Column],
    lines: &[Range<usize>],
    (first, indent): (usize, usize),
    row: &[Field<'_>],
    line: &mut LineWriter<'_>,
) -> io::Result<()> {
    let fields =
        |range: &Range<usize>| row.get(range.start..range.end.min(row.len())).unwrap_or_default();
    let is_blank = |range| fields(range).iter().all(|(_, text)| text.trim().is_empty());
    for range in lines.iter().filter(|range| !is_blank(range)) {
        let fields = fields(range);
        line.skip(if range.start == 0 { first } else { indent });
        let of_line = columns.get(range.clone()).unwrap_or_default();
        for (at, (column, (role, text))) in of_line.iter().zip(fields).enumerate() {
            line.skip(if at == 0 { 0 } else { column.gap });
            write_field(column, (*role, text), line)?;
        }
        line.end()?;
    }
    Ok(())
}

/// The cells of a row as one sentence, wrapped between them, and inside those wider than `most`.
fn pieces(row: Row<'_>, columns: &[Column], first: usize, most: usize) -> Vec<Piece> {
    let mut pieces = vec![Piece::Text(" ".repeat(first), Role::Plain)];
    for ((role, text), column) in row.into_iter().zip(columns) {
        let gap = if pieces.len() == 1 { 0 } else { column.gap };
        pieces.push(Piece::Text(" ".repeat(gap), Role::Plain));
        let text = text.trim_matches(' ');
        let is_tied = width(text) <= most;
        let text = if is_tied { text.replace(' ', "\u{A0}") } else { text.to_owned() };
        pieces.push(Piece::Text(text, role));
    }
    pieces
}
