//! What was typed in another language's way as it is written here, and sentences with it.

use super::super::error::{Span, visible_text};
use super::super::lines::Scan;
use super::super::print::exact;
use super::super::statement::{parse, parse_expression};
use super::super::tokens::TokenKind;
use super::Piece;
use super::rows::{MODULE_NAMES, OTHER_NAMES};
use crate::ops;

/// Returns the text of pieces without what only Python needs: `np.`, `.data`, `.item()`; none if there
/// are none.
pub(super) fn plain(text: &str, pieces: &[Piece<'_>]) -> Option<String> {
    let mut end = pieces.first()?.span.start;
    let mut plain = String::new();
    let mut rest = pieces.iter().peekable();
    while let Some(piece) = rest.next() {
        plain.push_str(Span { start: end, end: piece.span.start }.of(text));
        end = piece.span.end;
        let is_before_point = rest.peek().is_some_and(|next| next.text.starts_with('.'));
        match piece.text {
            module if MODULE_NAMES.contains(&module) && is_before_point => {
                let method = rest.next_if(|next| next.kind == TokenKind::Name);
                end = method.map_or(end, |method| method.span.end);
                let name = method.map_or("", |method| method.text.trim_start_matches('.'));
                let ours = OTHER_NAMES.iter().find(|(other, _)| other.eq_ignore_ascii_case(name));
                let ours = ours.and_then(|(_, ours)| ours.strip_suffix("(…)"));
                plain.push_str(ours.unwrap_or(name));
            }
            ".data" | ".value" => {}
            ".item" => {
                for mark in ["(", ")"] {
                    end = rest.next_if(|next| next.text == mark).map_or(end, |next| next.span.end);
                }
            }
            // `a.data.item()` is split at its last point only.
            other => plain.push_str(other.strip_suffix(".data").unwrap_or(other)),
        }
    }
    Some(plain)
}

/// Returns the text between pieces with its commas outside parentheses as semicolons; texts in
/// quotation marks are left out.
pub(super) fn listed(text: &str, pieces: &[Piece<'_>]) -> Option<String> {
    let mut depth = 0_usize;
    let parts = pieces.split(|piece| {
        depth = match piece.text {
            "(" | "[" => depth + 1,
            ")" | "]" => depth.saturating_sub(1),
            _ => depth,
        };
        depth == 0 && piece.text == ","
    });
    let is_text = |it: &Piece<'_>| it.kind == TokenKind::Quotation || it.text == "'";
    let is_value = |part: &&[Piece<'_>]| !part.iter().any(is_text);
    let values: Vec<String> = parts.filter(is_value).filter_map(|part| plain(text, part)).collect();
    (!values.is_empty()).then(|| values.join("; "))
}

/// Returns a statement without the points before its operations, `.*`, if it comes out as one.
pub(super) fn without_points(text: &str) -> Option<String> {
    let marks = ["*", "/", "^"];
    let plain =
        marks.iter().fold(text.to_owned(), |text, mark| text.replace(&format!(".{mark}"), mark));
    let is_statement = plain != text && parse(Scan::of(plain.as_str()).whole()).is_ok();
    is_statement.then(|| plain.trim().to_owned())
}

/// Returns a statement in LaTeX as it is written here, if it comes out as one.
pub(super) fn from_latex(pieces: &[Piece<'_>]) -> Option<String> {
    let is_braced = |two: &[Piece<'_>]| matches!(two, [one, other] if one.text.ends_with(['^', '_']) && other.text == "{");
    if !pieces.iter().any(|piece| piece.text == "\\") && !pieces.windows(2).any(is_braced) {
        return None;
    }
    let mut plain = String::new();
    // What follows the brace that closes each one that is open.
    let mut open: Vec<&str> = Vec::new();
    let mut is_fraction = false;
    let mut ends_a_value = false;
    let mut before = "";
    for (at, piece) in pieces.iter().enumerate() {
        let is_command = std::mem::replace(&mut before, piece.text) == "\\";
        let digits = piece.text.trim_start_matches(['d', 't']).strip_prefix("frac");
        let two_digits =
            digits.filter(|it| it.len() == 2 && is_command).and_then(|it| it.split_at_checked(1));
        let fraction = two_digits.map(|(above, below)| format!("({above}/{below})"));
        let written = match piece.text {
            "\\" | "left" | "right" | "," if is_command || piece.text == "\\" => continue,
            "frac" | "dfrac" | "tfrac" if is_command => {
                is_fraction = true;
                if std::mem::take(&mut ends_a_value) {
                    plain.push_str(" * ");
                }
                continue;
            }
            "cdot" | "times" if is_command => "*",
            "div" if is_command => "/",
            "pm" if is_command => "±",
            "infty" if is_command => "inf",
            "circ" if is_command => {
                let is_braced = plain.ends_with("^(");
                plain.truncate(plain.trim_end_matches('(').strip_suffix('^')?.len());
                // The brace after it closes nothing then.
                if is_braced {
                    *open.last_mut()? = "";
                }
                "°"
            }
            // An index is a part of its name.
            "{" if plain.ends_with('_') => {
                open.push("");
                ends_a_value = false;
                continue;
            }
            "{" => {
                let after = if std::mem::take(&mut is_fraction) { ")/" } else { ")" };
                open.push(after);
                "("
            }
            "}" => match open.pop()? {
                "" => {
                    ends_a_value = true;
                    continue;
                }
                after => after,
            },
            _ => fraction.as_deref().unwrap_or(piece.text),
        };
        // What a function takes without parentheses is for the reader to say.
        let next = pieces.get(at + 1).map_or("", |next| next.text);
        if ops::call(written).is_some() && !["(", "{"].contains(&next) {
            return None;
        }
        let is_operation = ["*", "/", "±", "°"].contains(&written);
        let is_word = matches!(piece.kind, TokenKind::Name | TokenKind::Number) && !is_operation;
        let begins_a_value =
            is_word || written == "(" && !plain.ends_with(|it: char| it.is_alphanumeric());
        if ends_a_value && begins_a_value {
            plain.push('*');
        }
        ends_a_value = [")", "°"].contains(&written) || is_word;
        plain.push_str(written);
    }
    let scan = Scan::of(plain.as_str());
    let is_statement = scan.statements().all(|statement| parse(statement).is_ok());
    let apart = ["+", "=", "±"];
    let spaced = |text: String| {
        apart.iter().fold(text, |text, mark| text.replace(mark, &format!(" {mark} ")))
    };
    (is_statement && open.is_empty()).then(|| spaced(plain))
}

/// Returns a sentence with the captured texts in place of `{1}`, `{2}` …. `{1!}` is one as an operand,
/// and `{1+2}` the sum of two.
pub(super) fn filled(sentence: &str, captured: &[String]) -> String {
    let mut filled = String::new();
    let mut rest = sentence;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((asked, after)) = after.split_once('}') else {
            break;
        };
        filled.push_str(before);
        filled.push_str(&captured_as(asked, captured));
        rest = after;
    }
    filled.push_str(rest);
    filled
}

fn captured_as(asked: &str, captured: &[String]) -> String {
    let at = |number: &str| {
        let place = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        shown(place.and_then(|place| captured.get(place)).map_or("", String::as_str))
    };
    if let Some(number) = asked.strip_suffix('!') {
        return operand(at(number));
    }
    let Some((one, other)) = asked.split_once('+') else {
        return at(asked);
    };
    let (one, other) = (at(one), at(other));
    match (one.parse::<f64>(), other.parse::<f64>()) {
        // Of decimals the sum may have digits that nobody typed.
        (Ok(one), Ok(other)) if exact(one + other).len() < 12 => exact(one + other),
        _ => format!("{one} + {}", operand(other)),
    }
}

/// The user's text for advice, which is to be typed.
fn shown(text: &str) -> String {
    const LONGEST: usize = 200;
    if text.chars().nth(LONGEST).is_some() {
        return "…".to_owned();
    }
    visible_text(text)
}

/// Returns an expression in parentheses, unless it needs none as an operand.
fn operand(text: String) -> String {
    let is_atom = parse_expression(&text).is_ok_and(|tree| {
        tree.as_name().is_some() || tree.as_number().is_some_and(f64::is_sign_positive)
    });
    if is_atom { text } else { format!("({text})") }
}
