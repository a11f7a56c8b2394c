//! Neurons of networks, known by what they are made of, as no node says that it is one.

use super::network::LeafPlace;
use crate::core::graph::{Label, Operand, Value};
use crate::core::ops::{ADD, MULTIPLY};

/// The place of a neuron in its network; both count from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct NeuronPlace {
    /// The layer.
    pub layer: usize,
    /// The neuron in it.
    pub neuron: usize,
}

impl NeuronPlace {
    /// The name of a neuron inside a call: `h1.3`.
    pub fn written(self) -> String {
        format!("h{}.{}", self.layer, self.neuron)
    }

    /// The place that such a name means.
    pub(crate) fn read(text: &str, number: impl Fn(&str) -> Option<u32>) -> Option<NeuronPlace> {
        let (layer, neuron) = text.strip_prefix('h')?.split_once('.')?;
        let [layer, neuron] = [number(layer)?, number(neuron)?].map(|number| number as usize);
        Some(NeuronPlace { layer, neuron })
    }
}

/// The network and the place in it of the neuron whose output a node is; none if it is no neuron's.
pub fn neuron_of(node: &Value) -> Option<(Label, NeuronPlace)> {
    let operation = node.operation()?;
    let (sum, applied) = if operation.is(ADD) {
        (node, None)
    } else {
        (node.operands().first()?.value()?, Some(operation))
    };
    if !sum.operation()?.is(ADD) {
        return None;
    }
    // The last thing that a neuron adds is the product of its last input and weight.
    let product = sum
        .operands()
        .get(1)?
        .value()
        .filter(|it| it.operation().is_some_and(|it| it.is(MULTIPLY)))?;
    let weight = product.operands().first().and_then(Operand::value)?;
    let network = weight.network_of_leaf()?;
    let LeafPlace::Weight { layer, neuron, input } = network.place(weight.label().part as usize)?
    else {
        return None;
    };
    let is_whole = network.sizes.get(layer - 1) == Some(&input);
    let is_applied = match (network.activation(layer), applied) {
        (Some(own), Some(applied)) => applied.is(own),
        (own, applied) => own.is_none() && applied.is_none(),
    };
    let label = Label { part: 0, ..weight.label() };
    (is_whole && is_applied).then_some((label, NeuronPlace { layer, neuron }))
}
