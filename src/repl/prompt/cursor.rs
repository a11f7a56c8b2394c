//! The part of a statement at the cursor: a comment, a command's name, an argument, an expression.

use crate::command::syntax::{Statement, Word, last_statement, parse};
use crate::command::{Argument, ArgumentReader, Command, Declared, find};
use crate::core::language::{TokenKind, tokens};

/// The part of a statement at the end of the text being typed.
pub enum Cursor<'text> {
    Comment,
    /// In the name of a command.
    Command {
        /// The offset of its colon.
        start: usize,
        /// The part of the name typed so far.
        typed: &'text str,
    },
    /// In an argument of a known command.
    Argument {
        command: &'static Command,
        /// The arguments before it.
        before: Vec<(Declared, Word<'text>)>,
        /// The arguments that fit here.
        expected: Vec<&'static Argument>,
        /// The offset of the argument.
        start: usize,
    },
    /// In an expression or an assignment.
    Expression,
}

impl Cursor<'_> {
    /// Reads the end of a text, which may contain earlier statements.
    pub fn at_end_of(text: &str) -> Cursor<'_> {
        let (_, own) = last_statement(text);
        let last = tokens(own).pop().filter(|it| it.span.end as usize == own.len());
        if last.is_some_and(|last| last.kind == TokenKind::Comment) {
            return Cursor::Comment;
        }
        let Ok(Statement::Command(typed)) = parse(own) else { return Cursor::Expression };
        if last.is_some_and(|last| last.kind == TokenKind::Command) {
            let start = text.len() - own.trim_start().len();
            return Cursor::Command { start, typed: typed.name };
        }
        let rest = own.get(typed.span.end as usize..).unwrap_or_default().trim_start();
        let reader = find(typed.name, typed.span, true)
            .and_then(|command| ArgumentReader::of(command, rest, text.len() - rest.len()));
        let Ok(mut reader) = reader else { return Cursor::Comment };
        let (start, expected) = reader.read_to_cursor();
        Cursor::Argument { command: reader.command, before: reader.words, expected, start }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_is_that_of_the_last_statement() {
        assert!(matches!(Cursor::at_end_of("a = 2 # x"), Cursor::Comment));
        assert!(matches!(Cursor::at_end_of("a = 2; b"), Cursor::Expression));
        assert!(matches!(Cursor::at_end_of("a; :se"), Cursor::Command { start: 3, typed: "se" }));
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
            match Cursor::at_end_of(text) {
                Cursor::Argument { before, start, .. } => {
                    assert_eq!((before.len(), start), (words, at), "{text}");
                }
                _ => panic!("{text}"),
            }
        }
    }
}
