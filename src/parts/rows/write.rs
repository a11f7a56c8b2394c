//! `:write`: the numbers of all rows, side by side in a file.

use std::io;

use super::read::must_read_back;
use crate::command::syntax::Word;
use crate::command::{Argument, Arguments, Command, Group, unknown_ending, write_new};
use crate::core::graph::Value;
use crate::core::language::{Error, Result, Span, quoted};
use crate::core::session::Session;
use crate::parts::export;
use crate::parts::formula::node_of;
use crate::parts::rows::Cells;
use crate::render::{Canvas, Format, table_format, write_records};
use crate::report::{Report, and, counted, facts_of};

pub const COMMANDS: &[Command] = &[Command {
    name: "write",
    aliases: &["write!"],
    group: Group::Session,
    arguments: &[Argument::file("FILE"), Argument::node("NAME").repeated()],
    summary: "write all rows of columns and other nodes to a table: CSV or TSV",
    details: "\
The rows of the NAMEs, or of expressions, stand side by side under a header, each followed by a column u(NAME) \
if it has uncertainties; one number stands in every row. FILE ends in .csv or .tsv. \
Numbers are exact, and :read FILE gives the same ones, with u(y) as the ± of y; what it would read back otherwise, such as texts without a column of numbers, is refused. The file is written whole or not at \
all; an existing one is replaced only by :write!. A relative FILE starts at the folder in which gradcalc was started, also in a script. After :fit, :write results.csv x y fit residual has the \
model and its residuals.",
    example: ":write results.csv x y",
    run: write,
}];

/// The most columns that are named.
const MOST_CALLED: usize = 20;

fn write(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let file = arguments.word("FILE")?;
    let words: Vec<Word<'_>> = arguments.words("NAME").collect();
    let format = format_of(file)?;
    let mut nodes = Vec::new();
    for word in words {
        nodes.push((word.text.to_owned(), word.span, node_of(session, word)?));
    }
    let table = table_of(session, &nodes)?;
    let (rows, headers) = (table.rows(), table.headers().map(str::to_owned).collect::<Vec<_>>());
    let text = text(session, format, &table, file.span)?;
    must_read_back(session, &text, &table.columns, file)?;
    write_new(arguments, file, &text)?;
    let names = and(headers.clone(), MOST_CALLED);
    let said = format!("{}: {} of {names}", quoted(file.text), counted(rows as u64, "row"));
    let facts = facts_of([("rows", rows.into()), ("names", headers.into())]);
    Ok(Report::confirm("write", said, facts))
}

/// Returns the text of a table in a format.
pub fn text(
    session: &Session,
    format: &'static Format,
    table: &SideBySide,
    span: Span,
) -> Result<String> {
    let delimiter = format.delimiter.unwrap_or(b',');
    let write = |text: &mut dyn Canvas| table.write(delimiter, text);
    export::within(&session.guard(), write)
        .map_err(|error| Error::new(span, format!("cannot write {}: {error}", format.name)))
}

/// Columns of numbers or texts, all of the same length.
#[derive(Debug)]
pub struct SideBySide {
    /// Each with its header.
    columns: Vec<(String, Cells)>,
}

impl SideBySide {
    /// The number of rows.
    fn rows(&self) -> usize {
        self.columns.first().map_or(0, |(_, cells)| cells.numbers.len())
    }

    /// The headers, in order.
    fn headers(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(|(header, _)| header.as_str())
    }

    /// Writes the headers, and a record for each row.
    fn write(&self, delimiter: u8, text: &mut dyn Canvas) -> io::Result<()> {
        write_records(delimiter, text, |writer| {
            writer.write_record(self.headers())?;
            for row in 0..self.rows() {
                for (_, Cells { numbers, categories }) in &self.columns {
                    let number = numbers.get(row).copied().unwrap_or(f64::NAN);
                    writer.write_field(categories.exact_text(number))?;
                }
                writer.write_record(None::<&[u8]>)?;
            }
            Ok(())
        })
    }
}

/// Returns the rows of nodes side by side, each with the column of its uncertainties, if it has some.
///
/// # Errors
///
/// None of them has rows, they have different numbers of them, or work was interrupted.
pub fn table_of(session: &mut Session, nodes: &[(String, Span, Value)]) -> Result<SideBySide> {
    let rows = rows_in_common(nodes)?;
    let mut columns = Vec::new();
    for (name, span, node) in nodes {
        let (numbers, us) = numbers(session, node, rows).map_err(|error| error.at(*span))?;
        let categories = node.categories().cloned().unwrap_or_default();
        columns.push((name.clone(), Cells { numbers, categories }));
        columns.extend(us.map(|us| (format!("u({name})"), us.into())));
    }
    Ok(SideBySide { columns })
}

/// Returns the number of rows that all of these nodes have which have any.
///
/// # Errors
///
/// When none has rows, or two have different numbers of them.
pub fn rows_in_common(nodes: &[(String, Span, Value)]) -> Result<usize> {
    let mut found: Option<(&str, usize)> = None;
    for (name, span, node) in nodes {
        match (node.rows(), found) {
            (Some(rows), None) => found = Some((name, rows)),
            (Some(rows), Some((first, others))) if rows != others => {
                let [first, name] = [first, name].map(quoted);
                let rows = counted(rows as u64, "row");
                let message = format!("{name} has {rows}, and {first} {others}");
                return Err(Error::new(*span, message).hint("write each to a file of its own"));
            }
            _ => {}
        }
    }
    let Some((_, rows)) = found else {
        let (name, span) =
            nodes.first().map_or(("", Span::default()), |(name, span, _)| (name, *span));
        let message = format!("{} is one number, and a table has rows", quoted(name));
        return Err(Error::new(span, message).hint(":save writes the session"));
    };
    Ok(rows)
}

/// Returns the numbers of a node in so many rows, and their uncertainties, if it has some.
fn numbers(
    session: &mut Session,
    node: &Value,
    rows: usize,
) -> Result<(Vec<f64>, Option<Vec<f64>>)> {
    if !node.is_per_row() {
        session.refresh(node);
        let u = session.uncertainty(node);
        return Ok((vec![node.data(); rows], u.map(|u| vec![u; rows])));
    }
    let us = session.shown_uncertainties(node)?;
    Ok((session.all_rows(node)?, us.map(|us| us.to_vec())))
}

/// Returns the format that the end of a file's name asks for.
fn format_of(file: Word<'_>) -> Result<&'static Format> {
    table_format(file.text)
        .ok_or_else(|| unknown_ending(file).hint("end the file's name in .csv or .tsv"))
}
