//! The slope of a leaf by another, in reports.

use serde::Serialize;

use crate::report::{Block, Paragraph, as_exact, few, numbers};

/// The digits shown to people.
const DIGITS: usize = 4;
/// The most slopes that people are shown.
const MOST_SLOPES: usize = 6;

/// The slope by which a leaf follows another.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Slope {
    /// The name of the other leaf.
    pub by: String,
    #[serde(serialize_with = "as_exact")]
    pub slope: f64,
}

impl Slope {
    /// Returns slopes with the names of the other leaves.
    pub fn named(by: &[String], slopes: &[f64]) -> Vec<Slope> {
        let slope = |(by, slope): (&String, &f64)| Slope { by: by.clone(), slope: *slope };
        by.iter().zip(slopes).map(slope).collect()
    }

    /// Returns the slopes of a leaf as a line: `dx/da = -0.2975; 0 for b, c`
    pub fn line(name: &str, slopes: &[Slope], digits: Option<usize>) -> Option<Block> {
        let (zeros, others): (Vec<&Slope>, Vec<&Slope>) =
            slopes.iter().partition(|it| it.slope == 0.0);
        let text = |Slope { by, slope }: &&Slope| {
            format!("d{name}/d{by}\u{A0}=\u{A0}{}", numbers::short(*slope, DIGITS, digits))
        };
        let mut line = format!("  {}", few(others.iter().map(text), MOST_SLOPES, ", "));
        if !zeros.is_empty() {
            let zeros = few(zeros.iter().map(|it| it.by.clone()), MOST_SLOPES, ", ");
            line.push_str(&format!("; 0 for {zeros}"));
        }
        (!others.is_empty()).then(|| Paragraph::new(line).wrapped(4))
    }
}
