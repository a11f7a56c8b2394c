//! Playing a lesson: a part at a time is shown and run, its questions asked and its tasks set.

mod parts;
mod prose;
mod replay;

use std::io::{self, Read};
use std::mem;
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::blocks::Task;
use super::builtin;
use super::command::chooses;
use super::lesson::{Exercise, Lesson, PartKind};
use super::submission::{HandIn, MOST_BYTES, Try};
use super::task::{Attempt, Gone, IN_THE_WAY};
use crate::command::{open, why, without_mark, write_whole};
use crate::core::language::visible_text;
use crate::render::Canvas;
use crate::repl::{Runner, shown};
use crate::report::{LessonStep, LessonWish, Role, counted};
use parts::{begin_exercise, complain, say, show_prose};
pub use replay::Tried;

/// A lesson that is played.
pub struct Player {
    text: String,
    lesson: Lesson,
    folder: PathBuf,
    /// The parts that are shown at a time.
    units: Vec<Range<usize>>,
    /// How many of them have been shown.
    shown: usize,
    /// What was answered.
    answers: HandIn,
    stage: Stage,
    /// True if something was typed between parts, of which the next part is to know nothing; and true if that
    /// has made or changed something.
    has_typed: bool,
    has_strayed: bool,
    /// The file for the answers, if they are handed in.
    hand_in: Option<PathBuf>,
}

/// What the learner is at.
enum Stage {
    /// Reading, or at the end.
    Reading,
    /// Answering the questions of the block of this number.
    Answering(usize),
    /// Working on a task.
    Working(AtTask),
}

/// A task that is worked on, by the number of its block.
struct AtTask {
    block: usize,
    attempt: Attempt,
    /// True once it was said that Enter leaves it.
    may_leave: bool,
}

impl Player {
    /// Opens a lesson whose text stands in a folder, for who hands this in.
    pub fn new(text: String, folder: PathBuf, handed_in: HandIn) -> Player {
        let lesson = Lesson::read(&text);
        Player {
            units: lesson.units(&text),
            answers: HandIn { title: lesson.title.clone(), ..handed_in },
            text,
            lesson,
            folder,
            shown: 0,
            stage: Stage::Reading,
            has_typed: false,
            has_strayed: false,
            hand_in: None,
        }
    }

    /// Writes the answers to a file, now and after each.
    ///
    /// # Errors
    ///
    /// When the file holds something else than earlier answers of the same learner to this lesson, or
    /// cannot be written.
    pub fn hand_in_to(&mut self, file: Option<PathBuf>) -> io::Result<()> {
        if let Some(file) = file.as_ref().filter(|file| file.exists()) {
            if let Some(found) = answers_in(file).filter(|it| it.is_of(&self.answers)) {
                self.answers.put_before(found);
            } else {
                let what = "holds something else than these answers; name another file";
                return Err(io::Error::other(format!("{} {what}", shown(file))));
            }
        }
        self.hand_in = file;
        self.finish()
    }

    /// Hands the answers in.
    ///
    /// # Errors
    ///
    /// When the file cannot be written.
    pub fn finish(&self) -> io::Result<()> {
        let Some(file) = &self.hand_in else { return Ok(()) };
        let text = serde_json::to_string_pretty(&self.answers).map_err(io::Error::other)?;
        write_whole(file, &(text + "\n"), true).map_err(|error| {
            io::Error::other(format!("cannot write {}: {}", shown(file), why(&error)))
        })
    }

    /// Says what the lesson is and shows its first part.
    pub fn begin(&mut self, runner: &mut Runner) -> io::Result<()> {
        let title = if self.lesson.title.is_empty() { "a lesson" } else { &self.lesson.title };
        let parts = counted(self.units.len() as u64, "part");
        let title = visible_text(title);
        say(runner, &format!("{title}: {parts}. Enter goes on, :lesson stop ends it."))?;
        self.go_on(runner)
    }

    /// Begins again after so many units.
    fn begin_again(&mut self, shown: usize) {
        let start = self.units.get(shown).map_or(self.lesson.parts.len(), |unit| unit.start);
        self.answers.begin_again(self.lesson.first_block_from(start));
        self.shown = shown;
    }

    /// Acts on an empty line: shows the next part, or says what is still to do.
    pub fn go_on(&mut self, runner: &mut Runner) -> io::Result<()> {
        match &mut self.stage {
            _ if runner.is_asking() => return Ok(()),
            Stage::Working(work) if !work.may_leave => {
                work.may_leave = true;
                let goal = work.attempt.task().goal.0.clone();
                return say(
                    runner,
                    &format!(
                        "The goal is not reached: {goal}. Enter leaves it; :lesson again begins it anew."
                    ),
                );
            }
            Stage::Working(_) => Attempt::leave(&mut runner.session),
            _ => {}
        }
        self.stage = Stage::Reading;
        // Also what leaves no change behind: a root that was looked at, the last answer, a pass by hand.
        if mem::take(&mut self.has_typed) {
            self.restore(runner, self.shown)?;
        }
        if mem::take(&mut self.has_strayed) {
            say(runner, "What you have tried is dropped.")?;
        }
        let Some(unit) = self.units.get(self.shown).cloned() else {
            return say(
                runner,
                "The lesson is at its end. :lesson back goes back, :lesson stop ends it.",
            );
        };
        self.shown += 1;
        self.show(runner, unit)?;
        self.finish()?;
        if matches!(self.stage, Stage::Reading) {
            self.say_how_to_go_on(runner)?;
        }
        Ok(())
    }

    fn say_how_to_go_on(&self, runner: &mut Runner) -> io::Result<()> {
        let (shown, count) = (self.shown, self.units.len());
        let what = if shown < count { "Enter goes on" } else { "the end" };
        let line = format!("── {shown} of {count} · {what} ──\n");
        runner.screen.answers().put(Role::Faint, &line)
    }

    /// Shows and runs parts.
    fn show(&mut self, runner: &mut Runner, unit: Range<usize>) -> io::Result<()> {
        for at in unit {
            let Some(part) = self.lesson.parts.get(at) else { continue };
            let line = part.line;
            match &part.kind {
                PartKind::Prose => {
                    let prose = self.text.get(part.places.clone()).unwrap_or_default();
                    show_prose(&mut runner.screen, prose)?;
                }
                PartKind::NewSession => runner.begin_anew(),
                PartKind::Vary(_) => {}
                PartKind::Code(code) => {
                    if let Some(error) = code.fence.never_closed() {
                        complain(runner, (line, &code.fence), &error)?;
                    }
                    runner.run_block(&code.fence.script(), &self.folder)?;
                    self.begin_answering(runner, part.block);
                }
                PartKind::Exercise(fence, exercise) => {
                    if self.make_way(runner, at)? {
                        runner.note(IN_THE_WAY)?;
                    }
                    let begun = begin_exercise(runner, exercise);
                    match (begun, exercise) {
                        (Err(error), _) => complain(runner, (line, fence), &error)?,
                        (Ok(()), Exercise::Task(task)) => {
                            let attempt = Attempt::new(&mut runner.session, task.clone());
                            let block = part.block.unwrap_or_default();
                            self.stage =
                                Stage::Working(AtTask { block, attempt, may_leave: false });
                        }
                        (Ok(()), _) => self.begin_answering(runner, part.block),
                    }
                }
                PartKind::Wrong(fence, error) => complain(runner, (line, fence), error)?,
            }
        }
        Ok(())
    }

    /// Notes that a block asks something, if it does.
    fn begin_answering(&mut self, runner: &mut Runner, block: Option<usize>) {
        if let Some(block) = block.filter(|_| runner.is_asking()) {
            runner.record();
            self.stage = Stage::Answering(block);
        }
    }

    /// Says that a task has no help, or makes way for a step elsewhere while something is asked; true if there is
    /// nothing to run.
    pub fn takes(&mut self, runner: &mut Runner, text: &str) -> io::Result<bool> {
        self.has_typed |= matches!(self.stage, Stage::Reading);
        if let (Stage::Working(_), Some(said)) = (&self.stage, Task::helps(text))
            && !runner.is_asking()
        {
            return say(runner, said).map(|()| true);
        }
        if runner.is_asking() && chooses(text) {
            runner.leave_questions();
        }
        Ok(false)
    }

    /// Acts on a line that has run, which left so many changes standing before it.
    pub fn after(&mut self, runner: &mut Runner, text: &str, changes: u64) -> io::Result<()> {
        let tries = runner.take_tries();
        match &mut self.stage {
            Stage::Answering(block) => {
                for tried in tries {
                    self.answers.add(*block, tried);
                }
                if !runner.is_asking() {
                    self.stage = Stage::Reading;
                    self.say_how_to_go_on(runner)?;
                }
                self.finish()
            }
            Stage::Working(work) => {
                self.answers.add(work.block, Try::at_task(text));
                match work.attempt.take(&mut runner.session, text, changes) {
                    Gone::On => {}
                    Gone::Elsewhere(said) => say(runner, &said)?,
                    Gone::TooFar => {
                        say(runner, &work.attempt.task().said_too_far())?;
                        work.attempt.begin_again(&mut runner.session);
                    }
                    Gone::Reached => {
                        let line = format!("     reached: {}\n", work.attempt.task().goal.0);
                        runner.screen.answers().put(Role::Right, &line)?;
                        self.stage = Stage::Reading;
                        self.say_how_to_go_on(runner)?;
                    }
                }
                self.finish()
            }
            Stage::Reading => {
                let has_changed = runner.session.journal().standing() != changes;
                if has_changed && !mem::replace(&mut self.has_strayed, true) {
                    runner.note("the next part drops what you have tried here")?;
                }
                Ok(())
            }
        }
    }

    /// Carries out `:lesson STEP`; returns false if that ends the lesson.
    pub fn take(&mut self, runner: &mut Runner, step: LessonStep) -> io::Result<bool> {
        let from = match step {
            LessonStep::Stop => {
                self.leave(runner)?;
                return Ok(false);
            }
            LessonStep::Again => self.shown.saturating_sub(1),
            LessonStep::Back => self.shown.saturating_sub(2),
        };
        self.stage = Stage::Reading;
        (self.has_typed, self.has_strayed) = (false, false);
        self.begin_again(from);
        self.restore(runner, from)?;
        self.go_on(runner)?;
        Ok(true)
    }

    /// Leaves the lesson, without the answer to a question that waits, and says how far it went.
    pub fn leave(&mut self, runner: &mut Runner) -> io::Result<()> {
        runner.finish()?;
        Attempt::leave(&mut runner.session);
        self.finish()?;
        say(runner, &format!("The lesson is left at part {} of {}.", self.shown, self.units.len()))
    }
}

/// The answers in a file, if there are any that can be read.
fn answers_in(file: &Path) -> Option<HandIn> {
    let mut bytes = Vec::new();
    open(file).ok()?.take(MOST_BYTES).read_to_end(&mut bytes).ok()?;
    serde_json::from_slice(without_mark(&bytes).ok()?).ok()
}

/// Runs a line in a lesson that is played, or that it asks for, or in none.
pub fn type_line(
    runner: &mut Runner,
    player: &mut Option<Player>,
    text: &str,
    run: impl FnOnce(&mut Runner) -> io::Result<()>,
) -> io::Result<()> {
    let changes = runner.session.journal().standing();
    if let Some(player) = player
        && player.takes(runner, text)?
    {
        return Ok(());
    }
    run(runner)?;
    match (runner.wish.take(), &mut *player) {
        (Some(LessonWish::Open(name)), _) => {
            let opened = builtin::text(name).to_owned();
            let mut opened = Player::new(opened, PathBuf::new(), HandIn::default());
            runner.begin_anew();
            opened.begin(runner)?;
            *player = Some(opened);
            Ok(())
        }
        (Some(LessonWish::Step(step)), Some(playing)) => {
            if !playing.take(runner, step)? {
                *player = None;
            }
            Ok(())
        }
        (Some(LessonWish::Step(_)), None) => {
            runner.complain("no lesson is being played; :lesson lists the lessons")
        }
        (None, Some(playing)) => playing.after(runner, text, changes),
        (None, None) => Ok(()),
    }
}
