//! A root as the function of several of its nodes, at many points side by side.

use std::f64::consts::{PI, TAU};

use super::Order;
use crate::graph::value::{Operand, Value};
use crate::ops::{ADD, ATAN2, DIVIDE, MULTIPLY, NEGATE, Operation, Rule, SUBTRACT};

/// Evaluates the root of an order at many points side by side; the nodes keep their data.
#[derive(Debug)]
pub struct Points {
    /// The number of points.
    width: usize,
    /// The data at each point: of the nodes that are given, then of those that depend on them.
    data: Vec<f64>,
    inputs: usize,
    steps: Vec<Step>,
    wrapping: Wrapping,
}

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

impl Wrapping {
    /// Tells whether an angle lies on the other side of the jump.
    pub fn is_far(angle: f64, present: f64) -> bool {
        (angle - present).abs() > PI
    }
}

/// How one node is computed.
#[derive(Debug)]
struct Step {
    operation: &'static Operation,
    operands: [PointSource; 2],
    angle: Option<Angle>,
}

/// What is known of an angle.
#[derive(Debug, Clone, Copy)]
struct Angle {
    present: f64,
    /// True if the root follows it in a straight line.
    is_straight: bool,
}

/// The data of an operand.
#[derive(Debug, Clone, Copy)]
enum PointSource {
    /// One number for each point, in this row.
    Row(usize),
    /// The same number at every point.
    Constant(f64),
}

/// The number of points for which the data of all nodes stays in the cache.
const NUMBERS: usize = 1 << 15;
const WIDTHS: (usize, usize) = (8, 512);

impl Order {
    /// Makes the root a function of the nodes with these numbers, of which it is one or depends on
    /// one. None if it has rows, which are not evaluated at points.
    pub fn at_points(&self, inputs: &[usize]) -> Option<Points> {
        if self.has_rows() {
            return None;
        }
        let depends = self.dependents(inputs);
        let mut rows: Vec<Option<usize>> = vec![None; self.count()];
        for (row, number) in inputs.iter().enumerate() {
            rows[*number] = Some(row);
        }
        let is_straight = self.is_straight_from(&depends);
        let mut steps = Vec::new();
        for number in self.forward_numbers().filter(|number| depends[*number]) {
            let node = self.node(number);
            let Some(operation) = node.operation().filter(|_| rows[number].is_none()) else {
                continue;
            };
            let numbers = self.operand_pair(number);
            let place = |index: usize| match numbers[index].and_then(|operand| rows[operand]) {
                Some(row) => PointSource::Row(row),
                None => PointSource::Constant(
                    node.both_operands().get(index).map_or(0.0, Operand::data),
                ),
            };
            let angle = operation
                .is(ATAN2)
                .then(|| Angle { present: node.data(), is_straight: is_straight[number] });
            steps.push(Step { operation, operands: [place(0), place(1)], angle });
            rows[number] = Some(inputs.len() + steps.len() - 1);
        }
        let all = inputs.len() + steps.len();
        let width = (NUMBERS / all.max(1)).clamp(WIDTHS.0, WIDTHS.1);
        let (data, wrapping) = (vec![0.0; all * width], Wrapping::None);
        Some(Points { width, data, inputs: inputs.len(), steps, wrapping })
    }

    /// The nodes that are angles of `atan2`, one number each, with their data.
    pub fn angles(&self) -> Vec<(Value, f64)> {
        let is_angle = |node: &&Value| {
            !node.is_per_row() && node.operation().is_some_and(|operation| operation.is(ATAN2))
        };
        self.nodes().iter().filter(is_angle).map(|it| (it.clone(), it.data())).collect()
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

impl Points {
    /// The number of points.
    pub fn width(&self) -> usize {
        self.width
    }

    /// What has become of angles at all points so far.
    pub fn wrapping(&self) -> Wrapping {
        self.wrapping
    }

    /// The number of nodes that have other data at other points.
    pub fn nodes(&self) -> usize {
        self.inputs + self.steps.len()
    }

    /// The data of the given nodes, to be filled: of the first at each point, then of the next.
    pub fn inputs(&mut self) -> &mut [f64] {
        &mut self.data[..self.inputs * self.width]
    }

    /// The root's data at each point.
    pub fn roots(&mut self) -> &[f64] {
        let width = self.width;
        for (row, step) in (self.inputs..).zip(&self.steps) {
            let (before, rest) = self.data.split_at_mut(row * width);
            step.compute(before, &mut rest[..width]);
            if let Some(angle) = step.angle {
                angle.mend(&mut rest[..width], &mut self.wrapping);
            }
        }
        &self.data[self.data.len() - width..]
    }
}

impl Angle {
    fn mend(self, angles: &mut [f64], wrapping: &mut Wrapping) {
        for angle in angles.iter_mut().filter(|it| Wrapping::is_far(**it, self.present)) {
            if self.is_straight {
                *angle -= (*angle - self.present).signum() * TAU;
                *wrapping = (*wrapping).max(Wrapping::Mended);
            } else {
                *wrapping = Wrapping::Broken;
            }
        }
    }
}

impl Step {
    fn compute(&self, before: &[f64], out: &mut [f64]) {
        let width = out.len();
        let row = |row: usize| &before[row * width..][..width];
        match (&self.operation.rule, self.operands) {
            (Rule::Unary { many, .. }, [PointSource::Row(x), _]) => (many.forward)(row(x), out),
            (Rule::Unary { forward, .. }, [PointSource::Constant(x), _]) => out.fill(forward(x)),
            (Rule::Binary { forward, .. }, [PointSource::Row(x), PointSource::Row(y)]) => {
                let operands = row(x).iter().zip(row(y));
                out.iter_mut().zip(operands).for_each(|(out, (x, y))| *out = forward(*x, *y));
            }
            (Rule::Binary { forward, .. }, [PointSource::Row(x), PointSource::Constant(y)]) => {
                out.iter_mut().zip(row(x)).for_each(|(out, x)| *out = forward(*x, y));
            }
            (Rule::Binary { forward, .. }, [PointSource::Constant(x), PointSource::Row(y)]) => {
                out.iter_mut().zip(row(y)).for_each(|(out, y)| *out = forward(x, *y));
            }
            (
                Rule::Binary { forward, .. },
                [PointSource::Constant(x), PointSource::Constant(y)],
            ) => {
                out.fill(forward(x, y));
            }
            // Only orders with rows have folds.
            (Rule::Fold(_), _) => out.fill(f64::NAN),
        }
    }
}
