//! The use of a number by a per-row node: one product a row, some of them shown.

use super::super::Context;
use super::local_formula_text;
use crate::graph::{RowTerm, Use, Watch};
use crate::report::{Cell, Sentence};

/// With no more rows than this all are shown, else the first ones and the last.
const MOST_ROWS: usize = 5;
const FIRST_ROWS: usize = 2;

/// The uses of a number by per-row nodes below a fold, watched row by row; none for other uses.
pub fn watched(context: &Context, number: usize, uses: &[Use]) -> Vec<Option<Watch>> {
    let graph = &context.graph;
    let is_number = !context.node(number).is_per_row();
    if !is_number || graph.first_fold().is_none() {
        return uses.iter().map(|_| None).collect();
    }
    let is_watched = |edge: &&Use| context.node(edge.user).is_per_row();
    let watch = |edge: &Use| {
        let user = context.node(edge.user);
        Watch::new(user, edge.index, shown(user.rows().unwrap_or(0)))
    };
    let mut watches: Vec<Watch> = uses.iter().filter(is_watched).map(watch).collect();
    graph.grads_watching(&mut watches);
    let mut watches = watches.into_iter();
    uses.iter().map(|edge| is_watched(&edge).then(|| watches.next()).flatten()).collect()
}

/// The rows that are shown, from 0.
fn shown(rows: usize) -> Vec<usize> {
    if rows <= MOST_ROWS {
        (0..rows).collect()
    } else {
        (0..FIRST_ROWS).chain([rows - 1]).collect()
    }
}

/// The lines of a use in the table: its formula, then a product for each row shown.
pub fn lines(context: &Context, edge: Use, watch: &Watch) -> Vec<Vec<Cell>> {
    let equation = Cell::text(context.equation(edge.user));
    let mut lines =
        vec![vec![equation, local_formula_text(context, edge).cell(), Cell::Empty, Cell::Empty]];
    let rows = context.node(edge.user).rows().unwrap_or(0);
    let hidden = rows.saturating_sub(watch.rows.len());
    let rest = watch.sum() - watch.rows.iter().map(RowTerm::contribution).sum::<f64>();
    let number = |number: f64| Sentence::default().brief(number).cell();
    for (at, term) in watch.rows.iter().enumerate() {
        if hidden > 0 && at == FIRST_ROWS {
            let more = indented(format!("… {hidden} more …"));
            lines.push(vec![more, Cell::Empty, Cell::Empty, Cell::grad(rest)]);
        }
        lines.push(vec![
            indented(format!("row {}", term.row + 1)),
            number(term.local),
            number(term.upstream),
            Cell::grad(term.contribution()),
        ]);
    }
    lines
}

fn indented(text: String) -> Cell {
    Cell::text(format!("        {text}"))
}
