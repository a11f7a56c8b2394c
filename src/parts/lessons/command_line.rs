//! `gradcalc lesson`: playing, filling in, printing and grading.

use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

use super::fill::{Filled, Filling};
use super::grade;
use super::lesson::Lesson;
use super::markdown::{self, Reading};
use super::play::{go_on_with, type_line, write_answers};
use super::player::Player;
use super::submission::HandIn;
use super::variants::Variants;
use super::worksheet::Sheet;
use crate::command::{open_script, why, without_mark, write_whole};
use crate::core::language::{harmless, visible_lines, visible_text};
use crate::render::web_page;
use crate::repl::{
    Options, Runner, Screen, Source, ignore_signals, prompt, shown, status_after, write_out,
};

/// What `gradcalc lesson` does.
#[derive(Debug, Clone)]
pub enum Action {
    /// Plays a lesson, at the prompt or by lines on stdin.
    Play {
        /// The lesson.
        lesson: PathBuf,
        /// The seed of other numbers for the leaves that it varies.
        seed: Option<u64>,
        /// The file for what is answered.
        answers: Option<PathBuf>,
        /// The name in that file.
        name: Option<String>,
    },
    /// Fills in the answers where the lessons stand; of stdin, on stdout.
    Fill {
        /// The lessons.
        lessons: Vec<PathBuf>,
        /// True to print how the answers differ, and change nothing.
        check: bool,
        /// The seed of other numbers, for stdin.
        seed: Option<u64>,
    },
    /// Prints a lesson for paper.
    Print {
        /// The lesson.
        lesson: PathBuf,
        /// What stands in the place of answers.
        sheet: Sheet,
        /// The seed of other numbers.
        seed: Option<u64>,
        /// True for a web page.
        html: bool,
    },
    /// Grades what was handed in.
    Grade {
        /// The lesson.
        lesson: PathBuf,
        /// What was handed in for it.
        answers: Vec<PathBuf>,
    },
}

/// Does with lessons what an action says, and returns the exit status.
pub fn run(action: &Action, options: &Options) -> u8 {
    ignore_signals();
    let mut screen = Screen::new(options.color, options.ascii);
    let outcome = match action {
        Action::Play { lesson, seed, answers, name } => {
            let hand_in = HandIn { name: name.clone(), seed: *seed, ..HandIn::default() };
            return play(lesson, hand_in, answers.clone(), options, screen);
        }
        Action::Grade { lesson, answers } => grade::grade(lesson, answers, options, &mut screen),
        Action::Print { lesson, sheet, seed, html } => {
            print((lesson, *sheet), *seed, *html, options, &mut screen)
        }
        Action::Fill { lessons, check, seed } => {
            let fill = |lesson: &PathBuf| fill(lesson, *check, *seed, options, &mut screen);
            lessons
                .iter()
                .map(fill)
                .collect::<Result<Vec<u8>, String>>()
                .map(|all| all.into_iter().max().unwrap_or(0))
        }
    };
    let status = outcome.unwrap_or_else(|message| {
        screen.last_words(&format!("gradcalc: {message}"));
        1
    });
    // A reader that has read enough is no reason to fail.
    let _ = screen.flush();
    status
}

/// Plays a lesson, at the prompt or by lines on stdin, and returns the exit status.
fn play(
    file: &Path,
    hand_in: HandIn,
    answers: Option<PathBuf>,
    options: &Options,
    screen: Screen,
) -> u8 {
    let mut runner = Runner::new(options, screen);
    let played = play_with(&mut runner, file, hand_in, answers, options);
    let flushed = runner.screen.flush();
    status_after(&mut runner, played.and(flushed), "")
}

fn play_with(
    runner: &mut Runner,
    file: &Path,
    hand_in: HandIn,
    answers: Option<PathBuf>,
    options: &Options,
) -> io::Result<()> {
    let text = drawn(file, hand_in.seed, options).map_err(io::Error::other)?;
    let folder = file.parent().map(Path::to_owned).unwrap_or_default();
    let is_typed = io::stdin().is_terminal() && io::stdout().is_terminal();
    let mut player = Player::new(text, hand_in);
    if let Some(file) = &answers {
        go_on_with(file, &mut player)?;
        write_answers(&player.answers, file)?;
    }
    runner.set_lesson(folder, answers);
    let mut player = Some(player);
    if is_typed {
        prompt::start(runner, options)?;
        return prompt::run(runner, &mut player);
    }
    play_lines(runner, &mut player)
}

/// Plays a lesson by the lines on stdin, of which an empty one goes on.
fn play_lines(runner: &mut Runner, player: &mut Option<Player>) -> io::Result<()> {
    runner.start_prompt();
    runner.stdin_is_script = true;
    if let Some(player) = player {
        player.begin(runner)?;
    }
    let mut lines = io::stdin().lines();
    loop {
        // Whoever types may wait for the answer.
        runner.screen.flush()?;
        let Some(line) = lines.next() else { return Ok(()) };
        let line = line?;
        match player {
            Some(player) if line.trim().is_empty() && !runner.is_in_pass() => {
                player.go_on(runner)?;
            }
            _ => {
                let typed = if line.trim().is_empty() { ":next" } else { &line };
                type_line(runner, player, typed, |runner| runner.run(Source::text("", typed)))?;
            }
        }
        if runner.is_done() {
            return Ok(());
        }
    }
}

/// Fills in a lesson where it stands, or says how its answers differ, and returns the exit status.
fn fill(
    file: &Path,
    check: bool,
    seed: Option<u64>,
    options: &Options,
    screen: &mut Screen,
) -> Result<u8, String> {
    if seed.is_some() && file.as_os_str() != "-" {
        return Err("--seed prints a lesson: gradcalc lesson fill --seed 7 - < FILE".to_owned());
    }
    let text = drawn(file, seed, options)?;
    let Filled { text: filled, failed, complaints, .. } = filled(&text, file, None, options)?;
    say(&complaints, file, screen);
    if !check {
        if file.as_os_str() == "-" {
            return Ok(u8::from(failed).max(write_out(filled.as_bytes())));
        }
        if filled != text {
            write_whole(file, &filled, true)
                .map_err(|error| format!("cannot write {}: {}", shown(file), why(&error)))?;
        }
        return Ok(u8::from(failed));
    }
    if filled == text {
        return Ok(u8::from(!complaints.is_empty()));
    }
    let name = called(file);
    let diff = difference(&text, &filled);
    let diff = format!("--- {name}\n+++ {name} as it would be filled in\n{diff}");
    screen
        .say(&visible_lines(diff.trim_end()))
        .map_err(|error| format!("cannot write: {}", why(&error)))?;
    Ok(1)
}

/// Prints a lesson for paper, and returns the exit status.
fn print(
    (file, sheet): (&Path, Sheet),
    seed: Option<u64>,
    html: bool,
    options: &Options,
    screen: &mut Screen,
) -> Result<u8, String> {
    let text = drawn(file, seed, options)?;
    let Filled { text, failed, complaints, .. } = filled(&text, file, Some(sheet), options)?;
    say(&complaints, file, screen);
    let text = if html { page(&text) } else { text };
    // What others have written is not to control a terminal.
    let shown = if io::stdout().is_terminal() { harmless(&text) } else { text.as_str().into() };
    Ok(u8::from(failed).max(write_out(shown.as_bytes())))
}

fn say(complaints: &[String], file: &Path, screen: &mut Screen) {
    for complaint in complaints {
        screen.last_words(&format!("{}: {complaint}", called(file)));
    }
}

/// The lines in which two texts differ: those of each place with `-` as they are, and with `+` as they would be.
fn difference(before: &str, after: &str) -> String {
    let [before, after] = [before, after].map(|text| text.lines().collect::<Vec<_>>());
    let mut text = String::new();
    let (mut old, mut new) = (0, 0);
    while old < before.len() || new < after.len() {
        if before.get(old) == after.get(new) {
            (old, new) = (old + 1, new + 1);
            continue;
        }
        let (gone, come) = until_equal(&before[old..], &after[new..]);
        text.push_str(&format!("@@ line {} @@\n", old + 1));
        before[old..old + gone].iter().for_each(|line| text.push_str(&format!("-{line}\n")));
        after[new..new + come].iter().for_each(|line| text.push_str(&format!("+{line}\n")));
        (old, new) = (old + gone, new + come);
    }
    text
}

/// The fewest lines to leave out of both texts, counted for each, so that they go on with the same line or end.
fn until_equal(before: &[&str], after: &[&str]) -> (usize, usize) {
    let most = before.len() + after.len();
    let pairs = (1..=most).flat_map(|both| (0..=both).map(move |old| (old, both - old)));
    let mut inside = pairs.filter(|(old, new)| *old <= before.len() && *new <= after.len());
    inside
        .find(|(old, new)| before.get(*old) == after.get(*new))
        .unwrap_or((before.len(), after.len()))
}

/// A sheet as a page to print.
fn page(sheet: &str) -> String {
    let title = Lesson::read(sheet).title;
    let html = markdown::html(sheet, &title, Reading::Sheet);
    web_page(&visible_text(&title), &html)
}

/// Returns the text of a lesson, with the numbers that a seed draws if there is one.
fn drawn(file: &Path, seed: Option<u64>, options: &Options) -> Result<String, String> {
    let text = read(file)?;
    let Some(seed) = seed else { return Ok(text) };
    Variants::of(&text).drawn(seed, file, options)
}

/// What messages call a lesson.
pub(super) fn called(file: &Path) -> String {
    if file.as_os_str() == "-" { "stdin".to_owned() } else { shown(file) }
}

/// Returns the text of a lesson.
pub(super) fn read(file: &Path) -> Result<String, String> {
    let text = bytes(file).and_then(|bytes| {
        // A mark stays, as the lesson may be written back.
        without_mark(&bytes)?;
        let invalid = |_| io::Error::other("it is not valid UTF-8; save it as UTF-8");
        String::from_utf8(bytes).map_err(invalid)
    });
    text.map_err(|error| format!("cannot read {}: {}", called(file), why(&error)))
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

/// Returns the text of a lesson, which stands in a file, with its answers, or with what a sheet has in their place.
///
/// # Errors
///
/// When a block is never closed, or prints more than there is room for.
pub fn filled(
    text: &str,
    file: &Path,
    sheet: Option<Sheet>,
    options: &Options,
) -> Result<Filled, String> {
    let filling = Filling::new(options, file, sheet);
    filling.fill(text).map_err(|error| format!("{}: {}", called(file), why(&error)))
}
