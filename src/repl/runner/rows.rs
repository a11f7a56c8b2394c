//! Tables outside files: below a command, on stdin, or pasted.

use std::io;
use std::mem;

use super::super::script::Read;
use super::messages::show;
use super::{Origin, Runner};
use crate::command::syntax::is_command;
use crate::core::language::{Error, Result};
use crate::parts::rows::Rows;
use crate::report::{Report, WantedRows};

/// The rows so far, and their command.
pub(super) struct Gathering {
    rows: Rows,
    script: String,
    line: usize,
    statement: String,
}

impl Runner {
    /// Reads the rows of a command from stdin, or starts to gather those below it.
    pub(super) fn want_rows(
        &mut self,
        origin: &Origin<'_>,
        wanted: WantedRows,
        is_last: bool,
    ) -> io::Result<()> {
        let refused = |error: &str, hint: &str| Err(Error::new(wanted.span, error).hint(hint));
        let may = match wanted.are_on_stdin {
            true if self.stdin_is_script || self.at_prompt => refused(
                "stdin contains the script, not rows",
                "write :read, then the rows below it, then an empty line",
            ),
            false if !is_last => {
                refused(":read must be last on its line", "put the rows on the lines below :read")
            }
            _ => Ok(()),
        };
        if let Err(error) = may {
            return self.report_error(origin, &error);
        }
        if wanted.are_on_stdin {
            self.screen.flush()?;
            let (session, options) = (&mut self.session, self.run_options);
            let read = Rows::of(wanted).read_from(&mut io::stdin().lock(), session, options);
            return self.show_table(origin, read);
        }
        let mut rows = Rows::of(wanted);
        let line = origin.line + origin.text.matches('\n').count();
        if !origin.name.is_empty() {
            rows.stand_below(line);
        }
        let (script, statement) = (origin.name.to_owned(), origin.text.to_owned());
        self.gathering = Some(Gathering { rows, script, line: origin.line, statement });
        Ok(())
    }

    /// Returns true if the next line is a row of a table, or the empty one that ends it.
    pub(in crate::repl) fn is_gathering(&self) -> bool {
        self.gathering.is_some()
    }

    /// Forgets the rows so far.
    pub(in crate::repl) fn drop_rows(&mut self) {
        self.gathering = None;
    }

    /// Returns true if the table continues; a command ends it.
    pub(super) fn goes_on_with(&mut self, read: &Read) -> io::Result<bool> {
        let goes_on = !matches!(read, Read::Text(text) if is_command(&text.typed));
        if !goes_on {
            self.end_rows()?;
        }
        Ok(goes_on)
    }

    /// Takes a line as a row; the empty one ends the table.
    pub(super) fn take_row(&mut self, line: &str) -> io::Result<()> {
        if self.echoes() {
            self.screen.echo("| ", line)?;
        }
        let is_row = self.gathering.as_mut().is_some_and(|gathering| gathering.rows.take(line));
        if is_row { Ok(()) } else { self.end_rows() }
    }

    /// Reads the table of the rows so far.
    pub(super) fn end_rows(&mut self) -> io::Result<()> {
        let Some(Gathering { rows, script, line, statement }) = mem::take(&mut self.gathering)
        else {
            return Ok(());
        };
        let read = rows.read(&mut self.session, self.run_options);
        self.show_table(&Origin::new(&script, line, &statement), read)
    }

    /// Reads a pasted table.
    pub(in crate::repl) fn read_pasted(&mut self, rows: Rows) -> io::Result<()> {
        let read = rows.read(&mut self.session, self.run_options);
        self.show_table(&Origin::new("", 1, ""), read)
    }

    fn show_table(&mut self, origin: &Origin<'_>, read: Result<Report>) -> io::Result<()> {
        let (style, format) = (self.style(), self.format());
        self.note_table();
        match read {
            Ok(report) => show(&mut self.screen, origin, format, &style, &report)?,
            Err(_) if self.session.stop().is_set() => {}
            Err(error) => self.report_error(origin, &error)?,
        }
        self.notice_stop()
    }
}
