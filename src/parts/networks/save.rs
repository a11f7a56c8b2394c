//! The numbers of the leaves of networks in a saved script.

use super::make::drawn;
use super::outline::network_of;
use crate::command::Script;
use crate::core::graph::{Label, Value};
use crate::core::session::same_bits;

/// Writes the numbers of the leaves of the network of this label, where they are not those that it is
/// made with.
pub fn save(script: &mut Script<'_>, label: Label) {
    let live = std::rc::Rc::clone(&script.live);
    let is_own = |leaf: &&Value| leaf.network_of_leaf().is_some() && network_of(leaf) == label;
    let own = live.leaves().filter(is_own).map(|leaf| (leaf, leaf.label().part as usize));
    let mut leaves: Vec<(&Value, usize)> = own.collect();
    leaves.sort_unstable_by_key(|(_, part)| *part);
    let Some(network) = leaves.first().and_then(|(leaf, _)| leaf.network_of_leaf()) else { return };
    let name = script.session.names().text(label.name).to_owned();
    let mut numbers = drawn(network);
    let mut is_drawn = true;
    for (leaf, part) in &leaves {
        if let Some(number) = part.checked_sub(1).and_then(|place| numbers.get_mut(place)) {
            is_drawn &= same_bits(*number, leaf.data());
            *number = leaf.data();
        }
    }
    if !is_drawn {
        let numbers = script.column(None, &numbers);
        script.line(format_args!(":set {name} {numbers}"));
    }
    for (leaf, _) in leaves {
        let plus_minus = script.session.typed_after(leaf);
        if !plus_minus.is_empty() {
            let leaf = script.session.names().short_name(leaf);
            script.line(format_args!(":set {leaf}{plus_minus}"));
        }
    }
}
