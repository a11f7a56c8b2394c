//! Writing a line piece by piece, with aligned columns and no trailing blanks.

use std::io;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::Canvas;
use crate::report::Role;

/// A writer of lines on a canvas.
pub struct LineWriter<'canvas> {
    canvas: &'canvas mut dyn Canvas,
    /// Pending blanks, written only when text follows them.
    blanks: usize,
}

/// The number of columns to which names and expressions are clipped.
pub const WIDEST: usize = 40;

/// The mark of omitted text.
pub const ELLIPSIS: &str = "…";

impl LineWriter<'_> {
    /// Starts a line.
    pub fn new(canvas: &mut dyn Canvas) -> LineWriter<'_> {
        LineWriter { canvas, blanks: 0 }
    }

    /// Writes text.
    pub fn put(&mut self, role: Role, text: &str) -> io::Result<()> {
        let solid = text.trim_end_matches(' ');
        if !solid.is_empty() {
            if self.blanks > 0 {
                self.canvas.put(Role::Plain, &" ".repeat(self.blanks))?;
            }
            self.canvas.put(role, solid)?;
            self.blanks = 0;
        }
        self.blanks += text.len() - solid.len();
        Ok(())
    }

    /// Writes text of several lines verbatim.
    pub fn verbatim(&mut self, text: &str) -> io::Result<()> {
        self.canvas.put(Role::Plain, text)
    }

    /// Leaves columns blank.
    pub fn skip(&mut self, columns: usize) {
        self.blanks += columns;
    }

    /// Writes text aligned to the left of a column of this width.
    pub fn left(&mut self, role: Role, text: &str, column: usize) -> io::Result<()> {
        self.put(role, text)?;
        self.skip(column.saturating_sub(width(text)));
        Ok(())
    }

    /// Writes text aligned to the right of a column of this width.
    pub fn right(&mut self, role: Role, text: &str, column: usize) -> io::Result<()> {
        self.skip(column.saturating_sub(width(text)));
        self.put(role, text)
    }

    /// Ends the line.
    pub fn end(&mut self) -> io::Result<()> {
        self.blanks = 0;
        self.canvas.put(Role::Plain, "\n")
    }
}

/// The width of text in columns.
pub fn width(text: &str) -> usize {
    // The common case, much faster with the same result.
    if text.is_ascii() { text.len() } else { text.width() }
}

/// Clips text inside, so that its end remains: `verylong….12`.
pub fn clipped_inside(text: String, widest: usize, mark: &str) -> String {
    if width(&text) <= widest {
        return text;
    }
    let tail_room = widest / 2;
    let mut columns = 0;
    let tail = text.char_indices().rev().take_while(|(_, char)| {
        columns += char.width().unwrap_or(0);
        columns <= tail_room
    });
    let start = tail.last().map_or(text.len(), |(start, _)| start);
    // Only as much of the end as distinguishes inner nodes and bindings.
    let marked = text.get(start..).and_then(|tail| tail.find(['@', '.'])).map(|at| start + at);
    let tail = text.get(marked.unwrap_or(start)..).unwrap_or_default().to_owned();
    let head = clipped_to(text, widest.saturating_sub(width(&tail)), mark);
    head + &tail
}

/// Clips text to this many columns, ending it with the mark.
pub fn clipped_to(mut text: String, widest: usize, mark: &str) -> String {
    if width(&text) <= widest {
        return text;
    }
    let room = widest.saturating_sub(width(mark));
    let mut columns = 0;
    let cut = text.char_indices().find(|(_, char)| {
        columns += char.width().unwrap_or(0);
        columns > room
    });
    if let Some((end, _)) = cut {
        text.truncate(end);
    }
    text.push_str(mark);
    text
}
