//! The dependence of solved leaves on other leaves by the implicit function theorem, with
//! first-order errors.

use super::equations::Equations;
use super::stale::record_solved;
use crate::core::graph::{Order, Value};
use crate::core::session::Session;
use crate::parts::least_squares::{Triangle, dot, norm};
use crate::parts::rows::RowGrads;
use crate::parts::uncertainty::{CANCELED, Term};

/// Relative limit below which equations count as singular.
const SINGULAR: f64 = 1e-13;

/// The derivatives of leaves by other leaves while nodes stay 0.
#[derive(Debug)]
pub struct Dependence {
    /// The other leaves.
    pub others: Vec<Value>,
    /// For each leaf, its slopes by the other leaves.
    pub slopes: Vec<Vec<f64>>,
    /// For each leaf, its slopes by a number added to each node.
    shifts: Vec<Vec<f64>>,
}

impl Dependence {
    /// The dependence at the current data, which make these nodes 0; `None` if singular, not finite, or
    /// stopped.
    pub fn of(session: &mut Session, nodes: &[Value], leaves: &[Value]) -> Option<Dependence> {
        nodes.iter().for_each(|node| session.refresh(node));
        let root: Vec<f64> = leaves.iter().map(Value::data).collect();
        Dependence::at_root(&mut Equations::new(nodes, leaves, session.stop())?, &root)
    }

    pub fn at_root(equations: &mut Equations, root: &[f64]) -> Option<Dependence> {
        let [mut slopes, shifts] = slopes_at(equations, root)?;
        // A slope that depends on the last digits is rounding.
        let beside: Vec<f64> = root.iter().map(|it| it * (1.0 + CANCELED)).collect();
        let again = slopes_at(equations, &beside).into_iter().flat_map(|[slopes, _]| slopes);
        for (slope, other) in slopes.iter_mut().flatten().zip(again.flatten()) {
            *slope = if (*slope - other).abs() > 0.5 * slope.abs() { 0.0 } else { *slope };
        }
        let others = equations.leaves()[root.len()..].to_vec();
        Some(Dependence { others, slopes, shifts })
    }
}

/// For each unknown, its slopes by each other leaf and by each equation's residual.
fn slopes_at(equations: &mut Equations, at: &[f64]) -> Option<[Vec<Vec<f64>>; 2]> {
    equations.load(at);
    let (jacobian, size) = (equations.jacobian(), at.len());
    if jacobian.iter().flatten().any(|slope| !slope.is_finite()) {
        return None;
    }
    let mut shifts: Vec<Vec<f64>> = vec![Vec::new(); size];
    for shifted in 0..size {
        let row =
            |(at, row): (usize, &Vec<f64>)| [&row[..size], &[f64::from(at == shifted)]].concat();
        let rows: Vec<Vec<f64>> = jacobian.iter().enumerate().map(row).collect();
        let triangle = Triangle::of_rows(size, &rows);
        if shifted == 0 && triangle.collinear(SINGULAR).is_some() {
            return None;
        }
        shifts.iter_mut().zip(triangle.step()?).for_each(|(own, by)| own.push(by));
    }
    let slope = |own: &[f64], at: usize| {
        let column: Vec<f64> = jacobian.iter().map(|row| row[at]).collect();
        let sum = dot(own, &column);
        if sum.abs() <= CANCELED * norm(own) * norm(&column) { 0.0 } else { sum }
    };
    let others = size..equations.leaves().len();
    let slopes = |own: &Vec<f64>| others.clone().map(|at| slope(own, at)).collect();
    let slopes = shifts.iter().map(slopes).collect();
    for own in &mut shifts {
        own.iter_mut().zip(equations.sizes()).for_each(|(by, size)| *by /= size);
    }
    Some([slopes, shifts])
}

/// Records a solution, and gives the leaves first-order errors from other leaves. Returns the
/// standard uncertainties, if another leaf is uncertain.
pub fn keep_solved(
    session: &mut Session,
    (nodes, command): (&[Value], &'static str),
    leaves: &[Value],
    dependence: Option<&Dependence>,
) -> Vec<Option<f64>> {
    record_solved(session, nodes, leaves, command);
    let slopes = match dependence.filter(|_| session.has_uncertainties()) {
        Some(dependence) => slopes_of(session, nodes, dependence),
        None => leaves.iter().map(|_| Vec::new()).collect(),
    };
    session.set_solved_errors(leaves.iter().cloned().zip(slopes).collect(), command);
    let u = |leaf: &Value| session.uncertainty_of_leaf(leaf).filter(|u| u.is_finite());
    leaves.iter().map(u).collect()
}

/// The slopes of each leaf by other leaves, and by rows of uncertain columns.
fn slopes_of(session: &Session, nodes: &[Value], dependence: &Dependence) -> Vec<Vec<Term>> {
    let number = |(leaf, slope): (&Value, &f64)| {
        let (leaf, slopes) = (leaf.clone(), vec![*slope]);
        Term { leaf, first: 0, slopes }
    };
    let numbers = |own: &Vec<f64>| dependence.others.iter().zip(own).map(number).collect();
    let mut all: Vec<Vec<Term>> = dependence.slopes.iter().map(numbers).collect();
    for (equation, node) in nodes.iter().enumerate() {
        let order = Order::until(session.stop(), [node]);
        let columns = order.leaves().filter(|leaf| leaf.is_per_row());
        let columns = columns.filter(|leaf| session.uncertainty_of_leaf(leaf).is_some());
        let mut grads: Vec<RowGrads> = columns.map(RowGrads::of).collect();
        if grads.is_empty() {
            continue;
        }
        order.backward_passes(&grads).grads(0, &mut grads);
        for grads in &grads {
            let (first, touched) = grads.touched();
            for (own, shifts) in all.iter_mut().zip(&dependence.shifts) {
                let by = shifts.get(equation).copied().unwrap_or(0.0);
                let slopes = touched.iter().map(|grad| by * grad).collect();
                own.push(Term { leaf: grads.column().clone(), first, slopes });
            }
        }
    }
    all
}
