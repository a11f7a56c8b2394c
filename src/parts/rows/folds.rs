//! Folds: operations that make one number of all rows of a column.

use crate::core::ops::{
    Branching, EMPTY_SUM, Fold, INFINITY, LANES, NAN, Operation, Partial, Rule, Sharing, larger,
    log_sum_exp, log_sum_exp_of, row, share_of_sum, smaller,
};

static ROWS: [Operation; 10] = [
    Operation {
        name: "sum",
        help: "the sum of all rows",
        torch: "torch.sum({x})",
        rule: Rule::Fold(TOTAL),
        ..ROW
    },
    Operation {
        name: "mean",
        help: "the sum of all rows divided by their number",
        torch: "torch.mean({x})",
        rule: Rule::Fold(Fold {
            averages: true,
            partial: Partial { function: |_, _, n| 1.0 / n, text: "1/n" },
            ..TOTAL
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
            sharing: Sharing::Parts,
            partial: Partial { function: |x, out, _| share_of_sum(x, out), text: "exp(x - out)" },
            ..TOTAL
        }),
        ..ROW
    },
    Operation {
        name: "max",
        help: "the largest of all rows",
        // torch.max gives the whole slope to one row.
        torch: "torch.amax({x})",
        rule: Rule::Fold(LARGEST),
        kinks: TIES,
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
            partial: Partial { function: share_of_tie, text: "(1 - step(x - out))/n" },
            ..LARGEST
        }),
        kinks: TIES,
        ..ROW
    },
    Operation {
        name: "median_low",
        help: "the median of all rows, or the smaller of two in the middle; gaps left out",
        torch: "torch.nanmedian({x})",
        rule: Rule::Fold(ranked(|rows| rows.saturating_sub(1) / 2)),
        branching: Branching::Shares,
        kinks: TIES,
        ..ROW
    },
    Operation {
        name: "median_high",
        help: "the median of all rows, or the larger of two in the middle; gaps left out",
        torch: "-torch.nanmedian(-{x})",
        rule: Rule::Fold(ranked(|rows| rows / 2)),
        branching: Branching::Shares,
        kinks: TIES,
        ..ROW
    },
    Operation {
        name: "count",
        help: "the number of rows; gaps left out",
        torch: "torch.sum(~torch.isnan({x})).double()",
        rule: Rule::Fold(Fold {
            many: |lanes, rows| {
                join_lanes(lanes, rows, |n, y| if y.is_nan() { n } else { n + 1.0 })
            },
            partial: Partial { function: |_, _, _| 0.0, text: "0" },
            ..TOTAL_GIVEN
        }),
        branching: Branching::Flat,
        ..ROW
    },
    Operation {
        name: "sum_given",
        help: "the sum of all rows; gaps left out",
        torch: "torch.nansum({x})",
        rule: Rule::Fold(TOTAL_GIVEN),
        branching: Branching::Shares,
        ..ROW
    },
    Operation {
        name: "mean_given",
        help: "the mean of all rows; gaps left out",
        torch: "torch.nanmean({x})",
        rule: Rule::Fold(Fold {
            averages: true,
            partial: Partial {
                function: |x, _, n| if x.is_nan() { 0.0 } else { 1.0 / n },
                text: "1/n",
            },
            ..TOTAL_GIVEN
        }),
        branching: Branching::Shares,
        ..ROW
    },
];

const TIES: &str = "rows that tie share the gradient equally";

/// The sum of all rows.
const TOTAL: Fold = Fold {
    start: EMPTY_SUM,
    join: |x, y| x + y,
    many: |lanes, rows| join_lanes(lanes, rows, |x, y| x + y),
    averages: false,
    rank: None,
    sharing: Sharing::All,
    partial: Partial { function: |_, _, _| 1.0, text: "1" },
};

/// The sum of the rows without a gap.
const TOTAL_GIVEN: Fold = Fold {
    // Of no row the sum is 0, not -0.
    start: 0.0,
    many: |lanes, rows| join_lanes(lanes, rows, |x, y| if y.is_nan() { x } else { x + y }),
    sharing: Sharing::Given,
    partial: Partial { function: |x, _, _| if x.is_nan() { 0.0 } else { 1.0 }, text: "1" },
    ..TOTAL
};

/// The largest of all rows.
const LARGEST: Fold = Fold {
    start: -INFINITY,
    join: larger,
    many: |lanes, rows| join_lanes(lanes, rows, larger),
    sharing: Sharing::Ties,
    partial: Partial { function: share_of_tie, text: "(1 - step(out - x))/n" },
    ..TOTAL
};

/// The fold that takes the row of a rank.
const fn ranked(rank: fn(usize) -> usize) -> Fold {
    Fold {
        start: NAN,
        join: |_, y| y,
        many: |_, _| {},
        rank: Some(rank),
        partial: Partial { function: share_of_tie, text: "(1 - step(abs(x - out)))/n" },
        ..LARGEST
    }
}

/// The sum of all rows; grads of numbers are added up by it, too.
pub static SUM: &Operation = row(&ROWS, "sum", 1);

/// The number of rows without a gap.
pub static COUNT: &Operation = row(&ROWS, "count", 1);

/// The fold of a call with one per-row argument.
pub fn fold(name: &str) -> Option<&'static Operation> {
    ROWS.iter().find(|row| row.name == name)
}

/// The common columns of folds.
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

/// The slope of a row: 1/n if it is one of n tied results.
fn share_of_tie(x: f64, out: f64, n: f64) -> f64 {
    if out.is_nan() {
        NAN
    } else if x == out {
        1.0 / n
    } else {
        0.0
    }
}
