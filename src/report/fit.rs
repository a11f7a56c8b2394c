//! What a fit has found, as reports hold it.

/// The parameters of a fit, and how far the rows are from it.
#[derive(Debug, Clone, PartialEq)]
pub struct FitReport {
    /// The parameters; none where the rows do not tell them.
    pub parameters: Vec<Estimate>,
    /// The correlations of their errors, row by row; empty where they have no uncertainty.
    pub correlations: Vec<Vec<f64>>,
    /// The number of rows.
    pub rows: usize,
    /// How many more rows than parameters there are.
    pub spare: usize,
    /// The root of the sum of squares, if there are parameters.
    pub norm: Option<f64>,
    /// True where the rows have uncertainties, by which they weigh.
    pub is_weighted: bool,
    /// The probability of a larger χ², where the rows have uncertainties.
    pub probability: Option<f64>,
    /// The 95 % intervals of parameters, by index, whose uncertainty misleads; infinite where there is
    /// no end, not a number where it was not found.
    pub intervals: Vec<(usize, [f64; 2])>,
    /// How the sum of squares rises around its minimum: `parabola`, `other`, `not measured`.
    pub rise: Option<&'static str>,
    /// The number of steps taken.
    pub steps: u64,
    /// The word for how it ended.
    pub end: &'static str,
    /// What is known of a lower minimum, if it ended at one: `none`, `not seen`, `not looked for`.
    pub lower: Option<&'static str>,
}

/// One parameter.
#[derive(Debug, Clone, PartialEq)]
pub struct Estimate {
    /// Its name.
    pub name: String,
    /// Its data.
    pub data: f64,
    /// Its standard uncertainty, if it has one.
    pub u: Option<f64>,
}

impl FitReport {
    /// Returns the standard deviation of the residuals: in the unit of Y, or of rows that have
    /// uncertainties in units of theirs. None without rows to spare.
    pub fn deviation(&self) -> Option<f64> {
        self.norm.filter(|_| self.spare > 0).map(|norm| norm / (self.spare as f64).sqrt())
    }

    /// Returns true if the rows are met but for rounding.
    pub fn is_exact(&self) -> bool {
        let is_exact = |it: &Estimate| it.u == Some(0.0);
        !self.parameters.is_empty() && self.parameters.iter().all(is_exact)
    }

    /// Returns the sum of squares; none where it is out of the range of numbers.
    pub fn sum_of_squares(&self) -> Option<f64> {
        let norm = self.norm?;
        let sum = norm * norm;
        (sum.is_finite() && (sum > 0.0 || norm == 0.0)).then_some(sum)
    }

    /// Returns the earlier parameter that one is most correlated with, by index, and how.
    pub fn closest(&self, index: usize) -> Option<(usize, f64)> {
        let row = self.correlations.get(index)?.get(..index)?;
        let largest = |best: (usize, f64), (at, r): (usize, &f64)| {
            if r.abs() > best.1.abs() { (at, *r) } else { best }
        };
        let first = row.first().copied()?;
        Some(row.iter().enumerate().fold((0, first), largest))
    }
}
