//! The error type: what is wrong, where, and what to type.

use std::borrow::Cow;
use std::fmt;

/// A range of bytes in the text of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// Returns the text in the range; empty if it is out of bounds.
    pub fn of<'text>(&self, text: &'text str) -> &'text str {
        text.get(self.start as usize..self.end as usize).unwrap_or("")
    }
}

#[doc(hidden)]
impl Span {
    /// Creates the range from `start` up to, not including, `end`.
    pub fn new(start: usize, end: usize) -> Span {
        let clip = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Span { start: clip(start), end: clip(end) }
    }

    /// Returns the range from this one to the end of another.
    pub fn to(self, last: Span) -> Span {
        Span { start: self.start, end: last.end }
    }

    /// Returns the same range in a text that begins `offset` bytes earlier.
    pub fn moved(self, offset: usize) -> Span {
        Span::new(self.start as usize + offset, self.end as usize + offset)
    }
}

/// An error in one statement, with its position in the text.
///
/// A statement that returns an error has changed nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    message: String,
    hint: Option<String>,
    span: Span,
    /// True for the error for a name that nothing has.
    pub(crate) is_unknown_name: bool,
    /// True if it ends the script that it is in.
    pub(crate) ends_script: bool,
}

/// The result of anything that may fail with an [`Error`].
pub type Result<T> = std::result::Result<T, Error>;

#[doc(hidden)]
impl Error {
    /// Creates an error at `span`; the message says what is wrong.
    pub fn new(span: Span, message: impl Into<String>) -> Error {
        Error {
            message: message.into(),
            hint: None,
            span,
            is_unknown_name: false,
            ends_script: false,
        }
    }

    /// Creates the error for a name that nothing has.
    pub fn unknown_name(span: Span, name: &str) -> Error {
        let message = format!("unknown name {}", quoted(name));
        Error { is_unknown_name: true, ..Error::new(span, message) }
    }

    /// Sets the hint: what to type.
    pub fn hint(mut self, hint: impl Into<String>) -> Error {
        self.hint = Some(hint.into());
        self
    }

    /// Sets the hint if there is one.
    pub fn maybe_hint(mut self, hint: Option<String>) -> Error {
        self.hint = hint.or(self.hint);
        self
    }

    /// Moves the error to a text that begins `offset` bytes earlier.
    pub fn moved(mut self, offset: usize) -> Error {
        self.span = self.span.moved(offset);
        self
    }

    /// Changes the position.
    pub fn at(mut self, span: Span) -> Error {
        self.span = span;
        self
    }
}

impl Error {
    /// Returns the message: what is wrong.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns the hint: what to type.
    pub fn advice(&self) -> Option<&str> {
        self.hint.as_deref()
    }

    /// Returns the position, in bytes of the text that was given.
    pub fn span(&self) -> Span {
        self.span
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)?;
        match &self.hint {
            Some(hint) => write!(formatter, "; {hint}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Error {}

/// Returns the user's text for a message: shortened, and without control characters.
pub fn quoted(text: &str) -> String {
    const LONGEST: usize = 40;
    let start: String = text.chars().take(LONGEST).collect();
    let mut shown = visible_text(&start);
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    shown
}

/// `1 step`, `2 steps`.
pub fn counted(count: u64, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

/// `1 leaf`, `41 leaves`.
pub fn leaves(count: usize) -> String {
    if count == 1 { "1 leaf".to_owned() } else { format!("{count} leaves") }
}

/// Returns a character, or a visible stand-in for one that could control a terminal.
pub fn visible(character: char) -> char {
    match character {
        '\0'..='\u{1F}' => char::from_u32(0x2400 + character as u32).unwrap_or('�'),
        '\u{7F}' => '␡',
        '\u{80}'..='\u{9F}' | '\u{61C}' | '\u{200E}'..='\u{200F}' => '�',
        '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => '�',
        _ => character,
    }
}

/// Returns a text with control characters replaced.
pub fn visible_text(text: &str) -> String {
    text.chars().map(visible).collect()
}

/// The same, but for the ends of lines.
pub fn visible_lines(text: &str) -> String {
    text.chars().map(|it| if it == '\n' { it } else { visible(it) }).collect()
}

/// Removes characters that could control a terminal, except newlines and tabs.
pub fn harmless(text: &str) -> Cow<'_, str> {
    let stays =
        |character: &char| matches!(character, '\n' | '\t') || visible(*character) == *character;
    if text.chars().all(|character| stays(&character)) {
        return text.into();
    }
    text.chars().filter(stays).collect::<String>().into()
}

/// Returns the candidate that was probably meant by `wrong`, by edit distance; another case is near.
///
/// The work is bounded: only short words are compared, and with at most a thousand candidates of
/// similar length.
pub fn nearest<'names>(
    wrong: &str,
    candidates: impl Iterator<Item = &'names str>,
) -> Option<&'names str> {
    const MOST: usize = 1000;
    let allowed = match wrong.chars().count() {
        2..=4 => 1,
        5..=24 => 2,
        _ => return None,
    };
    let distance = |name: &str| match name.eq_ignore_ascii_case(wrong) {
        true => 0,
        false => strsim::osa_distance(wrong, name),
    };
    candidates
        .take(4 * MOST)
        .filter(|name| name.len().abs_diff(wrong.len()) <= allowed && *name != wrong)
        .take(MOST)
        .map(|name| (distance(name), name))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}
