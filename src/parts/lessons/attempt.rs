//! A try at a question: what was asked, what was typed, and the verdict.

use super::submission::Try;
use crate::core::language::Result;
use crate::report::Report;

/// What was typed where this was asked, with the verdict that the answer to it has.
pub fn tried(asks: String, typed: &str, answered: &Result<Report>) -> Try {
    let fact = |name| answered.as_ref().ok().and_then(|report| report.fact(name));
    Try {
        asks,
        text: typed.trim().to_owned(),
        right: fact("right").and_then(|right| right.as_bool()),
        mistake: fact("diagnosis").and_then(|mistake| mistake.as_str().map(str::to_owned)),
    }
}
