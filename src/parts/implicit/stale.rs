//! Solved and fitted leaves. Such a leaf is stale once another leaf of its equations or of its fit has moved.

use std::rc::Rc;

use foldhash::fast::RandomState;
use indexmap::IndexMap;

use crate::core::graph::{Order, Value, WeakValue};
use crate::core::session::{PartState, Session, same_bits};
use crate::parts::rows::Column;
use crate::report::{and, numbers};

/// The most leaves that a note names.
const MOST_NAMED: usize = 6;

/// The solved and fitted leaves with their systems.
#[derive(Debug, Clone, Default)]
struct SolvedLeaves(IndexMap<WeakValue, Rc<System>, RandomState>);

impl PartState for SolvedLeaves {}

/// Leaves with their numbers when a command solved or fitted some of them.
#[derive(Debug)]
pub struct System {
    numbers: Vec<(WeakValue, Rc<Vec<f64>>)>,
    command: &'static str,
    /// True for a fit to data, false for equations.
    is_fit: bool,
}

impl System {
    /// The present numbers of the leaves below these nodes.
    fn of(session: &Session, nodes: &[Value], command: &'static str, is_fit: bool) -> System {
        let order = Order::until(session.stop(), nodes);
        let numbers = order.leaves().map(|leaf| (leaf.downgrade(), numbers_of(leaf))).collect();
        System { numbers, command, is_fit }
    }

    /// The leaves that have moved, with their numbers before.
    fn moved(&self) -> impl Iterator<Item = (Value, &[f64])> {
        self.numbers.iter().filter_map(|(leaf, then)| {
            let leaf = leaf.upgrade()?;
            let now = numbers_of(&leaf);
            let is_same = Rc::ptr_eq(&now, then)
                || then.iter().zip(&*now).all(|(one, other)| same_bits(*one, *other));
            (!is_same).then_some((leaf, then.as_slice()))
        })
    }

    /// The first leaf that has moved, and what it was before: `a = 2`, `other values of y`.
    pub fn first_moved(&self, session: &Session) -> Option<(Value, String)> {
        let (first, before) = self.moved().next()?;
        let was = was(session, &first, before);
        Some((first, was))
    }
}

/// What a leaf was before it moved: `a = 2`, `other values of y`.
fn was(session: &Session, leaf: &Value, before: &[f64]) -> String {
    let name = session.names().call(leaf);
    match before.first().filter(|_| !leaf.is_per_row()) {
        Some(before) => format!("{name} = {}", numbers::answer(*before, None)),
        None => format!("other values of {name}"),
    }
}

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
    let system = System::of(session, nodes, command, false);
    record(session, Rc::new(system), leaves);
}

/// Records that a command has just fitted these leaves of a node, undoably. Returns the numbers of its leaves.
pub fn record_fitted(
    session: &mut Session,
    node: &Value,
    leaves: &[Value],
    command: &'static str,
) -> Rc<System> {
    let system = Rc::new(System::of(session, std::slice::from_ref(node), command, true));
    record(session, Rc::clone(&system), leaves);
    system
}

fn record(session: &mut Session, system: Rc<System>, leaves: &[Value]) {
    let mut solved = session.part::<SolvedLeaves>().cloned().unwrap_or_default();
    solved.0.retain(|leaf, _| leaf.is_alive());
    solved.0.extend(leaves.iter().map(|leaf| (leaf.downgrade(), Rc::clone(&system))));
    session.put_part(solved);
}

/// Returns the notes on stale leaves, selected by the solved or fitted and the moved leaf. A leaf that moved
/// itself no longer counts as solved.
pub fn stale_leaves(session: &Session, is_meant: &dyn Fn(&Value, &Value) -> bool) -> Vec<String> {
    let Some(solved) = session.part::<SolvedLeaves>() else { return Vec::new() };
    let mut stale: Vec<(Vec<String>, &Rc<System>, String)> = Vec::new();
    for (leaf, system) in &solved.0 {
        let Some(leaf) = leaf.upgrade() else { continue };
        let mut moved = system.moved();
        let Some((first, before)) = moved.next() else { continue };
        if first == leaf || moved.any(|(own, _)| own == leaf) || !is_meant(&leaf, &first) {
            continue;
        }
        let name = session.names().call(&leaf);
        // The leaves of one fit share a note.
        let of_fit = stale.iter_mut().find(|(_, own, _)| system.is_fit && Rc::ptr_eq(own, system));
        match of_fit {
            Some((names, ..)) => names.push(name),
            None => stale.push((vec![name], system, was(session, &first, before))),
        }
    }
    let note = |(names, system, was): (Vec<String>, &Rc<System>, String)| {
        let (are, they_were) = match names.len() {
            1 => ("is", "it was"),
            _ => ("are", "they were"),
        };
        let made = if system.is_fit { "fitted" } else { "solved" };
        let (names, command) = (and(names, MOST_NAMED), system.command);
        format!("{names} {are} stale: {they_were} {made} with {was}; :{command} again")
    };
    stale.into_iter().map(note).collect()
}
