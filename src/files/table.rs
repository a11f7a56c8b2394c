//! Reading a table of numbers: comma-, tab-, semicolon- or blank-separated.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use super::open;

/// A table as read: its columns, each with a cell for each row.
#[derive(Debug, Default)]
pub struct Table {
    /// The columns, in order.
    pub columns: Vec<TableColumn>,
    /// The line of each row in the file, from 1.
    pub lines: Vec<u64>,
    /// The rows, from 0, that have cells beyond the last column, each with their number.
    pub long: Vec<(usize, usize)>,
    /// The first cell with a decimal comma: its row, from 0, and its text.
    pub comma: Option<(usize, String)>,
    /// True if blanks separate its cells.
    pub has_blanks: bool,
}

/// A column of a table.
#[derive(Debug, Default)]
pub struct TableColumn {
    /// Its header, if the table has one.
    pub header: Option<String>,
    /// Its numbers; nan in the bad cells.
    pub numbers: Vec<f64>,
    /// The cells that are missing or no numbers, in order.
    pub bad: Vec<BadCell>,
    /// The first cell such as `1.250`, which is another number among decimal commas: its row, from
    /// 0, and its text. Only noted where decimal commas may stand.
    pub group: Option<(usize, String)>,
}

/// A cell that is missing or no number.
#[derive(Debug)]
pub struct BadCell {
    /// Its row, from 0.
    pub row: usize,
    /// Its text, cut short; none where a row ends before it. Only the first ones keep it.
    pub text: Option<String>,
}

/// The number of bad cells of a column that keep their text.
const MOST_KEPT: usize = 1;
/// The number of rows after which to ask whether to go on.
const STRIDE: usize = 1 << 12;

/// What stands between two cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Separator {
    Delimiter(u8),
    Blanks,
}

impl Table {
    /// Reads a table from a file. Lines that start with `#` are comments, and with `%` where blanks
    /// separate cells. Every few thousand rows `goes_on` is asked with the number of cells so far.
    ///
    /// # Errors
    ///
    /// The file cannot be read, is not text, or `goes_on` returned false.
    pub fn read(path: &Path, goes_on: &mut dyn FnMut(usize) -> bool) -> io::Result<Table> {
        let mut file = BufReader::with_capacity(1 << 16, open(path)?);
        let start = file.fill_buf()?;
        if [b"\xff\xfe", b"\xfe\xff"].iter().any(|mark| start.starts_with(*mark)) {
            return Err(io::Error::other("it is UTF-16; save it as UTF-8"));
        }
        if start.contains(&0) {
            return Err(io::Error::other("it is not text"));
        }
        let said = said_delimiter(start);
        let separator = said.map_or_else(|| Separator::of(start), Separator::Delimiter);
        let line_end = if start.contains(&b'\n') { b'\n' } else { b'\r' };
        if said.is_some() {
            file.read_until(line_end, &mut Vec::new())?;
        }
        let before = u64::from(said.is_some());
        let mut table = Table::default();
        match separator {
            Separator::Delimiter(delimiter) => {
                table.delimited(file, (delimiter, before), goes_on)?
            }
            Separator::Blanks => table.blank_separated(file, line_end, goes_on)?,
        }
        Ok(table)
    }

    fn delimited(
        &mut self,
        file: BufReader<File>,
        (delimiter, before): (u8, u64),
        goes_on: &mut dyn FnMut(usize) -> bool,
    ) -> io::Result<()> {
        let mut builder = csv::ReaderBuilder::new();
        builder.delimiter(delimiter).has_headers(false).flexible(true).comment(Some(b'#'));
        let mut reader = builder.from_reader(file);
        let mut record = csv::ByteRecord::new();
        // The reader ends a line at the \r, and counts it only at the \n, with the next record.
        let start = reader.get_ref().buffer();
        let is_crlf = start
            .iter()
            .position(|byte| *byte == b'\n')
            .is_some_and(|end| start.get(end.wrapping_sub(1)) == Some(&b'\r'));
        let has_decimal_commas = delimiter == b';';
        while reader.read_byte_record(&mut record).map_err(io::Error::from)? {
            let late = |position: &csv::Position| u64::from(is_crlf && position.byte() > 0);
            let line = record.position().map_or(0, |position| position.line() + late(position));
            self.take(record.iter(), before + line, has_decimal_commas);
            self.must_go_on(goes_on)?;
        }
        Ok(())
    }

    fn blank_separated(
        &mut self,
        mut file: BufReader<File>,
        line_end: u8,
        goes_on: &mut dyn FnMut(usize) -> bool,
    ) -> io::Result<()> {
        self.has_blanks = true;
        let mut text = Vec::new();
        for line in 1.. {
            text.clear();
            if file.read_until(line_end, &mut text)? == 0 {
                break;
            }
            let code = text.trim_ascii();
            if code.is_empty() || code.starts_with(b"#") || code.starts_with(b"%") {
                continue;
            }
            let cells = code.split(u8::is_ascii_whitespace).filter(|cell| !cell.is_empty());
            self.take(cells, line, false);
            self.must_go_on(goes_on)?;
        }
        Ok(())
    }

    fn must_go_on(&self, goes_on: &mut dyn FnMut(usize) -> bool) -> io::Result<()> {
        let rows = self.lines.len();
        if rows.is_multiple_of(STRIDE) && !goes_on(rows * self.columns.len()) {
            return Err(io::Error::other("there is no room for it"));
        }
        Ok(())
    }

    /// Takes the cells of a line; those of the first one are headers unless all are numbers.
    fn take<'line>(
        &mut self,
        cells: impl Iterator<Item = &'line [u8]>,
        line: u64,
        has_decimal_commas: bool,
    ) {
        if self.columns.is_empty() {
            let cells: Vec<&[u8]> = cells.collect();
            let is_number = |cell: &&[u8]| number(cell, has_decimal_commas).is_some();
            let is_row = cells.iter().all(is_number);
            for cell in &cells {
                let header = (!is_row).then(|| String::from_utf8_lossy(cell).trim().to_owned());
                self.columns.push(TableColumn { header, ..TableColumn::default() });
            }
            if is_row {
                self.row(cells.into_iter(), line, has_decimal_commas);
            }
            return;
        }
        self.row(cells, line, has_decimal_commas);
    }

    fn row<'line>(
        &mut self,
        mut cells: impl Iterator<Item = &'line [u8]>,
        line: u64,
        has_decimal_commas: bool,
    ) {
        let row = self.lines.len();
        for column in &mut self.columns {
            let cell = cells.next();
            let number = cell.and_then(|cell| number(cell, has_decimal_commas));
            if let Some(cell) = cell.filter(|_| has_decimal_commas) {
                let text = || (row, String::from_utf8_lossy(cell).trim().to_owned());
                if self.comma.is_none() && has_comma(cell) {
                    self.comma = Some(text());
                }
                if column.group.is_none() && is_group(cell) {
                    column.group = Some(text());
                }
            }
            column.numbers.push(number.unwrap_or(f64::NAN));
            if number.is_none() {
                let kept = cell.filter(|_| column.bad.len() < MOST_KEPT);
                let text = kept.map(|cell| String::from_utf8_lossy(cell).trim().to_owned());
                column.bad.push(BadCell { row, text });
            }
        }
        // A row may end with a mark.
        let beyond = cells.filter(|cell| !cell.trim_ascii().is_empty()).count();
        if beyond > 0 {
            self.long.push((row, beyond));
        }
        self.lines.push(line);
    }
}

impl Separator {
    /// The separator of a table that starts so: the first of the marks that its first line has.
    fn of(start: &[u8]) -> Separator {
        let is_code = |line: &&[u8]| !line.trim_ascii().is_empty() && !line.starts_with(b"#");
        let first = start.split(|byte| *byte == b'\n').find(is_code).unwrap_or_default();
        let mut is_quoted = false;
        let bare: Vec<u8> = first
            .iter()
            .copied()
            .filter(|byte| {
                is_quoted ^= *byte == b'"';
                !is_quoted
            })
            .collect();
        match [b'\t', b';', b','].into_iter().find(|mark| bare.contains(mark)) {
            Some(delimiter) => Separator::Delimiter(delimiter),
            None if bare.trim_ascii().contains(&b' ') && !bare.contains(&b'"') => Separator::Blanks,
            None => Separator::Delimiter(b','),
        }
    }
}

/// The delimiter that the first line says, as Excel writes it: `sep=;`.
fn said_delimiter(start: &[u8]) -> Option<u8> {
    let start = start.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(start);
    let first = start.split(|byte| b"\r\n".contains(byte)).next()?;
    match first.to_ascii_lowercase().as_slice() {
        [b's', b'e', b'p', b'=', mark] => Some(*mark),
        _ => None,
    }
}

/// The number that a cell spells; with decimal commas also `2,5`.
fn number(cell: &[u8], has_decimal_commas: bool) -> Option<f64> {
    let text = str::from_utf8(cell).ok()?;
    // Most cells are plain numbers.
    if let Some(number) = text.parse().ok().filter(|it: &f64| it.is_finite()) {
        return Some(number);
    }
    let text = text.trim();
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let parsed = if has_decimal_commas && text.contains(',') && !text.contains('.') {
        text.replacen(',', ".", 1).parse()
    } else {
        as_programs_write(text).parse::<f64>()
    };
    let number = parsed.ok()?;
    // A number that is too large is none; infinity is written out.
    let is_meant = number.is_finite() || text.to_ascii_lowercase().contains("inf");
    (is_meant && !number.is_nan()).then_some(number)
}

/// A number with the minus of a typesetter, or the D of Fortran, as others write it: 1.5D+03.
fn as_programs_write(text: &str) -> Cow<'_, str> {
    let unsigned = text.strip_prefix('\u{2212}');
    if let Some(digits) =
        unsigned.filter(|it| it.starts_with(|it: char| it.is_ascii_digit() || it == '.'))
    {
        return format!("-{digits}").into();
    }
    match ["D+", "D-", "d+", "d-"].into_iter().find(|mark| text.contains(mark)) {
        Some(mark) => text.replacen(mark, &mark.replace(['D', 'd'], "e"), 1).into(),
        None => text.into(),
    }
}

/// Returns true for a number with a comma in it.
fn has_comma(cell: &[u8]) -> bool {
    let is_mark = |byte: &u8| byte.is_ascii_digit() || b"+-., ".contains(byte);
    cell.contains(&b',') && cell.iter().all(is_mark) && cell.iter().any(u8::is_ascii_digit)
}

/// Returns true for a number that its point may divide into thousands: `1.250`.
fn is_group(cell: &[u8]) -> bool {
    let cell = cell.trim_ascii();
    let cell = cell.strip_prefix(b"-").or_else(|| cell.strip_prefix(b"+")).unwrap_or(cell);
    let mut parts = cell.split(|byte| *byte == b'.');
    let are_digits = |part: &[u8]| part.iter().all(u8::is_ascii_digit);
    match (parts.next(), parts.next(), parts.next()) {
        (Some(first), Some(last), None) => {
            (1..=3).contains(&first.len())
                && !first.starts_with(b"0")
                && last.len() == 3
                && are_digits(first)
                && are_digits(last)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[(Option<&str>, &[f64])]) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        std::fs::write(&path, text).unwrap();
        let table = Table::read(&path, &mut |_| true).unwrap();
        let found: Vec<(Option<&str>, &[f64])> = table
            .columns
            .iter()
            .map(|column| (column.header.as_deref(), column.numbers.as_slice()))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn separators_are_told_apart() {
        check("x,y\n1,2\n3,4\n", &[(Some("x"), &[1.0, 3.0]), (Some("y"), &[2.0, 4.0])]);
        check("x\ty\r\n1\t2\r\n", &[(Some("x"), &[1.0]), (Some("y"), &[2.0])]);
        check("x;y\n1,5;-2\n", &[(Some("x"), &[1.5]), (Some("y"), &[-2.0])]);
        check(
            "# none\n  10.07E0   77.6\n 14.73 1\n",
            &[(None, &[10.07, 14.73]), (None, &[77.6, 1.0])],
        );
        check("x y\r1 2\r3 4\r", &[(Some("x"), &[1.0, 3.0]), (Some("y"), &[2.0, 4.0])]);
        check("% by a program\n1 2\n", &[(None, &[1.0]), (None, &[2.0])]);
        check("% yield,y\n1,2\n", &[(Some("% yield"), &[1.0]), (Some("y"), &[2.0])]);
        check("sep=;\r\nx;y\r\n1,5;2\r\n", &[(Some("x"), &[1.5]), (Some("y"), &[2.0])]);
        check("x\n1\n2\n", &[(Some("x"), &[1.0, 2.0])]);
        check("1\n2", &[(None, &[1.0, 2.0])]);
        check("\"a, b\",y\n\"1\",2\n", &[(Some("a, b"), &[1.0]), (Some("y"), &[2.0])]);
        check("\u{FEFF}x,y\n1,inf\n", &[(Some("x"), &[1.0]), (Some("y"), &[f64::INFINITY])]);
    }

    #[test]
    fn rows_that_are_too_long_are_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.csv");
        std::fs::write(&path, "x,y\n1,2,\n1,5,2,5\n3,4, \n").unwrap();
        let table = Table::read(&path, &mut |_| true).unwrap();
        assert_eq!(table.long, [(1, 2)]);
        std::fs::write(&path, "1 2\n3 4 5\n").unwrap();
        assert_eq!(Table::read(&path, &mut |_| true).unwrap().long, [(1, 1)]);
    }

    #[test]
    fn numbers_are_read_as_programs_write_them() {
        let read = |cell: &str| number(cell.as_bytes(), false);
        assert_eq!(read("1.5D+03"), Some(1500.0));
        assert_eq!(read("-2d-1"), Some(-0.2));
        assert_eq!(read("\u{2212}2.5"), Some(-2.5));
        for other in ["1D3", "D+3", "\u{2212}", "\u{2212}-2", "1,5", "2024-01-01", "NA", "nan"] {
            assert_eq!(read(other), None, "{other}");
        }
    }

    #[test]
    fn a_group_of_thousands_is_told_from_a_fraction() {
        for group in ["1.250", "-12.500", " 999.999 ", "+1.000"] {
            assert!(is_group(group.as_bytes()), "{group}");
        }
        for other in ["0.125", "1.25", "1.2500", "1250.500", "1.250.000", "1.250,5", "a.bcd", ""] {
            assert!(!is_group(other.as_bytes()), "{other}");
        }
    }

    #[test]
    fn bad_cells_are_kept_with_their_row() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.csv");
        std::fs::write(&path, "x,y\n1,2\n,b\n3\n1e999,4\n").unwrap();
        let table = Table::read(&path, &mut |_| true).unwrap();
        let rows = |column: usize| -> Vec<usize> {
            table.columns[column].bad.iter().map(|bad| bad.row).collect()
        };
        assert_eq!(rows(0), [1, 3]);
        assert_eq!(rows(1), [1, 2]);
        assert_eq!(table.columns[1].bad[0].text.as_deref(), Some("b"));
        assert_eq!(table.lines, [2, 3, 4, 5]);
    }
}
