//! The angles of `atan2` below a root, which jump from π to -π.

use std::f64::consts::{PI, TAU};

use crate::core::graph::{Order, Value};
use crate::core::ops::{ADD, ATAN2, DIVIDE, MULTIPLY, NEGATE, SUBTRACT};
use crate::parts::rows::Program;

/// What has become of the angles of `atan2`, which jump from π to -π.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wrapping {
    /// None has jumped.
    #[default]
    None,
    /// Some would have, and were taken on beyond π instead, since the root goes on with them in a
    /// straight line.
    Mended,
    /// Some have.
    Broken,
}

/// An angle of `atan2` that is one number.
#[derive(Debug)]
pub struct Angle {
    /// Its number in the order.
    number: usize,
    /// Its data.
    present: f64,
    /// The grad of the root by it, where the root goes on with it in a straight line.
    slope: Option<f64>,
}

impl Order {
    /// The angles that depend on nodes with these numbers.
    pub fn angles(&self, leaves: &[usize]) -> Vec<Angle> {
        let depends = self.dependents(leaves);
        let is_angle = |node: &Value| {
            !node.is_per_row() && node.operation().is_some_and(|operation| operation.is(ATAN2))
        };
        let mut numbers =
            self.forward_numbers().filter(|it| depends[*it] && is_angle(self.node(*it))).peekable();
        if numbers.peek().is_none() {
            return Vec::new();
        }
        let (is_straight, grads) = (self.is_straight_from(&depends), self.grads());
        let angle = |number: usize| Angle {
            number,
            present: self.node(number).data(),
            slope: is_straight[number].then_some(grads[number]),
        };
        numbers.map(angle).collect()
    }

    /// By number, true if the root is a constant plus a constant times the node; of the operands
    /// those that depend on something are no constants.
    fn is_straight_from(&self, depends: &[bool]) -> Vec<bool> {
        let mut is_straight = vec![true; self.count()];
        for user in self.backward_numbers() {
            let pair = self.operand_pair(user);
            let is_constant = |index: usize| pair[index].is_none_or(|operand| !depends[operand]);
            let Some(operation) = self.node(user).operation() else { continue };
            for (index, operand) in pair.into_iter().enumerate() {
                let Some(operand) = operand else { continue };
                let passes_on = match operation {
                    row if row.is(ADD) || row.is(SUBTRACT) || row.is(NEGATE) => true,
                    row if row.is(MULTIPLY) => is_constant(1 - index),
                    row if row.is(DIVIDE) => index == 0 && is_constant(1),
                    _ => false,
                };
                is_straight[operand] &= passes_on && is_straight[user];
            }
        }
        is_straight
    }
}

impl Angle {
    /// Returns what to add to the root after a pass so that the angle goes on beyond its jump, and what has become
    /// of the angle.
    pub fn mended(&self, program: &Program) -> (f64, Wrapping) {
        let off = program.data_of(self.number).unwrap_or(self.present) - self.present;
        match self.slope {
            _ if off.abs() <= PI || off.is_nan() => (0.0, Wrapping::None),
            Some(slope) => (-slope * TAU.copysign(off), Wrapping::Mended),
            None => (0.0, Wrapping::Broken),
        }
    }
}
