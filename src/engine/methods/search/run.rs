//! A whole search, from its start to its outcome.

use super::Search;
use crate::methods::Outcome;

impl Search {
    /// Begins anew at a point.
    pub fn restart(&mut self, at: &[f64]) {
        self.tape.pass_at(at.iter().copied());
        self.forget();
        (self.origin, self.start) = (at.to_vec(), at.to_vec());
        (self.curvature, self.newton_work, self.stalled, self.level) = (None, 0, 0, 0);
    }

    /// Searches with so many steps at most from a point where the root was `highest`, and tells of each
    /// step with the root's data. Returns the outcome and the number of steps.
    pub fn run(
        &mut self,
        highest: f64,
        most_steps: u64,
        mut tell: impl FnMut(u64, f64),
    ) -> (Outcome, u64) {
        let (mut steps, mut ended) = (0, None);
        while ended.is_none() {
            ended = if steps == most_steps { Some(Outcome::Falling) } else { self.step(highest) };
            if self.stop.is_set() {
                ended = Some(Outcome::Interrupted);
            }
            if ended.is_none() {
                steps += 1;
                tell(steps, self.tape.root_data());
            }
        }
        let mut outcome = ended.unwrap_or(Outcome::Falling);
        let is_unproven = matches!(
            outcome,
            Outcome::Flat
                | Outcome::Level
                | Outcome::Unmeasured
                | Outcome::Kink
                | Outcome::Stuck
                | Outcome::Falling
        );
        let whole = self.whole();
        if is_unproven && self.runs_off() {
            outcome = Outcome::Endless;
        } else if is_unproven && self.has_fallen_below_any_bound(highest) {
            outcome = Outcome::Unbounded;
        }
        if self.return_to(&whole) {
            outcome = Outcome::Interrupted;
        }
        (outcome, steps)
    }
}
