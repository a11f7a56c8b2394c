//! The lines of a block that asks or sets something.

use crate::core::language::Span;

/// The lines of a block with their places, without the points.
pub(super) fn lines(content: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = content.split_inclusive('\n').scan(0, |at, line| {
        let start = *at;
        *at += line.len();
        Some((start, line.trim_end()))
    });
    lines.filter(|(_, line)| points(line).is_none())
}

/// The number in `points 2`.
pub(super) fn points(line: &str) -> Option<u64> {
    line.trim().strip_prefix("points ")?.trim().parse().ok().filter(|points| *points <= 1000)
}

/// The text after a word at the start of a line, with its place in the block.
pub(super) fn after<'line>(
    line: &'line str,
    start: usize,
    word: &str,
) -> Option<(&'line str, Span)> {
    let indent = line.len() - line.trim_start().len();
    let rest = line.trim_start().strip_prefix(word)?;
    let is_word = word.ends_with(|it: char| it.is_alphanumeric());
    if is_word && rest.starts_with(|it: char| it.is_alphanumeric() || it == '_') {
        return None;
    }
    let from = start + indent + word.len() + rest.len() - rest.trim_start().len();
    Some((rest.trim(), Span::new(from, from + rest.trim().len())))
}

/// Adds a line to a text.
pub(super) fn add_line(text: &mut String, line: &str) {
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(line);
}
