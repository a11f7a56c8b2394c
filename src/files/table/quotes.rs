//! Quotation marks that a table gets wrong: the reader of its cells would make something of them.

use std::io::{self, Read};

/// What is wrong with the quotation marks of a table, and where.
#[derive(Debug, Clone, Copy)]
pub struct BadQuote {
    /// True if it is never closed; else text follows the closing one.
    pub is_open: bool,
    /// The line of its cell in the file, from 1.
    pub line: u64,
    /// The column of its cell, from 0.
    pub column: usize,
    /// The number of bytes up to there.
    at: u64,
}

/// Watches the quotation marks of what is read through it.
pub struct Quotes<Source> {
    source: Source,
    delimiter: u8,
    place: Place,
    /// The bytes and the lines so far, and the cells of the record.
    bytes: u64,
    line: u64,
    column: usize,
    /// The line in which the open cell begins.
    begun: u64,
    bad: Option<BadQuote>,
}

/// Where in a record the next byte stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// At the beginning of a record.
    Record,
    Comment,
    /// At the beginning of a cell.
    Cell,
    Plain,
    Quoted,
    /// After a mark that closes a cell, or is the first of two.
    Closed,
    /// After that and a blank.
    Blank,
}

impl<Source> Quotes<Source> {
    /// Watches what comes after so many lines.
    pub fn of(source: Source, delimiter: u8, lines: u64) -> Quotes<Source> {
        let (line, place) = (lines + 1, Place::Record);
        Quotes { source, delimiter, place, bytes: 0, line, column: 0, begun: line, bad: None }
    }

    /// The first that is wrong among so many bytes.
    pub fn bad_before(&self, bytes: u64) -> Option<BadQuote> {
        self.bad.filter(|bad| bad.at < bytes)
    }

    fn see_all(&mut self, bytes: &[u8]) {
        let is_outside = !matches!(self.place, Place::Quoted | Place::Closed | Place::Blank);
        // Most tables have no marks: then only what follows the last line is looked at byte by byte.
        let whole = if is_outside && !bytes.contains(&b'"') {
            bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1)
        } else {
            0
        };
        let (lines, rest) = bytes.split_at(whole);
        if whole > 0 {
            self.bytes += whole as u64;
            self.line += lines.iter().filter(|byte| **byte == b'\n').count() as u64;
            (self.column, self.place) = (0, Place::Record);
        }
        rest.iter().for_each(|byte| self.see(*byte));
    }

    fn see(&mut self, byte: u8) {
        let is_end = byte == b'\n' || byte == b'\r';
        self.bytes += 1;
        self.line += u64::from(byte == b'\n');
        self.place = match self.place {
            Place::Quoted if byte == b'"' => Place::Closed,
            Place::Quoted => Place::Quoted,
            Place::Closed if byte == b'"' => Place::Quoted,
            Place::Comment if !is_end => Place::Comment,
            _ if is_end => {
                self.column = 0;
                Place::Record
            }
            Place::Record if byte == b'#' => Place::Comment,
            _ if byte == self.delimiter => {
                self.column += 1;
                Place::Cell
            }
            Place::Record | Place::Cell if byte == b'"' => {
                self.begun = self.line;
                Place::Quoted
            }
            Place::Closed | Place::Blank if byte == b' ' || byte == b'\t' => Place::Blank,
            Place::Closed | Place::Blank => {
                self.note(false);
                Place::Plain
            }
            _ => Place::Plain,
        };
    }

    fn note(&mut self, is_open: bool) {
        let (line, column, at) = (self.begun, self.column, self.bytes.saturating_sub(1));
        self.bad.get_or_insert(BadQuote { is_open, line, column, at });
    }
}

impl<Source: Read> Read for Quotes<Source> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(into)?;
        if count == 0 && self.place == Place::Quoted && !into.is_empty() {
            self.note(true);
        }
        self.see_all(into.get(..count).unwrap_or_default());
        Ok(count)
    }
}
