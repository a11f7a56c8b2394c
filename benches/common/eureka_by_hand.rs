//! The demo of EurekaLabs' micrograd as loops written by hand for this one network.

#![allow(clippy::needless_range_loop, reason = "as loops by hand are written")]

const POINTS: &str = include_str!("../../examples/eureka.csv");
const PARAMETERS: &str = include_str!("../../examples/eureka_weights.csv");
const WIDE: usize = 8;
const CLASSES: usize = 3;
const LEAVES: usize = 3 * WIDE + CLASSES * (WIDE + 1);
const RATE: f64 = 0.1;
const BETAS: [f64; 2] = [0.9, 0.95];
const DECAY: f64 = 1e-4;

/// The parameters or their grads: those of the first layer by input, the bias last, then neuron; those
/// of the second by class, then neuron, the bias last.
#[derive(Clone, Copy, Default)]
struct Network {
    first: [[f64; WIDE]; 3],
    second: [[f64; WIDE]; CLASSES],
    bias: [f64; CLASSES],
}

impl Network {
    fn each(&mut self) -> impl Iterator<Item = &mut f64> {
        let layers = self.first.iter_mut().chain(&mut self.second).flatten();
        layers.chain(&mut self.bias)
    }
}

/// The network, the points it learns, and what AdamW remembers.
#[derive(Clone)]
pub struct EurekaByHand {
    network: Network,
    points: Vec<([f64; 2], usize)>,
    averages: [[f64; LEAVES]; 2],
    steps: i32,
}

impl EurekaByHand {
    /// The demo before its first step.
    pub fn new() -> EurekaByHand {
        let mut numbers = PARAMETERS.lines().skip(1).map(|line| line.parse::<f64>().unwrap());
        let mut next = || numbers.next().unwrap();
        let mut network = Network::default();
        for neuron in 0..WIDE {
            for input in 0..3 {
                network.first[input][neuron] = next();
            }
        }
        for class in 0..CLASSES {
            network.second[class] = std::array::from_fn(|_| next());
            network.bias[class] = next();
        }
        let point = |line: &str| {
            let cells: Vec<f64> = line.split(',').map(|cell| cell.parse().unwrap()).collect();
            ([cells[0], cells[1]], cells[2] as usize)
        };
        let points = POINTS.lines().skip(1).map(point).collect();
        EurekaByHand { network, points, averages: [[0.0; LEAVES]; 2], steps: 0 }
    }

    /// One step of AdamW; the loss before it.
    pub fn step(&mut self) -> f64 {
        let EurekaByHand { network, points, averages: [means, squares], steps } = self;
        let Network { first, second, bias } = *network;
        let mut gradient = Network::default();
        let count = points.len() as f64;
        let mut loss = 0.0;
        for ([x, y], class) in points.iter() {
            let mut hidden = first[2];
            for neuron in 0..WIDE {
                hidden[neuron] += first[0][neuron] * x + first[1][neuron] * y;
                hidden[neuron] = hidden[neuron].tanh();
            }
            let mut scores = bias;
            for class in 0..CLASSES {
                for neuron in 0..WIDE {
                    scores[class] += second[class][neuron] * hidden[neuron];
                }
            }
            let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let powers = scores.map(|score| (score - most).exp());
            let sum: f64 = powers.iter().sum();
            loss += sum.ln() + most - scores[*class];
            let mut arriving = [0.0; WIDE];
            for other in 0..CLASSES {
                let share = powers[other] / sum;
                let upstream = (share - f64::from(u8::from(other == *class))) / count;
                gradient.bias[other] += upstream;
                for neuron in 0..WIDE {
                    gradient.second[other][neuron] += upstream * hidden[neuron];
                    arriving[neuron] += upstream * second[other][neuron];
                }
            }
            for neuron in 0..WIDE {
                let upstream = arriving[neuron] * (1.0 - hidden[neuron] * hidden[neuron]);
                gradient.first[0][neuron] += upstream * x;
                gradient.first[1][neuron] += upstream * y;
                gradient.first[2][neuron] += upstream;
            }
        }
        *steps += 1;
        let [first, second] = BETAS.map(|beta| 1.0 - beta.powi(*steps));
        let averages = means.iter_mut().zip(squares);
        for ((leaf, grad), (m, v)) in network.each().zip(gradient.each()).zip(averages) {
            *m = BETAS[0] * *m + (1.0 - BETAS[0]) * *grad;
            *v = BETAS[1] * *v + (1.0 - BETAS[1]) * *grad * *grad;
            *leaf -= RATE * (*m / first / ((*v / second).sqrt() + 1e-8) + DECAY * *leaf);
        }
        loss / count
    }
}
