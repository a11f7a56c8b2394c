//! The part of a statement at the cursor: a comment, a command's name, an argument, an expression.

use crate::command::syntax::{Scan, Word};
use crate::command::{Argument, Command, Declared, Pass, find};
use crate::core::language::TokenKind;

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
    /// In an argument of a command that there is.
    Argument {
        /// The command.
        command: &'static Command,
        /// The arguments before it.
        before: Vec<(Declared, Word<'text>)>,
        /// The arguments that it may be.
        expected: Vec<&'static Argument>,
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
            [first, ..] if first.kind == TokenKind::Command => {
                let (start, end) = (first.span.start as usize, first.span.end as usize);
                let typed = text.get(start + 1..end).unwrap_or_default();
                if end == text.len() {
                    return Cursor::Command { start, typed };
                }
                let rest = text.get(end..).unwrap_or_default().trim_start();
                let pass = find(typed, first.span, true)
                    .and_then(|command| Pass::of(command, rest, text.len() - rest.len()));
                let Ok(mut pass) = pass else { return Cursor::Comment };
                let (start, expected) = pass.read_to_cursor();
                Cursor::Argument { command: pass.command, before: pass.words, expected, start }
            }
            _ => Cursor::Expression,
        }
    }
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
