//! The answer of a session's last statement, as a program gets it.

use gradcalc::{Session, evaluate, show};
use serde_json::Value as Json;

/// Runs these statements, a line each, and returns the session and the JSON of the last one.
pub fn answer(lines: &str) -> (Session, Json) {
    let mut session = Session::default();
    let lines: Vec<&str> = lines.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let (last, before) = lines.split_last().expect("a statement");
    for line in before {
        evaluate(&mut session, line).unwrap_or_else(|error| panic!("{line}: {error}"));
    }
    let said = show(&mut session, &format!(":format json; {last}")).expect("an answer");
    let json = serde_json::from_str(said.lines().last().expect("a line")).expect("an object");
    (session, json)
}
