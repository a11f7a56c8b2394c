//! The search of a fit: from the user's start, and for new leaves, or if that fails, from starts scaled to the
//! data.

use super::estimate::Response;
use super::residuals::Residuals;
use crate::core::graph::{Operand, Order, Value};
use crate::core::ops::{ADD, Branching, SUBTRACT};
use crate::core::session::Session;
use crate::parts::least_squares::{Found, Problem, local, multistart, share};
use crate::report::Ending;

/// The starts that are tried for each unknown, the most of all, and the fewest.
const STARTS_EACH: usize = 100;
const MOST_STARTS: usize = 400;
const FEWEST_STARTS: usize = 8;
/// More products than these go into no further start.
const MOST_WORK: f64 = 3e8;
/// The powers of ten over which numbers, widths and rates are spread.
const SCALES: f64 = 2.0;
/// A model that explains less than this part of the variance may have ended in a false minimum.
pub const POOR: f64 = 0.5;
/// Two ends whose norms differ by less than this part have come to the same.
const SAME: f64 = 1e-6;

/// The end of a search.
pub struct Search {
    pub found: Found,
    pub start: Vec<f64>,
    /// A far better end from another start than the user's.
    pub better: Option<Found>,
}

/// Searches for the least sum of squares from the data of the leaves; `None` if a row or a derivative is not finite there.
pub fn search(
    session: &mut Session,
    residuals: &mut Residuals,
    Response { model, new, .. }: &Response,
    y: &[f64],
) -> Option<Search> {
    let start: Vec<f64> = residuals.leaves().iter().map(Value::data).collect();
    let own = local(residuals, &start);
    let vary = |leaf: &Value| new.is_empty() || new.contains(leaf);
    let vary: Vec<bool> = residuals.leaves().iter().map(vary).collect();
    let curved = (residuals.linear()..start.len()).filter(|at| vary[*at]).count();
    let is_enough = |own: &Found| {
        own.end == Ending::Interrupted
            || new.is_empty() && own.has_converged() && !is_poor(residuals, own)
    };
    let is_over = own.as_ref().map_or(new.is_empty(), is_enough);
    let best = if is_over || curved == 0 {
        None
    } else {
        let each = (start.len() as f64 + 2.0).powi(2) * residuals.rows() as f64;
        let most = MOST_STARTS.min(STARTS_EACH * curved);
        let count = ((MOST_WORK / each) as usize).clamp(FEWEST_STARTS, most);
        let range = Range::of(session, residuals, model, y);
        multistart(residuals, range.starts(&start, &vary, count))
    };
    match (own, best) {
        (own, None) => own.map(|found| Search { found, start, better: None }),
        (None, Some((start, found))) => Some(Search { found, start, better: None }),
        (Some(own), Some((place, best))) => {
            let [norm, least] = [&own, &best].map(|end| end.triangle.norm());
            let is_better = match own.collinear {
                Some(_) => least <= (1.0 + SAME) * norm,
                _ if new.is_empty() => least * least < POOR * norm * norm,
                _ => !own.has_converged() || least < (1.0 - SAME) * norm,
            };
            Some(match is_better {
                false => Search { found: own, start, better: None },
                true if new.is_empty() => Search { found: own, start, better: Some(best) },
                true => Search { found: best, start: place, better: None },
            })
        }
    }
}

/// R² of an end: the part of the variance of y that the model explains, if y varies beyond rounding.
pub fn r_squared(residuals: &Residuals, found: &Found) -> Option<f64> {
    /// A variation below this part is rounding.
    const LEVEL: f64 = 1e-14;
    let rows = &residuals.rows;
    let left = if found.is_exact { 0.0 } else { found.triangle.norm() };
    (rows.spread > LEVEL * rows.norm).then(|| 1.0 - (left / rows.spread).powi(2))
}

/// Returns true if a model explains little of the variance.
pub fn is_poor(residuals: &Residuals, found: &Found) -> bool {
    r_squared(residuals, found).is_some_and(|part| part < POOR)
}

/// Returns true if columns depend on each other at a point like this one in general, and gives the unknowns.
pub fn collinear_near(
    residuals: &mut Residuals,
    start: &[f64],
    rounding: f64,
) -> Option<Vec<usize>> {
    let moved = |(at, it): (usize, &f64)| match *it {
        0.0 => share(0, at),
        it => it * share(0, at).exp(),
    };
    let near: Vec<f64> = start.iter().enumerate().map(moved).collect();
    residuals.triangle(&near)?.collinear(rounding)
}

/// The ranges that start values are made of.
struct Range {
    /// For each unknown the column that it is a place on, as `x` of `x - x0`.
    places: Vec<Option<Vec<f64>>>,
    /// The spans of the model's columns.
    spans: Vec<f64>,
    /// The rows that count, those first in which y is farthest from its mean.
    rows: Vec<usize>,
}

impl Range {
    fn of(session: &mut Session, residuals: &Residuals, model: &Operand, y: &[f64]) -> Range {
        let left_out = &residuals.rows.left_out;
        let counts = |row: &usize| left_out.binary_search(row).is_err();
        let mut rows: Vec<usize> = (0..y.len()).filter(counts).collect();
        let mean = rows.iter().map(|row| y[*row]).sum::<f64>() / rows.len() as f64;
        let far = |row: &usize| (y[*row] - mean).abs();
        rows.sort_by(|one, other| far(other).total_cmp(&far(one)));
        let leaves = residuals.leaves();
        let Some(model) = model.value() else {
            return Range { places: vec![None; leaves.len()], spans: Vec::new(), rows };
        };
        let order = Order::until(session.stop(), [model]);
        let numbers: Vec<usize> = leaves.iter().filter_map(|leaf| order.number_of(leaf)).collect();
        let depends = order.dependents(&numbers);
        let is_data = |it: &Value| {
            it.is_per_row() && order.number_of(it).is_some_and(|number| !depends[number])
        };
        let mut place = |leaf: &Value| {
            let of = |node: &Value| {
                let is_place = node.operation().is_some_and(|it| {
                    it.is(SUBTRACT) || it.is(ADD) || it.branching == Branching::Flat
                });
                let mut operands = node.operands().iter().filter_map(Operand::value);
                let has_leaf = operands.clone().any(|it| it.is(leaf));
                operands.find(|it| is_place && has_leaf && is_data(it)).cloned()
            };
            session.all_rows(&order.nodes().iter().find_map(of)?).ok()
        };
        let places = leaves.iter().map(&mut place).collect();
        let span = |column: &Value| {
            let numbers = column.as_column()?.numbers();
            let numbers = || rows.iter().filter_map(|row| numbers.get(*row).copied());
            let span = numbers().fold(f64::MIN, f64::max) - numbers().fold(f64::MAX, f64::min);
            (span > 0.0 && span.is_finite()).then_some(span)
        };
        let spans = order.leaves().filter_map(span).collect();
        Range { places, spans, rows }
    }

    /// So many starts that differ from this one in unknowns that `vary`.
    fn starts(&self, start: &[f64], vary: &[bool], count: usize) -> Vec<Vec<f64>> {
        let number = |round: usize, at: usize| match vary[at] {
            true => self.number(start[at], (round, at)),
            false => start[at],
        };
        (0..count).map(|round| (0..start.len()).map(|at| number(round, at)).collect()).collect()
    }

    /// A number for an unknown: a place at a row; or a multiple of its start, a width or a rate.
    fn number(&self, start: f64, (round, at): (usize, usize)) -> f64 {
        let draw = |which: usize| (share(round, 4 * at + which) + 1.0) / 2.0;
        let of = |count: usize, which: usize| (draw(which) * count as f64) as usize;
        if let Some(numbers) = &self.places[at] {
            // Rows far from the mean of y are likelier.
            let row = self.rows.get((draw(0).powi(2) * self.rows.len() as f64) as usize);
            return row.map_or(start, |row| numbers[*row]);
        }
        let span = self.spans.get(of(self.spans.len(), 3)).copied().unwrap_or(1.0);
        let scale = 10_f64.powf(SCALES * draw(1));
        let sign = if draw(2) < 0.25 { -1.0 } else { 1.0 };
        match of(3, 0) {
            0 => {
                let scale = scale * scale / 10_f64.powf(SCALES);
                sign * scale * if start == 0.0 { 1.0 } else { start }
            }
            1 => span / scale,
            _ => sign * scale / span,
        }
    }
}
