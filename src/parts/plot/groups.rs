//! The rows of a picture, and its curves beside them: one of each group of rows that columns tell apart.

use super::bands::bands;
use super::rows::Data;
use super::sampling::sample;
use crate::command::Arguments;
use crate::command::node;
use crate::command::syntax::Word;
use crate::core::graph::{Label, Operand, Order, Value};
use crate::core::language::{Error, Result, Span, exact, in_marks, is_reference, quoted};
use crate::core::session::Session;
use crate::parts::formula::Copies;
use crate::parts::rows::LeftOut;
use crate::report::{Axis, PLACES, Series, counted};

/// The most groups that a picture tells apart.
const MOST_GROUPS: usize = 5;

/// The rows with the same numbers, or texts, in some columns.
struct Alike {
    /// `g == "a"`
    name: String,
    /// The columns, each with its number.
    columns: Vec<(Value, f64)>,
    /// For each row whether it belongs to it.
    rows: Vec<bool>,
}

impl Alike {
    /// Returns true if a row, from 0, belongs to it.
    fn has(&self, row: usize) -> bool {
        self.rows.get(row).copied().unwrap_or_default()
    }
}

/// The groups of rows that columns tell apart, in the order of their first rows, and the number of rows in none of
/// them, for a gap. Without columns all rows are one group.
///
/// # Errors
///
/// There are too many groups for one picture.
fn groups(
    session: &mut Session,
    columns: &[(String, Value)],
    (left_out, span): (&LeftOut, Span),
) -> Result<(Vec<Alike>, usize)> {
    let mut numbers = Vec::with_capacity(columns.len());
    for (_, column) in columns {
        numbers.push(session.all_rows(column)?);
    }
    let of_row = |row: usize| -> Vec<f64> {
        numbers.iter().map(|it| it.get(row).copied().unwrap_or(f64::NAN)).collect()
    };
    let group = |own: Vec<f64>| {
        let named = columns.iter().zip(&own);
        let names: Vec<String> =
            named.map(|((called, column), own)| name(called, column, *own)).collect();
        Alike {
            name: names.join(" and "),
            rows: (0..left_out.count()).map(|row| of_row(row) == own).collect(),
            columns: columns.iter().map(|(_, column)| column.clone()).zip(own).collect(),
        }
    };
    let (mut found, mut in_none): (Vec<Vec<f64>>, usize) = (Vec::new(), 0);
    for own in (0..left_out.count()).filter(|row| !left_out.has(*row)).map(of_row) {
        if own.iter().any(|it| it.is_nan()) {
            in_none += 1;
        } else if !found.contains(&own) {
            found.push(own);
        }
        if found.len() > MOST_GROUPS {
            let called: Vec<&str> = columns.iter().map(|(called, _)| called.as_str()).collect();
            let tell = if called.len() == 1 { "tells" } else { "tell" };
            let message = format!(
                "{} {tell} more than {MOST_GROUPS} groups of rows apart",
                called.join(" and ")
            );
            let first = found.swap_remove(0);
            return Err(Error::new(span, message).hint(format!(
                "a picture has marks for {MOST_GROUPS}; fewer rows are drawn by where: where {}",
                group(first).name
            )));
        }
    }
    Ok((found.into_iter().map(group).collect(), in_none))
}

/// What a group is called: `g == "a"`, `run == 2`
fn name(called: &str, column: &Value, own: f64) -> String {
    let text = column.categories().and_then(|it| it.text(own)).map(in_marks);
    let own = text.unwrap_or_else(|| exact(own));
    format!("{called} == {own}")
}

/// The rows of data over those of a column, of each group that the column after `by` tells apart; and the number of rows
/// in none, for a gap.
pub(super) fn of_rows(
    session: &mut Session,
    arguments: &Arguments<'_>,
    word: Word<'_>,
    column: &Value,
) -> Result<(Vec<Series>, usize)> {
    let data = Data::of(session, arguments, word, (column, None))?;
    let by = arguments.words("COLUMN").next();
    let span = by.map_or(word.span, |by| by.span);
    let columns = match by {
        Some(by) => vec![telling(session, by, &data.left_out)?],
        None => Vec::new(),
    };
    let (groups, in_none) = groups(session, &columns, (&data.left_out, span))?;
    let mut all = Vec::with_capacity(groups.len());
    for group in groups {
        let [name, of_rows] = match by {
            Some(_) => [group.name.clone(), group.name.clone()],
            None => [word.text.to_owned(), data.name.clone()],
        };
        let observed = Some(data.observed(session, of_rows, |row| group.has(row))?);
        all.push(Series { name, observed, ..Series::default() });
    }
    Ok((all, in_none))
}

/// The column that tells groups of rows apart, and its name.
fn telling(session: &mut Session, by: Word<'_>, left_out: &LeftOut) -> Result<(String, Value)> {
    let column = node(session, by)?;
    let text = quoted(by.text);
    let called = if is_reference(by.text) { text.to_string() } else { format!("({text})") };
    let rows = left_out.count();
    if column.rows() == Some(rows) {
        return Ok((called, column));
    }
    let found = column.rows().map(|it| format!("has {}", counted(it as u64, "row")));
    let found = found.unwrap_or_else(|| "is one number".to_owned());
    Err(Error::new(by.span, format!("{text} {found}, and {rows} rows are drawn")))
}

/// The curve of a model with its rows and bands, of each group that the columns of text in the model tell apart.
pub(super) fn of_model(
    session: &mut Session,
    arguments: &Arguments<'_>,
    (text, observed): (Word<'_>, Word<'_>),
    (model, leaf): (&Value, &Value),
    x: &Axis,
) -> Result<Vec<Series>> {
    let data = Data::of(session, arguments, observed, (leaf, Some(model)))?;
    let order = Order::of([model]);
    let texts = order.leaves().filter(|leaf| leaf.is_text() && leaf.rows() == model.rows());
    let texts: Vec<(String, Value)> =
        texts.map(|texts| (session.names().call(texts), texts.clone())).collect();
    let (groups, _) = groups(session, &texts, (&data.left_out, text.span))?;
    let mut all = Vec::with_capacity(groups.len());
    for group in groups {
        let root = held(session, model, &group.columns);
        let values = sample(session, (&root, leaf), x, text.span)?;
        let of_rows = data.observed(session, data.name.clone(), |row| group.has(row))?;
        let data = (&data.node, model, data.left_out.rows());
        let bands = bands(session, (data.0, data.1, &data.2), (&root, leaf), x.places(PLACES));
        let bands = bands.map_err(|error| error.at(observed.span))?;
        let name = if texts.is_empty() { text.text.to_owned() } else { group.name };
        all.push(Series { name, values, bands, observed: Some(of_rows) });
    }
    Ok(all)
}

/// A model in which columns stay at these numbers, row by row; what is folded is that of all rows.
fn held(session: &Session, model: &Value, columns: &[(Value, f64)]) -> Value {
    if columns.is_empty() {
        return model.clone();
    }
    let order = Order::until(session.stop(), [model]);
    let leaf = |(column, number): &(Value, f64)| {
        (column.clone(), Operand::Value(Value::leaf(*number, Label::default())))
    };
    let mut copies: Copies = columns.iter().map(leaf).collect();
    copies.follow(&order, Value::is_per_row);
    copies.node(model)
}
