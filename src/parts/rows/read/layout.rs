//! The layout of a table: separator, decimal mark, and cells.

use std::io;

/// The layout of a table.
#[derive(Debug, Clone, Copy)]
pub struct Layout {
    /// A comma, a semicolon, a tab, the bar of a Markdown table, or [`BLANK`].
    pub separator: u8,
    /// A point, or a comma.
    pub decimal_mark: char,
}

/// Any number of spaces.
pub const BLANK: u8 = b' ';

/// The bar between the cells of a Markdown table, and around each row.
const BAR: u8 = b'|';

/// The rows examined for the layout.
const MOST_ROWS: usize = 1 << 12;

/// The marks of a missing number, besides an empty cell.
const GAPS: [&str; 12] =
    ["na", "n/a", "#n/a", "<na>", "nan", "-nan", "+nan", "null", ".", "-", "--", "?"];

/// Returns true for a gap.
pub fn is_gap(cell: &str) -> bool {
    cell.is_empty() || GAPS.iter().any(|gap| gap.eq_ignore_ascii_case(cell))
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

    /// The comma, if a number has a decimal comma and no comma separates cells.
    fn decimal_mark_of<'text>(self, mut rows: impl Iterator<Item = &'text str>) -> char {
        if self.separator == b',' {
            return '.';
        }
        let is_end = |it: char| it == '"' || it == self.separator.into();
        let has_decimal_comma = |cell: &str| {
            let cell = cell.trim_matches(' ');
            let is_sure = self.separator == b';' || !may_be_thousands(cell, ',');
            is_sure && cell.contains(',') && number_with_comma(cell).is_some()
        };
        if rows.any(|row| row.split(is_end).any(has_decimal_comma)) { ',' } else { '.' }
    }

    /// Calls `take` with the trimmed cells of each row and its line.
    pub fn each_row(
        self,
        text: &str,
        mut line: u64,
        mut take: impl FnMut(&[&str], u64) -> io::Result<()>,
    ) -> io::Result<()> {
        let skips = |line: &str| is_no_row(line) || self.separator == BAR && is_rule(line);
        let mut reader = csv::ReaderBuilder::new();
        reader.has_headers(false).flexible(true).comment(Some(b'#'));
        reader.delimiter(self.separator).quoting(self.separator != BAR);
        let (mut reader, mut start) = (reader.from_reader(text.as_bytes()), 0);
        let mut record = csv::StringRecord::new();
        while reader.read_record(&mut record)? {
            let end = reader.position().byte() as usize;
            // Rows may have several lines; comments and blank lines may precede them.
            let lines = text.get(start..end).unwrap_or_default();
            if let Some(skipped) = lines.lines().position(|line| !skips(line)) {
                let line = line + skipped as u64;
                let marks = lines.lines().skip(skipped).map(|line| line.matches('"').count());
                if self.separator != BAR && marks.sum::<usize>() % 2 == 1 {
                    let what = "unexpected or unclosed \" in a cell";
                    return Err(io::Error::other(format!("{what} (line {line})")));
                }
                take(&self.cells(&record), line)?;
            }
            line += lines.matches('\n').count() as u64;
            start = end;
        }
        Ok(())
    }

    fn cells(self, record: &csv::StringRecord) -> Vec<&str> {
        let mut cells: Vec<&str> = record.iter().map(str::trim_ascii).collect();
        if self.separator == BLANK {
            cells.retain(|cell| !cell.is_empty());
        }
        if self.separator == BAR {
            // Outer bars separate nothing.
            cells.pop_if(|cell| cell.is_empty());
            cells.splice(..usize::from(cells.first() == Some(&"")), []);
        }
        cells
    }
}

/// The separator of a table with this first line: a tab, a semicolon, a comma, or blanks.
fn separator_of(line: &str) -> u8 {
    let bare: String = line.trim_end_matches(' ').split('"').step_by(2).collect();
    let mut words = bare.split_whitespace();
    // Numbers with decimal commas between blanks: `0,5 1,1`.
    let has_commas = words.clone().count() > 1 && words.all(|it| number_with_comma(it).is_some());
    match [b'\t', b';', b','].into_iter().find(|mark| bare.as_bytes().contains(mark)) {
        Some(b',') if has_commas => BLANK,
        Some(mark) => mark,
        None if bare.contains(' ') => BLANK,
        None => b',',
    }
}

/// Returns true for a blank line, a comment, or Excel's `sep=`.
pub fn is_no_row(line: &str) -> bool {
    let line = line.trim_ascii();
    line.is_empty() || line.starts_with('#') || line.starts_with("sep=")
}

/// Returns true for the line of dashes below the header of a Markdown table.
fn is_rule(line: &str) -> bool {
    line.contains('|') && line.contains('-') && line.trim().chars().all(|it| "|:- ".contains(it))
}

/// Returns the number of a cell, plain or an amount.
pub fn number(cell: &str, mark: char) -> Option<f64> {
    plain(cell, mark).or_else(|| amount(cell, mark))
}

/// Returns the number of a cell; a typographic minus is allowed.
pub fn plain(cell: &str, mark: char) -> Option<f64> {
    if let Some(digits) = cell.strip_prefix('\u{2212}') {
        return plain(digits, mark).filter(|number| !number.is_sign_negative()).map(|it| -it);
    }
    let number = match mark {
        ',' if cell.contains(',') => number_with_comma(cell)?,
        ',' if may_be_thousands(cell, '.') => return None,
        _ => cell.parse().ok()?,
    };
    let is_meant = number.is_finite() || cell.to_ascii_lowercase().contains("inf");
    (is_meant && !number.is_nan()).then_some(number)
}

/// Returns the number of a text with a decimal comma.
fn number_with_comma(text: &str) -> Option<f64> {
    let is_wrong = text.contains('.') || text.starts_with(',') || text.ends_with(',');
    if is_wrong { None } else { text.replacen(',', ".", 1).parse().ok() }
}

/// Returns the number of an amount: `$4.99`, `12%`, `1,200`. Parentheses make it negative.
fn amount(cell: &str, mark: char) -> Option<f64> {
    let inside = cell.strip_prefix('(').and_then(|cell| cell.strip_suffix(')'));
    let negative = inside.or_else(|| cell.strip_prefix(['-', '\u{2212}']));
    let amount = negative.unwrap_or(cell).trim_start_matches('+');
    let amount = amount.trim_matches(|mark| "$\u{20ac}\u{a3} ".contains(mark));
    let (digits, divisor) = match amount.strip_suffix('%') {
        Some(percent) => (percent.trim_ascii_end(), 100.0),
        None => (amount, 1.0),
    };
    if !digits.starts_with(|it: char| it.is_ascii_digit() || it == mark) {
        return None;
    }
    let number = plain(digits, mark).or_else(|| grouped(digits, mark))? / divisor;
    Some(if negative.is_some() { -number } else { number })
}

/// Returns a number with thousands separators: `1,200.50`, or `1.200,50` with a decimal comma.
fn grouped(text: &str, mark: char) -> Option<f64> {
    let between = if mark == ',' { '.' } else { ',' };
    let (whole, decimals) = text.split_once(mark).unwrap_or((text, "0"));
    let mut groups = whole.split(between).rev();
    let first = groups.next_back()?;
    let is_group = |group: &str| group.len() == 3 && group.bytes().all(|it| it.is_ascii_digit());
    let may_be_first = first == whole || first.len() <= 3 && !first.starts_with('0');
    let are_groups = may_be_first && groups.all(is_group);
    let is_unsure = mark == ',' && may_be_thousands(text, between);
    let is_number = are_groups && !is_unsure && !first.is_empty() && !decimals.is_empty();
    let number = format!("{}.{decimals}", whole.replace(between, ""));
    if is_number { number.parse().ok() } else { None }
}

/// Returns true for a number whose mark may separate thousands: `1,250`.
pub fn may_be_thousands(text: &str, mark: char) -> bool {
    let digits = text.trim_matches(|it: char| !it.is_ascii_digit() && it != mark);
    let (head, tail) = digits.split_once(mark).unwrap_or((digits, ""));
    tail.len() == 3 && (1..=3).contains(&head.len()) && !head.starts_with('0')
}

/// Returns true for a number or amount whose comma cannot stand between thousands: `12,5`.
pub fn has_decimal_comma(cell: &str) -> bool {
    cell.contains(',') && !may_be_thousands(cell, ',') && number(cell, ',').is_some()
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
        for other in ["1D3", "\u{2212}-2", "1,5", "2024-01-01", "1e400", "<5", "nan", ""] {
            assert_eq!(number(other, '.'), None, "{other}");
        }
        assert_eq!(number("1,5", ','), Some(1.5));
        assert_eq!(number("0.125", ','), Some(0.125));
        for other in ["1.250", "1.00,5", "1,2,3", ",", "1,", "0.125,5"] {
            assert_eq!(number(other, ','), None, "{other}");
        }
    }

    #[test]
    fn amounts_have_signs_and_marks_between_thousands() {
        for (cell, expected) in [
            ("1,200", 1200.0),
            ("-1,234,567.5", -1_234_567.5),
            ("$4.99", 4.99),
            ("-$1,200", -1200.0),
            ("5 \u{20ac}", 5.0),
            ("\u{a3}.5", 0.5),
            ("12%", 0.12),
            ("+1.5 %", 0.015),
            ("(3.20)", -3.2),
            ("($1,000)", -1000.0),
        ] {
            assert_eq!(number(cell, '.'), Some(expected), "{cell}");
        }
        for other in [
            "1,20", "1,2000", ",200", "1200,000", "0,123", "-0,125", "$", "%", "()", "(a)", "--5",
            "1'000",
        ] {
            assert_eq!(number(other, '.'), None, "{other}");
        }
        assert_eq!(number("1.234,5", ','), Some(1234.5));
        assert_eq!(number("1.234.567", ','), Some(1_234_567.0));
        assert_eq!(number("12,5 %", ','), Some(0.125));
    }

    #[test]
    fn a_gap_is_a_gap_however_it_is_written() {
        for gap in ["", "NA", "nan", "NaN", "-nan", "N/A", "#N/A", "null", ".", "?"] {
            assert!(is_gap(gap), "{gap}");
        }
        assert!(!is_gap("none"));
    }
}
