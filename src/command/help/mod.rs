//! `:help` and `:quit`.

mod pages;
pub mod topics;

use super::{Argument, ArgumentKind, Arguments, Command, Files, Group, commands, find};
use crate::core::language::{Error, Result, Span, nearest, quoted};
use crate::core::ops;
use crate::core::session::Session;
use crate::parts;
use crate::report::{Block, Data, Facts, Next, Paragraph, Report, Role, facts_of};
use pages::Page;
use topics::TOPICS;

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "help",
        aliases: &["h", "?"],
        group: Group::Often,
        arguments: &[Argument::new("TOPIC", ArgumentKind::Topic).optional()],
        summary: "show where to begin, or the page of a command, an operation or a topic",
        details: ":help all lists every page.",
        options: &[("TOPIC", "a command, an operation, a function of yours, a topic")],
        examples: &[":help", ":help step", ":help tanh"],
        run: help,
        without_colon: &["help", "?"],
        ..Command::ROW
    },
    Command {
        name: "quit",
        aliases: &["q", "exit"],
        group: Group::Often,
        summary: "leave; at a terminal Ctrl-D does too",
        examples: &[":quit"],
        run: quit,
        without_colon: &["quit", "exit"],
        ..Command::ROW
    },
];

fn quit(_: &mut Session, _: &Arguments<'_>) -> Result<Report> {
    Ok(Report { next: Next::Quit, ..Report::default() })
}

fn help(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let screen = |shown| {
        let data = vec![Data::Object(overview_facts())];
        Ok(Report { kind: "help", blocks: shown, data, ..Report::default() })
    };
    let word = match arguments.words("TOPIC").next() {
        None => return screen(first(arguments.options.files)),
        Some(word) if word.text == ALL => return screen(overview(arguments.options.files)),
        Some(word) => word,
    };
    let topic = word.text;
    let own = session.called(topic);
    let page = own.as_ref().map_or_else(|| about(topic), |function| vec![function.described()]);
    if page.is_empty() {
        return Err(unknown_topic(topic, word.span));
    }
    let blocks = page.iter().map(|line| laid_out(line)).collect();
    let mut facts = facts_of([("topic", topic.into())]);
    if let (None, Some(command)) = (own, command_of(topic)) {
        facts.extend(pages::facts_on(command));
    }
    facts.insert("text".to_owned(), page.iter().map(|line| line.trim()).collect());
    Ok(Report { kind: "help", blocks, data: vec![Data::of(facts)], ..Report::default() })
}

/// Returns a line of a page, wrapped under its start, or under its second column.
fn laid_out(line: &str) -> Block {
    let indent = line.len() - line.trim_start().len();
    let body = line.get(indent..).unwrap_or_default();
    let Some((head, rest)) = body.split_once("   ") else {
        return Paragraph::new(line).wrapped(indent);
    };
    let rest_at = line.len() - rest.trim_start().len();
    let column = line.get(..rest_at).map_or(0, |before| before.chars().count());
    let blanks = " ".repeat(indent);
    let head = Paragraph::default().tied(format!("{blanks}{head}"));
    head.stop(column).text(rest.trim_start()).wrapped(column)
}

/// Returns the names of all pages: commands, operations, forms, constants and topics.
pub fn topic_names() -> impl Iterator<Item = &'static str> {
    let commands = commands().map(|row| row.name);
    let topics = TOPICS.iter().map(|topic| topic.name).chain([ALL]);
    let constants = ops::CONSTANTS.iter().map(|constant| constant.name);
    commands
        .chain(topics)
        .chain(parts::operations().map(|row| row.name))
        .chain(parts::call_names())
        .chain(constants)
        .collect::<Vec<_>>()
        .into_iter()
}

fn unknown_topic(topic: &str, span: Span) -> Error {
    let hint = match nearest(topic, topic_names()) {
        Some(meant) => format!("did you mean {meant}?"),
        None => ":help all lists the pages".to_owned(),
    };
    Error::new(span, format!("no help on {}", quoted(topic))).hint(hint)
}

const ALL: &str = "all";

/// The first screen: headings, and what to type.
const FIRST: &[(&str, &[&str])] = &[
    ("type an expression", &["a = 2; b = -3", "L = a*b + a"]),
    ("see the gradients", &[":grad L", ":set a 3", ":undo"]),
    ("add uncertainties", &["m = 2.0 ± 0.1", ":budget m*a"]),
    ("solve, fit, plot", &[":solve a^2 = 7", ":minimize L", ":fit y = k*x + c", ":plot L a"]),
    ("save and load", &[":save FILE", ":load FILE"]),
    ("read more", &[":help all", ":help step", ":help tanh", ":help numbers"]),
];

/// The width of the titles of a screen.
const TITLES: usize = 21;

/// Returns a title, and beside it unbreakable items.
fn section(title: &str, items: impl Iterator<Item = String>) -> Block {
    let line = Paragraph::default().role(title, Role::Title).stop(TITLES);
    items.fold(line, |line, item| line.tied(item).text(" ")).wrapped(TITLES)
}

fn first(files: Files) -> Vec<Block> {
    let is_there = |line: &&(&str, &[&str])| {
        files != Files::Absent || !line.1.iter().any(|it| it.contains("FILE"))
    };
    let line =
        |(title, typed): &(&str, &[&str])| section(title, typed.iter().map(|it| format!("{it}  ")));
    FIRST.iter().filter(is_there).map(line).collect()
}

/// Returns the overview: commands by heading, operations, topics. On a page without files and
/// `:quit`.
fn overview(files: Files) -> Vec<Block> {
    let begin = ["a = 2; b = -3", "L = a*b + a", ":grad L", ":explain a"];
    let mut parts = vec![section("begin", begin.into_iter().map(|it| format!("{it}  ")))];
    let is_there =
        |row: &&Command| files != Files::Absent || !row.is_about_files() && row.name != "quit";
    for group in Group::ALL {
        let shown = commands().filter(|row| row.group == group).filter(is_there);
        parts.push(section(group.title(), shown.map(|row| format!(":{}", row.name))));
    }
    parts.push(section("operations", operation_names()));
    parts.push(section("topics", TOPICS.iter().map(|topic| topic.name.to_owned())));
    let more = "Each has a page: :help step, :help tanh, :help numbers; :help f for your own f.";
    parts.push(Paragraph::new(more).wrapped(0));
    parts
}

/// Returns the same for machines.
fn overview_facts() -> Facts {
    let command = |row: &'static Command| {
        facts_of([
            ("name", row.name.into()),
            ("group", row.group.title().into()),
            ("usage", row.usage().into()),
            ("summary", row.summary().into()),
            ("aliases", row.aliases.iter().copied().collect()),
        ])
    };
    facts_of([
        ("commands", commands().map(command).collect()),
        ("operations", operation_names().collect()),
        ("topics", TOPICS.iter().map(|topic| topic.name).collect()),
    ])
}

/// Returns the infix marks and the names that operations are called by.
fn operation_names() -> impl Iterator<Item = String> {
    let marks =
        parts::operations().filter(|row| matches!(row.notation, ops::Notation::Infix { .. }));
    let calls = parts::call_names().filter(|name| !WRITTEN.contains(name));
    marks.map(|row| row.name).chain(calls).map(str::to_owned)
}

/// Operations that only derivatives, branches and statistics use.
const WRITTEN: [&str; 9] = [
    "when",
    "unless",
    "given_or",
    "class_of",
    "at_zero",
    "median_low",
    "median_high",
    "sum_given",
    "mean_given",
];

/// Returns the page on a name; a topic comes before a command, and a command before an operation;
/// `step()` is the operation.
fn about(topic: &str) -> Page {
    let name = topic.strip_suffix("()").unwrap_or(topic);
    let operation = parts::call(name).or_else(|| ops::infix(name)).or_else(|| ops::prefix(name));
    let page = pages::on_topic(topic).or_else(|| command_of(topic).map(pages::on_command));
    page.or_else(|| operation.map(pages::on_operation))
        .or_else(|| parts::form(name).map(pages::on_form))
        .or_else(|| ops::constant(name).map(pages::on_constant))
        .unwrap_or_default()
}

/// Returns the command of a name; after a colon, a prefix is enough.
fn command_of(topic: &str) -> Option<&'static Command> {
    match topic.strip_prefix(':') {
        Some(name) => find(name, Span::default(), true).ok(),
        None => commands().find(|it| it.name == topic).filter(|_| pages::on_topic(topic).is_none()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Piece;

    #[test]
    fn the_overview_shows_every_command() {
        let piece = |piece: &Piece| match piece {
            Piece::Text(text, _) => text.clone(),
            _ => String::new(),
        };
        let text = |part: &Block| match part {
            Block::Text(text) => text.pieces.iter().map(piece).collect(),
            _ => String::new(),
        };
        let shown: String = overview(Files::Allowed).iter().map(text).collect();
        for command in commands() {
            assert!(shown.contains(&format!(":{}", command.name)), "{}", command.name);
        }
    }

    #[test]
    fn the_first_screen_names_what_there_is() {
        for typed in FIRST.iter().flat_map(|(_, typed)| *typed) {
            let Some(word) = typed.strip_prefix(':').and_then(|it| it.split(' ').next()) else {
                continue;
            };
            assert!(commands().any(|row| row.name == word), "{typed}");
        }
    }

    #[test]
    fn every_name_has_a_page() {
        for name in topic_names().filter(|name| *name != ALL) {
            assert!(!about(name).is_empty(), "{name} has no page");
        }
    }

    #[test]
    fn the_page_of_an_operation_says_all_that_its_row_does() {
        let page = about("relu").join("\n");
        for said in ["relu(x): x if positive", "d out / d x = step(x)", "any x", "at 0"] {
            assert!(page.contains(said), "{said} is not in:\n{page}");
        }
        let marks = about("operations").join("\n");
        let is_mark = |row: &&ops::Operation| {
            !matches!(row.notation, ops::Notation::Call | ops::Notation::Row)
        };
        for operation in parts::operations().filter(is_mark) {
            assert!(marks.contains(operation.name), "{}", operation.name);
        }
    }
}
