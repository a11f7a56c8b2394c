//! Minimizing the root without a rate.

use super::curvature::Curvature;
use super::search::Search;
use crate::core::graph::{Progress, Value};
use crate::core::session::Session;
use crate::report::Ending;

/// The most steps that a search takes.
const MOST_STEPS: u64 = 10_000;

/// The outcome of a search for a minimum.
#[derive(Debug)]
pub struct Minimum {
    pub root: Value,
    /// The leaves to move.
    pub leaves: Vec<Value>,
    /// The root's data before the search.
    pub before: f64,
    /// The root's data where the search ended.
    pub after: f64,
    /// The largest absolute grad of a moving leaf there.
    pub largest_grad: f64,
    /// The leaf with that grad.
    pub steepest: Option<Value>,
    pub steps: u64,
    pub end: Ending,
    /// The Hessian at a local minimum.
    pub curvature: Option<Curvature>,
}

/// Searches for a local minimum of the current root over `leaves`, or over all unfrozen leaves; `None` without a
/// root. The leaves end there, unless the root falls without bound.
pub fn minimize(session: &mut Session, leaves: Option<Vec<Value>>) -> Option<Minimum> {
    let program = session.take_program(leaves).filter(|program| !program.is_cut())?;
    let (root, before) = (program.root().clone(), program.root_data());
    let mut search = Search::new(program, session.stop().clone());
    let (end, mut steps) = search.run(MOST_STEPS, |step, data| {
        session.work_mut().observe(Progress::At { step, steps: None, name: "root", data });
    });
    session.work_mut().observe(Progress::Over);
    let Search { mut program, curvature, .. } = search;
    if end == Ending::Endless {
        // The graph still holds the leaves' original data.
        program.load();
        program.pass();
        steps = 0;
    }
    let (after, largest_grad) = (program.root_data(), program.largest_grad());
    let steepest = program.inputs().iter().zip(program.grads());
    let steepest = steepest.max_by(|(_, one), (_, other)| one.abs().total_cmp(&other.abs()));
    let steepest = steepest.map(|(leaf, _)| leaf.clone());
    let leaves = program.inputs().to_vec();
    session.commit_run(program);
    Some(Minimum { root, leaves, before, after, largest_grad, steepest, steps, end, curvature })
}
