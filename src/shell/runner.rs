//! Runs statements from any source and prints what they come to.

use std::io;

use super::script::{Read, Source, shown};
use super::{Options, Screen, complaint};
use crate::commands::{self, Manner};
use crate::language::{Error, statements};
use crate::report::{Next, Part, Report};
use crate::session::{Session, Settings};
use crate::teach::Lesson;
use crate::views::{self, Format, Style};

/// A session, the screen it prints on, and how it is run.
pub struct Runner {
    pub(super) session: Session,
    pub(super) screen: Screen,
    manner: Manner,
    echo: bool,
    fail_fast: bool,
    failed: bool,
    done: bool,
    /// How many questions of quizzes were missed, where that counts: not at the prompt.
    missed: Option<usize>,
}

/// A text that was read, and where.
pub(super) struct Origin<'text> {
    /// The file, `stdin`, or nothing at the prompt.
    pub name: &'text str,
    /// The line the text starts on, from 1.
    pub line: usize,
    /// The text.
    pub text: &'text str,
}

impl Runner {
    /// A runner with an empty session.
    pub fn new(options: &Options, screen: Screen) -> Runner {
        let mut session = Session::new();
        if let Some(format) = options.format {
            session.start_with(Settings { format, ..Settings::default() });
        }
        let manner = Manner { watched: options.echo, no_files: options.no_files };
        let (echo, fail_fast) = (options.echo, options.fail_fast);
        Runner {
            session,
            screen,
            manner,
            echo,
            fail_fast,
            failed: false,
            done: false,
            missed: Some(0),
        }
    }

    /// From here on a person is watching.
    pub(super) fn watch(&mut self) {
        self.manner.watched = true;
        self.echo = false;
        self.fail_fast = false;
        self.missed = None;
    }

    /// The exit status so far: 1 after an error, else the number of questions missed in quizzes.
    pub fn status(&self) -> u8 {
        const MOST: u8 = 100;
        match self.failed {
            true => 1,
            false => self.missed.map_or(0, |missed| u8::try_from(missed).unwrap_or(MOST).min(MOST)),
        }
    }

    /// Whether the next line is an answer to a quiz, not a statement.
    pub(super) fn is_asking(&self) -> bool {
        self.session.is_asking()
    }

    /// What an empty line does at the prompt: it goes on with a backward pass by hand.
    pub(super) fn on_empty_line(&mut self) -> io::Result<()> {
        match self.session.lesson() {
            Some(Lesson::Hand(hand)) if !hand.is_done() => self.run(Source::text("", ":next")),
            _ => Ok(()),
        }
    }

    /// Ends what is under way when there is nothing more to read.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        match self.is_asking() {
            true => self.run_answer(&Origin { name: "", line: 0, text: ":quit" }, 0, ":quit"),
            false => Ok(()),
        }
    }

    /// Whether `:quit`, or an error under `--fail-fast`, has ended the run.
    pub fn is_done(&self) -> bool {
        self.done
    }

    /// Runs a source, and the scripts it loads, to their ends.
    pub fn run(&mut self, source: Source) -> io::Result<()> {
        // The source asked for first is at the bottom; those it loads are above it.
        let mut sources = vec![source];
        while let Some(source) = sources.last_mut() {
            let is_answer = self.session.is_asking();
            let loads = match source.next(is_answer, || self.screen.flush())? {
                Read::End => {
                    if sources.len() > 1 {
                        self.session.close_group();
                    }
                    sources.pop();
                    continue;
                }
                Read::Failed(error) => {
                    let message = format!("gradcalc: cannot read {}: {error}", source.name());
                    self.complain(&message)?;
                    continue;
                }
                Read::NotText(line, text, at) => {
                    let name = source.name();
                    let origin = Origin { name: &name, line, text: &text };
                    self.report_error(&origin, &not_text(at))?;
                    None
                }
                Read::Text(line, text) => {
                    let name = source.name();
                    self.run_text(&Origin { name: &name, line, text: &text }, source)?
                }
            };
            if self.done {
                break;
            }
            if let Some((path, origin_line)) = loads {
                self.enter(&mut sources, path, origin_line)?;
            }
        }
        while sources.len() > 1 {
            self.session.close_group();
            sources.pop();
        }
        Ok(())
    }

    /// Puts a script on top of those that are running.
    fn enter(
        &mut self,
        sources: &mut Vec<Source>,
        path: std::path::PathBuf,
        line: usize,
    ) -> io::Result<()> {
        const DEEPEST: usize = 64;
        let from = sources.last().map(Source::name).unwrap_or_default();
        let place = if from.is_empty() { String::new() } else { format!("{from}:{line}: ") };
        if sources.len() >= DEEPEST {
            let message = format!("{place}error: {DEEPEST} scripts are loading each other");
            return self.complain(&message);
        }
        match Source::open(&path) {
            // It would go round for ever, or twice as long with every round.
            Ok(source) if sources.iter().any(|running| running.is_same_file(&source)) => {
                self.complain(&format!("{place}error: {} is loading itself", source.name()))
            }
            Ok(source) => {
                self.session.open_group();
                sources.push(source);
                Ok(())
            }
            Err(error) => {
                self.complain(&format!("{place}error: cannot read {}: {error}", shown(&path)))
            }
        }
    }

    /// Runs the statements of a text; where one loads a script, the rest goes back to the source.
    fn run_text(
        &mut self,
        origin: &Origin<'_>,
        source: &mut Source,
    ) -> io::Result<Option<(std::path::PathBuf, usize)>> {
        if self.echo && !source.is_resumed() {
            let mark = if self.session.is_asking() { "? " } else { "> " };
            self.screen.echo(mark, origin.text)?;
        }
        let mut found = statements(origin.text).peekable();
        while let Some((at, statement)) = found.next() {
            let last = found.peek().is_none();
            if self.session.is_asking() {
                self.run_answer(origin, at, &statement)?;
                continue;
            }
            match self.run_statement(origin, at, &statement, last)? {
                Next::GoOn if self.done => return Ok(None),
                Next::GoOn => {}
                Next::Quit => {
                    self.done = true;
                    return Ok(None);
                }
                Next::Load(path) => {
                    let rest = at + statement.len();
                    source.resume(origin.line, origin.text, rest);
                    return Ok(Some((path, origin.line)));
                }
                Next::Missed(missed) => self.count_missed(missed),
            }
        }
        Ok(None)
    }

    /// Takes an answer to the quiz under way; one that cannot be read is asked for again.
    fn run_answer(&mut self, origin: &Origin<'_>, at: usize, answer: &str) -> io::Result<()> {
        let (style, format) = (self.style(), self.format());
        match commands::answer(&mut self.session, answer) {
            Ok(report) => {
                show(&mut self.screen, origin, format, &style, &report)?;
                if let Next::Missed(missed) = report.next {
                    self.count_missed(missed);
                }
                Ok(())
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
        at: usize,
        statement: &str,
        last: bool,
    ) -> io::Result<Next> {
        let style = self.style();
        let format = self.format();
        match commands::run(&mut self.session, statement, self.manner) {
            Ok(mut report) => {
                if !last {
                    // Of several assignments on a line only the last one says its value.
                    report
                        .parts
                        .retain(|part| !matches!(part, Part::Answer(answer) if answer.named));
                }
                show(&mut self.screen, origin, format, &style, &report)?;
                let next = report.next;
                if let Some(ended) = self.session.end_outdated_lesson() {
                    let report = Report::of("note", Part::Note(ended));
                    show(&mut self.screen, origin, format, &style, &report)?;
                }
                Ok(next)
            }
            Err(error) => {
                self.report_error(origin, &error.moved(at))?;
                Ok(Next::GoOn)
            }
        }
    }

    pub(super) fn style(&self) -> Style {
        let settings = self.session.settings();
        let rows = self.screen.is_watched().then_some(settings.rows);
        Style { digits: settings.digits, rows }
    }

    fn format(&self) -> &'static Format {
        views::format(self.session.settings().format).unwrap_or(&views::FORMATS[0])
    }

    /// Prints an error where it happened, and remembers it for the exit status.
    pub(super) fn report_error(&mut self, origin: &Origin<'_>, error: &Error) -> io::Result<()> {
        self.failed = true;
        self.done |= self.fail_fast;
        self.print_error(origin, error)
    }

    fn print_error(&mut self, origin: &Origin<'_>, error: &Error) -> io::Result<()> {
        let place = complaint::Place::of(origin.text, error.span());
        let line = origin.line + place.line;
        if self.format().objects {
            let message = views::message(
                "error",
                Some(line),
                Some(place.column),
                error.message(),
                error.advice(),
            );
            return self.screen.complain_plainly(&message);
        }
        complaint::write(&mut self.screen, origin.name, line, &place, error)
    }

    /// Prints a message that has no place in a text.
    pub fn complain(&mut self, message: &str) -> io::Result<()> {
        self.failed = true;
        self.done |= self.fail_fast;
        if self.format().objects {
            return self
                .screen
                .complain_plainly(&views::message("error", None, None, message, None));
        }
        self.screen.complain_plainly(message)
    }
}

/// Prints a report: its answers on stdout, its notes on stderr.
fn show(
    screen: &mut Screen,
    origin: &Origin<'_>,
    format: &'static Format,
    style: &Style,
    report: &Report<'_>,
) -> io::Result<()> {
    (format.write)(report, style, &mut screen.answers())?;
    for part in &report.parts {
        if let Part::Note(note) = part {
            match format.objects {
                true => {
                    let message = views::message("note", Some(origin.line), None, note, None);
                    screen.complain_plainly(&message)?;
                }
                false => complaint::note(screen, origin.name, origin.line, note)?,
            }
        }
    }
    Ok(())
}

fn not_text(at: usize) -> Error {
    let span = crate::language::Span::new(at, at + 1);
    Error::new(span, "this line is not valid UTF-8").hint("save the file as UTF-8")
}
