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
    /// True when some of these are correlated with each other.
    pub correlated: bool,
    /// The same by trial.
    pub trials: RandomTrials,
}

/// One uncertain leaf.
#[derive(Debug, Clone, PartialEq)]
pub struct Contribution {
    /// Its name.
    pub name: String,
    /// Its data.
    pub data: f64,
    /// Its standard uncertainty.
    pub u: f64,
    /// d root / d leaf.
    pub sensitivity: f64,
    /// u × |sensitivity|.
    pub contribution: f64,
    /// Its part of the root's variance; none when there is no variance.
    pub share: Option<f64>,
}

/// What random trials have found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RandomTrials {
    /// The number of trials.
    pub count: usize,
    /// How many of them came to no finite number and are left out.
    pub not_finite: usize,
    /// The standard deviation of the root.
    pub u: f64,
    /// The lower end of the interval that holds 95 % of them.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// False when the uncertainty to first order is another one.
    pub agree: bool,
}
