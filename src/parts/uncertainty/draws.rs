//! Errors that are drawn at random: those of independent sources, and of leaves by their vectors.

use std::rc::Rc;

use super::vector::RowErrors;
use super::{Distribution, ErrorVector, Input, Propagation, RowUncertainties};
use crate::core::graph::Value;
use crate::parts::least_squares::add_times;
use crate::parts::networks::Random;
use crate::parts::rows::Column;

/// The same numbers every time, on every machine. Those that make Student's t of normal numbers are apart, so that
/// the normal ones stay the same.
const SEED: u64 = 1;
const SEED_OF_FACTORS: u64 = 2;

/// Errors of several trials at a time.
pub struct Draws<'trials> {
    /// The sources of shared groups, then one for each input.
    sources: Vec<DrawnSource>,
    pub columns: Vec<DrawnColumn<'trials>>,
    leaves: Vec<DrawnLeaf<'trials>>,
    /// The drawn errors, a row for each source.
    errors: Vec<f64>,
    normal: Random,
    factors: Random,
}

struct DrawnSource {
    u: f64,
    distribution: Distribution,
    /// The estimate that it is from, with its degrees of freedom; `None` for a known u.
    estimate: Option<(usize, f64)>,
}

/// A leaf of the root that is one number.
struct DrawnLeaf<'trials> {
    leaf: &'trials Value,
    /// Sources, and their parts of its error.
    parts: Vec<(usize, f64)>,
    /// Columns, and how it depends on their rows.
    columns: Vec<(usize, &'trials RowErrors)>,
}

impl<'trials> Draws<'trials> {
    pub fn new(propagation: &'trials Propagation, is_students: bool) -> Draws<'trials> {
        let vector = &propagation.vector;
        let mut sources = Vec::new();
        let mut firsts = Vec::new();
        for (at, (group, parts)) in vector.shared.values().enumerate() {
            firsts.push(sources.len());
            let estimate = group.freedom.filter(|_| is_students);
            sources.extend(parts.iter().map(|_| DrawnSource {
                u: 1.0,
                distribution: Distribution::Normal,
                estimate: estimate.map(|freedom| (at, freedom)),
            }));
        }
        firsts.push(sources.len());
        for (at, input) in vector.inputs.values().enumerate() {
            let is_own = input.rows.is_none() && input.blocks().is_none();
            let freedom = input.degrees_of_freedom().filter(|_| is_students);
            sources.push(DrawnSource {
                u: if is_own { input.u } else { 0.0 },
                distribution: input.distribution(),
                estimate: freedom.map(|freedom| (vector.shared.len() + at, freedom)),
            });
        }
        let columns = vector.inputs.values().enumerate();
        let columns = columns.filter_map(|(at, input)| DrawnColumn::of(at, input, propagation));
        let columns: Vec<DrawnColumn<'_>> = columns.collect();
        let leaves = drawn_leaves(propagation, &firsts, &columns);
        let [normal, factors] = [SEED, SEED_OF_FACTORS].map(Random::seeded);
        Draws { sources, columns, leaves, errors: Vec::new(), normal, factors }
    }

    /// The number of leaves that are one number.
    pub fn leaves(&self) -> usize {
        self.leaves.len()
    }

    /// These leaves, and the columns of the root.
    pub fn leaves_and_columns_of_root(&self) -> Vec<Value> {
        let leaves = self.leaves.iter().map(|drawn| drawn.leaf);
        let columns = self.columns.iter().filter(|drawn| drawn.is_in_root).map(|drawn| drawn.leaf);
        leaves.chain(columns).cloned().collect()
    }

    /// Draws the errors of so many trials.
    pub fn draw(&mut self, width: usize) {
        self.errors.resize(self.sources.len() * width, 0.0);
        let mut factors = vec![1.0; width];
        let mut last = None;
        for (source, row) in self.sources.iter().zip(self.errors.chunks_mut(width)) {
            if source.u > 0.0 {
                fill(&mut self.normal, row, source.u, source.distribution);
            }
            let Some((estimate, freedom)) = source.estimate else { continue };
            // Sources of one estimate stand side by side, and are wrong by one factor.
            if last.replace(estimate) != Some(estimate) {
                let random = &mut self.factors;
                factors.fill_with(|| (freedom / random.chi_squared(freedom)).sqrt());
            }
            row.iter_mut().zip(&factors).for_each(|(error, factor)| *error *= factor);
        }
        self.columns.iter_mut().for_each(|column| column.draw(&mut self.normal));
    }

    /// Fills a row with the data and errors of a leaf.
    pub fn fill(&self, leaf: usize, row: &mut [f64]) {
        let Some(drawn) = self.leaves.get(leaf) else { return };
        let column_error = |(column, rows): &(usize, &RowErrors)| {
            let errors = self.columns.get(*column).and_then(|it| it.errors.get(rows.first..));
            let errors = errors.unwrap_or_default().iter();
            rows.slopes.iter().zip(errors).map(|(slope, error)| slope * error).sum::<f64>()
        };
        row.fill(drawn.leaf.data() + drawn.columns.iter().map(column_error).sum::<f64>());
        for (source, part) in &drawn.parts {
            let errors = self.errors.chunks(row.len().max(1)).nth(*source);
            add_times(row, *part, errors.unwrap_or_default());
        }
    }
}

/// The leaves of the root that are one number, where each group of sources begins at one of `firsts`.
fn drawn_leaves<'trials>(
    propagation: &'trials Propagation,
    firsts: &[usize],
    columns: &[DrawnColumn<'_>],
) -> Vec<DrawnLeaf<'trials>> {
    let vector = &propagation.vector;
    let first_own = firsts.last().copied().unwrap_or(0);
    let first_of = |group: usize| Some(firsts[vector.shared.get_index_of(&group)?]);
    let node = |number: usize| propagation.order.node(number);
    let of_input = |(at, input): (usize, &'trials Input)| {
        let number = input.number.filter(|_| input.rows.is_none())?;
        let mut parts = Vec::new();
        for block in input.blocks().into_iter().flatten() {
            let first = first_of(Rc::as_ptr(&block.group).addr())?;
            parts.extend((first..).zip(block.parts.iter().map(|part| input.u * part)));
        }
        if input.blocks().is_none() {
            parts.push((first_own + at, 1.0));
        }
        Some(DrawnLeaf { leaf: node(number), parts, columns: Vec::new() })
    };
    let of_solved = |(number, own): &'trials (usize, ErrorVector)| {
        let shared = own.shared.iter().filter_map(|(group, (_, parts))| {
            Some((first_of(*group)?..).zip(parts.iter().copied()))
        });
        let mut parts: Vec<(usize, f64)> = shared.flatten().collect();
        let mut rows = Vec::new();
        for (key, input) in own.inputs.iter().filter(|(_, input)| input.blocks().is_none()) {
            let at = vector.inputs.get_index_of(key).unwrap_or(usize::MAX);
            match &input.rows {
                None => parts.push((first_own.saturating_add(at), input.sensitivity)),
                Some(own) => {
                    let column = columns.iter().position(|column| column.input == at);
                    rows.extend(column.map(|column| (column, own)));
                }
            }
        }
        DrawnLeaf { leaf: node(*number), parts, columns: rows }
    };
    let inputs = vector.inputs.values().enumerate().filter_map(of_input);
    inputs.chain(propagation.solved.iter().map(of_solved)).collect()
}

/// An uncertain column while its rows are drawn.
pub struct DrawnColumn<'trials> {
    /// The index of the input.
    input: usize,
    leaf: &'trials Value,
    column: &'trials Column,
    uncertainties: &'trials RowUncertainties,
    distribution: Distribution,
    present: Rc<Vec<f64>>,
    errors: Vec<f64>,
    /// False for a column that only solved leaves depend on.
    is_in_root: bool,
}

impl DrawnColumn<'_> {
    fn of<'trials>(
        input: usize,
        own: &'trials Input,
        propagation: &Propagation,
    ) -> Option<DrawnColumn<'trials>> {
        let (rows, column) = (own.rows.as_ref()?, own.leaf.as_column()?);
        Some(DrawnColumn {
            input,
            leaf: &own.leaf,
            column,
            uncertainties: &rows.uncertainties,
            distribution: own.distribution(),
            present: column.numbers(),
            errors: vec![0.0; column.rows()],
            is_in_root: propagation.order.contains(&own.leaf),
        })
    }

    /// The number of its rows.
    pub fn rows(&self) -> usize {
        self.errors.len()
    }

    fn draw(&mut self, random: &mut Random) {
        for (row, error) in self.errors.chunks_mut(1).enumerate() {
            fill(random, error, self.uncertainties.at(row), self.distribution);
        }
    }

    /// Gives the column of the root its numbers and errors.
    pub fn put(&self) {
        let drawn = self.present.iter().zip(&self.errors).map(|(number, error)| number + error);
        self.set(Rc::new(drawn.collect()));
    }

    pub fn restore(&self) {
        self.set(Rc::clone(&self.present));
    }

    fn set(&self, numbers: Rc<Vec<f64>>) {
        if self.is_in_root {
            self.column.set_numbers(numbers);
            self.leaf.recompute();
        }
    }
}

/// Fills a row with errors of this standard uncertainty.
fn fill(random: &mut Random, row: &mut [f64], u: f64, distribution: Distribution) {
    match distribution {
        Distribution::Normal => random.fill(row, u),
        Distribution::Rectangular => random.fill_rectangular(row, u),
        Distribution::Triangular => random.fill_triangular(row, u),
    }
}
