//! Passes, steps and compilations, beside loops written by hand for the demo.

#![allow(clippy::unwrap_used)]

mod common;

use common::*;
use divan::Bencher;
use divan::counter::ItemsCount;
use gradcalc::internals::descent;
use gradcalc::internals::graph::{Order, Value};
use gradcalc::internals::rows::Program;

#[global_allocator]
static ALLOCATOR: divan::AllocProfiler = divan::AllocProfiler::system();

fn main() {
    // A run of something else is worth nothing: first the losses.
    let (order, leaves) = moons();
    let mut program = passed_over(&order, &leaves);
    let mut by_hand = ByHand::new();
    for _ in 0..100 {
        let loss = by_hand.step(0.1);
        assert!(
            (loss - program.root_data()).abs() < 1e-9 * loss,
            "{loss}, {}",
            program.root_data()
        );
        step(&mut program);
    }
    assert!((program.root_data() - 0.09755199454615722).abs() < 1e-9);
    divan::main();
}

/// 65,075 operations.
#[divan::bench_group(min_time = 2)]
mod demo {
    use super::*;

    #[divan::bench]
    fn hundred_steps_by_hand(bencher: Bencher<'_, '_>) {
        bench_steps_by_hand(bencher);
    }

    #[divan::bench]
    fn hundred_steps_of_the_program(bencher: Bencher<'_, '_>) {
        let (order, leaves) = moons();
        bench_steps(bencher, passed_over(&order, &leaves));
    }

    /// The program after those steps, when most points are satisfied.
    fn trained() -> Program {
        let (order, leaves) = moons();
        let mut program = passed_over(&order, &leaves);
        (0..STEPS).for_each(|_| step(&mut program));
        program
    }

    #[divan::bench]
    fn forward(bencher: Bencher<'_, '_>) {
        let mut program = trained();
        bencher.bench_local(|| program.forward());
    }

    #[divan::bench]
    fn backward(bencher: Bencher<'_, '_>) {
        let mut program = trained();
        bencher.bench_local(|| program.backward());
    }

    #[divan::bench]
    fn order(bencher: Bencher<'_, '_>) {
        let (order, _) = moons();
        bencher.bench_local(|| Order::of(order.root()));
    }

    #[divan::bench]
    fn ordinary_pass(bencher: Bencher<'_, '_>) {
        let (order, _) = moons();
        bencher.bench_local(|| {
            order.forward(0);
            order.backward();
        });
    }

    #[divan::bench]
    fn compile(bencher: Bencher<'_, '_>) {
        let (order, leaves) = moons();
        bencher.bench_local(|| Program::compile(&order, &leaves));
    }

    /// With the order, the program and the ordinary pass afterwards.
    #[divan::bench(sample_size = 1, sample_count = 100)]
    fn first_step(bencher: Bencher<'_, '_>) {
        bencher
            .with_inputs(|| typed(&demo()))
            .bench_local_refs(|session| descent::descend(session, 0.1, 1, None, None));
    }
}

#[divan::bench_group(min_time = 1)]
mod million {
    use super::*;

    fn passes(bencher: Bencher<'_, '_>, (order, leaves): (Order, Vec<Value>)) {
        let mut program = passed_over(&order, &leaves);
        bencher.bench_local(|| step(&mut program));
    }

    #[divan::bench]
    fn tanh_links(bencher: Bencher<'_, '_>) {
        passes(bencher, tanh_chain(1_000_000));
    }

    #[divan::bench]
    fn terms_of_a_dot_product(bencher: Bencher<'_, '_>) {
        passes(bencher, dot_product(1_000_000));
    }
}

#[divan::bench]
fn neuron(bencher: Bencher<'_, '_>) {
    let (order, leaves) = neuron_graph();
    let mut program = passed_over(&order, &leaves);
    bencher.bench_local(|| step(&mut program));
}

/// How the cost grows with the graph, of a chain in which nothing can be fused.
#[divan::bench_group(sample_size = 1, sample_count = 5)]
mod growth {
    use super::*;

    const SIZES: [usize; 7] = [10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000];

    #[divan::bench(args = SIZES)]
    fn build(bencher: Bencher<'_, '_>, nodes: usize) {
        bencher.counter(ItemsCount::new(nodes)).bench_local(|| quotients(nodes));
    }

    #[divan::bench(args = SIZES)]
    fn ordinary_pass(bencher: Bencher<'_, '_>, nodes: usize) {
        let (order, _) = quotients(nodes);
        bencher.counter(ItemsCount::new(nodes)).bench_local(|| {
            order.forward(0);
            order.backward();
        });
    }

    #[divan::bench(args = SIZES)]
    fn compile(bencher: Bencher<'_, '_>, nodes: usize) {
        let (order, leaves) = quotients(nodes);
        bencher.counter(ItemsCount::new(nodes)).bench_local(|| Program::compile(&order, &leaves));
    }

    #[divan::bench(args = SIZES)]
    fn step_of_the_program(bencher: Bencher<'_, '_>, nodes: usize) {
        let (order, leaves) = quotients(nodes);
        let mut program = passed_over(&order, &leaves);
        bencher.counter(ItemsCount::new(nodes)).bench_local(|| step(&mut program));
    }
}
