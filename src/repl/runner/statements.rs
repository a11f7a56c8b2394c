//! Running the statements of a text one by one.

use std::io;

use super::super::script::Source;
use super::messages::show;
use super::{Origin, Runner};
use crate::command::{Outcome, Running};
use crate::core::language::Error;
use crate::report::Next;

impl Runner {
    /// Runs the statements of a text from the offset `from`. If one loads a script, returns its
    /// path and the offset of the next statement.
    pub(super) fn run_text(
        &mut self,
        origin: &Origin<'_>,
        text: &str,
        from: usize,
    ) -> io::Result<Option<(Source, usize)>> {
        if self.echoes() && from == 0 {
            let mark = if self.session.is_asking() { "? " } else { "> " };
            self.screen.echo(mark, origin.text)?;
        }
        let mut running = Running::of(text, from);
        self.run_each(origin, &mut running)
    }

    pub(super) fn run_each(
        &mut self,
        origin: &Origin<'_>,
        running: &mut Running<'_>,
    ) -> io::Result<Option<(Source, usize)>> {
        while let Some(next) = self.run_next(origin, running)? {
            match next {
                Next::GoOn | Next::FellShort | Next::NotANumber => {
                    if self.done || self.stopped {
                        return Ok(None);
                    }
                }
                Next::Quit => {
                    self.done = true;
                    return Ok(None);
                }
                Next::Load(path, file) => {
                    return Ok(Some((Source::file(&path, file), running.from())));
                }
                Next::Lesson(wish, _) if self.at_prompt => self.wish = Some(wish),
                Next::Lesson(_, span) => {
                    let error = Error::new(span, "only the prompt plays lessons");
                    let error = error.hint("run gradcalc lesson play FILE.md in a shell");
                    self.report_error(origin, &error)?;
                }
                Next::Rows(wanted) => self.want_rows(origin, wanted, running.is_over())?,
                Next::Missed(missed) => {
                    self.missed = self.missed.map(|before| before.saturating_add(missed));
                }
            }
        }
        Ok(None)
    }

    /// Runs the next statement of a text and prints its report, if there is one.
    fn run_next(
        &mut self,
        origin: &Origin<'_>,
        running: &mut Running<'_>,
    ) -> io::Result<Option<Next>> {
        let (style, format) = (self.style(), self.format());
        let stop = self.session.stop().clone();
        if !running.is_over() {
            self.screen.flush_if_watched()?;
        }
        let before = self.before();
        let Some((outcome, span)) = running.run_next(&mut self.session, self.run_options) else {
            return Ok(None);
        };
        self.note_run(origin, span, before);
        let next = match outcome {
            Outcome::Report(report) if self.is_quiet => report.next,
            Outcome::Report(report) => {
                if matches!(report.next, Next::FellShort) {
                    self.count_failure();
                }
                let (report, format) = match self.blank {
                    Some(blank) => blank(report, format, origin.text, self.session.names()),
                    None => (report, format),
                };
                match show(&mut self.screen, origin, format, &style, &report) {
                    // Interrupted output is not an error; any other write error occurs again.
                    Err(_) if stop.is_set() => {}
                    shown => shown?,
                }
                if self.strict && matches!(report.next, Next::NotANumber) {
                    self.report_error(origin, &Error::new(span, "the answer is nan"))?;
                }
                report.next
            }
            Outcome::Failed(_) if stop.is_set() => Next::GoOn,
            Outcome::Failed(error) => {
                self.report_error(origin, &error)?;
                Next::GoOn
            }
            Outcome::Unreadable(error) => {
                self.print_error(origin, &error)?;
                Next::GoOn
            }
        };
        self.screen.follow(self.session.settings());
        self.notice_stop()?;
        Ok(Some(if self.stopped { Next::GoOn } else { next }))
    }

    /// Ends the run if Ctrl-C was pressed.
    pub(super) fn notice_stop(&mut self) -> io::Result<()> {
        if !self.session.work_mut().was_stopped() {
            return Ok(());
        }
        self.stopped = true;
        // The terminal has echoed ^C at the cursor.
        if self.screen.complains_to_terminal() {
            self.screen.complain_plainly("")?;
        }
        self.note("interrupted")
    }
}
