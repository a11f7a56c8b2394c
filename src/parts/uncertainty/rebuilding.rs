//! What only saved sessions say of uncertainties: where they are from, exactly.

use super::correlations::Correlations;
use super::covariance::{Group, Origin, Solved, Uncertain};
use super::solved_leaves::follows;
use crate::core::graph::{Operand, Value};
use crate::core::language::{Error, Result, Span, exact};
use crate::core::session::{Change, Session};
use crate::parts::least_squares::norm;
use crate::parts::solve::{differences, keep_equations};

/// Parts of an error of unit size are rounded by less.
const ROUNDING: f64 = 1e-9;

/// Says that the uncertainty of a new leaf, if it has one, was found together with its data; with
/// the degrees of freedom of another leaf, of the same fit.
pub fn mark_found(session: &mut Session, leaf: &Value, with: Option<&Value>) {
    let own = session.state.covariance.get(leaf).filter(|_| !leaf.is_per_row()).cloned();
    if let Some(own) = own {
        let shared = with.and_then(|with| session.freedom_of(with).cloned());
        let freedom = shared.or_else(|| own.freedom.clone());
        let state = Uncertain { origin: Origin::Found, freedom, ..own };
        session.state.covariance.put(leaf, Some(state));
    }
}

/// Says so of leaves that have been there before, undoably.
pub fn mark_all_found(session: &mut Session, leaves: &[Value], with: Option<&Value>) {
    let own = |leaf: &Value| (leaf.clone(), session.state.covariance.get(leaf).cloned());
    let states = leaves.iter().map(own).collect();
    let before = session.put_states(states);
    leaves.iter().for_each(|leaf| mark_found(session, leaf, with));
    session.record(Change::Uncertain(before));
}

/// The parts of unit size of a leaf's error that are of independent sources; none if it is
/// correlated with no other, or the parts follow from the correlations with these.
pub(super) fn parts_of_error<'session>(
    session: &'session Session,
    leaf: &Value,
    these: &[Value],
) -> Option<&'session [f64]> {
    let member = session.state.covariance.get(leaf)?.member.as_ref()?;
    let correlations = &member.group.correlations;
    let follow = correlations.is_given() && correlations.size() == these.len();
    (!follow).then(|| correlations.loadings(member.index))
}

/// Says of which parts the errors of uncertain leaves are made, undoably: those at the same place
/// come from one source.
///
/// # Errors
///
/// At `span`, when there are not as many for each, or they do not make up the error.
pub fn set_parts(session: &mut Session, leaves: Vec<(Value, Vec<f64>)>, span: Span) -> Result<()> {
    let count = leaves.first().map_or(0, |(_, parts)| parts.len());
    for (_, parts) in &leaves {
        let size = norm(parts);
        let off = (size - 1.0).abs();
        if parts.len() != count || off.is_nan() || off > ROUNDING {
            let message = format!(
                "the parts of an error are as many for each leaf, and their squares add up \
                 to 1, found {}",
                exact(size * size)
            );
            return Err(Error::new(span, message));
        }
    }
    let mut before = Vec::new();
    for (leaf, _) in &leaves {
        before.extend(session.take_apart(leaf));
    }
    let (leaves, parts): (Vec<Value>, Vec<Vec<f64>>) = leaves.into_iter().unzip();
    let parts = parts.into_iter().flatten().collect();
    let members = Group::of(&leaves, Correlations::of_loadings(leaves.len(), parts));
    let members = leaves.into_iter().zip(members.into_iter().map(Some)).collect();
    before.extend(session.put_states(session.regrouped(members)));
    session.record(Change::Uncertain(before));
    Ok(())
}

/// The equations that a leaf's error follows, as long as it does.
pub(super) fn followed_by(session: &Session, leaf: &Value) -> Option<Solved> {
    let solved = session.state.covariance.get(leaf)?.solved()?;
    let slopes = solved.slopes(&session.stop)?;
    follows(session, solved, &slopes).then(|| solved.clone())
}

/// Says that leaves solve these equations already, undoably, and that their errors follow them.
pub fn set_solved(session: &mut Session, equations: &[[Operand; 2]], leaves: &[Value]) {
    let solved = keep_equations(session, &differences(equations), leaves);
    let found = leaves.iter().filter(|leaf| session.is_found(leaf)).filter_map(|leaf| {
        let own = session.state.covariance.get(leaf)?.clone();
        let origin = Origin::Solved(solved.clone()?);
        Some((leaf.clone(), Some(Uncertain { origin, ..own })))
    });
    let states = found.collect();
    let before = session.put_states(states);
    session.record(Change::Uncertain(before));
}
