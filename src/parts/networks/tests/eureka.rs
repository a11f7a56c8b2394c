//! The demo of EurekaLabs' micrograd: the losses of examples/eureka.grad, step by step.

use std::path::PathBuf;

use crate::Session;
use crate::command::{RunOptions, run};

/// What the demo prints: the losses of training before the first steps, and those of validation
/// before the first and before the tenth after it.
const PRINTED: [f64; 10] = [
    1.0122152826497561,
    0.8466614840586785,
    0.7433865082961447,
    0.6868202269118524,
    0.6515520845360222,
    0.630044141633878,
    0.6247095032823519,
    0.6286672963464068,
    0.62707296059558,
    0.619530801607749,
];
const PRINTED_VALIDATION: [(usize, f64); 2] = [(0, 1.0538977419739777), (10, 0.7814082833129071)];

/// The example before its first step, and the line that takes all of them.
fn before() -> (Session, String) {
    let examples = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("examples");
    let text = std::fs::read_to_string(examples.join("eureka.grad")).unwrap();
    let mut session = Session::new();
    session.set_folder(&examples);
    let mut lines = text.lines();
    let line = lines.by_ref().find(|line| {
        let is_step = line.starts_with(":step");
        if !is_step {
            type_in(&mut session, line);
        }
        is_step
    });
    (session, line.unwrap().to_owned())
}

#[track_caller]
fn type_in(session: &mut Session, line: &str) {
    run(session, line, RunOptions::default()).unwrap_or_else(|error| panic!("{line}: {error}"));
}

fn losses(session: &mut Session) -> [f64; 2] {
    ["loss", "validation"].map(|name| session.value(name).unwrap().data())
}

#[track_caller]
fn is_near(got: f64, want: f64, what: &str) {
    assert!((got - want).abs() <= 1e-10 * want, "{what}: {got}, not {want}");
}

/// By tests/data/eureka.py: before each of the 100 steps, and after the last.
fn by_loops() -> Vec<[f64; 2]> {
    let numbers = |line: &str| {
        let mut cells = line.split(',').skip(1).map(|cell| cell.parse().unwrap());
        [cells.next().unwrap(), cells.next().unwrap()]
    };
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/eureka.csv"))
        .lines()
        .skip(1)
        .map(numbers)
        .collect()
}

#[test]
fn its_losses_are_those_that_it_prints() {
    let wanted = by_loops();
    assert_eq!(wanted.len(), 101);
    for (step, want) in PRINTED.iter().enumerate() {
        is_near(wanted[step][0], *want, &format!("loss {step}"));
    }
    for (step, want) in PRINTED_VALIDATION {
        is_near(wanted[step][1], want, &format!("validation {step}"));
    }
}

#[test]
fn hundred_steps_have_the_losses_of_loops_by_hand() {
    let (mut session, line) = before();
    let one = line.replacen(" 100 ", " ", 1);
    for (step, want) in by_loops().into_iter().enumerate() {
        if step > 0 {
            type_in(&mut session, &one);
        }
        for (got, want) in losses(&mut session).into_iter().zip(want) {
            is_near(got, want, &format!("step {step}"));
        }
    }
    // All at once they lead to the same bits.
    let (mut at_once, _) = before();
    type_in(&mut at_once, &line);
    assert_eq!(losses(&mut at_once), losses(&mut session));
}

#[test]
fn the_slope_of_the_first_loss_is_that_of_its_neighbors() {
    let (mut session, _) = before();
    let loss = session.value("loss").unwrap();
    session.backward(&loss);
    let leaf = session.value("m.w1.1.1").unwrap();
    let (grad, at) = (leaf.grad(), leaf.data());
    let mut near = |by: f64| {
        session.set_leaf("m.w1.1.1", at + by).unwrap();
        session.value("loss").unwrap().data()
    };
    let slope = (near(1e-5) - near(-1e-5)) / 2e-5;
    assert!((grad - slope).abs() < 1e-9, "{grad}, {slope}");
}
