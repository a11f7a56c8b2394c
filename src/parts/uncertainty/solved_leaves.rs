//! A root's uncertainty through solved leaves: by what their errors follow.

use std::rc::Rc;

use super::covariance::{Solved, Uncertainty};
use super::propagation::{Input, Propagation, groups, norm};
use super::sources::propagate;
use crate::core::graph::Value;
use crate::core::language::Result;
use crate::core::session::Session;
use crate::parts::least_squares::norm_of;

/// A solved leaf's error is that which its equations make, as long as what is known of it and its
/// inputs agrees with that to this part.
const SAME: f64 = 1e-6;

/// As [`propagate`](super::sources::propagate), but by what the errors of solved leaves follow instead of these.
///
/// # Errors
///
/// Work was interrupted.
pub fn propagate_through(session: &mut Session, root: &Value) -> Result<Propagation> {
    let mut propagation = propagate(session, root)?;
    let mut inputs = std::mem::take(&mut propagation.inputs);
    let (mut through, mut left): (Vec<Solved>, Vec<Solved>) = (Vec::new(), Vec::new());
    // The last ones first, since their inputs may be solved leaves as well.
    while let Some(next) = inputs
        .iter()
        .filter_map(|input| session.error_of(&input.leaf)?.solved())
        .filter(|solved| !through.iter().chain(&left).any(|met| Rc::ptr_eq(met, solved)))
        .max_by_key(|solved| solved.rank)
        .cloned()
    {
        if follows(session, &next) {
            replace(session, &mut inputs, &next, &propagation);
            through.push(next);
        } else {
            left.push(next);
        }
    }
    through.reverse();
    Ok(propagation.by(inputs, through))
}

/// Tells whether the errors of leaves are still those that their equations make: nobody has said
/// otherwise since.
fn follows(session: &Session, solved: &Solved) -> bool {
    solved.unknowns.iter().enumerate().all(|(at, unknown)| {
        let Some(leaf) = unknown.upgrade() else { return true };
        let Some(Uncertainty::Number(u)) = session.error_of(&leaf).map(|it| &it.u) else {
            return false;
        };
        let mut inputs = Vec::new();
        add(session, &mut inputs, (solved, at), 1.0, None);
        let by_inputs = norm(inputs.iter(), &groups(inputs.iter()));
        let is_same = |one: f64, other: f64| (one - other).abs() <= SAME * u;
        let numbers = || inputs.iter().filter(|input| input.rows.is_none());
        is_same(by_inputs, *u)
            && numbers().all(|input| {
                let r = |other: &Value| session.correlation_of_leaves(&input.leaf, other);
                let along = numbers().map(|it| it.sensitivity * it.u * r(&it.leaf));
                is_same(along.sum(), u * r(&leaf))
            })
    })
}

/// Puts what solved leaves follow in their place among inputs.
fn replace(session: &Session, inputs: &mut Vec<Input>, solved: &Solved, propagation: &Propagation) {
    for (at, unknown) in solved.unknowns.iter().enumerate() {
        let own = unknown.upgrade().and_then(|leaf| inputs.iter().position(|it| it.leaf == leaf));
        let Some(own) = own.map(|place| inputs.remove(place)) else { continue };
        add(session, inputs, (solved, at), own.sensitivity, Some(propagation));
    }
}

/// Adds what an unknown follows to inputs, where the root follows it by so much.
fn add(
    session: &Session,
    inputs: &mut Vec<Input>,
    (solved, unknown): (&Solved, usize),
    by: f64,
    propagation: Option<&Propagation>,
) {
    let mut place = |leaf: &Value, change: &dyn Fn(&mut Input)| {
        let Some(own) = session.error_of(leaf) else { return };
        if let Some(input) = inputs.iter_mut().find(|input| input.leaf == *leaf) {
            return change(input);
        }
        let number = propagation.and_then(|it| it.order.number_of(leaf));
        let mut input = Input::new(leaf, own, number);
        change(&mut input);
        inputs.push(input);
    };
    for (leaf, slope) in solved.numbers.get(unknown).into_iter().flatten() {
        place(leaf, &|input| input.sensitivity += by * slope);
    }
    for (leaf, first, slopes) in solved.rows.get(unknown).into_iter().flatten() {
        place(leaf, &|input| {
            let Some(rows) = &mut input.rows else { return };
            rows.add(*first, slopes.iter().map(|slope| by * slope));
            input.row = None;
            input.u = rows.root_mean_square(leaf);
            input.sensitivity = norm_of(rows.errors.iter().copied()) / input.u;
        });
    }
}
