//! An uncertainty budget, as reports hold it.

use serde::Serialize;

use crate::parts::uncertainty::Trials;
use crate::report::{NumberStyle, as_exact, numbers};

/// An uncertainty has so many significant digits here, so that one by trial can be told from it.
const DIGITS: usize = 3;
/// A standard error of the trials that is larger than this is worth saying.
const WORTH_SAYING: f64 = 0.005;
/// Beyond this part of it only so many digits of it are known.
const VAGUE: f64 = 0.01;
const KNOWN: usize = 2;

/// What the uncertainty of a root is made of.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct UncertaintyBudget {
    /// The name of the root.
    pub root: String,
    /// Its data.
    #[serde(serialize_with = "as_exact")]
    pub data: f64,
    /// Its standard uncertainty to first order.
    #[serde(serialize_with = "as_exact")]
    pub u: f64,
    /// The coverage factor that was asked for.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_exact")]
    pub coverage: Option<f64>,
    /// That many times its standard uncertainty.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_exact")]
    pub expanded: Option<f64>,
    /// The effective degrees of freedom of its uncertainty, if that was estimated.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_exact")]
    pub degrees_of_freedom: Option<f64>,
    /// Its uncertain leaves, those that contribute most first.
    pub inputs: Vec<Contribution>,
    /// The same by trial.
    pub trials: Trials,
    /// Sentences on what all this is worth.
    #[serde(skip)]
    pub remarks: Vec<String>,
}

/// One uncertain leaf.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Contribution {
    /// Its name, without a row.
    pub name: String,
    /// Its data, or that of the row; none where it stands for several numbers.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_exact")]
    pub data: Option<f64>,
    /// The row, from 1, where it stands for one of a column.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row: Option<usize>,
    /// The number of its rows, if it is a column.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<usize>,
    /// Its standard uncertainty; of a column the root mean square of its rows'.
    #[serde(serialize_with = "as_exact")]
    pub u: f64,
    /// d root / d leaf; of a column what u is multiplied by to give the contribution.
    #[serde(serialize_with = "as_exact")]
    pub sensitivity: f64,
    /// u × |sensitivity|.
    #[serde(serialize_with = "as_exact")]
    pub contribution: f64,
    /// How its error is distributed, unless that is normal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distribution: Option<&'static str>,
    /// Its part of the root's variance; none when there is no variance.
    #[serde(serialize_with = "as_exact")]
    pub share: Option<f64>,
    /// The degrees of freedom that its uncertainty was estimated with, if it was.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_exact")]
    pub degrees_of_freedom: Option<f64>,
}

impl UncertaintyBudget {
    /// Says what the root is with its uncertainty, to first order and by trial.
    pub fn result(&self, digits: Option<usize>) -> String {
        let UncertaintyBudget { root, data, u, trials, .. } = self;
        let Trials { count, mean, u: by_trial, standard_error, low, high, .. } = *trials;
        let with_u = |data: f64, u: f64, known: usize| match digits {
            Some(_) => numbers::with_uncertainty(data, u, digits),
            None => numbers::with_digits_of_u(data, u, known),
        };
        let first_order = with_u(*data, *u, DIGITS);
        let trials = match count {
            1_000_000 => "a million random trials".to_owned(),
            count => format!("{count} random trials"),
        };
        let about = match standard_error {
            error if error > WORTH_SAYING => {
                format!(" (give or take {})", percentage(error).replace(' ', "\u{a0}"))
            }
            _ => String::new(),
        };
        if low.is_nan() {
            return format!("{root} = {first_order}; none of {trials} came to a finite number");
        }
        let known = if standard_error > VAGUE { KNOWN } else { DIGITS };
        let by_trial = mean
            .zip(by_trial)
            .map_or_else(String::new, |(mean, u)| format!(" {}{about},", with_u(mean, u, known)));
        let [low, high] = [low, high].map(|end| numbers::text(NumberStyle::Brief.of(end), digits));
        format!(
            "{root} = {first_order}; {trials}:{by_trial} 95\u{a0}% of them from {low} to {high}"
        )
    }
}

/// `42 %`, and of less than one percent a single digit.
pub fn percentage(share: f64) -> String {
    let percent = share * 100.0;
    let style =
        if percent.abs() < 0.95 { NumberStyle::Significant(1) } else { NumberStyle::Decimals(0) };
    format!("{} %", numbers::text(style.of(percent), None))
}
