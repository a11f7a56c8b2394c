//! The command that reads a table of numbers.

mod columns;
mod headers;
mod new_names;
pub mod paste;
mod rows;
mod source;
mod uncertainty_columns;
mod written_table;

use std::io;

use super::table::{Table, TableColumn};
use crate::command::notes::rebinding;
use crate::command::syntax::Word;
use crate::command::{Argument, Arguments, Command, Group, RunOptions, readable, why};
use crate::core::language::{Error, Result, Span, quoted};
use crate::core::session::Session;
use crate::parts::uncertainty::Distribution;
use crate::parts::uncertainty::{self, Uncertain};
use crate::report::{Next, Report, WantedRows, and, counted, facts_of};
use columns::Named;
use rows::whole_rows;
use source::{Called, Whence};
use uncertainty_columns::{Measured, measured};
pub use written_table::must_read_back;

pub const COMMANDS: &[Command] = &[Command {
    name: "read",
    aliases: &[],
    group: Group::Session,
    arguments: &[
        Argument::keyword("-"),
        Argument::file_or_name("FILE").optional(),
        Argument::name("NAME").optional().repeated(),
        Argument::keyword("skip"),
    ],
    summary: "read the columns of a table of numbers: CSV, TSV or blank-separated",
    details: "\
Alone, it takes the rows on the lines below, up to an empty one or a command; with - those of stdin. A table that is \
pasted at the prompt needs no command. The columns of such a table are the next free c1, c2 and so on if it \
has no header; :read NAME NAME… names those of the rows below. \
Names the columns of a FILE by the first line if that has a word and no number in it, else c1, c2 and so on; \
with NAMEs only these are read, or, where there is no header, they name the columns. \
Cells are separated by commas, tabs, semicolons or blanks; if by something other than commas, 2,5 and 1,250.5 are numbers. A line that starts with # is a comment. Markdown tables are read, and tables with an index before each row. A column most of whose cells are text is one of categories, which species == \"setosa\" compares. \
A cell that is empty, NA, nan, null or a word is a gap: its row has nan in that column, which :fit and \
:plot leave out; inf is a number. Other text, such as 1,000 or <5, and a row of another length are \
errors. skip leaves out the rows that have such an error or a gap in a column that is read. A column u(y) has the ± of y. \
In a script a relative path starts at the script's folder. One :undo removes all of the \
columns.",
    example: ":read points.csv",
    run: read,
}];

fn read(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let file = arguments.words("FILE").next();
    let wanted: Vec<Word<'_>> = arguments.words("NAME").collect();
    let skip = arguments.has("skip");
    let is_stdin = arguments.has("-");
    if is_stdin || file.is_none() {
        let wanted = file.into_iter().chain(wanted);
        let names = wanted.map(|word| (word.text.to_owned(), word.span)).collect();
        let rows = WantedRows { are_on_stdin: is_stdin, names, skip, span: arguments.end() };
        return Ok(Report { next: Next::Rows(rows), ..Report::default() });
    }
    let file = arguments.word("FILE")?;
    if !wanted.is_empty() && new_names::are_new_names(session, arguments, file, &wanted)? {
        let names = std::iter::once(file).chain(wanted);
        let names = names.map(|word| (word.text.to_owned(), word.span)).collect();
        let rows = WantedRows { are_on_stdin: false, names, skip, span: arguments.end() };
        return Ok(Report { next: Next::Rows(rows), ..Report::default() });
    }
    if let Some(why) = arguments.options().files.why_not() {
        return Err(Error::new(file.span, format!(":read is refused: {why}")));
    }
    let path = readable(session, file, arguments)?;
    let called = Called::file(file);
    let table = table(session, &called, |goes_on| Table::read(&path, goes_on));
    let table = table.map_err(|error| match error.advice() {
        None if new_names::is_new_name(file) && !path.exists() => {
            error.hint("for rows on the lines below, write :read alone, or with two names or more")
        }
        _ => error,
    })?;
    let wanted: Vec<(&str, Span)> = wanted.iter().map(|word| (word.text, word.span)).collect();
    bind(session, table, &called, (&wanted, skip), arguments.options())
}

/// Binds the columns of a table that are wanted, or all.
fn bind(
    session: &mut Session,
    table: Table,
    called: &Called,
    (wanted, skip): (&[(&str, Span)], bool),
    options: RunOptions,
) -> Result<Report> {
    if !skip {
        units_must_not_follow(&table, called)?;
    }
    // What is no file cannot be read again, and takes no place from what was read before.
    let is_kept = called.from != Whence::File;
    let is_taken = |name: &str| is_kept && session.has_name(name);
    let mut named = Named::of(table, is_taken);
    let (chosen, mut notes) = named.choose(wanted, called)?;
    let has_headers = chosen.iter().all(|(_, column)| column.header.is_some());
    let whole = whole_rows(chosen, &named, skip, called)?;
    notes.extend(whole.notes);
    let columns = measured(session, whole.columns, called)?;
    let said: Vec<String> = columns.iter().map(Measured::said).collect();
    let names: Vec<String> = columns.iter().map(|column| column.name.clone()).collect();
    let bind = |Measured { name, cells, us, .. }: Measured| {
        let assigned = session.bind_column(&name, cells, called.span)?;
        let us = us.map(|us| Uncertain::of_rows(us, Distribution::Normal));
        uncertainty::put(session, &assigned.value, us);
        Ok(rebinding::left_behind(&name, &assigned, None))
    };
    let bound: Result<Vec<_>> = columns.into_iter().map(bind).collect();
    let left_behind = bound?;
    let rows = counted(whole.rows as u64, "row");
    let mut text = format!("{}: {rows}", listed(&said));
    if is_kept && !has_headers && wanted.is_empty() && options.watched {
        let first = names.first().map_or("", String::as_str);
        text.push_str(&format!("; x = {first} names one"));
    }
    let facts = facts_of([
        ("rows", whole.rows.into()),
        ("columns", names.len().into()),
        ("names", names.into()),
    ]);
    let mut report = Report::confirm("read", text, facts);
    report.notes = notes;
    if options.watched {
        report.left_behind = left_behind.into_iter().flatten().collect();
    }
    Ok(report)
}

/// The names of columns, as a sentence lists them.
fn listed(names: &[String]) -> String {
    if names.len() > MOST_CALLED { and(names.to_vec(), MOST_CALLED) } else { names.join(", ") }
}

/// The most columns that are called by their names.
const MOST_CALLED: usize = 20;

/// Reads the table, as far as there is room for it.
fn table(
    session: &Session,
    file: &Called,
    read: impl FnOnce(&mut dyn FnMut(usize) -> bool) -> io::Result<Table>,
) -> Result<Table> {
    let guard = session.guard();
    let room = session.room_for_rows();
    let mut goes_on = |cells: usize| cells <= room && guard.go_on(file.span).is_ok();
    let table = read(&mut goes_on);
    guard.go_on(file.span)?;
    let table = table.map_err(|error| {
        Error::new(file.span, format!("cannot read {}: {}", file.name, why(&error)))
    })?;
    checked(table, file)
}

/// Returns a table that has rows, and a header that fits.
fn checked(table: Table, file: &Called) -> Result<Table> {
    if let Some(title) = &table.title {
        let message = format!("the first line of {} is no header: {}", file.name, quoted(title));
        return Err(Error::new(file.span, message).hint("write # before a title"));
    }
    if table.lines.is_empty() {
        let name = &file.name;
        let message = match table.columns.as_slice() {
            [] if file.is_typed() => "there are no rows".to_owned(),
            [] => format!("{name} is empty"),
            _ => format!("{name} has no rows below its header"),
        };
        return Err(Error::new(file.span, message));
    }
    header_must_fit(&table, file)?;
    Ok(table)
}

/// Returns an error where a header has more words than any row has cells: `time (s)` between blanks.
fn header_must_fit(table: &Table, file: &Called) -> Result<()> {
    let rows = table.lines.len();
    let is_filled = |column: &TableColumn| column.gaps.len() < rows;
    let filled = table.columns.iter().take_while(|column| is_filled(column)).count();
    let width = table.columns.len();
    if !table.has_blanks || filled == width || table.columns.iter().all(|it| it.header.is_none()) {
        return Ok(());
    }
    let (words, cells) = (counted(width as u64, "word"), counted(filled as u64, "cell"));
    let message = format!("the header of {} has {words}, and a row {cells}", file.name);
    Err(Error::new(file.span, message)
        .hint("blanks separate names: write time_s for time (s), or # before the line"))
}

/// Returns an error where a row of words alone follows the header: one of the two is a title, or
/// there are units below the names.
fn units_must_not_follow(table: &Table, file: &Called) -> Result<()> {
    let is_word = |column: &TableColumn| {
        column.texts.first() == Some(&0) && column.garbled.as_ref().is_none_or(|it| it.row > 0)
    };
    let has_header = table.columns.iter().any(|column| column.header.is_some());
    let is_all_words = table.columns.iter().all(|it| is_word(it) || it.gaps.first() == Some(&0));
    let has_numbers = table.columns.iter().any(TableColumn::is_mostly_numbers);
    if !has_header || !is_all_words || !has_numbers || table.lines.len() < 2 {
        return Ok(());
    }
    let line = table.lines.first().copied().unwrap_or_default();
    let message = format!("line {line} of {} has words alone, as the header above it", file.name);
    let skipping = file.again("skip");
    Err(Error::new(file.span, message).hint(format!(
        "{skipping} leaves it out, as units are; write # before the first line if that is a title"
    )))
}
