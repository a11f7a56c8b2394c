//! The rows of `Y - F` as residuals that depend on leaves.

use std::rc::Rc;

use crate::core::graph::{Observer, Order, Progress, Stop, Value};
use crate::core::ops::is_no_path;
use crate::parts::least_squares::{Problem, Triangle, norm};
use crate::parts::rows::{Program, Sweep};

/// A per-row node whose squares are to add up to as little as possible, as leaves move. The leaves themselves
/// keep their numbers.
pub struct Residuals {
    sweep: Sweep,
    /// The source of each number that per-row nodes use: a leaf or the program.
    inputs: Vec<Input>,
    /// The numbers that per-row nodes use.
    numbers: Vec<f64>,
    /// The program that computes such numbers from leaves.
    program: Option<Program>,
    /// The weights of the rows, and the rows left out.
    pub rows: Rows,
    leaves: Vec<Value>,
    /// The number of leaves, all of them at the front, in which the node is linear together.
    linear: usize,
    /// A block of the Jacobian, column by column, with the residuals last.
    block: Vec<f64>,
    stop: Stop,
    /// The observer of the steps.
    pub observer: Option<Observer>,
    steps: u64,
    /// The least norm after a step.
    lowest: f64,
}

/// The weights of rows, and the rows left out.
#[derive(Debug, Clone, Default)]
pub struct Rows {
    /// The uncertainties, by which rows are divided; `None` if all rows weigh the same.
    pub uncertainties: Option<Rc<Vec<f64>>>,
    /// The rows that do not count, from 0 and in order.
    pub left_out: Vec<usize>,
    /// The norm of the data.
    pub norm: f64,
    /// The norm of the data around their mean.
    pub spread: f64,
}

impl Rows {
    /// Measures numbers of rows from the first on; those of rows left out become 0.
    fn measure(&self, first: usize, numbers: &mut [f64]) {
        if let Some(us) = &self.uncertainties {
            numbers.iter_mut().zip(&us[first..]).for_each(|(it, u)| *it /= u);
        }
        let from = self.left_out.partition_point(|row| *row < first);
        for row in &self.left_out[from..] {
            match numbers.get_mut(row - first) {
                Some(number) => *number = 0.0,
                None => break,
            }
        }
    }
}

/// A number that per-row nodes use.
#[derive(Clone, Copy)]
enum Input {
    /// The number depends on no leaf that moves.
    Fixed,
    /// The leaf of this index.
    Leaf(usize),
    /// The node of this number in the program.
    Computed(usize),
}

impl Residuals {
    /// The residuals that a node has in its rows as these leaves move; `None` when it is stopped.
    pub fn new(node: &Value, rows: Rows, leaves: &[Value], stop: &Stop) -> Option<Residuals> {
        let order = Order::until(stop, [node]);
        let mut linear: Vec<Value> = Vec::new();
        let mut others: Vec<Value> = Vec::new();
        for leaf in leaves {
            linear.push(leaf.clone());
            if !order.is_affine_in_all(&linear) {
                others.extend(linear.pop());
            }
        }
        let count = linear.len();
        let leaves: Vec<Value> = linear.into_iter().chain(others).collect();
        let numbers: Vec<usize> = leaves.iter().filter_map(|leaf| order.number_of(leaf)).collect();
        let depends = order.dependents(&numbers);
        let moves = |input: &Value| order.number_of(input).is_some_and(|number| depends[number]);
        let sweep = Sweep::by_row(node, moves)?;
        let is_computed = |input: &&Value| moves(input) && !leaves.contains(input);
        let between = Order::until(stop, sweep.inputs.iter().filter(is_computed));
        let input = |input: &Value| match leaves.iter().position(|leaf| leaf.is(input)) {
            Some(place) => Input::Leaf(place),
            None if moves(input) => between.number_of(input).map_or(Input::Fixed, Input::Computed),
            None => Input::Fixed,
        };
        Some(Residuals {
            inputs: sweep.inputs.iter().map(input).collect(),
            numbers: sweep.inputs.iter().map(Value::data).collect(),
            program: Program::of_every_node(&between, &leaves),
            sweep,
            rows,
            leaves,
            linear: count,
            block: Vec::new(),
            stop: stop.clone(),
            observer: None,
            steps: 0,
            lowest: f64::INFINITY,
        })
    }

    /// The leaves, those first in which the residuals are linear.
    pub fn leaves(&self) -> &[Value] {
        &self.leaves
    }

    /// Gives the leaves numbers.
    fn load(&mut self, at: &[f64]) {
        let Residuals { program, inputs, numbers, sweep, .. } = self;
        if let Some(program) = program {
            program.put(at.iter().copied());
            program.forward();
        }
        for (input, number) in inputs.iter().zip(&mut *numbers) {
            let moved = match input {
                Input::Fixed => None,
                Input::Leaf(leaf) => at.get(*leaf).copied(),
                Input::Computed(node) => program.as_ref().and_then(|it| it.data_of(*node)),
            };
            *number = moved.unwrap_or(*number);
        }
        sweep.load(numbers.iter().copied());
    }

    /// The derivative of each input by each leaf: input, leaf, slope.
    fn slopes(&mut self) -> Vec<(usize, usize, f64)> {
        let mut slopes = Vec::new();
        for (input, how) in self.inputs.iter().enumerate() {
            match (how, &mut self.program) {
                (Input::Leaf(leaf), _) => slopes.push((input, *leaf, 1.0)),
                (Input::Computed(node), Some(program)) => {
                    program.backward_from_node(*node);
                    let grads = program.grads().iter().enumerate();
                    let reached = grads.filter(|(_, slope)| !is_no_path(**slope));
                    slopes.extend(reached.map(|(leaf, slope)| (input, leaf, *slope)));
                }
                _ => {}
            }
        }
        slopes
    }

    /// The root of the sum of squares of the rows; not a number when it was stopped.
    fn norm_here(&mut self) -> f64 {
        let (mut all, mut first): (f64, usize) = (0.0, 0);
        let Residuals { sweep, rows, block, stop, .. } = self;
        let is_whole = sweep.read(0..sweep.rows, stop, |numbers| {
            block.clear();
            block.extend_from_slice(numbers);
            rows.measure(first, block);
            all = all.hypot(norm(block));
            first += numbers.len();
        });
        if is_whole { all } else { f64::NAN }
    }
}

impl Problem for Residuals {
    fn rows(&self) -> usize {
        self.sweep.rows - self.rows.left_out.len()
    }

    fn linear(&self) -> usize {
        self.linear
    }

    fn norm(&mut self, at: &[f64]) -> f64 {
        self.load(at);
        self.norm_here()
    }

    fn triangle(&mut self, at: &[f64]) -> Option<Triangle> {
        self.load(at);
        let (size, slopes) = (self.leaves.len(), self.slopes());
        let mut triangle = Triangle::new(size);
        let Residuals { sweep, rows: all, block, stop, .. } = self;
        let is_branched = sweep.branched;
        let is_whole = sweep.linearize(stop, |linear| {
            let rows = linear.numbers.len();
            block.clear();
            block.resize(size * rows, 0.0);
            for (input, leaf, slope) in &slopes {
                let column = &mut block[leaf * rows..][..rows];
                let own = linear.slopes(*input).iter();
                if is_branched {
                    // A node on no live path depends on nothing.
                    let reached = column.iter_mut().zip(own).filter(|(_, by)| !is_no_path(**by));
                    reached.for_each(|(it, by)| *it += by * slope);
                } else {
                    column.iter_mut().zip(own).for_each(|(it, by)| *it += by * slope);
                }
            }
            block.extend_from_slice(linear.numbers);
            block.chunks_exact_mut(rows).for_each(|column| all.measure(linear.first, column));
            triangle.absorb(block, rows);
        });
        is_whole.then_some(triangle)
    }

    fn rounding(&self) -> f64 {
        f64::EPSILON * self.rows.norm
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_set()
    }

    fn observe(&mut self, norm: f64) {
        self.steps += 1;
        self.lowest = self.lowest.min(norm);
        if let Some(observer) = &mut self.observer {
            let (name, data) = ("sum of squares", self.lowest * self.lowest);
            observer.tell(Progress::At { step: self.steps, steps: None, name, data });
        }
    }
}
