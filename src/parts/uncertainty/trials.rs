//! Random trials: the distribution of a root whose uncertain leaves are drawn at random many times.

use serde::Serialize;

use super::Propagation;
use super::draws::Draws;
use crate::core::session::Session;
use crate::parts::least_squares::norm_of;
use crate::parts::rows::Program;
use crate::report::{as_exact, is_zero, numbers};

/// The distribution of a root by random trials.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Trials {
    /// The number of trials.
    pub count: usize,
    /// The number of trials whose root is not finite; the other fields leave such trials out.
    #[serde(skip_serializing_if = "is_zero")]
    pub not_finite: usize,
    /// The mean of the root; `None` without a standard deviation.
    #[serde(serialize_with = "as_exact")]
    pub mean: Option<f64>,
    /// The standard deviation of the root; `None` if a single trial dominates the variance.
    #[serde(serialize_with = "as_exact")]
    pub u: Option<f64>,
    /// The lower end of the middle 95 % of the trials.
    #[serde(serialize_with = "as_exact")]
    pub low: f64,
    /// The upper end of the middle 95 %.
    #[serde(serialize_with = "as_exact")]
    pub high: f64,
    /// True if the uncertainty to first order agrees with the standard deviation.
    pub agree: bool,
}

/// The most and the fewest trials; the fewest are enough if nobody reads the result.
const MOST: usize = 1_000_000;
const FEWEST: usize = 100;
/// The number of nodes that may be evaluated in all trials together, at some nanoseconds each.
const MOST_WORK: usize = 100_000_000;
/// The costs, in nodes, of a pass over rows besides its nodes, and of drawing a row.
const PASS: usize = 100;
const DRAW: usize = 8;
/// The number of trials between checks for an interrupt.
const CHECKED: usize = 64;
/// First order disagrees if it is off by this part of the uncertainty and by this many standard errors.
const OFF: f64 = 0.005;
const STANDARD_ERRORS: f64 = 4.0;
/// An uncertainty up to this many times the usual rounding error counts as rounding.
const ROUNDINGS: f64 = 16.0;
/// A trial with a larger part of the variance dominates: the tails are too heavy for a standard deviation.
const DECISIVE: f64 = 0.1;

/// The most random trials that are worth their work.
pub fn most_trials(session: &Session) -> usize {
    if session.work().is_unread { FEWEST } else { MOST }
}

impl Trials {
    /// `Monte Carlo 3.39 ± 0.17, 95 %: 3.08 to 3.76 (agrees)`.
    pub fn line(&self, digits: Option<usize>) -> String {
        let Trials { count, not_finite, low, high, .. } = *self;
        if not_finite == count {
            return "Monte Carlo: no trial is finite".to_owned();
        }
        let moments = self.mean.zip(self.u).map_or_else(String::new, |(mean, u)| {
            format!(" {}", numbers::with_uncertainty(mean, Some(u), digits))
        });
        // Without a standard deviation, the one of a normal distribution with these ends.
        let u = self.u.unwrap_or((high - low) / 4.0);
        let [low, high] = [low, high].map(|end| {
            let [end, _] = numbers::to_same_place(end, u, digits);
            end
        });
        let verdict = if self.agree { "agrees" } else { "differs" };
        let left_out = match not_finite {
            0 => String::new(),
            _ => format!("; {not_finite} of {count} trials are not finite"),
        };
        format!("Monte Carlo{moments}, 95\u{a0}%: {low} to {high} ({verdict}{left_out})")
    }
}

impl Propagation {
    /// The command that solved a leaf below the root, such as `solve`. The leaf follows the others only to first order,
    /// so trials would not check it.
    pub fn linear_through(&self, session: &Session) -> Option<&'static str> {
        let leaves = self.leaves.iter().map(|number| self.order.node(*number));
        let mut errors = leaves.filter_map(|leaf| session.error_of(leaf));
        errors.find(|error| error.solved.is_some()).map(|error| error.solved_by)
    }

    /// Draws the leaves from their distributions, with uncertainties and correlations, at most `most` times.
    /// The mean and the deviation are of normal errors, which first order is compared with. The 95 % interval is of
    /// errors by Student's t where an uncertainty was estimated (JCGM 101:2008, 6.4.9), so it stays in the range of the
    /// root. Returns `None` if work is interrupted.
    pub fn trials(&self, session: &Session, most: usize) -> Option<Trials> {
        let Roots { count, finite, by_student } = self.roots(session, most)?;
        let (mean, u) = moments(&finite);
        let farthest = finite.iter().map(|root| (root - mean).abs()).fold(0.0, f64::max);
        let settles = farthest * farthest <= DECISIVE * u * u * finite.len() as f64;
        let first_order = self.vector.u();
        let off = (u - first_order).abs();
        // If first order is right, the roots are about normal.
        let standard_error = first_order.max(u) / (2.0 * finite.len() as f64).sqrt();
        let is_off = off > OFF * first_order.max(u)
            && off > STANDARD_ERRORS * standard_error
            && off > ROUNDINGS * self.rounding;
        let agree = settles && u.is_finite() && first_order.is_finite() && !is_off;
        let drawn = if by_student.is_empty() { finite } else { by_student };
        let not_finite = count - drawn.len();
        let [low, high] = middle(drawn);
        let [mean, u] = [mean, u].map(|it| Some(it).filter(|_| settles && u.is_finite()));
        Some(Trials { count, not_finite, mean, u, low, high, agree })
    }

    /// The roots of trials. Columns keep their data. `None` when work is interrupted.
    fn roots(&self, session: &Session, most: usize) -> Option<Roots> {
        let stop = session.stop();
        let mut draws = Draws::new(session, self);
        let has_columns = !draws.columns.is_empty();
        let mut program = Program::of_every_node(&self.order, &draws.leaves())?;
        let drawn = if has_columns { DRAW * draws.sources() + PASS } else { 0 };
        let both = if draws.has_estimates() { 2 } else { 1 };
        let nodes = program.records().saturating_add(drawn).saturating_mul(both);
        let count = worth(nodes).min(most);
        let checked = if has_columns { 1 } else { CHECKED };
        let mut finite = Vec::with_capacity(count);
        let mut by_student = Vec::new();
        for trial in 0..count {
            if trial % checked == 0 && stop.is_set_at(nodes.saturating_mul(checked)) {
                break;
            }
            draws.draw();
            if has_columns {
                program.load();
            }
            finite.push(program.root_at(draws.numbers()));
            if draws.has_estimates() {
                draws.take_to_student();
                by_student.push(program.root_at(draws.numbers()));
            }
        }
        draws.restore();
        finite.retain(|root| root.is_finite());
        // With few degrees of freedom an end may be infinite.
        by_student.retain(|root| !root.is_nan());
        (!stop.is_set()).then_some(Roots { count, finite, by_student })
    }
}

/// The roots of random trials.
struct Roots {
    /// The number of trials.
    count: usize,
    /// The finite roots of normal errors.
    finite: Vec<f64>,
    /// The roots of the same errors by Student's t; none if no uncertainty was estimated.
    by_student: Vec<f64>,
}

/// The number of trials worth their work for this number of nodes, rounded to its first digit.
fn worth(nodes: usize) -> usize {
    let number = (MOST_WORK / nodes.max(1)).clamp(FEWEST, MOST);
    let scale = 10_usize.pow(number.checked_ilog10().unwrap_or(0));
    number / scale * scale
}

/// The mean and the standard deviation; nan without numbers.
fn moments(numbers: &[f64]) -> (f64, f64) {
    let Some(first) = numbers.first() else { return (f64::NAN, f64::NAN) };
    let count = numbers.len() as f64;
    // Relative to the first number: equal numbers have a deviation of exactly 0.
    let mean = first + numbers.iter().map(|number| number / count - first / count).sum::<f64>();
    let deviation = norm_of(numbers.iter().map(|number| number - mean)) / (count - 1.0).sqrt();
    (mean, deviation)
}

/// The ends of the middle 95 %; nan without numbers.
fn middle(mut numbers: Vec<f64>) -> [f64; 2] {
    numbers.sort_unstable_by(f64::total_cmp);
    let out = numbers.len() / 40;
    let at = |index: usize| numbers.get(index).copied().unwrap_or(f64::NAN);
    [at(out), at(numbers.len().saturating_sub(out + 1))]
}
