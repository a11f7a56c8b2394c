//! Folds: operations from all rows to one number.

use super::{Branching, NAN, Notation, Operation, Partial, Rule};

/// The rule of a fold.
///
/// Rows are joined in lanes, so that the machine adds several at once: row `i` of a block goes to
/// lane `i % LANES`, and the lanes are joined from left to right where the block ends.
#[derive(Debug)]
pub struct Fold {
    /// The fold of no rows.
    pub start: f64,
    /// Joins the fold of some rows with another's.
    pub join: fn(f64, f64) -> f64,
    /// Joins rows with the lanes.
    pub many: fn(&mut [f64; LANES], &[f64]),
    /// Set when the result is divided by the number of rows.
    pub averages: bool,
    /// Of sorted rows the place of the result, from 0, if it is one of them and gaps do not count.
    pub rank: Option<fn(usize) -> usize>,
    /// The rows among which the slope is shared: `n` of them.
    pub sharing: Sharing,
    /// The local derivative by one row, as a function of `(x, out, n)`.
    pub partial: Partial<FoldSlope>,
}

/// The local derivative of a fold by one row, as a function of `(x, out, n)`.
pub type FoldSlope = fn(f64, f64, f64) -> f64;

/// The rows among which the slope of a fold is shared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sharing {
    /// All rows.
    All,
    /// The rows without a gap.
    Given,
    /// The rows that are equal to the result.
    Ties,
    /// All rows, each by its own part of the result.
    Parts,
    /// The row of a number, which is the second operand.
    One,
}

/// The number of lanes.
pub const LANES: usize = 8;

/// One row by its number: `x[2]`.
pub static ROW_OF: &Operation = &Operation {
    name: "row",
    notation: Notation::Row,
    help: "one row, by its number from 1; the others are not looked at",
    torch: "{x}[int({y}) - 1]",
    branching: Branching::Row,
    rule: Rule::Fold(Fold {
        start: NAN,
        join: |_, y| y,
        many: |_, _| {},
        averages: false,
        rank: None,
        sharing: Sharing::One,
        partial: Partial { function: |_, _, _| 1.0, text: "1" },
    }),
    domain: "any rows",
    ..Operation::DEFAULT
};

impl Fold {
    /// Returns true if its slopes are the same whatever the rows are.
    pub fn is_linear(&self) -> bool {
        matches!(self.sharing, Sharing::All | Sharing::One)
    }

    /// Returns true if rows in which a column has a gap do not count.
    pub fn leaves_out_gaps(&self) -> bool {
        self.rank.is_some() || self.sharing == Sharing::Given
    }

    /// Of rows that are all there, the one of this rank; they lose their order.
    pub fn ranked(&self, rows: &mut [f64]) -> f64 {
        let rank = self.rank.map_or(0, |rank| rank(rows.len()));
        if rank >= rows.len() {
            return NAN;
        }
        *rows.select_nth_unstable_by(rank, f64::total_cmp).1
    }

    /// The result, when all rows have been joined.
    pub fn finish(&self, joined: f64, rows: usize) -> f64 {
        if self.averages { joined / rows as f64 } else { joined }
    }
}
