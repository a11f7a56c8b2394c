//! The display names of nodes and their aliases.

use super::{ANSWER, Names};
use crate::core::graph::{Inner, Label, Value};
use crate::core::language::exact;

/// The most operands in the formula that names an earlier answer.
const LONGEST: usize = 8;
/// The most characters of the formula in a head.
const LONGEST_TITLE: usize = 20;

impl Names {
    /// The display name: the reference, or for an earlier answer the formula, `(x^2)`.
    pub fn call(&self, value: &Value) -> String {
        if !self.is_earlier_answer(value) {
            return self.reference(value);
        }
        format!("({})", self.formula(value, |inner| self.is_earlier_answer(inner)))
    }

    /// The name in a table's head: a short formula for a node without a name, `(a*b)`.
    pub fn title(&self, value: &Value) -> String {
        let text = self.formula(value, |inner| self.is_nameless(inner));
        let text =
            text.replace(" * ", "*").replace(" / ", "/").replace(" + ", "+").replace(" - ", "-");
        let is_titled = self.is_nameless(value) && !value.is_leaf() && text.len() <= LONGEST_TITLE;
        if is_titled { format!("({text})") } else { self.call(value) }
    }

    /// The formula of a node, with inner nodes written out.
    pub(crate) fn formula(&self, value: &Value, is_inner: impl Fn(&Value) -> bool) -> String {
        // An inner node left here is a leaf, or beyond the limit.
        let name = |node: &Value| {
            if is_inner(node) { exact(node.data()) } else { self.reference(node) }
        };
        let inner = Inner { is_inner: &is_inner, name: &name, most: LONGEST };
        let written = self.parts.iter().find_map(|part| part.written_out(value, inner));
        written.map_or_else(|| self.reference(value), |written| written.text)
    }

    /// Returns true for a node without a name that `_` no longer means.
    fn is_earlier_answer(&self, value: &Value) -> bool {
        self.is_nameless(value) && !self.is_current(value)
    }

    /// Returns true if the node belongs to the current binding of its name.
    fn is_current(&self, value: &Value) -> bool {
        let label = value.label();
        let current = self.binding(label.name).and_then(|binding| binding.node.as_ref());
        // By the node, not by the count: after b = b it is still current.
        current.is_some_and(|it| it.label() == Label { part: 0, ..label })
    }

    /// The reference that users can type for exactly this node: `L`, `L.1`, or `c@1` for an older binding.
    pub fn reference(&self, value: &Value) -> String {
        let label = value.label();
        let name = self.text(label.name);
        if name == ANSWER
            && let Some(alias) = self.further(value).first()
        {
            return (*alias).to_owned();
        }
        let mut text = name.to_owned();
        if !self.is_current(value) {
            text.push_str(&format!("@{}", label.binding));
        }
        push_part(&mut text, value);
        text
    }

    /// The name of the network that a leaf belongs to.
    pub fn call_network(&self, leaf: &Value) -> String {
        let called = self.call(leaf);
        called.split_once('.').map_or(called.as_str(), |(network, _)| network).to_owned()
    }

    /// Returns true for a node of an answer without another name.
    pub fn is_nameless(&self, value: &Value) -> bool {
        self.is_answers(value) && self.further(value).is_empty()
    }

    /// Returns true if the node's label is the answer's or none.
    pub fn is_answers(&self, value: &Value) -> bool {
        let label = value.label();
        label.binding == 0 || self.text(label.name) == ANSWER
    }

    /// The name of a node under its current binding: `c`, `L.2`, `mlp.w1.2.3`.
    pub fn short_name(&self, value: &Value) -> String {
        let mut text = self.text(value.label().name).to_owned();
        push_part(&mut text, value);
        text
    }

    /// The aliases of the node, in the order they were bound.
    pub fn aliases(&self, value: &Value) -> Vec<&str> {
        let mut aliases = self.further(value);
        if !aliases.is_empty() {
            let first = self.reference(value);
            aliases.retain(|alias| *alias != first);
        }
        aliases
    }

    /// The aliases except `_`.
    fn further(&self, value: &Value) -> Vec<&str> {
        let mut numbers = self.aliases.get(value).cloned().unwrap_or_default();
        numbers.sort_by_key(|number| self.binding(*number).map_or(0, |binding| binding.when));
        let names = numbers.into_iter().map(|number| self.text(number));
        names.filter(|name| *name != ANSWER).collect()
    }

    /// All names of the node: `a, b`.
    pub fn call_all(&self, value: &Value) -> String {
        let further = self.aliases(value).into_iter().map(str::to_owned);
        let names: Vec<String> = std::iter::once(self.call(value)).chain(further).collect();
        names.join(", ")
    }
}

/// Adds the number within its statement, or the place within its network.
fn push_part(text: &mut String, value: &Value) {
    let label = value.label();
    match value.contents().and_then(|it| it.place(label.part)) {
        Some(place) => text.push_str(&format!(".{place}")),
        None => push_number(text, label),
    }
}

fn push_number(text: &mut String, label: Label) {
    match (label.member(), label.part) {
        (Some(member), _) => text.push_str(&format!(".o{member}")),
        (None, 0) => {}
        (None, part) => text.push_str(&format!(".{part}")),
    }
}
