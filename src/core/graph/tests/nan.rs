//! Grads that were nan, as people asked about them: the program names the cause or gives the number; and
//! what rewrites and branches are, to 12 digits.

use crate::command::{RunOptions, run};
use crate::support::typed::said;
use crate::{Session, evaluate};

/// From 900 digits; `tests/data/branches.py` writes them and says what a line holds.
const NUMBERS: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/branches.csv"));

/// Runs statements, and returns their notes.
fn notes(session: &mut Session, text: &str) -> Vec<String> {
    let lines = text.lines().flat_map(|line| line.split("; "));
    lines.flat_map(|line| run(session, line, RunOptions::default()).unwrap().notes).collect()
}

fn data(session: &mut Session, name: &str) -> f64 {
    session.value(name).unwrap().data()
}

fn grad(session: &mut Session, root: &str, name: &str) -> f64 {
    let root = session.value(root).unwrap();
    session.backward(&root);
    session.value(name).unwrap().grad()
}

#[track_caller]
fn same(got: f64, want: f64, what: &str) {
    let near = (got - want).abs() <= 1e-12 * want.abs() || (got - want).abs() <= 1e-60;
    assert!(got == want || near, "{what}: {got}, not {want}");
}

#[test]
fn rewrites_and_branches_are_right_on_both_sides_of_their_switches() {
    assert!(NUMBERS.lines().count() > 80);
    for line in NUMBERS.lines() {
        let cells: Vec<&str> = line.split(';').collect();
        let [x, w, typed, value, slope] = cells.as_slice() else { panic!("{line}") };
        let mut session = Session::new();
        said(&mut session, &format!("x = {x}; w = {w}; L = {typed}"));
        same(data(&mut session, "L"), value.parse().unwrap(), &format!("{typed} at {x}, {w}"));
        let slope: f64 = slope.parse().unwrap();
        if slope.is_nan() {
            continue;
        }
        let got = grad(&mut session, "L", "x");
        same(got, slope, &format!("the slope of {typed} at {x}, {w}"));
    }
}

/// Leaves and their grads.
type Grads = &'static [(&'static str, f64)];

/// What was typed, and the sides that are finite: the root's data, and the grads of leaves.
const FINITE: &[(&str, f64, Grads)] = &[
    ("x = -1; L = sqrt(x) if x > 0 else x", -1.0, &[("x", 1.0)]),
    ("x = 3; n = 0; L = x/n if n > 0 else 0", 0.0, &[("x", 0.0), ("n", 0.0)]),
    ("x = 0; L = where(x > 0, log(x), 0)", 0.0, &[("x", 0.0)]),
    ("x = -1; L = where(x > 0, log(x), 0)", 0.0, &[("x", 0.0)]),
    ("x = 0; L = where(x < 1, x, sqrt(x))", 0.0, &[("x", 1.0)]),
    ("x = 0; y = 0; L = x^2 + y^2", 0.0, &[("x", 0.0), ("y", 0.0)]),
    ("x = 0; L = where(x != 0, sin(x)/x, 1)", 1.0, &[("x", 0.0)]),
    ("p = 0; q = 800; L = p - logsumexp(p, q)", -800.0, &[("p", 1.0), ("q", -1.0)]),
    ("p = 0; q = 800; L = q - logsumexp(p, q)", 0.0, &[("p", 0.0), ("q", 0.0)]),
    ("x = 1000; L = sigmoid(x)", 1.0, &[("x", 0.0)]),
];

#[test]
fn what_is_not_taken_is_silent() {
    for (typed, value, grads) in FINITE {
        let mut session = Session::new();
        let notes = notes(&mut session, &format!("{typed}\n:grad L"));
        assert!(notes.is_empty(), "{typed}: {notes:?}");
        same(data(&mut session, "L"), *value, typed);
        for (name, slope) in *grads {
            same(grad(&mut session, "L", name), *slope, &format!("{typed}, by {name}"));
        }
    }
}

/// What was typed, what a note says of the grads, and how `:why` begins.
const TOLD: &[(&str, &str, &str)] = &[
    ("a = -2; b = -3; L = a^b", "dL/db is nan", "dL/db is nan: a^b has no slope at"),
    (
        "x = 1; L = sqrt((x - 1)^2)",
        "sqrt((x - 1)^2) has an infinite slope",
        "dL/dx is nan: sqrt((x - 1)^2) has an infinite slope",
    ),
    (
        "x = 0; y = 0; L = sqrt(x^2 + y^2)",
        "sqrt(x^2 + y^2) has an infinite slope",
        "dL/dy is nan: sqrt(x^2 + y^2) has an infinite",
    ),
    ("x = 0; L = sqrt(x)^2", "inf × 0", "dL/dx is nan: sqrt(x) has an infinite slope at x = 0"),
    (
        "x = 0; y = 0; L = exp(-hypot(x, y)^2)",
        "the tip of a cone",
        "dL/dy is nan: hypot(x, y) has no",
    ),
    (
        "x = 20; L = log(1 - tanh(x)^2)",
        "-inf",
        "L is -inf; the first value that is not finite: log(L.3) is -inf (L.3 = 0)",
    ),
    (
        "a = 0; b = 800; L = log(exp(b)/(exp(a) + exp(b)))",
        "inf",
        "L is nan; the first value that is not finite: exp(b) is inf (b = 800)",
    ),
    (
        "x = 0; L = x*log(x)",
        "-inf",
        "L is nan; the first value that is not finite: log(x) is -inf (x = 0)",
    ),
    (
        "x = 0; L = sin(x)/x",
        "nan",
        "L is nan; the first value that is not finite: L.1 / x is nan (L.1 = 0, x = 0)",
    ),
    (
        "x = 1000; L = exp(x)/(exp(x) + 1)",
        "inf",
        "L is nan; the first value that is not finite: exp(x) is inf (x = 1000)",
    ),
];

#[test]
fn what_is_not_finite_is_told_where_it_begins() {
    for (typed, note, beginning) in TOLD {
        let mut session = Session::new();
        let grads = notes(&mut session, &format!("{typed}\n:grad L")).join("; ");
        assert!(grads.contains(note), "{typed}: {grads}");
        let why = said(&mut session, ":why L");
        assert!(why.trim_start().starts_with(beginning), "{typed}: {why}");
    }
}

#[test]
fn rows_that_are_not_taken_are_not_touched() {
    let mut session = Session::new();
    said(&mut session, "x = [-2, 0, 1]; k = 1; L = sum(where(x != 0, sin(k*x)/x, k))");
    same(data(&mut session, "L"), 2.0_f64.sin() / 2.0 + 1.0 + 1.0_f64.sin(), "the sum");
    let slope = 2.0_f64.cos() + 1.0 + 1.0_f64.cos();
    same(grad(&mut session, "L", "k"), slope, "the slope");
}

#[test]
fn twenty_seven_equal_scores_cost_the_logarithm_of_27() {
    for score in ["0", "3.5", "-1000", "1e4"] {
        let mut session = Session::new();
        let scores = vec!["s"; 27].join(", ");
        let rows = vec![score; 27].join(", ");
        said(&mut session, &format!("s = {score}; L = logsumexp({scores}) - s"));
        said(&mut session, &format!("x = [{rows}]; k = 0; M = logsumexp(x + k) - {score}"));
        for name in ["L", "M"] {
            let off = (data(&mut session, name) - 3.295_836_866_004_329_f64).abs();
            let unit = 4.5e-16_f64.max(f64::EPSILON * score.parse::<f64>().unwrap().abs());
            assert!(off <= 2.0 * unit, "{name} of {score} is {off:e} off");
        }
    }
}

#[test]
fn a_function_of_ones_own_takes_the_place_of_a_later_operation() {
    let mut session = Session::new();
    said(&mut session, "x = 3; v = when(x > 1, x); z = where(x > 2, x, 1); w = logsumexp(x, 2)");
    said(
        &mut session,
        "when(a, b) = a + b; where(a, b, c) = 7; logsumexp(a, b) = a*b; unless(a) = a; given_or(a) = a",
    );
    let script = session.script();
    let mut again = Session::new();
    said(&mut again, &script);
    assert_eq!(again.script(), script);
    for session in [&mut session, &mut again] {
        for (text, value) in [
            ("v", 3.0),
            ("z", 3.0),
            ("when(1, x)", 4.0),
            ("where(1, 2, 3)", 7.0),
            ("logsumexp(2, x)", 6.0),
            ("unless(5) + given_or(2)", 7.0),
            ("3 if x > 2 else 4", 3.0),
        ] {
            assert_eq!(evaluate(session, text).unwrap(), Some(value), "{text}");
        }
        said(session, ":del when; :del where; :del logsumexp");
        assert_eq!(evaluate(session, "when(1, x) + where(0, 2, x)").unwrap(), Some(6.0));
        same(evaluate(session, "logsumexp(0, 0)").unwrap().unwrap(), 2.0_f64.ln(), "logsumexp");
    }
}
