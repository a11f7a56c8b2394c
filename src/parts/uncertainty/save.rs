//! Uncertainties in a saved script.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

use foldhash::fast::RandomState;
use indexmap::IndexSet;

use super::correlate::place_of;
use super::{Distribution, ErrorVector};
use crate::command::Script;
use crate::core::graph::{Order, Value};
use crate::core::language::{exact, rounded};
use crate::core::session::Session;
use crate::parts::least_squares::pivoted;

/// Returns the uncertainty of a leaf as typed after its number: ` ± 0.1 dof 9`; empty if none was typed.
pub fn typed(session: &Session, leaf: &Value) -> String {
    let Some(error) = session.error_of(leaf).filter(|error| error.is_typed) else {
        return String::new();
    };
    let given = |u: f64| exact(error.distribution.given(u));
    let u = match session.uncertainties_of_column(leaf) {
        None => error.u().map(given),
        Some(rows) => Some(rows.same().map_or_else(
            || {
                let us = rows.all(leaf.rows().unwrap_or(0));
                format!("[{}]", us.iter().map(|u| given(*u)).collect::<Vec<_>>().join(", "))
            },
            given,
        )),
    };
    let mut text = u.map_or_else(String::new, |u| format!(" ± {u}"));
    if let Some(freedom) = &error.freedom {
        let _ = write!(text, " dof {}", exact(**freedom));
    }
    if error.distribution != Distribution::Normal {
        let _ = write!(text, " {}", error.distribution.name());
    }
    text
}

/// Writes how the errors of leaves go together: correlations that were typed, else their parts of independent
/// sources.
pub fn save(script: &mut Script<'_>, live: &Order) {
    let session = script.session;
    let is_number = |leaf: &&Value| session.error_of(leaf).is_some() && !leaf.is_per_row();
    let mut leaves: Vec<&Value> = live.leaves().filter(is_number).collect();
    leaves.sort_by_cached_key(|leaf| place_of(session.names(), leaf));
    let all: Vec<(&Value, ErrorVector)> =
        leaves.into_iter().map(|leaf| (leaf, session.error_vector(leaf))).collect();
    for together in components(&all) {
        let is_typed = together.iter().all(|(leaf, vector)| {
            !session.is_found(leaf) && vector.shared.values().all(|(source, _)| source.is_typed)
        });
        let text = match is_typed {
            true => correlations(script, &together),
            false => parts(script, &together),
        };
        if !text.is_empty() {
            script.line(format_args!("{text}"));
        }
    }
}

/// A leaf and its error.
type Uncertain<'all> = (&'all Value, &'all ErrorVector);

/// The leaves that have sources in common, directly or through others.
fn components<'all>(all: &'all [(&'all Value, ErrorVector)]) -> Vec<Vec<Uncertain<'all>>> {
    let mut first: Vec<usize> = (0..all.len()).collect();
    let first_of = |first: &[usize], mut at: usize| {
        while first[at] != at {
            at = first[at];
        }
        at
    };
    let mut users = HashMap::<_, usize, RandomState>::default();
    for (at, (_, vector)) in all.iter().enumerate() {
        let own = vector.inputs.iter().filter(|(_, input)| input.shared().is_none());
        let own = own.map(|(key, _)| (Some(key), 0));
        for source in own.chain(vector.shared.keys().map(|source| (None, *source))) {
            let user = *users.entry(source).or_insert(at);
            let [one, other] = [first_of(&first, user), first_of(&first, at)];
            first[one.max(other)] = one.min(other);
        }
    }
    let mut components: Vec<Vec<Uncertain<'_>>> = vec![Vec::new(); all.len()];
    for (at, (leaf, vector)) in all.iter().enumerate() {
        components[first_of(&first, at)].push((leaf, vector));
    }
    components.retain(|component| !component.is_empty());
    components
}

/// `:correlate a b 0.5`; empty without correlations.
fn correlations(script: &Script<'_>, together: &[Uncertain<'_>]) -> String {
    let mut text = String::new();
    for (at, (one, vector)) in together.iter().enumerate() {
        for (other, theirs) in together.iter().skip(at + 1) {
            let r = vector.correlation(theirs).unwrap_or(0.0);
            if r != 0.0 {
                let [one, other] = [one, other].map(|leaf| script.reference(leaf));
                let _ = write!(text, " {one} {other} {}", rounded(r));
            }
        }
    }
    if text.is_empty() { text } else { format!(":correlate{text}") }
}

/// `:set m ± [0.3, 0] c ± [-0.1, 0.2] dof 3`: numbers at the same place are parts of the same source.
fn parts(script: &Script<'_>, together: &[Uncertain<'_>]) -> String {
    let size = together.len();
    // In an order that a loaded session has as well.
    let mut groups = IndexSet::<_, RandomState>::default();
    let mut sources = BTreeMap::<_, Vec<f64>>::new();
    for (at, (_, vector)) in together.iter().enumerate() {
        for (source, part) in vector.shared.values() {
            let (group, _) = groups.insert_full(source.leaves.as_ptr());
            sources.entry((group, source.index)).or_insert_with(|| vec![0.0; size])[at] = *part;
        }
    }
    let mut sources: Vec<Vec<f64>> = sources.into_values().collect();
    sources.extend(own_sources(together));
    sources.retain(|parts| parts.iter().any(|part| *part != 0.0));
    let mut text = ":set".to_owned();
    for (at, (leaf, _)) in together.iter().enumerate() {
        let parts = sources.iter().map(|source| rounded(source[at] + 0.0));
        let parts = parts.collect::<Vec<_>>().join(", ");
        let _ = write!(text, " {} ± [{parts}]", script.reference(leaf));
        let freedom = script.session.degrees_of_freedom(leaf);
        if let Some(freedom) = freedom.filter(|_| script.session.is_found(leaf)) {
            let _ = write!(text, " dof {}", exact(freedom));
        }
    }
    text
}

/// The sources that leaves and rows have of their own, put together to as many as there are errors.
fn own_sources(together: &[Uncertain<'_>]) -> Vec<Vec<f64>> {
    let size = together.len();
    let product = |one: usize, other: usize| together[one].1.own_product(together[other].1);
    let us: Vec<f64> = (0..size).map(|at| product(at, at).sqrt()).collect();
    let r = |(one, other): (usize, usize)| match us[one] * us[other] {
        _ if one == other => f64::from(u8::from(us[one] > 0.0)),
        size if size > 0.0 => (product(one, other) / size).clamp(-1.0, 1.0),
        _ => 0.0,
    };
    let pairs = (0..size).flat_map(|one| (0..size).map(move |other| (one, other)));
    let factor = pivoted(size, pairs.map(r).collect()).unwrap_or_default();
    let part = |at: usize, source: usize| us[at] * factor.get(at * size + source).unwrap_or(&0.0);
    (0..size).map(|source| (0..size).map(|at| part(at, source)).collect()).collect()
}
