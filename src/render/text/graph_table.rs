//! A pass in backward order, with lanes on the left that lead from each node to its operands.

use std::io;

use super::column_widths::{Narrowed, Narrowing};
use super::columns::{Row, fit, total, write_rows, write_titles};
use super::pass_rows::{
    expression, folded, is_omitted, name, number_columns, number_fields, text_role, write_hidden,
    write_row_in_view,
};
use super::truncate::Folded;
use crate::core::graph::Value;
use crate::render::Style;
use crate::render::line_writer::{LineWriter, WIDEST, clipped_inside, width};
use crate::report::{Column, Pass, Role, members};

/// The maximum number of lanes; a graph that needs more is shown without lanes.
const MOST_LANES: usize = 8;

/// A longer name of the root is not repeated in a title.
pub const WIDEST_ROOT: usize = 16;

/// A title of the grads that is wider, as hardly any number is, is `grad` instead.
const WIDEST_TITLE: usize = 12;

/// Writes the ledger.
pub fn write(pass: &Pass, style: &Style, line: &mut LineWriter<'_>) -> io::Result<()> {
    if is_omitted(pass, style) {
        return Ok(());
    }
    let folded = folded(pass, pass.shown().rev(), style);
    let is_whole = pass.only.is_none() && folded.count == folded.total;
    let lanes = if is_whole { count_lanes(pass) } else { None };
    let lanes_column = lanes.map(|lanes| Column::text("").gap(0).width(2 * lanes));
    let has_lanes = lanes_column.is_some();
    let mut columns: Vec<Column> = lanes_column.into_iter().collect();
    columns.push(Column::text("").titled("node").gap(usize::from(has_lanes)));
    columns.push(Column::text("").titled("expression").width(width("expression")));
    columns.extend(number_columns());
    columns.push(Column::text(""));
    // The width of the lanes is known already, so the first pass does not draw them.
    let measured = columns.get_mut(usize::from(has_lanes)..).unwrap_or_default();
    fit(measured, rows(pass, &folded, false, [Some(WIDEST), Some(WIDEST)], style));
    let node = usize::from(has_lanes);
    name_grads(pass, &mut columns, style);
    let (expressions, remarks) = (node + 1, columns.len() - 1);
    let narrowing = Narrowing { expressions, dispensable: &[remarks, expressions] };
    let Narrowed { expression, gone } = narrowing.fit(&mut columns, style.table_columns());
    let widest = [columns.get(node).map(|column| column.width), (gone < 2).then_some(expression)];
    write_titles(&columns, line)?;
    write_rows(&columns, rows(pass, &folded, has_lanes, widest, style), line)?;
    write_row_in_view(pass, line)?;
    write_hidden(&folded, pass, style, line)
}

/// Titles the grads `dL/dnode` instead, if there is room for that.
fn name_grads(pass: &Pass, columns: &mut [Column], style: &Style) {
    let (title, whole) = (format!("d{}/dnode", pass.root_name()), total(columns));
    // Of the numbers, the grads come last.
    let Some(grads) = columns.iter_mut().rfind(|column| column.right) else { return };
    let more = width(&title).saturating_sub(grads.width);
    let fits = style.table_columns().is_none_or(|screen| whole + more <= screen);
    if more == 0 || fits && width(&title) <= WIDEST_TITLE {
        grads.width += more;
        grads.title = title.into();
    }
}

fn rows<'pass>(
    pass: &'pass Pass,
    folded: &'pass Folded,
    has_lanes: bool,
    [widest_name, widest]: [Option<usize>; 2],
    style: &'pass Style,
) -> impl Iterator<Item = Row<'pass>> {
    let mut lanes = if has_lanes { Lanes::of(pass) } else { None };
    let nodes = pass.shown().rev().enumerate().filter(|(row, _)| folded.has(*row));
    let nodes = nodes.take(folded.count).map(|(_, node)| node);
    nodes.map(move |node| {
        let mut fields = Vec::with_capacity(5);
        if let Some(lanes) = &mut lanes {
            let drawn = lanes.enter(pass, node).map(|lanes| lanes.text(node));
            fields.push((Role::Faint, drawn.unwrap_or_default().into()));
        }
        let name = name(pass, node, &style.mark());
        let name = clipped_inside(name, widest_name.unwrap_or(WIDEST), &style.mark());
        let role = text_role(pass, node);
        fields.push((role, name.into()));
        if let Some(widest) = widest {
            fields.push((role, origin(pass, node, widest, style).into()));
        }
        fields.extend(number_fields(pass, node, style));
        fields.push((Role::Faint, pass.remark_with_network(node, style.digits).into()));
        fields
    })
}

/// The expression of a computed node, or whether a leaf is frozen.
fn origin(pass: &Pass, node: &Value, widest: usize, style: &Style) -> String {
    if !node.is_leaf() {
        format!("= {}", expression(pass, node, widest, style))
    } else if let Some(network) = pass.network(node) {
        members(network)
    } else if node.is_frozen() && !node.is_per_row() {
        "(frozen)".to_owned()
    } else {
        String::new()
    }
}

/// The number of lanes that the pass needs; none if too many.
fn count_lanes(pass: &Pass) -> Option<usize> {
    let mut lanes = Lanes::of(pass)?;
    let mut nodes = pass.shown().rev();
    nodes.try_fold(1, |most, node| Some(lanes.enter(pass, node)?.count().max(most)))
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
    fn enter(&mut self, pass: &'order Pass, node: &'order Value) -> Option<DrawnLanes> {
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
        self.open(pass, node, own?, &mut row).then_some(row)
    }

    /// Opens a lane for each operand, the node's own for the first; false if there are too few.
    fn open(
        &mut self,
        pass: &'order Pass,
        node: &'order Value,
        own: usize,
        row: &mut DrawnLanes,
    ) -> bool {
        let mut operands = pass.operands(node).into_iter();
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
