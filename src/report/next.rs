//! What the shell does after a report.

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;

use crate::core::language::Span;

/// The shell's next action after a report.
#[derive(Debug, Default)]
pub enum Next {
    /// Go on with the next statement.
    #[default]
    GoOn,
    /// The same, where the command has not found what it looked for, which a script reads from the
    /// exit status.
    FellShort,
    /// The same, where the answer is nan, which `--strict` does not take.
    NotANumber,
    /// Run this script first: its path, and the file just opened.
    Load(PathBuf, BufReader<File>),
    /// Read the rows of a table first, which stand in the script or on stdin.
    Rows(WantedRows),
    Quit,
    /// Count this many missed questions of a quiz that is over.
    Missed(usize),
    /// Play a lesson, or take a step in the one that is played; the place of the word that says which.
    Lesson(LessonWish, Span),
}

/// What `:lesson` asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LessonWish {
    /// To play the lesson of this name that comes with the program.
    Open(&'static str),
    /// A step in the lesson that is played.
    Step(LessonStep),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LessonStep {
    /// To the part before.
    Back,
    /// To the beginning of the part.
    Again,
    /// Ends the lesson.
    Stop,
}

/// The words for each step, and what it does.
pub static LESSON_STEPS: &[(&str, LessonStep, &str)] = &[
    ("back", LessonStep::Back, "shows the previous part"),
    ("again", LessonStep::Again, "restarts this part"),
    ("stop", LessonStep::Stop, "ends the lesson"),
];

/// The rows that a command reads.
#[derive(Debug, Default)]
pub struct WantedRows {
    /// True if stdin has them, else they stand on the lines below.
    pub are_on_stdin: bool,
    /// The wanted columns and their places in the statement; empty for all columns.
    pub names: Vec<(String, Span)>,
    /// True to leave rows with a gap out.
    pub skip: bool,
    /// The line of the header, from 1, if it is not the first.
    pub header: Option<u64>,
    /// The place in the statement for what is wrong with them.
    pub span: Span,
}

impl WantedRows {
    /// Moves the places to those in a text in which the statement begins at `offset`.
    pub fn moved(&mut self, offset: usize) {
        self.span = self.span.moved(offset);
        self.names.iter_mut().for_each(|(_, span)| *span = span.moved(offset));
    }
}
