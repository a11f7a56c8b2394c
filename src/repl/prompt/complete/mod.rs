//! Completion: candidates at the cursor from the tables and the session.

mod candidate;

use std::rc::Rc;

use super::cursor::Cursor;
use super::preview::present_data;
use crate::command::files::path_of;
use crate::command::syntax::Word;
use crate::command::{self, Argument, ArgumentKind, Declared, topic_names};
use crate::core::graph::{Function, Value};
use crate::core::language::{Token, TokenKind, tokens, visible};
use crate::core::ops;
use crate::core::session::Session;
use crate::parts::learn::DIRECTIVES;
use crate::parts::{self, fit};
use crate::report::numbers;
pub use candidate::{Candidate, listed};

/// The maximum number of inner nodes considered.
const MOST_INNER: usize = 2000;

/// Returns the start of the word at the end of `text`, and its candidates.
pub fn complete(session: &Session, files: bool, text: &str) -> (usize, Vec<Candidate>) {
    let (start, found) = match Cursor::at_end_of(text) {
        Cursor::Comment => (text.len(), Vec::new()),
        Cursor::Command { start, typed } if session.is_asking() => {
            let meant = DIRECTIVES.iter().filter(|(name, _)| name.starts_with(typed));
            (start, meant.map(|(name, _)| Candidate::word(&format!(":{name}"))).collect())
        }
        Cursor::Command { start, typed } => (start, command_names(typed)),
        Cursor::Argument { command, start, .. } if command.name == "visit" => {
            let names = session.unvisited(text.get(start..).unwrap_or_default());
            (start, names.iter().map(|name| Candidate::word(name)).collect())
        }
        Cursor::Expression => {
            let start = name_start(text);
            (start, expression(session, text.get(start..).unwrap_or_default()))
        }
        Cursor::Argument { before, expected, start, .. } => {
            let typed = text.get(start..).unwrap_or_default();
            argument(session, files, expected, &before, (start, typed))
        }
    };
    (start, found)
}

fn command_names(typed: &str) -> Vec<Candidate> {
    let is_meant = |row: &&command::Command| {
        row.name.starts_with(typed)
            || (!typed.is_empty() && row.aliases.iter().any(|alias| alias.starts_with(typed)))
    };
    let candidate = |row: &command::Command| {
        let blank = if row.arguments.is_empty() { "" } else { " " };
        Candidate::new(format!(":{}{blank}", row.name), row.usage(), row.summary())
    };
    command::commands().filter(is_meant).map(candidate).collect()
}

/// Returns the start of the argument being typed, and its candidates.
fn argument(
    session: &Session,
    files: bool,
    arguments: Vec<&Argument>,
    before: &[(Declared, Word<'_>)],
    (start, typed): (usize, &str),
) -> (usize, Vec<Candidate>) {
    use ArgumentKind::*;
    let inside = start + name_start(typed);
    let name = typed.get(inside - start..).unwrap_or_default();
    let mut found: Vec<Candidate> = Vec::new();
    let mut at = start;
    for argument in arguments {
        match argument.kind {
            Node | Formula | NodeOrEquation | Condition => {
                at = inside;
                found.extend(nodes(session, name, |_| true));
                if found.is_empty() {
                    found.extend(calls(session, name));
                }
            }
            Leaf | Named => {
                at = inside;
                let is_any = matches!(argument.kind, Named);
                found.extend(nodes(session, name, |it| is_any || it.is_leaf()));
            }
            Name => {
                found.extend(nodes(session, typed, |_| true));
                found.extend(functions(session, typed, ""));
            }
            Number | Uncertain | Equation => {
                at = inside;
                let present = present_value(session, before, typed);
                let offered = present.is_some() && typed.is_empty();
                found.extend(present);
                if !offered {
                    found.extend(expression(session, name));
                }
            }
            Choice(choices) => {
                let all = (choices.all)().into_iter().filter(|(name, _)| name.starts_with(typed));
                found.extend(all.map(|(name, about)| Candidate::new(name, name, about)));
            }
            Keyword if argument.name.starts_with(typed) => {
                found.push(Candidate::word(argument.name))
            }
            Topic => {
                let topic = typed.strip_prefix(':').unwrap_or(typed);
                at = start + typed.len() - topic.len();
                let topics = topic_names().filter(|name| name.starts_with(topic));
                found.extend(topics.map(Candidate::word));
            }
            File | FileOrName if files => found.extend(file_names(typed)),
            _ => {}
        }
    }
    let mut seen = std::collections::HashSet::new();
    found.retain(|candidate| seen.insert(candidate.text.clone()));
    (at, found)
}

/// Returns the data of `a` after `:set a `.
fn present_value(
    session: &Session,
    before: &[(Declared, Word<'_>)],
    typed: &str,
) -> Option<Candidate> {
    let name = before.last()?.1.text;
    let value = session.names().get(name).filter(|value| value.is_leaf())?;
    let number = numbers::exact(value.data());
    let about = format!("the present {name}");
    number.starts_with(typed).then(|| Candidate::new(number.clone(), number, about))
}

fn expression(session: &Session, typed: &str) -> Vec<Candidate> {
    let mut found: Vec<Candidate> = nodes(session, typed, |_| true);
    if typed.is_empty() && !found.is_empty() {
        // Anything may follow: offer the user's names first.
        found.extend(functions(session, typed, "("));
        return found;
    }
    let constants = ops::CONSTANTS.iter().filter(|row| row.name.starts_with(typed));
    found.extend(constants.map(|row| {
        let number = numbers::answer(row.value, session.settings().digits);
        Candidate::new(row.name, format!("{} = {number}: {}", row.name, row.help), "")
    }));
    found.extend(calls(session, typed));
    found
}

/// Returns the functions and operations with this prefix, followed by a parenthesis.
pub(super) fn calls(session: &Session, typed: &str) -> Vec<Candidate> {
    let mut found = functions(session, typed, "(");
    for name in parts::call_names().filter(|name| name.starts_with(typed)) {
        let (written, help) = match (parts::form(name), parts::call(name)) {
            (Some(form), _) => (form.written(), form.help),
            (None, Some(row)) if row.arity() == 2 => (format!("{name}(x, y)"), row.help),
            (None, row) => (format!("{name}(x)"), row.map_or("", |row| row.help)),
        };
        found.push(Candidate::new(format!("{name}("), written, help));
    }
    found
}

fn functions(session: &Session, typed: &str, after: &str) -> Vec<Candidate> {
    let meant = session.functions().filter(|function| function.name.starts_with(typed));
    let candidate = |function: &Rc<Function>| {
        let text = format!("{}{after}", function.name);
        Candidate::new(text, function.written(), "a function of yours")
    };
    let named = session.names().iter().filter(|(name, _)| name.starts_with(typed));
    let networks = named.filter_map(|(name, value)| {
        let members = value.as_network()?;
        let written = session.called(name)?.written();
        Some(Candidate::new(format!("{name}{after}"), written, members.network.described()))
    });
    meant.map(candidate).chain(networks).collect()
}

/// Returns the nodes with this prefix: bound names, inner nodes after a point, earlier bindings
/// after `@`.
fn nodes(session: &Session, typed: &str, is_meant: impl Fn(&Value) -> bool) -> Vec<Candidate> {
    let names = session.names();
    let candidate =
        |name: String, value: &Value| match (value.as_network(), present_data(session, value)) {
            (Some(members), _) => Candidate::new(name.clone(), name, members.network.described()),
            (None, Some(data)) => {
                let number = numbers::answer(data, session.settings().digits);
                let equation = format!("{name} = {number}");
                Candidate::new(name, equation, "")
            }
            (None, None) => Candidate::word(&name),
        };
    let mut found: Vec<Candidate> = Vec::new();
    if fit::last_fit(session).is_some() {
        let numbers = fit::STATISTICS.iter().map(|name| format!("fit.{name}"));
        let numbers = numbers.filter(|name| typed.contains('.') && name.starts_with(typed));
        found.extend(numbers.map(|name| Candidate::word(&name)));
    }
    if let Some((whole, _)) = typed.split_once('.') {
        let members = session.leaves_of_network(whole).or_else(|| session.nodes_of_group(whole));
        let mut all: Vec<(String, Value)> = Vec::new();
        all.extend(members.into_iter().flatten().map(|leaf| (names.call(&leaf), leaf)));
        let mut inner = names.inner_nodes(whole, MOST_INNER);
        inner.retain(|value| value.label().member().is_none());
        let part = |value: Value| (format!("{whole}.{}", value.label().part), value);
        all.extend(inner.into_iter().map(part));
        let meant = all.iter().filter(|(name, value)| name.starts_with(typed) && is_meant(value));
        found.extend(meant.take(MOST_INNER).map(|(name, value)| candidate(name.clone(), value)));
        return found;
    }
    if let Some((name, _)) = typed.split_once('@') {
        for value in names.earlier_bindings(name).iter().filter(|value| is_meant(value)) {
            let name = format!("{name}@{}", value.label().binding);
            found.extend(name.starts_with(typed).then(|| candidate(name, value)));
        }
        return found;
    }
    let meant = names.iter().filter(|(name, value)| name.starts_with(typed) && is_meant(value));
    found.extend(meant.map(|(name, value)| candidate(name.to_owned(), value)));
    found
}

fn file_names(typed: &str) -> Vec<Candidate> {
    let typed = typed.strip_prefix('"').unwrap_or(typed);
    let start = typed.rfind(std::path::is_separator).map_or(0, |at| at + 1);
    let (folder, start) = typed.split_at(start);
    let place = if folder.is_empty() { "." } else { folder };
    let entries = std::fs::read_dir(path_of(place)).into_iter().flatten();
    let mut found: Vec<Candidate> = entries
        .flatten()
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let hidden = name.starts_with('.') && !start.starts_with('.');
            let awkward = name.contains(|c: char| visible(c) != c || c == '"');
            if !name.starts_with(start) || hidden || awkward {
                return None;
            }
            let is_folder = std::fs::metadata(entry.path()).is_ok_and(|about| about.is_dir());
            let (slash, close) = if is_folder { ("/", "") } else { ("", "\"") };
            let path = format!("{folder}{name}{slash}");
            let quoted = path.contains(|c: char| c.is_whitespace() || matches!(c, ';' | '#' | '('));
            let text = if quoted { format!("\"{path}{close}") } else { path.clone() };
            Some(Candidate::new(text, format!("{name}{slash}"), ""))
        })
        .collect();
    found.sort_by(|a, b| a.name.cmp(&b.name));
    found
}

/// Returns the start of the name at the end of `text`.
fn name_start(text: &str) -> usize {
    let is_last = |it: &Token| it.kind == TokenKind::Name && it.span.end as usize == text.len();
    tokens(text).pop().filter(is_last).map_or(text.len(), |name| name.span.start as usize)
}
