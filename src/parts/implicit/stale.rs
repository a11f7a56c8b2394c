//! Solved and fitted leaves. Such a leaf is stale once another leaf of its equations or of its fit has moved.

use std::rc::Rc;

use foldhash::fast::RandomState;
use indexmap::IndexMap;

use crate::core::graph::{Order, Value, WeakValue};
use crate::core::session::{PartState, Session, same_bits};
use crate::parts::rows::Column;
use crate::parts::uncertainty::RowUncertainties;
use crate::report::{and, numbers};

/// The most leaves that a note names.
const MOST_NAMED: usize = 6;

/// The solved and fitted leaves with their systems.
#[derive(Debug, Clone, Default)]
struct DeterminedLeaves(IndexMap<WeakValue, Rc<System>, RandomState>);

impl PartState for DeterminedLeaves {}

/// Leaves with their numbers when a command solved or fitted some of them.
#[derive(Debug)]
pub struct System {
    numbers: Vec<(WeakValue, Rc<Vec<f64>>)>,
    /// The columns whose uncertainties counted, with them.
    weights: Vec<(WeakValue, Option<RowUncertainties>)>,
    /// The rows that did not count, from 0 and in order.
    left_out: Vec<usize>,
    command: &'static str,
    /// True for a fit to data, false for equations.
    is_fit: bool,
}

impl System {
    /// The present numbers of the leaves below these nodes.
    fn of(session: &Session, nodes: &[Value], command: &'static str) -> System {
        let order = Order::until(session.stop(), nodes);
        let numbers = order.leaves().map(|leaf| (leaf.downgrade(), numbers_of(leaf))).collect();
        System { numbers, weights: Vec::new(), left_out: Vec::new(), command, is_fit: false }
    }

    /// The leaves that have moved, and what they were before: `a = 2`, `other values of y`, `no ± of y`.
    fn moved(&self, session: &Session) -> impl Iterator<Item = (Value, String)> {
        let numbers = self.numbers.iter().filter_map(|(leaf, then)| {
            let leaf = leaf.upgrade()?;
            let now = numbers_of(&leaf);
            (!self.is_same(&leaf, then, &now)).then(|| (leaf.clone(), was(session, &leaf, then)))
        });
        let weights = self.weights.iter().filter_map(|(column, then)| {
            let column = column.upgrade()?;
            let now = session.uncertainties_of_column(&column);
            let are_shared = match (then, now) {
                (Some(then), Some(now)) => then.are_shared(now),
                (then, now) => then.is_none() && now.is_none(),
            };
            if are_shared {
                return None;
            }
            let rows = (0..column.rows().unwrap_or(0)).filter(|row| self.counts(*row));
            let at = |us: Option<&RowUncertainties>, row| us.map_or(0.0, |us| us.at(row));
            let mut pairs = rows.map(|row| [at(then.as_ref(), row), at(now, row)]);
            let is_other = pairs.any(|[then, now]| !same_bits(then, now));
            is_other.then(|| {
                let another = then.as_ref().map_or("no", |_| "another");
                let was = format!("{another} ± of {}", session.names().call(&column));
                (column, was)
            })
        });
        numbers.chain(weights)
    }

    /// Returns true if the numbers of a leaf are those of then, in the rows that count.
    fn is_same(&self, leaf: &Value, then: &Rc<Vec<f64>>, now: &Rc<Vec<f64>>) -> bool {
        let counts = |row: usize| !leaf.is_per_row() || self.counts(row);
        let mut pairs = then.iter().zip(&**now).enumerate();
        Rc::ptr_eq(now, then)
            || pairs.all(|(row, (one, other))| same_bits(*one, *other) || !counts(row))
    }

    fn counts(&self, row: usize) -> bool {
        self.left_out.binary_search(&row).is_err()
    }

    /// The first leaf that has moved, and what it was before.
    pub fn first_moved(&self, session: &Session) -> Option<(Value, String)> {
        self.moved(session).next()
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
    let system = System::of(session, nodes, command);
    record(session, Rc::new(system), leaves);
}

/// Records that a command has just fitted these leaves of a node, undoably: to the rows that are not left out, with the
/// uncertainties of the columns `data` as weights. Returns the numbers of its leaves.
pub fn record_fitted(
    session: &mut Session,
    node: &Value,
    leaves: &[Value],
    (data, left_out): (&[WeakValue], Vec<usize>),
    command: &'static str,
) -> Rc<System> {
    let weight = |column: &WeakValue| {
        let own = column.upgrade();
        (column.clone(), own.and_then(|it| session.uncertainties_of_column(&it).cloned()))
    };
    let weights = data.iter().map(weight).collect();
    let numbers = System::of(session, std::slice::from_ref(node), command);
    let system = Rc::new(System { weights, left_out, is_fit: true, ..numbers });
    record(session, Rc::clone(&system), leaves);
    system
}

fn record(session: &mut Session, system: Rc<System>, leaves: &[Value]) {
    let mut determined = session.part::<DeterminedLeaves>().cloned().unwrap_or_default();
    determined.0.retain(|leaf, _| leaf.is_alive());
    determined.0.extend(leaves.iter().map(|leaf| (leaf.downgrade(), Rc::clone(&system))));
    session.put_part(determined);
}

/// Returns the notes on stale leaves, selected by the solved or fitted and the moved leaf. A leaf that moved
/// itself no longer counts as solved.
pub fn stale_leaves(session: &Session, is_meant: &dyn Fn(&Value, &Value) -> bool) -> Vec<String> {
    let Some(determined) = session.part::<DeterminedLeaves>() else { return Vec::new() };
    let mut stale: Vec<(Vec<String>, &Rc<System>, String)> = Vec::new();
    for (leaf, system) in &determined.0 {
        let Some(leaf) = leaf.upgrade() else { continue };
        let mut moved = system.moved(session);
        let Some((first, was)) = moved.next() else { continue };
        if first == leaf || moved.any(|(own, _)| own == leaf) || !is_meant(&leaf, &first) {
            continue;
        }
        let name = session.names().call(&leaf);
        // The leaves of one fit share a note.
        let of_fit = stale.iter_mut().find(|(_, own, _)| system.is_fit && Rc::ptr_eq(own, system));
        match of_fit {
            Some((names, ..)) => names.push(name),
            None => stale.push((vec![name], system, was)),
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
