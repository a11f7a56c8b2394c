//! The program beside the graph's own passes.

use std::collections::HashMap;

use gradcalc::Session;
use gradcalc::internals::graph::{Order, Value};
use gradcalc::internals::rows::Program;

use super::same_bits;

/// The program of the session's root gives what the graph's own passes give.
pub fn program_is_the_pass(session: &mut Session) {
    session.refresh_all();
    let Some(root) = session.root().cloned() else {
        return;
    };
    let order = Order::of([&root]);
    // Those with rows are held to their expansions by src/parts/rows/tests/rows.rs.
    if order.has_rows() {
        return;
    }
    let moving = order.unfrozen_leaves();
    agrees((moving, order), &[0.25, -0.5, 0.125]);
}

/// Holds the program of an order to what the graph's own passes give, at the present numbers and at
/// others.
pub fn agrees((moving, order): (Vec<Value>, Order), shift: &[f64]) {
    let mut program = Program::compile(&order, &moving).expect("an order of a root");
    for round in 0..2 {
        program.forward();
        program.backward();
        order.forward(0);
        order.backward();
        let root = order.root().expect("a root").data();
        assert!(same_bits(program.root_data(), root), "{} is {root}", program.root_data());
        let wanted: Vec<f64> = program.inputs().iter().map(Value::grad).collect();
        let scales = scales(&order);
        for ((leaf, want), got) in program.inputs().iter().zip(wanted).zip(program.grads()) {
            match scales.get(leaf) {
                Some(scale) => {
                    assert!(close(want, *got, *scale), "round {round}: grad {got}, not {want}");
                }
                None => assert_eq!(*got, 0.0),
            }
        }
        // Then with other numbers: the moving ones on the program, the others in the graph.
        let moved: Vec<f64> =
            program.data().iter().zip(shift).map(|(data, shift)| data + shift).collect();
        program.put(moved);
        program.store();
        for leaf in order.leaves().filter(|leaf| !moving.iter().any(|moving| moving.is(leaf))) {
            leaf.set_data(leaf.data() * 0.5 + shift[0]);
        }
        order.forward(0);
        program.load();
    }
}

/// What a sum of many contributions may differ by when they come in another order.
fn close(one: f64, other: f64, scale: f64) -> bool {
    same_bits(one, other) || one == other || (one - other).abs() <= 1e-12 * scale
}

/// For every node of the order, the sum of the sizes of its grad's contributions.
/// The order is passed over for it.
pub fn scales(order: &Order) -> HashMap<Value, f64> {
    order.backward();
    let mut scales: HashMap<Value, f64> =
        order.nodes().iter().map(|node| (node.clone(), node.grad().abs())).collect();
    // Errors travel along: an operand inherits the scale of what its users were summed from.
    for node in order.nodes().iter().rev() {
        let upstream = scales[node];
        for step in node.backward_steps(upstream) {
            *scales.get_mut(step.operand).expect("of the order") += step.contribution.abs();
        }
    }
    scales
}
