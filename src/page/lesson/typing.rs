//! What is typed, or done by a slider, in a lesson: answers, statements for a task, or something else.

use std::mem;

use super::super::{Page, Reply};
use super::{Stage, Turn, said};
use crate::core::language::Result;
use crate::page::run::{Entry, shown};
use crate::parts::learn::Practice;
use crate::parts::lessons::{Asking, Gone, Task, Try, chooses, tried};
use crate::report::{Report, Role};

impl Page {
    /// Takes what was typed in a lesson; none if there is no lesson, or it is nothing to it.
    pub(in crate::page) fn type_in_lesson(&mut self, text: &str) -> Option<Reply> {
        let course = self.course.as_mut()?;
        let is_asked = self.session.is_asking() || matches!(course.stage, Stage::Question(..));
        if chooses(text) {
            // A step elsewhere leaves the question.
            if is_asked {
                course.stage = Stage::Reading;
                self.leave_quiz();
            }
            return None;
        }
        // An empty line goes on, but in a pass by hand.
        let is_in_pass =
            matches!(self.session.practice(), Some(Practice::ByHand(pass)) if !pass.is_done());
        if text.trim().is_empty() && !is_asked && !is_in_pass {
            return Some(self.turn(Turn::Next));
        }
        if let (Stage::Task(..), Some(said)) = (&course.stage, Task::helps(text)) {
            return Some(Reply { entries: vec![Entry::noted(said)], ..Reply::default() });
        }
        let mut entries = Vec::new();
        match mem::replace(&mut course.stage, Stage::Reading) {
            Stage::Question(block, asking) => self.answer(block, asking, text, &mut entries),
            Stage::Quiz(block) if self.session.is_asking() => {
                entries = self.run(text);
                for tried in entries.iter_mut().flat_map(|entry| mem::take(&mut entry.tries)) {
                    self.add(block, tried);
                }
                if self.session.is_asking() {
                    self.set_stage(Stage::Quiz(block));
                }
            }
            stage => {
                let changes = self.session.journal().standing();
                entries = self.run(text);
                self.set_stage(stage);
                entries.extend(self.note_done(text, changes));
            }
        }
        Some(self.with_answers(entries))
    }

    /// Notes what was typed, or done by a slider, when so many changes stood: for a task it counts.
    pub(in crate::page) fn note_done(&mut self, text: &str, changes: u64) -> Vec<Entry> {
        let Some(course) = &mut self.course else { return Vec::new() };
        let Stage::Task(block, attempt, _) = &mut course.stage else {
            course.has_typed = true;
            return Vec::new();
        };
        let block = *block;
        course.answers.add(block, Try::at_task(text));
        let gone = attempt.take(&mut self.session, text, changes);
        let task = attempt.task();
        match gone {
            Gone::On => Vec::new(),
            Gone::Elsewhere(said) => vec![Entry::noted(&said)],
            Gone::Reached => {
                let goal = task.goal.0.clone();
                course.begin_reading(&self.session);
                vec![said(Role::Right, &format!("     reached: {goal}\n"))]
            }
            Gone::TooFar => {
                let said = task.said_too_far();
                attempt.begin_again(&mut self.session);
                vec![Entry::noted(&said)]
            }
        }
    }

    /// Answers a question of the lesson, line by line until it is over.
    fn answer(
        &mut self,
        block: usize,
        mut asking: Box<Asking>,
        text: &str,
        entries: &mut Vec<Entry>,
    ) {
        for typed in text.lines() {
            if asking.is_over() {
                break;
            }
            let answered = asking.answer(&mut self.session, typed);
            self.add(block, tried(Try::ASK.to_owned(), typed, &answered));
            entries.push(self.answered(typed, answered));
        }
        if !asking.is_over() {
            self.set_stage(Stage::Question(block, asking));
        }
    }

    pub(super) fn set_stage(&mut self, stage: Stage) {
        if let Some(course) = &mut self.course {
            course.stage = stage;
        }
    }

    fn add(&mut self, block: usize, tried: Try) {
        if let Some(course) = &mut self.course {
            course.answers.add(block, tried);
        }
    }

    /// The question of a lesson, as an entry with its answer.
    fn answered(&self, typed: &str, answered: Result<Report>) -> Entry {
        let html = self.as_html(typed, answered);
        Entry::replied("? ", shown(typed), html)
    }
}
