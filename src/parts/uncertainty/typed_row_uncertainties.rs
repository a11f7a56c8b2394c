//! The uncertainties of columns, as they are typed and changed.

use std::rc::Rc;

use super::errors::LeafError;
use super::leaves::name_after;
use super::row_uncertainties::RowUncertainties;
use crate::core::graph::{Label, Operand, Value};
use crate::core::language::{Error, Result, Span};
use crate::core::session::Session;
use crate::parts::rows::numbers_of;
use crate::parts::uncertainty::{Given, PlusMinus, dof_of_rows};

/// The standard uncertainties that what stands after `±` gives to the rows of a column called
/// `name` with these numbers; none when all are 0. Of names only those of columns may stand
/// there, or, with `names`, all.
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
        return Err(dof_of_rows(plus_minus.span(), freedom));
    }
    let span = plus_minus.span();
    let given = match &plus_minus.given {
        Given::Column(column) => Rc::new(numbers_of(session, column)?),
        Given::Tree(tree) => match session.build(tree, Label::default())?.result {
            Operand::Value(value) if value.is_text() => {
                return Err(Error::new(span, "a column of text cannot be an uncertainty"));
            }
            Operand::Value(value) if value.is_per_row() => session.shared_rows(&value)?,
            Operand::Value(_) if !names => return Err(name_after(plus_minus)),
            number => {
                // Wrong whatever the rows are, it is wrong in none of them.
                plus_minus.of(1.0, number.data())?;
                Rc::new(vec![number.data(); numbers.len()])
            }
        },
    };
    if given.len() != numbers.len() {
        let (rows, found) = (numbers.len(), given.len());
        let message = format!("{name} has {rows} rows, and there are {found} after ±");
        return Err(Error::new(span, message)
            .hint("give one for each row, or one number for all of them: ± 0.1"));
    }
    let us = plus_minus.of_rows(name, numbers.iter().copied().zip(given.iter().copied()))?;
    // What is the same as a column shares its memory.
    let rows = if us == *given { given } else { Rc::new(us) };
    session.need_rows(rows.len(), span)?;
    let rows = RowUncertainties::of(rows, session.budget());
    Ok(rows.map(|rows| LeafError::of_rows(rows, plus_minus.evaluation.distribution)))
}

/// The standard uncertainties of a column where those of some rows, from 1, are others.
///
/// # Errors
///
/// At `span`, when there is no room for them.
pub fn with_row_uncertainties(
    session: &mut Session,
    column: &Value,
    changes: &[(usize, f64)],
    span: Span,
) -> Result<Option<LeafError>> {
    let rows = column.rows().unwrap_or(0);
    session.need_rows(rows, span)?;
    let present = session.uncertainties_of_column(column);
    let mut us: Vec<f64> = (0..rows).map(|row| present.map_or(0.0, |it| it.at(row))).collect();
    for (row, u) in changes {
        if let Some(place) = us.get_mut(row.saturating_sub(1)) {
            *place = *u;
        }
    }
    let us = RowUncertainties::of(Rc::new(us), session.budget());
    Ok(us.map(|us| LeafError::of_rows(us, session.distribution_of(column))))
}
