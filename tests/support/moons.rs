//! micrograd's demo written out: a node for each operation at each point, as before there were rows
//! and networks. examples/moons.grad is the same in a dozen lines.

use std::fmt::Write;

const POINTS: &str = include_str!("../../examples/moons.csv");
const PARAMETERS: &str = include_str!("../../examples/moons_weights.csv");
/// Inputs and neurons of each layer.
const LAYERS: [(usize, usize); 3] = [(2, 16), (16, 16), (16, 1)];

/// The lines of a table but for its titles.
fn rows(table: &'static str) -> impl Iterator<Item = &'static str> {
    table.lines().skip(1)
}

/// Joins what `each` makes of 0, 1, … up to `count`.
fn numbered(count: usize, joint: &str, each: impl Fn(usize) -> String) -> String {
    (0..count).map(each).collect::<Vec<_>>().join(joint)
}

/// The script: a leaf for each parameter, a function for each neuron and each layer, a node for each
/// point's margin, and the max-margin loss with its regularization. The points are literals, so they
/// get no gradient.
pub fn expanded() -> String {
    let mut text = String::new();
    let parameters: Vec<&str> = rows(PARAMETERS).collect();
    for (index, number) in parameters.iter().enumerate() {
        writeln!(text, "p{index} = {number}").unwrap();
    }
    let mut parameter = 0;
    for (layer, (width, neurons)) in LAYERS.into_iter().enumerate() {
        let inputs = numbered(width, ", ", |index| format!("x{index}"));
        for neuron in 0..neurons {
            let terms = numbered(width, " + ", |index| format!("p{}*x{index}", parameter + index));
            let sum = format!("p{} + {terms}", parameter + width);
            let body = if layer == 2 { sum } else { format!("relu({sum})") };
            writeln!(text, "n{layer}_{neuron}({inputs}) = {body}").unwrap();
            parameter += width + 1;
        }
    }
    // Layers, the last one first. A layer takes the outputs of the one before as arguments, so that
    // they are built once, not once for each neuron that uses them.
    let mut next = "n2_0".to_owned();
    for (layer, name) in [(1, "second"), (0, "network")] {
        let (width, neurons) = LAYERS[layer];
        let inputs = numbered(width, ", ", |index| format!("x{index}"));
        let outputs = numbered(neurons, ", ", |neuron| format!("n{layer}_{neuron}({inputs})"));
        writeln!(text, "{name}({inputs}) = {next}({outputs})").unwrap();
        next = name.to_owned();
    }
    // How far each point is from being on the right side of its margin.
    text.push_str("miss(x0, x1, label) = relu(1 - label*network(x0, x1))\n");
    for (index, point) in rows(POINTS).enumerate() {
        writeln!(text, "m{index} = miss({})", point.replace(',', ", ")).unwrap();
    }
    let points = rows(POINTS).count();
    let misses = numbered(points, " + ", |index| format!("m{index}"));
    writeln!(text, "data_loss = ({misses})/{points}").unwrap();
    let squares = numbered(parameters.len(), " + ", |index| format!("p{index}*p{index}"));
    writeln!(text, "reg_loss = 1e-4*({squares})").unwrap();
    text.push_str("loss = data_loss + reg_loss\n");
    text
}
