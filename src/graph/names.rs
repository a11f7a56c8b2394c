//! Which node each name means, now and at its earlier bindings, and what each node is called.

mod reference;

use std::collections::HashMap;

use foldhash::fast::RandomState;
use indexmap::IndexMap;

pub use reference::split;

use super::node::{Label, Value, WeakValue};

/// The table of names.
///
/// A name is bound as in Python: binding it again leaves the older node as it is, and that one is
/// then called `c@1`, the first binding of `c`.
#[derive(Debug, Default)]
pub struct Names {
    table: IndexMap<Box<str>, Binding, RandomState>,
    /// The further names of nodes that have more than one, by the node's identity.
    aliases: HashMap<usize, Vec<u32>>,
    /// How many bindings there have been.
    bindings: u32,
    /// Inner nodes made one by one, by the binding they wait for and their part.
    parts: HashMap<(u32, u32), HashMap<u32, Value>>,
}

/// What a name means.
#[derive(Debug, Default)]
struct Binding {
    current: Option<Value>,
    /// How often the name has been bound.
    count: u32,
    /// How many nodes the statement of the current binding built.
    built: u32,
    /// When it was bound, counted in bindings of any name.
    when: u32,
    /// Earlier bindings whose nodes may still live, oldest first.
    #[allow(clippy::box_collection, reason = "most names are bound once: 8 bytes, not 24")]
    older: Option<Box<Vec<Earlier>>>,
}

/// A binding that a later one has taken the name from.
#[derive(Debug)]
struct Earlier {
    count: u32,
    when: u32,
    value: WeakValue,
}

/// One binding that is still of use: the current one of its name, or an earlier one whose node
/// lives.
#[derive(Debug)]
pub struct History {
    /// When it was bound, counted in bindings of any name.
    pub when: u32,
    /// The name and which binding of it.
    pub label: Label,
    /// The node.
    pub value: Value,
}

/// What a name meant before it was bound or deleted: enough to take that back.
#[derive(Debug)]
pub struct Bound {
    name: u32,
    previous: Option<Value>,
    count: u32,
    built: u32,
    when: u32,
}

impl Bound {
    /// The number of the name.
    pub fn name(&self) -> u32 {
        self.name
    }

    /// How many nodes the earlier binding may keep alive.
    pub fn weight(&self) -> usize {
        1 + self.built as usize
    }

    /// The node it meant, if any.
    pub fn previous(&self) -> Option<&Value> {
        self.previous.as_ref()
    }
}

/// The name of bare expressions.
pub const ANSWER: &str = "_";

impl Names {
    /// The label of the node that `name` is going to be bound to.
    pub fn next_label(&mut self, name: &str) -> Label {
        let number = self.number(name);
        let count = self.binding(number).map_or(0, |binding| binding.count);
        Label { name: number, binding: count.saturating_add(1), part: 0 }
    }

    /// Binds the name of `label` to `value`, whose statement built so many nodes.
    pub fn bind(&mut self, label: Label, value: Value, built: u32) -> Bound {
        if !is_named_after(&value, label.name) {
            self.aliases.entry(value.identity()).or_default().push(label.name);
        }
        self.parts.remove(&(label.name, label.binding));
        self.put(label.name, Some(value), label.binding, built)
    }

    /// Keeps an inner node until the binding it is a part of is made.
    pub fn keep_part(&mut self, label: Label, value: Value) {
        self.parts.entry((label.name, label.binding)).or_default().insert(label.part, value);
    }

    /// The number of a name, new if need be.
    pub fn number(&mut self, name: &str) -> u32 {
        let number = match self.table.get_index_of(name) {
            Some(number) => number,
            None => self.table.insert_full(name.into(), Binding::default()).0,
        };
        u32::try_from(number).unwrap_or(u32::MAX)
    }

    /// Takes the name's meaning away; none when it has none.
    pub fn unbind(&mut self, name: &str) -> Option<Bound> {
        let (number, _, binding) = self.table.get_full(name)?;
        binding.current.as_ref()?;
        let (number, count) = (u32::try_from(number).ok()?, binding.count);
        Some(self.put(number, None, count, 0))
    }

    /// Takes back a binding or a deletion.
    pub fn restore(&mut self, bound: Bound) {
        let Bound { name, previous, count, built, when } = bound;
        let current = self.binding(name).and_then(|binding| binding.current.clone());
        if let Some(current) = current {
            self.forget_alias(name, &current);
        }
        if let Some(value) = &previous
            && !is_named_after(value, name)
        {
            self.aliases.entry(value.identity()).or_default().push(name);
        }
        if let Some((_, binding)) = self.table.get_index_mut(name as usize) {
            // What is restored stands among the older ones only if it was there to be replaced.
            if previous.is_some()
                && let Some(older) = &mut binding.older
                && older.last().is_some_and(|earlier| earlier.count == count)
            {
                older.pop();
            }
            binding.current = previous;
            binding.count = count;
            binding.built = built;
            binding.when = when;
        }
    }

    /// Takes the answer's meaning away if it was given after what `name` means now: it may hold
    /// nodes that are about to be undone.
    pub fn forget_answer_after(&mut self, name: u32) {
        let when = self.binding(name).map_or(0, |binding| binding.when);
        if self.table.get(ANSWER).is_some_and(|answer| answer.when > when) {
            self.unbind(ANSWER);
        }
    }

    fn put(&mut self, name: u32, value: Option<Value>, count: u32, built: u32) -> Bound {
        let previous = self.binding(name).and_then(|binding| binding.current.clone());
        if let Some(previous) = &previous {
            self.forget_alias(name, previous);
        }
        let mut bound = Bound { name, previous: None, count: 0, built: 0, when: 0 };
        self.bindings = self.bindings.saturating_add(1);
        if let Some((_, binding)) = self.table.get_index_mut(name as usize) {
            let when = binding.when;
            bound = Bound { name, previous, count: binding.count, built: binding.built, when };
            if let Some(previous) = &bound.previous {
                let earlier = Earlier { count: binding.count, when, value: previous.downgrade() };
                remember(binding.older.get_or_insert_default(), earlier);
            }
            binding.when = self.bindings;
            binding.current = value;
            binding.count = count;
            binding.built = built;
        }
        bound
    }

    fn forget_alias(&mut self, name: u32, value: &Value) {
        if self.aliases.is_empty() {
            return;
        }
        if let Some(names) = self.aliases.get_mut(&value.identity()) {
            names.retain(|alias| *alias != name);
            if names.is_empty() {
                self.aliases.remove(&value.identity());
            }
        }
    }

    fn binding(&self, name: u32) -> Option<&Binding> {
        self.table.get_index(name as usize).map(|(_, binding)| binding)
    }

    /// The node that a plain name means.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.table.get(name)?.current.as_ref()
    }

    /// The earlier bindings of a name whose nodes live, oldest first.
    pub fn earlier_bindings(&self, name: &str) -> Vec<Value> {
        let older = self.table.get(name).and_then(|binding| binding.older.as_deref());
        older.into_iter().flatten().filter_map(|earlier| earlier.value.upgrade()).collect()
    }

    /// How often `name` has been bound.
    pub fn count(&self, name: &str) -> u32 {
        self.table.get(name).map_or(0, |binding| binding.count)
    }

    /// The text of a name by its number.
    pub fn text(&self, name: u32) -> &str {
        self.table.get_index(name as usize).map_or("", |(text, _)| text)
    }

    /// What the node is called: `L`, `L.1`, or `c@1` once the name means something else.
    pub fn call(&self, value: &Value) -> String {
        let label = value.label();
        let name = self.text(label.name);
        if name == ANSWER
            && let Some(alias) = self.further(value).next()
        {
            return alias.to_owned();
        }
        let current = self.binding(label.name).and_then(|binding| binding.current.as_ref());
        // By the node and not by the count: b = b leaves it the one that b means.
        let is_current = current.is_some_and(|it| it.label() == Label { part: 0, ..label });
        let mut text = name.to_owned();
        if !is_current {
            text.push_str(&format!("@{}", label.binding));
        }
        if label.part > 0 {
            text.push_str(&format!(".{}", label.part));
        }
        text
    }

    /// The further names of the node, in the order they were given.
    pub fn aliases(&self, value: &Value) -> Vec<&str> {
        let first = self.call(value);
        self.further(value).filter(|alias| *alias != first).collect()
    }

    /// The further names but for the answer's, which is everybody's.
    fn further(&self, value: &Value) -> impl Iterator<Item = &str> {
        let numbers = self.aliases.get(&value.identity());
        let names = numbers.into_iter().flatten().map(|number| self.text(*number));
        names.filter(|name| *name != ANSWER)
    }

    /// All that the node is called: `a, b`.
    pub fn call_all(&self, value: &Value) -> String {
        let mut text = self.call(value);
        for alias in self.aliases(value) {
            text.push_str(", ");
            text.push_str(alias);
        }
        text
    }

    /// Every binding whose node lives, in the order they were made.
    pub fn history(&self) -> Vec<History> {
        let mut history = Vec::new();
        for (number, binding) in self.table.values().enumerate() {
            let name = u32::try_from(number).unwrap_or(u32::MAX);
            let mut keep = |count: u32, when: u32, value: Value| {
                let label = Label { name, binding: count, part: 0 };
                history.push(History { when, label, value });
            };
            for earlier in binding.older.iter().flat_map(|older| older.iter()) {
                if let Some(value) = earlier.value.upgrade() {
                    keep(earlier.count, earlier.when, value);
                }
            }
            if let Some(value) = &binding.current {
                keep(binding.count, binding.when, value.clone());
            }
        }
        history.sort_by_key(|binding| binding.when);
        history
    }

    /// Every name that means something, in the order first bound, and the node it means.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&str, &Value)> {
        let bound = self.table.iter();
        bound.filter_map(|(name, binding)| Some((name.as_ref(), binding.current.as_ref()?)))
    }
}

/// Whether the name is the node's own, so that it is no further one.
fn is_named_after(value: &Value, name: u32) -> bool {
    value.label().name == name && value.label().part == 0
}

/// Notes an earlier binding, and now and then forgets those whose nodes are gone.
fn remember(older: &mut Vec<Earlier>, earlier: Earlier) {
    if older.len() == older.capacity() {
        older.retain(|earlier| earlier.value.is_alive());
    }
    older.push(earlier);
}
