//! Finds neurons of networks by their structure.

use super::network::NeuronPlace;
use super::outline::network_of;
use crate::core::graph::{Label, Value};
use crate::core::ops::{ADD, MULTIPLY};
use crate::core::session::own_nodes;

/// The network and the place of the neuron whose output is this node.
pub fn neuron_of(node: &Value) -> Option<(Label, NeuronPlace)> {
    let (sum, applied) = match node.operation()? {
        operation if operation.is(ADD) => (node, None),
        operation => (node.operands().first()?.value()?, Some(operation)),
    };
    if !sum.operation()?.is(ADD) {
        return None;
    }
    // A neuron adds its last input's product last.
    let product = sum.operands().get(1)?.value()?;
    let is_product = product.operation().is_some_and(|it| it.is(MULTIPLY));
    let weight = product.operands().first().filter(|_| is_product)?.value()?;
    let network = weight.network_of_leaf()?;
    let (place, input) = network.place(weight.label().part as usize)?;
    let is_whole = network.sizes.get(place.layer - 1) == Some(&input?);
    let is_applied = applied.map(|it| it.name) == network.activation(place.layer).map(|it| it.name);
    (is_whole && is_applied).then_some((network_of(weight), place))
}

/// The neuron at a place in the last call of a network, or in the last call of a node's statement.
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
        // The result comes last, and has part 0.
        nodes.max_by_key(|node| node.label().part.wrapping_sub(1)).cloned()
    };
    match network {
        _ if !part.starts_with('h') => None,
        None => last_of(bound),
        Some(_) => named.rev().find_map(last_of),
    }
}
