//! Errors that are drawn at random: those of independent sources, and of leaves by their vectors.

use std::rc::Rc;

use super::{Distribution, ErrorVector, Input, Propagation, RowUncertainties};
use crate::core::graph::Value;
use crate::parts::networks::Random;

/// The same numbers every time, on every machine. Those that make Student's t of normal numbers are apart, so that
/// the normal ones stay the same.
const SEED: u64 = 1;
const SEED_OF_FACTORS: u64 = 2;

/// The errors of one trial.
pub struct Draws<'trials> {
    /// The shared groups, then the inputs.
    runs: Vec<Run>,
    leaves: Vec<DrawnLeaf<'trials>>,
    columns: Vec<DrawnColumn<'trials>>,
    /// The errors of the sources, run by run.
    errors: Vec<f64>,
    normal: Random,
    factors: Random,
}

/// Sources of one group, or of one input.
struct Run {
    /// The index of its first source.
    first: usize,
    count: usize,
    uncertainties: RowUncertainties,
    distribution: Distribution,
    freedom: Option<f64>,
}

/// A leaf of the root that is one number.
struct DrawnLeaf<'trials> {
    leaf: &'trials Value,
    data: f64,
    /// Sources, and how its error depends on theirs.
    parts: Vec<(usize, f64)>,
}

/// A column of the root.
struct DrawnColumn<'trials> {
    leaf: &'trials Value,
    first: usize,
    present: Rc<Vec<f64>>,
}

impl<'trials> Draws<'trials> {
    pub fn new(propagation: &'trials Propagation, is_students: bool) -> Draws<'trials> {
        let vector = &propagation.vector;
        let mut draws = Draws {
            runs: Vec::new(),
            leaves: Vec::new(),
            columns: Vec::new(),
            errors: Vec::new(),
            normal: Random::seeded(SEED),
            factors: Random::seeded(SEED_OF_FACTORS),
        };
        let one = RowUncertainties::Same(1.0);
        for (group, parts) in vector.shared.values() {
            let freedom = group.freedom.filter(|_| is_students);
            draws.add_run(parts.len(), one.clone(), (Distribution::Normal, freedom));
        }
        for input in vector.inputs() {
            let count = if input.blocks().is_some() { 0 } else { input.leaf.rows().unwrap_or(1) };
            let freedom = input.degrees_of_freedom().filter(|_| is_students);
            draws.add_run(count, input.uncertainties(), (input.distribution(), freedom));
        }
        draws.errors = vec![0.0; draws.sources()];
        draws.add_leaves(propagation);
        draws
    }

    fn add_run(
        &mut self,
        count: usize,
        uncertainties: RowUncertainties,
        (distribution, freedom): (Distribution, Option<f64>),
    ) {
        let first = self.sources();
        self.runs.push(Run { first, count, uncertainties, distribution, freedom });
    }

    /// Adds the leaves and columns of the root.
    fn add_leaves(&mut self, propagation: &'trials Propagation) {
        let vector = &propagation.vector;
        for (input, run) in vector.inputs().zip(&self.runs[vector.shared.len()..]) {
            let leaf = &input.leaf;
            match leaf.as_column() {
                _ if input.number.is_none() => {}
                Some(column) => {
                    let (first, present) = (run.first, column.numbers());
                    self.columns.push(DrawnColumn { leaf, first, present });
                }
                None => {
                    let mut parts = Vec::new();
                    for block in input.blocks().into_iter().flatten() {
                        let at = vector.shared.get_index_of(&Rc::as_ptr(&block.group).addr());
                        let first = at.map_or(0, |at| self.runs[at].first);
                        parts.extend((first..).zip(block.parts.iter().map(|part| input.u * part)));
                    }
                    if input.blocks().is_none() {
                        parts.push((run.first, 1.0));
                    }
                    self.leaves.push(DrawnLeaf { leaf, data: leaf.data(), parts });
                }
            }
        }
        for (number, own) in &propagation.solved {
            let leaf = propagation.order.node(*number);
            let parts = self.parts_of(vector, own);
            self.leaves.push(DrawnLeaf { leaf, data: leaf.data(), parts });
        }
    }

    /// How the error of a solved leaf depends on the sources of the root.
    fn parts_of(&self, vector: &ErrorVector, solved: &ErrorVector) -> Vec<(usize, f64)> {
        let shared = solved.shared.iter().filter_map(|(group, (_, parts))| {
            let run = &self.runs[vector.shared.get_index_of(group)?];
            Some((run.first..).zip(parts.iter().copied()))
        });
        let is_own = |input: &Input| input.blocks().is_none();
        let own = solved.inputs.iter().filter(|(_, input)| is_own(input));
        let own = own.filter_map(|(key, input)| {
            let run = &self.runs[vector.shared.len() + vector.inputs.get_index_of(key)?];
            Some((run.first + input.first..).zip(input.slopes.iter().copied()))
        });
        shared.flatten().chain(own.flatten()).collect()
    }

    /// The number of sources.
    pub fn sources(&self) -> usize {
        self.runs.last().map_or(0, |run| run.first + run.count)
    }

    /// The uncertain leaves and columns of the root.
    pub fn leaves_and_columns_of_root(&self) -> Vec<Value> {
        let leaves = self.leaves.iter().map(|drawn| drawn.leaf);
        leaves.chain(self.columns.iter().map(|drawn| drawn.leaf)).cloned().collect()
    }

    /// Draws the errors of a trial, and gives columns their numbers with them.
    pub fn draw(&mut self) {
        for run in &self.runs {
            // What was estimated together is wrong by one factor.
            let factor = |freedom: f64| (freedom / self.factors.chi_squared(freedom)).sqrt();
            let factor = run.freedom.map_or(1.0, factor);
            let errors = &mut self.errors[run.first..run.first + run.count];
            for (row, error) in errors.iter_mut().enumerate() {
                let size = factor * run.uncertainties.at(row);
                *error = size * drawn(&mut self.normal, run.distribution);
            }
        }
        for DrawnColumn { leaf, first, present } in &self.columns {
            let drawn = present.iter().zip(&self.errors[*first..]).map(|(at, by)| at + by);
            set(leaf, Rc::new(drawn.collect()));
        }
    }

    /// The numbers of the leaves, with their errors.
    pub fn numbers(&self) -> impl Iterator<Item = f64> {
        let error = |(source, part): &(usize, f64)| part * self.errors[*source];
        self.leaves.iter().map(move |drawn| drawn.data + drawn.parts.iter().map(error).sum::<f64>())
    }

    /// Returns true if some of the leaves are columns of the root.
    pub fn has_columns(&self) -> bool {
        !self.columns.is_empty()
    }

    /// Gives columns the numbers that they had.
    pub fn restore(&self) {
        self.columns.iter().for_each(|drawn| set(drawn.leaf, Rc::clone(&drawn.present)));
    }
}

fn set(leaf: &Value, numbers: Rc<Vec<f64>>) {
    if let Some(column) = leaf.as_column() {
        column.set_numbers(numbers);
        leaf.recompute();
    }
}

/// A number of a distribution with the standard deviation 1.
fn drawn(random: &mut Random, distribution: Distribution) -> f64 {
    match distribution {
        Distribution::Normal => random.normal(),
        Distribution::Rectangular => 3.0_f64.sqrt() * random.uniform(),
        Distribution::Triangular => 1.5_f64.sqrt() * (random.uniform() + random.uniform()),
    }
}
