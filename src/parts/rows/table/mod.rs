//! Reading a table of numbers: comma-, tab-, semicolon- or blank-separated.

mod cells;
mod commas;
mod frame;
mod quotes;
mod separator;

use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;

use indexmap::IndexSet;

use crate::command::{open, remove_mark};
use cells::{Spelled, has_comma, is_group, may_be_text, spelled};
use commas::Commas;
use quotes::Quotes;
use separator::{Separator, said_delimiter, title};

/// A table as read: its columns, each with a cell for each row.
#[derive(Debug, Default)]
pub struct Table {
    /// The columns, in order.
    pub columns: Vec<TableColumn>,
    /// The line of each row in the file, from 1.
    pub lines: Vec<u64>,
    /// The first line, where it is no part of the table that follows.
    pub title: Option<String>,
    /// The rows, from 0, that have too many cells, or too few where blanks separate them, each with
    /// their number.
    pub uneven: Vec<(usize, usize)>,
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
    /// Its numbers; nan where there is none.
    pub numbers: Vec<f64>,
    /// The rows, from 0, in which a number is missing.
    pub gaps: Vec<usize>,
    /// The rows that have text in place of a number.
    pub texts: Vec<usize>,
    /// The text of each of these rows, by its place among all different ones.
    pub codes: Vec<u32>,
    /// These.
    pub words: IndexSet<String>,
    /// The gaps that a column of text has as a category, and how the first of them is written.
    pub nones: (Vec<usize>, String),
    /// The first of these texts.
    pub first_text: Option<Text>,
    /// The first that has a digit in it, and may be meant as a number.
    pub garbled: Option<Text>,
    /// The first cell such as `1.250`, which is another number among decimal commas. Only noted where
    /// decimal commas may stand.
    pub group: Option<Text>,
}

impl TableColumn {
    /// Makes a category of the gaps that may be one, in a column of text.
    pub fn take_nones(&mut self) {
        let (rows, word) = std::mem::take(&mut self.nones);
        if rows.is_empty() {
            return;
        }
        let code = u32::try_from(self.words.insert_full(word).0).unwrap_or(u32::MAX);
        self.gaps.retain(|row| rows.binary_search(row).is_err());
        let texts = std::mem::take(&mut self.texts).into_iter();
        let texts = texts.zip(std::mem::take(&mut self.codes));
        let mut all: Vec<(usize, u32)> =
            texts.chain(rows.into_iter().map(|row| (row, code))).collect();
        all.sort_unstable();
        (self.texts, self.codes) = all.into_iter().unzip();
    }
}

/// The text of a cell, and its row, from 0.
#[derive(Debug, Clone)]
pub struct Text {
    /// Its row.
    pub row: usize,
    /// The text, without the blanks around it.
    pub text: String,
}

/// The number of bytes that tell how a table is written.
const START: usize = 1 << 16;

/// The number of rows after which to ask whether to go on.
const STRIDE: usize = 1 << 12;

impl Table {
    /// Reads a table from a file, as [`Table::of`] does.
    ///
    /// # Errors
    ///
    /// As [`Table::of`].
    pub fn read(path: &Path, goes_on: &mut dyn FnMut(usize) -> bool) -> io::Result<Table> {
        Table::of(&mut open(path)?, 0, goes_on)
    }

    /// Reads a table that has so many lines above it. Lines that start with `#` are comments, and with
    /// `%` where blanks separate cells. Every few thousand rows `goes_on` is asked with the number of
    /// cells so far.
    ///
    /// # Errors
    ///
    /// The source cannot be read, is not text, or `goes_on` returned false.
    pub fn of(
        source: &mut dyn Read,
        above: u64,
        goes_on: &mut dyn FnMut(usize) -> bool,
    ) -> io::Result<Table> {
        // A pipe gives its first lines bit by bit.
        let mut start = Vec::new();
        source.take(START as u64).read_to_end(&mut start)?;
        // A comment or a title may follow the mark as well as a header.
        remove_mark(&mut start)?;
        if start.contains(&0) {
            return Err(io::Error::other("it is not text"));
        }
        // Nobody draws a longer one.
        if start.len() < START
            && let Some(drawn) = str::from_utf8(&start).ok().and_then(frame::undrawn)
        {
            start = drawn.into_bytes();
        }
        let said = said_delimiter(&start);
        let separator = said.map_or_else(|| Separator::of(&start), Separator::Delimiter);
        let line_end = if start.contains(&b'\n') { b'\n' } else { b'\r' };
        let is_crlf = start
            .iter()
            .position(|byte| *byte == b'\n')
            .is_some_and(|end| start.get(end.wrapping_sub(1)) == Some(&b'\r'));
        let commas = Commas::of(&start, separator);
        let title = title(&start, separator);
        let mut table = Table { title, ..Table::default() };
        let mut text = BufReader::with_capacity(START, Cursor::new(start).chain(source));
        if said.is_some() {
            text.read_until(line_end, &mut Vec::new())?;
        }
        let above = above + u64::from(said.is_some());
        match separator {
            Separator::Delimiter(delimiter) => {
                table.delimited(text, (delimiter, is_crlf, above), commas, goes_on)?
            }
            Separator::Blanks => {
                table.blank_separated(text, (line_end, above), commas, goes_on)?;
            }
        }
        Ok(table)
    }

    fn delimited(
        &mut self,
        text: impl Read,
        (delimiter, is_crlf, above): (u8, bool, u64),
        commas: Commas,
        goes_on: &mut dyn FnMut(usize) -> bool,
    ) -> io::Result<()> {
        let mut builder = csv::ReaderBuilder::new();
        builder.delimiter(delimiter).has_headers(false).flexible(true).comment(Some(b'#'));
        let mut reader = builder.from_reader(Quotes::of(text, delimiter, above));
        let mut record = csv::ByteRecord::new();
        while reader.read_byte_record(&mut record).map_err(io::Error::from)? {
            // The reader ends a line at the \r, and counts it only at the \n, with the next record.
            let late = |position: &csv::Position| u64::from(is_crlf && position.byte() > 0);
            let line = record.position().map_or(0, |position| position.line() + late(position));
            self.take(record.iter(), above + line, commas);
            self.must_go_on(goes_on)?;
        }
        Ok(())
    }

    fn blank_separated(
        &mut self,
        mut source: impl BufRead,
        (line_end, above): (u8, u64),
        commas: Commas,
        goes_on: &mut dyn FnMut(usize) -> bool,
    ) -> io::Result<()> {
        self.has_blanks = true;
        let mut text = Vec::new();
        for line in above + 1.. {
            text.clear();
            if source.read_until(line_end, &mut text)? == 0 {
                break;
            }
            let code = text.trim_ascii();
            if code.is_empty() || code.starts_with(b"#") || code.starts_with(b"%") {
                continue;
            }
            let cells = code.split(u8::is_ascii_whitespace).filter(|cell| !cell.is_empty());
            self.take(cells, line, commas);
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

    /// Takes the cells of a line; those of the first one are names if one is a word, and none a number.
    fn take<'line>(&mut self, cells: impl Iterator<Item = &'line [u8]>, line: u64, commas: Commas) {
        if self.columns.is_empty() {
            let cells: Vec<&[u8]> = cells.collect();
            let texts = || cells.iter().map(|cell| String::from_utf8_lossy(cell).trim().to_owned());
            let kind = |cell: &&[u8]| spelled(cell, commas);
            // A column may be called inf.
            let is_number =
                |cell: &&[u8]| matches!(kind(cell), Spelled::Number(it) if it.is_finite());
            let is_text = |cell: &&[u8]| matches!(kind(cell), Spelled::Word | Spelled::Other);
            let has_text = cells.iter().any(is_text);
            let is_row = !has_text || cells.iter().any(is_number);
            for header in texts() {
                let header = (!is_row).then_some(header);
                self.columns.push(TableColumn { header, ..TableColumn::default() });
            }
            if is_row {
                self.row(cells.into_iter(), line, commas);
            }
            return;
        }
        self.row(cells, line, commas);
    }

    fn row<'line>(
        &mut self,
        mut cells: impl Iterator<Item = &'line [u8]>,
        line: u64,
        commas: Commas,
    ) {
        let row = self.lines.len();
        let text =
            |cell: &[u8]| Text { row, text: String::from_utf8_lossy(cell).trim().to_owned() };
        let mut filled = 0;
        for column in &mut self.columns {
            let cell = cells.next();
            filled += usize::from(cell.is_some());
            let cell = cell.unwrap_or_default();
            if commas == Commas::Decimal {
                if self.comma.is_none() && has_comma(cell) {
                    self.comma = Some((row, text(cell).text));
                }
                if column.group.is_none() && is_group(cell) {
                    column.group = Some(text(cell));
                }
            }
            let spelled = spelled(cell, commas);
            match spelled {
                Spelled::Number(number) => {
                    column.numbers.push(number);
                    continue;
                }
                Spelled::Gap => {
                    column.gaps.push(row);
                    if may_be_text(cell) {
                        let (rows, first) = &mut column.nones;
                        rows.push(row);
                        if first.is_empty() {
                            *first = text(cell).text;
                        }
                    }
                }
                Spelled::Word | Spelled::Other => {
                    column.first_text.get_or_insert_with(|| text(cell));
                    column.texts.push(row);
                    let word = text(cell).text;
                    let code = match column.words.get_index_of(&word) {
                        Some(code) => code,
                        None => column.words.insert_full(word).0,
                    };
                    column.codes.push(u32::try_from(code).unwrap_or(u32::MAX));
                }
            }
            if spelled == Spelled::Other {
                column.garbled.get_or_insert_with(|| text(cell));
            }
            column.numbers.push(f64::NAN);
        }
        // A row may end with a mark.
        let beyond = cells.filter(|cell| !cell.trim_ascii().is_empty()).count();
        let is_short = self.has_blanks && filled < self.columns.len();
        if beyond > 0 || is_short {
            self.uneven.push((row, filled + beyond));
        }
        self.lines.push(line);
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
        check("1,234.50\n999\n", &[(None, &[1234.5, 999.0])]);
        check("1,234.50\n12,300.10\n999.00\n", &[(None, &[1234.5, 12_300.1, 999.0])]);
        check("price\n1,234.50\n2,999.00\n", &[(Some("price"), &[1234.5, 2999.0])]);
        check("sep=;\r\nx;y\r\n1,5;2\r\n", &[(Some("x"), &[1.5]), (Some("y"), &[2.0])]);
        check("x\n1\n2\n", &[(Some("x"), &[1.0, 2.0])]);
        check("1\n2", &[(None, &[1.0, 2.0])]);
        check("\"a, b\",y\n\"1\",2\n", &[(Some("a, b"), &[1.0]), (Some("y"), &[2.0])]);
        check("\u{FEFF}x,y\n1,inf\n", &[(Some("x"), &[1.0]), (Some("y"), &[f64::INFINITY])]);
    }

    fn read(text: &str) -> Table {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.csv");
        std::fs::write(&path, text).unwrap();
        Table::read(&path, &mut |_| true).unwrap()
    }

    #[test]
    fn rows_of_another_length_are_told() {
        assert_eq!(read("x,y\n1,2,\n1,5,2,5\n3,4, \n5\n").uneven, [(1, 4)]);
        assert_eq!(read("1 2\n3 4 5\n6\n").uneven, [(1, 3), (2, 1)]);
    }

    #[test]
    fn a_first_line_with_a_number_or_without_a_word_is_a_row() {
        for (text, rows) in [
            ("NA,1\n2,3\n4,5\n", 3),
            ("nan,1.5\n2,3\n", 2),
            ("NA,\n2,3\n", 2),
            ("inf,1\n2,3\n", 2),
            ("alice,1\nbob,2\n", 2),
            ("year,2019\na,2\n", 2),
            ("x,y\n1,2\n", 1),
            (",x\n1,2\n", 1),
            ("x,inf\n1,2\n", 1),
            ("x,NA\n1,2\n", 1),
            ("2024-01-01,x\n1,2\n", 1),
            ("2nd,x\n1,2\n", 1),
        ] {
            assert_eq!(read(text).lines.len(), rows, "{text}");
        }
    }

    #[test]
    fn wrong_quotation_marks_are_errors() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.csv");
        for (text, is_open, line) in [
            ("x,y\n1,\"2\"3\n4,5\n", false, 2),
            ("x,y\n1,2\n\"3\" 4,5\n", false, 3),
            ("x,y\n1,\"2\n3,4\n5,6\n", true, 5),
            ("\u{FEFF}\"x\"y,z\n1,2\n", false, 1),
            ("# a \" b\nx,y\n\"1\"\"2,3\n", true, 4),
        ] {
            std::fs::write(&path, text).unwrap();
            let error = Table::read(&path, &mut |_| true).expect_err(text).to_string();
            let what = if is_open { "a \" is not closed" } else { "text follows a closing \"" };
            assert_eq!(error, format!("{what} (line {line})"), "{text}");
        }
        for text in
            ["x,y\n\"1\" ,\"2\"\n", "x\n\"a\"\"b\"\n1\n", "x,y\n1,2\"3\n", "\"a\nb\",c\n1,2"]
        {
            read(text);
        }
    }

    #[test]
    fn a_title_is_told_from_the_table_below_it() {
        assert_eq!(read("Measured on 2020\nx,y\n1,2\n").title.as_deref(), Some("Measured on 2020"));
        for text in ["x y\n1 2\n", "x,y\n1,2\n", "x\n1,5\n", "x y\n1,5 2,5\n"] {
            assert_eq!(read(text).title, None, "{text}");
        }
    }

    #[test]
    fn cells_without_a_number_are_kept_with_their_row() {
        let table = read("x,y\n1,2\n,b\n3\n1e999,4\n");
        assert_eq!((&table.columns[0].gaps[..], &table.columns[0].texts[..]), (&[1][..], &[3][..]));
        assert_eq!((&table.columns[1].gaps[..], &table.columns[1].texts[..]), (&[2][..], &[1][..]));
        assert_eq!(table.columns[0].garbled.as_ref().unwrap().text, "1e999");
        assert_eq!(table.columns[1].first_text.as_ref().unwrap().text, "b");
        assert!(table.columns[1].garbled.is_none());
        assert_eq!(table.lines, [2, 3, 4, 5]);
    }
}
