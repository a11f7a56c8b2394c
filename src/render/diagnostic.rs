//! Formatting errors and notes: position, message, an excerpt of the line with a caret, and a hint.

use std::cell::Cell;
use std::io;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::{Canvas, Format, Message};
use crate::core::language::{Error, Span, visible};
use crate::report::{Report, Role};

/// A text and where it was read.
#[derive(Debug)]
pub struct Origin<'text> {
    /// The file, `stdin`, or nothing for what was typed.
    pub name: &'text str,
    /// The line the text starts on, from 1.
    pub line: usize,
    /// The text.
    pub text: &'text str,
    counted: Cell<Counted>,
}

impl<'text> Origin<'text> {
    /// A text that was read there.
    pub fn new(name: &'text str, line: usize, text: &'text str) -> Origin<'text> {
        Origin { name, line, text, counted: Cell::default() }
    }

    /// The name, if it is a file's.
    fn file(&self) -> Option<&'text str> {
        Some(self.name).filter(|name| !["", "stdin", "-e"].contains(name))
    }
}

/// The part of a line around a place in a text, as it can be shown.
pub struct Excerpt {
    /// Lines before the place, in the text.
    pub line: usize,
    /// Its column on the line, from 1, in characters.
    pub column: usize,
    /// The excerpt of the line.
    window: String,
    /// The numbers of blanks and carets below the excerpt.
    caret: (usize, usize),
}

/// The maximum width of an excerpt.
const WIDEST: usize = 72;
/// The most characters on either side of a place: some have no width.
const MOST_CHARACTERS: usize = 256;
/// A number of bytes that no line of a terminal can show.
const NEAR: usize = 1 << 12;

/// A position up to which lines and characters have been counted, so that many errors in one long
/// text do not each count from its start.
#[derive(Debug, Clone, Copy, Default)]
struct Counted {
    at: usize,
    line: usize,
    line_start: usize,
    /// Characters between the start of the line and the position.
    characters: usize,
}

impl Counted {
    fn on_to(self, text: &str, at: usize) -> Counted {
        let from = if self.at <= at { self } else { Counted::default() };
        let between = text.get(from.at..at).unwrap_or_default();
        let Some(end) = between.rfind('\n') else {
            return Counted { at, characters: from.characters + between.chars().count(), ..from };
        };
        let (lines, rest) = between.split_at(end + 1);
        Counted {
            at,
            line: from.line + lines.matches('\n').count(),
            line_start: from.at + lines.len(),
            characters: rest.chars().count(),
        }
    }
}

impl Excerpt {
    /// Finds the position of `span` in a text.
    ///
    /// The excerpt is no wider than `columns`, if there are any.
    pub fn of(origin: &Origin<'_>, span: Span, columns: Option<usize>) -> Excerpt {
        let (text, counted) = (origin.text, &origin.counted);
        let end = text.len();
        let start = boundary(text, (span.start as usize).min(end));
        let here = counted.get().on_to(text, start);
        counted.set(here);
        // Of a long line, only the text near the error can be shown.
        let last = boundary(text, (span.end as usize).saturating_add(NEAR).clamp(start, end));
        let rest = text.get(start..last).unwrap_or_default();
        let line_end = rest.find('\n').map_or(last, |at| start + at);
        let span_end = boundary(text, (span.end as usize).clamp(start, line_end));
        let before = text.get(here.line_start..start).unwrap_or_default();
        let found = text.get(start..span_end).unwrap_or_default();
        let after = text.get(span_end..line_end).unwrap_or_default();
        let (window, caret) = window(before, found, after, widest(columns));
        Excerpt { line: here.line, column: here.characters + 1, window, caret }
    }
}

/// The nearest character boundary at or before `at`.
fn boundary(text: &str, at: usize) -> usize {
    (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// The width of an excerpt on a screen, which it is indented on.
fn widest(columns: Option<usize>) -> usize {
    const BESIDE: usize = 4;
    columns.map_or(WIDEST, |columns| columns.saturating_sub(BESIDE).min(WIDEST))
}

/// Returns an excerpt: some text before the error, the error or its start, and some text after.
fn window(before: &str, found: &str, after: &str, widest: usize) -> (String, (usize, usize)) {
    let mut left: Vec<char> = Vec::new();
    let mut room = widest / 2;
    let mut cut = false;
    for (count, character) in before.chars().rev().enumerate() {
        let width = width_of(character);
        if width > room || count == MOST_CHARACTERS {
            cut = true;
            break;
        }
        room -= width;
        left.push(shown(character));
    }
    let mut text: String = if cut { "…".to_owned() } else { String::new() };
    text.extend(left.iter().rev());
    let blanks: usize = text.chars().map(width_of).sum();
    let mut used = blanks;
    let mut carets = 0;
    let here = found.chars().map(|c| (c, true)).chain(after.chars().map(|c| (c, false)));
    for (count, (character, is_found)) in here.enumerate() {
        let width = width_of(character);
        if used + width > widest || count == MOST_CHARACTERS {
            text.push('…');
            break;
        }
        used += width;
        carets += if is_found { width } else { 0 };
        text.push(shown(character));
    }
    (text.trim_end().to_owned(), (blanks, carets.max(1)))
}

/// The visible form of a character. Tabs become single blanks, to keep the caret aligned.
fn shown(character: char) -> char {
    if character == '\t' { ' ' } else { visible(character) }
}

fn width_of(character: char) -> usize {
    shown(character).width().unwrap_or(0)
}

/// How messages are written.
#[derive(Debug, Clone, Copy)]
pub struct Manner {
    /// What writes them; none for lines as people read them.
    pub message: Option<fn(&Message<'_>) -> String>,
    /// The columns of the screen; none for whole lines.
    pub columns: Option<usize>,
}

impl Manner {
    /// The manner of a format on a screen of so many columns.
    pub fn of(format: &Format, columns: Option<usize>) -> Manner {
        Manner { message: format.message, columns }
    }
}

/// Writes an error.
pub fn write(
    canvas: &mut dyn Canvas,
    origin: &Origin<'_>,
    place: &Excerpt,
    error: &Error,
    manner: Manner,
) -> io::Result<()> {
    let line = origin.line + place.line;
    if let Some(written) = manner.message {
        let text = written(&Message {
            file: origin.file(),
            line: Some(line),
            column: Some(place.column),
            hint: error.advice(),
            ..Message::new("error", error.message())
        });
        return canvas.put(Role::Plain, &format!("{text}\n"));
    }
    let (blanks, carets) = place.caret;
    let from = match origin.name {
        "" => String::new(),
        name => format!("{name}:{line}:{}: ", place.column),
    };
    said(canvas, &from, (Role::Error, "error"), error.message(), manner)?;
    if !place.window.is_empty() {
        canvas.put(Role::Plain, &format!("  {}\n  {}", place.window, " ".repeat(blanks)))?;
        canvas.put(Role::Error, &"^".repeat(carets))?;
        canvas.put(Role::Plain, "\n")?;
    }
    match error.advice() {
        Some(hint) => said(canvas, "  ", (Role::Note, "hint"), hint, manner),
        None => Ok(()),
    }
}

/// Writes a note; `origin` is the text it is about, if it is about one.
pub fn note(
    canvas: &mut dyn Canvas,
    origin: Option<&Origin<'_>>,
    note: &str,
    manner: Manner,
) -> io::Result<()> {
    if let Some(written) = manner.message {
        let (file, line) = (origin.and_then(Origin::file), origin.map(|origin| origin.line));
        let text = written(&Message { file, line, ..Message::new("note", note) });
        return canvas.put(Role::Plain, &format!("{text}\n"));
    }
    let from = match origin {
        Some(Origin { name, line, .. }) if !name.is_empty() => format!("{name}:{line}: "),
        _ => String::new(),
    };
    said(canvas, &from, (Role::Note, "note"), note, manner)
}

/// Writes the notes of a report, which are no part of its answer.
pub fn notes(
    canvas: &mut dyn Canvas,
    origin: &Origin<'_>,
    report: &Report,
    manner: Manner,
) -> io::Result<()> {
    report.notes.iter().try_for_each(|text| note(canvas, Some(origin), text, manner))
}

/// Writes where a message is from, the word that opens it, and its text.
fn said(
    canvas: &mut dyn Canvas,
    from: &str,
    (role, word): (Role, &str),
    text: &str,
    manner: Manner,
) -> io::Result<()> {
    let word = format!("{word}:");
    canvas.put(Role::Plain, from)?;
    canvas.put(role, &word)?;
    canvas.put(Role::Plain, &wrapped(text, from.width() + word.len(), manner.columns))
}

/// Returns the rest of a line after so many columns, broken at blanks if it does not fit on the
/// screen. A pipe gets whole lines.
fn wrapped(text: &str, used: usize, columns: Option<usize>) -> String {
    const INDENT: &str = "    ";
    let mut line = String::new();
    let mut used = used;
    for word in text.split(' ') {
        let breaks = columns.is_some_and(|columns| used + 1 + word.width() > columns);
        if breaks && used > INDENT.len() {
            line.push('\n');
            line.push_str(INDENT);
            used = INDENT.len();
        } else {
            line.push(' ');
            used += 1;
        }
        line.push_str(word);
        used += word.width();
    }
    line.push('\n');
    line
}
