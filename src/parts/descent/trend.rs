//! The trend of a run of gradient descent: converging, overshooting, diverging.

use std::cmp::Ordering;

use super::steps::{Descent, StopReason};
use crate::report::Range;

/// The trend of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trend {
    /// The grads have all but vanished.
    Settled,
    /// A step changes the root by no more than its rounding.
    BelowRounding,
    /// The root keeps going in the intended direction: down, or up with a negative rate.
    Progressing,
    /// Steps jump over the lowest point: the root goes up and down, or changes far less than the grads predicted.
    Overshooting,
    /// The root is worse than ever, or not finite.
    Diverging,
}

/// A run has settled when its grads are below this, relative to its first grads.
const VANISHED: f64 = 1e-4;
/// Grads below this have squares that vanish, and so has the gain of a step.
const SQUARE_VANISHES: f64 = 1e-154;
/// A run that turns again and again gets somewhere if the worst of its last quarter is better than
/// that of the quarter before by this part of the swings there.
const GETS_ON: f64 = 0.1;
/// If a step changes the root by less than this part of the prediction, the leaves overshoot: they jump across a
/// valley.
const OVERSHOOT: f64 = 0.05;

impl Descent {
    /// Returns the trend of the run.
    pub fn trend(&self) -> Trend {
        let (Some(first), Some(last)) = (self.points.first(), self.points.last()) else {
            return Trend::Settled;
        };
        // Positive when the root went the intended way: down, or up with a negative rate.
        let gain = (first.root - last.root) * self.rate.signum();
        let ended_well =
            !matches!(self.stop_reason, StopReason::NonFinite(..) | StopReason::Rate(_));
        if ended_well
            && (last.largest_grad < SQUARE_VANISHES
                || last.largest_grad <= VANISHED * first.largest_grad)
        {
            return Trend::Settled;
        }
        if !ended_well && self.taken == 0 {
            return Trend::Diverging;
        }
        let (change, predicted) = self.last;
        let noise = 8.0 * f64::EPSILON * last.root.abs();
        let is_rounding = change.abs() <= noise && predicted.abs() <= noise;
        if ended_well && is_rounding {
            Trend::BelowRounding
        } else if gain < -noise && !(ended_well && self.was_as_bad(last.root)) {
            Trend::Diverging
        } else if gain < -noise
            || self.oscillates()
            || change / predicted < OVERSHOOT && !self.turns_often()
        {
            Trend::Overshooting
        } else {
            Trend::Progressing
        }
    }

    /// Returns true if the root turned around again and again in the second half of the run, and
    /// that half got nowhere.
    fn oscillates(&self) -> bool {
        let later = self.second_half();
        let signed = |curve: &[f64]| -> Vec<f64> {
            curve.iter().map(|root| root * self.rate.signum()).collect()
        };
        let (one, other) = later.split_at(later.len() / 2);
        let [one, other] = [one, other].map(|curve| Range::of(&signed(curve)));
        // With a rate that falls, or steps a little too long, it gets lower and lower up and down.
        let gets_on = one.greatest - other.greatest > GETS_ON * (one.greatest - one.least);
        self.turns_often() && !gets_on
    }

    /// Returns true if the root was, up to rounding, as bad before as at its end.
    fn was_as_bad(&self, end: f64) -> bool {
        let before = self.curve.values.split_last().map_or(&[][..], |(_, before)| before);
        let worst = end - 8.0 * f64::EPSILON * end.abs() * self.rate.signum();
        before.iter().any(|root| (root - worst) * self.rate.signum() >= 0.0)
    }

    /// Returns true if the root turned around in a third of the steps of the second half of the
    /// run.
    fn turns_often(&self) -> bool {
        let later = self.second_half();
        let turns = turns(later);
        turns >= 2 && turns * 3 > later.len()
    }

    fn second_half(&self) -> &[f64] {
        self.curve.values.get(self.curve.values.len() / 2..).unwrap_or_default()
    }
}

/// The number of times a curve goes from falling to rising or back. A level stretch is no turn of
/// its own.
fn turns(curve: &[f64]) -> usize {
    let ways = curve.windows(2).filter_map(|at| at[0].partial_cmp(&at[1]));
    let mut ways: Vec<Ordering> = ways.filter(|way| way.is_ne()).collect();
    ways.dedup();
    ways.len().saturating_sub(1)
}
