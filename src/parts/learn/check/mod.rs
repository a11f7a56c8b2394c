//! Checking grads against finite differences: each node is nudged and its dependents recomputed.

mod differences;
mod verdict;

use super::Context;
use crate::core::graph::Value;
use crate::report::{Block, Column, NumberStyle, Paragraph, Role, Table};
use differences::{FiniteDifferences, Slopes};
use verdict::{Finding, Verdict};

/// The step of the forward difference.
const FORWARD: f64 = 1e-6;
/// The step of the central difference, per unit of the node: the cube root of a double's precision, which balances
/// rounding and curvature.
const CENTRAL: f64 = 6.055454452393343e-6;
/// The most nodes checked at once, unless all are asked for.
const MOST_CHECKED: usize = 50;
/// The most nodes recomputed in one check: some seconds.
const MOST_WORK: usize = 200_000_000;
/// The powers of ten that `:check ROOT NAME scan` goes through.
const SCANNED: [i32; 12] = [-1, -2, -3, -4, -5, -6, -7, -8, -10, -12, -14, -15];
/// The meanings of marks.
const REMARKS: [(Verdict, &str); 3] = [
    (Verdict::AgreesCloser, "  * with a smaller h"),
    (
        Verdict::Differs,
        "  differs: a rule is wrong, an operation at its kink or jump passes a slope that neither \
         side has, or the curve oscillates within every h",
    ),
    (
        Verdict::Undecided,
        "  ? undecided: the differences are not finite, or rounding, curvature, a kink or a jump \
         within h outweighs them",
    ),
];

/// Checks the grads of the named nodes, else of all nodes except the root, up to the limit unless `is_all`.
pub fn check(context: &Context, named: &[Value], is_all: bool) -> Vec<Block> {
    let (wanted, total) = wanted(context, named, is_all);
    let mut work = 0;
    let mut findings = Vec::new();
    let depends = context.pass.order.dependents(&wanted);
    let at_kinks = context.pass.order.at_kinks(|number| depends[number]);
    for number in wanted {
        let mut function = FiniteDifferences::new(context, number, &at_kinks);
        work += verdict::VALUES * function.work();
        findings.push(verdict::find(&mut function));
        if work > MOST_WORK || context.pass.order.is_stopped() {
            break;
        }
    }
    if findings.is_empty() {
        let text = format!("{} is a leaf: nothing to check", context.root_name());
        return vec![Paragraph::new(text).wrapped(2)];
    }
    let (kinks, smooth): (Vec<&Finding>, Vec<&Finding>) =
        findings.iter().partition(|finding| finding.verdict == Verdict::Kink);
    let mut blocks = Vec::new();
    if !smooth.is_empty() {
        blocks.push(differences(context, &smooth));
    }
    if !kinks.is_empty() {
        blocks.push(slopes(context, &kinks));
    }
    blocks.extend(remarks(&findings));
    blocks.extend(largest_gap(&smooth));
    if findings.len() < total {
        let text = format!(
            "  {} of {total} nodes checked, leaves first; :check {root} NAME… checks others, \
             :check {root} all checks every one",
            findings.len(),
            root = context.root_name()
        );
        blocks.push(Paragraph::default().role(text, Role::Faint).wrapped(2));
    }
    blocks
}

/// The numbers of the nodes to check, and how many there are. If a table has no room for all: leaves,
/// then named nodes, then inner nodes, each in backward order.
fn wanted(context: &Context, named: &[Value], is_all: bool) -> (Vec<usize>, usize) {
    let numbers = named.iter().filter_map(|node| context.pass.order.number_of(node));
    if !named.is_empty() {
        return (numbers.collect(), named.len());
    }
    let is_checked = |it: &usize| *it != context.root() && !context.node(*it).is_text();
    let members = |number: usize| match context.network(number) {
        Some(network) => network.leaves.iter().filter_map(|it| context.number_of(it)).collect(),
        None => vec![number],
    };
    let mut nodes: Vec<usize> =
        context.shown().rev().filter(is_checked).flat_map(members).collect();
    let total = nodes.len();
    if total > MOST_CHECKED && !is_all {
        nodes.sort_by_key(|it| (!context.node(*it).is_leaf(), context.node(*it).label().part != 0));
        nodes.truncate(MOST_CHECKED);
    }
    (nodes, total)
}

/// The table of the two differences.
fn differences(context: &Context, findings: &[&Finding]) -> Block {
    let digits = |value: f64| Paragraph::default().number(value, NumberStyle::Decimals(15));
    let rows = findings.iter().map(|it| row(context, it, [it.forward, it.central].map(digits)));
    let forward = format!("forward, h={FORWARD:.0e}");
    let central = format!("central, h={CENTRAL:.0e}*max(1,|x|)");
    table(3, [number_column(forward).width(21).drop(1), number_column(central)], rows.collect())
}

/// The table of kinks: the slopes on both sides.
fn slopes(context: &Context, findings: &[&Finding]) -> Block {
    let brief = |value: f64| Paragraph::default().brief(value);
    let rows = findings.iter().map(|finding| row(context, finding, finding.sides.map(brief)));
    let columns = ["left slope", "right slope"].map(|title| number_column(title).width(14));
    table(4, columns, rows.collect())
}

fn row(context: &Context, finding: &Finding, [left, right]: [Paragraph; 2]) -> Vec<Paragraph> {
    let name = Paragraph::new(context.name(finding.number));
    vec![name, Paragraph::grad(finding.backprop), left, right, finding.verdict.cell()]
}

fn number_column(title: impl Into<String>) -> Column {
    let title = title.into();
    Column::number(title.clone()).titled(title)
}

fn table(gap: usize, [left, right]: [Column; 2], rows: Vec<Vec<Paragraph>>) -> Block {
    let columns = vec![
        Column::text("node").titled("node"),
        number_column("backprop").gap(gap).width(8),
        left.gap(3),
        right.gap(3),
        Column::text("verdict").titled("verdict").gap(3),
    ];
    Block::Table(Table::titled(columns, rows))
}

/// The meanings of the marks in the table.
fn remarks(findings: &[Finding]) -> impl Iterator<Item = Block> {
    let is_there =
        |(verdict, _): &&(Verdict, &str)| findings.iter().any(|it| it.verdict == *verdict);
    REMARKS.iter().filter(is_there).map(|(_, text)| Paragraph::new(*text).wrapped(4))
}

/// The line on the largest gap between grad and difference.
fn largest_gap(findings: &[&Finding]) -> Option<Block> {
    let is_decided = |finding: &&&Finding| finding.verdict != Verdict::Undecided;
    let gaps = findings.iter().filter(is_decided).map(|finding| finding.gap);
    let line = Paragraph::new("  worst relative error, central: ")
        .number(gaps.reduce(f64::max)?, NumberStyle::Significant(2));
    Some(line.text("   (a wrong rule shows as > 1e-3)").wrapped(2))
}

/// Compares one node's grad with differences as h shrinks.
pub fn scan(context: &Context, node: &Value) -> Vec<Block> {
    let Some(number) = context.pass.order.number_of(node) else {
        return Vec::new();
    };
    let mut function = FiniteDifferences::new(context, number, &[]);
    let grad = function.grad();
    let digits = |value: f64| Paragraph::default().number(value, NumberStyle::Decimals(15));
    let error =
        |value: f64| Paragraph::default().number((value - grad).abs(), NumberStyle::Significant(2));
    let rows = SCANNED.iter().map(|power| {
        let text = format!("1e{power}");
        let h: f64 = text.parse().unwrap_or(f64::NAN);
        let Slopes { right, central, .. } = function.slopes(h);
        let differences = [digits(right), error(right), digits(central), error(central)];
        std::iter::once(Paragraph::new(text)).chain(differences).collect()
    });
    let columns = vec![
        number_column("h").width(6),
        number_column("forward difference").gap(6),
        number_column("error").gap(3).width(7),
        number_column("central difference").gap(6),
        number_column("error").gap(3).width(7),
    ];
    let rule = format!(
        "  h too big: the curve bends. h too small: digits cancel. Rule of thumb: h = 1e-8 forward, \
         {CENTRAL:.0e} central, times max(1,|x|)"
    );
    vec![Block::Table(Table::titled(columns, rows.collect())), Paragraph::new(rule).wrapped(2)]
}
