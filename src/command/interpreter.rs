//! Running the statements of a text one by one, as every front end does.

use super::statement::{as_meant, read};
use super::{RunOptions, find, kept_leaves, run};
use crate::command::syntax::{Statement, is_command, statements};
use crate::core::language::{Error, Result, Span};
use crate::core::session::Session;
use crate::parts::HOOKS;
use crate::report::{LeftBehind, Next, Report};

/// The statements of a text, and answers to a quiz among them.
#[derive(Debug)]
pub struct Running<'text> {
    text: &'text str,
    /// The offset of the next statement.
    from: usize,
    /// True if no statement has been run yet.
    is_new: bool,
    /// The leaves that have lost their names. Later statements may rebuild the nodes that use them.
    left_behind: Vec<LeftBehind>,
}

/// The report or the error of a statement. The span of an error is in the whole text.
#[derive(Debug)]
pub enum Outcome {
    Report(Report),
    /// The error.
    Failed(Error),
    /// The reason why an answer cannot be read, and is requested again.
    Unreadable(Error),
}

impl<'text> Running<'text> {
    /// The statements of a text from the offset `from` on.
    pub fn of(text: &'text str, from: usize) -> Running<'text> {
        Running { text, from, is_new: from == 0, left_behind: Vec::new() }
    }

    /// The offset of the next statement.
    pub fn from(&self) -> usize {
        self.from
    }

    /// Returns true if the whole text has been run.
    pub fn is_over(&self) -> bool {
        self.from > self.text.len()
    }

    /// Runs the next statement, if there is one, and returns its outcome and its place in the text. No statement
    /// runs if the text of one is an error.
    pub fn run_next(
        &mut self,
        session: &mut Session,
        options: RunOptions,
    ) -> Option<(Outcome, Span)> {
        if std::mem::take(&mut self.is_new)
            && !session.is_asking()
            && let Err(error) = check_syntax(session, self.text, options)
        {
            self.from = self.text.len() + 1;
            return Some((Outcome::Failed(error), Span::default()));
        }
        let mut rest = statements(self.text, self.from);
        let (start, statement) = rest.next()?;
        let is_label = |text| {
            HOOKS.rewrite(session, text).is_some_and(|rewritten| rewritten.statements.is_none())
        };
        let is_last = rest.all(|(_, next)| options.watched && is_label(next));
        // Skips the semicolon.
        self.from = start + statement.len() + 1;
        let blanks = statement.len() - statement.trim_start().len();
        let span = Span::new(start + blanks, start + statement.trim_end().len());
        let is_answer = session.is_asking();
        let outcome = match is_answer {
            true => (HOOKS.answer)(session, statement),
            false => run(session, statement, options),
        };
        let outcome = match outcome.map_err(|error| error.moved(start)) {
            Ok(report) if is_answer => Outcome::Report(report),
            Ok(report) => Outcome::Report(self.completed(session, report, (start, is_last))),
            // A refused command is not a try.
            Err(error) if is_answer && !is_command(statement) => Outcome::Unreadable(error),
            Err(error) => Outcome::Failed(error),
        };
        Some((outcome, span))
    }

    /// Adds to a statement's report the facts that follow from the text around the statement.
    fn completed(
        &mut self,
        session: &mut Session,
        mut report: Report,
        (start, is_last): (usize, bool),
    ) -> Report {
        self.left_behind.append(&mut report.left_behind);
        if is_last {
            report.notes.extend(kept_leaves(session, &std::mem::take(&mut self.left_behind)));
        } else {
            // Of several assignments on a line, only the last one prints its value.
            report.leave_out_named();
        }
        if let Next::Rows(rows) = &mut report.next {
            rows.moved(start);
        }
        report.notes.extend((HOOKS.end_exercise)(session));
        report
    }
}

/// Makes sure that every statement of a line can be read, up to one that answers follow.
pub fn check_syntax(session: &mut Session, line: &str, options: RunOptions) -> Result<()> {
    if statements(line, 0).nth(1).is_none() {
        return Ok(());
    }
    for (start, statement) in statements(line, 0) {
        let asks = as_meant(statement, options, |text| match read(session, text) {
            Ok(Statement::Command(it)) => Ok(find(it.name, it.span, options.typed)?.asks),
            Err(error) if HOOKS.rewrite(session, text).is_none() => Err(error),
            _ => Ok(false),
        });
        if asks.map_err(|error| HOOKS.hint(session, statement, error).moved(start))? {
            break;
        }
    }
    Ok(())
}
