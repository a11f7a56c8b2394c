//! Several runs of descent from one start, to be drawn over each other.

use serde::Serialize;

use super::chart::DIGITS;
use super::number::as_exact;
use super::{Axis, Chart, Entry, Range, Sample, Series, numbers};

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

/// The places at which a curve is drawn: eight for each of 60 columns of a terminal, and one for the end.
const PLACES: usize = 481;

impl Runs {
    /// The picture: the root's data by the step.
    pub fn chart(&self) -> Chart {
        let x = Axis { name: "step".to_owned(), to: self.steps as f64, ..Axis::default() };
        let places = x.places(PLACES);
        let values = |run: &OneRun| places.iter().map(|at| run.after(*at)).collect();
        let series =
            self.runs.iter().map(|run| Series { values: values(run), ..Series::default() });
        let entry = |(number, run): (usize, &OneRun)| {
            let text = format!("{}: {}", run.run, numbers::significant(run.last, DIGITS));
            Entry::new(Sample::Curve(number), text)
        };
        Chart {
            title: format!("{} in {} steps", self.root, self.steps),
            series: series.collect(),
            legend: self.runs.iter().enumerate().map(entry).collect(),
            y: Axis {
                name: self.root.clone(),
                is_logarithmic: self.is_logarithmic(),
                ..Axis::default()
            },
            x,
            has_table: true,
            ..Chart::default()
        }
    }

    /// Tells whether an axis of logarithms shows more of them.
    fn is_logarithmic(&self) -> bool {
        let values: Vec<f64> = self.runs.iter().flat_map(|run| &run.curve).copied().collect();
        let Range { least, greatest } = Range::of(&values);
        least > 0.0 && greatest / least >= DECADES
    }
}

impl OneRun {
    /// The root's data after so many steps, between two of those that are kept on the line through both; not a number
    /// after its end.
    fn after(&self, step: f64) -> f64 {
        let last = self.curve.len().saturating_sub(1) as f64;
        let taken = self.taken as f64;
        if step > taken {
            return f64::NAN;
        }
        let at = if taken > 0.0 { step / taken * last } else { 0.0 };
        let kept = |at: f64| self.curve.get(at as usize).copied().unwrap_or(f64::NAN);
        let (before, share) = (kept(at), at.fract());
        if share == 0.0 { before } else { before * (1.0 - share) + kept(at.ceil()) * share }
    }
}
