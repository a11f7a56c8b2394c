//! The demo as loops written by hand for this one network: the limit for anything more general.

#![allow(clippy::needless_range_loop, reason = "as loops by hand are written")]

const POINTS: &str = include_str!("../../examples/moons.csv");
const PARAMETERS: &str = include_str!("../../examples/moons_weights.csv");
const WIDE: usize = 16;

type Row = [f64; WIDE];

/// A network of 2, 16, 16 and 1 neurons with relu between, or the gradient of one.
#[derive(Clone, Default)]
struct Network {
    /// By input, then neuron.
    first: [Row; 2],
    first_bias: Row,
    /// By neuron, then input.
    second: [Row; WIDE],
    second_bias: Row,
    third: Row,
    third_bias: f64,
}

/// The network and the points it learns.
#[derive(Clone)]
pub struct ByHand {
    network: Network,
    gradient: Network,
    points: Vec<[f64; 3]>,
}

impl ByHand {
    /// The demo before its first step.
    pub fn new() -> ByHand {
        let mut numbers = PARAMETERS.lines().skip(1).map(|line| line.parse::<f64>().unwrap());
        let mut next = || numbers.next().unwrap();
        let mut network = Network::default();
        for neuron in 0..WIDE {
            network.first[0][neuron] = next();
            network.first[1][neuron] = next();
            network.first_bias[neuron] = next();
        }
        for neuron in 0..WIDE {
            network.second[neuron] = std::array::from_fn(|_| next());
            network.second_bias[neuron] = next();
        }
        network.third = std::array::from_fn(|_| next());
        network.third_bias = next();
        let point = |line: &str| {
            let mut numbers = line.split(',').map(|number| number.parse().unwrap());
            std::array::from_fn(|_| numbers.next().unwrap())
        };
        let points = POINTS.lines().skip(1).map(point).collect();
        ByHand { network, gradient: Network::default(), points }
    }

    /// One step of gradient descent; the loss before it.
    pub fn step(&mut self, rate: f64) -> f64 {
        let ByHand { network, gradient, points } = self;
        *gradient = Network::default();
        let across: [Row; WIDE] = std::array::from_fn(|input| {
            std::array::from_fn(|neuron| network.second[neuron][input])
        });
        let count = points.len() as f64;
        let mut loss = 0.0;
        for [x, y, label] in points.iter() {
            let mut first = network.first_bias;
            for neuron in 0..WIDE {
                first[neuron] += network.first[0][neuron] * x + network.first[1][neuron] * y;
                first[neuron] = if first[neuron] > 0.0 { first[neuron] } else { 0.0 };
            }
            let mut second = network.second_bias;
            for (input, weights) in first.iter().zip(&across) {
                for neuron in 0..WIDE {
                    second[neuron] += weights[neuron] * input;
                }
            }
            let mut score = network.third_bias;
            for neuron in 0..WIDE {
                second[neuron] = if second[neuron] > 0.0 { second[neuron] } else { 0.0 };
                score += network.third[neuron] * second[neuron];
            }
            let margin = 1.0 - label * score;
            if margin <= 0.0 {
                continue;
            }
            loss += margin;
            let upstream = -label / count;
            gradient.third_bias += upstream;
            let mut arriving = [0.0; WIDE];
            for neuron in 0..WIDE {
                gradient.third[neuron] += upstream * second[neuron];
                if second[neuron] <= 0.0 {
                    continue;
                }
                let upstream = upstream * network.third[neuron];
                gradient.second_bias[neuron] += upstream;
                for input in 0..WIDE {
                    gradient.second[neuron][input] += upstream * first[input];
                    arriving[input] += upstream * network.second[neuron][input];
                }
            }
            for neuron in 0..WIDE {
                let upstream = if first[neuron] > 0.0 { arriving[neuron] } else { 0.0 };
                gradient.first_bias[neuron] += upstream;
                gradient.first[0][neuron] += upstream * x;
                gradient.first[1][neuron] += upstream * y;
            }
        }
        loss /= count;
        let mut squares = 0.0;
        let mut learn = |parameter: &mut f64, grad: f64| {
            squares += *parameter * *parameter;
            *parameter -= rate * (grad + 2e-4 * *parameter);
        };
        let rows = network.first.iter_mut().chain([&mut network.first_bias]);
        let rows =
            rows.chain(&mut network.second).chain([&mut network.second_bias, &mut network.third]);
        let grads = gradient.first.iter().chain([&gradient.first_bias]).chain(&gradient.second);
        let grads = grads.chain([&gradient.second_bias, &gradient.third]);
        for (row, grads) in rows.zip(grads) {
            row.iter_mut().zip(grads).for_each(|(parameter, grad)| learn(parameter, *grad));
        }
        learn(&mut network.third_bias, gradient.third_bias);
        loss + 1e-4 * squares
    }
}
