//! Printing reports, errors and notes, as text or as JSON objects.

use std::io;

use super::{Origin, Runner};
use crate::core::language::Error;
use crate::render::diagnostic::{self, Manner};
use crate::render::{Format, Message, Style};
use crate::repl::Screen;
use crate::report::Report;

impl Runner {
    /// Prints an error and counts it for the exit status.
    pub(in crate::repl) fn report_error(
        &mut self,
        origin: &Origin<'_>,
        error: &Error,
    ) -> io::Result<()> {
        self.count_failure();
        self.stopped |= error.ends_script && !self.is_lesson;
        self.done |= self.stopped && !self.at_prompt;
        self.print_error(origin, error)
    }

    pub(super) fn print_error(&mut self, origin: &Origin<'_>, error: &Error) -> io::Result<()> {
        let manner = manner(&self.screen, self.format());
        diagnostic::write(&mut self.screen.complaints(), origin, error, manner)
    }

    /// Prints an error that ends the run.
    pub(in crate::repl) fn fail(&mut self, message: &str) -> io::Result<()> {
        self.at_prompt = false;
        self.complain(message)
    }

    /// Prints an error without a position.
    pub fn complain(&mut self, message: &str) -> io::Result<()> {
        self.count_failure();
        if let Some(written) = self.format().message {
            return self.screen.complain_plainly(&written(&Message::new("error", message)));
        }
        self.screen.complain_plainly(message)
    }

    /// Prints a note without a position.
    pub(crate) fn note(&mut self, text: &str) -> io::Result<()> {
        let manner = manner(&self.screen, self.format());
        diagnostic::note(&mut self.screen.complaints(), None, text, manner)
    }
}

/// Returns how messages are written.
fn manner(screen: &Screen, format: &'static Format) -> Manner {
    Manner::of(format, screen.columns_of_complaints())
}

/// Prints a report on stdout, and its notes on stderr.
pub(super) fn show(
    screen: &mut Screen,
    origin: &Origin<'_>,
    format: &'static Format,
    style: &Style,
    report: &Report,
) -> io::Result<()> {
    (format.write)(report, style, &mut screen.answers())?;
    if !report.notes.is_empty() {
        let manner = manner(screen, format);
        diagnostic::notes(&mut screen.complaints(), origin, report, manner)?;
    }
    Ok(())
}
