//! Where a table is from: a file, stdin, or the lines below the command.

use crate::command::syntax::Word;
use crate::core::language::{Error, Span, quoted};

/// The source of a table.
#[derive(Debug)]
pub struct Source {
    pub kind: SourceKind,
    /// What messages call it.
    pub name: String,
    /// The place in the statement for errors of the table.
    pub span: Span,
    /// The number of lines above it in a script.
    pub lines_above: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SourceKind {
    File,
    Stdin,
    /// The lines below the command, or a pasted text.
    Lines,
}

impl Source {
    /// A file.
    pub fn file(file: Word<'_>) -> Source {
        let name = quoted(file.text).to_string();
        Source { kind: SourceKind::File, name, span: file.span, lines_above: 0 }
    }

    /// Stdin, or the lines below the command.
    pub fn rows(kind: SourceKind, span: Span) -> Source {
        let name = if kind == SourceKind::Stdin { "stdin" } else { "the table" };
        Source { kind, name: name.to_owned(), span, lines_above: 0 }
    }

    /// An error of the table.
    pub fn error(&self, message: impl Into<String>) -> Error {
        Error::new(self.span, message)
    }

    /// Says how to leave out rows.
    pub fn skip_hint(&self) -> String {
        let command = match self.kind {
            SourceKind::File if self.name.contains([' ', ';', '#']) => {
                format!(":read \"{}\" skip", self.name)
            }
            SourceKind::File => format!(":read {} skip", self.name),
            SourceKind::Stdin => ":read - skip".to_owned(),
            SourceKind::Lines => ":read skip, followed by the rows,".to_owned(),
        };
        format!("{command} leaves such rows out")
    }
}
