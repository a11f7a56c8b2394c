//! Our side of the comparison: one round of every case, as lines of a name and nanoseconds.

#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;

use std::hint::black_box;
use std::time::Instant;

use common::*;
use gradcalc::evaluate;
use gradcalc::internals::graph::{Order, Value};

const MILLION: usize = 1_000_000;

fn main() {
    let (order, leaves) = moons();
    let mut tape = passed_over(&order, &leaves);
    let mut by_hand = ByHand::new();
    for _ in 0..2 {
        by_hand = ByHand::new();
        let start = Instant::now();
        (0..STEPS).for_each(|_| _ = black_box(by_hand.step(0.1)));
        say("demo by hand", start, STEPS);
        tape.load();
        tape.pass();
        let start = Instant::now();
        (0..STEPS).for_each(|_| step(&mut tape));
        say("demo", start, STEPS);
    }
    let (loss, ours) = (by_hand.step(0.1), tape.root_data());
    assert!((loss - ours).abs() < 1e-9, "{loss} by hand, {ours} on the tape");
    let mut session = typed(&demo());
    let start = Instant::now();
    black_box(session.descend(0.1, 1, None, None));
    say("demo, first step", start, 1);
    passes("tanh chain", tanh_chain(MILLION), 10, MILLION);
    passes("dot product", dot_product(MILLION), 30, MILLION);
    passes("neuron", neuron_graph(), 1_000_000, 1);
    uncertain_sum(20_000);
}

/// A pass there and back, for each of `units`.
fn passes(name: &str, (order, leaves): (Order, Vec<Value>), times: usize, units: usize) {
    let mut tape = passed_over(&order, &leaves);
    let start = Instant::now();
    for _ in 0..times {
        tape.pass();
        black_box(tape.grads());
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
