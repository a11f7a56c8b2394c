//! Commands that change how things are printed.

use super::given::{count, no_such};
use super::{Command, Given, Group, Kind, Times, argument};
use crate::language::{Error, Result, Word, quoted};
use crate::report::Report;
use crate::session::{Color, Keys, Session, Settings};
use crate::views::FORMATS;

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "digits",
        aliases: &[],
        group: Group::Display,
        arguments: &[argument("N", Kind::Count, Times::Maybe)],
        summary: "decimals in tables and digits of answers; without N as at first",
        details: "N is from 1 to 17. At first tables have 4 decimals, answers up to 12 digits.",
        example: ":digits 6",
        uses_files: false,
        run: digits,
    },
    Command {
        name: "rows",
        aliases: &[],
        group: Group::Display,
        arguments: &[argument("N", Kind::Count, Times::Maybe)],
        summary: "rows of a table on a terminal before inner nodes are hidden",
        details: "At first 60. A pipe or a file always gets every row.",
        example: ":rows 200",
        uses_files: false,
        run: rows,
    },
    Command {
        name: "format",
        aliases: &[],
        group: Group::Display,
        arguments: &[argument("NAME", Kind::Format, Times::Maybe)],
        summary: "what results look like: table, json, tsv or csv",
        details: "",
        example: ":format json",
        uses_files: false,
        run: format,
    },
    Command {
        name: "keys",
        aliases: &[],
        group: Group::Display,
        arguments: &[argument("EDITOR", Kind::OneOf(&["emacs", "vi"]), Times::Maybe)],
        summary: "whose keys the prompt obeys: emacs or vi",
        details: "\
At first those of emacs. To keep a setting, write the command into init.grad: :help startup.",
        example: ":keys vi",
        uses_files: false,
        run: keys,
    },
    Command {
        name: "color",
        aliases: &["colour"],
        group: Group::Display,
        arguments: &[argument("WHEN", Kind::OneOf(&["auto", "always", "never"]), Times::Maybe)],
        summary: "when to color: auto, always or never",
        details: "\
auto colors on a terminal, for stdout and stderr each, unless NO_COLOR is set or TERM is dumb; \
CLICOLOR_FORCE colors everywhere. The option --color has the last word over init.grad.",
        example: ":color never",
        uses_files: false,
        run: color,
    },
];

fn digits(session: &mut Session, mut given: Given<'_>) -> Result<Report> {
    let digits = match given.word() {
        None => None,
        Some(word) => usize::try_from(count(word, "N", 1, 17)?).ok(),
    };
    given.done()?;
    session.change_settings(Settings { digits, ..session.settings().clone() });
    Ok(Report::default())
}

fn rows(session: &mut Session, mut given: Given<'_>) -> Result<Report> {
    let rows = match given.word() {
        None => Settings::default().rows,
        Some(word) => usize::try_from(count(word, "N", 1, 1_000_000_000)?).unwrap_or(usize::MAX),
    };
    given.done()?;
    session.change_settings(Settings { rows, ..session.settings().clone() });
    Ok(Report::default())
}

fn format(session: &mut Session, mut given: Given<'_>) -> Result<Report> {
    let Some(word) = given.word() else {
        return Ok(Report::say("format", [format!("the format is {}", session.settings().format)]));
    };
    given.done()?;
    let Some(format) = FORMATS.iter().find(|format| format.name == word.text) else {
        let names: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
        return Err(no_such("format", word, &names));
    };
    session.change_settings(Settings { format: format.name, ..session.settings().clone() });
    Ok(Report::default())
}

fn keys(session: &mut Session, mut given: Given<'_>) -> Result<Report> {
    let Some(word) = given.word() else {
        let now = called(&Keys::ALL, session.settings().keys);
        return Ok(Report::say("keys", [format!("the keys are those of {now}")]));
    };
    given.done()?;
    let keys = meant(&Keys::ALL, word)?;
    session.change_settings(Settings { keys, ..session.settings().clone() });
    Ok(Report::default())
}

fn color(session: &mut Session, mut given: Given<'_>) -> Result<Report> {
    let Some(word) = given.word() else {
        let now = called(&Color::ALL, session.settings().color);
        return Ok(Report::say("color", [format!("color is {now}")]));
    };
    given.done()?;
    let color = meant(&Color::ALL, word)?;
    session.change_settings(Settings { color, ..session.settings().clone() });
    Ok(Report::default())
}

/// The word for a choice.
fn called<T: Copy + PartialEq>(choices: &[(&'static str, T)], chosen: T) -> &'static str {
    choices.iter().find(|(_, choice)| *choice == chosen).map_or("", |(name, _)| name)
}

/// The choice a word means.
fn meant<T: Copy>(choices: &[(&'static str, T)], word: Word<'_>) -> Result<T> {
    if let Some((_, choice)) = choices.iter().find(|(name, _)| *name == word.text) {
        return Ok(*choice);
    }
    let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
    let message = format!("found {} where a choice was expected", quoted(word.text));
    Err(Error::new(word.span, message).hint(format!("choose one of {}", names.join(", "))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_completion_offers_are_those_that_are_understood() {
        let offered = |name: &str| {
            let command = COMMANDS.iter().find(|row| row.name == name).unwrap();
            match command.arguments {
                [super::super::Argument { kind: Kind::OneOf(words), .. }] => words.to_vec(),
                _ => panic!("{name} takes no choice"),
            }
        };
        assert_eq!(offered("keys"), Keys::ALL.map(|(name, _)| name));
        assert_eq!(offered("color"), Color::ALL.map(|(name, _)| name));
    }
}
