//! The exercise in progress; it ends when its data changes.

use std::rc::Rc;

use super::Session;
use crate::graph::Value;
use crate::language::{Result, Span};
use crate::tutor::{Context, Lesson};

/// A lesson, and the clock when it began.
#[derive(Debug)]
pub(super) struct Learning {
    lesson: Lesson,
    clock: u32,
    /// The row in view of the root then, if it has rows.
    row: Option<usize>,
}

/// A lesson that has ended since its data has changed.
#[derive(Debug)]
pub struct Outdated {
    /// The lesson.
    pub lesson: Lesson,
    /// The row, from 1, that it went through, if another is in view now.
    pub left: Option<usize>,
}

#[doc(hidden)]
impl Session {
    /// Runs the backward pass from `root` for the tutor to look at.
    ///
    /// # Errors
    ///
    /// When the work was interrupted.
    pub fn tutor_context(&mut self, root: &Value) -> Result<Context> {
        self.backward(root);
        self.guard().go_on(Span::default())?;
        let (order, names) = self.shared_pass();
        Ok(Context::new(order, names))
    }

    /// As [`Session::tutor_context`], of a root for which the row in view is all there is, for the
    /// command that begins so.
    ///
    /// # Errors
    ///
    /// The work was interrupted, or there is a fold.
    pub fn one_row_context(&mut self, root: &Value, command: &str) -> Result<Context> {
        self.must_be_one_row(root, command)?;
        self.tutor_context(root)
    }

    /// Begins a lesson, ending any other.
    pub fn begin_lesson(&mut self, lesson: Lesson) {
        let row = self.row_of_root(&lesson);
        self.learning = Some(Learning { lesson, clock: self.clock, row });
    }

    fn row_of_root(&self, lesson: &Lesson) -> Option<usize> {
        lesson.context().root_node().rows().map(|rows| self.row_in_view(rows))
    }

    /// The current lesson, if its data has not changed.
    pub fn lesson(&self) -> Option<&Lesson> {
        let current = self.learning.as_ref().filter(|learning| learning.clock == self.clock);
        current.map(|learning| &learning.lesson)
    }

    /// The current lesson, for its next step.
    pub fn lesson_mut(&mut self) -> Option<&mut Lesson> {
        let clock = self.clock;
        let current = self.learning.as_mut().filter(|learning| learning.clock == clock)?;
        current.lesson.rename(Rc::clone(&self.state.names));
        Some(&mut current.lesson)
    }

    /// Ends the current lesson.
    pub fn leave_lesson(&mut self) {
        self.learning = None;
    }

    /// Returns true if a quiz waits for an answer.
    pub fn is_asking(&self) -> bool {
        matches!(self.lesson(), Some(Lesson::Quiz(quiz)) if !quiz.is_over())
    }

    /// Ends a lesson whose data has changed; none if it was over.
    pub fn end_outdated_lesson(&mut self) -> Option<Outdated> {
        let Learning { lesson, row, .. } =
            self.learning.take_if(|learning| learning.clock != self.clock)?;
        let left = row.filter(|row| self.row_of_root(&lesson) != Some(*row));
        (!lesson.is_over()).then_some(Outdated { lesson, left })
    }

    /// Goes on with a lesson that was going on at `clock`: all has been undone since.
    pub(super) fn keep_lesson_of(&mut self, clock: u32) {
        let now = self.clock;
        let Some(learning) = self.learning.as_mut().filter(|it| it.clock == clock && clock != now)
        else {
            return;
        };
        learning.clock = now;
        let root = learning.lesson.context().root_node().clone();
        self.refresh(&root);
    }

    /// The number of times that leaves have changed.
    pub fn clock(&self) -> u32 {
        self.clock
    }
}
