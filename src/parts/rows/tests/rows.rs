//! Graphs with rows against the same graphs expanded to one number a node.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use proptest::prelude::*;

use crate::Session;
use crate::command::{RunOptions, run};
use crate::core::graph::{Order, Value};
use crate::parts::rows::Program;
use crate::parts::uncertainty::{correlation, propagate};
use crate::support::fixed_seed::config;

/// An expression, per row or not.
#[derive(Debug, Clone)]
enum Expression {
    Column(usize),
    Leaf(usize),
    Number(f64),
    Unary(&'static str, Box<Expression>),
    Binary(&'static str, Box<Expression>, Box<Expression>),
    /// The choice between two by a comparison of the first with the last.
    Where(&'static str, Box<Expression>, Box<Expression>, Box<Expression>),
    /// A fold of an expression, to which a column is added so that it is per row.
    Fold(&'static str, Box<Expression>),
    /// One row of the same, by its number from 0, of which so many are whole rounds.
    Row(usize, Box<Expression>),
}

const COLUMNS: usize = 2;
const LEAVES: usize = 2;

impl Expression {
    fn with_rows(&self, rows: usize) -> String {
        match self {
            Expression::Column(at) => format!("x{at}"),
            Expression::Leaf(at) => format!("a{at}"),
            Expression::Number(number) => format!("({number:?})"),
            Expression::Unary(name, x) => format!("{name}({})", x.with_rows(rows)),
            Expression::Binary(mark, x, y) => {
                format!("({} {mark} {})", x.with_rows(rows), y.with_rows(rows))
            }
            Expression::Where(mark, c, a, b) => {
                let [c, a, b] = [c, a, b].map(|it| it.with_rows(rows));
                chosen(mark, [c, a, b])
            }
            Expression::Fold(name, x) => format!("{name}({} + x0)", x.with_rows(rows)),
            Expression::Row(at, x) => format!("({} + x0)[{}]", x.with_rows(rows), at % rows + 1),
        }
    }

    /// The same for one row, of so many.
    fn expanded(&self, row: usize, rows: usize) -> String {
        match self {
            Expression::Column(at) => format!("x{at}r{row}"),
            Expression::Leaf(at) => format!("a{at}"),
            Expression::Number(number) => format!("({number:?})"),
            Expression::Unary(name, x) => format!("{name}({})", x.expanded(row, rows)),
            Expression::Binary(mark, x, y) => {
                format!("({} {mark} {})", x.expanded(row, rows), y.expanded(row, rows))
            }
            Expression::Where(mark, c, a, b) => {
                let [c, a, b] = [c, a, b].map(|it| it.expanded(row, rows));
                chosen(mark, [c, a, b])
            }
            Expression::Fold(name, x) => {
                let all = (0..rows).map(|row| format!("{} + x0r{row}", x.expanded(row, rows)));
                format!("{name}({})", all.collect::<Vec<_>>().join(", "))
            }
            Expression::Row(at, x) => {
                let row = at % rows;
                format!("({} + x0r{row})", x.expanded(row, rows))
            }
        }
    }
}

/// A choice, of which the side not taken may be infinite or nan.
fn chosen(mark: &str, [c, a, b]: [String; 3]) -> String {
    match mark {
        "log" | "sqrt" => format!("where({c} > 0, {mark}({c})*{a}, {b})"),
        _ => format!("where({c} {mark} {b}, {a}, {b})"),
    }
}

fn expression() -> impl Strategy<Value = Expression> {
    let leaf = prop_oneof![
        3 => (0..COLUMNS).prop_map(Expression::Column),
        3 => (0..LEAVES).prop_map(Expression::Leaf),
        1 => (-2.0..2.0).prop_map(Expression::Number),
    ];
    leaf.prop_recursive(4, 24, 2, |inner| {
        let unary = prop::sample::select(vec!["tanh", "sin", "exp", "relu", "abs", "sigmoid", "-"]);
        let binary = prop::sample::select(vec!["+", "-", "*", "/", "+", "*"]);
        let fold = prop::sample::select(vec!["sum", "mean", "max", "min", "logsumexp"]);
        let marks = prop::sample::select(vec!["<", ">=", "!=", "log", "sqrt"]);
        let boxed = inner.clone().prop_map(Box::new);
        prop_oneof![
            3 => (unary, boxed.clone()).prop_map(|(name, x)| Expression::Unary(name, x)),
            5 => (binary, boxed.clone(), boxed.clone())
                .prop_map(|(mark, x, y)| Expression::Binary(mark, x, y)),
            2 => (marks, boxed.clone(), boxed.clone(), boxed.clone())
                .prop_map(|(mark, c, a, b)| Expression::Where(mark, c, a, b)),
            1 => (inner.clone().prop_map(Box::new))
                .prop_map(|x| Expression::Binary("^", x, Box::new(Expression::Number(2.0)))),
            2 => (fold, boxed.clone()).prop_map(|(name, x)| Expression::Fold(name, x)),
            1 => (0..12_usize, boxed).prop_map(|(at, x)| Expression::Row(at, x)),
        ]
    })
}

fn type_in(session: &mut Session, text: &str) {
    for line in text.lines() {
        if let Err(error) = run(session, line, RunOptions::default()) {
            panic!("{line}: {error}");
        }
    }
}

fn near(one: f64, other: f64, scale: f64) -> bool {
    one == other
        || one.is_nan() && other.is_nan()
        || (one - other).abs() <= 1e-11 * one.abs().max(other.abs()).max(scale)
}

/// The data and the grads of the leaves after a statement.
fn leaves(session: &mut Session) -> Vec<(f64, f64)> {
    let names = (0..LEAVES).map(|at| format!("a{at}"));
    names.map(|name| session.value(&name).unwrap()).map(|it| (it.data(), it.grad())).collect()
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn rows_give_what_their_expansion_gives(
        body in expression(),
        fold in prop::sample::select(vec!["sum", "mean", "max", "min", "logsumexp"]),
        columns in prop::collection::vec(prop::collection::vec(-2.0..2.0_f64, 1..12), COLUMNS),
        numbers in prop::collection::vec(-2.0..2.0_f64, LEAVES),
        row in 0..12_usize,
    ) {
        let rows = columns.iter().map(Vec::len).min().unwrap();
        let row = row % rows;
        let root = Expression::Fold(fold, Box::new(body));
        let (mut with_rows, mut expanded) = (Session::new(), Session::new());
        for (at, column) in columns.iter().enumerate() {
            let all: Vec<String> = column.iter().take(rows).map(|it| format!("{it:?}")).collect();
            type_in(&mut with_rows, &format!("x{at} = [{}]", all.join(", ")));
            for (row, number) in all.iter().enumerate() {
                type_in(&mut expanded, &format!("x{at}r{row} = {number}\n:freeze x{at}r{row}"));
            }
        }
        for session in [&mut with_rows, &mut expanded] {
            for (at, number) in numbers.iter().enumerate() {
                type_in(session, &format!("a{at} = {number:?}"));
            }
        }
        // So that every leaf is part of the graph.
        let extra = "0*(a0 + a1)";
        type_in(&mut with_rows, &format!("L = {} + {extra}\n:row {}\n:grad L", root.with_rows(rows), row + 1));
        type_in(&mut expanded, &format!("L = {} + {extra}\n:grad L", root.expanded(0, rows)));
        let [one, other] = [&mut with_rows, &mut expanded].map(|it| it.value("L").unwrap().data());
        prop_assert!(near(one, other, 1e-3), "data {one:e} {other:e}");
        let (ours, theirs) = (leaves(&mut with_rows), leaves(&mut expanded));
        let scale = theirs.iter().map(|(_, grad)| grad.abs()).fold(1e-3, f64::max).min(1e300);
        for ((_, one), (_, other)) in ours.iter().zip(&theirs) {
            prop_assert!(near(*one, *other, scale), "grad {one:e} {other:e}");
        }
        for at in 0..COLUMNS {
            let (Ok(one), Ok(other)) =
                (with_rows.value(&format!("x{at}")), expanded.value(&format!("x{at}r{row}")))
            else { continue };
            prop_assert_eq!(one.data().to_bits(), other.data().to_bits());
        }
        // The formula, too.
        type_in(&mut with_rows, "g = diff(L, a0)");
        let formula = with_rows.value("g").unwrap().data();
        prop_assert!(near(formula, ours[0].1, scale) || !formula.is_finite(), "{formula:e} {:e}", ours[0].1);
        // And the program: the same bits forward, whatever is fused or left out.
        let (loss, grads) = on_the_program(&mut with_rows);
        let unchanged = loss.to_bits() == with_rows.value("L").unwrap().data().to_bits();
        prop_assert!(unchanged || loss.is_nan(), "program {loss:e}");
        for ((_, one), other) in ours.iter().zip(grads) {
            prop_assert!(near(*one, other, scale), "grad of the program {one:e} {other:e}");
        }
        if theirs.iter().all(|(_, grad)| grad.abs() < 1e3) {
            type_in(&mut with_rows, ":step 1e-4 3");
            type_in(&mut expanded, ":step 1e-4 3");
            let (ours, theirs) = (leaves(&mut with_rows), leaves(&mut expanded));
            for ((one, _), (other, _)) in ours.iter().zip(&theirs) {
                prop_assert!(near(*one, *other, 1.0), "stepped {one:e} {other:e}");
            }
        }
    }
}

/// The data of `L` and the grads of the leaves by a pass of the program.
fn on_the_program(session: &mut Session) -> (f64, Vec<f64>) {
    let order = Order::of([&session.value("L").unwrap()]);
    let leaves = (0..LEAVES).map(|at| session.value(&format!("a{at}")).unwrap());
    let leaves: Vec<Value> = leaves.collect();
    let mut program = Program::compile(&order, &leaves).unwrap();
    program.pass();
    (program.root_data(), program.grads().to_vec())
}

/// A small network with a hinge loss over so many rows, most of which are satisfied.
fn hinge(rows: usize, score: &str) -> Session {
    let mut session = Session::new();
    let column = |turn: usize| {
        let all = (0..rows).map(|row| ((row * 7919 + turn) % 1009) as f64 / 500.0 - 1.0);
        all.map(|it| it.to_string()).collect::<Vec<_>>().join(", ")
    };
    type_in(&mut session, &format!("x0 = [{}]\nx1 = [{}]", column(1), column(500)));
    type_in(&mut session, "a0 = 3\na1 = -0.5");
    type_in(&mut session, &format!("score = {score}"));
    type_in(&mut session, "L = mean(relu(0.25 - score))\n:grad L");
    session
}

#[test]
fn rows_without_a_grad_are_left_out_and_nothing_is_lost() {
    for rows in [1, 2, 7, 8, 9, 100, 255, 256, 257, 1000] {
        let score =
            "a0*x0 + a1*relu(a0*x1 - x0 + 0.5) - (x0 - a1) + x1*x0 + x0^2 + tanh(a1*x1 - 2)*x1";
        let mut session = hinge(rows, score);
        let ours = leaves(&mut session);
        let (loss, grads) = on_the_program(&mut session);
        assert_eq!(loss, session.value("L").unwrap().data());
        for ((_, one), other) in ours.iter().zip(grads) {
            assert!((one - other).abs() <= 1e-14 * one.abs().max(1.0), "{rows}: {one:e} {other:e}");
        }
    }
}

#[test]
fn rows_without_a_grad_are_not_left_out_where_0_times_infinity_is_nan() {
    for score in ["a0*x0 + a1*exp(1e4*(x0 + 2)*a0)*0", "sqrt(a0*(x0 - x0)) + 1 + a1*x0"] {
        let mut session = hinge(100, score);
        let ours = leaves(&mut session);
        let (_, grads) = on_the_program(&mut session);
        assert!(ours.iter().any(|(_, grad)| grad.is_nan()), "{score}");
        for ((_, one), other) in ours.iter().zip(grads) {
            assert!(near(*one, other, 1.0), "{score}: {one:e} {other:e}");
        }
    }
}

/// A network whose layers are no multiples of what is added up side by side, with a hinge loss.
fn network(rows: usize, root: &str) -> Session {
    let mut session = hinge(rows, "a0*x0 + a1*x1");
    type_in(&mut session, ":net mlp 2 9 6 1 relu linear seed 3");
    type_in(&mut session, "score = mlp(x0, x1)\nloss = mean(relu(0.25 - score))");
    type_in(&mut session, &format!("L = {root}\n:grad L"));
    session
}

#[test]
fn layers_side_by_side_give_what_their_neurons_give_one_by_one() {
    for rows in [1, 2, 7, 8, 9, 100, 255, 256, 257, 1000] {
        let mut session = network(rows, "loss + 0.001*sum(mlp^2)");
        let root = session.value("L").unwrap();
        let order = Order::of([&root]);
        let leaves = order.unfrozen_leaves();
        let mut program = Program::compile(&order, &leaves).unwrap();
        program.pass();
        assert_eq!(program.root_data(), root.data());
        for (one, other) in leaves.iter().map(Value::grad).zip(program.grads()) {
            assert!((one - other).abs() <= 1e-14 * one.abs().max(1.0), "{rows}: {one:e} {other:e}");
        }
    }
}

/// Passes there and back at once take the upstreams of the folds to be what they were, until they are
/// not.
#[test]
fn folds_below_the_root_get_their_own_upstreams_in_every_pass() {
    for rows in [100, 1000] {
        for root in [
            "loss",
            "loss + 0.001*sum(mlp^2)",
            "0.5*loss - a0",
            "a0*loss",
            "sqrt(loss + 1)",
            "relu(1 - a0)*loss + relu(a0 - 1)*sum(score)",
            "loss + mean(score^2)*max(score)",
            "mean((score - mean(score))^2)/loss",
        ] {
            let mut session = network(rows, "loss");
            type_in(&mut session, &format!("a0 = 1.02\nL = {root}"));
            let order = Order::of([&session.value("L").unwrap()]);
            let leaves = order.unfrozen_leaves();
            let [mut program, mut other] =
                [(); 2].map(|()| Program::compile(&order, &leaves).unwrap());
            for step in 0..8 {
                program.pass();
                other.put(program.data().iter().copied());
                other.forward();
                other.backward();
                assert_eq!(program.root_data(), other.root_data(), "{root}, step {step}");
                assert_eq!(program.grads(), other.grads(), "{root}, step {step}");
                // Every other step changes nothing.
                program.descend(if step % 2 == 0 { 0.01 } else { 0.0 });
            }
        }
    }
}

/// The standard uncertainty of a node, and the scale of what it is made of.
fn uncertainty(session: &mut Session, name: &str) -> (f64, f64) {
    let node = session.value(name).unwrap();
    let propagation = propagate(session, &node).unwrap();
    let contributions = propagation.inputs(session).into_iter().map(|input| input.contribution);
    (propagation.vector.u(), contributions.fold(1e-3, f64::max))
}

proptest! {
    #![proptest_config(config(128))]

    #[test]
    fn uncertain_rows_give_what_their_expansion_gives(
        body in expression(),
        fold in prop::sample::select(vec!["sum", "mean", "max", "min", "logsumexp"]),
        columns in prop::collection::vec(
            prop::collection::vec((-2.0..2.0_f64, prop_oneof![Just(0.0), 0.1..0.5]), 1..8), COLUMNS),
        leaves in prop::collection::vec((-2.0..2.0_f64, 0.1..0.5_f64), LEAVES),
        row in 0..8_usize,
    ) {
        let rows = columns.iter().map(Vec::len).min().unwrap();
        let row = row % rows;
        let one_row = Expression::Binary("+", Box::new(body.clone()), Box::new(Expression::Column(0)));
        let root = Expression::Fold(fold, Box::new(body));
        let (mut with_rows, mut expanded) = (Session::new(), Session::new());
        for (at, column) in columns.iter().enumerate() {
            let list = |which: fn(&(f64, f64)) -> f64| {
                let all = column.iter().take(rows).map(|it| format!("{:?}", which(it)));
                all.collect::<Vec<_>>().join(", ")
            };
            type_in(&mut with_rows, &format!("x{at} = [{}] ± [{}]", list(|it| it.0), list(|it| it.1)));
            for (row, (number, u)) in column.iter().take(rows).enumerate() {
                type_in(&mut expanded, &format!("x{at}r{row} = {number:?} ± {u:?}"));
            }
        }
        for session in [&mut with_rows, &mut expanded] {
            for (at, (number, u)) in leaves.iter().enumerate() {
                type_in(session, &format!("a{at} = {number:?} ± {u:?}"));
            }
            type_in(session, ":correlate a0 a1 0.5");
        }
        let (all, one) = (root.with_rows(rows), one_row.with_rows(rows));
        type_in(&mut with_rows, &format!("L = {all}\np = {one}\n:row {}", row + 1));
        let (all, one) = (root.expanded(0, rows), one_row.expanded(row, rows));
        type_in(&mut expanded, &format!("L = {all}\np = {one}"));
        for name in ["L", "p"] {
            let (ours, _) = uncertainty(&mut with_rows, name);
            let (theirs, scale) = uncertainty(&mut expanded, name);
            prop_assert!(near(ours, theirs, scale), "{name} {ours:e} {theirs:e}");
        }
        let p = with_rows.value("p").unwrap();
        let us = with_rows.uncertainties(&p).unwrap();
        let ours = us.map_or(0.0, |us| us[row]);
        let (theirs, scale) = uncertainty(&mut expanded, "p");
        prop_assert!(near(ours, theirs, scale), "row {ours:e} {theirs:e}");
        let [ours, theirs] = [&mut with_rows, &mut expanded].map(|session| {
            let [one, other] = ["L", "p"].map(|name| session.value(name).unwrap());
            correlation(session, &one, &other).unwrap().unwrap_or(f64::NAN)
        });
        let is_told = ours.is_finite() && theirs.is_finite();
        prop_assert!(!is_told || (ours - theirs).abs() < 1e-6, "correlation {ours} {theirs}");
        let script = with_rows.script();
        let mut again = Session::new();
        type_in(&mut again, &script);
        prop_assert_eq!(again.script(), script);
    }
}

#[test]
fn a_mean_of_many_rows_has_their_uncertainty_over_the_root_of_their_number() {
    for rows in [1_usize, 255, 256, 257, 100_000] {
        let mut session = Session::new();
        type_in(&mut session, &format!("y = [1 .. {rows}] ± 0.5\nz = [1 .. {rows}]"));
        type_in(&mut session, ":set z ± 2*step(y)");
        type_in(&mut session, "L = mean(y)\nM = sum(z)\nD = mean(y) - mean(y)");
        let u = |session: &mut Session, name: &str| uncertainty(session, name).0;
        let root = (rows as f64).sqrt();
        assert!(near(u(&mut session, "L"), 0.5 / root, 0.0));
        assert!(near(u(&mut session, "M"), 2.0 * root, 0.0));
        assert_eq!(u(&mut session, "D"), 0.0);
    }
}

#[test]
fn blocks_of_rows_leave_none_out_and_take_none_twice() {
    for rows in [1_usize, 2, 7, 8, 9, 255, 256, 257, 511, 512, 513, 100_000] {
        let mut session = Session::new();
        type_in(&mut session, &format!("x = [1 .. {rows}]\nm = 2\nL = sum(m*x)\n:grad L"));
        let sum = (rows * (rows + 1) / 2) as f64;
        assert_eq!(session.value("L").unwrap().data(), 2.0 * sum);
        assert_eq!(session.value("m").unwrap().grad(), sum);
        type_in(&mut session, &format!("M = max(x) - min(-m*x)\n:row {rows}\n:grad M"));
        assert_eq!(session.value("M").unwrap().data(), 3.0 * rows as f64);
        assert_eq!(session.value("m").unwrap().grad(), rows as f64);
    }
}

/// Two experiments share a parameter, and the rows of the first use a fold of the second.
#[test]
fn two_data_sets_meet_after_their_folds() {
    let columns =
        [("x", vec![0.5, 1.0, 2.5]), ("z", (1..=300).map(|row| f64::from(row) / 99.0).collect())];
    let (mut with_rows, mut expanded) = (Session::new(), Session::new());
    for session in [&mut with_rows, &mut expanded] {
        type_in(session, "m = 0.7\nc = -0.2");
    }
    for (name, numbers) in &columns {
        let all: Vec<String> = numbers.iter().map(|it: &f64| format!("{it:?}")).collect();
        type_in(&mut with_rows, &format!("{name} = [{}]", all.join(", ")));
    }
    type_in(
        &mut with_rows,
        "center = mean(tanh(m*z))\nL = sum((m*x - center)^2) + max(c*z) + mean((z - c)^2)",
    );
    let over = |column: usize, of: fn(&str) -> String| -> String {
        let all = columns[column].1.iter().map(|it: &f64| of(&format!("({it:?})")));
        all.collect::<Vec<_>>().join(", ")
    };
    type_in(&mut expanded, &format!("center = mean({})", over(1, |z| format!("tanh(m*{z})"))));
    let folds = [
        format!("sum({})", over(0, |x| format!("(m*{x} - center)^2"))),
        format!("max({})", over(1, |z| format!("c*{z}"))),
        format!("mean({})", over(1, |z| format!("({z} - c)^2"))),
    ];
    type_in(&mut expanded, &format!("L = {}", folds.join(" + ")));
    for session in [&mut with_rows, &mut expanded] {
        type_in(session, ":grad L");
    }
    for name in ["L", "m", "c"] {
        let [one, other] = [&mut with_rows, &mut expanded].map(|it| it.value(name).unwrap());
        assert!((one.data() - other.data()).abs() <= 1e-14 * other.data().abs(), "{name}");
        assert!((one.grad() - other.grad()).abs() <= 1e-14 * other.grad().abs(), "{name}");
    }
    // Finite differences know nothing of folds.
    for (name, at) in [("m", 0.7), ("c", -0.2)] {
        let grad = with_rows.value(name).unwrap().grad();
        let mut moved = |by: f64| {
            type_in(&mut with_rows, &format!(":set {name} {:?}", at + by));
            with_rows.value("L").unwrap().data()
        };
        let slope = (moved(1e-5) - moved(-1e-5)) / 2e-5;
        moved(0.0);
        assert!((slope - grad).abs() <= 1e-7 * grad.abs(), "{name}: {slope} {grad}");
    }
}

/// With one row there is one order of summation.
#[test]
fn one_row_gives_the_bits_of_one_number() {
    for body in ["sum(m*x)", "mean((m*x + c)^2)", "max(exp(m)*x/c)", "sum(tanh(m*x)) - min(x^c)"] {
        let (mut with_rows, mut single) = (Session::new(), Session::new());
        type_in(&mut with_rows, &format!("x = [1.3]\nm = 0.7\nc = 2.1\nL = {body}\n:grad L"));
        type_in(&mut single, &format!("x = 1.3\nm = 0.7\nc = 2.1\nL = {body}\n:grad L"));
        for name in ["L", "m", "c", "x"] {
            let bits = |session: &mut Session| {
                let node = session.value(name).unwrap();
                (node.data().to_bits(), node.grad().to_bits())
            };
            assert_eq!(bits(&mut with_rows), bits(&mut single), "{name} of {body}");
        }
    }
}

#[test]
fn a_million_rows() {
    let mut session = Session::new();
    let text = "x = [1 .. 1000000]; m = 0.5; c = 1; L = mean((m*x/1e6 + c - 2)^2); :grad L";
    for statement in text.split(';') {
        type_in(&mut session, statement.trim());
    }
    // The sums in closed form.
    let n: f64 = 1e6;
    let (first, second) = ((n + 1.0) / 2.0 / n, (n + 1.0) * (2.0 * n + 1.0) / 6.0 / (n * n));
    let (m, c) = (0.5, -1.0);
    let loss = m * m * second + 2.0 * m * c * first + c * c;
    let value = |session: &mut Session, name: &str| session.value(name).unwrap();
    assert!(near(value(&mut session, "L").data(), loss, 0.0));
    assert!(near(value(&mut session, "m").grad(), 2.0 * (m * second + c * first), 0.0));
    assert!(near(value(&mut session, "c").grad(), 2.0 * (m * first + c), 0.0));
}

#[test]
fn the_order_of_rows_does_not_matter() {
    let numbers: Vec<f64> = (0..1000).map(|at| f64::from(at * 7919 % 1000) / 37.0 - 13.0).collect();
    let mut found = Vec::new();
    for turn in [0, 1, 333] {
        let mut turned = numbers.clone();
        turned.rotate_left(turn);
        let text: Vec<String> = turned.iter().map(f64::to_string).collect();
        let mut session = Session::new();
        type_in(&mut session, &format!("x = [{}]\nm = 0.1", text.join(", ")));
        type_in(&mut session, "L = mean(tanh(m*x)^2) + max(m*x)\n:grad L");
        found.push((session.value("L").unwrap().data(), session.value("m").unwrap().grad()));
    }
    for (data, grad) in &found {
        assert!(near(*data, found[0].0, 0.0) && near(*grad, found[0].1, 0.0));
    }
}

#[test]
fn a_nan_in_one_row_is_seen() {
    let mut session = Session::new();
    type_in(&mut session, "x = [1, nan, 3]\nm = 2\nL = sum(m*x)\n:grad L");
    assert!(session.value("L").unwrap().data().is_nan());
    assert!(session.value("m").unwrap().grad().is_nan());
    type_in(&mut session, "M = max(m*x)\n:grad M");
    assert!(session.value("M").unwrap().data().is_nan());
    assert!(session.value("m").unwrap().grad().is_nan());
}

/// A session with a line through many rows.
fn line_through(rows: usize) -> Session {
    let mut session = Session::new();
    type_in(&mut session, &format!("x = [1 .. {rows}]\nm = 0.5\nc = 0"));
    type_in(&mut session, &format!("L = mean((m*x/{rows} + c - 1)^2) + 0*m"));
    session
}

#[test]
fn a_run_that_is_stopped_in_a_walk_over_rows_ends_after_its_last_whole_step() {
    const ROWS: usize = 300_000;
    for (statement, pause) in
        [(":step 0.1 1000000", 40), (":step 0.1 1000000", 41), (":minimize", 5)]
    {
        let mut session = line_through(ROWS);
        let flag = Arc::new(AtomicBool::new(false));
        session.stop_when(Arc::clone(&flag));
        let stopper = thread::spawn(move || {
            thread::sleep(Duration::from_millis(pause));
            flag.store(true, Ordering::Relaxed);
        });
        let report = run(&mut session, statement, RunOptions::default());
        stopper.join().unwrap();
        let found = leaves_of(&mut session);
        let Ok(report) = report else {
            // Stopped before the first step.
            assert_eq!(found, leaves_of(&mut line_through(ROWS)));
            continue;
        };
        if statement == ":minimize" {
            assert!(
                session.value("L").unwrap().data() <= line_through(ROWS).value("L").unwrap().data()
            );
            continue;
        }
        let steps = report.fact("steps").and_then(|it| it.as_u64()).expect("a number of steps");
        let mut again = line_through(ROWS);
        if steps > 0 {
            type_in(&mut again, &format!(":step 0.1 {steps}"));
        }
        assert_eq!(found, leaves_of(&mut again), "after {steps} steps");
        type_in(&mut session, ":undo");
        assert_eq!(leaves_of(&mut session), leaves_of(&mut line_through(ROWS)));
    }
}

#[test]
fn a_column_cannot_be_set_to_one_number() {
    let mut session = Session::new();
    type_in(&mut session, "c = [1, 2, 3]");
    assert_eq!(session.set_leaf("c", 42.0).unwrap_err().message(), "c is a column");
    type_in(&mut session, ":undo");
    assert!(session.value("c").is_err());
}

/// The numbers are counted in blocks, with a check before each.
#[test]
fn a_column_that_is_counted_can_be_stopped() {
    let mut session = Session::new();
    type_in(&mut session, "x = 5");
    session.allow_work(100);
    let outcome = run(&mut session, "x = [1 .. 20000000]", RunOptions::default());
    assert_eq!(outcome.unwrap_err().to_string(), "interrupted");
    session.allow_work(100);
    type_in(&mut session, "y = [1 .. 50000]");
    assert_eq!(session.value("x").unwrap().data(), 5.0);
}

fn leaves_of(session: &mut Session) -> [f64; 3] {
    ["m", "c", "L"].map(|name| session.value(name).unwrap().data())
}
