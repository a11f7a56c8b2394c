//! Minimizing the root without a rate.

use super::{Moved, Statistic};
use crate::graph::{Tape, Value};
use crate::methods::{Elsewhere, Outcome, Progress, Search, Traits, elsewhere};
use crate::session::Session;

/// The outcome of a search for a minimum.
#[derive(Debug)]
pub struct Minimum {
    /// The root it minimized.
    pub root: Value,
    /// The leaves that were to move.
    pub leaves: Vec<Value>,
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
    /// Of a minimum, what has been found elsewhere.
    pub elsewhere: Option<Elsewhere>,
    /// Of a likelihood that is stuck, whether the root is not finite a little further on.
    pub is_at_edge: bool,
    /// False when no pass was made afterwards, since it was stopped and a pass takes long.
    pub is_passed: bool,
}

/// The most steps that a search takes.
const MOST_STEPS: u64 = 10_000;

/// A likelihood that has come to 1 but for this part of its logarithm, and to no minimum, is that of rows that are
/// separated: its leaves have no end.
const CERTAIN: f64 = 1e-9;

/// Searches for a minimum of the current root over `leaves`, or over every unfrozen leaf.
///
/// None without a root. The leaves are left at the lowest point found, unless there is no
/// bottom.
pub fn minimize(session: &mut Session, leaves: Option<Vec<Value>>) -> Option<Minimum> {
    minimize_as(session, leaves, None)
}

/// The same of a root that may be a statistic.
pub fn minimize_as(
    session: &mut Session,
    leaves: Option<Vec<Value>>,
    statistic: Option<Statistic>,
) -> Option<Minimum> {
    let tape = session.take_tape(leaves).filter(|tape| !tape.is_cut())?;
    let moved = Moved::all(&tape);
    let (root, before) = (tape.root().clone(), tape.root_data());
    let start = tape.data().to_vec();
    let order = session.order_of(&root);
    let traits = Traits {
        has_kinks: order.has_kinks_in(tape.leaves()),
        is_quadratic: order.is_quadratic_in_all(tape.leaves()),
        is_never_negative: order.is_never_negative(),
        is_likelihood: statistic == Some(Statistic::Likelihood),
    };
    let pointless = outcome_without_search(session, &moved, before);
    let mut search = Search::new(tape, session.stop().clone(), traits);
    let (outcome, mut steps) = match pointless {
        Some(outcome) => (outcome, 0),
        None => search.run(before, MOST_STEPS, |step, data| {
            session.observe(Progress::At { step, steps: None, name: "root", data });
        }),
    };
    session.observe(Progress::Over);
    let is_open = !matches!(outcome, Outcome::Minimum(_) | Outcome::Interrupted);
    let outcome = match statistic == Some(Statistic::Likelihood) && is_open {
        true if search.tape.root_data().abs() < CERTAIN * before => Outcome::Endless,
        _ => outcome,
    };
    let elsewhere = match outcome {
        Outcome::Minimum(proof) => Some(elsewhere(&mut search, proof, &start)),
        _ => None,
    };
    let all = steps + elsewhere.as_ref().map_or(0, |it| it.steps);
    session.meter_nodes(search.tape.records().saturating_mul(all as usize));
    let outcome = elsewhere.as_ref().map_or(outcome, |it| Outcome::Minimum(it.lowest.proof));
    let mut tape = search.tape;
    let is_stuck = statistic == Some(Statistic::Likelihood) && matches!(outcome, Outcome::Stuck);
    let is_at_edge = is_stuck && ends_beyond(&mut tape, &start);
    if matches!(outcome, Outcome::Unbounded | Outcome::Endless) {
        // The graph still holds the leaves' original data.
        tape.load();
        tape.pass();
        steps = 0;
    }
    // The last pass may have been stopped.
    let after = elsewhere.as_ref().map_or(tape.root_data(), |it| it.lowest.root);
    let largest_grad = tape.largest_grad();
    let steepest = tape.leaves().iter().zip(tape.grads());
    let steepest = steepest.max_by(|(_, one), (_, other)| one.abs().total_cmp(&other.abs()));
    let steepest = steepest.map(|(leaf, _)| leaf.clone());
    let leaves = tape.leaves().to_vec();
    let is_passed = session.keep_tape(tape);
    Some(Minimum {
        root,
        leaves,
        before,
        after,
        largest_grad,
        steepest,
        steps,
        outcome,
        elsewhere,
        is_at_edge,
        is_passed,
    })
}

/// Tells whether the root is not finite a little further on the way from the start.
fn ends_beyond(tape: &mut Tape, start: &[f64]) -> bool {
    /// The parts of the way that are gone on.
    const FURTHER: [f64; 3] = [1e-3, 1e-2, 1e-1];
    if tape.is_cut() {
        return false;
    }
    let here = tape.data().to_vec();
    let mut is_finite = |part: f64| {
        let way = here.iter().zip(start);
        tape.root_at(way.map(|(here, start)| here + part * (here - start))).is_finite()
    };
    let ends = FURTHER.into_iter().any(|part| !is_finite(part));
    tape.pass_at(here);
    ends
}

/// Returns the outcome if a search is pointless from the start.
fn outcome_without_search(session: &mut Session, moved: &[Moved], start: f64) -> Option<Outcome> {
    if !start.is_finite() || !moved.iter().all(|it| it.grad.is_finite()) {
        return Some(Outcome::NoStart);
    }
    linear_leaf(session, moved).map(Outcome::Linear)
}

/// The leaf with the largest grad, if the root is linear in it: then the root has no minimum.
pub fn linear_leaf(session: &mut Session, moved: &[Moved]) -> Option<Value> {
    let root = session.root()?.clone();
    let steepest = moved.iter().max_by(|one, other| one.grad.abs().total_cmp(&other.grad.abs()));
    let leaf = &steepest.filter(|it| it.grad != 0.0)?.leaf;
    session.order_of(&root).is_linear_in(leaf).then(|| leaf.clone())
}
