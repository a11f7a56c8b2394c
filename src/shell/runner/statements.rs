//! Running the statements of a text one by one.

use std::io;

use super::super::script::Source;
use super::messages::show;
use super::{Origin, Runner};
use crate::commands;
use crate::language::{Scan, TokenStream};
use crate::report::{LeftBehind, Next, Part, Report};

impl Runner {
    /// Runs the statements of a text from the offset `from`. If one loads a script, returns its
    /// path and the offset of the next statement.
    pub(super) fn run_text(
        &mut self,
        origin: &Origin<'_>,
        scan: &Scan,
        from: usize,
    ) -> io::Result<Option<(Source, usize)>> {
        if self.echo && from == 0 {
            let mark = if self.session.is_asking() { "? " } else { "> " };
            self.screen.echo(mark, origin.text)?;
        }
        let mut left_behind = Vec::new();
        let outcome = self.run_each(origin, scan, from, &mut left_behind);
        if left_behind.is_empty() {
            return outcome;
        }
        let session = &self.session;
        let notes = left_behind.iter().filter_map(|leaf| commands::kept_leaf(session, leaf));
        let report = Report { kind: "note", parts: notes.collect(), ..Report::default() };
        let (style, format) = (self.style(), self.format());
        show(&mut self.screen, origin, format, &style, &report)?;
        outcome
    }

    /// As [`Runner::run_text`]; adds the leaves that have lost their names.
    fn run_each(
        &mut self,
        origin: &Origin<'_>,
        scan: &Scan,
        from: usize,
        left_behind: &mut Vec<LeftBehind>,
    ) -> io::Result<Option<(Source, usize)>> {
        let mut found = scan.statements_from(from).peekable();
        while let Some(statement) = found.next() {
            let last = found.peek().is_none();
            if self.session.is_asking() {
                self.run_answer(origin, statement.start, statement.text)?;
                continue;
            }
            match self.run_statement(origin, statement, last, left_behind)? {
                Next::GoOn if self.done || self.stopped => return Ok(None),
                Next::GoOn => {}
                Next::Demonstrate(text) => {
                    self.demonstrate(&text)?;
                    if self.stopped {
                        return Ok(None);
                    }
                }
                Next::Quit => {
                    self.done = true;
                    return Ok(None);
                }
                // Skips the semicolon.
                Next::Load(path, file) => {
                    let next = statement.start + statement.text.len() + 1;
                    return Ok(Some((Source::file(&path, file), next)));
                }
                Next::Missed(missed) => self.count_missed(missed),
            }
        }
        Ok(None)
    }

    /// Runs an answer to the current quiz; one that cannot be parsed is asked for again.
    pub(super) fn run_answer(
        &mut self,
        origin: &Origin<'_>,
        at: usize,
        answer: &str,
    ) -> io::Result<()> {
        let (style, format) = (self.style(), self.format());
        match commands::answer(&mut self.session, answer) {
            Ok(report) => {
                show(&mut self.screen, origin, format, &style, &report)?;
                if let Next::Missed(missed) = report.next {
                    self.count_missed(missed);
                }
                Ok(())
            }
            // A command that is refused is no try at an answer.
            Err(error) if answer.trim_start().starts_with(':') => {
                self.report_error(origin, &error.moved(at))
            }
            Err(error) => self.print_error(origin, &error.moved(at)),
        }
    }

    fn count_missed(&mut self, missed: usize) {
        self.missed = self.missed.map(|before| before.saturating_add(missed));
    }

    fn run_statement(
        &mut self,
        origin: &Origin<'_>,
        statement: TokenStream<'_>,
        last: bool,
        left_behind: &mut Vec<LeftBehind>,
    ) -> io::Result<Next> {
        let style = self.style();
        let format = self.format();
        let stop = self.session.stop().clone();
        let outcome = match commands::run_statement(&mut self.session, statement, self.run_options)
        {
            Ok(mut report) => {
                if !last {
                    // Of several assignments on a line, only the last one prints its value.
                    report
                        .parts
                        .retain(|part| !matches!(part, Part::Answer(answer) if answer.named));
                }
                left_behind.extend(report.left_behind.take());
                if !report.parts.is_empty() {
                    self.typed = None;
                }
                let next = match show(&mut self.screen, origin, format, &style, &report) {
                    // Interrupted output is not an error; any other write error occurs again.
                    Err(_) if stop.is_set() => Next::GoOn,
                    shown => shown.map(|()| report.next)?,
                };
                if let Some(ended) = self.session.end_outdated_lesson() {
                    let report = Report::of("note", Part::Note(ended));
                    show(&mut self.screen, origin, format, &style, &report)?;
                }
                next
            }
            Err(_) if stop.is_set() => Next::GoOn,
            Err(error) => {
                self.report_error(origin, &error.moved(statement.start))?;
                Next::GoOn
            }
        };
        self.screen.follow(self.session.settings());
        self.notice_stop()?;
        Ok(if self.stopped { Next::GoOn } else { outcome })
    }

    /// Ends the run if Ctrl-C was pressed.
    pub(super) fn notice_stop(&mut self) -> io::Result<()> {
        if !self.session.was_stopped() {
            return Ok(());
        }
        self.stopped = true;
        self.say_interrupted()
    }
}
