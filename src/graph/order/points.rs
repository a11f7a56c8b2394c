//! A root as the function of several of its nodes, at many points side by side.

use super::Order;
use crate::graph::value::Operand;
use crate::ops::{Operation, Rule};

/// Evaluates the root of an order at many points side by side; the nodes keep their data.
#[derive(Debug)]
pub struct Points {
    /// The number of points.
    width: usize,
    /// The data at each point: of the nodes that are given, then of those that depend on them.
    data: Vec<f64>,
    inputs: usize,
    steps: Vec<Step>,
}

/// How one node is computed.
#[derive(Debug)]
struct Step {
    operation: &'static Operation,
    operands: [Place; 2],
}

/// The data of an operand.
#[derive(Debug, Clone, Copy)]
enum Place {
    /// One number for each point, in this row.
    Row(usize),
    /// The same number at every point.
    Constant(f64),
}

/// The number of points for which the data of all nodes stays near the processor.
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
        let mut steps = Vec::new();
        for number in self.forward_numbers().filter(|number| depends[*number]) {
            let node = self.node(number);
            let Some(operation) = node.operation().filter(|_| rows[number].is_none()) else {
                continue;
            };
            let numbers = self.operand_pair(number);
            let place = |index: usize| match numbers[index].and_then(|operand| rows[operand]) {
                Some(row) => Place::Row(row),
                None => Place::Constant(node.both_operands().get(index).map_or(0.0, Operand::data)),
            };
            steps.push(Step { operation, operands: [place(0), place(1)] });
            rows[number] = Some(inputs.len() + steps.len() - 1);
        }
        let all = inputs.len() + steps.len();
        let width = (NUMBERS / all.max(1)).clamp(WIDTHS.0, WIDTHS.1);
        Some(Points { width, data: vec![0.0; all * width], inputs: inputs.len(), steps })
    }
}

impl Points {
    /// The number of points.
    pub fn width(&self) -> usize {
        self.width
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
        }
        &self.data[self.data.len() - width..]
    }
}

impl Step {
    fn compute(&self, before: &[f64], out: &mut [f64]) {
        let width = out.len();
        let row = |row: usize| &before[row * width..][..width];
        match (&self.operation.rule, self.operands) {
            (Rule::Unary { many, .. }, [x, _]) => {
                match x {
                    Place::Row(x) => out.copy_from_slice(row(x)),
                    Place::Constant(x) => out.fill(x),
                }
                (many.forward)(out);
            }
            (Rule::Binary { forward, .. }, [Place::Row(x), Place::Row(y)]) => {
                let operands = row(x).iter().zip(row(y));
                out.iter_mut().zip(operands).for_each(|(out, (x, y))| *out = forward(*x, *y));
            }
            (Rule::Binary { forward, .. }, [Place::Row(x), Place::Constant(y)]) => {
                out.iter_mut().zip(row(x)).for_each(|(out, x)| *out = forward(*x, y));
            }
            (Rule::Binary { forward, .. }, [Place::Constant(x), Place::Row(y)]) => {
                out.iter_mut().zip(row(y)).for_each(|(out, y)| *out = forward(x, *y));
            }
            (Rule::Binary { forward, .. }, [Place::Constant(x), Place::Constant(y)]) => {
                out.fill(forward(x, y));
            }
            // Only orders with rows have folds.
            (Rule::Fold(_), _) => out.fill(f64::NAN),
        }
    }
}
