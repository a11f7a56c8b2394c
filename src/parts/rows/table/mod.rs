//! Reads a table: its lines, their cells, the header and a row of units, and a column of each place.

mod cells;
mod column;
mod layout;

use std::io::{self, Read};

use crate::command::remove_mark;
pub use cells::number;
use cells::{Cell, for_each_cell};
pub use column::{TableColumn, is_date};
pub use layout::is_no_row;
use layout::{Layout, Separator};

/// A table: its columns, each with a cell for each row.
#[derive(Debug)]
pub struct Table {
    layout: Layout,
    /// The columns, in order.
    pub columns: Vec<TableColumn>,
    /// The line of each row, from 1.
    pub lines: Vec<u64>,
    /// The rows, from 0, with too many cells or too few, each with the number of its cells.
    pub uneven: Vec<(usize, usize)>,
    /// The line of units below the header, which is no row.
    pub units: Option<u64>,
}

/// The number of rows after which to ask whether to continue.
const STRIDE: usize = 1 << 12;

/// Reads a text of fewer bytes than `most`; what is no UTF-8 in it is replaced.
///
/// # Errors
///
/// The source cannot be read, is not text, or is too long.
pub fn text_of(source: &mut dyn Read, most: u64) -> io::Result<String> {
    let mut bytes = Vec::new();
    source.take(most).read_to_end(&mut bytes)?;
    remove_mark(&mut bytes)?;
    if bytes.contains(&0) {
        return Err(io::Error::other("it is not text"));
    }
    if bytes.len() as u64 == most {
        return Err(io::Error::other(NO_ROOM));
    }
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

const NO_ROOM: &str = "there is no room for it";

impl Table {
    /// Reads a table that has `above` lines before it. The header is the line `header` of the table,
    /// from 1, or else its first line if that is one. Every few thousand rows `goes_on` is asked with
    /// the number of cells so far.
    ///
    /// # Errors
    ///
    /// It has wrong quotation marks, or `goes_on` returned false.
    pub fn of(
        text: &str,
        above: u64,
        header: Option<u64>,
        goes_on: &mut dyn FnMut(usize) -> bool,
    ) -> io::Result<Table> {
        let skipped = header.map_or(0, |header| header.saturating_sub(1));
        let rest = (0..skipped).fold(text, |rest, _| rest.split_once('\n').map_or("", |it| it.1));
        let layout = Layout::of(rest);
        let (columns, lines, uneven) = Default::default();
        let mut table = Table { layout, columns, lines, uneven, units: None };
        let (mut rest, mut line) = (rest, above + skipped + 1);
        while !rest.is_empty() {
            let at_line = |error: io::Error| io::Error::other(format!("{error} (line {line})"));
            let (row, lines);
            (row, lines, rest) = first_row(rest, layout);
            table.take(row, line, header).map_err(at_line)?;
            line += lines;
            let rows = table.lines.len();
            if rows.is_multiple_of(STRIDE) && !goes_on(rows * table.columns.len()) {
                return Err(io::Error::other(NO_ROOM));
            }
        }
        table.remove_units();
        Ok(table)
    }

    /// The line of a row, from 0.
    pub fn line(&self, row: usize) -> u64 {
        self.lines.get(row).copied().unwrap_or_default()
    }

    /// Takes a line: the header, or a row.
    fn take(&mut self, text: &str, line: u64, header: Option<u64>) -> io::Result<()> {
        if self.layout.skips(text) {
            return Ok(());
        }
        if !self.columns.is_empty() {
            return self.take_row(text, line);
        }
        let mark = self.layout.decimal_mark;
        let (mut names, mut has_text, mut has_number) = (Vec::new(), false, false);
        for_each_cell(text, self.layout, |cell| {
            // A column may be called inf.
            has_number |= cell.number(mark).is_some_and(f64::is_finite);
            has_text |= cell.number(mark).is_none() && !cell.is_gap();
            names.push(cell.text.trim().to_owned());
        })?;
        let is_header = header.is_some() || has_text && !has_number;
        let headers = names.into_iter().map(|name| is_header.then_some(name));
        self.columns = headers.map(TableColumn::with_header).collect();
        if is_header { Ok(()) } else { self.take_row(text, line) }
    }

    fn take_row(&mut self, text: &str, line: u64) -> io::Result<()> {
        let Layout { separator, decimal_mark, .. } = self.layout;
        if self.lines.is_empty() && self.lacks_a_name(text)? {
            self.columns.insert(0, TableColumn::with_header(Some(String::new())));
        }
        let row = self.lines.len();
        let mut count = 0;
        let mut beyond = 0;
        let mut columns = self.columns.iter_mut();
        for_each_cell(text, self.layout, |cell| match columns.next() {
            Some(column) => {
                count += 1;
                column.push(cell, decimal_mark);
            }
            // A row may end with a separator.
            None => beyond += usize::from(!cell.text.is_empty()),
        })?;
        let missing = Cell { text: "", is_quoted: false };
        columns.for_each(|column| column.push(missing, decimal_mark));
        let is_short = separator == Separator::Blanks && count < self.columns.len();
        if beyond > 0 || is_short {
            self.uneven.push((row, count + beyond));
        }
        self.lines.push(line);
        Ok(())
    }

    /// Returns true if a row has a cell more than the header has names: an index before the others.
    fn lacks_a_name(&self, row: &str) -> io::Result<bool> {
        let mut cells = 0;
        for_each_cell(row, self.layout, |cell| {
            cells += usize::from(!cell.text.is_empty());
        })?;
        let has_header = self.columns.iter().all(|column| column.header.is_some());
        // Between commas, 2,5 would be two cells.
        let is_sure = self.layout.separator != Separator::Mark(b',');
        Ok(has_header && is_sure && cells == self.columns.len() + 1)
    }

    /// Removes a first row of units: texts below the header, above numbers.
    fn remove_units(&mut self) {
        let is_begin = |it: char| it.is_alphabetic() || "([%°".contains(it);
        let is_unit = |column: &TableColumn| column.text(0).is_some() && column.has_number(1);
        let is_no_cell = |column: &TableColumn| match column.text(0) {
            Some(text) => text.starts_with(is_begin) && column.text(1).is_none_or(is_date),
            None => !column.has_number(0),
        };
        let has_header = self.columns.iter().any(|column| column.header.is_some());
        let is_even = self.uneven.first().is_none_or(|(row, _)| *row > 0);
        let has_units = self.columns.iter().any(is_unit) && self.columns.iter().all(is_no_cell);
        if has_header && is_even && has_units {
            self.units = Some(self.lines.remove(0));
            self.columns.iter_mut().for_each(TableColumn::remove_first);
            self.uneven.iter_mut().for_each(|(row, _)| *row -= 1);
        }
    }
}

/// Splits a text after its first row, which has so many lines: a cell in quotation marks may go on.
fn first_row(text: &str, layout: Layout) -> (&str, u64, &str) {
    let (mut end, mut lines, mut is_open) = (0, 0, false);
    for line in text.split_inclusive(layout.line_end) {
        (end, lines) = (end + line.len(), lines + 1);
        is_open ^= layout.has_marks && line.matches('"').count() % 2 == 1;
        if !is_open || text.starts_with('#') {
            break;
        }
    }
    let (row, rest) = text.split_at(end);
    (row, lines, rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Table {
        let text = text_of(&mut text.as_bytes(), u64::MAX).unwrap();
        Table::of(&text, 0, None, &mut |_| true).unwrap()
    }

    #[track_caller]
    fn check(text: &str, expected: &[(Option<&str>, &[f64])]) {
        let found: Vec<(Option<String>, Vec<f64>)> = read(text)
            .columns
            .into_iter()
            .map(|column| (column.header.clone(), column.cells().numbers))
            .collect();
        let expected: Vec<(Option<String>, Vec<f64>)> = expected
            .iter()
            .map(|(header, numbers)| (header.map(str::to_owned), numbers.to_vec()))
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn the_first_line_shows_the_separator() {
        check("x,y\n1,2\n3,4\n", &[(Some("x"), &[1.0, 3.0]), (Some("y"), &[2.0, 4.0])]);
        check("x\ty\r\n1\t2\r\n", &[(Some("x"), &[1.0]), (Some("y"), &[2.0])]);
        check("x;y\n1,5;-2\n", &[(Some("x"), &[1.5]), (Some("y"), &[-2.0])]);
        check(
            "# none\n  10.07E0   77.6\n 14.73 1\n",
            &[(None, &[10.07, 14.73]), (None, &[77.6, 1.0])],
        );
        check("x y\r1 2\r3 4\r", &[(Some("x"), &[1.0, 3.0]), (Some("y"), &[2.0, 4.0])]);
        check("% yield,y\n1,2\n", &[(Some("% yield"), &[1.0]), (Some("y"), &[2.0])]);
        check("sep=;\r\nx;y\r\n1,5;2\r\n", &[(Some("x"), &[1.5]), (Some("y"), &[2.0])]);
        check("x\n1\n2\n", &[(Some("x"), &[1.0, 2.0])]);
        check("1\n2", &[(None, &[1.0, 2.0])]);
        check("\"a, b\",y\n\"1\",2\n", &[(Some("a, b"), &[1.0]), (Some("y"), &[2.0])]);
        check("\u{FEFF}x,y\n1,inf\n", &[(Some("x"), &[1.0]), (Some("y"), &[f64::INFINITY])]);
        check("| x | y |\n|---|:-:|\n| 1 | 2 |\n", &[(Some("x"), &[1.0]), (Some("y"), &[2.0])]);
        check("x | y\n--|--\n1 | 2\n", &[(Some("x"), &[1.0]), (Some("y"), &[2.0])]);
    }

    #[test]
    fn a_comma_is_a_decimal_mark_if_it_can_be_nothing_else() {
        for (text, first) in [
            ("0,5\t1\n1,250\t3\n", [0.5, 1.25]),
            ("0,5 1,1\n1,0 2,9\n", [0.5, 1.0]),
            ("1,5;2\n1,250;3\n", [1.5, 1.25]),
            ("2.250;4.5\n3.100;1.5\n", [2.25, 3.1]),
            ("-1,5\t-2,5\n7\t8\n", [-1.5, 7.0]),
        ] {
            let column = read(text).columns.swap_remove(0);
            assert_eq!(column.cells().numbers, first, "{text}");
        }
        for text in
            ["1,250\t3\n7\t8\n", "1,5;2\n1.500;2\n", "1,250.5\t2\n1\t2\n", "a\n\"1,000\"\n2\n"]
        {
            assert_eq!(read(text).columns[0].texts().count(), 1, "{text}");
        }
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
    fn the_header_may_be_named_and_lack_a_name() {
        let text = "# run 7\nMeasured, in May, 2020\n\"x\",2019\n1,2\n";
        let table = Table::of(text, 10, Some(3), &mut |_| true).unwrap();
        let headers: Vec<Option<&str>> =
            table.columns.iter().map(|column| column.header.as_deref()).collect();
        assert_eq!((headers, table.lines), (vec![Some("x"), Some("2019")], vec![14]));
        check("  x\n1  5\n2  6\n", &[(Some(""), &[1.0, 2.0]), (Some("x"), &[5.0, 6.0])]);
        check(
            "\"x\"\t\"y\"\n\"1\"\t3\t4\n",
            &[(Some(""), &[1.0]), (Some("x"), &[3.0]), (Some("y"), &[4.0])],
        );
    }

    #[test]
    fn units_below_the_header_are_no_row() {
        for text in ["t,v\ns,m/s2\n1,2\n", "t v\n(s) V\n1 2\n3 4", "n;t\n;s\na;1\nb;2\n"] {
            assert_eq!(read(text).units, Some(2), "{text}");
        }
        for text in
            ["s,m\n1,2\n", "n,y\nann,absent\nbob,3\n", "x,y\na,1\n2,3\n", "t,v\ns\n", "x\n<5\n2\n"]
        {
            assert_eq!(read(text).units, None, "{text}");
        }
    }

    #[test]
    fn rows_of_another_length_are_noted() {
        assert_eq!(read("x,y\n1,2,\n1,5,2,5\n3,4, \n5\n").uneven, [(1, 4)]);
        assert_eq!(read("1 2\n3 4 5\n6\n").uneven, [(1, 3), (2, 1)]);
        assert_eq!(read("time (s) x\n1 2\n").uneven, [(0, 2)]);
    }

    #[test]
    fn quotation_marks_are_those_of_rfc_4180() {
        for (text, line) in [
            ("x,y\n1,\"2\"3\n4,5\n", 2),
            ("x,y\n1,2\n\"3\" 4,5\n", 3),
            ("x,y\n1,\"2\n3,4\n5,6\n", 2),
            ("\"x\"y,z\n1,2\n", 1),
            ("# a \" b\nx,y\n\"1\"\"2,3\n", 3),
            ("x,y\n1,2\"3\n4,5\"\n", 2),
        ] {
            let read = Table::of(text, 0, None, &mut |_| true);
            let error = read.expect_err(text).to_string();
            let what = "a \" stands inside a cell, or is not closed";
            assert_eq!(error, format!("{what} (line {line})"), "{text}");
        }
        let table = read("g,x\n\"1\" ,\"2\"\n\"a\"\"b\"\"\",1\n\"c, d\n e\",3\n,\"4\"\n");
        let texts: Vec<(usize, &str)> = table.columns[0].texts().collect();
        assert_eq!(texts, [(1, "a\"b\""), (2, "c, d  e")]);
        assert_eq!(table.lines, [2, 3, 4, 6]);
    }

    #[test]
    fn cells_without_a_number_are_kept_with_their_row() {
        let table = read("x,y\n1,2\n,b\n3\n1e999,4\n");
        let missing = |column: usize| table.columns[column].missing().collect::<Vec<_>>();
        assert_eq!((missing(0), missing(1)), (vec![1, 3], vec![1, 2]));
        assert_eq!(table.columns[0].text(3), Some("1e999"));
        assert_eq!(table.columns[1].text(1), Some("b"));
        assert_eq!(table.lines, [2, 3, 4, 5]);
    }
}
