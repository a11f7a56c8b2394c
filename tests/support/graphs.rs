//! Random graphs of every operation of the table.

use gradcalc::internals::graph::Value;
use gradcalc::internals::language::{Item, exact, expression};
use gradcalc::internals::ops;
use gradcalc::internals::ops::Operation;
use gradcalc::{Session, evaluate};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

/// A statement of a random graph: an operation on two earlier nodes.
pub type Link = (Index, Index, Index);

/// A graph over `leaves`, each later node an operation of the table on earlier ones.
pub fn grow(leaves: &[f64], links: &[Link]) -> Session {
    let operations: Vec<&'static Operation> = ops::operations().collect();
    let mut session = Session::new();
    for (at, data) in leaves.iter().enumerate() {
        evaluate(&mut session, &format!("n{at} = {}", exact(*data))).expect("a leaf");
    }
    for (at, (operation, first, second)) in links.iter().enumerate() {
        let operation = operation.get(&operations);
        let count = leaves.len() + at;
        // The newer of two is taken more often, so that graphs are deep as well as wide.
        let (first, second) = (first.index(count), second.index(count).max(first.index(count)));
        let names = [format!("n{first}"), format!("n{second}")];
        let mut items: Vec<Item<'_>> =
            names.iter().take(operation.arity()).map(|name| Item::name(name)).collect();
        items.push(Item::operation(operation));
        let right = expression(&items, exact);
        evaluate(&mut session, &format!("n{count} = {right}")).expect("a node");
    }
    session
}

/// The data of a few leaves.
pub fn leaves() -> impl Strategy<Value = Vec<f64>> {
    vec((1_i32..60).prop_map(|number| f64::from(number) / 32.0 - 0.9), 1..4)
}

/// Statements, by what they choose.
pub fn links() -> impl Strategy<Value = Vec<Link>> {
    vec((any::<Index>(), any::<Index>(), any::<Index>()), 1..9)
}

/// The node that was made last.
pub fn root_of(session: &mut Session) -> Value {
    let last = session.names().iter().count() - 1;
    session.value(&format!("n{last}")).expect("the last node")
}
