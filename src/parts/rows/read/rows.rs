//! Which rows of a table are read, the notes on gaps, and the uncertainties of rows.

use std::collections::BTreeSet;

use super::Source;
use crate::core::language::{Result, exact, quoted};
use crate::parts::rows::Cells;
use crate::parts::rows::table::{Table, TableColumn};
use crate::report::{and, counted};

/// The most rows that a note lists.
const MOST_LISTED: usize = 6;

/// What the hint of an error says about bad rows.
const SKIP: &str = "the word skip at the end of :read leaves such rows out";

/// The columns of the rows that are read.
pub struct Rows {
    pub columns: Vec<(String, Cells)>,
    pub count: usize,
    pub notes: Vec<String>,
}

/// Returns all rows of a table.
///
/// # Errors
///
/// There is a text with a digit among numbers: it may be meant as one.
pub fn all_rows(table: Table, source: &Source) -> Result<Rows> {
    let has_digit = |text: &str| text.bytes().any(|byte| byte.is_ascii_digit());
    let numeric = table.columns.iter().filter(|column| column.is_numeric());
    let first = numeric.filter_map(|column| {
        let (row, text) = column.texts().find(|(_, text)| has_digit(text))?;
        Some((row, &column.name, text))
    });
    if let Some((row, name, text)) = first.min_by_key(|(row, ..)| *row) {
        let (text, line) = (quoted(text), table.line(row));
        let message = format!("{text} is no number: row {}, column {name} (line {line})", row + 1);
        return Err(source.error(message).hint(SKIP));
    }
    let notes = table.columns.iter().filter_map(|column| gaps(column, &table)).collect();
    let columns = table.columns.into_iter().map(|column| (column.name.clone(), column.cells()));
    Ok(Rows { columns: columns.collect(), count: table.lines.len(), notes })
}

/// Returns the rows of a table that have a number or a text in each column.
///
/// # Errors
///
/// Every row is left out, or nearly all where no columns are named.
pub fn whole_rows(table: Table, are_named: bool, source: &Source) -> Result<Rows> {
    let missing = table.columns.iter().flat_map(TableColumn::missing);
    let left_out: BTreeSet<usize> =
        missing.chain(table.uneven.iter().map(|(row, _)| *row)).collect();
    let rows = table.lines.len();
    let count = rows - left_out.len();
    if count == 0 || 10 * count < rows && !are_named {
        let emptiest = table.columns.iter().max_by_key(|column| column.missing().count());
        let name = emptiest.map_or("", |column| &column.name);
        let message = format!("{} of {rows} rows would be left out", left_out.len());
        return Err(source.error(message).hint(format!(
            "{name} has the most gaps; name the columns to read: :read FILE NAME… skip"
        )));
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

/// Makes sure that all rows have as many cells as there are columns.
///
/// # Errors
///
/// The first row with too many cells, or too few.
pub fn must_be_even(table: &Table, source: &Source) -> Result<()> {
    let Some((row, cells)) = table.uneven.first() else {
        return Ok(());
    };
    let (row, line) = (row + 1, table.line(*row));
    let [cells, columns] =
        [(*cells, "cell"), (table.columns.len(), "column")].map(|(n, it)| counted(n as u64, it));
    let message = format!("row {row} has {cells}, and the table {columns} (line {line})");
    Err(source.error(message).hint(format!(
        "header N takes line N for the names; a missing number is NA; 2,5 needs ; between cells; {SKIP}"
    )))
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

/// Returns the uncertainties of some numbers; a gap has 0.
///
/// # Errors
///
/// An uncertainty is negative or infinite, or missing beside a number.
pub fn uncertainties(cells: &Cells, (of, us): (&str, &Cells), source: &Source) -> Result<Vec<f64>> {
    if !cells.categories.is_empty() || !us.categories.is_empty() {
        let message = format!("{of} is the ± of a column, and one of them is text");
        return Err(source.error(message).hint("name the columns to read, or rename it"));
    }
    let of_row = |(row, (number, u)): (usize, (&f64, &f64))| {
        if u.is_finite() && *u >= 0.0 || u.is_nan() && number.is_nan() {
            return Ok(u.max(0.0));
        }
        let message = format!("row {row} of {of} is {}", exact(*u));
        Err(source.error(message).hint("the ± of a number is 0 or more, and finite"))
    };
    (1..).zip(cells.numbers.iter().zip(&us.numbers)).map(of_row).collect()
}
