//! Taking again what was typed: to go on another day, to begin a part once more, and for the verdicts.

use std::io;
use std::mem;

use super::super::{Runner, Screen};
use super::Player;
use super::parts::begin_exercise;
use crate::commands::{Attempt, Gone, can_be_asked};
use crate::lesson::{Exercise, HandIn, Part, PartKind, Place, Task, Try};
use crate::shell::pad::Pad;
use crate::shell::script::Source;

impl Player {
    /// Brings the session to where it was after the first units.
    pub(super) fn restore(&mut self, runner: &mut Runner, shown: usize) -> io::Result<()> {
        let end = shown.checked_sub(1).and_then(|last| self.units.get(last)).map_or(0, |it| it.end);
        self.replay(runner, self.lesson.parts.get(..end).unwrap_or_default(), true)
    }

    /// The same, up to a block.
    pub(super) fn restore_before(
        &mut self,
        runner: &mut Runner,
        shown: usize,
        block: usize,
    ) -> io::Result<()> {
        let end = self.units.get(shown.saturating_sub(1)).map_or(0, |it| it.end);
        let parts = self.lesson.parts.get(..end).unwrap_or_default();
        let before = parts.iter().position(|part| part.block == Some(block)).unwrap_or(end);
        self.replay(runner, parts.get(..before).unwrap_or_default(), true)
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
        self.replay(runner, before, false)?;
        let is_better = can_be_asked(&mut runner.session, asked);
        if !is_better {
            runner.put_back(own);
        }
        Ok(is_better)
    }

    /// Runs parts again in a new session, with what was typed for their tasks if that is wanted, and prints
    /// nothing.
    fn replay(&self, runner: &mut Runner, parts: &[Part], with_tasks: bool) -> io::Result<()> {
        let screen = Screen::on_pad(&Pad::forgetful(), false);
        let screen = mem::replace(&mut runner.screen, screen);
        runner.begin_anew();
        runner.session.be_read(false);
        let mut replayed = Ok(());
        for (at, part) in parts.iter().enumerate() {
            replayed = replayed.and_then(|()| match &part.kind {
                PartKind::NewSession => {
                    runner.begin_anew();
                    Ok(())
                }
                PartKind::Code(code) => {
                    runner.run_block(&code.fence.script(), &self.folder)?;
                    runner.leave_questions();
                    Ok(())
                }
                PartKind::Exercise(_, Exercise::Task(task)) if with_tasks => {
                    replay_task(runner, task, self.answers.tries(part.block)).map(drop)
                }
                PartKind::Exercise(..) if with_tasks => self.make_way(runner, at).map(drop),
                _ => Ok(()),
            });
        }
        runner.session.be_read(true);
        runner.screen = screen;
        replayed
    }

    /// Takes again what was tried at each question and task, and returns it with the verdicts; what was not
    /// tried has no tries.
    pub fn take_again(
        &mut self,
        runner: &mut Runner,
        answers: HandIn,
    ) -> io::Result<Vec<(Place, Vec<Try>)>> {
        runner.record();
        let mut found = Vec::new();
        for (from, questions) in answers.passes() {
            runner.begin_anew();
            self.answers = HandIn { questions, ..HandIn::default() };
            self.take_pass(runner, from, &mut found)?;
        }
        Ok(found)
    }

    /// Takes the answers once more, and adds those from a block on.
    fn take_pass(
        &self,
        runner: &mut Runner,
        from: usize,
        found: &mut Vec<(Place, Vec<Try>)>,
    ) -> io::Result<()> {
        for (at, part) in self.lesson.parts.iter().enumerate() {
            let mut tries = Vec::new();
            let mut asked: Vec<String> = Vec::new();
            match &part.kind {
                PartKind::NewSession => runner.begin_anew(),
                PartKind::Code(code) => {
                    runner.run_block(&code.fence.script(), &self.folder)?;
                }
                PartKind::Exercise(_, Exercise::Task(task)) => {
                    asked.push(Try::at_task("").asks);
                    tries = replay_task(runner, task, self.answers.tries(part.block))?;
                }
                PartKind::Exercise(_, exercise) => {
                    self.make_way(runner, at)?;
                    drop(begin_exercise(runner, exercise));
                }
                PartKind::Prose | PartKind::Vary(_) | PartKind::Wrong(..) => {}
            }
            // What a block itself answers is nobody's try.
            runner.take_tries();
            asked.extend(runner.questions());
            for text in self.answers.tries(part.block) {
                if !runner.is_asking() {
                    break;
                }
                runner.run(Source::text("", text.lines().next().unwrap_or_default()))?;
                tries.append(&mut runner.take_tries());
            }
            runner.leave_questions();
            let Some(block) = part.block.filter(|block| *block >= from) else { continue };
            let nothing = asked.into_iter().map(|asks| (asks, None));
            let tried = tries.into_iter().map(|tried| (tried.asks.clone(), Some(tried)));
            for (asks, tried) in nothing.chain(tried) {
                let place = (block, asks);
                match found.iter_mut().find(|(own, _)| *own == place) {
                    Some((_, tries)) => tries.extend(tried),
                    None => found.push((place, Vec::from_iter(tried))),
                }
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
        let changes = runner.session.standing_changes();
        runner.run_typed(text)?;
        let gone = attempt.take(&mut runner.session, text, changes);
        // What leads there is one try, of as many statements as it may take.
        let right = match gone {
            Gone::On | Gone::Elsewhere(_) => None,
            Gone::Reached => Some(true),
            Gone::TooFar => Some(false),
        };
        done.push(Try { right, ..Try::at_task(text) });
        match gone {
            Gone::On | Gone::Elsewhere(_) => {}
            Gone::Reached => return Ok(done),
            Gone::TooFar => {
                if !attempt.begin_again(&mut runner.session) {
                    break;
                }
            }
        }
    }
    Attempt::leave(&mut runner.session);
    // It was left before the goal was reached.
    if let Some(last) = done.last_mut() {
        last.right = Some(false);
    }
    Ok(done)
}
