//! Rows that are left out, as those with a gap, in which a column has no number.

use std::collections::HashSet;
use std::rc::Rc;

use super::estimate::{BadStart, Fit, FitOutcome, Response, fit};
use crate::core::graph::{Operand, Order, Value};
use crate::core::language::Result;
use crate::core::session::Session;
use crate::parts::formula::Copies;
use crate::parts::uncertainty::{self, LeafError, RowUncertainties};

/// The rows, from 0, in which a column that one of two nodes uses row by row has a gap.
pub fn rows_with_gaps(session: &Session, y: &Value, other: &Operand) -> Vec<usize> {
    let columns = used_by_row(session, y, other);
    let mut rows: Vec<usize> =
        columns.iter().filter_map(Value::as_column).flat_map(|it| it.gaps()).collect();
    rows.sort_unstable();
    rows.dedup();
    rows
}

/// The columns that two nodes use row by row. What is folded is one number of all rows.
fn used_by_row(session: &Session, y: &Value, other: &Operand) -> HashSet<Value> {
    let roots = || std::iter::once(y).chain(other.value());
    let order = Order::until(session.stop(), roots());
    let by_row = order.nodes().iter().filter(|node| node.is_per_row());
    let operands = by_row.flat_map(|node| node.operands().iter().filter_map(Operand::value));
    let is_column = |it: &&Value| it.as_column().is_some() && it.rows() == y.rows();
    operands.chain(roots()).filter(is_column).cloned().collect()
}

/// Fits as [`fit`](super::fit()) does, but without these rows, from 0: to copies of the columns without them.
///
/// # Errors
///
/// When work is stopped.
pub fn fit_without(
    session: &mut Session,
    left_out: &[usize],
    response: &Response,
    leaves: Vec<Value>,
    new: &[Value],
) -> Result<Fit> {
    if left_out.is_empty() {
        return fit(session, response, leaves, new);
    }
    let shortened = Shortened::of(session, response, left_out);
    let mut fit = fit(session, &shortened.response, leaves, new)?;
    fit.left_out = left_out.len();
    if let FitOutcome::NotFinite(bad) = &mut fit.outcome {
        shortened.count_all(bad);
    }
    Ok(fit)
}

/// A response without some of its rows.
struct Shortened {
    response: Response,
    /// What stands for the nodes that have those rows.
    copies: Copies,
    /// The rows that are left.
    kept: Vec<usize>,
}

impl Shortened {
    fn of(session: &mut Session, response: &Response, left_out: &[usize]) -> Shortened {
        let Response { y, model } = response;
        let rows = y.rows().unwrap_or(0);
        let gone: HashSet<usize> = left_out.iter().copied().collect();
        let kept: Vec<usize> = (0..rows).filter(|row| !gone.contains(row)).collect();
        let columns = used_by_row(session, y, model);
        let roots = std::iter::once(y).chain(model.value());
        let order = Order::until(session.stop(), roots);
        let mut copies = Copies::default();
        for column in columns {
            let copy = column_without(session, &column, &kept);
            copies.put(&column, Operand::Value(copy));
        }
        copies.follow(&order, Value::is_per_row);
        let response = Response { y: copies.node(y), model: copies.of(model) };
        Shortened { response, copies, kept }
    }

    /// Counts a row among all.
    fn count_all(&self, bad: &mut BadStart) {
        let is_copy = |node: &Value| self.copies.has(node);
        let row = match bad {
            BadStart::ExactRow(row) => Some(row),
            BadStart::Row(node, row) if is_copy(node) => Some(row),
            BadStart::Operation(found) => {
                let is_of_copies = found.operands.iter().filter_map(Operand::value).any(is_copy);
                found.row.as_mut().filter(|_| is_of_copies)
            }
            _ => None,
        };
        if let Some(row) = row {
            *row = self.kept.get(row.saturating_sub(1)).map_or(*row, |kept| kept + 1);
        }
    }
}

/// A copy of a column with these rows alone, and their uncertainties.
fn column_without(session: &mut Session, column: &Value, kept: &[usize]) -> Value {
    let numbers = column.as_column().map(|it| it.numbers()).unwrap_or_default();
    let numbers: Vec<f64> = kept.iter().filter_map(|row| numbers.get(*row).copied()).collect();
    let copy = session.column_leaf(column.label(), numbers);
    let us = session.uncertainties_of_column(column);
    let us = us.map(|us| kept.iter().map(|row| us.at(*row)).collect());
    let us = us.and_then(|us: Vec<f64>| RowUncertainties::of(Rc::new(us), session.budget()));
    let distribution = session.distribution_of(column);
    uncertainty::put(session, &copy, us.map(|us| LeafError::of_rows(us, distribution)));
    copy
}
