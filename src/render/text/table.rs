//! Tables: aligned columns, fitted to the screen: optional columns are dropped, then texts are
//! clipped, then rows are wrapped.
//!
//! Rows are produced twice, for their widths and for their text, so that a large graph needs no
//! memory for its text.

use std::borrow::Cow;
use std::io;

use super::paragraph;
use super::truncate::Folded;
use crate::render::Style;
use crate::render::ascii::drawn;
use crate::render::line_writer::{LineWriter, clipped_inside, clipped_to, width};
use crate::report::{Column, Paragraph, Role, Table};

/// Text in a role, in one column of a row.
pub type Field<'row> = (Role, Cow<'row, str>);

/// One row as text: a field for each column; trailing fields may be missing.
pub type Row<'row> = Vec<Field<'row>>;

/// The fewest columns of a title.
const NARROWEST_TITLE: usize = 16;
/// The indent of continued rows.
const NEXT_LINE: usize = 4;

/// Writes a table.
pub fn write(table: &Table, style: &Style, line: &mut LineWriter<'_>) -> io::Result<()> {
    let folded = match (&table.fold, style.rows) {
        (Some(fold), Some(rows)) => Folded::of(&fold.ranks, rows),
        _ => Folded::whole(table.rows.len()),
    };
    let rows = || {
        let shown = table.rows.iter().enumerate().filter(|(row, _)| folded.has(*row));
        shown.map(|(_, row)| row.iter().map(|cell| paragraph::joined(cell, style)).collect())
    };
    write_rows(&table.columns, table.titled, rows, style, line)?;
    match &table.fold {
        Some(fold) => folded.write_hidden("rows", &fold.command, style, line),
        None => Ok(()),
    }
}

/// Writes the rows that `rows` makes, below titles if it is `titled`.
pub fn write_rows<'row, Rows: Iterator<Item = Row<'row>>>(
    columns: &[Column],
    titled: bool,
    rows: impl Fn() -> Rows,
    style: &Style,
    line: &mut LineWriter<'_>,
) -> io::Result<()> {
    let title = |column: &Column| (Role::Title, drawn(column.title.to_string().into(), style));
    let titles: Option<Row<'_>> = titled.then(|| columns.iter().map(title).collect());
    let mut layout = Layout::of(columns, titles.as_ref(), rows());
    if let Some(screen) = style.table_columns() {
        layout.narrow(screen);
    }
    if let Some(titles) = titles {
        layout.write(&titles, style, line)?;
    }
    rows().try_for_each(|row| layout.write(&row, style, line))
}

/// The layout of the columns.
struct Layout<'table> {
    /// The columns that are shown.
    columns: Vec<Placed<'table>>,
    /// True if each row is wrapped like text.
    is_wrapped: bool,
}

/// A column that is shown.
struct Placed<'table> {
    column: &'table Column,
    field: usize,
    /// The width of its widest text, without its title.
    texts: usize,
    needed: usize,
    width: usize,
    /// The columns after the points of its numbers.
    after: usize,
}

impl Placed<'_> {
    /// The least width: a number keeps all digits, a long title does not.
    fn least(&self) -> usize {
        let least = self.column.clip.unwrap_or(self.texts.max(NARROWEST_TITLE));
        least.min(self.width)
    }

    /// Writes the text of a row in this column.
    fn write(
        &self,
        (role, text): (Role, &str),
        style: &Style,
        line: &mut LineWriter<'_>,
    ) -> io::Result<()> {
        let mut text = Cow::Borrowed(text);
        if width(&text) > self.width {
            let clip = if self.column.keeps_end { clipped_inside } else { clipped_to };
            text = clip(text.into_owned(), self.width, &style.mark()).into();
        }
        if !self.column.right {
            return line.left(role, &text, self.width);
        }
        let after = after_point(&text).map_or(0, |own| self.after.saturating_sub(own));
        let after = after.min(self.width.saturating_sub(width(&text)));
        line.right(role, &text, self.width - after)?;
        line.skip(after);
        Ok(())
    }
}

/// The width of a number from its point on; `None` for other text, or with an exponent.
fn after_point(text: &str) -> Option<usize> {
    let digits = text.trim_start_matches(['-', '+']);
    let is_plain =
        !digits.is_empty() && digits.bytes().all(|byte| byte == b'.' || byte.is_ascii_digit());
    is_plain.then(|| digits.find('.').map_or(0, |at| digits.len() - at))
}

impl<'table> Layout<'table> {
    /// The columns as wide as their widest texts, with the points of numbers in line.
    fn of<'row>(
        columns: &'table [Column],
        titles: Option<&Row<'_>>,
        rows: impl Iterator<Item = Row<'row>>,
    ) -> Layout<'table> {
        let place = |(field, column): (usize, &'table Column)| Placed {
            column,
            field,
            texts: 0,
            needed: 0,
            width: 0,
            after: 0,
        };
        let mut columns: Vec<Placed<'_>> = columns.iter().enumerate().map(place).collect();
        // The widths of numbers up to their points.
        let mut before = vec![0; columns.len()];
        for row in rows {
            for ((placed, before), (_, text)) in columns.iter_mut().zip(&mut before).zip(&row) {
                let wide = width(text);
                placed.texts = placed.texts.max(wide);
                if let Some(after) = after_point(text).filter(|_| placed.column.right) {
                    placed.after = placed.after.max(after);
                    *before = wide.saturating_sub(after).max(*before);
                }
            }
        }
        for (placed, before) in columns.iter_mut().zip(before) {
            let title = titles.map_or(0, |titles| width(&titles[placed.field].1));
            placed.texts = placed.texts.max(before + placed.after);
            placed.needed = placed.texts.max(title);
            placed.width = placed.needed.max(placed.column.width);
        }
        Layout { columns, is_wrapped: false }
    }

    /// The width of all columns with gaps; `wide` is the width of one.
    fn total(&self, wide: impl Fn(&Placed<'_>) -> usize) -> usize {
        self.columns.iter().map(|placed| placed.column.gap + wide(placed)).sum()
    }

    /// Makes the table narrow enough for a screen.
    fn narrow(&mut self, screen: usize) {
        if self.total(|placed| placed.width) <= screen {
            return;
        }
        self.columns.iter_mut().for_each(|placed| placed.width = placed.needed);
        while self.total(|placed| placed.least()) > screen
            && let Some(rank) = self.columns.iter().filter_map(|placed| placed.column.drop).max()
        {
            self.columns.retain(|placed| placed.column.drop != Some(rank));
        }
        while self.total(|placed| placed.width) > screen {
            let clipped = self.columns.iter_mut().filter(|placed| placed.width > placed.least());
            let Some(widest) = clipped.max_by_key(|placed| placed.width) else {
                self.is_wrapped = true;
                return;
            };
            widest.width -= 1;
        }
    }

    /// Writes a row.
    fn write(&self, row: &[Field<'_>], style: &Style, line: &mut LineWriter<'_>) -> io::Result<()> {
        let fields = self.columns.iter().filter_map(|it| Some((it, row.get(it.field)?)));
        if self.is_wrapped {
            let text = fields.fold(Paragraph::default(), |text, (placed, (role, field))| {
                text.text(" ".repeat(placed.column.gap)).role(field.trim_start(), *role)
            });
            let indent = Some(NEXT_LINE);
            return paragraph::write(&Paragraph { indent, ..text }, style, line);
        }
        for (placed, (role, text)) in fields {
            line.skip(placed.column.gap);
            placed.write((*role, text), style, line)?;
        }
        line.end()
    }
}
