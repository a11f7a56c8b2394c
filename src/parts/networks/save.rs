//! Networks in a saved script: how each is made, and the numbers of its leaves.

use std::fmt::Write;

use super::make::drawn;
use super::network::Network;
use crate::core::graph::{Label, Value};
use crate::core::session::{Writer, same_bits};

impl<'session> Writer<'session> {
    /// Writes the network of this label, and the numbers of these of its leaves where they are not
    /// those that it is made with.
    pub(crate) fn network<'leaf>(
        &mut self,
        label: Label,
        network: &Network,
        leaves: impl Iterator<Item = &'leaf Value> + Clone,
    ) {
        let names = self.session.names();
        let name = names.text(label.name);
        if self.bound.remove(&label.name).is_some() {
            let _ = writeln!(self.text, ":del {name}");
        }
        let own = if self.is_next(label) { name.to_owned() } else { names.full(label) };
        let _ = writeln!(self.text, ":net {own} {}", network.arguments());
        let mut numbers = drawn(network);
        let mut is_drawn = true;
        for leaf in leaves.clone() {
            let place = (leaf.label().part as usize).checked_sub(1);
            if let Some(number) = place.and_then(|place| numbers.get_mut(place)) {
                is_drawn &= same_bits(*number, leaf.data());
                *number = leaf.data();
            }
        }
        if !is_drawn {
            let numbers = self.rows(&numbers);
            let _ = writeln!(self.text, ":set {name} {numbers}");
        }
        self.bind(label);
        for leaf in leaves {
            self.written.insert(leaf.clone());
            let (plus_minus, found) = (self.given(leaf), self.found(leaf));
            if !plus_minus.is_empty() {
                let _ = writeln!(self.text, ":set {}{plus_minus}", self.reference(leaf));
            }
            if !found.is_empty() {
                let _ = writeln!(self.text, ":errors{found} {}", self.reference(leaf));
            }
        }
    }

    /// Writes the network that a leaf is from, which has no name any more.
    pub(crate) fn orphaned_network(&mut self, leaf: &Value) {
        let label = Label { part: 0, ..leaf.label() };
        let Some((network, leaves)) = leaf.network_of_leaf().zip(self.orphans.remove(&label))
        else {
            return;
        };
        self.network(label, network, leaves.iter().copied());
        self.bound.remove(&label.name);
        let _ = writeln!(self.text, ":del {}", self.session.names().text(label.name));
    }
}
