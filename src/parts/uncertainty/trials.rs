//! Random trials: what a root does when its uncertain leaves are drawn at random, again and again.

use serde::Serialize;

use super::angles::Wrapping;
use super::draws::{self, Draws};
use super::propagation::Propagation;
use super::spread;
use crate::core::graph::Stop;
use crate::core::session::Session;
use crate::parts::rows::Program;
use crate::report::{as_exact, is_zero};

/// What the trials have found.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Trials {
    /// The number of trials.
    pub count: usize,
    /// How many of them came to no finite number; these are left out of the rest.
    #[serde(skip_serializing_if = "is_zero")]
    pub not_finite: usize,
    /// What has become of the angles of `atan2`.
    #[serde(skip)]
    pub wrapping: Wrapping,
    /// The mean of the root; none where there is no standard deviation.
    #[serde(serialize_with = "as_exact")]
    pub mean: Option<f64>,
    /// The standard deviation of the root; none where there is none to be had.
    #[serde(serialize_with = "as_exact")]
    pub u: Option<f64>,
    /// The ends of the interval that holds 95 % of the trials, as many below it as above.
    #[serde(serialize_with = "as_exact")]
    pub low: f64,
    /// The upper end.
    #[serde(serialize_with = "as_exact")]
    pub high: f64,
    /// The standard error of the standard deviation, in parts of it.
    #[serde(skip)]
    pub standard_error: f64,
    /// False when the uncertainty to first order is another one.
    pub agree: bool,
    /// False when a few of the trials, far out, decide on the standard deviation.
    pub settles: bool,
}

/// The most trials, and the fewest, which are enough where nobody reads what they find.
const MOST: usize = 1_000_000;
const FEWEST: usize = 100;
/// The number of nodes that may be evaluated in all trials together, at some nanoseconds each.
const MOST_WORK: usize = 100_000_000;
/// What a pass over rows costs beside its nodes, in nodes, and what it costs to draw a row.
const PASS: usize = 100;
const DRAW: usize = 8;
/// About how many numbers are drawn together, and of each leaf. It decides in which order they are drawn, and so
/// what they are.
const NUMBERS: usize = 1 << 15;
const WIDTHS: (usize, usize) = (8, 512);
/// First order fails where it is off by this part of the uncertainty and by more standard errors.
const OFF: f64 = 0.005;
const STANDARD_ERRORS: f64 = 4.0;
/// A rounding error this many times as large as the usual one is no uncertainty.
const ROUNDINGS: f64 = 16.0;

/// What the root has come to, trial by trial.
struct Roots {
    count: usize,
    wrapping: Wrapping,
    /// Those that are finite.
    finite: Vec<f64>,
}

/// The most random trials that are worth their work.
pub fn most_trials(session: &Session) -> usize {
    if session.work().is_unread { FEWEST } else { MOST }
}

impl Propagation {
    /// Draws the leaves from their distributions with their uncertainties and correlations, at most so many
    /// times; what was estimated with few degrees of freedom from Student's t. None when work is interrupted.
    pub fn trials(&self, most: usize, stop: &Stop) -> Option<Trials> {
        let freedom = self.degrees_of_freedom();
        let mut roots = self.roots((most, false), stop)?;
        let finite = &roots.finite;
        let u = spread::deviation(finite);
        let settles = spread::settles(finite);
        let first_order = self.u();
        let off = (u - first_order).abs();
        // Where first order is right, trials are spread as a normal distribution is.
        let standard_error = first_order.max(u) / (2.0 * finite.len() as f64).sqrt();
        let is_off = off > OFF * first_order.max(u)
            && off > STANDARD_ERRORS * standard_error
            && off > ROUNDINGS * self.rounding;
        let agree = u.is_finite() && first_order.is_finite() && !is_off;
        let mut shown = Some(u).filter(|_| settles && !self.has_wild_errors());
        if freedom.is_some() {
            roots = self.roots((most, true), stop)?;
            let settles = || spread::settles(&roots.finite);
            shown = shown.filter(|_| settles()).map(|_| spread::deviation(&roots.finite));
        }
        let Roots { count, wrapping, finite } = roots;
        let not_finite = count - finite.len();
        let u = shown.filter(|u| !u.is_nan());
        let mean = u.map(|_| spread::mean(&finite));
        let standard_error = spread::standard_error(&finite);
        let finite = spread::sorted(finite);
        let [low, high] = spread::middle(&finite);
        Some(Trials {
            count,
            not_finite,
            wrapping,
            mean,
            u,
            standard_error,
            low,
            high,
            agree,
            settles,
        })
    }

    /// The roots of all trials. Columns have the data they had afterwards. None when it was stopped.
    fn roots(&self, (most, is_students): (usize, bool), stop: &Stop) -> Option<Roots> {
        let mut draws = Draws::new(self, is_students);
        let numbers = draws.numbers();
        let angles = self.order.angles(&numbers);
        let mut program = Program::with_folds(&self.order, &draws.leaves_and_columns_of_root())?;
        let drawn = draws.columns.iter().map(|column| DRAW * column.rows()).sum::<usize>();
        let nodes = program.records().saturating_add(drawn);
        let work = if drawn > 0 { nodes.saturating_add(PASS) } else { nodes };
        let count = worth(work).min(most);
        // Rows are drawn one trial at a time.
        let width = if drawn > 0 { 1 } else { (NUMBERS / nodes.max(1)).clamp(WIDTHS.0, WIDTHS.1) };
        let (mut finite, mut wrapping) = (Vec::with_capacity(count), Wrapping::None);
        let mut leaves = vec![vec![0.0; width]; numbers.len()];
        for taken in (0..count).step_by(width) {
            if stop.is_set_at(nodes.saturating_mul(width)) {
                break;
            }
            draws.draw(width);
            (0..).zip(&mut leaves).for_each(|(leaf, numbers)| draws.fill(leaf, numbers));
            if drawn > 0 {
                draws.columns.iter().for_each(draws::Drawn::put);
                program.load();
            }
            for trial in 0..width.min(count - taken) {
                let root = program.root_at(leaves.iter().map(|numbers| numbers[trial]));
                let mended = angles.iter().map(|angle| angle.mended(&program));
                let (by, worst) = mended
                    .fold((0.0, wrapping), |(sum, worst), (by, own)| (sum + by, worst.max(own)));
                wrapping = worst;
                finite.push(root + by);
            }
        }
        draws.columns.iter().for_each(draws::Drawn::restore);
        finite.retain(|root| root.is_finite());
        (!stop.is_set()).then_some(Roots { count, wrapping, finite })
    }
}

/// The number of trials worth making of so many nodes, with its first digit only.
fn worth(nodes: usize) -> usize {
    let number = (MOST_WORK / nodes.max(1)).clamp(FEWEST, MOST);
    let scale = 10_usize.pow(number.checked_ilog10().unwrap_or(0));
    number / scale * scale
}
