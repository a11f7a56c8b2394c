//! Playing a lesson: a part at a time is shown and run, its questions asked and its tasks set.

mod again;
mod parts;
mod prose;

use std::io;
use std::mem;
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::super::script::shown;
use super::kept::{Progress, answers_in};
use super::{Runner, shelf};
use crate::commands::{Attempt, Gone, IN_THE_WAY};
use crate::files::{open, why, write_whole};
use crate::language::visible_text;
use crate::lesson::{Exercise, HandIn, Lesson, MOST_BYTES, PartKind, SHELF, Task, Try};
use crate::report::{LESSON_STEPS, LessonStep, LessonWish, Role, counted};
use crate::session::{Mark, come_back, mark};
use crate::views::Canvas;
use parts::{begin_exercise, complain, say, show_prose};

/// A lesson that is played.
pub struct Player {
    text: String,
    lesson: Lesson,
    folder: PathBuf,
    /// The parts that are shown at a time.
    units: Vec<Range<usize>>,
    /// How far the learner is, and what was answered.
    answers: HandIn,
    stage: Stage,
    /// Where the session was before something was typed between parts, of which the next part is to know
    /// nothing; and true if that has made or changed something.
    before_typed: Option<Mark>,
    has_strayed: bool,
    kept: Progress,
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
    pub fn new(text: String, folder: PathBuf, handed_in: HandIn, kept: Progress) -> Player {
        let lesson = Lesson::read(&text);
        let units = lesson.units(&text);
        let digest = if handed_in.digest.is_empty() { lesson.digest() } else { handed_in.digest };
        let answers = HandIn { title: lesson.title.clone(), digest, ..handed_in };
        let (stage, before_typed, has_strayed, hand_in) = (Stage::Reading, None, false, None);
        Player {
            text,
            lesson,
            folder,
            units,
            answers,
            stage,
            before_typed,
            has_strayed,
            kept,
            hand_in,
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
            let found = open(file).ok().and_then(|it| answers_in(it, MOST_BYTES));
            let is_own = |it: &HandIn| it.is_of(&self.answers) && it.name == self.answers.name;
            if let Some(found) = found.filter(is_own) {
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

    /// Says what the lesson is and shows its first part, or goes on where the learner has left it.
    pub fn begin(&mut self, runner: &mut Runner) -> io::Result<()> {
        let title = if self.lesson.title.is_empty() { "a lesson" } else { &self.lesson.title };
        let count = self.units.len();
        let parts = counted(count as u64, "part");
        let title = visible_text(title);
        say(runner, &format!("{title}: {parts}. Enter goes on, :lesson stop ends it."))?;
        match self.kept.read() {
            Some(kept) if !kept.is_of(&self.answers) => {
                say(runner, "The lesson has changed since, and begins anew.")?;
            }
            Some(kept) if kept.is_of_others(&self.answers) => {}
            Some(kept) if kept.shown < count => {
                let before = mem::take(&mut self.answers);
                self.answers = HandIn { name: before.name.clone(), ..kept };
                self.answers.put_before(before);
                let shown = self.answers.shown;
                self.begin_again(shown);
                let said = format!(
                    "It goes on after part {shown} of {count}; :lesson back shows that again."
                );
                say(runner, &said)?;
                self.restore(runner, shown)?;
            }
            Some(kept) => self.answers.put_before(kept),
            None => {}
        }
        self.go_on(runner)
    }

    /// Begins again after so many units.
    fn begin_again(&mut self, shown: usize) {
        let start = self.units.get(shown).map_or(self.lesson.parts.len(), |unit| unit.start);
        self.answers.begin_again(self.lesson.first_block_from(start));
        self.answers.shown = shown;
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
        // Also what leaves no change behind: a root that was looked at, the last answer, a pass by hand. Only
        // where what came before was undone does the lesson run again.
        if let Some(before) = self.before_typed.take()
            && !come_back(&mut runner.session, &before)
        {
            self.restore(runner, self.answers.shown)?;
        }
        if mem::take(&mut self.has_strayed) {
            say(runner, "What you have tried is dropped.")?;
        }
        let Some(unit) = self.units.get(self.answers.shown).cloned() else {
            return say(
                runner,
                "The lesson is at its end. :lesson back goes back, :lesson stop ends it.",
            );
        };
        self.answers.shown += 1;
        self.show(runner, unit)?;
        self.keep(runner)?;
        if matches!(self.stage, Stage::Reading) {
            self.say_how_to_go_on(runner)?;
        }
        Ok(())
    }

    fn say_how_to_go_on(&self, runner: &mut Runner) -> io::Result<()> {
        let (shown, count) = (self.answers.shown, self.units.len());
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

    /// Carries out a command of the lesson while it asks something, which only a step elsewhere leaves, or
    /// a cry for help in a task; false if that is still to run. Between parts it notes what comes before that.
    pub fn takes(&mut self, runner: &mut Runner, text: &str) -> io::Result<bool> {
        if matches!(self.stage, Stage::Reading) && self.before_typed.is_none() {
            self.before_typed = Some(mark(&mut runner.session));
        }
        if let (Stage::Working(_), Some(said)) = (&self.stage, Task::helps(text))
            && !runner.is_asking()
        {
            return say(runner, said).map(|()| true);
        }
        let Some(word) = text.trim().strip_prefix(":lesson").filter(|_| runner.is_asking()) else {
            return Ok(false);
        };
        let mut steps = LESSON_STEPS.iter();
        match steps.find(|(name, ..)| *name == word.trim()) {
            Some((_, LessonStep::Where, _)) => self.take(runner, LessonStep::Where),
            None if SHELF.iter().all(|(name, _)| *name != word.trim()) => {
                let steps: Vec<&str> = LESSON_STEPS.iter().map(|(name, ..)| *name).collect();
                let said = format!("The steps of a lesson are {}.", steps.join(", "));
                say(runner, &said).map(|()| true)
            }
            _ => {
                runner.leave_questions();
                Ok(false)
            }
        }
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
                self.keep(runner)
            }
            Stage::Working(work) => {
                self.answers.add(work.block, Try::at_task(text));
                match work.attempt.take(&mut runner.session, text, changes) {
                    Gone::On => {}
                    Gone::Elsewhere(said) => say(runner, &said)?,
                    Gone::TooFar => {
                        say(runner, &work.attempt.task().said_too_far())?;
                        if !work.attempt.begin_again(&mut runner.session) {
                            let (block, task) = (work.block, work.attempt.task().clone());
                            self.restore_before(runner, self.answers.shown, block)?;
                            let attempt = Attempt::new(&mut runner.session, task);
                            self.stage =
                                Stage::Working(AtTask { block, attempt, may_leave: false });
                        }
                    }
                    Gone::Reached => {
                        let line = format!("     reached: {}\n", work.attempt.task().goal.0);
                        runner.screen.answers().put(Role::Right, &line)?;
                        self.stage = Stage::Reading;
                        self.say_how_to_go_on(runner)?;
                    }
                }
                self.keep(runner)
            }
            Stage::Reading => {
                let has_changed = runner.session.standing_changes() != changes;
                if has_changed && !mem::replace(&mut self.has_strayed, true) {
                    runner.note("the next part drops what you have tried here")?;
                }
                Ok(())
            }
        }
    }

    /// Carries out `:lesson STEP`; returns false if that ends the lesson.
    pub fn take(&mut self, runner: &mut Runner, step: LessonStep) -> io::Result<bool> {
        let shown = self.answers.shown;
        let from = match step {
            LessonStep::Stop => {
                self.leave(runner)?;
                return Ok(false);
            }
            LessonStep::Where => {
                let line = self
                    .units
                    .get(shown.saturating_sub(1))
                    .and_then(|it| self.lesson.parts.get(it.start));
                let line = line.map_or(1, |part| part.line);
                say(runner, &format!("part {shown} of {}, line {line}", self.units.len()))?;
                return Ok(true);
            }
            LessonStep::Again => shown.saturating_sub(1),
            LessonStep::Back => shown.saturating_sub(2),
        };
        self.stage = Stage::Reading;
        (self.before_typed, self.has_strayed) = (None, false);
        self.begin_again(from);
        self.restore(runner, from)?;
        self.go_on(runner)?;
        Ok(true)
    }

    /// Leaves the lesson, without the answer to a question that waits, and says how far it went.
    pub fn leave(&mut self, runner: &mut Runner) -> io::Result<()> {
        runner.finish()?;
        Attempt::leave(&mut runner.session);
        self.keep(runner)?;
        let (shown, count) = (self.answers.shown, self.units.len());
        let said = if shown < count || !matches!(self.stage, Stage::Reading) {
            format!(
                "The lesson is left at part {shown} of {count}; it goes on from here another time."
            )
        } else {
            format!("The lesson is left at its end, after part {shown} of {count}.")
        };
        say(runner, &said)
    }

    /// Keeps the answers for another day; where that fails, says so once.
    fn keep(&mut self, runner: &mut Runner) -> io::Result<()> {
        self.finish()?;
        // What is left in the middle begins anew another day.
        let is_open = !matches!(self.stage, Stage::Reading);
        let shown = self.answers.shown.saturating_sub(usize::from(is_open));
        match self.kept.write(&HandIn { shown, ..self.answers.clone() }) {
            Some(warning) => runner.warn(&warning),
            None => Ok(()),
        }
    }
}

/// Runs a line in a lesson that is played, or that it asks for, or in none.
pub fn type_line(
    runner: &mut Runner,
    player: &mut Option<Player>,
    text: &str,
    run: impl FnOnce(&mut Runner) -> io::Result<()>,
) -> io::Result<()> {
    let changes = runner.session.standing_changes();
    if let Some(player) = player
        && player.takes(runner, text)?
    {
        return Ok(());
    }
    run(runner)?;
    match (runner.take_wish(), &mut *player) {
        (Some(LessonWish::Open(name)), _) => {
            let opened = shelf::text(name).to_owned();
            let kept = Progress::of(Path::new(name));
            let mut opened = Player::new(opened, PathBuf::new(), HandIn::default(), kept);
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
