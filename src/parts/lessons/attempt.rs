//! A try at a question: what was asked, what was typed, and the verdict.

use super::submission::Try;
use crate::core::language::Result;
use crate::report::{Cell, Part, Report};

/// What was typed where this was asked, with the verdict that the answer to it has.
pub fn tried(asks: String, typed: &str, answered: &Result<Report>) -> Try {
    let mut tried = Try { asks, text: typed.trim().to_owned(), ..Try::default() };
    let parts = answered.iter().flat_map(|report| &report.parts);
    let facts = parts.filter_map(|part| match part {
        Part::Facts(facts) => Some(facts),
        _ => None,
    });
    for (name, cell) in facts.flatten() {
        match (*name, cell) {
            ("right", Cell::Truth(right)) => tried.right = Some(*right),
            ("diagnosis", Cell::Text(mistake, ..)) => tried.mistake = Some(mistake.clone()),
            _ => {}
        }
    }
    tried
}
