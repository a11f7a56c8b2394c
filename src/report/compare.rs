//! Several runs of descent from one start, to be drawn over each other.

use serde::Serialize;

use super::Range;
use super::number::as_exact;

/// Several runs from one start.
#[derive(Debug, Clone, Serialize)]
pub struct Runs {
    /// The name of the root.
    pub root: String,
    /// The steps that each was to take.
    pub steps: u64,
    /// The runs, in order.
    pub runs: Vec<OneRun>,
}

/// One of several runs.
#[derive(Debug, Clone, Serialize)]
pub struct OneRun {
    /// What was asked for: the rate and what follows it.
    pub run: String,
    /// The steps taken.
    #[serde(rename = "steps")]
    pub taken: u64,
    /// Why it ended.
    pub end: &'static str,
    /// The root's data at its end.
    #[serde(serialize_with = "as_exact")]
    pub last: f64,
    /// The least data of the root.
    #[serde(serialize_with = "as_exact")]
    pub least: f64,
    /// The step after which that was first.
    pub least_step: u64,
    /// The root's data before and after its steps, or after evenly spaced ones.
    #[serde(serialize_with = "as_exact")]
    pub curve: Vec<f64>,
}

/// Numbers whose greatest is this many times the least show more on an axis of logarithms.
const DECADES: f64 = 100.0;

impl Runs {
    /// The values of all curves.
    pub fn values(&self) -> Vec<f64> {
        self.runs.iter().flat_map(|run| &run.curve).copied().filter(|it| it.is_finite()).collect()
    }

    /// Tells whether an axis of logarithms shows more of them.
    pub fn is_logarithmic(&self) -> bool {
        let Range { least, greatest } = Range::of(&self.values());
        least > 0.0 && greatest / least >= DECADES
    }
}

impl OneRun {
    /// The root's data after a step, if the run got so far; the nearest of those that are kept.
    pub fn after(&self, step: f64) -> Option<f64> {
        let last = self.curve.len().saturating_sub(1) as f64;
        let taken = self.taken as f64;
        let at = if taken > 0.0 { (step / taken * last).round() } else { step };
        self.curve.get(at as usize).copied().filter(|_| step <= taken)
    }
}
