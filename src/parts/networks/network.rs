//! Networks: functions with leaves of their own, layer by layer.

use std::rc::Rc;

use super::calls::{Call, WholeKind};
use super::random::Random;
use crate::core::graph::{Builder, LeafContents, Operand, Scope, UNUSED, Value, too_many_steps};
use crate::core::language::{Error, Result, Span, exact, leaves};
use crate::core::ops::{ADD, MULTIPLY, Operation};

/// The shape of a network: its leaves' numbers and names, and what a call builds.
#[derive(Debug, Clone)]
pub struct Network {
    /// The number of inputs, then the number of neurons of each layer.
    pub sizes: Vec<usize>,
    /// The activation of each layer; `None` if linear.
    pub activations: Vec<Option<&'static Operation>>,
    /// The distribution of the initial leaves.
    pub start: Start,
    /// The seed that its leaves were drawn from.
    pub seed: u64,
}

/// The distribution of initial leaves.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Start {
    /// Uniform from minus this number to it.
    Scale(f64),
    /// Weights uniform within √(6 / inputs), biases 0 (He et al., for relu).
    He,
}

/// The name of a layer without activation.
pub const LINEAR: &str = "linear";

/// The most leaves of a network.
pub const MOST_LEAVES: usize = 1_000_000;

/// The place of a neuron in its network; both count from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct NeuronPlace {
    pub layer: usize,
    pub neuron: usize,
}

/// One layer: neurons that share their inputs.
#[derive(Debug, Clone, Copy)]
pub struct Layer {
    pub number: usize,
    /// The number of inputs of each neuron.
    pub inputs: usize,
    /// The number of neurons.
    pub neurons: usize,
    /// The number of leaves of the layers before it.
    pub first: usize,
}

impl Network {
    /// The number of inputs.
    pub fn inputs(&self) -> usize {
        self.sizes.first().copied().unwrap_or(0)
    }

    /// The layers, in order.
    pub fn layers(&self) -> impl DoubleEndedIterator<Item = Layer> {
        let mut first = 0_usize;
        let sizes = self.sizes.iter().zip(self.sizes.iter().skip(1));
        let layers = sizes.zip(1..).map(|((inputs, neurons), number)| {
            let layer = Layer { number, inputs: *inputs, neurons: *neurons, first };
            first = first.saturating_add(layer.leaves());
            layer
        });
        layers.collect::<Vec<_>>().into_iter()
    }

    /// The number of leaves: weights and biases.
    pub fn count(&self) -> usize {
        self.layers().map(|layer| layer.leaves()).fold(0, usize::saturating_add)
    }

    /// The neuron of a leaf by number, from 1, and the input of a weight: neuron by neuron,
    /// weights, then bias.
    pub fn place(&self, number: usize) -> Option<(NeuronPlace, Option<usize>)> {
        let at = number.checked_sub(1)?;
        let layer = self.layers().rfind(|layer| layer.first <= at)?;
        let (inputs, at) = (layer.inputs, at - layer.first);
        let place = NeuronPlace { layer: layer.number, neuron: at / (inputs + 1) + 1 };
        Some((place, Some(at % (inputs + 1) + 1).filter(|input| *input <= inputs)))
    }

    /// The name of the leaf with this number, from 1, in its network: `w1.2.3`, `b1.2`.
    pub fn leaf_name(&self, number: usize) -> Option<String> {
        let (NeuronPlace { layer, neuron }, input) = self.place(number)?;
        Some(match input {
            Some(input) => format!("w{layer}.{neuron}.{input}"),
            None => format!("b{layer}.{neuron}"),
        })
    }

    /// The activation of a layer, from 1; `None` if linear.
    pub fn activation(&self, layer: usize) -> Option<&'static Operation> {
        self.activations.get(layer.checked_sub(1)?).copied().flatten()
    }

    /// The initial numbers of its leaves.
    pub fn drawn(&self) -> Vec<f64> {
        let mut random = Random::seeded(self.seed);
        let mut numbers = Vec::with_capacity(self.count());
        for layer in self.layers() {
            let [weight, bias] = match self.start {
                Start::Scale(scale) => [scale, scale],
                Start::He => [(6.0 / layer.inputs as f64).sqrt(), 0.0],
            };
            for _ in 0..layer.neurons {
                let widths = (0..layer.inputs).map(|_| weight).chain([bias]);
                // Adding 0 makes a zero of -0.
                numbers.extend(widths.map(|width| width * random.uniform() + 0.0));
            }
        }
        numbers
    }

    /// The description: `relu, linear output, 41 leaves`.
    pub fn described(&self) -> String {
        let mut names: Vec<&str> =
            self.activations.iter().map(|it| it.map_or(LINEAR, |it| it.name)).collect();
        names.dedup();
        let output = if names.ends_with(&[LINEAR]) { " output" } else { "" };
        format!("{}{output}, {}", names.join(", "), leaves(self.count()))
    }

    /// The description with the start: `relu, 41 leaves from -1 to 1, seed 1`.
    pub fn made(&self) -> String {
        let (described, seed) = (self.described(), self.seed);
        match self.start {
            Start::Scale(0.0) => format!("{described}, all 0"),
            Start::Scale(scale) => {
                let [low, high] = [-scale.abs(), scale.abs()].map(exact);
                format!("{described} from {low} to {high}, seed {seed}")
            }
            Start::He => format!("{described}, weights within √(6/inputs), biases 0, seed {seed}"),
        }
    }

    /// The arguments of its command: `3 4 relu 4 relu 1 linear seed 7`.
    pub fn arguments(&self) -> String {
        let mut text = self.inputs().to_string();
        for (size, activation) in self.sizes.iter().skip(1).zip(&self.activations) {
            text.push_str(&format!(" {size} {}", activation.map_or(LINEAR, |it| it.name)));
        }
        let start = match self.start {
            Start::Scale(1.0) => String::new(),
            Start::Scale(0.0) => " zero".to_owned(),
            Start::Scale(scale) => format!(" scale {}", exact(scale)),
            Start::He => " he".to_owned(),
        };
        format!("{text}{start} seed {}", self.seed)
    }
}

impl Layer {
    /// The number of its leaves.
    pub fn leaves(&self) -> usize {
        self.inputs.saturating_add(1).saturating_mul(self.neurons)
    }
}

impl NeuronPlace {
    /// The name of a neuron inside a call: `h1.3`.
    pub fn written(self) -> String {
        format!("h{}.{}", self.layer, self.neuron)
    }
}

/// A network with its leaves in order: the contents of its name.
#[derive(Debug)]
pub struct Members {
    /// Its shape.
    pub network: Rc<Network>,
    pub leaves: Vec<Value>,
}

impl LeafContents for Members {
    fn member(&self, name: &str) -> Option<Value> {
        let has_name = |leaf: &&Value| {
            self.network.leaf_name(leaf.label().part as usize).as_deref() == Some(name)
        };
        name.starts_with(['w', 'b']).then(|| self.leaves.iter().find(has_name).cloned())?
    }

    fn each(&self) -> Option<&[Value]> {
        Some(&self.leaves)
    }

    fn not_one(&self, network: &Value, span: Span, scope: &dyn Scope) -> Error {
        let count = self.leaves.len();
        let message = format!("the name of a network stands for each of its {count} leaves");
        let name = scope.name_of(network).unwrap_or_else(|| "mlp".to_owned());
        let folds = format!("sum({name}^2), mean({name}), max(abs({name}))");
        Error::new(span, message)
            .hint(format!("call it, y = {name}(…), or fold its leaves: {folds}"))
    }

    fn is_called(&self) -> bool {
        true
    }

    fn parameters(&self) -> Vec<String> {
        (1..=self.network.inputs()).map(|input| format!("x{input}")).collect()
    }

    /// Builds the neurons, layer by layer, and pushes the output, several as a group. Each neuron is
    /// `b + w1*x1 + w2*x2 + …`, in this order, and its activation.
    fn call(&self, builder: &mut Builder<'_>, base: usize, at: Span, most: usize) -> Result<usize> {
        if self.leaves.len() > most {
            return Err(too_many_steps(most, at));
        }
        let arguments = builder.operands.get(base..).unwrap_or_default().to_vec();
        let mut inputs = arguments.clone();
        let mut leaves = self.leaves.iter().cloned().map(Operand::Value);
        for layer in self.network.layers() {
            let mut outputs = Vec::with_capacity(layer.neurons);
            for _ in 0..layer.neurons {
                let mut weights: Vec<Operand> = leaves.by_ref().take(layer.inputs + 1).collect();
                let Some(mut sum) = weights.pop() else { break };
                for (weight, input) in weights.into_iter().zip(&inputs) {
                    builder.guard.go_on(at)?;
                    let product = builder.result(MULTIPLY, [weight, input.clone()], at)?;
                    sum = builder.result(ADD, [sum, product], at)?;
                }
                if let Some(activation) = self.network.activation(layer.number) {
                    sum = builder.result(activation, [sum, UNUSED], at)?;
                }
                outputs.push(sum);
            }
            inputs = outputs;
        }
        let is_group = inputs.len() > 1;
        for (number, output) in inputs.iter().enumerate() {
            let call = Call::new(
                WholeKind::Call(self.leaves[0].downgrade()),
                &arguments,
                is_group.then_some(number),
            );
            builder.record(output, call);
        }
        let output = if is_group { Some(builder.group(inputs)) } else { inputs.pop() };
        builder.operands.extend(output);
        Ok(self.leaves.len())
    }
}

/// The shape of the network that a leaf belongs to.
#[derive(Debug)]
pub struct Belonging(pub Rc<Network>);

impl LeafContents for Belonging {
    fn place(&self, number: u32) -> Option<String> {
        self.0.leaf_name(number as usize)
    }
}

#[doc(hidden)]
impl Value {
    /// The network of a value.
    pub fn as_network(&self) -> Option<&Members> {
        self.holds()
    }

    /// The network that a leaf belongs to.
    pub fn network_of_leaf(&self) -> Option<&Rc<Network>> {
        self.holds::<Belonging>().map(|belonging| &belonging.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(sizes: &[usize]) -> Network {
        let activation = crate::core::ops::call("tanh").unwrap();
        let activations = vec![Some(activation); sizes.len() - 1];
        Network { sizes: sizes.to_vec(), activations, start: Start::Scale(1.0), seed: 1 }
    }

    #[test]
    fn leaves_are_counted_neuron_by_neuron() {
        let network = network(&[3, 4, 4, 1]);
        assert_eq!(network.count(), 41);
        let names: Vec<String> = (1..=8).map(|number| network.leaf_name(number).unwrap()).collect();
        assert_eq!(names.join(" "), "w1.1.1 w1.1.2 w1.1.3 b1.1 w1.2.1 w1.2.2 w1.2.3 b1.2");
        assert_eq!(network.leaf_name(41).unwrap(), "b3.1");
        assert_eq!(network.place(0), None);
    }
}
