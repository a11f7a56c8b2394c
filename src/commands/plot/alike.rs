//! The groups of rows of a picture: those with the same texts in the columns that its model uses.

use super::observed::{self, Among};
use crate::commands::arguments::Arguments;
use crate::graph::{Order, Value};
use crate::language::{Result, Word, in_marks};
use crate::report::Plot;
use crate::session::Session;
use crate::studies;

/// The most groups of which each has its own curve in a picture.
const MOST_GROUPS: usize = 5;

/// The rows with the same texts.
pub(super) struct Alike {
    /// The columns of text, each with the number of its text.
    texts: Vec<(Value, f64)>,
}

impl Alike {
    /// Returns true if a row, from 0, belongs to it.
    pub(super) fn has(&self, row: usize) -> bool {
        let is_own = |(texts, own): &(Value, f64)| {
            texts.as_column().and_then(|column| column.number(row)) == Some(*own)
        };
        self.texts.iter().all(is_own)
    }

    /// `g == "a"`
    fn name(&self, session: &Session) -> String {
        let said = |(texts, own): &(Value, f64)| {
            let text = texts.as_column()?.kind().text(*own)?.into_owned();
            Some(format!("{} == {}", session.names().call(texts), in_marks(&text)))
        };
        self.texts.iter().filter_map(said).collect::<Vec<_>>().join(" and ")
    }
}

/// The columns of text that a model uses.
pub(super) fn texts_of(model: &Value) -> Vec<Value> {
    let has_texts = |leaf: &&Value| leaf.as_column().is_some_and(|it| it.categories().is_some());
    Order::of([model]).leaves().filter(has_texts).cloned().collect()
}

/// The groups of rows that a model tells apart, in the order of their first rows; none where it tells no rows
/// apart, or too many groups for one picture.
pub(super) fn groups_of(model: &Value) -> Vec<Alike> {
    let texts: Vec<Value> =
        texts_of(model).into_iter().filter(|texts| texts.rows() == model.rows()).collect();
    let columns: Vec<_> = texts.iter().filter_map(|it| Some(it.as_column()?.numbers())).collect();
    let mut found: Vec<Vec<f64>> = Vec::new();
    for row in 0..model.rows().unwrap_or(0) {
        let own: Vec<f64> = columns.iter().filter_map(|it| it.get(row).copied()).collect();
        if own.iter().any(|it| it.is_nan()) || found.contains(&own) {
            continue;
        }
        found.push(own);
        if found.len() > MOST_GROUPS {
            return Vec::new();
        }
    }
    let group = |own: Vec<f64>| Alike { texts: texts.iter().cloned().zip(own).collect() };
    if found.len() > 1 { found.into_iter().map(group).collect() } else { Vec::new() }
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
        let root = studies::held(session, model, &group.texts);
        let places: Vec<f64> = (0..plot.values.len()).map(|index| plot.at(index)).collect();
        let mut own = Plot {
            moves: plot.moves.clone(),
            follows: group.name(session),
            from: plot.from,
            to: plot.to,
            axis: plot.axis.clone(),
            values: studies::sample(session, &root, leaf, places.into_iter())?,
            observed: Some(observed::rows_of(
                session,
                arguments,
                (data, Among::Group(group)),
                (leaf, Some(model)),
            )?),
            ..Plot::default()
        };
        own.band = observed::band(session, arguments, data, (&root, leaf, model), &own)?;
        drawn.push(own);
    }
    Ok(drawn)
}
