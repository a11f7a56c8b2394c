//! Why a number or a grad is nan or inf: the first value or product that is not finite.

pub mod non_finite;
mod value;

use super::Context;
use super::explain::local_formula_text;
use crate::core::graph::{Use, Value};
use crate::core::language::exact;
use crate::report::{
    Block, Column, Facts, Paragraph, Table, Wording, exact_json, facts_of, numbers,
};
use non_finite::{LostGrads, Product};
pub use value::{is_lost, why_value};

/// An answer, in words and as named values.
pub struct Why {
    /// In words.
    pub blocks: Vec<Block>,
    /// As named values.
    pub facts: Facts,
}

/// The most lines of a path.
const MOST_LINES: usize = 12;

/// Says why the grad of a node is not finite, or that of a leaf if it is the root; none if all that
/// it is asked for are finite.
pub fn why_grad(context: &Context, node: &Value) -> Option<Why> {
    let order = &context.pass.order;
    let number = order.number_of(node)?;
    let is_finite = context.root_node().data().is_finite();
    if order.nodes().iter().all(|it| it.grad().is_finite()) || !is_finite {
        return None;
    }
    let lost = order.lost_grads()?;
    let target = match number == context.root() {
        true => *lost.leaves.first()?,
        false if lost.leaves.contains(&number) || !node.grad().is_finite() => number,
        false => return None,
    };
    let leaf = order.node(target);
    let derivative = context.derivative(target);
    let cause = wording(context).of_lost(&lost);
    let made = if leaf.is_per_row() && leaf.grad().is_finite() {
        "not finite"
    } else {
        &shown(leaf.grad())
    };
    let mut blocks = vec![Paragraph::new(format!("  {derivative} is {made}: {cause}")).wrapped(4)];
    blocks.extend(path(context, &lost, target));
    let facts = facts_of([
        ("node", context.name(target).into()),
        ("root", context.root_name().into()),
        ("grad", exact_json(leaf.grad())),
        ("lost", context.name(lost.first.number()).into()),
        ("cause", cause.into()),
    ]);
    Some(Why { blocks, facts })
}

/// Says that nothing is wrong with a node, or with none but the root.
pub fn why_finite(context: &Context, node: &Value) -> Why {
    let grad = context.pass.order.number_of(node).map_or(0.0, |number| context.grads[number]);
    let (name, root) = (context.pass.names.call(node), context.root_name());
    let data = match (node.is_leaf(), node.is_per_row()) {
        (true, true) => format!("{name} is a column"),
        (true, false) => format!("{name} = {} is a leaf", shown(node.data())),
        (false, true) => format!("{name} is finite in every row"),
        (false, false) => format!("{name} = {} is finite", answer(node.data())),
    };
    let derivative = context.derivative_by(node);
    let text = if grad.is_finite() {
        format!("  {data}, and {derivative} = {} is finite", answer(grad))
    } else {
        format!("  {data}, and {root} is not finite: :why {root}")
    };
    let facts =
        facts_of([("node", name.into()), ("root", root.into()), ("grad", exact_json(grad))]);
    Why { blocks: vec![Paragraph::new(text).wrapped(4)], facts }
}

/// The context's wording.
fn wording(context: &Context) -> Wording<'_> {
    Wording { order: &context.pass.order, names: &context.pass.names }
}

fn shown(number: f64) -> String {
    exact(number)
}

fn answer(number: f64) -> String {
    numbers::answer(number, None)
}

/// The table of the products from the root to where it began, and on to a node.
fn path(context: &Context, lost: &LostGrads, target: usize) -> Option<Block> {
    let products = context.pass.order.products()?;
    let first = lost.first.product()?;
    let edges = edges(context, lost, target);
    let row_of = |all: &[Product]| {
        let same = all.iter().find(|it| it.row == first.row);
        same.or(all.iter().find(|it| it.row.is_none())).or(all.first()).copied()
    };
    let mut rows: Vec<Vec<Paragraph>> = Vec::new();
    let hidden = edges.len().saturating_sub(MOST_LINES);
    for (at, edge) in edges.iter().enumerate() {
        if hidden > 0 && at == MOST_LINES / 2 {
            rows.push(vec![
                Paragraph::new(format!("… {} more …", hidden + 1)),
                Paragraph::default(),
                Paragraph::default(),
                Paragraph::default(),
            ]);
        }
        if hidden > 0 && (MOST_LINES / 2..=MOST_LINES / 2 + hidden).contains(&at) {
            continue;
        }
        let Some(product) = row_of(&products.of(*edge)) else { continue };
        let upstream = format!("{} = ", context.derivative(edge.user));
        let row = product.row.map(|row| format!("   (row {row})")).unwrap_or_default();
        let formula = context.formula(*edge);
        let slope = match formula.number {
            Some(_) => Paragraph::new(format!("{} = ", context.partial(*edge))),
            None => local_formula_text(context, *edge).text(" = "),
        };
        rows.push(vec![
            Paragraph::new(context.equation(edge.user) + &row),
            slope.brief(product.local),
            Paragraph::new(upstream).brief(product.upstream),
            Paragraph::grad(product.contribution()),
        ]);
    }
    let columns = vec![
        Column::text("on the way").titled("on the way").width(14),
        Column::text("local derivative").titled("local derivative").width(25),
        Column::text("× upstream").titled("× upstream").width(18),
        Column::number("= passed on").titled("= passed on").width(14),
    ];
    Some(Block::Table(Table::titled(columns, rows)))
}

/// The uses from the root to the one that makes the first grad that is not finite, and on to a node.
fn edges(context: &Context, lost: &LostGrads, target: usize) -> Vec<Use> {
    let order = &context.pass.order;
    let Some(first) = lost.first.product() else { return Vec::new() };
    let mut edges = vec![first.edge];
    while let Some(edge) = edges.last().and_then(|edge| order.uses(edge.user).first()) {
        edges.push(*edge);
    }
    edges.reverse();
    let leads = order.dependents(&[target]);
    let mut here = first.edge;
    while let Some(operand) = order.operand_pair(here.user)[here.index] {
        let pair = order.operand_pair(operand);
        let is_next = |index: &usize| pair[*index].is_some_and(|it| leads[it]);
        if operand == target {
            break;
        }
        let Some(index) = (0..2).find(is_next) else { break };
        here = Use { user: operand, index };
        edges.push(here);
    }
    edges
}
