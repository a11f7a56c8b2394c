//! Errors that are drawn at random: those of independent sources, and of leaves by their vectors.

use std::ops::Range;
use std::rc::Rc;

use foldhash::fast::RandomState;
use indexmap::IndexMap;

use super::{Distribution, ErrorVector, Propagation, RowUncertainties};
use crate::core::graph::Value;
use crate::core::session::Session;
use crate::parts::networks::Random;

/// The same numbers every time, on every machine. Those that make Student's t of normal numbers are apart, so that
/// the normal ones stay the same.
const SEED: u64 = 1;
const SEED_OF_FACTORS: u64 = 2;

/// The errors of one trial.
pub struct Draws<'trials> {
    /// The shared sources, then the inputs.
    runs: Vec<Run>,
    /// The degrees of freedom of estimates, and the factor by which each is wrong.
    estimates: IndexMap<*const f64, (f64, f64), RandomState>,
    leaves: Vec<DrawnLeaf<'trials>>,
    pub columns: Vec<DrawnColumn<'trials>>,
    /// The errors of the sources, run by run.
    errors: Vec<f64>,
    normal: Random,
    factors: Random,
}

/// A shared source, or those of one input.
struct Run {
    /// The indices of its sources.
    sources: Range<usize>,
    uncertainties: RowUncertainties,
    distribution: Distribution,
    /// The index of the estimate.
    estimate: Option<usize>,
}

/// A leaf of the root that is one number.
struct DrawnLeaf<'trials> {
    leaf: &'trials Value,
    data: f64,
    /// Sources, and how its error depends on theirs.
    parts: Vec<(usize, f64)>,
}

/// A column of the root.
pub struct DrawnColumn<'trials> {
    leaf: &'trials Value,
    first: usize,
    present: Rc<Vec<f64>>,
}

impl<'trials> Draws<'trials> {
    pub fn new(
        session: &Session,
        propagation: &'trials Propagation,
        is_students: bool,
    ) -> Draws<'trials> {
        let vector = &propagation.vector;
        let mut draws = Draws {
            runs: Vec::new(),
            estimates: IndexMap::default(),
            leaves: Vec::new(),
            columns: Vec::new(),
            errors: Vec::new(),
            normal: Random::seeded(SEED),
            factors: Random::seeded(SEED_OF_FACTORS),
        };
        let unit = || (RowUncertainties::Same(1.0), Distribution::Normal);
        let shared = vector.shared.values().map(|(source, _)| (1, unit(), &source.freedom));
        let inputs = vector.inputs().map(|input| {
            let count = if input.shared().is_some() { 0 } else { input.leaf.rows().unwrap_or(1) };
            (count, (input.uncertainties(), input.distribution()), &input.error.freedom)
        });
        for (count, (uncertainties, distribution), freedom) in shared.chain(inputs) {
            let estimate = freedom.as_ref().filter(|_| is_students).map(|freedom| {
                draws.estimates.insert_full(Rc::as_ptr(freedom), (**freedom, 1.0)).0
            });
            let first = draws.sources();
            let sources = first..first + count;
            draws.runs.push(Run { sources, uncertainties, distribution, estimate });
        }
        draws.errors = vec![0.0; draws.sources()];
        draws.add_leaves(session, propagation);
        draws
    }

    /// Adds the leaves and columns of the root.
    fn add_leaves(&mut self, session: &Session, propagation: &'trials Propagation) {
        let vector = &propagation.vector;
        for number in &propagation.leaves {
            let leaf = propagation.order.node(*number);
            let own = session.error_vector(leaf);
            let Some(column) = leaf.as_column() else {
                let parts = self.parts_of(vector, &own);
                self.leaves.push(DrawnLeaf { leaf, data: leaf.data(), parts });
                continue;
            };
            let key = own.inputs.keys().next();
            if let Some(at) = key.and_then(|key| vector.inputs.get_index_of(key)) {
                let first = self.runs[vector.shared.len() + at].sources.start;
                self.columns.push(DrawnColumn { leaf, first, present: column.numbers() });
            }
        }
    }

    /// How the error of a leaf depends on the sources of the root.
    fn parts_of(&self, vector: &ErrorVector, leaf: &ErrorVector) -> Vec<(usize, f64)> {
        let shared = leaf.shared.iter();
        let shared = shared
            .filter_map(|(source, (_, part))| Some((vector.shared.get_index_of(source)?, *part)));
        let own = leaf.inputs.iter().filter(|(_, input)| input.shared().is_none());
        let own = own.filter_map(|(key, input)| {
            let run = &self.runs[vector.shared.len() + vector.inputs.get_index_of(key)?];
            Some((run.sources.start + input.first..).zip(input.slopes().iter().copied()))
        });
        shared.chain(own.flatten()).collect()
    }

    /// The number of sources.
    pub fn sources(&self) -> usize {
        self.runs.last().map_or(0, |run| run.sources.end)
    }

    /// The uncertain leaves and columns of the root.
    pub fn leaves_and_columns_of_root(&self) -> Vec<Value> {
        let leaves = self.leaves.iter().map(|drawn| drawn.leaf);
        leaves.chain(self.columns.iter().map(|drawn| drawn.leaf)).cloned().collect()
    }

    /// Draws the errors of a trial, and gives columns their numbers with them.
    pub fn draw(&mut self) {
        for (freedom, factor) in self.estimates.values_mut() {
            *factor = (*freedom / self.factors.chi_squared(*freedom)).sqrt();
        }
        for run in &self.runs {
            let factor = run.estimate.map_or(1.0, |estimate| self.estimates[estimate].1);
            let errors = &mut self.errors[run.sources.clone()];
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
