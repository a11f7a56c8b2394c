//! Selects the rows of a table, with notes on gaps and uncertainties.

use std::collections::BTreeSet;

use super::Source;
use super::table::{Table, TableColumn};
use crate::core::language::{Result, exact, quoted};
use crate::parts::rows::Cells;
use crate::report::{and, counted};

/// The most rows that a note lists.
const MOST_LISTED: usize = 6;

const SKIP: &str = "add skip at the end of :read to leave such rows out";
const HEADER: &str = "if line 1 is the header, add header 1 at the end of :read";

/// Makes sure that no text among numbers has a digit: it may be a number.
pub fn must_be_numbers(table: &Table, source: &Source) -> Result<()> {
    let first = table.columns.iter().filter(|it| it.is_numeric()).filter_map(|column| {
        let (at, text) = column.texts.iter().find(|it| it.1.chars().any(|c| c.is_ascii_digit()))?;
        Some((*at, &column.name, text))
    });
    let Some((row, name, text)) = first.min_by_key(|(row, ..)| *row) else { return Ok(()) };
    let (text, line, name) = (quoted(text), table.line(row), quoted(name));
    let message = format!("{text} is not a number: row {}, column {name} (line {line})", row + 1);
    let is_top = row == 0 && table.columns.iter().all(|it| it.header.is_none());
    Err(source.error(message).hint(if is_top { HEADER } else { SKIP }))
}

/// Makes sure that no column has ambiguous commas if another has decimal commas.
pub fn must_have_one_meaning(table: &Table, decimals: bool, source: &Source) -> Result<()> {
    let is_unclear = |it: &&TableColumn| decimals && it.is_numeric() && !it.has_decimals;
    let mut unclear = table.columns.iter().filter(is_unclear);
    let first = unclear.find_map(|column| Some((&column.name, column.first_comma.as_ref()?)));
    let Some((name, cell)) = first else { return Ok(()) };
    let [whole, decimal] = ["", "."].map(|mark| quoted(&cell.replace(',', mark)));
    let (cell, name) = (quoted(cell), quoted(name));
    let message = format!("{cell} is ambiguous, {whole} or {decimal}: column {name}");
    Err(source.error(message).hint("for decimal commas, separate cells with ;"))
}

/// Returns the incomplete rows, from 0, with a note.
pub fn incomplete(table: &Table, source: &Source) -> Result<(BTreeSet<usize>, Option<String>)> {
    let missing = table.columns.iter().flat_map(TableColumn::missing);
    let rows: BTreeSet<usize> = missing.chain(table.uneven.iter().map(|(row, _)| *row)).collect();
    if rows.len() == table.lines.len() {
        let message = format!("all {} rows have a gap or cannot be read", rows.len());
        return Err(source.error(message).hint("name the columns to read: :read FILE NAME… skip"));
    }
    let mut reasons: Vec<String> =
        rows.iter().take(MOST_LISTED + 1).map(|row| reason(*row, table)).collect();
    reasons.resize(rows.len(), String::new());
    let count = counted(rows.len() as u64, "row");
    let note =
        (!rows.is_empty()).then(|| format!("{count} left out: {}", and(reasons, MOST_LISTED)));
    Ok((rows, note))
}

/// The reason for omitting a row: `line 4 (y is missing)`.
fn reason(row: usize, table: &Table) -> String {
    let line = table.line(row);
    if let Some((_, cells)) = table.uneven.iter().find(|(uneven, _)| *uneven == row) {
        return format!("line {line} ({})", counted(*cells as u64, "cell"));
    }
    let bad = table.columns.iter().find(|column| column.missing().any(|it| it == row));
    let said = bad.map_or(String::new(), |TableColumn { name, texts, .. }| {
        let text = texts.get(&row).map_or("missing".to_owned(), |text| quoted(text));
        format!("{} is {text}", quoted(name))
    });
    format!("line {line} ({said})")
}

/// Makes sure that all rows have as many cells as there are columns.
pub fn must_be_even(table: &Table, source: &Source) -> Result<()> {
    let Some((row, cells)) = table.uneven.first() else { return Ok(()) };
    let (row, line) = (row + 1, table.line(*row));
    let [cells, columns] =
        [(*cells, "cell"), (table.columns.len(), "column")].map(|(n, it)| counted(n as u64, it));
    let message = format!("row {row} has {cells}, the table has {columns} (line {line})");
    Err(source.error(message).hint(format!(
        "header N makes line N the header; write NA for a gap; with 2,5, put ; between cells; {SKIP}"
    )))
}

/// The note on amounts: `read 12% as 0.12`.
pub fn amounts(columns: &[TableColumn]) -> Option<String> {
    let first = columns.iter().filter_map(|column| column.first_amount.as_ref());
    let read: Vec<String> =
        first.map(|(cell, it)| format!("{} as {}", quoted(cell), exact(*it))).collect();
    (!read.is_empty()).then(|| format!("read {}", and(read, MOST_LISTED)))
}

/// The note on the gaps of a column.
pub fn gaps(column: &TableColumn, table: &Table) -> Option<String> {
    let rows: Vec<String> = column.missing().map(|row| (row + 1).to_string()).collect();
    let (gap, row) = match rows.len() {
        0 => return None,
        1 => ("a gap", "row"),
        _ => ("gaps", "rows"),
    };
    let text = column.texts.first_key_value().filter(|_| column.is_numeric());
    let text = text.map_or(String::new(), |(row, text)| {
        format!("; {} is not a number (line {})", quoted(text), table.line(*row))
    });
    let (name, rows) = (quoted(&column.name), and(rows, MOST_LISTED));
    Some(format!("{name} has {gap}, nan, in {row} {rows}{text}"))
}

/// Returns the uncertainties of some numbers; a gap has 0.
pub fn uncertainties(cells: &Cells, (of, us): (&str, &Cells), source: &Source) -> Result<Vec<f64>> {
    if !cells.categories.is_empty() || !us.categories.is_empty() {
        let of = quoted(of);
        let message = format!("{of} cannot be the ± of a column, because one of them is text");
        return Err(source.error(message).hint("name the columns to read, or rename one"));
    }
    let of_row = |(row, (number, u)): (usize, (&f64, &f64))| {
        if u.is_finite() && *u >= 0.0 || u.is_nan() && number.is_nan() {
            return Ok(u.max(0.0));
        }
        let message = format!("row {row} of {} is {}", quoted(of), exact(*u));
        Err(source.error(message).hint("a ± must be finite and not negative"))
    };
    (1..).zip(cells.numbers.iter().zip(&us.numbers)).map(of_row).collect()
}
