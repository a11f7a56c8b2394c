//! The named results that are computed from leaves, with their data before and after these change.

use crate::core::graph::{Order, Value, refresh};
use crate::core::session::{ANSWER, Session};
use crate::parts::rows::Sweep;

/// What follows some leaves.
#[derive(Debug, Default)]
pub struct Following {
    /// The named results that are computed from them, in the order in which their names were bound.
    pub results: Vec<Follower>,
    /// The root, if it is computed from them or one of them, or else the last of these results.
    pub root: Option<Value>,
}

/// A result, or one row of it.
#[derive(Debug, Clone)]
pub struct Follower {
    /// The node.
    pub node: Value,
    /// The row, from 1, if it has several.
    pub row: Option<usize>,
    /// Its data.
    pub data: f64,
}

/// What follows these leaves, of which those in `rows` change in the row given, from 1.
pub fn following(session: &mut Session, leaves: &[Value], rows: &[(Value, usize)]) -> Following {
    let changed = || leaves.iter().chain(rows.iter().map(|(leaf, _)| leaf));
    let named = session.names().iter().map(|(_, value)| value);
    let order = Order::until(session.stop(), named.chain(session.root()));
    let numbers: Vec<usize> = changed().filter_map(|leaf| order.number_of(leaf)).collect();
    let depends = order.dependents(&numbers);
    let follows = |node: &Value| {
        let number = order.number_of(node).filter(|_| !node.is_leaf());
        number.and_then(|number| depends.get(number)).copied().unwrap_or(false)
    };
    let names = &session.names();
    let named = names.iter().filter(|(name, node)| *name != ANSWER && follows(node));
    let own = named.filter(|(name, node)| names.call(node) == *name);
    let mut nodes: Vec<Value> = own.map(|(_, node)| node.clone()).collect();
    let root = session.root().filter(|root| follows(root) || changed().any(|leaf| leaf.is(root)));
    let root = root.cloned();
    if let Some(root) = root.iter().find(|root| !root.is_leaf() && !nodes.contains(root)) {
        nodes.push(root.clone());
    }
    let root = root.or_else(|| nodes.last().cloned());
    let places = nodes.into_iter().flat_map(|node| {
        let given = rows.iter().filter(|(leaf, _)| leaf.rows() == node.rows());
        let mut places: Vec<Option<usize>> = given.map(|(_, row)| Some(*row)).collect();
        if places.is_empty() || !node.is_per_row() {
            places = vec![session.row_in_view_of(&node)];
        }
        places.into_iter().map(move |row| (node.clone(), row))
    });
    let results = places.map(|(node, row)| Follower { node, row, data: f64::NAN });
    let mut following = Following { results: results.collect(), root };
    look_again(session, &mut following.results);
    following
}

/// Brings the data of results up to date.
pub fn look_again(session: &mut Session, results: &mut [Follower]) {
    refresh(session.stop(), results.iter().map(|it| &it.node), session.clock());
    for Follower { node, row, data } in results {
        let hidden = row.filter(|row| session.row_in_view_of(node) != Some(*row));
        *data = match hidden {
            None => node.data(),
            Some(row) => data_in_row(session, node, row).unwrap_or(f64::NAN),
        };
    }
}

/// The data of a per-row node in a row, from 1; none if work is interrupted.
fn data_in_row(session: &Session, node: &Value, row: usize) -> Option<f64> {
    if let Some(column) = node.as_column() {
        return column.number(row.saturating_sub(1));
    }
    let mut sweep = Sweep::over(node)?;
    let mut found = None;
    sweep.read(row.saturating_sub(1)..row, session.stop(), |block| found = block.first().copied());
    found
}
