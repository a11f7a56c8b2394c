//! What `:read` makes of a table that is about to be written.

use super::columns::Named;
use super::rows::{WholeRows, whole_rows};
use super::source::Called;
use super::uncertainty_columns::measured;
use super::{checked, units_must_not_follow};
use crate::command::syntax::Word;
use crate::command::why;
use crate::core::language::{Error, Result, exact, in_marks, quoted};
use crate::core::session::Session;
use crate::parts::rows::Cells;
use crate::parts::rows::table::Table;

/// What keeps any column.
const KEPT: &str = ":save keeps the session with all its columns";

/// What makes most columns a table.
const BESIDE: &str = "write a column beside it that has a number in row 1, or :save the session";

/// Fails unless `:read` gives these columns, each with its header, from the text of a file.
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
    let called = Called::file(file);
    let refused = |message: String| Error::new(file.span, message).hint(KEPT);
    let is_number = |cells: &Cells| {
        cells.kind.is_number() && cells.numbers.first().is_some_and(|number| !number.is_nan())
    };
    let advice = if columns.iter().any(|(_, cells)| is_number(cells)) { KEPT } else { BESIDE };
    let failed = |error: Error| {
        let message = format!(":read would not read it back: {}", error.message());
        Error::new(file.span, message).hint(advice)
    };
    let read = read_back(session, text, &called);
    session.guard().go_on(file.span)?;
    let (names, whole) = read.map_err(failed)?;
    let rows = columns.first().map_or(0, |(_, cells)| cells.numbers.len());
    if names.len() != columns.len() || whole.rows != rows {
        return Err(refused(":read would give other rows or columns".to_owned()));
    }
    let mut others = whole.columns.iter().peekable();
    for ((header, cells), name) in columns.iter().zip(&names) {
        let header = quoted(header);
        let Some((_, other)) = others.next_if(|(own, _)| own == name) else {
            return Err(refused(format!(":read would leave {header} out: it has no number")));
        };
        if let Some(row) = (0..rows).find(|row| differ(cells, other, *row)) {
            let [own, other] = [cells, other].map(|cells| said(cells, row));
            let message = format!(
                "{header} would be read back as {other} in row {}, instead of {own}",
                row + 1
            );
            return Err(refused(message));
        }
    }
    measured(session, whole.columns, &called).map(|_| ()).map_err(failed)
}

/// The names of all columns of a text, and those that are read.
fn read_back(session: &Session, text: &str, called: &Called) -> Result<(Vec<String>, WholeRows)> {
    let guard = session.guard();
    let table = Table::of(&mut text.as_bytes(), 0, &mut |_| guard.go_on(called.span).is_ok());
    let table = table.map_err(|error| Error::new(called.span, why(&error)))?;
    let table = checked(table, called)?;
    units_must_not_follow(&table, called)?;
    let mut named = Named::of(table, |_| false);
    let names = named.names();
    let (chosen, _) = named.choose(&[], called)?;
    Ok((names, whole_rows(chosen, &named, false, called)?))
}

/// Returns true if a row, from 0, has another number or text in one column than in the other.
fn differ(cells: &Cells, other: &Cells, row: usize) -> bool {
    let numbers = [cells, other].map(|it| it.numbers.get(row).copied().unwrap_or(f64::NAN));
    let [own, others] = numbers;
    if own.is_nan() || others.is_nan() {
        return own.is_nan() != others.is_nan();
    }
    if cells.kind.is_number() && other.kind.is_number() {
        return own.to_bits() != others.to_bits();
    }
    cells.kind.text(own) != other.kind.text(others)
}

/// What a row, from 0, has.
fn said(cells: &Cells, row: usize) -> String {
    let number = cells.numbers.get(row).copied().unwrap_or(f64::NAN);
    cells.kind.text(number).map_or_else(|| exact(number), |text| in_marks(&quoted(text)))
}
