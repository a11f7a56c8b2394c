//! What `:check` says of smooth curves, of kinks and jumps, and where numbers are too coarse.
use crate::{Session, evaluate, show};

/// A leaf's data, a root, and the verdict on the leaf's grad.
const CASES: &[(&str, &str, &str)] = &[
    ("2", "x^3", "ok"),
    ("0", "x^3", "ok"),
    ("1e-6", "1/(3x)", "ok *"),
    ("1e-12", "3/x", "ok *"),
    ("0", "abs(x)", "kink or jump: not differentiable"),
    ("0", "0.001*relu(x) + x", "kink or jump: not differentiable"),
    ("1", "0.001*abs(x - 1) + x", "kink or jump: not differentiable"),
    ("0", "step(x)", "kink or jump: not differentiable"),
    ("1e5", "floor(x)", "kink or jump: not differentiable"),
    ("0", "0.00001*abs(x) + x", "ok"),
    ("0", "1e12 + x", "?"),
    ("1", "min(max(x, 1), 1)", "differs"),
    ("0", "relu(x) - relu(-x)", "differs"),
    ("0", "max(x, 0) + min(x, 0)", "ok"),
    ("0", "x*sign(x)*sign(x)", "differs"),
    ("3", "where(x == 3, 27, x^3)", "differs"),
    ("1", "where(x != 1, x^2, 1)", "differs"),
    ("1", "where(x == 1, 1, x^2)", "differs"),
    ("0", "where(x, expm1(x)/x, 1)", "differs"),
    ("0", "where(x == 0, 1, expm1(x)/x)", "differs"),
    ("0", "where(x == 0, 1, sin(x)/x)", "ok"),
    ("0", "where(x < 0, -x, x)", "kink or jump: not differentiable"),
    ("2", "clamp(x, 2, 3)", "kink or jump: not differentiable"),
    ("2", "where(x < 2, x^2, 4x - 4)", "ok"),
    ("3", "relu(x - 2) - relu(2 - x)", "ok"),
    ("1", "sin(1e6*x)", "ok *"),
    ("1e13", "floor(x) + x", "?"),
    ("1e8", "round(x)", "ok *"),
    ("1e300", "x - sin(x)", "differs"),
    ("-14172023122.861498", "tan(x) + x", "differs"),
    ("1e22", "sin(x)", "?"),
    ("1e-273", "x*x", "?"),
    ("3e7", "cos(x*x)", "?"),
];

#[test]
fn each_verdict_is_true() {
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
