//! The rows that a likelihood takes in: those in which its leaves count.

use std::rc::Rc;

use crate::graph::{Operand, Order, Value};
use crate::language::Result;
use crate::ops::{self, Branching};
use crate::session::Session;

/// Returns how many rows of its folds a root takes in by these leaves: a row that a factor of 0 or a shut gate
/// leaves out is none, where that is data. None where its folds have different numbers of rows, or there is
/// none, or some other node picks a row.
///
/// # Errors
///
/// Work was interrupted.
pub fn rows_taken_in(
    session: &mut Session,
    root: &Value,
    leaves: &[Value],
) -> Result<Option<usize>> {
    let order = Order::until(session.stop(), [root]);
    let numbers: Vec<usize> = leaves.iter().filter_map(|leaf| order.number_of(leaf)).collect();
    let moves = order.dependents(&numbers);
    let Some(folded) = folded(&order, &moves) else { return Ok(None) };
    let taken = taken(session, &order, &moves)?;
    let mut counts = folded.iter().map(|number| order.node(*number).rows());
    let first = counts.next().flatten();
    let Some(rows) = first.filter(|_| counts.all(|count| count == first)) else { return Ok(None) };
    let all = folded.into_iter().filter_map(|number| taken.get(number));
    Ok(Some(all.fold(Taken::None, |all, it| all.or(it)).count(rows)))
}

/// The rows in which a node moves with the leaves.
#[derive(Debug, Clone)]
enum Taken {
    None,
    All,
    Some(Rc<[bool]>),
}

impl Taken {
    fn or(self, other: &Taken) -> Taken {
        match (self, other) {
            (Taken::All, _) | (_, Taken::All) => Taken::All,
            (it, Taken::None) => it,
            (Taken::None, other) => other.clone(),
            (Taken::Some(own), Taken::Some(others)) => {
                Taken::Some(own.iter().zip(others.iter()).map(|(one, two)| *one || *two).collect())
            }
        }
    }

    /// Those of them in which data are open to it.
    fn but(
        self,
        data: &Operand,
        session: &mut Session,
        is_open: impl Fn(f64) -> bool,
    ) -> Result<Taken> {
        let Some(node) = data.value().filter(|node| node.is_per_row()) else {
            return Ok(if is_open(data.data()) { self } else { Taken::None });
        };
        let open = session.all_rows(node)?.into_iter().map(is_open);
        Ok(match self {
            Taken::None => Taken::None,
            Taken::All => Taken::Some(open.collect()),
            Taken::Some(own) => {
                Taken::Some(own.iter().zip(open).map(|(one, two)| *one && two).collect())
            }
        })
    }

    fn count(&self, rows: usize) -> usize {
        match self {
            Taken::None => 0,
            Taken::All => rows,
            Taken::Some(own) => own.iter().filter(|it| **it).count(),
        }
    }
}

/// The numbers of what the outermost folds that move fold; none where another node takes rows.
fn folded(order: &Order, moves: &[bool]) -> Option<Vec<usize>> {
    let (mut work, mut found) = (vec![order.root_number()], Vec::new());
    let mut met = vec![false; order.count()];
    while let Some(number) = work.pop() {
        let is_fold = order.node(number).is_fold();
        for operand in order.operands(number) {
            let is_new = !std::mem::replace(met.get_mut(operand)?, true);
            if !is_new || !*moves.get(operand)? {
                continue;
            }
            if !order.node(operand).is_per_row() {
                work.push(operand);
            } else if is_fold {
                found.push(operand);
            } else {
                return None;
            }
        }
    }
    Some(found)
}

/// By node number, the rows in which each node moves.
fn taken(session: &mut Session, order: &Order, moves: &[bool]) -> Result<Vec<Taken>> {
    let mut taken = vec![Taken::None; order.count()];
    let does_move = |number: usize| moves.get(number).copied().unwrap_or(false);
    for number in order.forward_numbers().filter(|number| does_move(*number)) {
        let node = order.node(number);
        let of = |operand: usize| taken.get(operand).cloned().unwrap_or(Taken::None);
        let moving = |index: usize| {
            order.operand_pair(number).get(index).copied().flatten().filter(|it| does_move(*it))
        };
        let rows = match (node.operands(), moving(0), moving(1)) {
            _ if !node.is_per_row() => Taken::All,
            ([one, _], None, Some(other)) => match gate(node) {
                Some(on) => of(other).but(one, session, |it| ops::is_open(on, it))?,
                None if is_product(node) => of(other).but(one, session, |it| it != 0.0)?,
                None => of(other),
            },
            ([_, other], Some(one), None) if is_product(node) => {
                of(one).but(other, session, |it| it != 0.0)?
            }
            (_, one, other) => {
                one.into_iter().chain(other).fold(Taken::None, |all, it| all.or(&of(it)))
            }
        };
        if let Some(own) = taken.get_mut(number) {
            *own = rows;
        }
    }
    Ok(taken)
}

fn is_product(node: &Value) -> bool {
    node.operation().is_some_and(|operation| operation.is(ops::MULTIPLY))
}

/// Which answer opens a gate, if a node is one.
fn gate(node: &Value) -> Option<bool> {
    match node.branching() {
        Branching::Gate(on) => Some(on),
        _ => None,
    }
}
