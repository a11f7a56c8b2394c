//! The report of `:set`: leaves before and after, and every named result that changed.

use super::arguments::Changes;
use super::{MOST_UNCERTAIN, uncertainty, uncertainty_columns};
use crate::core::graph::{Order, Value, refresh};
use crate::core::session::{ANSWER, Session, with_row};
use crate::report::{Block, Column, Fold, NARROWEST, NumberStyle, Paragraph, Piece, Report, Table};

/// A node, or one row of it, before and after a change.
struct Line {
    node: Value,
    /// The row of a column, from 1.
    row: Option<usize>,
    before: f64,
    after: f64,
    u: Option<f64>,
}

impl Line {
    fn has_moved(&self) -> bool {
        self.before.to_bits() != self.after.to_bits()
    }
}

/// Leaves and the named results that are computed from them, before they change.
pub(super) struct Before {
    lines: Vec<Line>,
    /// The root, if it uses the leaves, or else the last result.
    root: Option<Value>,
}

impl Before {
    /// The leaves to show, and the results of all changed leaves.
    pub fn of(session: &mut Session, changes: &Changes<'_>) -> Before {
        let (results, root) = results(session, changes);
        let mut shown = changes.shown.clone();
        for node in results {
            let is_alike = |leaf: &Value| node.is_per_row() && leaf.rows() == node.rows();
            let changed = changes.rows.iter().filter(|(leaf, ..)| is_alike(leaf));
            let mut rows: Vec<Option<usize>> = changed.map(|(_, row, _)| Some(*row)).collect();
            if rows.is_empty() {
                rows.push(session.current_row_of(&node));
            }
            shown.extend(rows.into_iter().map(|row| (row, node.clone())));
        }
        let (before, after, u) = (f64::NAN, f64::NAN, None);
        let line = |(row, node)| Line { node, row, before, after, u };
        let lines = shown.into_iter().map(line).collect();
        let mut before = Before { lines, root };
        before.read(session);
        before
    }

    fn read(&mut self, session: &mut Session) {
        refresh(session.stop(), self.lines.iter().map(|it| &it.node), session.data_time);
        for Line { node, row, before, after, .. } in &mut self.lines {
            let hidden = row.filter(|row| session.current_row_of(node) != Some(*row));
            let data = hidden.map_or(node.data(), |row| data_in_row(session, node, row));
            (*before, *after) = (*after, data);
        }
    }

    /// Returns the node whose table shows the change, and the report. A terminal shows `all` lines,
    /// or as many as fit.
    pub fn report(
        mut self,
        session: &mut Session,
        changes: &Changes<'_>,
        all: bool,
    ) -> (Option<Value>, Report) {
        self.read(session);
        let is_uncertain = !changes.uncertain.is_empty();
        let mut passes = 0..MOST_UNCERTAIN;
        for line in &mut self.lines {
            line.u = match (line.node.is_leaf(), line.row) {
                (true, None) => session.uncertainty_of_leaf(&line.node),
                (true, Some(row)) => {
                    session.uncertainties_of_column(&line.node).map(|us| us.at(row - 1))
                }
                (false, _) if !is_uncertain && !line.has_moved() => None,
                (false, _) => passes.next().and_then(|_| session.shown_uncertainty(&line.node)),
            };
        }
        let mut lost = self.lines.iter().filter(|it| it.u.is_some_and(|u| !u.is_finite()));
        let lost = lost.next().map(|it| (it.node.clone(), it.u));
        let notes = lost.and_then(|(node, u)| session.why_not_finite(&node, u, true));
        self.lines
            .retain(|it| it.node.is_leaf() || it.has_moved() || is_uncertain && it.u.is_some());
        let ranks = vec![0; self.lines.len()];
        let fold = (!all).then(|| Fold { ranks, command: ":vars all".to_owned() });
        let table = Block::Table(Table { fold, ..table(session, &self.lines) });
        let summaries = changes.summaries.iter().map(|text| text.clone().line());
        let blocks = summaries.chain([table]).collect();
        let notes = notes.into_iter().collect();
        (self.root, Report { kind: "set", blocks, notes, ..Report::default() })
    }
}

/// The results of changed leaves, in the order of their names, and the root of the change.
fn results(session: &Session, changes: &Changes<'_>) -> (Vec<Value>, Option<Value>) {
    let names = session.names();
    let order = Order::until(session.stop(), names.iter().map(|(_, it)| it).chain(session.root()));
    let numbers: Vec<usize> = changes.leaves().filter_map(|leaf| order.number_of(leaf)).collect();
    let depends = order.dependents(&numbers);
    let follows = |node: &Value| {
        let number = order.number_of(node).filter(|_| !node.is_leaf());
        number.is_some_and(|number| depends.get(number).copied().unwrap_or(false))
    };
    let own = names
        .iter()
        .filter(|(name, node)| *name != ANSWER && follows(node) && names.call(node) == *name);
    let mut nodes: Vec<Value> = own.map(|(_, node)| node.clone()).collect();
    let root =
        session.root().filter(|root| follows(root) || changes.leaves().any(|leaf| leaf.is(root)));
    nodes.extend(root.filter(|root| !root.is_leaf() && !nodes.contains(root)).cloned());
    let root = root.or(nodes.last()).cloned();
    (nodes, root)
}

/// The data of a per-row node in a row, from 1; nan if work is interrupted.
fn data_in_row(session: &mut Session, node: &Value, row: usize) -> f64 {
    let rows = session.all_rows(node).unwrap_or_default();
    rows.get(row - 1).copied().unwrap_or(f64::NAN)
}

fn table(session: &Session, lines: &[Line]) -> Table {
    let has_uncertainty = lines.iter().any(|line| line.u.is_some());
    let row = |Line { node, row, before, after, u }: &Line| {
        let style = u.map_or(NumberStyle::Data, NumberStyle::Beside);
        let [was, is] = style
            .change(*before, *after)
            .map(|number| Paragraph::default().piece(Piece::Number(number)));
        let name = with_row(session.names().call(node), *row);
        let mut cells = vec![Paragraph::new(name), was, Paragraph::new("→"), is];
        cells.extend(uncertainty(*after, *u).into_iter().filter(|_| has_uncertainty));
        cells
    };
    let (arrow, after) = (Column::text("").gap(1), Column::number("after").gap(1));
    let name = Column::text("name").keeping_end(NARROWEST);
    let mut columns = vec![name, Column::number("before"), arrow, after];
    if has_uncertainty {
        columns.extend(uncertainty_columns());
    }
    Table::new(columns, lines.iter().map(row).collect())
}
