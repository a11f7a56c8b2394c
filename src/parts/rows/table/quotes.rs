//! Misplaced quotation marks: the reader of the cells would make something of them.

use std::io::{self, Read};

/// A source of a table, whose quotation marks are checked as it is read.
pub struct Quotes<Source> {
    source: Source,
    delimiter: u8,
    place: Place,
    line: u64,
}

/// Where in a record the next byte stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Record,
    Comment,
    Cell,
    Plain,
    Quoted,
    /// After a mark that closes a cell, or is the first of two, and blanks.
    Closed,
}

impl<Source> Quotes<Source> {
    /// Checks what comes after so many lines.
    pub fn of(source: Source, delimiter: u8, lines: u64) -> Quotes<Source> {
        Quotes { source, delimiter, place: Place::Record, line: lines + 1 }
    }

    fn check(&mut self, byte: u8) -> io::Result<()> {
        let is_end = byte == b'\n' || byte == b'\r';
        self.place = match self.place {
            Place::Quoted if byte == b'"' => Place::Closed,
            Place::Quoted => Place::Quoted,
            Place::Closed if byte == b'"' => Place::Quoted,
            _ if is_end => Place::Record,
            Place::Comment => Place::Comment,
            Place::Record if byte == b'#' => Place::Comment,
            _ if byte == self.delimiter => Place::Cell,
            Place::Record | Place::Cell if byte == b'"' => Place::Quoted,
            Place::Closed if byte == b' ' || byte == b'\t' => Place::Closed,
            Place::Closed => return Err(self.misplaced("text follows a closing \"")),
            _ => Place::Plain,
        };
        self.line += u64::from(byte == b'\n');
        Ok(())
    }

    fn misplaced(&self, what: &str) -> io::Error {
        io::Error::other(format!("{what} (line {})", self.line))
    }
}

impl<Source: Read> Read for Quotes<Source> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(into)?;
        if count == 0 && self.place == Place::Quoted && !into.is_empty() {
            return Err(self.misplaced("a \" is not closed"));
        }
        let bytes = into.get(..count).unwrap_or_default();
        // Most tables have no marks: then only what follows the last line is looked at byte by byte.
        let whole = match self.place {
            Place::Quoted | Place::Closed => 0,
            _ if bytes.contains(&b'"') => 0,
            _ => bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1),
        };
        let (lines, rest) = bytes.split_at(whole);
        if whole > 0 {
            self.line += lines.iter().filter(|byte| **byte == b'\n').count() as u64;
            self.place = Place::Record;
        }
        rest.iter().try_for_each(|byte| self.check(*byte))?;
        Ok(count)
    }
}
