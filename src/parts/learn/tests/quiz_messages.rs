//! What the quiz says of wrong answers, each with its true cause.

use super::quiz::ask;
use crate::parts::learn::quiz::diagnosis::wrong_rules::{OTHERS, PARTS};

/// A graph, the node asked for, an answer, its diagnosis, and words that are said.
type Case = (&'static str, &'static str, &'static str, &'static str, &'static str);

#[track_caller]
fn check(cases: &[Case]) {
    for (script, node, typed, kind, words) in cases {
        let (right, found, said) = ask(script, node, typed);
        let what = format!("{script}, {node} ? {typed}: {found:?}, {said}");
        assert!(!right, "{what}");
        assert_eq!(found.as_deref().unwrap_or("none"), *kind, "{what}");
        assert!(said.contains(words), "{what}");
    }
}

const MAX: &str = "a = 3; b = 7; m = max(a, b); L = m^2";
const CUBE: &str = "x = 2; u = x^3; L = 4u";
const RELU: &str = "n = -6; h = relu(n); L = 5h";

#[test]
fn a_mistake_in_the_rule_comes_before_coincidences() {
    check(&[
        (
            MAX,
            "b",
            "0",
            "the wrong branch",
            "b = 7 is larger than a = 3: it gets all of dL/dm, a nothing",
        ),
        (MAX, "a", "7", "the wrong branch", "b = 7 is larger"),
        (MAX, "a", "14", "the wrong branch", "b = 7 is larger"),
        (CUBE, "x", "16", "a part of the rule", "x^2, without the factor 3"),
        (CUBE, "x", "96", "a part of the rule", "3 * x^3, with the exponent not lowered by 1"),
        (CUBE, "x", "24", "a part of the rule", "3 * x, with the exponent lowered twice"),
        ("a = 6; b = 4; q = a/b; L = 5q", "b", "-7.5", "a part of the rule", "the square of b"),
        ("x = 2; n = 3; L = x^n", "n", "6", "none", "no. :hint helps, :skip shows the answer."),
        ("n = 0.881373587019543; o = tanh(n)", "n", "0.49", "none", "no. :hint helps"),
        ("x = 2; y = tanh(x)*3", "x", "0.2", "none", ""),
    ]);
}

#[test]
fn operations_that_choose_are_told_by_whom_they_chose() {
    check(&[
        (RELU, "n", "5", "the wrong branch", "n = -6 is negative: relu blocks"),
        ("n = 6; h = relu(n); L = 5h", "n", "0", "the wrong branch", "n = 6 is positive"),
        ("x = -3; L = 2abs(x)", "x", "2", "the wrong branch", "negative: abs changes the sign"),
        ("x = 5; L = 3clamp(x, 0, 2)", "L.1", "3", "the wrong branch", "L.1 = 5 is larger than 2"),
        ("a = 3; b = 7; m = min(a, b); L = m^2", "b", "6", "the wrong branch", "a = 3 is smaller"),
        ("a = 7; b = 7; m = min(a, b); L = m^2", "b", "14", "the wrong branch", "are equal: half"),
    ]);
}

#[test]
fn mistakes_that_nothing_explained() {
    check(&[
        ("n = 0.881373587019543; o = tanh(n)", "n", "0.2071", "another rule", "of sigmoid"),
        ("n = 0.881373587019543; o = tanh(n)", "n", "0.7071", "another rule", "tanh itself"),
        ("z = 0.4; s = sigmoid(z)", "z", "1 - s^2", "another rule", "the rule of tanh"),
        ("x = 0.5; y = 3exp(x)", "x", "0.9098", "another rule", "the rule of a power"),
        ("x = 1; y = 5sin(x)", "x", "4.2074", "another rule", "sin itself"),
        ("x = 9; y = sqrt(x)", "x", "1.5", "a part of the rule", "with the root in the numerator"),
        ("a = 2; b = -3; c = 10; f = -2; L = (a*b + c)*f", "c", "-20", "another rule", "c"),
        ("a = 2; b = -3; c = 10; f = -2; L = (a*b + c)*f", "L.1", "4", NEIGHBOR, "data of L.2"),
        ("a = 6; b = 4; q = a/b; L = 5q", "b", "1.25", "another rule", "for the numerator"),
    ]);
}

const NEIGHBOR: &str = "the data of a neighbor";

/// A graph with the operation on `x` and `n` as `t`, and the root `y = 7t`.
fn example(operation: &str) -> String {
    let (x, n, t) = match operation {
        "+" | "-" => (3.0, -7.0, format!("x {operation} n")),
        "max" | "min" => (3.0, -7.0, format!("{operation}(x, n)")),
        "relu" => (1.2, 1.0, "relu(x)".to_owned()),
        "/" => (6.0, 4.0, "x/n".to_owned()),
        "^" => (3.0, 5.0, "x^n".to_owned()),
        "sqrt" => (6.0, 1.0, "sqrt(x)".to_owned()),
        "exp" | "log" => (1.7, 1.0, format!("{operation}(x)")),
        "tanh" | "sigmoid" => (0.4, 1.0, format!("{operation}(x)")),
        _ => (1.2, 1.0, format!("{operation}(x)")),
    };
    format!("x = {x}; n = {n}; t = {t}; y = 7t")
}

/// Each row of the tables of wrong rules, at its example.
#[test]
fn every_wrong_rule_is_told_by_its_words() {
    for (kind, table) in [("a part of the rule", PARTS), ("another rule", OTHERS)] {
        for (operation, operand, text, words) in table {
            let node = ["x", "n"][*operand];
            let own = text.replace("exp", "E").replace('y', "n");
            let own = own.replace("out", "t").replace('E', "exp");
            let (right, found, said) = ask(&example(operation), node, &format!("7*({own})"));
            let what = format!("{operation} by {node}, {text}: {found:?}, {said}");
            assert!(!right, "{what}");
            assert_eq!(found.as_deref(), Some(kind), "{what}");
            let words = words.replace("{x}", "x").replace("{y}", "n").replace("{out}", "t");
            assert!(said.contains(&words), "{what}");
        }
    }
}

#[test]
fn what_else_may_have_been_done_is_no_riddle_either() {
    for (script, node, answer, ends) in [
        ("f = 3; g = 2; m = g/f", "f", "0.2222", "upstream 1."),
        ("f = 3; g = 2; m = g/f", "f", "1/9", "numerator g: ∂m/∂f = -m / f."),
    ] {
        let (.., said) = ask(script, node, answer);
        assert!(said.ends_with(ends), "{said}");
        assert!(!said.contains("numerator 1"), "{said}");
    }
}
