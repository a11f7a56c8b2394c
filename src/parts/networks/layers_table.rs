//! The leaves of networks, layer by layer: weights and biases in a grid, and their grads in another.

use std::io;

use crate::core::graph::Value;
use crate::parts::networks::{Layer, Members};
use crate::render::line_writer::LineWriter;
use crate::render::{Folded, Row, Style, write_rows};
use crate::report::{Column, Coverage, Number, NumberStyle, Pass, Role, numbers};

/// The most columns of numbers side by side.
const MOST_COLUMNS: usize = 7;

/// What a grid shows of a leaf: its data or its grad.
type Shown<'pass> = &'pass dyn Fn(&Value) -> Option<Number>;

/// Writes the networks of a pass that are shown layer by layer.
pub fn write(pass: &Pass, style: &Style, line: &mut LineWriter<'_>) -> io::Result<()> {
    for network in &pass.networks {
        let Some(members) = network.as_network() else {
            continue;
        };
        let name = pass.names.call(network);
        for layer in members.network.layers() {
            let [data, grads, command] = pass.titles_of_layer(&name, members, &layer);
            let number = |leaf: &Value| Some(NumberStyle::Data.of(leaf.data()));
            let grad = |leaf: &Value| Some(NumberStyle::Grad.of(pass.grad(leaf)?));
            let grids: [(String, Shown<'_>); 2] = [(data, &number), (grads, &grad)];
            for (title, shown) in grids {
                write_layer(pass, members, layer, (&title, shown), &command, style, line)?;
            }
        }
    }
    Ok(())
}

/// Writes a layer: a row for each neuron, a column for each input, and one for the bias.
fn write_layer(
    pass: &Pass,
    members: &Members,
    layer: Layer,
    (title, shown): (&str, Shown<'_>),
    command: &str,
    style: &Style,
    line: &mut LineWriter<'_>,
) -> io::Result<()> {
    line.put(Role::Title, title)?;
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
        let field = |leaf: &Value| match shown(leaf) {
            Some(number) => (numbers::role(number), numbers::text(number, style.digits).into()),
            None => (Role::Faint, "·".into()),
        };
        let row = |neuron: usize| {
            let first = layer.first + neuron * (layer.inputs + 1);
            let leaves = inputs.clone().filter_map(|input| members.leaves.get(first + input));
            let called = (Role::Plain, format!("{}.{}", layer.number, neuron + 1).into());
            [called].into_iter().chain(leaves.map(field)).collect::<Row<'_>>()
        };
        let rows = || {
            let neurons = (0..layer.neurons).filter(|neuron| folded.has(*neuron));
            neurons.take_while(|_| !pass.order.is_stopped()).map(row)
        };
        write_rows(&columns, true, rows, style, line)?;
        first = inputs.end;
    }
    folded.write_hidden("neurons", command, style, line)
}
