//! What `:read` would make of a table that `:write` is about to write.

use super::rows::Rows;
use super::source::Source;
use super::uncertainty_columns::with_uncertainties;
use super::{read_table, rows_of};
use crate::command::syntax::Word;
use crate::core::language::{Error, Result, exact, in_marks, quoted};
use crate::core::session::{Session, same_bits};
use crate::parts::rows::Cells;
use crate::report::WantedRows;

/// Fails unless `:read` gives these columns from the text of a file.
///
/// # Errors
///
/// `:read` fails, or gives another column or cell.
pub fn must_read_back(
    session: &Session,
    text: &str,
    columns: &[(String, Cells)],
    file: Word<'_>,
) -> Result<()> {
    let source = Source::file(file);
    let refused = |message: String| {
        Error::new(file.span, message).hint(":save keeps the session with all its columns")
    };
    let failed =
        |error: Error| refused(format!(":read would not read it back: {}", error.message()));
    let read = read_back(session, text, &source);
    session.guard().go_on(file.span)?;
    let read = read.map_err(failed)?;
    let rows = columns.first().map_or(0, |(_, cells)| cells.numbers.len());
    if read.columns.len() != columns.len() || read.count != rows {
        return Err(refused(":read would leave out a row or a column".to_owned()));
    }
    for ((header, own), (_, other)) in columns.iter().zip(&read.columns) {
        if let Some(row) = first_difference(own, other) {
            let [own, other] = [own, other].map(|cells| text_of(cells, row));
            let (header, row) = (quoted(header), row + 1);
            let message =
                format!("{header} would be read back as {other} in row {row}, instead of {own}");
            return Err(refused(message));
        }
    }
    with_uncertainties(session, read.columns, &source).map(drop).map_err(failed)
}

/// Returns the rows that `:read` gives.
fn read_back(session: &Session, text: &str, source: &Source) -> Result<Rows> {
    let table = read_table(session, &mut text.as_bytes(), None, source)?;
    rows_of(session, table, &WantedRows::default(), source)
}

/// Returns the first row, from 0, in which two columns have another number or text.
fn first_difference(own: &Cells, other: &Cells) -> Option<usize> {
    let mut numbers = own.numbers.iter().zip(&other.numbers);
    if own.categories == other.categories && numbers.all(|(own, other)| same_bits(*own, *other)) {
        return None;
    }
    (0..own.numbers.len()).find(|row| text_of(own, *row) != text_of(other, *row))
}

/// The text of a cell, in quotation marks, or its number.
fn text_of(cells: &Cells, row: usize) -> String {
    let number = cells.numbers.get(row).copied().unwrap_or(f64::NAN);
    cells.categories.text(number).map_or_else(|| exact(number), |text| in_marks(&quoted(text)))
}
