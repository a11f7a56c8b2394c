//! `:quiz new`: a graph that is made up, and worth asking about.

use super::random_values::Draws;
use super::{Quiz, Rules};
use crate::command::{Files, RunOptions, run};
use crate::core::session::{Session, is_free};

/// The statements that build a graph, and the name of its root.
type MadeUp = (Vec<String>, String);

/// The letters for names: the free ones, then letters with numbers.
const LETTERS: &str = "abcdfghkmnpqrstuvwxyz";
const LAST_NUMBER: usize = 1000;
/// The most graphs drawn until one is worth asking.
const MOST_DRAWS: u64 = 2000;
/// The most operations, and the most names of those and of leaves.
const MOST_OPERATIONS: usize = 7;
const MOST_NAMES: usize = MOST_OPERATIONS + 4;
/// The level from which on there is each way to write an operation over two nodes.
const OPERATIONS: [(usize, &str); 6] = [
    (0, "{x}*{y}"),
    (0, "{x} + {y}"),
    (1, "{x} - {y}"),
    (2, "{x}^2"),
    (3, "relu({x})"),
    (5, "tanh({x})"),
];

/// Makes up a graph of this level with free names; `None` if no draw is worth asking.
pub(super) fn made_up(session: &Session, level: usize) -> Option<MadeUp> {
    let numbered = (1..=LAST_NUMBER)
        .flat_map(|number| LETTERS.chars().map(move |letter| format!("{letter}{number}")));
    let names = LETTERS.chars().map(String::from).chain(numbered);
    let free: Vec<String> = names.filter(|name| is_free(session, name)).take(MOST_NAMES).collect();
    let seeds = |draw| {
        [session.journal().standing(), session.names().iter().count() as u64, level as u64, draw]
    };
    let mut draws = (0..MOST_DRAWS).filter_map(|draw| drawn(&free, level, Draws::of(seeds(draw))));
    draws.find(|made_up| is_worth_asking(session, made_up, level))
}

/// One draw: leaves, then operations, each on a node without a user; `None` if several nodes end up unused.
fn drawn(free: &[String], level: usize, mut draws: Draws) -> Option<MadeUp> {
    let leaves = 3 + usize::from(level > 2);
    let operations = (2 + level).min(MOST_OPERATIONS);
    let names = free.get(..leaves + operations)?;
    let (leaves, inner) = names.split_at(leaves);
    // Leaves of one size would let the wrong one pass for the right one.
    let mut sizes: Vec<i64> = (2..=6).collect();
    let number = |name: &String| {
        let size = sizes.remove(draws.below(sizes.len()));
        format!("{name} = {}", if draws.below(2) == 0 { size } else { -size })
    };
    let mut statements: Vec<String> = leaves.iter().map(number).collect();
    let mut unused: Vec<&String> = leaves.iter().collect();
    let mut nodes = unused.clone();
    let kinds = OPERATIONS.iter().filter(|(from, _)| *from <= level);
    let kinds: Vec<&str> = kinds.map(|(_, text)| *text).collect();
    for name in inner {
        let text = kinds.get(draws.below(kinds.len())).copied()?;
        let x = unused.remove(draws.below(unused.len()));
        let others: Vec<&String> = nodes.iter().copied().filter(|node| *node != x).collect();
        let y = others.get(draws.below(others.len())).copied()?;
        if text.contains("{y}") {
            unused.retain(|node| *node != y);
        }
        statements.push(format!("{name} = {}", text.replace("{x}", x).replace("{y}", y)));
        unused.push(name);
        nodes.push(name);
    }
    Some((statements, inner.last()?.clone())).filter(|_| unused.len() == 1)
}

/// Returns true if no grad is small or large, few are the same, and from level 1 on some node is used twice.
fn is_worth_asking(session: &Session, (statements, root): &MadeUp, level: usize) -> bool {
    let mut scratch = session.anew();
    let options = RunOptions { files: Files::Absent, ..RunOptions::default() };
    let built = statements.iter().try_for_each(|text| run(&mut scratch, text, options).map(drop));
    let root = built.and_then(|()| scratch.value(root));
    let Ok(context) = root.and_then(|root| scratch.one_row_context(&root)) else {
        return false;
    };
    let order = &context.pass.order;
    let is_used_twice = order.forward_numbers().any(|number| order.uses(number).len() > 1);
    let key = Quiz::new(context, Rules::default(), Vec::new()).key;
    // If tanh saturates, grads are too small to answer.
    let is_fine = |grad: f64| (0.01..=100.0).contains(&grad.abs());
    let mut grads: Vec<f64> = key.iter().map(|(_, grad)| *grad).collect();
    grads.sort_by(f64::total_cmp);
    grads.dedup();
    key.iter().all(|(_, grad)| is_fine(*grad))
        && 2 * grads.len() > key.len()
        && (level == 0 || is_used_twice)
}
