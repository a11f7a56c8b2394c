//! The part of a statement at the cursor: a comment, a command's name, an argument, an expression.

use crate::command::syntax::{Scan, Word, words};
use crate::command::{Argument, Command, Matcher, find, separated};
use crate::core::language::{Token, TokenKind};
use crate::core::session::Session;

/// The part of a statement at the end of the text being typed.
pub enum Cursor<'text> {
    /// In a comment.
    Comment,
    /// In the name of a command.
    Command {
        /// The offset of its colon.
        start: usize,
        /// The part of the name typed so far.
        typed: &'text str,
    },
    /// In an argument of a command.
    Argument {
        /// The command; none if there is no such command.
        command: Option<&'static Command>,
        /// The arguments before it.
        before: Vec<Word<'text>>,
        /// Its offset, which is the end of the text if nothing is typed yet.
        start: usize,
    },
    /// In an expression or an assignment.
    Expression,
}

impl Cursor<'_> {
    /// Reads the end of a text, which may contain earlier statements.
    pub fn at_end_of(scan: &Scan) -> Cursor<'_> {
        let (text, found) = (scan.text(), scan.tokens());
        if found.last().is_some_and(|last| {
            last.kind == TokenKind::Comment && last.span.end as usize == text.len()
        }) {
            return Cursor::Comment;
        }
        match scan.last_tokens() {
            [first, arguments @ ..] if first.kind == TokenKind::Command => {
                let (start, end) = (first.span.start as usize, first.span.end as usize);
                let typed = text.get(start + 1..end).unwrap_or_default();
                if end == text.len() {
                    return Cursor::Command { start, typed };
                }
                let command = find(typed, first.span, true).ok();
                let (before, start) = split(text, arguments, command);
                Cursor::Argument { command, before, start }
            }
            _ => Cursor::Expression,
        }
    }
}

/// Returns the complete arguments, and the offset of the one being typed.
fn split<'scan>(
    text: &'scan str,
    arguments: &'scan [Token],
    command: Option<&Command>,
) -> (Vec<Word<'scan>>, usize) {
    let Ok(mut found) = words(text, 0, arguments) else {
        // A quotation mark is still open.
        let is_mark = |token: &Token| token.span.of(text) == "\"";
        let open = arguments.iter().position(is_mark).unwrap_or(arguments.len());
        let (before, after) = arguments.split_at(open);
        let start = after.first().map_or(text.len(), |mark| mark.span.start as usize);
        return (words(text, 0, before).unwrap_or_default(), start);
    };
    if let Some(command) = command {
        found = separated(command, &found);
    }
    let is_typed =
        |last: &mut Word<'_>| last.span.end as usize == text.len() || last.is_unfinished();
    match found.pop_if(is_typed) {
        Some(last) => (found, last.span.start as usize),
        None => (found, text.len()),
    }
}

/// Returns the declared arguments that the next word may belong to.
pub fn arguments_after(
    session: &Session,
    command: &'static Command,
    before: &[Word<'_>],
) -> Vec<&'static Argument> {
    let is_node = |name: &str| session.names().get(name).is_some();
    Matcher::new(command.arguments, &is_node).next(&separated(command, before))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_is_that_of_the_last_statement() {
        assert!(matches!(Cursor::at_end_of(&Scan::of("a = 2 # x")), Cursor::Comment));
        assert!(matches!(Cursor::at_end_of(&Scan::of("a = 2; b")), Cursor::Expression));
        assert!(matches!(
            Cursor::at_end_of(&Scan::of("a; :se")),
            Cursor::Command { start: 3, typed: "se" }
        ));
        for (text, words, at) in [
            (":set ", 0, 5),
            (":set a ", 1, 7),
            (":set a", 0, 5),
            (":set a 2 * ", 1, 7),
            (":set a = ", 1, 9),
            (":set a = 2", 1, 9),
            (":fit y = ", 0, 5),
            (":fit y = m*x", 0, 5),
            (":fit y = m*x ", 1, 13),
            (":solve x = 1, y", 1, 14),
            (":set a (1 + ", 1, 7),
            (":save \"my fi", 0, 6),
        ] {
            match Cursor::at_end_of(&Scan::of(text)) {
                Cursor::Argument { before, start, .. } => {
                    assert_eq!((before.len(), start), (words, at), "{text}");
                }
                _ => panic!("{text}"),
            }
        }
    }
}
