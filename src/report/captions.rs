//! What is said of a pass beside its numbers: which row is in view, and what stands for a network.

use super::{NumberStyle, Pass, RowInView, Shape, counted, leaves, numbers};
use crate::core::graph::Value;
use crate::parts::networks::Members;

/// The row suggested for another view.
const ANOTHER: usize = 7;

/// Says how many of so many of these are hidden, and which command shows them.
pub fn hidden_of(hidden: usize, total: usize, (what, command): (&str, &str)) -> String {
    format!("{hidden} of {total} {what} hidden; {command} shows them")
}

impl Pass {
    /// Says which row is in view, and how to see another, of each number of rows.
    pub fn rows_in_view(&self) -> Vec<String> {
        let views: Vec<&RowInView> = self.rows.iter().flat_map(|rows| &rows.in_view).collect();
        let is_only = views.len() == 1;
        let said = views.iter().map(|RowInView { rows, row, column }| {
            let of = match is_only {
                true => String::new(),
                false => format!(" of {}", self.names.call(column)),
            };
            let mut text = format!("row {row} of {rows}{of}");
            if *rows > 1 {
                let other = if *row == ANOTHER.min(*rows) { 1 } else { ANOTHER.min(*rows) };
                text.push_str(&format!("; :row {other} shows another"));
            }
            text
        });
        said.collect()
    }

    /// The command that shows all of its nodes.
    pub fn command_for_all(&self) -> String {
        let command = match self.shape {
            Shape::Ledger => "grad",
            Shape::Circuit => "draw",
        };
        format!(":{command} {} all", self.root_reference())
    }

    /// Says how a circuit that is too large for the screen is drawn.
    pub fn too_large_to_draw(&self) -> String {
        format!("too large to draw here; :export svg {} FILE.svg draws it", self.root_name())
    }

    /// The remark on a row: that its grad is a sum over rows, or what it stands for.
    pub fn remark_with_network(&self, node: &Value, digits: Option<usize>) -> String {
        if let Some(network) = self.network(node) {
            return self.largest_grad(network, digits).unwrap_or_default();
        }
        let neurons = self.neurons(node);
        match self.remark(node) {
            None => neurons,
            Some(remark) if neurons.is_empty() => remark,
            Some(remark) => format!("{neurons}, {remark}"),
        }
    }

    fn largest_grad(&self, network: &Members, digits: Option<usize>) -> Option<String> {
        let grads = network.leaves.iter().map(|leaf| self.grad(leaf));
        let largest = grads.map(|grad| Some(grad?.abs())).reduce(|one, other| {
            // f64::max would lose nan.
            let (one, other) = (one?, other?);
            Some(if one >= other || one.is_nan() { one } else { other })
        });
        let grad = NumberStyle::Data.of(largest.flatten()?);
        Some(format!("largest |grad| {}", numbers::text(grad, digits)))
    }

    /// `9 neurons`: how many a call of a network has; empty for other nodes.
    pub fn neurons(&self, node: &Value) -> String {
        match self.whole(node).map_or(0, |whole| whole.neurons.iter().map(Vec::len).sum()) {
            0 => String::new(),
            neurons => counted(neurons as u64, "neuron"),
        }
    }
}

/// `41 leaves`, `41 leaves (frozen)`, `41 leaves (3 frozen)`: what stands for a network.
pub fn members(network: &Members) -> String {
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
