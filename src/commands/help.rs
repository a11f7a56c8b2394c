//! The commands that explain and the one that ends.

use super::topics::{TOPICS, Topic};
use super::{Command, Given, Group, Kind, Times, argument, commands, find};
use crate::language::{Error, Result, Span, nearest, quoted};
use crate::ops::{self, Operation};
use crate::report::{Cell, Column, Grid, Next, Part, Piece, Report, Role};
use crate::session::Session;

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "help",
        aliases: &["h", "?"],
        group: Group::Display,
        arguments: &[argument("TOPIC", Kind::Topic, Times::Maybe)],
        summary: "this list, or more about a command, an operation or a topic",
        details: "",
        example: ":help step",
        uses_files: false,
        run: help,
    },
    Command {
        name: "quit",
        aliases: &["q", "exit"],
        group: Group::Display,
        arguments: &[],
        summary: "leave; Ctrl-D does too",
        details: "",
        example: ":quit",
        uses_files: false,
        run: quit,
    },
];

fn quit<'session>(_: &'session mut Session, mut given: Given<'_>) -> Result<Report<'session>> {
    given.done()?;
    Ok(Report { next: Next::Quit, ..Report::default() })
}

fn help<'session>(
    session: &'session mut Session,
    mut given: Given<'_>,
) -> Result<Report<'session>> {
    let Some(word) = given.word() else {
        return Ok(Report { kind: "help", parts: overview(), next: Next::GoOn });
    };
    given.done()?;
    let parts = about(word.text).ok_or_else(|| unknown_topic(session, word.text, word.span))?;
    Ok(Report { kind: "help", parts, next: Next::GoOn })
}

/// Everything that has a page: commands, operations, forms, constants and topics.
pub fn topic_names() -> impl Iterator<Item = &'static str> {
    let commands = commands().map(|row| row.name);
    let topics = TOPICS.iter().map(|topic| topic.name);
    let constants = ops::CONSTANTS.iter().map(|constant| constant.name);
    commands
        .chain(topics)
        .chain(ops::operations().map(|row| row.name))
        .chain(ops::call_names())
        .chain(constants)
}

fn unknown_topic(_: &Session, topic: &str, span: Span) -> Error {
    let hint = match nearest(topic, topic_names()) {
        Some(meant) => format!("did you mean {meant}?"),
        None => ":help alone lists what there is".to_owned(),
    };
    Error::new(span, format!("there is no help on {}", quoted(topic))).hint(hint)
}

fn overview() -> Vec<Part<'static>> {
    let mut rows = Vec::new();
    for group in Group::ALL {
        rows.push(vec![Cell::Text(group.title().to_owned(), Role::Title), Cell::Empty]);
        for command in commands().filter(|row| row.group == group) {
            rows.push(vec![
                plain(format!("  {}", command.usage())),
                plain(command.summary.to_owned()),
            ]);
        }
    }
    let columns = vec![Column { gap: 0, ..Column::text("command") }, Column::text("summary")];
    let grid = Part::Grid(Grid { columns, rows, titled: false, even: false });
    let topics: Vec<&str> = TOPICS.iter().map(|topic| topic.name).collect();
    let more = format!("More: :help step, :help tanh, or {}", topics.join(", "));
    let about = "Type a = 2, then L = a^2 + 1, then :grad L. A command may be cut short: :h, :g L.";
    vec![line(about.to_owned()), grid, line(more)]
}

fn plain(text: String) -> Cell {
    Cell::Text(text, Role::Plain)
}

fn line(text: String) -> Part<'static> {
    Part::Line(vec![Piece::Text(text, Role::Plain)])
}

fn about(topic: &str) -> Option<Vec<Part<'static>>> {
    let command = commands().find(|row| row.name == topic);
    let text = match topic.strip_prefix(':') {
        Some(name) => on_command(find(name, Span::default()).ok()?),
        None => on_topic(topic)
            .or_else(|| {
                ops::call(topic)
                    .or_else(|| ops::infix(topic))
                    .or_else(|| ops::prefix(topic))
                    .map(on_operation)
                    // A few commands share their names with operations.
                    .map(|text| match command {
                        Some(command) => [on_command(command), vec![String::new()], text].concat(),
                        None => text,
                    })
            })
            .or_else(|| {
                ops::form(topic).map(|form| vec![format!("{}(…): {}", form.name, form.help)])
            })
            .or_else(|| {
                ops::constant(topic)
                    .map(|it| vec![format!("{} = {}: {}", it.name, it.value, it.help)])
            })
            .or_else(|| find(topic, Span::default()).ok().map(on_command))?,
    };
    Some(text.into_iter().map(line).collect())
}

fn on_topic(name: &str) -> Option<Vec<String>> {
    let topic: &Topic = TOPICS.iter().find(|topic| topic.name == name)?;
    let mut text: Vec<String> = topic.text.lines().map(str::to_owned).collect();
    if topic.name == "operations" {
        text.extend(wrapped(&ops::call_names().collect::<Vec<_>>().join(" ")));
    }
    Some(text)
}

fn on_command(command: &'static Command) -> Vec<String> {
    let mut text = vec![command.usage(), String::new(), format!("  {}.", command.summary)];
    if !command.aliases.is_empty() {
        let names: Vec<String> = command.aliases.iter().map(|name| format!(":{name}")).collect();
        text.push(format!("  Also {}.", names.join(", ")));
    }
    if !command.details.is_empty() {
        text.push(String::new());
        text.extend(wrapped(command.details).into_iter().map(|line| format!("  {line}")));
    }
    text.extend([String::new(), format!("  Example: {}", command.example)]);
    text
}

fn on_operation(operation: &'static Operation) -> Vec<String> {
    let operands = if operation.arity() == 1 { "x" } else { "x, y" };
    let written = match operation.notation {
        ops::Notation::Infix { .. } => format!("x {} y", operation.name),
        ops::Notation::Prefix { .. } => format!("{}x", operation.name),
        ops::Notation::Call => format!("{}({operands})", operation.name),
    };
    let mut text = wrapped(&format!("{written}: {}", operation.help));
    text.push(String::new());
    for (index, operand) in ["x", "y"].into_iter().enumerate().take(operation.arity()) {
        text.push(format!("  d out / d {operand} = {}", operation.partial_text(index)));
    }
    text.push(format!("  domain: {}", operation.domain));
    if !operation.kinks.is_empty() {
        let kinks = wrapped(&format!("It is defined to have {}.", operation.kinks));
        text.extend(kinks.into_iter().map(|line| format!("  {line}")));
    }
    let mut also: Vec<String> = operation.aliases.iter().map(|name| (*name).to_owned()).collect();
    if let ops::Notation::Infix { call, .. } = operation.notation
        && !call.is_empty()
    {
        also.push(format!("{call}({operands})"));
    }
    if !also.is_empty() {
        text.push(format!("  Also written {}.", also.join(", ")));
    }
    text
}

/// Text broken into lines of at most 76 characters.
fn wrapped(text: &str) -> Vec<String> {
    const WIDTH: usize = 76;
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let Some(line) = lines.last_mut() else {
            break;
        };
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push(word.to_owned());
            continue;
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines
}
