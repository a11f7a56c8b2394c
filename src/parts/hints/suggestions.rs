//! Suggests what a statement may mean: a row of the table, a command without its colon, a name that
//! needs a number.

use super::table;
use crate::command::{Argument, ArgumentKind, Command, commands, find};
use crate::core::language::{Error, is_plain_name, is_reference, nearest, quoted};
use crate::core::session::{Session, is_free};
use crate::parts::call;

/// Adds a hint to the error of a statement.
pub fn hint(session: &Session, text: &str, error: Error) -> Error {
    let mut words = text.split_whitespace();
    let word = words.next().unwrap_or_default();
    let is_command =
        commands().any(|row| row.name == word || (word.len() > 1 && row.aliases.contains(&word)));
    if is_command && !session.has_name(word) && words.next() != Some("=") {
        return error.hint(format!("commands begin with a colon: :{word}"));
    }
    if let Some(step) = step_with_clipping(text) {
        return error.hint(format!("gradcalc does not clip grads: write {step}"));
    }
    if let Some(hint) = table::hint(text, &error) {
        return error.hint(hint);
    }
    let name = error.span().of(text);
    let is_function = error.message().starts_with("unknown function");
    if let Some([of, by]) = quotient_of_differentials(session, text) {
        return error
            .hint(format!("write :diff {of} {by} for the formula, {by}.grad for the grad"));
    }
    let is_unknown = is_function || error.is_unknown_name;
    if let Some(call) = call_without_parentheses(session, name).filter(|_| is_unknown) {
        return error.hint(format!("write {call}"));
    }
    if !is_unknown || error.advice().is_some() || !is_reference(name) || quoted(name) != name {
        return error;
    }
    if is_function && is_plain_name(name) && !name.contains('\'') {
        error.hint(":help all lists the functions")
    } else if is_function {
        error
    } else if let Some(hint) = option_meant(text, &error) {
        error.hint(hint)
    } else if name.contains('\'') {
        error.hint(format!("write {name}(2)"))
    } else if is_free(session, name) {
        error.hint(format!("give {name} a number first: {name} = 3"))
    } else {
        error
    }
}

/// Returns the `:step` of a text without the clipping of grads that follows it.
fn step_with_clipping(text: &str) -> Option<&str> {
    let is_clipping = |word: &&str| word.contains("clip") || word.starts_with("max_norm");
    let word = text.split_whitespace().skip(2).find(is_clipping)?;
    let (step, _) = text.split_once(word)?;
    step.trim_start().starts_with(":step ").then(|| step.trim())
}

/// Returns the nearest option of a command, or its usage, for an argument that is an unknown name.
fn option_meant(text: &str, error: &Error) -> Option<String> {
    let (command, rest) = text.trim().strip_prefix(':')?.split_once(' ')?;
    let name = error.span().of(text);
    rest.split_whitespace().find(|word| *word == name && name.len() > 1)?;
    let command = find(command, error.span(), true).ok()?;
    let options = options(command);
    let is_formula =
        |it: &Argument| matches!(it.kind, ArgumentKind::Formula | ArgumentKind::NodeOrEquation);
    let may_be_new = options.len() < 2 || command.arguments.iter().any(is_formula);
    let words = || options.iter().map(|(word, _)| *word);
    let begun = words().find(|word| word.starts_with(name));
    let near = || nearest(name, words()).filter(|_| !may_be_new);
    let Some(meant) = begun.or_else(near) else {
        return (!may_be_new).then(|| format!("usage: {}", command.usage()));
    };
    let (_, typed) = options.iter().find(|(word, _)| *word == meant)?;
    Some(format!("did you mean {typed}?"))
}

/// Returns the options of a command, each with what to type for it: `likelihood`, `as likelihood`.
fn options(command: &Command) -> Vec<(&'static str, String)> {
    let arguments = command.arguments;
    let mut options = Vec::new();
    for (place, argument) in arguments.iter().enumerate() {
        match argument.kind {
            ArgumentKind::Keyword => options.push((argument.name, argument.name.to_owned())),
            ArgumentKind::Choice(choices) => {
                let before = arguments[..place].last().filter(|_| argument.follows);
                let keyword = before.filter(|it| it.is_keyword()).map_or("", |it| it.name);
                let typed = |name| format!("{keyword} {name}").trim_start().to_owned();
                options.extend(choices.names().map(|name| (name, typed(name))));
            }
            _ => {}
        }
    }
    options
}

/// Returns `sin(x)` for `sinx` with a name x.
fn call_without_parentheses(session: &Session, name: &str) -> Option<String> {
    let mut splits = (2..name.len()).filter_map(|at| name.split_at_checked(at));
    let (call, x) = splits.find(|(name, x)| call(name).is_some() && session.has_name(x))?;
    Some(format!("{call}({x})"))
}

/// Returns L and a for `dL/da`, two names.
fn quotient_of_differentials<'text>(
    session: &Session,
    text: &'text str,
) -> Option<[&'text str; 2]> {
    let (of, by) = text.trim().strip_prefix('d')?.split_once('/')?;
    let by = by.trim_start().strip_prefix('d')?;
    let names = [of.trim_end(), by];
    names.iter().all(|name| session.has_name(name)).then_some(names)
}
