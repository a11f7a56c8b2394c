//! Random trials: what a root does when its uncertain leaves are drawn at random, again and again.

use std::rc::Rc;

use super::covariance::{Member, RowUncertainties};
use super::propagation::{Input, Propagation};
use super::random::Random;
use crate::graph::{Column, Points, Stop, Value};

/// What the trials have found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Trials {
    /// The number of trials.
    pub count: usize,
    /// How many of them came to no finite number; these are left out of the rest.
    pub not_finite: usize,
    /// The standard deviation of the root; nan when no trial was finite.
    pub u: f64,
    /// The ends of the interval that holds 95 % of the trials, as many below it as above.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// False when the uncertainty to first order is another one.
    pub agree: bool,
}

/// The most trials, and the fewest.
const MOST: usize = 1_000_000;
const FEWEST: usize = 100;
/// The number of nodes that may be evaluated in all trials together, at some nanoseconds each.
const MOST_WORK: usize = 100_000_000;
/// What a pass over rows costs beside its nodes, in nodes, and what it costs to draw a row.
const PASS: usize = 100;
const DRAW: usize = 8;
/// The same numbers every time, on every machine.
const SEED: u64 = 1;
/// First order fails where it is off by this part of the uncertainty and by more standard errors.
const OFF: f64 = 0.005;
const STANDARD_ERRORS: f64 = 4.0;
/// A rounding error this many times as large as the usual one is no uncertainty.
const ROUNDINGS: f64 = 16.0;

impl Propagation {
    /// Draws the leaves from normal distributions with their uncertainties and correlations, up to
    /// a million times; none when work is interrupted.
    pub fn trials(&self, stop: &Stop) -> Option<Trials> {
        let numbers: Vec<usize> = self.inputs().iter().map(|input| input.number).collect();
        let source = Random::seeded(SEED);
        let (count, mut roots) = match self.order.at_points(&numbers) {
            Some(points) => self.roots_at_points(points, source, stop)?,
            None => self.roots_by_passes(source, stop)?,
        };
        roots.retain(|root| root.is_finite());
        Some(self.summary(count, roots))
    }

    /// The number of trials, and the roots of all, evaluated side by side.
    fn roots_at_points(
        &self,
        mut points: Points,
        mut source: Random,
        stop: &Stop,
    ) -> Option<(usize, Vec<f64>)> {
        let count = worth(points.nodes());
        let mut roots = Vec::with_capacity(count + points.width());
        while roots.len() < count {
            if stop.is_set() {
                return None;
            }
            let width = points.width();
            self.draw(&mut source, points.inputs(), width);
            roots.extend_from_slice(points.roots());
        }
        roots.truncate(count);
        Some((count, roots))
    }

    /// The same by a forward pass for each trial, which folds rows. Afterwards the nodes have the
    /// data they had, or are stale.
    fn roots_by_passes(&self, mut source: Random, stop: &Stop) -> Option<(usize, Vec<f64>)> {
        let leaves = || self.numbers().map(|input| &input.leaf);
        let present: Vec<f64> = leaves().map(Value::data).collect();
        let put = |data: &[f64]| leaves().zip(data).for_each(|(leaf, data)| leaf.set_data(*data));
        let columns: Vec<Drawn<'_>> = self.inputs().iter().filter_map(Drawn::of).collect();
        let rows = self.order.leaves().filter_map(Value::rows).max().unwrap_or(1);
        let drawn = columns.iter().map(|column| DRAW * column.present.len()).sum::<usize>();
        let nodes = self.order.count().saturating_mul(rows).saturating_add(drawn);
        let count = worth(nodes.saturating_add(PASS));
        let root = self.order.root()?;
        let mut passes = self.order.forward_passes();
        let mut roots = Vec::with_capacity(count);
        let mut drawn = vec![0.0; present.len()];
        while roots.len() < count && !stop.is_set() {
            put(&present);
            self.draw(&mut source, &mut drawn, 1);
            put(&drawn);
            columns.iter().for_each(|column| column.draw(&mut source));
            passes.run(self.clock.wrapping_sub(1));
            roots.push(root.data());
        }
        put(&present);
        columns.iter().for_each(Drawn::restore);
        self.order.forward(self.clock);
        (!stop.is_set()).then_some((count, roots))
    }

    /// Fills rows of so many numbers, a row for each leaf, with the leaf's data and errors drawn
    /// for it.
    fn draw(&self, source: &mut Random, rows: &mut [f64], width: usize) {
        // The errors of each group's sources, source by source.
        let groups: Vec<Vec<f64>> = self
            .groups
            .values()
            .map(|(group, _)| errors(source, group.correlations.size() * width))
            .collect();
        for (input, row) in self.numbers().zip(rows.chunks_mut(width)) {
            let (data, u) = (input.leaf.data(), input.u);
            let Some(Member { group, index }) = &input.member else {
                row.iter_mut().for_each(|it| *it = data + u * source.normal());
                continue;
            };
            row.fill(data);
            let place = self.groups.get_index_of(&Rc::as_ptr(group).addr());
            let errors = place.and_then(|place| groups.get(place)).map_or(&[][..], |it| it);
            for (loading, errors) in
                group.correlations.loadings(*index).iter().zip(errors.chunks(width))
            {
                row.iter_mut().zip(errors).for_each(|(it, error)| *it += u * loading * error);
            }
        }
    }

    /// The uncertain leaves that are one number.
    fn numbers(&self) -> impl Iterator<Item = &Input> {
        self.inputs().iter().filter(|input| input.rows.is_none())
    }

    fn summary(&self, count: usize, mut roots: Vec<f64>) -> Trials {
        let not_finite = count - roots.len();
        let number = roots.len() as f64;
        // From one of them, so that what never changes has a spread of 0.
        let first = roots.first().copied().unwrap_or(0.0);
        let deviations = || roots.iter().map(|root| root - first);
        let mean = deviations().map(|it| it / number).sum::<f64>();
        let squares = deviations().map(|it| (it - mean).powi(2) / (number - 1.0));
        let u = if roots.is_empty() { f64::NAN } else { squares.sum::<f64>().sqrt() };
        let [low, high] = middle(&mut roots);
        let first_order = self.u();
        let off = (u - first_order).abs();
        // Where first order is right, trials are spread as a normal distribution is.
        let standard_error = first_order.max(u) / (2.0 * number).sqrt();
        let is_off = off > OFF * first_order.max(u)
            && off > STANDARD_ERRORS * standard_error
            && off > ROUNDINGS * self.rounding;
        let agree = u.is_finite() && first_order.is_finite() && !is_off;
        Trials { count, not_finite, u, low, high, agree }
    }
}

/// The interval that holds the middle 95 %.
fn middle(numbers: &mut [f64]) -> [f64; 2] {
    let Some(last) = numbers.len().checked_sub(1) else {
        return [f64::NAN; 2];
    };
    let out = numbers.len() / 40;
    let (_, low, above) = numbers.select_nth_unstable_by(out, f64::total_cmp);
    let low = *low;
    let high = match (last - 2 * out).checked_sub(1) {
        Some(place) => *above.select_nth_unstable_by(place, f64::total_cmp).1,
        None => low,
    };
    [low, high]
}

/// The number of trials worth making of so many nodes, with its first digit only.
fn worth(nodes: usize) -> usize {
    let number = (MOST_WORK / nodes.max(1)).clamp(FEWEST, MOST);
    let scale = 10_usize.pow(number.checked_ilog10().unwrap_or(0));
    number / scale * scale
}

/// An uncertain column while its rows are drawn.
struct Drawn<'propagation> {
    leaf: &'propagation Value,
    column: &'propagation Column,
    uncertainties: &'propagation RowUncertainties,
    present: Rc<Vec<f64>>,
}

impl Drawn<'_> {
    fn of(input: &Input) -> Option<Drawn<'_>> {
        let (rows, column) = (input.rows.as_ref()?, input.leaf.as_column()?);
        let uncertainties = &rows.uncertainties;
        Some(Drawn { leaf: &input.leaf, column, uncertainties, present: column.numbers() })
    }

    fn draw(&self, source: &mut Random) {
        let rows = self.present.iter().enumerate();
        let drawn = rows.map(|(row, data)| data + self.uncertainties.at(row) * source.normal());
        self.put(Rc::new(drawn.collect()));
    }

    fn restore(&self) {
        self.put(Rc::clone(&self.present));
    }

    fn put(&self, numbers: Rc<Vec<f64>>) {
        self.column.set_numbers(numbers);
        self.leaf.recompute();
    }
}

/// Errors of unit size.
fn errors(source: &mut Random, count: usize) -> Vec<f64> {
    (0..count).map(|_| source.normal()).collect()
}
