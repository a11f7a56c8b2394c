//! Running lines in a session, for those who use the library.

use crate::command::{Files, Outcome, RunOptions, Running};
use crate::core::language::{Error, Result, Span};
use crate::core::session::Session;
use crate::render;
use crate::report::{Data, Next, Report};

/// Runs the statements of `line`, separated by `;`, and returns the last number they answer with, if any does. A column
/// answers with no number. During a `:quiz` a line is an answer, as at the prompt.
///
/// Commands that read or write files are refused, and those that only the program can carry out, such
/// as `:quit`, do nothing.
///
/// # Errors
///
/// Returns the first syntax error, which the text and the names of commands tell: then no statement
/// has taken effect. Else returns the error of the first statement that fails, such as an unknown
/// name: those before it have taken effect; it and those after it have not.
///
/// ```
/// use gradcalc::{Session, evaluate};
///
/// let mut session = Session::new();
/// assert_eq!(evaluate(&mut session, "a = 3; a^2; a + 1")?, Some(4.0));
/// assert_eq!(evaluate(&mut session, ":set a 5")?, None);
/// assert_eq!(evaluate(&mut session, "7; w = 3")?, Some(7.0));
/// assert_eq!(evaluate(&mut session, "a")?, Some(5.0));
/// assert!(evaluate(&mut session, "b = 2; unknown").is_err());
/// assert_eq!(evaluate(&mut session, "b")?, Some(2.0));
/// assert!(evaluate(&mut session, "b = 3; b +").is_err());
/// assert_eq!(evaluate(&mut session, "b")?, Some(2.0));
/// # Ok::<(), gradcalc::Error>(())
/// ```
pub fn evaluate(session: &mut Session, line: &str) -> Result<Option<f64>> {
    let mut last = None;
    run(session, line, |_, report| {
        let answer = report.data.iter().rev().find_map(Data::answer);
        last = answer.filter(|it| it.members.is_none()).map(|it| it.data).or(last);
        Ok(())
    })?;
    Ok(last)
}

/// Runs the statements of `line` as [`evaluate`] does, and returns what the program would print, in
/// the format of the session: a table, or what `:format` has chosen. Notes are left out, except those on a
/// search that has failed.
///
/// # Errors
///
/// As [`evaluate`]; what the statements before the failed one would have printed is lost.
///
/// ```
/// use gradcalc::{Session, evaluate, show};
///
/// let mut session = Session::new();
/// evaluate(&mut session, "a = 2; L = a^3; :format json")?;
/// assert!(show(&mut session, ":grad L")?.starts_with(r#"{"kind":"grad","root":"L""#));
/// # Ok::<(), gradcalc::Error>(())
/// ```
pub fn show(session: &mut Session, line: &str) -> Result<String> {
    let mut text = String::new();
    run(session, line, |session, report| {
        let settings = session.settings();
        let style = render::Style::plain(settings.digits);
        let format = render::format(settings.format);
        (format.write)(report, &style, &mut text)
            .map_err(|error| Error::new(Span::default(), error.to_string()))?;
        if matches!(report.next, Next::FellShort) && format.message.is_none() {
            report.notes.iter().for_each(|note| text.push_str(&format!("note: {note}\n")));
        }
        Ok(())
    })?;
    Ok(text)
}

/// Runs the statements of `line`, and gives `see` the report of each.
fn run(
    session: &mut Session,
    line: &str,
    mut see: impl FnMut(&Session, &Report) -> Result<()>,
) -> Result<()> {
    let options = RunOptions { files: Files::Absent, ..RunOptions::default() };
    let mut running = Running::of(line, 0);
    while let Some((outcome, _)) = running.run_next(session, options) {
        let report = match outcome {
            Outcome::Report(report) => report,
            Outcome::Failed(error) | Outcome::Unreadable(error) => return Err(error),
        };
        if let Next::Rows(rows) = &report.next {
            let error = Error::new(rows.span, "there are no rows to read here");
            return Err(error.hint("write x = [1, 2, 3]"));
        }
        see(session, &report)?;
    }
    Ok(())
}
