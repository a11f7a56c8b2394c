//! `:write`: the numbers of all rows, side by side in a file.

use super::read::{amounts_of, is_date, is_text};
use crate::command::syntax::Word;
use crate::command::{Argument, Arguments, Command, unknown_ending, write_new};
use crate::core::graph::Value;
use crate::core::language::{Error, Result, Span, exact, in_marks, quoted};
use crate::core::session::{Session, unbound};
use crate::parts::rows::Cells;
use crate::render::{Format, table_format};
use crate::report::{Report, and, counted, facts_of};

pub const COMMANDS: &[Command] = &[Command {
    name: "write",
    aliases: &["write!"],
    arguments: &[Argument::file("FILE"), Argument::node("NAME").repeated()],
    summary: "write all rows of columns and other nodes to a table: CSV or TSV",
    details: "\
A column with uncertainties gets a second one, u(NAME). The file is written whole or not at all; \
only :write! replaces an existing file. :read gives the same numbers.",
    options: &[
        ("FILE", "a file that ends in .csv or .tsv"),
        ("NAME", "columns, other nodes, or expressions"),
    ],
    examples: &[":write results.csv t y", ":write results.tsv t (2y)", ":write! results.csv t y"],
    run: write,
    ..Command::ROW
}];

/// The most columns that are named.
const MOST_CALLED: usize = 20;

fn write(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let file = arguments.word("FILE")?;
    let words: Vec<Word<'_>> = arguments.words("NAME").collect();
    let format = table_format(file.text)
        .ok_or_else(|| unknown_ending(file).hint("end the file name in .csv or .tsv"))?;
    let mut nodes = Vec::new();
    for word in words {
        nodes.push((word.text.to_owned(), word.span, node_of(session, word)?));
    }
    let columns = table_of(session, &nodes)?;
    for (header, Cells { categories, .. }) in &columns {
        let texts = categories.texts();
        let are_dates = texts.iter().all(|text| is_date(text));
        let others = texts.first().filter(|_| are_dates || amounts_of(texts, '.').is_some());
        if let Some(text) = texts.iter().find(|text| !is_text(text)).or(others) {
            let (header, text) = (quoted(header), in_marks(&quoted(text)));
            let message = format!("{header} has {text}, which :read would not read as text");
            return Err(Error::new(file.span, message).hint(":save keeps it"));
        }
    }
    write_new(arguments, file, &text(session, format, &columns, file.span)?)?;
    let rows = columns.first().map_or(0, |(_, cells)| cells.numbers.len());
    let headers: Vec<String> = columns.into_iter().map(|(header, _)| header).collect();
    let names = and(headers.iter().map(|it| quoted(it)).collect(), MOST_CALLED);
    let said = format!("{}: {} of {names}", quoted(&file.said()), counted(rows as u64, "row"));
    let facts = facts_of([("rows", rows.into()), ("names", headers.into())]);
    Ok(Report::confirm("write", said, facts))
}

/// Returns the node of a word, without binding anything.
pub fn node_of(session: &mut Session, word: Word<'_>) -> Result<Value> {
    let found = unbound(session, &word.expression()?);
    let found = found.map_err(|error| error.moved(word.span.start as usize))?;
    found.value().cloned().ok_or_else(|| {
        let message = format!("{} is the constant {}", quoted(word.text), found.data());
        Error::new(word.span, message)
    })
}

/// Returns the text of a table in a format: the headers, and a line for each row.
pub fn text(
    session: &Session,
    format: &Format,
    columns: &[(String, Cells)],
    span: Span,
) -> Result<String> {
    let delimiter = char::from(format.delimiter.unwrap_or(b',')).to_string();
    let header = |(header, _): &(String, Cells)| {
        let is_plain = !header.contains([',', ';', '\t', ' ', '"']);
        if is_plain { header.clone() } else { in_marks(header) }
    };
    let mut lines = vec![columns.iter().map(header).collect::<Vec<_>>().join(&delimiter)];
    let guard = session.guard();
    for row in 0..columns.first().map_or(0, |(_, cells)| cells.numbers.len()) {
        guard.go_on(span)?;
        let cell =
            |(_, Cells { numbers, categories }): &(String, Cells)| match categories.is_empty() {
                true => exact(numbers[row]),
                false => categories.text(numbers[row]).map_or_else(String::new, in_marks),
            };
        let line = columns.iter().map(cell).collect::<Vec<_>>().join(&delimiter);
        // A blank line would not be a row.
        lines.push(if line.is_empty() { "\"\"".to_owned() } else { line });
    }
    lines.push(String::new());
    Ok(lines.join("\n"))
}

/// Returns nodes as columns of one length with headers and uncertainties.
pub fn table_of(
    session: &mut Session,
    nodes: &[(String, Span, Value)],
) -> Result<Vec<(String, Cells)>> {
    let rows = session.common_rows(nodes)?.ok_or_else(|| {
        let span = nodes.first().map_or(Span::default(), |(_, span, _)| *span);
        Error::new(span, "none of these has rows").hint(":save writes the session")
    })?;
    let mut columns = Vec::new();
    for (name, span, node) in nodes {
        let (numbers, us) = numbers(session, node, rows).map_err(|error| error.at(*span))?;
        let categories = node.categories().cloned().unwrap_or_default();
        columns.push((name.clone(), Cells { numbers, categories }));
        columns.extend(us.map(|us| (format!("u({name})"), us.into())));
    }
    Ok(columns)
}

/// Returns the numbers of a node for each row, and their uncertainties.
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
