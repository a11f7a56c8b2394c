//! What the errors of solved leaves follow: their equations, kept apart from the session's graph.

use std::rc::Rc;

use super::equations::Equations;
use super::implicit::{RootSlopes, follow};
use crate::core::graph::{Copies, Label, Operand, Order, Stop, Value, WeakValue};
use crate::core::ops::SUBTRACT;
use crate::core::session::Session;
use crate::parts::least_squares::Problem;
use crate::parts::rows::{Column, RowGrads};
use crate::parts::uncertainty::Solved;

/// Equations as they were solved, in nodes of their own: what becomes of the session's leaves
/// afterwards does not touch them.
#[derive(Debug)]
pub struct Kept {
    /// The differences of both sides.
    pub nodes: Vec<Value>,
    pub unknowns: Vec<Unknown>,
    pub inputs: Vec<Source>,
    /// The columns without uncertainties that they depend on.
    pub columns: Vec<Source>,
    /// More than that of any solved leaf among the inputs.
    rank: usize,
}

/// A leaf that was solved for.
#[derive(Debug)]
pub struct Unknown {
    leaf: WeakValue,
    /// The leaf that stands for it in the equations.
    pub stand_in: Value,
    /// Its data at the root.
    pub root: f64,
}

/// An uncertain leaf that the equations depend on.
#[derive(Debug)]
pub struct Source {
    pub leaf: Value,
    /// The leaf that stands for it in the equations.
    pub stand_in: Value,
    /// Its data when they were solved.
    pub data: f64,
    /// Of a column its numbers.
    pub numbers: Option<Rc<Vec<f64>>>,
}

/// How unknowns follow the inputs of their equations.
#[derive(Debug)]
pub struct Slopes {
    /// For each unknown, by each input that is one number.
    pub numbers: Vec<Vec<(Value, f64)>>,
    /// For each unknown, by the rows of each input that is a column: the first that counts, from 0,
    /// and its slope and those of the rows after it.
    pub rows: Vec<Vec<(Value, usize, Vec<f64>)>>,
}

/// Newton's steps are over where the next one is this part of the number,
const CLOSE: f64 = 1e-9;
/// and the root is as good as rounding lets it where no step leads on from so near.
const NEAR: f64 = 1e-6;
const MOST_STEPS: usize = 60;
const MOST_HALVINGS: usize = 30;
/// What a step costs beside its nodes, in nodes, and the number of steps to expect.
const STEP: usize = 40;
const USUAL_STEPS: usize = 15;

/// The differences of both sides of equations.
pub fn differences(equations: &[[Operand; 2]]) -> Vec<Value> {
    let difference =
        |sides: &[Operand; 2]| Value::computed(SUBTRACT, sides.clone(), Label::default());
    equations.iter().map(difference).collect()
}

/// Keeps what the errors of these leaves follow, which make these nodes 0; none when they follow
/// nothing uncertain.
pub fn keep_equations(session: &mut Session, nodes: &[Value], leaves: &[Value]) -> Option<Solved> {
    nodes.iter().for_each(|node| session.refresh(node));
    let order = Order::until(session.stop(), nodes);
    let mut copies = Copies::default();
    let (mut inputs, mut columns) = (Vec::new(), Vec::new());
    let mut rank = 0;
    for node in order.nodes() {
        let copy = match node.operation() {
            Some(operation) => {
                let operands = node.both_operands().each_ref().map(|it| copies.of(it));
                let is_fixed = operands.iter().all(|operand| operand.value().is_none());
                if is_fixed {
                    Operand::Constant(node.data())
                } else {
                    Operand::made(operation, operands, Label::default())
                }
            }
            None => {
                let own = session.error_of(node);
                let is_unknown = leaves.contains(node);
                if let Some(column) = node.as_column() {
                    let numbers = column.numbers().to_vec();
                    let column = Column::new(numbers, column.view().clone(), session.budget());
                    Operand::Value(Value::column(column, node.label(), session.budget()))
                } else if is_unknown || own.is_some() {
                    let data = node.data();
                    Operand::Value(Value::counted_leaf(data, node.label(), session.budget()))
                } else {
                    Operand::Constant(node.data())
                }
            }
        };
        let own = session.error_of(node).filter(|_| !leaves.contains(node));
        if let (Operand::Value(stand_in), true) = (&copy, node.is_leaf()) {
            let source = Source {
                leaf: node.clone(),
                stand_in: stand_in.clone(),
                data: node.data(),
                numbers: node.as_column().map(Column::numbers),
            };
            if let Some(own) = own {
                rank = rank.max(own.solved().map_or(0, |solved| solved.rank));
                inputs.push(source);
            } else if node.is_per_row() {
                columns.push(source);
            }
        }
        copies.put(node, copy);
    }
    if inputs.is_empty() || session.work().is_interrupted() {
        return None;
    }
    let copy = |node: &Value| copies.get(node).and_then(Operand::value).cloned();
    let unknown = |leaf: &Value| {
        let (stand_in, root) = (copy(leaf)?, leaf.data());
        Some(Unknown { leaf: leaf.downgrade(), stand_in, root })
    };
    Some(Rc::new(Kept {
        nodes: nodes.iter().map(copy).collect::<Option<_>>()?,
        unknowns: leaves.iter().map(unknown).collect::<Option<_>>()?,
        inputs,
        columns,
        rank: rank + 1,
    }))
}

impl Unknown {
    /// The leaf, while it lives.
    pub fn leaf(&self) -> Option<Value> {
        self.leaf.upgrade()
    }
}

impl Kept {
    /// More than that of what its inputs follow.
    pub fn rank(&self) -> usize {
        self.rank
    }

    /// The number of nodes and numbers that it keeps alive.
    pub fn weight(&self) -> usize {
        let numbers = self.inputs.iter().filter_map(|it| it.numbers.as_ref());
        Order::of(&self.nodes).count() + numbers.map(|it| it.len()).sum::<usize>()
    }

    /// Gives the leaves of the equations the data with which these were solved.
    fn load(&self) {
        self.unknowns.iter().for_each(|unknown| unknown.stand_in.set_data(unknown.root));
        for Source { stand_in, data, numbers, .. } in &self.inputs {
            match (numbers, stand_in.as_column()) {
                (Some(numbers), Some(column)) => {
                    column.set_numbers(Rc::clone(numbers));
                    stand_in.recompute();
                }
                _ => stand_in.set_data(*data),
            }
        }
        Order::of(&self.nodes).forward(0);
    }

    fn equations(&self, stop: &Stop) -> Equations {
        self.load();
        let unknowns = self.unknowns.iter().map(|unknown| unknown.stand_in.clone());
        Equations::new(&self.nodes, unknowns.collect(), stop)
    }

    /// How the unknowns follow the inputs at the root; none where the equations do not tell.
    pub fn slopes(&self, stop: &Stop) -> Option<Slopes> {
        let equations = self.equations(stop);
        let stand_ins: Vec<Value> = self.unknowns.iter().map(|it| it.stand_in.clone()).collect();
        let RootSlopes { slopes, shifts } = follow(&equations, &stand_ins)?;
        let input = |stand_in: &Value| {
            self.inputs.iter().find(|input| input.stand_in.is(stand_in)).map(|it| it.leaf.clone())
        };
        let own = slopes.into_iter().map(|own| {
            own.into_iter().filter_map(|(stand_in, slope)| Some((input(&stand_in)?, slope)))
        });
        let numbers = own.map(Iterator::collect).collect();
        let columns: Vec<&Source> = self.inputs.iter().filter(|it| it.numbers.is_some()).collect();
        let mut rows: Vec<Vec<(Value, usize, Vec<f64>)>> = vec![Vec::new(); shifts.len()];
        if columns.is_empty() {
            return Some(Slopes { numbers, rows });
        }
        for (equation, node) in self.nodes.iter().enumerate() {
            let order = Order::until(stop, [node]);
            let mut grads: Vec<RowGrads> =
                columns.iter().map(|it| RowGrads::of(&it.stand_in)).collect();
            order.backward_passes(&grads).grads(0, &mut Vec::new(), &mut grads);
            for (source, grads) in columns.iter().zip(&grads) {
                let (first, grads) = grads.touched();
                for (own, shifts) in rows.iter_mut().zip(&shifts) {
                    let by = shifts.get(equation).copied().unwrap_or(0.0);
                    let slopes = grads.iter().map(|grad| by * grad).collect();
                    own.push((source.leaf.clone(), first, slopes));
                }
            }
        }
        Some(Slopes { numbers, rows })
    }

    /// Solves the equations again and again, from the root.
    pub fn again(&self, stop: &Stop) -> Again<'_> {
        Again { kept: self, equations: self.equations(stop) }
    }

    /// What it costs to solve them once more, in nodes.
    pub fn work(&self) -> usize {
        let order = Order::of(&self.nodes);
        let rows = order.leaves().filter_map(Value::rows).max().unwrap_or(1);
        USUAL_STEPS * order.count().saturating_mul(rows).saturating_add(STEP)
    }
}

/// Equations that are solved with other inputs.
pub struct Again<'kept> {
    pub kept: &'kept Kept,
    equations: Equations,
}

impl Again<'_> {
    /// Newton's step from where the equations were evaluated last.
    fn step(&mut self, at: &[f64]) -> Option<Vec<f64>> {
        if at.len() > 1 {
            return self.equations.triangle(at)?.step();
        }
        let gap = self.equations.gaps().next()?;
        Some(vec![-gap / self.equations.slope()]).filter(|step| step[0].is_finite())
    }

    /// The unknowns for the inputs' present data, by Newton's steps from the root, halved while they
    /// lead nowhere; none where these do not settle.
    pub fn solve(&mut self) -> Option<Vec<f64>> {
        let roots: Vec<f64> = self.kept.unknowns.iter().map(|unknown| unknown.root).collect();
        let mut at = roots.clone();
        let mut norm = self.equations.norm(&at);
        for _ in 0..MOST_STEPS {
            if norm == 0.0 {
                return Some(at);
            }
            if !norm.is_finite() {
                return None;
            }
            let step = self.step(&at)?;
            let is_within = |part: f64| {
                let sizes = at.iter().zip(&roots).map(|(at, root)| at.abs().max(root.abs()));
                step.iter().zip(sizes).all(|(by, size)| by.abs() <= part * size)
            };
            let [is_close, is_near] = [CLOSE, NEAR].map(is_within);
            let moved = |part: f64| -> Vec<f64> {
                at.iter().zip(&step).map(|(at, by)| at + part * by).collect()
            };
            if is_close {
                return Some(moved(1.0));
            }
            let parts = (0..MOST_HALVINGS).map(|halvings| 0.5_f64.powi(halvings as i32));
            let lower = parts.map(moved).find_map(|there| {
                let new = self.equations.norm(&there);
                (new < norm).then_some((there, new))
            });
            match lower {
                Some(lower) => (at, norm) = lower,
                None if is_near => return Some(at),
                None => return None,
            }
        }
        None
    }
}
