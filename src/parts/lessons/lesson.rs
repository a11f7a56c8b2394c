//! Lessons: Markdown files with blocks that are run. It finds the blocks and what they say; it runs nothing.

use std::ops::Range;

use super::blocks::{self, Ask, Task};
use super::fence::{BLANKS, CODE, Fence};
use super::markdown::{self, Piece};
use crate::core::language::{Error, Result, Span, nearest, quoted};

/// The lessons that come with the program, and what they are about.
pub static SHELF: [(&str, &str); 5] = [
    ("lecture", "the first lecture on backpropagation, typed along"),
    ("by-hand", "the backward pass, step by step"),
    ("first-fit", "a line through data, with questions and a task"),
    ("uncertainty", "results with ±"),
    ("second-lecture", "training: rates, optimizers, layers"),
];

/// A lesson, part by part.
#[derive(Debug, Default)]
pub struct Lesson {
    /// Its first heading; empty where it has none.
    pub title: String,
    /// The parts, which are all lines of the file in their order, but for a byte order mark before them.
    pub parts: Vec<Part>,
    /// The first block that is never closed: its line, and the error.
    pub open: Option<(usize, Error)>,
}

/// Lines of a lesson.
#[derive(Debug)]
pub struct Part {
    /// The number of the first line, from 1.
    pub line: usize,
    /// Where they stand in the file.
    pub places: Range<usize>,
    /// The number of the block, from 1, if it is one that is run or asks something.
    pub block: Option<usize>,
    /// What they are.
    pub kind: PartKind,
}

/// What lines of a lesson are.
#[derive(Debug)]
pub enum PartKind {
    /// What is read.
    Prose,
    /// A paragraph `session: new`, or a comment.
    NewSession,
    /// A paragraph `vary: a b 1:20`: the leaves that other numbers may be drawn for, with ranges.
    Vary(Vec<String>),
    /// Statements.
    Code(Code),
    /// A block that asks or sets something.
    Exercise(Fence, Exercise),
    /// A block that says nothing sensible.
    Wrong(Fence, Error),
}

/// What a block asks for.
#[derive(Debug)]
pub enum Exercise {
    /// The grads of nodes: the statement that begins the quiz.
    Quiz(String),
    /// A number.
    Ask(Ask),
    /// Statements that reach a goal.
    Task(Task),
}

/// Reads what a block says.
type Read = fn(&str) -> Result<Exercise>;

/// The blocks that ask or set something, and how each is read.
const EXERCISES: [(&str, Read); 3] = [
    ("quiz", |content| blocks::quiz(content).map(Exercise::Quiz)),
    ("ask", |content| Ask::read(content).map(Exercise::Ask)),
    ("task", |content| Task::read(content).map(Exercise::Task)),
];

impl Exercise {
    /// The names of their blocks.
    pub(super) fn names() -> impl Iterator<Item = &'static str> {
        EXERCISES.into_iter().map(|(name, _)| name)
    }

    /// Reads a block of this name; none if there is no such block.
    fn read(name: &str, content: &str) -> Option<Result<Exercise>> {
        let (_, read) = EXERCISES.into_iter().find(|(own, _)| *own == name)?;
        Some(read(content))
    }
}

/// A block of statements.
#[derive(Debug)]
pub struct Code {
    /// The block.
    pub fence: Fence,
    /// The block `output` below it, with its answers.
    pub output: Option<Fence>,
}

impl Lesson {
    /// Reads the parts of a Markdown text.
    pub fn read(text: &str) -> Lesson {
        let mut lesson = Lesson::default();
        let (_, offset) = markdown::unmarked_text(text);
        let mut at = At { line: 1, offset, blocks: 0 };
        let mut pieces = markdown::pieces(text).into_iter().peekable();
        while let Some(piece) = pieces.next() {
            match piece {
                Piece::Heading(places, title) => {
                    if lesson.title.is_empty() {
                        lesson.title = title;
                    }
                    // A part to read begins with its heading.
                    let start = text.get(..places.start).and_then(|it| it.rfind('\n'));
                    lesson.add_prose(text, &mut at, start.map_or(offset, |start| start + 1));
                }
                // Hasty typing leaves out the blank.
                Piece::Paragraph(places, said)
                    if said.replace(' ', "").eq_ignore_ascii_case("session:new") =>
                {
                    lesson.add(text, &mut at, places, PartKind::NewSession);
                }
                Piece::Paragraph(places, said) => {
                    if let Some(names) = said.strip_prefix("vary:") {
                        let names = names.split([' ', ',']).filter(|it| !it.is_empty());
                        let names = names.map(str::to_owned).collect();
                        lesson.add(text, &mut at, places, PartKind::Vary(names));
                    }
                }
                Piece::Fence(fence) => {
                    lesson.must_be_closed(text, &fence);
                    let name = fence.name().to_owned();
                    if let Some(error) = misspelled(&fence) {
                        let places = fence.places.clone();
                        lesson.add(text, &mut at, places, PartKind::Wrong(fence, error));
                    } else if name.is_empty() {
                        let is_output = |it: &Piece| matches!(it, Piece::Fence(it) if it.follows && it.info.trim() == "output");
                        let mut output: Option<Fence> = None;
                        // A second one would be the output of the block once the first is gone.
                        while let Some(Piece::Fence(more)) = pieces.next_if(is_output) {
                            lesson.must_be_closed(text, &more);
                            match &mut output {
                                Some(first) => {
                                    first.places.end = more.places.end;
                                    first.content.push_str(&more.content);
                                }
                                None => output = Some(more),
                            }
                        }
                        let end = output.as_ref().map_or(fence.places.end, |it| it.places.end);
                        let places = fence.places.start..end;
                        let code = Code { fence, output };
                        lesson.add(text, &mut at, places, PartKind::Code(code));
                    } else if let Some(read) = Exercise::read(&name, &fence.content) {
                        let places = fence.places.clone();
                        let kind = match (read, fence.never_closed()) {
                            (Ok(exercise), None) => PartKind::Exercise(fence, exercise),
                            (Err(error), _) | (_, Some(error)) => PartKind::Wrong(fence, error),
                        };
                        lesson.add(text, &mut at, places, kind);
                    }
                }
            }
        }
        lesson.add_prose(text, &mut at, text.len());
        lesson
    }

    /// Adds the prose before a part, and the lines of the part.
    fn add(&mut self, text: &str, at: &mut At, places: Range<usize>, kind: PartKind) {
        let start = text.get(..places.start).and_then(|it| it.rfind('\n'));
        let start = start.map_or(at.offset, |start| start + 1);
        // A paragraph ends behind its last line.
        let own = text.get(places.clone()).unwrap_or_default();
        let last = places.start + own.trim_end_matches(BLANKS).len();
        let rest = text.get(last..).unwrap_or_default();
        let end = rest.find('\n').map_or(text.len(), |it| last + it + 1);
        self.add_prose(text, at, start);
        let places = at.offset.max(start)..end;
        let line = at.line;
        at.go_to(text, end);
        let is_block = !matches!(kind, PartKind::NewSession | PartKind::Vary(_));
        at.blocks += usize::from(is_block);
        let block = is_block.then_some(at.blocks);
        self.parts.push(Part { line, places, block, kind });
    }

    fn must_be_closed(&mut self, text: &str, fence: &Fence) {
        if let (None, Some(error)) = (&self.open, fence.never_closed()) {
            let mut at = At { line: 1, offset: 0, blocks: 0 };
            at.go_to(text, fence.places.start);
            self.open = Some((at.line, error));
        }
    }

    fn add_prose(&mut self, text: &str, at: &mut At, until: usize) {
        let places = at.offset..until;
        if !places.is_empty() {
            let (line, kind) = (at.line, PartKind::Prose);
            self.parts.push(Part { line, places, block: None, kind });
        }
        at.go_to(text, until);
    }

    /// The blocks that are run or ask something, by their numbers.
    pub fn blocks(&self) -> impl Iterator<Item = (usize, &Part)> {
        self.parts.iter().filter_map(|part| Some((part.block?, part)))
    }
}

/// What is wrong with a block whose name is one letter from one that its content can be read as.
fn misspelled(fence: &Fence) -> Option<Error> {
    let mut words = fence.info.split_whitespace();
    let own = words.next().filter(|first| *first != CODE).or_else(|| words.next())?;
    if Exercise::names().any(|name| name == own) {
        return None;
    }
    let reads = |name: &str| Exercise::read(name, &fence.content).is_none_or(|read| read.is_ok());
    let all = [CODE].into_iter().chain(Exercise::names());
    let meant = nearest(own, all.filter(|name| reads(name)))?;
    let error = Error::new(Span::default(), format!("there is no block {}", quoted(own)));
    Some(error.hint(format!("write {meant}")))
}

/// Where something stands in a text.
struct At {
    line: usize,
    offset: usize,
    /// The blocks so far.
    blocks: usize,
}

impl At {
    fn go_to(&mut self, text: &str, offset: usize) {
        self.line += text.get(self.offset..offset).map_or(0, |it| it.matches('\n').count());
        self.offset = self.offset.max(offset);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(usize, String)> {
        let lesson = Lesson::read(text);
        let whole: String = lesson.parts.iter().map(|part| &text[part.places.clone()]).collect();
        assert_eq!(whole, text);
        let kind = |part: &Part| match &part.kind {
            PartKind::Prose => text[part.places.clone()].trim().to_owned(),
            PartKind::NewSession => "new".to_owned(),
            PartKind::Code(Code { fence, output }) => {
                format!("{:?} {:?}", fence.content, output.as_ref().map(|it| &it.content))
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
    fn a_byte_order_mark_is_none_of_the_text() {
        for rest in ["# One\n\nTwo\n", "```ask\nWhat?\n= 2\n```\n", "session: new\n", "a\n"] {
            let text = format!("\u{feff}{rest}");
            let (marked, own) = (Lesson::read(&text), Lesson::read(rest));
            assert_eq!(marked.title, own.title);
            let parts = |lesson: &Lesson, text: &str| -> Vec<(usize, String)> {
                let parts = lesson.parts.iter();
                parts.map(|part| (part.line, text[part.places.clone()].to_owned())).collect()
            };
            assert_eq!(parts(&marked, &text), parts(&own, rest));
        }
    }

    #[test]
    fn what_stands_in_a_list_or_a_quotation_is_found_without_its_marks() {
        let text = "1. do\n   ```gradcalc\n   a = 2\n\n    b\n   ```\n> ```gradcalc\n> c\n";
        let found = kinds(text);
        assert_eq!(found[1], (2, "\"a = 2\\n\\n b\\n\" None".to_owned()));
        assert_eq!(found[2], (7, "\"c\\n\" None".to_owned()));
        let exercises =
            kinds("<!-- vary: a  b -->\n```quiz\nL\n```\n# T\n~~~ gradcalc quiz\na\nb\n~~~\n");
        assert_eq!(exercises[0], (1, "a,b".to_owned()));
        assert_eq!(exercises[1], (2, "Quiz(\":quiz L\")".to_owned()));
        assert_eq!(exercises[2], (5, "# T".to_owned()));
        assert_eq!(exercises[3].0, 6);
        assert_eq!(kinds("session: new\nand more\n").len(), 1);
        assert_eq!(kinds(""), []);
    }

    #[test]
    fn each_block_that_asks_is_shown_to_authors() {
        let page = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/lessons.md"));
        for name in Exercise::names() {
            assert!(page.contains(&format!("\n```{name}\n")), "docs/lessons.md: {name}");
        }
    }
}
