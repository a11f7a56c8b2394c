//! What is said of a bound of a leaf, which no command takes: `:fit y = m*x, m > 0`.

use super::Command;
use crate::language::{Command as Typed, Error, Kind, Tree, Word, quoted};
use crate::report::numbers;
use crate::session::{self, Session};

/// The commands that move leaves as far as the data want.
const MOVING: [&str; 3] = ["fit", "minimize", "step"];

/// Returns the error of a command, or what is said of a bound of a leaf if it blames one, or a word before one.
pub fn hinted(session: &Session, command: &Command, typed: &Typed<'_>, error: Error) -> Error {
    if !MOVING.contains(&command.name) {
        return error;
    }
    let blamed = error.span();
    let follows = |word: &Word<'_>| word.span == blamed || word.span.start >= blamed.end;
    let words = typed.words.iter().flat_map(|word| word.listed()).filter(follows);
    // A name that means nothing yet is a leaf's if the model has it, too.
    let is_number = |name: &str| match session.names().get(name) {
        Some(value) => !value.is_per_row(),
        None => words_of(typed.rest).filter(|word| *word == name).count() > 1,
    };
    let new = new_name(session, typed.rest);
    let mut bounds = words.filter_map(|word| {
        let (name, within) = bounded(&word.expression().ok()?, &new)?;
        is_number(&name).then_some((word, name, within))
    });
    match bounds.next() {
        Some((word, name, within)) => {
            let message = format!("{} is a bound, and leaves have none", quoted(word.text));
            Error::new(word.span, message)
                .hint(format!("write {within} in place of {name}: {new} is new, and moves"))
        }
        None => error,
    }
}

/// A name that means nothing yet, and does not stand in a text.
fn new_name(session: &Session, text: &str) -> String {
    let is_typed = |name: &str| words_of(text).any(|word| word == name);
    let names = ["k", "q", "s"].map(str::to_owned).into_iter();
    let mut names = names.chain((1..).map(|number| format!("k{number}")));
    let is_new = |name: &String| session::is_free(session, name) && !is_typed(name);
    names.find(is_new).unwrap_or_default()
}

/// The words of a text: names, and numbers without a point.
pub(super) fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|it: char| !(it.is_alphanumeric() || it == '_'))
}

/// The name in a bound, and what is within it for each number that `k` may have.
fn bounded(tree: &Tree<'_>, k: &str) -> Option<(String, String)> {
    use Kind::{Chain, Link, Name, Number, Operation};
    let name = |at: usize| Some(tree.steps.get(at)?.span.of(tree.text).to_owned());
    let kinds: Vec<Kind> = tree.steps.iter().map(|step| step.kind).collect();
    let (at, low, high) = match kinds.as_slice() {
        [Name, Number(end), Operation(it)] if it.name.starts_with('>') => (0, Some(*end), None),
        [Number(end), Name, Operation(it)] if it.name.starts_with('<') => (1, Some(*end), None),
        [Name, Number(end), Operation(it)] if it.name.starts_with('<') => (0, None, Some(*end)),
        [Number(end), Name, Operation(it)] if it.name.starts_with('>') => (1, None, Some(*end)),
        [Number(low), Name, Link(one, _), Number(high), Chain(other)]
            if [one, other].iter().all(|it| it.name.starts_with('<')) =>
        {
            (1, Some(*low), Some(*high))
        }
        _ => return None,
    };
    let number = |number: f64| numbers::answer(number, None);
    let from = |end: f64| if end == 0.0 { String::new() } else { format!("{} + ", number(end)) };
    let within = match (low, high) {
        (Some(low), Some(high)) => match high - low {
            1.0 => format!("{}sigmoid({k})", from(low)),
            width => format!("{}{}*sigmoid({k})", from(low), number(width)),
        },
        (Some(low), None) => format!("{}exp({k})", from(low)),
        (None, high) => {
            let high = high.filter(|it| *it != 0.0).map(|it| format!("{} ", number(it)));
            format!("{}-{}exp({k})", high.clone().unwrap_or_default(), high.map_or("", |_| " "))
        }
    };
    Some((name(at)?, within))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::parse_expression;

    #[test]
    fn what_is_within_a_bound_is_written_with_exp_or_sigmoid() {
        for (typed, wanted) in [
            ("m > 0", Some(("m", "exp(k)"))),
            ("0 <= m", Some(("m", "exp(k)"))),
            ("m >= 2.5", Some(("m", "2.5 + exp(k)"))),
            ("m < 0", Some(("m", "-exp(k)"))),
            ("3 > m", Some(("m", "3 - exp(k)"))),
            ("0 < p < 1", Some(("p", "sigmoid(k)"))),
            ("-1 < p <= 1", Some(("p", "-1 + 2*sigmoid(k)"))),
            ("m > n", None),
            ("m == 0", None),
            ("2m > 1", None),
        ] {
            let found = bounded(&parse_expression(typed).unwrap(), "k");
            let found = found.as_ref().map(|(name, within)| (name.as_str(), within.as_str()));
            assert_eq!(found, wanted, "{typed}");
        }
    }
}
