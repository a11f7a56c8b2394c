//! The demo: micrograd's network on the two moons, written as a script and trained.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

#[path = "support/golden.rs"]
mod golden;

use std::fmt::Write;

use gradcalc::{Session, evaluate};

const POINTS: &str = include_str!("data/moons.csv");
const PARAMETERS: &str = include_str!("data/moons_params.csv");
/// Inputs and neurons of each layer.
const LAYERS: [(usize, usize); 3] = [(2, 16), (16, 16), (16, 1)];

/// Joins what `each` makes of 0, 1, … up to `count`.
fn numbered(count: usize, joint: &str, each: impl Fn(usize) -> String) -> String {
    (0..count).map(each).collect::<Vec<_>>().join(joint)
}

/// The script: a leaf for each parameter, a function for each neuron and each layer, a node for each
/// point's margin, and the max-margin loss with its regularization. The points are literals, so they
/// get no gradient.
fn script() -> String {
    let mut text = String::from(
        "# micrograd's demo: a network of 2, 16, 16 and 1 neurons on a hundred points of two moons.\n\
         # Written by tests/moons.rs. Train it with :step 0.1 100\n",
    );
    let parameters: Vec<&str> = PARAMETERS.lines().collect();
    for (index, number) in parameters.iter().enumerate() {
        writeln!(text, "p{index} = {number}").unwrap();
    }
    text.push_str("\n# Neurons: a bias, and a weight for each input.\n");
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
    text.push_str(
        "\n# Layers, the last one first. A layer takes the outputs of the one before as arguments, so\n\
         # that they are built once, not once for each neuron that uses them.\n",
    );
    let mut next = "n2_0".to_owned();
    for (layer, name) in [(1, "second"), (0, "network")] {
        let (width, neurons) = LAYERS[layer];
        let inputs = numbered(width, ", ", |index| format!("x{index}"));
        let outputs = numbered(neurons, ", ", |neuron| format!("n{layer}_{neuron}({inputs})"));
        writeln!(text, "{name}({inputs}) = {next}({outputs})").unwrap();
        next = name.to_owned();
    }
    text.push_str(
        "\n# How far each point is from being on the right side of its margin.\n\
         miss(x0, x1, label) = relu(1 - label*network(x0, x1))\n",
    );
    for (index, point) in POINTS.lines().enumerate() {
        writeln!(text, "m{index} = miss({})", point.replace(',', ", ")).unwrap();
    }
    let points = POINTS.lines().count();
    let misses = numbered(points, " + ", |index| format!("m{index}"));
    writeln!(text, "\ndata_loss = ({misses})/{points}").unwrap();
    let squares = numbered(parameters.len(), " + ", |index| format!("p{index}*p{index}"));
    writeln!(text, "reg_loss = 1e-4*({squares})").unwrap();
    text.push_str("loss = data_loss + reg_loss\n");
    text
}

#[test]
fn the_example_is_what_the_generator_gives() {
    let file = golden::project().join("examples/moons.grad");
    assert!(golden::agrees(&file, &script()), "the example is another one; see above");
}

#[test]
fn the_demo_learns_as_the_field_knows_it_does() {
    let mut session = Session::new();
    let mut type_in = |text: &str| {
        for line in text.lines() {
            evaluate(&mut session, line).unwrap();
        }
        session.root().map(|root| root.data())
    };
    let mut loss = type_in(&script());
    let steps = [
        ("", 0.8958441028683222),
        (":step 0.1", 0.4726089260809178),
        (":step 0.1 9", 0.27784502300534075),
        (":step 0.1 90", 0.09755199454615722),
    ];
    for (line, want) in steps {
        if !line.is_empty() {
            loss = type_in(line);
        }
        let got = loss.unwrap();
        assert!((got - want).abs() <= 1e-8 * want, "after {line}: {got}, not {want}");
    }
    // A point each has a node of its own, whose inner nodes are the network at that point.
    assert!(session.names().get("m99").is_some());
}
