//! The errors of leaves that solve equations: what those of other leaves make of them.

use std::collections::HashMap;
use std::rc::Rc;

use super::implicit::RootSlopes;
use super::solved_errors::solved_errors;
use crate::core::graph::Value;
use crate::core::language::Result;
use crate::core::session::Session;
use crate::parts::least_squares::norm;
use crate::parts::uncertainty::{Correlations, Group, Member, Origin, Propagation, propagate};

/// The independent errors of uncertain leaves, numbered.
#[derive(Default)]
struct ErrorSources {
    count: usize,
    /// The leaves, with the part of each source in their errors, which the first number is that of.
    leaves: Vec<(Value, usize, Vec<f64>)>,
}

/// Gives leaves that make these nodes 0 the uncertainties that they get from other leaves, and
/// their correlations with those. Gives the uncertainties.
///
/// # Errors
///
/// When work is stopped.
pub fn set_errors_of_root(
    session: &mut Session,
    nodes: &[Value],
    leaves: &[Value],
    following: Option<&RootSlopes>,
) -> Result<Vec<Option<f64>>> {
    let is_uncertain = |leaf: &&Value| session.uncertainty_of_leaf(leaf).is_some();
    let typed: Vec<Value> = leaves.iter().filter(is_uncertain).cloned().collect();
    if !typed.is_empty() {
        let changes: Vec<_> = typed.into_iter().map(|leaf| (leaf, None)).collect();
        session.set_uncertainties(&changes);
    }
    let none = vec![None; leaves.len()];
    let Some(following) = following.filter(|_| session.has_uncertainties()) else {
        return Ok(none);
    };
    let propagations: Result<Vec<Propagation>> =
        nodes.iter().map(|node| propagate(session, node)).collect();
    let propagations = propagations?;
    let mut sources = sources_of(session, &propagations);
    let rows = row_errors(&propagations, following);
    let first = sources.count;
    if rows.is_some() {
        sources.count += leaves.len();
    }
    let places: HashMap<&Value, usize> =
        sources.leaves.iter().zip(0..).map(|((leaf, ..), place)| (leaf, place)).collect();
    let error = |(leaf, slopes): (usize, &Vec<(Value, f64)>)| {
        let mut error = vec![0.0; sources.count];
        for (input, slope) in slopes {
            let own = places.get(input).and_then(|place| sources.leaves.get(*place));
            for (part, by) in own.iter().flat_map(|(_, at, parts)| (*at..).zip(parts)) {
                if *by != 0.0 {
                    error[part] += slope * by;
                }
            }
        }
        if let Some(own) = rows.as_ref().and_then(|rows| rows.get(leaf)) {
            error[first..].iter_mut().zip(own).for_each(|(it, by)| *it += by);
        }
        error
    };
    let errors: Vec<Vec<f64>> = (0..).zip(&following.slopes).map(error).collect();
    let others = sources.leaves.iter().map(|(leaf, at, parts)| {
        let mut whole = vec![0.0; sources.count];
        whole[*at..][..parts.len()].copy_from_slice(parts);
        (leaf.clone(), whole)
    });
    let others: Vec<(Value, Vec<f64>)> = others.collect();
    let us: Vec<f64> = errors.iter().map(|error| norm(error)).collect();
    let found = leaves.iter().cloned().zip(errors).map(|(leaf, errors)| (leaf, errors, None));
    let found: Vec<_> = found.collect();
    if us.iter().any(|u| *u > 0.0) {
        let solved = solved_errors(session, nodes, leaves, following);
        let origin = solved.map_or(Origin::Found, Origin::Solved);
        session.set_errors(found, others, &origin);
    }
    let is_certain = propagations.iter().all(|it| it.inputs().is_empty());
    Ok(us.into_iter().map(|u| (!is_certain && u.is_finite()).then_some(u)).collect())
}

/// The sources of the errors of the leaves that these depend on, and of those that are correlated
/// with them.
fn sources_of(session: &Session, propagations: &[Propagation]) -> ErrorSources {
    let mut sources = ErrorSources::default();
    let mut groups: Vec<Rc<Group>> = Vec::new();
    let inputs = propagations.iter().flat_map(Propagation::inputs);
    for input in inputs.filter(|input| input.rows.is_none()) {
        match &input.member {
            None if sources.leaves.iter().any(|(leaf, ..)| leaf.is(&input.leaf)) => {}
            None => {
                sources.leaves.push((input.leaf.clone(), sources.count, vec![input.u]));
                sources.count += 1;
            }
            Some(Member { group, .. }) if groups.iter().any(|it| Rc::ptr_eq(it, group)) => {}
            Some(Member { group, .. }) => {
                groups.push(Rc::clone(group));
                for leaf in session.correlated_with(&input.leaf) {
                    let Some((u, index)) = session.place_in(group, &leaf) else { continue };
                    let loadings = group.correlations.loadings(index);
                    let parts = loadings.iter().map(|part| part * u).collect();
                    sources.leaves.push((leaf, sources.count, parts));
                }
                sources.count += group.correlations.sources();
            }
        }
    }
    sources
}

/// What the independent errors of columns' rows make of each leaf, put together to as many errors as
/// there are leaves; none without such.
fn row_errors(propagations: &[Propagation], following: &RootSlopes) -> Option<Vec<Vec<f64>>> {
    let has_rows = |it: &Propagation| it.inputs().iter().any(|input| input.rows.is_some());
    if !propagations.iter().any(has_rows) {
        return None;
    }
    let shifts = &following.shifts;
    let covariance = |one: &[f64], other: &[f64]| -> f64 {
        let pairs = one.iter().zip(propagations).flat_map(|(by, one)| {
            other.iter().zip(propagations).map(move |(theirs, other)| (by * theirs, one, other))
        });
        pairs.map(|(by, one, other)| by * one.covariance_by_rows(other)).sum()
    };
    let us: Vec<f64> = shifts.iter().map(|own| covariance(own, own).max(0.0).sqrt()).collect();
    let part = |one: usize, other: usize| match us[one] * us[other] {
        _ if one == other => 1.0,
        size if size > 0.0 => (covariance(&shifts[one], &shifts[other]) / size).clamp(-1.0, 1.0),
        _ => 0.0,
    };
    let size = us.len();
    let matrix = (0..size).flat_map(|one| (0..size).map(move |other| (one, other)));
    let correlations = Correlations::new(matrix.map(|(one, other)| part(one, other)).collect())?;
    let error = |(index, u): (usize, &f64)| {
        correlations.loadings(index).iter().map(|part| part * u).collect()
    };
    Some(us.iter().enumerate().map(error).collect())
}
