//! `gradcalc lesson`: playing, filling in, printing and grading.

mod arguments;
mod play;

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::ArgMatches;

use super::captured_output::Pad;
use super::screen::TYPED;
use super::tutor::Lessons;
use super::{Options, Runner, Screen, Source, ignore_signals, shown, write_out};
use crate::command::{Files, open, open_script, why, without_mark, write_whole};
use crate::core::language::{visible_lines, visible_text};
use crate::core::session::{Color, Session};
use crate::parts::lessons::{
    self, BlockRunner, Fence, Filled, HandIn, Lesson, MOST_BYTES, Printed, Pupil, Reading, Sheet,
    drawn, is_transcript, on_worksheet,
};
use crate::render::{self, Style, web_page};
use arguments::LessonOptions;

pub const LESSONS: Lessons =
    Lessons { arguments: arguments::arguments, run, tutor: || Box::<play::Playing>::default() };

/// Runs an action on lessons, and returns the exit status.
fn run(matches: &ArgMatches, options: &Options) -> u8 {
    ignore_signals();
    let Some(asked) = LessonOptions::read(matches) else { return 2 };
    let LessonOptions { action, lessons, hand_ins, answers, name, seed, check, html } = asked;
    let mut screen = Screen::new(options.color, options.ascii);
    let file = lessons.first().map_or(Path::new("-"), PathBuf::as_path);
    let mut print = |sheet| print(file, sheet, seed, html, options, &mut screen);
    let outcome = match action.as_str() {
        "play" => {
            let hand_in = HandIn { name, seed, ..HandIn::default() };
            return play::play(file, hand_in, answers, options, screen);
        }
        "fill" => {
            let mut fill = |file: &PathBuf| fill(file, check, seed, options, &mut screen);
            lessons.iter().try_fold(0, |status, file| fill(file).map(|own| own.max(status)))
        }
        "sheet" => print(Sheet::Worksheet),
        "key" => print(Sheet::Key),
        _ => grade(file, &hand_ins, options, &mut screen),
    };
    let status = outcome.unwrap_or_else(|message| {
        let _ = screen.complain_plainly(&format!("gradcalc: {message}"));
        1
    });
    let _ = screen.flush();
    status
}

/// Fills in a lesson in place, or prints the differences; returns the exit status.
fn fill(
    file: &Path,
    check: bool,
    seed: Option<u64>,
    options: &Options,
    screen: &mut Screen,
) -> Result<u8, String> {
    let is_stdin = file.as_os_str() == "-";
    if seed.is_some() && !is_stdin {
        return Err("--seed prints a lesson: gradcalc lesson fill --seed 7 - < FILE".to_owned());
    }
    let text = text_of(file, seed)?;
    let filled = filled(&text, file, None, options)?;
    complain(&filled, file, screen);
    if check {
        let name = called(file);
        let mut said = format!("--- {name}\n+++ {name} as it would be filled in\n");
        for (line, before, after) in &filled.changes {
            said.push_str(&difference(*line, before, after));
        }
        if !filled.changes.is_empty() {
            screen
                .say(&visible_lines(said.trim_end()))
                .map_err(|error| format!("cannot write: {}", why(&error)))?;
        }
        return Ok(u8::from(!filled.changes.is_empty() || !filled.complaints.is_empty()));
    }
    if is_stdin {
        return Ok(u8::from(filled.failed).max(write_out(&filled.text)));
    }
    if filled.text != text {
        write_whole(file, &filled.text, true)
            .map_err(|error| format!("cannot write {}: {}", shown(file), why(&error)))?;
    }
    Ok(u8::from(filled.failed))
}

/// The changed lines of a block, as a diff.
fn difference(line: usize, before: &str, after: &str) -> String {
    let [mut before, mut after] = [before, after].map(|text| text.lines().collect::<Vec<_>>());
    let same = before.iter().zip(&after).take_while(|(before, after)| before == after).count();
    let [mut before, mut after] = [before.split_off(same), after.split_off(same)];
    while before.last().is_some_and(|last| after.last() == Some(last)) {
        before.pop();
        after.pop();
    }
    let lines = |mark: &'static str, lines: Vec<&str>| {
        lines.into_iter().map(|line| format!("{mark}{line}\n")).collect::<String>()
    };
    format!("@@ line {} @@\n{}{}", line + same, lines("-", before), lines("+", after))
}

/// Prints a lesson for paper, and returns the exit status.
fn print(
    file: &Path,
    sheet: Sheet,
    seed: Option<u64>,
    html: bool,
    options: &Options,
    screen: &mut Screen,
) -> Result<u8, String> {
    let text = text_of(file, seed)?;
    let filled = filled(&text, file, Some(sheet), options)?;
    complain(&filled, file, screen);
    let mut text = lessons::headed(&filled.text, sheet, seed);
    if html {
        let title = Lesson::read(&text).title;
        let html = lessons::html(&text, &title, Reading::Sheet);
        text = web_page(&visible_text(&title), &html);
    }
    Ok(u8::from(filled.failed).max(write_out(&text)))
}

fn complain(filled: &Filled, file: &Path, screen: &mut Screen) {
    for complaint in &filled.complaints {
        let _ = screen.complain_plainly(&format!("{}: {complaint}", called(file)));
    }
}

/// Grades the submissions for a lesson, and returns the exit status.
fn grade(
    lesson: &Path,
    files: &[PathBuf],
    options: &Options,
    screen: &mut Screen,
) -> Result<u8, String> {
    /// The work limit for the tries of one learner beyond the lesson's own, in nodes: a second or
    /// two, with the same result on every machine.
    const MOST_WORK: u64 = 200_000_000;
    let text = text_of(lesson, None)?;
    let read = Lesson::read(&text);
    // The lesson's own questions and work.
    let nobody = judged(&HandIn::default(), &text, lesson, options, u64::MAX);
    let (asked, own_work) = nobody.unwrap_or_default();
    let (mut pupils, mut status) = (Vec::new(), 0);
    for file in files {
        let graded = handed_in(file, &read).and_then(|answers| {
            // The parts before a task are run again.
            let runs = answers.questions.len() as u64 + 1;
            let most = own_work.saturating_mul(runs).saturating_add(MOST_WORK);
            let text = with_seed(text.clone(), lesson, answers.seed)?;
            let (questions, _) = judged(&answers, &text, lesson, options, most)?;
            let name = answers.name.unwrap_or_default();
            Ok(Pupil { name, file: shown(file), seed: answers.seed, questions })
        });
        match graded {
            Ok(pupil) => pupils.push(pupil),
            Err(message) => {
                let _ = screen.complain_plainly(&format!("{}: {message}; left out", shown(file)));
                status = 1;
            }
        }
    }
    let report = lessons::report(&read, &asked, pupils);
    let format = render::format(options.format.unwrap_or("table"));
    let written = (format.write)(&report, &Style::plain(None), &mut screen.answers());
    Ok(if written.is_err() { 1 } else { status })
}

/// Reads a submission.
fn handed_in(file: &Path, lesson: &Lesson) -> Result<HandIn, String> {
    let bytes = answers_in(file).map_err(|error| format!("cannot be read: {}", why(&error)))?;
    let mut answers = HandIn::read(&bytes, &lesson.title)?;
    if answers.name.is_none() {
        answers.name = file.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    }
    Ok(answers)
}

/// The bytes of a submission, at most one more than the limit.
fn answers_in(file: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(file)?.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The questions of a lesson with the tries, and the work.
fn judged(
    answers: &HandIn,
    text: &str,
    lesson: &Path,
    options: &Options,
    most: u64,
) -> Result<(Vec<lessons::Tried>, u64), String> {
    /// The node limit.
    const MOST_NODES: usize = 1_000_000;
    let mut runner = Runner::new(options, Screen::on_pad(&Pad::forgetful(), false));
    runner.lesson_folder = lesson.parent().map(Path::to_owned).unwrap_or_default();
    runner.start_prompt();
    runner.run_options.files = Files::Forbidden;
    (runner.stdin_is_script, runner.is_lesson) = (true, true);
    runner.session.budget().set_room(MOST_NODES);
    runner.session.work_mut().is_unread = true;
    runner.session.allow_work(most);
    let questions = lessons::judged(&mut runner, text, answers, Runner::run_typed);
    let questions = questions.map_err(|error| why(&error))?;
    match runner.session.stop().left() {
        Some(left) if left > 0 => Ok((questions, most - left)),
        _ => Err("its statements exceed the work limit".to_owned()),
    }
}

/// Returns the text of a lesson, as a variant if there is a seed.
fn text_of(file: &Path, seed: Option<u64>) -> Result<String, String> {
    let text = bytes(file).and_then(|bytes| {
        // A byte order mark stays, because the lesson may be written back.
        without_mark(&bytes)?;
        let invalid = |_| io::Error::other("it is not valid UTF-8; save it as UTF-8");
        String::from_utf8(bytes).map_err(invalid)
    });
    let text = text.map_err(|error| format!("cannot read {}: {}", called(file), why(&error)))?;
    with_seed(text, file, seed)
}

fn with_seed(text: String, file: &Path, seed: Option<u64>) -> Result<String, String> {
    let Some(seed) = seed else { return Ok(text) };
    drawn(&text, seed).map_err(|error| format!("{}: {error}", called(file)))
}

fn bytes(file: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if file.as_os_str() == "-" {
        io::stdin().lock().read_to_end(&mut bytes)?;
    } else {
        open_script(file)?.read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// The name of a lesson in messages.
fn called(file: &Path) -> String {
    if file.as_os_str() == "-" { "stdin".to_owned() } else { shown(file) }
}

/// Returns the text of a lesson with its answers, or as a sheet.
pub fn filled(
    text: &str,
    file: &Path,
    sheet: Option<Sheet>,
    options: &Options,
) -> Result<Filled, String> {
    let mut blocks = Blocks::new(options, file, sheet);
    lessons::fill(text, sheet, &mut blocks)
        .map_err(|error| format!("{}: {}", called(file), why(&error)))
}

/// The session and the output of the blocks.
struct Blocks<'file> {
    runner: Runner,
    pad: Pad,
    file: &'file Path,
    sheet: Option<Sheet>,
    options: Options,
}

impl Blocks<'_> {
    fn new<'file>(options: &Options, file: &'file Path, sheet: Option<Sheet>) -> Blocks<'file> {
        let options = Options {
            echo: true,
            fail_fast: false,
            strict: false,
            color: Color::Never,
            ascii: Some(options.ascii == Some(true)),
            ..options.clone()
        };
        let (runner, pad) = begin(&options, sheet);
        Blocks { runner, pad, file, sheet, options }
    }
}

/// Starts a session that prints into a buffer.
fn begin(options: &Options, sheet: Option<Sheet>) -> (Runner, Pad) {
    let pad = Pad::default();
    let screen = Screen::on_pad(&pad, options.ascii == Some(true));
    let mut runner = Runner::new(options, screen);
    (runner.stdin_is_script, runner.is_lesson) = (true, true);
    runner.blank = (sheet == Some(Sheet::Worksheet)).then_some(on_worksheet as _);
    runner.run_options.files = runner.lesson_files;
    (runner, pad)
}

impl BlockRunner for Blocks<'_> {
    fn session(&mut self) -> &mut Session {
        &mut self.runner.session
    }

    fn clear(&mut self) {
        let is_unread = self.session().work().is_unread;
        (self.runner, self.pad) = begin(&self.options, self.sheet);
        self.session().work_mut().is_unread = is_unread;
    }

    fn run(&mut self, block: &Fence, line: usize) -> io::Result<(Vec<Printed>, bool)> {
        // On stdin errors count the lines of the block.
        let name = self.file.file_name().filter(|name| *name != "-");
        let folder = self.file.parent().unwrap_or(Path::new(""));
        let source = match name.map(|name| shown(Path::new(name))) {
            None => Source::block("stdin", &block.script(), folder),
            Some(name) => {
                let answers = is_transcript(&block.content).then_some(&self.pad);
                Source::block(&name, &block.script(), folder).below(line, answers)
            }
        };
        self.runner.run(source)?;
        self.runner.finish()?;
        self.runner.screen.flush()?;
        let has_failed = self.runner.start_over();
        let as_printed = |line: &str| match line.strip_prefix(TYPED) {
            Some(typed) => Printed { text: typed.to_owned(), is_typed: true },
            None => Printed { text: line.to_owned(), is_typed: false },
        };
        Ok((self.pad.take().lines().map(as_printed).collect(), has_failed))
    }
}
