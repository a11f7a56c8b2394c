//! What the teaching commands say holds for every operation of the table, at every sample.
use crate::Session;
use crate::command::{RunOptions, run};
use crate::core::graph::{Operand, Value};
use crate::core::language::parse_expression;
use crate::core::ops::{Notation, Operation, operations};
use crate::parts::learn::local_formula::formula;
use crate::parts::learn::{Context, PassByHand, check, explain};
use crate::report::{Block, Paragraph};
use proptest::prelude::*;

/// A session with leaves x and y, and the node of `operation` on the two texts, called `out`.
fn session(operation: &Operation, at: &[f64], operands: [&str; 2]) -> Session {
    let mut session = Session::new();
    let y = at.get(1).copied().unwrap_or(1.0);
    for text in [format!("x = {}", at[0]), format!("y = {y}")] {
        run(&mut session, &text, RunOptions::default()).unwrap();
    }
    let [first, second] = operands;
    let name = operation.name;
    let text = match (operation.notation, operation.arity()) {
        (Notation::Infix { .. }, _) => format!("out = ({first}) {name} ({second})"),
        (Notation::Prefix { .. }, _) => format!("out = {name}({first})"),
        (Notation::Call, 1) => format!("out = {name}({first})"),
        (Notation::Call | Notation::Row, _) => format!("out = {name}({first}, {second})"),
    };
    run(&mut session, &text, RunOptions::default()).unwrap();
    session
}

fn out(session: &mut Session) -> Value {
    session.find("out", Default::default()).unwrap()
}

#[track_caller]
fn assert_near(found: f64, wanted: f64, what: &str) {
    let near = (found - wanted).abs() <= 1e-11 * wanted.abs().max(1e-300);
    assert!(near || found == wanted, "{what}: {found} for {wanted}");
}

/// The formula, read back by our own grammar, is the local derivative; with a constant in the place
/// of either operand too.
#[test]
fn formulas_are_the_local_derivatives() {
    let mut count = 0;
    for operation in operations() {
        for at in operation.samples {
            let constants: Vec<String> = at.iter().map(|number| format!("{number}")).collect();
            let mut forms = vec![["x", "y"]];
            if let [first, second] = constants.as_slice() {
                forms.extend([["x", second], [first, "y"]]);
            }
            for operands in forms {
                let mut session = session(operation, at, operands);
                let node = out(&mut session);
                let steps: Vec<_> =
                    node.backward_steps(1.0).map(|step| (step.index, step.local)).collect();
                for (index, local) in steps {
                    let text = formula(session.names(), &node, index).text;
                    let value = session.number(&parse_expression(&text).unwrap()).unwrap();
                    let what = format!("{} at {at:?}, {operands:?}: {text}", operation.name);
                    assert_near(value, local, &what);
                    count += 1;
                }
            }
        }
    }
    assert!(count > 200, "only {count} formulas");
}

/// As a person would write it.
#[test]
fn formulas_are_simple() {
    let cases: &[(&str, usize, &str)] = &[
        ("a^2", 0, "2 * a"),
        ("a^3", 0, "3 * a^2"),
        ("a^-1", 0, "-a^-2"),
        ("a^1", 0, "1"),
        ("a^0", 0, "0"),
        ("a^b", 0, "b * a^(b - 1)"),
        ("a^b", 1, "L * log(a)"),
        ("2^b", 1, "L * log(2)"),
        ("3*a", 1, "3"),
        ("-0.5*a", 1, "-0.5"),
        ("a*b", 0, "b"),
        ("a/b", 0, "1 / b"),
        ("a/b", 1, "-L / b"),
        ("a/4", 0, "0.25"),
        ("a/3", 0, "1 / 3"),
        ("a + b", 1, "1"),
        ("a - b", 1, "-1"),
        ("tanh(a)", 0, "1 - L^2"),
        ("exp(a)", 0, "L"),
        ("relu(a)", 0, "step(a)"),
    ];
    for (text, index, wanted) in cases {
        let mut session = Session::new();
        for text in ["a = 2", "b = 3", &format!("L = {text}")] {
            run(&mut session, text, RunOptions::default()).unwrap();
        }
        let node = session.find("L", Default::default()).unwrap();
        assert_eq!(formula(session.names(), &node, *index).text, *wanted, "{text}");
    }
}

/// The verdicts of a check of `out`, without what cannot be compared.
fn verdicts(session: &mut Session, spoil: impl Fn(f64) -> f64) -> Vec<String> {
    let root = out(session);
    session.backward(&root);
    for node in session.order_of(&root).nodes() {
        if !node.is(&root) {
            node.set_grad(spoil(node.grad()));
        }
    }
    let (order, names) = session.shared_pass();
    let parts = check(&Context::new(session, order, names), &[], true);
    let grids = parts.iter().filter_map(|part| match part {
        Block::Table(grid) => Some(grid),
        _ => None,
    });
    let last = |row: &Vec<Paragraph>| row.last().expect("a verdict").exact_text();
    grids.flat_map(|grid| grid.rows.iter().map(last)).collect()
}

#[test]
fn a_check_does_not_cry_wolf() {
    for operation in operations() {
        for at in operation.samples {
            let verdicts = verdicts(&mut session(operation, at, ["x", "y"]), |grad| grad);
            for verdict in verdicts {
                let fine = ["ok", "ok *"].contains(&verdict.as_str());
                assert!(fine, "{} at {at:?}: {verdict}", operation.name);
            }
        }
        for edge in operation.edges {
            if edge.at.iter().any(|number| !number.is_finite()) {
                continue;
            }
            let verdicts = verdicts(&mut session(operation, edge.at, ["x", "y"]), |grad| grad);
            let differs = verdicts.iter().any(|verdict| verdict == "differs");
            assert!(!differs, "{} at {:?}: {}", operation.name, edge.at, edge.because);
        }
    }
}

/// The operation of that name at x and y, and the verdicts on it, spoiled or not.
fn verdicts_at(name: &str, at: [f64; 2], spoil: impl Fn(f64) -> f64) -> Vec<String> {
    let operation = operations().find(|operation| operation.name == name).unwrap();
    verdicts(&mut session(operation, &at, ["x", "y"]), spoil)
}

#[test]
fn rounding_and_coarse_numbers_are_not_wrong_rules() {
    let cases: &[(&str, [f64; 2])] = &[
        // No h fits between 0 and the least double.
        ("cbrt", [5e-324, 1.0]),
        ("cbrt", [-1e-321, 1.0]),
        // A large h steps over the pole, and its difference is next to nothing.
        ("/", [1e-321, 0.0003]),
        // Any two numbers have whole ones between them.
        ("floor", [1e15, 1.0]),
        ("floor", [1e15 + 0.5, 1.0]),
        ("ceil", [1e17, 1.0]),
        ("round", [1e247, 1.0]),
        ("round", [-1e247, 1.0]),
        ("%", [0.03, 1e-20]),
        ("%", [-2.25, 1e-16]),
    ];
    for (name, at) in cases {
        let verdicts = verdicts_at(name, *at, |grad| grad);
        assert!(!verdicts.contains(&"differs".to_owned()), "{name} at {at:?}: {verdicts:?}");
    }
}

/// What tells a rule from rounding must not let a wrong rule through where numbers are fine.
#[test]
fn a_wrong_rule_is_found_near_poles() {
    let cases: &[(&str, [f64; 2])] =
        &[("log", [1e-200, 1.0]), ("/", [1.0, 0.0003]), ("/", [1.0, 1e-100])];
    for (name, at) in cases {
        for spoil in [|grad: f64| grad * 1.5, |grad: f64| -grad] {
            let verdicts = verdicts_at(name, *at, spoil);
            assert!(verdicts.contains(&"differs".to_owned()), "{name} at {at:?}: {verdicts:?}");
        }
    }
}

/// Where kinks may hide each other nothing is said to differ.
#[test]
fn a_check_finds_a_wrong_rule() {
    for operation in operations().filter(|operation| operation.kinks.is_empty()) {
        for at in operation.samples {
            for spoil in [|grad: f64| grad * 1.01, |grad: f64| -grad, |_| 0.0] {
                let mut session = session(operation, at, ["x", "y"]);
                let root = out(&mut session);
                session.backward(&root);
                let leaves = root.operands().iter().filter_map(Operand::value);
                let slopes: Vec<f64> = leaves.map(Value::grad).collect();
                let moving = slopes.iter().filter(|grad| **grad != 0.0).count();
                let verdicts = verdicts(&mut session, spoil);
                let found = verdicts.iter().filter(|verdict| *verdict == "differs").count();
                assert_eq!(found, moving, "{} at {at:?}: {verdicts:?}", operation.name);
            }
        }
    }
}

/// Deep and wide graphs of well-behaved operations: all grads are right, and found to be.
#[test]
fn a_check_does_not_cry_wolf_in_networks() {
    let mut session = Session::new();
    let mut say = |text: &str| {
        run(&mut session, text, RunOptions::default()).unwrap();
    };
    for at in 0..12 {
        say(&format!("w{at} = sin({at}*1.7 + 1)*1.5"));
    }
    say("h0 = tanh(w0*w1 + w2)");
    for at in 0..9 {
        say(&format!(
            "h{} = tanh(h{at}*w{} + w{}*w{}) * sigmoid(h{at}) + exp(-w{at}^2)",
            at + 1,
            at + 1,
            at + 2,
            at % 3
        ));
    }
    say("out = log(1 + h9^2) - sqrt(2 + h5) / (3 + cos(h2))");
    let verdicts = verdicts(&mut session, |grad| grad);
    assert!(verdicts.len() >= 50);
    for verdict in &verdicts {
        assert!(verdict.starts_with("ok"), "{verdicts:?}");
    }
}

/// A session with two leaves and one node more for each choice, the last one called `out`.
fn random(choices: &[(usize, usize, usize)]) -> Session {
    let mut session = Session::new();
    let mut names = vec!["x".to_owned(), "y".to_owned()];
    let mut say = |text: &str| {
        run(&mut session, text, RunOptions::default()).unwrap();
    };
    say("x = 0.75");
    say("y = -1.5");
    for (at, (first, second, operation)) in choices.iter().enumerate() {
        let (a, b) = (&names[first % names.len()], &names[second % names.len()]);
        let name = if at + 1 == choices.len() { "out".to_owned() } else { format!("n{at}") };
        let right = match operation % 6 {
            0 => format!("{a} + {b}"),
            1 => format!("{a} * {b}"),
            2 => format!("{a} - {b}"),
            3 => format!("tanh({a})"),
            4 => format!("{a} * 0.5 + {b}^2"),
            _ => format!("sin({a}) * {b}"),
        };
        say(&format!("{name} = {right}"));
        names.push(name);
    }
    session
}

proptest! {
    /// Whatever ready node is taken next, the pass by hand ends with the grads of the pass.
    #[test]
    fn every_order_that_is_ready_gives_the_grads(
        choices in prop::collection::vec((0..9_usize, 0..9_usize, 0..6_usize), 1..12),
        turns in prop::collection::vec(0..1000_usize, 40),
    ) {
        let mut session = random(&choices);
        let root = out(&mut session);
        let mut hand = PassByHand::new(session.tutor_context(&root).unwrap());
        let (order, _) = session.shared_pass();
        let mut turns = turns.into_iter().cycle();
        let mut left: Vec<Value> =
            order.nodes().iter().filter(|node| !node.is_leaf()).cloned().collect();
        while !left.is_empty() {
            // Those that are not ready are refused, and one always is ready.
            let first = turns.next().unwrap() % left.len();
            let taken = (0..left.len()).map(|at| (first + at) % left.len()).find(|at| {
                hand.visit(order.number_of(&left[*at]).unwrap(), false).is_ok()
            });
            left.remove(taken.unwrap());
        }
        prop_assert!(hand.is_done());
        let known = hand.known();
        for node in order.nodes() {
            let (grad, own) = (node.grad(), known[node]);
            prop_assert!((grad - own).abs() <= 1e-12 * grad.abs().max(1e-3), "{own} for {grad}");
        }
        // Everything taken back, nothing is known but the root.
        for _ in 0..order.nodes().len() {
            hand.previous();
        }
        prop_assert_eq!(hand.known().len(), 1);
    }

    /// The contributions that :explain lists add up to the grad.
    #[test]
    fn explained_contributions_add_up(
        choices in prop::collection::vec((0..9_usize, 0..9_usize, 0..6_usize), 1..12),
    ) {
        let mut session = random(&choices);
        let root = out(&mut session);
        let context = session.tutor_context(&root).unwrap();
        let (order, _) = session.shared_pass();
        for node in order.nodes().iter().filter(|node| !node.is(&root)) {
            let parts = explain(&context, node);
            let sum = parts.iter().find_map(|part| match part {
                Block::Table(table) => table.rows.last()?.last()?.json().as_f64(),
                _ => None,
            });
            let (sum, grad) = (sum.unwrap(), node.grad());
            prop_assert!((sum - grad).abs() <= 1e-12 * grad.abs().max(1e-3), "{sum:?} for {grad}");
        }
    }
}
