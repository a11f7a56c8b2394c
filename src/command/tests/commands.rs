//! The table of commands: every row is sound, is found by its names, and has a page of help, as all topics
//! and operations have.

use crate::Session;
use crate::command;
use crate::command::help::topics::TOPICS;
use crate::command::{ArgumentKind, RunOptions};
use crate::core::ops;
use crate::render::{self, Style};
use crate::report::{Block, Piece};

/// The lines a statement answers with.
fn answer(text: &str) -> Vec<String> {
    let mut session = Session::new();
    let report = command::run(&mut session, text, RunOptions::default())
        .unwrap_or_else(|error| panic!("{text}: {error}"));
    let lines = report.blocks.iter().filter_map(|block| match block {
        Block::Text(text) => Some(text.pieces.iter().map(|piece| match piece {
            Piece::Text(text, _) => text.as_str(),
            _ => "",
        })),
        _ => None,
    });
    lines.map(Iterator::collect).collect()
}

#[test]
fn everything_has_a_page_of_help() {
    for name in command::topic_names() {
        let page = answer(&format!(":help {name}"));
        assert!(!page.is_empty(), ":help {name} says nothing");
    }
    for command in command::commands() {
        let page = answer(&format!(":help :{}", command.name)).join("\n");
        assert!(page.starts_with(&command.usage()), "{}", command.name);
        for alias in command.aliases {
            assert!(page.contains(alias), ":{} hides :{alias}", command.name);
        }
    }
    for row in ops::operations() {
        let page = answer(&format!(":help {}", row.name)).join("\n");
        for index in 0..row.arity() {
            assert!(page.contains(row.partial_text(index)), "{}", row.name);
        }
    }
}

#[test]
fn every_command_is_a_sound_row() {
    let mut seen = std::collections::HashSet::new();
    for command in command::commands() {
        for name in std::iter::once(&command.name).chain(command.aliases) {
            assert!(seen.insert(*name), "two commands are called :{name}");
            let found = command::find(name, Default::default(), false).expect("it is found");
            assert!(std::ptr::eq(found, command), ":{name}");
        }
        let summary = command.summary();
        assert!(!summary.is_empty() && !summary.ends_with('.'), ":{}: {summary}", command.name);
        assert!(!summary.contains('\n') && summary.len() < 78, ":{}: {summary}", command.name);
        assert!(!command.examples.is_empty(), ":{} has no example", command.name);
        for example in command.examples {
            let example = example.strip_prefix(':').expect("an example is a command");
            let name: String = example.chars().take_while(|c| !c.is_whitespace()).collect();
            let found = command::find(&name, Default::default(), false).expect("it is known");
            assert!(std::ptr::eq(found, command), "the example of :{} is of another", command.name);
        }
    }
}

#[test]
fn every_argument_has_a_line_of_help() {
    for command in command::commands() {
        let lines: String =
            command.options.iter().map(|(written, _)| format!("{written} ")).collect();
        for argument in command.arguments {
            let name = argument.name.trim_end_matches(['=', '…']);
            let is_choice = matches!(argument.kind, ArgumentKind::Choice(_));
            let is_there = is_choice || lines.contains(name) || command.details.contains(name);
            assert!(is_there, ":{} {name}", command.name);
        }
        for (written, about) in command.options {
            assert!(!about.ends_with('.'), ":{} {written}: {about}", command.name);
        }
    }
}

/// What a line prints in 80 columns.
fn printed(line: &str) -> String {
    let report = command::run(&mut Session::new(), line, RunOptions::default()).expect("it runs");
    let mut text = String::new();
    let format = render::format("table");
    (format.write)(&report, &Style::plain(None), &mut text).expect("it is written");
    text
}

#[test]
fn a_page_fits_a_screen_of_80_columns_and_24_rows() {
    let commands = command::commands().map(|command| format!(":{}", command.name));
    let topics = TOPICS.iter().map(|topic| topic.name.to_owned());
    for name in commands.chain(topics) {
        let page = printed(&format!(":help {name}"));
        let rows = page.lines().count();
        assert!(rows <= 24, ":help {name} has {rows} lines:\n{page}");
        assert!(page.lines().all(|line| line.chars().count() <= 80), "{page}");
    }
}

/// A new command must not break a script, so only the prompt takes the beginning of a name.
#[test]
fn only_the_prompt_takes_the_beginning_of_a_name() {
    let find = |name: &str, typed| command::find(name, Default::default(), typed);
    for command in command::commands() {
        for (end, _) in command.name.char_indices().skip(1) {
            let start = &command.name[..end];
            let begins = command::commands().filter(|row| row.name.starts_with(start)).count();
            let is_name = command::commands().any(|row| row.is_called(start));
            assert_eq!(find(start, false).is_ok(), is_name, ":{start}");
            assert_eq!(find(start, true).is_ok(), is_name || begins == 1, ":{start}");
        }
    }
    assert!(find("export!", false).is_ok() && find("x!", false).is_ok());
    assert!(find("exp!", true).is_err() && find("exp!", false).is_err());
    assert!(find("grad!", true).is_err() && find("!", true).is_err() && find("", true).is_err());
}
