//! One statement in, one report out.

use super::{Given, commands, find, remarks};
use crate::language::{Error, Result, Scan, Span, Statement, TokenStream, parse};
use crate::report::{Answer, Next, Part, Report};
use crate::session::{Assigned, Session};

/// How statements are run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Manner {
    /// Whether a person is watching: assignments to computed nodes say their value, and a leaf left
    /// behind is remarked on.
    pub watched: bool,
    /// Whether commands that read or write files are refused.
    pub no_files: bool,
}

/// Runs a text that is one statement, whole or not at all.
///
/// # Errors
///
/// As [`run_statement`].
pub fn run(session: &mut Session, text: &str, manner: Manner) -> Result<Report> {
    run_statement(session, Scan::of(text).whole(), manner)
}

/// Runs one statement, whole or not at all.
///
/// # Errors
///
/// What is wrong with the statement, or that it was interrupted; the session is as it was.
pub fn run_statement(
    session: &mut Session,
    statement: TokenStream<'_>,
    manner: Manner,
) -> Result<Report> {
    let moment = session.begin();
    let outcome = perform(session, statement, manner);
    if outcome.is_ok() {
        session.conclude();
    } else {
        session.return_to(moment);
    }
    outcome
}

/// Runs one statement; when it fails, what it has done until then stays.
pub(super) fn perform(
    session: &mut Session,
    statement: TokenStream<'_>,
    manner: Manner,
) -> Result<Report> {
    let stop = session.stop().clone();
    let outcome = carry_out(session, statement, manner);
    if stop.is_set() {
        // What a loop that was stopped has left undone cannot be shown.
        return Err(Error::new(Span::default(), "interrupted"));
    }
    outcome
}

fn carry_out(session: &mut Session, statement: TokenStream<'_>, manner: Manner) -> Result<Report> {
    let text = statement.text;
    let most = session.budget().most();
    if text.len() > most {
        let message =
            format!("this statement is {} bytes long, and there is room for {most}", text.len());
        return Err(Error::new(Span::new(0, 1), message).hint("see :help limit"));
    }
    match parse(statement).map_err(|error| without_colon(text, error))? {
        Statement::Empty => Ok(Report::default()),
        Statement::Assign { target, span, tree } => {
            if target.contains(['.', '@']) {
                let message = format!("{target} is the name of a node, not one that can be given");
                return Err(Error::new(span, message).hint("assign to a plain name, such as c"));
            }
            let assigned = session.assign(target, &tree)?;
            let mut report = Report { kind: "value", ..Report::default() };
            if manner.watched && !assigned.value.is_leaf() {
                let (name, data) = (target.to_owned(), assigned.value.data());
                report.parts.push(Part::Answer(Answer { name, data, named: true }));
            }
            remark(session, target, &assigned, manner, &mut report);
            Ok(report)
        }
        Statement::Define { name, span, parameters, tree } => {
            session.define(name, span, &parameters, &tree)?;
            Ok(Report::default())
        }
        Statement::Evaluate(tree) => {
            let evaluated = session.evaluate(&tree);
            let assigned = evaluated.map_err(|error| match tree.as_name() {
                Some(_) => without_colon(text, error),
                None => error,
            })?;
            let (name, data) = ("_".to_owned(), assigned.value.data());
            let mut report = Report::of("value", Part::Answer(Answer { name, data, named: false }));
            remark(session, "_", &assigned, Manner { watched: false, ..manner }, &mut report);
            Ok(report)
        }
        Statement::Command(typed) => {
            let command = find(typed.name, typed.span)?;
            if command.uses_files && manner.no_files {
                let message =
                    format!(":{} is refused: --no-files keeps scripts from files", command.name);
                return Err(Error::new(typed.span, message));
            }
            let given = Given::of(command, &typed);
            (command.run)(session, given.typed_as(typed.name, manner))
        }
    }
}

/// The error, with what helps when a command was typed without its colon.
fn without_colon(text: &str, error: Error) -> Error {
    let word = text.split_whitespace().next().unwrap_or_default();
    match commands().any(|row| row.name == word || (word.len() > 1 && row.aliases.contains(&word)))
    {
        true => error.hint(format!("a command begins with a colon: :{word}")),
        false => error,
    }
}

fn remark(session: &Session, name: &str, assigned: &Assigned, manner: Manner, report: &mut Report) {
    if let Some(found) = &assigned.non_finite {
        report.parts.push(remarks::non_finite(session, found));
    }
    if manner.watched {
        report.parts.extend(remarks::left_behind(session, name, assigned));
    }
    report.next = Next::GoOn;
}
