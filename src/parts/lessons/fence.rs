//! A fenced block, and the same block with other content.

use super::blocks::points;
use super::transcript::{is_transcript, typed};
use crate::core::language::{Error, Span};

/// The block of statements.
pub(super) const CODE: &str = "gradcalc";

/// A fenced block of Markdown. It may be indented, as in a list.
#[derive(Debug, Clone)]
pub struct Fence {
    pub text: String,
    /// The text after the opening marks.
    pub info: String,
    /// The lines between the marks, without the blanks before these.
    pub content: String,
    /// The blanks before the marks.
    indent: String,
    /// The opening marks.
    marks: String,
    /// True if it has closing marks before the next block.
    is_closed: bool,
}

/// The number of marks at the start of a line.
fn count(line: &str, mark: char) -> usize {
    line.chars().take_while(|it| *it == mark).count()
}

impl Fence {
    /// Takes the block at the start of a text off it; `None` if there is no block.
    pub(super) fn take(text: &mut &str) -> Option<Fence> {
        let mut lines = text.split_inclusive('\n');
        let opening = lines.next()?;
        let own = opening.trim();
        let mark = own.chars().next().filter(|it| ['`', '~'].contains(it))?;
        let most = count(own, mark);
        let (marks, info) = own.split_at(most);
        if most < 3 || info.contains('`') {
            return None;
        }
        let indent: String = opening.chars().take_while(|it| *it != mark).collect();
        let (mut content, mut length) = (String::new(), opening.len());
        let (mut is_closed, mut is_opened_again) = (false, false);
        for line in lines {
            length += line.len();
            let inside = line.trim();
            let count = count(inside, mark);
            if count >= most && count == inside.chars().count() {
                is_closed = !is_opened_again;
                break;
            }
            is_opened_again |= count >= most;
            let blanks = [' ', '\t'];
            let line = line.strip_prefix(&*indent).unwrap_or(line.trim_start_matches(blanks));
            content.push_str(line);
        }
        let (whole, rest) = text.split_at(length);
        *text = rest;
        let (marks, info) = (marks.to_owned(), info.trim().to_owned());
        Some(Fence { text: whole.to_owned(), info, content, indent, marks, is_closed })
    }

    /// Returns the first word after its marks.
    pub(super) fn name(&self) -> &str {
        self.info.split_whitespace().next().unwrap_or_default()
    }

    /// The statements to run.
    pub fn script(&self) -> String {
        if is_transcript(&self.content) { typed(&self.content) } else { self.content.clone() }
    }

    /// The points of each answer, from a line `points 2`.
    pub fn points(&self) -> u64 {
        self.content.lines().find_map(points).unwrap_or(1)
    }

    /// The error for a block without closing marks.
    pub fn never_closed(&self) -> Option<Error> {
        let error = Error::new(Span::default(), "this block is never closed");
        (!self.is_closed).then(|| error.hint(format!("end it with a line {}", self.marks)))
    }

    /// Returns the block with other content.
    pub fn with(&self, info: &str, content: &str) -> String {
        let mark = self.marks.chars().next().unwrap_or('`');
        // The output may hold such marks.
        let most = content.lines().map(|line| count(line.trim_start(), mark)).max().unwrap_or(0);
        let marks = mark.to_string().repeat(self.marks.len().max(most + 1));
        let opening = format!("{marks}{info}");
        let mut text = String::new();
        for line in [opening.as_str()].into_iter().chain(content.lines()).chain([marks.as_str()]) {
            text.push_str(if line.is_empty() { "" } else { &self.indent });
            text.push_str(line);
            text.push('\n');
        }
        text
    }

    /// The line in the file of a place in the block, which begins on line `first`; without a place, that of its
    /// opening marks.
    pub fn line_of(&self, first: usize, span: Span) -> usize {
        if span == Span::default() {
            return first;
        }
        let before = self.content.get(..span.start as usize).unwrap_or_default();
        first + 1 + before.matches('\n').count()
    }
}
