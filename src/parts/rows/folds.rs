//! Folds: operations that make one number of all rows of a column.

use crate::core::ops::{
    Branching, INFINITY, NAN, Notation, Operation, Partial, Rule, larger, log_sum_exp,
    log_sum_exp_of, row, share_of_sum, smaller,
};

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
    /// The rows that are equal to the result.
    Ties,
    /// All rows, each by its own part of the result.
    Parts,
    /// The row of a number, which is the second operand.
    One,
}

/// The number of lanes.
pub const LANES: usize = 8;

static ROWS: [Operation; 8] = [
    Operation {
        name: "sum",
        help: "the sum of all rows",
        torch: "torch.sum({x})",
        rule: Rule::Fold(Fold {
            // It leaves everything as it is, zeros included.
            start: -0.0,
            join: |x, y| x + y,
            many: |lanes, rows| join_lanes(lanes, rows, |x, y| x + y),
            averages: false,
            rank: None,
            sharing: Sharing::All,
            partial: Partial { function: |_, _, _| 1.0, text: "1" },
        }),
        ..ROW
    },
    Operation {
        name: "mean",
        help: "the sum of all rows divided by their number",
        torch: "torch.mean({x})",
        rule: Rule::Fold(Fold {
            start: -0.0,
            join: |x, y| x + y,
            many: |lanes, rows| join_lanes(lanes, rows, |x, y| x + y),
            averages: true,
            rank: None,
            sharing: Sharing::All,
            partial: Partial { function: |_, _, n| 1.0 / n, text: "1/n" },
        }),
        ..ROW
    },
    Operation {
        name: "logsumexp",
        help: "the logarithm of the sum of exp of all rows, without overflow",
        torch: "torch.logsumexp({x}, 0)",
        rule: Rule::Fold(Fold {
            start: -INFINITY,
            join: log_sum_exp,
            many: |lanes, rows| lanes[0] = log_sum_exp(lanes[0], log_sum_exp_of(rows)),
            averages: false,
            rank: None,
            sharing: Sharing::Parts,
            partial: Partial { function: |x, out, _| share_of_sum(x, out), text: "exp(x - out)" },
        }),
        ..ROW
    },
    Operation {
        name: "max",
        help: "the largest of all rows",
        // The other one gives all of the slope to one row.
        torch: "torch.amax({x})",
        rule: Rule::Fold(Fold {
            start: -INFINITY,
            join: larger,
            many: |lanes, rows| join_lanes(lanes, rows, larger),
            averages: false,
            rank: None,
            sharing: Sharing::Ties,
            partial: Partial { function: share_of_tie, text: "(1 - step(out - x))/n" },
        }),
        kinks: "rows that tie share the gradient equally",
        ..ROW
    },
    Operation {
        name: "min",
        help: "the smallest of all rows",
        torch: "torch.amin({x})",
        rule: Rule::Fold(Fold {
            start: INFINITY,
            join: smaller,
            many: |lanes, rows| join_lanes(lanes, rows, smaller),
            averages: false,
            rank: None,
            sharing: Sharing::Ties,
            partial: Partial { function: share_of_tie, text: "(1 - step(x - out))/n" },
        }),
        kinks: "rows that tie share the gradient equally",
        ..ROW
    },
    Operation {
        name: "median_low",
        help: "of all rows the one in the middle, of two the smaller; gaps left out",
        torch: "torch.nanmedian({x})",
        rule: Rule::Fold(ranked(|rows| rows.saturating_sub(1) / 2)),
        kinks: "rows that tie share the gradient equally",
        ..ROW
    },
    Operation {
        name: "median_high",
        help: "of all rows the one in the middle, of two the larger; gaps left out",
        torch: "-torch.nanmedian(-{x})",
        rule: Rule::Fold(ranked(|rows| rows / 2)),
        kinks: "rows that tie share the gradient equally",
        ..ROW
    },
    Operation {
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
        ..ROW
    },
];

/// The fold that is the row of a rank.
const fn ranked(rank: fn(usize) -> usize) -> Fold {
    Fold {
        start: NAN,
        join: |_, y| y,
        many: |_, _| {},
        averages: false,
        rank: Some(rank),
        sharing: Sharing::Ties,
        partial: Partial { function: share_of_tie, text: "(1 - step(abs(x - out)))/n" },
    }
}

/// The sum of all rows; grads of numbers are added up by it, too.
pub static SUM: &Operation = row(&ROWS, "sum", 1);

/// One row by its number: `x[2]`.
pub static ROW_OF: &Operation = row(&ROWS, "row", 2);

/// The fold that a call of `name` means when its one argument is per row.
pub fn fold(name: &str) -> Option<&'static Operation> {
    ROWS.iter().find(|row| row.name == name)
}

/// What all folds have in common; their rules differ.
const ROW: Operation = Operation { domain: "any rows", ..Operation::DEFAULT };

#[inline(always)]
fn join_lanes(lanes: &mut [f64; LANES], rows: &[f64], join: impl Fn(f64, f64) -> f64) {
    let (chunks, rest) = rows.as_chunks::<LANES>();
    let mut joined = *lanes;
    for chunk in chunks {
        for lane in 0..LANES {
            joined[lane] = join(joined[lane], chunk[lane]);
        }
    }
    for (lane, row) in joined.iter_mut().zip(rest) {
        *lane = join(*lane, *row);
    }
    *lanes = joined;
}

/// The share of a row in the slope: one part of `n` if it is the result.
fn share_of_tie(x: f64, out: f64, n: f64) -> f64 {
    if out.is_nan() {
        NAN
    } else if x == out {
        1.0 / n
    } else {
        0.0
    }
}

impl Fold {
    /// Joins the lanes with the fold of the blocks before, and empties them.
    pub fn flush(&self, before: f64, lanes: &mut [f64; LANES]) -> f64 {
        let lanes = std::mem::replace(lanes, [self.start; LANES]);
        lanes.into_iter().fold(before, self.join)
    }

    /// Tells whether its slopes are the same whatever the rows are.
    pub fn is_linear(&self) -> bool {
        matches!(self.sharing, Sharing::All | Sharing::One)
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
