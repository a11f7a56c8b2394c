//! A fenced block, and the same block with other content.

use std::ops::Range;

use super::lesson::Exercise;
use super::markdown::unmarked_text;
use crate::core::language::{Error, Span};

/// The block of statements.
pub(super) const CODE: &str = "gradcalc";

/// A fenced block of Markdown.
#[derive(Debug, Clone)]
pub struct Fence {
    /// Where it stands in the file, from its first mark to its last character.
    pub places: Range<usize>,
    /// What stands after the opening marks.
    pub info: String,
    /// Its lines, without what stands before them in a list or a quotation.
    pub content: String,
    /// True if nothing but empty lines stands between it and the block above.
    pub(super) follows: bool,
    /// True if it has closing marks, and no block begins before them.
    is_closed: bool,
    /// The mark that it is made of, and how many of them.
    marks: (char, usize),
    /// What stands before each further line in a list or a quotation.
    prefix: String,
    /// The line end of the file.
    line_end: &'static str,
}

/// What is blank in Markdown. A vertical tab, which is blank elsewhere, is text.
pub(super) const BLANKS: [char; 4] = [' ', '\t', '\r', '\n'];

impl Fence {
    /// Creates the block at these places of a text; none if no fence is there.
    pub(super) fn new(
        text: &str,
        places: Range<usize>,
        info: String,
        content: String,
        follows: bool,
    ) -> Option<Fence> {
        let content = with_newlines(&content);
        let whole = text.get(places.clone())?;
        let start = places.start + whole.len() - whole.trim_start_matches(BLANKS).len();
        // Blank lines at the end of a block that is never closed belong to nobody.
        let end = places.start + whole.trim_end_matches(BLANKS).len();
        let opening = text.get(start..end)?.lines().next()?;
        let mark = opening.chars().next().filter(|it| ['`', '~'].contains(it))?;
        let count = opening.chars().take_while(|it| *it == mark).count();
        let block = with_newlines(text.get(start..end)?);
        let last = block.lines().next_back().unwrap_or_default();
        let marks = last.trim_start_matches([' ', '\t', '>']).trim_end_matches(BLANKS);
        let ends = marks.len() >= count && marks.chars().all(|it| it == mark);
        // The marks of a block below would close this one.
        let is_opening =
            |line: &str| line.trim_start().chars().take_while(|it| *it == mark).count() >= count;
        let is_closed = ends
            && block.lines().count() == content.lines().count() + 2
            && !content.lines().any(is_opening);
        let line =
            text.get(..start)?.rfind(['\n', '\r']).map_or(unmarked_text(text).1, |at| at + 1);
        let before = text.get(line..start)?;
        let prefix = before.chars().map(|it| if ['>', '\t'].contains(&it) { it } else { ' ' });
        // The blank behind the mark of a quotation is a part of that, and else the line's own would be.
        let prefix: String = prefix.chain(before.ends_with('>').then_some(' ')).collect();
        // That of its first line, or of the line before; all of the text would be too much for each block.
        let line_end = match text.get(start..)?.find('\n') {
            Some(at) => text.get(..start + at)?.ends_with('\r'),
            None => text.get(..line)?.ends_with("\r\n"),
        };
        let line_end = if line_end { "\r\n" } else { "\n" };
        Some(Fence {
            places: start..end,
            info,
            content,
            follows,
            is_closed,
            marks: (mark, count),
            prefix,
            line_end,
        })
    }

    /// Returns the first word after its marks, but for `gradcalc`: empty for a block of statements.
    pub(super) fn name(&self) -> &str {
        let mut words = self.info.split_whitespace();
        match words.next() {
            Some(CODE) => {
                let second = words.next();
                Exercise::names().find(|name| second == Some(name)).unwrap_or_default()
            }
            Some(word) => word,
            // A block of nobody.
            None => "text",
        }
    }

    /// What is wrong with a block without closing marks, which takes all that follows.
    pub fn never_closed(&self) -> Option<Error> {
        if self.is_closed {
            return None;
        }
        let (mark, count) = self.marks;
        let error = Error::new(Span::default(), "this block is never closed");
        Some(error.hint(format!("end it with a line {}", mark.to_string().repeat(count))))
    }

    /// Returns the block with other content, from its first mark to its last.
    pub fn with(&self, info: &str, content: &str) -> String {
        let (mark, count) = self.marks;
        // What is printed may have marks of its own.
        let inside = content
            .lines()
            .map(|line| line.trim_start().chars().take_while(|it| *it == mark).count());
        let marks = mark.to_string().repeat(inside.max().map_or(count, |most| count.max(most + 1)));
        let mut text = format!("{marks}{info}");
        for line in content.lines().chain([marks.as_str()]) {
            text.push_str(self.line_end);
            let prefix = &self.prefix;
            text.push_str(if line.is_empty() { prefix.trim_end_matches(BLANKS) } else { prefix });
            text.push_str(line);
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

    /// Returns what stands between this block and one below it: an empty line.
    pub fn gap(&self) -> String {
        let (end, prefix) = (self.line_end, &self.prefix);
        format!("{end}{}{end}{prefix}", prefix.trim_end())
    }
}

/// A text whose lines end as those of gradcalc do: Markdown takes a carriage return alone for an end as well.
fn with_newlines(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}
