//! Errors of uncertain leaves, drawn at random, and what solved leaves make of them.

use std::rc::Rc;

use super::covariance::Member;
use super::degrees_of_freedom::Freedom;
use super::propagation::{Input, Propagation};
use super::row_uncertainties::RowUncertainties;
use crate::core::graph::{Stop, Value};
use crate::core::language::Distribution;
use crate::parts::least_squares::add_times;
use crate::parts::networks::Random;
use crate::parts::rows::Column;
use crate::parts::solve::{Again, Unknown};

/// The same numbers every time, on every machine; those that make Student's t of normal ones are apart,
/// so that these stay the same.
const SEED: u64 = 1;
const SEED_OF_FACTORS: u64 = 2;

/// Errors for several trials at a time.
pub struct Draws<'trials> {
    propagation: &'trials Propagation,
    /// The inputs that are one number.
    inputs: Vec<&'trials Input>,
    /// The inputs that are columns.
    pub columns: Vec<Drawn<'trials>>,
    /// The degrees of freedom that some of the errors have, each once; none for normal errors.
    freedoms: Vec<&'trials Freedom>,
    links: Vec<Link<'trials>>,
    /// The leaves that have errors: the inputs, then those that the links solve for.
    leaves: Vec<Value>,
    /// The places in that list of those that the root depends on itself, and their numbers there.
    placed: Vec<(usize, usize)>,
    /// Their data before the trials.
    present: Vec<f64>,
    /// A row of errors for each leaf.
    errors: Vec<f64>,
    /// Whether equations had no root, trial by trial.
    is_lost: Vec<bool>,
    normal: Random,
    factors: Random,
}

/// Equations that are solved in each trial.
struct Link<'trials> {
    again: Again<'trials>,
    /// The places of the inputs among the leaves; of a column among the columns.
    inputs: Vec<Option<usize>>,
    /// The place of the first unknown among the leaves.
    first: usize,
}

impl<'trials> Draws<'trials> {
    pub fn new(
        propagation: &'trials Propagation,
        stop: &Stop,
        is_students: bool,
    ) -> Draws<'trials> {
        let inputs: Vec<&Input> =
            propagation.inputs.iter().filter(|input| input.rows.is_none()).collect();
        let columns: Vec<Drawn<'_>> =
            propagation.inputs.iter().filter_map(|it| Drawn::of(it, propagation)).collect();
        let mut freedoms: Vec<&Freedom> = Vec::new();
        for freedom in inputs.iter().filter_map(|input| input.freedom.as_ref()) {
            if is_students && !freedoms.iter().any(|it| it.is(freedom)) {
                freedoms.push(freedom);
            }
        }
        let mut leaves: Vec<Value> = inputs.iter().map(|input| input.leaf.clone()).collect();
        let mut links = Vec::new();
        for kept in &propagation.through {
            // What was solved for last stands for a leaf.
            let place = |leaf: &Value| leaves.iter().rposition(|it| it == leaf);
            let column = |leaf: &Value| columns.iter().position(|it| it.leaf == leaf);
            let source = |leaf: &Value| place(leaf).or_else(|| column(leaf));
            let sources = kept.inputs.iter().map(|input| source(&input.leaf)).collect();
            links.push(Link { again: kept.again(stop), inputs: sources, first: leaves.len() });
            // One that is gone cannot be in the root.
            let unknown = |it: &Unknown| it.leaf().unwrap_or_else(|| it.stand_in.clone());
            leaves.extend(kept.unknowns.iter().map(unknown));
        }
        let number = |(place, leaf): (usize, &Value)| {
            let is_last =
                links.is_empty() || leaves.iter().rposition(|it| it == leaf) == Some(place);
            Some((place, propagation.order.number_of(leaf).filter(|_| is_last)?))
        };
        let placed = leaves.iter().enumerate().filter_map(number).collect();
        Draws {
            propagation,
            inputs,
            columns,
            freedoms,
            links,
            placed,
            present: leaves.iter().map(Value::data).collect(),
            leaves,
            errors: Vec::new(),
            is_lost: Vec::new(),
            normal: Random::seeded(SEED),
            factors: Random::seeded(SEED_OF_FACTORS),
        }
    }

    /// The numbers in the order of the root of the leaves that are drawn.
    pub fn numbers(&self) -> Vec<usize> {
        self.placed.iter().map(|(_, number)| *number).collect()
    }

    /// These leaves.
    pub fn leaves_of_root(&self) -> Vec<Value> {
        self.placed.iter().filter_map(|(place, _)| self.leaves.get(*place)).cloned().collect()
    }

    /// What a trial costs beside the root's nodes, in nodes.
    pub fn work(&self) -> usize {
        self.links.iter().map(|link| link.again.kept.work()).fold(0, usize::saturating_add)
    }

    /// In how many of the first trials drawn equations had no root.
    pub fn lost(&self, trials: usize) -> usize {
        self.is_lost.iter().take(trials).filter(|is_lost| **is_lost).count()
    }

    /// Fills a row for a leaf of the root, of this index, with its data and errors; nan where there is
    /// no root.
    pub fn fill(&self, leaf: usize, row: &mut [f64]) {
        let Some((place, _)) = self.placed.get(leaf) else { return };
        let errors = self.errors.chunks(row.len().max(1)).nth(*place).unwrap_or_default();
        row.fill(self.present.get(*place).copied().unwrap_or(f64::NAN));
        add_times(row, 1.0, errors);
        for (it, _) in row.iter_mut().zip(&self.is_lost).filter(|(_, is_lost)| **is_lost) {
            *it = f64::NAN;
        }
    }

    /// Draws the errors of so many trials.
    pub fn draw(&mut self, width: usize) {
        self.errors = vec![0.0; self.leaves.len() * width];
        self.draw_inputs(width);
        self.spread_as_students(width);
        for column in &mut self.columns {
            column.draw(&mut self.normal);
        }
        // Without equations there are none that have no root.
        self.is_lost.clear();
        if !self.links.is_empty() {
            self.is_lost.resize(width, false);
            (0..width).for_each(|trial| self.solve(trial, width));
        }
    }

    fn draw_inputs(&mut self, width: usize) {
        let Draws { propagation, inputs, errors: rows, normal, .. } = self;
        // The errors of each group's sources, source by source.
        let groups: Vec<Vec<f64>> = propagation
            .groups
            .values()
            .map(|(group, _)| errors(normal, group.correlations.sources() * width))
            .collect();
        for (input, row) in inputs.iter().zip(rows.chunks_mut(width)) {
            let u = input.u;
            let Some(Member { group, index }) = &input.member else {
                fill(normal, row, (input.leaf.data(), u), input.distribution());
                continue;
            };
            let place = propagation.groups.get_index_of(&Rc::as_ptr(group).addr());
            let errors = place.and_then(|place| groups.get(place)).map_or(&[][..], |it| it);
            for (loading, errors) in
                group.correlations.loadings(*index).iter().zip(errors.chunks(width))
            {
                add_times(row, u * loading, errors);
            }
        }
    }

    /// Makes those errors that have degrees of freedom those of Student's t: what was estimated
    /// together is wrong by one factor.
    fn spread_as_students(&mut self, width: usize) {
        for freedom in &self.freedoms {
            let number = freedom.number();
            let factors: Vec<f64> =
                (0..width).map(|_| (number / self.factors.chi_squared(number)).sqrt()).collect();
            for (input, row) in self.inputs.iter().zip(self.errors.chunks_mut(width)) {
                if input.freedom.as_ref().is_some_and(|own| own.is(freedom)) {
                    row.iter_mut().zip(&factors).for_each(|(it, factor)| *it *= factor);
                }
            }
        }
    }

    /// Solves the equations of one trial.
    fn solve(&mut self, trial: usize, width: usize) {
        let Draws { links, errors, columns, .. } = self;
        for Link { again, inputs, first } in links {
            for (source, place) in again.kept.inputs.iter().zip(inputs) {
                let Some(place) = place else { continue };
                match (&source.numbers, columns.get(*place)) {
                    (Some(numbers), Some(drawn)) => drawn.put_into(&source.stand_in, numbers),
                    (None, _) => {
                        let error = errors.get(*place * width + trial).copied().unwrap_or(0.0);
                        source.stand_in.set_data(source.data + error);
                    }
                    (Some(_), None) => {}
                }
            }
            let Some(root) = again.solve() else {
                self.is_lost[trial] = true;
                return;
            };
            for (at, (unknown, data)) in again.kept.unknowns.iter().zip(root).enumerate() {
                if let Some(error) = errors.get_mut((*first + at) * width + trial) {
                    *error = data - unknown.root;
                }
            }
        }
    }
}

/// An uncertain column while its rows are drawn.
pub struct Drawn<'trials> {
    leaf: &'trials Value,
    column: &'trials Column,
    uncertainties: &'trials RowUncertainties,
    distribution: Distribution,
    present: Rc<Vec<f64>>,
    errors: Vec<f64>,
    /// True if the root depends on it itself.
    is_in_root: bool,
}

impl Drawn<'_> {
    fn of<'trials>(input: &'trials Input, propagation: &Propagation) -> Option<Drawn<'trials>> {
        let (rows, column) = (input.rows.as_ref()?, input.leaf.as_column()?);
        Some(Drawn {
            leaf: &input.leaf,
            column,
            uncertainties: &rows.uncertainties,
            distribution: input.distribution(),
            present: column.numbers(),
            errors: vec![0.0; column.rows()],
            is_in_root: propagation.order.contains(&input.leaf),
        })
    }

    /// The number of its rows.
    pub fn rows(&self) -> usize {
        self.errors.len()
    }

    fn draw(&mut self, source: &mut Random) {
        let rows = self.errors.chunks_mut(1).zip(&*self.present).enumerate();
        rows.for_each(|(row, (error, number))| {
            fill(source, error, (*number, self.uncertainties.at(row)), self.distribution);
        });
    }

    /// Gives the column of the root its numbers and errors.
    pub fn put(&self) {
        if self.is_in_root {
            self.put_into(self.leaf, &self.present);
        }
    }

    pub fn restore(&self) {
        if self.is_in_root {
            self.column.set_numbers(Rc::clone(&self.present));
            self.leaf.recompute();
        }
    }

    /// Gives a column these numbers and the errors.
    fn put_into(&self, leaf: &Value, numbers: &[f64]) {
        let drawn = numbers.iter().zip(&self.errors).map(|(number, error)| number + error);
        if let Some(column) = leaf.as_column() {
            column.set_numbers(Rc::new(drawn.collect()));
            leaf.recompute();
        }
    }
}

/// Fills a row with errors of a number with this standard uncertainty.
fn fill(source: &mut Random, row: &mut [f64], (number, u): (f64, f64), distribution: Distribution) {
    match distribution {
        Distribution::Normal => source.fill(row, u),
        Distribution::Rectangular => source.fill_rectangular(row, u),
        Distribution::Triangular => source.fill_triangular(row, u),
        Distribution::Arcsine => source.fill_arcsine(row, u),
        Distribution::LogNormal => source.fill_log_normal(row, number, u),
    }
}

/// Errors of unit size.
fn errors(source: &mut Random, count: usize) -> Vec<f64> {
    let mut errors = vec![0.0; count];
    source.fill(&mut errors, 1.0);
    errors
}
