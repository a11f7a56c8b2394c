//! Lessons on the command line: which are meant, what to do with each, and what to say of that.

use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

use super::fill::{Filled, Filling};
use super::grade;
use super::lesson::Lesson;
use super::markdown::{self, Reading};
use super::play::{Player, type_line};
use super::submission::HandIn;
use super::variants::Variants;
use crate::command::{is_lesson, open_script, why, without_mark, write_whole};
use crate::core::language::{harmless, visible_lines, visible_text};
use crate::render::web_page;
use crate::repl::{Options, Runner, Screen, Source, prompt, shown, status_after, write_out};

/// What to do with lessons.
#[derive(Debug, Clone, Default)]
pub struct Lessons {
    /// True to fill in answers also at a terminal.
    pub fill: bool,
    /// True to play also without a terminal.
    pub play: bool,
    /// The file for the answers of who plays it.
    pub answers: Option<PathBuf>,
    /// The name of who plays it.
    pub name: Option<String>,
    /// The lesson that the files are answers to.
    pub grade: Option<PathBuf>,
    /// True to write a sheet with blanks where answers stood.
    pub worksheet: bool,
    /// True to write the same with the answers.
    pub key: bool,
    /// True to write such a sheet as a page to print.
    pub html: bool,
    /// The seed of other numbers for the leaves that a lesson varies.
    pub seed: Option<u64>,
    /// True to fill them in where the lessons stand.
    pub write: bool,
    /// True to compare the answers there with those of today.
    pub check: bool,
}

impl Lessons {
    /// The name of an option that is about lessons alone, if one was given.
    fn option(&self) -> Option<&'static str> {
        let given = [
            (self.fill, "--fill"),
            (self.play, "--play"),
            (self.answers.is_some(), "--answers"),
            (self.name.is_some(), "--name"),
            (self.grade.is_some(), "--grade"),
            (self.worksheet, "--worksheet"),
            (self.key, "--key"),
            (self.html, "--html"),
            (self.seed.is_some(), "--seed"),
            (self.write, "--write"),
            (self.check, "--check"),
        ];
        given.into_iter().find(|(is_given, _)| *is_given).map(|(_, name)| name)
    }
}

/// Returns true if the options are about lessons.
pub fn are_meant(options: &Options) -> bool {
    options.lessons.option().is_some() || options.files.iter().any(|file| is_lesson(file))
}

/// The status after a wrong use of options.
const MISUSED: u8 = 2;

/// Does with the lessons what the options ask for, and returns the exit status.
pub fn run(options: &Options) -> u8 {
    let mut screen = Screen::new(options.color, options.ascii);
    if let Some(lesson) = &options.lessons.grade {
        if options.files.is_empty() {
            let hint = format!("gradcalc --grade {} answers/*.json", shown(lesson));
            screen.last_words(&format!("gradcalc: --grade needs the files of answers: {hint}"));
            return MISUSED;
        }
        let status = grade::grade(lesson, options, &mut screen);
        let _ = screen.flush();
        return status;
    }
    let status = match misuse(options) {
        Some(message) => {
            screen.last_words(&format!("gradcalc: {message}"));
            return MISUSED;
        }
        None if plays(options) => return play(options, screen),
        None => {
            let mut status = 0;
            for file in &options.files {
                status = status.max(act(file, options, &mut screen).unwrap_or_else(|message| {
                    screen.last_words(&format!("gradcalc: {message}"));
                    1
                }));
            }
            status
        }
    };
    // A reader that has read enough is no reason to fail.
    let _ = screen.flush();
    status
}

/// Says what is wrong with the options.
fn misuse(options: &Options) -> Option<String> {
    let Lessons { write, check, worksheet, key, html, seed, .. } = options.lessons;
    let Lessons { answers, name, .. } = &options.lessons;
    let is_stdin = |file: &PathBuf| file.as_os_str() == "-";
    let option = options.lessons.option().unwrap_or("a lesson");
    if options.files.is_empty() {
        return Some(format!("{option} needs a lesson: gradcalc {option} notes.md"));
    }
    if let Some(script) = options.files.iter().find(|file| !is_lesson(file) && !is_stdin(file)) {
        let hint = "lessons are files whose names end in .md; scripts run by themselves";
        return Some(format!("{} is not a lesson; {hint}", shown(script)));
    }
    let is_for_one = !write && !check;
    let is_kept = answers.is_some() || name.is_some();
    let wrong = [
        (!options.statements.is_empty(), "lessons and -e do not go together"),
        (write && options.files.iter().any(is_stdin), "--write needs a file, and - is stdin"),
        (worksheet && key, "--worksheet and --key do not go together"),
        (
            !is_for_one && (worksheet || key || seed.is_some()),
            "--worksheet, --key and --seed go with neither --write nor --check",
        ),
        (html && !worksheet && !key, "--html is for --worksheet or --key"),
        (is_for_one && options.files.len() > 1, "several lessons need --write or --check"),
        (
            is_kept && !plays(options),
            "--answers and --name are for a lesson that is played, at a terminal or by --play",
        ),
    ];
    wrong.into_iter().find(|(is_so, _)| *is_so).map(|(_, said)| said.to_owned())
}

/// Returns true if the lesson is to be played.
fn plays(options: &Options) -> bool {
    let Lessons { fill, play, write, check, worksheet, key, .. } = options.lessons;
    let is_filled = fill || write || check || worksheet || key;
    play || !is_filled && io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Plays the lesson, at the prompt or from lines on stdin, and returns the exit status.
fn play(options: &Options, screen: Screen) -> u8 {
    let mut runner = Runner::new(options, screen);
    let played = play_with(&mut runner, options);
    let flushed = runner.screen.flush();
    status_after(&mut runner, played.and(flushed), "")
}

fn play_with(runner: &mut Runner, options: &Options) -> io::Result<()> {
    let Some(file) = options.files.first() else { return Ok(()) };
    let text = read(file).map_err(|error| {
        io::Error::other(format!("cannot read {}: {}", shown(file), why(&error)))
    })?;
    let folder = file.parent().map(Path::to_owned).unwrap_or_default();
    let text = as_drawn(text, file, options.lessons.seed, options).map_err(io::Error::other)?;
    let is_typed = io::stdin().is_terminal() && io::stdout().is_terminal();
    let Lessons { name, seed, .. } = options.lessons.clone();
    let mut player = Player::new(text, folder, HandIn { name, seed, ..HandIn::default() });
    player.hand_in_to(options.lessons.answers.clone())?;
    let mut player = Some(player);
    if is_typed {
        prompt::start(runner, options)?;
        prompt::run(runner, &mut player)?;
    } else {
        play_lines(runner, &mut player)?;
    }
    match player {
        Some(player) => player.finish(),
        None => Ok(()),
    }
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

/// Does with one lesson what the options ask for, and returns the exit status.
fn act(file: &Path, options: &Options, screen: &mut Screen) -> Result<u8, String> {
    let text =
        read(file).map_err(|error| format!("cannot read {}: {}", shown(file), why(&error)))?;
    let text = as_drawn(text, file, options.lessons.seed, options)?;
    let Filled { text: filled, failed, complaints, .. } = filled(&text, file, options)?;
    let is_wrong = !complaints.is_empty();
    for complaint in complaints {
        screen.last_words(&format!("{}: {complaint}", shown(file)));
    }
    if options.lessons.check {
        if filled == text {
            return Ok(u8::from(is_wrong));
        }
        let name = shown(file);
        let diff = difference(&text, &filled);
        let diff = format!("--- {name}\n+++ {name} as it would be filled in\n{diff}");
        screen
            .say(&visible_lines(diff.trim_end()))
            .map_err(|error| format!("cannot write: {}", why(&error)))?;
        return Ok(1);
    }
    if options.lessons.write {
        if filled != text {
            write_whole(file, &filled, true)
                .map_err(|error| format!("cannot write {}: {}", shown(file), why(&error)))?;
        }
        return Ok(u8::from(failed));
    }
    let filled = if options.lessons.html { page(&filled) } else { filled };
    // What others have written is not to control a terminal.
    let shown = if io::stdout().is_terminal() { harmless(&filled) } else { filled.as_str().into() };
    Ok(u8::from(failed).max(write_out(shown.as_bytes())))
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

/// The text of a lesson with the numbers that a seed draws, if there is one.
///
/// # Errors
///
/// When it draws none.
fn as_drawn(
    text: String,
    file: &Path,
    seed: Option<u64>,
    options: &Options,
) -> Result<String, String> {
    let Some(seed) = seed else { return Ok(text) };
    Variants::of(&text).drawn(seed, file, options)
}

pub(super) fn read(file: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    if file.as_os_str() == "-" {
        io::stdin().lock().read_to_end(&mut bytes)?;
    } else {
        open_script(file)?.read_to_end(&mut bytes)?;
    }
    // A mark stays, as the lesson may be written back.
    without_mark(&bytes)?;
    let invalid = |_| io::Error::other("it is not valid UTF-8; save it as UTF-8");
    String::from_utf8(bytes).map_err(invalid)
}

/// Returns the text of a lesson, which stands in a file, with its answers.
///
/// # Errors
///
/// When a block is never closed, or prints more than there is room for.
pub fn filled(text: &str, file: &Path, options: &Options) -> Result<Filled, String> {
    let filling = Filling::new(options, file);
    filling.fill(text).map_err(|error| format!("{}: {}", shown(file), why(&error)))
}
