//! What a learner is in the middle of; it ends when the data it is about changes.

use super::Session;
use crate::graph::Names;
use crate::tutor::Lesson;

/// A lesson, and the time of the data it began with.
#[derive(Debug)]
pub(super) struct Learning {
    lesson: Lesson,
    clock: u32,
}

impl Session {
    /// Begins a lesson in the place of any other.
    pub fn begin_lesson(&mut self, lesson: Lesson) {
        self.learning = Some(Learning { lesson, clock: self.clock });
    }

    /// The lesson under way, if its data is still what it was.
    pub fn lesson(&self) -> Option<&Lesson> {
        let current = self.learning.as_ref().filter(|learning| learning.clock == self.clock);
        current.map(|learning| &learning.lesson)
    }

    /// The lesson under way, to go on with, and what nodes are called.
    pub fn go_on(&mut self) -> (Option<&mut Lesson>, &Names) {
        let clock = self.clock;
        let current = self.learning.as_mut().filter(|learning| learning.clock == clock);
        (current.map(|learning| &mut learning.lesson), &self.state.names)
    }

    /// Whether a quiz waits for an answer.
    pub fn is_asking(&self) -> bool {
        matches!(self.lesson(), Some(Lesson::Quiz(quiz)) if !quiz.is_over())
    }

    /// Ends a lesson whose data has changed, and says so.
    pub fn end_outdated_lesson(&mut self) -> Option<String> {
        let learning = self.learning.take_if(|learning| learning.clock != self.clock)?;
        let (what, root) = match &learning.lesson {
            Lesson::Hand(hand) if hand.is_done() => return None,
            Lesson::Hand(hand) => ("the backward pass by hand", hand.root()),
            Lesson::Quiz(quiz) if quiz.is_over() => return None,
            Lesson::Quiz(quiz) => ("the quiz", quiz.root()),
        };
        let name = match self.state.names.call(root) {
            name if name.starts_with('@') => String::new(),
            name => format!(" on {name}"),
        };
        Some(format!("{what}{name} has ended: the data it was about has changed"))
    }

    /// The time of the present data.
    pub fn clock(&self) -> u32 {
        self.clock
    }
}
