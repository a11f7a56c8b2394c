//! Running the first parts of a lesson once more, with what was tried at them.

use std::io;
use std::mem;

use super::Player;
use super::parts::begin_exercise;
use crate::parts::lessons::blocks::Task;
use crate::parts::lessons::lesson::{Exercise, Part, PartKind};
use crate::parts::lessons::submission::{HandIn, Place, Try};
use crate::parts::lessons::task::{Attempt, Gone, can_be_asked};
use crate::repl::captured_output::Pad;
use crate::repl::script::Source;
use crate::repl::{Runner, Screen};

/// A question, and what was tried there.
pub type Tried = (Place, Vec<Try>);

impl Player {
    /// Brings the session to where it was after the first units.
    pub(super) fn restore(&mut self, runner: &mut Runner, shown: usize) -> io::Result<()> {
        let end = shown.checked_sub(1).and_then(|last| self.units.get(last)).map_or(0, |it| it.end);
        self.replay_quietly(runner, end, true)
    }

    /// Takes back what was typed for tasks where the question of this part has no answer because of it, such as
    /// a grad at a name that was given anew. Who hands in is asked the same as others then.
    pub(super) fn make_way(&self, runner: &mut Runner, at: usize) -> io::Result<bool> {
        let (before, rest) = self.lesson.parts.split_at_checked(at).unwrap_or_default();
        let Some(Part { kind: PartKind::Exercise(_, asked), .. }) = rest.first() else {
            return Ok(false);
        };
        let is_task = |part: &&Part| matches!(part.kind, PartKind::Exercise(_, Exercise::Task(_)));
        let has_typed = |part: &Part| self.answers.tries(part.block).next().is_some();
        let may_be_lost = before.iter().filter(is_task).any(has_typed);
        if !may_be_lost || can_be_asked(&mut runner.session, asked) {
            return Ok(false);
        }
        let own = runner.set_aside();
        self.replay_quietly(runner, at, false)?;
        let is_better = can_be_asked(&mut runner.session, asked);
        if !is_better {
            runner.put_back(own);
        }
        Ok(is_better)
    }

    fn replay_quietly(&self, runner: &mut Runner, end: usize, with_tries: bool) -> io::Result<()> {
        let screen = Screen::on_pad(&Pad::forgetful(), false);
        let screen = mem::replace(&mut runner.screen, screen);
        runner.session.work_mut().is_unread = true;
        let replayed = self.replay(runner, end, with_tries);
        runner.session.work_mut().is_unread = false;
        runner.screen = screen;
        replayed.map(drop)
    }

    /// Takes again what a learner tried, and returns it with the verdicts; what was not tried has no tries.
    pub fn take_again(&mut self, runner: &mut Runner, answers: HandIn) -> io::Result<Vec<Tried>> {
        let mut found: Vec<Tried> = Vec::new();
        for (from, questions) in answers.passes() {
            self.answers = HandIn { questions, ..HandIn::default() };
            let replayed = self.replay(runner, self.lesson.parts.len(), true)?;
            for (place, tries) in replayed.into_iter().filter(|(place, _)| place.0 >= from) {
                match found.iter_mut().find(|(own, _)| *own == place) {
                    Some((_, all)) => all.extend(tries),
                    None => found.push((place, tries)),
                }
            }
        }
        Ok(found)
    }

    /// Runs parts in a new session, with what was tried at their questions and tasks if that is wanted, and
    /// returns that with the verdicts.
    fn replay(&self, runner: &mut Runner, end: usize, with_tries: bool) -> io::Result<Vec<Tried>> {
        runner.begin_anew();
        runner.record();
        let mut found = Vec::new();
        for (at, part) in self.lesson.parts.iter().enumerate().take(end) {
            match &part.kind {
                PartKind::NewSession => runner.begin_anew(),
                PartKind::Code(code) => runner.run_block(&code.fence.script(), &self.folder)?,
                PartKind::Exercise(_, Exercise::Task(task)) if with_tries => {
                    let tries = replay_task(runner, task, self.answers.tries(part.block))?;
                    found.push(((part.block.unwrap_or_default(), Try::TASK.to_owned()), tries));
                }
                PartKind::Exercise(_, exercise) if with_tries => {
                    self.make_way(runner, at)?;
                    drop(begin_exercise(runner, exercise));
                }
                _ => {}
            }
            // What a block itself answers is nobody's try.
            runner.take_tries();
            if with_tries {
                self.answer(runner, part.block.unwrap_or_default(), &mut found)?;
            }
            runner.leave_questions();
        }
        Ok(found)
    }

    /// Tries again what was tried at the questions that a block asks.
    fn answer(&self, runner: &mut Runner, block: usize, found: &mut Vec<Tried>) -> io::Result<()> {
        let asked = runner.questions().into_iter();
        let first = found.len();
        found.extend(asked.map(|asks| ((block, asks), Vec::new())));
        for text in self.answers.tries(Some(block)) {
            if !runner.is_asking() {
                break;
            }
            runner.run(Source::text("", text.lines().next().unwrap_or_default()))?;
            for tried in runner.take_tries() {
                let own = found.iter_mut().skip(first).find(|((_, asks), _)| *asks == tried.asks);
                own.into_iter().for_each(|(_, tries)| tries.push(tried.clone()));
            }
        }
        Ok(())
    }
}

/// Does what was typed for a task, which began anew where it took too many statements, until its goal is
/// reached.
fn replay_task<'text>(
    runner: &mut Runner,
    task: &Task,
    tries: impl Iterator<Item = &'text str>,
) -> io::Result<Vec<Try>> {
    let mut attempt = Attempt::new(&mut runner.session, task.clone());
    let mut done = Vec::new();
    for text in tries {
        let changes = runner.session.journal().standing();
        runner.run_typed(text)?;
        // What leads to the goal is one try, of as many statements as it may take.
        let right = match attempt.take(&mut runner.session, text, changes) {
            Gone::On | Gone::Elsewhere(_) => None,
            Gone::Reached => Some(true),
            Gone::TooFar => Some(false),
        };
        done.push(Try { right, ..Try::at_task(text) });
        match right {
            None => {}
            Some(true) => return Ok(done),
            Some(false) => attempt.begin_again(&mut runner.session),
        }
    }
    Attempt::leave(&mut runner.session);
    // It was left before the goal was reached.
    if let Some(last) = done.last_mut() {
        last.right = Some(false);
    }
    Ok(done)
}
