//! Gradient descent from the current root: `leaf -= rate * grad`, as often as asked.

use std::rc::Rc;
use std::time::Duration;

use super::monitor::Watched;
use super::optimizer::{Method, Optimizer, Remembered};
use super::rate::Rate;
use super::run::{Curve, Point, Run};
use crate::core::graph::{Progress, Value};
use crate::core::session::{Session, same_bits};
use crate::parts::descent::{self, Trained};
use crate::parts::rows::Program;
use crate::report::Ending;

/// The outcome of a run of gradient descent.
#[derive(Debug)]
pub struct Descent {
    /// The root it descended.
    pub root: Value,
    pub method: Method,
    /// The first step of each leaf, if it was to be the only one and is not that of plain descent.
    pub first_steps: Vec<FirstStep>,
    /// The step size of the last step.
    pub rate: f64,
    /// Every leaf that moved, with its first grad.
    pub moved: Vec<Moved>,
    /// The run at steps 0, 1, 2, 5, 10, 20, 50 and so on, and at the last step.
    pub points: Vec<Point>,
    /// The root's data at the start and after each step; long runs keep evenly spaced steps only.
    pub curve: Curve,
    /// The other node that was looked at.
    pub watched: Option<Watched>,
    /// The change of the root that the first grads predict for one step.
    pub predicted: f64,
    /// The change of the root in the last step, and the one that the grads predicted.
    pub last: (f64, f64),
    /// The number of steps.
    pub taken: u64,
    /// The time of the steps alone.
    pub time: Duration,
    /// The reason it stopped.
    pub stop_reason: StopReason,
}

/// The result of a step on a leaf, taken or not.
#[derive(Debug, Clone, Copy)]
pub struct FirstStep {
    /// The leaf's data after.
    pub after: f64,
    /// The state of the leaf after the step.
    pub remembered: Remembered,
}

/// A leaf before and after.
#[derive(Debug, Clone)]
pub struct Moved {
    /// The leaf.
    pub leaf: Value,
    /// The data before the first step.
    pub before: f64,
    /// The grad before the first step.
    pub grad: f64,
}

/// The reason a run stopped.
#[derive(Debug, Clone, PartialEq)]
pub enum StopReason {
    Done,
    /// The largest grad fell below the given bound.
    Reached,
    /// The next step was rejected: the root would be this number, or a leaf not finite if the number is finite.
    NonFinite(f64),
    /// The rate of the next step is not finite.
    Rate(f64),
    /// The user interrupted it.
    Interrupted,
}

impl Descent {
    pub fn ending(&self) -> Ending {
        match self.stop_reason {
            StopReason::Done => Ending::Done,
            StopReason::Reached => Ending::Reached,
            StopReason::NonFinite(..) | StopReason::Rate(_) => Ending::NonFinite,
            StopReason::Interrupted => Ending::Interrupted,
        }
    }

    /// The largest absolute grad of a moving leaf at the end of the run.
    pub fn largest_grad(&self) -> f64 {
        self.points.last().map_or(f64::NAN, |point| point.largest_grad)
    }
}

impl Moved {
    /// The leaves of a program that has not moved yet.
    pub(super) fn all(program: &Program) -> Vec<Moved> {
        let moved = program.inputs().iter().zip(program.data()).zip(program.grads());
        let moved = moved.map(|((leaf, before), grad)| Moved {
            leaf: leaf.clone(),
            before: *before,
            grad: *grad,
        });
        moved.collect()
    }
}

/// A request for steps.
#[derive(Debug)]
pub struct Steps {
    /// Their size, or that of each.
    pub rate: Rc<Rate>,
    /// The most of them.
    pub count: u64,
    /// The leaves to move; `None` for all unfrozen leaves of the root.
    pub leaves: Option<Vec<Value>>,
    /// The largest grad below which there are no more.
    pub until: Option<f64>,
    pub method: Method,
    /// A node to look at after each step.
    pub watch: Option<Value>,
}

/// Takes up to `count` steps of plain descent with the given `rate` on `leaves`, or on every unfrozen
/// leaf of the root, until the largest grad is below `until`.
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
    let method = Method::default();
    let rate = Rc::new(rate.into());
    descend_by(session, Steps { rate, count, leaves, until, method, watch: None })
}

/// Takes steps from the current root on the leaves, until the largest grad is below `until`. None if there is no root
/// or no leaf to move. Afterwards data and grads are those of an ordinary pass.
pub fn descend_by(session: &mut Session, steps: Steps) -> Option<Descent> {
    let mut program =
        session.take_program(steps.leaves.clone()).filter(|program| !program.is_cut())?;
    if program.inputs().is_empty() {
        session.commit_run(program);
        return None;
    }
    let method = steps.method;
    let mut optimizer = optimizer(session, &program, &steps);
    let descent = on_program(session, &mut program, optimizer.as_mut(), steps);
    session.commit_run(program);
    if descent.taken > 0 {
        // Of plain descent there is nothing to remember.
        let mut remembered = optimizer.iter().flat_map(Optimizer::remembered);
        let trained = descent.moved.iter().map(|Moved { leaf, .. }| {
            let data = leaf.data();
            let trained = remembered.next().map(|remembered| Trained { method, remembered, data });
            (leaf.clone(), trained)
        });
        descent::remember(session, trained);
    }
    Some(descent)
}

/// Takes steps with new state, and restores the session; as [`descend_by`].
pub fn race(session: &mut Session, steps: Steps) -> Option<Descent> {
    let mut program =
        session.take_program(steps.leaves.clone()).filter(|program| !program.is_cut())?;
    let fresh = program.inputs().iter().map(|_| Remembered::default());
    let mut optimizer = (!steps.method.is_plain()).then(|| Optimizer::new(steps.method, fresh));
    let has_leaves = !program.inputs().is_empty();
    let descent = has_leaves.then(|| on_program(session, &mut program, optimizer.as_mut(), steps));
    session.discard_run(program);
    descent
}

/// Takes steps on a program.
fn on_program(
    session: &mut Session,
    program: &mut Program,
    optimizer: Option<&mut Optimizer>,
    steps: Steps,
) -> Descent {
    let Steps { rate: rates, count, until, method, watch, .. } = steps;
    let (moved, rate) = (Moved::all(program), rates.at(0));
    let only = optimizer.as_deref().filter(|_| count == 1);
    let descent = Descent {
        root: program.root().clone(),
        method,
        first_steps: only.map_or_else(Vec::new, |it| first_steps(it.clone(), &moved, rate)),
        rate,
        points: Vec::new(),
        curve: Curve::default(),
        watched: watch.and_then(|node| Watched::of(session, node, program)),
        predicted: -rate * moved.iter().map(|it| it.grad * it.grad).sum::<f64>(),
        moved,
        last: (0.0, 0.0),
        taken: 0,
        time: Duration::ZERO,
        stop_reason: StopReason::Done,
    };
    let (previous, previous_grads) = (Vec::new(), Vec::new());
    let mut run = Run { program, rates: &rates, optimizer, descent, previous, previous_grads };
    run.note();
    let begun = session.work().time().unwrap_or_default();
    let stop_reason = loop {
        if until.is_some_and(|tolerance| run.program.largest_grad() < tolerance) {
            break StopReason::Reached;
        }
        if run.descent.taken == count {
            break StopReason::Done;
        }
        if session.work().is_interrupted() {
            break StopReason::Interrupted;
        }
        if let Err(reason) = run.step() {
            break reason;
        }
        let (step, data) = (run.descent.taken, run.program.root_data());
        session.work_mut().observe(Progress::At { step, steps: Some(count), name: "root", data });
    };
    let time = session.work().time().unwrap_or_default().saturating_sub(begun);
    session.work_mut().observe(Progress::Over);
    Descent { time, ..run.finish(stop_reason) }
}

/// The optimizer with the state that the leaves of a program kept; `None` for plain descent. A leaf that has moved
/// since then starts with new state.
fn optimizer(session: &Session, program: &Program, steps: &Steps) -> Option<Optimizer> {
    let method = steps.method;
    if method.is_plain() {
        return None;
    }
    let remembered = program.inputs().iter().map(|leaf| {
        let trained = descent::trained(session, leaf);
        match trained.filter(|it| std::ptr::eq(it.method.kind, method.kind)) {
            Some(trained) if same_bits(leaf.data(), trained.data) => trained.remembered,
            _ => Remembered::default(),
        }
    });
    Some(Optimizer::new(method, remembered))
}

/// The effect of the next step on the leaves.
fn first_steps(mut optimizer: Optimizer, moved: &[Moved], rate: f64) -> Vec<FirstStep> {
    let mut data: Vec<f64> = moved.iter().map(|it| it.before).collect();
    let grads: Vec<f64> = moved.iter().map(|it| it.grad).collect();
    optimizer.step(rate, &mut data, &grads);
    let steps = data.into_iter().zip(optimizer.remembered());
    steps.map(|(after, remembered)| FirstStep { after, remembered }).collect()
}
