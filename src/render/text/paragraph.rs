//! Paragraphs: text, numbers, sparklines and the first of many items.

use std::borrow::Cow;
use std::io;

use crate::render::Style;
use crate::render::ascii::drawn;
use crate::render::line_writer::{LineWriter, clipped_to, width};
use crate::report::{LONGEST_CURVE, NO_BREAK, Paragraph, Piece, Role, bars, numbers};

/// The number of bars that a sparkline keeps however long its line gets.
const SHORTEST_CURVE: usize = 10;

/// The indent of a line that the screen has no room for.
const NEXT_LINE: usize = 4;

/// Writes a paragraph: with an indent wrapped at blanks, else as a line.
pub fn write(paragraph: &Paragraph, style: &Style, line: &mut LineWriter<'_>) -> io::Result<()> {
    match paragraph.indent {
        Some(indent) => wrap(&paragraph.pieces, indent, style, line),
        None => write_line(&fitted(&paragraph.pieces, style), style, line),
    }
}

/// The pieces with as many items as fit on the line, and with a remark that is cut where it ends.
fn fitted<'piece>(pieces: &'piece [Piece], style: &Style) -> Cow<'piece, [Piece]> {
    let is_fitted = |piece: &Piece| matches!(piece, Piece::Items(..) | Piece::Rest(_));
    if !pieces.iter().any(is_fitted) {
        return Cow::Borrowed(pieces);
    }
    let wide = |piece: &Piece| match piece {
        Piece::Items(..) => 0,
        Piece::Rest(text) => width(text).min(style.columns / 3),
        other => width(&shown(other, style).1),
    };
    let mut used: usize = pieces.iter().map(wide).sum();
    let mut all = Vec::with_capacity(pieces.len());
    for piece in pieces {
        let from = all.len();
        match piece {
            Piece::Items(items, true) if style.table_columns().is_none() => {
                all.extend(first_items(items, usize::MAX, used, style));
            }
            Piece::Items(items, _) => all.extend(first_items(items, style.columns, used, style)),
            Piece::Rest(text) => {
                let text = drawn(Cow::Borrowed(text.as_str()), style).into_owned();
                used -= wide(piece);
                let room = style.columns.saturating_sub(used);
                all.push(Piece::Text(clipped_to(text, room, &style.mark()), Role::Faint));
            }
            other => {
                all.push(other.clone());
                continue;
            }
        }
        let new = all.get(from..).unwrap_or_default();
        used += new.iter().map(|piece| width(&shown(piece, style).1)).sum::<usize>();
    }
    Cow::Owned(all)
}

/// The first items in brackets, as many as fit beside what the line has already: `[0, 1, 2, …]`.
fn first_items(items: &[(String, Role)], columns: usize, used: usize, style: &Style) -> Vec<Piece> {
    let more = format!(", {}", style.mark());
    let room = columns.saturating_sub(used + width("[]") + width(&more));
    let plain = |text: &str| Piece::Text(text.to_owned(), Role::Plain);
    let mut pieces = vec![plain("[")];
    let mut width_of_items = 0;
    for (at, (text, role)) in items.iter().enumerate() {
        let text = drawn(Cow::Borrowed(text.as_str()), style).into_owned();
        width_of_items += width(&text) + if at == 0 { 0 } else { width(", ") };
        if at > 0 && width_of_items > room {
            pieces.push(plain(&more));
            break;
        }
        pieces.extend((at > 0).then(|| plain(", ")));
        pieces.push(Piece::Text(text, *role));
    }
    pieces.push(plain("]"));
    pieces
}

/// Writes pieces as a line; a sparkline in it takes the remaining room.
fn write_line(pieces: &[Piece], style: &Style, line: &mut LineWriter<'_>) -> io::Result<()> {
    let is_curve = |piece: &&Piece| matches!(piece, Piece::Curve(_));
    let others = pieces.iter().filter(|piece| !is_curve(piece));
    let taken: usize = others.map(|piece| width(&shown(piece, style).1)).sum();
    let least: usize = pieces.iter().map(least_curve).sum();
    // A pipe gets whole lines; a terminal would break them anywhere.
    if style.table_columns().is_some_and(|screen| taken + least > screen) {
        return wrap(pieces, NEXT_LINE, style, line);
    }
    let room = style.columns.saturating_sub(taken).clamp(SHORTEST_CURVE, LONGEST_CURVE);
    for piece in pieces {
        match piece {
            Piece::Curve(values) => line.put(Role::Plain, &bars(values, room))?,
            _ => {
                let (role, text) = shown(piece, style);
                line.put(role, &text)?;
            }
        }
    }
    line.end()
}

fn shown<'piece>(piece: &'piece Piece, style: &Style) -> (Role, Cow<'piece, str>) {
    let (role, text): (Role, Cow<'piece, str>) = match piece {
        Piece::Text(text, role) => (*role, Cow::Borrowed(text)),
        Piece::Number(number) => {
            (numbers::role(*number), numbers::text(*number, style.digits).into())
        }
        Piece::Curve(values) => (Role::Plain, Cow::Owned(bars(values, LONGEST_CURVE))),
        Piece::Stop(_) => (Role::Plain, Cow::Borrowed("   ")),
        Piece::Items(items, _) => {
            let texts: Vec<&str> = items.iter().map(|(text, _)| text.as_str()).collect();
            (Role::Plain, Cow::Owned(format!("[{}]", texts.join(", "))))
        }
        Piece::Rest(text) => (Role::Faint, Cow::Borrowed(text)),
    };
    (role, drawn(text, style))
}

/// The columns that wrapped lines leave free at the right, unless the last one fits without.
const MARGIN: usize = 3;

/// Joins a paragraph to one text; a single piece keeps its role.
pub fn joined<'piece>(cell: &'piece Paragraph, style: &Style) -> (Role, Cow<'piece, str>) {
    match cell.pieces.as_slice() {
        [piece] => shown(piece, style),
        pieces => {
            let texts = pieces.iter().map(|piece| shown(piece, style).1);
            (Role::Plain, Cow::Owned(texts.collect::<String>()))
        }
    }
}

/// Writes pieces, wrapped at blanks if they are too long for a line; all lines but the first are
/// indented.
fn wrap(
    pieces: &[Piece],
    indent: usize,
    style: &Style,
    line: &mut LineWriter<'_>,
) -> io::Result<()> {
    let screen = style.columns.max(4 * MARGIN);
    let words = words(&with_short_curves(pieces, screen, style), style);
    // An indent for a wide screen would leave no room on a narrow one.
    let indent = if indent > screen / 2 { 4 } else { indent };
    let mut column = 0;
    for (at, word) in words.iter().enumerate() {
        let rest = words.get(at..).unwrap_or_default();
        let mut gap = word.gap.columns(column);
        let most = if fits(rest, column, screen) { screen } else { screen - MARGIN };
        if column + gap + word.width > most && column > indent {
            line.end()?;
            (column, gap) = (0, indent);
        }
        line.skip(gap);
        for (role, text) in &word.pieces {
            line.put(*role, text)?;
        }
        column += gap + word.width;
    }
    line.end()
}

/// The bars without which a sparkline says little.
fn least_curve(piece: &Piece) -> usize {
    match piece {
        Piece::Curve(values) => values.len().min(SHORTEST_CURVE),
        _ => 0,
    }
}

/// The pieces with sparklines as text, which leave room for what stands before them and for the
/// number after them.
fn with_short_curves<'piece>(
    pieces: &'piece [Piece],
    screen: usize,
    style: &Style,
) -> Cow<'piece, [Piece]> {
    if !pieces.iter().any(|piece| matches!(piece, Piece::Curve(_))) {
        return Cow::Borrowed(pieces);
    }
    let wide = |piece: &Piece| width(&shown(piece, style).1);
    let short = |at: usize, values: &[f64]| {
        let (before, after) = pieces.split_at(at);
        let after = after.get(1..).unwrap_or_default();
        let end = after.iter().position(|it| matches!(it, Piece::Number(_))).map_or(0, |it| it + 1);
        let beside: usize = before.iter().chain(after.iter().take(end)).map(wide).sum();
        let room = (screen - MARGIN).saturating_sub(beside).clamp(SHORTEST_CURVE, LONGEST_CURVE);
        Piece::Text(bars(values, room), Role::Plain)
    };
    let pieces = pieces.iter().enumerate().map(|(at, piece)| match piece {
        Piece::Curve(values) => short(at, values),
        _ => piece.clone(),
    });
    Cow::Owned(pieces.collect())
}

/// Returns true if the remaining words fit on the line.
fn fits(rest: &[Word], column: usize, screen: usize) -> bool {
    // Words are not empty, so no more than the columns of the screen can fit.
    let few = rest.iter().take(screen);
    few.fold(column, |column, word| column + word.gap.columns(column) + word.width) <= screen
}

/// The text between two blanks.
struct Word {
    gap: Gap,
    pieces: Vec<(Role, String)>,
    width: usize,
}

/// The blanks before a word.
#[derive(Clone, Copy)]
enum Gap {
    Blanks(usize),
    Stop(usize),
}

impl Gap {
    /// Its number of blanks at a column.
    fn columns(self, column: usize) -> usize {
        match self {
            Gap::Blanks(blanks) => blanks,
            Gap::Stop(stop) => stop.saturating_sub(column).max(3),
        }
    }
}

fn words(pieces: &[Piece], style: &Style) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut gap = Some(Gap::Blanks(0));
    for piece in pieces {
        if let Piece::Stop(column) = piece {
            gap = Some(Gap::Stop(*column));
            continue;
        }
        let (role, text) = shown(piece, style);
        for part in text.split_inclusive(' ') {
            let solid = part.trim_end_matches(' ');
            if !solid.is_empty() {
                if let Some(gap) = gap.take() {
                    words.push(Word { gap, pieces: Vec::new(), width: 0 });
                }
                if let Some(word) = words.last_mut() {
                    word.width += width(solid);
                    word.pieces.push((role, solid.replace(NO_BREAK, " ")));
                }
            }
            if solid.len() < part.len() {
                gap = Some(match gap {
                    Some(Gap::Blanks(blanks)) => Gap::Blanks(blanks + 1),
                    Some(stop) => stop,
                    None => Gap::Blanks(1),
                });
            }
        }
    }
    words
}
