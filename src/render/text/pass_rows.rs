//! The rows of a pass: which are shown, and their fields.

use std::io;

use super::table::Field;
use super::truncate::{Folded, LAST};
use crate::core::graph::Value;
use crate::render::Style;
use crate::render::line_writer::{LineWriter, WIDEST, clipped_inside};
use crate::report::{Coverage, NumberStyle, Pass, Role, numbers};

/// The number of nodes up to which a terminal shows the whole table after `:set` and `:step`.
const SMALL: usize = 12;

/// Returns the rows that are shown of `nodes`, which are those of the pass in some order.
pub fn folded<'pass>(
    pass: &Pass,
    nodes: impl Iterator<Item = &'pass Value>,
    style: &Style,
) -> Folded {
    let is_small = pass.shown().nth(SMALL).is_none();
    let limit = style.rows.filter(|_| pass.only.is_none() && pass.coverage != Coverage::All);
    let Some(limit) = limit else {
        return Folded::whole(pass.shown().count());
    };
    let ranks: Vec<u8> = nodes.map(|node| rank(pass, node)).collect();
    match pass.coverage {
        Coverage::Moving if !is_small => {
            let ranks: Vec<u8> =
                ranks.into_iter().map(|rank| if rank > MOVING { LAST } else { rank }).collect();
            Folded::of(&ranks, limit.min(ranks.len().saturating_sub(1)))
        }
        _ => Folded::of(&ranks, limit),
    }
}

/// Returns true if a terminal shows none of the pass.
pub fn is_omitted(pass: &Pass, style: &Style) -> bool {
    style.rows.is_some() && pass.coverage == Coverage::Small && pass.shown().nth(SMALL).is_some()
}

/// The rank of a leaf that `:step` moves.
const MOVING: u8 = 1;

/// The rank of a node: the root and the named leaves come first.
fn rank(pass: &Pass, node: &Value) -> u8 {
    // Part 0 of a statement is what was bound to its name.
    let is_named = node.label().part == 0;
    if pass.root().is_some_and(|root| root.is(node)) {
        0
    } else if node.is_leaf() {
        if node.is_frozen() { 2 } else { MOVING }
    } else if is_named {
        3
    } else {
        LAST
    }
}

/// Writes the number of hidden rows, if any, and how to show them.
pub fn write_hidden(
    folded: &Folded,
    pass: &Pass,
    style: &Style,
    line: &mut LineWriter<'_>,
) -> io::Result<()> {
    folded.write_hidden("nodes", &pass.command_for_all(), style, line)
}

/// The role of the text of a node: that of a side that is not taken is faint.
pub fn text_role(pass: &Pass, node: &Value) -> Role {
    if pass.is_left_out(node) { Role::Faint } else { Role::Plain }
}

/// The data and the grad of a node; a dot if the grad is not known yet.
pub fn number_fields<'row>(pass: &Pass, node: &Value, style: &Style) -> [Field<'row>; 2] {
    let is_left_out = pass.is_left_out(node);
    let field = |value: f64, number: NumberStyle| {
        let number = number.of(value);
        let role = if is_left_out { Role::Faint } else { numbers::role(number) };
        (role, numbers::text(number, style.digits).into())
    };
    if pass.network(node).is_some() {
        return [(Role::Plain, "".into()), (Role::Plain, "".into())];
    }
    let grad = pass.grad(node).map(|grad| field(grad, NumberStyle::Grad));
    let data = match node.text() {
        _ if pass.is_blank(node) => (Role::Faint, "·".into()),
        Some(text) => (if is_left_out { Role::Faint } else { Role::Plain }, text.into()),
        None => field(node.data(), NumberStyle::Data),
    };
    [data, grad.unwrap_or((Role::Faint, "·".into()))]
}

/// All names of a node, clipped so that their ends, which tell inner nodes apart, remain.
pub fn name(pass: &Pass, node: &Value, mark: &str) -> String {
    if pass.network(node).is_some() {
        return clipped_inside(pass.names.call_network(node), WIDEST, mark);
    }
    clipped_inside(pass.all_names(node), WIDEST, mark)
}

/// Says which row is in view, and how to see another.
pub fn write_row_in_view(pass: &Pass, line: &mut LineWriter<'_>) -> io::Result<()> {
    for text in pass.rows_in_view() {
        line.put(Role::Faint, &text)?;
        line.end()?;
    }
    Ok(())
}
