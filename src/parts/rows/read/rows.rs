//! Which rows of a table are read, and the notes on gaps.

use std::collections::BTreeSet;

use super::source::Source;
use crate::core::language::{Result, quoted};
use crate::parts::rows::Cells;
use crate::parts::rows::table::{Separator, Table, TableColumn};
use crate::report::{and, counted};

/// The most rows that a note lists.
const MOST_LISTED: usize = 6;

/// The columns of the rows that are read.
pub struct Rows {
    pub columns: Vec<(String, Cells)>,
    pub count: usize,
    pub notes: Vec<String>,
}

/// Returns all rows of a table of `width` columns, of which some are left out.
///
/// # Errors
///
/// A row has another number of cells, or a text with a digit among numbers.
pub fn all_rows(table: Table, width: usize, source: &Source) -> Result<Rows> {
    must_be_even(&table, width, source)?;
    must_be_numbers(&table, source)?;
    let notes = table.columns.iter().filter_map(|column| gaps(column, &table)).collect();
    let columns = table.columns.into_iter().map(|column| (column.name.clone(), column.cells()));
    Ok(Rows { columns: columns.collect(), count: table.lines.len(), notes })
}

/// Returns the rows of a table that have a number or a text in each column.
///
/// # Errors
///
/// Every row is left out.
pub fn whole_rows(table: Table, source: &Source) -> Result<Rows> {
    let missing = table.columns.iter().flat_map(TableColumn::missing);
    let left_out: BTreeSet<usize> =
        missing.chain(table.uneven.iter().map(|(row, _)| *row)).collect();
    let count = table.lines.len() - left_out.len();
    if count == 0 {
        let message = "every row has a gap, a cell that is no number, or too many cells";
        return Err(source.error(message).hint("name the columns to read"));
    }
    let mut notes = Vec::new();
    if !left_out.is_empty() {
        let listed = left_out.iter().take(MOST_LISTED + 1);
        let mut reasons: Vec<String> = listed.map(|row| reason(*row, &table)).collect();
        // The others are only counted.
        reasons.resize(left_out.len(), String::new());
        let rows = counted(left_out.len() as u64, "row");
        notes.push(format!("{rows} left out: {}", and(reasons, MOST_LISTED)));
    }
    let kept = |column: TableColumn| {
        let name = column.name.clone();
        (name, column.cells().of_rows(|row| !left_out.contains(&row)))
    };
    Ok(Rows { columns: table.columns.into_iter().map(kept).collect(), count, notes })
}

/// Says why a row, from 0, is left out: `line 4 (y is missing)`.
fn reason(row: usize, table: &Table) -> String {
    let line = table.line(row);
    if let Some((_, cells)) = table.uneven.iter().find(|(uneven, _)| *uneven == row) {
        return format!("line {line} ({})", counted(*cells as u64, "cell"));
    }
    let column = table.columns.iter().find(|column| column.is_missing(row));
    let text = column.and_then(|column| column.text(row)).map(quoted);
    let what = text.map_or_else(|| "missing".to_owned(), |text| text.to_string());
    format!("line {line} ({} is {what})", column.map_or("", |column| &column.name))
}

/// Returns an error for the first text with a digit in a column of numbers: it may be meant as one.
fn must_be_numbers(table: &Table, source: &Source) -> Result<()> {
    let has_digit = |text: &str| text.bytes().any(|byte| byte.is_ascii_digit());
    let numeric = table.columns.iter().filter(|column| column.is_numeric());
    let first = numeric.filter_map(|column| {
        let (row, text) = column.texts().find(|(_, text)| has_digit(text))?;
        Some((row, &column.name, text))
    });
    let Some((row, name, text)) = first.min_by_key(|(row, ..)| *row) else {
        return Ok(());
    };
    let (text, line) = (quoted(text), table.line(row));
    let message = format!("{text} is no number: row {}, column {name} (line {line})", row + 1);
    Err(source.error(message).hint(source.skip_hint()))
}

/// Returns an error for the first row with too many cells, or too few.
fn must_be_even(table: &Table, width: usize, source: &Source) -> Result<()> {
    let Some((row, cells)) = table.uneven.first() else {
        return Ok(());
    };
    let hint = match table.layout.separator {
        Separator::Blanks => {
            "blanks separate cells: write NA for a missing number; header N skips a title"
        }
        Separator::Mark(_) => "numbers like 2,5 need ; between cells",
    };
    let (row, line) = (row + 1, table.line(*row));
    let [cells, columns] =
        [(*cells, "cell"), (width, "column")].map(|(n, it)| counted(n as u64, it));
    let message = format!("row {row} has {cells}, and the table {columns} (line {line})");
    Err(source.error(message).hint(format!("{hint}; {}", source.skip_hint())))
}

/// Says where a column has gaps.
fn gaps(column: &TableColumn, table: &Table) -> Option<String> {
    let rows: Vec<String> = column.missing().map(|row| (row + 1).to_string()).collect();
    let (gap, row) = match rows.len() {
        0 => return None,
        1 => ("a gap", "row"),
        _ => ("gaps", "rows"),
    };
    let text = column.texts().next().filter(|_| column.is_numeric());
    let text = text.map_or(String::new(), |(row, text)| {
        format!("; {} is no number (line {})", quoted(text), table.line(row))
    });
    Some(format!("{} has {gap}, nan, in {row} {}{text}", column.name, and(rows, MOST_LISTED)))
}
