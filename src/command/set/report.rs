//! What `:set` says: the numbers of leaves before and after, and every named result that moved.

use super::arguments::Changes;
use super::{uncertainty, uncertainty_columns};
use crate::core::graph::{Order, Value, refresh};
use crate::core::language::in_marks;
use crate::core::session::{ANSWER, Session, with_row};
use crate::parts::rows::Sweep;
use crate::report::{
    Block, Column, Fold, NARROWEST, NumberStyle, Paragraph, Piece, Report, Table, numbers,
};

/// The most results whose uncertainty is computed, which takes a pass each.
const MOST_UNCERTAIN: usize = 1000;

/// A node, or one row of it, before and after a change.
struct Line {
    node: Value,
    /// The row, from 1, if it has several.
    row: Option<usize>,
    before: f64,
    after: f64,
    u: Option<f64>,
}

/// Leaves and the named results that are computed from them, before they change.
pub(super) struct Before {
    leaves: Vec<Line>,
    results: Vec<Line>,
    /// The root, if it is computed from them or one of them, or else the last of the results.
    root: Option<Value>,
}

impl Before {
    /// The leaves to change, but for those that are summarized, and what follows them.
    pub fn of(session: &mut Session, changes: &Changes) -> Before {
        let all: Vec<Value> = changes.leaves.iter().map(|(leaf, _)| leaf.clone()).collect();
        let rows: Vec<(Value, usize)> =
            changes.rows.iter().map(|(leaf, row, _)| (leaf.clone(), *row)).collect();
        let (results, root) = results(session, &all, &rows);
        let whole = all.into_iter().skip(changes.summarized);
        let whole = whole.map(|leaf| (session.row_in_view_of(&leaf), leaf));
        let leaves = rows.into_iter().map(|(leaf, row)| (Some(row), leaf)).chain(whole);
        let line = |(row, node)| Line { node, row, before: f64::NAN, after: f64::NAN, u: None };
        let mut before = Before {
            leaves: leaves.map(line).collect(),
            results: results.into_iter().map(line).collect(),
            root,
        };
        before.read(session);
        before
    }

    /// Reads the data of all nodes.
    fn read(&mut self, session: &Session) {
        let lines = || self.leaves.iter().chain(&self.results);
        refresh(session.stop(), lines().map(|it| &it.node), session.clock);
        for line in self.leaves.iter_mut().chain(&mut self.results) {
            let hidden = line.row.filter(|row| session.row_in_view_of(&line.node) != Some(*row));
            let data = hidden.map_or(line.node.data(), |row| data_in_row(session, &line.node, row));
            (line.before, line.after) = (line.after, data);
        }
    }

    /// Returns the node whose table tells of the change, if there is one, and the report on the changes that have
    /// been made. A terminal shows `all` lines, or as many as fit.
    pub fn report(
        mut self,
        session: &mut Session,
        changes: &Changes,
        all: bool,
    ) -> (Option<Value>, Report) {
        self.read(session);
        let has_moved = |line: &Line| line.before.to_bits() != line.after.to_bits();
        for line in &mut self.leaves {
            line.u = match line.row {
                None => session.uncertainty_of_leaf(&line.node),
                Some(row) => session.uncertainties_of_column(&line.node).map(|us| us.at(row - 1)),
            };
        }
        let is_uncertain = changes.is_about_uncertainty();
        self.results.retain(|line| is_uncertain || has_moved(line));
        for line in self.results.iter_mut().take(MOST_UNCERTAIN) {
            line.u = session.shown_uncertainty(&line.node);
        }
        self.results.retain(|line| line.u.is_some() || has_moved(line));
        let lines: Vec<Line> = self.leaves.into_iter().chain(self.results).collect();
        let fold =
            (!all).then(|| Fold { ranks: vec![0; lines.len()], command: ":vars all".to_owned() });
        let table = Block::Table(Table { fold, ..table(session, &lines) });
        let summaries = changes.summaries.iter().map(|text| text.clone().line());
        let blocks = summaries.chain([table]).collect();
        (self.root, Report { kind: "set", blocks, ..Report::default() })
    }
}

/// The results that are computed from leaves, of which those in `rows` change in the row given, in the order in
/// which their names were bound, each with the row to be shown; and the root of the change.
fn results(
    session: &mut Session,
    leaves: &[Value],
    rows: &[(Value, usize)],
) -> (Vec<(Option<usize>, Value)>, Option<Value>) {
    let changed = || leaves.iter().chain(rows.iter().map(|(leaf, _)| leaf));
    let names = session.names();
    let order = Order::until(session.stop(), names.iter().map(|(_, it)| it).chain(session.root()));
    let numbers: Vec<usize> = changed().filter_map(|leaf| order.number_of(leaf)).collect();
    let depends = order.dependents(&numbers);
    let follows = |node: &Value| {
        let number = order.number_of(node).filter(|_| !node.is_leaf());
        number.is_some_and(|number| depends.get(number).copied().unwrap_or(false))
    };
    let own = names
        .iter()
        .filter(|(name, node)| *name != ANSWER && follows(node) && names.call(node) == *name);
    let mut nodes: Vec<Value> = own.map(|(_, node)| node.clone()).collect();
    let root = session.root().filter(|root| follows(root) || changed().any(|leaf| leaf.is(root)));
    nodes.extend(root.filter(|root| !root.is_leaf() && !nodes.contains(root)).cloned());
    let root = root.or(nodes.last()).cloned();
    let mut results = Vec::new();
    for node in nodes {
        let given = rows.iter().filter(|(leaf, _)| node.is_per_row() && leaf.rows() == node.rows());
        let count = results.len();
        results.extend(given.map(|(_, row)| (Some(*row), node.clone())));
        if results.len() == count {
            results.push((session.row_in_view_of(&node), node));
        }
    }
    (results, root)
}

/// The data of a per-row node in a row, from 1; nan if work is interrupted.
fn data_in_row(session: &Session, node: &Value, row: usize) -> f64 {
    if let Some(column) = node.as_column() {
        return column.number(row - 1).unwrap_or(f64::NAN);
    }
    let mut found = f64::NAN;
    if let Some(mut sweep) = Sweep::over(node) {
        sweep.read(row - 1..row, session.stop(), |block| {
            found = block.first().copied().unwrap_or(f64::NAN);
        });
    }
    found
}

fn table(session: &Session, lines: &[Line]) -> Table {
    let has_uncertainty = lines.iter().any(|line| line.u.is_some());
    let row = |Line { node, row, before, after, u }: &Line| {
        let both = [*before, *after];
        let [was, is] = match (node.categories(), *u) {
            (Some(categories), _) => both.map(|code| {
                Paragraph::new(categories.text(code).map_or_else(|| "nan".to_owned(), in_marks))
            }),
            (None, Some(u)) if look_apart(both, u) => both.map(|number| {
                let [number, _] = Paragraph::with_uncertainty(number, u);
                number
            }),
            _ => NumberStyle::Data
                .change(*before, *after)
                .map(|number| Paragraph::default().piece(Piece::Number(number))),
        };
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

/// Returns true if two numbers that end at the place of their uncertainty look like two, if they are.
fn look_apart([before, after]: [f64; 2], u: f64) -> bool {
    let text = |number| numbers::to_same_place(number, u, None);
    before.to_bits() == after.to_bits() || text(before) != text(after)
}
