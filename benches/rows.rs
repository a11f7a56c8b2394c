//! Value and all grads over rows of data: a line's mean squared error, and the demo's network.

#![allow(clippy::unwrap_used)]

mod common;

use common::*;
use divan::Bencher;
use divan::counter::ItemsCount;
use gradcalc::Session;
use gradcalc::internals::graph::Order;

#[global_allocator]
static ALLOCATOR: divan::AllocProfiler = divan::AllocProfiler::system();

fn main() {
    divan::main();
}

const SIZES: [usize; 3] = [100, 10_000, 1_000_000];

fn line(rows: usize) -> Session {
    let script = format!(
        "x = [0, {} .. 1]\ny = [1, {} .. 3]\nm = 1; c = 0\nloss = mean((m*x + c - y)^2)",
        1.0 / (rows - 1) as f64,
        1.0 + 2.0 / (rows - 1) as f64
    );
    typed(&script)
}

#[divan::bench_group(min_time = 1)]
mod mean_squared_error {
    use super::*;

    /// A pass of the tape: the value and all grads.
    #[divan::bench(args = SIZES)]
    fn pass_of_the_tape(bencher: Bencher<'_, '_>, rows: usize) {
        let session = line(rows);
        let order = Order::of(session.root());
        let mut tape = passed_over(&order, &order.unfrozen_leaves());
        bencher.counter(ItemsCount::new(rows)).bench_local(|| {
            tape.descend(1e-9);
            tape.pass();
            divan::black_box(tape.grads()[0])
        });
    }

    /// The ordinary pass, which fills the nodes.
    #[divan::bench(args = SIZES)]
    fn pass_of_the_graph(bencher: Bencher<'_, '_>, rows: usize) {
        let session = line(rows);
        let order = Order::of(session.root());
        bencher.counter(ItemsCount::new(rows)).bench_local(|| order.pass(1));
    }
}

/// Micrograd's demo as rows: 650 nodes over 100 points.
#[divan::bench_group(min_time = 1)]
mod demo {
    use super::*;

    #[divan::bench]
    fn hundred_steps_by_hand(bencher: Bencher<'_, '_>) {
        bench_steps_by_hand(bencher);
    }

    #[divan::bench]
    fn hundred_steps_of_the_tape(bencher: Bencher<'_, '_>) {
        let session = typed(&moons_as_rows());
        let order = Order::of(session.root());
        bench_steps(bencher, passed_over(&order, &order.unfrozen_leaves()));
    }
}

/// A network of two inputs, two layers of 16 and one output, with the hinge loss and the penalty of
/// micrograd's demo; its points and weights are made up.
fn moons_as_rows() -> String {
    let mut state = 1_u64;
    let mut next = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    };
    let mut script = String::new();
    for name in ["x1", "x2"] {
        let column: Vec<String> = (0..100).map(|_| format!("{:.4}", next())).collect();
        script.push_str(&format!("{name} = [{}]\n", column.join(", ")));
    }
    let labels: Vec<&str> = (0..100).map(|_| if next() > 0.0 { "1" } else { "-1" }).collect();
    script.push_str(&format!("y = [{}]\n", labels.join(", ")));
    let mut inputs = vec!["x1".to_owned(), "x2".to_owned()];
    let mut weights = Vec::new();
    for (layer, width) in [16, 16, 1].into_iter().enumerate() {
        let mut outs = Vec::new();
        for neuron in 0..width {
            let mut terms = Vec::new();
            for (input, name) in inputs.iter().enumerate() {
                let weight = format!("w{layer}_{neuron}_{input}");
                script.push_str(&format!("{weight} = {:.4}\n", next()));
                terms.push(format!("{weight}*{name}"));
                weights.push(weight);
            }
            let bias = format!("b{layer}_{neuron}");
            script.push_str(&format!("{bias} = 0\n"));
            let sum = format!("{} + {bias}", terms.join(" + "));
            weights.push(bias);
            let out = format!("n{layer}_{neuron}");
            let value = if width == 1 { sum } else { format!("relu({sum})") };
            script.push_str(&format!("{out} = {value}\n"));
            outs.push(out);
        }
        inputs = outs;
    }
    let squares: Vec<String> = weights.iter().map(|weight| format!("{weight}^2")).collect();
    script.push_str(&format!("penalty = sum({})\n", squares.join(", ")));
    script.push_str(&format!("loss = mean(relu(1 - y*{})) + 1e-4*penalty", inputs[0]));
    script
}
