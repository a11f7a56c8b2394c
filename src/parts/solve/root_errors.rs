//! The errors of leaves that solve equations: how they follow those of other leaves.

use super::implicit::RootSlopes;
use crate::core::graph::{Label, Operand, Order, Value};
use crate::core::ops::SUBTRACT;
use crate::core::session::Session;
use crate::parts::rows::RowGrads;
use crate::parts::uncertainty::Term;

/// The differences of both sides of equations.
pub fn differences(equations: &[[Operand; 2]]) -> Vec<Value> {
    let difference =
        |sides: &[Operand; 2]| Value::computed(SUBTRACT, sides.clone(), Label::default());
    equations.iter().map(difference).collect()
}

/// Gives leaves that make these nodes 0 the errors that they have by those of other leaves, to first order at the
/// root. Returns their standard uncertainties; `None` if no other leaf is uncertain.
pub fn set_errors_of_root(
    session: &mut Session,
    nodes: &[Value],
    leaves: &[Value],
    following: Option<&RootSlopes>,
) -> Vec<Option<f64>> {
    let none = || leaves.iter().map(|_| Vec::new()).collect();
    let slopes: Vec<Vec<Term>> = match following.filter(|_| session.has_uncertainties()) {
        Some(following) => slopes_of(session, nodes, leaves, following),
        None => none(),
    };
    let is_certain = slopes.iter().all(Vec::is_empty);
    session.set_solved_errors(leaves.iter().cloned().zip(slopes).collect());
    let u = |leaf| session.uncertainty_of_leaf(leaf).filter(|u| u.is_finite());
    leaves.iter().map(|leaf| if is_certain { None } else { u(leaf) }).collect()
}

/// How each leaf depends on the uncertain ones among the others, and on the rows of uncertain columns.
fn slopes_of(
    session: &mut Session,
    nodes: &[Value],
    leaves: &[Value],
    following: &RootSlopes,
) -> Vec<Vec<Term>> {
    let number = |(leaf, slope): &(Value, f64)| {
        let (leaf, is_number) = (leaf.clone(), !leaf.is_per_row());
        is_number.then(|| Term { leaf, first: 0, slopes: vec![*slope] })
    };
    let is_uncertain = |leaf: &Value| session.uncertainty_of_leaf(leaf).is_some();
    let numbers = following.slopes.iter().map(|own| {
        let own = own.iter().filter(|(leaf, _)| is_uncertain(leaf) && !leaves.contains(leaf));
        own.filter_map(number).collect()
    });
    let mut all: Vec<Vec<Term>> = numbers.collect();
    for (equation, node) in nodes.iter().enumerate() {
        let order = Order::until(session.stop(), [node]);
        let columns = order.leaves().filter(|leaf| leaf.is_per_row() && is_uncertain(leaf));
        let mut grads: Vec<RowGrads> = columns.map(RowGrads::of).collect();
        if grads.is_empty() {
            continue;
        }
        order.backward_passes(&grads).grads(0, &mut grads);
        for grads in &grads {
            let (first, touched) = grads.touched();
            for (own, shifts) in all.iter_mut().zip(&following.shifts) {
                let by = shifts.get(equation).copied().unwrap_or(0.0);
                let slopes = touched.iter().map(|grad| by * grad).collect();
                own.push(Term { leaf: grads.column().clone(), first, slopes });
            }
        }
    }
    all
}
