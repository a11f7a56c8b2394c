//! Where in a statement the cursor is: in a comment, a command's name, an argument, an expression.

use crate::commands::{Argument, Command, Times, find};
use crate::language::{Scan, Token, TokenKind, Word, words};

/// Where in a statement a text that is being typed ends.
pub enum Place<'text> {
    /// In a comment.
    Comment,
    /// In the name of a command.
    Command {
        /// Where its colon stands.
        start: usize,
        /// What there is of the name.
        typed: &'text str,
    },
    /// In an argument of a command.
    Argument {
        /// The command; none when there is no such command.
        command: Option<&'static Command>,
        /// The arguments before it.
        before: Vec<Word<'text>>,
        /// Where it starts; at the end of the text when nothing is typed yet.
        start: usize,
    },
    /// In an expression or an assignment.
    Expression,
}

impl Place<'_> {
    /// The place at the end of a text, of which earlier statements may be a part.
    pub fn at_end_of(scan: &Scan) -> Place<'_> {
        let (text, found) = (scan.text(), scan.tokens());
        if found.last().is_some_and(|last| {
            last.kind == TokenKind::Comment && last.span.end as usize == text.len()
        }) {
            return Place::Comment;
        }
        match last_statement(found) {
            [first, arguments @ ..] if first.kind == TokenKind::Command => {
                let (start, end) = (first.span.start as usize, first.span.end as usize);
                let typed = text.get(start + 1..end).unwrap_or_default();
                if end == text.len() {
                    return Place::Command { start, typed };
                }
                let (before, start) = split(text, arguments);
                Place::Argument { command: find(typed, first.span).ok(), before, start }
            }
            _ => Place::Expression,
        }
    }
}

/// The tokens of the last statement.
pub fn last_statement(found: &[Token]) -> &[Token] {
    let starts = found.iter().rposition(|token| token.kind == TokenKind::Semicolon);
    starts.and_then(|at| found.get(at + 1..)).unwrap_or(found)
}

/// The complete ones of the arguments, and where the one being typed starts.
fn split<'scan>(text: &'scan str, arguments: &'scan [Token]) -> (Vec<Word<'scan>>, usize) {
    let Ok(mut found) = words(text, 0, arguments) else {
        // A quotation mark is still open.
        let is_mark = |token: &Token| token.span.of(text) == "\"";
        let open = arguments.iter().position(is_mark).unwrap_or(arguments.len());
        let (before, after) = arguments.split_at(open);
        let start = after.first().map_or(text.len(), |mark| mark.span.start as usize);
        return (words(text, 0, before).unwrap_or_default(), start);
    };
    let is_typed =
        |last: &mut Word<'_>| last.span.end as usize == text.len() || last.is_unfinished();
    match found.pop_if(is_typed) {
        Some(last) => (found, last.span.start as usize),
        None => (found, text.len()),
    }
}

/// The arguments that the word after `before` others may be.
pub fn arguments_at(command: &'static Command, before: usize) -> Vec<&'static Argument> {
    let arguments = command.arguments;
    let mut possible = vec![false; arguments.len() + 1];
    let skip = |possible: &mut Vec<bool>| {
        for (at, argument) in arguments.iter().enumerate() {
            let optional = matches!(argument.times, Times::Maybe | Times::Any);
            let reached = possible.get(at).copied().unwrap_or(false);
            if let Some(next) = possible.get_mut(at + 1) {
                *next |= reached && optional;
            }
        }
    };
    if let Some(first) = possible.first_mut() {
        *first = true;
    }
    skip(&mut possible);
    // A line has no more words than this anyway, and what may follow settles at once.
    for _ in 0..before.min(2 * arguments.len()) {
        let mut next = vec![false; arguments.len() + 1];
        for (at, argument) in arguments.iter().enumerate() {
            if possible.get(at).copied().unwrap_or(false) {
                let repeats = matches!(argument.times, Times::Some | Times::Any);
                next.iter_mut().skip(at).take(2).enumerate().for_each(|(ahead, slot)| {
                    *slot |= ahead == 1 || repeats;
                });
            }
        }
        skip(&mut next);
        possible = next;
    }
    arguments.iter().zip(possible).filter(|(_, is)| *is).map(|(argument, _)| argument).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(command: &str, before: usize) -> Vec<&'static str> {
        let command = find(command, Default::default()).unwrap();
        arguments_at(command, before).iter().map(|argument| argument.name).collect()
    }

    #[test]
    fn a_word_may_be_any_argument_it_can_stand_for() {
        assert_eq!(names("set", 0), ["NAME"]);
        assert_eq!(names("set", 1), ["VALUE"]);
        assert_eq!(names("set", 40), ["VALUE"]);
        assert_eq!(names("step", 0), ["RATE"]);
        assert_eq!(names("step", 1)[..2], ["COUNT", "NAME"]);
        assert_eq!(names("step", 2)[..1], ["NAME"]);
        assert_eq!(names("vars", 0), [""; 0]);
        assert_eq!(names("grad", 7), ["NAME"]);
    }

    #[test]
    fn the_place_is_that_of_the_last_statement() {
        assert!(matches!(Place::at_end_of(&Scan::of("a = 2 # x")), Place::Comment));
        assert!(matches!(Place::at_end_of(&Scan::of("a = 2; b")), Place::Expression));
        assert!(matches!(
            Place::at_end_of(&Scan::of("a; :se")),
            Place::Command { start: 3, typed: "se" }
        ));
        for (text, words, at) in [
            (":set ", 0, 5),
            (":set a ", 1, 7),
            (":set a", 0, 5),
            (":set a 2 * ", 1, 7),
            (":set a (1 + ", 1, 7),
            (":save \"my fi", 0, 6),
        ] {
            match Place::at_end_of(&Scan::of(text)) {
                Place::Argument { before, start, .. } => {
                    assert_eq!((before.len(), start), (words, at), "{text}");
                }
                _ => panic!("{text}"),
            }
        }
    }
}
