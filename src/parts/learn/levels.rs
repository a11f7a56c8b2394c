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

/// Shows the nodes by level, and one forward and one backward order.
pub fn levels(context: &Context) -> (Vec<Block>, Facts) {
    let graph = &context.pass.order;
    let mut parts = Vec::new();
    let levels = by_level(context);
    let is_long = levels.len() > MOST_LEVELS;
    let wide = levels.len().saturating_sub(1).to_string().len();
    for (level, nodes) in levels.iter().enumerate() {
        if is_long && (MOST_LEVELS / 2..levels.len() - MOST_LEVELS / 2).contains(&level) {
            if level == MOST_LEVELS / 2 {
                let text = format!("  … {} more levels", levels.len() - MOST_LEVELS);
                parts.push(Paragraph::default().role(text, Role::Faint).wrapped(4));
            }
            continue;
        }
        let names = nodes.iter().map(|number| counted_name(context, *number));
        let line =
            Paragraph::new(format!("  level {level:<wide$}   {}", few(names, MOST_NAMES, "  ")));
        let line = match level {
            0 => line.stop(REMARKS).text("leaves, given"),
            _ => line,
        };
        parts.push(line.wrapped(12));
    }
    let all: Vec<usize> = context.shown().collect();
    let name = |number: &usize| context.shown_name(*number);
    let forward = ends(all.iter(), name);
    let backward = ends(all.iter().rev(), name);
    parts.push(Paragraph::new(format!("  forward order    {forward}")).wrapped(19));
    parts.push(Paragraph::new(format!("  backward order   {backward}")).wrapped(19));
    let rule = "  Any order works in which every node comes after its operands.";
    parts.push(Paragraph::new(rule).wrapped(2));
    let names = |numbers: &mut dyn Iterator<Item = usize>| -> Value {
        numbers.map(|number| context.name(number)).collect()
    };
    let level = |(level, nodes): (usize, &Vec<usize>)| {
        facts_of([("level", level.into()), ("nodes", names(&mut nodes.iter().copied()))])
    };
    let facts = facts_of([
        ("root", context.root_name().into()),
        ("levels", levels.iter().enumerate().map(level).collect()),
        ("forward", names(&mut (0..graph.count()))),
        ("backward", names(&mut (0..graph.count()).rev())),
    ]);
    (parts, facts)
}

/// `mlp (41 leaves)`, `ypred (9 neurons)`: the name of a node with what it stands for.
fn counted_name(context: &Context, number: usize) -> String {
    let name = context.shown_name(number);
    let count = match (context.network(number), context.neurons(number)) {
        (Some(network), _) => leaves(network.leaves.len()),
        (None, 0) => return name,
        (None, neurons) => counted(neurons as u64, "neuron"),
    };
    format!("{name} ({count})").replace(' ', "\u{a0}")
}

/// The nodes by level: leaves on level 0, other nodes one above their highest operand.
fn by_level(context: &Context) -> Vec<Vec<usize>> {
    let mut level = vec![0; context.pass.order.count()];
    let mut levels: Vec<Vec<usize>> = Vec::new();
    for number in context.shown() {
        let operands = context.shown_operands(number).into_iter();
        level[number] = operands.map(|it| level[it] + 1).max().unwrap_or(0);
        if level[number] >= levels.len() {
            levels.resize(level[number] + 1, Vec::new());
        }
        levels[level[number]].push(number);
    }
    levels
}

/// All names, or the first and the last ones if there are many.
fn ends<'all>(
    numbers: impl ExactSizeIterator<Item = &'all usize>,
    name: impl Fn(&usize) -> String,
) -> String {
    let count = numbers.len();
    if count <= MOST_ORDERED {
        return numbers.map(name).collect::<Vec<_>>().join(" ");
    }
    let half = MOST_ORDERED / 2;
    let at_end = |at: usize| at < half || at >= count - half;
    let shown = numbers.enumerate().filter(|(at, _)| at_end(*at));
    let mut names: Vec<String> = shown.map(|(_, number)| name(number)).collect();
    names.insert(half, "…".to_owned());
    names.join(" ")
}
