//! Checking grads against finite differences: each node is nudged and its dependents recomputed.

mod differences;
mod verdict;

use std::cmp::Reverse;

use super::Context;
use crate::core::graph::Value;
use crate::report::{Block, Column, NumberStyle, Paragraph, Role, Table, and, leaves};
use differences::FiniteDifferences;
use verdict::{Finding, Verdict};

/// The step of the forward difference.
const FORWARD: f64 = 1e-6;
/// The step of the central difference, per unit of the node: the cube root of a double's precision, where
/// rounding and bend are about as large.
const CENTRAL: f64 = 6.055454452393343e-6;
/// The most nodes checked at once.
const MOST_CHECKED: usize = 50;
/// The most nodes recomputed in one check: some hundredths of a second.
const MOST_WORK: usize = 4_000_000;
/// The same for the leaves of networks, which have one row, and for what is asked for: some seconds.
const MOST_WORK_IF_ALL: usize = 200_000_000;
/// The most remarks made.
const MOST_REMARKS: usize = 6;
/// The powers of ten that `:check ROOT NAME scan` goes through.
const SCANNED: [i32; 12] = [-1, -2, -3, -4, -5, -6, -7, -8, -10, -12, -14, -15];
/// An error below this, in parts of the grad or of 1, is none: the root is a straight line or a parabola there.
const NO_ERROR: f64 = 1e-9;

/// The nodes to check.
#[derive(Debug, Clone, Copy)]
pub enum Wanted<'nodes> {
    /// All but the root, as far as a table has room for them.
    Shown,
    /// All but the root.
    All,
    /// These.
    Named(&'nodes [Value]),
}

/// Checks the grads of the wanted nodes.
pub fn check(context: &Context, wanted: Wanted<'_>) -> Vec<Block> {
    let (chosen, inside) = match wanted {
        Wanted::Named(nodes) => (
            nodes.iter().filter_map(|node| context.pass.order.number_of(node)).collect(),
            Vec::new(),
        ),
        Wanted::Shown | Wanted::All => shown(context),
    };
    let (most, work) = match wanted {
        Wanted::Shown => (MOST_CHECKED, MOST_WORK),
        Wanted::All | Wanted::Named(_) => (usize::MAX, MOST_WORK_IF_ALL),
    };
    let total = chosen.len() + inside.len();
    let mut function = FiniteDifferences::new(context);
    let mut findings = Vec::new();
    let numbers = chosen.iter().take(most).map(|number| (*number, work));
    for (number, work) in numbers.chain(inside.iter().map(|number| (*number, MOST_WORK_IF_ALL))) {
        if function.work() < work && !context.pass.order.is_stopped() {
            findings.push(verdict::find(&mut function, number));
        }
    }
    if !inside.is_empty() {
        findings.sort_by_key(|finding| {
            (Reverse(place(context, finding.number)), finding.verdict == Verdict::Right)
        });
    }
    if findings.is_empty() {
        let text = format!("{} is a leaf: there is nothing to check", context.root_name());
        return vec![Paragraph::new(text).wrapped(2)];
    }
    let mut parts = Vec::new();
    let (kinks, smooth): (Vec<&Finding>, Vec<&Finding>) =
        findings.iter().partition(|finding| finding.verdict == Verdict::Kink);
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
            "  {} of {total} nodes checked, leaves first; :check {root} NAME… checks others, \
             :check {root} all every one",
            findings.len(),
            root = context.root_name()
        );
        parts.push(Paragraph::default().role(text, Role::Faint).wrapped(2));
    }
    parts
}

/// The nodes that people see, but for the root, and the leaves of networks that they see as one. If
/// there are many: leaves, then named nodes, then inner nodes, each in backward order.
fn shown(context: &Context) -> (Vec<usize>, Vec<usize>) {
    let is_number = |number: &usize| !context.node(*number).is_text();
    let all = context.shown().rev().filter(|number| *number != context.root() && is_number(number));
    let (networks, mut nodes): (Vec<usize>, Vec<usize>) =
        all.partition(|number| context.network(*number).is_some());
    if nodes.len() > MOST_CHECKED {
        nodes.sort_by_key(|number| {
            let node = context.node(*number);
            (!node.is_leaf(), node.label().part != 0)
        });
    }
    let leaves = networks.iter().filter_map(|it| context.network(*it)).flat_map(|it| &it.leaves);
    (nodes, leaves.filter_map(|leaf| context.pass.order.number_of(leaf)).collect())
}

/// The number of what people see in a node's place.
fn place(context: &Context, number: usize) -> usize {
    context.stands_for(number).unwrap_or(number)
}

/// The table of the two differences.
fn differences(context: &Context, findings: &[&Finding]) -> Block {
    let digits = |value: f64| Paragraph::default().number(value, NumberStyle::Decimals(15));
    let row = |finding: &&Finding| {
        vec![
            Paragraph::new(context.name(finding.number)),
            Paragraph::grad(finding.backprop),
            digits(finding.forward),
            digits(finding.central),
            finding.verdict.cell(),
        ]
    };
    // The leaves of a network that are right have one row; what they need a remark for, each its
    // own.
    let group = |finding: &Finding| {
        context.stands_for(finding.number).filter(|_| finding.verdict == Verdict::Right)
    };
    let mut rows = Vec::new();
    for together in findings.chunk_by(|one, next| group(one).is_some() && group(one) == group(next))
    {
        match together.first().and_then(|finding| group(finding)) {
            Some(leaf) => rows.push(right_leaves(context, leaf, together.len())),
            None => rows.extend(together.iter().map(row)),
        }
    }
    let forward = format!("forward, h={FORWARD:.0e}");
    let central = format!("central, h={CENTRAL:.0e}*max(1,|x|)");
    let columns = vec![
        Column::text("node").titled("node"),
        Column::number("backprop").titled("backprop").gap(3).width(8),
        Column::number(forward.clone()).titled(forward).gap(3).width(21).drop(1),
        Column::number(central.clone()).titled(central).gap(3),
        Column::text("verdict").titled("verdict").gap(3),
    ];
    Block::Table(Table::titled(columns, rows))
}

/// The row of so many leaves of a network, all right.
fn right_leaves(context: &Context, leaf: usize, right: usize) -> Vec<Paragraph> {
    let count = context.network(leaf).map_or(0, |network| network.leaves.len());
    let verdict = if count == right { "all ok".to_owned() } else { format!("{right} ok") };
    vec![
        Paragraph::new(context.shown_name(leaf)),
        Paragraph::new(leaves(count)),
        Paragraph::default(),
        Paragraph::default(),
        Paragraph::styled(verdict, Role::Right),
    ]
}

/// The table of kinks: the slopes on both sides.
fn slopes(context: &Context, findings: &[&Finding]) -> Block {
    let rows = findings.iter().map(|finding| {
        let (left, right) = finding.slopes;
        vec![
            Paragraph::new(context.name(finding.number)),
            Paragraph::grad(finding.backprop),
            Paragraph::default().brief(left),
            Paragraph::default().brief(right),
            finding.verdict.cell(),
        ]
    });
    let columns = vec![
        Column::text("node").titled("node"),
        Column::number("backprop").titled("backprop").gap(4).width(8),
        Column::number("left slope").titled("left slope").gap(3).width(14),
        Column::number("right slope").titled("right slope").gap(3).width(14),
        Column::text("verdict").titled("verdict").gap(3),
    ];
    Block::Table(Table::titled(columns, rows.collect()))
}

/// Remarks on other steps and on unreliable differences, one for all nodes that share its text.
fn remarks(context: &Context, findings: &[Finding]) -> Vec<Block> {
    let mut said: Vec<(String, Vec<String>)> = Vec::new();
    for finding in findings {
        let name = context.name(finding.number);
        let Some(remark) = finding.verdict.remark() else {
            continue;
        };
        match said.iter_mut().find(|(text, _)| *text == remark) {
            Some((_, nodes)) => nodes.push(name),
            None => said.push((remark, vec![name])),
        }
    }
    let more = said.len().saturating_sub(MOST_REMARKS);
    let mut parts: Vec<Block> = said
        .into_iter()
        .take(MOST_REMARKS)
        .map(|(text, nodes)| {
            Paragraph::new(format!("  {}", text.replace("{}", &and(nodes, 4)))).wrapped(2)
        })
        .collect();
    if more > 0 {
        parts.push(Paragraph::new(format!("  and {more} more remarks")).wrapped(2));
    }
    parts
}

/// The line on the largest gap between grad and difference.
fn worst(findings: &[&Finding]) -> Option<Block> {
    let is_comparable = |verdict: Verdict| !matches!(verdict, Verdict::Unsure(_));
    let comparable = findings.iter().filter(|finding| is_comparable(finding.verdict));
    let gaps = comparable.map(|finding| finding.gap);
    let worst =
        gaps.fold(None, |worst: Option<f64>, gap| Some(worst.map_or(gap, |it| it.max(gap))))?;
    let line = Paragraph::new("  worst relative gap, central: ")
        .number(worst, NumberStyle::Significant(2));
    Some(line.text("   (a wrong rule shows up as > 1e-3)").wrapped(2))
}

/// Compares one node's grad with differences as h shrinks.
pub fn scan(context: &Context, node: &Value) -> Vec<Block> {
    let Some(number) = context.pass.order.number_of(node) else {
        return Vec::new();
    };
    let grad = context.grads[number];
    let mut function = FiniteDifferences::new(context);
    function.select(number);
    let digits = |value: f64| Paragraph::default().number(value, NumberStyle::Decimals(15));
    let rough = |value: f64| Paragraph::default().number(value, NumberStyle::Significant(2));
    let mut rows = Vec::new();
    let mut errors = Vec::new();
    for power in SCANNED {
        let text = format!("1e{power}");
        let h: f64 = text.parse().unwrap_or(f64::NAN);
        let (forward, central) = (function.forward(h), function.central(h));
        errors.push(((forward - grad).abs(), (central - grad).abs()));
        rows.push(vec![
            Paragraph::new(text),
            digits(forward),
            rough((forward - grad).abs()),
            digits(central),
            rough((central - grad).abs()),
        ]);
    }
    let columns = vec![
        Column::number("h").titled("h").width(6),
        Column::number("forward difference").titled("forward difference").gap(6),
        Column::number("error").titled("error").gap(3).width(7),
        Column::number("central difference").titled("central difference").gap(6),
        Column::number("error").titled("error").gap(3).width(7),
    ];
    let grid = Block::Table(Table::titled(columns, rows));
    let scale = NO_ERROR * grad.abs().max(1.0);
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
    let rule = format!(
        "Too small h: digits cancel. Rule of thumb: h = 1e-8 forward, {CENTRAL:.0e} \
         central, times max(1,|x|)"
    );
    vec![grid, Paragraph::new(format!("{bends} {rule}")).wrapped(2)]
}
