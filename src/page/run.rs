//! Runs typed text as a prompt would, and renders the answers as HTML.

use std::mem;

use serde::Serialize;

use super::Page;
use super::markup::Markup;
use super::plots::Watched;
use crate::command::syntax::{Statement, parse, statements};
use crate::command::{Arguments, Command, Files, Outcome, RunOptions, Running, Text, Texts, find};
use crate::core::language::{Result, Span, visible_lines};
use crate::parts::export::exports;
use crate::parts::learn::Practice;
use crate::parts::rows::Rows;
use crate::render::diagnostic::{self, Manner, Origin};
use crate::render::{self, Style};
use crate::report::{Block, Next, Paragraph, Report, Role};

/// The limits on the width of answers, in characters.
pub const NARROWEST: usize = 36;
pub const WIDEST: usize = 200;

/// The rows of a table before some are hidden.
const ROWS: usize = 60;

/// The limit on the typed text shown.
const LONGEST: usize = 20_000;

/// The size limit of a download, in bytes.
const LONGEST_FILE: usize = 20_000_000;

/// The hint for commands that need files.
const INSTEAD: &str = "paste the contents of the file; Copy link and Download save the session";

/// The limit on texts of one paste.
const MOST_TEXTS: usize = 10_000;

/// A text that was typed, and its answer.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Entry {
    /// The prompt it was typed after.
    pub prompt: &'static str,
    pub text: String,
    /// The answer.
    pub html: String,
    /// The prose of a lesson, as HTML.
    pub prose: Option<String>,
    /// True if a quiz begins here; earlier output may contain the answers.
    pub quiz: bool,
    /// The files of its exports, for download buttons.
    pub files: Vec<Download>,
}

/// A file to download.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Download {
    name: String,
    text: String,
}

impl Entry {
    /// A statement that was not typed.
    pub fn told(text: String) -> Entry {
        Entry { prompt: "> ", text, ..Entry::default() }
    }

    pub fn answer(html: String) -> Entry {
        Entry { html, ..Entry::default() }
    }

    /// A note.
    pub fn noted(note: &str) -> Entry {
        let mut markup = Markup::default();
        say(&mut markup, note, WIDEST);
        Entry::answer(markup.finish())
    }
}

impl Page {
    /// Runs typed lines.
    pub(super) fn run(&mut self, typed: &str) -> Vec<Entry> {
        // An empty line continues a pass by hand.
        let is_next = typed.trim().is_empty() && self.session.is_in_pass();
        let typed = if is_next { ":next" } else { typed };
        let options = RunOptions { watched: true, typed: true, files: Files::Absent };
        match Rows::pasted(typed).filter(|_| !self.session.is_asking()) {
            Some(rows) => vec![self.read(rows, typed, options)],
            None => self.run_lines(typed, options),
        }
    }

    /// Reads a table that was pasted.
    fn read(&mut self, rows: Rows, typed: &str, options: RunOptions) -> Entry {
        let read = rows.read(&mut self.session, options);
        let html = self.as_html("", read);
        Entry { html, ..Entry::told(shown(typed)) }
    }

    /// A reply to a text as HTML.
    pub(super) fn as_html(&self, typed: &str, reply: Result<Report>) -> String {
        let mut markup = Markup::default();
        self.write(&Origin::new("", 1, typed), &reply, &mut markup);
        markup.finish()
    }

    /// Writes a reply.
    fn write(&self, origin: &Origin<'_>, reply: &Result<Report>, markup: &mut Markup) {
        let (format, style) = (render::format(self.session.settings().format), self.style());
        let manner = Manner::of(format, Some(style.columns));
        let _ = match reply {
            Ok(report) => (format.write)(report, &style, markup)
                .and_then(|()| diagnostic::notes(markup, origin, report, manner)),
            Err(error) => diagnostic::write(markup, origin, error, manner),
        };
    }

    /// Runs the lines of a script.
    pub(super) fn run_lines(&mut self, typed: &str, options: RunOptions) -> Vec<Entry> {
        let mut entries = Vec::new();
        let (mut texts, mut lines) = (Texts::default(), typed.lines());
        loop {
            let Some(text) = texts.next() else {
                match lines.next() {
                    Some(line) if self.session.is_asking() => texts.push_alone(line.to_owned()),
                    Some(line) => texts.push(line),
                    None if texts.end() => {}
                    None => break,
                }
                continue;
            };
            if entries.len() >= MOST_TEXTS {
                entries.push(Entry::noted("the rest is too long to show"));
                return entries;
            }
            entries.extend(self.run_text(&text, options));
        }
        entries.extend(texts.note().map(|note| Entry::noted(&note)));
        entries
    }

    /// Runs a text; output before a quiz is a separate entry.
    fn run_text(&mut self, text: &Text, options: RunOptions) -> Vec<Entry> {
        let prompt = if self.session.is_asking() { "? " } else { "> " };
        let mut entries = vec![Entry { prompt, text: shown(&text.typed), ..Entry::default() }];
        let mut markup = Markup::default();
        let mut files = Vec::new();
        let origin = Origin::new("", text.line, &text.typed);
        let mut running = Running::of(&text.typed, text.from);
        loop {
            let was_asking = self.session.is_asking();
            let from = running.from();
            let root = self.session.root().cloned();
            let Some((outcome, _)) = running.run_next(&mut self.session, options) else {
                break;
            };
            if self.session.root() != root.as_ref() {
                self.leave_finished();
            }
            if !was_asking && self.session.is_asking() {
                let before = mem::take(&mut markup).finish();
                entries.last_mut().into_iter().for_each(|entry| entry.html.push_str(&before));
                entries.push(Entry { quiz: true, ..Entry::default() });
            }
            let statement = text.typed.get(from..running.from() - 1).unwrap_or_default();
            match outcome {
                Outcome::Report(mut report) => {
                    files.extend(download(statement, &report));
                    if command_of(statement).is_some_and(|command| command.name == "reset") {
                        self.watched = Watched::default();
                    }
                    self.watch(statement, &report);
                    if self.draws_plots() {
                        leave_out_plots(&mut report);
                    }
                    let note = match report.next {
                        Next::Rows(_) => Some("paste the rows alone, with no command above them"),
                        Next::Quit => Some("to quit, close the page"),
                        Next::Lesson(wish, _) => {
                            self.wished = Some(wish);
                            None
                        }
                        _ => None,
                    };
                    self.write(&origin, &Ok(report), &mut markup);
                    note.into_iter().for_each(|note| say(&mut markup, note, self.columns));
                }
                Outcome::Failed(error) | Outcome::Unreadable(error) => {
                    let needs_file = command_of(statement).is_some_and(Command::is_about_files);
                    let error = if needs_file { error.hint(INSTEAD) } else { error };
                    self.write(&origin, &Err(error), &mut markup);
                }
            }
            self.session.work_mut().acknowledge_stop();
        }
        if let Some(entry) = entries.last_mut() {
            entry.html = markup.finish();
            entry.files = files;
        }
        entries
    }

    /// Leaves a finished exercise, so that another root is shown.
    fn leave_finished(&mut self) {
        if self.session.practice().is_some_and(Practice::is_over) {
            self.session.leave_practice();
        }
    }

    /// The style of answers.
    pub(super) fn style(&self) -> Style {
        let settings = self.session.settings();
        let rows = Some(settings.rows.unwrap_or(ROWS));
        let ascii = settings.ascii == Some(true);
        Style { columns: self.columns, rows, ascii, ..Style::plain(settings.digits) }
    }
}

/// The file that an export would be.
fn download(statement: &str, report: &Report) -> Option<Download> {
    let [Block::Verbatim(text)] = report.blocks.as_slice() else { return None };
    if report.kind != "export" || text.len() > LONGEST_FILE {
        return None;
    }
    let arguments = Arguments::read(statement, RunOptions::default()).ok()?;
    let format = arguments.choice("FORMAT", exports(), |it| it.name).ok()?;
    let name = format!("gradcalc.{}", format.endings.first()?);
    Some(Download { name, text: text.clone() })
}

/// The command of the first statement of a text.
fn command_of(text: &str) -> Option<&'static Command> {
    let (_, first) = statements(text, 0).next()?;
    match parse(first) {
        Ok(Statement::Command(typed)) => find(typed.name, Span::default(), true).ok(),
        _ => None,
    }
}

/// Replaces plots of a report by a remark: the page draws them.
fn leave_out_plots(report: &mut Report) {
    let count = report.blocks.len();
    report.blocks.retain(|block| !matches!(block, Block::Chart(_)));
    if report.blocks.len() < count {
        let said = Paragraph::styled("see the plot", Role::Faint);
        report.blocks.insert(0, said.wrapped(0));
    }
}

fn say(markup: &mut Markup, text: &str, columns: usize) {
    let manner = Manner { message: None, columns: Some(columns) };
    let _ = diagnostic::note(markup, None, text, manner);
}

/// The visible form of typed text.
pub(super) fn shown(typed: &str) -> String {
    let start: String = typed.chars().take(LONGEST).collect();
    let mut shown = visible_lines(&start);
    let more = typed.chars().skip(LONGEST).count();
    if more > 0 {
        shown.push_str(&format!("\n… and {more} more characters"));
    }
    shown
}
