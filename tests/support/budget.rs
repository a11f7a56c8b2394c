//! Budgets of uncertainty, as a session has them, and how close two numbers are to be.

use gradcalc::internals::uncertainty::{Input, propagate};
use gradcalc::{Session, evaluate};
use serde_json::Value as Json;

/// What first order is held to.
pub const EXACT: f64 = 1e-12;

/// A session in which these statements were made.
pub fn session_of(script: &[String]) -> Session {
    let mut session = Session::new();
    for line in script {
        evaluate(&mut session, line).unwrap_or_else(|error| panic!("{line}: {error}"));
    }
    session
}

#[track_caller]
pub fn close(found: f64, wanted: f64, scale: f64, what: &str) {
    let off = (found - wanted).abs();
    assert!(off <= EXACT * scale.abs().max(wanted.abs()), "{what}: {found}, not {wanted}");
}

/// The budget of a root after these statements, with fewer trials than usual.
pub fn budget(statements: &str, root: &str) -> Json {
    budget_by(20_000, statements, root)
}

pub fn budget_by(most: usize, statements: &str, root: &str) -> Json {
    let lines: Vec<String> = statements.split("; ").map(str::to_owned).collect();
    let mut session = session_of(&lines);
    let root = session.value(root).expect("a node");
    let found = propagate(&mut session, &root).expect("no interrupt");
    let trials = found.trials(&session, most).expect("no interrupt");
    let name =
        |input: &Input| serde_json::json!({"name": input.name, "distribution": input.distribution});
    serde_json::json!({
        "u": found.vector.u(),
        "degrees_of_freedom": found.degrees_of_freedom(&session),
        "inputs": found.inputs(&session).iter().map(name).collect::<Vec<Json>>(),
        "trials": {
            "count": trials.count, "u": trials.u, "low": trials.low,
            "high": trials.high, "agree": trials.agree, "mean": trials.mean,
        },
    })
}

pub fn float(json: &Json) -> f64 {
    json.as_f64().unwrap_or_else(|| panic!("{json} is no number"))
}
