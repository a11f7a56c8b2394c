//! Notes on old bindings: what keeps the leaf that a name meant before.

use crate::core::graph::{Order, Value};
use crate::core::language::{Tree, exact, quoted};
use crate::core::session::{ANSWER, Assigned, Session};
use crate::parts::fit;
use crate::parts::uncertainty;
use crate::report::{LeftBehind, and};

/// Returns the leaf that an assignment has taken the name from, if it gave it to another leaf, or to
/// what the `nudge` computes from that leaf: `a + 0.001`.
pub fn left_behind(name: &str, assigned: &Assigned, nudge: Option<String>) -> Option<LeftBehind> {
    let is_leaf = assigned.value.is_leaf();
    let old = assigned.left_behind.clone().filter(|_| is_leaf || nudge.is_some())?;
    let nudge = nudge.filter(|_| !is_leaf);
    Some(LeftBehind { name: name.to_owned(), old, new: assigned.value.clone(), nudge })
}

/// Tells whether the new meaning of a name is computed from the old one.
pub fn uses(tree: &Tree<'_>, target: &str) -> bool {
    tree.names().any(|(name, _)| name == target)
}

/// Returns the expression that an assignment of this tree binds: `a + 0.001` for `a += 0.001`.
pub fn expression(target: &str, (compound, right): (&str, &str), tree: &Tree<'_>) -> String {
    let is_bare = tree.steps.len() == 3 && !right.starts_with(['-', '+', '−']);
    match compound {
        "" => right.to_owned(),
        _ if is_bare => format!("{target} {compound} {right}"),
        _ => format!("{target} {compound} ({right})"),
    }
}

/// Returns the notes on leaves that have lost their names, where nodes that have one keep them.
pub fn kept_leaves(session: &Session, left_behind: &[LeftBehind]) -> Vec<String> {
    let mut notes = Vec::new();
    for LeftBehind { name, old, new, nudge } in left_behind {
        let mut users = users_of(session, old);
        // The next fit binds these anew.
        users.retain(|user| !fit::is_fitted(session, user));
        if nudge.is_some() {
            let follow = users_of(session, new);
            users.retain(|user| user != name && !follow.contains(user));
        }
        let keep = match users.len() {
            0 => continue,
            1 => "keeps",
            _ => "keep",
        };
        let users = format!("{} {keep}", and(users, 2));
        if old.is_per_row() || new.is_per_row() {
            notes.push(format!("{users} the old {name}, {}", session.names().call(old)));
            continue;
        }
        let before = exact(old.data());
        let after = match nudge {
            Some(nudge) => quoted(nudge),
            None => exact(new.data()) + &uncertainty::typed(session, new),
        };
        notes.push(format!(
            "{users} the old {name} = {before}; to change the leaf itself, :undo and :set {name} {after}"
        ));
    }
    notes
}

/// The names whose nodes depend on `value`, in the order first bound; the answer is none.
fn users_of(session: &Session, value: &Value) -> Vec<String> {
    // Held by the caller and the history or the kept order only: nothing uses it.
    if value.holders() <= 2 {
        return Vec::new();
    }
    let named = session.names().iter().map(|(_, value)| value);
    let order = Order::until(session.stop(), named);
    let Some(own) = order.number_of(value) else {
        return Vec::new();
    };
    let depends = order.dependents(&[own]);
    let users = session.names().iter().filter(|(name, user)| {
        *name != ANSWER
            && order.number_of(user).is_some_and(|number| number != own && depends[number])
    });
    users.map(|(name, _)| name.to_owned()).collect()
}
