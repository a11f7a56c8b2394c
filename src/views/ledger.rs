//! A pass in backward order, with lanes on the left that show who uses whom.

use std::io;

use super::Style;
use super::pen::{Pen, width};
use super::rows::{Numbers, Shown, expression, name};
use crate::graph::Value;
use crate::report::{Pass, Role};

/// A graph that needs more lanes than this is shown without.
const MOST_LANES: usize = 8;

const NODE: &str = "node";
const EXPRESSION: &str = "expression";

/// Writes the ledger: once over the nodes for the widths, once for the text.
pub fn write(pass: &Pass, style: &Style, pen: &mut Pen<'_>) -> io::Result<()> {
    let title = format!("d{}/dnode", pass.root_name());
    let shown = Shown::of(pass, style);
    let columns = Columns::measure(pass, &shown, Numbers::new(style, &title));
    columns.write_titles(&title, pen)?;
    let mut lanes = columns.lanes.and_then(|_| Lanes::of(pass));
    for node in backward(pass, &shown) {
        if let Some(lanes) = &mut lanes
            && let Some(lane) = lanes.enter(node)
        {
            pen.left(Role::Faint, &lane.text(node), columns.before())?;
        }
        columns.write_row(pass, node, pen)?;
        pen.end()?;
    }
    shown.write_hidden(pass, pen)
}

fn backward<'pass>(pass: &'pass Pass, shown: &'pass Shown) -> impl Iterator<Item = &'pass Value> {
    let nodes = pass.order.nodes().iter().rev();
    nodes.filter(|node| shown.has(pass, node)).take(shown.count())
}

/// How wide everything is.
struct Columns {
    /// How many lanes there are; none when they are not drawn.
    lanes: Option<usize>,
    name: usize,
    expression: usize,
    numbers: Numbers,
}

impl Columns {
    fn measure(pass: &Pass, shown: &Shown, numbers: Numbers) -> Columns {
        let lanes = if shown.is_whole(pass) { count_lanes(pass) } else { None };
        let mut columns = Columns { lanes, name: 0, expression: width(EXPRESSION), numbers };
        for node in backward(pass, shown) {
            columns.name = columns.name.max(width(&name(pass, node)));
            columns.expression = columns.expression.max(width(&origin(pass, node)));
            columns.numbers.fit(pass, node);
        }
        columns
    }

    /// The columns before the names: a lane takes two, and two blanks follow the last.
    fn before(&self) -> usize {
        self.lanes.map_or(0, |lanes| 2 * lanes + 1)
    }

    fn write_titles(&self, grad_title: &str, pen: &mut Pen<'_>) -> io::Result<()> {
        pen.skip(self.before());
        pen.left(Role::Title, NODE, self.name.max(width(NODE)) + 2)?;
        pen.left(Role::Title, EXPRESSION, self.expression)?;
        self.numbers.write_titles(grad_title, pen)?;
        pen.end()
    }

    fn write_row(&self, pass: &Pass, node: &Value, pen: &mut Pen<'_>) -> io::Result<()> {
        pen.left(Role::Plain, &name(pass, node), self.name + 2)?;
        pen.left(Role::Plain, &origin(pass, node), self.expression)?;
        self.numbers.write(pass, node, pen)
    }
}

/// Where the node comes from: its expression.
fn origin(pass: &Pass, node: &Value) -> String {
    match node.is_leaf() {
        true if node.is_frozen() => "(frozen)".to_owned(),
        true => String::new(),
        false => format!("= {}", expression(pass, node)),
    }
}

/// How many lanes the pass takes; none when they are too many.
fn count_lanes(pass: &Pass) -> Option<usize> {
    let mut lanes = Lanes::of(pass)?;
    let nodes = pass.order.nodes().iter().rev().take_while(|_| !pass.order.is_stopped());
    nodes.map(|node| lanes.enter(node)).try_fold(1, |most, lane| Some(lane?.count().max(most)))
}

/// The lanes between two rows, each waiting for a node further down.
struct Lanes<'order> {
    waiting: [Option<&'order Value>; MOST_LANES],
}

/// What happens to the lanes in one row.
#[derive(Clone, Copy)]
struct Row {
    lanes: [Lane; MOST_LANES],
}

/// What happens to one lane in one row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lane {
    /// Nothing waits here.
    Free,
    /// It goes on to a node further down.
    Waiting,
    /// The row's node.
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

    /// Goes on to the row of `node`; none when there is no lane left.
    fn enter(&mut self, node: &'order Value) -> Option<Row> {
        let mut row = Row { lanes: [Lane::Free; MOST_LANES] };
        let mut own = None;
        for (at, (lane, waiting)) in row.lanes.iter_mut().zip(&mut self.waiting).enumerate() {
            let Some(wanted) = *waiting else {
                continue;
            };
            *lane = match wanted.is(node) {
                false => Lane::Waiting,
                true if own.is_none() => Lane::Node,
                true => Lane::Merging,
            };
            if wanted.is(node) {
                own = own.or(Some(at));
                *waiting = None;
            }
        }
        self.open(node, own?, &mut row).then_some(row)
    }

    /// Gives every operand a lane, the first one the node's own; false when there are too few.
    fn open(&mut self, node: &'order Value, own: usize, row: &mut Row) -> bool {
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

impl Row {
    /// How many lanes have something in them.
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
