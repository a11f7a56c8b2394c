//! Notes on numbers as they were typed: what a double cannot hold, and what has no value.

use crate::language::{Kind, Step, Token, TokenKind, TokenStream, Tree};
use crate::ops;
use crate::report::Part;
use crate::session::Assigned;

/// Returns the note on a number that is below what a double holds: `1e-400`.
pub fn too_small(statement: &TokenStream<'_>) -> Option<Part> {
    let has_small =
        statement.text.as_bytes().windows(2).any(|two| matches!(two, [b'e' | b'E', b'-']));
    let is_lost = |token: &Token| {
        let text = token.span.of(statement.text);
        let digits = text.split(['e', 'E']).next().unwrap_or_default();
        token.kind == TokenKind::Number
            && digits.contains(|it: char| it.is_ascii_digit() && it != '0')
            && text.parse() == Ok(0.0)
    };
    let lost = statement.tokens().find(|token| has_small && is_lost(token))?;
    let text = lost.span.of(statement.text);
    Some(Part::Note(format!("{text} is read as 0: the smallest double is 4.9e-324")))
}

/// Returns the note on digits in parentheses after a decimal number and a blank, which multiply:
/// `12.3 (4)`.
pub fn apart(statement: &TokenStream<'_>) -> Option<Part> {
    let text_of = |token: &Token| token.span.of(statement.text);
    // Few statements have a parenthesis after a blank.
    if !statement.text.contains(" (") {
        return None;
    }
    let tokens: Vec<Token> = statement.tokens().collect();
    let is_apart = |four: &&[Token]| {
        let [number, open, digits, close] = four else { return false };
        number.kind == TokenKind::Number
            && text_of(number).contains('.')
            && open.kind == TokenKind::Open
            && !number.touches(open)
            && text_of(digits).bytes().all(|byte| byte.is_ascii_digit())
            && close.kind == TokenKind::Close
    };
    let [number, _, digits, _] = tokens.windows(4).find(is_apart)? else { return None };
    let [number, digits] = [number, digits].map(text_of);
    Some(Part::Note(format!(
        "{number} ({digits}) is a product; {number}({digits}), without the blank, has an uncertainty in its \
         last digits"
    )))
}

/// Returns the note on an answer that is not finite though only numbers were typed, where no operation is to
/// be named for it: `inf - inf`, `171!`.
pub fn without_value(tree: &Tree<'_>, assigned: &Assigned) -> Option<Part> {
    let (out, is_alone) = (assigned.value.data(), tree.steps.len() < 2);
    if out.is_finite() || is_alone || assigned.non_finite.is_some() {
        return None;
    }
    let text_of = |step: &Step| step.span.of(tree.text);
    let number = |step: &Step| match step.kind {
        Kind::Number(number) => Some(number),
        Kind::Name => ops::constant(text_of(step)).map(|constant| constant.value),
        _ => None,
    };
    let is_number = |step: &Step| match step.kind {
        Kind::Name => number(step).is_some(),
        _ => !matches!(step.kind, Kind::Parameter(_) | Kind::PlusMinus),
    };
    let numbers = || tree.steps.iter().filter_map(number);
    if !tree.steps.iter().all(is_number) || numbers().any(f64::is_nan) {
        return None;
    }
    let text = match (out.is_nan(), numbers().all(f64::is_finite)) {
        (true, false) => "inf - inf, 0*inf and inf/inf have no value",
        (false, true) => "too large for a double, which goes to 1.8e308",
        _ => return None,
    };
    Some(Part::Note(text.to_owned()))
}

/// Returns the note on rows that are counted whether a condition holds in them or not: `count(x > 2)`.
pub fn counts_all(tree: &Tree<'_>) -> Option<Part> {
    let is_condition = |step: &Step| match step.kind {
        Kind::Operation(operation) | Kind::Chain(operation) => operation.compares(),
        _ => false,
    };
    let is_count =
        |step: &Step| matches!(step.kind, Kind::Call(1)) && step.span.of(tree.text) == "count";
    let mut pairs = tree.steps.array_windows();
    pairs.any(|[argument, call]| is_condition(argument) && is_count(call)).then(|| {
        Part::Note("count counts all rows; sum counts those where the condition holds".to_owned())
    })
}
