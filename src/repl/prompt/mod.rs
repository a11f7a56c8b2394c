//! The prompt: with the files below it, the only code that knows rustyline.

pub mod complete;
mod cursor;
mod ending;
pub(super) mod folders;
pub mod helper;
pub mod highlight;
mod history;
mod keys;
pub mod preview;
mod recovery;
mod startup;

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustyline::config::{BellStyle, Configurer};
use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{ColorMode, CompletionType, Config, EditMode, Editor};

use super::Runner;
use super::script::{Source, shown};
use super::tutor::Tutor;
use crate::command::syntax::Lines;
use crate::command::{Files, Transcript};
use crate::core::session::Keys;
use crate::parts::rows::Rows;
use ending::Watch;
use helper::Typing;
use history::Kept;
use recovery::Catcher;
pub use startup::start;

/// The prompts before a statement, and before its continuation lines.
const PROMPTS: [&str; 2] = ["> ", "| "];

/// The word that clears the screen, unless a node has that name.
const CLEAR: &str = "clear";

/// The prompt before an answer in a quiz.
const QUESTION: &str = "? ";

/// Reads and runs statements until the user quits.
pub fn run(runner: &mut Runner, tutor: &mut dyn Tutor) -> io::Result<()> {
    runner.start_prompt();
    let mut keyboard = Keyboard::open(runner)?;
    let ran = keyboard.run_lines(runner, tutor);
    // Also after an error, as of writing to a terminal that is gone.
    keyboard.watch.end_if_hung_up(&mut runner.session);
    ran.and_then(|()| tutor.leave(runner))
}

/// The outcome of reading a line.
enum Typed {
    /// Whole statements.
    Text(String),
    /// A pasted table.
    Table(Rows),
    /// Nothing to run, or an incomplete statement.
    Nothing,
    /// An empty line.
    Enter,
    /// The user has quit.
    End,
}

struct Keyboard {
    editor: Editor<Typing, DefaultHistory>,
    kept: Kept,
    keys: keys::KeyState,
    lines: Lines,
    catcher: Catcher,
    /// What saves the session when a signal ends the program.
    watch: Watch,
    /// Set by Ctrl-C while something runs.
    stop: Arc<AtomicBool>,
    /// True if the user has been told how to quit.
    told_how_to_quit: bool,
}

impl Keyboard {
    fn open(runner: &mut Runner) -> io::Result<Keyboard> {
        let config = Config::builder()
            .max_history_size(history::MOST)
            .and_then(|config| config.history_ignore_dups(true))
            .map_err(io::Error::other)?
            .completion_type(CompletionType::List)
            .completion_show_all_if_ambiguous(true)
            .bell_style(BellStyle::None)
            // Our highlighter decides on colors, and removes control characters.
            .color_mode(ColorMode::Forced)
            .build();
        let mut editor = Editor::with_config(config).map_err(io::Error::other)?;
        editor.set_helper(Some(Typing::default()));
        let keys = keys::KeyState::default();
        keys::bind(&mut editor, &keys);
        let (kept, warning) = Kept::open(&mut editor);
        if let Some(warning) = warning {
            runner.note(&warning)?;
        }
        // After the editor, which installs its own handler.
        let stop = Arc::new(AtomicBool::new(false));
        signal_hook::flag::register(signal_hook::consts::SIGINT, Arc::clone(&stop))?;
        runner.stop_when(&stop);
        let watch = Watch::start(&runner.ran, &stop, &mut editor)?;
        if let Some(typing) = editor.helper_mut() {
            typing.watch = Some(watch.clone());
        }
        let (lines, catcher) = (Lines::default(), Catcher::new());
        let told_how_to_quit = false;
        Ok(Keyboard { editor, kept, keys, lines, catcher, watch, stop, told_how_to_quit })
    }

    /// Reads and runs lines until the user quits.
    fn run_lines(&mut self, runner: &mut Runner, tutor: &mut dyn Tutor) -> io::Result<()> {
        self.keep_lines(runner);
        if !tutor.begin(runner)? {
            let version = env!("CARGO_PKG_VERSION");
            runner.screen.say(&format!("gradcalc {version}; type :help or :help all"))?;
        }
        while !runner.is_done() {
            runner.screen.flush()?;
            self.apply_settings(runner);
            match self.read(runner)? {
                Typed::Text(text) => {
                    tutor.take(runner, &text, &mut |runner| self.run_statements(runner, &text))?;
                }
                Typed::Enter if tutor.go_on(runner)? => {}
                Typed::Enter if runner.session.is_in_pass() => {
                    runner.run(Source::text("", ":next"))?
                }
                Typed::Table(rows) => {
                    self.run_guarded(runner, |runner| runner.read_pasted(rows))?
                }
                Typed::Enter | Typed::Nothing => {}
                Typed::End => break,
            }
            self.keep_lines(runner);
        }
        Ok(())
    }

    /// Keeps what ran, as text, or ends the program if a signal asks for it.
    fn keep_lines(&mut self, runner: &mut Runner) {
        let (watch, ran, session) = (&self.watch, &runner.ran, &mut runner.session);
        // After a panic the earlier text stays.
        let _ = self.catcher.run(|| {
            watch.heed(session);
            ran.catch_up(session);
        });
    }

    /// Applies the settings to the editor.
    fn apply_settings(&mut self, runner: &Runner) {
        let keys = match runner.session.settings().keys {
            Keys::Emacs => EditMode::Emacs,
            Keys::Vi => EditMode::Vi,
        };
        self.editor.set_edit_mode(keys);
    }

    /// Reads a line; an incomplete statement waits for the next line.
    fn read(&mut self, runner: &mut Runner) -> io::Result<Typed> {
        let [first, further] = PROMPTS;
        let prompt = if self.lines.is_open() || runner.is_gathering() {
            further
        } else if runner.session.is_asking() {
            QUESTION
        } else {
            first
        };
        let (columns, rows) = self.editor.dimensions().unwrap_or((80, 24));
        let (columns, rows) = (usize::from(columns), usize::from(rows));
        if let Some(typing) = self.editor.helper_mut() {
            *typing.session.get_mut() = std::mem::take(&mut runner.session);
            typing.pending = self.lines.pending();
            typing.ascii = runner.screen.is_ascii();
            typing.is_colored = runner.screen.is_colored();
            typing.files = runner.run_options.files == Files::Allowed;
            typing.size = (columns.saturating_sub(1), rows);
            typing.takes_rows = runner.is_gathering();
            typing.keys = self.keys.clone();
        }
        // Cleared before reading: a later Ctrl-C is for the statement.
        self.stop.store(false, Ordering::Relaxed);
        let editor = &mut self.editor;
        let read = self.catcher.run(|| editor.readline(prompt));
        let mut blank = true;
        if let Some(typing) = self.editor.helper_mut() {
            runner.session = std::mem::take(typing.session.get_mut());
            blank = typing.blank.get();
        }
        let is_dropped = self.keys.is_dropped.swap(false, Ordering::Relaxed);
        let is_end = self.keys.is_end.swap(false, Ordering::Relaxed);
        let read = match read {
            Ok(Ok(_)) if is_dropped => Err(ReadlineError::Interrupted),
            Ok(Ok(_)) if is_end => Err(ReadlineError::Eof),
            Ok(read) => read,
            Err(panic) => {
                runner.screen.say("")?;
                self.recover(runner, &panic)?;
                return Ok(Typed::End);
            }
        };
        match read {
            Ok(line) => self.typed(runner, line),
            Err(error) => self.not_read(runner, error, blank),
        }
    }

    /// The outcome if no line was read.
    fn not_read(
        &mut self,
        runner: &mut Runner,
        error: ReadlineError,
        is_blank: bool,
    ) -> io::Result<Typed> {
        match error {
            ReadlineError::Interrupted => self.interrupted(runner, is_blank),
            // In a quiz, Ctrl-D ends the quiz.
            ReadlineError::Eof if runner.session.is_asking() => Ok(Typed::Text(":quit".to_owned())),
            ReadlineError::Eof if runner.is_gathering() => Ok(Typed::Text("\n".to_owned())),
            // An open statement ends, with an error.
            ReadlineError::Eof if self.lines.is_open() => {
                let open = self.lines.take();
                self.remember(runner, &open)?;
                Ok(Typed::Text(open))
            }
            ReadlineError::Eof => Ok(Typed::End),
            ReadlineError::Io(error) if !history::is_fatal(&error) => {
                runner.note("the typed line is not valid UTF-8")?;
                Ok(Typed::Nothing)
            }
            error => {
                runner.fail(&format!("gradcalc: cannot read: {error}"))?;
                Ok(Typed::End)
            }
        }
    }

    /// The outcome of a line ended by Enter.
    fn typed(&mut self, runner: &mut Runner, line: String) -> io::Result<Typed> {
        if runner.is_gathering() {
            return Ok(Typed::Text(format!("{line}\n")));
        }
        if line.trim().is_empty() && !self.lines.is_open() {
            return Ok(Typed::Enter);
        }
        if runner.session.is_asking() {
            return Ok(Typed::Text(line));
        }
        if self.lines.is_open() {
            return self.take(runner, &line);
        }
        if let Some(rows) = Rows::pasted(&line) {
            self.remember(runner, &line)?;
            return Ok(Typed::Table(rows));
        }
        if line.trim() == CLEAR && runner.session.names().get(CLEAR).is_none() {
            self.editor.clear_screen().map_err(io::Error::other)?;
            return Ok(Typed::Nothing);
        }
        self.take(runner, &line)
    }

    /// Drops an open statement after Ctrl-C, or says once how to quit.
    fn interrupted(&mut self, runner: &mut Runner, is_blank: bool) -> io::Result<Typed> {
        let is_open = self.lines.is_open() || runner.is_gathering();
        if is_blank && !is_open && !std::mem::replace(&mut self.told_how_to_quit, true) {
            runner.screen.complain_plainly("Ctrl-D quits")?;
        }
        self.lines.take();
        runner.drop_rows();
        Ok(Typed::Nothing)
    }

    /// Adds typed or pasted lines to an open statement.
    fn take(&mut self, runner: &mut Runner, typed: &str) -> io::Result<Typed> {
        let mut texts = Vec::new();
        let mut transcript = Transcript::default();
        for line in typed.split('\n') {
            let statement = transcript.statement(line, self.lines.is_open());
            texts.extend(statement.map(|line| self.lines.push(line)).into_iter().flatten());
        }
        if let Some(note) = transcript.note() {
            runner.note(&note)?;
        }
        if self.lines.is_open() {
            texts.push(self.lines.take());
            // Complete statements wait for the rest of the entry.
            self.lines.start_over(texts.join("\n"));
            return Ok(Typed::Nothing);
        }
        let whole = texts.join("\n");
        self.remember(runner, &whole)?;
        Ok(Typed::Text(whole))
    }

    fn remember(&mut self, runner: &mut Runner, entry: &str) -> io::Result<()> {
        match self.kept.add(&mut self.editor, entry) {
            Some(warning) => runner.note(&warning),
            None => Ok(()),
        }
    }

    /// Runs complete statements; Ctrl-C interrupts them.
    fn run_statements(&mut self, runner: &mut Runner, text: &str) -> io::Result<()> {
        self.run_guarded(runner, |runner| {
            panic_when_asked(text);
            runner.run(Source::text("", text))
        })
    }

    /// Runs something; after a panic, saves the session and ends the run.
    fn run_guarded(
        &mut self,
        runner: &mut Runner,
        act: impl FnOnce(&mut Runner) -> io::Result<()>,
    ) -> io::Result<()> {
        match self.catcher.run(|| act(runner)) {
            Ok(ran) => ran,
            Err(panic) => {
                self.recover(runner, &panic)?;
                runner.done = true;
                Ok(())
            }
        }
    }

    /// Reports a panic, and saves the session.
    fn recover(&self, runner: &mut Runner, panic: &str) -> io::Result<()> {
        runner.fail(&format!("gradcalc: internal error, sorry: {panic}"))?;
        let message = match recovery::save(&self.catcher, &mut runner.session) {
            Ok(file) => recovery::saved_in(&shown(&file)),
            Err(error) => format!("the session could not be saved: {error}"),
        };
        runner.screen.complain_plainly(&message)
    }
}

/// Lets the test of recovery cause a panic; compiled only into debug builds.
#[cfg(debug_assertions)]
#[allow(clippy::panic)]
fn panic_when_asked(text: &str) {
    if std::env::var("GRADCALC_PANIC_AT").is_ok_and(|asked| asked == text) {
        panic!("asked for");
    }
}

#[cfg(not(debug_assertions))]
fn panic_when_asked(_: &str) {}
