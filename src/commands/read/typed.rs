//! Rows that are typed below a command or pasted, and which texts are a table.

use std::io::Read;

use super::super::{RunOptions, end_outdated, kept_leaves};
use super::called::Called;
use super::{bind, table};
use crate::files::{Table, TableColumn};
use crate::language::{Result, Scan, Span, Statement, Transcript, exact, is_plain_name, parse};
use crate::report::{Part, Report, WantedRows};
use crate::session::Session;

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

    /// The rows of a text that was pasted, if it is a table, or numbers below `x =`.
    pub fn pasted(text: &str) -> Option<Rows> {
        if let Some((names, text)) = assigned(text) {
            let names = names.into_iter().map(|name| (name, Span::default())).collect();
            let (are_on_stdin, skip, span) = (false, false, Span::default());
            let wanted = WantedRows { are_on_stdin, names, skip, span };
            return Some(Rows { text, ..Rows::of(wanted) });
        }
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
        if line.trim().is_empty() && !goes_on_below(&self.text) {
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
        let moment = session.begin();
        let above = self.called.lines_above;
        let table = table(session, &self.called, |goes_on| Table::of(source, above, goes_on));
        let names: Vec<(&str, Span)> =
            self.wanted.names.iter().map(|(name, span)| (name.as_str(), *span)).collect();
        let bound = table
            .and_then(|it| bind(session, it, &self.called, (&names, self.wanted.skip), options));
        match bound {
            Ok(mut report) => {
                session.conclude();
                let left_behind = report.take_left_behind();
                report.parts.extend(kept_leaves(session, &left_behind));
                let ended = end_outdated(session);
                report.parts.extend(ended.map(Part::Note));
                Ok(report)
            }
            Err(error) => {
                session.return_to(moment);
                Err(error)
            }
        }
    }
}

/// The names and the rows of numbers that an assignment stands before: `x =` and lines below it, as
/// programs show an array, or `x = 1.5` and further numbers alone, as a column is pasted after it.
fn assigned(text: &str) -> Option<(Vec<String>, String)> {
    let (name, rest) = text.split_once('=')?;
    let name = Some(name.trim()).filter(|name| is_plain_name(name))?;
    let numbered = |width: usize| (1..=width).map(|column| format!("{name}{column}")).collect();
    if rest.contains("[[") && rest.trim().contains('\n') {
        let table = Table::of(&mut rest.as_bytes(), 0, &mut |_| true).ok()?;
        let is_array =
            table.uneven.is_empty() && table.columns.iter().all(TableColumn::is_mostly_numbers);
        return is_array.then(|| (numbered(table.columns.len()), rest.to_owned()));
    }
    let (factor, rest) = scaled(rest);
    let lines: Vec<Vec<&str>> = rest
        .lines()
        .map(|line| line.split(|it: char| it.is_whitespace() || it == ',').collect::<Vec<_>>())
        .map(|cells| cells.into_iter().filter(|it| !it.is_empty()).collect())
        .filter(|cells: &Vec<&str>| !cells.is_empty())
        .collect();
    let width = lines.first().map(Vec::len)?;
    let is_shown = rest.lines().next().is_some_and(|line| line.trim().is_empty());
    let is_even = lines.iter().all(|cells| cells.len() == width);
    let are_numbers = lines.iter().flatten().all(|cell| cell.parse::<f64>().is_ok());
    if !is_even || !are_numbers || !(is_shown || width == 1) {
        return None;
    }
    let times = |cell: &&str| match factor {
        Some(factor) => exact(cell.parse::<f64>().unwrap_or(f64::NAN) * factor),
        None => (*cell).to_owned(),
    };
    let lines: Vec<Vec<String>> =
        lines.iter().map(|cells| cells.iter().map(times).collect()).collect();
    match (lines.len(), width) {
        (_, 1) if lines.len() > 1 => Some((vec![name.to_owned()], lines.concat().join("\n"))),
        // A row is a column lying down.
        (1, 2..) => Some((vec![name.to_owned()], lines.concat().join("\n"))),
        (2.., 2..) => {
            let names = numbered(width);
            let rows: Vec<String> = lines.iter().map(|cells| cells.join(" ")).collect();
            Some((names, rows.join("\n")))
        }
        _ => None,
    }
}

/// Returns true if the last columns of a data frame, up to a `\\` at the end of their header, have further
/// ones below them.
fn goes_on_below(rows: &str) -> bool {
    let block = rows.trim_end().rsplit("\n\n").next().unwrap_or_default();
    let header = block.lines().next().unwrap_or_default();
    header.trim_end().ends_with('\\')
}

/// What all numbers of a display are times, `1.0e+03 *` on a line of its own, and the lines below that.
fn scaled(shown: &str) -> (Option<f64>, &str) {
    let below = shown.trim_start();
    let line = below.lines().next().unwrap_or_default();
    let factor = line.trim_end().strip_suffix('*').and_then(|factor| factor.trim().parse().ok());
    match factor {
        Some(factor) => (Some(factor), below.get(line.len()..).unwrap_or_default()),
        None => (None, shown),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_below_an_assignment_are_its_rows() {
        let names = |text: &str| Some(Rows::pasted(text)?.wanted.names.into_iter().map(|it| it.0));
        let check = |text: &str, expected: &[&str]| {
            let found: Vec<String> = names(text).into_iter().flatten().collect();
            assert_eq!(found, expected, "{text:?}");
        };
        check("x =\n\n     1     2     3\n", &["x"]);
        check("x = \n1.5\n2.5\n", &["x"]);
        check("x = 1.5\n2.5\n-3e2", &["x"]);
        check(
            "ans =\n\n   1.0e+03 *\n\n    1.0000    2.9000\n    0.0020    5.2000\n",
            &["ans1", "ans2"],
        );
        check("A =\n\n     1     2\n     3     4\n\n", &["A1", "A2"]);
        check("A = np.array([[1, 2],\n [3, 4]])", &["A1", "A2"]);
        for text in ["x = 1.5", "x = 1\ny = 2", "x = 1 2\n3 4", "x =\n1 2\n3", "x = 1\n2*x"] {
            assert!(names(text).is_none_or(|mut names| names.next().is_none()), "{text:?}");
        }
    }
}
