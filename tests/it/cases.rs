//! Exact numbers, computed with PyTorch and checked with JAX and 60-digit arithmetic: every case of
//! tests/cases/cases.jsonl, through the library and through the binary.
//!
//! A case is a script, a target and what every name must hold: a value passes when it is within
//! `atol + rtol * |wanted|` of what is expected or of one of the alternatives.

// What does not go as expected ends the test.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use crate::support::run;
use std::collections::HashMap;
use std::fmt::Write;

use gradcalc::{Session, evaluate};
use serde_json::{Value as Json, json};

type Map = serde_json::Map<String, Json>;

/// Name to data and grad.
type Numbers = HashMap<String, (f64, f64)>;

/// What a case looks at, after the lines typed so far.
struct Look<'case> {
    /// The lines typed since the last look.
    typed: Vec<String>,
    target: &'case str,
    expected: Map,
}

#[test]
fn cases_hold_in_the_library() {
    check(|looks| {
        let mut session = Session::new();
        let mut found = Vec::new();
        for look in looks {
            for line in &look.typed {
                evaluate(&mut session, line).unwrap_or_else(|error| panic!("{line}: {error}"));
            }
            evaluate(&mut session, &format!(":grad {}", look.target)).expect("a pass");
            let order = session.shared_pass().0;
            let mut numbers = Numbers::new();
            for name in look.expected.keys() {
                let node = session.value(name).expect("a node");
                // What the target does not depend on has no share in the pass.
                let grad = if order.contains(&node) { node.grad() } else { 0.0 };
                numbers.insert(name.clone(), (node.data(), grad));
            }
            found.push(numbers);
        }
        found
    });
}

#[test]
fn cases_hold_in_the_program() {
    check(|looks| {
        let mut script = String::new();
        for look in looks {
            look.typed.iter().for_each(|line| writeln!(script, "{line}").expect("memory"));
            writeln!(script, ":grad {}", look.target).expect("memory");
            // An expression makes no difference to anything but the answer.
            look.expected.keys().for_each(|name| writeln!(script, "{name}").expect("memory"));
        }
        let here = std::env::temp_dir();
        let outcome = run::run(&here, &["--format", "json"], script.as_bytes());
        assert_eq!(outcome.status, 0, "{}", outcome.stderr);
        let lines: Vec<Json> =
            outcome.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let mut lines = lines.iter();
        let mut found = Vec::new();
        for look in looks {
            let pass = lines.find(|line| line["kind"] == "grad").expect("a pass");
            let mut grads = HashMap::new();
            for node in pass["nodes"].as_array().expect("nodes") {
                let aliases = node["aliases"].as_array().into_iter().flatten();
                for name in aliases.chain([&node["name"]]) {
                    grads.insert(name.as_str().expect("a name"), number(&node["grad"]));
                }
            }
            let mut numbers = Numbers::new();
            for name in look.expected.keys() {
                let data = number(&lines.next().expect("an answer")["data"]);
                let grad = grads.get(name.as_str()).copied().unwrap_or(0.0);
                numbers.insert(name.clone(), (data, grad));
            }
            found.push(numbers);
        }
        found
    });
}

/// Gives every case to `ask` and compares what comes back; second derivatives are looked at in
/// tests/derivatives.rs.
fn check(ask: impl Fn(&[Look<'_>]) -> Vec<Numbers>) {
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
fn passes(got: f64, want: &Json, case: &Json) -> bool {
    let want = number(want);
    let (rtol, atol) = (number(&case["rtol"]), number(&case["atol"]));
    if !want.is_finite() || !got.is_finite() {
        return got == want || (got.is_nan() && want.is_nan());
    }
    (got - want).abs() <= atol + rtol * want.abs()
}

/// A number, or the text that stands for one.
fn number(json: &Json) -> f64 {
    match json.as_str() {
        Some(text) => text.parse().expect("nan, inf or -inf"),
        None => json.as_f64().expect("a number"),
    }
}

#[test]
fn the_comparison_can_fail() {
    let case = json!({"rtol": 1e-12, "atol": 0.0});
    let fails = [(1.0, "1.1"), (f64::NAN, "1"), (1.0, "\"nan\""), (f64::INFINITY, "1e308")];
    for (got, want) in fails {
        assert!(!passes(got, &serde_json::from_str(want).unwrap(), &case), "{got} for {want}");
    }
    for (got, want) in [(1.0, "1"), (f64::NAN, "\"nan\""), (f64::NEG_INFINITY, "\"-inf\"")] {
        assert!(passes(got, &serde_json::from_str(want).unwrap(), &case), "{got} for {want}");
    }
}
