//! How far rows scatter around a curve: the one place that says what the uncertainty of another measurement is.

use super::bands::{freedom, uncertain_leaves};
use crate::core::graph::Value;
use crate::core::language::Result;
use crate::core::session::Session;
use crate::parts::fit::last_fit;
use crate::parts::least_squares;

/// Returns how far rows of `y` scatter around a model: the root mean square of their uncertainties, or the
/// standard deviation of the residuals, if the leaves of the model were fitted to as many rows.
/// Rows that are left out, from 0 and in order, do not count.
///
/// # Errors
///
/// Work was interrupted.
pub fn scatter(
    session: &mut Session,
    y: &Value,
    model: &Value,
    left_out: &[usize],
) -> Result<Option<f64>> {
    if let Some(us) = session.uncertainties(y)? {
        return Ok(Some(root_mean_square(&us, left_out)));
    }
    let uncertain = uncertain_leaves(session, model);
    let Some(freedom) = freedom(session, &uncertain) else { return Ok(None) };
    let rows = session.all_rows(y)?;
    session.refresh(model);
    let fitted =
        if model.is_per_row() { session.all_rows(model)? } else { vec![model.data(); rows.len()] };
    let residuals = |left_out: &[usize]| -> Vec<f64> {
        let is_kept = |row: usize| left_out.binary_search(&row).is_err();
        let residuals = rows.iter().zip(&fitted).enumerate().filter(|(row, _)| is_kept(*row));
        let residuals = residuals.map(|(_, (row, fit))| row - fit);
        residuals.filter(|it| it.is_finite()).collect()
    };
    let deviation = |left_out: &[usize]| {
        let residuals = residuals(left_out);
        let spare = residuals.len() as f64 - uncertain.len() as f64;
        (spare == freedom).then(|| least_squares::norm(&residuals) / freedom.sqrt())
    };
    // The fit need not have taken the rows that are looked at.
    let last = last_fit(session).map(|fitted| fitted.left_out.as_slice());
    Ok(deviation(left_out).or_else(|| last.and_then(deviation)))
}

/// Of the rows that are not left out.
fn root_mean_square(us: &[f64], left_out: &[usize]) -> f64 {
    let is_kept = |row: usize| left_out.binary_search(&row).is_err();
    let kept = us.iter().enumerate().filter(|(row, u)| is_kept(*row) && u.is_finite());
    let kept: Vec<f64> = kept.map(|(_, u)| *u).collect();
    least_squares::norm(&kept) / (kept.len() as f64).sqrt()
}
