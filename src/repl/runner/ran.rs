//! What ran at the prompt, kept as text for when a signal ends the program.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Origin, Runner};
use crate::command::syntax::continued;
use crate::core::graph::Value;
use crate::core::language::Span;
use crate::core::session::{ANSWER, Session};

/// What ran, as text; shared with the thread that a signal wakes.
#[derive(Debug, Clone, Default)]
pub struct Ran(Arc<Mutex<RanText>>);

#[derive(Debug, Default)]
pub struct RanText {
    /// A script of the session, then the statements since.
    pub text: String,
    /// True if the text is a script of the session as it is now.
    pub is_whole: bool,
    /// True if something was typed that changed the session.
    pub is_new: bool,
}

/// The largest session, in nodes, whose script is written after each line: it takes some milliseconds.
const MOST_NODES: usize = 1000;

/// The longest text, in bytes, that is kept.
const MOST_TEXT: usize = 1 << 16;

impl Ran {
    /// The text, for as long as it is held. A panic leaves it as good as it was.
    pub fn lock(&self) -> MutexGuard<'_, RanText> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that something other than what was typed has changed the session.
    pub fn fall_behind(&self) {
        self.lock().is_whole = false;
    }

    /// Adds a statement that has changed the session.
    fn add(&self, statement: &str) {
        let mut ran = self.lock();
        (ran.is_whole, ran.is_new) = (false, true);
        if !statement.is_empty() && ran.text.len() + statement.len() < MOST_TEXT {
            ran.text.push_str(statement);
            ran.text.push('\n');
        }
    }

    /// Replaces the text by a script of the session if something has changed. The script of a large session would take
    /// long, so there the statements are added up, and the main thread is asked for the script when the signal comes.
    pub fn catch_up(&self, session: &mut Session) {
        let mut ran = self.lock();
        let is_small = session.budget().held() <= MOST_NODES && ran.text.len() < MOST_TEXT;
        if !ran.is_whole && is_small {
            ran.take(session);
        }
    }
}

impl RanText {
    /// Replaces the text by a script of the session, unless the script is cut short.
    pub fn take(&mut self, session: &mut Session) {
        // A late Ctrl-C would cut it short.
        session.stop().clear();
        // Forgets an earlier refusal.
        session.budget().has_refused();
        let script = session.script();
        if !session.stop().is_set() && !session.budget().has_refused() {
            (self.text, self.is_whole) = (script, true);
        }
    }
}

/// What tells whether a statement has changed the session.
#[derive(PartialEq, Eq)]
pub(super) struct Before {
    standing: u64,
    travels: u64,
    /// The root, if the user chose it.
    root: Option<Value>,
    is_asking: bool,
}

impl Runner {
    /// Returns the state before a statement at the prompt; elsewhere nothing is kept.
    pub(super) fn before(&self) -> Option<Before> {
        let session = &self.session;
        self.at_prompt.then(|| Before {
            standing: session.journal().standing(),
            travels: session.journal().travels(),
            root: session.root().filter(|_| session.root_is_chosen()).cloned(),
            is_asking: session.is_asking(),
        })
    }

    /// Keeps a statement that has changed the session. An answer in a quiz is none.
    pub(super) fn note_run(&mut self, origin: &Origin<'_>, span: Span, before: Option<Before>) {
        let Some(was) = before.as_ref().map(|before| before.is_asking) else { return };
        if before == self.before() {
            return;
        }
        let statement = if was { "" } else { span.of(origin.text) };
        self.ran.add(continued(statement, ANSWER).as_deref().unwrap_or(statement));
    }

    /// Notes a table, whose rows stand in no statement.
    pub(super) fn note_table(&mut self) {
        if self.at_prompt {
            self.ran.add("");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::{Files, commands, find};
    use crate::repl::captured_output::Pad;
    use crate::repl::{Options, Screen, Source};

    /// A prompt where some things have names, and its text.
    fn prompt(folder: &std::path::Path) -> Runner {
        let options = Options::default();
        let mut runner = Runner::new(&options, Screen::on_pad(&Pad::forgetful(), false));
        runner.start_prompt();
        runner.run_options.files = Files::Folder;
        let begun = find("back", Default::default(), false).map_or("", |_| ":back L; :next");
        for text in [
            "a = 2 ± 0.1; b = -3 ± 0.1; c = 10; f = -2; x = 3; x1 = 1; x2 = 2; data = [0, 1, 2]",
            "t = [0, 1, 2]; y = [1.1, 2.9, 5.2]; m = 1; f(x) = 3x^2 - 4x + 5; twice = a + a",
            "e = a*b; d = e + c; loss = x^2; L = d*f*x1*x2; :grad L",
            begun,
        ] {
            run(&mut runner, text, folder);
        }
        // Some commands would take seconds.
        runner.session.allow_work(100_000);
        runner
    }

    fn run(runner: &mut Runner, text: &str, folder: &std::path::Path) {
        runner.run(Source::block("", text, folder)).expect("it is written");
    }

    #[test]
    fn every_command_that_changes_the_script_is_noted() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("points.csv"), "t,u\n1,2\n").expect("it is written");
        let script = "a = 2; w = a^2\n:set a 3\n";
        std::fs::write(folder.path().join("lesson.grad"), script).expect("it is written");
        let mut noted = 0;
        for command in commands() {
            let mut runner = prompt(folder.path());
            let then = |example| [example, ":undo", ":redo", "2 + 3", "* 2", "z = _"];
            for text in command.examples.iter().flat_map(|example| then(*example)) {
                runner.ran.catch_up(&mut runner.session);
                run(&mut runner, text, folder.path());
                if runner.session.stop().is_set() {
                    break;
                }
                if runner.ran.lock().is_whole {
                    let script = runner.session.script();
                    assert_eq!(runner.ran.lock().text, script, "{text} of {}", command.name);
                } else {
                    noted += 1;
                }
            }
        }
        assert!(noted > 100, "{noted}");
    }
}
