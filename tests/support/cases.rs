//! Exact numbers, computed with PyTorch and checked with JAX and 60-digit arithmetic: the cases of
//! tests/cases/cases.jsonl, and whether what was found is right.
//!
//! A case is a script, a target and what every name must hold: a value passes when it is within
//! `atol + rtol * |wanted|` of what is expected or of one of the alternatives.

use std::collections::HashMap;

use serde_json::{Value as Json, json};

type Map = serde_json::Map<String, Json>;

/// Name to data and grad.
pub type Numbers = HashMap<String, (f64, f64)>;

/// What a case looks at, after the lines typed so far.
pub struct Look<'case> {
    /// The lines typed since the last look.
    pub typed: Vec<String>,
    pub target: &'case str,
    pub expected: Map,
}

/// Gives every case to `ask` and compares what comes back; second derivatives are looked at in
/// derivatives.rs.
pub fn check(ask: impl Fn(&[Look<'_>]) -> Vec<Numbers>) {
    let text = include_str!("../cases/cases.jsonl");
    let cases: Vec<Json> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(cases.len() > 60, "only {} cases", cases.len());
    let mut wrong = Vec::new();
    for case in &cases {
        let looks = looks(case);
        let found = ask(&looks);
        assert_eq!(found.len(), looks.len());
        for (look, numbers) in looks.iter().zip(found) {
            for (name, wanted) in &look.expected {
                let (data, grad) = numbers[name];
                for (what, got) in [("data", data), ("grad", grad)] {
                    let other = &case["alt"][name][what];
                    let others = other.as_array().into_iter().flatten();
                    let mut wants = std::iter::once(&wanted[what]).chain(others);
                    if !wanted[what].is_null() && !wants.any(|want| passes(got, want, case)) {
                        let want = &wanted[what];
                        wrong
                            .push(format!("{}: {what} of {name} is {got}, not {want}", case["id"]));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What a case does and looks at.
fn looks(case: &Json) -> Vec<Look<'_>> {
    let target = case["target"].as_str().expect("a target");
    let script = case["script"].as_array().expect("a script");
    let typed = script.iter().map(|line| line.as_str().expect("a line").to_owned()).collect();
    if let Some(actions) = case["session"].as_array() {
        let mut typed: Vec<String> = typed;
        typed.push(format!(":root {target}"));
        let looks = actions.iter().map(|action| {
            typed.extend(typed_for(&action["do"]));
            Look {
                typed: std::mem::take(&mut typed),
                target: action["target"].as_str().expect("a target"),
                expected: action["expect"].as_object().expect("numbers").clone(),
            }
        });
        return looks.collect();
    }
    let mut expected = case["expect"].as_object().cloned().unwrap_or_default();
    if let Some(grads) = case["grad"].as_object() {
        expected.insert(target.to_owned(), json!({"data": case["data"], "grad": 1}));
        expected.extend(grads.iter().map(|(name, grad)| (name.clone(), json!({"grad": grad}))));
    }
    assert!(!expected.is_empty(), "{} expects nothing", case["id"]);
    vec![Look { typed, target, expected }]
}

/// The commands that an action stands for.
fn typed_for(action: &Json) -> Vec<String> {
    if let Some(leaves) = action["set"].as_object() {
        return leaves.iter().map(|(name, data)| format!(":set {name} {data}")).collect();
    }
    if let Some(rate) = action["step"].as_f64() {
        let rate = if action["dir"] == "up" { -rate } else { rate };
        let names: Vec<&str> = action["params"]
            .as_array()
            .expect("names")
            .iter()
            .map(|name| name.as_str().expect("a name"))
            .collect();
        let times = action["times"].as_u64().unwrap_or(1);
        return vec![format!(":step {rate} {times} {}", names.join(" "))];
    }
    assert!(!action["grad"].is_null(), "an unknown action {action}");
    Vec::new()
}

/// Whether a value is as good as what is wanted.
pub fn passes(got: f64, want: &Json, case: &Json) -> bool {
    let want = number(want);
    let (rtol, atol) = (number(&case["rtol"]), number(&case["atol"]));
    if !want.is_finite() || !got.is_finite() {
        return got == want || (got.is_nan() && want.is_nan());
    }
    (got - want).abs() <= atol + rtol * want.abs()
}

/// A number, or the text that stands for one.
pub fn number(json: &Json) -> f64 {
    match json.as_str() {
        Some(text) => text.parse().expect("nan, inf or -inf"),
        None => json.as_f64().expect("a number"),
    }
}
