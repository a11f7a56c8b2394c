//! Which rows of a table are read, and what is said of those with gaps.

use std::collections::HashSet;

use super::columns::{Chosen, Named};
use super::source::Called;
use crate::core::language::{Error, Result, quoted};
use crate::parts::rows::Cells;
use crate::parts::rows::table::TableColumn;
use crate::report::{and, counted};

/// The numbers of the rows that are read.
pub struct WholeRows {
    /// The columns.
    pub columns: Vec<(String, Cells)>,
    /// The number of rows.
    pub rows: usize,
    /// The notes on gaps, and on rows left out.
    pub notes: Vec<String>,
}

/// The most columns that a hint names.
const MOST_NAMED: usize = 4;

/// Returns the numbers of the rows; with `skip` those of rows without a gap.
pub fn whole_rows(
    columns: Vec<Chosen>,
    named: &Named,
    skip: bool,
    file: &Called,
) -> Result<WholeRows> {
    must_end_on_its_line(&columns, named, file)?;
    if !skip {
        must_be_numbers(&columns, named, file)?;
        must_be_even(named, file)?;
        let notes = columns.iter().flat_map(|column| gaps(column, named)).collect();
        let columns = columns.into_iter().map(|(name, column)| (name, column.cells())).collect();
        return Ok(WholeRows { columns, rows: named.rows(), notes });
    }
    let bad = columns.iter().flat_map(|(_, column)| gaps_of(column));
    let gone: HashSet<usize> = bad.chain(named.uneven.iter().map(|(row, _)| *row)).collect();
    let rows = named.rows() - gone.len();
    if rows == 0 {
        let message = "every row has a gap, a cell that is no number, or too many cells";
        let others = reading_others(&columns, named, file);
        let others = Some(others.trim_start_matches("; ").to_owned()).filter(|it| !it.is_empty());
        return Err(Error::new(file.span, message).maybe_hint(others));
    }
    let whole = |(name, column): Chosen| (name, column.cells().of_rows(|row| !gone.contains(&row)));
    let notes = match gone.len() {
        0 => Vec::new(),
        left_out => vec![format!("{} left out", counted(left_out as u64, "row"))],
    };
    Ok(WholeRows { columns: columns.into_iter().map(whole).collect(), rows, notes })
}

/// Returns an error for a cell that goes on over lines, `"1,2` and all that follows: rows have gone into
/// it.
fn must_end_on_its_line(columns: &[Chosen], named: &Named, file: &Called) -> Result<()> {
    let goes_on = |column: &TableColumn| {
        let cells = column.garbled.iter().chain(&column.first_text);
        cells.into_iter().find(|cell| cell.text.contains('\n')).cloned()
    };
    let open = columns.iter().find_map(|(name, column)| Some((name, goes_on(column)?)));
    let Some((name, cell)) = open else {
        return Ok(());
    };
    let lines = cell.text.lines().count();
    let (row, line) = (cell.row + 1, named.line(cell.row));
    let message = format!("a cell has {lines} lines: row {row}, column {name} (line {line})");
    let others = reading_others(columns, named, file);
    Err(Error::new(file.span, message).hint(format!("is a \" missing at its end?{others}")))
}

/// Returns an error for the first text that may be meant as a number.
fn must_be_numbers(columns: &[Chosen], named: &Named, file: &Called) -> Result<()> {
    let numbers = columns.iter().filter(|(_, column)| !column.is_text());
    let garbled = numbers.filter_map(|(name, it)| Some((name, it.garbled.as_ref()?)));
    let Some((name, cell)) = garbled.min_by_key(|(_, cell)| cell.row) else {
        return Ok(());
    };
    let (text, line) = (quoted(&cell.text), named.line(cell.row));
    let message = format!("{text} is no number: row {}, column {name} (line {line})", cell.row + 1);
    let others = reading_others(columns, named, file);
    Err(Error::new(file.span, message)
        .hint(format!("{} leaves such rows out{others}", file.again("skip"))))
}

/// Returns an error for the first row with too many cells, or too few.
fn must_be_even(named: &Named, file: &Called) -> Result<()> {
    let Some((row, cells)) = named.uneven.first() else {
        return Ok(());
    };
    let line = named.line(*row);
    let columns = counted(named.width as u64, "column");
    let message = format!(
        "row {} has {}, and the table {columns} (line {line})",
        row + 1,
        counted(*cells as u64, "cell")
    );
    let why = if *cells > named.width {
        "numbers like 2,5 need ; between cells"
    } else {
        "write NA for a number that is missing"
    };
    Err(Error::new(file.span, message)
        .hint(format!("{why}; {} leaves such rows out", file.again("skip"))))
}

/// Says which columns can be read by their names.
fn reading_others(columns: &[Chosen], named: &Named, file: &Called) -> String {
    let is_whole = |column: &TableColumn| column.garbled.is_none() && column.texts.is_empty();
    let whole = columns.iter().filter(|(_, column)| is_whole(column));
    let names: Vec<&str> = whole.map(|(name, _)| name.as_str()).collect();
    match names.len() {
        _ if named.width < 2 || file.is_typed() => String::new(),
        1..=MOST_NAMED => format!("; {} reads without it", file.again(&names.join(" "))),
        _ => format!("; {} reads the columns you name", file.again("NAME…")),
    }
}

/// The rows, from 0, that have nothing which can be read.
fn gaps_of(column: &TableColumn) -> impl Iterator<Item = usize> {
    let texts = if column.is_text() { &[] } else { column.texts.as_slice() };
    column.gaps.iter().chain(texts).copied()
}

/// Says where a column has gaps.
fn gaps((name, column): &Chosen, named: &Named) -> Option<String> {
    let mut rows: Vec<usize> = gaps_of(column).map(|row| row + 1).collect();
    rows.sort_unstable();
    let count = rows.len();
    if count == 0 {
        return None;
    }
    let rows: Vec<String> = rows.iter().map(usize::to_string).collect();
    let (gap, row) = if count == 1 { ("a gap", "row") } else { ("gaps", "rows") };
    let word =
        column.first_text.as_ref().filter(|_| !column.is_text()).map_or(String::new(), |cell| {
            format!("; {} is no number (line {})", quoted(&cell.text), named.line(cell.row))
        });
    Some(format!("{name} has {gap}, nan, in {row} {}{word}", and(rows, MOST_ROWS)))
}

/// The most rows with gaps that a note names.
const MOST_ROWS: usize = 6;
