//! Rows typed below a command, and pasted tables.

use std::io;

use super::layout::is_no_row;
use super::table::{Table, TableColumn};
use super::{Source, bind, read_table};
use crate::command::syntax::has_code;
use crate::command::{RunOptions, Transcript, kept_leaves};
use crate::core::language::{Result, is_plain_name};
use crate::core::session::Session;
use crate::parts::HOOKS;
use crate::report::{Report, WantedRows};

/// The rows of a typed or pasted table.
#[derive(Debug)]
pub struct Rows {
    wanted: WantedRows,
    source: Source,
    text: String,
}

impl Rows {
    pub fn of(wanted: WantedRows) -> Rows {
        let name = if wanted.are_on_stdin { "stdin" } else { "the table" };
        let (name, span) = (name.to_owned(), wanted.span);
        let source = Source { is_file: false, name, span, lines_above: 0 };
        Rows { source, wanted, text: String::new() }
    }

    /// The rows of a pasted text, if it is a table and not statements.
    pub fn pasted(text: &str) -> Option<Rows> {
        let lines = || text.lines().filter(|line| !is_no_row(line));
        let (first, _) = (lines().next()?, lines().nth(1)?);
        let mut transcript = Transcript::default();
        transcript.statement(first, false);
        let table = Table::of(text, 0, None, &mut |_| true).ok()?;
        let (rows, columns) = (table.lines.len(), &table.columns);
        let is_even = table.uneven.len() <= rows / 2;
        // A name above one number may be two statements.
        let has_rows = rows > usize::from(columns.len() == 1);
        let has_numbers = columns.iter().any(TableColumn::is_numeric);
        if transcript.is_prompted() || !is_even || !has_rows || !has_numbers {
            return None;
        }
        let numbers: usize = columns.iter().map(TableColumn::count).sum();
        let has_statement = || {
            !is_header(first) && is_statement(first)
                || lines().take(MOST_CHECKED).skip(1).any(is_statement)
        };
        let is_table =
            first.contains('\t') || 2 * numbers >= rows * columns.len() && !has_statement();
        is_table.then(|| Rows { text: text.to_owned(), ..Rows::of(WantedRows::default()) })
    }

    pub fn stand_below(&mut self, line: usize) {
        self.source.lines_above = line as u64;
    }

    /// Adds a line; returns false for the empty one that ends the rows.
    pub fn take(&mut self, line: &str) -> bool {
        if line.trim().is_empty() {
            return false;
        }
        self.text.push_str(line);
        self.text.push('\n');
        true
    }

    /// Binds the columns of the lines so far.
    pub fn read(self, session: &mut Session, options: RunOptions) -> Result<Report> {
        self.read_from(&mut self.text.as_bytes(), session, options)
    }

    /// Binds the columns of a table.
    pub fn read_from(
        &self,
        text: &mut dyn io::Read,
        session: &mut Session,
        options: RunOptions,
    ) -> Result<Report> {
        let moment = session.begin("a pasted table");
        let table = read_table(session, text, self.wanted.header, &self.source);
        let bound = table.and_then(|it| bind(session, it, &self.wanted, &self.source, options));
        match bound {
            Ok(mut report) => {
                session.conclude();
                let left_behind = std::mem::take(&mut report.left_behind);
                report.notes.extend(kept_leaves(session, &left_behind));
                report.notes.extend((HOOKS.end_exercise)(session));
                Ok(report)
            }
            Err(error) => {
                session.return_to(moment);
                Err(error)
            }
        }
    }
}

/// The number of lines that are checked for statements.
const MOST_CHECKED: usize = 1000;

/// The words of a line.
fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|it: char| it.is_whitespace() || ",;".contains(it)).filter(|word| !word.is_empty())
}

/// Returns true for names between separators.
fn is_header(line: &str) -> bool {
    words(line).all(is_plain_name)
}

/// Returns true for a line that can be parsed, unless it holds numbers alone.
fn is_statement(line: &str) -> bool {
    let are_numbers = words(line).all(|word| word.parse::<f64>().is_ok());
    !are_numbers && has_code(line)
}
