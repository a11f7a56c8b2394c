//! The chain rule at one node: its uses, their contributions, and the paths to the root.

mod rows;

use serde_json::Value as Json;

use super::Context;
use super::branch_rules::{choice, in_words};
use crate::core::graph::{Order, Use, Value};
use crate::core::language::exact;
use crate::core::ops::{Branching, arrived};
use crate::core::session::with_row;
use crate::parts::rows::Watch;
use crate::report::{
    Block, Column, Facts, NumberStyle, Paragraph, Table, counted, exact_json, facts_of,
};

/// The maximum number of uses or paths shown; of more paths only the number is told.
const MOST: usize = 10;
/// The maximum number of uses that machines get.
const MOST_FACTS: usize = 1000;
/// The column the right half of the first line starts in.
const RIGHT: usize = 52;
/// The columns in which the products of paths may start: the first one past all paths.
const PRODUCTS: std::ops::RangeInclusive<usize> = 39..=56;
/// A longer formula gets its own line below the table.
const LONGEST_FORMULA: usize = 18;

/// Explains the grad of `node`, which may be outside the graph.
pub fn explain(context: &Context, node: &Value) -> Vec<Block> {
    let number = context.pass.order.number_of(node);
    let mut parts = vec![heading(context, node, grad(context, number))];
    match number {
        None => parts.push(unrelated(context, node)),
        Some(number) if number == context.root() => {
            let text = "  it is the output: changing it by h changes it by h, so the grad is 1";
            parts.push(Paragraph::new(text).wrapped(2));
        }
        Some(number) => {
            let watches = rows::watched(context, number, context.pass.order.uses(number));
            parts.extend(uses(context, number, &watches));
            parts.extend(paths_to_root(context, number).0);
        }
    }
    parts
}

/// The same as named values, with up to a thousand uses.
pub fn facts(context: &Context, node: &Value) -> Facts {
    let number = context.pass.order.number_of(node);
    let mut named = facts_of([
        ("node", context.pass.names.call(node).into()),
        ("root", context.root_name().into()),
        ("data", exact_json(node.data())),
        ("grad", exact_json(grad(context, number))),
    ]);
    if let Some(number) = number.filter(|number| *number != context.root()) {
        let edges = context.pass.order.uses(number);
        let watches = rows::watched(context, number, edges);
        let uses = edges.iter().enumerate();
        let uses = uses.take(MOST_FACTS);
        let uses = uses.map(|(at, edge)| use_facts(context, *edge, watches.get(at)));
        named.insert("uses".to_owned(), uses.collect());
        if edges.len() > MOST_FACTS {
            named.insert("more_uses".to_owned(), (edges.len() - MOST_FACTS).into());
        }
        named.insert("paths".to_owned(), paths_to_root(context, number).1);
    }
    named
}

fn grad(context: &Context, number: Option<usize>) -> f64 {
    number.map_or(0.0, |number| context.grads[number])
}

/// A use of a node as named values.
fn use_facts(context: &Context, edge: Use, watch: Option<&Option<Watch>>) -> Facts {
    let user = context.node(edge.user);
    let mut fact = facts_of([
        ("node", context.name(edge.user).into()),
        ("expression", context.operation_text(user).into()),
        ("formula", context.formula(edge).text.into()),
    ]);
    fact.extend(match watch {
        Some(Some(watch)) => rows::facts(watch, user.rows().unwrap_or(0)),
        _ => facts_of([
            ("local", exact_json(context.local(edge))),
            ("upstream", exact_json(arrived(context.upstream(edge)))),
            ("contribution", exact_json(context.contribution(edge))),
        ]),
    });
    fact
}

/// `a = 2.0000  (leaf)      dL/da = 6.0000`
fn heading(context: &Context, node: &Value, grad: f64) -> Block {
    let row = node.row_in_view().map(|row| row + 1);
    let mut line = Paragraph::new(with_row(context.pass.names.call_all(node), row));
    if let Some(text) = context.operation_text(node) {
        line = line.text(format!(" = {text}"));
    }
    line = match node.text() {
        Some(text) => line.text(format!(" = {text}")),
        None => line.text(" = ").number(node.data(), NumberStyle::Data),
    };
    if node.is_leaf() {
        line = line.text("  (leaf)");
    }
    let total = format!("{} = ", context.derivative_by(node));
    line.stop(RIGHT).tied(total).number(grad, NumberStyle::Data).wrapped(2)
}

/// The reason that a node outside the graph has grad 0.
fn unrelated(context: &Context, node: &Value) -> Block {
    let (root, name) = (context.root_name(), context.pass.names.call(node));
    let text = if Order::of([node]).contains(context.root_node()) {
        format!(
            "  {name} is computed from {root}, not {root} from {name}: changing {name} does not \
             change {root}, so the grad is 0"
        )
    } else {
        format!(
            "  {root} does not depend on {name}: changing {name} leaves {root} as it is, so the \
             grad is 0"
        )
    };
    Paragraph::new(text).wrapped(2)
}

/// The table of uses with their sum, and the formulas too long for it.
fn uses(context: &Context, number: usize, watches: &[Option<Watch>]) -> Vec<Block> {
    let uses = context.pass.order.uses(number);
    let shown = if uses.len() > MOST { MOST - 1 } else { uses.len() };
    let mut table = Vec::new();
    let mut formulas = Vec::new();
    let (mut hidden, mut sum) = (0.0, 0.0);
    let mut terms = uses.len();
    for (index, edge) in uses.iter().enumerate() {
        if let Some(Some(watch)) = watches.get(index) {
            sum += watch.sum();
            terms += context.node(edge.user).rows().unwrap_or(1).saturating_sub(1);
            if index >= shown {
                hidden += watch.sum();
            } else {
                table.extend(rows::lines(context, *edge, watch));
            }
            continue;
        }
        let contribution = context.contribution(*edge);
        sum += contribution;
        if index >= shown {
            hidden += contribution;
            continue;
        }
        let partial = context.partial(*edge);
        let formula = context.formula(*edge);
        let is_said = in_words(context, *edge).is_some();
        let is_long = formula.text.chars().count() > LONGEST_FORMULA;
        if is_long && !is_said {
            formulas.push(Paragraph::new(format!("  {partial} = {}", formula.text)).wrapped(4));
        }
        let is_again = index.checked_sub(1).is_some_and(|last| uses[last].user == edge.user);
        if let Some(said) = choice(context, edge.user).filter(|_| !is_again) {
            formulas.push(Paragraph::new("  ").then(said).wrapped(4));
        }
        let is_reached = context.is_reached(*edge);
        let slope = if !is_reached {
            if is_long { Paragraph::new(&*partial) } else { local_formula_text(context, *edge) }
        } else if is_long {
            Paragraph::new(format!("{partial} = ")).brief(context.local(*edge))
        } else {
            local_text(context, *edge)
        };
        let upstream = context.derivative(edge.user);
        let upstream = if is_reached {
            Paragraph::new(format!("{upstream} = ")).brief(context.upstream(*edge))
        } else {
            Paragraph::new(format!("{upstream}: none arrives"))
        };
        let (equation, upstream) = (Paragraph::new(context.equation(edge.user)), upstream);
        table.push(vec![equation, slope, upstream, Paragraph::grad(contribution)]);
    }
    if shown < uses.len() {
        let more = Paragraph::new(format!("and {} more uses", uses.len() - shown));
        table.push(vec![more, Paragraph::default(), Paragraph::default(), Paragraph::grad(hidden)]);
    }
    let count = Paragraph::new(format!("sum of {terms}"));
    table.push(vec![Paragraph::default(), Paragraph::default(), count, Paragraph::grad(sum)]);
    let columns = vec![
        Column::text("used in").titled("used in").width(14).clip(9),
        Column::text("local derivative").titled("local derivative").width(25),
        Column::text("× upstream").titled("× upstream").width(18),
        Column::number("= contribution").titled("= contribution").width(14),
    ];
    let grid = Block::Table(Table::titled(columns, table));
    std::iter::once(grid).chain(formulas).collect()
}

/// `∂L.1/∂a = b`, whatever the row.
pub(super) fn local_formula_text(context: &Context, edge: Use) -> Paragraph {
    let formula = context.formula(edge);
    let text = formula.text;
    Paragraph::new(format!("{} = {text}", context.partial(edge)))
}

/// `∂L.1/∂a = b = -3`
pub fn local_text(context: &Context, edge: Use) -> Paragraph {
    let line = Paragraph::new(format!("{} = ", context.partial(edge)));
    let formula = context.formula(edge);
    let line = match formula.number {
        Some(_) => line,
        None if in_words(context, edge).is_some() => line,
        None => line.text(format!("{} = ", formula.text)),
    };
    line.brief(context.local(edge))
}

/// The paths to the root with the product along each, or only their number if there are many.
fn paths_to_root(context: &Context, number: usize) -> (Vec<Block>, Json) {
    let graph = &context.pass.order;
    let count = graph.path_counts()[number];
    if count > MOST as f64 {
        let root = context.root_name();
        let count = exact(count);
        let text = format!("  paths  {count} lead to {root}; the grad is the sum over all of them");
        return (vec![Paragraph::new(text).wrapped(9)], count.into());
    }
    let (mut lines, mut facts) = (Vec::new(), Vec::new());
    // The edges of the current path, and for each node on it the number of uses left to follow.
    let mut path: Vec<Use> = Vec::new();
    let mut left: Vec<usize> = vec![graph.uses(number).len()];
    while let Some(uses_left) = left.last_mut() {
        let here = path.last().map_or(number, |edge| edge.user);
        if here == context.root() {
            let nodes = std::iter::once(number).chain(path.iter().map(|edge| edge.user));
            let nodes: Json = nodes.map(|number| context.name(number)).collect();
            let product = product_along(context, &path);
            let products = rows::products(context, number, &path);
            facts.push(facts_of([
                ("nodes", nodes),
                match products {
                    None => ("product", exact_json(product)),
                    Some(count) => ("products", count.into()),
                },
            ]));
            let (line, product) = path_and_product(context, number, &path);
            lines.push(match products {
                None => (line, product),
                Some(count) => {
                    (line, Paragraph::new(format!("a sum of {}", counted(count, "product"))))
                }
            });
        } else if let Some(at) = uses_left.checked_sub(1) {
            // Uses are in the order of the backward pass; paths are shown in forward order.
            *uses_left = at;
            let edge = graph.uses(here)[at];
            path.push(edge);
            left.push(graph.uses(edge.user).len());
            continue;
        }
        left.pop();
        path.pop();
    }
    let widest = lines.iter().map(|(path, _)| path.chars().count() + 3).max().unwrap_or(0);
    let stop = widest.clamp(*PRODUCTS.start(), *PRODUCTS.end());
    let line = |(path, product): (String, Paragraph)| {
        Paragraph::new(path).stop(stop).then(product).wrapped(8)
    };
    (lines.into_iter().map(line).collect(), facts.into())
}

/// The product of the local derivatives along a path; 0 where something on it passes nothing on.
fn product_along(context: &Context, path: &[Use]) -> f64 {
    if path.iter().any(|edge| !context.passes(*edge)) {
        return 0.0;
    }
    path.iter().rev().fold(1.0, |product, edge| product * context.local(*edge))
}

/// Why a path passes nothing on, if it does: it is a side that is not taken, or only tells which is.
fn passes_nothing(context: &Context, path: &[Use]) -> Option<&'static str> {
    let is_gate = |edge: &Use| matches!(context.node(edge.user).branching(), Branching::Gate(_));
    let stopped: Vec<&Use> = path.iter().filter(|edge| !context.passes(**edge)).collect();
    if stopped.iter().any(|edge| is_gate(edge) && edge.index > 0) {
        Some("not taken: 0")
    } else {
        stopped.first().map(|_| "only compared: 0")
    }
}

/// `path  a → L.1 → L.2 → L` and `(-3) × 1 × (-2) = 6`
fn path_and_product(context: &Context, number: usize, path: &[Use]) -> (String, Paragraph) {
    const LONGEST: usize = 7;
    const ENDS: usize = 2;
    let locals: Vec<f64> = path.iter().map(|edge| context.local(*edge)).collect();
    let product = product_along(context, path);
    let is_long = path.len() > LONGEST;
    let mut text = format!("  path  {}", context.name(number));
    let mut factors = Vec::new();
    for (at, (edge, local)) in path.iter().zip(&locals).enumerate() {
        if is_long && at == ENDS + 1 {
            let left_out = path.len() - 2 * ENDS - 1;
            text.push_str(&format!(" → … {left_out} more …"));
            factors.push(Paragraph::new("…"));
        }
        if is_long && at > ENDS && at < path.len() - ENDS {
            continue;
        }
        text.push_str(&format!(" → {}", context.name(edge.user)));
        factors.push(Paragraph::default().factor(*local));
    }
    if let Some(why) = passes_nothing(context, path) {
        return (text, Paragraph::new(why));
    }
    if path.len() < 2 {
        return (text, Paragraph::default().brief(product));
    }
    (text, Paragraph::default().list(factors, " × ").text(" = ").brief(product))
}
