//! Columns of a table that have the uncertainties of others: `u(y)` those of y.

use std::rc::Rc;

use super::headers::uncertain_name;
use super::source::Called;
use crate::core::language::{Error, Result, exact};
use crate::core::session::Session;
use crate::parts::rows::Cells;
use crate::parts::uncertainty::RowUncertainties;

/// A column to be bound.
pub struct Measured {
    /// Its name.
    pub name: String,
    /// Its numbers, or texts.
    pub cells: Cells,
    /// Their uncertainties, if there are some.
    pub us: Option<RowUncertainties>,
    /// True if the table has a column of them.
    pub is_uncertain: bool,
}

impl Measured {
    /// What a sentence calls it: `y ± u(y)`.
    pub fn said(&self) -> String {
        let name = &self.name;
        if self.is_uncertain { format!("{name} ± u({name})") } else { name.clone() }
    }
}

/// Gives columns the uncertainties that stand beside them.
///
/// # Errors
///
/// One of these is negative or infinite, or missing where there is a number.
pub fn measured(
    session: &Session,
    columns: Vec<(String, Cells)>,
    file: &Called,
) -> Result<Vec<Measured>> {
    let is_theirs = |(name, _): &(String, Cells)| uncertain_name(name).is_some();
    let (us, columns): (Vec<_>, Vec<_>) = columns.into_iter().partition(is_theirs);
    let measured = |(name, cells): (String, Cells)| {
        let theirs = us.iter().find(|(of, _)| uncertain_name(of) == Some(&name));
        let rows = theirs.map(|(of, us)| rows_of(&cells, (of, us), file)).transpose()?;
        let is_uncertain = rows.is_some();
        let us = rows.and_then(|rows| RowUncertainties::of(Rc::new(rows), session.budget()));
        Ok(Measured { name, cells, us, is_uncertain })
    };
    columns.into_iter().map(measured).collect()
}

/// Returns the uncertainties of some numbers; a gap has none.
fn rows_of(cells: &Cells, (of, us): (&str, &Cells), file: &Called) -> Result<Vec<f64>> {
    if [cells, us].iter().any(|cells| cells.kind.categories().is_some()) {
        let message = format!("{of} is the ± of a column, and one of them is text");
        return Err(Error::new(file.span, message).hint("name the columns to read, or rename it"));
    }
    let each = |(row, (number, u)): (usize, (&f64, &f64))| {
        if u.is_finite() && *u >= 0.0 || u.is_nan() && number.is_nan() {
            return Ok(u.max(0.0));
        }
        let row = row + 1;
        if u.is_nan() {
            let message =
                format!("{of} has a gap in row {row}, beside a number: {}", exact(*number));
            let skip = file.again("skip");
            return Err(Error::new(file.span, message)
                .hint(format!("{skip} leaves such rows out; 0 is the ± of what is exact")));
        }
        let message = format!("row {row} of {of} is {}", exact(*u));
        Err(Error::new(file.span, message).hint("a ± is a number from 0 on"))
    };
    cells.numbers.iter().zip(&us.numbers).enumerate().map(each).collect()
}
