//! Calls that are the whole right side of an assignment: `g = measured(x)`, `s = u(y)` of rows.

use std::rc::Rc;

use super::LeafError;
use crate::core::graph::Built;
use crate::core::language::{Error, Result, Span, Tree, exact};
use crate::core::session::{ANSWER, Assigned, Session, unbound};
use crate::parts::rows::{Readings, mean_of};

/// Binds a column to the standard uncertainties of the argument's rows; `None` if the argument has no rows.
pub fn uncertainties_of_rows(
    session: &mut Session,
    name: Option<&str>,
    (argument, span): (&Tree<'_>, Span),
) -> Option<Result<Assigned>> {
    // Errors of the argument are reported when it is built as the argument of an operation.
    let found = unbound(session, argument).ok()?;
    let (node, rows) = (found.value().filter(|it| !it.is_text())?, found.rows()?);
    let mut bind = || {
        session.need_rows(rows, span)?;
        if session.uses_data_again(node) {
            return Err(session.data_again("this", span));
        }
        let us = session.uncertainties(node).map_err(|error| error.at(span))?;
        if let Some(why) = us.as_ref().and_then(|us| session.why_rows_not_finite(node, us)) {
            return Err(Error::new(span, why));
        }
        let numbers = us.map_or_else(|| vec![0.0; rows], |us| us.to_vec());
        let label = session.next_label(name.unwrap_or(ANSWER), span)?;
        Ok(session.bind_numbers(label, numbers))
    };
    Some(bind())
}

/// A leaf with the mean of readings, and the standard deviation of that mean.
pub fn assign_measured(
    session: &mut Session,
    name: Option<&str>,
    (numbers, left_out): Readings,
    span: Span,
) -> Result<Assigned> {
    let count = numbers.len() as f64;
    if numbers.len() < 2 {
        return Err(Error::new(span, "one reading has no standard deviation")
            .hint("give two or more, or type a known uncertainty: g = 9.81 ± 0.02"));
    }
    let mean = mean_of(&numbers);
    let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
    let u = (squares / (count - 1.0) / count).sqrt();
    if !(mean.is_finite() && u.is_finite()) {
        return Err(Error::new(span, "these readings are too large"));
    }
    session.need_room(span)?;
    let label = session.next_label(name.unwrap_or(ANSWER), span)?;
    let built = Built { left_out, is_computed: true, ..Built::number(mean) };
    let known = (u > 0.0).then(|| LeafError::typed(u));
    // A bare number takes no degrees of freedom: a saved session sets them.
    let text = (name.is_none() && u > 0.0).then(|| format!("{} ± {}", exact(mean), exact(u)));
    let assigned = session.bind_uncertain(label, built, known.clone(), text);
    if let Some(known) = known {
        let own = LeafError { freedom: Some(Rc::new(count - 1.0)), ..known };
        session.set_uncertainties(vec![(assigned.value.clone(), Some(own))]);
    }
    Ok(assigned)
}
