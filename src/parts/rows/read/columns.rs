//! Which columns of a table are read, and what is said of the others.

use std::collections::HashSet;

use super::headers::{named, uncertain_name, unquoted};
use super::source::Called;
use crate::core::language::{Error, Result, Span, exact, is_plain_name, quoted};
use crate::parts::rows::table::{Table, TableColumn, Text};
use crate::parts::rows::{Cells, TextCells};
use crate::report::{and, counted};

/// The columns of a table under the names that they get.
pub struct Named {
    columns: Vec<Chosen>,
    lines: Vec<u64>,
    /// The number of all columns.
    pub width: usize,
    /// The rows that have too many cells or too few, with their number.
    pub uneven: Vec<(usize, usize)>,
    comma: Option<(usize, String)>,
}

/// A column to be read, and its name.
pub type Chosen = (String, TableColumn);

impl TableColumn {
    /// Returns the number of its cells that are numbers.
    pub fn count(&self) -> usize {
        self.numbers.len() - self.gaps.len() - self.texts.len()
    }

    /// Returns true if it is a column of text: most of its cells are.
    pub fn is_text(&self) -> bool {
        !self.is_mostly_numbers() && !self.texts.is_empty()
    }

    /// Returns true if it can be read.
    pub fn is_read(&self) -> bool {
        self.is_mostly_numbers() || self.is_text()
    }

    /// Returns its numbers, or its texts.
    pub fn cells(self) -> Cells {
        if !self.is_text() {
            return self.numbers.into();
        }
        let word = |code: u32| self.words.get_index(code as usize).map_or("", String::as_str);
        let plain = |text: &str| text.replace(char::is_control, " ");
        let mut texts = TextCells::default();
        let mut coded = self.texts.iter().zip(&self.codes).peekable();
        for (row, number) in self.numbers.iter().enumerate() {
            match coded.next_if(|(at, _)| **at == row) {
                Some((_, code)) => texts.push(&plain(word(*code))),
                None if number.is_nan() => texts.push_gap(),
                None => texts.push(&exact(*number)),
            }
        }
        texts.cells()
    }

    /// Returns true unless most of its cells are text, or it has no number.
    pub fn is_mostly_numbers(&self) -> bool {
        let numbers = self.count();
        numbers > 0 && numbers >= self.texts.len()
    }
}

impl Named {
    /// The columns of a table, where some names of places are taken.
    pub fn of(table: Table, is_taken: impl Fn(&str) -> bool) -> Named {
        let Table { columns, lines, uneven, comma, .. } = table;
        let columns = named(columns, is_taken);
        Named { width: columns.len(), columns, lines, uneven, comma }
    }

    /// The names of all columns.
    pub fn names(&self) -> Vec<String> {
        self.columns.iter().map(|(name, _)| name.clone()).collect()
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.lines.len()
    }

    /// The line of a row.
    pub fn line(&self, row: usize) -> u64 {
        self.lines.get(row).copied().unwrap_or_default()
    }

    /// The columns that are wanted, or all with numbers, and the notes on them.
    pub fn choose(
        &mut self,
        wanted: &[(&str, Span)],
        file: &Called,
    ) -> Result<(Vec<Chosen>, Vec<String>)> {
        let mut columns = std::mem::take(&mut self.columns);
        if are_new_names(wanted, &columns) {
            for ((name, _), (word, _)) in columns.iter_mut().zip(wanted) {
                (*word).clone_into(name);
            }
        }
        if let Some(unknown) =
            wanted.iter().find(|(word, _)| !columns.iter().any(|(name, _)| name == word))
        {
            return Err(no_such_column(columns, *unknown, file));
        }
        if !wanted.is_empty() {
            let is_wanted = |name: &str| wanted.iter().any(|(word, _)| *word == name);
            columns.retain(|(name, _)| is_wanted(uncertain_name(name).unwrap_or(name)));
        }
        let mut notes = Vec::new();
        let texts = columns.iter_mut().filter(|(_, column)| column.is_text());
        texts.for_each(|(_, column)| column.take_nones());
        for (word, span) in wanted {
            let column = columns.iter().find(|(name, _)| name == word);
            if let Some((_, column)) = column.filter(|(_, column)| !column.is_read()) {
                let message = format!("the column {} {}", quoted(word), instead(column));
                return Err(Error::new(*span, message));
            }
        }
        for (name, column) in &columns {
            let header = column.header.as_deref().unwrap_or_default();
            if !column.is_read() {
                notes.push(format!("{name} is left out: it {}", instead(column)));
            } else if unquoted(header) != name
                && column.header.is_some()
                && uncertain_name(name).is_none()
            {
                notes.push(format!("the column {} is called {name}", shown(unquoted(header))));
            }
        }
        columns.retain(|(_, column)| column.is_read());
        let has_numbers = columns.iter().any(|(_, column)| column.is_mostly_numbers());
        if columns.is_empty() || wanted.is_empty() && !has_numbers {
            let message = format!("{} has no numbers", file.name);
            return Err(Error::new(file.span, message).hint(
                "commas, tabs, semicolons or blanks separate cells; the first line is the header",
            ));
        }
        self.must_be_plain(&columns, file)?;
        Ok((columns, notes))
    }
}

/// Returns true if these are names for all columns of a table that has no header.
fn are_new_names(wanted: &[(&str, Span)], columns: &[Chosen]) -> bool {
    let mut seen = HashSet::new();
    wanted.len() == columns.len()
        && columns.iter().all(|(name, column)| {
            column.header.is_none() && !wanted.iter().any(|(word, _)| word == name)
        })
        && wanted.iter().all(|(word, _)| is_plain_name(word) && seen.insert(*word))
}

/// What a column has in place of numbers.
fn instead(column: &TableColumn) -> String {
    let texts = column.texts.len() as u64;
    match column.count() {
        0 => "has no numbers".to_owned(),
        numbers => {
            format!("has {} and {}", counted(texts, "text"), counted(numbers as u64, "number"))
        }
    }
}

fn no_such_column(columns: Vec<Chosen>, (unknown, span): (&str, Span), file: &Called) -> Error {
    let has_header = columns.iter().any(|(_, column)| column.header.is_some());
    let names: Vec<String> = columns.into_iter().map(|(name, _)| name).collect();
    let message = format!("{} has no column {}", file.name, quoted(unknown));
    let marks = match unknown.trim_end_matches(',') {
        plain if names.iter().any(|name| name == plain) => "; blanks separate names",
        _ => "",
    };
    let first = names.first().cloned().unwrap_or_default();
    let names = and(names, 10);
    let hint = if has_header {
        format!("it has {names}{marks}")
    } else {
        format!("it has {names}, as it has no header; {} = {first} names one", quoted(unknown))
    };
    Error::new(span, message).hint(hint)
}

impl Named {
    /// Returns an error for a cell that is one number if its point is a decimal one, and another if
    /// it divides thousands, as in a table with decimal commas.
    fn must_be_plain(&self, columns: &[Chosen], file: &Called) -> Result<()> {
        let Some((at, comma)) = &self.comma else {
            return Ok(());
        };
        let groups = columns.iter().filter_map(|(name, it)| Some((name, it.group.as_ref()?)));
        let Some((name, Text { row, text })) = groups.min_by_key(|(_, group)| group.row) else {
            return Ok(());
        };
        let message = format!(
            "{text} may be {whole} or {fraction}: row {}, column {name} (line {}), as line {} has a \
             decimal comma, {comma}",
            row + 1,
            self.line(*row),
            self.line(*at),
            whole = text.replace('.', ""),
            fraction = text.replace('.', ","),
        );
        Err(Error::new(file.span, message).hint("write the one you mean"))
    }
}

fn shown(header: &str) -> String {
    if header.is_empty() { "without a name".to_owned() } else { format!("\"{}\"", quoted(header)) }
}
