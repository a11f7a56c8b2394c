//! Solved leaves. A solved leaf is stale once another leaf of its equations has moved.

use std::rc::Rc;

use foldhash::fast::RandomState;
use indexmap::IndexMap;

use crate::core::graph::{Order, Value, WeakValue};
use crate::core::session::{PartState, Session, same_bits};
use crate::parts::rows::Column;
use crate::report::numbers;

/// The solved leaves with their systems.
#[derive(Debug, Clone, Default)]
struct SolvedLeaves(IndexMap<WeakValue, Rc<System>, RandomState>);

impl PartState for SolvedLeaves {}

/// The leaves of a system, their numbers at the root, and the command.
#[derive(Debug)]
struct System(Vec<(WeakValue, Rc<Vec<f64>>)>, &'static str);

fn numbers_of(leaf: &Value) -> Rc<Vec<f64>> {
    leaf.as_column().map_or_else(|| Rc::new(vec![leaf.data()]), Column::numbers)
}

/// Records a solution, undoably.
pub(super) fn record_solved(
    session: &mut Session,
    nodes: &[Value],
    leaves: &[Value],
    command: &'static str,
) {
    let order = Order::until(session.stop(), nodes);
    let numbers = order.leaves().map(|leaf| (leaf.downgrade(), numbers_of(leaf))).collect();
    let system = Rc::new(System(numbers, command));
    let mut solved = session.part::<SolvedLeaves>().cloned().unwrap_or_default();
    solved.0.retain(|leaf, _| leaf.is_alive());
    solved.0.extend(leaves.iter().map(|leaf| (leaf.downgrade(), Rc::clone(&system))));
    session.put_part(solved);
}

/// Returns the notes on stale leaves, selected by the solved and the moved leaf. A leaf that moved
/// itself no longer counts as solved.
pub fn stale_leaves(session: &Session, is_meant: &dyn Fn(&Value, &Value) -> bool) -> Vec<String> {
    let note = |(leaf, system): (&WeakValue, &Rc<System>)| {
        let leaf = leaf.upgrade()?;
        let alive = system.0.iter().filter_map(|(own, then)| Some((own.upgrade()?, then)));
        let mut moved = alive.filter(|(own, then)| {
            !then.iter().zip(&*numbers_of(own)).all(|(one, other)| same_bits(*one, *other))
        });
        let (first, then) = moved.next()?;
        if first == leaf || moved.any(|(own, _)| own == leaf) || !is_meant(&leaf, &first) {
            return None;
        }
        let [name, other] = [&leaf, &first].map(|leaf| session.names().call(leaf));
        let with = match then.first().filter(|_| !first.is_per_row()) {
            Some(before) => format!("{other} = {}", numbers::answer(*before, None)),
            None => format!("other values of {other}"),
        };
        Some(format!("{name} is stale: it was solved with {with}; :{} again", system.1))
    };
    let solved = session.part::<SolvedLeaves>();
    solved.into_iter().flat_map(|solved| &solved.0).filter_map(note).collect()
}
