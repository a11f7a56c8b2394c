//! The rows of `Y - F` as residuals that depend on leaves.

use std::rc::Rc;

use crate::core::graph::{Observer, Progress};
use crate::core::graph::{Order, Stop, Value};
use crate::core::ops::is_nothing;
use crate::parts::least_squares::{Problem, Triangle, dot, norm};
use crate::parts::rows::{Program, Sweep};

/// A per-row node whose squares are to add up to as little as possible, as leaves move. The leaves themselves
/// keep their numbers.
pub struct Residuals {
    sweep: Sweep,
    /// What the numbers that per-row nodes use get from the leaves.
    inputs: Vec<Input>,
    /// The numbers that per-row nodes use.
    numbers: Vec<f64>,
    /// Those of these numbers that are computed from leaves.
    program: Option<Program>,
    /// The uncertainties of the rows, by which they are divided; none where all weigh the same.
    uncertainties: Option<Rc<Vec<f64>>>,
    leaves: Vec<Value>,
    /// The number of leaves, all of them at the front, in which the node is linear together.
    linear: usize,
    /// A block of the Jacobian, column by column, with the residuals last.
    block: Vec<f64>,
    sizes: Sizes,
    stop: Stop,
    /// Who is told of the steps.
    pub observer: Option<Observer>,
    steps: u64,
    /// The least norm after a step.
    lowest: f64,
}

/// How large rows are.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sizes {
    /// The norm.
    pub norm: f64,
    /// The norm around their mean.
    pub spread: f64,
}

impl Sizes {
    /// The same in other units.
    pub fn in_units(self, unit: f64) -> Sizes {
        Sizes { norm: self.norm / unit, spread: self.spread / unit }
    }
}

/// A number that per-row nodes use.
#[derive(Clone, Copy)]
enum Input {
    /// It depends on no leaf that moves.
    Fixed,
    /// It is the leaf of this index.
    Leaf(usize),
    /// It is computed: the node of this number in the program.
    Computed(usize),
}

impl Residuals {
    /// The residuals that a node has in its rows as these leaves move, each in units of its
    /// uncertainties; `sizes` are those of what they are differences of. None when it is stopped.
    pub fn new(
        (node, uncertainties): (&Value, Option<Rc<Vec<f64>>>),
        leaves: Vec<Value>,
        sizes: Sizes,
        stop: &Stop,
    ) -> Option<Residuals> {
        let order = Order::until(stop, [node]);
        let mut linear: Vec<Value> = Vec::new();
        let mut others: Vec<Value> = Vec::new();
        for leaf in leaves {
            linear.push(leaf);
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
        let between = Order::until(stop, sweep.inputs().iter().filter(is_computed));
        let input = |input: &Value| match leaves.iter().position(|leaf| leaf.is(input)) {
            Some(place) => Input::Leaf(place),
            None if moves(input) => between.number_of(input).map_or(Input::Fixed, Input::Computed),
            None => Input::Fixed,
        };
        Some(Residuals {
            inputs: sweep.inputs().iter().map(input).collect(),
            numbers: sweep.inputs().iter().map(Value::data).collect(),
            program: Program::of_every_node(&between, &leaves),
            sweep,
            uncertainties,
            leaves,
            linear: count,
            block: Vec::new(),
            sizes,
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

    /// How each input changes with each leaf: input, leaf, slope.
    fn slopes(&mut self) -> Vec<(usize, usize, f64)> {
        let mut slopes = Vec::new();
        for (input, how) in self.inputs.iter().enumerate() {
            match (how, &mut self.program) {
                (Input::Leaf(leaf), _) => slopes.push((input, *leaf, 1.0)),
                (Input::Computed(node), Some(program)) => {
                    program.backward_from_node(*node);
                    let grads = program.grads().iter().enumerate();
                    let reached = grads.filter(|(_, slope)| !is_nothing(**slope));
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
        let Residuals { sweep, uncertainties, block, stop, .. } = self;
        let rows = 0..sweep.rows();
        let is_whole = sweep.read(rows, stop, |numbers| {
            all = all.hypot(match uncertainties {
                None => norm(numbers),
                Some(us) => {
                    block.clear();
                    block.extend(numbers.iter().zip(&us[first..]).map(|(it, u)| it / u));
                    norm(block)
                }
            });
            first += numbers.len();
        });
        if is_whole { all } else { f64::NAN }
    }

    /// Hands on the derivatives of blocks of rows by the leaves, column by column, then the rows and how
    /// many they are; false when it was stopped.
    fn each_block(&mut self, mut take: impl FnMut(&mut [f64], usize)) -> bool {
        let (size, slopes) = (self.leaves.len(), self.slopes());
        let Residuals { sweep, uncertainties, block, stop, .. } = self;
        let is_branched = sweep.is_branched();
        sweep.linearize(stop, |linear| {
            let rows = linear.numbers.len();
            block.clear();
            block.resize(size * rows, 0.0);
            for (input, leaf, slope) in &slopes {
                let column = &mut block[leaf * rows..][..rows];
                let own = linear.slopes(*input).iter();
                if is_branched {
                    // What no live path reaches depends on nothing, whatever is below it.
                    let reached = column.iter_mut().zip(own).filter(|(_, by)| !is_nothing(**by));
                    reached.for_each(|(it, by)| *it += by * slope);
                } else {
                    column.iter_mut().zip(own).for_each(|(it, by)| *it += by * slope);
                }
            }
            block.extend_from_slice(linear.numbers);
            if let Some(us) = uncertainties {
                let us = &us[linear.first..][..rows];
                for column in block.chunks_exact_mut(rows) {
                    column.iter_mut().zip(us).for_each(|(it, u)| *it /= u);
                }
            }
            take(block, rows);
        })
    }
}

impl Problem for Residuals {
    fn rows(&self) -> usize {
        self.sweep.rows()
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
        let mut triangle = Triangle::new(self.leaves.len());
        let is_whole = self.each_block(|block, rows| triangle.absorb(block, rows));
        is_whole.then_some(triangle)
    }

    fn moved(&mut self, triangle: &Triangle, at: &[f64]) -> Option<Triangle> {
        self.load(at);
        let size = self.leaves.len();
        let (mut grads, mut all) = (vec![0.0; size], 0.0);
        let mut add = |block: &mut [f64], rows: usize| {
            let (columns, residuals) = block.split_at(size * rows);
            let columns = columns.chunks_exact(rows);
            grads
                .iter_mut()
                .zip(columns)
                .for_each(|(grad, column)| *grad += dot(column, residuals));
            all = f64::hypot(all, norm(residuals));
        };
        let is_whole = self.each_block(&mut add);
        triangle.with_grads(grads, all).filter(|_| is_whole)
    }

    fn rounding(&self) -> f64 {
        f64::EPSILON * self.sizes.norm
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
