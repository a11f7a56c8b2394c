//! The command that reads a table of numbers.

mod advice;
mod columns;
mod naming;
mod rows;

use std::path::Path;

use super::files::path_of;
use super::{Argument, Arguments, Command, Group, likeness, notes};
use crate::files::{BadQuote, Table, TableColumn, why};
use crate::language::{Error, Result, Word, quoted};
use crate::report::{Cell, Part, Reader, Report, Sentence, and, counted};
use crate::session::Session;
use columns::Named;
use naming::place_name;
use rows::whole_rows;

pub(super) const COMMANDS: &[Command] = &[Command {
    name: "read",
    aliases: &[],
    group: Group::Session,
    arguments: &[
        Argument::file("FILE"),
        Argument::name("NAME").optional().repeated(),
        Argument::keyword("skip"),
    ],
    summary: "read the columns of a table of numbers: CSV, TSV or blank-separated",
    details: "\
Names the columns by the first line if that has a word and no number in it, else c1, c2 and so on; \
with NAMEs only these are read. Cells are separated by commas, tabs, semicolons (then 2,5 is a number) \
or blanks; a line that starts with # is a comment. A column most of whose cells are text is left out. \
A cell that is empty, NA, nan, null or a word is a gap: its row has nan in that column, which :fit and \
:plot leave out; inf is a number. Other text, such as 1,000 or <5, and a row of another length are \
errors; with skip rows with any of these, or with a gap, in a column that is read are left out. \
In a script a relative path starts at the script's folder. One :undo removes all of the \
columns.",
    example: ":read points.csv",
    run: read,
}];

fn read(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let file = arguments.word("FILE")?;
    let wanted: Vec<Word<'_>> = arguments.words("NAME").collect();
    let skip = arguments.has("skip");
    let path = session.folder().join(path_of(file)?);
    let table = table(session, file, &path)?;
    let mut notes: Vec<String> = doubt(&table).into_iter().collect();
    let mut named = Named::of(table);
    let (chosen, others) = named.choose(&wanted, file)?;
    notes.extend(others);
    let whole = whole_rows(chosen, &named, skip, file)?;
    notes.extend(whole.notes);
    let names: Vec<String> = whole.columns.iter().map(|(name, _)| name.clone()).collect();
    session.open_group();
    let mut alike = Vec::new();
    let bind = |(name, numbers): (String, Vec<f64>)| {
        alike.extend(likeness::of_node(session, &name));
        let assigned = session.bind_column(&name, numbers, file.span)?;
        Ok(notes::left_behind(&name, &assigned, None))
    };
    let bound: Result<Vec<_>> = whole.columns.into_iter().map(bind).collect();
    session.close_group();
    let left_behind = bound?;
    let called =
        if names.len() > MOST_CALLED { and(names.clone(), MOST_CALLED) } else { names.join(", ") };
    let text = format!("{}: {called}", counted(whole.rows as u64, "row"));
    let said = Part::For(Reader::OF_CONFIRMATIONS, vec![Sentence::new(text).line()]);
    let facts = vec![
        ("rows", Cell::count(whole.rows as u64)),
        ("columns", Cell::count(names.len() as u64)),
        ("names", Cell::Texts(names)),
    ];
    let mut parts = vec![said, Part::Facts(facts)];
    parts.extend(notes.into_iter().map(Part::Note).chain(alike));
    if arguments.options().watched {
        parts.extend(left_behind.into_iter().flatten().map(Part::LeftBehind));
    }
    let report = Report { kind: "read", parts, ..Report::default() };
    Ok(report)
}

/// The most columns that are called by their names.
const MOST_CALLED: usize = 20;
/// The most cells of a line that a note shows.
const MOST_CELLS: usize = 6;

/// Reads the table, as far as there is room for it.
fn table(session: &Session, file: Word<'_>, path: &Path) -> Result<Table> {
    let guard = session.guard();
    let room = session.room_for_rows();
    let mut goes_on = |cells: usize| cells <= room && guard.go_on(file.span).is_ok();
    let table = Table::read(path, &mut goes_on);
    guard.go_on(file.span)?;
    let table = table.map_err(|error| {
        Error::new(file.span, format!("cannot read {}: {}", quoted(file.text), why(&error)))
    })?;
    if let Some(bad) = table.bad_quote {
        return Err(wrong_quote(table, bad, file));
    }
    if let Some(title) = &table.title {
        let message =
            format!("the first line of {} is no header: {}", quoted(file.text), quoted(title));
        return Err(Error::new(file.span, message).hint("write # before a title"));
    }
    if table.lines.is_empty() {
        let name = quoted(file.text);
        let message = match table.columns.as_slice() {
            [] => format!("{name} is empty"),
            _ => format!("{name} has no rows below its header"),
        };
        return Err(Error::new(file.span, message));
    }
    header_must_fit(&table, file)?;
    units_must_not_follow(&table, file)?;
    Ok(table)
}

/// Returns the error for a quotation mark that is wrong.
fn wrong_quote(table: Table, bad: BadQuote, file: Word<'_>) -> Error {
    let rows = table.lines.iter().filter(|line| **line < bad.line).count();
    let is_header = table.columns.is_empty();
    let name = naming::named(table.columns).into_iter().nth(bad.column).map(|(name, _)| name);
    let name = name.unwrap_or_else(|| place_name(bad.column + 1));
    let row = if is_header { String::new() } else { format!("row {}, ", rows + 1) };
    let (what, hint) = match bad.is_open {
        true => ("a \" is not closed", "nothing is read; write the \" at the end of that cell"),
        false => (
            "text follows a closing \"",
            "a cell with a \" in it is written \"2\"\"3\"; commas, tabs or semicolons separate cells in \
             quotes",
        ),
    };
    let message = format!("{what}: {row}column {name} (line {})", bad.line);
    Error::new(file.span, message).hint(hint)
}

/// Says how the first line is read, where that is doubtful.
fn doubt(table: &Table) -> Option<String> {
    let cells: Vec<String> =
        table.doubtful.as_ref()?.iter().map(|it| quoted(it).to_string()).collect();
    let cells = match cells.len() {
        0..=MOST_CELLS => cells.join(", "),
        _ => and(cells, MOST_CELLS),
    };
    let has_header = table.columns.iter().any(|column| column.header.is_some());
    Some(match has_header {
        true => format!("the first line is read as the header: {cells}"),
        false => format!("the first line is read as a row, as it has a number in it: {cells}"),
    })
}

/// Returns an error where a header has more words than any row has cells: `time (s)` between blanks.
fn header_must_fit(table: &Table, file: Word<'_>) -> Result<()> {
    let rows = table.lines.len();
    let is_filled = |column: &TableColumn| column.gaps.len() < rows;
    let filled = table.columns.iter().take_while(|column| is_filled(column)).count();
    let width = table.columns.len();
    if !table.has_blanks || filled == width || table.columns.iter().all(|it| it.header.is_none()) {
        return Ok(());
    }
    let (words, cells) = (counted(width as u64, "word"), counted(filled as u64, "cell"));
    let message = format!("the header of {} has {words}, and a row {cells}", quoted(file.text));
    Err(Error::new(file.span, message)
        .hint("blanks separate names: write time_s for time (s), or # before the line"))
}

/// Returns an error where a row of words alone follows the header: one of the two is a title, or
/// there are units below the names.
fn units_must_not_follow(table: &Table, file: Word<'_>) -> Result<()> {
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
    let message =
        format!("line {line} of {} has words alone, as the header above it", quoted(file.text));
    Err(Error::new(file.span, message)
        .hint("write # before the line that is no header: a title, or units"))
}
