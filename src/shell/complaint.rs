//! The one formatter of errors and notes: where, what, a window of the line, and a hint.

use std::cell::Cell;
use std::io;

use unicode_width::UnicodeWidthChar;

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
    /// The part of the line that is shown.
    window: String,
    /// Blanks before the caret, and carets.
    caret: (usize, usize),
    /// The same on the whole line; none when it holds what has no certain width.
    typed: Option<(usize, usize)>,
}

/// The most columns of a window of a line.
const WIDEST: usize = 72;
/// More bytes than any terminal shows on a line.
const NEAR: usize = 1 << 12;

/// A place up to which a text has been counted: of many errors in a long line each goes on where
/// the one before was found.
#[derive(Debug, Clone, Copy, Default)]
pub struct Counted {
    at: usize,
    line: usize,
    line_start: usize,
    /// Characters between the start of the line and here.
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
    /// The place of `span` in `text`.
    pub fn of(text: &str, span: Span, counted: &Cell<Counted>) -> Excerpt {
        let end = text.len();
        let start = boundary(text, (span.start as usize).min(end));
        let here = counted.get().on_to(text, start);
        counted.set(here);
        // Of a long line only what is near can be shown.
        let last = boundary(text, (span.end as usize).saturating_add(NEAR).clamp(start, end));
        let rest = text.get(start..last).unwrap_or_default();
        let line_end = rest.find('\n').map_or(last, |at| start + at);
        let span_end = boundary(text, (span.end as usize).clamp(start, line_end));
        let before = text.get(here.line_start..start).unwrap_or_default();
        let found = text.get(start..span_end).unwrap_or_default();
        let after = text.get(span_end..line_end).unwrap_or_default();
        let (window, caret) = window(before, found, after);
        Excerpt {
            line: here.line,
            column: here.characters + 1,
            window,
            caret,
            typed: typed_caret(before, found, after),
        }
    }

    /// Blanks before the caret and carets, under the line as it was typed after so many columns;
    /// none when it has not all stood on one line of `columns`.
    pub fn below(&self, after: usize, columns: usize) -> Option<(usize, usize)> {
        let (blanks, carets) = self.typed?;
        (after + blanks + carets < columns).then_some((after + blanks, carets))
    }
}

/// Blanks and carets on the whole line.
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

/// The nearest place at or before `at` where a character begins.
fn boundary(text: &str, at: usize) -> usize {
    (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// Returns the window of a line: some text before the error, all or some of it, some after.
fn window(before: &str, found: &str, after: &str) -> (String, (usize, usize)) {
    let mut left: Vec<char> = Vec::new();
    let mut room = WIDEST / 2;
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
        if used + width > WIDEST {
            text.push('…');
            break;
        }
        used += width;
        carets += if is_found { width } else { 0 };
        text.push(shown(character));
    }
    (text.trim_end().to_owned(), (blanks, carets.max(1)))
}

/// Tabs become single blanks so that the caret stays where it belongs.
fn shown(character: char) -> char {
    if character == '\t' { ' ' } else { visible(character) }
}

fn width_of(character: char) -> usize {
    shown(character).width().unwrap_or(0)
}

/// The weight of an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    /// It counts.
    Error,
    /// It is only told.
    Warning,
}

/// The place of the caret of an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Caret {
    /// In a window of the line.
    Window,
    /// Directly under the line just typed: so many blanks, so many carets.
    Below(usize, usize),
}

/// Writes an error: where, what, the line with a caret, and the hint.
pub fn write(
    screen: &mut Screen,
    (name, line): (&str, usize),
    place: &Excerpt,
    error: &Error,
    (weight, caret): (Weight, Caret),
) -> io::Result<()> {
    let (blanks, carets) = place.caret;
    let mut out = screen.complaints();
    if let Caret::Below(blanks, carets) = caret {
        out.put(Role::Plain, &" ".repeat(blanks))?;
        out.put(Role::Error, &"^".repeat(carets))?;
        out.put(Role::Plain, "\n")?;
    }
    if !name.is_empty() {
        out.put(Role::Plain, &format!("{name}:{line}:{}: ", place.column))?;
    }
    match weight {
        Weight::Error => out.put(Role::Error, "error:")?,
        Weight::Warning => out.put(Role::Note, "warning:")?,
    }
    out.put(Role::Plain, &format!(" {}\n", error.message()))?;
    if !place.window.is_empty() && caret == Caret::Window {
        out.put(Role::Plain, &format!("  {}\n  {}", place.window, " ".repeat(blanks)))?;
        out.put(Role::Error, &"^".repeat(carets))?;
        out.put(Role::Plain, "\n")?;
    }
    if let Some(hint) = error.advice() {
        out.put(Role::Note, "  hint:")?;
        out.put(Role::Plain, &format!(" {hint}\n"))?;
    }
    Ok(())
}

/// Writes a note.
pub fn note(screen: &mut Screen, name: &str, line: usize, note: &str) -> io::Result<()> {
    let mut out = screen.complaints();
    if !name.is_empty() {
        out.put(Role::Plain, &format!("{name}:{line}: "))?;
    }
    out.put(Role::Note, "note:")?;
    out.put(Role::Plain, &format!(" {note}\n"))
}
