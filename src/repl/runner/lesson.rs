//! The blocks of a lesson.

use std::io;

use super::super::script::Source;
use super::messages::show;
use super::{Origin, Runner};
use crate::report::Report;

impl Runner {
    /// Starts a new session with the same settings and limits.
    pub(crate) fn begin_anew(&mut self) {
        let mut new = self.session.anew();
        new.work_mut().observer = self.session.work_mut().observer.take();
        self.session = new;
        self.ran.fall_behind();
    }

    /// Shows a report without a statement.
    pub(crate) fn show_report(&mut self, report: &Report) -> io::Result<()> {
        let (style, format) = (self.style(), self.format());
        show(&mut self.screen, &Origin::new("", 0, ""), format, &style, report)
    }

    /// Runs and echoes a block of a lesson in its folder.
    pub(crate) fn run_lesson_block(&mut self, script: &str) -> io::Result<()> {
        let before = (self.run_options, self.echo, self.at_prompt, self.failed, self.fail_fast);
        (self.echo, self.at_prompt, self.fail_fast, self.is_lesson) = (true, false, false, true);
        (self.run_options.typed, self.run_options.watched) = (false, true);
        self.run_options.files = self.lesson_files;
        let ran = self.run(Source::block("", script, &self.lesson_folder));
        self.ran.fall_behind();
        (self.run_options, self.echo, self.at_prompt, self.failed, self.fail_fast) = before;
        (self.done, self.is_lesson) = (false, false);
        ran
    }

    /// Runs typed text again.
    pub(crate) fn run_typed(&mut self, text: &str) -> io::Result<()> {
        let before = (self.failed, self.done);
        let ran = self.run(Source::text("", text));
        self.drop_rows();
        self.wish = None;
        (self.failed, self.done) = before;
        ran
    }
}
