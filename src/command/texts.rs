//! Splits the lines of a script into complete statements, and knows where each starts.

use std::collections::VecDeque;

use super::transcript::Transcript;
use crate::command::syntax::Lines;

/// A text of complete statements.
#[derive(Debug)]
pub struct Text {
    /// The line it starts on, from 1.
    pub line: usize,
    pub typed: String,
    /// The offset of the first statement not run yet.
    pub from: usize,
}

/// Gathers the lines of a script, and gives its complete texts in turn.
#[derive(Debug, Default)]
pub struct Texts {
    lines: Lines,
    transcript: Transcript,
    complete: VecDeque<Text>,
    line: usize,
    /// The line on which the gathered text started.
    started: usize,
}

impl Iterator for Texts {
    type Item = Text;

    fn next(&mut self) -> Option<Text> {
        self.complete.pop_front()
    }
}

impl Texts {
    /// All texts of a script.
    pub fn of(script: &str) -> Vec<Text> {
        let mut texts = Texts::default();
        script.lines().for_each(|line| texts.push(line));
        texts.end();
        texts.collect()
    }

    pub fn line(&self) -> usize {
        self.line
    }

    /// Takes the next line, without its line end.
    pub fn push(&mut self, line: &str) {
        self.begin_line();
        let statement = self.transcript.statement(line, self.lines.is_open());
        for typed in statement.map(|it| self.lines.push(it)).into_iter().flatten() {
            self.complete(typed);
        }
    }

    /// Takes the next line as a text of its own, as an answer is.
    pub fn push_alone(&mut self, line: String) {
        self.begin_line();
        self.complete.push_back(Text { line: self.line, typed: line, from: 0 });
    }

    /// Skips a line that cannot be read, and drops the gathered text.
    pub fn pass_over(&mut self) {
        self.line += 1;
        self.lines.take();
    }

    /// Ends the script: a text whose parenthesis is still open is complete. Returns true if there is one.
    pub fn end(&mut self) -> bool {
        let is_open = self.lines.is_open();
        if is_open {
            let typed = self.lines.take();
            self.complete(typed);
        }
        is_open
    }

    /// The number of bytes of the text that is open.
    pub fn open_bytes(&self) -> usize {
        if self.lines.is_open() { self.lines.len() } else { 0 }
    }

    /// Returns a note on lines that are not statements.
    pub fn note(&self) -> Option<String> {
        self.transcript.note()
    }

    fn begin_line(&mut self) {
        self.line += 1;
        if !self.lines.is_open() {
            self.started = self.line;
        }
    }

    fn complete(&mut self, typed: String) {
        self.complete.push_back(Text { line: self.started, typed, from: 0 });
        self.started = self.line;
    }
}
