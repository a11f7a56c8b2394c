//! A hint for a blank between words of a command that was meant to multiply: `:grad a x^2`.

use super::{ArgumentKind, Command};
use crate::language::{Command as Typed, Error, Word, quoted};

/// Adds what to write to the error, if two words of the command would be one with `*` between them.
pub fn hinted(command: &Command, typed: &Typed<'_>, error: Error) -> Error {
    let takes_equation =
        matches!(command.arguments, [first, ..] if matches!(first.kind, ArgumentKind::Equation));
    if takes_equation && !typed.words.iter().any(Word::is_equation) {
        return error;
    }
    let takes_formula = command.arguments.first().is_some_and(|first| {
        matches!(
            first.kind,
            ArgumentKind::Node | ArgumentKind::NodeOrEquation | ArgumentKind::Equation
        )
    });
    let factors =
        typed.words.windows(2).find(|two| matches!(two, [one, other] if are_factors(one, other)));
    let Some([one, other]) = factors.filter(|_| takes_formula) else { return error };
    let place = |at: u32| (at as usize).checked_sub(typed.offset);
    let joined = place(one.span.end).zip(place(other.span.start)).and_then(|(end, start)| {
        Some(format!("{}*{}", typed.rest.get(..end)?, typed.rest.get(start..)?))
    });
    match joined {
        Some(joined) => {
            let written = format!(":{} {}", command.name, quoted(&joined));
            error.hint(format!("a blank separates arguments; to multiply, write {written}"))
        }
        None => error,
    }
}

/// Tells whether a word is a factor, and the next one more than a name that moves: a formula, or an
/// equation.
fn are_factors(one: &Word<'_>, other: &Word<'_>) -> bool {
    let is_plain = |word: &Word<'_>| !word.quoted && !word.text.contains([',', '%', '"', '[']);
    let begins = other.text.starts_with(|first: char| first.is_alphabetic());
    let is_formula = other.is_equation() || other.text.contains(['^', '*', '/', '+', '-', '(']);
    let is_read = |word: &Word<'_>| match word.is_equation() {
        true => word.equation().is_ok(),
        false => word.expression().is_ok(),
    };
    is_plain(one) && is_plain(other) && begins && is_formula && is_read(one) && is_read(other)
}
