//! What messages call a table, and how it is read again.

use crate::command::syntax::Word;
use crate::core::language::{Span, quoted};

/// A table, as messages speak of it.
#[derive(Debug)]
pub struct Called {
    /// What it is called.
    pub name: String,
    /// What it is read by.
    command: String,
    /// The place of what asked for it.
    pub span: Span,
    /// The lines above it, in the text that it is a part of.
    pub lines_above: u64,
    /// Where it is from.
    pub from: Whence,
}

/// Where a table is from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whence {
    /// A file.
    File,
    /// Stdin.
    Stdin,
    /// The keyboard, or a script.
    Lines,
}

impl Called {
    /// The table in a file.
    pub fn file(file: Word<'_>) -> Called {
        let name = quoted(file.text).to_string();
        let typed =
            if name.contains([' ', ';', '#']) { format!("\"{name}\"") } else { name.clone() };
        let command = format!(":read {typed}");
        Called { name, command, span: file.span, lines_above: 0, from: Whence::File }
    }

    /// The table that comes from stdin.
    pub fn stdin(span: Span) -> Called {
        let (name, command) = ("stdin".to_owned(), ":read -".to_owned());
        Called { name, command, span, lines_above: 0, from: Whence::Stdin }
    }

    /// The table that is typed below what asks for it, or pasted.
    pub fn typed(span: Span) -> Called {
        let (name, command) = ("the table".to_owned(), ":read".to_owned());
        Called { name, command, span, lines_above: 0, from: Whence::Lines }
    }

    /// Returns true if its rows have to be typed again to read it again.
    pub fn is_typed(&self) -> bool {
        self.from == Whence::Lines
    }

    /// Returns what reads it again, with these words.
    pub fn again(&self, words: &str) -> String {
        let rows = if self.is_typed() { ", followed by the rows," } else { "" };
        format!("{} {words}{rows}", self.command)
    }
}
