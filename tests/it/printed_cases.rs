//! Exact numbers: every case of tests/cases/cases.jsonl through the program, which prints JSON.

// What does not go as expected ends the test.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use std::collections::HashMap;
use std::fmt::Write;

use serde_json::Value as Json;

use crate::support::cases::{Numbers, check, number};
use crate::support::run;

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
