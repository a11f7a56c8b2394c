//! From the lines of a script to texts of complete statements, and where each begins.

use super::transcript::Transcript;
use crate::command::syntax::{Line, Lines};

/// A text of complete statements.
#[derive(Debug)]
pub struct Text {
    /// The line it starts on, from 1.
    pub line: usize,
    /// What was typed.
    pub typed: String,
    /// The offset of the first statement not run yet.
    pub from: usize,
}

/// Gathers the lines of a script.
#[derive(Debug, Default)]
pub struct Texts {
    lines: Lines,
    transcript: Transcript,
    /// The number of the last line taken.
    line: usize,
    /// The line on which the gathered text started.
    started: usize,
}

/// The effect of a line.
#[derive(Debug)]
pub enum Taken {
    /// There is no complete text yet.
    Nothing,
    /// There is.
    Complete(Text),
    /// There is one whose parenthesis stays open; this line is to be given again.
    CutShort(Text, String),
}

impl Texts {
    /// All texts of a script.
    pub fn of(script: &str) -> Vec<Text> {
        let mut texts = Texts::default();
        let mut found = Vec::new();
        for line in script.lines() {
            match texts.take(line) {
                Taken::Nothing => {}
                Taken::Complete(text) => found.push(text),
                Taken::CutShort(text, again) => {
                    found.push(text);
                    // Nothing is open, so this line is not cut short.
                    if let Taken::Complete(text) = texts.take(&again) {
                        found.push(text);
                    }
                }
            }
        }
        found.extend(texts.rest());
        found
    }

    /// The number of the last line taken.
    pub fn line(&self) -> usize {
        self.line
    }

    /// Takes the next line, without its line end.
    pub fn take(&mut self, line: &str) -> Taken {
        self.begin_line();
        let Some(statement) = self.transcript.statement(line, self.lines.is_open()) else {
            return Taken::Nothing;
        };
        match self.lines.push(statement.to_owned()) {
            Line::Open => Taken::Nothing,
            Line::Complete => Taken::Complete(self.gathered()),
            Line::CutShort(line) => {
                self.line -= 1;
                Taken::CutShort(self.gathered(), self.transcript.line_of(line))
            }
        }
    }

    /// Takes the next line as a text of its own, as an answer is.
    pub fn take_alone(&mut self, line: String) -> Text {
        self.begin_line();
        Text { line: self.line, typed: line, from: 0 }
    }

    /// Notes that the last line, which was taken alone, is given again.
    pub fn untake(&mut self) {
        self.line = self.line.saturating_sub(1);
    }

    /// Passes over a line that cannot be read, and drops what was gathered.
    pub fn skip(&mut self) {
        self.line += 1;
        self.lines.take();
    }

    /// The text whose parenthesis is still open at the end, if there is one.
    pub fn rest(&mut self) -> Option<Text> {
        self.lines.is_open().then(|| self.gathered())
    }

    /// The number of bytes of the text that is open.
    pub fn open_bytes(&self) -> usize {
        if self.lines.is_open() { self.lines.len() } else { 0 }
    }

    /// Returns a note on lines that are no statements.
    pub fn note(&self) -> Option<String> {
        self.transcript.note()
    }

    fn begin_line(&mut self) {
        self.line += 1;
        if !self.lines.is_open() {
            self.started = self.line;
        }
    }

    fn gathered(&mut self) -> Text {
        Text { line: self.started, typed: self.lines.take(), from: 0 }
    }
}
