//! The report of a fit.

use std::ops::Not;

use serde::{Serialize, Serializer};

use crate::report::{Ending, as_exact, is_zero, numbers};

/// The digits of s and R², of a sum of squares, of χ², and of a probability.
const DIGITS: usize = 4;
const DIGITS_OF_SUM: usize = 6;
const DIGITS_OF_CHI2: usize = 3;
const DIGITS_OF_P: usize = 2;

/// The parameters of a fit, and how far the rows are from it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FitReport {
    /// The parameters.
    pub parameters: Vec<FittedLeaf>,
    /// The correlations of the errors, row by row; empty without uncertainties.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "as_exact")]
    pub correlations: Vec<Vec<f64>>,
    /// The number of rows that count.
    pub rows: usize,
    /// The number of rows that were left out.
    #[serde(skip_serializing_if = "is_zero")]
    pub left_out: usize,
    /// The degrees of freedom: how many more rows than parameters there are.
    #[serde(rename = "degrees_of_freedom")]
    pub freedom: usize,
    /// The root of the sum of squares.
    #[serde(
        rename = "sum_of_squares",
        skip_serializing_if = "has_no_square",
        serialize_with = "as_square"
    )]
    pub norm: f64,
    /// True if the rows have uncertainties, which are the units of the residuals.
    #[serde(rename = "weighted", skip_serializing_if = "Not::not")]
    pub is_weighted: bool,
    /// The probability of a larger χ², if the rows have uncertainties.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_exact")]
    pub probability: Option<f64>,
    /// R²: the part of the variance of Y around its mean that the fit accounts for, if Y varies. With
    /// uncertainties of the rows both are weighted.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_exact")]
    pub r_squared: Option<f64>,
    pub steps: u64,
    pub end: Ending,
    /// True if it has converged and the residuals are rounding errors.
    #[serde(skip)]
    pub is_exact: bool,
    /// True if the model is linear in the leaves.
    #[serde(skip)]
    pub is_linear: bool,
    /// The condition number, if it is so large that rounding shows in the leaves.
    #[serde(skip)]
    pub condition: Option<f64>,
    /// The numbers from which the search started.
    #[serde(skip)]
    pub start: Vec<f64>,
}

/// One parameter of a fit.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FittedLeaf {
    /// The leaf.
    #[serde(flatten)]
    pub leaf: Estimate,
    /// The lower end of its 95 % interval, if it has an uncertainty.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_exact")]
    pub low: Option<f64>,
    /// The upper end.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_exact")]
    pub high: Option<f64>,
}

/// A leaf that was looked for.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Estimate {
    pub name: String,
    /// The data before, for people; `None` for a new leaf.
    #[serde(skip)]
    pub before: Option<f64>,
    #[serde(serialize_with = "as_exact")]
    pub data: f64,
    /// The standard uncertainty.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_exact")]
    pub u: Option<f64>,
}

/// The square of a norm; `None` if it is out of the range of numbers.
fn square(norm: f64) -> Option<f64> {
    let sum = norm * norm;
    (sum.is_finite() && (sum > 0.0 || norm == 0.0)).then_some(sum)
}

fn has_no_square(norm: &f64) -> bool {
    square(*norm).is_none()
}

fn as_square<S: Serializer>(norm: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    as_exact(&square(*norm), serializer)
}

impl FitReport {
    /// The figures of a fit in one line: `n = 31, 28 dof; s = 13.08; SSR = 4792.72`, or of rows with uncertainties
    /// `n = 8, 6 dof; χ²/dof = 3.72/6 = 0.62, p = 0.71`.
    pub fn figures(&self) -> String {
        let of_all = match self.left_out {
            0 => String::new(),
            left_out => format!(" of {}", self.rows + left_out),
        };
        let rows = format!("n = {}{of_all}, {} dof", self.rows, self.freedom);
        let freedom = self.freedom as f64;
        let sum = |digits| square(self.norm).map(|sum| numbers::significant(sum, digits));
        let figures = match (self.is_weighted, self.is_exact, self.freedom) {
            (true, _, 0) => sum(DIGITS_OF_CHI2).map(|sum| format!("; χ² = {sum}")),
            (true, ..) => sum(DIGITS_OF_CHI2).map(|sum| {
                let each = numbers::significant(self.norm * self.norm / freedom, DIGITS_OF_CHI2);
                let p = numbers::significant(self.probability.unwrap_or(f64::NAN), DIGITS_OF_P);
                format!("; χ²/dof = {sum}/{freedom} = {each}, p = {p}")
            }),
            (false, _, 0) => Some(", no ±".to_owned()),
            (false, true, _) => Some("; the residuals are rounding errors".to_owned()),
            (false, ..) => {
                let s = numbers::significant(self.norm / freedom.sqrt(), DIGITS);
                let sum =
                    sum(DIGITS_OF_SUM).map_or_else(String::new, |sum| format!("; SSR = {sum}"));
                Some(format!("; s = {s}{sum}"))
            }
        };
        rows + &figures.unwrap_or_default()
    }

    /// `χ² = 3.72026, p = 0.7145; R² = 0.9913`
    pub fn more_figures(&self) -> Option<String> {
        let number = |value: f64, digits| numbers::significant(value, digits);
        let chi2 = self.probability.map(|p| {
            let sum = number(self.norm * self.norm, DIGITS_OF_SUM);
            format!("χ² = {sum}, p = {}", number(p, DIGITS))
        });
        let r_squared = self.r_squared.map(|it| format!("R² = {}", number(it, DIGITS)));
        let figures: Vec<String> = chi2.into_iter().chain(r_squared).collect();
        (!figures.is_empty()).then(|| figures.join("; "))
    }
}
