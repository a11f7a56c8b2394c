//! An uncertainty budget, as reports hold it.

/// What the uncertainty of a root is made of.
#[derive(Debug, Clone, PartialEq)]
pub struct UncertaintyBudget {
    /// The name of the root.
    pub root: String,
    /// Its data.
    pub data: f64,
    /// Its standard uncertainty to first order.
    pub u: f64,
    /// Its uncertain leaves, those that contribute most first.
    pub inputs: Vec<Contribution>,
    /// The effective degrees of freedom of its uncertainty, if that was estimated.
    pub degrees_of_freedom: Option<f64>,
    /// The same by trial.
    pub trials: RandomTrials,
    /// Sentences on what all this is worth.
    pub remarks: Vec<String>,
}

/// One uncertain leaf.
#[derive(Debug, Clone, PartialEq)]
pub struct Contribution {
    /// Its name, without a row.
    pub name: String,
    /// Its data, or that of the row; nan where it stands for several rows.
    pub data: f64,
    /// The row, from 1, where it stands for one of a column.
    pub row: Option<usize>,
    /// The number of its rows, if it is a column.
    pub rows: Option<usize>,
    /// The number of leaves, if it stands for those of a network.
    pub leaves: Option<usize>,
    /// Its standard uncertainty; of a column the root mean square of its rows'.
    pub u: f64,
    /// d root / d leaf; of a column what u is multiplied by to give the contribution.
    pub sensitivity: f64,
    /// u × |sensitivity|.
    pub contribution: f64,
    /// Its part of the root's variance; none when there is no variance.
    pub share: Option<f64>,
    /// The degrees of freedom that its uncertainty was estimated with, if it was.
    pub degrees_of_freedom: Option<f64>,
}

/// What random trials have found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RandomTrials {
    /// The number of trials.
    pub count: usize,
    /// How many of them came to no finite number and are left out.
    pub not_finite: usize,
    /// In how many of them equations had no root, which are left out as well.
    pub no_root: usize,
    /// The standard deviation of the root; none where there is none to be had.
    pub u: Option<f64>,
    /// The standard error of that, in parts of it.
    pub standard_error: f64,
    /// The lower end of the interval that holds 95 % of them.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// False when the uncertainty to first order is another one.
    pub agree: bool,
    /// False when a few of the trials, far out, decide on the standard deviation.
    pub settles: bool,
}

impl Contribution {
    /// Returns true if it is about one number, not about all rows of a column.
    pub fn has_data(&self) -> bool {
        self.leaves.is_none() && (self.rows.is_none() || self.row.is_some())
    }
}
