//! Commands that change how things are printed.

use super::given::count;
use super::{Command, Given, Group, Kind, Times, argument};
use crate::language::{Error, Result, nearest, quoted};
use crate::report::Report;
use crate::session::{Session, Settings};
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
];

fn digits<'session>(
    session: &'session mut Session,
    mut given: Given<'_>,
) -> Result<Report<'session>> {
    let digits = match given.word() {
        None => None,
        Some(word) => usize::try_from(count(word, "N", 1, 17)?).ok(),
    };
    given.done()?;
    session.change_settings(Settings { digits, ..session.settings().clone() });
    Ok(Report::default())
}

fn rows<'session>(
    session: &'session mut Session,
    mut given: Given<'_>,
) -> Result<Report<'session>> {
    let rows = match given.word() {
        None => Settings::default().rows,
        Some(word) => usize::try_from(count(word, "N", 1, 1_000_000_000)?).unwrap_or(usize::MAX),
    };
    given.done()?;
    session.change_settings(Settings { rows, ..session.settings().clone() });
    Ok(Report::default())
}

fn format<'session>(
    session: &'session mut Session,
    mut given: Given<'_>,
) -> Result<Report<'session>> {
    let Some(word) = given.word() else {
        return Ok(Report::say("format", [format!("the format is {}", session.settings().format)]));
    };
    given.done()?;
    let Some(format) = FORMATS.iter().find(|format| format.name == word.text) else {
        let names: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
        let meant =
            nearest(word.text, names.iter().copied()).map(|name| format!("did you mean {name}?"));
        return Err(Error::new(word.span, format!("there is no format {}", quoted(word.text)))
            .hint(meant.unwrap_or_else(|| format!("there are {}", names.join(", ")))));
    };
    session.change_settings(Settings { format: format.name, ..session.settings().clone() });
    Ok(Report::default())
}
