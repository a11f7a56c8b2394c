//! What is measured: the demo, the lecture's neuron, and a million of one kind.

#![allow(dead_code, reason = "not every bench measures everything")]

mod by_hand;
#[path = "../../tests/support/moons.rs"]
mod written_out;

use std::fmt::Write;

pub use by_hand::ByHand;
use divan::Bencher;
use gradcalc::internals::graph::{Label, Operand, Order, Value};
use gradcalc::internals::ops;
use gradcalc::internals::rows::Program;
use gradcalc::{Session, evaluate};
pub use written_out::expanded as demo;

/// How many steps of the demo are measured: the first, since later ones have less and less to do.
pub const STEPS: usize = 100;

pub fn moons() -> (Order, Vec<Value>) {
    let session = typed(&demo());
    let order = Order::of(session.root());
    let leaves = order.unfrozen_leaves();
    (order, leaves)
}

pub fn typed(script: &str) -> Session {
    let mut session = Session::new();
    for line in script.lines() {
        evaluate(&mut session, line).unwrap();
    }
    session
}

pub fn passed_over(order: &Order, leaves: &[Value]) -> Program {
    let mut program = Program::compile(order, leaves).unwrap();
    program.pass();
    program
}

pub fn step(program: &mut Program) {
    program.descend(0.1);
    program.pass();
}

/// The first steps by loops written by hand.
pub fn bench_steps_by_hand(bencher: Bencher<'_, '_>) {
    bencher.with_inputs(ByHand::new).bench_local_refs(|by_hand| {
        (0..STEPS).for_each(|_| _ = divan::black_box(by_hand.step(0.1)));
    });
}

/// The first steps of a program, from the same data every time.
pub fn bench_steps(bencher: Bencher<'_, '_>, mut program: Program) {
    let start = program.data().to_vec();
    bencher.bench_local(|| {
        program.put(start.iter().copied());
        program.pass();
        (0..STEPS).for_each(|_| step(&mut program));
    });
}

/// `tanh(x1*w1 + x2*w2 + b)`, the lecture's.
pub fn neuron_graph() -> (Order, Vec<Value>) {
    let session = typed("x1 = 2; x2 = 0; w1 = -3; w2 = 1; b = 6.88\no = tanh(x1*w1 + x2*w2 + b)");
    let order = Order::of(session.root());
    let leaves = order.unfrozen_leaves();
    (order, leaves)
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

pub fn tanh_chain(links: usize) -> (Order, Vec<Value>) {
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

pub fn dot_product(terms: usize) -> (Order, Vec<Value>) {
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

/// As many uncertain inputs, squared and summed in one statement as `s`.
pub fn squares(inputs: usize) -> Session {
    let mut script = String::new();
    for at in 0..inputs {
        write!(script, "x{at} = {} ± 0.1; ", 1.0 + at as f64 / inputs as f64).unwrap();
    }
    typed(&format!("{script}s = {}", sum_of_squares(inputs)))
}

/// The text of that sum.
pub fn sum_of_squares(inputs: usize) -> String {
    (0..inputs).map(|at| format!("x{at}^2")).collect::<Vec<_>>().join(" + ")
}

/// A chain of quotients: every node is a record, which is the worst case for the program.
pub fn quotients(nodes: usize) -> (Order, Vec<Value>) {
    let divided = ops::infix("/").unwrap();
    built(|leaves| {
        let mut chain = leaf(leaves, 0.5);
        for _ in 0..nodes {
            // So close to 1 that no length makes a number too small for the machine to be quick.
            let operands = [chain, Operand::Constant(1.000_000_1)];
            chain = Operand::Value(Value::computed(divided, operands, Label::default()));
        }
        chain.value().unwrap().clone()
    })
}
