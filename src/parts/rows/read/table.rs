//! A table: lines, header, units, and columns.

use std::collections::BTreeMap;
use std::io::{self, Read};

use super::layout::{BLANK, Layout, has_decimal_comma, is_gap, may_be_thousands, number, plain};
use crate::command::without_mark;
use crate::core::language::exact;
use crate::parts::rows::Cells;

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
    /// The line of units below the header.
    pub units: Option<u64>,
}

/// A column of a table, with a cell for each row.
#[derive(Debug, Default)]
pub struct TableColumn {
    /// Its header, if the table has one.
    pub header: Option<String>,
    pub name: String,
    /// Its numbers; nan in cells without one.
    pub numbers: Vec<f64>,
    /// The texts of cells that hold text, by their rows, from 0.
    pub texts: BTreeMap<usize, String>,
    /// Its first amount, such as `12%`, and the number.
    pub first_amount: Option<(String, f64)>,
    /// The first cell with an ambiguous comma.
    pub first_comma: Option<String>,
    /// True if the column has a decimal comma.
    pub has_decimals: bool,
}

/// The rows between two calls of `goes_on`.
const STRIDE: usize = 1 << 12;

const NO_ROOM: &str = "it is too large for memory";

/// Reads a text of fewer bytes than `most`; invalid UTF-8 is replaced.
pub fn text_of(source: &mut dyn Read, most: u64) -> io::Result<String> {
    let mut bytes = Vec::new();
    source.take(most).read_to_end(&mut bytes)?;
    match without_mark(&bytes)? {
        bytes if bytes.contains(&0) => Err(io::Error::other("it is not text")),
        bytes if bytes.len() as u64 == most => Err(io::Error::other(NO_ROOM)),
        bytes => Ok(String::from_utf8_lossy(bytes).into_owned()),
    }
}

impl Table {
    /// Reads a table with `above` lines before it, and its header on line `header`, or on its first
    /// line if that is one. `goes_on` is called with the number of cells so far.
    pub fn of(
        text: &str,
        above: u64,
        header: Option<u64>,
        goes_on: &mut dyn FnMut(usize) -> bool,
    ) -> io::Result<Table> {
        let skipped = header.map_or(0, |header| header.saturating_sub(1));
        let rest = (0..skipped).fold(text, |rest, _| rest.split_once('\n').map_or("", |it| it.1));
        let (layout, first) = (Layout::of(rest), above + skipped + 1);
        let (columns, lines, uneven) = Default::default();
        let mut table = Table { layout, columns, lines, uneven, units: None };
        layout.each_row(rest, first, |cells, line| {
            table.take(cells, line, header.is_some());
            let rows = table.lines.len();
            let stops = rows.is_multiple_of(STRIDE) && !goes_on(rows * table.columns.len());
            if stops { Err(io::Error::other(NO_ROOM)) } else { Ok(()) }
        })?;
        table.columns.iter_mut().for_each(|column| column.take_amounts(layout));
        Ok(table)
    }

    /// The line of a row, from 0.
    pub fn line(&self, row: usize) -> u64 {
        self.lines.get(row).copied().unwrap_or_default()
    }

    /// Takes the cells of a line: a header or a row.
    fn take(&mut self, cells: &[&str], line: u64, has_header: bool) {
        let layout = self.layout;
        let mark = layout.decimal_mark;
        if self.columns.is_empty() {
            // A column may be called inf.
            let is_number = |cell: &&str| plain(cell, mark).is_some_and(f64::is_finite);
            let is_text = |cell: &&str| plain(cell, mark).is_none() && !is_gap(cell);
            let is_header = has_header || cells.iter().any(is_text) && !cells.iter().any(is_number);
            let name = |cell: &&str| is_header.then(|| (*cell).to_owned());
            self.columns = cells.iter().map(|cell| TableColumn::headed(name(cell))).collect();
            if is_header {
                return;
            }
        }
        let has_names = self.columns.iter().all(|column| column.header.is_some());
        let given = cells.iter().filter(|cell| !cell.is_empty()).count();
        // One extra cell is an index column, except with commas, where it may be 2,5.
        let is_longer = has_names && given == self.columns.len() + 1;
        if is_longer && self.lines.is_empty() && layout.separator != b',' {
            self.columns.insert(0, TableColumn::headed(Some(String::new())));
        }
        let is_second = has_names && self.lines.len() == 1 && self.uneven.is_empty();
        if is_second && self.are_units_above(cells) {
            self.units = self.lines.pop();
            self.columns.iter_mut().for_each(|it| *it = TableColumn::headed(it.header.take()));
        }
        let places = cells.iter().copied().chain(std::iter::repeat(""));
        for (column, cell) in self.columns.iter_mut().zip(places) {
            column.push(cell, layout);
        }
        // A row may end with a separator.
        let count = cells.iter().rposition(|cell| !cell.is_empty()).map_or(0, |last| last + 1);
        let is_short = layout.separator == BLANK && count < self.columns.len();
        if count > self.columns.len() || is_short {
            self.uneven.push((self.lines.len(), count));
        }
        self.lines.push(line);
    }

    /// Returns true if the first row is units: texts above numbers.
    fn are_units_above(&self, cells: &[&str]) -> bool {
        let is_begin = |it: char| it.is_alphabetic() || "([%°".contains(it);
        let below = |at: usize| cells.get(at).copied().unwrap_or_default();
        let mark = self.layout.decimal_mark;
        let mut columns = self.columns.iter().enumerate();
        let is_unit = |(at, column): (usize, &TableColumn)| match column.texts.get(&0) {
            Some(text) => {
                let below = below(at);
                let is_number = number(below, mark).is_some();
                text.starts_with(is_begin) && (is_number || is_gap(below) || is_date(below))
            }
            None => column.count() == 0,
        };
        let is_above = |(at, column): (usize, &TableColumn)| {
            column.texts.contains_key(&0) && plain(below(at), mark).is_some()
        };
        columns.clone().all(is_unit) && columns.any(is_above)
    }
}

impl TableColumn {
    fn headed(header: Option<String>) -> TableColumn {
        TableColumn { header, ..TableColumn::default() }
    }

    fn push(&mut self, cell: &str, Layout { separator, decimal_mark }: Layout) {
        let number = plain(cell, decimal_mark);
        if number.is_none() && !is_gap(cell) {
            self.texts.insert(self.numbers.len(), cell.replace(char::is_control, " "));
        }
        if separator != b';' && may_be_thousands(cell, ',') {
            self.first_comma.get_or_insert_with(|| cell.to_owned());
        }
        self.has_decimals |= separator != b';' && has_decimal_comma(cell);
        self.numbers.push(number.unwrap_or(f64::NAN));
    }

    /// Converts texts to numbers if all are amounts. Between semicolons, a comma is a decimal
    /// comma.
    fn take_amounts(&mut self, Layout { separator, decimal_mark }: Layout) {
        let mark = if separator == b';' { ',' } else { decimal_mark };
        let is_other = |it: &String| it.contains('%') || mark != decimal_mark && it.contains(',');
        if self.count() > 0 && self.texts.values().any(is_other) {
            return;
        }
        let texts: Vec<&String> = self.texts.values().collect();
        let numbers = amounts_of(&texts, mark).or_else(|| amounts_of(&texts, decimal_mark));
        let Some(numbers) = numbers else { return };
        for ((row, text), number) in std::mem::take(&mut self.texts).into_iter().zip(numbers) {
            self.first_amount.get_or_insert((text, number));
            self.numbers[row] = number;
        }
    }

    /// The number of cells that hold a number.
    pub fn count(&self) -> usize {
        self.numbers.iter().filter(|number| !number.is_nan()).count()
    }

    /// Returns true for a column of numbers, perhaps with gaps.
    pub fn is_numeric(&self) -> bool {
        self.count() > 0 && self.count() >= self.texts.len()
    }

    /// The reason if the column cannot be read.
    pub fn unreadable(&self) -> Option<&'static str> {
        if self.texts.is_empty() && self.count() == 0 {
            return Some("has no numbers");
        }
        let has_dates = !self.is_numeric() && self.texts.values().all(|text| is_date(text));
        has_dates.then_some("has dates, no numbers")
    }

    fn has_number(&self, row: usize) -> bool {
        self.numbers.get(row).is_some_and(|number| !number.is_nan())
    }

    /// The rows, from 0, without a number.
    pub fn missing(&self) -> impl Iterator<Item = usize> {
        let is_numeric = self.is_numeric();
        let is_missing = move |row: &usize| {
            !self.has_number(*row) && (is_numeric || !self.texts.contains_key(row))
        };
        (0..self.numbers.len()).filter(is_missing)
    }

    /// The numbers, or the texts of a column of text.
    pub fn cells(self) -> Cells {
        if self.is_numeric() {
            return self.numbers.into();
        }
        let text = |(row, number): (usize, &f64)| match self.texts.get(&row) {
            Some(text) => Some(text.into()),
            None => (!number.is_nan()).then(|| exact(*number).into()),
        };
        Cells::of_texts(self.numbers.iter().enumerate().map(text))
    }
}

/// Returns the numbers of amounts; all or none are percent.
pub fn amounts_of(texts: &[impl AsRef<str>], mark: char) -> Option<Vec<f64>> {
    let percents = texts.iter().filter(|text| text.as_ref().contains('%')).count();
    let is_clear = percents == 0 || percents == texts.len();
    texts.iter().map(|text| number(text.as_ref(), mark).filter(|_| is_clear)).collect()
}

/// Returns true for a text that :read keeps as text.
pub fn is_text(text: &str) -> bool {
    let is_number = ['.', ','].iter().any(|mark| plain(text, *mark).is_some());
    text == text.trim_ascii() && !is_gap(text) && !is_number
}

/// Returns true for a date, perhaps with a time: `2024-03-01 12:30`.
pub fn is_date(text: &str) -> bool {
    let day = text.split([' ', 'T']).next().unwrap_or_default();
    let parts: Vec<&str> = day.split(['-', '/', '.']).collect();
    let is_number = |part: &&str| part.len() <= 4 && part.parse::<u16>().is_ok();
    parts.len() == 3 && parts.iter().all(is_number)
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
        assert_eq!(read("1,5;2\n1.500;2\n").columns[0].texts.len(), 1);
        for (text, first) in [
            ("1,250\t3\n7\t8\n", [1250.0, 7.0]),
            ("1,250.5\t2\n1\t2\n", [1250.5, 1.0]),
            ("p;n\n0,125 \u{20ac};1.250\n3 \u{20ac};1\n", [0.125, 3.0]),
            ("p;n\n$1,200.5;1\n$1,000;1\n", [1200.5, 1000.0]),
            ("p;n\n1,125%;1\n2%;1\n", [0.01125, 0.02]),
            ("a\n\"1,000\"\n2\n", [1000.0, 2.0]),
            ("1.250,5;2\n1.250.000;2\n", [1250.5, 1_250_000.0]),
        ] {
            let column = read(text).columns.swap_remove(0);
            assert_eq!(column.cells().numbers, first, "{text}");
        }
    }

    #[test]
    fn a_column_with_a_word_keeps_its_texts() {
        for text in [
            "0%\n1-5%\n>5%\n",
            "(1)\n2a\n3b\n",
            "$5\n$10-$20\n",
            "A1\n\"1,234\"\nB2\n",
            "5%\n10% off\n10%\n",
            "<5%\n5%\n",
            "5%\n$7\n",
            "\"0,123\"\n\"-0,125\"\n",
        ] {
            let column = read(&format!("g\n{text}")).columns.swap_remove(0);
            let texts: Vec<&str> = column.texts.values().map(String::as_str).collect();
            let lines: Vec<&str> = text.lines().map(|line| line.trim_matches('"')).collect();
            assert_eq!((texts, column.count()), (lines, 0));
        }
        assert_eq!(read("p;n\n1,125 \u{20ac};1\n3;1\n").columns[0].texts[&0], "1,125 \u{20ac}");
        for (text, numbers) in [("12%\n5\n", 1), ("5\n6\n5%\n", 2), ("$5\n6\n", 2)] {
            assert_eq!(read(&format!("g\n{text}")).columns[0].count(), numbers, "{text}");
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
            ("10%,50%,90%\n1,2,3\n", 1),
            ("x,(1),(2)\n1,2,3\n", 1),
            ("year,\"1,000\"\n1,2\n", 1),
            ("\"1,234\",y\n1,2\n", 1),
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
        for text in [
            "t,v\ns,m/s2\n1,2\n",
            "t,p\ns,USD\n1,$2\n",
            "t v\n(s) V\n1 2\n3 4",
            "n;t\n;s\na;1\nb;2\n",
        ] {
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
    fn quotation_marks_are_closed() {
        for (text, line) in [
            ("x,y\n1,\"2\n3,4\n5,6\n", 2),
            ("# a \" b\nx,y\n\"1\"\"2,3\n", 3),
            ("x,y\n1,2\"3\n4,5\"\n", 2),
        ] {
            let read = Table::of(text, 0, None, &mut |_| true);
            let error = read.expect_err(text).to_string();
            let what = "unexpected or unclosed \" in a cell";
            assert_eq!(error, format!("{what} (line {line})"), "{text}");
        }
        let table = read("g,x\n\"1\" ,\"2\"\n\"a\"\"b\"\"\",1\n\"c, d\n e\",3\n,\"4\"\n");
        let texts: Vec<(usize, String)> = table.columns[0].texts.clone().into_iter().collect();
        assert_eq!(texts, [(1, "a\"b\"".to_owned()), (2, "c, d  e".to_owned())]);
        assert_eq!(table.lines, [2, 3, 4, 6]);
    }

    #[test]
    fn cells_without_a_number_are_kept_with_their_row() {
        let table = read("x,y\n1,2\n,b\n3\n1e999,4\n");
        let missing = |column: usize| table.columns[column].missing().collect::<Vec<_>>();
        assert_eq!((missing(0), missing(1)), (vec![1, 3], vec![1, 2]));
        assert_eq!(table.columns[0].texts[&3], "1e999");
        assert_eq!(table.columns[1].texts[&1], "b");
        assert_eq!(table.lines, [2, 3, 4, 5]);
    }
}
