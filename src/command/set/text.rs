//! What `:set` says: the numbers of leaves before and after, and every named result that moved.

use super::dependents::{self, Follower, Following};
use super::{uncertainty, uncertainty_columns};
use crate::core::graph::Value;
use crate::core::language::in_marks;
use crate::core::session::{Session, with_row};
use crate::parts::rows::Categories;
use crate::report::{
    Block, Column, Fold, NARROWEST, NumberStyle, Paragraph, Piece, Report, Table, numbers,
};

/// The most results whose uncertainty is computed, which takes a pass each.
const MOST_UNCERTAIN: usize = 1000;

/// Leaves and what follows them, before they change.
pub(super) struct Before {
    leaves: Vec<Follower>,
    following: Following,
}

/// A line of the answer: a name, its numbers before and after, and its uncertainty.
struct Line {
    name: String,
    categories: Categories,
    before: f64,
    after: f64,
    u: Option<f64>,
}

impl Before {
    /// The state of these leaves, of columns in rows from 1, and of what follows them. The first
    /// leaves are summarized, and have no line of their own.
    pub fn of(
        session: &mut Session,
        leaves: &[Value],
        rows: &[(Value, usize)],
        summarized: usize,
    ) -> Before {
        let following = dependents::following(session, leaves, rows);
        let in_rows = rows.iter().map(|(leaf, row)| (leaf.clone(), Some(*row)));
        let whole = leaves.iter().skip(summarized);
        let whole = whole.map(|leaf| (leaf.clone(), session.row_in_view_of(leaf)));
        let mut leaves: Vec<Follower> = in_rows
            .chain(whole)
            .map(|(node, row)| Follower { node, row, data: f64::NAN })
            .collect();
        dependents::look_again(session, &mut leaves);
        Before { leaves, following }
    }

    /// Returns the node whose table tells of the change, if there is one, and the report on what has
    /// changed, after summaries; `uncertain` if
    /// uncertainties have. A terminal shows `all` lines, or as many as fit.
    pub fn report(
        self,
        session: &mut Session,
        summaries: &[Paragraph],
        (uncertain, all): (bool, bool),
    ) -> (Option<Value>, Report) {
        let Before { leaves, following: Following { results, root } } = self;
        let leaves = lines(session, leaves);
        let has_moved = |line: &Line| line.before.to_bits() != line.after.to_bits();
        let mut results = lines(session, results);
        results.retain(|(_, line)| uncertain || has_moved(line));
        let given = leaves.into_iter().map(|(it, line)| {
            let u = match it.row {
                None => session.uncertainty_of_leaf(&it.node),
                Some(row) => {
                    let us = session.uncertainties_of_column(&it.node);
                    us.map(|us| us.at(row.saturating_sub(1)))
                }
            };
            Line { u, ..line }
        });
        let given: Vec<Line> = given.collect();
        let results = results.into_iter().enumerate().map(|(at, (it, line))| {
            let u = (at < MOST_UNCERTAIN).then(|| session.shown_uncertainty(&it.node)).flatten();
            Line { u, ..line }
        });
        let mut results: Vec<Line> = results.collect();
        results.retain(|line| line.u.is_some() || has_moved(line));
        let report = |rows: Table| {
            let summaries = summaries.iter().map(|text| text.clone().line());
            let blocks = summaries.chain([Block::Table(rows)]).collect();
            Report { kind: "set", blocks, ..Report::default() }
        };
        let ranks = vec![0; given.len() + results.len()];
        let fold = (!all).then(|| Fold { ranks, command: ":vars all".to_owned() });
        (root, report(Table { fold, ..table(given.iter().chain(&results)) }))
    }
}

/// Brings nodes up to date, and gives their lines, as yet without uncertainties.
fn lines(session: &mut Session, mut nodes: Vec<Follower>) -> Vec<(Follower, Line)> {
    let before: Vec<f64> = nodes.iter().map(|it| it.data).collect();
    dependents::look_again(session, &mut nodes);
    let line = |(it, before): (Follower, f64)| {
        let name = with_row(session.names().call(&it.node), it.row);
        let categories = it.node.categories().cloned().unwrap_or_default();
        let line = Line { name, categories, before, after: it.data, u: None };
        (it, line)
    };
    nodes.into_iter().zip(before).map(line).collect()
}

fn table<'lines>(lines: impl Iterator<Item = &'lines Line> + Clone) -> Table {
    let has_uncertainty = lines.clone().any(|line| line.u.is_some());
    let row = |Line { name, categories, before, after, u }: &Line| {
        let text = |number: f64| match categories.text(number) {
            Some(text) => Some(Paragraph::new(in_marks(text))),
            None => (!categories.is_empty()).then(|| Paragraph::new("nan")),
        };
        let number = |number| Paragraph::default().piece(Piece::Number(number));
        let numbers = NumberStyle::Data.change(*before, *after).map(number);
        let [was, is] = match (text(*before), text(*after), *u) {
            (Some(was), Some(is), _) => [was, is],
            (_, _, Some(u)) if are_told_apart([*before, *after], u) => {
                [*before, *after].map(|it| {
                    let [number, _] = Paragraph::with_uncertainty(it, u);
                    number
                })
            }
            _ => numbers,
        };
        let mut cells = vec![Paragraph::new(name.clone()), was, Paragraph::new("→"), is];
        cells.extend(uncertainty(*after, *u).into_iter().filter(|_| has_uncertainty));
        cells
    };
    let (arrow, after) = (Column::text("").gap(1), Column::number("after").gap(1));
    let name = Column::text("name").keeping_end(NARROWEST);
    let mut columns = vec![name, Column::number("before"), arrow, after];
    if has_uncertainty {
        columns.extend(uncertainty_columns());
    }
    Table::new(columns, lines.map(row).collect())
}

/// Tells whether two numbers that end at the place of their uncertainty look like two, if they are.
fn are_told_apart([before, after]: [f64; 2], u: f64) -> bool {
    let text = |number| numbers::to_same_place(number, u, None);
    before.to_bits() == after.to_bits() || text(before) != text(after)
}
