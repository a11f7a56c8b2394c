//! The kind of steps that `:step` is asked for, with its numbers.

use super::optimizer::{KINDS, Kind, Method};
use crate::command::{Arguments, Choices};
use crate::core::language::{Error, Result, exact};
use crate::core::session::Session;

/// The words of all kinds.
pub static WORDS: Choices = Choices {
    noun: "kind of step",
    all: || KINDS.iter().map(|kind| (kind.word, kind.about)).collect(),
};

/// The requested optimizer; plain descent by default.
pub fn method(session: &mut Session, arguments: &Arguments<'_>) -> Result<Method> {
    let mut asked =
        KINDS.iter().filter_map(|kind| Some((kind, arguments.words(kind.word).next()?)));
    let mut method = match (asked.next(), asked.next()) {
        (None, _) => Method::default(),
        (Some((kind, _)), None) => of_kind(session, arguments, kind)?,
        (Some((first, one)), Some((second, other))) => {
            let later = if one.span.start < other.span.start { other } else { one };
            let message = format!("{} and {} cannot be combined", first.word, second.word);
            let hint = format!("choose one: {}", WORDS.either());
            return Err(Error::new(later.span, message).hint(hint));
        }
    };
    if arguments.has("decay") {
        let decay = arguments.finite(session, "W")?;
        if decay < 0.0 {
            let message = format!("W must be at least 0, found {}", exact(decay));
            return Err(Error::new(arguments.word("W")?.span, message));
        }
        method.decay = decay;
    }
    Ok(method)
}

fn of_kind(
    session: &mut Session,
    arguments: &Arguments<'_>,
    kind: &'static Kind,
) -> Result<Method> {
    let mut method = Method::of(kind);
    let given: Vec<bool> = kind.numbers.iter().map(|it| arguments.has(it.name)).collect();
    let numbers = method.numbers.iter_mut().zip(kind.numbers).zip(given);
    for ((number, coefficient), _) in numbers.filter(|(_, is_given)| *is_given) {
        *number = arguments.number(session, coefficient.name)?;
        if !(0.0..1.0).contains(number) {
            let name = coefficient.name;
            let message = format!("{name} must be from 0 to below 1, found {}", exact(*number));
            return Err(Error::new(arguments.word(name)?.span, message)
                .hint(format!("{} is usual", exact(coefficient.usual))));
        }
    }
    Ok(method)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::Argument;
    use crate::core::language::Span;

    #[test]
    fn the_row_has_every_kind_with_its_numbers() {
        let row = crate::command::find("step", Span::default(), false).unwrap().arguments;
        for kind in &KINDS {
            let at = row.iter().position(|it| it.is_keyword() && it.name == kind.word).unwrap();
            let follow: Vec<&Argument> = row[at + 1..].iter().take_while(|it| it.follows).collect();
            let declared: Vec<&str> = follow.iter().map(|it| it.name).collect();
            let numbers: Vec<&str> = kind.numbers.iter().map(|it| it.name).collect();
            assert_eq!(declared, numbers, "{}", kind.word);
            assert!(follow.iter().all(|it| it.optional != kind.is_bare), "{}", kind.word);
        }
    }
}
