//! The rows of a pass: which are shown, and their fields.

use std::borrow::Cow;
use std::io;

use super::columns::Field;
use super::fold::{Folded, LAST};
use crate::graph::{InOrder, Value};
use crate::report::{
    Column, Coverage, NumberStyle, Pass, Role, RowInView, Shape, counted, leaves, numbers,
};
use crate::views::Style;
use crate::views::line_writer::{LineWriter, WIDEST, clipped_inside, clipped_to, width};

/// The minimum width of a column of numbers.
const NUMBER: usize = 10;

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
    // The table has two headings.
    let limit = if pass.shape == Shape::Table { limit.saturating_sub(2).max(1) } else { limit };
    let ranks: Vec<u8> = nodes.map(|node| rank(pass, node)).collect();
    match pass.coverage {
        Coverage::Moving if !is_small => {
            let ranks: Vec<u8> =
                ranks.into_iter().map(|rank| if rank > MOVING { LAST } else { rank }).collect();
            Folded::of(&ranks, limit.min(ranks.len() - 1))
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
    match () {
        () if pass.root().is_some_and(|root| root.is(node)) => 0,
        () if node.is_leaf() && !node.is_frozen() => MOVING,
        () if node.is_leaf() => 2,
        () if is_named => 3,
        () => LAST,
    }
}

/// Writes the number of hidden rows, if any, and how to show them.
pub fn write_hidden(
    folded: &Folded,
    pass: &Pass,
    style: &Style,
    line: &mut LineWriter<'_>,
) -> io::Result<()> {
    let (what, command) = match pass.shape {
        Shape::Ledger => ("nodes", "grad"),
        Shape::Table => ("nodes", "table"),
        Shape::Tree => ("lines", "tree"),
        Shape::Circuit => ("nodes", "draw"),
    };
    folded.write_hidden(what, &format!(":{command} {} all", pass.root_reference()), style, line)
}

/// The columns of data and grads.
pub fn number_columns(grad_title: impl Into<Cow<'static, str>>) -> [Column; 2] {
    [
        Column::number("").titled("data").width(NUMBER),
        Column::number("").titled(grad_title).width(NUMBER),
    ]
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
    [field(node.data(), NumberStyle::Data), grad.unwrap_or((Role::Faint, "·".into()))]
}

/// All names of a node, clipped so that their ends, which tell inner nodes apart, remain.
pub fn name(pass: &Pass, node: &Value, mark: &str) -> String {
    if pass.network(node).is_some() {
        return clipped_inside(pass.names.call_network(node), WIDEST, mark);
    }
    clipped_inside(pass.all_names(node), WIDEST, mark)
}

/// What a node applies to its operands: an operation, or a network.
pub fn operation(pass: &Pass, node: &Value, style: &Style) -> String {
    match pass.whole(node) {
        None => node.operation().map_or(String::new(), |operation| operation.name.to_owned()),
        Some(whole) => match &whole.fold {
            Some(fold) => fold.form.to_owned(),
            None => clipped_inside(pass.names.call_network(&whole.leaf), WIDEST, &style.mark()),
        },
    }
}

/// The remark on a row: that its grad is a sum over rows, or what it stands for.
pub fn remark(pass: &Pass, node: &Value, style: &Style) -> String {
    if let Some(network) = pass.network(node) {
        let grads = network.leaves.iter().map(|leaf| pass.grad(leaf));
        let largest = grads.map(|grad| Some(grad?.abs())).reduce(|one, other| {
            // f64::max would lose nan.
            let (one, other) = (one?, other?);
            Some(if one >= other || one.is_nan() { one } else { other })
        });
        let largest = largest.flatten().map(|grad| {
            format!("largest |grad| {}", numbers::text(NumberStyle::Data.of(grad), style.digits))
        });
        return largest.unwrap_or_default();
    }
    let neurons = neurons(pass, node);
    match pass.remark(node) {
        None => neurons,
        Some(remark) if neurons.is_empty() => remark,
        Some(remark) => format!("{neurons}, {remark}"),
    }
}

/// `41 leaves`, `41 leaves (frozen)`, `41 leaves (3 frozen)`: what stands for a network.
pub fn members(network: &InOrder) -> String {
    let all = leaves(network.leaves.len());
    format!("{all}{}", frozen(&network.leaves))
}

/// ` (frozen)` or ` (3 frozen)` after what names several leaves; empty if all of them move.
pub fn frozen(leaves: &[Value]) -> String {
    match leaves.iter().filter(|leaf| leaf.is_frozen()).count() {
        0 => String::new(),
        all if all == leaves.len() => " (frozen)".to_owned(),
        some => format!(" ({some} frozen)"),
    }
}

/// `9 neurons`: how many a call of a network has; empty for other nodes.
pub fn neurons(pass: &Pass, node: &Value) -> String {
    match pass.whole(node).map_or(0, |whole| whole.neurons.iter().map(Vec::len).sum()) {
        0 => String::new(),
        neurons => counted(neurons as u64, "neuron"),
    }
}

/// Says which row is in view, and how to see another.
pub fn write_row_in_view(pass: &Pass, line: &mut LineWriter<'_>) -> io::Result<()> {
    let views = pass.rows.iter().flat_map(|rows| &rows.in_view);
    let is_only = pass.rows.as_ref().is_none_or(|rows| rows.in_view.len() == 1);
    for view in views {
        let RowInView { rows, row, column } = view;
        let name = pass.names.call(column);
        let (column, of) = if is_only {
            (String::new(), String::new())
        } else {
            (format!(" {name}"), format!(" of {name}"))
        };
        let mut text = format!("row {row} of {rows}{of}");
        if *rows > 1 {
            let other = if *row == ANOTHER.min(*rows) { 1 } else { ANOTHER.min(*rows) };
            text.push_str(&format!("; :row {other}{column} shows another"));
        }
        line.put(Role::Faint, &text)?;
        line.end()?;
    }
    Ok(())
}

/// The row suggested for another view.
const ANOTHER: usize = 7;

/// The expression of a computed node in at most `widest` columns: long names in it are clipped
/// first.
pub fn expression(pass: &Pass, node: &Value, widest: usize, style: &Style) -> String {
    let number = |number| numbers::answer(number, None);
    let whole = pass.expression(node, number);
    if width(&whole) <= widest {
        return whole;
    }
    if pass.whole(node).is_some() {
        return clipped_to(whole, widest, &style.mark());
    }
    let operands = node.operands().iter().filter(|operand| operand.value().is_some()).count();
    let each = (widest.saturating_sub(SIGNS) / operands.max(1)).max(NARROWEST_NAME);
    let shorter =
        pass.expression_with(node, |name| clipped_inside(name, each, &style.mark()), number);
    clipped_to(shorter, widest, &style.mark())
}

/// The columns of an expression beside its names: `hypot(, )`.
const SIGNS: usize = 9;
/// The columns that a name in an expression keeps.
const NARROWEST_NAME: usize = 6;
