//! The cells of a line of a table, and the numbers and gaps among them.

use std::io;

use super::layout::Layout;

/// A cell of a line: without the blanks around it, or what stands in quotation marks.
#[derive(Debug, Clone, Copy)]
pub struct Cell<'line> {
    pub text: &'line str,
    pub is_quoted: bool,
}

impl Cell<'_> {
    /// Returns true if it stands for a missing number or text; in quotation marks NA is a text.
    pub fn is_gap(self) -> bool {
        self.text.is_empty()
            || !self.is_quoted && GAPS.iter().any(|gap| gap.eq_ignore_ascii_case(self.text))
    }

    /// Returns the number that it spells.
    pub fn number(self, mark: char) -> Option<f64> {
        number(self.text.trim_ascii(), mark)
    }
}

/// Calls `take` with each cell of a line.
///
/// # Errors
///
/// Quotation marks do not stand as RFC 4180 says: around a whole cell, and doubled inside.
pub fn for_each_cell(
    line: &str,
    Layout { separator, has_marks, .. }: Layout,
    mut take: impl FnMut(Cell<'_>),
) -> io::Result<()> {
    let wrong = || io::Error::other("a \" stands inside a cell, or is not closed");
    let mut rest = Some(separator.row(line));
    while let Some(line) = rest {
        let quoted = line.trim_ascii_start().strip_prefix('"').filter(|_| has_marks);
        let Some(text) = quoted else {
            let (cell, further) = separator.split(line);
            if has_marks && cell.contains('"') {
                return Err(wrong());
            }
            take(Cell { text: cell.trim_ascii(), is_quoted: false });
            rest = further;
            continue;
        };
        let (cell, text) = split_at_closing(text).ok_or_else(wrong)?;
        let (between, further) = separator.split(text);
        if !between.trim_ascii().is_empty() {
            return Err(wrong());
        }
        take(Cell { text: &cell.replace("\"\"", "\""), is_quoted: true });
        rest = further;
    }
    Ok(())
}

/// Splits a text at the first quotation mark that is not doubled.
fn split_at_closing(text: &str) -> Option<(&str, &str)> {
    let mut marks = text.match_indices('"').map(|(at, _)| at).peekable();
    while let Some(at) = marks.next() {
        if marks.next_if_eq(&(at + 1)).is_none() {
            return Some((text.get(..at)?, text.get(at + 1..)?));
        }
    }
    None
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
pub fn number_with_comma(text: &str) -> Option<f64> {
    let is_wrong = text.contains('.') || text.starts_with(',') || text.ends_with(',');
    if is_wrong { None } else { text.replacen(',', ".", 1).parse().ok() }
}

/// Returns true for a number whose mark may separate thousands: `1,250`.
pub fn may_be_thousands(text: &str, mark: char) -> bool {
    let digits = text.trim_start_matches(['-', '+', '\u{2212}']);
    let (head, tail) = digits.split_once(mark).unwrap_or((digits, ""));
    tail.len() == 3 && (1..=3).contains(&head.len()) && !head.starts_with('0')
}

/// What programs write for a missing number; they also leave the cell empty.
const GAPS: &[&str] =
    &["na", "n/a", "#n/a", "<na>", "nan", "-nan", "+nan", "null", ".", "-", "--", "?"];

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
            assert!(Cell { text: gap, is_quoted: false }.is_gap(), "{gap}");
        }
        assert!(!Cell { text: "none", is_quoted: false }.is_gap());
        assert!(!Cell { text: "NA", is_quoted: true }.is_gap());
    }
}
