//! The keyboard: with the files below it the only room that knows rustyline.

pub mod complete;
mod cursor;
mod folders;
pub mod helper;
pub mod highlight;
mod history;
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
use crate::language::{Line, Lines, Scan, harmless};
use crate::session::Keys;
use helper::Typing;
use history::Kept;
use recovery::Catcher;
pub use startup::start;

/// Before a statement, and before each of its further lines.
const PROMPTS: [&str; 2] = ["> ", "| "];

/// Before the answer to a quiz.
const QUESTION: &str = "? ";

/// Reads statements from a person until they leave.
pub fn run(runner: &mut Runner) -> io::Result<()> {
    runner.watch();
    let mut keyboard = Keyboard::open(runner)?;
    let banner = format!("gradcalc {}, :help lists the commands", env!("CARGO_PKG_VERSION"));
    runner.screen.say(&banner)?;
    while !runner.is_done() {
        runner.screen.flush()?;
        keyboard.obey(runner);
        match keyboard.read(runner)? {
            Typed::Text(text) => keyboard.carry_out(runner, &text)?,
            Typed::Nothing => {}
            Typed::End => break,
        }
    }
    Ok(())
}

/// The outcome of reading a line.
enum Typed {
    /// Whole statements.
    Text(String),
    /// Nothing that could be run, or not yet.
    Nothing,
    /// The person has left.
    End,
}

struct Keyboard {
    editor: Editor<Typing, DefaultHistory>,
    kept: Kept,
    lines: Lines,
    catcher: Catcher,
    /// Set by Ctrl-C while something runs.
    stop: Arc<AtomicBool>,
    /// True if the person has been told how to leave.
    told: bool,
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
            // Our own hand decides about colors, and about what is shown at all.
            .color_mode(ColorMode::Forced)
            .build();
        let mut editor = Editor::with_config(config).map_err(io::Error::other)?;
        editor.set_helper(Some(Typing::default()));
        let (kept, warning) = Kept::open(&mut editor);
        if let Some(warning) = warning {
            runner.warn(&warning)?;
        }
        // After the editor is made, which has a handler of its own.
        let stop = Arc::new(AtomicBool::new(false));
        signal_hook::flag::register(signal_hook::consts::SIGINT, Arc::clone(&stop))?;
        runner.stop_when(&stop);
        let (lines, catcher) = (Lines::default(), Catcher::new());
        Ok(Keyboard { editor, kept, lines, catcher, stop, told: false })
    }

    /// Makes the editor follow the settings.
    fn obey(&mut self, runner: &Runner) {
        let keys = match runner.session.settings().keys {
            Keys::Emacs => EditMode::Emacs,
            Keys::Vi => EditMode::Vi,
        };
        self.editor.set_edit_mode(keys);
    }

    /// Reads a line; a statement that it leaves open waits for the next one.
    fn read(&mut self, runner: &mut Runner) -> io::Result<Typed> {
        let [first, further] = PROMPTS;
        let prompt = if self.lines.is_open() {
            further
        } else if runner.is_asking() {
            QUESTION
        } else {
            first
        };
        let columns = self.editor.dimensions().map_or(80, |(columns, _)| usize::from(columns));
        if let Some(typing) = self.editor.helper_mut() {
            typing.session = std::mem::take(&mut runner.session);
            typing.pending = self.lines.pending();
            typing.ascii = runner.screen.is_ascii();
            typing.is_colored = runner.screen.is_colored();
            typing.files = runner.may_use_files();
            typing.columns = columns.saturating_sub(1);
        }
        // Not later: Ctrl-C just after the line is entered is meant for what it starts.
        self.stop.store(false, Ordering::Relaxed);
        let editor = &mut self.editor;
        let read = self.catcher.run(|| editor.readline(prompt));
        let mut blank = true;
        if let Some(typing) = self.editor.helper_mut() {
            runner.session = std::mem::take(&mut typing.session);
            blank = typing.blank.get();
        }
        let read = match read {
            Ok(read) => read,
            Err(panic) => {
                runner.screen.say("")?;
                self.recover(runner, &panic)?;
                return Ok(Typed::End);
            }
        };
        match read {
            Ok(line) => {
                // As it was shown.
                let line = harmless(&line).into_owned();
                runner.typed_after(prompt, columns);
                if line.trim().is_empty() && !self.lines.is_open() {
                    runner.on_empty_line()?;
                    return Ok(Typed::Nothing);
                }
                if runner.is_asking() {
                    return Ok(Typed::Text(line));
                }
                self.take(runner, &line)
            }
            Err(ReadlineError::Interrupted) => {
                if blank && !self.lines.is_open() && !std::mem::replace(&mut self.told, true) {
                    runner.screen.complain_plainly("Ctrl-D leaves")?;
                }
                self.lines.take();
                Ok(Typed::Nothing)
            }
            // In a quiz it leaves the quiz.
            Err(ReadlineError::Eof) if runner.is_asking() => Ok(Typed::Text(":quit".to_owned())),
            Err(ReadlineError::Eof) => Ok(Typed::End),
            Err(ReadlineError::Io(error)) if !history::is_fatal(&error) => {
                runner.warn("what was typed is not valid UTF-8")?;
                Ok(Typed::Nothing)
            }
            Err(error) => {
                runner.fail(&format!("gradcalc: cannot read: {error}"))?;
                Ok(Typed::End)
            }
        }
    }

    /// Adds what was typed, one line or several pasted ones, to what was left open.
    fn take(&mut self, runner: &mut Runner, typed: &str) -> io::Result<Typed> {
        let mut whole = String::new();
        for (index, line) in typed.split('\n').enumerate() {
            let Line::CutShort(line) = self.lines.push(line.to_owned()) else {
                if !self.lines.is_open() {
                    append(&mut whole, self.lines.take().text());
                }
                continue;
            };
            let broken = self.lines.take();
            let broken = broken.text();
            if index == 0 {
                runner.typed_nothing();
                // Typed on their own, they are entries of their own, too.
                self.remember(runner, broken)?;
                self.carry_out(runner, broken)?;
            } else {
                append(&mut whole, broken);
            }
            if self.lines.push(line) != Line::Open {
                append(&mut whole, self.lines.take().text());
            }
        }
        if self.lines.is_open() {
            let open = self.lines.take();
            append(&mut whole, open.text());
            // What is whole already waits for the rest: it was entered as one.
            self.lines.start_over(Scan::of(whole));
            return Ok(Typed::Nothing);
        }
        self.remember(runner, &whole)?;
        Ok(Typed::Text(whole))
    }

    fn remember(&mut self, runner: &mut Runner, entry: &str) -> io::Result<()> {
        match self.kept.add(&mut self.editor, entry) {
            Some(warning) => runner.warn(&warning),
            None => Ok(()),
        }
    }

    /// Runs whole statements; Ctrl-C stops them.
    fn carry_out(&mut self, runner: &mut Runner, text: &str) -> io::Result<()> {
        let ran = self.catcher.run(|| {
            panic_when_asked(text);
            runner.run(Source::text("", text))
        });
        match ran {
            Ok(ran) => ran,
            Err(panic) => {
                self.recover(runner, &panic)?;
                runner.end();
                Ok(())
            }
        }
    }

    /// After a panic: says so, and saves what there is to save.
    fn recover(&self, runner: &mut Runner, panic: &str) -> io::Result<()> {
        runner.fail(&format!("gradcalc: a bug, for which we are sorry: {panic}"))?;
        let message = match recovery::save(&self.catcher, &mut runner.session) {
            Ok(file) => format!("the session is saved: gradcalc -i {} goes on", shown(&file)),
            Err(error) => format!("the session could not be saved: {error}"),
        };
        runner.screen.complain_plainly(&message)
    }
}

fn append(whole: &mut String, text: &str) {
    if !whole.is_empty() {
        whole.push('\n');
    }
    whole.push_str(text);
}

/// A door for the test of recovery; a release has none.
#[cfg(debug_assertions)]
#[allow(clippy::panic)]
fn panic_when_asked(text: &str) {
    if std::env::var("GRADCALC_PANIC_AT").is_ok_and(|asked| asked == text) {
        panic!("asked for");
    }
}

#[cfg(not(debug_assertions))]
fn panic_when_asked(_: &str) {}
