//! `:read`: makes columns of a table.

mod columns;
mod headers;
pub mod paste;
mod rows;
mod source;
mod uncertainty_columns;
mod written_table;

use std::io::Read;

use super::table::Table;
use crate::command::notes::rebinding;
use crate::command::syntax::Word;
use crate::command::{
    Argument, Arguments, Command, Group, RunOptions, open, path_of, readable, why,
};
use crate::core::language::{Error, Result, is_plain_name};
use crate::core::session::Session;
use crate::parts::uncertainty::{self, Distribution, LeafError};
use crate::report::{Next, Report, WantedRows, and, counted, facts_of};
use columns::choose_columns;
use headers::name_columns;
use rows::{Rows, all_rows, whole_rows};
use source::{Source, SourceKind};
use uncertainty_columns::{MeasuredColumn, with_uncertainties};
pub use written_table::must_read_back;

pub const COMMANDS: &[Command] = &[Command {
    name: "read",
    aliases: &[],
    group: Group::Session,
    arguments: &[
        Argument::keyword("-"),
        Argument::file_or_name("FILE").optional(),
        Argument::name("NAME").optional().repeated(),
        Argument::keyword("header"),
        Argument::count("N", 1, MOST_LINES_ABOVE).following(),
        Argument::keyword("skip"),
    ],
    summary: "read the columns of a table of numbers: CSV, TSV or blank-separated",
    details: "\
Without FILE the rows are on the lines below, up to an empty one or a command; with - they are on stdin. A pasted table needs no command. \
Commas, tabs, semicolons, blanks or the bars of Markdown separate the cells. If commas do not, 2,5 is 2.5. \
Lines that start with # are comments. \
The first line names the columns if it has a word and no number; header N takes line N, and skips those above. \
Other columns are c1, c2 and so on. A line of units below the names is left out. \
NAMEs choose columns; they name the columns of a table without header. \
A cell that is empty, NA, nan, null or a word is a gap: nan in that column, which :fit and :plot leave out. \
Other text such as <5 and rows of another length are errors; skip leaves out such rows, and those with a gap. \
A column of text is one of categories, which species == \"setosa\" compares; one of dates is left out. \
A column u(y) has the ± of y. In a script a relative path starts at the script's folder.",
    example: ":read points.csv",
    run: read,
}];

/// The most lines above a header.
const MOST_LINES_ABOVE: u64 = 1_000_000;

/// The most columns that an answer names.
const MOST_NAMED: usize = 20;

fn read(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let file = arguments.words("FILE").next();
    let names: Vec<Word<'_>> = arguments.words("NAME").collect();
    let is_on_stdin = arguments.has("-");
    let header = if arguments.has("header") { Some(arguments.count("N")?) } else { None };
    let owned = |word: Word<'_>| (word.text.to_owned(), word.span);
    let mut wanted = WantedRows {
        are_on_stdin: is_on_stdin,
        names: names.iter().copied().map(owned).collect(),
        skip: arguments.has("skip"),
        header,
        span: arguments.end(),
    };
    let file = match file {
        Some(file) if !is_on_stdin && !are_new_names(session, arguments, file, &names)? => file,
        _ => {
            wanted.names.splice(0..0, file.map(owned));
            return Ok(Report { next: Next::Rows(wanted), ..Report::default() });
        }
    };
    if let Some(why) = arguments.options().files.why_not() {
        return Err(Error::new(file.span, format!(":read is refused: {why}")));
    }
    let path = readable(session, file, arguments)?;
    let source = Source::file(file);
    let mut text = open(&path).map_err(|error| {
        let error = source.error(format!("cannot read {}: {}", source.name, why(&error)));
        match is_new_name(file) && !path.exists() {
            true => error.hint("for rows on the lines below, write :read alone, or with two names"),
            false => error,
        }
    })?;
    let table = read_table(session, &mut text, header, &source)?;
    bind(session, table, &wanted, &source, arguments.options())
}

/// Returns true if the words name the columns of rows below, and are no file with some of its columns.
fn are_new_names(
    session: &Session,
    arguments: &Arguments<'_>,
    first: Word<'_>,
    names: &[Word<'_>],
) -> Result<bool> {
    if names.is_empty() || !is_new_name(first) || !names.iter().all(|word| is_new_name(*word)) {
        return Ok(false);
    }
    let may_look = arguments.options().files.why_not().is_none();
    Ok(!may_look || !session.folder().join(path_of(first)?).exists())
}

fn is_new_name(word: Word<'_>) -> bool {
    !word.quoted && is_plain_name(word.text)
}

/// Reads a table that fits into the session's memory.
fn read_table(
    session: &Session,
    text: &mut dyn Read,
    header: Option<u64>,
    source: &Source,
) -> Result<Table> {
    let guard = session.guard();
    let room = session.room_for_rows();
    let mut goes_on = |cells: usize| cells <= room && guard.go_on(source.span).is_ok();
    let table = Table::read(text, source.lines_above, header, &mut goes_on);
    guard.go_on(source.span)?;
    let name = &source.name;
    let table = table
        .map_err(|error| Error::new(source.span, format!("cannot read {name}: {}", why(&error))))?;
    if !table.lines.is_empty() {
        return Ok(table);
    }
    let message = match (table.columns.is_empty(), header) {
        (false, _) => format!("{name} has no rows below its header"),
        (true, Some(header)) => format!("{name} has no line {header}"),
        (true, None) if source.kind == SourceKind::Lines => "there are no rows".to_owned(),
        (true, None) => format!("{name} is empty"),
    };
    Err(source.error(message))
}

/// Returns the wanted columns and rows of a table. Columns of a file may take a name of the session.
fn rows_of(
    session: &Session,
    mut table: Table,
    wanted: &WantedRows,
    source: &Source,
) -> Result<Rows> {
    let is_file = source.kind == SourceKind::File;
    name_columns(&mut table.columns, |name| !is_file && session.has_name(name));
    let width = table.columns.len();
    let units = table.units.map(|line| format!("line {line} is left out: it has units"));
    let (columns, notes) = choose_columns(table.columns, &wanted.names, source)?;
    table.columns = columns;
    let mut rows = match wanted.skip {
        true => whole_rows(table, source)?,
        false => all_rows(table, width, source)?,
    };
    rows.notes.splice(0..0, units.into_iter().chain(notes));
    Ok(rows)
}

/// Binds the wanted columns of a table, or all.
fn bind(
    session: &mut Session,
    table: Table,
    wanted: &WantedRows,
    source: &Source,
    options: RunOptions,
) -> Result<Report> {
    let is_file = source.kind == SourceKind::File;
    let has_header = table.columns.iter().all(|column| column.header.is_some());
    let Rows { columns, count, notes } = rows_of(session, table, wanted, source)?;
    let columns = with_uncertainties(session, columns, source)?;
    let titles: Vec<String> = columns.iter().map(|column| column.title.clone()).collect();
    let names: Vec<String> = columns.iter().map(|column| column.name.clone()).collect();
    let mut left_behind = Vec::new();
    for MeasuredColumn { name, cells, us, .. } in columns {
        let assigned = session.bind_column(&name, cells, source.span)?;
        let us = us.map(|us| LeafError::of_rows(us, Distribution::Normal));
        uncertainty::put(session, &assigned.value, us);
        left_behind.extend(rebinding::left_behind(&name, &assigned, None));
    }
    let is_long = titles.len() > MOST_NAMED;
    let titles = if is_long { and(titles, MOST_NAMED) } else { titles.join(", ") };
    let mut text = format!("{titles}: {}", counted(count as u64, "row"));
    if let Some(first) = names.first()
        && !is_file
        && !has_header
        && wanted.names.is_empty()
        && options.watched
    {
        text.push_str(&format!("; x = {first} names one"));
    }
    let facts = facts_of([
        ("rows", count.into()),
        ("columns", names.len().into()),
        ("names", names.into()),
    ]);
    let left_behind = if options.watched { left_behind } else { Vec::new() };
    Ok(Report { notes, left_behind, ..Report::confirm("read", text, facts) })
}
