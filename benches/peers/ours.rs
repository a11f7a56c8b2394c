//! Our side of the comparison: one round of every case, as lines of a name and nanoseconds. With the
//! argument `loops`, the demo in loops written by hand, which are a peer like the others; with `rows
//! FOLDER` the cases over rows of data.

#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/eureka_by_hand.rs"]
mod eureka_by_hand;
mod rows;

use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use common::*;
use gradcalc::internals::command::{RunOptions, run};
use gradcalc::internals::descent;
use gradcalc::internals::graph::{Order, Value};
use gradcalc::{Session, evaluate};

const MILLION: usize = 1_000_000;
/// Steps after the first hundred, when most points are satisfied.
const LATER: usize = 2000;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["loops", ..] => return loops(),
        ["rows", folder, ..] => return rows::measure(Path::new(folder)),
        _ => {}
    }
    training("demo", &mut twelve_lines());
    training("demo written out", &mut typed(&demo()));
    passes("tanh chain", tanh_chain(MILLION), 10, MILLION);
    passes("dot product", dot_product(MILLION), 30, MILLION);
    passes("neuron", neuron_graph(), 1_000_000, 1);
    uncertain_sum(20_000);
}

/// The demo in loops written by hand: the first hundred steps, and two thousand more.
fn loops() {
    // The first round warms up.
    for _ in 0..2 {
        let mut by_hand = ByHand::new();
        let start = Instant::now();
        (0..STEPS).for_each(|_| _ = black_box(by_hand.step(0.1)));
        say("demo", start, STEPS);
        is_the_loss(by_hand.clone().step(0.1));
        let start = Instant::now();
        (0..LATER).for_each(|_| _ = black_box(by_hand.step(0.1)));
        say("demo, later steps", start, LATER);
    }
    let start = Instant::now();
    black_box(ByHand::new().step(0.1));
    say("demo, first step", start, 1);
}

/// The same as a session takes them: the first step, which readies the graph for more, then as above.
fn training(name: &str, session: &mut Session) {
    let start = Instant::now();
    black_box(descent::descend(session, 0.1, 1, None, None));
    say(&format!("{name}, first step"), start, 1);
    let order = Order::of(session.root());
    let mut program = passed_over(&order, &order.unfrozen_leaves());
    // Back to the first step; again, the first round warms up.
    evaluate(session, ":undo").unwrap();
    for _ in 0..2 {
        program.load();
        program.pass();
        let start = Instant::now();
        (0..STEPS).for_each(|_| step(&mut program));
        say(name, start, STEPS);
        is_the_loss(program.root_data());
        let start = Instant::now();
        (0..LATER).for_each(|_| step(&mut program));
        say(&format!("{name}, later steps"), start, LATER);
    }
}

fn is_the_loss(loss: f64) {
    assert!((loss - 0.09755199454615722).abs() < 1e-9, "{loss}");
}

/// examples/moons.grad as far as its training.
fn twelve_lines() -> Session {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let script = std::fs::read_to_string(examples.join("moons.grad")).unwrap();
    let mut session = Session::new();
    session.set_folder(&examples);
    for line in script.lines().take_while(|line| !line.starts_with(":step")) {
        run(&mut session, line, RunOptions::default()).unwrap();
    }
    session
}

/// A pass there and back, for each of `units`.
fn passes(name: &str, (order, leaves): (Order, Vec<Value>), times: usize, units: usize) {
    let mut program = passed_over(&order, &leaves);
    let start = Instant::now();
    for _ in 0..times {
        program.pass();
        black_box(program.grads());
    }
    say(name, start, times * units);
}

/// The uncertainty of a sum of squares, for each input, the line that types the sum included.
fn uncertain_sum(inputs: usize) {
    let mut session = squares(inputs);
    let line = sum_of_squares(inputs);
    let start = Instant::now();
    evaluate(&mut session, &line).unwrap();
    let sum = session.value("_").unwrap();
    black_box(session.uncertainty(&sum));
    say("uncertain sum", start, inputs);
}

fn say(name: &str, start: Instant, times: usize) {
    println!("{name}: {}", start.elapsed().as_nanos() as f64 / times as f64);
}
