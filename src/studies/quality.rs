//! How well a fit as a whole describes its rows.

use std::f64::consts::PI;

/// The figures by which models of the same rows are compared. Each is none where it has no number: without
/// rows to spare, for rows that are met but for rounding, for a y that does not vary.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Quality {
    /// R²: the part of the variance of y around its mean that the model accounts for. With uncertainties
    /// of the rows both are weighted.
    pub r_squared: Option<f64>,
    /// R² with variances for sums of squares: `1 - (1 - R²) * (n - 1)/(n - p)` of n rows and p leaves.
    pub adjusted: Option<f64>,
    /// Akaike's criterion, `2*k - 2*log(likelihood)`, with normal errors: k counts the leaves, and
    /// the standard deviation of the residuals where that is estimated, as R does.
    pub aic: Option<f64>,
    /// The Bayesian criterion: `log(n)*k` stands for `2*k`.
    pub bic: Option<f64>,
}

/// What a quality is computed from.
#[derive(Debug, Clone, Copy)]
pub(super) struct Remaining {
    /// The number of rows.
    pub rows: usize,
    /// The number of leaves that moved.
    pub leaves: usize,
    /// The root of the sum of squares that is left.
    pub norm: f64,
    /// The part of the variance of y that is left.
    pub part: Option<f64>,
    /// The sum of the logarithms of the uncertainties of the rows, if they have some.
    pub logs: Option<f64>,
}

impl Quality {
    /// Computes the figures.
    pub(super) fn of(left: Remaining) -> Quality {
        let Remaining { norm, part, logs, .. } = left;
        let [rows, leaves] = [left.rows, left.leaves].map(|count| count as f64);
        let spare = rows - leaves;
        let (counted, log_likelihood) = match logs {
            Some(logs) => (leaves, -(norm * norm + rows * (2.0 * PI).ln()) / 2.0 - logs),
            None => {
                let log_variance = 2.0 * norm.ln() - rows.ln();
                (leaves + 1.0, -rows * ((2.0 * PI).ln() + log_variance + 1.0) / 2.0)
            }
        };
        let criterion = |each: f64| {
            let criterion = each * counted - 2.0 * log_likelihood;
            Some(criterion).filter(|it| it.is_finite() && norm > 0.0 && spare > 0.0)
        };
        Quality {
            r_squared: part.map(|part| 1.0 - part),
            adjusted: part.filter(|_| spare > 0.0).map(|part| 1.0 - part * (rows - 1.0) / spare),
            aic: criterion(2.0),
            bic: criterion(rows.ln()),
        }
    }
}
