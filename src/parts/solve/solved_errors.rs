//! How the errors of solved leaves follow those of other leaves, to first order at the root.

use std::rc::Rc;

use super::implicit::RootSlopes;
use crate::core::graph::{Label, Operand, Order, Stop, Value, WeakValue};
use crate::core::ops::SUBTRACT;
use crate::core::session::Session;
use crate::parts::rows::RowGrads;
use crate::parts::uncertainty::Solved;

/// How leaves that were solved for together follow uncertain leaves.
#[derive(Debug)]
pub struct SolvedErrors {
    /// The leaves that were solved for.
    pub unknowns: Vec<WeakValue>,
    /// For each of them, by each input that is one number.
    pub numbers: Vec<Vec<(Value, f64)>>,
    /// For each of them, by the rows of each input that is a column: the first that counts, from 0,
    /// and its slope and those of the rows after it.
    pub rows: Vec<Vec<(Value, usize, Vec<f64>)>>,
    /// More than that of any solved leaf among the inputs.
    pub rank: usize,
}

/// The differences of both sides of equations.
pub fn differences(equations: &[[Operand; 2]]) -> Vec<Value> {
    let difference =
        |sides: &[Operand; 2]| Value::computed(SUBTRACT, sides.clone(), Label::default());
    equations.iter().map(difference).collect()
}

/// Returns how the errors of leaves, which make these nodes 0, follow those of uncertain leaves.
/// Returns `None` if they follow none.
pub fn solved_errors(
    session: &mut Session,
    nodes: &[Value],
    leaves: &[Value],
    following: &RootSlopes,
) -> Option<Solved> {
    nodes.iter().for_each(|node| session.refresh(node));
    let order = Order::until(session.stop(), nodes);
    let error_of = |leaf: &Value| session.error_of(leaf).filter(|_| !leaves.contains(leaf));
    let inputs: Vec<&Value> = order.leaves().filter(|leaf| error_of(leaf).is_some()).collect();
    if inputs.is_empty() || session.work().is_interrupted() {
        return None;
    }
    let ranks = inputs.iter().filter_map(|leaf| Some(error_of(leaf)?.solved()?.rank));
    let rank = ranks.max().map_or(0, |rank| rank + 1);
    let is_input = |(leaf, _): &&(Value, f64)| inputs.contains(&leaf);
    let numbers = following.slopes.iter().map(|own| own.iter().filter(is_input).cloned().collect());
    let columns: Vec<&Value> = inputs.iter().copied().filter(|it| it.is_per_row()).collect();
    Some(Rc::new(SolvedErrors {
        unknowns: leaves.iter().map(Value::downgrade).collect(),
        numbers: numbers.collect(),
        rows: by_rows(nodes, &columns, &following.shifts, session.stop()),
        rank,
    }))
}

/// How each unknown follows the rows of columns.
fn by_rows(
    nodes: &[Value],
    columns: &[&Value],
    shifts: &[Vec<f64>],
    stop: &Stop,
) -> Vec<Vec<(Value, usize, Vec<f64>)>> {
    let mut rows: Vec<Vec<(Value, usize, Vec<f64>)>> = vec![Vec::new(); shifts.len()];
    if columns.is_empty() {
        return rows;
    }
    for (equation, node) in nodes.iter().enumerate() {
        let order = Order::until(stop, [node]);
        let mut grads: Vec<RowGrads> = columns.iter().map(|column| RowGrads::of(column)).collect();
        order.backward_passes(&grads).grads(0, &mut Vec::new(), &mut grads);
        for (column, grads) in columns.iter().zip(&grads) {
            let (first, grads) = grads.touched();
            for (own, shifts) in rows.iter_mut().zip(shifts) {
                let by = shifts.get(equation).copied().unwrap_or(0.0);
                let slopes = grads.iter().map(|grad| by * grad).collect();
                own.push(((*column).clone(), first, slopes));
            }
        }
    }
    rows
}

impl SolvedErrors {
    /// The number of numbers that it keeps.
    pub fn weight(&self) -> usize {
        let rows = self.rows.iter().flatten().map(|(.., slopes)| slopes.len()).sum::<usize>();
        self.numbers.iter().map(Vec::len).sum::<usize>() + rows
    }
}
