//! Branches: what is not taken is not touched, in any engine, and a derivative of a branch is one.

use crate::Session;
use crate::command::{RunOptions, run};
use crate::core::graph::{Order, Value};
use crate::core::language::exact;
use crate::parts::rows::Program;
use crate::report::Report;

fn type_in(session: &mut Session, text: &str) -> Vec<Report> {
    let lines = text.lines().flat_map(|line| line.split("; ")).map(|line| {
        match run(session, line, RunOptions::default()) {
            Ok(report) => report,
            Err(error) => panic!("{line}: {error}"),
        }
    });
    lines.collect()
}

fn has_note(reports: &[Report]) -> bool {
    reports.iter().any(|report| !report.notes.is_empty())
}

#[track_caller]
fn same(got: f64, want: f64, what: &str) {
    let near = (got - want).abs() <= 1e-12 * want.abs();
    assert!(got == want || near || got.is_nan() && want.is_nan(), "{what}: {got}, not {want}");
}

/// The data of `L` and its grad by `x`, by the session's pass, the program, the formula, the passes by
/// number, and as one row of three.
#[track_caller]
fn everywhere(before: &str, expression: &str, data: f64, grad: f64) {
    let mut session = Session::new();
    let reports = type_in(&mut session, &format!("{before}\nL = {expression}\n:grad L"));
    assert!(!has_note(&reports) || data.is_nan(), "{before}; {expression} has a note");
    let [root, leaf] = ["L", "x"].map(|name| session.value(name).unwrap());
    same(root.data(), data, "data");
    same(leaf.grad(), grad, "grad");
    let order = Order::of([&root]);
    if let Some(number) = order.number_of(&leaf) {
        same(order.grads()[number], grad, "grad by number");
        let mut program = Program::compile(&order, std::slice::from_ref(&leaf)).unwrap();
        program.pass();
        same(program.root_data(), data, "data of the program");
        same(program.grads()[0], grad, "grad of the program");
    }
    type_in(&mut session, "d = diff(L, x)");
    // The derivative of what is nan is nan; its grad has no side to go to.
    if !data.is_nan() {
        same(session.value("d").unwrap().data(), grad, "formula");
    }
    in_rows(before, expression, [data, grad]);
}

/// The same in the middle one of three rows, where `x` is what is added to a column.
#[track_caller]
fn in_rows(before: &str, expression: &str, [data, grad]: [f64; 2]) {
    let mut session = Session::new();
    let start: Vec<&str> = before.split("; ").collect();
    let at: f64 = start.iter().find_map(|it| it.strip_prefix("x = ")).unwrap().parse().unwrap();
    let others: Vec<&str> = start.into_iter().filter(|it| !it.starts_with("x = ")).collect();
    type_in(&mut session, &others.join("\n"));
    let body = format!("f(x) = {expression}");
    type_in(
        &mut session,
        &format!("{body}\nx = 0\nc = [{}, {}, {}]", exact(at), exact(at), exact(at)),
    );
    // What the others give is known from here.
    type_in(&mut session, "r = f(c + x)\nS = sum(r)\n:grad S");
    same(session.value("S").unwrap().data(), 3.0 * data, "sum of rows");
    let leaf = session.value("x").unwrap();
    same(leaf.grad(), 3.0 * grad, "grad of rows");
    let order = Order::of([&session.value("S").unwrap()]);
    let mut program = Program::compile(&order, std::slice::from_ref(&leaf)).unwrap();
    program.pass();
    same(program.grads()[0], 3.0 * grad, "grad of rows by the program");
    type_in(&mut session, "d = diff(S, x)");
    if !data.is_nan() {
        same(session.value("d").unwrap().data(), 3.0 * grad, "formula of rows");
    }
}

#[test]
fn the_side_that_is_not_taken_is_not_touched() {
    for (before, expression, data, grad) in [
        ("x = 0", "where(x < 1, x, sqrt(x))", 0.0, 1.0),
        ("x = -1", "sqrt(x) if x > 0 else x", -1.0, 1.0),
        ("x = 0", "where(x > 0, 2/x, 0)", 0.0, 0.0),
        ("x = 0", "where(x > 0, log(x), 0)", 0.0, 0.0),
        ("x = -1", "where(x > 0, log(x), 0)", 0.0, 0.0),
        ("x = 0", "where(x != 0, sin(x)/x, 1)", 1.0, 0.0),
        ("x = 0", "where(x < 1, x, sqrt(sqrt(x)*2 + x/x))", 0.0, 1.0),
        ("x = 2", "where(x < 1, x, x^2)", 4.0, 4.0),
        ("x = 0", "where(x < 1 or log(x) > 1, x, 1/x)", 0.0, 1.0),
        ("x = 0", "where(x > 1 and 1/x > 2, 1/x, 3*x)", 0.0, 3.0),
        ("x = 0", "x if x < 1 else sqrt(x) if x < 2 else 1/x", 0.0, 1.0),
        ("x = 1.5", "x if x < 1 else x^2 if x < 2 else 1/x", 2.25, 3.0),
        ("x = 0", "where(sqrt(x) >= 0, x, 2)", 0.0, 1.0),
        ("x = 0; s = 0", "where(x > 5, x*sqrt(s), x^2 + x)", 0.0, 1.0),
        ("x = 0", "where(nan, x, 1)", f64::NAN, 0.0),
        ("x = 3", "where(0 < x < 5, x, log(-x))", 3.0, 1.0),
    ] {
        everywhere(before, expression, data, grad);
    }
}

#[test]
fn what_is_reached_with_an_infinite_slope_is_nan_as_ever() {
    for expression in ["where(x < 1, sqrt(x)^2, x)", "sqrt(x)^2 + where(x < 1, 0, x)"] {
        let mut session = Session::new();
        type_in(&mut session, &format!("x = 0\nL = {expression}\n:grad L"));
        assert!(session.value("x").unwrap().grad().is_nan(), "{expression}");
        let order = Order::of([&session.value("L").unwrap()]);
        let leaf = session.value("x").unwrap();
        let mut program = Program::compile(&order, &[leaf]).unwrap();
        program.pass();
        assert!(program.grads()[0].is_nan(), "{expression} on the program");
    }
}

#[test]
fn numbers_that_no_row_reaches_pass_nothing_on() {
    let mut session = Session::new();
    type_in(&mut session, "z = 0; w = 2\nk = sqrt(z)\nx = [0, 1, 2]");
    type_in(&mut session, "L = sum(where(x > 5, k*x, w*x))\n:grad L");
    let [z, w] = ["z", "w"].map(|name| session.value(name).unwrap());
    assert_eq!([z.grad(), w.grad()], [0.0, 3.0]);
    let order = Order::of([&session.value("L").unwrap()]);
    let mut program = Program::compile(&order, &[z, w]).unwrap();
    program.pass();
    assert_eq!(program.grads(), [0.0, 3.0]);
    type_in(&mut session, "M = where(w > 5, sum(log(z*x)), w)\n:grad M");
    assert_eq!(session.value("z").unwrap().grad(), 0.0);
    type_in(&mut session, "y = [0, 2, 4]\n:fit y = where(x > 5, k*x, w*x) for w");
    same(session.value("w").unwrap().data(), 2.0, "w");
}

#[test]
fn second_derivatives_are_right_on_both_sides_of_a_switch() {
    let cases = [
        ("where(x < 1, x^3, 3*x^2 - 3*x + 1)", [6.0 * 0.999, 6.0]),
        ("where(x > 1, sqrt(x - 1), x^2)", [2.0, -0.25 * (1.001_f64 - 1.0).powf(-1.5)]),
        ("where(x < 1, 0, (x - 1)^2)*x", [0.0, 2.0 * 1.001 + 4.0 * 0.001]),
    ];
    for (expression, [below, above]) in cases {
        for (at, want) in [(0.999, below), (1.001, above)] {
            let mut session = Session::new();
            type_in(&mut session, &format!("x = {at}\nL = {expression}\nd = diff(diff(L, x), x)"));
            let got = session.value("d").unwrap().data();
            assert!(
                (got - want).abs() <= 1e-9 * want.abs(),
                "{expression} at {at}: {got}, not {want}"
            );
            type_in(&mut session, "e = diff(L, x)\n:grad e");
            let by_pass = session.value("x").unwrap().grad();
            assert!((by_pass - want).abs() <= 1e-9 * want.abs(), "{expression} at {at}: {by_pass}");
        }
    }
    // At the switch itself the side that is taken counts.
    let mut session = Session::new();
    type_in(&mut session, "x = 1\nL = where(x > 1, sqrt(x - 1), x^2)\nd = diff(diff(L, x), x)");
    assert_eq!(session.value("d").unwrap().data(), 2.0);
}

#[test]
fn a_saved_choice_is_the_same_again() {
    let mut session = Session::new();
    type_in(
        &mut session,
        "x = 0.5; y = 3\na = where(x*y + 1 < 2, x^2, y*x)\nb = x*2 if x > 1 else y - 1",
    );
    type_in(
        &mut session,
        "c = 0 < x*y < 2 <= y\nd = when(x > 0, x) + unless(x > 0, y)\nf(t) = t if t > 0 else -t",
    );
    type_in(&mut session, "e = f(x - y)");
    let script = session.script();
    let mut again = Session::new();
    type_in(&mut again, &script);
    assert_eq!(again.script(), script);
    assert!(script.contains("where(x*y + 1 < 2, x^2, y*x)"), "{script}");
    assert!(script.contains("x*2 if x > 1 else y - 1"), "{script}");
    assert!(script.contains("0 < x*y < 2 <= y"), "{script}");
    for name in ["a", "b", "c", "d", "e"] {
        let both = [&mut session, &mut again].map(|it: &mut Session| it.value(name).unwrap());
        let nodes = |value: &Value| Order::of([value]).count();
        assert_eq!(both[0].data().to_bits(), both[1].data().to_bits(), "{name}");
        assert_eq!(nodes(&both[0]), nodes(&both[1]), "{name}");
    }
}

#[test]
fn the_logarithm_of_a_sum_of_exponentials_neither_overflows_nor_cancels() {
    let ln2 = std::f64::consts::LN_2;
    for (numbers, want) in [
        ("1000, 1000", 1000.0 + ln2),
        ("-1000, -1000", ln2 - 1000.0),
        ("0, 800", 800.0),
        ("-40, 0", (-40.0_f64).exp().ln_1p()),
        ("0, 0, 0, 0", 2.0 * ln2),
        ("3", 3.0),
    ] {
        let mut session = Session::new();
        type_in(&mut session, &format!("a = logsumexp({numbers})\nx = [{numbers}]\nk = 0"));
        type_in(&mut session, "b = logsumexp(x + k)\n:grad b");
        for name in ["a", "b"] {
            let got = session.value(name).unwrap().data();
            assert!(
                (got - want).abs() <= 4e-16 * want.abs(),
                "{name} of {numbers}: {got}, not {want}"
            );
        }
        // The softmax adds up to 1.
        let sum = session.value("k").unwrap().grad();
        assert!((sum - 1.0).abs() <= 1e-12, "sum of the softmax: {sum}");
    }
    let mut session = Session::new();
    type_in(&mut session, "p = 0; q = 800\nL = p - logsumexp(p, q)\n:grad L");
    assert_eq!(session.value("L").unwrap().data(), -800.0);
    let grads = ["p", "q"].map(|name| session.value(name).unwrap().grad());
    assert_eq!(grads, [1.0, -1.0]);
}
