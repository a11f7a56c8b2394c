//! What a fit has found, as reports hold it.

use std::ops::Not;

use serde::{Serialize, Serializer};

use super::number::{Exact, as_exact, is_zero};
use super::{counted, numbers};

/// The digits of what is said of the residuals.
const DIGITS: usize = 4;
const MORE_DIGITS: usize = 6;

/// The parameters of a fit, and how far the rows are from it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FitReport {
    /// The parameters; none where the rows do not tell them.
    pub parameters: Vec<FittedLeaf>,
    /// The correlations of their errors, row by row; empty where they have no uncertainty.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "as_exact")]
    pub correlations: Vec<Vec<f64>>,
    /// The number of rows.
    pub rows: usize,
    /// The number of rows that were left out.
    #[serde(skip_serializing_if = "is_zero")]
    pub left_out: usize,
    /// How many more rows than parameters there are.
    #[serde(rename = "degrees_of_freedom")]
    pub spare: usize,
    /// The root of the sum of squares, if there are parameters.
    #[serde(
        rename = "sum_of_squares",
        skip_serializing_if = "has_no_square",
        serialize_with = "as_square"
    )]
    pub norm: Option<f64>,
    /// What is left of each response, if there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub responses: Vec<ResponseReport>,
    /// True where the rows have uncertainties, by which they weigh.
    #[serde(rename = "weighted", skip_serializing_if = "Not::not")]
    pub is_weighted: bool,
    /// The columns of the model whose uncertainties count.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors_in: Vec<String>,
    /// The probability of a larger χ², where the rows have uncertainties.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_exact")]
    pub probability: Option<f64>,
    /// R²: the part of the variance of Y that the fit accounts for.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_exact")]
    pub r_squared: Option<f64>,
    /// R² of variances instead of sums of squares.
    #[serde(
        rename = "adjusted_r_squared",
        skip_serializing_if = "Option::is_none",
        serialize_with = "as_exact"
    )]
    pub adjusted: Option<f64>,
    /// Akaike's criterion.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_exact")]
    pub aic: Option<f64>,
    /// The Bayesian criterion.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_exact")]
    pub bic: Option<f64>,
    /// How the sum of squares rises around its minimum: `parabola`, `other`, `not measured`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rise: Option<&'static str>,
    /// The number of steps taken.
    pub steps: u64,
    /// The word for how it ended.
    pub end: &'static str,
    /// What shows that it is a minimum: `curvature`, `rounding`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<&'static str>,
    /// By how much the sum of squares may still fall, as far as the curvature tells.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_exact")]
    pub left: Option<f64>,
    /// What is known of a lower minimum, if it ended at one: `none`, `not seen`, `not looked for`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower: Option<&'static str>,
}

/// How far the rows of one response are from a fit of several.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ResponseReport {
    /// The data as typed.
    pub name: String,
    /// The number of rows.
    pub rows: usize,
    /// The number of rows that were left out.
    #[serde(skip_serializing_if = "is_zero")]
    pub left_out: usize,
    /// The root of the sum of squares.
    #[serde(
        rename = "sum_of_squares",
        skip_serializing_if = "has_no_square",
        serialize_with = "as_square"
    )]
    pub norm: Option<f64>,
    /// The standard deviation of its residuals, if its rows have no uncertainties.
    #[serde(
        rename = "residual_standard_deviation",
        skip_serializing_if = "Option::is_none",
        serialize_with = "as_exact"
    )]
    pub deviation: Option<f64>,
    /// The part of the variance of its rows that the fit accounts for.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_exact")]
    pub r_squared: Option<f64>,
}

/// One parameter of a fit.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FittedLeaf {
    /// The leaf.
    #[serde(flatten)]
    pub leaf: Estimate,
    /// The lower end of its 95 % interval, if it has an uncertainty: infinite where there is no end, not a
    /// number where it was not found.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_exact")]
    pub low: Option<f64>,
    /// The upper end, as the lower one.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_exact")]
    pub high: Option<f64>,
}

/// A leaf that was looked for.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Estimate {
    /// Its name.
    pub name: String,
    /// Its data.
    #[serde(serialize_with = "as_exact")]
    pub data: f64,
    /// Its standard uncertainty, if it has one.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_exact")]
    pub u: Option<f64>,
}

/// The square of a norm; none where it is out of the range of numbers.
fn square(norm: &Option<f64>) -> Option<f64> {
    let norm = (*norm)?;
    let sum = norm * norm;
    (sum.is_finite() && (sum > 0.0 || norm == 0.0)).then_some(sum)
}

fn has_no_square(norm: &Option<f64>) -> bool {
    square(norm).is_none()
}

fn as_square<S: Serializer>(norm: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    Exact(&square(norm)).serialize(serializer)
}

/// `11 rows, 2 left out`
fn rows_but(rows: usize, left_out: usize) -> String {
    let rows = counted(rows as u64, "row");
    if left_out > 0 { format!("{rows}, {left_out} left out") } else { rows }
}

/// `residual standard deviation 0.1019`, `sum of squares 0.124551`
fn left(deviation: Option<f64>, sum: Option<f64>) -> impl Iterator<Item = String> {
    let number = |value: f64, digits: usize| numbers::answer(value, Some(digits));
    let deviation =
        deviation.map(|it| format!("residual standard deviation {}", number(it, DIGITS)));
    let sum = sum.map(|it| format!("sum of squares {}", number(it, MORE_DIGITS)));
    deviation.into_iter().chain(sum)
}

impl FitReport {
    /// Says how many rows there are and how far they are from the fit: `14 rows, 12 to spare`,
    /// `residual standard deviation 0.1019`, `sum of squares 0.124551`.
    pub fn residuals(&self, chi_squared: &str) -> Vec<String> {
        let number = |value: f64, digits: usize| numbers::answer(value, Some(digits));
        let rows = rows_but(self.rows, self.left_out);
        let mut said = vec![match self.spare {
            0 => format!("{rows}, none to spare, so there is no ±"),
            spare => format!("{rows}, {spare} to spare"),
        }];
        let sum = self.sum_of_squares();
        if self.is_exact() {
            // What is left is rounding, as is said below.
        } else if self.is_weighted {
            said.extend(sum.map(|sum| {
                let each = match self.spare {
                    0 => String::new(),
                    spare => {
                        format!(", {} for each row to spare", number(sum / spare as f64, DIGITS))
                    }
                };
                format!("{chi_squared} is {}{each}", number(sum, MORE_DIGITS))
            }));
        } else {
            said.extend(left(self.deviation(), sum));
        }
        said
    }

    /// Says the same of each response, if there are several.
    pub fn residuals_of_responses(&self, chi_squared: &str) -> Vec<Vec<String>> {
        let said = |it: &ResponseReport| {
            let mut said = vec![format!("{}: {}", it.name, rows_but(it.rows, it.left_out))];
            if self.is_exact() {
                return said;
            }
            let sum = square(&it.norm);
            if self.is_weighted {
                let number = |sum| numbers::answer(sum, Some(MORE_DIGITS));
                said.extend(sum.map(|sum| format!("{chi_squared} is {}", number(sum))));
            } else {
                said.extend(left(it.deviation, sum));
            }
            said
        };
        self.responses.iter().map(said).collect()
    }

    /// Returns the standard deviation of the residuals: in the unit of Y, or of rows that have
    /// uncertainties in units of theirs. None without rows to spare.
    pub fn deviation(&self) -> Option<f64> {
        self.norm.filter(|_| self.spare > 0).map(|norm| norm / (self.spare as f64).sqrt())
    }

    /// Returns true if the rows are met but for rounding.
    pub fn is_exact(&self) -> bool {
        let is_exact = |it: &FittedLeaf| it.leaf.u == Some(0.0);
        !self.parameters.is_empty() && self.parameters.iter().all(is_exact)
    }

    /// Returns the sum of squares; none where it is out of the range of numbers.
    pub fn sum_of_squares(&self) -> Option<f64> {
        square(&self.norm)
    }
}

/// Returns the earlier leaf that one is most correlated with, by index, and how.
pub fn most_correlated(correlations: &[Vec<f64>], index: usize) -> Option<(usize, f64)> {
    let row = correlations.get(index)?.get(..index)?;
    let largest = |best: (usize, f64), (at, r): (usize, &f64)| {
        if r.abs() > best.1.abs() { (at, *r) } else { best }
    };
    let first = row.first().copied()?;
    Some(row.iter().enumerate().fold((0, first), largest))
}
