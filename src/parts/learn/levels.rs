//! Levels and a topological order of a graph.

use serde_json::Value;

use super::Context;
use crate::report::{Block, Facts, Paragraph, Role, counted, facts_of, few, leaves};

/// The maximum number of levels shown; of more, the first ones.
const MOST_LEVELS: usize = 16;
/// The maximum number of names shown on a line.
const MOST_NAMES: usize = 12;
/// The column of remarks on levels.
const REMARKS: usize = 30;

/// The nodes by level, and one forward and one backward order.
pub fn levels(context: &Context) -> Vec<Block> {
    let levels = by_level(context);
    let wide = levels.len().saturating_sub(1).to_string().len();
    let line = |(level, nodes): (usize, &Vec<usize>)| {
        let names = nodes.iter().map(|number| counted_name(context, *number));
        let names = few(names, MOST_NAMES, "  ");
        let line = Paragraph::new(format!("  level {level:<wide$}   {names}"));
        let line = if level == 0 { line.stop(REMARKS).text("leaves, given") } else { line };
        line.wrapped(12)
    };
    let mut blocks: Vec<Block> = levels.iter().enumerate().take(MOST_LEVELS).map(line).collect();
    if let Some(hidden @ 1..) = levels.len().checked_sub(MOST_LEVELS) {
        let more = format!("  … {hidden} more levels");
        blocks.push(Paragraph::styled(more, Role::Faint).wrapped(4));
    }
    let order: Vec<String> = context.shown().map(|number| context.shown_name(number)).collect();
    let [forward, backward] = [
        format!("  forward order    {}", few(order.iter().cloned(), MOST_NAMES, " ")),
        format!("  backward order   {}", few(order.iter().rev().cloned(), MOST_NAMES, " ")),
    ];
    let rule = "  Any order in which every node comes after its operands is valid.";
    blocks.extend([forward, backward].map(|text| Paragraph::new(text).wrapped(19)));
    blocks.push(Paragraph::new(rule).wrapped(2));
    blocks
}

/// The same as named values.
pub fn level_facts(context: &Context) -> Facts {
    let names = |numbers: &[usize]| -> Value {
        numbers.iter().map(|number| context.name(*number)).collect()
    };
    let levels = by_level(context);
    let level = |(level, nodes): (usize, &Vec<usize>)| {
        facts_of([("level", level.into()), ("nodes", names(nodes))])
    };
    let mut order: Vec<usize> = (0..context.pass.order.count()).collect();
    let forward = names(&order);
    order.reverse();
    facts_of([
        ("root", context.root_name().into()),
        ("levels", levels.iter().enumerate().map(level).collect()),
        ("forward", forward),
        ("backward", names(&order)),
    ])
}

/// `mlp (41 leaves)`, `ypred (9 neurons)`: the name of a node with what it stands for.
fn counted_name(context: &Context, number: usize) -> String {
    let name = context.shown_name(number);
    let whole = context.shown_outline().and_then(|outline| outline.whole(context.node(number)));
    let neurons = whole.map_or(0, |whole| whole.neuron_count());
    let count = match context.network(number) {
        Some(network) => leaves(network.leaves.len()),
        None if neurons == 0 => return name,
        None => counted(neurons as u64, "neuron"),
    };
    format!("{name} ({count})").replace(' ', "\u{a0}")
}

/// The nodes by level: leaves on level 0, other nodes one above their highest operand.
fn by_level(context: &Context) -> Vec<Vec<usize>> {
    let mut level = vec![0; context.pass.order.count()];
    let mut levels: Vec<Vec<usize>> = Vec::new();
    for number in context.shown() {
        let operands = context.pass.operands(context.node(number)).into_iter();
        let operands = operands.filter_map(|it| context.number_of(it));
        level[number] = operands.map(|it| level[it] + 1).max().unwrap_or(0);
        if level[number] >= levels.len() {
            levels.resize(level[number] + 1, Vec::new());
        }
        levels[level[number]].push(number);
    }
    levels
}
