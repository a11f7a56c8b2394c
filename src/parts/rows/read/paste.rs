//! Rows that are typed below a command or pasted, and which texts are a table.

use std::io::Read;

use super::source::Called;
use super::{bind, table};
use crate::command::syntax::{Scan, Statement, parse};
use crate::command::{RunOptions, Transcript, kept_leaves};
use crate::core::language::{Result, Span, is_plain_name};
use crate::core::session::Session;
use crate::parts::learn::end_outdated;
use crate::parts::rows::table::{Table, TableColumn};
use crate::report::{Report, WantedRows};

/// The rows of a table that are no file.
#[derive(Debug)]
pub struct Rows {
    wanted: WantedRows,
    called: Called,
    text: String,
}

impl Rows {
    /// The rows that a command asks for.
    pub fn of(wanted: WantedRows) -> Rows {
        let called = if wanted.are_on_stdin { Called::stdin } else { Called::typed };
        Rows { called: called(wanted.span), wanted, text: String::new() }
    }

    /// The rows of a text that was pasted, if it is a table.
    pub fn pasted(text: &str) -> Option<Rows> {
        let text = is_table(text).then(|| text.to_owned())?;
        let (names, span) = (Vec::new(), Span::default());
        let wanted = WantedRows { are_on_stdin: false, names, skip: false, span };
        Some(Rows { text, ..Rows::of(wanted) })
    }

    /// Returns true if a text is a table.
    pub fn are_table(text: &str) -> bool {
        is_table(text)
    }

    /// Tells the line of a script that they stand below.
    pub fn stand_below(&mut self, line: usize) {
        self.called.lines_above = line as u64;
    }

    /// Takes a line; returns false for the empty one that ends them.
    pub fn take(&mut self, line: &str) -> bool {
        if line.trim().is_empty() {
            return false;
        }
        self.text.push_str(line);
        self.text.push('\n');
        true
    }

    /// Binds the columns of the lines taken.
    ///
    /// # Errors
    ///
    /// They are no table, or there is no room for it.
    pub fn read(self, session: &mut Session, options: RunOptions) -> Result<Report> {
        self.read_from(&mut self.text.as_bytes(), session, options)
    }

    /// Binds the columns of the table that a source gives.
    ///
    /// # Errors
    ///
    /// As [`Rows::read`].
    pub fn read_from(
        &self,
        source: &mut dyn Read,
        session: &mut Session,
        options: RunOptions,
    ) -> Result<Report> {
        let moment = session.begin("a pasted table");
        let above = self.called.lines_above;
        let table = table(session, &self.called, |goes_on| Table::of(source, above, goes_on));
        let names: Vec<(&str, Span)> =
            self.wanted.names.iter().map(|(name, span)| (name.as_str(), *span)).collect();
        let bound = table
            .and_then(|it| bind(session, it, &self.called, (&names, self.wanted.skip), options));
        match bound {
            Ok(mut report) => {
                session.conclude();
                let left_behind = std::mem::take(&mut report.left_behind);
                report.notes.extend(kept_leaves(session, &left_behind));
                report.notes.extend(end_outdated(session));
                Ok(report)
            }
            Err(error) => {
                session.return_to(moment);
                Err(error)
            }
        }
    }
}

/// The number of lines after which the rest of a text is taken to be as they are.
const MOST_LOOKED_AT: usize = 1000;

/// The lines of a text that are neither blank nor a comment.
fn full_lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
}

/// Returns true if a text is the rows of a table, with or without a header, and no statements.
fn is_table(text: &str) -> bool {
    let mut lines = full_lines(text);
    let (Some(first), Some(_)) = (lines.next(), lines.next()) else {
        return false;
    };
    let mut transcript = Transcript::default();
    transcript.statement(first, false);
    let Ok(table) = Table::of(&mut text.as_bytes(), 0, &mut |_| true) else {
        return false;
    };
    let (rows, columns) = (table.lines.len(), &table.columns);
    let is_even = table.uneven.len() <= rows / 2;
    // A name above one number may well be two statements.
    let is_high = rows > usize::from(columns.len() == 1);
    let has_numbers = columns.iter().any(TableColumn::is_mostly_numbers);
    if transcript.is_prompted() || !is_even || !is_high || !has_numbers {
        return false;
    }
    let numbers: usize = columns.iter().map(TableColumn::count).sum();
    first.contains('\t') || 2 * numbers >= rows * columns.len() && !has_statements(text)
}

/// Returns true if a line is statements, and not numbers alone. The first one may be names.
fn has_statements(text: &str) -> bool {
    let is_mark = |it: char| it.is_whitespace() || ",;".contains(it);
    let is_number = |cell: &str| cell.is_empty() || cell.parse::<f64>().is_ok();
    let is_run = |(number, line): (usize, &str)| {
        let scan = Scan::of(line);
        let mut statements = scan.statements().map(parse).peekable();
        let is_name = |it: &Result<Statement<'_>>| match it {
            Ok(Statement::Evaluate(tree)) => number == 0 && tree.as_name().is_some(),
            _ => false,
        };
        let is_header =
            number == 0 && line.split(is_mark).all(|it| it.is_empty() || is_plain_name(it));
        let is_code =
            statements.peek().is_some() && !is_header && !line.split(is_mark).all(is_number);
        let statements: Vec<Result<Statement<'_>>> = statements.collect();
        is_code && statements.iter().all(Result::is_ok) && !statements.iter().all(is_name)
    };
    full_lines(text).take(MOST_LOOKED_AT).enumerate().any(is_run)
}
