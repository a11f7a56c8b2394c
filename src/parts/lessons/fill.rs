//! Filling in a lesson: its blocks are run in one session, and their answers put where they belong.

use std::collections::BTreeSet;
use std::io;
use std::mem;
use std::path::{Path, PathBuf};

use super::fence::Fence;
use super::lesson::{Code, Exercise, Lesson, PartKind};
use super::question::Asking;
use super::task::{doubt, must_make_sense};
use super::transcript::{Printed, is_transcript, transcript, typed};
use super::worksheet::Sheet;
use crate::command::{self, RunOptions};
use crate::core::language::{Error, Result};
use crate::core::session::Color;
use crate::parts::learn;
use crate::repl::{Options, Pad, Runner, Screen, Source, TYPED, shown};

/// A lesson with its answers.
pub struct Filled {
    /// The text.
    pub text: String,
    /// True if a statement has failed.
    pub failed: bool,
    /// What is wrong with blocks that ask something.
    pub complaints: Vec<String>,
}

/// Blocks and questions of a lesson, by the line of the block and their number in it, that are not as they
/// should be: a block with an error or with what is no number, and a question that is not worth asking, since
/// its answer is 0 or no number.
pub type Flaws = BTreeSet<(usize, usize)>;

/// The complaint about a transcript whose statements would not all be there once it is filled in.
const UNSETTLED: &str =
    "filled in, this block would have other statements, as below :quit; it stays as it is";

/// A lesson being filled in: the session so far, and where it prints.
pub struct Filling {
    runner: Runner,
    pad: Pad,
    folder: PathBuf,
    /// What errors call the file; none for stdin, whose blocks they count.
    name: Option<String>,
    options: Options,
    failed: bool,
    complaints: Vec<String>,
    /// What it has where an answer stood, if it is for paper.
    sheet: Option<Sheet>,
    flaws: Flaws,
}

impl Filling {
    /// Begins with an empty session.
    pub fn new(options: &Options, file: &Path, sheet: Option<Sheet>) -> Filling {
        let options = Options {
            echo: true,
            fail_fast: false,
            strict: false,
            color: Color::Never,
            ascii: Some(options.ascii == Some(true)),
            ..options.clone()
        };
        let (runner, pad) = begin(&options, sheet);
        Filling {
            runner,
            pad,
            folder: file.parent().map(Path::to_owned).unwrap_or_default(),
            name: file.file_name().filter(|name| *name != "-").map(|it| shown(Path::new(it))),
            options,
            failed: false,
            complaints: Vec::new(),
            sheet,
            flaws: Flaws::new(),
        }
    }

    /// Returns what other numbers should not bring about in a text, whatever it is filled in for; no further than
    /// the first that is not among the `known`, if those are given.
    pub fn flaws(options: &Options, file: &Path, text: &str, known: Option<&Flaws>) -> Flaws {
        let Options { no_files, .. } = *options;
        let options = Options { no_files, ..Options::default() };
        let mut filling = Filling::new(&options, file, None);
        filling.runner.session.work_mut().is_unread = true;
        for part in Lesson::read(text).parts {
            match part.kind {
                PartKind::Exercise(_, exercise) => {
                    if filling.try_out(&exercise, part.line).is_err() {
                        filling.flaws.insert((part.line, 0));
                    }
                }
                PartKind::NewSession => {
                    (filling.runner, filling.pad) = begin(&filling.options, None);
                    filling.runner.session.work_mut().is_unread = true;
                }
                PartKind::Code(code) => {
                    // What prints more than there is room for has said so where it was filled in.
                    if filling.run(&code.fence, part.line, part.line).is_err() {
                        return Flaws::new();
                    }
                }
                PartKind::Prose | PartKind::Vary(_) | PartKind::Wrong(..) => {}
            }
            if known.is_some_and(|known| !filling.flaws.is_subset(known)) {
                break;
            }
        }
        filling.flaws
    }

    /// Returns a text with the answers of all its blocks.
    ///
    /// # Errors
    ///
    /// When a block is never closed, or prints more than there is room for.
    pub fn fill(mut self, text: &str) -> io::Result<Filled> {
        let mut filled = String::with_capacity(text.len());
        // The lines of it that were counted, and where they end.
        let (mut line, mut counted) = (1, 0);
        let mut is_on_paper = false;
        let Lesson { parts, open, .. } = Lesson::read(text);
        // Prose below its statements would be taken for their old answers.
        if let Some((line, error)) = open {
            return Err(io::Error::other(format!("line {line}: {error}")));
        }
        let before = parts.first().map_or(text.len(), |part| part.places.start);
        filled.push_str(text.get(..before).unwrap_or_default());
        for part in parts {
            let own = text.get(part.places.clone()).unwrap_or_default();
            if mem::take(&mut is_on_paper) && !own.trim_start_matches(' ').starts_with(['\n', '\r'])
            {
                filled.push('\n');
            }
            match part.kind {
                PartKind::Prose => filled.push_str(own),
                PartKind::Exercise(fence, exercise) => {
                    match self.try_out(&exercise, part.line) {
                        Ok(Some(on_paper)) => {
                            // A paragraph of its own, whatever stands around it.
                            let is_apart = filled.is_empty() || filled.ends_with("\n\n");
                            filled.push_str(if is_apart { "" } else { "\n" });
                            filled.push_str(&on_paper);
                            is_on_paper = true;
                        }
                        Ok(None) => filled.push_str(own),
                        Err(error) => {
                            filled.push_str(own);
                            // Its answer is no number, or a wrong one is right.
                            self.flaws.insert((part.line, 0));
                            self.complain(part.line, &fence, &error);
                        }
                    }
                }
                PartKind::Wrong(fence, error) => {
                    filled.push_str(own);
                    self.complain(part.line, &fence, &error);
                }
                PartKind::Vary(_) => self.push_setting(&mut filled, own),
                PartKind::NewSession => {
                    (self.runner, self.pad) = begin(&self.options, self.sheet);
                    self.push_setting(&mut filled, own);
                }
                PartKind::Code(code) => {
                    let start = part.places.start;
                    let before = text.get(start..code.fence.places.start).unwrap_or_default();
                    let end = code.output.as_ref().unwrap_or(&code.fence).places.end;
                    let after = text.get(end..part.places.end).unwrap_or_default();
                    line += filled.get(counted..).unwrap_or_default().matches('\n').count();
                    counted = filled.len();
                    let answered = self.answered(&code, text, (part.line, line))?;
                    filled.extend([before, &answered, after]);
                }
            }
        }
        Ok(Filled { text: filled, failed: self.failed, complaints: self.complaints })
    }

    /// Adds what is for the program alone, which a sheet has not, nor the empty line before it.
    fn push_setting(&self, filled: &mut String, own: &str) {
        if self.sheet.is_none() {
            return filled.push_str(own);
        }
        let length = filled.trim_end_matches(['\n', '\r']).len();
        let end = filled.get(length..).and_then(|rest| rest.find('\n'));
        filled.truncate(end.map_or(length, |end| length + end + 1));
    }

    /// Returns a block with its answers. It begins on the first of these lines, and in the text that is filled
    /// in on the other.
    fn answered(
        &mut self,
        code: &Code,
        text: &str,
        (line, new_line): (usize, usize),
    ) -> io::Result<String> {
        let Code { fence, output } = code;
        let own = text.get(fence.places.clone()).unwrap_or_default();
        let printed = self.run(fence, line, new_line)?;
        if is_transcript(&fence.content) {
            let content = transcript(&printed);
            if self.sheet.is_none() && typed(&content) != typed(&fence.content) {
                self.complaints.push(format!("line {line}: {UNSETTLED}"));
                self.failed = true;
                return Ok(own.to_owned());
            }
            let is_same = content == fence.content;
            return Ok(if is_same { own.to_owned() } else { fence.with(&fence.info, &content) });
        }
        let answers = printed.into_iter().filter(|line| !line.is_typed);
        let answers: String = answers.flat_map(|line| [line.text, "\n".to_owned()]).collect();
        if answers.is_empty() {
            return Ok(own.to_owned());
        }
        if let Some(output) = output.as_ref().filter(|output| output.content == answers) {
            let both = text.get(fence.places.start..output.places.end);
            return Ok(both.unwrap_or_default().to_owned());
        }
        let output = fence.with("output", &answers);
        Ok(format!("{own}{}{output}", fence.gap()))
    }

    /// Begins an exercise and leaves it; returns what a sheet has in its place.
    fn try_out(&mut self, exercise: &Exercise, line: usize) -> Result<Option<String>> {
        let (session, sheet) = (&mut self.runner.session, self.sheet);
        let flaws = &mut self.flaws;
        let is_trivial = |key: f64| key == 0.0 || !key.is_finite();
        Ok(match exercise {
            Exercise::Quiz(statement) => {
                command::run(session, statement, RunOptions::default())?;
                let key = match session.practice() {
                    Some(learn::Practice::Quiz(quiz)) => quiz.key.clone(),
                    _ => Vec::new(),
                };
                session.leave_practice();
                let trivial = key.iter().enumerate().filter(|(_, (_, grad))| is_trivial(*grad));
                flaws.extend(trivial.map(|(number, _)| (line, number)));
                sheet.map(|sheet| sheet.quiz(&key))
            }
            Exercise::Ask(ask) => {
                let asking = Asking::new(session, ask)?;
                let key = asking.key();
                if let Some(doubt) = asking.doubt(ask) {
                    return Err(doubt);
                }
                flaws.extend(is_trivial(key).then_some((line, 0)));
                sheet.map(|sheet| sheet.ask(ask, key))
            }
            Exercise::Task(task) => {
                must_make_sense(session, task)?;
                if let Some(doubt) = doubt(session, task) {
                    return Err(doubt);
                }
                sheet.map(|sheet| sheet.task(task))
            }
        })
    }

    /// Notes what is wrong with a block that begins on this line.
    fn complain(&mut self, line: usize, fence: &Fence, error: &Error) {
        let line = fence.line_of(line, error.span());
        self.complaints.push(format!("line {line}: {error}"));
        self.failed = true;
    }

    /// Runs the statements of a block, which begins on the first of these lines, and in the text that is filled
    /// in on the other; returns what was printed.
    fn run(&mut self, fence: &Fence, line: usize, new_line: usize) -> io::Result<Vec<Printed>> {
        let name = self.name.as_deref().unwrap_or("stdin");
        let source = Source::block(name, &fence.script(), &self.folder);
        let answers = Some(&self.pad).filter(|_| is_transcript(&fence.content));
        let source = if self.name.is_some() { source.below(new_line, answers) } else { source };
        self.runner.in_block(|runner| {
            runner.run(source)?;
            runner.finish()
        })?;
        self.runner.screen.flush()?;
        let has_failed = self.runner.start_over();
        self.failed |= has_failed;
        let as_printed = |line: &str| match line.strip_prefix(TYPED) {
            Some(typed) => Printed { text: typed.to_owned(), is_typed: true },
            None => Printed { text: line.to_owned(), is_typed: false },
        };
        let printed: Vec<Printed> = self.pad.take().lines().map(as_printed).collect();
        let is_no_number = |it: &Printed| !it.is_typed && has_no_number(&it.text);
        let is_flawed = has_failed || printed.iter().any(is_no_number);
        self.flaws.extend(is_flawed.then_some((line, 0)));
        Ok(match self.sheet {
            Some(sheet) => sheet.printed(printed),
            None => printed,
        })
    }
}

/// True for an answer with what is no number in it.
fn has_no_number(answer: &str) -> bool {
    answer.split(|it: char| !it.is_alphanumeric()).any(|word| ["nan", "inf"].contains(&word))
}

/// Begins a session that prints on a pad.
fn begin(options: &Options, sheet: Option<Sheet>) -> (Runner, Pad) {
    let pad = Pad::default();
    let screen = Screen::on_pad(&pad, options.ascii == Some(true));
    let mut runner = Runner::new(options, screen);
    runner.stdin_is_script = true;
    runner.on_worksheet = sheet == Some(Sheet::Worksheet);
    runner.run_options.files = runner.lesson_files;
    (runner, pad)
}
