//! How leaves follow other leaves at a root, by the implicit function theorem.

use super::equations::Equations;
use crate::core::graph::Value;
use crate::parts::least_squares::Triangle;

/// Equations that depend on each other beyond this part tell nothing of how leaves follow.
const SINGULAR: f64 = 1e-13;

/// How leaves follow others at a root.
#[derive(Debug)]
pub struct RootSlopes {
    /// For each of the leaves how it follows each other one.
    pub slopes: Vec<Vec<(Value, f64)>>,
    /// For each of the leaves how it follows what is added to each equation.
    pub shifts: Vec<Vec<f64>>,
}

/// How the leaves follow each other leaf at a root, none where the sides do not tell.
pub fn follow(equations: &mut Equations, leaves: &[Value]) -> Option<RootSlopes> {
    let grads = equations.slopes();
    let (size, rows) = (leaves.len(), grads.len());
    let slope_of = |row: usize, leaf: &Value| {
        let own = grads.get(row).and_then(|row| row.iter().find(|(it, _)| it.is(leaf)));
        own.map_or(0.0, |(_, slope)| *slope)
    };
    // By the largest of its slopes, lest a row is too small a number.
    let size_of = |row: usize| {
        let own = leaves.iter().map(|leaf| slope_of(row, leaf).abs()).fold(0.0, f64::max);
        if own > 0.0 && own.is_finite() { own } else { 1.0 }
    };
    let sizes: Vec<f64> = (0..rows).map(size_of).collect();
    let slope = |row: usize, leaf: &Value| slope_of(row, leaf) / sizes[row];
    let mut others: Vec<Value> = Vec::new();
    for (leaf, _) in grads.iter().flatten() {
        if !leaves.contains(leaf) && !others.contains(leaf) {
            others.push(leaf.clone());
        }
    }
    others.sort_unstable_by_key(Value::label);
    let by = |right: &dyn Fn(usize) -> f64| {
        let row = |row| leaves.iter().map(|leaf| slope(row, leaf)).chain([right(row)]).collect();
        Triangle::of_rows(size, &(0..rows).map(row).collect::<Vec<_>>())
    };
    if by(&|_| 0.0).collinear(SINGULAR).is_some() {
        return None;
    }
    let mut slopes: Vec<Vec<(Value, f64)>> = vec![Vec::new(); size];
    for other in others {
        let step = by(&|row| slope(row, &other)).step()?;
        slopes.iter_mut().zip(step).for_each(|(own, by)| own.push((other.clone(), by)));
    }
    let mut shifts: Vec<Vec<f64>> = vec![Vec::new(); size];
    for shifted in 0..rows {
        let step = by(&|row| f64::from(u8::from(row == shifted)) / sizes[row]).step();
        let step = step.unwrap_or_else(|| vec![f64::INFINITY; size]);
        shifts.iter_mut().zip(step).for_each(|(own, by)| own.push(by));
    }
    Some(RootSlopes { slopes, shifts })
}
