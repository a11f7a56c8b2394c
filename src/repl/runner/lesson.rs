//! The blocks of a lesson, and the files that it is about.

use std::io;
use std::mem;
use std::path::{Path, PathBuf};

use super::super::script::Source;
use super::messages::show;
use super::{Origin, Runner};
use crate::core::session::Settings;
use crate::report::Report;

/// The files of a lesson that is played.
#[derive(Debug, Default)]
pub(super) struct LessonFiles {
    /// The folder that it stands in.
    folder: PathBuf,
    /// The file for the answers, if they are handed in.
    answers: Option<PathBuf>,
}

impl Runner {
    /// Notes which folder a lesson stands in, and the file for the answers to it.
    pub(crate) fn set_lesson(&mut self, folder: PathBuf, answers: Option<PathBuf>) {
        self.lesson = LessonFiles { folder, answers };
    }

    /// The file for the answers to a lesson, if they are handed in.
    pub(crate) fn answers_file(&self) -> Option<&Path> {
        self.lesson.answers.as_deref()
    }

    /// Begins a new session with the same settings and limits.
    pub(crate) fn begin_anew(&mut self) {
        let mut new = self.session.anew();
        new.work_mut().observer = self.session.work_mut().observer.take();
        self.session = new;
    }

    /// Shows a report that no statement has made.
    pub(crate) fn show_report(&mut self, report: &Report) -> io::Result<()> {
        let (style, format) = (self.style(), self.format());
        show(&mut self.screen, &Origin::new("", 0, ""), format, &style, report)
    }

    /// Runs the block of a lesson and echoes it, as in a script in the folder of the lesson.
    pub(crate) fn run_lesson_block(&mut self, script: &str) -> io::Result<()> {
        let before = (self.run_options, self.echo, self.at_prompt, self.failed, self.fail_fast);
        (self.echo, self.at_prompt, self.fail_fast) = (true, false, false);
        (self.run_options.typed, self.run_options.watched) = (false, true);
        self.run_options.files = self.lesson_files;
        let folder = mem::take(&mut self.lesson.folder);
        let ran = self.in_block(|runner| runner.run(Source::block("", script, &folder)));
        self.lesson.folder = folder;
        (self.run_options, self.echo, self.at_prompt, self.failed, self.fail_fast) = before;
        // What a block says cannot end the lesson.
        self.done = false;
        ran
    }

    /// Runs what stands in a block: a `:format` in it holds to its end, so that what follows is read, and
    /// blank on paper, as its author has seen it.
    pub(crate) fn in_block<T>(&mut self, run: impl FnOnce(&mut Runner) -> T) -> T {
        let format = self.session.settings().format;
        let ran = run(self);
        if self.session.settings().format != format {
            let settings = Settings { format, ..self.session.settings().clone() };
            self.session.start_with(settings);
        }
        ran
    }

    /// Runs once more what was typed.
    pub(crate) fn run_typed(&mut self, text: &str) -> io::Result<()> {
        let before = (self.failed, self.done);
        let ran = self.run(Source::text("", text));
        self.drop_rows();
        self.wish = None;
        (self.failed, self.done) = before;
        ran
    }
}
