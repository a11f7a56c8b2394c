//! The rows of a picture, and its curves beside them: one for each group of rows.

use super::bands::bands;
use super::command::Plotter;
use super::sampling::sample;
use crate::command::node;
use crate::command::syntax::Word;
use crate::core::graph::{Label, Operand, Order, Value};
use crate::core::language::{Error, Result, Span, exact, in_marks, is_reference, quoted};
use crate::core::session::Session;
use crate::parts::formula::Copies;
use crate::parts::rows::LeftOut;
use crate::report::{Axis, PLACES, Series, counted};

/// The most groups of a plot.
const MOST_GROUPS: usize = 5;

/// The rows with the same numbers, or texts, in some columns.
struct Alike {
    /// `g == "a"`
    name: String,
    /// The columns, each with a leaf of its number.
    columns: Vec<(Value, Value)>,
    /// For each row whether it belongs to it.
    rows: Vec<bool>,
}

/// The groups of rows by columns, in the order of their first rows. A row with a gap in one is in no
/// group. Without columns all rows are one group.
fn groups(
    session: &mut Session,
    columns: &[(String, Value)],
    (left_out, span): (&LeftOut, Span),
) -> Result<Vec<Alike>> {
    let numbers = columns.iter().map(|(_, column)| session.all_rows(column));
    let numbers = numbers.collect::<Result<Vec<_>>>()?;
    let of_row = |row: usize| -> Vec<f64> {
        numbers.iter().map(|it| it.get(row).copied().unwrap_or(f64::NAN)).collect()
    };
    let mut groups: Vec<Alike> = Vec::new();
    for row in (0..left_out.count()).filter(|row| !left_out.has(*row)) {
        let own = of_row(row);
        let is_known = groups.iter().any(|group| group.rows[row]);
        if is_known || own.iter().any(|it| it.is_nan()) {
            continue;
        }
        if let [first, ..] = groups.as_slice()
            && groups.len() == MOST_GROUPS
        {
            let called: Vec<&str> = columns.iter().map(|(called, _)| called.as_str()).collect();
            let message =
                format!("{} has more than {MOST_GROUPS} groups of rows", called.join(" and "));
            let hint = format!("draw fewer rows: where {}", first.name);
            return Err(Error::new(span, message).hint(hint));
        }
        let named = columns.iter().zip(&own);
        let names: Vec<String> =
            named.map(|((called, column), own)| name(called, column, *own)).collect();
        let rows = (0..left_out.count()).map(|row| of_row(row) == own).collect();
        let leaves = own.into_iter().map(|number| Value::leaf(number, Label::default()));
        let columns = columns.iter().map(|(_, column)| column.clone()).zip(leaves).collect();
        groups.push(Alike { name: names.join(" and "), columns, rows });
    }
    Ok(groups)
}

/// The name of a group: `g == "a"`, `run == 2`
fn name(called: &str, column: &Value, own: f64) -> String {
    let text = column.categories().and_then(|it| it.text(own)).map(in_marks);
    let own = text.unwrap_or_else(|| exact(own));
    format!("{called} == {own}")
}

/// The column that tells groups of rows apart, and its name.
pub(super) fn telling(
    session: &mut Session,
    by: Word<'_>,
    left_out: &LeftOut,
) -> Result<(String, Value)> {
    let column = node(session, by)?;
    let (text, rows) = (quoted(by.text), left_out.count());
    if column.rows() == Some(rows) {
        let is_name = is_reference(by.text);
        return Ok((if is_name { text.to_string() } else { format!("({text})") }, column));
    }
    let found = column.rows().map_or("one number".to_owned(), |it| counted(it as u64, "row"));
    Err(Error::new(by.span, format!("{text} has {found}, but the plot has {rows} rows")))
}

/// A model with columns replaced row by row, but not inside folds; `None` if it uses none of them, or may not use
/// the rows of others.
pub(super) fn replaced(
    session: &Session,
    model: &Value,
    columns: &[(Value, Value)],
    may_use_others: bool,
) -> Option<Value> {
    let mut copies = Copies::default();
    columns.iter().for_each(|(old, new)| copies.put(old, Operand::Value(new.clone())));
    let order =
        Order::walk(session.stop(), [model], |node| !node.is_fold() && copies.get(node).is_none());
    if !may_use_others && order.leaves().any(Value::is_per_row) {
        return None;
    }
    copies.follow(&order, Value::is_per_row);
    copies.get(model).and_then(Operand::value).cloned()
}

impl Plotter<'_, '_> {
    /// The rows of data over those of a column, by the column after `by`.
    pub(super) fn series_of_rows(&mut self, word: Word<'_>, column: &Value) -> Result<Vec<Series>> {
        let data = self.data(word, column, None)?;
        let by = self.arguments.words("COLUMN").next();
        let columns = by.map(|by| telling(self.session, by, &data.left_out)).transpose()?;
        let span = by.map_or(word.span, |by| by.span);
        let groups = groups(self.session, columns.as_slice(), (&data.left_out, span))?;
        let series = groups.into_iter().map(|group| {
            let [name, of_rows] = match by {
                Some(_) => [group.name.clone(), group.name],
                None => [word.text.to_owned(), data.name.clone()],
            };
            let observed = Some(data.observed(self.session, of_rows, |row| group.rows[row])?);
            Ok(Series { name, observed, ..Series::default() })
        });
        series.collect()
    }

    /// The curve of a model with its rows and bands, for each group by the columns of text in the model.
    pub(super) fn series_of_model(
        &mut self,
        (text, observed): (Word<'_>, Word<'_>),
        (model, leaf): (&Value, &Value),
        x: &Axis,
    ) -> Result<Vec<Series>> {
        let data = self.data(observed, leaf, Some(model))?;
        let order = Order::of([model]);
        let texts = order.leaves().filter(|leaf| leaf.is_text() && leaf.rows() == model.rows());
        let texts: Vec<(String, Value)> =
            texts.map(|texts| (self.session.names().call(texts), texts.clone())).collect();
        let groups = groups(self.session, &texts, (&data.left_out, text.span))?;
        let mut all = Vec::with_capacity(groups.len());
        for group in groups {
            let root = replaced(self.session, model, &group.columns, true);
            let root = root.unwrap_or_else(|| model.clone());
            let values = sample(self.session, (&root, leaf), x, text.span)?;
            let of_rows = data.observed(self.session, data.name.clone(), |row| group.rows[row])?;
            let rows = (&data.node, model, &data.left_out.rows()[..]);
            let bands = bands(self.session, rows, (&root, leaf), x.places(PLACES));
            let bands = bands.map_err(|error| error.at(observed.span))?;
            let name = if texts.is_empty() { text.text.to_owned() } else { group.name };
            all.push(Series { name, values, bands, observed: Some(of_rows) });
        }
        Ok(all)
    }
}
