//! The names of nodes: what each is called, and its further names.

use super::{ANSWER, Names};
use crate::core::graph::{Inner, Label, Value};
use crate::core::language::exact;

/// The number of operands in the formula that an earlier answer is called by.
const LONGEST: usize = 8;
/// The most characters of the formula in a head.
const LONGEST_TITLE: usize = 20;

impl Names {
    /// What people call the node: its reference, or its formula if it was made for an answer that
    /// is no longer the last one: `(x^2)`.
    pub fn call(&self, value: &Value) -> String {
        if !self.is_earlier_answer(value) {
            return self.reference(value);
        }
        format!("({})", self.formula(value, |inner| self.is_earlier_answer(inner)))
    }

    /// What heads call a node: a result without a name by its formula, if that is short: `(a*b)`.
    pub fn title(&self, value: &Value) -> String {
        let text = self.formula(value, |inner| self.is_nameless(inner));
        let text =
            text.replace(" * ", "*").replace(" / ", "/").replace(" + ", "+").replace(" - ", "-");
        let is_titled = self.is_nameless(value) && !value.is_leaf() && text.len() <= LONGEST_TITLE;
        if is_titled { format!("({text})") } else { self.call(value) }
    }

    /// The formula of a node over those that are not inner ones.
    pub(crate) fn formula(&self, value: &Value, is_inner: impl Fn(&Value) -> bool) -> String {
        // What is still an inner one in it is a leaf, or beyond the limit.
        let name = |node: &Value| {
            if is_inner(node) { exact(node.data()) } else { self.reference(node) }
        };
        let inner = Inner { is_inner: &is_inner, name: &name, most: LONGEST };
        let written = self.parts.iter().find_map(|part| part.written_out(value, inner));
        written.map_or_else(|| self.reference(value), |written| written.text)
    }

    /// Returns true for a nameless node whose answer `_` no longer means.
    fn is_earlier_answer(&self, value: &Value) -> bool {
        self.is_nameless(value) && !self.is_current(value)
    }

    /// Returns true if the node is, or is inside, what its name means now.
    fn is_current(&self, value: &Value) -> bool {
        let label = value.label();
        let current = self.binding(label.name).and_then(|binding| binding.node.as_ref());
        // By the node and not by the count: b = b leaves it the one that b means.
        current.is_some_and(|it| it.label() == Label { part: 0, ..label })
    }

    /// The reference of the node, which can be typed and is no other node's: `L`, `L.1`, or `c@1`
    /// once the name means something else.
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

    /// Returns true for a node that was made for an answer, and that nobody gave a name since.
    pub fn is_nameless(&self, value: &Value) -> bool {
        self.is_answers(value) && self.further(value).is_empty()
    }

    /// Returns true if the node was made for the answer or for no binding, so that it has no name of its own.
    pub fn is_answers(&self, value: &Value) -> bool {
        let label = value.label();
        label.binding == 0 || self.text(label.name) == ANSWER
    }

    /// The name of a node while its name is bound to what it was made for: `c`, `L.2`,
    /// `mlp.w1.2.3`.
    pub fn short_name(&self, value: &Value) -> String {
        let mut text = self.text(value.label().name).to_owned();
        push_part(&mut text, value);
        text
    }

    /// The further names of the node, in the order they were given.
    pub fn aliases(&self, value: &Value) -> Vec<&str> {
        let mut aliases = self.further(value);
        if !aliases.is_empty() {
            let first = self.reference(value);
            aliases.retain(|alias| *alias != first);
        }
        aliases
    }

    /// The further names but for `_`, which every answer has had.
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

/// Adds which of its statement's nodes it is, or which leaf of its network.
fn push_part(text: &mut String, value: &Value) {
    let label = value.label();
    match value.contents().and_then(|it| it.place(label.part)) {
        Some(place) => text.push_str(&format!(".{place}")),
        None => push_number(text, label),
    }
}

/// Adds the number of an inner node, or of a member of a group.
fn push_number(text: &mut String, label: Label) {
    match (label.member(), label.part) {
        (Some(member), _) => text.push_str(&format!(".o{member}")),
        (None, 0) => {}
        (None, part) => text.push_str(&format!(".{part}")),
    }
}
