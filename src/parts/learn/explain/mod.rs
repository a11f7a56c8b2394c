//! The chain rule at one node: its uses, their contributions, and the paths to the root.

mod rows;

use super::branch_rules::{choice, in_words};
use super::local_formula::Formula;
use super::{Context, factor};
use crate::core::graph::{Use, Value};
use crate::core::language::exact;
use crate::core::ops::arrived;
use crate::core::session::with_row;
use crate::report::{
    Block, Column, Facts, NumberStyle, Numbers, Paragraph, Table, counted, exact_json, facts_of,
};
use rows::Term;

/// The most uses or paths shown; more paths are only counted.
const MOST: usize = 10;
/// The maximum number of uses that machines get.
const MOST_FACTS: usize = 1000;
/// The columns in which the products of paths may start: the first one past all paths.
const PRODUCTS: std::ops::RangeInclusive<usize> = 39..=56;
/// The mark of an unknown grad in a pass by hand.
const UNKNOWN: &str = "·";
/// A longer formula gets its own line below the table.
const LONGEST_FORMULA: usize = 18;

/// Explains the grad of `node`, which may be outside the graph.
pub fn explain(context: &Context, node: &Value) -> Vec<Block> {
    let number = context.pass.order.number_of(node);
    let grad = number.map_or(Some(0.0), |number| context.found(number));
    let mut parts = vec![heading(context, node, grad)];
    match number {
        None => parts.push(unrelated(context, node)),
        Some(number) if number == context.root() => {
            let text = "  it is the root: its derivative by itself is 1";
            parts.push(Paragraph::new(text).wrapped(2));
        }
        Some(number) => {
            parts.extend(uses(context, &rows::terms(context, number), grad.is_some()));
            parts.extend(paths_to_root(context, number));
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
        ("grad", number.map_or(Some(0.0), |number| context.found(number)).json()),
    ]);
    // Grads unknown in a pass by hand are left out.
    let is_found = |it: &usize| *it != context.root() && context.found(*it).is_some();
    let Some(number) = number.filter(is_found) else { return named };
    let terms = rows::terms(context, number);
    let uses = terms.iter().take(MOST_FACTS).map(|term| use_facts(context, term));
    named.insert("uses".to_owned(), uses.collect());
    let paths = match paths(context, number) {
        _ if !context.is_right(number) => return named,
        Ok(paths) => paths.iter().map(|path| path_facts(context, number, path)).collect(),
        Err(count) => count.into(),
    };
    named.insert("paths".to_owned(), paths);
    named
}

/// A use of a node as named values.
fn use_facts(context: &Context, Term { edge, watch }: &Term) -> Facts {
    let user = context.node(edge.user);
    let mut fact = facts_of([
        ("node", context.name(edge.user).into()),
        ("expression", context.operation_text(user).into()),
        ("formula", context.formula(*edge).text.into()),
    ]);
    fact.extend(match watch {
        Some(watch) => rows::facts(watch, user.rows().unwrap_or(0)),
        None => facts_of([
            ("local", exact_json(context.local(*edge))),
            ("upstream", exact_json(arrived(context.upstream(*edge)))),
            ("contribution", exact_json(context.contribution(*edge))),
        ]),
    });
    fact
}

fn path_facts(context: &Context, number: usize, path: &[Use]) -> Facts {
    let nodes = std::iter::once(number).chain(path.iter().map(|edge| edge.user));
    let product = match rows::products(context, number, path) {
        None => ("product", exact_json(product_along(context, path))),
        Some(count) => ("products", count.into()),
    };
    facts_of([("nodes", nodes.map(|number| context.name(number)).collect()), product])
}

/// `a = 2.0000   dL/da = 6.0000`
fn heading(context: &Context, node: &Value, grad: Option<f64>) -> Block {
    let row = node.current_row().map(|row| row + 1);
    let mut line = Paragraph::new(with_row(context.pass.names.call_all(node), row));
    if let Some(text) = context.operation_text(node) {
        line = line.text(format!(" = {text}"));
    }
    line = match node.text() {
        Some(text) => line.text(format!(" = {text}")),
        None => line.text(" = ").number(node.data(), NumberStyle::Data),
    };
    let line = line.stop(0).tied(format!("{} = ", context.derivative_by(node)));
    line.then(grad.map_or(Paragraph::new(UNKNOWN), Paragraph::data)).wrapped(2)
}

/// The reason that a node outside the graph has grad 0.
fn unrelated(context: &Context, node: &Value) -> Block {
    let (root, name) = (context.root_name(), context.pass.names.call(node));
    let text = format!("  {root} does not depend on {name}, so the grad is 0");
    Paragraph::new(text).wrapped(2)
}

/// The table of uses, with their sum if it is known, and the lines below it.
fn uses(context: &Context, terms: &[Term], is_known: bool) -> Vec<Block> {
    let shown = if terms.len() > MOST { MOST - 1 } else { terms.len() };
    let (shown, hidden) = terms.split_at(shown);
    let sum = |terms: &[Term]| terms.iter().fold(0.0, |sum, term| sum + term.contribution(context));
    let total = |cells: [Paragraph; 3], sum: f64| [&cells[..], &[Paragraph::grad(sum)]].concat();
    let (mut rows, mut below, mut last) = (Vec::new(), Vec::new(), None);
    for Term { edge, watch } in shown {
        match watch {
            Some(watch) => rows.extend(rows::lines(context, *edge, watch)),
            None => {
                rows.push(line(context, *edge));
                below.extend(remarks(context, *edge, last == Some(edge.user)));
            }
        }
        last = Some(edge.user);
    }
    if !hidden.is_empty() {
        let more = Paragraph::new(format!("and {} more uses", hidden.len()));
        rows.push(total([more, Paragraph::default(), Paragraph::default()], sum(hidden)));
    }
    let count: usize = terms.iter().map(|term| term.count(context)).sum();
    if count > 1 && is_known {
        let count = Paragraph::new(format!("sum of {count}"));
        rows.push(total([Paragraph::default(), Paragraph::default(), count], sum(terms)));
    }
    let columns = vec![
        Column::text("").titled("used in").width(12).clip(9),
        Column::text("").titled("local").width(12),
        Column::text("").titled("× upstream").width(14),
        Column::number("").titled("=").width(8),
    ];
    below.insert(0, Block::Table(Table::titled(columns, rows)));
    below
}

/// The row of a use.
fn line(context: &Context, edge: Use) -> Vec<Paragraph> {
    let (formula, partial) = (context.formula(edge), context.partial(edge));
    let slope = match (context.is_reached(edge), is_long(&formula)) {
        (true, true) => Paragraph::new(partial + " = ").brief(context.local(edge)),
        (true, false) => value_text(context, edge),
        (false, true) => Paragraph::new(partial),
        (false, false) => Paragraph::new(formula.text),
    };
    let (derivative, has_pushed) = (context.derivative(edge.user), context.has_pushed(edge.user));
    let upstream = match has_pushed || context.found(edge.user).is_some() {
        false => Paragraph::new(format!("{derivative} = {UNKNOWN}")),
        true if !context.is_reached(edge) => Paragraph::new(format!("{derivative}: none arrives")),
        true => Paragraph::new(derivative + " = ").brief(context.upstream(edge)),
    };
    let contribution = Some(context.contribution(edge)).filter(|_| has_pushed);
    let contribution = contribution.map_or(Paragraph::new(UNKNOWN), Paragraph::grad);
    vec![Paragraph::new(context.equation(edge.user)), slope, upstream, contribution]
}

fn is_long(formula: &Formula) -> bool {
    formula.text.chars().count() > LONGEST_FORMULA
}

/// A formula that is too long for the table, and how the user chooses, unless the use before `is_again` one of it.
fn remarks(context: &Context, edge: Use, is_again: bool) -> impl Iterator<Item = Block> {
    let formula = context.formula(edge);
    let is_below = is_long(&formula) && in_words(context, edge).is_none();
    let formula = || Paragraph::new(format!("{} = {}", context.partial(edge), formula.text));
    let choice = choice(context, edge.user).filter(|_| !is_again);
    let lines = is_below.then(formula).into_iter().chain(choice);
    lines.map(|line| Paragraph::new("  ").then(line).wrapped(4))
}

/// `∂L.1/∂a = b = -3`
pub fn local_text(context: &Context, edge: Use) -> Paragraph {
    Paragraph::new(format!("{} = ", context.partial(edge))).then(value_text(context, edge))
}

/// `b = -3`
fn value_text(context: &Context, edge: Use) -> Paragraph {
    let formula = context.formula(edge);
    let is_said = formula.is_number() || in_words(context, edge).is_some();
    let line = if is_said { Paragraph::default() } else { Paragraph::new(formula.text + " = ") };
    line.brief(context.local(edge))
}

/// The paths to the root, each by its uses in forward order; if there are many, only their number.
fn paths(context: &Context, number: usize) -> Result<Vec<Vec<Use>>, String> {
    let graph = &context.pass.order;
    let count = graph.path_counts()[number];
    if count > MOST as f64 {
        return Err(exact(count));
    }
    let (mut paths, mut open) = (Vec::new(), vec![Vec::<Use>::new()]);
    while let Some(mut path) = open.pop() {
        let here = path.last().map_or(number, |edge| edge.user);
        // Uses are in the order of the backward pass: the last one is the first in forward order.
        let Some((last, others)) = graph.uses(here).split_first() else {
            paths.push(path);
            continue;
        };
        let others: Vec<_> = others.iter().map(|edge| [&path[..], &[*edge]].concat()).collect();
        path.push(*last);
        open.push(path);
        open.extend(others);
    }
    Ok(paths)
}

/// The paths to the root with the product along each.
fn paths_to_root(context: &Context, number: usize) -> Vec<Block> {
    let paths = match paths(context, number) {
        _ if !context.is_right(number) => return Vec::new(),
        Ok(paths) => paths,
        Err(count) => {
            let root = context.root_name();
            let text =
                format!("  paths  {count} lead to {root}; the grad is the sum over all of them");
            return vec![Paragraph::new(text).wrapped(9)];
        }
    };
    let lines = paths.iter().map(|path| {
        let (text, product) = path_and_product(context, number, path);
        match rows::products(context, number, path) {
            None => (text, product),
            Some(count) => {
                (text, Paragraph::new(format!("a sum of {}", counted(count, "product"))))
            }
        }
    });
    let lines: Vec<(String, Paragraph)> = lines.collect();
    let widest = lines.iter().map(|(path, _)| path.chars().count() + 3).max().unwrap_or(0);
    let stop = widest.clamp(*PRODUCTS.start(), *PRODUCTS.end());
    let lines = lines.into_iter();
    lines.map(|(path, product)| Paragraph::new(path).stop(stop).then(product).wrapped(8)).collect()
}

/// The product of the local derivatives along a path; 0 if a use on it passes nothing.
fn product_along(context: &Context, path: &[Use]) -> f64 {
    if path.iter().any(|edge| !context.passes(*edge)) {
        return 0.0;
    }
    path.iter().rev().fold(1.0, |product, edge| product * context.local(*edge))
}

/// `path  a → L.1 → L.2 → L` and `-3 × 1 × (-2) = 6`
fn path_and_product(context: &Context, number: usize, path: &[Use]) -> (String, Paragraph) {
    let product = product_along(context, path);
    let nodes = std::iter::once(number).chain(path.iter().map(|edge| edge.user));
    let mut names: Vec<String> = nodes.map(|node| context.name(node)).collect();
    let hidden = names.len().saturating_sub(6);
    if hidden > 2 {
        names.splice(4..4 + hidden, [format!("… {hidden} more …")]);
    }
    let text = format!("  path  {}", names.join(" → "));
    let factors = path.iter().enumerate().map(|(at, edge)| factor(at == 0, context.local(*edge)));
    if path.iter().any(|edge| !context.passes(*edge)) {
        return (text, Paragraph::new("passes nothing on: 0"));
    }
    if path.len() < 2 || hidden > 2 {
        return (text, Paragraph::default().brief(product));
    }
    (text, Paragraph::default().list(factors, " × ").text(" = ").brief(product))
}
