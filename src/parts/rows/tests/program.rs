//! The program against the graph's own passes, on graphs of every operation there is.

use proptest::prelude::*;

use crate::Session;
use crate::command::{RunOptions, run};
use crate::core::graph::{Label, Operand, Order, Value};
use crate::core::ops;
use crate::core::ops::Operation;
use crate::parts::rows::Program;
use crate::support::fixed_seed::config;
use crate::support::moons;
use crate::support::net::agrees;

/// A graph to be built: leaves, operations on what was built before, and which leaves move.
#[derive(Debug, Clone)]
struct Plan {
    leaves: Vec<f64>,
    nodes: Vec<(usize, [Pick; 2])>,
    moving: Vec<bool>,
}

/// An operand: something built before, counted from the end so that chains are common, or a number.
#[derive(Debug, Clone, Copy)]
enum Pick {
    Recent(usize),
    Any(usize),
    Number(f64),
}

fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        8 => -3.0..3.0,
        1 => prop::sample::select(vec![0.0, -0.0, 1.0, -1.0, 2.0, 0.5]),
    ]
}

fn extreme() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => number(),
        1 => prop::sample::select(vec![f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300, -1e-310, 0.0]),
    ]
}

fn plan(number: fn() -> BoxedStrategy<f64>, arithmetic: u32) -> impl Strategy<Value = Plan> {
    let rows = ops::operations().count();
    // Most operations are sums and products, so that there is something to fuse.
    let operation = prop_oneof![arithmetic => 0..3_usize, 1 => 0..rows];
    let pick = prop_oneof![
        5 => (0..3_usize).prop_map(Pick::Recent),
        4 => any::<prop::sample::Index>().prop_map(|index| Pick::Any(index.index(1 << 20))),
        2 => number().prop_map(Pick::Number),
    ]
    .boxed();
    let node = (operation, [pick.clone(), pick]);
    (1..6_usize).prop_flat_map(move |leaves| {
        (
            prop::collection::vec(number(), leaves),
            prop::collection::vec(node.clone(), 1..60),
            prop::collection::vec(prop::bool::weighted(0.8), leaves),
        )
            .prop_map(|(leaves, nodes, moving)| Plan { leaves, nodes, moving })
    })
}

impl Plan {
    /// The leaves that move, and the order of the last node.
    fn build(&self) -> (Vec<Value>, Order) {
        let mut built: Vec<Value> =
            self.leaves.iter().map(|data| Value::leaf(*data, Label::default())).collect();
        let moving = built.iter().zip(&self.moving).filter(|(_, moves)| **moves);
        let moving = moving.map(|(leaf, _)| leaf.clone()).collect();
        let rows: Vec<&Operation> = ops::operations().collect();
        for (operation, picks) in &self.nodes {
            let operand = |pick: &Pick| match pick {
                Pick::Recent(back) => {
                    Operand::Value(built[built.len() - 1 - back % built.len()].clone())
                }
                Pick::Any(index) => Operand::Value(built[index % built.len()].clone()),
                Pick::Number(number) => Operand::Constant(*number),
            };
            let operation = rows[*operation];
            let operands = match (operation.arity(), picks.each_ref().map(operand)) {
                (1, [x, _]) => [x, Operand::Constant(0.0)],
                (_, both) => both,
            };
            built.push(Value::computed(operation, operands, Label::default()));
        }
        (moving, Order::of(built.last()))
    }
}

/// Layers of neurons of one shape, each reading all of the layer before it; what they read and how
/// they end differs from sample to sample.
#[derive(Debug, Clone)]
struct Network {
    widths: Vec<usize>,
    numbers: Vec<f64>,
    samples: Vec<Vec<f64>>,
    activation: usize,
    minus: bool,
}

fn network(number: fn() -> BoxedStrategy<f64>) -> impl Strategy<Value = Network> {
    let samples = prop::collection::vec(prop::collection::vec(number(), 3), 1..4);
    let numbers = prop::collection::vec(number(), 900);
    (prop::collection::vec(1..20_usize, 1..4), numbers, samples, 0..5_usize, any::<bool>())
        .prop_map(|(widths, numbers, samples, activation, minus)| Network {
            widths,
            numbers,
            samples,
            activation,
            minus,
        })
}

impl Network {
    fn build(&self) -> (Vec<Value>, Order) {
        let of = |operation: &'static Operation, x: Operand, y: Operand| {
            Operand::Value(Value::computed(operation, [x, y], Label::default()))
        };
        let [plus, minus, times] = ["+", "-", "*"].map(|mark| ops::infix(mark).unwrap());
        let activation =
            ops::call(["relu", "tanh", "sqrt", "exp", "atan2"][self.activation]).unwrap();
        let mut parameters: Vec<Value> = Vec::new();
        let mut root = Operand::Constant(0.0);
        for sample in &self.samples {
            let mut inputs: Vec<Operand> =
                sample.iter().map(|number| Operand::Constant(*number)).collect();
            let mut next = 0;
            for width in &self.widths {
                let mut parameter = || {
                    if next == parameters.len() {
                        let number = self.numbers[next % self.numbers.len()];
                        parameters.push(Value::leaf(number, Label::default()));
                    }
                    next += 1;
                    Operand::Value(parameters[next - 1].clone())
                };
                let neuron = |_| {
                    let mut sum = parameter();
                    for input in &inputs {
                        let product = of(times, parameter(), input.clone());
                        sum = of(if self.minus { minus } else { plus }, sum, product);
                    }
                    match activation.arity() {
                        1 => of(activation, sum, Operand::Constant(0.0)),
                        _ => of(activation, sum, parameter()),
                    }
                };
                inputs = (0..*width).map(neuron).collect();
            }
            root = inputs.into_iter().fold(root, |sum, output| of(plus, sum, output));
        }
        (parameters, Order::of([root.value().unwrap()]))
    }
}

proptest! {
    #![proptest_config(config(500))]

    #[test]
    fn the_program_agrees_with_the_graph(
        plan in plan(|| number().boxed(), 9),
        shift in prop::collection::vec(-0.5..0.5, 6),
    ) {
        agrees(plan.build(), &shift);
    }

    #[test]
    fn the_program_agrees_with_the_graph_on_every_operation(
        plan in plan(|| number().boxed(), 1),
        shift in prop::collection::vec(-0.5..0.5, 6),
    ) {
        agrees(plan.build(), &shift);
    }

    #[test]
    fn the_program_agrees_with_the_graph_on_nan_and_infinity(
        plan in plan(|| extreme().boxed(), 4),
        shift in prop::collection::vec(-0.5..0.5, 6),
    ) {
        agrees(plan.build(), &shift);
    }
}

proptest! {
    #![proptest_config(config(80))]

    #[test]
    fn the_program_agrees_with_the_graph_on_layers(
        network in network(|| number().boxed()),
        shift in prop::collection::vec(-0.5..0.5, 6),
    ) {
        agrees(network.build(), &shift);
    }

    #[test]
    fn the_program_agrees_with_the_graph_on_layers_with_nan_and_infinity(
        network in network(|| extreme().boxed()),
        shift in prop::collection::vec(-0.5..0.5, 6),
    ) {
        agrees(network.build(), &shift);
    }
}

/// What a line of the language comes to, and how many records its program has.
#[track_caller]
fn records(script: &str) -> usize {
    let mut session = Session::new();
    for statement in script.split(';') {
        run(&mut session, statement, RunOptions::default()).unwrap();
    }
    let order = Order::of(session.root());
    let moving = order.unfrozen_leaves();
    agrees((moving.clone(), order.clone()), &[0.25]);
    Program::compile(&order, &moving).unwrap().records()
}

#[test]
fn what_can_be_fused_is() {
    assert_eq!(records("a = 2; b = 3; c = -4; o = tanh(a*b + c*a + b)"), 1);
    assert_eq!(records("a = 2; o = a*a"), 1);
    assert_eq!(records("a = 2; b = 3; o = a - b - 4 - a + 2*b"), 1);
    // A sum on the right, and what is taken away or used twice, is a record of its own.
    assert_eq!(records("a = 2; b = 3; o = (a + b) + (a - b)"), 2);
    assert_eq!(records("a = 2; b = 3; o = a*b + (a + b)"), 2);
    assert_eq!(records("a = 2; b = 3; o = a - a*b"), 2);
    assert_eq!(records("a = 2; b = 3; o = a - (b + a)"), 2);
    assert_eq!(records("a = 2; b = 3; d = a*b; o = d + d*d"), 2);
    assert_eq!(records("a = 2; b = 3; d = a + b; o = d*d"), 2);
    assert_eq!(records("a = 2; b = 3; o = -(a*b)/2"), 2);
    // What no moving leaf flows into stays.
    assert_eq!(records("a = 2; b = 3; :freeze b; d = exp(b); o = a*d + log(d)"), 1);
    assert_eq!(records("a = 2; b = a*3; :freeze a; o = b + 1"), 0);
}

#[test]
fn a_chain_of_a_million_compiles_and_runs_on_a_small_stack() {
    let thread = std::thread::Builder::new().stack_size(256 << 10).spawn(|| {
        let tanh = ops::call("tanh").unwrap();
        let plus = ops::infix("+").unwrap();
        let leaf = Value::leaf(0.5, Label::default());
        for operation in [tanh, plus] {
            let mut chain = leaf.clone();
            for _ in 0..1_000_000 {
                let operands = [Operand::Value(chain), Operand::Constant(1e-7)];
                chain = Value::computed(operation, operands, Label::default());
            }
            let order = Order::of([&chain]);
            let mut program = Program::compile(&order, std::slice::from_ref(&leaf)).unwrap();
            program.forward();
            program.backward();
            order.backward();
            assert_eq!(program.root_data().to_bits(), chain.data().to_bits());
            assert_eq!(program.grads(), [leaf.grad()]);
        }
    });
    thread.unwrap().join().unwrap();
}

#[test]
fn a_written_out_neuron_is_one_record() {
    let mut session = Session::new();
    for line in moons::expanded().lines() {
        run(&mut session, line, RunOptions::default()).unwrap();
    }
    let order = Order::of(session.root());
    let program = Program::compile(&order, &order.unfrozen_leaves()).unwrap();
    // A neuron, a margin, what it is 1 less, or a sum each.
    assert_eq!(program.records(), 3504);
}

fn applied(name: &str, operands: [Operand; 2]) -> Operand {
    let row = ops::infix(name).or_else(|| ops::call(name)).unwrap();
    Operand::Value(Value::computed(row, operands, Label::default()))
}

fn leaves(count: usize) -> Vec<Value> {
    let number = |index: usize| (index as f64 * 0.7).sin();
    (0..count).map(|index| Value::leaf(number(index), Label::default())).collect()
}

/// `f(w*x + w'*x' + …)`, the weights by their places among the leaves.
fn neuron(function: &str, leaves: &[Value], weights: &[usize], inputs: &[Operand]) -> Operand {
    let products = weights.iter().zip(inputs).map(|(weight, input)| {
        applied("*", [Operand::Value(leaves[*weight].clone()), input.clone()])
    });
    let sum = products.reduce(|sum, product| applied("+", [sum, product])).unwrap();
    match function {
        "" => sum,
        _ => applied(function, [sum, Operand::Constant(0.0)]),
    }
}

/// The program of the sum of all neurons, each times another number so that no two upstreams are the
/// same, agrees with the graph.
#[track_caller]
fn all_agree(leaves: Vec<Value>, neurons: Vec<Operand>) {
    let factors = (1..).map(|factor| Operand::Constant(f64::from(factor)));
    let terms = neurons.into_iter().zip(factors).map(|(it, by)| applied("*", [it, by]));
    let root = terms.reduce(|sum, term| applied("+", [sum, term])).unwrap();
    agrees((leaves, Order::of([root.value().unwrap()])), &[0.25, -0.5, 0.125]);
}

/// The last leaves, which lie in a row.
fn inputs(leaves: &[Value]) -> Vec<Operand> {
    leaves[leaves.len() - 4..].iter().cloned().map(Operand::Value).collect()
}

#[test]
fn neurons_with_weights_anywhere_agree() {
    // One after the other, apart, backward, and in no order; all of the same four inputs.
    for places in [[0, 1, 2, 3], [0, 2, 4, 6], [3, 2, 1, 0], [0, 1, 3, 2]] {
        for function in ["tanh", "relu", "atan", ""] {
            let weights = leaves(100);
            let neurons = (0..8).map(|lane| {
                // Neurons of three inputs stand between those of four.
                let count = if lane % 3 == 0 { 3 } else { 4 };
                let places: Vec<usize> =
                    places[..count].iter().map(|place| 9 * lane + place).collect();
                neuron(function, &weights, &places, &inputs(&weights))
            });
            let neurons: Vec<Operand> = neurons.collect();
            all_agree(weights, neurons);
        }
    }
}

#[test]
fn zero_times_infinity_is_passed_on() {
    for (function, sum) in [("sqrt", 0.0), ("cbrt", 0.0), ("asin", 1.0), ("acosh", 1.0)] {
        for in_a_sum in [true, false] {
            let leaves: Vec<Value> = (0..8).map(|_| Value::leaf(sum, Label::default())).collect();
            let neurons = leaves.iter().map(|leaf| {
                let leaf = Operand::Value(leaf.clone());
                let x = match in_a_sum {
                    true => applied("*", [leaf, Operand::Constant(1.0)]),
                    false => leaf,
                };
                applied(
                    "*",
                    [applied(function, [x, Operand::Constant(0.0)]), Operand::Constant(0.0)],
                )
            });
            let root = neurons.reduce(|sum, term| applied("+", [sum, term])).unwrap();
            let order = Order::of([root.value().unwrap()]);
            let mut program = Program::compile(&order, &leaves).unwrap();
            program.forward();
            program.backward();
            assert!(program.grads().iter().all(|grad| grad.is_nan()), "{function} {in_a_sum}");
            agrees((leaves, order), &[0.25]);
        }
    }
}

#[test]
fn operations_on_no_sum_agree() {
    for function in ["sin", "log1p", "tanh", "atan"] {
        let leaves = leaves(16);
        let apply = |leaf: &Value| {
            applied(function, [Operand::Value(leaf.clone()), Operand::Constant(0.0)])
        };
        let neurons: Vec<Operand> = leaves.iter().map(apply).collect();
        all_agree(leaves, neurons);
    }
}

#[test]
fn another_order_may_have_placed_the_nodes_elsewhere() {
    let leaves = leaves(20);
    let places: Vec<usize> = (0..4).collect();
    let one = neuron("tanh", &leaves, &places, &inputs(&leaves));
    let other = neuron("exp", &leaves, &[7, 3, 2, 9], &inputs(&leaves));
    let root = applied("/", [one.clone(), other.clone()]);
    let order = Order::of([root.value().unwrap()]);
    Order::of([other.value().unwrap(), one.value().unwrap()]);
    agrees((leaves, order), &[0.25]);
}

#[test]
fn a_program_can_be_passed_over_backward_at_once() {
    let leaves = leaves(1);
    let a = Operand::Value(leaves[0].clone());
    let root = applied("tanh", [applied("+", [a.clone(), a]), Operand::Constant(0.0)]);
    let order = Order::of([root.value().unwrap()]);
    Program::compile(&order, &leaves).unwrap().backward();
}
