//! Neurons of networks, known by what they are made of, as no node says that it is one.

use super::network::NeuronPlace;
use super::outline::network_of;
use crate::core::graph::{Label, Value};
use crate::core::ops::{ADD, MULTIPLY};
use crate::core::session::own_nodes;

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
    let product = sum.operands().get(1)?.value()?;
    let is_product = product.operation().is_some_and(|it| it.is(MULTIPLY));
    let weight = product.operands().first().filter(|_| is_product)?.value()?;
    let network = weight.network_of_leaf()?;
    let (place, input) = network.place(weight.label().part as usize)?;
    let is_whole = network.sizes.get(place.layer - 1) == Some(&input?);
    let is_applied = applied.map(|it| it.name) == network.activation(place.layer).map(|it| it.name);
    (is_whole && is_applied).then_some((network_of(weight), place))
}

/// The neuron at a place in the last call of a network, or in the last call that the statement of
/// another node makes; none once `go_on` is false.
pub fn neuron_called(
    bound: &Value,
    part: &str,
    named: &mut dyn DoubleEndedIterator<Item = &Value>,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Value> {
    let network = bound.as_network().map(|_| bound.label());
    let is_it = |node: &&Value| {
        neuron_of(node)
            .is_some_and(|(of, at)| at.written() == part && network.is_none_or(|it| it == of))
    };
    let mut last_of = |root: &Value| {
        let nodes = own_nodes(root).take_while(|_| go_on()).filter(is_it);
        // The result comes after all that it is made of, and has the part 0.
        nodes.max_by_key(|node| node.label().part.wrapping_sub(1)).cloned()
    };
    match network {
        _ if !part.starts_with('h') => None,
        None => last_of(bound),
        Some(_) => named.rev().find_map(last_of),
    }
}
