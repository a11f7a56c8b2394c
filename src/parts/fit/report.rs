//! What a fit has found, as reports hold it.

use std::ops::Not;

use serde::{Serialize, Serializer};

use crate::report::{Exact, as_exact, counted, is_zero, numbers};

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
    /// True where the rows have uncertainties, by which they weigh.
    #[serde(rename = "weighted", skip_serializing_if = "Not::not")]
    pub is_weighted: bool,
    /// The probability of a larger χ², where the rows have uncertainties.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_exact")]
    pub probability: Option<f64>,
    /// R²: the part of the variance of Y that the fit accounts for.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_exact")]
    pub r_squared: Option<f64>,
    /// The number of steps taken.
    pub steps: u64,
    /// The word for how it ended.
    pub end: &'static str,
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

impl FitReport {
    /// Says how many rows there are and how far they are from the fit: `14 rows, 12 to spare`,
    /// `residual standard deviation 0.1019`, `sum of squares 0.124551`.
    pub fn residuals(&self) -> Vec<String> {
        let number = |value: f64, digits: usize| numbers::significant(value, digits);
        let mut rows = counted(self.rows as u64, "row");
        if self.left_out > 0 {
            rows.push_str(&format!(", {} left out", self.left_out));
        }
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
                format!("χ² is {}{each}", number(sum, MORE_DIGITS))
            }));
        } else {
            let deviation = self.deviation();
            said.extend(
                deviation.map(|it| format!("residual standard deviation {}", number(it, DIGITS))),
            );
            said.extend(sum.map(|it| format!("sum of squares {}", number(it, MORE_DIGITS))));
        }
        said
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
