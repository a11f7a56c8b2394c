//! The leaves of networks, layer by layer: weights and biases in a grid, and their grads in another.

use std::io;

use crate::core::graph::Value;
use crate::parts::networks::{Layer, Members};
use crate::render::line_writer::LineWriter;
use crate::render::{Folded, Row, Style, write_rows};
use crate::report::{Column, Coverage, NumberStyle, Pass, Role, numbers};

/// The most columns of numbers side by side.
const MOST_COLUMNS: usize = 7;

/// Writes the networks of a pass that are shown layer by layer.
pub fn write(pass: &Pass, style: &Style, line: &mut LineWriter<'_>) -> io::Result<()> {
    for network in &pass.networks {
        let Some(members) = network.as_network() else {
            continue;
        };
        let name = pass.names.call(network);
        for layer in members.network.layers() {
            for grid in [Shown::Data, Shown::Grads] {
                write_layer(pass, &name, members, layer, grid, style, line)?;
            }
        }
    }
    Ok(())
}

/// What a grid shows of the leaves.
#[derive(Clone, Copy, PartialEq)]
enum Shown {
    Data,
    Grads,
}

/// Writes a layer: a row for each neuron, a column for each input, and one for the bias.
fn write_layer(
    pass: &Pass,
    name: &str,
    members: &Members,
    layer: Layer,
    shown: Shown,
    style: &Style,
    line: &mut LineWriter<'_>,
) -> io::Result<()> {
    let number = layer.number;
    let [data, grads, command] = pass.titles_of_layer(name, members, &layer);
    let title = match shown {
        Shown::Data => data,
        Shown::Grads => grads,
    };
    line.put(Role::Title, &title)?;
    line.end()?;
    let limit = style.rows.filter(|_| pass.coverage != Coverage::All).unwrap_or(layer.neurons);
    let folded = Folded::of(&vec![0; layer.neurons], limit);
    let mut first = 0;
    while first <= layer.inputs {
        let inputs = first..(layer.inputs + 1).min(first + MOST_COLUMNS);
        let title = |input: usize| match input {
            bias if bias == layer.inputs => "b".to_owned(),
            input => format!("w.{}", input + 1),
        };
        let numbers = inputs.clone().map(|it| Column::number("").titled(title(it)).width(8));
        let columns: Vec<Column> =
            [Column::text("").titled("neuron")].into_iter().chain(numbers).collect();
        let field = |leaf: &Value| {
            let number = match (shown, pass.grad(leaf)) {
                (Shown::Data, _) => NumberStyle::Data.of(leaf.data()),
                (Shown::Grads, Some(grad)) => NumberStyle::Grad.of(grad),
                (Shown::Grads, None) => return (Role::Faint, "·".into()),
            };
            (numbers::role(number), numbers::text(number, style.digits).into())
        };
        let row = |neuron: usize| {
            let first = layer.first + neuron * (layer.inputs + 1);
            let leaves = inputs.clone().filter_map(|input| members.leaves.get(first + input));
            let called = (Role::Plain, format!("{number}.{}", neuron + 1).into());
            [called].into_iter().chain(leaves.map(field)).collect::<Row<'_>>()
        };
        let rows = || {
            let neurons = (0..layer.neurons).filter(|neuron| folded.has(*neuron));
            neurons.take_while(|_| !pass.order.is_stopped()).map(row)
        };
        write_rows(&columns, true, rows, style, line)?;
        first = inputs.end;
    }
    folded.write_hidden("neurons", &command, style, line)
}
