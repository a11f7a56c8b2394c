//! How a table is written: what separates its cells, its decimal mark, and the cells of a line.

use std::borrow::Cow;
use std::io;

/// How a table is written.
#[derive(Debug, Clone, Copy)]
pub struct Layout {
    /// A comma, a semicolon, a tab, the bar of a Markdown table, or [`BLANK`].
    pub separator: u8,
    /// A point, or a comma.
    pub decimal_mark: char,
}

/// Spaces and tabs, as many as there are.
pub const BLANK: u8 = b' ';

/// The bar between the cells of a Markdown table, and around each row.
const BAR: u8 = b'|';

/// The number of rows that show how a table is written.
const MOST_ROWS: usize = 1 << 12;

/// A cell of a line: without the blanks around it, or what stands in quotation marks.
#[derive(Debug, Clone)]
pub struct Cell<'line> {
    pub text: Cow<'line, str>,
    pub is_quoted: bool,
}

/// What programs write for a missing number; they also leave the cell empty.
const GAPS: [&str; 12] =
    ["na", "n/a", "#n/a", "<na>", "nan", "-nan", "+nan", "null", ".", "-", "--", "?"];

impl Cell<'_> {
    /// Returns true if it stands for a missing number or text; in quotation marks NA is a text.
    pub fn is_gap(&self) -> bool {
        self.text.is_empty()
            || !self.is_quoted && GAPS.iter().any(|gap| gap.eq_ignore_ascii_case(&self.text))
    }

    /// Returns the number that it spells.
    pub fn number(&self, mark: char) -> Option<f64> {
        number(self.text.trim_ascii(), mark)
    }
}

impl Layout {
    /// The layout of a table, by its first rows.
    pub fn of(text: &str) -> Layout {
        let mut lines = text.lines().filter(|line| !is_no_row(line)).take(MOST_ROWS);
        let rows = lines.clone();
        let first = lines.next().unwrap_or_default();
        let separator = match lines.next() {
            Some(second) if first.contains('|') && is_rule(second) => BAR,
            _ => separator_of(first),
        };
        let layout = Layout { separator, decimal_mark: '.' };
        Layout { decimal_mark: layout.decimal_mark_of(rows), ..layout }
    }

    /// A comma if a number has one that can be nothing else, and no comma stands between cells.
    fn decimal_mark_of<'text>(self, mut rows: impl Iterator<Item = &'text str>) -> char {
        if self.separator == b',' {
            return '.';
        }
        let is_end = |it: char| it == '"' || it.is_ascii() && self.separates(it as u8);
        let has_decimal_comma = |cell: &str| {
            let cell = cell.trim_matches(' ');
            let is_sure = self.separator == b';' || !may_be_thousands(cell, ',');
            cell.contains(',') && is_sure && number_with_comma(cell).is_some()
        };
        if rows.any(|row| row.split(is_end).any(has_decimal_comma)) { ',' } else { '.' }
    }

    /// Returns true for a line that has no cells.
    pub fn skips(self, line: &str) -> bool {
        is_no_row(line) || self.separator == BAR && is_rule(line)
    }

    fn separates(self, byte: u8) -> bool {
        byte == self.separator || self.separator == BLANK && byte.is_ascii_whitespace()
    }

    /// Splits a line into what stands before a separator, and what follows it, if there is one.
    fn split(self, line: &str) -> (&str, Option<&str>) {
        let end = line.bytes().position(|byte| self.separates(byte)).unwrap_or(line.len());
        let (cell, rest) = line.split_at(end);
        let rest = rest.get(1..);
        (cell, if self.separator == BLANK { rest.map(str::trim_ascii_start) } else { rest })
    }

    /// Returns the cells of a line.
    ///
    /// # Errors
    ///
    /// Quotation marks do not stand as RFC 4180 says: around a whole cell, and doubled inside.
    pub fn cells(self, line: &str) -> io::Result<Vec<Cell<'_>>> {
        let wrong = || io::Error::other("a \" stands inside a cell, or is not closed");
        let mut line = line.trim_ascii_end();
        if [BAR, BLANK].contains(&self.separator) {
            line = line.trim_ascii_start();
        }
        if self.separator == BAR {
            line = line.strip_prefix('|').unwrap_or(line);
            line = line.strip_suffix('|').unwrap_or(line);
        }
        let (mut cells, mut rest) = (Vec::new(), Some(line));
        while let Some(line) = rest {
            let Some(quoted) = line.trim_ascii_start().strip_prefix('"') else {
                let (text, further) = self.split(line);
                if text.contains('"') {
                    return Err(wrong());
                }
                cells.push(Cell { text: text.trim_ascii().into(), is_quoted: false });
                rest = further;
                continue;
            };
            let (text, after) = split_at_closing(quoted).ok_or_else(wrong)?;
            let (between, further) = self.split(after);
            if !between.trim_ascii().is_empty() {
                return Err(wrong());
            }
            cells.push(Cell { text: text.replace("\"\"", "\"").into(), is_quoted: true });
            rest = further;
        }
        Ok(cells)
    }
}

/// Splits a text at the first quotation mark that is not doubled.
fn split_at_closing(text: &str) -> Option<(&str, &str)> {
    let mut marks = text.match_indices('"').map(|(at, _)| at).peekable();
    loop {
        let at = marks.next()?;
        if marks.next_if_eq(&(at + 1)).is_none() {
            return Some((text.get(..at)?, text.get(at + 1..)?));
        }
    }
}

/// The separator of a table with this first line: a tab, a semicolon, a comma, or blanks.
fn separator_of(line: &str) -> u8 {
    let bare: String = line.trim_end_matches(' ').split('"').step_by(2).collect();
    let mut words = bare.split_whitespace();
    // Numbers with decimal commas between blanks: `0,5 1,1`.
    let has_commas =
        words.clone().count() > 1 && words.all(|word| number_with_comma(word).is_some());
    match [b'\t', b';', b','].into_iter().find(|mark| bare.as_bytes().contains(mark)) {
        Some(b',') if has_commas => BLANK,
        Some(mark) => mark,
        None if bare.contains(' ') => BLANK,
        None => b',',
    }
}

/// Returns true for a line that is blank, a comment, or the separator as Excel declares it.
pub fn is_no_row(line: &str) -> bool {
    let line = line.trim_ascii();
    line.is_empty() || line.starts_with('#') || line.starts_with("sep=")
}

/// Returns true for the line of dashes below the header of a Markdown table.
fn is_rule(line: &str) -> bool {
    line.contains('|') && line.contains('-') && line.trim().chars().all(|it| "|:- ".contains(it))
}

/// Returns the number that a cell spells. Its minus may be that of a typesetter.
pub fn number(cell: &str, mark: char) -> Option<f64> {
    if let Some(digits) = cell.strip_prefix('\u{2212}') {
        return number(digits, mark).filter(|number| !number.is_sign_negative()).map(|it| -it);
    }
    let number = match mark {
        ',' if cell.contains(',') => number_with_comma(cell)?,
        ',' if may_be_thousands(cell, '.') => return None,
        _ => cell.parse().ok()?,
    };
    // A number that is too large is parsed as infinite.
    let is_meant = number.is_finite() || cell.to_ascii_lowercase().contains("inf");
    (is_meant && !number.is_nan()).then_some(number)
}

/// Returns the number of a text whose decimal mark, if there is one, is a comma.
fn number_with_comma(text: &str) -> Option<f64> {
    let is_wrong = text.contains('.') || text.starts_with(',') || text.ends_with(',');
    if is_wrong { None } else { text.replacen(',', ".", 1).parse().ok() }
}

/// Returns true for a number whose mark may separate thousands: `1,250`.
fn may_be_thousands(text: &str, mark: char) -> bool {
    let digits = text.trim_start_matches(['-', '+', '\u{2212}']);
    let (head, tail) = digits.split_once(mark).unwrap_or((digits, ""));
    tail.len() == 3 && (1..=3).contains(&head.len()) && !head.starts_with('0')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_programs_write_them() {
        for (cell, expected) in [
            ("1.5E+03", 1500.0),
            ("\u{2212}2.5", -2.5),
            ("inf", f64::INFINITY),
            ("-Infinity", f64::NEG_INFINITY),
        ] {
            assert_eq!(number(cell, '.'), Some(expected), "{cell}");
        }
        for other in ["1D3", "\u{2212}-2", "1,5", "2024-01-01", "1e400", "<5", "12%", "nan", ""] {
            assert_eq!(number(other, '.'), None, "{other}");
        }
        assert_eq!(number("1,5", ','), Some(1.5));
        assert_eq!(number("0.125", ','), Some(0.125));
        for other in ["1.250", "1.000,5", "1,2,3", ",", "1,"] {
            assert_eq!(number(other, ','), None, "{other}");
        }
    }

    #[test]
    fn a_gap_is_a_gap_however_it_is_written() {
        for gap in ["", "NA", "nan", "NaN", "-nan", "N/A", "#N/A", "null", ".", "?"] {
            assert!(Cell { text: gap.into(), is_quoted: false }.is_gap(), "{gap}");
        }
        assert!(!Cell { text: "none".into(), is_quoted: false }.is_gap());
        assert!(!Cell { text: "NA".into(), is_quoted: true }.is_gap());
    }
}
