//! Errors and notes as text: position, message, an excerpt of the line with a caret, and a hint.

use std::io;

use unicode_width::UnicodeWidthChar;

use super::line_writer::LineWriter;
use super::text::paragraph;
use super::{Canvas, Format, Message, Style};
use crate::core::language::{Error, Span, visible};
use crate::report::{Paragraph, Report, Role};

/// A text and where it was read.
#[derive(Debug, Clone, Copy)]
pub struct Origin<'text> {
    /// The file, `stdin`, or empty for typed text.
    pub name: &'text str,
    /// The line the text starts on, from 1.
    pub line: usize,
    pub text: &'text str,
}

impl<'text> Origin<'text> {
    pub fn new(name: &'text str, line: usize, text: &'text str) -> Origin<'text> {
        Origin { name, line, text }
    }

    fn file(&self) -> Option<&'text str> {
        Some(self.name).filter(|name| !["", "stdin", "-e"].contains(name))
    }
}

/// The part of a line around a place in a text.
struct Excerpt {
    /// Lines before the place, in the text.
    line: usize,
    /// Its column on the line, from 1, in characters.
    column: usize,
    /// The excerpt of the line.
    window: String,
    /// The numbers of blanks and carets below the excerpt.
    caret: (usize, usize),
}

/// The maximum width of an excerpt, and the columns beside it.
const WIDEST: usize = 72;
const BESIDE: usize = 4;
/// The most characters on either side of a place: some have no width.
const MOST_CHARACTERS: usize = 256;
/// A number of bytes that no line of a terminal can show.
const NEAR: usize = 1 << 12;

impl Excerpt {
    /// Finds the position of `span` in a text. The excerpt is no wider than `columns`.
    fn of(origin: &Origin<'_>, span: Span, columns: Option<usize>) -> Excerpt {
        let text = origin.text;
        let start = text.floor_char_boundary(span.start as usize);
        let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
        // Of a long line, only the text near the error can be shown.
        let last = text.floor_char_boundary((span.end as usize).saturating_add(NEAR).max(start));
        let line_end = text[start..last].find('\n').map_or(last, |at| start + at);
        let span_end = text.floor_char_boundary((span.end as usize).clamp(start, line_end));
        let before = &text[line_start..start];
        let (found, after) = (&text[start..span_end], &text[span_end..line_end]);
        let widest = columns.map_or(WIDEST, |it| it.saturating_sub(BESIDE).min(WIDEST));
        let (window, caret) = window(before, found, after, widest);
        Excerpt {
            line: text[..start].matches('\n').count(),
            column: before.chars().count() + 1,
            window,
            caret,
        }
    }
}

/// Returns an excerpt: some text before the error, the error or its start, and some text after.
fn window(before: &str, found: &str, after: &str, widest: usize) -> (String, (usize, usize)) {
    let (mut left, mut blanks, is_cut) = fitting(before.chars().rev(), widest / 2);
    if is_cut {
        left.push('…');
        blanks += 1;
    }
    let mut text: String = left.iter().rev().collect();
    let (own, carets, mut is_cut) = fitting(found.chars(), widest - blanks);
    text.extend(own);
    if !is_cut {
        let (right, _, rest_is_cut) = fitting(after.chars(), widest - blanks - carets);
        text.extend(right);
        is_cut = rest_is_cut;
    }
    text.extend(is_cut.then_some('…'));
    (text.trim_end().to_owned(), (blanks, carets.max(1)))
}

/// The visible forms of as many characters as fit, their width, and whether more follow.
fn fitting(characters: impl Iterator<Item = char>, room: usize) -> (Vec<char>, usize, bool) {
    let (mut fitting, mut used) = (Vec::new(), 0);
    for character in characters {
        // Tabs become single blanks, to keep the caret aligned.
        let shown = if character == '\t' { ' ' } else { visible(character) };
        let wide = shown.width().unwrap_or(0);
        if used + wide > room || fitting.len() == MOST_CHARACTERS {
            return (fitting, used, true);
        }
        used += wide;
        fitting.push(shown);
    }
    (fitting, used, false)
}

/// How messages are written.
#[derive(Debug, Clone, Copy)]
pub struct Manner {
    /// Writes a message for machines; `None` for people.
    pub message: Option<fn(&Message<'_>) -> String>,
    /// The columns of the screen; `None` for whole lines.
    pub columns: Option<usize>,
}

impl Manner {
    pub fn of(format: &Format, columns: Option<usize>) -> Manner {
        Manner { message: format.message, columns }
    }
}

/// Writes an error. Its caret stands below an excerpt of the line.
pub fn write(
    canvas: &mut dyn Canvas,
    origin: &Origin<'_>,
    error: &Error,
    manner: Manner,
) -> io::Result<()> {
    let place = Excerpt::of(origin, error.span(), manner.columns);
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
    let from = match origin.name {
        "" => String::new(),
        name => format!("{name}:{line}:{}: ", place.column),
    };
    say(canvas, &from, (Role::Error, "error"), error.message(), manner)?;
    if !place.window.is_empty() {
        let (blanks, carets) = place.caret;
        canvas.put(Role::Plain, &format!("  {}\n  {}", place.window, " ".repeat(blanks)))?;
        canvas.put(Role::Error, &"^".repeat(carets))?;
        canvas.put(Role::Plain, "\n")?;
    }
    match error.advice() {
        Some(hint) => say(canvas, "  ", (Role::Note, "hint"), hint, manner),
        None => Ok(()),
    }
}

/// Writes a note about a text.
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
    say(canvas, &from, (Role::Note, "note"), note, manner)
}

/// Writes the notes of a report.
pub fn notes(
    canvas: &mut dyn Canvas,
    origin: &Origin<'_>,
    report: &Report,
    manner: Manner,
) -> io::Result<()> {
    report.notes.iter().try_for_each(|text| note(canvas, Some(origin), text, manner))
}

/// Writes the source of a message, its first word, and its text, which a screen may wrap.
fn say(
    canvas: &mut dyn Canvas,
    from: &str,
    (role, word): (Role, &str),
    text: &str,
    manner: Manner,
) -> io::Result<()> {
    let line = Paragraph::new(from).role(format!("{word}:"), role).text(format!(" {text}"));
    let indent = manner.columns.map(|_| 4);
    let style = Style { columns: manner.columns.unwrap_or(0), ..Style::plain(None) };
    paragraph::write(&Paragraph { indent, ..line }, &style, &mut LineWriter::new(canvas))
}
