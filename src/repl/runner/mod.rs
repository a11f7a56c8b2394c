//! Running statements from any source and printing their reports.

mod lesson;
mod messages;
mod ran;
mod rows;
mod statements;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::memory;
use super::progress::ProgressLine;
use super::script::{Read, Source};
use super::{Options, Screen};
use crate::command::{Files, RunOptions, Running, Text, why};
use crate::core::language::{Error, Span};
use crate::core::session::{Color, Names, Session, Settings};
use crate::render::diagnostic::Origin;
use crate::render::{self, Format, Style};
use crate::report::{LessonWish, Report};
pub(super) use ran::Ran;
use rows::Gathering;

/// Returns a report without the answers of a statement, and the format for it.
type Blank = fn(Report, &'static Format, &str, &Names) -> (Report, &'static Format);

/// The options of a script, from those of the run: the statements of a script that `:load` runs are not typed, and it
/// may be a stranger's, so it replaces no file.
fn options_at(depth: usize, own: RunOptions) -> RunOptions {
    match (depth, own.files) {
        (..=1, _) => own,
        (_, Files::Allowed) => RunOptions { typed: false, files: Files::New, ..own },
        _ => RunOptions { typed: false, ..own },
    }
}

/// The most scripts that a run loads. Scripts that load each other twice would double with each level, without end.
const MOST_LOADED: usize = 1000;

/// The place in the script on top that errors begin with: `outer.grad:2: `.
fn place_of(sources: &[Source], line: usize) -> String {
    let from = sources.last().map(Source::name).unwrap_or_default();
    if from.is_empty() { String::new() } else { format!("{from}:{line}: ") }
}

/// A session, its screen, and the options and state of the run.
pub struct Runner {
    pub(crate) session: Session,
    pub(crate) screen: Screen,
    pub(crate) run_options: RunOptions,
    echo: bool,
    fail_fast: bool,
    /// True if an answer that is nan is an error.
    strict: bool,
    failed: bool,
    /// True once the run has ended.
    pub(super) done: bool,
    /// The number of quiz questions missed, for the exit status; `None` at the prompt.
    missed: Option<usize>,
    /// True at the prompt, where errors do not affect the exit status.
    at_prompt: bool,
    /// True in a block of a lesson, which continues after errors.
    pub(crate) is_lesson: bool,
    /// True while a saved session is loaded: only its errors are shown.
    is_quiet: bool,
    /// True if Ctrl-C or a failed `:require` has ended the run.
    stopped: bool,
    /// The rows of a table that are being read line by line.
    gathering: Option<Gathering>,
    /// True if stdin contains statements, not rows.
    pub(crate) stdin_is_script: bool,
    /// The folder of the current lesson.
    pub(crate) lesson_folder: PathBuf,
    /// Blanks the answers, as on a worksheet.
    pub(crate) blank: Option<Blank>,
    /// The request of `:lesson`.
    pub(crate) wish: Option<LessonWish>,
    /// The file access of lesson blocks.
    pub(crate) lesson_files: Files,
    /// What ran at the prompt, for recovery.
    pub(super) ran: Ran,
    /// True in a script that `:load` runs.
    is_loaded: bool,
}

impl Runner {
    /// Creates a runner with an empty session.
    pub fn new(options: &Options, screen: Screen) -> Runner {
        let mut session = Session::new();
        session.budget().measure_room_by(memory::room);
        session.start_with(Settings {
            format: options.format.unwrap_or(Settings::default().format),
            color: options.color,
            ascii: options.ascii,
            ..Settings::default()
        });
        if screen.is_watched() && io::stderr().is_terminal() {
            let mut line = ProgressLine::default();
            session.work_mut().report_progress(move |progress| line.show(progress));
        }
        let run_options = RunOptions {
            watched: options.echo,
            files: if options.no_files { Files::Forbidden } else { Files::Allowed },
            ..RunOptions::default()
        };
        let (echo, fail_fast) = (options.echo, options.fail_fast);
        Runner {
            session,
            screen,
            run_options,
            echo,
            fail_fast,
            strict: options.strict,
            failed: false,
            done: false,
            missed: Some(0),
            at_prompt: false,
            is_lesson: false,
            is_quiet: false,
            stopped: false,
            gathering: None,
            stdin_is_script: false,
            lesson_folder: PathBuf::new(),
            blank: None,
            wish: None,
            lesson_files: if options.no_files { Files::Forbidden } else { Files::Folder },
            ran: Ran::default(),
            is_loaded: false,
        }
    }

    /// Runs a source of settings. It cannot end the run nor be undone, its errors do not count, and options of the
    /// command line override it.
    pub(super) fn prepare(&mut self, source: Source, options: &Options) -> io::Result<()> {
        let (run_options, echo) = (self.run_options, std::mem::take(&mut self.echo));
        (self.run_options.watched, self.run_options.typed) = (false, false);
        let ran = self.run(source);
        (self.run_options, self.echo, self.done, self.failed) = (run_options, echo, false, false);
        let mut settings = self.session.settings().clone();
        settings.format = options.format.unwrap_or(settings.format);
        if options.color != Color::Auto {
            settings.color = options.color;
        }
        if options.ascii.is_some() {
            settings.ascii = options.ascii;
        }
        self.screen.follow(&settings);
        self.session.start_with(settings);
        self.session.forget_history();
        ran
    }

    /// Lets `flag` interrupt statements and their output.
    pub(super) fn stop_when(&mut self, flag: &Arc<AtomicBool>) {
        self.session.stop_when(Arc::clone(flag));
        self.screen.stop_when(self.session.stop().clone());
    }

    /// Switches to the prompt.
    pub(crate) fn start_prompt(&mut self) {
        (self.run_options.watched, self.run_options.typed) = (true, true);
        self.echo = false;
        self.fail_fast = false;
        self.missed = None;
        self.at_prompt = true;
    }

    /// The exit status so far: 1 after a failure, else the number of questions missed in quizzes.
    pub fn status(&self) -> u8 {
        const MOST: u8 = 100;
        if self.failed {
            1
        } else {
            self.missed.map_or(0, |missed| u8::try_from(missed).unwrap_or(MOST).min(MOST))
        }
    }

    /// Ends an unfinished quiz when the input ends.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        if self.session.is_asking() {
            self.run_each(&Origin::new("", 0, ":quit"), &mut Running::of(":quit", 0))?;
        }
        Ok(())
    }

    /// Prepares for the next block of a lesson, and returns true if the last one failed.
    pub(crate) fn start_over(&mut self) -> bool {
        self.done = false;
        std::mem::take(&mut self.failed)
    }

    /// Returns true if `:quit`, or a failure under `--fail-fast`, has ended the run.
    pub fn is_done(&self) -> bool {
        self.done
    }

    /// Runs a source and the scripts it loads.
    pub fn run(&mut self, source: Source) -> io::Result<()> {
        self.run_while(source, |_| true)
    }

    /// Runs a source and the scripts it loads while `goes_on` returns true.
    pub(super) fn run_while(
        &mut self,
        source: Source,
        goes_on: impl Fn(&Runner) -> bool,
    ) -> io::Result<()> {
        // A stack: each script is above the one that loads it.
        self.stdin_is_script |= source.is_stdin();
        let mut sources = vec![source];
        self.stopped = false;
        let own_options = self.run_options;
        let mut loaded = 0;
        while let Some(source) = sources.last_mut().filter(|_| goes_on(self)) {
            let is_answer = self.session.is_asking();
            self.session.set_folder(&source.folder);
            let is_row = self.is_gathering();
            let read =
                source.next(is_answer || is_row, self.session.budget(), || self.screen.flush())?;
            let goes_on = is_row && self.goes_on_with(&read)?;
            if self.done {
                break;
            }
            let is_row = goes_on;
            if let Read::End = read {
                let (note, script) = (source.note(), source.name());
                if is_row && !(self.at_prompt && sources.len() == 1) {
                    self.end_rows()?;
                    continue;
                }
                if let Some(note) = note {
                    self.note(&note)?;
                }
                if sources.len() > 1 {
                    self.session.journal_mut().close_group(&format!(":load {script}"));
                }
                sources.pop();
                self.be_at_depth(sources.len(), own_options);
                continue;
            }
            self.is_quiet = source.is_saved;
            let loads = self.run_read(source, read, is_row)?;
            if self.done || self.stopped {
                break;
            }
            if let Some((script, line)) = loads {
                loaded += 1;
                if loaded > MOST_LOADED {
                    let place = place_of(&sources, line);
                    self.complain(&format!(
                        "{place}error: a run loads at most {MOST_LOADED} scripts; it ends here"
                    ))?;
                    self.done |= !self.at_prompt;
                    break;
                }
                self.enter(&mut sources, script, line)?;
                self.be_at_depth(sources.len(), own_options);
            }
        }
        (self.run_options, self.is_loaded) = (own_options, false);
        while sources.len() > 1 {
            let script = sources.pop().as_ref().map(Source::name).unwrap_or_default();
            self.session.journal_mut().close_group(&format!(":load {script}"));
        }
        Ok(())
    }

    /// Takes the options of the script on top of so many sources: one that is loaded may write only new files.
    fn be_at_depth(&mut self, depth: usize, own: RunOptions) {
        self.run_options = options_at(depth, own);
        self.is_loaded = depth > 1;
    }

    /// Runs text of a source; returns the script that it loads, with its line.
    fn run_read(
        &mut self,
        source: &mut Source,
        read: Read,
        is_row: bool,
    ) -> io::Result<Option<(Source, usize)>> {
        let name = source.name();
        match read {
            Read::Text(Text { typed, .. }) if is_row => self.take_row(&typed)?,
            Read::NotText(_, text, _) if is_row => self.take_row(&text)?,
            Read::End => {}
            Read::Failed(error) => {
                self.complain(&format!("gradcalc: cannot read {name}: {}", why(&error)))?;
            }
            Read::NotText(line, text, at) => {
                let error = Error::new(Span::new(at, at + 1), "this line is not valid UTF-8");
                let error = error.hint("save the file as UTF-8");
                self.report_error(&Origin::new(&name, line, &text), &error)?;
                self.notice_stop()?;
            }
            Read::Text(text) => {
                let origin = Origin::new(&name, text.line, &text.typed);
                let loads = self.run_text(&origin, &text.typed, text.from)?;
                return Ok(loads.map(|(script, from)| {
                    let line = text.line;
                    source.resumed = Some(Text { from, ..text });
                    (script, line)
                }));
            }
        }
        Ok(None)
    }

    /// Pushes a script onto the stack.
    fn enter(&mut self, sources: &mut Vec<Source>, script: Source, line: usize) -> io::Result<()> {
        const DEEPEST: usize = 64;
        let place = place_of(sources, line);
        let refused = if sources.len() >= DEEPEST {
            format!(":load is nested {DEEPEST} levels deep")
        } else if sources.iter().any(|running| running.is_same_file(&script)) {
            format!("{} loads itself", script.name())
        } else {
            self.session.journal_mut().open_group();
            sources.push(script);
            return Ok(());
        };
        self.complain(&format!("{place}error: {refused}"))
    }

    /// Returns true if typed lines are printed. In a lesson that is filled in, those of a script that it loads would look
    /// like its own.
    fn echoes(&self) -> bool {
        self.echo && !(self.is_loaded && self.screen.marks_typed())
    }

    pub(in crate::repl) fn style(&self) -> Style {
        let settings = self.session.settings();
        let plain = Style { ascii: self.screen.is_ascii(), ..Style::plain(settings.digits) };
        match self.screen.size() {
            None => plain,
            Some((columns, rows)) => Style { columns, rows: settings.rows.or(Some(rows)), ..plain },
        }
    }

    fn format(&self) -> &'static Format {
        render::format(self.session.settings().format)
    }

    fn count_failure(&mut self) {
        self.failed |= !self.at_prompt;
        self.done |= self.fail_fast;
    }
}
