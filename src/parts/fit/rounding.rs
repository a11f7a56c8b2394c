//! The effect of rounding on the unknowns at the end of a fit.

use super::residuals::Residuals;
use crate::parts::least_squares::{Found, Problem, ROUNDINGS, norm};

/// An unknown is open if rounding moves it by more than this part: `b` of `a*exp(b*x)` where `a` is 0 within
/// rounding.
const OPEN: f64 = 0.01;
/// For nearly collinear unknowns, which are reported, the limit is the loss of all digits.
const LOST: f64 = 1.0;
/// An unknown that rounding moves by more than this part of it has a ± that says so.
const SHOWN: f64 = 1e-10;
/// Beyond this condition number rounding shows in the leaves.
pub const DELICATE: f64 = 1e8;

/// The rounding error of each unknown, if the residuals are rounding errors.
pub struct RoundingErrors(Vec<f64>);

impl RoundingErrors {
    /// The rounding errors at the end of a search.
    pub fn of(residuals: &Residuals, found: &Found) -> Option<RoundingErrors> {
        let each = in_each_row(residuals, found);
        let rows = found.triangle.inverse()?;
        Some(RoundingErrors(rows.iter().map(|row| each * norm(row)).collect()))
    }

    /// The unknowns that the rows do not determine. An unknown is measured by its size, or by how much it would make
    /// rows as large as they are: one that is 0 is determined as well as any other.
    pub fn open(&self, residuals: &mut Residuals, found: &Found, start: &[f64]) -> Vec<usize> {
        let most = if found.triangle.condition() > DELICATE { LOST } else { OPEN };
        let columns = found.triangle.column_norms();
        let first = residuals.triangle(start).map_or_else(Vec::new, |it| it.column_norms());
        let is_open = |at: &usize| {
            let size = found.at[*at].abs().max(start[*at].abs());
            let first = first.get(*at).filter(|it| *at >= residuals.linear() && it.is_finite());
            let column = columns[*at].max(first.copied().unwrap_or(0.0));
            self.0[*at] > most * size.max(residuals.rows.norm / column)
        };
        (0..self.0.len()).filter(is_open).collect()
    }

    /// Returns true if rounding shows in the digits of an unknown that is not 0.
    pub fn show(&self, found: &Found) -> bool {
        let shows = |(at, by): (&f64, &f64)| !is_zero(at, by) && *by > SHOWN * at.abs();
        found.triangle.condition() > DELICATE || found.at.iter().zip(&self.0).any(shows)
    }

    /// Sets unknowns to 0 that are 0 within rounding, if the rows allow it.
    pub fn take_to_zero(&self, residuals: &mut Residuals, found: &mut Found) {
        let zeros = found.at.iter().zip(&self.0);
        let zeros = zeros.map(|(at, by)| if is_zero(at, by) { 0.0 } else { *at });
        let zeros: Vec<f64> = zeros.collect();
        let most = found.triangle.norm().max(residuals.rounding());
        if zeros != found.at && residuals.norm(&zeros) <= most {
            found.at = zeros;
        }
    }
}

fn is_zero(at: &f64, by: &f64) -> bool {
    at.abs() <= ROUNDINGS * by
}

/// The rounding error of each row, if the residuals are rounding errors.
pub fn in_each_row(residuals: &Residuals, found: &Found) -> f64 {
    residuals.rounding().max(found.triangle.norm()) / (residuals.rows() as f64).sqrt()
}
