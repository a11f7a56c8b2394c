//! Uncertainties in a saved script: those that were typed, and the errors of leaves found together.

use std::collections::HashSet;
use std::fmt::Write;

use super::correlations::Correlations;
use super::covariance::{Member, Origin, Uncertain};
use super::degrees_of_freedom::Freedom;
use crate::command::Script;
use crate::core::graph::{Order, Value};
use crate::core::language::{exact, rounded};
use crate::core::session::Session;
use crate::parts::uncertainty::Distribution;

/// Returns the uncertainty of a leaf as typed after its number: ` ± 0.1 dof 9`; empty if none was typed.
pub fn typed(session: &Session, leaf: &Value) -> String {
    if session.error_of(leaf).is_none() || session.is_found(leaf) {
        return String::new();
    }
    let distribution = session.distribution_of(leaf);
    let given = |u: f64| exact(distribution.given(u));
    let u = match session.uncertainties_of_column(leaf) {
        None => session.uncertainty_of_leaf(leaf).map(given),
        Some(rows) => Some(rows.same().map_or_else(
            || {
                let us = rows.all(leaf.rows().unwrap_or(0));
                format!("[{}]", us.iter().map(|u| given(*u)).collect::<Vec<_>>().join(", "))
            },
            given,
        )),
    };
    let mut text = u.map_or_else(String::new, |u| format!(" ± {u}"));
    if let Some(freedom) = session.freedom_of(leaf) {
        let _ = write!(text, " dof {}", exact(freedom.number()));
    }
    if distribution != Distribution::Normal {
        let _ = write!(text, " {}", distribution.name());
    }
    text
}

/// Writes what is known of the errors of several leaves together: correlations as they were typed, and
/// the parts of errors that were found, which come from independent sources.
pub fn save(script: &mut Script<'_>, live: &Order) {
    let session = script.session;
    let mut written: HashSet<Value> = HashSet::new();
    for leaf in live.leaves().filter(|leaf| session.error_of(leaf).is_some()) {
        let mut together = session.correlated_with(leaf);
        let all = together.len();
        together.retain(|other| live.contains(other) && written.insert(other.clone()));
        let is_found = together.iter().any(|leaf| session.is_found(leaf));
        let mut text = String::new();
        if is_found || all > together.len() || !session.is_typed_correlation(leaf) {
            let errors = session.parts_of_errors(&together, all);
            let is_used =
                |source: &usize| errors.iter().any(|parts| parts.get(*source) != Some(&0.0));
            let sources = errors.iter().map(Vec::len).max().unwrap_or(0);
            let used = (0..sources).rev().find(is_used).map_or(1, |last| last + 1);
            for (one, parts) in together.iter().zip(&errors) {
                let Some(u) = session.uncertainty_of_leaf(one) else { continue };
                let parts = parts.iter().take(used).map(|part| rounded(u * part));
                let parts = parts.collect::<Vec<_>>().join(", ");
                let _ = write!(text, " {} ± [{parts}]", script.reference(one));
                if let Some(freedom) = session.freedom_of(one).filter(|_| session.is_found(one)) {
                    let _ = write!(text, " dof {}", exact(freedom.number()));
                }
            }
            if is_found || together.len() > 1 {
                script.line(format_args!(":set{text}"));
            }
            continue;
        }
        for (at, one) in together.iter().enumerate() {
            for other in together.iter().skip(at + 1) {
                let r = session.correlation_of_leaves(one, other);
                if r != 0.0 {
                    let [one, other] = [one, other].map(|leaf| script.reference(leaf));
                    let _ = write!(text, " {one} {other} {}", exact(r));
                }
            }
        }
        if !text.is_empty() {
            script.line(format_args!(":correlate{text}"));
        }
    }
}

/// The error of a leaf, as parts that come from independent sources; those at the same place in several
/// leaves come from the same source.
#[derive(Debug)]
pub struct FoundError {
    /// The leaf.
    pub leaf: Value,
    /// The parts.
    pub parts: Vec<f64>,
    /// The degrees of freedom with which it was estimated, if it was.
    pub freedom: Option<f64>,
}

/// Gives leaves these errors, undoably. Those that have no uncertainty yet lose theirs when they are moved,
/// as after a fit; others keep it.
pub fn set_found(session: &mut Session, errors: &[FoundError]) {
    let mut freedoms: Vec<Freedom> = Vec::new();
    let (mut found, mut typed) = (Vec::new(), Vec::new());
    for FoundError { leaf, parts, freedom } in errors {
        if session.error_of(leaf).is_some() && !session.is_found(leaf) {
            typed.push((leaf.clone(), parts.clone()));
            continue;
        }
        // Leaves of one fit share their degrees of freedom.
        let freedom = freedom.map(|number| {
            let same = freedoms.iter().find(|it| it.number() == number).cloned();
            same.unwrap_or_else(|| {
                freedoms.push(Freedom::new(number));
                freedoms.last().cloned().unwrap_or_else(|| Freedom::new(number))
            })
        });
        found.push((leaf.clone(), parts.clone(), freedom));
    }
    session.set_errors(found, typed, &Origin::Found);
}

impl Session {
    /// True if a leaf's correlations with others were typed, and its parts of error follow from them.
    fn is_typed_correlation(&self, leaf: &Value) -> bool {
        let member = self.error_of(leaf).and_then(|own| own.member.as_ref());
        member.is_none_or(|member| member.group.correlations.is_given())
    }

    /// The parts of unit size of leaves' errors that are of independent sources; as few as there are leaves,
    /// where not all of a group's are among them.
    fn parts_of_errors(&self, leaves: &[Value], of_group: usize) -> Vec<Vec<f64>> {
        let pairs = leaves.iter().flat_map(|one| leaves.iter().map(move |other| (one, other)));
        let r = |(one, other): (&Value, &Value)| match one.is(other) {
            true => 1.0,
            false => self.correlation_of_leaves(one, other),
        };
        let fewer = (leaves.len() < of_group).then(|| Correlations::new(pairs.map(r).collect()));
        let parts = |(index, leaf): (usize, &Value)| match (&fewer, self.error_of(leaf)) {
            (Some(Some(fewer)), _) => fewer.loadings(index).to_vec(),
            (_, Some(Uncertain { member: Some(Member { group, index }), .. })) => {
                group.correlations.loadings(*index).to_vec()
            }
            _ => vec![1.0],
        };
        leaves.iter().enumerate().map(parts).collect()
    }
}
