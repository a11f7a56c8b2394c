//! Gradient descent from the current root: `leaf -= rate * grad`, as often as asked.

use super::run::{Point, Run};
use super::{Change, Progress, Session};
use crate::graph::{Tape, Value};

/// The outcome of a run of gradient descent.
#[derive(Debug)]
pub struct Descent {
    /// The root it descended.
    pub root: Value,
    /// The rate.
    pub rate: f64,
    /// Every leaf that moved, with its first grad.
    pub moved: Vec<Moved>,
    /// The run at steps 0, 1, 2, 5, 10, 20, 50 and so on, and at its last.
    pub points: Vec<Point>,
    /// The root's data after every step, the start first; of long runs every so many.
    pub curve: Vec<f64>,
    /// The change of the root that the first grads predict for one step.
    pub predicted: f64,
    /// The change of the root in the last step.
    pub last_change: f64,
    /// The change that the grads before the last step predicted for it.
    pub last_predicted: f64,
    /// The number of steps taken.
    pub taken: u64,
    /// The reason for which it stopped.
    pub end: End,
}

/// A leaf before and after.
#[derive(Debug, Clone)]
pub struct Moved {
    /// The leaf.
    pub leaf: Value,
    /// Its data before the first step.
    pub before: f64,
    /// Its grad before the first step.
    pub grad: f64,
}

/// The reasons for which a run stops.
#[derive(Debug, Clone, PartialEq)]
pub enum End {
    /// All steps were taken.
    Done,
    /// The largest grad fell below what was asked for.
    Reached,
    /// The next step would have made this node non-finite; it was not taken.
    NonFinite(Value, f64),
    /// It was stopped from outside.
    Interrupted,
}

impl Descent {
    /// The largest size of a moving leaf's grad where the run ended.
    pub fn largest_grad(&self) -> f64 {
        self.points.last().map_or(f64::NAN, |point| point.largest_grad)
    }
}

impl Moved {
    /// The leaves that move on a tape, as they are now.
    pub(super) fn all(tape: &Tape) -> Vec<Moved> {
        let moved = tape.leaves().iter().zip(tape.data()).zip(tape.grads());
        let moved = moved.map(|((leaf, before), grad)| Moved {
            leaf: leaf.clone(),
            before: *before,
            grad: *grad,
        });
        moved.collect()
    }
}

impl Session {
    /// Takes up to `count` steps of the given `rate` on `leaves`, or on every unfrozen leaf of the
    /// root, until the largest grad is below `until`.
    ///
    /// None without a root, and when no leaf may move. Afterwards every node is as an ordinary pass
    /// leaves it.
    pub fn descend(
        &mut self,
        rate: f64,
        count: u64,
        leaves: Option<Vec<Value>>,
        until: Option<f64>,
    ) -> Option<Descent> {
        let mut tape = self.take_tape(leaves)?;
        let root = tape.root().clone();
        let moved = Moved::all(&tape);
        if moved.is_empty() {
            self.keep_tape(tape);
            return None;
        }
        let predicted = -rate * moved.iter().map(|it| it.grad * it.grad).sum::<f64>();
        let mut run = Run::new(&mut tape, rate);
        let mut taken = 0;
        let end = loop {
            if until.is_some_and(|tolerance| run.tape.largest_grad() < tolerance) {
                break End::Reached;
            }
            if taken == count {
                break End::Done;
            }
            if self.is_interrupted() {
                break End::Interrupted;
            }
            if let Err(attempt) = run.step() {
                break self.first_non_finite(run.tape, &attempt);
            }
            taken += 1;
            run.note(taken);
            let root = run.tape.root_data();
            self.observe(Progress::At { step: taken, steps: Some(count), root });
        };
        self.observe(Progress::Over);
        run.finish(taken);
        let (last_change, last_predicted) = run.last;
        let (points, curve) = (run.points, run.curve.values);
        self.keep_tape(tape);
        self.meter_nodes(self.order.nodes().len().saturating_mul(taken as usize));
        Some(Descent {
            root,
            rate,
            moved,
            points,
            curve,
            predicted,
            last_change,
            last_predicted,
            taken,
            end,
        })
    }

    /// The tape of the current root for `leaves`, or for every unfrozen leaf: the one kept from last
    /// time if it is the same. It has been passed over, forward and backward.
    ///
    /// Whoever takes it gives it back with [`Session::keep_tape`].
    pub(super) fn take_tape(&mut self, leaves: Option<Vec<Value>>) -> Option<Tape> {
        let root = self.root()?.clone();
        self.refresh(&root);
        let kept = self.tape.take();
        let order = self.order_of(&root);
        let leaves = leaves.unwrap_or_else(|| order.unfrozen_leaves());
        let mut tape = match kept.filter(|kept| kept.root().is(&root) && kept.leaves() == leaves) {
            Some(kept) => kept,
            None => Tape::compile(order, &leaves)?,
        };
        tape.load();
        tape.pass();
        Some(tape)
    }

    /// Puts the tape's leaves into the graph, undoably, and brings every node up to date with one
    /// ordinary pass.
    pub(super) fn keep_tape(&mut self, tape: Tape) {
        let leaves = || tape.leaves().iter().zip(tape.data());
        if leaves().any(|(leaf, data)| leaf.data().to_bits() != data.to_bits()) {
            let before = leaves().map(|(leaf, _)| (leaf.clone(), leaf.data())).collect();
            self.record(Change::Data(before));
        }
        // What stopped the steps must not stop the pass that shows where they led.
        self.heed();
        self.order_of(tape.root());
        self.keep_grads();
        tape.store();
        self.clock = self.clock.wrapping_add(1);
        let clock = self.clock;
        self.order_of(tape.root()).pass(clock);
        self.tape = Some(tape);
        self.meter_nodes(self.order.nodes().len());
    }

    /// The first node of the graph that the numbers of `attempt` make non-finite.
    fn first_non_finite(&mut self, tape: &Tape, attempt: &[f64]) -> End {
        let before: Vec<f64> = tape.leaves().iter().map(Value::data).collect();
        let set = |numbers: &[f64]| {
            tape.leaves().iter().zip(numbers).for_each(|(leaf, data)| leaf.set_data(*data));
        };
        set(attempt);
        let order = self.order_of(tape.root());
        order.forward(0);
        let outside = tape.leaves().iter();
        let culprit = order.nodes().iter().chain(outside).find(|node| !node.data().is_finite());
        let end =
            culprit.map_or(End::Interrupted, |node| End::NonFinite(node.clone(), node.data()));
        set(&before);
        end
    }
}
