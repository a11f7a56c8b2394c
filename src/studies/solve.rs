//! Equations: leaves that make both sides agree, and how they follow other leaves.

mod roots;
mod search;

use search::Search;

use super::Parameter;
use crate::graph::{Operand, Value, interrupted};
use crate::language::{Result, Span};
use crate::methods::thresholds_of_solve::shown::APART;
use crate::methods::{Equations, Near, follow};
use crate::session::{self, Session};
use crate::solver::Problem;

/// The outcome of solving equations.
#[derive(Debug)]
pub struct Solution {
    /// The leaves that moved, with what is known of them; where there is no root, with the data at
    /// which the sides come closest.
    pub leaves: Vec<Parameter>,
    /// How far off each of them may be by rounding.
    pub within: Vec<f64>,
    /// How each of these follows each other leaf: none where the sides do not tell.
    pub slopes: Option<Vec<Vec<(Value, f64)>>>,
    /// True if a slope is not finite at the root.
    pub steep: bool,
    /// How far the sides are apart at the number next to the root, if that shows.
    pub apart: Option<f64>,
    /// All roots found of one unknown, in order, or only the nearest ones; and how far off each may be
    /// by rounding.
    pub roots: Vec<(f64, f64)>,
    /// Other roots found of several unknowns, the nearest to the start first.
    pub others: Vec<Vec<f64>>,
    /// Where the first leaf was.
    pub start: f64,
    /// Where there are more roots, if there are.
    pub more: Option<(f64, f64)>,
    /// The number of steps taken.
    pub steps: u64,
    /// How it ended.
    pub outcome: SolveOutcome,
}

/// How solving equations has ended.
#[derive(Debug)]
pub enum SolveOutcome {
    /// At a root.
    Solved,
    /// Without a root; no leaf has moved.
    None {
        /// How far the sides are apart where they come closest.
        least: f64,
        /// Where a change of sign was looked for.
        range: Option<(f64, f64)>,
        /// True if the sides come ever closer, however far the leaves go.
        fades: bool,
        /// True if the sign changes in a jump, or at a pole.
        jumps: bool,
    },
    /// Where both sides meet as far as rounding lets them see, and may have a root or not; no leaf
    /// has moved.
    Undecided {
        /// How far the sides seem to be apart there.
        least: f64,
        /// True if they do not meet, but the sign changes on the way to where a side is infinite.
        ends: bool,
    },
    /// A side or a derivative is not finite at the start.
    NotFinite,
}

/// Moves `leaves`, as many as there are equations, until both sides of each agree, and gives
/// them the uncertainties and correlations that they get from other leaves.
///
/// # Errors
///
/// When work is stopped.
pub fn solve(
    session: &mut Session,
    equations: &[[Operand; 2]],
    leaves: Vec<Value>,
) -> Result<Solution> {
    let nodes = session::differences(equations);
    let start: Vec<f64> = leaves.iter().map(Value::data).collect();
    let first = start.first().copied().unwrap_or_default();
    let mut equations = Equations::new(&nodes, leaves.clone(), session.stop());
    let mut search = Search::new(&mut equations, &start);
    let mut root = search.root();
    let roots = search.all_roots(&mut root);
    let others = search.other_roots(&root);
    let (steps, touch) = (search.steps, search.touch.take());
    let (range, fades, jumps) = (search.range, search.fades, search.jumps);
    let ends = touch.is_none() && search.end.is_some();
    let end = search.end.map(|at| Near::exactly(&[at]));
    let touch = touch.or(end);
    let closest = search.closest.take().map(|at| search.whole(at));
    let near = touch.as_ref().map(|touch| &touch.at).or(closest.as_ref());
    let least = near.map(|at| equations.largest_gap(at));
    equations.restore();
    session.set_data(&[]);
    if session.is_interrupted() {
        return Err(interrupted(Span::default()));
    }
    session.meter_nodes(nodes.len().saturating_mul(steps as usize));
    let Some(root) = root else {
        // It counts as a change all the same.
        session.set(&[]);
        let (near, outcome) = match (touch, closest, least) {
            (Some(touch), _, Some(least)) => (touch, SolveOutcome::Undecided { least, ends }),
            (None, Some(at), Some(least)) => {
                let none = SolveOutcome::None { least, range, fades, jumps };
                (Near { at, within: Vec::new() }, none)
            }
            _ => (Near { at: start, within: Vec::new() }, SolveOutcome::NotFinite),
        };
        let leaves = leaves.into_iter().zip(near.at);
        let leaves = leaves.map(|(leaf, data)| Parameter { leaf, data, u: None }).collect();
        let (within, slopes, steep) = (near.within, None, false);
        let (roots, more, apart) = (Vec::new(), None, None);
        return Ok(Solution {
            leaves,
            within,
            slopes,
            steep,
            apart,
            roots,
            others,
            start: first,
            more,
            steps,
            outcome,
        });
    };
    let Near { at: root, within } = root;
    let shows = equations.norm(&root) > APART;
    let apart = shows.then(|| equations.largest_gap(&root));
    equations.load(&root);
    let following = follow(&equations, &leaves);
    let steep = (0..equations.rows())
        .any(|row| equations.slopes(row).iter().any(|(_, slope)| !slope.is_finite()));
    equations.restore();
    let changes: Vec<(Value, f64)> = leaves.iter().cloned().zip(root).collect();
    session.open_group();
    session.set(&changes);
    session::record_solved(session, &nodes, &leaves);
    let us = session::set_errors_of_root(session, &nodes, &leaves, following.as_ref());
    session.close_group();
    let us = us?;
    let parameter =
        |(leaf, u): (&Value, Option<f64>)| Parameter { leaf: leaf.clone(), data: leaf.data(), u };
    Ok(Solution {
        leaves: leaves.iter().zip(us).map(parameter).collect(),
        within,
        slopes: following.map(|following| following.slopes),
        steep,
        apart,
        more: roots::are_more(&roots, &start),
        roots: roots::nearest(roots, &start),
        others,
        start: first,
        steps,
        outcome: SolveOutcome::Solved,
    })
}
