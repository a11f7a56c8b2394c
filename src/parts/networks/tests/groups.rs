//! Groups: what is made of them, against the same written out by hand, and what becomes of their
//! names.

use crate::{Session, evaluate, show};

fn session(statements: &[&str]) -> Session {
    let mut session = Session::new();
    for statement in statements {
        evaluate(&mut session, statement).unwrap_or_else(|error| panic!("{statement}: {error}"));
    }
    session
}

fn number(session: &mut Session, expression: &str) -> f64 {
    let found = evaluate(session, expression);
    found.unwrap_or_else(|error| panic!("{expression}: {error}")).expect("a number")
}

#[test]
fn what_is_made_of_groups_is_what_is_written_out() {
    let mut session = session(&["a = 2; b = -1.5; c = 0.25", "l = group(a, b, c)"]);
    for (of_group, by_hand) in [
        ("sum(l)", "sum(a, b, c)"),
        ("max(l)", "max(a, b, c)"),
        ("min(l)", "min(a, b, c)"),
        ("mean(l)", "mean(a, b, c)"),
        ("logsumexp(l)", "logsumexp(a, b, c)"),
        ("sum(2l^2 - l)", "sum(2a^2 - a, 2b^2 - b, 2c^2 - c)"),
        ("sum(l*tanh(l))", "sum(a*tanh(a), b*tanh(b), c*tanh(c))"),
        ("sum(l if l > 0 else 1)", "sum(a, 1, c)"),
        ("sum(-1 < l < 1)", "1"),
        ("sum(softmax(l)*l)", "sum(softmax(a, b, c)*group(a, b, c))"),
        ("cross_entropy(2, l)", "logsumexp(a - c, b - c, c - c)"),
        ("cross_entropy(l, 2)", "cross_entropy(2, a, b, c)"),
        ("argmax(l)", "(a < max(b, c)) + (max(a, b) < c)"),
        ("sum(onehot(1, 3)*l)", "b"),
    ] {
        let [one, other] = [of_group, by_hand].map(|it| number(&mut session, it));
        assert_eq!(one.to_bits(), other.to_bits(), "{of_group} is {one}, {by_hand} is {other}");
    }
}

/// The probabilities of scores by the definition, from the largest one.
fn softmax(scores: &[f64]) -> Vec<f64> {
    let largest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let powers: Vec<f64> = scores.iter().map(|it| (it - largest).exp()).collect();
    let sum: f64 = powers.iter().sum();
    powers.iter().map(|it| it / sum).collect()
}

#[test]
fn cross_entropy_and_its_slopes_are_exact_for_large_scores_too() {
    let all: [&[f64]; 6] = [
        &[0.5, -1.25, 2.0],
        &[1000.0, 1001.0, 1002.5],
        &[-1000.0, 1000.0, 999.5],
        &[-1000.0, -1000.0, -1000.0, -999.0],
        &[3.0, 3.0],
        &[40.0, 0.0],
    ];
    for scores in all {
        let names: Vec<String> = (0..scores.len()).map(|at| format!("s{at}")).collect();
        let mut session = Session::new();
        for (name, score) in names.iter().zip(scores) {
            evaluate(&mut session, &format!("{name} = {score}")).unwrap();
        }
        evaluate(&mut session, &format!("l = group({})", names.join(", "))).unwrap();
        let likely = softmax(scores);
        for class in 0..scores.len() {
            evaluate(&mut session, &format!("k = {class}")).unwrap();
            let largest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let others = scores.iter().map(|it| (it - largest).exp()).sum::<f64>().ln();
            let want = (largest - scores[class]) + others;
            for text in [format!("cross_entropy({class}, l)"), "cross_entropy(l, k)".to_owned()] {
                evaluate(&mut session, &format!("loss = {text}")).unwrap();
                let loss = session.value("loss").unwrap();
                let got = loss.data();
                assert!((got - want).abs() <= 1e-15 * want.max(1.0), "{scores:?}: {got}, {want}");
                session.backward(&loss);
                for (at, name) in names.iter().enumerate() {
                    let got = session.value(name).unwrap().grad();
                    let want = likely[at] - f64::from(u8::from(at == class));
                    assert!(
                        (got - want).abs() <= 1e-15,
                        "{scores:?} {class} {name}: {got}, {want}"
                    );
                }
            }
        }
        for (at, want) in likely.iter().enumerate() {
            evaluate(&mut session, "p = softmax(l)").unwrap();
            let got = session.value(&format!("p.o{at}")).unwrap().data();
            assert!((got - want).abs() <= 1e-15, "{scores:?}: {got}, {want}");
        }
    }
}

#[test]
fn slopes_agree_with_differences() {
    let statements = ["a = 0.3; b = -1.2; c = 0.7", "l = group(a, b*c, c^2)"];
    for root in [
        "cross_entropy(1, tanh(l))",
        "sum(softmax(2l)*group(1, 2, 5))",
        "logsumexp(l^2) + max(l)",
        "mean(l*softmax(l))",
    ] {
        let mut all = session(&statements);
        evaluate(&mut all, &format!("root = {root}")).unwrap();
        let node = all.value("root").unwrap();
        all.backward(&node);
        for name in ["a", "b", "c"] {
            let grad = all.value(name).unwrap().grad();
            let at = all.value(name).unwrap().data();
            let mut near = |by: f64| {
                all.set_leaf(name, at + by).unwrap();
                let data = all.value("root").unwrap().data();
                all.set_leaf(name, at).unwrap();
                data
            };
            let slope = (near(1e-6) - near(-1e-6)) / 2e-6;
            assert!((grad - slope).abs() < 1e-8, "{root} by {name}: {grad}, {slope}");
        }
    }
}

#[test]
fn what_is_saved_comes_back() {
    for statements in [
        &[":net m 2 8 3", "l = m(0.5, 2)", "loss = cross_entropy(1, l)"][..],
        &[":net m 2 3 2 relu", "p, q = m(0.5, 2)", "r = p*q"],
        &["a = 2; b = 3", "l = group(a, b, a*b)", "k = 2l + 1", "h = k", ":del k"],
        &["a = 2; b = 3", "l = group(a, b)", "l = l^2", "l = l + 1", "c = sum(l)"],
        &["k = [0, 1, 2, 1]", "h = onehot(k, 3)", ":net m 3 4 3", "l = m(h)", "p = softmax(l)"],
        &["y = onehot(1, 3)", "s = sum(y)"],
        &["a = 2", "group(a, a^2)", "g = _", "s = sum(g)"],
        &["a = 2", "l = group(a, a^2)", "k = l", "s = k.o1 + 1"],
    ] {
        let mut first = session(statements);
        let script = first.script();
        let mut second = Session::new();
        for line in script.lines() {
            evaluate(&mut second, line).unwrap_or_else(|error| panic!("{line}: {error}"));
        }
        assert_eq!(second.script(), script, "of {statements:?}");
        let shown = |session: &mut Session| show(session, ":vars").unwrap();
        assert_eq!(shown(&mut first), shown(&mut second), "of {statements:?}");
    }
}

#[test]
fn calls_are_saved_as_they_were_typed() {
    for statements in [
        &["a = 1", "b = 2", "l = softmax(a, b, 0)", "p, q = softmax(a, b)", "r = p * q"][..],
        &["a = 1", ":net m 1 3 2 tanh seed 1", "p, q = m(a)", "u, v = m(a)", "s, t = m(u)"],
        &[
            "c = [0, 2, 1]",
            "h = onehot(c, 3)",
            "p, q, r = onehot(c, 3)",
            "z = softmax(c + 1, c * 2)",
        ],
        &["a = 1", "b = 2", "L = cross_entropy(1, a, b) + cross_entropy(0, b, a)"],
    ] {
        let script = session(statements).script();
        let lines: Vec<&str> = script.lines().filter(|line| !line.starts_with(':')).collect();
        let typed = statements.iter().filter(|line| !line.starts_with(':'));
        assert!(!script.contains(":node"), "{script}");
        assert!(lines.iter().filter(|line| !line.starts_with('#')).eq(typed), "{script}");
    }
}

#[test]
fn undo_brings_groups_back() {
    let mut all = session(&["a = 2; b = 3", "l = group(a, b)", "s = sum(l)"]);
    let before = all.script();
    for statements in ["l = l^2", "p, q = l", ":del l", "h = l; h = 3"] {
        for statement in statements.split("; ") {
            evaluate(&mut all, statement).unwrap();
        }
        for _ in statements.split("; ") {
            evaluate(&mut all, ":undo").unwrap();
        }
        assert_eq!(all.script(), before, "{statements}");
    }
}
