//! A minimum without a rate, or why there is none.

use super::search::{Search, Traits};
use super::{Moved, Progress, Session};
use crate::graph::{Operand, Value};
use crate::ops::POWER;

/// The outcome of a search for a minimum.
#[derive(Debug)]
pub struct Minimum {
    /// The root it minimized.
    pub root: Value,
    /// Every leaf that moved, with its first grad.
    pub moved: Vec<Moved>,
    /// The root's data before and after.
    pub before: f64,
    /// The root's data where the search ended.
    pub after: f64,
    /// The largest size of a moving leaf's grad there.
    pub largest_grad: f64,
    /// The leaf whose grad that is.
    pub steepest: Option<Value>,
    /// The number of steps taken.
    pub steps: u64,
    /// The reason for which it stopped.
    pub end: Found,
}

/// The proof that a point is a minimum.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Proof {
    /// The root curves upward in every direction, by its measured second derivatives and as seen a
    /// little way off, and by them next to nothing is left to fall.
    Curvature {
        /// The amount.
        left: f64,
    },
    /// It has one leaf, and is higher to both sides.
    Sides,
    /// It is 0, and never lower by how it is made.
    Bound,
}

/// The ways in which a search for a minimum ends.
#[derive(Debug, Clone, PartialEq)]
pub enum Found {
    /// A minimum, and how that is known.
    Minimum(Proof),
    /// The root is the same wherever the leaves were nudged to.
    Flat,
    /// The grads vanish and no nudge leads lower, but the root is not shown to curve upward in
    /// every direction.
    Level,
    /// The grads vanish, but measuring how the root curves would be too much work.
    Unmeasured,
    /// No step that was tried leads lower, though the grads do not vanish; and there are operations
    /// with kinks.
    Kink,
    /// No step that was tried leads lower, though the grads do not vanish.
    Stuck,
    /// The root falls without bound; the leaves were left as they were.
    Unbounded,
    /// The root falls ever more slowly, however far the leaves go; they were left as they were.
    Endless,
    /// The root is linear in this leaf, so it falls without bound; nothing was moved.
    Linear(Value),
    /// The root or a grad is not finite where the search would start.
    NoStart,
    /// It was still falling after the most steps there may be.
    Falling,
    /// It was stopped from outside.
    Interrupted,
}

/// The most steps that a search takes.
const MOST_STEPS: u64 = 10_000;

impl Session {
    /// Searches a minimum of the current root over `leaves`, or over every unfrozen leaf.
    ///
    /// None without a root. The leaves are left at the lowest place found, unless there is no
    /// bottom.
    pub fn minimize(&mut self, leaves: Option<Vec<Value>>) -> Option<Minimum> {
        let tape = self.take_tape(leaves)?;
        let moved = Moved::all(&tape);
        let (root, before) = (tape.root().clone(), tape.root_data());
        let (mut steps, mut end) = (0, self.hopeless(&moved, before));
        let traits = Traits {
            has_kinks: self.has_kinks(),
            is_never_negative: self.order.is_never_negative(),
        };
        let mut search = Search::new(tape, self.stop().clone(), traits);
        while end.is_none() {
            end = match steps {
                MOST_STEPS => Some(Found::Falling),
                _ => search.step(before),
            };
            if self.is_interrupted() {
                end = Some(Found::Interrupted);
            }
            if end.is_none() {
                steps += 1;
                self.observe(Progress::At {
                    step: steps,
                    steps: None,
                    root: search.tape.root_data(),
                });
            }
        }
        self.observe(Progress::Over);
        self.meter_nodes(search.tape.records().saturating_mul(steps as usize));
        let mut end = end.unwrap_or(Found::Falling);
        let is_unproven = matches!(
            end,
            Found::Flat
                | Found::Level
                | Found::Unmeasured
                | Found::Kink
                | Found::Stuck
                | Found::Falling
        );
        if is_unproven && search.runs_off() {
            end = Found::Endless;
        } else if is_unproven && search.has_fallen_below_any_bound(before) {
            end = Found::Unbounded;
        }
        let mut tape = search.tape;
        if matches!(end, Found::Unbounded | Found::Endless) {
            // The graph still holds what the leaves were.
            tape.load();
            tape.pass();
            steps = 0;
        }
        let (after, largest_grad) = (tape.root_data(), tape.largest_grad());
        let steepest = tape.leaves().iter().zip(tape.grads());
        let steepest = steepest.max_by(|(_, one), (_, other)| one.abs().total_cmp(&other.abs()));
        let steepest = steepest.map(|(leaf, _)| leaf.clone());
        self.keep_tape(tape);
        Some(Minimum { root, moved, before, after, largest_grad, steepest, steps, end })
    }

    /// Returns true if the root depends on an operation that has kinks.
    fn has_kinks(&self) -> bool {
        let mut computed =
            self.order.nodes().iter().filter_map(|node| Some((node, node.operation()?)));
        computed.any(|(node, operation)| {
            // A power has one only where its exponent may reach 0.
            let is_fixed_power =
                operation.is(POWER) && matches!(node.operands(), [_, Operand::Constant(_)]);
            !operation.kinks.is_empty() && !is_fixed_power
        })
    }

    /// Returns the reason for which there is no minimum to search for, if there is one.
    fn hopeless(&mut self, moved: &[Moved], start: f64) -> Option<Found> {
        if !start.is_finite() || !moved.iter().all(|it| it.grad.is_finite()) {
            return Some(Found::NoStart);
        }
        self.linear_leaf(moved).map(Found::Linear)
    }

    /// The leaf of the largest grad, when the root is linear in it: then the root has no minimum.
    pub fn linear_leaf(&mut self, moved: &[Moved]) -> Option<Value> {
        let root = self.root()?.clone();
        let steepest =
            moved.iter().max_by(|one, other| one.grad.abs().total_cmp(&other.grad.abs()));
        let leaf = &steepest.filter(|it| it.grad != 0.0)?.leaf;
        self.order_of(&root).is_linear_in(leaf).then(|| leaf.clone())
    }
}
