//! Derivatives as nodes: against exact second derivatives, against the backward pass, and against
//! finite differences, for every operation; and how they grow.
use crate::Session;
use crate::core::graph::{Label, Operand, Order, Value};
use crate::core::language::Span;
use crate::core::ops;
use crate::core::ops::{Notation, Operation};
use crate::parts::formula::derivative;
use serde_json::Value as Json;

const CASES: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/cases.jsonl"));

fn session(script: &str) -> Session {
    let mut session = Session::new();
    type_in(&mut session, script);
    session
}

#[track_caller]
fn type_in(session: &mut Session, script: &str) {
    for line in script.lines() {
        if let Err(error) = crate::evaluate(session, line) {
            panic!("{line}: {error:?}");
        }
    }
}

fn find(session: &mut Session, name: &str) -> Value {
    session.find(name, Span::default()).unwrap()
}

/// What an expression comes to; it becomes the answer.
#[track_caller]
fn evaluate(session: &mut Session, expression: &str) -> f64 {
    type_in(session, expression);
    find(session, "_").data()
}

fn close(got: f64, want: f64, relative: f64, absolute: f64) -> bool {
    got == want || (got - want).abs() <= absolute + relative * want.abs()
}

fn cases() -> impl Iterator<Item = Json> {
    CASES.lines().map(|line| serde_json::from_str(line).unwrap())
}

fn script_of(case: &Json) -> String {
    let lines = case["script"].as_array().unwrap();
    lines.iter().map(|line| line.as_str().unwrap()).collect::<Vec<_>>().join("\n")
}

#[test]
fn second_derivatives_are_exact() {
    let mut checked = 0;
    for case in cases().filter(|case| case.get("hessian").is_some()) {
        let mut session = session(&script_of(&case));
        let target = case["target"].as_str().unwrap();
        let (relative, absolute) = (case["rtol"].as_f64().unwrap(), case["atol"].as_f64().unwrap());
        for (pair, want) in case["hessian"].as_object().unwrap() {
            let (x, y) = pair.split_once(',').unwrap();
            let want = want.as_f64().unwrap();
            // Both ways round, and as one expression as well as by the command twice.
            for (first, second) in [(x, y), (y, x)] {
                let text = format!("diff(diff({target}, {first}), {second})");
                let got = evaluate(&mut session, &text);
                assert!(close(got, want, relative, absolute), "{text} is {got}, not {want}");
                type_in(&mut session, &format!(":diff {target} {first}\n:diff _ {second}"));
                let again = find(&mut session, "_").data();
                assert!(close(again, got, 1e-12, 0.0), "{text}: {again} by the command");
            }
            checked += 1;
        }
    }
    assert!(checked >= 4, "only {checked} second derivatives");
}

/// Wherever the backward pass gives a number, the formula gives the same, but for the conventions
/// that the texts are known not to follow.
#[test]
fn first_derivatives_are_the_grads() {
    let mut checked = 0;
    for case in cases().filter(|case| case.get("expect").is_some_and(Json::is_object)) {
        let mut session = session(&script_of(&case));
        let Some(target) = case["target"].as_str() else {
            continue;
        };
        let root = find(&mut session, target);
        session.backward(&root);
        let order = session.shared_pass().0;
        let is_beyond = order.nodes().iter().any(follows_a_convention);
        for leaf in order.leaves().filter(|leaf| !leaf.is(&root)) {
            let made = derivative(&root, leaf, Label::default(), 0).unwrap();
            let (got, want) = (made.result.data(), leaf.grad());
            let same = close(got, want, 1e-9, 1e-300) || got.is_nan() && want.is_nan();
            assert!(same || is_beyond, "{}: {got}, not {want}", case["id"]);
            checked += usize::from(same);
        }
    }
    assert!(checked > 100, "only {checked} derivatives agreed");
}

/// What `:diff` prints can be typed, and is the derivative; only where that is defined, as `x / x` is 1.
#[test]
fn formulas_as_in_a_textbook_are_the_derivatives() {
    let mut checked = 0;
    for case in cases().filter(|case| case.get("expect").is_some_and(Json::is_object)) {
        let mut session = session(&script_of(&case));
        let Some(target) =
            case["target"].as_str().filter(|target| session.find(target, Span::default()).is_ok())
        else {
            continue;
        };
        let root = find(&mut session, target);
        session.backward(&root);
        let leaves: Vec<String> = case["expect"].as_object().unwrap().keys().cloned().collect();
        for leaf in leaves {
            let Ok(shown) = crate::show(&mut session, &format!(":diff {target} {leaf}")) else {
                continue;
            };
            let line = shown.lines().next().unwrap_or_default();
            let Some((_, rest)) = line.split_once(" = ") else {
                continue;
            };
            let (formula, data) = rest.rsplit_once(" = ").unwrap_or((rest, rest));
            let data: f64 = data.parse().unwrap_or(f64::NAN);
            if formula.contains('…') || !data.is_finite() || data.abs() < 1e-12 {
                continue;
            }
            let got = evaluate(&mut session, formula);
            assert!(close(got, data, 1e-6, 1e-300) || got.is_nan(), "{line}: {got}");
            checked += 1;
        }
    }
    assert!(checked > 60, "only {checked} formulas");
}

fn follows_a_convention(node: &Value) -> bool {
    let Some(operation) = node.operation() else {
        return false;
    };
    let at = |index: usize| node.operands().get(index).map_or(0.0, Operand::data);
    node.backward_steps(1.0).any(|step| {
        let text =
            crate::parts::formula::text_slope(operation, step.index, [at(0), at(1)]).unwrap();
        !close(text, step.local, 1e-9, 0.0)
    })
}

fn applied(operation: &Operation, arguments: &[&str]) -> String {
    match (operation.notation, arguments) {
        (Notation::Prefix { .. }, [x]) => format!("{}({x})", operation.name),
        (Notation::Infix { .. }, [x, y]) => format!("({x}) {} ({y})", operation.name),
        _ => format!("{}({})", operation.name, arguments.join(", ")),
    }
}

/// For every operation, at every sample: the first derivative is the machine's, and the second one
/// the slope of the first. That of trigamma, which is the first of digamma, is not known.
#[test]
fn every_operation_can_be_differentiated_twice() {
    for operation in ops::operations().filter(|it| it.name != "digamma") {
        for at in operation.samples {
            let mut session = Session::new();
            type_in(&mut session, &format!("x = {:e}; y = {:e}", at[0], at.get(1).unwrap_or(&1.0)));
            let arguments = &["x", "y"][..operation.arity()];
            type_in(&mut session, &format!("f = {}", applied(operation, arguments)));
            for (index, by) in arguments.iter().enumerate() {
                let first = evaluate(&mut session, &format!("diff(f, {by})"));
                let (x, y) = (at[0], at.get(1).copied().unwrap_or(0.0));
                let want = operation.partial(index, x, y, operation.forward(x, y));
                let shown = format!("{} at {at:?} by {by}", operation.name);
                assert!(close(first, want, 1e-12, 1e-300), "{shown}: {first}, not {want}");
                let second = evaluate(&mut session, &format!("diff(diff(f, {by}), {by})"));
                let step = 1e-5 * at[index].abs().max(1e-3);
                let slope = |moved: f64| {
                    let mut at = [x, y];
                    at[index] += moved;
                    let out = operation.forward(at[0], at[1]);
                    operation.partial(index, at[0], at[1], out)
                };
                let numeric = (slope(step) - slope(-step)) / (2.0 * step);
                let size = want.abs() / at[index].abs().max(1.0);
                assert!(
                    close(second, numeric, 1e-4, 1e-6 * size.max(1e-9)),
                    "{shown}: second derivative {second}, not {numeric}"
                );
            }
        }
    }
}

/// Third derivatives against central differences of the second ones, which are checked in turn
/// against those of the first.
#[test]
fn third_derivatives_are_the_slopes_of_second_ones() {
    let softmax = "u = 0.3; v = -1.2; w = 2\nf = exp(u)/(exp(u) + exp(v) + exp(w))";
    let rows = [
        ("x = 0.7\nf = tanh(x)", "x"),
        ("x = 1.3; p = 2.7\nf = x^p", "x"),
        ("x = 1.3; p = 2.7\nf = x^p", "p"),
        (softmax, "u"),
        (softmax, "v"),
        ("x = 0.4\nf = softplus(sin(x)*x)/sqrt(1 + x^2)", "x"),
    ];
    for (script, by) in rows {
        let mut session = session(script);
        type_in(&mut session, &format!("d1 = diff(f, {by}); d2 = diff(d1, {by})"));
        type_in(&mut session, &format!("d3 = diff(d2, {by})"));
        let leaf = find(&mut session, by);
        let here = leaf.data();
        for (lower, higher) in [("f", "d1"), ("d1", "d2"), ("d2", "d3")] {
            let step = 1e-5;
            let mut at = |place: f64| {
                session.set(&[(leaf.clone(), place)]);
                find(&mut session, lower).data()
            };
            let numeric = (at(here + step) - at(here - step)) / (2.0 * step);
            at(here);
            let exact = find(&mut session, higher).data();
            assert!(
                close(exact, numeric, 1e-7, 1e-9),
                "{script}: {higher} by {by} is {exact}, not {numeric}"
            );
            // It is an ordinary node: the backward pass gives its slope as well.
            let lower = find(&mut session, lower);
            session.backward(&lower);
            assert!(close(leaf.grad(), exact, 1e-10, 1e-12), "{script}: {higher} by {by}");
        }
    }
}

#[test]
fn known_third_derivatives_hold() {
    let mut session = session("x = 0.7; t = tanh(x); q = 1.3; c = q^4");
    let got = evaluate(&mut session, "diff(diff(diff(t, x), x), x)");
    let t = 0.7_f64.tanh();
    let want = (1.0 - t * t) * (6.0 * t * t - 2.0);
    assert!(close(got, want, 1e-12, 0.0), "{got}, not {want}");
    let got = evaluate(&mut session, "diff(diff(diff(c, q), q), q)");
    assert!(close(got, 24.0 * 1.3, 1e-12, 0.0), "{got}");
}

#[test]
fn what_a_branch_leaves_out_has_no_slope() {
    let cases = [
        ("a = -1\nL = sqrt(where(a > 0, a, 0))", 0.0),
        ("a = -1; f(t) = sqrt(where(t > 0, t, 0)); L = f'(a)", 0.0),
        ("a = 2; x = [0, 2]\nL = sum(sqrt(where(x > 1, a, x)))", 1.0 / 8.0_f64.sqrt()),
        ("a = 2; x = [0, 2]\nL = sqrt(sum(where(x > 5, a, 0)))", 0.0),
        ("a = 2; x = [0, 2]\nL = sqrt(where(x > 1, a, x)[1]) + a", 1.0),
        ("a = 2\nL = sqrt(where(a > 3, a, 0) + where(a > 4, a^2, 0))*log(a)", 0.0),
        ("a = 4\nL = sqrt(where(a > 3, a, 0) + where(a > 5, a^2, 0))", 0.25),
        ("a = -1\nL = sqrt(where(a > 0, where(log(a) > 1, a, 0), 0))", 0.0),
        ("a = 2; c = -1\nL = cbrt(where(c, 0, a))", 0.0),
        ("a = 2; c = -1\nL = where(c, where(a < 3, a^2, a), a)", 4.0),
    ];
    for (script, want) in cases {
        let mut session = session(script);
        let got = evaluate(&mut session, "diff(L, a)");
        assert!(close(got, want, 1e-12, 0.0), "{script}: {got}, not {want}");
        let [root, leaf] = ["L", "a"].map(|name| find(&mut session, name));
        session.backward(&root);
        assert!(close(leaf.grad(), want, 1e-12, 0.0), "{script}: the grad is {}", leaf.grad());
    }
}

#[test]
fn what_is_shared_stays_shared() {
    let size = |rungs: usize| {
        let mut text = "x0 = 0.3\n".to_owned();
        for rung in 0..rungs {
            text.push_str(&format!("x{} = sin(x{rung}) * x{rung}\n", rung + 1));
        }
        let mut session = session(&text);
        let (root, leaf) = (find(&mut session, &format!("x{rungs}")), find(&mut session, "x0"));
        let made = derivative(&root, &leaf, Label::default(), 0).unwrap();
        made.count as usize
    };
    let (some, twice) = (size(30), size(60));
    // Two to the sixtieth paths, and a handful of nodes a rung.
    assert!(twice <= 2 * some + 8 && twice < 60 * 8, "{some} nodes, then {twice}");
}

#[test]
fn a_long_chain_has_a_derivative() {
    let add = ops::named("+").unwrap();
    let leaf = Value::leaf(0.5, Label::default());
    let link = |chain: Value, second: Operand, operation: &'static Operation| {
        Value::computed(operation, [Operand::Value(chain), second], Label::default())
    };
    let mut chain = leaf.clone();
    for _ in 0..100_000 {
        chain = link(chain, Operand::Constant(1.0), add);
    }
    let made = derivative(&chain, &leaf, Label::default(), 0).unwrap();
    assert_eq!((made.result.data(), made.count), (1.0, 0));
    // Each link adds to a product as long as the chain.
    let tanh = ops::call("tanh").unwrap();
    let mut chain = leaf.clone();
    for _ in 0..50_000 {
        chain = link(chain, Operand::Constant(0.0), tanh);
    }
    let made = derivative(&chain, &leaf, Label::default(), 0).unwrap();
    Order::of([&chain]).backward();
    assert!(made.count > 100_000 && close(made.result.data(), leaf.grad(), 1e-9, 1e-300));
}

#[test]
fn nothing_moves_what_does_not_depend() {
    let mut session = session("a = 2; b = 3; L = a^2; M = L*b");
    assert_eq!(evaluate(&mut session, "diff(L, b)"), 0.0);
    assert_eq!(evaluate(&mut session, "diff(4, b)"), 0.0);
    assert_eq!(evaluate(&mut session, "diff(b, b)"), 1.0);
    // By a computed node, that one alone moves.
    assert_eq!(evaluate(&mut session, "diff(M, L)"), 3.0);
    assert_eq!(evaluate(&mut session, "diff(M*a, L)"), 6.0);
    // Row by row, the fold of all rows included: that of the current row.
    type_in(&mut session, "x = [5, 2]; y = x*sum(a*x)");
    assert_eq!(evaluate(&mut session, "diff(y, a)"), 35.0);
}

/// The nodes of a derivative follow their leaves like any others, and a saved session has them.
#[test]
fn a_derivative_is_an_ordinary_node() {
    let mut first = session("x = 2; f = x^3*sin(x) + tanh(x)/x; g = 2*diff(f, x) + 1; h = g*x");
    let script = first.script();
    let mut second = session(&script);
    for name in ["f", "g", "h"] {
        let (one, other) = (find(&mut first, name).data(), find(&mut second, name).data());
        assert_eq!(one.to_bits(), other.to_bits(), "{name}\n{script}");
    }
    let leaf = find(&mut first, "x");
    first.set(&[(leaf, 0.5)]);
    let fresh = evaluate(&mut session("x = 0.5; f = x^3*sin(x) + tanh(x)/x"), "2*diff(f, x) + 1");
    assert!(close(find(&mut first, "g").data(), fresh, 1e-12, 0.0));
    type_in(&mut first, ":undo\n:undo");
    assert!(first.find("h", Span::default()).is_err());
}
