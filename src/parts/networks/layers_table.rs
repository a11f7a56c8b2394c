//! The leaves of a network, layer by layer: weights and biases in a grid, and their grads in another.

use super::network::{Layer, Members};
use super::summary::frozen;
use crate::core::graph::Value;
use crate::report::{Block, Column, Coverage, Fold, Paragraph, Pass, Role, Table};

/// The most columns of numbers side by side.
const MOST_COLUMNS: usize = 7;

/// The leaves of a network and their grads in a pass.
pub fn grids(pass: &Pass, network: &Value) -> Vec<Block> {
    let Some(members) = network.as_network() else { return Vec::new() };
    let (name, root) = (pass.names.call(network), pass.root_name());
    let data = |leaf: &Value| Paragraph::data(leaf.data());
    let grad = |leaf: &Value| match pass.grad(leaf) {
        Some(grad) => Paragraph::grad(grad),
        None => Paragraph::styled("·", Role::Faint),
    };
    let mut blocks = Vec::new();
    for layer in members.network.layers() {
        let end = layer.first + layer.neurons * (layer.inputs + 1);
        let frozen = frozen(members.leaves.get(layer.first..end).unwrap_or_default());
        let title = format!("{name}, layer {}: ", layer.number);
        let command = format!(":grad {} {name} all", pass.root_reference());
        let fold = (pass.coverage != Coverage::All)
            .then(|| Fold { ranks: vec![0; layer.neurons], command });
        let mut add = |what: String, cell: &dyn Fn(&Value) -> Paragraph| {
            blocks.push(Paragraph::styled(format!("{title}{what}"), Role::Title).line());
            blocks.extend(grid(members, layer, fold.as_ref(), cell));
        };
        add(format!("weights and biases{frozen}"), &data);
        add(format!("d{root}/d each of them"), &grad);
    }
    blocks
}

/// A row for each neuron, a column for each input, and one for the bias.
fn grid(
    members: &Members,
    layer: Layer,
    fold: Option<&Fold>,
    cell: &dyn Fn(&Value) -> Paragraph,
) -> Vec<Block> {
    let inputs: Vec<usize> = (0..=layer.inputs).collect();
    let table = |inputs: &[usize]| {
        let title = |input: &usize| match *input {
            bias if bias == layer.inputs => "b".to_owned(),
            input => format!("w.{}", input + 1),
        };
        let numbers = inputs.iter().map(|it| Column::number("").titled(title(it)).width(8));
        let columns = [Column::text("").titled("neuron")].into_iter().chain(numbers).collect();
        let row = |neuron: usize| {
            let first = layer.first + neuron * (layer.inputs + 1);
            let leaves = inputs.iter().filter_map(|input| members.leaves.get(first + input));
            let called = Paragraph::new(format!("{}.{}", layer.number, neuron + 1));
            [called].into_iter().chain(leaves.map(cell)).collect()
        };
        let rows = (0..layer.neurons).map(row).collect();
        Block::Table(Table { fold: fold.cloned(), ..Table::titled(columns, rows) })
    };
    inputs.chunks(MOST_COLUMNS).map(table).collect()
}
