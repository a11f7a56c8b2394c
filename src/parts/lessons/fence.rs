//! A fenced block, and the same block with other content.

use super::blocks::points;
use super::transcript::{is_transcript, typed};
use crate::core::language::{Error, Span};

/// The block of statements.
pub(super) const CODE: &str = "gradcalc";

/// A fenced block of Markdown. It may be indented, as in a list.
#[derive(Debug, Clone)]
pub struct Fence {
    /// Its lines, as they stand in the lesson.
    pub text: String,
    /// What stands after the opening marks.
    pub info: String,
    /// The lines between the marks, without the blanks before these.
    pub content: String,
    /// The blanks before the marks.
    indent: String,
    /// The opening marks.
    marks: String,
    /// True if it has closing marks, and no block begins before them.
    is_closed: bool,
}

/// The number of marks that a line begins with.
fn count(line: &str, mark: char) -> usize {
    line.chars().take_while(|it| *it == mark).count()
}

impl Fence {
    /// Takes the block that a text begins with off the text; `None` if it begins with something else.
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

    /// What is run of it.
    pub fn script(&self) -> String {
        if is_transcript(&self.content) { typed(&self.content) } else { self.content.clone() }
    }

    /// What each answer counts, if a line says so: `points 2`.
    pub fn points(&self) -> u64 {
        self.content.lines().find_map(points).unwrap_or(1)
    }

    /// What is wrong with a block without closing marks, which takes all that follows.
    pub fn never_closed(&self) -> Option<Error> {
        let error = Error::new(Span::default(), "this block is never closed");
        (!self.is_closed).then(|| error.hint(format!("end it with a line {}", self.marks)))
    }

    /// Returns the block with other content.
    pub fn with(&self, info: &str, content: &str) -> String {
        let mark = self.marks.chars().next().unwrap_or('`');
        // What is printed may have marks of its own.
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

    /// Returns the line of the file that a place in the block is on, or that of its opening marks for no
    /// place; the block begins on line `first`.
    pub fn line_of(&self, first: usize, span: Span) -> usize {
        if span == Span::default() {
            return first;
        }
        let before = self.content.get(..span.start as usize).unwrap_or_default();
        first + 1 + before.matches('\n').count()
    }
}
