//! The commands that explain and the one that ends.

use super::topics::TOPICS;
use super::transcript::{self, written};
use super::{Command, Given, Group, Kind, Times, argument, commands, find};
use crate::language::{Error, Result, Span, exact, nearest, quoted};
use crate::ops::{self, Operation};
use crate::report::{Cell, Column, Grid, Next, Part, Piece, Report, Role};
use crate::session::Session;
use crate::views::FORMATS;

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

fn quit(_: &mut Session, mut given: Given<'_>) -> Result<Report> {
    given.done()?;
    Ok(Report { next: Next::Quit, ..Report::default() })
}

fn help(session: &mut Session, mut given: Given<'_>) -> Result<Report> {
    let Some(word) = given.word() else {
        return Ok(Report { kind: "help", parts: overview(), ..Report::default() });
    };
    given.done()?;
    let page = about(word.text).ok_or_else(|| unknown_topic(session, word.text, word.span))?;
    let mut parts: Vec<Part> = page.text.into_iter().map(line).collect();
    let next = match page.transcript {
        // A program that reads objects is not helped by one.
        Some(text) if session.settings().format == FORMATS[0].name => {
            parts.push(line(String::new()));
            Next::Demonstrate(text)
        }
        _ => Next::GoOn,
    };
    Ok(Report { kind: "help", parts, next, ..Report::default() })
}

/// A page of the help: its text, and what is then shown being done.
struct Page {
    text: Vec<String>,
    transcript: Option<String>,
}

impl Page {
    fn of(text: Vec<String>) -> Page {
        Page { text, transcript: None }
    }
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

/// The first screen: how to begin, every command by an example under its heading, and what can
/// be asked further. It fits 80 columns and 22 lines.
fn overview() -> Vec<Part> {
    let titles = Group::ALL.iter().map(|group| group.title().chars().count());
    let column = titles.max().unwrap_or(0).max("operations".len());
    let mut rows = Vec::new();
    let mut section = |title: &str, items: &mut dyn Iterator<Item = String>, gap: &str| {
        for (at, text) in flowed(items, gap, WIDTH - column - 2).into_iter().enumerate() {
            let title = if at == 0 { title } else { "" };
            rows.push(vec![Cell::Text(title.to_owned(), Role::Title), plain(text)]);
        }
    };
    let begin = ["a = 2; b = -3", "L = a*b + 1", ":grad L", "f(x) = x^2", "a*b", "# comment"];
    section("begin", &mut begin.into_iter().map(str::to_owned), GAP);
    for group in Group::ALL {
        let shown = commands().filter(|row| row.group == group);
        section(group.title(), &mut shown.map(|row| row.example.to_owned()), GAP);
    }
    section("operations", &mut operation_names(), " ");
    section("more", &mut TOPICS.iter().map(|topic| format!(":help {}", topic.name)), GAP);
    let columns =
        vec![Column { gap: 0, width: column, ..Column::text("group") }, Column::text("examples")];
    let grid = Part::Grid(Grid { columns, rows, titled: false, even: false });
    let more = "Any of them has a page: :help step, :help tanh. A command may be cut short: :h.";
    vec![grid, line(more.to_owned())]
}

/// The width of a screen.
const WIDTH: usize = 79;
const GAP: &str = "   ";

/// The names that operations are written and called by.
fn operation_names() -> impl Iterator<Item = String> {
    let marks = ops::operations().filter(|row| matches!(row.notation, ops::Notation::Infix { .. }));
    marks.map(|row| row.name).chain(ops::call_names()).map(str::to_owned)
}

/// Items one after the other in lines of at most so many characters.
fn flowed(items: &mut dyn Iterator<Item = String>, gap: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for item in items {
        match lines.last_mut() {
            Some(line) if line.chars().count() + gap.len() + item.chars().count() <= most => {
                line.push_str(gap);
                line.push_str(&item);
            }
            _ => lines.push(item),
        }
    }
    lines
}

fn plain(text: String) -> Cell {
    Cell::Text(text, Role::Plain)
}

fn line(text: String) -> Part {
    Part::Line(vec![Piece::Text(text, Role::Plain)])
}

fn about(topic: &str) -> Option<Page> {
    if let Some(name) = topic.strip_prefix(':') {
        return Some(on_command(find(name, Span::default()).ok()?));
    }
    let operation = ops::call(topic).or_else(|| ops::infix(topic)).or_else(|| ops::prefix(topic));
    let pages = [
        commands().find(|row| row.name == topic).map(on_command),
        on_topic(topic),
        operation.map(on_operation),
        ops::form(topic).filter(|_| operation.is_none()).map(on_form),
        ops::constant(topic).map(on_constant),
    ];
    // One name may mean several things: step is a command and an operation.
    let joined = pages.into_iter().flatten().reduce(|mut all, page| {
        all.text.push(String::new());
        all.text.extend(page.text);
        Page { transcript: all.transcript.or(page.transcript), ..all }
    });
    joined.or_else(|| find(topic, Span::default()).ok().map(on_command))
}

fn on_topic(name: &str) -> Option<Page> {
    let topic = TOPICS.iter().find(|topic| topic.name == name)?;
    let mut text: Vec<String> = topic.text.lines().map(str::to_owned).collect();
    if name == "operations" {
        text.extend(operation_list());
    }
    let transcript = Some(topic.transcript).filter(|text| !text.is_empty()).map(str::to_owned);
    Some(Page { text, transcript })
}

/// A line for each operation and form.
fn operation_list() -> Vec<String> {
    const HEAD: usize = 14;
    let row = |head: String, help: &str| {
        let lines = wrapped_to(help, WIDTH - HEAD - 1).into_iter().enumerate();
        let line = |(at, text): (usize, String)| {
            let head = if at == 0 { head.as_str() } else { "" };
            format!("{head:<HEAD$} {text}")
        };
        lines.map(line).collect::<Vec<_>>()
    };
    let operations = ops::operations().flat_map(|operation| {
        let mut help = operation.help.to_owned();
        if !operation.aliases.is_empty() {
            help.push_str(&format!(" (also {})", operation.aliases.join(" ")));
        }
        row(written(operation, &operands(operation)), &help)
    });
    let forms = ops::FORMS.iter().flat_map(|form| row(format!("{}(…)", form.name), form.help));
    operations.chain(forms).collect()
}

fn on_form(form: &ops::Form) -> Page {
    let text = format!("x = 2; y = 5\nout = {}(x, y, 1)\n:grad out", form.name);
    Page { text: vec![format!("{}(…): {}", form.name, form.help)], transcript: Some(text) }
}

fn on_constant(constant: &ops::Constant) -> Page {
    let also = match constant.aliases {
        [] => String::new(),
        aliases => format!(", also written {}", aliases.join(", ")),
    };
    Page::of(vec![format!("{} = {}: {}{also}", constant.name, constant.value, constant.help)])
}

fn on_command(command: &'static Command) -> Page {
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
    Page { text, transcript: transcript::of_command(command) }
}

fn operands(operation: &Operation) -> Vec<String> {
    ["x", "y"].into_iter().take(operation.arity()).map(str::to_owned).collect()
}

fn on_operation(operation: &'static Operation) -> Page {
    let head = written(operation, &operands(operation));
    let mut text = wrapped(&format!("{head}: {}", operation.help));
    text.push(String::new());
    for (index, operand) in operands(operation).iter().enumerate() {
        text.push(format!("  d out / d {operand} = {}", operation.partial_text(index)));
    }
    text.push(format!("  domain: {}", operation.domain));
    if !operation.kinks.is_empty() {
        let kinks = wrapped(&format!("It is defined to have {}.", operation.kinks));
        text.extend(kinks.into_iter().map(|line| format!("  {line}")));
    }
    for edge in operation.edges.iter().filter(|edge| !edge.pytorch.is_empty()) {
        let at = edge.at.iter().map(|number| exact(*number)).collect::<Vec<_>>().join(", ");
        let unlike =
            wrapped(&format!("At {at} PyTorch has {}; here {}.", edge.pytorch, edge.because));
        text.extend(unlike.into_iter().map(|line| format!("  {line}")));
    }
    let mut also: Vec<String> = operation.aliases.iter().map(|name| (*name).to_owned()).collect();
    if let ops::Notation::Infix { call, .. } = operation.notation
        && !call.is_empty()
    {
        also.push(format!("{call}({})", operands(operation).join(", ")));
    }
    if !also.is_empty() {
        text.push(format!("  Also written {}.", also.join(", ")));
    }
    Page { text, transcript: transcript::of_operation(operation) }
}

/// Text broken into lines that leave room to indent them.
fn wrapped(text: &str) -> Vec<String> {
    wrapped_to(text, WIDTH - 3)
}

/// Text broken into lines of at most so many characters.
fn wrapped_to(text: &str, most: usize) -> Vec<String> {
    flowed(&mut text.split(' ').map(str::to_owned), " ", most)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(parts: &[Part]) -> Vec<String> {
        let piece = |piece: &Piece| match piece {
            Piece::Text(text, _) => text.clone(),
            _ => String::new(),
        };
        let cell = |cell: &Cell| match cell {
            Cell::Text(text, _) => format!("{text:<22}"),
            _ => " ".repeat(22),
        };
        let of_part = |part: &Part| match part {
            Part::Line(pieces) => vec![pieces.iter().map(piece).collect()],
            Part::Grid(grid) => {
                let text = |row: &Vec<Cell>| row.iter().map(cell).collect::<Vec<_>>().join("  ");
                grid.rows.iter().map(text).collect()
            }
            _ => Vec::new(),
        };
        parts.iter().flat_map(of_part).map(|line: String| line.trim_end().to_owned()).collect()
    }

    #[test]
    fn the_overview_fits_a_screen_and_shows_every_command() {
        let shown = lines(&overview());
        assert!(shown.len() <= 22, "{} lines", shown.len());
        for line in &shown {
            assert!(line.chars().count() <= 80, "{line}");
        }
        for command in commands() {
            assert!(shown.iter().any(|line| line.contains(command.example)), "{}", command.name);
        }
    }

    #[test]
    fn every_page_fits_the_width_of_a_screen() {
        for name in topic_names() {
            let page = about(name).unwrap_or_else(|| panic!("{name} has no page"));
            assert!(!page.text.is_empty(), "{name}");
            for line in page.text {
                assert!(line.chars().count() <= 80, "{name}: {line}");
            }
        }
    }

    #[test]
    fn every_transcript_works() {
        for name in topic_names() {
            if let Some(text) = about(name).unwrap().transcript {
                assert!(transcript::works(&text), "{name}: {text}");
            }
        }
        for operation in ops::operations() {
            assert!(on_operation(operation).transcript.is_some(), "{}", operation.name);
        }
        for name in ["grad", "set", "step", "freeze", "vars", "numbers", "names", "language"] {
            assert!(about(name).unwrap().transcript.is_some(), "{name} has no transcript");
        }
    }

    #[test]
    fn the_page_of_an_operation_says_all_that_its_row_does() {
        let page = about("relu").unwrap().text.join("\n");
        for said in ["relu(x): x where it is positive", "d out / d x = step(x)", "any x", "at 0"] {
            assert!(page.contains(said), "{said} is not in:\n{page}");
        }
        let list = about("operations").unwrap().text.join("\n");
        for operation in ops::operations() {
            assert!(list.contains(operation.name), "{}", operation.name);
        }
    }
}
