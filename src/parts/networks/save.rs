//! The numbers of the leaves of networks in a saved script.

use super::outline::network_of;
use crate::command::Script;
use crate::core::graph::{Label, Value};
use crate::core::session::same_bits;

/// Writes the leaves of the network of this label that differ from their start.
pub fn save(script: &mut Script<'_>, label: Label) {
    let live = std::rc::Rc::clone(&script.live);
    let is_own = |leaf: &&Value| leaf.network_of_leaf().is_some() && network_of(leaf) == label;
    let mut leaves: Vec<&Value> = live.leaves().filter(is_own).collect();
    leaves.sort_unstable_by_key(|leaf| leaf.label().part);
    let Some(network) = leaves.first().and_then(|leaf| leaf.network_of_leaf()) else { return };
    let (drawn, mut numbers) = (network.drawn(), network.drawn());
    for leaf in &leaves {
        numbers[leaf.label().part as usize - 1] = leaf.data();
    }
    if !drawn.iter().zip(&numbers).all(|(one, other)| same_bits(*one, *other)) {
        let (name, numbers) =
            (script.session.names().text(label.name), script.column(None, &numbers));
        script.line(format_args!(":set {name} {numbers}"));
    }
    for leaf in leaves {
        let after = script.session.typed_after(leaf);
        if !after.is_empty() {
            let leaf = script.session.names().short_name(leaf);
            script.line(format_args!(":set {leaf}{after}"));
        }
    }
}
