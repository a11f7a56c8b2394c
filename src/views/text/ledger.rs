//! A pass in backward order, with lanes on the left that lead from each node to its operands.

use std::io;

use super::columns::{Row, fit, write_rows, write_titles};
use super::rows::{
    Selection, expression, name, number_columns, number_fields, remark, write_row_in_view,
};
use crate::graph::Value;
use crate::report::{Column, Pass, Role};
use crate::views::Style;
use crate::views::line_writer::{LineWriter, width};

/// The maximum number of lanes; a graph that needs more is shown without lanes.
const MOST_LANES: usize = 8;

/// Writes the ledger.
pub fn write(pass: &Pass, style: &Style, line: &mut LineWriter<'_>) -> io::Result<()> {
    let selection = Selection::of(pass, style);
    let lanes = if selection.is_whole(pass) { count_lanes(pass) } else { None };
    let lanes_column = lanes.map(|lanes| Column::text("").gap(0).width(2 * lanes));
    let has_lanes = lanes_column.is_some();
    let mut columns: Vec<Column> = lanes_column.into_iter().collect();
    columns.push(Column::text("node").gap(usize::from(has_lanes)));
    columns.push(Column::text("expression").width(width("expression")));
    columns.extend(number_columns(format!("d{}/dnode", pass.root_name())));
    columns.push(Column::text(""));
    for column in columns.iter_mut().filter(|column| column.right) {
        column.width = column.width.max(width(&column.title));
    }
    // The width of the lanes is known already, so the first pass does not draw them.
    let measured = columns.get_mut(usize::from(has_lanes)..).unwrap_or_default();
    fit(measured, rows(pass, &selection, false, style));
    write_titles(&columns, line)?;
    write_rows(&columns, rows(pass, &selection, has_lanes, style), line)?;
    write_row_in_view(pass, line)?;
    selection.write_hidden(pass, line)
}

fn rows<'pass>(
    pass: &'pass Pass,
    selection: &'pass Selection,
    has_lanes: bool,
    style: &'pass Style,
) -> impl Iterator<Item = Row<'pass>> {
    let mut lanes = if has_lanes { Lanes::of(pass) } else { None };
    let nodes = pass.order.nodes().iter().rev();
    let nodes = nodes.filter(|node| selection.has(pass, node)).take(selection.count());
    nodes.map(move |node| {
        let mut fields = Vec::with_capacity(5);
        if let Some(lanes) = &mut lanes {
            let drawn = lanes.enter(node).map(|lanes| lanes.text(node));
            fields.push((Role::Faint, drawn.unwrap_or_default().into()));
        }
        fields.push((Role::Plain, name(pass, node).into()));
        fields.push((Role::Plain, origin(pass, node).into()));
        fields.extend(number_fields(pass, node, style));
        fields.push((Role::Faint, remark(pass, node).into()));
        Row { fields, ..Row::default() }
    })
}

/// The expression of a computed node, or whether a leaf is frozen.
fn origin(pass: &Pass, node: &Value) -> String {
    if !node.is_leaf() {
        format!("= {}", expression(pass, node))
    } else if node.is_frozen() && !node.is_per_row() {
        "(frozen)".to_owned()
    } else {
        String::new()
    }
}

/// The number of lanes that the pass needs; none if too many.
fn count_lanes(pass: &Pass) -> Option<usize> {
    let mut lanes = Lanes::of(pass)?;
    let nodes = pass.order.nodes().iter().rev().take_while(|_| !pass.order.is_stopped());
    nodes.map(|node| lanes.enter(node)).try_fold(1, |most, lane| Some(lane?.count().max(most)))
}

/// The lanes between two rows, each leading to a node further down.
struct Lanes<'order> {
    waiting: [Option<&'order Value>; MOST_LANES],
}

/// The lanes of one row.
#[derive(Clone, Copy)]
struct DrawnLanes {
    lanes: [Lane; MOST_LANES],
}

/// The state of a lane in one row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lane {
    /// It is not in use.
    Free,
    /// It continues to a node further down.
    Waiting,
    /// It holds the row's node.
    Node,
    /// It ends in the row's node.
    Merging,
    /// It starts at the row's node.
    Opening,
}

impl<'order> Lanes<'order> {
    /// The lanes above the first row.
    fn of(pass: &'order Pass) -> Option<Lanes<'order>> {
        let mut waiting = [None; MOST_LANES];
        waiting[0] = Some(pass.root()?);
        Some(Lanes { waiting })
    }

    /// Moves on to the row of `node`; none if there is no free lane.
    fn enter(&mut self, node: &'order Value) -> Option<DrawnLanes> {
        let mut row = DrawnLanes { lanes: [Lane::Free; MOST_LANES] };
        let mut own = None;
        for (at, (lane, waiting)) in row.lanes.iter_mut().zip(&mut self.waiting).enumerate() {
            let Some(wanted) = *waiting else {
                continue;
            };
            if !wanted.is(node) {
                *lane = Lane::Waiting;
                continue;
            }
            *lane = if own.is_none() { Lane::Node } else { Lane::Merging };
            own = own.or(Some(at));
            *waiting = None;
        }
        self.open(node, own?, &mut row).then_some(row)
    }

    /// Opens a lane for each operand, the node's own for the first; false if there are too few.
    fn open(&mut self, node: &'order Value, own: usize, row: &mut DrawnLanes) -> bool {
        let mut operands = node.operands().iter().filter_map(|operand| operand.value());
        if let Some(waiting) = self.waiting.get_mut(own) {
            *waiting = operands.next();
        }
        let mut free = self.waiting.iter_mut().zip(&mut row.lanes).skip(own);
        operands.all(|operand| {
            let Some((waiting, lane)) = free.find(|(_, lane)| **lane == Lane::Free) else {
                return false;
            };
            *waiting = Some(operand);
            *lane = Lane::Opening;
            true
        })
    }
}

impl DrawnLanes {
    /// The number of lanes up to the last one in use.
    fn count(&self) -> usize {
        self.lanes.iter().rposition(|lane| *lane != Lane::Free).map_or(0, |last| last + 1)
    }

    /// The row as drawn.
    fn text(&self, node: &Value) -> String {
        let joins = |lane: &Lane| matches!(lane, Lane::Node | Lane::Merging | Lane::Opening);
        let first = self.lanes.iter().position(joins).unwrap_or(0);
        let last = self.lanes.iter().rposition(joins).unwrap_or(0);
        let mut text = String::new();
        for (at, lane) in self.lanes.iter().enumerate().take(self.count()) {
            let is_crossed = first < at && at < last;
            text.push_str(match lane {
                Lane::Node if node.is_leaf() => "●",
                Lane::Node => "○",
                Lane::Merging if is_crossed => "┴",
                Lane::Merging => "╯",
                Lane::Opening if is_crossed => "┬",
                Lane::Opening => "╮",
                Lane::Waiting if is_crossed => "┼",
                Lane::Waiting => "│",
                Lane::Free if is_crossed => "─",
                Lane::Free => " ",
            });
            text.push_str(if first <= at && at < last { "─" } else { " " });
        }
        text
    }
}
