//! Budgets of uncertainty that the program prints.

// What does not go as expected ends the test.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use serde_json::Value as Json;

use crate::support::budget::{budget, close, float};
use crate::support::run;

#[test]
fn a_program_gets_the_budget_as_one_object() {
    let script = "V = 5 ± 0.05; R1 = 1000 ± 50; R2 = 2000 ± 100\nVo = V*R2/(R1 + R2)\n:budget Vo\n";
    let outcome = run::run(&std::env::temp_dir(), &["--format", "json"], script.as_bytes());
    assert_eq!(outcome.status, 0, "{}", outcome.stderr);
    let budget: Json = serde_json::from_str(outcome.stdout.trim()).expect("one object");
    let keys = |json: &Json| {
        let mut keys: Vec<_> = json.as_object().unwrap().keys().cloned().collect();
        keys.sort();
        keys.join(" ")
    };
    assert_eq!(keys(&budget), "data inputs kind root trials u");
    assert_eq!(keys(&budget["inputs"][0]), "contribution data name sensitivity share u");
    assert_eq!(keys(&budget["trials"]), "agree count high low mean u");
    assert_eq!(budget["inputs"][2]["name"], "V");
    close(budget["u"].as_f64().unwrap(), 0.085_346_063_865_206_76, 0.0, "Vo");
}

#[test]
fn very_large_trials_have_a_spread() {
    let found = budget("a = 1e200 ± 1e199; L = a*1e100", "L");
    let [u, by_trial] = [&found["u"], &found["trials"]["u"]].map(float);
    assert!((by_trial / u - 1.0).abs() < 0.02, "{found}");
    let script = b"a = 1e200 \xc2\xb1 1e200; L = a*a*1e-100; :budget L";
    let outcome = run::run(&std::env::temp_dir(), &[], script);
    assert!(!outcome.stdout.contains("nan"), "{}", outcome.stdout);
}
