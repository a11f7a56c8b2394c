//! Playing a lesson: the next part, and the effect of each typed line. This module does no input or output.

use std::mem;
use std::ops::Range;

use super::ask::WORDS;
use super::command::chooses;
use super::exercise::Begun;
use super::fence::Fence;
use super::lesson::{Lesson, Part, PartKind};
use super::submission::HandIn;
use super::task::{AGAIN, Attempt, TASK};
use super::variants::drawn;
use crate::command::{Arguments, RunOptions};
use crate::core::language::Error;
use crate::core::session::{Session, Settings};
use crate::parts::learn::{Question, Try, answer};
use crate::report::{LessonStep, Report, counted};

/// The output of a lesson.
#[derive(Debug)]
pub enum Step<'text> {
    /// Text to read.
    Prose(&'text str),
    /// A sentence about the lesson.
    Said(String),
    /// An error in a block.
    Wrong(String),
    /// The reply of a task.
    Reply(Report),
    /// So many parts of all have been shown, and nothing is asked.
    Shown(usize, usize),
    /// The next step of a block waits.
    Waits,
}

/// The place where a lesson is played: the prompt, a pipe, the page, or grading.
pub trait Stage {
    /// Why something cannot be shown.
    type Error;

    /// The session.
    fn session(&mut self) -> &mut Session;

    /// Begins an empty session with the same settings.
    fn clear(&mut self);

    /// Shows a step.
    fn show(&mut self, step: Step<'_>) -> Result<(), Self::Error>;

    /// Runs the statements of a block, and shows them with their answers.
    fn run_block(&mut self, script: &str) -> Result<(), Self::Error>;

    /// Acts without showing anything.
    fn quietly<T>(&mut self, act: impl FnOnce(&mut Self) -> T) -> T;
}

/// Ends a `:format` with its block, because people read what follows.
pub(super) fn restore_format(session: &mut Session, format: &'static str) {
    if session.settings().format != format {
        let settings = Settings { format, ..session.settings().clone() };
        session.start_with(settings);
    }
}

/// True for a step of a pass by hand.
fn is_step(line: &str) -> bool {
    let read = Arguments::read(line.trim(), RunOptions::default());
    read.is_ok_and(|it| ["next", "prev", "visit"].contains(&it.command.name))
}

/// A lesson that is played.
#[derive(Debug, Default)]
pub struct Player {
    lesson: Lesson,
    /// The parts that are shown at a time.
    units: Vec<Range<usize>>,
    /// The number of units shown.
    at: usize,
    /// The block with statements left: the number of its part, and their place in its script.
    rest: Option<(usize, usize)>,
    /// The number of the block that asks something.
    block: Option<usize>,
    /// The task that is worked on; other questions wait in the session.
    task: Option<Attempt>,
    /// True once it was said that an empty line leaves the task.
    may_leave: bool,
    /// True if the user typed something, which the next part must not see.
    has_typed: bool,
    /// The undo steps when the last part was shown; `None` after the warning that others are discarded.
    steps: Option<u64>,
    pub answers: HandIn,
}

impl Player {
    /// Opens a lesson for who hands this in, with the numbers that their seed draws, if they have one.
    ///
    /// # Errors
    ///
    /// When the lesson has no leaf to draw other numbers for.
    pub fn open(text: &str, handed_in: HandIn) -> Result<Player, String> {
        let drawn = handed_in.seed.map(|seed| drawn(text, seed)).transpose()?;
        Ok(Player::new(drawn.as_deref().unwrap_or(text), handed_in))
    }

    /// Opens a lesson with the numbers that it has.
    pub fn new(text: &str, handed_in: HandIn) -> Player {
        let lesson = Lesson::read(text);
        Player {
            units: lesson.units(),
            answers: HandIn { title: lesson.title.clone(), ..handed_in },
            lesson,
            ..Player::default()
        }
    }

    /// The title of the lesson.
    pub fn title(&self) -> String {
        self.lesson.name()
    }

    /// The number of units shown, and of all.
    pub fn progress(&self) -> (usize, usize) {
        (self.at, self.units.len())
    }

    /// The goal of the task that is worked on.
    pub fn goal(&self) -> Option<&str> {
        self.task.as_ref().map(|it| it.task.goal.0.as_str())
    }

    /// True if the lesson asks for a grad before other statements run: a picture keeps grads to itself until then.
    pub fn asks_grads(&self) -> bool {
        let is_asked = |part: &Part| part.block.is_some() && part.block == self.block;
        let asked = self.lesson.parts.iter().position(is_asked);
        let from = asked.filter(|_| self.task.is_none()).unwrap_or_else(|| self.end(self.at));
        let mut ahead = self.lesson.parts.iter().skip(from).filter_map(|part| match &part.kind {
            PartKind::Exercise(_, exercise) => exercise.asks_grad(),
            PartKind::NewSession | PartKind::Code(_) => Some(false),
            _ => None,
        });
        ahead.next().unwrap_or_default()
    }

    /// The end of the shown parts.
    fn end(&self, shown: usize) -> usize {
        shown.checked_sub(1).and_then(|last| self.units.get(last)).map_or(0, |it| it.end)
    }

    /// Introduces the lesson and shows its first part.
    pub fn begin<S: Stage>(&mut self, stage: &mut S) -> Result<(), S::Error> {
        let parts = counted(self.units.len() as u64, "part");
        let title = self.title();
        let said = format!("{title}: {parts}. Enter continues, :lesson stop ends it.");
        stage.show(Step::Said(said))?;
        self.go_on(stage)
    }

    /// Acts on an empty line: shows the next part, or says what is left to do.
    pub fn go_on<S: Stage>(&mut self, stage: &mut S) -> Result<(), S::Error> {
        if stage.session().is_asking() {
            let said = "Answer the question first, or type :hint, :skip or :quit.";
            return stage.show(Step::Said(said.to_owned()));
        }
        if let Some((part, from)) = self.rest {
            if mem::take(&mut self.has_typed) {
                self.restore(stage, part)?;
                let run = self.script(part).get(..from).unwrap_or_default().to_owned();
                stage.quietly(|stage| self.run_block(stage, &run))?;
            }
            self.run_on(stage)?;
            return self.end_step(stage);
        }
        if self.has_typed && stage.session().is_in_pass() {
            return stage.run_block(":next");
        }
        if let Some(goal) = self.goal().filter(|_| !self.may_leave) {
            let said = format!(
                "The goal is not reached: {goal}. Enter skips it; :lesson again restarts it."
            );
            self.may_leave = true;
            return stage.show(Step::Said(said));
        }
        self.leave_task(stage);
        // Also for changes that undo does not know: the root, the last answer, a pass by hand.
        if mem::take(&mut self.has_typed) {
            self.restore(stage, self.end(self.at))?;
        }
        let Some(unit) = self.units.get(self.at).cloned() else {
            let said = "The end. :lesson back goes back, :lesson stop ends the lesson.";
            return stage.show(Step::Said(said.to_owned()));
        };
        self.at += 1;
        for part in unit {
            self.show_part(stage, part)?;
        }
        self.end_step(stage)
    }

    /// Reports the progress if no question is open.
    fn end_step<S: Stage>(&mut self, stage: &mut S) -> Result<(), S::Error> {
        if stage.session().is_asking() || self.task.is_some() {
            return Ok(());
        }
        self.block = None;
        self.steps = Some(stage.session().journal().standing());
        let shown = Step::Shown(self.at, self.units.len());
        stage.show(if self.rest.is_some() { Step::Waits } else { shown })
    }

    /// The number of parts; a unit may have many.
    pub(super) fn count(&self) -> usize {
        self.lesson.parts.len()
    }

    /// Takes the number of the current block, and its task, if any.
    pub(super) fn take_asked(&mut self) -> Option<(usize, Option<Attempt>)> {
        Some((self.block.take()?, self.task.take()))
    }

    /// Shows a part and runs it.
    pub(super) fn show_part<S: Stage>(&mut self, stage: &mut S, at: usize) -> Result<(), S::Error> {
        let Some(part) = self.lesson.parts.get(at) else { return Ok(()) };
        let wrong = |fence: &Fence, error: &Error| {
            Step::Wrong(format!("line {}: {error}", fence.line_of(part.line, error.span())))
        };
        match &part.kind {
            PartKind::Prose if !part.text.trim().is_empty() => {
                stage.show(Step::Prose(&part.text))?;
            }
            PartKind::Prose | PartKind::Vary(_) => {}
            PartKind::NewSession => stage.clear(),
            PartKind::Code(_) => {
                self.rest = Some((at, 0));
                return self.run_on(stage);
            }
            PartKind::Exercise(fence, exercise) => match exercise.begin(stage.session()) {
                Ok(Begun::Statement(statement)) => self.run_block(stage, &statement)?,
                Ok(Begun::Question(text, question)) => {
                    stage.show(Step::Prose(&text))?;
                    stage.session().begin_question(question);
                }
                Ok(Begun::Task(task)) => {
                    stage.show(Step::Prose(&task.task.text))?;
                    let next = "The next part discards your statements for it.";
                    stage.show(Step::Said(format!("{} {next}", task.task.said_goal())))?;
                    self.task = Some(task);
                    self.may_leave = false;
                }
                Err(error) => stage.show(wrong(fence, &error))?,
            },
            PartKind::Wrong(fence, error) => stage.show(wrong(fence, error))?,
        }
        self.settle(stage, at);
        Ok(())
    }

    /// Notes the exercise of a part.
    fn settle<S: Stage>(&mut self, stage: &mut S, at: usize) {
        if stage.session().is_asking() || self.task.is_some() {
            self.block = self.lesson.parts.get(at).and_then(|part| part.block);
        }
        // A block's own answers are not tries.
        stage.session().take_tries();
        // A task with tries starts again.
        if let (Some(task), Some(block)) = (&self.task, self.block)
            && self.answers.tries(block, TASK).next().is_some()
        {
            self.answers.add(block, Try::at(task, AGAIN));
        }
    }

    /// The statements of a part.
    fn script(&self, at: usize) -> String {
        match self.lesson.parts.get(at).map(|part| &part.kind) {
            Some(PartKind::Code(code)) => code.fence.script(),
            _ => String::new(),
        }
    }

    /// Runs a block up to its next step of a pass by hand.
    fn run_on<S: Stage>(&mut self, stage: &mut S) -> Result<(), S::Error> {
        let Some((part, from)) = self.rest.take() else { return Ok(()) };
        let script = self.script(part);
        let rest = script.get(from..).unwrap_or_default();
        let mut length = 0;
        for line in rest.split_inclusive('\n') {
            if length > 0 && is_step(line) {
                self.rest = Some((part, from + length));
                break;
            }
            length += line.len();
        }
        self.run_block(stage, rest.get(..length).unwrap_or_default())?;
        self.settle(stage, part);
        Ok(())
    }

    /// Runs the rest of a block.
    pub(super) fn finish<S: Stage>(&mut self, stage: &mut S) -> Result<(), S::Error> {
        while self.rest.is_some() {
            self.run_on(stage)?;
        }
        Ok(())
    }

    /// Restores the session to its state after the first parts.
    pub(super) fn restore<S: Stage>(&mut self, stage: &mut S, end: usize) -> Result<(), S::Error> {
        stage.clear();
        let parts = self.lesson.parts.get(..end).unwrap_or_default();
        stage.quietly(|stage| {
            let is_unread = mem::replace(&mut stage.session().work_mut().is_unread, true);
            for part in parts {
                match &part.kind {
                    PartKind::NewSession => stage.clear(),
                    PartKind::Code(code) => self.run_block(stage, &code.fence.script())?,
                    _ => {}
                }
                if stage.session().is_asking() {
                    stage.session().leave_practice();
                }
            }
            stage.session().work_mut().is_unread = is_unread;
            Ok(())
        })
    }

    /// Runs the statements of a block.
    fn run_block<S: Stage>(&self, stage: &mut S, script: &str) -> Result<(), S::Error> {
        let format = stage.session().settings().format;
        stage.run_block(script)?;
        restore_format(stage.session(), format);
        Ok(())
    }

    fn leave_task<S: Stage>(&mut self, stage: &mut S) {
        self.task = None;
        stage.session().journal_mut().end_undo_here(false);
    }

    /// Takes a line that nothing is to be run for, and returns true then: an answer in words, the step that a block
    /// waits with, a wish for help with a task. Makes way for a step elsewhere while something is asked.
    pub fn takes<S: Stage>(&mut self, stage: &mut S, text: &str) -> Result<bool, S::Error> {
        if stage.session().is_asking() {
            if chooses(text) {
                stage.session().leave_practice();
            } else if stage.session().asks().as_deref() == Some(WORDS) {
                // Words may look like several statements.
                let said = answer(stage.session(), text);
                let wrong = |error: Error| Step::Wrong(error.to_string());
                stage.show(said.map_or_else(wrong, Step::Reply))?;
                return self.after(stage, text).map(|()| true);
            }
            return Ok(false);
        }
        if let Some((part, from)) = self.rest
            && self.script(part).get(from..).and_then(|it| it.lines().next()) == Some(text.trim())
        {
            return self.go_on(stage).map(|()| true);
        }
        let Some(task) = &mut self.task else { return Ok(false) };
        let said = match text.trim() {
            ":hint" => task.hint(),
            ":skip" => task.give_up(),
            _ => return Ok(false),
        };
        stage.show(Step::Reply(said.report(task.kind()))).map(|()| true)
    }

    /// Acts on a line that has run.
    pub fn after<S: Stage>(&mut self, stage: &mut S, text: &str) -> Result<(), S::Error> {
        let tries = stage.session().take_tries();
        let Some(block) = self.block else {
            self.has_typed = true;
            let steps = stage.session().journal().standing();
            if self.steps.take_if(|shown| *shown != steps).is_some() {
                let said = "The next part discards your changes.";
                stage.show(Step::Said(said.to_owned()))?;
            }
            return Ok(());
        };
        let Some(task) = &mut self.task else {
            tries.into_iter().for_each(|tried| self.answers.add(block, tried));
            return if stage.session().is_asking() { Ok(()) } else { self.end_step(stage) };
        };
        self.has_typed = true;
        self.answers.add(block, Try::at(task, text));
        let verdict = task.answer(stage.session(), text).unwrap_or_default();
        if !verdict.blocks.is_empty() {
            stage.show(Step::Reply(verdict.report(task.kind())))?;
        }
        if task.asks().is_some() {
            return Ok(());
        }
        self.leave_task(stage);
        self.end_step(stage)
    }

    /// Carries out `:lesson STEP`; returns false if that ends the lesson.
    pub fn take<S: Stage>(&mut self, stage: &mut S, step: LessonStep) -> Result<bool, S::Error> {
        let from = match step {
            LessonStep::Stop => return self.leave(stage).map(|()| false),
            LessonStep::Again => self.at.saturating_sub(1),
            LessonStep::Back => self.at.saturating_sub(2),
        };
        stage.session().leave_practice();
        self.leave_task(stage);
        (self.block, self.rest, self.has_typed) = (None, None, false);
        self.at = from;
        self.restore(stage, self.end(from))?;
        self.go_on(stage)?;
        Ok(true)
    }

    /// Leaves the lesson, without the answer to a question that waits, and says how far it went.
    pub fn leave<S: Stage>(&mut self, stage: &mut S) -> Result<(), S::Error> {
        stage.session().leave_practice();
        self.leave_task(stage);
        let (at, count) = self.progress();
        stage.show(Step::Said(format!("Stopped at part {at} of {count}.")))
    }
}
