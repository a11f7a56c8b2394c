//! Showing the parts of a lesson and running them, and running them again.

use std::mem;

use super::super::Page;
use super::{Course, Stage, said};
use crate::command::{Files, RunOptions};
use crate::core::language::Error;
use crate::page::run::Entry;
use crate::parts::lessons::{
    Asking, Attempt, Exercise, Fence, Gone, IN_THE_WAY, Part, PartKind, Reading, Task,
    can_be_asked, html, must_make_sense,
};
use crate::report::Role;

impl Page {
    /// Shows and runs the next part, or says what is still to do.
    pub(super) fn next_part(&mut self) -> Vec<Entry> {
        let Some(course) = &mut self.course else { return Vec::new() };
        match &mut course.stage {
            Stage::Task(_, attempt, may_leave) if !*may_leave => {
                *may_leave = true;
                let goal = &attempt.task().goal.0;
                let said = format!(
                    "The goal is not reached: {goal}. Going on leaves it; Again begins the part anew."
                );
                return vec![Entry::noted(&said)];
            }
            Stage::Question(..) => {
                return vec![Entry::noted("A question waits: answer it, or type :hint or :skip.")];
            }
            // Of the lesson, or one that was typed.
            _ if self.session.is_asking() => {
                return vec![Entry::noted(
                    "A quiz waits: answer it, or type :hint, :skip or :quit.",
                )];
            }
            _ => {}
        }
        let is_task = matches!(course.stage, Stage::Task(..));
        if is_task {
            Attempt::leave(&mut self.session);
        }
        course.stage = Stage::Reading;
        let has_typed = mem::take(&mut course.has_typed);
        let mut entries = Vec::new();
        let (shown, changes) = (course.shown, course.changes);
        let Some(unit) = course.units.get(shown).cloned() else {
            let text = "The lesson is at its end. Save answers makes the file to hand in.";
            return vec![Entry::noted(text)];
        };
        let has_strayed = !is_task && self.session.journal().standing() != changes;
        if has_strayed || has_typed {
            self.restore(shown);
        }
        if has_strayed {
            entries.push(Entry::noted("What you have tried is dropped."));
        }
        if let Some(course) = &mut self.course {
            course.shown += 1;
        }
        for at in unit {
            entries.extend(self.show_part(at));
        }
        if let Some(course) = &mut self.course {
            course.changes = self.session.journal().standing();
        }
        entries
    }

    /// Shows one part and runs it.
    fn show_part(&mut self, at: usize) -> Vec<Entry> {
        let Some(course) = self.course.take() else { return Vec::new() };
        let is_anew = self.make_way(&course, at);
        self.course = Some(course);
        let shown = self.show_as_it_is(at);
        let note = is_anew.then(|| Entry::noted(IN_THE_WAY));
        note.into_iter().chain(shown).collect()
    }

    /// Shows one part and runs it in the session as it is.
    fn show_as_it_is(&mut self, at: usize) -> Vec<Entry> {
        let Some(course) = &mut self.course else { return Vec::new() };
        let Some(part) = course.lesson.parts.get(at) else { return Vec::new() };
        let (line, block) = (part.line, part.block.unwrap_or_default());
        match &part.kind {
            PartKind::Prose => {
                let text = course.text.get(part.places.clone()).unwrap_or_default();
                let prose = html(text, "", Reading::Page);
                if prose.trim().is_empty() { Vec::new() } else { vec![Entry::prose(prose)] }
            }
            PartKind::NewSession => {
                self.clear();
                Vec::new()
            }
            PartKind::Vary(_) => Vec::new(),
            PartKind::Code(code) => {
                let script = code.fence.script();
                let open = code.fence.never_closed().map(|error| wrong(&code.fence, line, &error));
                let answered = self.run_block(&script);
                self.begin_quiz(block);
                open.into_iter().chain(answered).collect()
            }
            PartKind::Wrong(fence, error) => vec![wrong(fence, line, error)],
            PartKind::Exercise(_, Exercise::Quiz(statement)) => {
                let statement = statement.clone();
                let entries = self.run_block(&statement);
                self.begin_quiz(block);
                entries
            }
            PartKind::Exercise(fence, Exercise::Ask(ask)) => {
                match Asking::new(&mut self.session, ask) {
                    Ok(asking) => {
                        let prose = html(&ask.question, "", Reading::Page);
                        course.stage = Stage::Question(block, Box::new(asking));
                        vec![Entry::prose(prose)]
                    }
                    Err(error) => vec![wrong(fence, line, &error)],
                }
            }
            PartKind::Exercise(fence, Exercise::Task(task)) => {
                match must_make_sense(&mut self.session, task) {
                    Ok(()) => {
                        let goal = format!("Goal: {}{}", task.goal.0, task.limit());
                        let prose = html(&task.text, "", Reading::Page);
                        let attempt = Attempt::new(&mut self.session, task.clone());
                        course.stage = Stage::Task(block, attempt, false);
                        vec![Entry::prose(prose), said(Role::Plain, &format!("{goal}\n"))]
                    }
                    Err(error) => vec![wrong(fence, line, &error)],
                }
            }
        }
    }

    /// Notes that a block asks a quiz, if it does.
    fn begin_quiz(&mut self, block: usize) {
        if self.session.is_asking()
            && let Some(course) = &mut self.course
        {
            course.stage = Stage::Quiz(block);
        }
    }

    /// Runs the statements of a block.
    fn run_block(&mut self, script: &str) -> Vec<Entry> {
        let options = RunOptions { watched: true, files: Files::Absent, ..RunOptions::default() };
        let format = self.session.settings().format;
        let entries = self.run_lines(script, options);
        self.use_format(format);
        entries
    }

    /// Takes back what was done for tasks where the question of a part has no answer because of it, as the
    /// program does.
    fn make_way(&mut self, course: &Course, at: usize) -> bool {
        let (before, rest) = course.lesson.parts.split_at_checked(at).unwrap_or_default();
        let Some(Part { kind: PartKind::Exercise(_, asked), .. }) = rest.first() else {
            return false;
        };
        let is_task = |part: &&Part| matches!(part.kind, PartKind::Exercise(_, Exercise::Task(_)));
        let has_done = |part: &Part| course.answers.tries(part.block).next().is_some();
        let may_be_lost = before.iter().filter(is_task).any(has_done);
        if !may_be_lost || can_be_asked(&mut self.session, asked) {
            return false;
        }
        let own = self.set_aside();
        self.replay_parts(course, before, false);
        let is_better = can_be_asked(&mut self.session, asked);
        if !is_better {
            self.session = own;
        }
        is_better
    }

    /// Brings the session to where it was after so many units.
    pub(super) fn restore(&mut self, shown: usize) {
        let end = self.course.as_ref().map_or(0, |course| course.end(shown));
        self.replay(end);
        if let Some(course) = &mut self.course {
            course.begin_reading(&self.session);
        }
    }

    /// Runs the first parts again in a new session, with what was done for their tasks.
    pub(super) fn replay(&mut self, end: usize) {
        self.clear();
        // Whoever replays is no learner: nothing of it is a try.
        let Some(course) = self.course.take() else { return };
        self.replay_parts(&course, course.lesson.parts.get(..end).unwrap_or_default(), true);
        self.course = Some(course);
    }

    /// Runs parts, with what was done for their tasks if that is wanted.
    fn replay_parts(&mut self, course: &Course, parts: &[Part], with_tasks: bool) {
        for (at, part) in parts.iter().enumerate() {
            match &part.kind {
                PartKind::NewSession => self.clear(),
                PartKind::Code(code) => {
                    self.run_block(&code.fence.script());
                    self.leave_quiz();
                }
                PartKind::Exercise(_, Exercise::Task(task)) if with_tasks => {
                    self.replay_task(task, course.answers.tries(part.block));
                }
                PartKind::Exercise(..) if with_tasks => drop(self.make_way(course, at)),
                _ => {}
            }
        }
    }

    /// Does what was done for a task, which began anew where it took too many statements.
    fn replay_task<'text>(&mut self, task: &Task, tries: impl Iterator<Item = &'text str>) {
        let mut attempt = Attempt::new(&mut self.session, task.clone());
        for text in tries {
            let changes = self.session.journal().standing();
            self.run(text);
            if attempt.take(&mut self.session, text, changes) == Gone::TooFar {
                attempt.begin_again(&mut self.session);
            }
        }
        Attempt::leave(&mut self.session);
    }

    pub(super) fn leave_quiz(&mut self) {
        if self.session.is_asking() {
            self.session.leave_practice();
        }
    }
}

/// What is said of a block that begins on a line.
fn wrong(fence: &Fence, line: usize, error: &Error) -> Entry {
    said(Role::Wrong, &format!("line {}: {error}\n", fence.line_of(line, error.span())))
}
