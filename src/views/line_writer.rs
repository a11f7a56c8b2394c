//! Writes a line piece by piece: counts columns, aligns, and leaves no blanks at its end.

use std::io;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::Canvas;
use crate::report::Role;

/// A writer of lines on a canvas.
pub struct LineWriter<'canvas> {
    canvas: &'canvas mut dyn Canvas,
    /// Blanks that are written once something follows them.
    blanks: usize,
}

/// Names and expressions are cut to this many columns.
pub const WIDEST: usize = 40;

const BLANKS: &str = "                                ";

impl LineWriter<'_> {
    /// A writer at the start of a line.
    pub fn new(canvas: &mut dyn Canvas) -> LineWriter<'_> {
        LineWriter { canvas, blanks: 0 }
    }

    /// Writes a text.
    pub fn put(&mut self, role: Role, text: &str) -> io::Result<()> {
        let solid = text.trim_end_matches(' ');
        if !solid.is_empty() {
            self.write_blanks()?;
            self.canvas.put(role, solid)?;
        }
        self.blanks += text.len() - solid.len();
        Ok(())
    }

    /// Writes a text of several lines as it is.
    pub fn verbatim(&mut self, text: &str) -> io::Result<()> {
        self.canvas.put(Role::Plain, text)
    }

    /// Leaves so many columns blank.
    pub fn skip(&mut self, columns: usize) {
        self.blanks += columns;
    }

    /// Writes a text at the left of a column.
    pub fn left(&mut self, role: Role, text: &str, column: usize) -> io::Result<()> {
        self.put(role, text)?;
        self.skip(column.saturating_sub(width(text)));
        Ok(())
    }

    /// Writes a text at the right of a column.
    pub fn right(&mut self, role: Role, text: &str, column: usize) -> io::Result<()> {
        self.skip(column.saturating_sub(width(text)));
        self.put(role, text)
    }

    /// Ends the line.
    pub fn end(&mut self) -> io::Result<()> {
        self.blanks = 0;
        self.canvas.put(Role::Plain, "\n")
    }

    fn write_blanks(&mut self) -> io::Result<()> {
        while self.blanks > 0 {
            let blanks = BLANKS.get(..self.blanks).unwrap_or(BLANKS);
            self.canvas.put(Role::Plain, blanks)?;
            self.blanks -= blanks.len();
        }
        Ok(())
    }
}

/// The number of columns that a text takes.
pub fn width(text: &str) -> usize {
    // Faster for most of what there is, and the same.
    if text.is_ascii() { text.len() } else { text.width() }
}

/// The text, or its start and `…` when it is too wide.
pub fn clipped(text: String) -> String {
    clipped_to(text, WIDEST)
}

/// The text, or its start and `…` when it takes more columns than that.
pub fn clipped_to(mut text: String, widest: usize) -> String {
    if width(&text) <= widest {
        return text;
    }
    let mut columns = 0;
    let fits = text.char_indices().find(|(_, char)| {
        columns += char.width().unwrap_or(0);
        columns >= widest
    });
    if let Some((end, _)) = fits {
        text.truncate(end);
    }
    text.push('…');
    text
}
