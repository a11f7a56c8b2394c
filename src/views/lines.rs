//! Sentences: texts, numbers and small curves in sequence.

use std::borrow::Cow;
use std::io;

use super::pen::Pen;
use super::{Style, numbers};
use crate::report::{Piece, Role};

/// A longer curve is shown at this many of its values.
const LONGEST_CURVE: usize = 40;

/// Writes a sentence as a line.
pub fn write(pieces: &[Piece], style: &Style, pen: &mut Pen<'_>) -> io::Result<()> {
    for piece in pieces {
        let (role, text) = shown(piece, style);
        pen.put(role, &text)?;
    }
    pen.end()
}

/// The sentence with its numbers exact.
pub fn exact(pieces: &[Piece]) -> String {
    let text = |piece| match piece {
        &Piece::Short(value) | &Piece::Number(value) | &Piece::Significant(value, _) => {
            Cow::Owned(numbers::exact(value))
        }
        &Piece::Decimals(value, _, signed) => {
            let sign = if signed && value >= 0.0 { "+" } else { "" };
            Cow::Owned(format!("{sign}{}", numbers::exact(value)))
        }
        Piece::Text(text, _) => Cow::Borrowed(text.as_str()),
        Piece::Curve(values) => Cow::Owned(bars(values)),
    };
    pieces.iter().map(text).collect()
}

fn shown<'piece>(piece: &'piece Piece, style: &Style) -> (Role, Cow<'piece, str>) {
    let number = |value: f64, text: String| (numbers::plain_role(value), Cow::Owned(text));
    match piece {
        Piece::Text(text, role) => (*role, Cow::Borrowed(text)),
        Piece::Short(value) => number(*value, numbers::answer(*value, style.digits)),
        Piece::Number(value) => number(*value, numbers::table(*value, style.digits)),
        Piece::Decimals(value, places, signed) => {
            number(*value, numbers::decimals(*value, *places, *signed))
        }
        Piece::Significant(value, digits) => number(*value, numbers::answer(*value, Some(*digits))),
        Piece::Curve(values) => (Role::Plain, Cow::Owned(bars(values))),
    }
}

/// A curve as bars between its least and its greatest value.
fn bars(values: &[f64]) -> String {
    let finite = || values.iter().copied().filter(|value| value.is_finite());
    let least = finite().fold(f64::INFINITY, f64::min);
    let greatest = finite().fold(f64::NEG_INFINITY, f64::max);
    sampled(values).map(|value| bar(value, least, greatest)).collect()
}

fn bar(value: f64, least: f64, greatest: f64) -> char {
    if !value.is_finite() {
        return '·';
    }
    // Halves, since the whole range may overflow.
    let height = (value / 2.0 - least / 2.0) / (greatest / 2.0 - least / 2.0);
    match height * 8.0 {
        eighths if eighths >= 7.0 => '█',
        eighths if eighths >= 6.0 => '▇',
        eighths if eighths >= 5.0 => '▆',
        eighths if eighths >= 4.0 => '▅',
        eighths if eighths >= 3.0 => '▄',
        eighths if eighths >= 2.0 => '▃',
        eighths if eighths >= 1.0 => '▂',
        _ => '▁',
    }
}

/// All values, or evenly chosen ones with the first and the last.
fn sampled(values: &[f64]) -> impl Iterator<Item = f64> {
    let last = values.len().saturating_sub(1);
    let count = values.len().min(LONGEST_CURVE);
    let steps = count.saturating_sub(1).max(1);
    let at = move |index: usize| (index * last + steps / 2) / steps;
    (0..count).filter_map(move |index| values.get(at(index)).copied())
}
