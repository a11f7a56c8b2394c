//! `:help` and `:quit`.

mod pages;

use pages::{Page, WIDTH, flowed};

use super::topics::TOPICS;
use super::{Argument, Arguments, Command, Group, commands, find};
use crate::language::{Error, Result, Span, nearest, quoted};
use crate::ops;
use crate::report::{Cell, Column, Next, Part, Report, Role, Sentence};
use crate::session::Session;
use crate::views::FORMATS;

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "help",
        aliases: &["h", "?"],
        group: Group::Display,
        arguments: &[Argument::topic("TOPIC").optional()],
        summary: "this list, or more about a command, an operation or a topic",
        details: "",
        example: ":help step",
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
        run: quit,
    },
];

fn quit(_: &mut Session, _: &Arguments<'_>) -> Result<Report> {
    Ok(Report { next: Next::Quit, ..Report::default() })
}

fn help(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let Some(word) = arguments.words("TOPIC").next() else {
        return Ok(Report { kind: "help", parts: overview(), ..Report::default() });
    };
    let page = about(word.text).ok_or_else(|| unknown_topic(session, word.text, word.span))?;
    let mut parts: Vec<Part> =
        page.text.into_iter().map(|text| Sentence::new(text).line()).collect();
    let next = match page.transcript {
        // Only a human reader gains from a demonstration.
        Some(text) if session.settings().format == FORMATS[0].name => {
            parts.push(Sentence::default().line());
            Next::Demonstrate(text)
        }
        _ => Next::GoOn,
    };
    Ok(Report { kind: "help", parts, next, ..Report::default() })
}

/// Returns the names of all pages: commands, operations, forms, constants and topics.
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
        None => ":help lists what there is".to_owned(),
    };
    Error::new(span, format!("there is no help on {}", quoted(topic))).hint(hint)
}

/// The blanks between examples.
const GAP: &str = "   ";

/// Returns the first screen: how to begin, an example of every command under its heading, and the
/// topics. It fits 80 columns and 22 lines.
fn overview() -> Vec<Part> {
    let titles = Group::ALL.iter().map(|group| group.title().chars().count());
    let column = titles.max().unwrap_or(0).max("operations".len());
    let mut rows = Vec::new();
    let mut section = |title: &str, items: &mut dyn Iterator<Item = String>, gap: &str| {
        for (at, text) in flowed(items, gap, WIDTH - column - 2).into_iter().enumerate() {
            let title = if at == 0 { title } else { "" };
            rows.push(vec![Cell::Text(title.to_owned(), Role::Title), Cell::text(text)]);
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
    let grid = Part::rows(columns, rows);
    let more = "Each of them has a page: :help step, :help tanh. At the prompt :gr is :grad.";
    vec![grid, Sentence::new(more).line()]
}

/// Returns the infix marks and the names that operations are called by.
fn operation_names() -> impl Iterator<Item = String> {
    let marks = ops::operations().filter(|row| matches!(row.notation, ops::Notation::Infix { .. }));
    marks.map(|row| row.name).chain(ops::call_names()).map(str::to_owned)
}

fn about(topic: &str) -> Option<Page> {
    if let Some(name) = topic.strip_prefix(':') {
        return Some(pages::on_command(find(name, Span::default(), true).ok()?));
    }
    let operation = ops::call(topic).or_else(|| ops::infix(topic)).or_else(|| ops::prefix(topic));
    let pages = [
        commands().find(|row| row.name == topic).map(pages::on_command),
        pages::on_topic(topic),
        operation.map(pages::on_operation),
        ops::form(topic).filter(|_| operation.is_none()).map(pages::on_form),
        ops::constant(topic).map(pages::on_constant),
    ];
    // Some names have several pages: `step` is a command and an operation.
    let joined = pages.into_iter().flatten().reduce(|mut all, page| {
        all.text.push(String::new());
        all.text.extend(page.text);
        Page { transcript: all.transcript.or(page.transcript), ..all }
    });
    joined.or_else(|| find(topic, Span::default(), true).ok().map(pages::on_command))
}

#[cfg(test)]
mod tests {
    use super::super::transcript;
    use super::*;
    use crate::report::Piece;

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
            Part::Sentence { pieces, .. } => vec![pieces.iter().map(piece).collect()],
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
            assert!(pages::on_operation(operation).transcript.is_some(), "{}", operation.name);
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
