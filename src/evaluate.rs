//! Running lines in a session, for those who use the library.

use crate::command::{Files, Outcome, RunOptions, Running};
use crate::core::graph::interrupted;
use crate::core::language::{Error, Result, Span};
use crate::core::session::Session;
use crate::render;
use crate::report::{Answer, Data, Next, Report};

/// Runs the statements of `line`, separated by `;`, and returns the last number they answer with, if any does. A column
/// answers with no number; `x[2]` answers with the number of its second row. During a `:quiz` a line is an answer, as at
/// the prompt.
///
/// Commands that read or write files are refused, and those that only the program can carry out, such
/// as `:quit`, do nothing and answer with no number.
///
/// # Errors
///
/// Returns the first syntax error, which the text and the names of commands tell: then no statement
/// has taken effect. Text with a line break before its end is such an error. Else returns the error of the first
/// statement that fails, such as an unknown name: those before it have taken effect; it and those after it have not.
///
/// If the flag of [`Session::stop_when`] stops the call, the error is "interrupted". A descent that it stops has then
/// taken its last whole step, which `:undo` takes back.
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
/// assert!(evaluate(&mut session, "b = 3\nb = 4").is_err());
/// assert_eq!(evaluate(&mut session, "b")?, Some(2.0));
/// # Ok::<(), gradcalc::Error>(())
/// ```
pub fn evaluate(session: &mut Session, line: &str) -> Result<Option<f64>> {
    let mut last = None;
    run(session, line, |_, report| {
        let answer = report.data.iter().rev().find_map(Data::answer);
        let is_number =
            |it: &&Answer| it.members.is_none() && it.rows.is_none() && it.texts.is_none();
        last = answer.filter(is_number).map(|it| it.data).or(last);
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
    must_be_one_line(line)?;
    let options = RunOptions { files: Files::Absent, ..RunOptions::default() };
    let mut running = Running::of(line, 0);
    while let Some((outcome, place)) = running.run_next(session, options) {
        let report = match outcome {
            Outcome::Report(report) => report,
            Outcome::Failed(error) | Outcome::Unreadable(error) => {
                // The flag was for this line, and not for the next one.
                session.work_mut().was_stopped();
                return Err(error);
            }
        };
        // A descent that was stopped has a report, but not of all that the line asked for.
        if session.work_mut().take_early_stop() {
            return Err(interrupted(place));
        }
        if let Next::Rows(rows) = &report.next {
            let error = Error::new(rows.span, "there are no rows to read here");
            return Err(error.hint("write x = [1, 2, 3]"));
        }
        see(session, &report)?;
    }
    Ok(())
}

/// Checks that nothing follows the first line, which a statement would take for a part of itself.
fn must_be_one_line(text: &str) -> Result<()> {
    let text = text.trim_end();
    let Some(at) = text.find(['\n', '\r']) else { return Ok(()) };
    Err(Error::new(Span::new(at, at + 1), "found a line break: one line at a time")
        .hint("run each line by itself, or write ; between statements"))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    #[test]
    fn text_must_be_one_line() {
        for text in [
            "a = 1\nb = 2",
            "a = 1\r\nb = 2",
            "\n1",
            "x = [1,\n2]",
            "a = 1 # one\n",
            "1\n\n2",
            "1; 2\n; 3",
        ] {
            let mut session = Session::new();
            let is_one = !text.trim_end().contains(['\n', '\r']);
            for error in [evaluate(&mut session, text).err(), show(&mut session, text).err()] {
                let message = error.as_ref().map(Error::message);
                let wanted = "found a line break: one line at a time";
                assert_eq!(message, (!is_one).then_some(wanted), "{text:?}");
                let place = error.map(|error| error.span().of(text).to_owned());
                assert!(place.is_none_or(|place| ["\n", "\r"].contains(&&*place)), "{text:?}");
            }
            assert_eq!(session.names().is_new(), !is_one, "{text:?}");
        }
    }

    /// Sessions whose flag is set before a line or while it runs, and whether the line changes something all the same.
    #[test]
    fn a_stopped_call_is_interrupted_and_clears_the_flag() {
        let lines = [
            "1 + 1",
            "c = 2",
            ":grad L",
            ":step 0.1 50",
            ":minimize L",
            ":compare 0.1 50",
            ":budget L",
            "c +",
        ];
        for line in lines {
            for prints in [false, true] {
                let (mut session, flag) = (Session::new(), Arc::new(AtomicBool::new(false)));
                evaluate(&mut session, "a = 3 ± 0.1; L = (a - 1)^2").unwrap();
                session.stop_when(Arc::clone(&flag));
                flag.store(true, Ordering::Relaxed);
                let error = match prints {
                    true => show(&mut session, line).unwrap_err(),
                    false => evaluate(&mut session, line).unwrap_err(),
                };
                assert_eq!(error.message(), "interrupted", "{line}");
                assert!(!flag.load(Ordering::Relaxed), "{line}");
                assert_eq!(evaluate(&mut session, "a").unwrap(), Some(3.0), "{line}");
                assert!(show(&mut session, ":grad L").unwrap().contains("4.0000"), "{line}");
            }
        }
    }

    #[test]
    fn a_descent_that_is_stopped_keeps_its_whole_steps() {
        let (mut session, flag) = (Session::new(), Arc::new(AtomicBool::new(false)));
        evaluate(&mut session, "a = 3; L = (a - 1)^2").unwrap();
        session.stop_when(Arc::clone(&flag));
        let stop = Arc::clone(&flag);
        session.work_mut().report_progress(move |_| stop.store(true, Ordering::Relaxed));
        let stopped = evaluate(&mut session, ":step 0.001 1000; a = 7").unwrap_err();
        assert_eq!(stopped.message(), "interrupted");
        let there = evaluate(&mut session, "a").unwrap().unwrap();
        assert!(there < 3.0 && there > 1.0, "{there}");
        assert!(evaluate(&mut session, ":undo").is_ok());
        assert_eq!(evaluate(&mut session, "a").unwrap(), Some(3.0));
    }

    #[test]
    fn what_is_looked_up_while_the_flag_is_set_is_up_to_date() {
        let (mut session, flag) = (Session::new(), Arc::new(AtomicBool::new(false)));
        evaluate(&mut session, "a = 3; M = 2a; x = [1 .. 300000]; S = max(a*x); L = S + M")
            .unwrap();
        session.stop_when(Arc::clone(&flag));
        session.set_leaf("a", 4.0).unwrap();
        flag.store(true, Ordering::Relaxed);
        let numbers = [("a", 4.0), ("M", 8.0), ("S", 1.2e6), ("L", 1_200_008.0)];
        for (name, number) in numbers {
            assert_eq!(session.value(name).unwrap().data(), number, "{name}");
        }
        assert!(flag.load(Ordering::Relaxed));
    }

    #[test]
    fn a_column_has_the_number_of_its_current_row() {
        let mut session = Session::new();
        evaluate(&mut session, "x = [5, 2, 3]; y = 2x; L = sum(y^2)").unwrap();
        assert_eq!(evaluate(&mut session, "y").unwrap(), None);
        assert_eq!(evaluate(&mut session, "y[2]").unwrap(), Some(4.0));
        let numbers =
            |session: &mut Session| ["x", "y"].map(|it| session.value(it).unwrap().data());
        assert_eq!(numbers(&mut session), [5.0, 10.0]);
        evaluate(&mut session, ":row 3").unwrap();
        assert_eq!(numbers(&mut session), [3.0, 6.0]);
        let root = session.value("L").unwrap();
        session.backward(&root);
        assert_eq!(["x", "y"].map(|it| session.value(it).unwrap().grad()), [24.0, 12.0]);
    }
}
