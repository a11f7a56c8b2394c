//! The words of a `:step` in the order in which they are read, where they were typed in another.

use std::iter::Peekable;

use crate::commands::{Arguments, RunOptions, find};
use crate::language::{Error, ErrorKind, Scan, Span, Statement, TokenStream, Word, exact, parse};
use crate::methods::{KINDS, Kind};
use crate::session::Session;

/// What other tools call the numbers, which are told by their places here.
const LABELS: [&str; 11] =
    ["lr", "rate", "steps", "count", "for", "beta1", "beta2", "b1", "b2", "betas", "alpha"];
/// Keywords with a number after them, in the order of the row.
const WITH_NUMBER: [&str; 3] = ["decay", "batch", "seed"];

/// Adds to the error for a `:step` the same steps in the right order, if these can be told.
pub fn in_order(session: &Session, statement: TokenStream<'_>, error: Error) -> Error {
    match reordered(session, statement).filter(|_| !error.is(ErrorKind::Elsewhere)) {
        Some(text) => error.hint(format!("write {text}")),
        None => error,
    }
}

fn reordered(session: &Session, statement: TokenStream<'_>) -> Option<String> {
    let Ok(Statement::Command(typed)) = parse(statement) else { return None };
    let command = find(typed.name, Span::default(), true).ok()?;
    if super::COMMANDS.first().is_none_or(|step| step.name != command.name) {
        return None;
    }
    let text = sorted(session, &typed.words)?;
    let as_typed: Vec<&str> = typed.words.iter().map(|word| word.text).collect();
    let scan = Scan::of(&text);
    let Ok(Statement::Command(again)) = parse(scan.whole()) else { return None };
    let is_other = again.words.iter().map(|word| word.text).ne(as_typed);
    let arguments = Arguments::of(session, command, &again, RunOptions::default()).ok()?;
    let is_counted = !arguments.has("COUNT") || arguments.count("COUNT").is_ok();
    (is_other && is_counted).then_some(text)
}

/// The steps with their words in order.
fn sorted(session: &Session, words: &[Word<'_>]) -> Option<String> {
    let mut kind: Option<(&Kind, Vec<f64>)> = None;
    let (mut numbers, mut options, mut names) = (Vec::new(), Vec::new(), Vec::new());
    let mut left = words.iter().map(|word| word.text).peekable();
    while let Some(word) = left.next() {
        if let Some(own) = KINDS.iter().find(|own| own.word == word) {
            kind = Some(match kind {
                None => (own, coefficients(own, &mut left)),
                // What the first of two averages of adam is called elsewhere.
                Some((first, _)) if own.numbers.len() < first.numbers.len() => {
                    (first, part(left.next()?).into_iter().collect())
                }
                Some(_) => return None,
            });
        } else if WITH_NUMBER.contains(&word) {
            options.push(format!("{word} {}", left.next()?));
        } else if word == "shuffle" {
            options.push(word.to_owned());
        } else if word.parse::<f64>().is_ok() {
            numbers.push(word);
        } else if session.has_name(word) || session.network(word).is_some() {
            names.push(word.to_owned());
        } else if !LABELS.contains(&word) {
            return None;
        }
    }
    let is_count = |word: &str| word.parse::<u64>().is_ok_and(|count| count > 0);
    let (rate, count) = match numbers.as_slice() {
        [rate] => (*rate, None),
        [count, rate] if is_count(count) && !is_count(rate) => (*rate, Some(*count)),
        [rate, count] if is_count(count) => (*rate, Some(*count)),
        _ => return None,
    };
    let mut text = vec![format!(":step {rate}")];
    text.extend(count.map(str::to_owned));
    if let Some((kind, given)) = kind {
        text.push(kind.word.to_owned());
        let is_given = kind.is_bare || !given.is_empty();
        let usual = kind.numbers.iter().enumerate().filter(|_| is_given);
        text.extend(usual.map(|(at, usual)| exact(given.get(at).copied().unwrap_or(usual.usual))));
    }
    options.sort_by_key(|option| WITH_NUMBER.iter().position(|word| option.starts_with(word)));
    text.extend(options);
    text.extend(names);
    Some(text.join(" "))
}

/// The numbers of a kind that come next, with names that other tools give them.
fn coefficients<'text>(
    kind: &Kind,
    left: &mut Peekable<impl Iterator<Item = &'text str> + Clone>,
) -> Vec<f64> {
    let (mut ahead, mut found, mut is_named) = (left.clone(), Vec::new(), false);
    while found.len() < kind.numbers.len() {
        while ahead.next_if(|word| LABELS.contains(word)).is_some() {
            is_named = true;
        }
        match ahead.next().and_then(part) {
            Some(number) => found.push(number),
            None => break,
        }
    }
    // One of two may as well be the rate.
    if found.len() < kind.numbers.len() && !is_named {
        return Vec::new();
    }
    // Only what belongs to them is taken.
    for _ in &found {
        while left.next_if(|word| LABELS.contains(word)).is_some() {}
        left.next();
    }
    found
}

/// A number that can be one of a kind's.
fn part(word: &str) -> Option<f64> {
    word.parse().ok().filter(|number| (0.0..1.0).contains(number))
}
