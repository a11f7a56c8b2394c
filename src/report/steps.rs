//! Steps that have led to a pass, for a script that repeats them.

use std::collections::HashMap;

use crate::graph::Value;

/// A run of steps, as PyTorch takes them.
#[derive(Debug, Clone)]
pub struct RunOfSteps {
    /// The class of `torch.optim`.
    pub class: &'static str,
    /// What it is made with, beside the leaves and the rate.
    pub settings: String,
    /// The rate of each step.
    pub rate: RateOfSteps,
    /// The part of each leaf that a step of rate 1 takes off before it, where the class does not.
    pub decay: f64,
    /// The number of steps.
    pub count: u64,
    /// The batches that they went by.
    pub batches: Option<BatchesOfSteps>,
    /// The leaves that moved.
    pub leaves: Vec<LeafOfSteps>,
    /// Set when the optimizer of the run before goes on.
    pub goes_on: bool,
}

/// The rate of each step.
#[derive(Debug, Clone)]
pub enum RateOfSteps {
    /// The same for all.
    Fixed(f64),
    /// A formula.
    Formula {
        /// The leaf that is the number of the step, from 0.
        step: Value,
        /// The nodes, operands before users.
        nodes: Vec<Value>,
        /// What the other leaves were.
        constants: HashMap<Value, f64>,
    },
}

/// Where batches of rows began.
#[derive(Debug, Clone, Copy)]
pub struct BatchesOfSteps {
    /// The rows of a batch.
    pub size: usize,
    /// All rows.
    pub rows: usize,
    /// The seed by which they were shuffled, if they were.
    pub seed: Option<u64>,
    /// The passes over all rows before.
    pub epoch: u64,
    /// The rows of this one that were taken before.
    pub taken: usize,
}

/// A leaf before a run of steps.
#[derive(Debug, Clone)]
pub struct LeafOfSteps {
    /// The leaf.
    pub leaf: Value,
    /// Its data.
    pub before: f64,
    /// The steps that the optimizer has taken with it.
    pub steps: u64,
    /// The averages that it remembers of them, as PyTorch calls them.
    pub averages: Vec<(&'static str, f64)>,
}
