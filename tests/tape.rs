//! The tape against the graph's own passes, on graphs of every operation there is.

#![allow(clippy::unwrap_used, clippy::panic)]

use gradcalc::graph::{Label, Operand, Order, Tape, Value};
use gradcalc::ops::{self, Operation};
use proptest::prelude::*;

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

fn same_bits(one: f64, other: f64) -> bool {
    one.to_bits() == other.to_bits() || one.is_nan() && other.is_nan()
}

/// What a sum of many contributions may differ by when they come in another order.
fn close(one: f64, other: f64, scale: f64) -> bool {
    same_bits(one, other) || one == other || (one - other).abs() <= 1e-12 * scale
}

/// For every node of the order, the sum of the sizes of its grad's contributions.
fn scales(order: &Order) -> Vec<f64> {
    order.backward();
    let place = |value: &Value| order.nodes().iter().position(|node| node.is(value)).unwrap();
    let mut scales: Vec<f64> = order.nodes().iter().map(|node| node.grad().abs()).collect();
    // Errors travel along: an operand inherits the scale of what its users were summed from.
    for (at, node) in order.nodes().iter().enumerate().rev() {
        let upstream = scales[at];
        for step in node.backward_steps(upstream) {
            let share = step.contribution.abs();
            scales[place(step.operand)] += share;
        }
    }
    scales
}

fn agrees(plan: &Plan, shift: &[f64]) -> Result<(), TestCaseError> {
    let (moving, order) = plan.build();
    let mut tape = Tape::compile(&order, &moving).unwrap();
    for round in 0..2 {
        tape.forward();
        tape.backward();
        order.forward(0);
        order.backward();
        let root = order.root().unwrap().data();
        prop_assert!(same_bits(tape.root_data(), root), "{} is {root}", tape.root_data());
        let wanted: Vec<f64> = moving.iter().map(Value::grad).collect();
        let scales = scales(&order);
        for ((leaf, want), got) in moving.iter().zip(wanted).zip(tape.grads()) {
            match order.nodes().iter().position(|node| node.is(leaf)) {
                Some(at) => prop_assert!(
                    close(want, *got, scales[at]),
                    "round {round}: grad {got}, not {want}"
                ),
                None => prop_assert_eq!(*got, 0.0),
            }
        }
        // Then with other numbers: the moving ones on the tape, the others in the graph.
        for (data, shift) in tape.data_mut().iter_mut().zip(shift) {
            *data += shift;
        }
        tape.store();
        for leaf in order.leaves().filter(|leaf| !moving.iter().any(|moving| moving.is(leaf))) {
            leaf.set_data(leaf.data() * 0.5 + shift[0]);
        }
        order.forward(0);
        tape.load();
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_tape_agrees_with_the_graph(
        plan in plan(|| number().boxed(), 9),
        shift in prop::collection::vec(-0.5..0.5, 6),
    ) {
        agrees(&plan, &shift)?;
    }

    #[test]
    fn the_tape_agrees_with_the_graph_on_every_operation(
        plan in plan(|| number().boxed(), 1),
        shift in prop::collection::vec(-0.5..0.5, 6),
    ) {
        agrees(&plan, &shift)?;
    }

    #[test]
    fn the_tape_agrees_with_the_graph_on_nan_and_infinity(
        plan in plan(|| extreme().boxed(), 4),
        shift in prop::collection::vec(-0.5..0.5, 6),
    ) {
        agrees(&plan, &shift)?;
    }
}
