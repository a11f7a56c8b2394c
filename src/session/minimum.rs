//! Minimizing the root without a rate.

use super::{Moved, Session};
use crate::graph::Value;
use crate::methods::{Outcome, Progress, Search, Traits};
use crate::ops::POWER;

/// The outcome of a search for a minimum.
#[derive(Debug)]
pub struct Minimum {
    /// The root it minimized.
    pub root: Value,
    /// The root's data before the search.
    pub before: f64,
    /// The root's data where the search ended.
    pub after: f64,
    /// The largest absolute grad of a moving leaf there.
    pub largest_grad: f64,
    /// The leaf with that grad.
    pub steepest: Option<Value>,
    /// The number of steps taken.
    pub steps: u64,
    /// The outcome.
    pub outcome: Outcome,
    /// False when no pass was made afterwards, since it was stopped and a pass takes long.
    pub is_passed: bool,
}

/// The most steps that a search takes.
const MOST_STEPS: u64 = 10_000;

#[doc(hidden)]
impl Session {
    /// Searches for a minimum of the current root over `leaves`, or over every unfrozen leaf.
    ///
    /// None without a root. The leaves are left at the lowest point found, unless there is no
    /// bottom.
    pub fn minimize(&mut self, leaves: Option<Vec<Value>>) -> Option<Minimum> {
        let tape = self.take_tape(leaves).filter(|tape| !tape.is_cut())?;
        let moved = Moved::all(&tape);
        let (root, before) = (tape.root().clone(), tape.root_data());
        let (mut steps, mut ended) = (0, self.outcome_without_search(&moved, before));
        let traits = Traits {
            has_kinks: self.has_kinks(),
            is_never_negative: self.order.is_never_negative(),
        };
        let mut search = Search::new(tape, self.stop().clone(), traits);
        while ended.is_none() {
            ended = match steps {
                MOST_STEPS => Some(Outcome::Falling),
                _ => search.step(before),
            };
            if self.is_interrupted() {
                ended = Some(Outcome::Interrupted);
            }
            if ended.is_none() {
                steps += 1;
                self.observe(Progress::At {
                    step: steps,
                    steps: None,
                    name: "root",
                    data: search.tape.root_data(),
                });
            }
        }
        self.observe(Progress::Over);
        self.meter_nodes(search.tape.records().saturating_mul(steps as usize));
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
        let whole = search.whole();
        if is_unproven && search.runs_off() {
            outcome = Outcome::Endless;
        } else if is_unproven && search.has_fallen_below_any_bound(before) {
            outcome = Outcome::Unbounded;
        }
        if search.return_to(&whole) {
            outcome = Outcome::Interrupted;
        }
        let mut tape = search.tape;
        if matches!(outcome, Outcome::Unbounded | Outcome::Endless) {
            // The graph still holds the leaves' original data.
            tape.load();
            tape.pass();
            steps = 0;
        }
        let (after, largest_grad) = (tape.root_data(), tape.largest_grad());
        let steepest = tape.leaves().iter().zip(tape.grads());
        let steepest = steepest.max_by(|(_, one), (_, other)| one.abs().total_cmp(&other.abs()));
        let steepest = steepest.map(|(leaf, _)| leaf.clone());
        let is_passed = self.keep_tape(tape);
        Some(Minimum { root, before, after, largest_grad, steepest, steps, outcome, is_passed })
    }

    /// Returns true if the root depends on an operation that has kinks.
    fn has_kinks(&self) -> bool {
        let mut computed =
            self.order.nodes().iter().filter_map(|node| Some((node, node.operation()?)));
        computed.any(|(node, operation)| {
            // A power has a kink only at an exponent of 0, which a constant one cannot come to
            // cross.
            let is_fixed_power = operation.is(POWER)
                && matches!(node.operands(), [_, power] if power.constant().is_some());
            !operation.kinks.is_empty() && !is_fixed_power
        })
    }

    /// Returns the outcome if a search is pointless from the start.
    fn outcome_without_search(&mut self, moved: &[Moved], start: f64) -> Option<Outcome> {
        if !start.is_finite() || !moved.iter().all(|it| it.grad.is_finite()) {
            return Some(Outcome::NoStart);
        }
        self.linear_leaf(moved).map(Outcome::Linear)
    }

    /// The leaf with the largest grad, if the root is linear in it: then the root has no minimum.
    pub fn linear_leaf(&mut self, moved: &[Moved]) -> Option<Value> {
        let root = self.root()?.clone();
        let steepest =
            moved.iter().max_by(|one, other| one.grad.abs().total_cmp(&other.grad.abs()));
        let leaf = &steepest.filter(|it| it.grad != 0.0)?.leaf;
        self.order_of(&root).is_linear_in(leaf).then(|| leaf.clone())
    }
}
