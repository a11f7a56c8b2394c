//! Columns of a table that have the uncertainties of others: `u(y)` those of y.

use std::rc::Rc;

use super::headers::measured_name;
use super::source::Source;
use crate::core::language::{Result, exact};
use crate::core::session::Session;
use crate::parts::rows::Cells;
use crate::parts::uncertainty::RowUncertainties;

/// A column to be bound.
pub struct MeasuredColumn {
    pub name: String,
    pub cells: Cells,
    /// The uncertainties, unless all are 0.
    pub us: Option<RowUncertainties>,
    /// What an answer calls it: `y ± u(y)`.
    pub title: String,
}

/// Gives columns the uncertainties that stand beside them.
///
/// # Errors
///
/// An uncertainty is negative or infinite, or missing beside a number.
pub fn with_uncertainties(
    session: &Session,
    columns: Vec<(String, Cells)>,
    source: &Source,
) -> Result<Vec<MeasuredColumn>> {
    let (us, columns): (Vec<_>, Vec<_>) =
        columns.into_iter().partition(|(name, _)| measured_name(name).is_some());
    let measured = |(name, cells): (String, Cells)| {
        let Some((of, own)) = us.iter().find(|(of, _)| measured_name(of) == Some(&name)) else {
            return Ok(MeasuredColumn { title: name.clone(), name, cells, us: None });
        };
        let us = uncertainties(&cells, (of, own), source)?;
        let us = RowUncertainties::of(Rc::new(us), session.budget());
        Ok(MeasuredColumn { title: format!("{name} ± {of}"), name, cells, us })
    };
    columns.into_iter().map(measured).collect()
}

/// Returns the uncertainties of some numbers; a gap has 0.
fn uncertainties(cells: &Cells, (of, us): (&str, &Cells), source: &Source) -> Result<Vec<f64>> {
    if !cells.categories.is_empty() || !us.categories.is_empty() {
        let message = format!("{of} is the ± of a column, and one of them is text");
        return Err(source.error(message).hint("name the columns to read, or rename it"));
    }
    let of_row = |(row, (number, u)): (usize, (&f64, &f64))| {
        if u.is_finite() && *u >= 0.0 || u.is_nan() && number.is_nan() {
            return Ok(u.max(0.0));
        }
        let row = row + 1;
        if u.is_nan() {
            let number = exact(*number);
            let message = format!("{of} has a gap in row {row}, beside a number: {number}");
            let hint = format!("{}; 0 is the ± of what is exact", source.skip_hint());
            return Err(source.error(message).hint(hint));
        }
        let message = format!("row {row} of {of} is {}", exact(*u));
        Err(source.error(message).hint("an uncertainty cannot be negative or infinite"))
    };
    cells.numbers.iter().zip(&us.numbers).enumerate().map(of_row).collect()
}
