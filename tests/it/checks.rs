//! What `:check` says where one of the numbers of src/tutor/thresholds_of_check.rs decides.
// What does not go as expected ends the test.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use gradcalc::{Session, evaluate, show};

/// A leaf's data, a root, and the verdict on the leaf's grad.
const CASES: &[(&str, &str, &str)] = &[
    ("1e5", "floor(x)", "jump: not continuous"),
    ("0", "1e12 + x", "ok *"),
    ("0", "abs(x)^1.1", "ok"),
    ("0", "1e8 + x", "ok *"),
    ("0", "abs(x)", "kink: not differentiable"),
    ("0", "x^3", "ok"),
    ("0", "0.001*relu(x) + x", "kink downstream"),
    ("0", "0.001*abs(x) + x", "kink: not differentiable"),
    ("0", "0.0001*abs(x) + x", "ok"),
    ("1", "0.001*abs(x - 1) + x", "kink: not differentiable"),
    ("1e13", "floor(x) + x", "?"),
    ("1e5", "round(x)", "?"),
    ("1e8", "round(x)", "kink downstream"),
    ("1", "abs(abs(x - 1) - 2e5)", "kink: not differentiable"),
    ("1", "min(max(x, 1), 1)", "kink downstream"),
    ("-1", "floor(1e8*x + x)", "?"),
];

#[test]
fn each_verdict_is_what_its_thresholds_make_it() {
    for (x, root, verdict) in CASES {
        let mut session = Session::new();
        for line in [format!("x = {x}"), format!("y = {root}")] {
            evaluate(&mut session, &line).unwrap_or_else(|error| panic!("{line}: {error}"));
        }
        let table = show(&mut session, ":check y x").expect("a table");
        let row = table.lines().find(|line| line.starts_with("  x ")).expect("a row");
        assert!(row.ends_with(&format!("   {verdict}")), "y = {root} at {x}: {row}");
    }
}
