//! The text of a run: the arithmetic of one step, the trace of many, and the trend.

use std::iter;

use indexmap::IndexMap;

use super::monitor::Watched;
use super::optimizer_text::{remembered, way};
use super::run::{Curve, SHOWN_LEAVES};
use super::steps::{Descent, Moved, StopReason};
use super::trend::Trend;
use crate::core::graph::Value;
use crate::core::session::Names;
use crate::report::{
    Block, Column, Fold, NumberStyle, Paragraph, Table, counted, leaves as leaves_of, numbers,
};

/// Returns the arithmetic of one step, `a    2.0000 - 0.01 ×   6.0000  =   1.9400` for each leaf,
/// and the root before and after.
pub fn arithmetic(names: &Names, descent: &Descent, all: bool) -> Vec<Block> {
    if descent.taken == 0 {
        return Vec::new();
    }
    let sign = if descent.rate < 0.0 { '+' } else { '-' };
    let times = format!("{sign} {} ×", numbers::answer(descent.rate.abs(), None));
    let is_folded = |moved: &&Moved| !all && moved.leaf.network_of_leaf().is_some();
    let first_steps = descent.first_steps.iter().map(Some).chain(iter::repeat(None));
    let steps = descent.moved.iter().zip(first_steps);
    let rows = steps.filter(|(moved, _)| !is_folded(moved)).map(|(moved, step)| {
        let (by, after) = match step {
            None => (Paragraph::grad(moved.grad), moved.before - descent.rate * moved.grad),
            Some(step) => (way((&descent.method, descent.rate), step, moved), step.after),
        };
        vec![
            Paragraph::new(names.call(&moved.leaf)),
            Paragraph::data(moved.before),
            Paragraph::new(times.clone()),
            by,
            Paragraph::new("="),
            Paragraph::data(after),
        ]
    });
    let by = if descent.first_steps.is_empty() {
        Column::number("grad").width(8)
    } else {
        Column::text("")
    };
    let columns = vec![
        Column::text("name"),
        Column::number("before").width(8),
        Column::text("").gap(1),
        by.gap(1),
        Column::text(""),
        Column::number("after").gap(1).width(8),
    ];
    let rows: Vec<_> = rows.collect();
    let fold = (!all).then(|| Fold {
        ranks: vec![0; rows.len()],
        command: format!(":grad {} all", names.call(&descent.root)),
    });
    let grid = Block::Table(Table { columns, rows, fold, ..Table::default() });
    let mut parts = vec![grid];
    let of_grads = if descent.method.is_plain() {
        format!("{times} their grads")
    } else {
        format!("{times} their {} step", descent.method.words())
    };
    parts.extend(arithmetic_of_networks(names, descent.moved.iter().filter(is_folded), &of_grads));
    parts.extend(remembered(names, descent, !all));
    parts.push(root_change(names, descent));
    parts
}

/// Returns the line on the root of one step: `  L  2.0 → 1.9   change -0.1   predicted -0.1`.
fn root_change(names: &Names, descent: &Descent) -> Block {
    let (before, after) = (descent.curve.first(), descent.curve.last());
    Paragraph::new(format!("  {}  ", names.call(&descent.root)))
        .change(before, after, NumberStyle::Decimals(6))
        .text("   change ")
        .number(after - before, NumberStyle::Signed(6))
        .text("   predicted ")
        .number(descent.predicted, NumberStyle::Signed(6))
        .line()
}

/// Returns a line for each network whose leaves took a step: `mlp   41 leaves - 0.1 × their grads`.
fn arithmetic_of_networks<'run>(
    names: &Names,
    moved: impl Iterator<Item = &'run Moved>,
    of_grads: &str,
) -> Vec<Block> {
    let mut networks: IndexMap<String, (usize, f64)> = IndexMap::new();
    for Moved { leaf, grad, .. } in moved {
        let (count, largest) = networks.entry(names.call_network(leaf)).or_default();
        *count += 1;
        *largest = largest.max(grad.abs());
    }
    let line = |(name, (count, largest)): (String, (usize, f64))| {
        Paragraph::new(format!("  {name}   {} {of_grads}, largest ", leaves_of(count)))
            .number(largest, NumberStyle::Data)
            .line()
    };
    networks.into_iter().map(line).collect()
}

/// Returns the run at its milestones, its curve, and a phrase on how it went.
pub fn trace(names: &Names, descent: &Descent) -> Vec<Block> {
    let root = names.call(&descent.root);
    let shown = if descent.moved.len() > SHOWN_LEAVES { 0 } else { descent.moved.len() };
    let slope = match descent.moved.as_slice() {
        [only] => Some(slope_of(names, &descent.root, &only.leaf)),
        moved if moved.len() > SHOWN_LEAVES => Some("largest |grad|".to_owned()),
        _ => None,
    };
    let has_slope = slope.is_some();
    let leaves = descent.moved.iter().take(shown).map(|moved| names.call(&moved.leaf));
    let watched = descent.watched.as_ref();
    let other = watched.map(|it| names.call(it.program.root()));
    let titles = leaves.chain([root.clone()]).chain(other.clone()).chain(slope);
    let mut columns = vec![Column::number("step").titled("step").width(4)];
    columns.extend(titles.map(|title| Column::number(title.clone()).titled(title)));
    let rows = descent.points.iter().map(|point| {
        let grad = if shown == 1 {
            Paragraph::grad(point.first_grad)
        } else {
            Paragraph::data(point.largest_grad)
        };
        let leaves = point.leaves.iter().take(shown).map(|data| Paragraph::data(*data));
        let row = [Paragraph::count(point.step)].into_iter().chain(leaves);
        row.chain([Paragraph::data(point.root)])
            .chain(point.watched.map(Paragraph::data))
            .chain(has_slope.then_some(grad))
            .collect()
    });
    let grid = Table::titled(columns, rows.collect());
    let curve = curve_of(&root, &descent.curve).text("   ").then(how_it_went(names, descent));
    let watched = watched.zip(other).map(|(watched, name)| how_watched_went(&name, watched));
    [Block::Table(grid), curve.line()].into_iter().chain(watched).collect()
}

/// Returns a curve between its first and its last value.
fn curve_of(name: &str, curve: &Curve) -> Paragraph {
    Paragraph::new(format!("  {name}  "))
        .number(curve.first(), NumberStyle::Data)
        .text(" ")
        .curve(&curve.values)
        .text(" ")
        .number(curve.last(), NumberStyle::Data)
}

/// The curve of the watched node, and its minimum.
fn how_watched_went(name: &str, watched: &Watched) -> Block {
    let (step, least) = watched.curve.least;
    let curve = curve_of(name, &watched.curve);
    if !least.is_finite() {
        return curve.line();
    }
    let least = curve.text("   least ").number(least, NumberStyle::Data);
    least.text(format!(" after {}", counted(step, "step"))).line()
}

/// Returns a phrase on how the run went.
pub fn how_it_went(names: &Names, descent: &Descent) -> Paragraph {
    let way = if descent.rate < 0.0 { "rising" } else { "falling" };
    Paragraph::new(match (descent.trend(), descent.points.last()) {
        _ if descent.rate == 0.0 && descent.taken > 0 => "not moving: the rate is 0".to_owned(),
        _ if descent.taken == 0 && descent.stop_reason != StopReason::Reached => {
            "not moved".to_owned()
        }
        (trend, Some(last))
            if trend == Trend::Settled || descent.stop_reason == StopReason::Reached =>
        {
            if is_flat(descent) {
                return Paragraph::new("not moving: every grad is 0");
            }
            let (what, slope) = match descent.moved.as_slice() {
                [only] => (slope_of(names, &descent.root, &only.leaf), last.first_grad),
                _ => ("the largest |grad|".to_owned(), last.largest_grad),
            };
            // A run that took no step has not settled.
            let is_settled = trend == Trend::Settled && descent.taken > 0;
            let settled = if is_settled { "converged: " } else { "" };
            return Paragraph::new(format!("{settled}{what} is "))
                .number(slope, NumberStyle::Significant(2));
        }
        (Trend::Progressing, _) => format!("still {way}"),
        (Trend::BelowRounding, _) => "not moving: each step rounds to 0".to_owned(),
        (Trend::Overshooting, _) => "overshooting: try a smaller rate".to_owned(),
        (Trend::Diverging, _) => "diverging: try a smaller rate".to_owned(),
        (Trend::Settled, _) => String::new(),
    })
}

/// Returns true if no leaf had a grad from the first step on.
fn is_flat(descent: &Descent) -> bool {
    descent.taken > 0
        && descent.points.iter().all(|point| point.largest_grad == 0.0)
        && descent.curve.values.iter().all(|root| *root == descent.curve.first())
}

/// The note that no leaf had a grad.
pub fn flat(names: &Names, descent: &Descent) -> Option<String> {
    let root = names.call(&descent.root);
    let note = format!("no step moves {root}: every grad is 0");
    is_flat(descent).then_some(note)
}

/// Returns `df/dx`.
fn slope_of(names: &Names, root: &Value, leaf: &Value) -> String {
    format!("d{}/d{}", names.call(root), names.call(leaf))
}
