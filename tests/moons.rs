//! The demo: micrograd's network on the two moons, written as a script and trained.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::fmt::Write;

use gradcalc::commands::{Manner, run};
use gradcalc::language::statements;
use gradcalc::session::Session;

const POINTS: &str = include_str!("data/moons.csv");
const PARAMETERS: &str = include_str!("data/moons_params.csv");
/// Inputs and neurons of each layer.
const LAYERS: [(usize, usize); 3] = [(2, 16), (16, 16), (16, 1)];

/// The script: a leaf for each parameter, a node for each neuron at each point, and the max-margin
/// loss with its regularization. The points are literals, so they get no gradient.
fn script() -> String {
    let parameters: Vec<f64> = PARAMETERS.lines().map(|line| line.parse().unwrap()).collect();
    let points: Vec<Vec<f64>> = POINTS
        .lines()
        .map(|line| line.split(',').map(|number| number.parse().unwrap()).collect())
        .collect();
    let literal = |number: f64| match number < 0.0 {
        true => format!("({number:?})"),
        false => format!("{number:?}"),
    };
    let mut text = String::from(
        "# micrograd's demo: a network of 2, 16, 16 and 1 neurons on a hundred points of two moons.\n\
         # Written by tests/moons.rs. Train it with :step 0.1 100\n",
    );
    for (index, number) in parameters.iter().enumerate() {
        writeln!(text, "p{index} = {number:?}").unwrap();
    }
    let mut margins = Vec::new();
    for (sample, point) in points.iter().enumerate() {
        let mut inputs: Vec<String> = point[..2].iter().map(|number| literal(*number)).collect();
        let mut parameter = 0;
        for (layer, (width, neurons)) in LAYERS.into_iter().enumerate() {
            let mut outputs = Vec::new();
            for neuron in 0..neurons {
                let mut body = format!("p{}", parameter + width);
                for (offset, input) in inputs.iter().enumerate() {
                    write!(body, " + p{}*{input}", parameter + offset).unwrap();
                }
                parameter += width + 1;
                let name = format!("s{sample}_{layer}_{neuron}");
                match layer {
                    2 => writeln!(text, "{name} = {body}").unwrap(),
                    _ => writeln!(text, "{name} = relu({body})").unwrap(),
                }
                outputs.push(name);
            }
            inputs = outputs;
        }
        margins.push(format!("relu(1 - {}*{})", literal(point[2]), inputs[0]));
    }
    writeln!(text, "data_loss = ({})/{}", margins.join(" + "), points.len()).unwrap();
    let squares: Vec<String> =
        (0..parameters.len()).map(|index| format!("p{index}*p{index}")).collect();
    writeln!(text, "reg_loss = 1e-4*({})", squares.join(" + ")).unwrap();
    text.push_str("loss = data_loss + reg_loss\n");
    text
}

/// With SNAPSHOTS=overwrite the file is written anew.
#[test]
fn the_example_is_what_the_generator_gives() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/moons.grad");
    if std::env::var("SNAPSHOTS").is_ok_and(|what| what == "overwrite") {
        std::fs::write(file, script()).unwrap();
    }
    assert!(std::fs::read_to_string(file).unwrap() == script(), "run it with SNAPSHOTS=overwrite");
}

#[test]
fn the_demo_learns_as_the_field_knows_it_does() {
    let mut session = Session::new();
    let mut type_in = |text: &str| {
        for (_, statement) in text.lines().flat_map(statements) {
            run(&mut session, &statement, Manner::default()).unwrap();
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
    assert!(session.names().get("s0_0_0").is_some());
}
