//! Filling in a lesson: its blocks are run in one session, and their answers put where they belong.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::mem;
use std::path::{Path, PathBuf};

use super::super::pad::Pad;
use super::super::screen::{TIMED, TYPED};
use super::super::script::{Source, shown};
use super::places::{Place, stand_in};
use super::sheet::Sheet;
use super::varied::unvaried;
use super::{Lessons, Options, Runner, Screen};
use crate::commands::{self, Asking, RunOptions, doubt, must_make_sense};
use crate::language::{Error, Result};
use crate::lesson::{
    Code, Exercise, Fence, Lesson, Part, PartKind, Printed, Stray, as_typed, is_transcript,
    not_run, put_back, strays, transcript, typed, unmarked,
};
use crate::session::{Color, Session};
use crate::tutor;

/// A lesson with its answers.
pub struct Filled {
    /// The text.
    pub text: String,
    /// True if a statement has failed.
    pub failed: bool,
    /// What is wrong with blocks that ask something.
    pub complaints: Vec<String>,
    /// True if Ctrl-C has ended it early.
    pub stopped: bool,
}

/// Blocks and questions of a lesson, by the line of the block and their number in it, that are not as they
/// should be: a block with an error or with what is no number, and a question that is not worth asking, since
/// its answer is 0 or no number.
pub type Flaws = BTreeSet<(usize, usize)>;

/// What became of the statements of a block.
struct Ran {
    /// All lines that were printed.
    printed: Vec<Printed>,
    /// Those of them that say how long something took.
    times: BTreeSet<usize>,
    /// True if a `:quit` was among the statements.
    has_quit: bool,
}

/// The complaint about a statement in a transcript without a mark before it.
const STRAY: &str = "this looks typed and is not run; begin it with > as the block's other statements, or take it out";

/// The complaint about a transcript that would be read otherwise once its answers are filled in.
const UNSETTLED: &str = "some of these lines may be typed or an answer, so the block stays as it is; begin what is typed with >";

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
    stopped: bool,
}

impl Filling {
    /// Begins with an empty session.
    pub fn new(options: &Options, file: &Path) -> Filling {
        let Lessons { worksheet, key, .. } = options.lessons;
        let sheet = if worksheet { Some(Sheet::Worksheet) } else { key.then_some(Sheet::Key) };
        let options = Options {
            echo: true,
            fail_fast: false,
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
            stopped: false,
        }
    }

    /// Lets what interrupts another session interrupt this, within the same room.
    pub fn beside(mut self, session: &Session) -> Filling {
        self.runner.session.share_limits(session);
        self
    }

    /// Returns what other numbers should not bring about in a text, whatever it is filled in for; no further than
    /// the first that is not among the `known`, if those are given.
    pub fn flaws(options: &Options, file: &Path, text: &str, known: Option<&Flaws>) -> Flaws {
        let Options { no_files, .. } = *options;
        let lessons = Lessons { files: options.lessons.files, ..Lessons::default() };
        let options = Options { no_files, lessons, ..Options::default() };
        let mut filling = Filling::new(&options, file);
        filling.runner.session.be_read(false);
        for part in Lesson::read(text).parts {
            match part.kind {
                PartKind::Exercise(_, exercise) => {
                    if filling.try_out(&exercise, part.line, false).is_err() {
                        filling.flaws.insert((part.line, 0));
                    }
                }
                PartKind::NewSession => {
                    (filling.runner, filling.pad) = begin(&filling.options, None);
                    filling.runner.session.be_read(false);
                }
                PartKind::Code(code) => {
                    // What prints more than there is room for has said so where it was filled in.
                    if filling.run(&code.fence.script(), part.line).is_err() {
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
        let Lesson { parts, slips, open, .. } = Lesson::read(text);
        // Prose below its statements would be taken for their old answers.
        if let Some((line, error)) = open {
            return Err(io::Error::other(format!("line {line}: {error}")));
        }
        let before = parts.first().map_or(text.len(), |part| part.places.start);
        filled.push_str(text.get(..before).unwrap_or_default());
        for (line, error) in slips {
            self.complaints.push(format!("line {line}: {error}"));
            self.failed = true;
        }
        let mut parts = parts.into_iter();
        while let Some(part) = parts.next() {
            let own = text.get(part.places.clone()).unwrap_or_default();
            if mem::take(&mut is_on_paper) && !own.trim_start_matches(' ').starts_with(['\n', '\r'])
            {
                filled.push('\n');
            }
            match part.kind {
                PartKind::Prose => filled.push_str(own),
                PartKind::Vary(names) => {
                    for wrong in unvaried(text, part.places.end, &names) {
                        self.complaints.push(format!("line {}: {wrong}", part.line));
                        self.failed = true;
                    }
                    self.push_setting(&mut filled, own);
                }
                PartKind::Exercise(fence, exercise) => {
                    match self.try_out(&exercise, part.line, goes_on(parts.as_slice())) {
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
        Ok(Filled {
            text: filled,
            failed: self.failed,
            complaints: self.complaints,
            stopped: self.stopped,
        })
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
        let old = output.as_ref().map_or(&fence.content, |output| &output.content);
        if is_transcript(&fence.content) || self.options.lessons.transcript {
            let (script, before) = if is_transcript(&fence.content) {
                (typed(&fence.content), fence.content.clone())
            } else {
                let script = as_typed(&fence.content);
                let before = script.lines().flat_map(|line| ["> ", line, "\n"]).collect();
                (script, before)
            };
            let mut ran = self.run(&script, line)?;
            if self.options.lessons.check && is_transcript(&fence.content) {
                keep_times(&mut ran, old, true);
            }
            let place = Place::Transcript(&script, new_line);
            let (strays, content) = self.arranged(&before, &ran, place);
            for stray in &strays {
                let line = line + 1 + stray.line;
                self.complaints.push(format!("line {line}: {STRAY}"));
                self.failed = true;
            }
            let is_settled = self.sheet.is_some()
                || typed(&content) == script && self.arranged(&content, &ran, place).1 == content;
            if !is_settled {
                self.complaints.push(format!("line {line}: {UNSETTLED}"));
                self.failed = true;
            }
            let is_same = !is_settled || content == fence.content;
            return Ok(if is_same { own.to_owned() } else { fence.with(&fence.info, &content) });
        }
        let mut ran = self.run(&fence.content, line)?;
        if self.options.lessons.check {
            keep_times(&mut ran, old, false);
        }
        let Ran { mut printed, .. } = ran;
        self.stand_in(&mut printed, Place::Block(new_line));
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

    /// The content of a transcript with the answers of today: what it has to say without a mark stays, and so
    /// does what did not run.
    fn arranged(&self, before: &str, ran: &Ran, place: Place<'_>) -> (Vec<Stray>, String) {
        let mut printed = ran.printed.clone();
        if ran.has_quit {
            printed.extend(not_run(before, &printed));
        }
        let none = self.sheet.is_some();
        let strays = if none { Vec::new() } else { strays(before, &printed) };
        let mut printed = put_back(strays.clone(), printed);
        self.stand_in(&mut printed, place);
        (strays, transcript(&printed))
    }

    /// Lets errors say where in the file their statements stand.
    fn stand_in(&self, printed: &mut [Printed], place: Place<'_>) {
        if let Some(name) = &self.name {
            stand_in(printed, name, place);
        }
    }

    /// Begins an exercise and leaves it; returns what a sheet has in its place. `goes_on` is true if further
    /// blocks know of what was done for it.
    fn try_out(
        &mut self,
        exercise: &Exercise,
        line: usize,
        goes_on: bool,
    ) -> Result<Option<String>> {
        let (session, sheet) = (&mut self.runner.session, self.sheet);
        let flaws = &mut self.flaws;
        let is_trivial = |key: f64| key == 0.0 || !key.is_finite();
        Ok(match exercise {
            Exercise::Quiz(statement) => {
                commands::run(session, statement, RunOptions::default())?;
                let key = match session.practice() {
                    Some(tutor::Practice::Quiz(quiz)) => quiz.key(),
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
                sheet.map(|sheet| sheet.task(task, goes_on))
            }
        })
    }

    /// Notes what is wrong with a block that begins on this line.
    fn complain(&mut self, line: usize, fence: &Fence, error: &Error) {
        let line = fence.line_of(line, error.span());
        self.complaints.push(format!("line {line}: {error}"));
        self.failed = true;
    }

    /// Runs statements.
    fn run(&mut self, script: &str, line: usize) -> io::Result<Ran> {
        let source = Source::block(self.name.as_deref().unwrap_or("stdin"), script, &self.folder);
        let has_quit = self.runner.in_block(|runner| {
            runner.run(source)?;
            let has_quit = runner.is_done();
            runner.finish().map(|()| has_quit)
        })?;
        self.runner.screen.flush()?;
        self.stopped |= self.runner.was_stopped();
        let has_failed = self.runner.start_over();
        self.failed |= has_failed;
        let as_printed = |line: &str| match line.strip_prefix(TYPED) {
            Some(typed) => Printed { text: typed.to_owned(), is_typed: true },
            None => Printed { text: line.to_owned(), is_typed: false },
        };
        let mut times = BTreeSet::new();
        let mut printed: Vec<Printed> = Vec::new();
        for line in self.pad.take().lines() {
            match line {
                TIMED => times.extend(printed.len().checked_sub(1)),
                line => printed.push(as_printed(line)),
            }
        }
        let is_no_number = |it: &Printed| !it.is_typed && has_no_number(&it.text);
        let is_flawed = has_failed || printed.iter().any(is_no_number);
        self.flaws.extend(is_flawed.then_some((line, 0)));
        let printed = match self.sheet {
            Some(sheet) => sheet.printed(printed),
            None => printed,
        };
        Ok(Ran { printed, times, has_quit })
    }
}

/// True if a block follows in the same session.
fn goes_on(parts: &[Part]) -> bool {
    let same = parts.iter().take_while(|part| !matches!(part.kind, PartKind::NewSession));
    same.into_iter().any(|part| part.block.is_some())
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
    runner.leave_stdin();
    if sheet == Some(Sheet::Worksheet) {
        runner.leave_blanks();
    }
    runner.use_files(runner.lesson_files());
    (runner, pad)
}

/// Takes over how long things took from what was printed before. In a transcript the answers to what was typed
/// are the last lines below it.
fn keep_times(Ran { printed, times, .. }: &mut Ran, old: &str, is_transcript: bool) {
    let old =
        if is_transcript { unmarked(old) } else { BTreeMap::from([(0, old.lines().collect())]) };
    let mut answers: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut above = 0;
    for (at, line) in printed.iter().enumerate() {
        above += usize::from(line.is_typed && is_transcript);
        if !line.is_typed {
            answers.entry(above).or_default().push(at);
        }
    }
    for (above, places) in answers {
        let Some(old) = old.get(&above).filter(|old| old.len() >= places.len()) else { continue };
        for (at, before) in places.iter().rev().zip(old.iter().rev()) {
            if let Some(line) = printed.get_mut(*at).filter(|_| times.contains(at)) {
                (*before).clone_into(&mut line.text);
            }
        }
    }
}
