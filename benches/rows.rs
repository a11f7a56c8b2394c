//! Value and all grads over rows of data: a line's mean squared error, and the demo's network.

#![allow(clippy::unwrap_used)]

mod common;
#[path = "common/eureka_by_hand.rs"]
mod eureka_by_hand;

use common::*;
use divan::Bencher;
use divan::counter::ItemsCount;
use eureka_by_hand::EurekaByHand;
use gradcalc::internals::graph::Order;
use gradcalc::internals::rows::Program;
use gradcalc::{Session, evaluate};

#[global_allocator]
static ALLOCATOR: divan::AllocProfiler = divan::AllocProfiler::system();

fn main() {
    // A run of something else is worth nothing: first the losses.
    let mut by_hand = EurekaByHand::new();
    let losses: Vec<f64> = (0..10).map(|_| by_hand.step()).collect();
    let loss = typed(&eureka_as_rows()).value("loss").unwrap().data();
    assert!((losses[0] - loss).abs() < 1e-12 && (losses[9] - 0.619530801607749).abs() < 1e-12);
    divan::main();
}

const SIZES: [usize; 3] = [100, 10_000, 1_000_000];

fn line(rows: usize, penalty: &str) -> Session {
    let script = format!(
        "x = [0, {} .. 1]\ny = [1, {} .. 3]\nm = 1; c = 0\nloss = mean((m*x + c - y)^2){penalty}",
        1.0 / (rows - 1) as f64,
        1.0 + 2.0 / (rows - 1) as f64
    );
    typed(&script)
}

#[divan::bench_group(min_time = 1)]
mod mean_squared_error {
    use super::*;

    /// Passes of the program: the value and all grads.
    fn passes(bencher: Bencher<'_, '_>, rows: usize, penalty: &str) {
        let session = line(rows, penalty);
        let order = Order::of(session.root());
        let mut program = passed_over(&order, &order.unfrozen_leaves());
        bencher.counter(ItemsCount::new(rows)).bench_local(|| {
            program.descend(1e-9);
            program.pass();
            divan::black_box(program.grads()[0])
        });
    }

    #[divan::bench(args = SIZES)]
    fn pass_of_the_program(bencher: Bencher<'_, '_>, rows: usize) {
        passes(bencher, rows, "");
    }

    /// The root is not the fold, but walks over the rows once all the same.
    #[divan::bench(args = SIZES)]
    fn pass_with_a_penalty(bencher: Bencher<'_, '_>, rows: usize) {
        passes(bencher, rows, " + 0.1*m^2");
    }

    /// The ordinary pass, which fills the nodes.
    #[divan::bench(args = SIZES)]
    fn pass_of_the_graph(bencher: Bencher<'_, '_>, rows: usize) {
        let session = line(rows, "");
        let order = Order::of(session.root());
        bencher.counter(ItemsCount::new(rows)).bench_local(|| order.pass(1));
    }
}

/// Micrograd's demo: its lines of examples/moons.grad, beside a node for each operation at each point
/// and loops by hand. A hundred steps from the start, and two thousand after them, when most points
/// are satisfied.
#[divan::bench_group(min_time = 1)]
mod demo {
    use super::*;

    const LATER: usize = 2000;

    fn rows() -> Program {
        let session = typed(&moons_as_rows());
        let order = Order::of(session.root());
        passed_over(&order, &order.unfrozen_leaves())
    }

    fn expanded() -> Program {
        let (order, leaves) = moons();
        passed_over(&order, &leaves)
    }

    fn later_steps(bencher: Bencher<'_, '_>, mut program: Program) {
        (0..STEPS).for_each(|_| step(&mut program));
        let start = program.data().to_vec();
        bencher.counter(ItemsCount::new(LATER)).bench_local(|| {
            program.put(start.iter().copied());
            program.pass();
            (0..LATER).for_each(|_| step(&mut program));
        });
    }

    #[divan::bench]
    fn hundred_steps_by_hand(bencher: Bencher<'_, '_>) {
        bench_steps_by_hand(bencher.counter(ItemsCount::new(STEPS)));
    }

    #[divan::bench]
    fn hundred_steps_over_rows(bencher: Bencher<'_, '_>) {
        bench_steps(bencher.counter(ItemsCount::new(STEPS)), rows());
    }

    #[divan::bench]
    fn hundred_steps_expanded(bencher: Bencher<'_, '_>) {
        bench_steps(bencher.counter(ItemsCount::new(STEPS)), expanded());
    }

    #[divan::bench]
    fn later_steps_by_hand(bencher: Bencher<'_, '_>) {
        let mut start = ByHand::new();
        (0..STEPS).for_each(|_| _ = start.step(0.1));
        bencher.counter(ItemsCount::new(LATER)).with_inputs(|| start.clone()).bench_local_refs(
            |by_hand| {
                (0..LATER).for_each(|_| _ = divan::black_box(by_hand.step(0.1)));
            },
        );
    }

    #[divan::bench]
    fn later_steps_over_rows(bencher: Bencher<'_, '_>) {
        later_steps(bencher, rows());
    }

    #[divan::bench]
    fn later_steps_expanded(bencher: Bencher<'_, '_>) {
        later_steps(bencher, expanded());
    }
}

/// The demo of EurekaLabs' micrograd, three classes by cross-entropy and AdamW: its lines of
/// examples/eureka.grad, beside loops by hand.
#[divan::bench_group(min_time = 1)]
mod eureka {
    use super::*;

    const MANY: usize = 1000;

    #[divan::bench]
    fn steps_by_hand(bencher: Bencher<'_, '_>) {
        let start = EurekaByHand::new();
        bencher.counter(ItemsCount::new(MANY)).with_inputs(|| start.clone()).bench_local_refs(
            |by_hand| {
                (0..MANY).for_each(|_| _ = divan::black_box(by_hand.step()));
            },
        );
    }

    /// With all that `:step` does before and after.
    #[divan::bench(sample_size = 1)]
    fn steps_over_rows(bencher: Bencher<'_, '_>) {
        let script = eureka_as_rows();
        let line = format!(":step 0.1 {MANY} adam 0.9 0.95 decay 1e-4");
        bencher
            .counter(ItemsCount::new(MANY))
            .with_inputs(|| typed(&script))
            .bench_local_refs(|session| evaluate(session, &line).unwrap());
    }
}

/// The lines of the example up to its loss; its columns typed, not read.
fn eureka_as_rows() -> String {
    let tables = [
        include_str!("../examples/eureka.csv"),
        include_str!("../examples/eureka_validation.csv"),
        include_str!("../examples/eureka_weights.csv"),
    ];
    as_rows(include_str!("../examples/eureka.grad"), &tables)
}

/// The same of the moons.
fn moons_as_rows() -> String {
    let tables =
        [include_str!("../examples/moons.csv"), include_str!("../examples/moons_weights.csv")];
    as_rows(include_str!("../examples/moons.grad"), &tables)
}

fn as_rows(example: &str, tables: &[&str]) -> String {
    let columns: String = tables.iter().map(|table| columns(table)).collect();
    let network = example.split(":step").next().unwrap_or_default();
    let lines = network.lines().filter(|line| !line.starts_with(":read"));
    format!("{columns}{}", lines.collect::<Vec<_>>().join("\n"))
}

/// A table as typed columns.
fn columns(table: &str) -> String {
    let mut lines = table.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let titles = lines.next().unwrap_or_default();
    let rows: Vec<_> = lines.collect();
    let column = |(at, title): (usize, &&str)| {
        let numbers = rows.iter().filter_map(|row| row.get(at).copied());
        format!("{title} = [{}]\n", numbers.collect::<Vec<_>>().join(", "))
    };
    titles.iter().enumerate().map(column).collect()
}
