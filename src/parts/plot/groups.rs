//! The groups of rows of a picture: those with the same texts in the columns that its model uses.

use super::command::VALUES;
use super::data::{self, Among};
use super::{group_model, sampling};
use crate::command::arguments::Arguments;
use crate::command::node;
use crate::command::syntax::Word;
use crate::core::graph::{Order, Value};
use crate::core::language::{Error, Result, exact, in_marks, is_reference, quoted};
use crate::core::session::Session;
use crate::parts::rows::LeftOut;
use crate::report::{Plot, counted};

/// The most groups that a picture tells apart.
const MOST_GROUPS: usize = 5;

/// The rows with the same texts.
pub(super) struct Alike {
    /// `g == "a"`
    name: String,
    /// The columns of text, each with the number of its text.
    texts: Vec<(Value, f64)>,
    /// For each row whether it belongs to it.
    rows: Vec<bool>,
}

impl Alike {
    /// Returns true if a row, from 0, belongs to it.
    pub(super) fn has(&self, row: usize) -> bool {
        self.rows.get(row).copied().unwrap_or_default()
    }
}

/// What a group is called: `g == "a"`, `run == 2`
fn name(called: &str, column: &Value, own: f64) -> String {
    let text = column.categories().and_then(|it| it.text(own)).map(in_marks);
    let own = text.unwrap_or_else(|| exact(own));
    format!("{called} == {own}")
}

/// The columns of text that a model uses.
pub(super) fn texts_of(model: &Value) -> Vec<Value> {
    Order::of([model]).leaves().filter(|leaf| leaf.is_text()).cloned().collect()
}

/// The groups of rows that a model tells apart, in the order of their first rows; none where it tells no rows
/// apart, or too many groups for one picture.
pub(super) fn groups_of(session: &Session, model: &Value) -> Vec<Alike> {
    let texts: Vec<Value> =
        texts_of(model).into_iter().filter(|texts| texts.rows() == model.rows()).collect();
    let columns: Vec<_> = texts.iter().filter_map(|it| Some(it.as_column()?.numbers())).collect();
    let mut found: Vec<Vec<f64>> = Vec::new();
    let rows = model.rows().unwrap_or(0);
    let of_row =
        |row: usize| -> Vec<f64> { columns.iter().filter_map(|it| it.get(row).copied()).collect() };
    for own in (0..rows).map(of_row) {
        if own.iter().any(|it| it.is_nan()) || found.contains(&own) {
            continue;
        }
        found.push(own);
        if found.len() > MOST_GROUPS {
            return Vec::new();
        }
    }
    let group = |own: Vec<f64>| {
        let both = || texts.iter().zip(own.iter().copied());
        let names: Vec<String> =
            both().map(|(texts, own)| name(&session.names().call(texts), texts, own)).collect();
        Alike {
            name: names.join(" and "),
            texts: both().map(|(texts, own)| (texts.clone(), own)).collect(),
            rows: (0..rows)
                .map(|row| columns.iter().zip(&own).all(|(it, own)| it.get(row) == Some(own)))
                .collect(),
        }
    };
    if found.len() > 1 { found.into_iter().map(group).collect() } else { Vec::new() }
}

/// The groups of rows that a column tells apart, in the order of their first rows, and the number of rows in none of
/// them, for a gap.
///
/// # Errors
///
/// It is no column of as many rows, or tells too many groups apart for one picture.
fn groups_by(
    session: &mut Session,
    by: Word<'_>,
    left_out: &LeftOut,
) -> Result<(Vec<Alike>, usize)> {
    let column = node(session, by)?;
    let text = quoted(by.text);
    let called = if is_reference(by.text) { text.to_string() } else { format!("({text})") };
    let rows = left_out.count();
    if column.rows() != Some(rows) {
        let found = column.rows().map(|it| format!("has {}", counted(it as u64, "row")));
        let found = found.unwrap_or_else(|| "is one number".to_owned());
        let message = format!("{text} {found}, and {rows} rows are drawn");
        return Err(Error::new(by.span, message));
    }
    let numbers = session.all_rows(&column)?;
    let mut found: Vec<f64> = Vec::new();
    let meant = numbers.iter().enumerate().filter(|(row, _)| !left_out.has(*row));
    let mut in_none = 0;
    for (_, own) in meant {
        match own {
            own if own.is_nan() => in_none += 1,
            own if found.contains(own) => {}
            _ if found.len() == MOST_GROUPS => {
                let message =
                    format!("{called} tells more than {MOST_GROUPS} groups of rows apart");
                let first = found.first().map(|own| name(&called, &column, *own));
                return Err(Error::new(by.span, message).hint(format!(
                    "a picture has marks for {MOST_GROUPS}; fewer rows are drawn by where: where {}",
                    first.unwrap_or_default()
                )));
            }
            own => found.push(*own),
        }
    }
    let group = |own: f64| Alike {
        name: name(&called, &column, own),
        texts: Vec::new(),
        rows: numbers.iter().map(|number| *number == own).collect(),
    };
    Ok((found.into_iter().map(group).collect(), in_none))
}

/// Draws the rows of each group that a column tells apart, in a picture of this kind; gives the number of rows in
/// none, too.
pub(super) fn rows_of_each(
    session: &mut Session,
    arguments: &Arguments<'_>,
    (data, by): (Word<'_>, Word<'_>),
    column: &Value,
    plot: &Plot,
) -> Result<(Vec<Plot>, usize)> {
    let left_out = data::left_out_of(session, arguments, data, column)?;
    let (groups, in_none) = groups_by(session, by, &left_out)?;
    let own = |group: Alike| {
        let among = (data, Among::Group(&group));
        let mut rows = data::rows_of(session, arguments, among, (column, None))?;
        rows.name.clone_from(&group.name);
        Ok(Plot { follows: group.name, observed: Some(rows), ..plot.clone() })
    };
    Ok((groups.into_iter().map(own).collect::<Result<_>>()?, in_none))
}

/// Draws the curve of each group with its rows and bands.
pub(super) fn drawn_each(
    session: &mut Session,
    arguments: &Arguments<'_>,
    (data, groups): (Word<'_>, &[Alike]),
    (model, leaf): (&Value, &Value),
    plot: &Plot,
) -> Result<Vec<Plot>> {
    let mut drawn = Vec::with_capacity(groups.len());
    for group in groups {
        let root = group_model::held(session, model, &group.texts);
        let places = plot.axis().places(VALUES);
        let mut own = Plot {
            moves: plot.moves.clone(),
            follows: group.name.clone(),
            from: plot.from,
            to: plot.to,
            axis: plot.axis.clone(),
            logarithmic: plot.logarithmic,
            values: sampling::sample(session, &root, leaf, places.into_iter())?,
            observed: Some(data::rows_of(
                session,
                arguments,
                (data, Among::Group(group)),
                (leaf, Some(model)),
            )?),
            ..Plot::default()
        };
        own.band = data::band(session, arguments, data, (&root, leaf, model), &own)?;
        drawn.push(own);
    }
    Ok(drawn)
}
