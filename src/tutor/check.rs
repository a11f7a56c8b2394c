//! Checking grads against finite differences: each node is nudged and its dependents recomputed.

mod differences;
mod level;
mod verdict;

use differences::FiniteDifferences;
use verdict::{Finding, Verdict};

use super::Context;
use crate::graph::Value;
use crate::report::{Cell, Column, NumberStyle, Part, Role, Sentence, and};

/// The step of the forward difference.
const FORWARD: f64 = 1e-6;
/// The maximum number of nodes checked at once.
const MOST_CHECKED: usize = 50;
/// The maximum number of nodes recomputed in one check.
const MOST_WORK: usize = 4_000_000;
/// The maximum number of remarks made.
const MOST_REMARKS: usize = 6;

/// Checks the grads of the `wanted` nodes, or of all but the root.
pub fn check(context: &Context, wanted: &[Value]) -> Vec<Part> {
    let all = context.root();
    let chosen: Vec<usize> = match wanted {
        [] if all > MOST_CHECKED => leaves_first(context),
        [] => (0..all).rev().collect(),
        wanted => wanted.iter().filter_map(|node| context.graph.number_of(node)).collect(),
    };
    let total = if wanted.is_empty() { all } else { chosen.len() };
    let mut function = FiniteDifferences::new(context);
    let findings: Vec<Finding> = chosen
        .iter()
        .take(MOST_CHECKED)
        .map_while(|number| {
            (function.work() < MOST_WORK).then(|| verdict::find(&mut function, *number))
        })
        .collect();
    if findings.is_empty() {
        let text = format!("{} is a leaf: there is nothing to check", context.root_name());
        return vec![Sentence::new(text).part(2)];
    }
    let mut parts = Vec::new();
    let (kinks, smooth): (Vec<&Finding>, Vec<&Finding>) =
        findings.iter().partition(|finding| finding.verdict.is_kink());
    if !smooth.is_empty() {
        parts.push(differences(context, &smooth));
    }
    if !kinks.is_empty() {
        parts.push(slopes(context, &kinks));
    }
    parts.extend(remarks(context, &findings));
    parts.extend(worst(&smooth));
    if findings.len() < total {
        let text = format!(
            "  {} of {total} nodes checked, leaves first; :check ROOT NAME… checks others",
            findings.len()
        );
        parts.push(Sentence::default().role(text, Role::Faint).part(2));
    }
    parts
}

/// The leaves, then named nodes, then inner nodes, each in backward order.
fn leaves_first(context: &Context) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..context.root()).rev().collect();
    numbers.sort_by_key(|number| {
        let node = context.node(*number);
        (!node.is_leaf(), node.label().part != 0)
    });
    numbers
}

/// The table of the two differences.
fn differences(context: &Context, findings: &[&Finding]) -> Part {
    let digits = |value: f64| Cell::Number(NumberStyle::Decimals(15).of(value));
    let rows = findings.iter().map(|finding| {
        vec![
            Cell::text(context.name(finding.number)),
            Cell::grad(finding.backprop),
            digits(finding.forward),
            digits(finding.central),
            finding.verdict.cell(),
        ]
    });
    let columns = vec![
        Column::text("node"),
        Column::number("backprop").gap(3).width(8),
        Column::number("forward, h=1e-6").gap(3).width(21),
        Column::number("central, h=6e-6*max(1,|x|)").gap(3),
        Column::text("verdict").gap(3),
    ];
    Part::table(columns, rows.collect())
}

/// The table of kinks: the slopes on both sides.
fn slopes(context: &Context, findings: &[&Finding]) -> Part {
    let rows = findings.iter().map(|finding| {
        let (left, right) = finding.slopes;
        vec![
            Cell::text(context.name(finding.number)),
            Cell::grad(finding.backprop),
            Sentence::default().brief(left).cell(),
            Sentence::default().brief(right).cell(),
            finding.verdict.cell(),
        ]
    });
    let columns = vec![
        Column::text("node"),
        Column::number("backprop").gap(4).width(8),
        Column::number("left slope").gap(3).width(14),
        Column::number("right slope").gap(3).width(14),
        Column::text("verdict").gap(3),
    ];
    Part::table(columns, rows.collect())
}

/// Remarks on kinks and on unreliable differences, one for all nodes that share its text.
fn remarks(context: &Context, findings: &[Finding]) -> Vec<Part> {
    let mut said: Vec<(String, Vec<String>)> = Vec::new();
    for finding in findings {
        let name = context.name(finding.number);
        let Some(remark) = finding.remark(context) else {
            continue;
        };
        match said.iter_mut().find(|(text, _)| *text == remark) {
            Some((_, nodes)) => nodes.push(name),
            None => said.push((remark, vec![name])),
        }
    }
    let more = said.len().saturating_sub(MOST_REMARKS);
    let mut parts: Vec<Part> = said
        .into_iter()
        .take(MOST_REMARKS)
        .map(|(text, nodes)| {
            Sentence::new(format!("  {}", text.replace("{}", &and(nodes, 4)))).part(2)
        })
        .collect();
    if more > 0 {
        parts.push(Sentence::new(format!("  and {more} more remarks")).part(2));
    }
    parts
}

/// The line on the largest gap between grad and difference.
fn worst(findings: &[&Finding]) -> Option<Part> {
    let is_comparable =
        |verdict: Verdict| !matches!(verdict, Verdict::Unsure | Verdict::Convention);
    let comparable = findings.iter().filter(|finding| is_comparable(finding.verdict));
    let gaps = comparable.map(|finding| finding.gap);
    let worst =
        gaps.fold(None, |worst: Option<f64>, gap| Some(worst.map_or(gap, |it| it.max(gap))))?;
    let line =
        Sentence::new("  worst relative gap, central: ").number(worst, NumberStyle::Magnitude);
    Some(line.text("   (a wrong rule shows up as > 1e-3)").part(2))
}

/// Compares one node's grad with differences as h shrinks.
pub fn scan(context: &Context, node: &Value) -> Vec<Part> {
    const POWERS: [i32; 12] = [-1, -2, -3, -4, -5, -6, -7, -8, -10, -12, -14, -15];
    let Some(number) = context.graph.number_of(node) else {
        return Vec::new();
    };
    let grad = context.grads[number];
    let mut function = FiniteDifferences::new(context);
    function.select(number);
    let digits = |value: f64| Cell::Number(NumberStyle::Decimals(15).of(value));
    let rough = |value: f64| Cell::Number(NumberStyle::Magnitude.of(value));
    let mut rows = Vec::new();
    let mut errors = Vec::new();
    for power in POWERS {
        let text = format!("1e{power}");
        let h: f64 = text.parse().unwrap_or(f64::NAN);
        let (forward, central) = (function.forward(h), function.central(h));
        errors.push(((forward - grad).abs(), (central - grad).abs()));
        rows.push(vec![
            Cell::text(text),
            digits(forward),
            rough((forward - grad).abs()),
            digits(central),
            rough((central - grad).abs()),
        ]);
    }
    let columns = vec![
        Column::number("h").width(6),
        Column::number("forward difference").gap(6),
        Column::number("error").gap(3).width(7),
        Column::number("central difference").gap(6),
        Column::number("error").gap(3).width(7),
    ];
    let grid = Part::table(columns, rows);
    let scale = 1e-9 * grad.abs().max(1.0);
    let root = context.root_name();
    let bends = match errors.first() {
        Some((forward, _)) if *forward < scale => {
            format!("  Too big h: no harm here, {root} is a straight line.")
        }
        Some((_, central)) if *central < scale => {
            format!("  too big h: the curve bends (not for central: {root} is a parabola).")
        }
        _ => "  too big h: the curve bends.".to_owned(),
    };
    let rule = "Too small h: digits cancel. Rule of thumb: h = 1e-8 forward, 6e-6 central, times \
                max(1,|x|)";
    vec![grid, Sentence::new(format!("{bends} {rule}")).part(2)]
}
