//! `:read`: makes columns of a table.

mod columns;
mod layout;
pub mod paste;
mod rows;
mod table;

use std::collections::BTreeSet;
use std::io::Read;

use crate::command::syntax::Word;
use crate::command::{
    Argument, ArgumentKind, Arguments, Command, Group, RunOptions, open, readable, why,
};
use crate::core::language::{Error, Result, Span, is_plain_name, quoted};
use crate::core::session::{ROWS_AS_A_NODE, Session};
use crate::parts::HOOKS;
use crate::report::{LeftBehind, Next, Report, WantedRows, and, counted, facts_of, few};
use columns::{choose_columns, measured_name, name_columns};
use rows::{
    amounts, gaps, incomplete, must_be_even, must_be_numbers, must_have_one_meaning, uncertainties,
};
use table::{Table, TableColumn, text_of};
pub use table::{amounts_of, is_date, is_text};

pub const COMMANDS: &[Command] = &[Command {
    name: "read",
    group: Group::Often,
    arguments: &[
        Argument::keyword("-"),
        Argument::new("FILE", ArgumentKind::FileOrName).optional(),
        Argument::new("NAME", ArgumentKind::Name).optional().repeated(),
        Argument::keyword("header"),
        Argument::count("N", 1, MOST_LINES_ABOVE).following(),
        Argument::keyword("skip"),
    ],
    summary: "read the columns of a table of numbers: CSV, TSV or blank-separated",
    details: "\
Cells are separated by commas, tabs, semicolons, blanks or the bars of Markdown. The first line \
is the header if it has a word and no number. A cell that is empty, NA, nan or a word is a gap; \
1,200 is 1200, $4.99 is 4.99 and 12% is 0.12. A pasted table needs no command. In a script a \
relative path starts at the script's folder.",
    options: &[
        ("-", "read the rows from stdin"),
        ("FILE", "the file; without it, the rows follow on the lines below"),
        ("NAME", "the columns to read, or their names if the table has no header"),
        ("header N", "line N is the header; skip the lines above"),
        ("skip", "leave out rows that have a gap or cannot be read"),
    ],
    examples: &[":read points.csv", ":read points.csv t", ":read points.csv header 1 skip"],
    run: read,
    ..Command::ROW
}];

const MOST_LINES_ABOVE: u64 = 1_000_000;

/// The most columns that an answer names.
const MOST_NAMED: usize = 20;

/// Where a table is from: a file, stdin, or the lines below the command.
#[derive(Debug)]
struct Source {
    is_file: bool,
    /// The name in messages.
    name: String,
    /// The place in the statement for errors of the table.
    span: Span,
    /// The number of lines above it in a script.
    lines_above: u64,
}

impl Source {
    fn error(&self, message: impl Into<String>) -> Error {
        Error::new(self.span, message)
    }
}

fn read(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let file = arguments.words("FILE").next();
    let is_on_stdin = arguments.has("-");
    let header = if arguments.has("header") { Some(arguments.count("N")?) } else { None };
    let owned = |word: Word<'_>| (word.text.to_owned(), word.span);
    let mut wanted = WantedRows {
        are_on_stdin: is_on_stdin,
        names: arguments.words("NAME").map(owned).collect(),
        skip: arguments.has("skip"),
        header,
        span: arguments.end,
    };
    let file = match file {
        // A plain name is a column of the rows below.
        Some(file) if !is_on_stdin && (file.quoted || !is_plain_name(file.text)) => file,
        _ => {
            wanted.names.splice(0..0, file.map(owned));
            return Ok(Report { next: Next::Rows(wanted), ..Report::default() });
        }
    };
    if let Some(why) = arguments.options.files.why_not(false) {
        return Err(Error::new(file.span, format!(":read is refused: {why}")));
    }
    let path = readable(session, file, arguments)?;
    let name = quoted(&file.said());
    let source = Source { is_file: true, name, span: file.span, lines_above: 0 };
    let mut text = open(&path)
        .map_err(|error| source.error(format!("cannot read {}: {}", source.name, why(&error))))?;
    let table = read_table(session, &mut text, header, &source)?;
    bind(session, table, &wanted, &source, arguments.options)
}

/// Reads a table that fits into the session's memory.
fn read_table(
    session: &Session,
    text: &mut dyn Read,
    header: Option<u64>,
    source: &Source,
) -> Result<Table> {
    let guard = session.guard();
    // The numbers of columns that fit into memory.
    let nodes = session.budget().most().saturating_sub(session.budget().held());
    let room = nodes.saturating_mul(ROWS_AS_A_NODE);
    let mut goes_on = |cells: usize| cells <= room && guard.go_on(source.span).is_ok();
    // A number takes eight bytes.
    let text = text_of(text, (room as u64).saturating_mul(size_of::<f64>() as u64));
    let table = text.and_then(|text| Table::of(&text, source.lines_above, header, &mut goes_on));
    guard.go_on(source.span)?;
    let name = &source.name;
    let table = table.map_err(|it| source.error(format!("cannot read {name}: {}", why(&it))))?;
    let table = Some(table).filter(|table| !table.lines.is_empty());
    table.ok_or_else(|| source.error(format!("{name} has no rows")))
}

/// Binds the wanted columns of a table, or all. Columns of a file may rebind names.
fn bind(
    session: &mut Session,
    mut table: Table,
    wanted: &WantedRows,
    source: &Source,
    options: RunOptions,
) -> Result<Report> {
    name_columns(&mut table.columns, |name| !source.is_file && session.has_name(name));
    if !wanted.skip {
        must_be_even(&table, source)?;
    }
    let units = table.units.map(|line| format!("line {line} left out: it has units"));
    let mut notes: Vec<String> = units.into_iter().collect();
    let has_decimals = table.columns.iter().any(|column| column.has_decimals);
    notes.extend(choose_columns(&mut table.columns, &wanted.names, source)?);
    must_have_one_meaning(&table, has_decimals, source)?;
    notes.extend(amounts(&table.columns));
    let mut left_out = BTreeSet::new();
    if wanted.skip {
        let note;
        (left_out, note) = incomplete(&table, source)?;
        notes.extend(note);
    } else {
        must_be_numbers(&table, source)?;
        notes.extend(table.columns.iter().filter_map(|column| gaps(column, &table)));
    }
    let count = table.lines.len() - left_out.len();
    let rows = |column: TableColumn| {
        (column.name.clone(), column.cells().of_rows(|row| !left_out.contains(&row)))
    };
    let columns = table.columns.into_iter().map(rows);
    let (us, columns): (Vec<_>, Vec<_>) =
        columns.partition(|(name, _)| measured_name(name).is_some());
    let (mut titles, mut names, mut texts) = (Vec::new(), Vec::new(), Vec::new());
    let mut left_behind = Vec::new();
    for (name, cells) in columns {
        let u = us.iter().find(|(of, _)| measured_name(of) == Some(&name));
        let own = u.map(|(of, us)| uncertainties(&cells, (of, us), source)).transpose()?;
        let title = quoted(&name);
        titles.push(match u {
            Some((of, _)) => format!("{title} ± {}", quoted(of)),
            None => title,
        });
        let assigned = session.bind_column(&name, cells, source.span)?;
        texts.extend(assigned.value.is_text().then(|| quoted(&name)));
        if let Some(own) = own {
            (HOOKS.put_errors)(session, &assigned.value, own);
        }
        let new = assigned.value.clone();
        let left = |old| LeftBehind { name: name.clone(), old, new };
        left_behind.extend(assigned.left_behind.map(left));
        names.push(name);
    }
    let titles = few(titles.into_iter(), MOST_NAMED, ", ");
    let mut text = format!("{titles}: {}", counted(count as u64, "row"));
    if !texts.is_empty() {
        let verb = if texts.len() == 1 { "is" } else { "are" };
        text.push_str(&format!("; {} {verb} text", and(texts, MOST_NAMED)));
    }
    let facts = facts_of([
        ("rows", count.into()),
        ("columns", names.len().into()),
        ("names", names.into()),
    ]);
    left_behind.retain(|_| options.watched);
    let notes =
        if notes.is_empty() { notes } else { vec![few(notes.into_iter(), MOST_NAMED, "; ")] };
    Ok(Report { notes, left_behind, ..Report::confirm("read", text, facts) })
}
