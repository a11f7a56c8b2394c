//! The table of rewrites: both formulas are the same wherever both are finite, and `:why` finds them.

// What does not go as expected ends the test.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use gradcalc::internals::ops::{REWRITES, Rewrite};
use gradcalc::{Session, evaluate, show};

/// The value of a formula and its slopes by `a` and `b`.
fn at(text: &str, sample: &[f64]) -> Vec<f64> {
    let mut session = Session::new();
    let (a, b) = (sample[0], sample.get(1).copied().unwrap_or(0.0));
    // What has rows is a leaf's as well, and folded, so that there is a slope.
    let rows = text.contains('R');
    let text = text.replace('R', "(x*a)");
    let text = if rows { format!("sum(({text})*x)") } else { text };
    evaluate(&mut session, &format!("x = [0.5, 2, -1]; a = {a:?}; b = {b:?}; L = {text}"))
        .expect("it can be typed");
    let value = evaluate(&mut session, "L").expect("a number").expect("an answer");
    let slopes = ["a", "b"].iter().take(sample.len()).map(|name| {
        let root = session.value("L").expect("a node").clone();
        session.backward(&root);
        let leaf = session.value(name).expect("a leaf");
        leaf.grad()
    });
    let slopes: Vec<f64> = slopes.collect();
    std::iter::once(value).chain(slopes).collect()
}

fn agree(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-12 * one.abs().max(other.abs()).max(1.0)
}

#[test]
fn both_formulas_are_the_same_where_both_are_finite() {
    for Rewrite { from, to, samples, .. } in REWRITES {
        assert!(samples.len() >= 4, "{from} has too few samples");
        for sample in *samples {
            let (found, wanted) = (at(from, sample), at(to, sample));
            assert!(found.iter().chain(&wanted).all(|it| it.is_finite()), "{from} at {sample:?}");
            let is_same = found.iter().zip(&wanted).all(|(one, other)| agree(*one, *other));
            assert!(is_same, "{from} at {sample:?}: {found:?}, {to}: {wanted:?}");
        }
    }
}

/// Where each fails is where the other one has to be offered: the formula, the places of its leaves,
/// and what is offered.
const FAILURES: &[(&str, &str, &str)] = &[
    ("x = 0; w = 0", "sqrt(x^2 + w^2)^2", "x^2 + w^2"),
    ("x = 0; w = 0", "exp(-hypot(w, x)^2)", "w^2 + x^2"),
    ("x = 0", "1 + sqrt(x)^2", "x"),
    ("x = 0", "(x^0.5)^2", "x"),
    ("x = 1", "sqrt((x - 1)^2)", "abs(x - 1)"),
    ("x = 0", "3*(x^2)^0.5", "abs(x)"),
    ("x = 0", "cbrt(2x)^3", "2 * x"),
    ("x = 0", "sqrt(x^4)", "x^2"),
    ("x = -1000", "log(sigmoid(x))", "-softplus(-x)"),
    ("x = 1000", "log(1 - sigmoid(x))", "-softplus(x)"),
    ("x = 1000", "log(exp(x) + 1)", "softplus(x)"),
    ("x = -1000", "1/(exp(-x) + 1)", "sigmoid(x)"),
    ("x = 1000", "exp(x)/(1 + exp(x))", "sigmoid(x)"),
    ("x = 0; w = 800", "exp(w)/(exp(x) + exp(w))", "sigmoid(w - x)"),
    ("x = 0; w = 800", "log(exp(x)/(exp(x) + exp(w)))", "-softplus(w - x)"),
    ("x = 1000", "(exp(x) - exp(-x))/(exp(x) + exp(-x))", "tanh(x)"),
    ("x = 20", "log(1 - tanh(x)^2)", "2 * (log(2) - x - softplus(-2 * x))"),
    ("x = 800; w = 799", "exp(x)/exp(w)", "exp(x - w)"),
    ("x = 800", "1/exp(x)", "exp(-x)"),
    ("x = 1000", "log(exp(x))", "x"),
    ("x = 1000; w = 2", "log(exp(x) + exp(w))", "logsumexp(x, w)"),
    ("x = 1000; w = 2; v = 3", "log(exp(x) + (exp(w) + exp(v)))", "logsumexp(x, w, v)"),
    ("x = 1000; w = 2", "log(1 + exp(w) + exp(x))", "logsumexp(0, w, x)"),
    ("x = 1000; w = 2; v = 3", "exp(w)/(exp(x) + exp(w) + exp(v))", "exp(w - logsumexp(x, w, v))"),
    ("x = 1000; w = 2; v = 3", "-log(exp(w)/(exp(x) + exp(w) + exp(v)))", "w - logsumexp(x, w, v)"),
    ("z = [1, 1000, 3]; k = 0", "log(sum(exp(z + k)))", "logsumexp(z + k)"),
    ("z = [1, 1000, 3]; k = 0", "sum(log(exp(z + k)/sum(exp(z + k))))", "z + k - logsumexp(z + k)"),
    ("x = 0", "sin(2x)/(2x)", "where(2 * x == 0, 1, sin(2 * x) / (2 * x))"),
    ("x = 0", "(1 - cos(x))/x^2", "where(x == 0, 0.5, 2 * (sin(x / 2) / x)^2)"),
    ("x = 0", "(exp(x) - 1)/x", "where(x == 0, 1, expm1(x) / x)"),
    ("x = 0", "-(x*log(x))", "where(x == 0, 0, x * log(x))"),
    ("x = 1e-17", "log(1 + x)", "log1p(x)"),
    ("x = 1e-17", "5*(exp(x) - 1)", "expm1(x)"),
    ("x = 1e-9", "(1 - cos(x))/x^2", "2 * (sin(x / 2) / x)^2"),
    ("x = 1e-9", "1 - cos(x)", "2 * sin(x / 2)^2"),
    ("x = 1e12", "sqrt(x + 1) - sqrt(x)", "1 / (sqrt(x + 1) + sqrt(x))"),
    ("x = 1e12; w = 1e12 + 1", "x*1e8 + (w^2 - x^2) - x*1e8", "(w - x) * (w + x)"),
    ("x = 1e-12; w = 3", "(1 + x)^w - 1", "expm1(w * log1p(x))"),
    ("x = 40", "1 - sigmoid(x)", "sigmoid(-x)"),
];

#[test]
fn why_offers_what_is_the_same() {
    for (leaves, formula, offered) in FAILURES {
        let mut session = Session::new();
        evaluate(&mut session, &format!("{leaves}; L = {formula}")).expect("it can be typed");
        let said = show(&mut session, ":why L").expect("an answer").replace("\n    ", " ");
        assert!(said.contains(&format!(" is {offered}")), "{formula}: {said}");
    }
}
