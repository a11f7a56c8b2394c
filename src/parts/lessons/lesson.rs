//! Lessons: Markdown files with blocks to run. This module reads the blocks and runs nothing.

use std::ops::Range;

use super::exercise::Exercise;
use super::fence::{CODE, Fence};
use super::{EXERCISES, exercise};
use crate::core::language::{Error, Span, nearest, quoted, visible_text};

/// The built-in lessons, and their subjects.
pub static SHELF: [(&str, &str); 5] = [
    ("lecture", "the first lecture on backpropagation, to type along"),
    ("by-hand", "the backward pass, step by step"),
    ("first-fit", "a line through data, with questions and a task"),
    ("uncertainty", "results with ±"),
    ("second-lecture", "several outputs and cross-entropy, and how training fails"),
];

/// A lesson, part by part.
#[derive(Debug, Default)]
pub struct Lesson {
    /// The first heading; empty without one.
    pub title: String,
    /// The parts, which are all lines of the file in their order.
    pub parts: Vec<Part>,
}

/// Lines of a lesson.
#[derive(Debug)]
pub struct Part {
    /// The number of the first line, from 1.
    pub line: usize,
    /// The lines, each with a newline at its end.
    pub text: String,
    /// The number of the block, from 1, if it is one that is run or asks something.
    pub block: Option<usize>,
    pub kind: PartKind,
}

/// The kind of a part.
#[derive(Debug)]
pub enum PartKind {
    /// Text to read.
    Prose,
    /// A paragraph `session: new`, or a comment.
    NewSession,
    /// A paragraph `vary: a b 1:20`: the leaves that other numbers may be drawn for, with ranges.
    Vary(Vec<String>),
    /// Statements.
    Code(Code),
    /// A block that asks or sets something.
    Exercise(Fence, Box<dyn Exercise>),
    /// A block that says nothing sensible.
    Wrong(Fence, Error),
}

/// A block of statements.
#[derive(Debug)]
pub struct Code {
    /// The block.
    pub fence: Fence,
    /// The content of the blocks `output` below it, with its answers.
    pub output: Option<String>,
}

/// The byte order mark that some editors write before a text.
pub(super) const BYTE_ORDER_MARK: char = '\u{feff}';

impl Lesson {
    /// Reads the parts of a Markdown text.
    pub fn read(text: &str) -> Lesson {
        let text = text.trim_start_matches(BYTE_ORDER_MARK).replace("\r\n", "\n");
        let mut lesson = Lesson::default();
        let mut rest = text.as_str();
        while let Some(line) = rest.split_inclusive('\n').next() {
            if let Some(fence) = Fence::take(&mut rest) {
                lesson.add_block(fence, &mut rest);
                continue;
            }
            rest = rest.get(line.len()..).unwrap_or_default();
            match setting(line).filter(|_| line.contains("<!--") || lesson.is_paragraph(rest)) {
                Some(kind) => lesson.add(line.to_owned(), kind),
                None => lesson.add_prose(line),
            }
        }
        lesson
    }

    fn add(&mut self, text: String, kind: PartKind) {
        let above = self.parts.last();
        let line = above.map_or(1, |last| last.line + last.text.matches('\n').count());
        let is_block = !matches!(kind, PartKind::Prose | PartKind::NewSession | PartKind::Vary(_));
        let number = self.blocks().count() + 1;
        self.parts.push(Part { line, text, block: is_block.then_some(number), kind });
    }

    /// Adds text. A heading starts a new part.
    fn add_prose(&mut self, text: &str) {
        let title = text.trim_start_matches('#');
        let is_heading = text.starts_with('#') && title.starts_with([' ', '\n']);
        if is_heading && self.title.is_empty() {
            self.title = title.trim().to_owned();
        }
        match self.parts.last_mut() {
            Some(Part { text: own, kind: PartKind::Prose, .. }) if !is_heading => {
                own.push_str(text);
            }
            _ => self.add(text.to_owned(), PartKind::Prose),
        }
    }

    /// Adds a block, with its answers at the start of the rest.
    fn add_block(&mut self, fence: Fence, rest: &mut &str) {
        let mut text = fence.text.clone();
        let kind = match (exercise(fence.name(), &fence.content), fence.never_closed()) {
            (Some(Err(error)), _) | (_, Some(error)) => PartKind::Wrong(fence, error),
            (Some(Ok(exercise)), None) => PartKind::Exercise(fence, exercise),
            (None, None) if fence.name() == CODE => {
                let mut output = None;
                // A second one would be the output of the block once the first is gone.
                while let Some((after, more)) = output_below(rest) {
                    text.push_str(rest.strip_suffix(after).unwrap_or_default());
                    output.get_or_insert_with(String::new).push_str(&more.content);
                    *rest = after;
                }
                PartKind::Code(Code { fence, output })
            }
            (None, None) => match misspelled(&fence) {
                Some(error) => PartKind::Wrong(fence, error),
                None => return self.add_prose(&text),
            },
        };
        self.add(text, kind);
    }

    /// True if a line before the rest of the text is a paragraph.
    fn is_paragraph(&self, rest: &str) -> bool {
        let before = self.parts.last().filter(|last| matches!(last.kind, PartKind::Prose));
        let before = before.and_then(|last| last.text.lines().last()).unwrap_or_default();
        let after = rest.lines().next().unwrap_or_default().trim();
        let ends = |line: &str| line.trim().is_empty() || line.starts_with(['#', '`', '~']);
        ends(before) && ends(after)
    }

    /// The blocks that are run or ask something, by their numbers.
    pub fn blocks(&self) -> impl Iterator<Item = (usize, &Part)> {
        self.parts.iter().filter_map(|part| Some((part.block?, part)))
    }

    /// The name for learners.
    pub fn name(&self) -> String {
        let title = if self.title.is_empty() { "The lesson" } else { &self.title };
        visible_text(title)
    }

    /// Splits the parts into units shown at a time: up to a block, or to the next heading.
    pub fn units(&self) -> Vec<Range<usize>> {
        let mut units: Vec<Range<usize>> = Vec::new();
        let (mut start, mut has_prose) = (0, false);
        for (at, part) in self.parts.iter().enumerate() {
            match part.kind {
                PartKind::Prose => {
                    if has_prose && part.text.trim_start().starts_with('#') {
                        units.push(start..at);
                        start = at;
                    }
                    has_prose |= !part.text.trim().is_empty();
                }
                PartKind::NewSession | PartKind::Vary(_) => {}
                PartKind::Code(_) | PartKind::Exercise(..) | PartKind::Wrong(..) => {
                    units.push(start..at + 1);
                    (start, has_prose) = (at + 1, false);
                }
            }
        }
        if has_prose {
            units.push(start..self.parts.len());
        }
        units
    }
}

/// The setting in a line, a paragraph or comment for the program only.
fn setting(line: &str) -> Option<PartKind> {
    let line = line.trim();
    let comment = line.strip_prefix("<!--").and_then(|it| it.strip_suffix("-->"));
    let said = comment.unwrap_or(line).trim();
    // Hasty typing leaves out the blank.
    if said.replace(' ', "").eq_ignore_ascii_case("session:new") {
        return Some(PartKind::NewSession);
    }
    let names = said.strip_prefix("vary:")?.split([' ', ',']).filter(|it| !it.is_empty());
    Some(PartKind::Vary(names.map(str::to_owned).collect()))
}

/// The block `output` at the start of a text, and the text after it.
fn output_below(text: &str) -> Option<(&str, Fence)> {
    let blanks = text.split_inclusive('\n').take_while(|line| line.trim().is_empty());
    let mut rest = text.get(blanks.map(str::len).sum()..)?;
    let output = Fence::take(&mut rest)?;
    (output.info == "output" && output.never_closed().is_none()).then_some((rest, output))
}

/// The error for a block whose name is one letter off and whose content fits.
fn misspelled(fence: &Fence) -> Option<Error> {
    let reads = |name: &&str| exercise(name, &fence.content).is_none_or(|read| read.is_ok());
    let all = EXERCISES.iter().map(|(name, _)| *name).chain([CODE]);
    let meant = nearest(fence.name(), all.filter(reads))?;
    let error = Error::new(Span::default(), format!("unknown block {}", quoted(fence.name())));
    Some(error.hint(format!("write {meant}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(usize, String)> {
        let lesson = Lesson::read(text);
        let whole: String = lesson.parts.iter().map(|part| part.text.as_str()).collect();
        assert_eq!(whole, text);
        let kind = |part: &Part| match &part.kind {
            PartKind::Prose => part.text.trim().to_owned(),
            PartKind::NewSession => "new".to_owned(),
            PartKind::Code(Code { fence, output }) => {
                format!("{:?} {output:?}", fence.content)
            }
            PartKind::Vary(names) => names.join(","),
            PartKind::Exercise(_, exercise) => format!("{exercise:?}"),
            PartKind::Wrong(_, error) => error.to_string(),
        };
        let parts = lesson.parts.iter().map(|part| (part.line, kind(part)));
        parts.filter(|(_, kind)| !kind.is_empty()).collect()
    }

    #[test]
    fn a_text_is_taken_apart() {
        let text = "# One\n\nTwo\n```gradcalc\na = 2\n```\n\n``` output\n2\n```\n```output\n3\n```\n\nsession: new\n\n\
            ~~~~ gradcalc ignored\n> a\n~~~\n~~~~\n```python\n1\n```\n";
        let found = kinds(text);
        assert_eq!(Lesson::read(text).title, "One");
        let expected = [
            (1, "# One\n\nTwo"),
            (4, "\"a = 2\\n\" Some(\"2\\n3\\n\")"),
            (15, "new"),
            (17, "\"> a\\n~~~\\n\" None"),
            (21, "```python\n1\n```"),
        ];
        let found: Vec<(usize, &str)> = found.iter().map(|(line, it)| (*line, &**it)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_byte_order_mark_and_the_kind_of_line_ends_are_none_of_the_text() {
        let text = "# One\n\nTwo\n\nsession: new\n\n```ask\nWhat?\n= 2\n```\n";
        let other = format!("\u{feff}{}", text.replace('\n', "\r\n"));
        assert_eq!(format!("{:?}", Lesson::read(&other)), format!("{:?}", Lesson::read(text)));
    }

    #[test]
    fn blocks_may_be_indented() {
        let text = "1. do\n   ```gradcalc\n   a = 2\n\n    b\n   ```\n";
        assert_eq!(kinds(text)[1], (2, "\"a = 2\\n\\n b\\n\" None".to_owned()));
    }

    #[test]
    fn settings_are_paragraphs_or_comments() {
        let exercises = kinds("<!-- vary: a  b -->\n```quiz\nL\n```\n# T\n");
        assert_eq!(exercises[0], (1, "a,b".to_owned()));
        assert_eq!(exercises[1], (2, "Quiz(\":quiz L\")".to_owned()));
        assert_eq!(exercises[2], (5, "# T".to_owned()));
        assert_eq!(kinds("session: new\nand more\n").len(), 1);
        assert_eq!(kinds(""), []);
    }

    #[test]
    fn what_is_not_shown_parts_nothing() {
        let count = |text: &str| Lesson::read(text).units().len();
        assert_eq!(count("# A\n\nsession: new\n\nb\n\n```gradcalc\n1\n```\n"), 1);
        assert_eq!(count("# A\n\nvary: a\n\nb\n\n<!-- session: new -->\n\nc\n"), 1);
        assert_eq!(count("# A\n\nsession: new\n\n# B\n\nc\n"), 2);
        assert_eq!(count("a\n\n# B\n\nc\n"), 2);
    }

    #[test]
    fn each_block_that_asks_is_shown_to_authors() {
        let page = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/lessons.md"));
        for (name, _) in &EXERCISES {
            assert!(page.contains(&format!("\n```{name}\n")), "docs/lessons.md: {name}");
        }
    }
}
