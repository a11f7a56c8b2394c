//! Uncertainties in a saved script.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::rc::Rc;

use super::ErrorVector;
use super::correlate::sharing;
use crate::command::Script;
use crate::core::graph::Value;
use crate::core::language::{exact, rounded};
use crate::core::session::Session;

/// Returns the uncertainty of a leaf as typed after its number: ` ± 0.1 dof 9`; empty if none was typed.
pub fn typed(session: &Session, leaf: &Value) -> String {
    let Some(error) = session.error_of(leaf).filter(|error| error.is_typed) else {
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

/// Writes the correlations of typed errors, and the fitted errors' parts of shared sources.
pub fn save(script: &mut Script<'_>) {
    let (session, live) = (script.session, Rc::clone(&script.live));
    let is_number = |leaf: &&Value| session.error_of(leaf).is_some() && !leaf.is_per_row();
    for together in sharing(session, live.leaves().filter(is_number).cloned()) {
        let is_found = together.iter().any(|(leaf, _)| session.is_found(leaf));
        if is_found || together.len() > 1 {
            let line = if is_found { found } else { correlated }(script, &together);
            if !line.is_empty() {
                script.line(format_args!("{line}"));
            }
        }
    }
}

/// `:correlate a b 0.5`
fn correlated(script: &Script<'_>, together: &[(Value, ErrorVector)]) -> String {
    let mut text = String::new();
    for (at, (one, vector)) in together.iter().enumerate() {
        for (other, theirs) in together.iter().skip(at + 1) {
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
    let sources = parts_by_source(together);
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
