//! Uncertainties in a saved script.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;
use std::rc::Rc;

use foldhash::fast::RandomState;
use indexmap::IndexMap;

use super::correlate::{Leaves, sharing};
use super::{ErrorVector, Term};
use crate::command::Script;
use crate::core::graph::Value;
use crate::core::language::{exact, rounded};
use crate::core::session::{Session, with_row};

/// Returns the uncertainty of a leaf as typed after its number: ` ± 0.1 dof 9`; empty if none was typed.
pub fn typed(session: &Session, leaf: &Value) -> String {
    let Some(error) = session.own_error_of(leaf).filter(|error| error.is_typed) else {
        return String::new();
    };
    let given = |u: f64| exact(error.distribution.given(u));
    let mut text = match (error.u(), session.uncertainties_of_column(leaf)) {
        (Some(u), _) => format!(" ± {}", given(u)),
        (None, Some(rows)) => {
            let us = rows.all(leaf.rows().unwrap_or(0));
            format!(" ± [{}]", us.iter().map(|u| given(*u)).collect::<Vec<_>>().join(", "))
        }
        (None, None) => String::new(),
    };
    text.extend(error.words().iter().map(|word| format!(" {word}")));
    text
}

/// Returns the leaves that the error of a solved leaf follows.
pub fn followed(session: &Session, leaf: &Value) -> Vec<Value> {
    let terms = session.error_of(leaf).and_then(|error| error.solved.as_ref());
    terms.into_iter().flat_map(|terms| terms.iter()).map(|term| term.leaf.clone()).collect()
}

/// Writes the correlations of typed errors, the fitted errors' parts of shared sources, and how solved leaves follow
/// others.
pub fn save(script: &mut Script<'_>) {
    let (session, live) = (script.session, Rc::clone(&script.live));
    let followed: Vec<(Value, String)> =
        live.leaves().filter_map(|leaf| Some((leaf.clone(), solved(script, leaf)?))).collect();
    let follows = |leaf: &Value| followed.iter().any(|(own, _)| own.is(leaf));
    let is_number =
        |leaf: &&Value| session.error_of(leaf).is_some() && !leaf.is_per_row() && !follows(leaf);
    let groups = sharing(session, live.leaves().filter(is_number).cloned());
    for together in of_one_estimate(session, groups) {
        let has_sources =
            together.iter().any(|it| session.is_found(&it.0) || !is_as_typed(session, it));
        if has_sources || together.len() > 1 {
            let line = if has_sources { found } else { correlated }(script, &together);
            if !line.is_empty() {
                script.line(format_args!("{line}"));
            }
        }
    }
    for (_, line) in &followed {
        script.line(format_args!("{line}"));
    }
}

/// Returns true if the last shared source of a leaf's error has the degrees of freedom that are typed with its ±.
fn is_as_typed(session: &Session, (leaf, vector): &(Value, ErrorVector)) -> bool {
    let estimate = session.estimate_of(leaf, vector).map(|freedom| **freedom);
    estimate == session.degrees_of_freedom(leaf)
}

/// Joins groups whose errors come from one estimate: those of fitted leaves, and a `± fit.s`.
fn of_one_estimate(session: &Session, groups: Vec<Leaves>) -> Vec<Leaves> {
    #[derive(PartialEq, Eq, Hash)]
    enum Key {
        Estimate(*const f64),
        /// The place of a group without an estimate.
        Alone(usize),
    }
    let mut joined: IndexMap<Key, Leaves, RandomState> = IndexMap::default();
    for (place, group) in groups.into_iter().enumerate() {
        let estimate = group.iter().find_map(|(leaf, vector)| session.estimate_of(leaf, vector));
        let key =
            estimate.map_or(Key::Alone(place), |estimate| Key::Estimate(Rc::as_ptr(estimate)));
        joined.entry(key).or_default().extend(group);
    }
    joined.into_values().collect()
}

/// `:solve x = 1.5 + 0.35*(k - 2) - 0.1*(y[3] - 4) for x`: the equation of a solved leaf to first order, from which
/// loading finds the same number and the same errors. `None` for another leaf, or if a leaf on the right side is not
/// saved, has no number there, or was solved for itself.
fn solved(script: &Script<'_>, leaf: &Value) -> Option<String> {
    let session = script.session;
    let terms = session.error_of(leaf)?.solved.as_ref()?;
    let name = script.reference(leaf);
    let mut equation = format!("{name} = {}", exact(leaf.data()));
    let mut size = 0.0;
    let mut terms: Vec<(String, &Term)> =
        terms.iter().map(|term| (script.reference(&term.leaf), term)).collect();
    // The same order in each session that has these names.
    terms.sort_by(|(one, _), (other, _)| one.cmp(other));
    for (reference, Term { leaf, first, slopes }) in terms {
        session.own_error_of(leaf).filter(|_| script.live.contains(leaf))?;
        for (row, slope) in (*first..).zip(slopes).filter(|(_, slope)| **slope != 0.0) {
            let column = leaf.as_column();
            let number = column.map_or(Some(leaf.data()), |column| column.number(row))?;
            let name = with_row(reference.clone(), column.map(|_| row + 1));
            size += (slope * number).abs();
            let [sign, back] = [*slope, -number].map(|it| if it < 0.0 { '-' } else { '+' });
            let [slope, number] = [rounded(slope.abs()), exact(number.abs())];
            let _ = write!(equation, " {sign} {slope}*({name} {back} {number})");
        }
    }
    // The terms on the right side are 0 together: their roundings must not hide the number on the left.
    let own = if leaf.data() == 0.0 { 1.0 } else { leaf.data().abs() };
    let solve = format!(":solve {equation} for {name}");
    (own > HIDDEN * size && own.is_finite()).then(|| match leaf.is_frozen() {
        true => format!(":thaw {name}\n{solve}\n:freeze {name}"),
        false => solve,
    })
}

/// The largest size of terms, relative to their sum, whose roundings `:solve` does not take for the sum.
const HIDDEN: f64 = 1e-8;

/// `:correlate a b 0.5`
fn correlated(script: &Script<'_>, together: &[(Value, ErrorVector)]) -> String {
    let mut users = HashMap::<u64, Vec<usize>, RandomState>::default();
    for (at, (_, vector)) in together.iter().enumerate() {
        for (source, _) in &vector.parts {
            users.entry(*source).or_default().push(at);
        }
    }
    let mut met = vec![0; together.len()];
    let mut text = String::new();
    for (at, (one, vector)) in together.iter().enumerate() {
        let sharing = vector.parts.iter().filter_map(|(source, _)| users.get(source)).flatten();
        let is_first =
            |other: &usize| *other > at && std::mem::replace(&mut met[*other], at + 1) <= at;
        let mut others: Vec<usize> = sharing.copied().filter(is_first).collect();
        others.sort_unstable();
        for (other, theirs) in others.into_iter().map(|other| &together[other]) {
            if let Some(r) = vector.correlation(theirs).filter(|r| *r != 0.0) {
                let [one, other] = [one, other].map(|leaf| script.reference(leaf));
                let _ = write!(text, " {one} {other} {}", rounded(r));
            }
        }
    }
    if text.is_empty() { text } else { format!(":correlate{text}") }
}

/// `:set m ± [0.3, 0] c ± [-0.1, 0.2] dof 3`: numbers at the same place are parts of the same source.
fn found(script: &Script<'_>, together: &[(Value, ErrorVector)]) -> String {
    let session = script.session;
    let sources = parts_by_source(together);
    let mut text = ":set".to_owned();
    for (at, (leaf, vector)) in together.iter().enumerate() {
        let parts = sources.iter().map(|source| rounded(source[at] + 0.0));
        let parts = parts.collect::<Vec<_>>().join(", ");
        let _ = write!(text, " {} ± [{parts}]", script.reference(leaf));
        // Its own, if it is typed, stand above: these are of its last source.
        let freedom = match session.is_found(leaf) {
            true => session.degrees_of_freedom(leaf),
            false => session.estimate_of(leaf, vector).map(|freedom| **freedom),
        };
        if let Some(freedom) = freedom {
            let _ = write!(text, " dof {}", exact(freedom));
        }
    }
    text
}

/// For each source, the leaves' parts of it.
fn parts_by_source(together: &[(Value, ErrorVector)]) -> Vec<Vec<f64>> {
    let vectors: Vec<&ErrorVector> = together.iter().map(|(_, vector)| vector).collect();
    let own = vectors.iter().flat_map(|vector| vector.parts.iter().map(|(source, _)| *source));
    let sources: BTreeSet<u64> = own.collect();
    let part = |source: &u64| vectors.iter().map(|vector| vector.part(*source)).collect();
    let mut all: Vec<Vec<f64>> = sources.iter().map(part).collect();
    all.retain(|parts| parts.iter().any(|part| *part != 0.0));
    all
}
