//! Compiling a graph to a tape: a survey of its nodes, and records for those that require a
//! grad.

use super::Tape;
use super::emit::Emitter;
use super::survey::Survey;
use crate::core::graph::{Order, Value};

impl Tape {
    /// Compiles the tape of the order's root. The `leaves`, all distinct, require a grad and may
    /// change. Data must be up to date. None without a root.
    pub fn compile(order: &Order, leaves: &[Value]) -> Option<Tape> {
        let root = order.root()?.clone();
        let Survey { facts, rules } = Survey::of(order, leaves);
        let emitter = Emitter::emit(order, facts, leaves.len());
        let Emitter {
            records,
            mut dots,
            constant_nodes,
            mut constants,
            root_slot,
            first_record,
            sweeps,
            ..
        } = emitter;
        let with_grad = first_record + records.len();
        dots.shrink_to_fit();
        let mut values = Vec::with_capacity(with_grad + constants.len());
        values.resize(with_grad, 0.0);
        values.append(&mut constants);
        let mut tape = Tape {
            root,
            root_slot,
            leaves: leaves.to_vec(),
            constant_nodes,
            values,
            grads: vec![0.0; with_grad],
            records,
            dots,
            sweeps,
            first_record,
            rules,
            inputs: Vec::new(),
            stop: order.stop.clone(),
            is_cut: false,
            is_branched: order.has_branches(),
        };
        tape.load();
        tape.forward();
        Some(tape)
    }
}
