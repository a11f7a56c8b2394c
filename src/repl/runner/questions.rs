//! The questions of a lesson: what is asked, what was typed, and the verdicts.

use std::io;
use std::mem;
use std::path::Path;

use super::super::script::Source;
use super::messages::show;
use super::{Origin, Runner};
use crate::core::session::{Session, Settings};
use crate::parts::learn::Practice;
use crate::parts::lessons::{Try, tried};

impl Runner {
    /// Keeps what is typed when something is asked, from here on.
    pub(crate) fn record(&mut self) {
        self.tries.get_or_insert_default();
    }

    /// Takes what was kept.
    pub(crate) fn take_tries(&mut self) -> Vec<Try> {
        self.tries.as_mut().map(mem::take).unwrap_or_default()
    }

    /// Ends a quiz or a question.
    pub(crate) fn leave_questions(&mut self) {
        self.asking = None;
        if self.session.is_asking() {
            self.session.leave_practice();
        }
    }

    /// Begins a new session with the same settings and limits.
    pub(crate) fn begin_anew(&mut self) {
        drop(self.set_aside());
    }

    /// Puts a session back that was set aside.
    pub(crate) fn put_back(&mut self, mut session: Session) {
        session.work_mut().observer = self.session.work_mut().observer.take();
        self.leave_questions();
        self.session = session;
    }

    /// Begins an empty session with the same settings, and returns the one before.
    pub(crate) fn set_aside(&mut self) -> Session {
        let mut new = self.session.anew();
        new.work_mut().observer = self.session.work_mut().observer.take();
        self.asking = None;
        mem::replace(&mut self.session, new)
    }

    /// Runs the block of a lesson and echoes it, as in a script in this folder.
    pub(crate) fn run_block(&mut self, script: &str, folder: &Path) -> io::Result<()> {
        let before = (self.run_options, self.echo, self.at_prompt, self.failed, self.fail_fast);
        (self.echo, self.at_prompt, self.fail_fast) = (true, false, false);
        (self.run_options.typed, self.run_options.watched) = (false, true);
        self.run_options.files = self.lesson_files;
        let ran = self.in_block(|runner| runner.run(Source::block("", script, folder)));
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

    /// Everything that is asked for now, in its order.
    pub(crate) fn questions(&self) -> Vec<String> {
        match self.session.practice() {
            _ if self.asking.is_some() => vec![Try::ASK.to_owned()],
            Some(Practice::Quiz(quiz)) => quiz.questions(),
            _ => Vec::new(),
        }
    }

    /// Answers the question of a lesson; false if there is none.
    pub(super) fn answer_question(&mut self, origin: &Origin<'_>) -> io::Result<bool> {
        let Some(mut asking) = self.asking.take() else { return Ok(false) };
        let answered = asking.answer(&mut self.session, origin.text);
        self.keep_try(Some(tried(Try::ASK.to_owned(), origin.text, &answered)));
        if !asking.is_over() {
            self.asking = Some(asking);
        }
        let (style, format) = (self.style(), self.format());
        match answered {
            Ok(report) => {
                self.typed = None;
                show(&mut self.screen, origin, format, &style, &report)?;
            }
            Err(error) => self.print_error(origin, &error)?,
        }
        Ok(true)
    }

    /// Keeps a try at what is asked.
    pub(super) fn keep_try(&mut self, tried: Option<Try>) {
        if let Some(tries) = &mut self.tries {
            tries.extend(tried);
        }
    }
}
