//! Tables: aligned columns, made narrow enough for the screen in one way. Columns that may go are left
//! out until the others fit clipped; then texts are clipped; what is still too wide goes on several
//! lines.
//!
//! The rows are produced twice, first for their widths and then for their text, so that a pass over a
//! million nodes is never held as text.

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

/// The fewest columns to which a title is clipped.
const NARROWEST_TITLE: usize = 16;

/// The indentation of the further lines of a row.
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
    let titles: Row<'_> = columns
        .iter()
        .map(|column| (Role::Title, drawn(Cow::Borrowed(&*column.title), style)))
        .collect();
    let mut layout = Layout::of(columns, rows());
    if titled {
        layout.fit_titles(&titles);
    }
    if let Some(screen) = style.table_columns() {
        layout.narrow(screen);
    }
    if titled {
        layout.write(&titles, style, line)?;
    }
    rows().try_for_each(|row| layout.write(&row, style, line))
}

/// Where the columns of a table stand.
struct Layout {
    /// The columns that are shown.
    columns: Vec<Placed>,
    /// The columns that begin a further line of a row.
    breaks: Vec<usize>,
}

/// A column that is shown.
struct Placed {
    column: Column,
    /// Its number in a row.
    field: usize,
    /// The width of its widest text, without its title.
    texts: usize,
    /// The width that its texts and its title take.
    needed: usize,
    width: usize,
    /// The columns after the points of its numbers.
    after: usize,
}

impl Placed {
    /// The least width to which it may be clipped: a number keeps all of its digits, but a long title
    /// does not.
    fn least(&self) -> usize {
        let least = self.column.clip.unwrap_or(self.texts.max(NARROWEST_TITLE));
        least.min(self.width)
    }
}

/// The width of a number from its point on; none of a text that is no number, or has an exponent.
fn after_point(text: &str) -> Option<usize> {
    let digits = text.trim_start_matches(['-', '+']);
    let is_plain =
        !digits.is_empty() && digits.bytes().all(|byte| byte == b'.' || byte.is_ascii_digit());
    is_plain.then(|| digits.find('.').map_or(0, |at| digits.len() - at))
}

impl Layout {
    /// The columns as wide as their widest texts, with the points of numbers in line.
    fn of<'row>(columns: &[Column], rows: impl Iterator<Item = Row<'row>>) -> Layout {
        let place = |(field, column): (usize, &Column)| Placed {
            column: column.clone(),
            field,
            texts: 0,
            needed: 0,
            width: 0,
            after: 0,
        };
        let mut columns: Vec<Placed> = columns.iter().enumerate().map(place).collect();
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
            placed.texts = placed.texts.max(before + placed.after);
            placed.needed = placed.texts;
            placed.width = placed.needed.max(placed.column.width);
        }
        Layout { columns, breaks: Vec::new() }
    }

    fn fit_titles(&mut self, titles: &Row<'_>) {
        for (placed, (_, title)) in self.columns.iter_mut().zip(titles) {
            placed.needed = placed.needed.max(width(title));
            placed.width = placed.width.max(placed.needed);
        }
    }

    /// The width of all columns with the gaps before them; `wide` gives that of one.
    fn total(&self, wide: impl Fn(&Placed) -> usize) -> usize {
        self.columns.iter().map(|placed| placed.column.gap + wide(placed)).sum()
    }

    /// Makes the table narrow enough for a screen.
    fn narrow(&mut self, screen: usize) {
        if self.total(|placed| placed.width) <= screen {
            return;
        }
        // The least widths only align one table with the next.
        self.columns.iter_mut().for_each(|placed| placed.width = placed.needed);
        while self.total(Placed::least) > screen
            && let Some(rank) = self.columns.iter().filter_map(|placed| placed.column.drop).max()
        {
            self.columns.retain(|placed| placed.column.drop != Some(rank));
        }
        while self.total(|placed| placed.width) > screen {
            let clipped = self.columns.iter_mut().filter(|placed| placed.width > placed.least());
            let Some(widest) = clipped.max_by_key(|placed| placed.width) else {
                // On a line of its own a text may have room.
                self.columns.iter_mut().for_each(|placed| placed.width = placed.needed);
                return self.wrap(screen);
            };
            widest.width -= 1;
        }
    }

    /// Puts the columns on several lines, each as many as fit, and clips one that alone is too wide.
    fn wrap(&mut self, screen: usize) {
        let first = self.columns.first().map_or(0, |placed| placed.column.gap);
        let indent = first + NEXT_LINE;
        // The columns before which a line may begin: none between a number and its ±, which stand close.
        let mut starts: Vec<usize> = Vec::new();
        let mut from = 0;
        for close in self.columns.chunk_by(|_, next| next.column.gap < 2) {
            let wide: usize = close.iter().map(|placed| placed.column.gap + placed.width).sum();
            let count = if indent + wide <= screen { 1 } else { close.len() };
            starts.extend(from..from + count);
            from += close.len();
        }
        let ends = starts.iter().skip(1).copied().chain([self.columns.len()]);
        let mut used = first;
        for (start, end) in starts.iter().copied().zip(ends) {
            let Some(columns) = self.columns.get_mut(start..end) else { continue };
            let gap = columns.first().map_or(0, |placed| placed.column.gap);
            let all: usize = columns.iter().map(|placed| placed.column.gap + placed.width).sum();
            if start > 0 && used + all > screen {
                self.breaks.push(start);
                used = indent;
            } else if start > 0 {
                used += gap;
            }
            for (at, placed) in columns.iter_mut().enumerate() {
                used += if at == 0 { 0 } else { placed.column.gap };
                placed.width = placed.width.min(screen.saturating_sub(used));
                used += placed.width;
            }
        }
    }

    /// Writes a row.
    fn write(&self, row: &[Field<'_>], style: &Style, line: &mut LineWriter<'_>) -> io::Result<()> {
        let first = self.columns.first().map_or(0, |placed| placed.column.gap);
        let ends = self.breaks.iter().copied().chain([self.columns.len()]);
        let mut start = 0;
        for (number, end) in ends.enumerate() {
            let columns = self.columns.get(start..end).unwrap_or_default();
            start = end;
            let fields =
                || columns.iter().filter_map(|placed| Some((placed, row.get(placed.field)?)));
            let is_blank = |(_, text): &Field<'_>| text.trim().is_empty();
            if fields().all(|(_, field)| is_blank(field)) && !row.iter().all(is_blank) {
                continue;
            }
            let indent = if number == 0 { first } else { first + NEXT_LINE };
            // A text that has the line for itself is wrapped, unless it may be clipped.
            if let [only] = columns
                && only.column.clip.is_none()
                && let Some((role, text)) = row.get(only.field)
                && width(text) > only.width
            {
                let blanks = " ".repeat(indent);
                let text = Paragraph::new(blanks).role(text.trim_start(), *role);
                paragraph::write(&Paragraph { indent: Some(indent + 2), ..text }, style, line)?;
                continue;
            }
            line.skip(indent);
            for (at, (placed, (role, text))) in fields().enumerate() {
                line.skip(if at == 0 { 0 } else { placed.column.gap });
                placed.write((*role, text), style, line)?;
            }
            line.end()?;
        }
        Ok(())
    }
}

impl Placed {
    /// Writes the text of a row in this column.
    fn write(
        &self,
        (role, text): (Role, &str),
        style: &Style,
        line: &mut LineWriter<'_>,
    ) -> io::Result<()> {
        let mut text = Cow::Borrowed(text);
        if width(&text) > self.width {
            let (whole, mark) = (text.into_owned(), style.mark());
            let clip = if self.column.keeps_end { clipped_inside } else { clipped_to };
            text = clip(whole, self.width, &mark).into();
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
