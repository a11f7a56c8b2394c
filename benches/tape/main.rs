//! Passes, steps and compilations, beside loops written by hand for the demo.

#![allow(clippy::unwrap_used, clippy::needless_range_loop)]

mod by_hand;

use by_hand::ByHand;
use divan::Bencher;
use divan::counter::ItemsCount;
use gradcalc::commands::{Manner, run};
use gradcalc::graph::{Label, Operand, Order, Tape, Value};
use gradcalc::language::statements;
use gradcalc::ops;
use gradcalc::session::Session;

#[global_allocator]
static ALLOCATOR: divan::AllocProfiler = divan::AllocProfiler::system();

const DEMO: &str = include_str!("../../examples/moons.grad");

fn main() {
    // A run of something else is worth nothing: first the losses.
    let (order, leaves) = moons();
    let mut tape = passed_over(&order, &leaves);
    let mut by_hand = ByHand::new();
    for _ in 0..100 {
        let loss = by_hand.step(0.1);
        assert!((loss - tape.root_data()).abs() < 1e-9 * loss, "{loss}, {}", tape.root_data());
        step(&mut tape);
    }
    assert!((tape.root_data() - 0.09755199454615722).abs() < 1e-9);
    divan::main();
}

fn moons() -> (Order, Vec<Value>) {
    let session = typed(DEMO);
    let order = Order::of(session.root());
    let leaves = order.leaves().cloned().collect();
    (order, leaves)
}

fn typed(script: &str) -> Session {
    let mut session = Session::new();
    for (_, statement) in script.lines().flat_map(statements) {
        run(&mut session, &statement, Manner::default()).unwrap();
    }
    session
}

fn passed_over(order: &Order, leaves: &[Value]) -> Tape {
    let mut tape = Tape::compile(order, leaves).unwrap();
    tape.forward();
    tape.backward();
    tape
}

fn step(tape: &mut Tape) {
    tape.descend(0.1);
    tape.forward();
    tape.backward();
}

/// 65,075 operations.
#[divan::bench_group(min_time = 2)]
mod demo {
    use super::*;

    /// The first hundred: later ones have less and less to do.
    const STEPS: usize = 100;

    #[divan::bench]
    fn hundred_steps_by_hand(bencher: Bencher<'_, '_>) {
        bencher.with_inputs(ByHand::new).bench_local_refs(|by_hand| {
            (0..STEPS).for_each(|_| drop(by_hand.step(0.1)));
        });
    }

    #[divan::bench]
    fn hundred_steps_of_the_tape(bencher: Bencher<'_, '_>) {
        let (order, leaves) = moons();
        let mut tape = passed_over(&order, &leaves);
        let start = tape.data().to_vec();
        bencher.bench_local(|| {
            tape.data_mut().copy_from_slice(&start);
            tape.forward();
            tape.backward();
            (0..STEPS).for_each(|_| step(&mut tape));
        });
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
        bencher.bench_local(|| Tape::compile(&order, &leaves));
    }

    /// With the order, the tape and the ordinary pass afterwards.
    #[divan::bench(sample_size = 1, sample_count = 100)]
    fn first_step(bencher: Bencher<'_, '_>) {
        bencher
            .with_inputs(|| typed(DEMO))
            .bench_local_refs(|session| session.descend(0.1, 1, None, None));
    }
}

/// A chain, or a sum, of so many operations; its order, and its leaves.
fn built(make: impl FnOnce(&mut Vec<Value>) -> Value) -> (Order, Vec<Value>) {
    let mut leaves = Vec::new();
    let root = make(&mut leaves);
    (Order::of([&root]), leaves)
}

fn leaf(leaves: &mut Vec<Value>, data: f64) -> Operand {
    let leaf = Value::leaf(data, Label::default());
    leaves.push(leaf.clone());
    Operand::Value(leaf)
}

fn tanh_chain(links: usize) -> (Order, Vec<Value>) {
    let tanh = ops::call("tanh").unwrap();
    built(|leaves| {
        let mut chain = leaf(leaves, 0.5);
        for _ in 0..links {
            let idle = Operand::Constant(0.0);
            chain = Operand::Value(Value::computed(tanh, [chain, idle], Label::default()));
        }
        chain.value().unwrap().clone()
    })
}

fn dot_product(terms: usize) -> (Order, Vec<Value>) {
    let [plus, times] = ["+", "*"].map(|mark| ops::infix(mark).unwrap());
    built(|leaves| {
        let mut sum = Operand::Constant(0.0);
        for index in 0..terms {
            let scale = 1.0 / (index + 1) as f64;
            let factors = [leaf(leaves, scale), leaf(leaves, 1.0 - scale)];
            let product = Operand::Value(Value::computed(times, factors, Label::default()));
            sum = Operand::Value(Value::computed(plus, [sum, product], Label::default()));
        }
        sum.value().unwrap().clone()
    })
}

#[divan::bench_group(min_time = 1)]
mod million {
    use super::*;

    fn passes(bencher: Bencher<'_, '_>, (order, leaves): (Order, Vec<Value>)) {
        let mut tape = passed_over(&order, &leaves);
        bencher.bench_local(|| step(&mut tape));
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

/// `tanh(x1*w1 + x2*w2 + b)`, the lecture's.
#[divan::bench]
fn neuron(bencher: Bencher<'_, '_>) {
    let session = typed("x1 = 2; x2 = 0; w1 = -3; w2 = 1; b = 6.88\no = tanh(x1*w1 + x2*w2 + b)");
    let order = Order::of(session.root());
    let leaves: Vec<Value> = order.leaves().cloned().collect();
    let mut tape = passed_over(&order, &leaves);
    bencher.bench_local(|| step(&mut tape));
}

/// How the cost grows with the graph: `x1*x2 + x2*x3 + …`, through nodes nothing is fused of.
#[divan::bench_group(sample_size = 1, sample_count = 5)]
mod growth {
    use super::*;

    const SIZES: [usize; 7] = [10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000];

    /// Quotients, so that every node is a record: the tape's worst case.
    fn quotients(nodes: usize) -> (Order, Vec<Value>) {
        let divided = ops::infix("/").unwrap();
        built(|leaves| {
            let mut chain = leaf(leaves, 0.5);
            for _ in 0..nodes {
                let operands = [chain, Operand::Constant(1.5)];
                chain = Operand::Value(Value::computed(divided, operands, Label::default()));
            }
            chain.value().unwrap().clone()
        })
    }

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
        bencher.counter(ItemsCount::new(nodes)).bench_local(|| Tape::compile(&order, &leaves));
    }

    #[divan::bench(args = SIZES)]
    fn step_of_the_tape(bencher: Bencher<'_, '_>, nodes: usize) {
        let (order, leaves) = quotients(nodes);
        let mut tape = passed_over(&order, &leaves);
        bencher.counter(ItemsCount::new(nodes)).bench_local(|| step(&mut tape));
    }
}
