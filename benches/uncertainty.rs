//! What uncertainties cost: an answer of 20,000 uncertain inputs, and a million random trials.

// What does not go as expected ends the bench.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

#[path = "common/mod.rs"]
mod common;

use common::*;
use divan::Bencher;
use gradcalc::evaluate;
use gradcalc::internals::uncertainty::propagate;

/// The most trials that a budget makes.
const MOST_TRIALS: usize = 1_000_000;

fn main() {
    divan::main();
}

/// The uncertainty of a sum of squares, from nodes that are there.
#[divan::bench(args = [1_000, 20_000, 100_000])]
fn uncertainty_of_a_sum_of_squares(bencher: Bencher<'_, '_>, inputs: usize) {
    let mut session = squares(inputs);
    let root = session.value("s").expect("the sum");
    bencher.bench_local(|| session.uncertainty(&root));
}

/// The same with making the nodes and binding the answer, as `s` on a line does.
#[divan::bench(args = [1_000, 20_000])]
fn sum_of_squares_typed(bencher: Bencher<'_, '_>, inputs: usize) {
    let mut session = squares(inputs);
    let text = sum_of_squares(inputs);
    bencher.bench_local(|| evaluate(&mut session, &text));
}

#[divan::bench]
fn a_million_trials_of_the_divider(bencher: Bencher<'_, '_>) {
    let mut session = typed("V = 5 ± 0.05; R1 = 1000 ± 50; R2 = 2000 ± 100; Vo = V*R2/(R1 + R2)");
    let root = session.value("Vo").expect("the divider");
    let propagation = propagate(&mut session, &root).expect("nobody interrupts");
    bencher.bench_local(|| propagation.trials(&session, MOST_TRIALS));
}

#[divan::bench]
fn trials_of_a_hundred_thousand_inputs(bencher: Bencher<'_, '_>) {
    let mut session = squares(100_000);
    let root = session.value("s").expect("the sum");
    let propagation = propagate(&mut session, &root).expect("nobody interrupts");
    bencher.bench_local(|| propagation.trials(&session, MOST_TRIALS));
}
