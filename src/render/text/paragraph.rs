//! Paragraphs: text, numbers, sparklines and the first of many items.

use std::borrow::Cow;
use std::io;

use crate::render::Style;
use crate::render::ascii::drawn;
use crate::render::line_writer::{LineWriter, width};
use crate::report::{LONGEST_CURVE, NO_BREAK, Paragraph, Piece, Role, bars, numbers};

/// The fewest bars of a sparkline.
const SHORTEST_CURVE: usize = 10;
/// The indent of a continued line.
const NEXT_LINE: usize = 4;
/// The right margin of wrapped lines, except the last.
const MARGIN: usize = 3;

/// A piece of text, with blanks before it up to a column.
struct Shown<'piece> {
    stop: Option<usize>,
    role: Role,
    text: Cow<'piece, str>,
}

/// Writes a paragraph: wrapped if it has an indent, else as a line, whole in a pipe.
pub fn write(paragraph: &Paragraph, style: &Style, line: &mut LineWriter<'_>) -> io::Result<()> {
    let shown = fitted(&paragraph.pieces, style);
    let wide = || shown.iter().map(|it| width(&it.text)).sum::<usize>();
    let is_long = || style.table_columns().is_some_and(|screen| wide() > screen);
    if let Some(indent) = paragraph.indent.or_else(|| is_long().then_some(NEXT_LINE)) {
        return wrap(&shown, indent, style, line);
    }
    for Shown { role, text, .. } in shown {
        line.put(role, &text)?;
    }
    line.end()
}

/// Joins a cell to one text; a single piece keeps its role.
pub fn joined<'piece>(cell: &'piece Paragraph, style: &Style) -> (Role, Cow<'piece, str>) {
    let mut shown = cell.pieces.iter().flat_map(|it| shown(it, LONGEST_CURVE, style));
    match (shown.next(), shown.next()) {
        (Some(only), None) => (only.role, only.text),
        (first, second) => {
            let all = first.into_iter().chain(second).chain(shown);
            (Role::Plain, all.map(|it| it.text).collect::<String>().into())
        }
    }
}

/// The pieces as text. Pieces that can shrink share the remaining columns.
fn fitted<'piece>(pieces: &'piece [Piece], style: &Style) -> Vec<Shown<'piece>> {
    let needed = |piece: &Piece| match piece {
        Piece::Items(..) | Piece::Curve(_) => 0,
        other => shown(other, 0, style).iter().map(|it| width(&it.text)).sum(),
    };
    let mut used: usize = pieces.iter().map(needed).sum();
    let mut all = Vec::with_capacity(pieces.len());
    for piece in pieces {
        used -= needed(piece);
        let new = shown(piece, style.columns.saturating_sub(used), style);
        used += new.iter().map(|it| width(&it.text)).sum::<usize>();
        all.extend(new);
    }
    all
}

/// A piece as text, shrunk to a number of columns if it can.
fn shown<'piece>(piece: &'piece Piece, room: usize, style: &Style) -> Vec<Shown<'piece>> {
    let plain = |role: Role, text: Cow<'piece, str>| {
        vec![Shown { stop: None, role, text: drawn(text, style) }]
    };
    match piece {
        Piece::Text(text, role) => plain(*role, text.into()),
        Piece::Number(number) => {
            plain(numbers::role(*number), numbers::text(*number, style.digits).into())
        }
        Piece::Curve(values) => {
            let most = room.clamp(SHORTEST_CURVE, LONGEST_CURVE);
            plain(Role::Plain, bars(values, most).into())
        }
        Piece::Stop(column) => {
            vec![Shown { stop: Some(*column), role: Role::Plain, text: "   ".into() }]
        }
        Piece::Items(_, true) if style.table_columns().is_none() => items(piece, usize::MAX, style),
        Piece::Items(..) => items(piece, room, style),
    }
}

/// As many items in brackets as fit: `[0, 1, 2, …]`.
fn items<'piece>(piece: &'piece Piece, room: usize, style: &Style) -> Vec<Shown<'piece>> {
    let Piece::Items(items, _) = piece else { return Vec::new() };
    let more = format!(", {}", style.mark());
    let room = room.saturating_sub(width("[]") + width(&more));
    let new = |role: Role, text: Cow<'piece, str>| Shown { stop: None, role, text };
    let mut all = vec![new(Role::Plain, "[".into())];
    let mut used = 0;
    for (at, (text, role)) in items.iter().enumerate() {
        let text = drawn(text.into(), style);
        used += width(&text) + if at == 0 { 0 } else { width(", ") };
        if at > 0 && used > room {
            all.push(new(Role::Plain, more.into()));
            break;
        }
        all.extend((at > 0).then(|| new(Role::Plain, ", ".into())));
        all.push(new(*role, text));
    }
    all.push(new(Role::Plain, "]".into()));
    all
}

/// Writes pieces, wrapped at blanks, with an indent after the first line.
fn wrap(
    pieces: &[Shown<'_>],
    indent: usize,
    style: &Style,
    line: &mut LineWriter<'_>,
) -> io::Result<()> {
    let screen = style.columns.max(4 * MARGIN);
    let words = words(pieces);
    let indent = if indent > screen / 2 { 4 } else { indent };
    let mut column = 0;
    for (at, word) in words.iter().enumerate() {
        let mut gap = word.gap(column);
        let rest = words[at..].iter().take(screen);
        let end = rest.fold(column, |column, it| column + it.gap(column) + it.width);
        let most = if end <= screen { screen } else { screen - MARGIN };
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

/// The text between two blanks.
struct Word {
    /// The blanks before it, or the column up to which they go.
    blanks: usize,
    stop: Option<usize>,
    pieces: Vec<(Role, String)>,
    width: usize,
}

impl Word {
    /// The number of blanks before it at a column.
    fn gap(&self, column: usize) -> usize {
        self.stop.map_or(self.blanks, |stop| stop.saturating_sub(column).max(3))
    }
}

fn words(pieces: &[Shown<'_>]) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    // The gap before the next word; `None` within a word.
    let mut gap = Some((0, None));
    for Shown { stop, role, text } in pieces {
        if stop.is_some() {
            gap = Some((0, *stop));
            continue;
        }
        for part in text.split_inclusive(' ') {
            let solid = part.trim_end_matches(' ');
            if !solid.is_empty() {
                if let Some((blanks, stop)) = gap.take() {
                    words.push(Word { blanks, stop, pieces: Vec::new(), width: 0 });
                }
                if let Some(word) = words.last_mut() {
                    word.width += width(solid);
                    word.pieces.push((*role, solid.replace(NO_BREAK, " ")));
                }
            }
            if solid.len() < part.len() {
                let (blanks, stop) = gap.unwrap_or_default();
                gap = Some((blanks + 1, stop));
            }
        }
    }
    words
}
