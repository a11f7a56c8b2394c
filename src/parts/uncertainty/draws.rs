//! Errors of uncertain leaves, drawn at random, and what solved leaves make of them.

use std::rc::Rc;

use super::covariance::{Member, Solved};
use super::degrees_of_freedom::Freedom;
use super::propagation::{Input, Propagation};
use super::row_uncertainties::RowUncertainties;
use crate::core::graph::{Label, Value};
use crate::parts::least_squares::add_times;
use crate::parts::networks::Random;
use crate::parts::rows::Column;
use crate::parts::uncertainty::Distribution;

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
    /// The leaves that have errors: the inputs, then those that were solved for.
    leaves: Vec<Value>,
    /// The places in that list of those that the root depends on itself, and their numbers there.
    placed: Vec<(usize, usize)>,
    /// Their data before the trials.
    present: Vec<f64>,
    /// A row of errors for each leaf.
    errors: Vec<f64>,
    normal: Random,
    factors: Random,
}

/// Leaves that were solved for together, which follow inputs.
struct Link<'trials> {
    solved: &'trials Solved,
    /// For each of them the places of the inputs among the leaves, with slopes.
    inputs: Vec<Vec<(usize, f64)>>,
    /// The place of the first of them among the leaves.
    first: usize,
}

impl<'trials> Draws<'trials> {
    pub fn new(propagation: &'trials Propagation, is_students: bool) -> Draws<'trials> {
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
        for solved in &propagation.through {
            // What was solved for last stands for a leaf.
            let place = |leaf: &Value| leaves.iter().rposition(|it| it == leaf);
            let input = |(leaf, slope): &(Value, f64)| Some((place(leaf)?, *slope));
            let inputs = solved.numbers.iter().map(|own| own.iter().filter_map(input).collect());
            links.push(Link { solved, inputs: inputs.collect(), first: leaves.len() });
            // One that is gone cannot be in the root.
            let gone = || Value::leaf(f64::NAN, Label::default());
            leaves.extend(solved.unknowns.iter().map(|it| it.upgrade().unwrap_or_else(gone)));
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
            normal: Random::seeded(SEED),
            factors: Random::seeded(SEED_OF_FACTORS),
        }
    }

    /// The numbers in the order of the root of the leaves that are drawn.
    pub fn numbers(&self) -> Vec<usize> {
        self.placed.iter().map(|(_, number)| *number).collect()
    }

    /// These leaves, and the columns of the root.
    pub fn leaves_and_columns_of_root(&self) -> Vec<Value> {
        let leaves = self.placed.iter().filter_map(|(place, _)| self.leaves.get(*place));
        let columns = self.columns.iter().filter(|drawn| drawn.is_in_root).map(|drawn| drawn.leaf);
        leaves.chain(columns).cloned().collect()
    }

    /// Fills a row for a leaf of the root, of this index, with its data and errors.
    pub fn fill(&self, leaf: usize, row: &mut [f64]) {
        let Some((place, _)) = self.placed.get(leaf) else { return };
        let errors = self.errors.chunks(row.len().max(1)).nth(*place).unwrap_or_default();
        row.fill(self.present.get(*place).copied().unwrap_or(f64::NAN));
        add_times(row, 1.0, errors);
    }

    /// Draws the errors of so many trials.
    pub fn draw(&mut self, width: usize) {
        self.errors = vec![0.0; self.leaves.len() * width];
        self.draw_inputs(width);
        self.spread_as_students(width);
        for column in &mut self.columns {
            column.draw(&mut self.normal);
        }
        self.follow_inputs(width);
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
                fill(normal, row, u, input.distribution());
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

    /// Gives solved leaves the errors that follow from those of their inputs.
    fn follow_inputs(&mut self, width: usize) {
        let Draws { links, errors, columns, .. } = self;
        for Link { solved, inputs, first } in links {
            for (at, (inputs, rows)) in inputs.iter().zip(&solved.rows).enumerate() {
                let mut own = vec![0.0; width];
                for (place, slope) in inputs {
                    let by = errors.chunks(width).nth(*place).unwrap_or_default();
                    add_times(&mut own, *slope, by);
                }
                for (column, first, slopes) in rows {
                    let drawn = columns.iter().find(|drawn| drawn.leaf == column);
                    let by = drawn.and_then(|it| it.errors.get(*first..)).unwrap_or_default();
                    let error: f64 = slopes.iter().zip(by).map(|(slope, by)| slope * by).sum();
                    own.iter_mut().for_each(|it| *it += error);
                }
                if let Some(place) = errors.chunks_mut(width).nth(*first + at) {
                    place.copy_from_slice(&own);
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
        for (row, error) in self.errors.chunks_mut(1).enumerate() {
            fill(source, error, self.uncertainties.at(row), self.distribution);
        }
    }

    /// Gives the column of the root its numbers and errors.
    pub fn put(&self) {
        if self.is_in_root {
            let drawn = self.present.iter().zip(&self.errors);
            let drawn = drawn.map(|(number, error)| number + error).collect();
            self.column.set_numbers(Rc::new(drawn));
            self.leaf.recompute();
        }
    }

    pub fn restore(&self) {
        if self.is_in_root {
            self.column.set_numbers(Rc::clone(&self.present));
            self.leaf.recompute();
        }
    }
}

/// Fills a row with errors of this standard uncertainty.
fn fill(source: &mut Random, row: &mut [f64], u: f64, distribution: Distribution) {
    match distribution {
        Distribution::Normal => source.fill(row, u),
        Distribution::Rectangular => source.fill_rectangular(row, u),
        Distribution::Triangular => source.fill_triangular(row, u),
    }
}

/// Errors of unit size.
fn errors(source: &mut Random, count: usize) -> Vec<f64> {
    let mut errors = vec![0.0; count];
    source.fill(&mut errors, 1.0);
    errors
}
