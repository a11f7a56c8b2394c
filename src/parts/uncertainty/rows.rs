//! The standard uncertainties of a column, one for each row.

use std::rc::Rc;

use super::errors::{LeafError, put};
use super::leaves::name_after;
use super::{Distribution, PlusMinus};
use crate::core::graph::{Label, Operand, Value};
use crate::core::language::{Error, Result, Tree, exact};
use crate::core::session::{Assigned, Session};
use crate::parts::rows::{TypedColumn, number_in_column};

/// The standard uncertainties of a number or of a column's rows, with independent errors. All are finite and not
/// below 0, and some are above.
#[derive(Debug, Clone)]
pub struct RowUncertainties {
    /// One uncertainty for each row, or one for all rows.
    us: Rc<Vec<f64>>,
}

impl RowUncertainties {
    /// The same for every row.
    pub fn same_of(u: f64) -> RowUncertainties {
        RowUncertainties { us: Rc::new(vec![u]) }
    }

    /// Uncertainties that are finite and not below 0; `None` if all are 0.
    pub fn of(us: Rc<Vec<f64>>) -> Option<RowUncertainties> {
        let first = us.first().copied()?;
        if us.iter().all(|u| *u == first) {
            return (first > 0.0).then(|| RowUncertainties::same_of(first));
        }
        Some(RowUncertainties { us })
    }

    /// The uncertainty of a row, from 0.
    pub fn at(&self, row: usize) -> f64 {
        self.same().unwrap_or_else(|| self.us.get(row).copied().unwrap_or(0.0))
    }

    /// The uncertainty of all rows, if all have the same.
    pub fn same(&self) -> Option<f64> {
        if let [u] = self.us.as_slice() { Some(*u) } else { None }
    }

    /// Returns true if both are known to be the same, without a look at the rows.
    pub fn are_shared(&self, other: &RowUncertainties) -> bool {
        Rc::ptr_eq(&self.us, &other.us)
    }

    /// The uncertainty of each of this number of rows.
    pub fn all(&self, rows: usize) -> Rc<Vec<f64>> {
        self.same().map_or_else(|| Rc::clone(&self.us), |u| Rc::new(vec![u; rows]))
    }

    /// The least and the largest uncertainty.
    pub fn range(&self) -> [f64; 2] {
        self.us.iter().fold([f64::INFINITY, 0.0], |[low, high], u| [u.min(low), u.max(high)])
    }

    /// The count of stored numbers.
    pub(crate) fn size(&self) -> usize {
        self.us.len()
    }
}

/// The standard uncertainties of the rows of column `name` with these numbers, by the text after
/// `±`; `None` if all are 0. The text may use the names of columns, or with `names` all names.
///
/// # Errors
///
/// One of them is negative or not finite beside a number, there are more or fewer than rows, or an expression is
/// wrong.
pub fn row_uncertainties(
    session: &mut Session,
    (name, numbers): (&str, &[f64]),
    plus_minus: &PlusMinus<'_>,
    names: bool,
) -> Result<Option<LeafError>> {
    if let Some(freedom) = plus_minus.evaluation.freedom {
        let message = format!("dof {} applies to one number, not to rows", exact(freedom));
        return Err(Error::new(plus_minus.span(), message)
            .hint("the ± of rows count as known; :fit without them estimates s and its dof"));
    }
    let span = plus_minus.span();
    let given = match typed_numbers(session, &plus_minus.given)? {
        Some(numbers) => Rc::new(numbers),
        None => match session.build(&plus_minus.given, Label::default())?.result {
            Operand::Value(value) if value.is_text() => {
                return Err(Error::new(span, "a column of text cannot be an uncertainty"));
            }
            Operand::Value(value) if value.is_per_row() => session.shared_rows(&value)?,
            Operand::Value(_) if !names => return Err(name_after(plus_minus)),
            number => {
                // An error that does not depend on the rows is reported without a row.
                plus_minus.of(1.0, number.data())?;
                Rc::new(vec![number.data(); numbers.len()])
            }
        },
    };
    if given.len() != numbers.len() {
        let (rows, found) = (numbers.len(), given.len());
        let message = format!("{name} has length {rows}, but the ± have length {found}");
        return Err(Error::new(span, message)
            .hint("give one for each row, or one number for all of them: ± 0.1"));
    }
    let us = plus_minus.of_rows(name, numbers.iter().copied().zip(given.iter().copied()))?;
    // Uncertainties equal to a column share its memory.
    let rows = if us == *given { given } else { Rc::new(us) };
    session.need_rows(rows.len(), span)?;
    Ok(LeafError::of_rows(rows, plus_minus.evaluation.distribution))
}

/// Gives a new column the standard uncertainties of its rows.
pub fn put_rows(session: &mut Session, column: &Value, us: Vec<f64>) {
    put(session, column, LeafError::of_rows(Rc::new(us), Distribution::Normal));
}

/// Reads an element of a column: its number, and its own standard uncertainty.
pub fn element(session: &mut Session, tree: Tree<'_>) -> Result<(f64, Option<f64>)> {
    let (value, plus_minus) = PlusMinus::split(tree)?;
    let value = value.map_or(Ok(f64::NAN), |value| number_in_column(session, &value))?;
    let Some(plus_minus) = plus_minus else { return Ok((value, None)) };
    let u = number_in_column(session, &plus_minus.given)?;
    Ok((value, Some(plus_minus.of(value, u)?)))
}

/// Returns the numbers of a tree that is a column; `None` for another tree.
///
/// # Errors
///
/// As [`TypedColumn::of`], and for a column of texts, or of numbers with an uncertainty.
pub fn typed_numbers(session: &mut Session, tree: &Tree<'_>) -> Result<Option<Vec<f64>>> {
    match TypedColumn::of(session, tree, element)? {
        Some(TypedColumn { cells, span, .. }) if !cells.categories.is_empty() => {
            Err(Error::new(span, "found text, not numbers"))
        }
        Some(TypedColumn { us, span, .. }) if !us.is_empty() => {
            Err(Error::new(span, "found ± where plain numbers were expected"))
        }
        column => Ok(column.map(|column| column.cells.numbers)),
    }
}

/// Binds `name` to a column as typed.
///
/// # Errors
///
/// The numbers make no column, memory is short, or an uncertainty is wrong.
pub fn assign_column(
    session: &mut Session,
    name: &str,
    TypedColumn { cells, us, span }: TypedColumn,
    plus_minus: Option<&PlusMinus<'_>>,
) -> Result<Assigned> {
    let u = match plus_minus {
        None => LeafError::of_rows(Rc::new(us), Distribution::Normal),
        Some(plus_minus) if !cells.categories.is_empty() => {
            return Err(Error::new(plus_minus.span(), "text has no uncertainty"));
        }
        Some(plus_minus) if !us.is_empty() => {
            let message = "some of these numbers have their own uncertainty";
            return Err(Error::new(plus_minus.span(), message));
        }
        Some(plus_minus) => row_uncertainties(session, (name, &cells.numbers), plus_minus, false)?,
    };
    let assigned = session.bind_column(name, cells, span)?;
    put(session, &assigned.value, u);
    Ok(assigned)
}
