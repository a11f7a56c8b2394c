//! Rows of data over those of a column: which are drawn, and which are left out.

use std::rc::Rc;

use super::command::Plotter;
use crate::command::has_too_many_us;
use crate::command::syntax::Word;
use crate::core::graph::{Operand, Value};
use crate::core::language::{Error, Result, quoted};
use crate::core::session::Session;
use crate::parts::fit;
use crate::parts::formula::node_of;
use crate::parts::rows::{LeftOut, must_be_numbers};
use crate::report::{Observed, Row, counted};

/// The rows of a node over those of a column.
pub(super) struct Data {
    /// The name of the node.
    pub(super) name: String,
    /// The node.
    pub(super) node: Value,
    /// The place of each row on the axis.
    pub(super) at: Vec<f64>,
    /// The standard uncertainty of each row, if they have some.
    pub(super) us: Option<Rc<Vec<f64>>>,
    /// The rows that are left out.
    pub(super) left_out: LeftOut,
}

impl Plotter<'_, '_> {
    /// The rows of a word over those of a column, beside the curve of a model if there is one.
    pub(super) fn data(
        &mut self,
        word: Word<'_>,
        column: &Value,
        model: Option<&Value>,
    ) -> Result<Data> {
        let Plotter { session, arguments, .. } = self;
        let node = node_of(session, word)?;
        let (moves, name) = (session.names().call(column), quoted(word.text).to_string());
        let error = |message: String| Error::new(word.span, message);
        let (Some(rows), Some(theirs)) = (node.rows(), column.rows()) else {
            let single = if node.is_per_row() { moves } else { name };
            return Err(error(format!("{single} is one number, not a column"))
                .hint("x and y are columns in :plot y = F x 0 9"));
        };
        if rows != theirs {
            let rows = counted(rows as u64, "row");
            return Err(error(format!("{name} has {rows}, {moves} has {theirs}")));
        }
        must_be_numbers(column, (&moves, word.span))?;
        must_be_numbers(&node, (word.text, word.span))?;
        let at = session.all_rows(column)?;
        let us = us_of(session, &node)?;
        let other = Operand::Value(column.clone());
        let mut left_out = LeftOut::of(session, arguments, (&node, word.text), &other)?;
        // The rows that the last fit left out, if it was of this model.
        let fit = fit::last_fit(session).filter(|it| Some(&it.model) == model && it.is_of(&node));
        left_out.leave_out(fit.map_or(&[], |fit| &fit.left_out));
        Ok(Data { name, node, at, us, left_out })
    }
}

impl Data {
    /// The chosen rows, under a name.
    pub(super) fn observed(
        &self,
        session: &mut Session,
        name: String,
        is_meant: impl Fn(usize) -> bool,
    ) -> Result<Observed> {
        let points = self.at.iter().zip(session.all_rows(&self.node)?);
        let row = |(row, (at, value)): (usize, (&f64, f64))| {
            let is_left_out = self.left_out.has(row);
            let u = self.us.as_ref().and_then(|us| us.get(row).copied());
            Row { point: [*at, value], u: u.filter(|_| !is_left_out), is_left_out }
        };
        let is_drawn = |row: &Row| !row.is_left_out || row.point.iter().all(|it| !it.is_nan());
        let rows = points.enumerate().filter(|(row, _)| is_meant(*row)).map(row);
        let rows = rows.filter(is_drawn).collect();
        let is_gap = |row: &usize| is_meant(*row) && self.left_out.is_gap(*row);
        let gaps = (0..self.at.len()).filter(is_gap).count();
        Ok(Observed { name, rows, gaps })
    }
}

/// The standard uncertainties of rows, unless there are too many.
pub(super) fn us_of(session: &mut Session, node: &Value) -> Result<Option<Rc<Vec<f64>>>> {
    if has_too_many_us(node) { Ok(None) } else { session.uncertainties(node) }
}
