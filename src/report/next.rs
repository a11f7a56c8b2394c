//! The shell's next action after a report.

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;

use crate::core::language::Span;

/// The shell's next action after a report.
#[derive(Debug, Default)]
pub enum Next {
    /// Run the next statement.
    #[default]
    GoOn,
    /// The same, with exit status 1 in a script: a search has failed.
    FellShort,
    /// The same, with an error under `--strict`: the answer is nan.
    NotANumber,
    /// Run this script first.
    Load(PathBuf, BufReader<File>),
    /// Read the rows of a table first.
    Rows(WantedRows),
    Quit,
    /// Count the missed questions of a quiz that has ended.
    Missed(usize),
    /// Play a lesson, or move in the current one; the span of the word.
    Lesson(LessonWish, Span),
}

/// The arguments of `:lesson`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LessonWish {
    /// Play the built-in lesson of this name.
    Open(&'static str),
    Step(LessonStep),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LessonStep {
    Back,
    Again,
    Stop,
}

/// The word for each step.
pub static LESSON_STEPS: &[(&str, LessonStep)] =
    &[("back", LessonStep::Back), ("again", LessonStep::Again), ("stop", LessonStep::Stop)];

/// The rows that `:read` waits for.
#[derive(Debug, Default)]
pub struct WantedRows {
    /// True for stdin, false for the lines below.
    pub are_on_stdin: bool,
    /// The wanted columns; empty for all.
    pub names: Vec<(String, Span)>,
    /// True to leave out rows with a gap.
    pub skip: bool,
    /// The line of the header, from 1.
    pub header: Option<u64>,
    /// The span for errors in the rows.
    pub span: Span,
}

impl WantedRows {
    /// Moves the spans by `offset`.
    pub fn moved(&mut self, offset: usize) {
        self.span = self.span.moved(offset);
        self.names.iter_mut().for_each(|(_, span)| *span = span.moved(offset));
    }
}
