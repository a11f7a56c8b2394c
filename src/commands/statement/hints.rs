//! What a statement seems to have been meant as: a command without its colon, an equation to be solved.

use crate::commands::{Command, commands, elsewhere};
use crate::graph::Value;
use crate::language::{
    Command as Typed, Error, ErrorKind, Kind, Span, TokenStream, is_reference, parse_expression,
    quoted,
};
use crate::ops;
use crate::report::Part;
use crate::session::{self, Session};

/// The commands that need no colon where they are all there is, and no node has their name.
const WITHOUT_COLON: [&str; 4] = ["exit", "quit", "help", "?"];

/// Returns the command that a statement of one word means.
pub fn command_without_colon<'text>(
    session: &Session,
    statement: &TokenStream<'text>,
) -> Option<Typed<'text>> {
    let mut tokens = statement.tokens();
    let (only, None) = (tokens.next()?, tokens.next()) else {
        return None;
    };
    let (name, span) = (only.span.of(statement.text), only.span);
    let is_command = WITHOUT_COLON.contains(&name) && session.names().get(name).is_none();
    let offset = statement.text.len();
    is_command.then_some(Typed { name, span, words: Vec::new(), rest: "", offset })
}

/// Adds a hint to the error if a command was typed without its colon.
pub fn without_colon(text: &str, error: Error) -> Error {
    let word = text.split_whitespace().next().unwrap_or_default();
    if let Some((name, _)) = word.split_once('(')
        && error.span().of(text) == name
        && commands().any(|row| row.name == name)
        && ops::call_names().all(|operation| operation != name)
    {
        return error
            .hint(format!("a command begins with a colon and needs no parentheses: :{name}"));
    }
    let is_command =
        commands().any(|row| row.name == word || (word.len() > 1 && row.aliases.contains(&word)));
    match elsewhere::command(word).filter(|_| error.advice().is_none() && text.trim() == word) {
        Some(instead) => error.hint(instead),
        None if is_command => error.hint(format!("commands begin with a colon: :{word}")),
        None => error,
    }
}

/// Returns the error for a command on a formula that was typed without its colon, whatever else was wrong with it:
/// `solve x^2 = 4`.
pub fn as_command(text: &str, error: Error) -> Error {
    let typed = text.trim();
    let Some((word, rest)) = typed.split_once(' ') else { return error };
    let takes_formula =
        |row: &Command| row.arguments.first().is_some_and(|it| it.kind.is_formula());
    let is_command = commands().any(|row| row.name == word && takes_formula(row));
    let begins = |first: char| first.is_alphanumeric() || "(\"".contains(first);
    if !is_command || !rest.trim_start().starts_with(begins) {
        return error;
    }
    let start = text.len() - text.trim_start().len();
    Error::new(Span::new(start, start + word.len()), "a command begins with a colon")
        .hint(format!("write {}", quoted(&format!(":{typed}"))))
}

/// Adds a hint to the error if an equation was typed without a command.
pub fn to_be_solved(text: &str, error: Error) -> Error {
    let mark = error.span();
    if mark.of(text) != "=" {
        return error;
    }
    let sides = [text.get(..mark.start as usize), text.get(mark.end as usize..)];
    if let [Some(row), Some(number)] = sides.map(|side| side.map(str::trim))
        && let (row, mark) = match row.strip_suffix(['+', '-', '*', '/']) {
            Some(changed) => (changed.trim(), row.get(row.len() - 1..).unwrap_or_default()),
            None => (row, ""),
        }
        && row.ends_with(']')
        && let Some((name, _)) = row.split_once('[').filter(|(name, _)| is_reference(name))
    {
        let number = if mark.is_empty() { number } else { &format!("({row} {mark} {number})") };
        let set = quoted(&format!("{row} {number}"));
        return error.hint(format!("to change one row of {}, write :set {set}", quoted(name)));
    }
    let trees = sides.map(|side| parse_expression(side.unwrap_or_default()).ok());
    let names = trees.iter().flatten().flat_map(|tree| &tree.steps);
    let has_name = names.filter(|step| matches!(step.kind, Kind::Name)).count() > 0;
    match trees {
        // More likely meant the other way around.
        [_, Some(right)] if right.as_name().is_some() => error,
        [Some(_), Some(_)] if has_name => {
            let text = quoted(text.trim());
            error.hint(format!("to find where both sides agree, write :solve {text}; == compares"))
        }
        _ => error,
    }
}

/// Returns the error with the hint that a text stands in quotation marks, if the name without a value is compared
/// with a column of text: `g == south`.
pub fn in_marks_first(session: &Session, text: &str, error: Error) -> Error {
    let span = error.span();
    if !error.is(ErrorKind::UnknownName) {
        return error;
    }
    let before = text.get(..span.start as usize).unwrap_or_default().trim_end();
    let Some((mark, before)) =
        ["==", "!="].into_iter().find_map(|mark| Some((mark, before.strip_suffix(mark)?)))
    else {
        return error;
    };
    let is_mark = |c: char| !(c.is_alphanumeric() || c == '_');
    let column = before.trim_end().rsplit(is_mark).next().unwrap_or_default();
    let has_texts = session.names().get(column).is_some_and(Value::is_text);
    if has_texts {
        error.hint(format!(
            "a text stands in quotation marks: {column} {mark} \"{}\"",
            quoted(span.of(text))
        ))
    } else {
        error
    }
}

/// Adds a hint to the error if a name has no value.
pub fn number_first(session: &Session, text: &str, error: Error) -> Error {
    let name = error.span().of(text);
    let is_unknown = error.is(ErrorKind::UnknownName) && session::is_free(session, name);
    let can_be_typed = is_reference(name) && quoted(name) == name;
    let is_data = error.span().start as usize == text.find(name).unwrap_or_default()
        && text.trim_start().starts_with(":fit");
    let is_of_fit = text.trim_start().starts_with(':')
        && session::FITTED.contains(&name.strip_suffix('s').unwrap_or(name));
    match error.advice() {
        None if is_unknown && is_of_fit => {
            error.hint(format!("{name} is what :fit Y = F leaves, and nothing has been fitted"))
        }
        None if is_unknown && can_be_typed && is_data => {
            error.hint(format!("give {name} a column first: {name} = [1, 2, 3]"))
        }
        None if is_unknown && can_be_typed => {
            error.hint(format!("give {name} a number first: {name} = 3"))
        }
        _ => error,
    }
}

/// Returns a note on a sign that stands apart at the start, which other calculators go on with.
pub fn sign_apart(statement: &TokenStream<'_>) -> Option<Part> {
    let mut tokens = statement.tokens();
    let (first, second) = (tokens.next()?, tokens.next()?);
    let sign = first.span.of(statement.text);
    let is_apart = ["+", "-", "−"].contains(&sign) && !first.touches(&second);
    let rest = statement.text.get(second.span.start as usize..).unwrap_or_default();
    let rest = quoted(rest.trim());
    let text = format!("a sign begins an expression; to go on from the answer, _ {sign} {rest}");
    is_apart.then_some(Part::Note(text))
}
