//! What is said of a blank between words of a command that was meant to multiply: `:grad a x^2`.

use super::{ArgumentKind, Command};
use crate::language::{Command as Typed, Error, ErrorKind, Word, quoted};
use crate::report::Part;

/// Adds what to write to the error, if two words of the command would be one with `*` between them.
pub fn hinted(command: &Command, typed: &Typed<'_>, error: Error) -> Error {
    if error.is(ErrorKind::Elsewhere) {
        return error;
    }
    let takes_equation =
        matches!(command.arguments, [first, ..] if matches!(first.kind, ArgumentKind::Equation));
    if takes_equation && !typed.words.iter().any(Word::is_equation) {
        return error;
    }
    let takes_formula = command.arguments.first().is_some_and(|first| first.kind.is_formula());
    // What stands after a keyword is no factor of the formula.
    let until =
        typed.words.iter().position(|word| is_keyword(command, word)).unwrap_or(typed.words.len());
    let formula = typed.words.get(..until).unwrap_or_default();
    let is_torn = |two: &&[Word<'_>]| match two {
        // Elsewhere what has an = is no equation but an option: k=2.
        [one, other] if other.is_equation() && !takes_equation => false,
        [one, other] => are_factors(one, other) || takes_equation && is_term(one, other),
        _ => false,
    };
    let is_last = |two: &&[Word<'_>]| error.is(ErrorKind::UnknownName) && ends_formula(two);
    let windows = || formula.windows(2).filter(|_| takes_formula);
    let Some([one, other]) = windows().find(is_torn).or_else(|| windows().find(is_last)) else {
        return error;
    };
    let place = |at: u32| (at as usize).checked_sub(typed.offset);
    let sides = place(one.span.end).zip(place(other.span.start));
    let sides =
        sides.and_then(|(end, start)| Some((typed.rest.get(..end)?, typed.rest.get(start..)?)));
    let Some((before, after)) = sides else { return error };
    let written = |joined: String| format!("write :{} {}", command.name, quoted(&joined));
    if is_term(one, other) {
        let sign = after.chars().next().unwrap_or_default();
        let joined = format!("{before} {sign} {}", after.trim_start_matches(sign).trim_start());
        return error.hint(format!(
            "blanks stand on both sides of an operation, or on neither: {}",
            written(joined)
        ));
    }
    let written = written(format!("{before}*{after}"));
    let advice = error.advice().filter(|_| !are_factors(one, other)).map(str::to_owned);
    match advice {
        Some(advice) => error.hint(format!("{advice}; to multiply, {written}")),
        None => error.hint(format!("a blank separates arguments; to multiply, {written}")),
    }
}

/// Tells whether a word is a keyword of a command.
fn is_keyword(command: &Command, word: &Word<'_>) -> bool {
    command.arguments.iter().any(|it| it.is_keyword() && it.name == word.text)
}

/// Tells whether the second word is an equation that begins with a sign, and the first one the term
/// before it: `a^2 -4a = 0`.
fn is_term(one: &Word<'_>, other: &Word<'_>) -> bool {
    let has_sign = other.text.starts_with(['-', '+', '\u{2212}']);
    has_sign && other.is_equation() && !one.is_equation() && one.expression().is_ok()
}

/// Tells whether the first word is a formula that ends with a name or number, and the second one a name that
/// may be its factor: `a^2 + a b`.
fn ends_formula(two: &[Word<'_>]) -> bool {
    let [one, other] = two else { return false };
    let is_name = other.expression().is_ok_and(|tree| tree.as_name().is_some());
    let last = one.text.rsplit(' ').next().unwrap_or_default();
    let is_factor = one.text.contains(' ') && last.chars().all(char::is_alphanumeric);
    is_name && is_factor && !one.quoted && one.expression().is_ok()
}

/// Tells whether a word is a factor, and the next one more than a name that moves: a formula, or an
/// equation.
fn are_factors(one: &Word<'_>, other: &Word<'_>) -> bool {
    let is_plain = |word: &Word<'_>| !word.quoted && !word.text.contains([',', '%', '"', '[']);
    let begins = other.text.starts_with(|first: char| first.is_alphabetic() || first == '(');
    let is_formula = other.is_equation() || other.text.contains(['^', '*', '/', '+', '-', '(']);
    let is_read = |word: &Word<'_>| {
        if word.is_equation() { word.equation().is_ok() } else { word.expression().is_ok() }
    };
    is_plain(one) && is_plain(other) && begins && is_formula && is_read(one) && is_read(other)
}

/// Returns the note on a name after a formula that ends with a number, where both may be meant as a product:
/// `:diff a^2 + 3 a`.
pub fn beside_number(command: &Command, typed: &Typed<'_>) -> Option<Part> {
    if !command.arguments.iter().any(|argument| argument.kind.is_formula()) {
        return None;
    }
    let factor = |two: &[Word<'_>]| {
        let [one, other] = two else { return None };
        let (before, number) = one.text.rsplit_once(' ').filter(|_| !is_keyword(command, other))?;
        let is_term =
            [" +", " -", " \u{2212}"].iter().any(|sign| before.trim_end().ends_with(sign));
        let is_factor = is_term && number.parse::<f64>().is_ok();
        let is_name = other.expression().is_ok_and(|tree| tree.as_name().is_some());
        (is_factor && is_name && !one.quoted).then(|| (number.to_owned(), other.text.to_owned()))
    };
    let (number, name) = typed.words.windows(2).find_map(factor)?;
    // Before a range, as that of :plot, a name can be nothing else.
    if typed.words.iter().skip(1).any(|word| word.text.parse::<f64>().is_ok()) {
        return None;
    }
    Some(Part::Note(format!(
        "the blank before {name} ends the formula; for a product write {number}*{name}"
    )))
}
