//! Formatting errors and notes: position, message, an excerpt of the line with a caret, and a hint.

use std::cell::Cell;
use std::io;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::Screen;
use crate::language::{Error, Span, visible};
use crate::report::Role;
use crate::views::Canvas;

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
    /// The same below the whole line; none if the width of a character on it is uncertain.
    typed: Option<(usize, usize)>,
}

/// The maximum width of an excerpt.
const WIDEST: usize = 72;
/// A number of bytes that no line of a terminal can show.
const NEAR: usize = 1 << 12;

/// A position up to which lines and characters have been counted, so that many errors in one long
/// text do not each count from its start.
#[derive(Debug, Clone, Copy, Default)]
pub struct Counted {
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
    /// Finds the position of `span` in `text`.
    ///
    /// The excerpt is no wider than `columns`, if there are any.
    pub fn of(text: &str, span: Span, counted: &Cell<Counted>, columns: Option<usize>) -> Excerpt {
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
        Excerpt {
            line: here.line,
            column: here.characters + 1,
            window,
            caret,
            typed: typed_caret(before, found, after),
        }
    }

    /// The numbers of blanks and carets below the line as typed, after a prompt of `after` columns;
    /// none if it did not fit on one line of the terminal.
    pub fn below(&self, after: usize, columns: usize) -> Option<(usize, usize)> {
        let (blanks, carets) = self.typed?;
        (after + blanks + carets < columns).then_some((after + blanks, carets))
    }
}

/// The numbers of blanks and carets below the whole line.
fn typed_caret(before: &str, found: &str, after: &str) -> Option<(usize, usize)> {
    if before.len() + found.len() > NEAR {
        return None;
    }
    let columns = |text: &str| {
        let widths = text.chars().map(|c| if visible(c) == c { c.width() } else { None });
        widths.sum::<Option<usize>>()
    };
    columns(after)?;
    Some((columns(before)?, columns(found)?.max(1)))
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
    for character in before.chars().rev() {
        let width = width_of(character);
        if width > room {
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
    for (character, is_found) in
        found.chars().map(|c| (c, true)).chain(after.chars().map(|c| (c, false)))
    {
        let width = width_of(character);
        if used + width > widest {
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

/// The severity of an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// It counts for the exit status.
    Error,
    /// It is only reported.
    Warning,
}

/// The position of an error's caret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Caret {
    /// Below an excerpt of the line.
    Window,
    /// Directly below the line just typed: the numbers of blanks and carets.
    Below(usize, usize),
}

/// Writes an error.
pub fn write(
    screen: &mut Screen,
    (name, line): (&str, usize),
    place: &Excerpt,
    error: &Error,
    (severity, caret): (Severity, Caret),
) -> io::Result<()> {
    let (blanks, carets) = place.caret;
    let columns = screen.columns_of_complaints();
    let mut out = screen.complaints();
    if let Caret::Below(blanks, carets) = caret {
        out.put(Role::Plain, &" ".repeat(blanks))?;
        out.put(Role::Error, &"^".repeat(carets))?;
        out.put(Role::Plain, "\n")?;
    }
    let origin = match name {
        "" => String::new(),
        name => format!("{name}:{line}:{}: ", place.column),
    };
    out.put(Role::Plain, &origin)?;
    let (role, word) = match severity {
        Severity::Error => (Role::Error, "error:"),
        Severity::Warning => (Role::Note, "warning:"),
    };
    out.put(role, word)?;
    let message = wrapped(error.message(), origin.width() + word.len(), columns);
    out.put(Role::Plain, &message)?;
    if !place.window.is_empty() && caret == Caret::Window {
        out.put(Role::Plain, &format!("  {}\n  {}", place.window, " ".repeat(blanks)))?;
        out.put(Role::Error, &"^".repeat(carets))?;
        out.put(Role::Plain, "\n")?;
    }
    if let Some(hint) = error.advice() {
        out.put(Role::Note, "  hint:")?;
        out.put(Role::Plain, &wrapped(hint, "  hint:".len(), columns))?;
    }
    Ok(())
}

/// Writes a note.
pub fn note(screen: &mut Screen, name: &str, line: usize, note: &str) -> io::Result<()> {
    let columns = screen.columns_of_complaints();
    let mut out = screen.complaints();
    let origin = if name.is_empty() { String::new() } else { format!("{name}:{line}: ") };
    out.put(Role::Plain, &origin)?;
    out.put(Role::Note, "note:")?;
    out.put(Role::Plain, &wrapped(note, origin.width() + "note:".len(), columns))
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
