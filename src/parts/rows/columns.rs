//! Columns of a session, and the current rows.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use foldhash::fast::RandomState;

use super::column::{Cells, Column, View};
use crate::core::graph::{Built, Label, MOST_ROWS, NonFinite, Operand, Value, interrupted};
use crate::core::language::{Error, Result, Span, counted, quoted};
use crate::core::session::{Assigned, Change, PartState, ROWS_AS_A_NODE, Session, with_row};
use crate::parts::rows::sweep::Sweep;

/// The current row for each length of columns.
#[derive(Debug, Clone, Default)]
pub struct Views {
    views: HashMap<usize, View, RandomState>,
    /// The current rows before this statement.
    kept: Vec<(View, usize)>,
}

impl Views {
    fn of(&mut self, rows: usize) -> &View {
        self.views.entry(rows).or_default()
    }

    pub fn keep(&mut self) {
        self.kept = self.views.values().map(|view| (Rc::clone(view), view.get())).collect();
    }

    /// Restores the rows; returns true if they changed.
    pub fn restore(&mut self) -> bool {
        let kept = std::mem::take(&mut self.kept).into_iter();
        kept.fold(false, |changed, (view, row)| changed | (view.replace(row) != row))
    }
}

impl PartState for Views {}

#[doc(hidden)]
impl Session {
    /// Binds `name` to a column of these numbers, or texts.
    pub fn bind_column(
        &mut self,
        name: &str,
        cells: impl Into<Cells>,
        span: Span,
    ) -> Result<Assigned> {
        let cells = cells.into();
        self.need_rows(cells.numbers.len(), span)?;
        let label = self.next_label(name, span)?;
        Ok(self.bind_numbers(label, cells))
    }

    /// A new leaf with these numbers, or texts.
    pub fn column_leaf(&mut self, label: Label, cells: impl Into<Cells>) -> Value {
        let cells = cells.into();
        let view = Rc::clone(self.part_setting_mut::<Views>().of(cells.numbers.len()));
        let column = Column::new(cells, view, self.budget());
        let leaf = Value::column(column, label, self.budget());
        leaf.set_computed_at(self.data_time);
        leaf
    }

    pub(crate) fn bind_numbers(&mut self, label: Label, cells: impl Into<Cells>) -> Assigned {
        let result = Operand::Value(self.column_leaf(label, cells));
        self.bind_built(label, Built::of(result, 0), None)
    }

    /// Makes sure that rows fit into memory.
    pub(crate) fn need_rows(&mut self, rows: usize, span: Span) -> Result<()> {
        if rows > MOST_ROWS {
            return Err(Error::new(span, format!("a column has at most {MOST_ROWS} rows")));
        }
        self.need_nodes(rows / ROWS_AS_A_NODE, span)
    }

    /// Chooses the current row, from 1, of everything with this many rows.
    pub fn look_at_row(&mut self, rows: usize, row: usize) {
        self.part_setting_mut::<Views>().of(rows).set(row.saturating_sub(1));
        self.set_data(&[]);
    }

    /// The current row, from 1, of columns of this length.
    pub fn current_row(&self, rows: usize) -> usize {
        self.part_setting::<Views>().and_then(|it| it.views.get(&rows)).map_or(0, |view| view.get())
            + 1
    }

    /// The current row, from 1, of a per-row node.
    pub fn current_row_of(&self, node: &Value) -> Option<usize> {
        node.rows().map(|rows| self.current_row(rows))
    }

    /// The name of a node, with the current row of a per-row one: `x[3]`.
    pub fn name_in_view(&self, node: &Value) -> String {
        with_row(self.names().call(node), self.current_row_of(node))
    }

    /// The lengths of named nodes, each once, in ascending order.
    pub fn row_counts(&self) -> Vec<usize> {
        let counts = self.names().iter().filter_map(|(_, value)| value.rows());
        counts.collect::<BTreeSet<usize>>().into_iter().collect()
    }

    /// Returns the common number of rows; `None` if no node has rows.
    pub fn common_rows(&self, nodes: &[(String, Span, Value)]) -> Result<Option<usize>> {
        let with_rows = || nodes.iter().filter(|(_, _, node)| node.is_per_row());
        let Some((first, _, node)) = with_rows().next() else { return Ok(None) };
        let Some((name, span, other)) = with_rows().find(|(_, _, it)| it.rows() != node.rows())
        else {
            return Ok(node.rows());
        };
        let [others, rows] = [other, node].map(|it| it.rows().unwrap_or(0));
        let others = counted(others as u64, "row");
        let message = format!("{} has {others}, {} has {rows}", quoted(name), quoted(first));
        Err(Error::new(*span, message))
    }

    /// Changes a number in each of these columns, and recomputes the root.
    ///
    /// Returns the first operation that made a non-finite number out of finite ones.
    pub fn set_rows(&mut self, changes: &[(Value, usize, f64)]) -> Option<NonFinite> {
        for (leaf, row, number) in changes {
            let mut change = Change::Row(leaf.clone(), row.saturating_sub(1), *number);
            change.swap(self);
            self.record(change);
        }
        self.set_data(&[]);
        self.non_finite()
    }

    /// All numbers of a per-row node.
    pub fn all_rows(&mut self, value: &Value) -> Result<Vec<f64>> {
        self.refresh(value);
        if value.rows().is_none() {
            return Ok(Vec::new());
        }
        Sweep::rows_of(value, self.stop()).ok_or_else(|| interrupted(Span::default()))
    }

    /// All numbers of a per-row node, shared with a column.
    pub fn shared_rows(&mut self, value: &Value) -> Result<Rc<Vec<f64>>> {
        match value.as_column() {
            Some(column) => Ok(column.numbers()),
            None => self.all_rows(value).map(Rc::new),
        }
    }

    /// The row number of `NAME[row]`, from 1.
    pub fn row_of(&self, value: &Value, (name, row): (&str, &str), span: Span) -> Result<usize> {
        let Some(rows) = value.rows() else {
            let message = format!("{} is one number, not a column", quoted(name));
            return Err(Error::new(span, message));
        };
        let number = row.replace('_', "").parse::<usize>().ok();
        number.filter(|row| (1..=rows).contains(row)).ok_or_else(|| {
            let message = format!("{} has rows 1 to {rows}, found {}", quoted(name), quoted(row));
            Error::new(span, message)
        })
    }
}
