//! `:plot residuals`: the residuals of the last fit, and the lines around them.

use super::bands::scatter;
use super::command::{Plotter, ends};
use super::curve::only_column;
use super::rows::{Data, us_of};
use crate::command::syntax::Word;
use crate::core::graph::{Operand, Value};
use crate::core::language::{Error, Result, quoted};
use crate::parts::fit;
use crate::parts::rows::LeftOut;
use crate::report::{Chart, Series};

impl Plotter<'_, '_> {
    /// Returns the picture of the residuals of the last fit, if a word means them: `residuals`, `residual`.
    pub(super) fn residuals(&mut self, word: Word<'_>) -> Result<Option<Chart>> {
        let is_plural = word.text == "residuals" && !self.session.has_name(word.text);
        let node = fit::last_fit(self.session).map(|fit| fit.residual.clone());
        // The name residual may have a new meaning; these are the residuals of the fit.
        let is_meant = is_plural || self.session.names().get(word.text) == node.as_ref();
        let Some(node) = node.filter(|_| is_meant) else {
            let none = || Error::new(word.span, "no fit yet").hint(":fit y = m*x + c makes one");
            return if is_plural { Err(none()) } else { Ok(None) };
        };
        self.drawn_nodes.push(node.clone());
        self.check_rows(true, false)?;
        let column = self.residual_column(&node)?;
        let rows = node.rows().unwrap_or(0);
        let (by, at) = match &column {
            Some(column) => (self.session.names().call(column), self.session.all_rows(column)?),
            None => ("row".to_owned(), (1..=rows).map(|row| row as f64).collect()),
        };
        let column = column.map_or(Operand::Constant(0.0), Operand::Value);
        let mut left_out = LeftOut::of(self.session, self.arguments, (&node, word.text), &column)?;
        left_out.leave_out(fit::last_fit(self.session).map_or(&[], |fitted| &fitted.left_out));
        // The ± of the data: that of the leaves is no scatter.
        let (us, scatter) = match node.operands() {
            [Operand::Value(y), Operand::Value(model)] => {
                (us_of(self.session, y)?, scatter(self.session, y, model, &left_out.rows())?)
            }
            _ => (None, None),
        };
        let name = word.text.to_owned();
        let data = Data { name: name.clone(), node, at, us, left_out };
        let observed = data.observed(self.session, name.clone(), |_| true)?;
        let mut chart = Chart::default();
        let range = match self.arguments.has("LO") {
            true => self.given_range(["LO", "HI"])?,
            false => {
                let rows = observed.rows.iter().filter(|row| !row.is_left_out);
                ends(rows.map(|row| row.point[0]), false)
            }
        };
        self.put_axes(&mut chart, range);
        chart.x.name = by;
        chart.y.name.clone_from(&name);
        // Logarithmic axes need numbers above 0.
        chart.x.is_logarithmic &= chart.x.from > 0.0;
        chart.y.is_logarithmic = false;
        chart.levels = vec![0.0];
        chart.levels.extend(scatter.into_iter().flat_map(|it| [2.0 * it, -2.0 * it]));
        chart.levels.retain(|level| level.is_finite());
        chart.series = vec![Series { name, observed: Some(observed), ..Series::default() }];
        Ok(Some(chart))
    }

    /// The column on the x axis: the named one, else the only column of the model; `None` for row numbers.
    fn residual_column(&mut self, node: &Value) -> Result<Option<Value>> {
        let Some(word) = self.arguments.words("NAME").next() else {
            let model = node.operands().get(1).and_then(Operand::value);
            return Ok(model.and_then(|model| only_column(model).ok()));
        };
        let column = self.session.find(word.text, word.span)?;
        if column.rows() == node.rows() {
            return Ok(Some(column));
        }
        let message = format!("{} does not have the rows of the last fit", quoted(word.text));
        Err(Error::new(word.span, message).hint("name a column of the fit"))
    }
}
