//! Gradient descent from the current root: `leaf -= rate * grad`, as often as asked.

use std::time::Duration;

use crate::graph::{BadRow, Sweep, Tape, Value, set_each};
use crate::methods::{NotTaken, Point, Progress, Rate, Run};
use crate::session::Session;

/// The outcome of a run of gradient descent.
#[derive(Debug)]
pub struct Descent {
    /// The root it descended.
    pub root: Value,
    /// The step size of the last step.
    pub rate: f64,
    /// Every leaf that moved, with its first grad.
    pub moved: Vec<Moved>,
    /// The run at steps 0, 1, 2, 5, 10, 20, 50 and so on, and at the last step.
    pub points: Vec<Point>,
    /// The root's data at the start and after each step; long runs keep evenly spaced steps only.
    pub curve: Vec<f64>,
    /// The change of the root that the first grads predict for one step.
    pub predicted: f64,
    /// The change of the root in the last step.
    pub last_change: f64,
    /// The change of the root that the grads predicted for the last step.
    pub last_predicted: f64,
    /// The last step in which the root jumped the wrong way.
    pub jumped: Option<u64>,
    /// The number of steps taken.
    pub taken: u64,
    /// How long they took, without what is done once before and after them.
    pub time: Duration,
    /// The reason it stopped.
    pub stop_reason: StopReason,
    /// False when no pass was made afterwards, since it was stopped and a pass takes long.
    pub is_passed: bool,
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

/// The reason a run stopped.
#[derive(Debug, Clone, PartialEq)]
pub enum StopReason {
    /// All steps were taken.
    Done,
    /// The largest grad fell below the given bound.
    Reached,
    /// The next step would have made this node such, in this row, from 1, if it has several; it was
    /// not taken.
    NonFinite(Value, f64, Option<usize>),
    /// The rate of the next step is not finite.
    Rate(f64),
    /// The user interrupted it.
    Interrupted,
}

impl Descent {
    /// The largest absolute grad of a moving leaf at the end of the run.
    pub fn largest_grad(&self) -> f64 {
        self.points.last().map_or(f64::NAN, |point| point.largest_grad)
    }
}

impl Moved {
    /// The leaves of a tape that has not moved yet.
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

/// Takes up to `count` steps of the given `rate` on `leaves`, or on every unfrozen leaf of the
/// root, until the largest grad is below `until`.
///
/// None if there is no root or no leaf to move. Afterwards data and grads are those of an
/// ordinary pass.
pub fn descend(
    session: &mut Session,
    rate: impl Into<Rate>,
    count: u64,
    leaves: Option<Vec<Value>>,
    until: Option<f64>,
) -> Option<Descent> {
    let rate: Rate = rate.into();
    let mut tape = session.take_tape(leaves).filter(|tape| !tape.is_cut())?;
    let root = tape.root().clone();
    let moved = Moved::all(&tape);
    if moved.is_empty() {
        session.keep_tape(tape);
        return None;
    }
    let predicted = -rate.at(0) * moved.iter().map(|it| it.grad * it.grad).sum::<f64>();
    let mut run = Run::new(&mut tape, &rate);
    let begun = session.time().unwrap_or_default();
    let mut taken = 0;
    let stop_reason = loop {
        if until.is_some_and(|tolerance| run.tape.largest_grad() < tolerance) {
            break StopReason::Reached;
        }
        if taken == count {
            break StopReason::Done;
        }
        if session.is_interrupted() {
            break StopReason::Interrupted;
        }
        match run.step(taken + 1) {
            Ok(()) => {}
            Err(NotTaken::Cut) => break StopReason::Interrupted,
            Err(NotTaken::Rate(rate)) => break StopReason::Rate(rate),
            Err(NotTaken::NonFinite(attempt)) => {
                break first_non_finite(session, run.tape, &attempt);
            }
        }
        taken += 1;
        run.note(taken);
        let (name, data) = ("root", run.tape.root_data());
        session.observe(Progress::At { step: taken, steps: Some(count), name, data });
    };
    let time = session.time().unwrap_or_default().saturating_sub(begun);
    session.observe(Progress::Over);
    run.finish(taken);
    let (last_change, last_predicted) = run.last;
    let (jumped, rate) = (run.jump(), run.rate);
    // Where it was looked for half-way, nothing is known of it.
    let jumped = jumped.filter(|_| !session.is_interrupted());
    let (points, curve) = (run.points, run.curve.values);
    let is_passed = session.keep_tape(tape);
    let nodes = session.order_of(&root).nodes().len();
    session.meter_nodes(nodes.saturating_mul(taken as usize));
    Some(Descent {
        root,
        rate,
        moved,
        points,
        curve,
        predicted,
        last_change,
        last_predicted,
        jumped,
        taken,
        time,
        stop_reason,
        is_passed,
    })
}

/// Finds the first node that is non-finite when the leaves have the data of `attempt`.
fn first_non_finite(session: &mut Session, tape: &Tape, attempt: &[f64]) -> StopReason {
    let before: Vec<f64> = tape.leaves().iter().map(Value::data).collect();
    let set = |numbers: &[f64]| set_each(tape.leaves(), numbers);
    set(attempt);
    let stop = session.stop().clone();
    let order = session.order_of(tape.root());
    order.forward(0);
    let outside = tape.leaves().iter();
    let culprit = order.bad_nodes().chain(outside).find(|node| !node.data().is_finite());
    let has_rows = |node: &&Value| node.is_fold() || node.is_per_row();
    let bad = culprit.filter(has_rows);
    let bad = bad.and_then(|node| Sweep::first_bad_row_of(node, &stop));
    let end = match (bad, culprit) {
        (Some(BadRow { node, row, out, .. }), _) => StopReason::NonFinite(node, out, Some(row + 1)),
        (None, Some(node)) => StopReason::NonFinite(node.clone(), node.data(), None),
        (None, None) => StopReason::Interrupted,
    };
    set(&before);
    end
}
