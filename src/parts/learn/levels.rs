//! Levels and a topological order of a graph.

use serde_json::Value;

use super::Context;
use crate::report::{Block, Facts, Paragraph, Role, counted, facts_of, few, leaves};

/// The maximum number of levels shown; of more, the first and last ones.
const MOST_LEVELS: usize = 16;
/// The maximum number of names shown on a line.
const MOST_NAMES: usize = 12;
/// The maximum number of nodes of an order shown; of more, both ends.
const MOST_ORDERED: usize = 16;
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
    let mut blocks: Vec<Block> = levels.iter().enumerate().map(line).collect();
    if let Some(hidden @ 1..) = levels.len().checked_sub(MOST_LEVELS) {
        let more = Paragraph::default().role(format!("  … {hidden} more levels"), Role::Faint);
        let middle = MOST_LEVELS / 2..levels.len() - MOST_LEVELS / 2;
        blocks.splice(middle, [more.wrapped(4)]);
    }
    let mut order: Vec<usize> = context.shown().collect();
    let forward = format!("  forward order    {}", ends(context, &order));
    order.reverse();
    let backward = format!("  backward order   {}", ends(context, &order));
    let rule = "  Any order works in which every node comes after its operands.";
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

/// All names of an order, or the first and the last ones if there are many.
fn ends(context: &Context, order: &[usize]) -> String {
    let names = |part: &[usize]| -> Vec<String> {
        part.iter().map(|number| context.shown_name(*number)).collect()
    };
    if order.len() <= MOST_ORDERED {
        return names(order).join(" ");
    }
    let (half, last) = (MOST_ORDERED / 2, order.len() - MOST_ORDERED / 2);
    format!("{} … {}", names(&order[..half]).join(" "), names(&order[last..]).join(" "))
}
