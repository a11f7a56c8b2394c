//! Right answers, however they are spelled, and what is no answer.

use super::quiz::{ask, reply, say, session};
use super::quiz_mistakes::Random;
use crate::parts::learn::answer;

const LECTURE: &str = "a = 2; b = -3; c = 10; f = -2; L = (a*b + c) * f";
const SQUARE: &str = "r = 1.5; x = 2; p = 5; y = 4; L = (p - y)^2*x + r^2*x";

#[test]
fn right_answers_pass_in_many_spellings() {
    let cases: &[(&str, &str, &[&str])] = &[
        (
            LECTURE,
            "a",
            &[
                "6",
                "b*f",
                "b f",
                "f b",
                "(-3)(-2)",
                "(-3) (-2)",
                "-3 × -2",
                "= 6",
                "=6",
                "dL/da = 6",
                "dL/da=b f",
                "dL / da = 6",
                "∂L/∂a = 6",
                "a.grad = 6",
                "b dL/dL.1",
                "(b)f",
                "(b)(f)",
                "6.0",
                "+6",
                "2 (3)",
                "2(3)",
                "f * b",
                "(b f)",
            ],
        ),
        (SQUARE, "p", &["2(p-y)x", "2 (p - y) x", "2*x*(p - y)", "4"]),
        (SQUARE, "r", &["2r x", "2 r x", "2x r", "r x*2"]),
        ("x = 2; y = 3exp(x)", "x", &["3exp(x)", "3 exp(x)", "y.1*3", "y"]),
    ];
    for (script, node, spellings) in cases {
        for typed in *spellings {
            let (right, found, said) = ask(script, node, typed);
            assert!(right && found.is_none(), "{script}, {node}: {typed}: {said}");
        }
    }
}

/// A product of names and numbers in any order, with or without marks and parentheses.
#[test]
fn products_pass_in_random_spellings() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    for _ in 0..150 {
        let data: Vec<i64> = (0..3).map(|_| random.below(18) as i64 - 9).collect();
        let script = format!(
            "a = 2; w1 = {}; rate = {}; k = {}; L = a*w1*rate*k",
            data[0], data[1], data[2]
        );
        let mut factors = ["w1", "rate", "k"].to_vec();
        let mut typed = random.one_of(&["", "= ", "=", "dL/da = ", "∂L/∂a=", "+"]).to_owned();
        let mut last = String::new();
        while !factors.is_empty() {
            let at = random.below(factors.len());
            let name = factors.remove(at);
            let number = data[["w1", "rate", "k"].iter().position(|it| *it == name).unwrap()];
            let next = match random.below(4) {
                0 => format!("({name})"),
                1 if number < 0 || !last.is_empty() => format!("({number})"),
                1 => format!("{number}"),
                _ => name.to_owned(),
            };
            // A name before a parenthesis is called.
            let is_call = !last.ends_with(')') && next.starts_with('(');
            let between = match random.below(4) {
                _ if last.is_empty() => "",
                0 => "*",
                1 => " × ",
                _ if is_call => "*",
                2 if last.ends_with(')') => "",
                _ => " ",
            };
            typed.push_str(between);
            typed.push_str(&next);
            last = next;
        }
        let (right, _, said) = ask(&script, "a", &typed);
        assert!(right, "{script}: {typed}: {said}");
    }
}

/// Asks the lecture's last question, that for `a`.
fn asked(command: &str) -> crate::Session {
    let mut session = session(LECTURE);
    say(&mut session, command);
    for _ in 0..6 {
        reply(&mut session, ":skip");
    }
    session
}

#[test]
fn what_could_be_read_in_two_ways_or_is_no_answer_is_asked_again() {
    let cases = [
        ("1/2 b", "is ambiguous"),
        ("1/2b", "is ambiguous"),
        ("a/b f", "is ambiguous"),
        ("dL/db = 6", "the question is dL/da, not dL/db"),
        ("dL/da", "is not known yet"),
        ("dL/da = dL/da", "is not known yet"),
        ("diff(L, a)", "an answer cannot use diff"),
        ("dL/da = diff(L, a)", "an answer cannot use diff"),
        ("b diff(L, b)", "an answer cannot use diff"),
        ("b*diff(L, L.1)", "an answer cannot use diff"),
        ("sin'(a)", "an answer cannot use sin'"),
        ("a.grad", "an answer cannot use a.grad"),
        ("L.2.grad*1", "an answer cannot use L.2.grad"),
        ("dL/da = a.grad", "an answer cannot use a.grad"),
        ("M = 3", "found a statement where"),
        ("my name is Bob", "unknown name my"),
        ("da", "unknown name da"),
        ("bf", "unknown name bf"),
        ("b(f)", "b is a value, not a function"),
        ("b 2", "found 2 where"),
    ];
    for (typed, words) in cases {
        let mut session = asked(":quiz L");
        let error = answer(&mut session, typed).map(|_| ()).unwrap_err();
        assert!(error.message().contains(words), "{typed}: {}", error.message());
        assert!(reply(&mut session, "6").0, "{typed}");
    }
}

#[test]
fn with_one_try_unreadable_lines_cost_nothing() {
    let mut session = asked(":quiz L once");
    for typed in ["4,0", "my name is Bob", "diff(L, a)", "a.grad", "x y z"] {
        assert!(answer(&mut session, typed).is_err(), "{typed}");
    }
    assert!(reply(&mut session, "6").0);
}

#[test]
fn a_function_that_differentiates_inside_is_no_answer() {
    let mut session = session("f(x) = x^2; g(x) = f'(x); a = 3; L = f(a)");
    say(&mut session, ":quiz L");
    reply(&mut session, ":skip");
    assert!(answer(&mut session, "g(a)").is_err());
    assert!(reply(&mut session, "2a").0);
}
