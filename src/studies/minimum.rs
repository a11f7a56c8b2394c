//! Minimizing the root without a rate.

use std::collections::HashSet;

use super::{Moved, Statistic};
use crate::graph::{Copies, Label, Operand, Order, Tape, Value};
use crate::methods::thresholds_of_minimize::run::{CERTAIN, FURTHER, MOST_STEPS};
use crate::methods::{Lower, Outcome, Progress, Proof, Search, Traits};
use crate::ops::{MULTIPLY, NEGATE, WHEN};
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
    /// Of a minimum, what is known of a lower one.
    pub lower: Option<Lower>,
    /// Where it is stuck, the leaves' data a little further on, if the root is not finite there.
    pub beyond: Option<Vec<f64>>,
    /// False when no pass was made afterwards, since it was stopped and a pass takes long.
    pub is_passed: bool,
}

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
    let is_quadratic = traits.is_quadratic;
    let (outcome, mut steps) = match &pointless {
        Some(outcome) => (outcome.clone(), 0),
        None => search.run(before, MOST_STEPS, |step, data| {
            session.observe(Progress::At { step, steps: None, name: "root", data });
        }),
    };
    session.observe(Progress::Over);
    let is_open = !matches!(outcome, Outcome::Minimum(_) | Outcome::Interrupted);
    let outcome = match statistic == Some(Statistic::Likelihood) && is_open {
        true if search.tape.root_data().abs() < CERTAIN * before => Outcome::Endless,
        true if pointless.is_none() && negative_has_minimum(session, &search.tape) => {
            Outcome::Upturned
        }
        true if outcome == Outcome::Stuck && is_separated(session, &search.tape) => {
            Outcome::Endless
        }
        _ => outcome,
    };
    let lower = match outcome {
        Outcome::Minimum(Proof::Curvature { .. }) if is_quadratic => Some(Lower::Only),
        Outcome::Minimum(Proof::NeverNegative) => Some(Lower::Nowhere),
        Outcome::Minimum(_) => Some(Lower::NotLooked),
        _ => None,
    };
    session.meter_nodes(search.tape.records().saturating_mul(steps as usize));
    let mut tape = search.tape;
    let is_stuck = matches!(outcome, Outcome::Stuck | Outcome::Kink);
    let beyond = if is_stuck { beyond(&mut tape, &start) } else { None };
    if matches!(outcome, Outcome::Unbounded | Outcome::Endless | Outcome::Upturned) {
        // The graph still holds the leaves' original data.
        tape.load();
        tape.pass();
        steps = 0;
    }
    let after = tape.root_data();
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
        lower,
        beyond,
        is_passed,
    })
}

/// Tells whether the negative of a root has a minimum where a search for one of the root has begun, as that of a
/// likelihood without its minus has.
fn negative_has_minimum(session: &Session, tape: &Tape) -> bool {
    let operands = [Operand::Value(tape.root().clone()), Operand::Constant(0.0)];
    let negative = Value::computed(NEGATE, operands, Label::default());
    let found = searched_anew(session, &negative, tape.leaves());
    found.is_some_and(|(outcome, ..)| matches!(outcome, Outcome::Minimum(_)))
}

/// Tells whether a likelihood that is stuck grows without end, or comes to 1, where 0*log(0) is 0.
fn is_separated(session: &Session, tape: &Tape) -> bool {
    let copy = without_zeros(session, tape.root(), tape.leaves());
    let found = copy.and_then(|copy| searched_anew(session, &copy, tape.leaves()));
    found.is_some_and(|(outcome, before, after)| {
        outcome == Outcome::Endless
            || !matches!(outcome, Outcome::Minimum(_)) && after.abs() < CERTAIN * before
    })
}

/// Searches for a minimum of another root from where a search has begun, of which the graph still has the data. Returns
/// the outcome, and the root before and after.
fn searched_anew(session: &Session, root: &Value, leaves: &[Value]) -> Option<(Outcome, f64, f64)> {
    if session.is_interrupted() {
        return None;
    }
    let order = Order::until(session.stop(), [root]);
    let mut tape = Tape::compile(&order, leaves)?;
    tape.load();
    tape.pass();
    let traits = Traits {
        has_kinks: order.has_kinks_in(tape.leaves()),
        is_quadratic: false,
        is_never_negative: false,
        is_likelihood: true,
    };
    let before = tape.root_data();
    let mut search = Search::new(tape, session.stop().clone(), traits);
    let (outcome, _) = search.run(before, MOST_STEPS, |_, _| {});
    Some((outcome, before, search.tape.root_data()))
}

/// A copy of a root for which what rows of data multiply does not count where they are 0.
fn without_zeros(session: &Session, root: &Value, leaves: &[Value]) -> Option<Value> {
    let order = Order::until(session.stop(), [root]);
    let mut moving: HashSet<Value> = leaves.iter().cloned().collect();
    let mut copies = Copies::default();
    for node in order.nodes() {
        let (Some(operation), operands) = (node.operation(), node.both_operands()) else {
            continue;
        };
        let moves = |it: &Operand| it.value().is_some_and(|it| moving.contains(it));
        let data = match operands.each_ref().map(moves) {
            [false, false] => continue,
            [true, true] => None,
            [true, false] => operands.get(1),
            [false, true] => operands.first(),
        };
        let label = node.label();
        let mut own = Operand::made(operation, operands.each_ref().map(|it| copies.of(it)), label);
        if let Some(data) = data.filter(|data| operation.is(MULTIPLY) && data.rows().is_some()) {
            own = Operand::made(WHEN, [data.clone(), own], label);
        }
        moving.insert(node.clone());
        copies.put(node, own);
    }
    copies.get(root).and_then(Operand::value).cloned()
}

/// The data of the leaves a little further on the way from the start, or down the slope, if the root is not finite there.
fn beyond(tape: &mut Tape, start: &[f64]) -> Option<Vec<f64>> {
    if tape.is_cut() {
        return None;
    }
    let here = tape.data().to_vec();
    let way = here.iter().zip(start).map(|(here, start)| here - start).collect();
    let size = here.iter().fold(1.0, |most: f64, it| most.max(it.abs()));
    let by = size / tape.largest_grad();
    let slope: Vec<f64> = tape.grads().iter().map(|grad| -by * grad).collect();
    let mut found = None;
    for (way, part) in [way, slope].iter().flat_map(|way| FURTHER.map(|part| (way, part))) {
        let at: Vec<f64> = here.iter().zip(way).map(|(here, by)| here + part * by).collect();
        if !tape.root_at(at.iter().copied()).is_finite() {
            found = Some(at);
            break;
        }
    }
    tape.pass_at(here);
    found
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
