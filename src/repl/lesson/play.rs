//! Playing a lesson: at the prompt, and by lines over a pipe.

use std::io::{self, IsTerminal};
use std::mem;
use std::path::{Path, PathBuf};

use super::{answers_in, called, text_of};
use crate::command::{why, without_mark, write_whole};
use crate::core::language::visible_text;
use crate::core::session::Session;
use crate::parts::lessons::{HandIn, Player, Stage, Step, builtin_text};
use crate::render::{Canvas, format};
use crate::repl::captured_output::Pad;
use crate::repl::tutor::{Run, Tutor};
use crate::repl::{Options, Runner, Screen, Source, prompt, shown, status_after};
use crate::report::{LessonWish, Paragraph, Report, Role};

/// Plays a lesson, at the prompt or by lines on stdin, and returns the exit status.
pub(super) fn play(
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
    let text = text_of(file, None).map_err(io::Error::other)?;
    let folder = file.parent().map(Path::to_owned).unwrap_or_default();
    let player = Player::open(&text, hand_in);
    let mut player =
        player.map_err(|error| io::Error::other(format!("{}: {error}", called(file))))?;
    if let Some(file) = &answers {
        go_on_with(file, &mut player)?;
        write_answers(&player.answers, file)?;
    }
    runner.lesson_folder = folder;
    let mut playing = Playing { player: Some(player), answers };
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        prompt::start(runner, options)?;
        return prompt::run(runner, &mut playing);
    }
    play_lines(runner, &mut playing)
}

/// Plays a lesson with lines from stdin; an empty line continues.
fn play_lines(runner: &mut Runner, playing: &mut Playing) -> io::Result<()> {
    runner.start_prompt();
    runner.stdin_is_script = true;
    playing.begin(runner)?;
    let mut lines = io::stdin().lines();
    loop {
        runner.screen.flush()?;
        let Some(line) = lines.next() else { return Ok(()) };
        let line = line?;
        if line.trim().is_empty() {
            playing.go_on(runner)?;
        } else {
            playing.take(runner, &line, &mut |runner| runner.run(Source::text("", &line)))?;
        }
        if runner.is_done() {
            return Ok(());
        }
    }
}

impl Stage for Runner {
    type Error = io::Error;

    fn session(&mut self) -> &mut Session {
        &mut self.session
    }

    fn clear(&mut self) {
        self.begin_anew();
    }

    fn show(&mut self, step: Step<'_>) -> io::Result<()> {
        match step {
            Step::Prose(prose) => self.show_prose(prose).and_then(|()| self.screen.say("")),
            Step::Said(said) => self.show_prose(&said),
            Step::Wrong(message) => self.complain(&message),
            Step::Reply(report) => self.show_report(&report),
            Step::Shown(shown, count) => {
                let what = if shown < count { "Enter continues" } else { "the end" };
                let line = format!("── {shown} of {count} · {what} ──\n");
                self.screen.answers().put(Role::Faint, &line)
            }
            Step::Waits => self.screen.answers().put(Role::Faint, "── Enter: next step ──\n"),
        }
    }

    fn run_block(&mut self, script: &str) -> io::Result<()> {
        self.run_lesson_block(script)
    }

    fn quietly<T>(&mut self, act: impl FnOnce(&mut Runner) -> T) -> T {
        let pad = Screen::on_pad(&Pad::forgetful(), false);
        let screen = mem::replace(&mut self.screen, pad);
        let done = act(self);
        self.screen = screen;
        done
    }
}

impl Runner {
    /// Shows prose; a terminal wraps its lines, except tables and code.
    fn show_prose(&mut self, prose: &str) -> io::Result<()> {
        let is_terminal = self.screen.size().is_some();
        let line = |line: &str| {
            let role = if line.starts_with('#') { Role::Title } else { Role::Plain };
            let is_text = !line.starts_with(['|', '\t']) && !line.starts_with("    ");
            let text = Paragraph::styled(visible_text(line), role);
            Paragraph { indent: (is_terminal && is_text).then_some(0), ..text }.line()
        };
        let blocks = prose.trim_matches(['\n', '\r']).lines().map(line).collect();
        let report = Report { blocks, ..Report::default() };
        (format("table").write)(&report, &self.style(), &mut self.screen.answers())
    }
}

/// Reads earlier answers of the same learner from the file.
fn go_on_with(file: &Path, player: &mut Player) -> io::Result<()> {
    if !file.exists() {
        return Ok(());
    }
    let bytes = answers_in(file).unwrap_or_default();
    let read = without_mark(&bytes).ok().and_then(|json| serde_json::from_slice(json).ok());
    let Some(found) = read.filter(|it: &HandIn| it.is_of(&player.answers)) else {
        let what = "contains other answers; choose another file";
        return Err(io::Error::other(format!("{} {what}", shown(file))));
    };
    player.answers = found;
    Ok(())
}

fn write_answers(answers: &HandIn, file: &Path) -> io::Result<()> {
    let text = serde_json::to_string_pretty(answers).map_err(io::Error::other)?;
    write_whole(file, &(text + "\n"), true)
        .map_err(|error| io::Error::other(format!("cannot write {}: {}", shown(file), why(&error))))
}

/// The current lesson, and the file for its answers.
#[derive(Default)]
pub(super) struct Playing {
    player: Option<Player>,
    answers: Option<PathBuf>,
}

impl Tutor for Playing {
    fn begin(&mut self, runner: &mut Runner) -> io::Result<bool> {
        let Some(player) = &mut self.player else { return Ok(false) };
        player.begin(runner).map(|()| true)
    }

    fn take(&mut self, runner: &mut Runner, text: &str, run: Run<'_>) -> io::Result<()> {
        let player = self.player.as_mut();
        let is_taken = player.map_or(Ok(false), |player| player.takes(runner, text))?;
        if !is_taken {
            run(runner)?;
        }
        match (runner.wish.take(), &mut self.player) {
            (Some(LessonWish::Open(name)), _) => {
                let mut opened = Player::new(builtin_text(name), HandIn::default());
                runner.lesson_folder = PathBuf::new();
                runner.begin_anew();
                opened.begin(runner)?;
                *self = Playing { player: Some(opened), answers: None };
                Ok(())
            }
            (Some(LessonWish::Step(step)), Some(player)) => {
                if !player.take(runner, step)? {
                    self.player = None;
                }
                Ok(())
            }
            (Some(LessonWish::Step(_)), None) => {
                runner.complain("no lesson is running; :lesson lists the lessons")
            }
            (None, Some(player)) => {
                if !is_taken {
                    player.after(runner, text)?;
                }
                let file = self.answers.as_ref();
                file.map_or(Ok(()), |file| write_answers(&player.answers, file))
            }
            (None, None) => Ok(()),
        }
    }

    fn go_on(&mut self, runner: &mut Runner) -> io::Result<bool> {
        self.player.as_mut().map_or(Ok(false), |player| player.go_on(runner).map(|()| true))
    }

    fn leave(&mut self, runner: &mut Runner) -> io::Result<()> {
        self.player.as_mut().map_or(Ok(()), |player| player.leave(runner))
    }
}
