//! A pass in backward order, with lanes on the left that lead from each node to its operands.

use std::io;

use super::pass_rows::{
    folded, is_omitted, name, number_fields, text_role, write_hidden, write_row_in_view,
};
use super::table::{self, Row};
use super::truncate::Folded;
use crate::core::graph::Value;
use crate::render::line_writer::{LineWriter, WIDEST, clipped_to, width};
use crate::render::{Style, ascii};
use crate::report::{Column, NARROWEST, Pass, Role, members, numbers};

/// The maximum number of lanes; a graph that needs more is shown without lanes.
const MOST_LANES: usize = 8;

/// A title of the grads that is wider, as hardly any number is, is `grad` instead.
const WIDEST_TITLE: usize = 12;

/// The least columns of numbers.
const NUMBER: usize = 10;

/// The fewest columns to which names of nodes are clipped.
const NARROWEST_NAME: usize = 14;

/// Writes the ledger.
pub fn write(pass: &Pass, style: &Style, line: &mut LineWriter<'_>) -> io::Result<()> {
    if is_omitted(pass, style) {
        return Ok(());
    }
    let folded = folded(pass, pass.shown().rev(), style);
    let is_whole = pass.only.is_none() && folded.count == folded.total;
    let has_lanes = is_whole && has_few_lanes(pass);
    let lanes = has_lanes.then(|| Column::text("").gap(0).drop(1));
    let node = Column::text("").titled("node").gap(usize::from(has_lanes));
    let expression = Column::text("").titled("expression").clip(NARROWEST).drop(2);
    let mut columns: Vec<Column> = lanes.into_iter().collect();
    columns.extend([node.keeping_end(NARROWEST_NAME), expression]);
    columns.extend(number_columns(pass));
    columns.push(Column::text("").drop(3));
    table::write_rows(&columns, true, || rows(pass, &folded, has_lanes, style), style, line)?;
    write_row_in_view(pass, line)?;
    write_hidden(&folded, pass, style, line)
}

/// The columns of data and grads.
fn number_columns(pass: &Pass) -> [Column; 2] {
    let title = format!("d{}/dnode", pass.root_name());
    let title = if width(&title) <= WIDEST_TITLE { title } else { "grad".to_owned() };
    [
        Column::number("").titled("data").width(NUMBER),
        Column::number("").titled(title).width(NUMBER),
    ]
}

fn rows<'pass>(
    pass: &'pass Pass,
    folded: &'pass Folded,
    has_lanes: bool,
    style: &'pass Style,
) -> impl Iterator<Item = Row<'pass>> {
    let mut lanes = if has_lanes { Lanes::of(pass) } else { None };
    let nodes = pass.shown().rev().enumerate().filter(|(row, _)| folded.has(*row));
    let nodes = nodes.take(folded.count).map(|(_, node)| node);
    nodes.map(move |node| {
        let mut fields = Vec::with_capacity(6);
        if let Some(lanes) = &mut lanes {
            let drawn = lanes.enter(pass, node).map(|lanes| lanes.text(node));
            fields.push((Role::Faint, ascii::drawn(drawn.unwrap_or_default().into(), style)));
        }
        fields.push((text_role(pass, node), name(pass, node, &style.mark()).into()));
        fields.push((text_role(pass, node), origin(pass, node, style).into()));
        fields.extend(number_fields(pass, node, style));
        fields.push((Role::Faint, pass.remark_with_network(node, style.digits).into()));
        fields
    })
}

/// The expression of a computed node, or whether a leaf is frozen.
fn origin(pass: &Pass, node: &Value, style: &Style) -> String {
    if !node.is_leaf() {
        let expression = pass.expression(node, |number| numbers::answer(number, None));
        format!("= {}", clipped_to(expression, WIDEST, &style.mark()))
    } else if let Some(network) = pass.network(node) {
        members(network)
    } else if node.is_frozen() && !node.is_per_row() {
        "(frozen)".to_owned()
    } else {
        String::new()
    }
}

/// Returns true if there are lanes enough for the pass.
fn has_few_lanes(pass: &Pass) -> bool {
    let Some(mut lanes) = Lanes::of(pass) else { return false };
    pass.shown().rev().all(|node| lanes.enter(pass, node).is_some())
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
