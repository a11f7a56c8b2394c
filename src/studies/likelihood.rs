//! What is known of leaves where a likelihood is largest: their uncertainties, by how it curves there.

mod taken_in;

use std::collections::HashSet;

pub use taken_in::rows_taken_in;

use super::Minimum;
use super::fit::{Parameter, Rise, correlation};
use crate::graph::{Operand, Value};
use crate::methods::thresholds_of_minimize::likelihood::{ABOUT, PARABOLA, ROUNDING, SHORT};
use crate::methods::{Curvature, RootRise};
use crate::numbers::{dot, norm};
use crate::ops;
use crate::session::{Origin, Session};
use crate::solver::{self, Bent};

/// What a root is, where how it curves tells the uncertainties of its leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Statistic {
    /// The negative logarithm of a likelihood: one standard uncertainty away it is higher by a half.
    Likelihood,
    /// A sum of squares of residuals in units of their uncertainties: it is higher by 1.
    ChiSquared,
}

/// What is known of leaves by how a root curves at its minimum.
#[derive(Debug)]
pub struct Spread {
    /// The leaves.
    pub leaves: Vec<Parameter>,
    /// The 95 % interval of each: by how the root rises where the ± misleads, else as of a normal distribution.
    pub intervals: Vec<[f64; 2]>,
    /// How the root rises; none where it is quadratic.
    pub rise: Option<Rise>,
    /// The correlations of their errors, row by row.
    pub correlations: Vec<Vec<f64>>,
}

/// Gives the leaves of a minimum the uncertainties and correlations that they have if the root is this
/// statistic, and takes them the rest of the way to it; none where it does not curve upward in every
/// direction.
pub fn spread(session: &mut Session, minimum: &Minimum, statistic: Statistic) -> Option<Spread> {
    let Minimum { root, leaves, .. } = minimum;
    let mut curvature = curvature(session, root, leaves)?;
    let errors = curvature.errors().filter(|it| rises(session, leaves, it))?;
    let grads: Vec<f64> = leaves.iter().map(Value::grad).collect();
    let step = curvature.step(&grads, 0.0).unwrap_or_default();
    let parts = step.iter().zip(&errors).map(|(by, errors)| by.abs() / norm(errors));
    if (ROUNDING..SHORT).contains(&parts.fold(0.0, f64::max)) {
        let at = |(leaf, by): (&Value, f64)| (leaf.clone(), leaf.data() + by);
        let before: Vec<(Value, f64)> =
            leaves.iter().map(|leaf| (leaf.clone(), leaf.data())).collect();
        let after: Vec<(Value, f64)> = leaves.iter().zip(step).map(at).collect();
        let most = minimum.after + ROUNDING * minimum.after.abs();
        session.set(&after);
        if root.data() <= most {
            curvature = self::curvature(session, root, leaves)?;
        } else {
            session.set(&before);
        }
    }
    let unit = match statistic {
        Statistic::Likelihood => 1.0,
        Statistic::ChiSquared => f64::sqrt(2.0),
    };
    let mut errors = curvature.errors()?;
    errors.iter_mut().flatten().for_each(|it| *it *= unit);
    let found = leaves.iter().cloned().zip(errors.clone()).collect();
    session.set_errors(found, Vec::new(), (&Origin::Found, None));
    let t = solver::student(f64::INFINITY);
    let parameter = |(leaf, errors): (&Value, &Vec<f64>)| Parameter {
        leaf: leaf.clone(),
        data: leaf.data(),
        u: Some(norm(errors)),
    };
    let all: Vec<Parameter> = leaves.iter().zip(&errors).map(parameter).collect();
    let is_quadratic = session.order_of(root).is_quadratic_in_all(leaves);
    let bent = if is_quadratic {
        Some(Vec::new())
    } else {
        rise(session, leaves, &errors, (unit * unit, t))
    };
    let interval = |(at, it): (usize, &Parameter)| {
        let far = t * it.u.unwrap_or_default();
        let bent = bent.iter().flatten().find(|bent| bent.unknown == at);
        bent.map_or([it.data - far, it.data + far], |bent| bent.ends)
    };
    let row = |one: &Vec<f64>| errors.iter().map(|other| correlation(one, other)).collect();
    Some(Spread {
        intervals: all.iter().enumerate().map(interval).collect(),
        rise: Some(bent.as_deref().map_or(Rise::NotMeasured, measured)).filter(|_| !is_quadratic),
        leaves: all,
        correlations: errors.iter().map(row).collect(),
    })
}

/// The leaves along which the root does not rise as its parabola does.
fn rise(
    session: &mut Session,
    leaves: &[Value],
    errors: &[Vec<f64>],
    (unit, most): (f64, f64),
) -> Option<Vec<Bent>> {
    let stop = session.stop().clone();
    let tape = session.take_tape(Some(leaves.to_vec()))?;
    let at = tape.data().to_vec();
    solver::bent(&mut RootRise::new(tape, errors, unit, stop), &at, errors, most)
}

/// The same with the index of each leaf.
fn measured(bent: &[Bent]) -> Rise {
    Rise::Measured(bent.iter().map(|bent| (bent.unknown, bent.ends)).collect())
}

/// Tells whether the root rises to both sides about as a parabola does where each leaf is one uncertainty
/// away, and the others follow.
fn rises(session: &mut Session, leaves: &[Value], errors: &[Vec<f64>]) -> bool {
    let Some(mut tape) = session.take_tape(Some(leaves.to_vec())) else { return false };
    let (start, low) = (tape.data().to_vec(), tape.root_data());
    let both = errors.iter().flat_map(|own| [(own, 1.0), (own, -1.0)]);
    let all_rise = both.into_iter().all(|(own, sign)| {
        let far = sign / norm(own);
        let moves = errors.iter().map(|other| far * dot(own, other));
        let rise = tape.root_at(start.iter().zip(moves).map(|(at, by)| at + by)) - low;
        (PARABOLA / ABOUT..PARABOLA * ABOUT).contains(&rise)
    });
    tape.pass_at(start);
    all_rise
}

/// Returns how a root curves at the present data of these leaves.
fn curvature(session: &mut Session, root: &Value, leaves: &[Value]) -> Option<Curvature> {
    let scales: Vec<f64> = leaves.iter().map(|leaf| scale(leaf.data())).collect();
    let stop = session.stop().clone();
    let by = (&stop, session.clock());
    Curvature::exact(root, leaves, &scales, by).or_else(|| {
        let mut tape = session.take_tape(Some(leaves.to_vec()))?;
        Curvature::measure(&mut tape, &scales, &stop)
    })
}

/// The size of a leaf.
fn scale(data: f64) -> f64 {
    if data == 0.0 { 1.0 } else { data.abs() }
}

/// Tells whether a root is a mean over rows, or a sum or difference with one.
pub fn is_mean_of_rows(root: &Value) -> bool {
    let (mut work, mut met) = (vec![root.clone()], HashSet::from([root.clone()]));
    while let Some(node) = work.pop() {
        let Some(operation) = node.operation() else { continue };
        if operation.as_fold().is_some_and(|fold| fold.averages) {
            return true;
        }
        if [ops::ADD, ops::SUBTRACT, ops::NEGATE].into_iter().any(|row| operation.is(row)) {
            let operands = node.operands().iter().filter_map(Operand::value);
            work.extend(operands.filter(|it| met.insert((*it).clone())).cloned());
        }
    }
    false
}
