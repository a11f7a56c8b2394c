//! Backward passes that add up because nobody clears the grads.

use super::super::{Context, same};
use crate::core::graph::Order;
use crate::report::{Block, Column, Paragraph, Role, Table};

/// Number of passes run.
const CALLS: usize = 3;
/// The maximum number of nodes that have a column.
const MOST_COLUMNS: usize = 6;

/// One more pass on top of the grads that are there; the root's is set, not added to.
pub fn pass(graph: &Order, grads: &mut [f64]) {
    grads[graph.root_number()] = 1.0;
    for number in graph.backward_numbers() {
        for (receiver, step) in graph.push(number, grads[number]) {
            grads[receiver] += step.contribution;
        }
    }
}

/// Three passes in a row; none when they all give the same.
pub fn show(context: &Context) -> Option<Vec<Block>> {
    let graph = &context.pass.order;
    let mut grads = vec![0.0; graph.count()];
    let calls: Vec<Vec<f64>> = (0..CALLS)
        .map(|_| {
            pass(graph, &mut grads);
            grads.clone()
        })
        .collect();
    let [once, twice, thrice] = calls.as_slice() else {
        return None;
    };
    let shown = columns(context, once, twice);
    if graph.forward_numbers().all(|number| same(once[number], twice[number])) {
        return None;
    }
    let mut parts = vec![table(context, &shown, &calls)];
    let hidden = context.root() - shown.len();
    if hidden > 0 {
        let text = format!("  {hidden} more nodes are not shown");
        parts.push(Paragraph::default().role(text, Role::Faint).wrapped(2));
    }
    let multiplied = |number: usize| {
        same(2.0 * once[number], twice[number]) && same(3.0 * once[number], thrice[number])
    };
    let leaves: Vec<usize> = context.leaves().filter(|leaf| once[*leaf].is_finite()).collect();
    let odd = leaves.iter().find(|number| !multiplied(**number));
    let moving = leaves.iter().find(|number| once[**number] != 0.0);
    let Some(&example) = odd.or(moving).or(leaves.first()) else {
        return Some(parts);
    };
    let line = Paragraph::new(match odd {
        Some(_) => {
            "  Not ×2 and ×3 everywhere: the inner nodes keep their old gradients too, and push \
             them on again. PyTorch keeps gradients at the leaves only: "
        }
        None => {
            "  ×2 and ×3 at every leaf, since no inner node's old gradient reaches one. PyTorch \
             keeps gradients at the leaves only, and gives the same there: "
        }
    });
    let name = context.name(example);
    let line = line.text(format!("{name} ")).brief(once[example]);
    let line = line.text(", ").brief(2.0 * once[example]);
    parts.push(line.text(", ").brief(3.0 * once[example]).text(".").wrapped(2));
    Some(parts)
}

/// The nodes that have a column: leaves first, then inner ones; those that change before others.
fn columns(context: &Context, once: &[f64], twice: &[f64]) -> Vec<usize> {
    let changes = |number: &usize| !same(once[*number], twice[*number]);
    let (leaves, computed): (Vec<usize>, Vec<usize>) =
        context.pass.order.forward_numbers().partition(|number| context.node(*number).is_leaf());
    let mut all: Vec<usize> = leaves.into_iter().chain(computed).collect();
    // The root is always 1.
    all.retain(|number| *number != context.root());
    if all.len() > MOST_COLUMNS {
        all.sort_by_key(|number| !changes(number));
        all.truncate(MOST_COLUMNS);
    }
    all
}

fn table(context: &Context, shown: &[usize], calls: &[Vec<f64>]) -> Block {
    let title = |text: &str| Paragraph::styled(text.to_owned(), Role::Title);
    let mut header = vec![title("call")];
    header.extend(shown.iter().map(|number| title(&context.name(*number))));
    let mut rows = vec![header];
    for (call, grads) in (1..).zip(calls) {
        let mut row = vec![Paragraph::new(call.to_string())];
        row.extend(shown.iter().map(|number| Paragraph::grad(grads[*number])));
        if call == 1 {
            row.push(Paragraph::styled("right".to_owned(), Role::Right));
        }
        rows.push(row);
    }
    let mut columns = vec![Column::number("").width(4)];
    let width = |at: usize| if at == 0 { 7 } else { 8 };
    columns.extend((0..shown.len()).map(|at| Column::number("").width(width(at))));
    columns.push(Column::text("").gap(3));
    Block::Table(Table::new(columns, rows))
}
