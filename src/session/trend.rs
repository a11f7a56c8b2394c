//! The trend of a run of gradient descent, judged by its numbers.

use super::{Descent, End};

/// The trends of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trend {
    /// The grads have all but vanished.
    Settled,
    /// A step changes the root by less than its last digits show.
    Unseen,
    /// The root goes on the way it was sent.
    Going,
    /// The root swings.
    Oscillating,
    /// The last step changed the root by far less than its grads predicted.
    Overshooting,
    /// The root ends on the wrong side of where it began, but had been as far off before.
    Worse,
    /// The root went the wrong way and is farther off than ever, or out of all bounds.
    Diverging,
}

/// Settled is a run whose grads are this part of what they were, or less.
const VANISHED: f64 = 1e-4;
/// A step should change the root by about what its grads predict; below this part of it the leaves
/// jump across a valley, and get nowhere.
const IDLE: f64 = 0.05;

impl Descent {
    /// Returns the trend of the run.
    pub fn trend(&self) -> Trend {
        let (Some(first), Some(last)) = (self.points.first(), self.points.last()) else {
            return Trend::Settled;
        };
        // Positive when the root went the way it was sent: down, or up with a negative rate.
        let gain = (first.root - last.root) * self.rate.signum();
        let ended_well = !matches!(self.end, End::NonFinite(..));
        if ended_well
            && (last.largest_grad == 0.0 || last.largest_grad <= VANISHED * first.largest_grad)
        {
            return Trend::Settled;
        }
        if !ended_well && self.taken == 0 {
            return Trend::Diverging;
        }
        let (change, predicted) = (self.last_change, self.last_predicted);
        let noise = 8.0 * f64::EPSILON * last.root.abs();
        let stands_still = change.abs() <= noise && predicted.abs() <= noise;
        match () {
            () if ended_well && stands_still => Trend::Unseen,
            () if gain < -noise && !(ended_well && self.has_been_as_bad(last.root)) => {
                Trend::Diverging
            }
            () if self.swings() => Trend::Oscillating,
            () if gain < -noise => Trend::Worse,
            () if change / predicted < IDLE => Trend::Overshooting,
            () => Trend::Going,
        }
    }

    /// Returns true if the root had been as far the wrong way as where it ended, except for
    /// rounding.
    fn has_been_as_bad(&self, end: f64) -> bool {
        let before = self.curve.split_last().map_or(&[][..], |(_, before)| before);
        let worst = end - 8.0 * f64::EPSILON * end.abs() * self.rate.signum();
        before.iter().any(|root| (root - worst) * self.rate.signum() >= 0.0)
    }

    /// Returns true if the root went up and down again and again in the later half of the run.
    fn swings(&self) -> bool {
        let later = self.curve.get(self.curve.len() / 2..).unwrap_or_default();
        let turned = |at: &&[f64]| matches!(at, [a, b, c] if (b - a) * (c - b) < 0.0);
        let turns = later.windows(3).filter(turned).count();
        turns >= 2 && turns * 3 > later.len()
    }
}
