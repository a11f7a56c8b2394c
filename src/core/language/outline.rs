//! The outline of a text, byte by byte, before the grammar reads it: where its statements end, and how
//! deep its brackets nest.

use std::borrow::Cow;
use std::ops::Range;

use super::build::too_deep;
use super::error::{Result, Span};

/// The deepest nesting of brackets, calls, prefixes, powers and choices together.
pub const DEEPEST: usize = 256;

/// The outline of a text up to the end of its first statement.
#[derive(Debug, Default)]
pub struct Outline {
    /// The bytes of the statement, without blanks and comments around it.
    pub code: Range<usize>,
    /// The place of the semicolon that ends the statement, or the end of the text.
    pub end: usize,
    /// The brackets that are open at the end.
    pub open: usize,
    /// The place of the first bracket that is nested too deeply.
    too_deep: Option<usize>,
    comments: Vec<Range<usize>>,
}

impl Outline {
    /// Returns the outline of a text from the byte `start` on; `open` brackets are open before it.
    pub fn of(text: &str, start: usize, open: usize) -> Outline {
        let bytes = text.as_bytes();
        let length_to = |mark: u8, at: usize| {
            bytes.get(at..).and_then(|rest| rest.iter().position(|byte| *byte == mark))
        };
        let mut outline = Outline { open, code: start..start, ..Outline::default() };
        let mut at = start;
        while let Some(byte) = bytes.get(at) {
            let start = at;
            at += 1;
            match byte {
                b' ' | b'\t'..=b'\r' => continue,
                b'#' => {
                    at = length_to(b'\n', at).map_or(bytes.len(), |length| at + length);
                    outline.comments.push(start..at);
                    continue;
                }
                b'"' => at += length_to(b'"', at).map_or(0, |length| length + 1),
                b'(' | b'[' => {
                    outline.open += 1;
                    if outline.open > DEEPEST {
                        outline.too_deep.get_or_insert(start);
                    }
                }
                b')' | b']' => outline.open = outline.open.saturating_sub(1),
                b';' if outline.open == 0 => {
                    at = start;
                    break;
                }
                _ => {}
            }
            let first = if outline.code.is_empty() { start } else { outline.code.start };
            outline.code = first..at;
        }
        Outline { end: at, ..outline }
    }

    /// Checks that no bracket nests too deeply.
    ///
    /// # Errors
    ///
    /// The first one that is.
    pub fn check_depth(&self) -> Result<()> {
        self.too_deep.map_or(Ok(()), |at| Err(too_deep(Span::new(at, at + 1))))
    }

    /// Returns the code of a text, with blanks in the place of comments.
    pub fn code<'text>(&self, text: &'text str) -> Cow<'text, str> {
        let mut code = Cow::Borrowed(text.get(self.code.clone()).unwrap_or_default());
        for comment in self.comments.iter().filter(|comment| self.code.contains(&comment.start)) {
            let (start, length) = (comment.start - self.code.start, comment.len());
            code.to_mut().replace_range(start..start + length, &" ".repeat(length));
        }
        code
    }
}

/// Returns the outlines of the statements of a text from the byte `start` on, each with the place where
/// its text starts.
pub fn statements(text: &str, start: usize) -> impl Iterator<Item = (usize, Outline)> + use<'_> {
    let mut next = start;
    std::iter::from_fn(move || {
        let start = next;
        let outline = (start <= text.len()).then(|| Outline::of(text, start, 0))?;
        next = outline.end + 1;
        Some((start, outline))
    })
}
