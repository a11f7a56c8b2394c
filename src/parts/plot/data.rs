//! What `:plot` draws of rows: the data beside a curve, the bands around it, and residuals.

use super::command::range;
use super::groups::{Alike, texts_of};
use super::{bands, residual_deviation};
use crate::command::arguments::Arguments;
use crate::command::has_too_many_us;
use crate::command::syntax::Word;
use crate::core::graph::{Operand, Order, Value};
use crate::core::language::{Error, Result, Span, quoted};
use crate::core::session::Session;
use crate::parts::fit;
use crate::parts::formula::node_of;
use crate::parts::rows::{LeftOut, must_be_numbers};
use crate::report::{Band, Observed, Plot, Range, counted};

/// Which rows are drawn beside a curve.
pub(super) enum Among<'plot> {
    /// All.
    All,
    /// Those with the texts of the row in view, as the curve of a model that uses texts is that of this row;
    /// others are faint.
    InView(&'plot Value),
    /// Those of a group alone.
    Group(&'plot Alike),
}

/// Returns the rows of what a word names over those of the column that moves.
pub(super) fn rows_of(
    session: &mut Session,
    arguments: &Arguments<'_>,
    (word, among): (Word<'_>, Among<'_>),
    (column, model): (&Value, Option<&Value>),
) -> Result<Observed> {
    let node = node_of(session, word)?;
    let (moves, name) = (session.names().call(column), quoted(word.text).to_string());
    let error = |message: String| Error::new(word.span, message);
    let (Some(rows), Some(theirs)) = (node.rows(), column.rows()) else {
        let single = if node.is_per_row() { moves } else { name };
        return Err(error(format!("{single} is one number, and rows are drawn over a column"))
            .hint("x and y are columns in :plot y = F x 0 9"));
    };
    if rows != theirs {
        return Err(error(format!(
            "{name} has {}, {moves} has {theirs}",
            counted(rows as u64, "row")
        )));
    }
    must_be_numbers(column, (&moves, word.span))?;
    must_be_numbers(&node, (word.text, word.span))?;
    let at = session.all_rows(column)?;
    let mut left_out = left_out(session, arguments, (&node, word.text), (column, model))?;
    let mut group = None;
    match among {
        Among::All => {}
        Among::Group(own) => group = Some(own),
        Among::InView(model) => {
            for texts in texts_of(model) {
                if let Some(column) = texts.as_column().filter(|_| texts.rows() == Some(rows)) {
                    let (numbers, own) = (column.numbers(), texts.data());
                    let others = numbers.iter().enumerate().filter(|(_, number)| **number != own);
                    left_out.leave_out(&others.map(|(row, _)| row).collect::<Vec<usize>>());
                }
            }
        }
    }
    let is_meant = |row: usize| group.is_none_or(|group| group.has(row));
    let us = if has_too_many_us(&node) { None } else { session.uncertainties(&node)? };
    let us = us.map(|us| us.to_vec());
    let across = session.uncertainties_of_column(column).map(|us| us.all(rows).to_vec());
    rows_at(session, (name, &node, [us, across]), at, (&left_out, &is_meant))
}

/// The rows of data that the arguments leave out over a column, and those with a gap.
pub(super) fn left_out_of(
    session: &mut Session,
    arguments: &Arguments<'_>,
    data: Word<'_>,
    column: &Value,
) -> Result<LeftOut> {
    let node = node_of(session, data)?;
    left_out(session, arguments, (&node, data.text), (column, None))
}

/// The rows of data that are left out beside a curve over a column: those that the arguments leave out, those
/// with a gap, and of the last fit, where that is the model, those that it has left out.
fn left_out(
    session: &mut Session,
    arguments: &Arguments<'_>,
    (node, text): (&Value, &str),
    (column, model): (&Value, Option<&Value>),
) -> Result<LeftOut> {
    let mut rows = LeftOut::of(session, arguments, (node, text), &Operand::Value(column.clone()))?;
    let fitted = fit::last_fit(session).filter(|fit| {
        let mut sides = fit.residual.operands().iter().map(Operand::value);
        let y = sides.next().flatten();
        // Data that are computed are another node each time they are typed, log(y).
        let are_alike =
            |y: &Value| y == node || !y.is_leaf() && !node.is_leaf() && y.rows() == node.rows();
        y.is_some_and(are_alike) && model.is_some() && sides.next().flatten() == model
    });
    rows.leave_out(fitted.map_or(&[], |fit| &fit.left_out));
    Ok(rows)
}

/// `g == "a"`, of the columns of text that a model uses and the row in view; none without such columns.
pub(super) fn group_in_view(session: &Session, model: &Value) -> Option<String> {
    let said = |texts: &Value| {
        let text = texts.text()?;
        Some(format!("{} == {text}", session.names().call(texts)))
    };
    let all: Vec<String> = texts_of(model).iter().filter_map(said).collect();
    (!all.is_empty()).then(|| all.join(" and "))
}

/// Those rows of a node that are meant, at these places, with these ± of the rows and of the places; those that are left out apart,
/// but for gaps.
fn rows_at(
    session: &mut Session,
    (name, node, us): (String, &Value, [Option<Vec<f64>>; 2]),
    at: Vec<f64>,
    (chosen, is_meant): (&LeftOut, &dyn Fn(usize) -> bool),
) -> Result<Observed> {
    let values = session.all_rows(node)?;
    let kept = |us: Vec<f64>| {
        let kept = us.into_iter().enumerate();
        kept.filter(|(row, _)| !chosen.has(*row) && is_meant(*row)).map(|(_, u)| u).collect()
    };
    let [us, us_across] = us.map(|us| us.map(kept));
    let (mut points, mut left_out) = (Vec::new(), Vec::new());
    let gaps = (0..at.len()).filter(|row| is_meant(*row) && chosen.is_gap(*row)).count();
    let all = at.into_iter().zip(values).map(|(at, value)| [at, value]).enumerate();
    for (row, point) in all.filter(|(row, _)| is_meant(*row)) {
        if !chosen.has(row) {
            points.push(point);
        } else if point.iter().all(|it| !it.is_nan()) {
            left_out.push(point);
        }
    }
    Ok(Observed { name, points, us, us_across, left_out, gaps })
}

/// Returns the bands around a curve that is drawn beside rows, if it has some.
pub(super) fn band(
    session: &mut Session,
    arguments: &Arguments<'_>,
    observed: Word<'_>,
    (root, leaf, model): (&Value, &Value, &Value),
    plot: &Plot,
) -> Result<Option<Band>> {
    let y = node_of(session, observed)?;
    let left_out = left_out(session, arguments, (&y, observed.text), (leaf, Some(model)))?;
    let places = plot.points().map(|[at, _]| at).collect();
    let bands = bands::bands(session, (&y, model, &left_out.rows()), (root, leaf), places);
    let bands = bands.map_err(|error| error.at(observed.span))?;
    Ok(bands.map(|it| Band { curve: it.curve, measurement: it.measurement }))
}

/// Returns the picture of the residuals of the last fit, if a word means them: `residuals`, `residual`.
pub(super) fn of_residuals(
    session: &mut Session,
    arguments: &Arguments<'_>,
    word: Word<'_>,
) -> Result<Option<Plot>> {
    let is_plural = word.text == "residuals" && !session.has_name(word.text);
    let node = fit::last_fit(session).map(|fit| fit.residual.clone());
    // What is called residual may be something else by now; the residuals are still those of the fit.
    let is_meant = is_plural || session.names().get(word.text) == node.as_ref();
    let (Some(node), true) = (node, is_meant) else {
        return if is_plural {
            Err(Error::new(word.span, "nothing has been fitted")
                .hint("residuals are those of the last :fit Y = F; those of others are y - F"))
        } else {
            Ok(None)
        };
    };
    let (by, at, column) = places(session, arguments, &node)?;
    let column = column.map_or(Operand::Constant(0.0), Operand::Value);
    let mut left_out = LeftOut::of(session, arguments, (&node, word.text), &column)?;
    left_out.leave_out(fit::last_fit(session).map_or(&[], |fitted| &fitted.left_out));
    // The ± of the data: that of the leaves is no scatter.
    let (us, scatter) = match node.operands() {
        [Operand::Value(y), Operand::Value(model)] => {
            let has_too_many = has_too_many_us(y);
            let us = if has_too_many { None } else { session.uncertainties(y)? };
            (
                us.map(|us| us.to_vec()),
                residual_deviation::scatter(session, y, model, &left_out.rows())?,
            )
        }
        _ => (None, None),
    };
    let named = (word.text.to_owned(), &node, [us, None]);
    let observed = rows_at(session, named, at, (&left_out, &|_| true))?;
    let axis = column.value().and_then(Value::categories).cloned();
    let (from, to) = match range(session, arguments)? {
        Some(range) => range,
        None => ends(&observed.points),
    };
    Ok(Some(Plot {
        moves: by,
        follows: word.text.to_owned(),
        from,
        to,
        observed: Some(observed),
        scatter: Some(scatter.unwrap_or(f64::NAN)),
        axis: axis.unwrap_or_default(),
        logarithmic: [arguments.has("logx") && from > 0.0, false],
        ..Plot::default()
    }))
}

/// What residuals are drawn over, its numbers, and what it is: what is named, else the only column of the
/// model, else the number of the row.
fn places(
    session: &mut Session,
    arguments: &Arguments<'_>,
    node: &Value,
) -> Result<(String, Vec<f64>, Option<Value>)> {
    let rows = node.rows().unwrap_or(0);
    let named = arguments.words("NAME").next();
    let by = match named {
        Some(word) => Some((word.text.to_owned(), word.span, session.find(word.text, word.span)?)),
        None => only_column(session, node)
            .map(|column| (session.names().call(&column), Span::default(), column)),
    };
    let Some((name, span, by)) = by else {
        return Ok(("row".to_owned(), (1..=rows).map(|row| row as f64).collect(), None));
    };
    if by.rows() != Some(rows) {
        let theirs = by.rows().map_or("is one number".to_owned(), |rows| {
            format!("has {}", counted(rows as u64, "row"))
        });
        let message = format!("{} {theirs}, and the last fit {rows}", quoted(&name));
        return Err(Error::new(span, message).hint("residuals are drawn over a column of the fit"));
    }
    Ok((name, session.all_rows(&by)?, Some(by)))
}

/// The column that the model in these residuals uses, if there is only one.
fn only_column(session: &Session, node: &Value) -> Option<Value> {
    let model = node.operands().get(1).and_then(Operand::value)?;
    let order = Order::until(session.stop(), [model]);
    let mut columns = order.leaves().filter(|leaf| leaf.rows() == node.rows());
    let only = columns.next()?.clone();
    columns.next().is_none().then_some(only)
}

/// The least and the greatest place of some points; around one where they are all at the same.
fn ends(points: &[[f64; 2]]) -> (f64, f64) {
    let places: Vec<f64> = points.iter().map(|[at, _]| *at).collect();
    let Range { least, greatest } = Range::of(&places);
    if least < greatest {
        (least, greatest)
    } else if least.is_finite() {
        (least - 1.0, least + 1.0)
    } else {
        (0.0, 1.0)
    }
}
