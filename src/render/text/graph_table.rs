//! A pass in backward order, with lanes on the left that lead from each node to its operands.

use std::io;

use super::paragraph::joined;
use super::table::{Field, Row, write_rows};
use super::truncate::{Folded, LAST};
use crate::core::graph::Value;
use crate::render::line_writer::{LineWriter, WIDEST, clipped_inside, clipped_to, width};
use crate::render::{Style, ascii};
use crate::report::{Column, Coverage, NARROWEST, NumberStyle, Pass, Role, numbers};

/// The maximum number of lanes; a graph that needs more is shown without lanes.
const MOST_LANES: usize = 8;
/// Above this width, the title of the grads is `grad`.
const WIDEST_TITLE: usize = 12;
/// The least columns of numbers.
const NUMBER: usize = 10;
/// The fewest columns of names.
const NARROWEST_NAME: usize = 14;
/// The number of nodes up to which a terminal shows the whole table after `:set` and `:step`.
const SMALL: usize = 12;
/// The rank of a leaf that `:step` moves.
const MOVING: u8 = 1;

/// Writes the table.
pub fn write(pass: &Pass, style: &Style, line: &mut LineWriter<'_>) -> io::Result<()> {
    let is_large = pass.shown().nth(SMALL).is_some();
    if style.rows.is_some() && pass.coverage == Coverage::Small && is_large {
        return Ok(());
    }
    let folded = folded(pass, is_large, style);
    let is_whole = pass.only.is_none() && folded.count == folded.total;
    let has_lanes = is_whole && has_few_lanes(pass);
    let title = format!("d{}/dnode", pass.root_name());
    let title = if width(&title) <= WIDEST_TITLE { title } else { "grad".to_owned() };
    let node = Column::text("").titled("node").gap(usize::from(has_lanes));
    let columns = [
        Column::text("").gap(0).drop(1),
        node.keeping_end(NARROWEST_NAME),
        Column::text("").titled("expression").clip(NARROWEST).drop(2),
        Column::number("").titled("data").width(NUMBER),
        Column::number("").titled(title).width(NUMBER),
        Column::text("").drop(3),
    ];
    write_rows(&columns, true, || rows(pass, &folded, has_lanes, style), style, line)?;
    write_current_rows(pass, line)?;
    folded.write_hidden("nodes", &pass.command_for_all(), style, line)
}

pub fn write_current_rows(pass: &Pass, line: &mut LineWriter<'_>) -> io::Result<()> {
    for text in pass.current_rows() {
        line.put(Role::Faint, &text)?;
        line.end()?;
    }
    Ok(())
}

/// The role of a node's text; an untaken side is faint.
pub fn text_role(pass: &Pass, node: &Value) -> Role {
    if pass.is_left_out(node) { Role::Faint } else { Role::Plain }
}

/// The rows that are shown.
fn folded(pass: &Pass, is_large: bool, style: &Style) -> Folded {
    let limit = style.rows.filter(|_| pass.only.is_none() && pass.coverage != Coverage::All);
    let Some(limit) = limit else { return Folded::whole(pass.shown().count()) };
    let mut ranks: Vec<u8> = pass.shown().map(|node| rank(pass, node)).collect();
    if pass.coverage != Coverage::Moving || !is_large {
        return Folded::of(&ranks, limit);
    }
    ranks.iter_mut().filter(|rank| **rank > MOVING).for_each(|rank| *rank = LAST);
    Folded::of(&ranks, limit.min(ranks.len().saturating_sub(1)))
}

/// The rank of a node: the root and the named leaves come first.
fn rank(pass: &Pass, node: &Value) -> u8 {
    match node {
        _ if pass.root().is_some_and(|root| root.is(node)) => 0,
        leaf if leaf.is_leaf() => MOVING + u8::from(leaf.is_frozen()),
        // Part 0 of a statement is its result.
        result if result.label().part == 0 => 3,
        _ => LAST,
    }
}

fn rows<'pass>(
    pass: &'pass Pass,
    folded: &'pass Folded,
    has_lanes: bool,
    style: &'pass Style,
) -> impl Iterator<Item = Row<'pass>> {
    let mut lanes = has_lanes.then(|| first_lanes(pass));
    let nodes = pass.shown().enumerate().filter(|(row, _)| folded.has(*row));
    nodes.take(folded.count).map(move |(_, node)| {
        let lanes = lanes.as_mut().and_then(|lanes| enter(lanes, pass, node));
        let drawn = lanes.map_or_else(String::new, |row| drawn(row, node));
        let fields = vec![(Role::Faint, ascii::drawn(drawn.into(), style))];
        fields.into_iter().chain(fields_of(pass, node, style)).collect()
    })
}

/// The name of a node, its formula, data, grad, and a remark.
fn fields_of<'row>(pass: &Pass, node: &Value, style: &Style) -> [Field<'row>; 5] {
    let (summary, remark) = (pass.summary(node), pass.remark(node).unwrap_or_default());
    let (role, mark) = (text_role(pass, node), style.mark());
    let clipped = |name: String| clipped_inside(name, WIDEST, &mark);
    let plain = |text: String| (Role::Plain, text.into());
    let own = summary.as_ref().map_or(String::new(), |it| joined(&it.remark, style).1.into_owned());
    if let Some(name) = summary.as_ref().and_then(|it| it.name.clone()) {
        let expression = summary.map_or(String::new(), |it| it.expression);
        let remark = (Role::Faint, own.into());
        let none = || plain(String::new());
        return [plain(clipped(name)), plain(expression), none(), none(), remark];
    }
    let expression = match summary {
        _ if node.is_leaf() && (!node.is_frozen() || node.is_per_row()) => String::new(),
        _ if node.is_leaf() => "(frozen)".to_owned(),
        Some(summary) => format!("= {}", clipped_to(summary.expression, WIDEST, &mark)),
        None => format!("= {}", clipped_to(pass.expression(node), WIDEST, &mark)),
    };
    let between = if own.is_empty() || remark.is_empty() { "" } else { ", " };
    let [data, grad] = number_fields(pass, node, style);
    let name = (role, clipped(pass.all_names(node)).into());
    [name, (role, expression.into()), data, grad, (Role::Faint, (own + between + &remark).into())]
}

/// The data and the grad of a node; a dot if unknown.
fn number_fields<'row>(pass: &Pass, node: &Value, style: &Style) -> [Field<'row>; 2] {
    let role = |role: Role| if pass.is_left_out(node) { Role::Faint } else { role };
    let field = |value: f64, number: NumberStyle| {
        let number = number.of(value);
        (role(numbers::role(number)), numbers::text(number, style.digits).into())
    };
    let data = match node.text() {
        _ if pass.is_blank(node) => (Role::Faint, pass.untold.into()),
        Some(text) => (role(Role::Plain), text.into()),
        None => field(node.data(), NumberStyle::Data),
    };
    let grad = pass.grad(node).map(|grad| field(grad, NumberStyle::Grad));
    [data, grad.unwrap_or((Role::Faint, pass.untold.into()))]
}

/// The nodes that the lanes between two rows lead to.
type Lanes<'order> = [Option<&'order Value>; MOST_LANES];

/// The state of a lane in one row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lane {
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

fn has_few_lanes(pass: &Pass) -> bool {
    let mut lanes = first_lanes(pass);
    pass.shown().all(|node| enter(&mut lanes, pass, node).is_some())
}

/// The lanes above the first row.
fn first_lanes(pass: &Pass) -> Lanes<'_> {
    let mut lanes = [None; MOST_LANES];
    lanes[0] = pass.root();
    lanes
}

/// Moves to the row of a node; its first operand gets its lane. `None` if the lanes run out.
fn enter<'order>(
    lanes: &mut Lanes<'order>,
    pass: &'order Pass,
    node: &'order Value,
) -> Option<[Lane; MOST_LANES]> {
    let mut row = lanes.map(|lane| if lane.is_some() { Lane::Waiting } else { Lane::Free });
    let mut own = None;
    for (at, (lane, state)) in lanes.iter_mut().zip(&mut row).enumerate() {
        if lane.take_if(|waiting| waiting.is(node)).is_some() {
            *state = if own.is_none() { Lane::Node } else { Lane::Merging };
            own = own.or(Some(at));
        }
    }
    let mut operands = pass.operands(node).into_iter();
    lanes[own?] = operands.next();
    for operand in operands {
        let free = (own?..MOST_LANES).find(|at| row[*at] == Lane::Free)?;
        (lanes[free], row[free]) = (Some(operand), Lane::Opening);
    }
    Some(row)
}

/// The lanes of a row as drawn.
fn drawn(row: [Lane; MOST_LANES], node: &Value) -> String {
    let joins = |lane: &Lane| matches!(lane, Lane::Node | Lane::Merging | Lane::Opening);
    let first = row.iter().position(joins).unwrap_or(0);
    let last = row.iter().rposition(joins).unwrap_or(0);
    let count = row.iter().rposition(|lane| *lane != Lane::Free).map_or(0, |last| last + 1);
    let mut text = String::new();
    for (at, lane) in row.iter().enumerate().take(count) {
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
