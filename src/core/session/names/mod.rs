//! The table of names: the node each name means, now and at its earlier bindings, and the name of
//! each node.

mod display_name;
pub mod listing;
pub mod reference;

use std::collections::HashMap;
use std::rc::Rc;

use foldhash::fast::RandomState;
use indexmap::IndexMap;

use super::statement::Statement;
use crate::core::graph::{Budget, Charge, Label, Parts, Value, WeakValue};
use reference::InnerNodes;

/// The table of names.
/// Binding a name again leaves the older node as it is; it is then called `c@1`, the first binding of `c`.
#[derive(Debug, Clone)]
pub struct Names {
    table: IndexMap<Box<str>, Name, RandomState>,
    /// The further names of nodes.
    aliases: HashMap<Value, Vec<u32>, RandomState>,
    /// The number of bindings and deletions so far.
    binding_time: u32,
    charge: Charge,
    /// The parts, which name inner nodes.
    parts: Parts,
}

/// A name with all its bindings.
#[derive(Debug, Clone, Default)]
struct Name {
    binding: Binding,
    /// The inner nodes of the current binding's statement, found on first use.
    inner: InnerNodes,
    /// Earlier bindings whose nodes may be alive, oldest first.
    #[allow(clippy::box_collection, reason = "most names are bound once: 8 bytes, not 24")]
    older: Option<Box<Vec<Earlier>>>,
}

/// The current binding of a name.
#[derive(Debug, Clone, Default)]
pub struct Binding {
    /// The node; `None` once the name is deleted.
    pub node: Option<Value>,
    pub statement: Option<Rc<Statement>>,
    /// The number of bindings of the name so far.
    pub count: u32,
    /// The time, counted in bindings and deletions of any name.
    pub when: u32,
    /// The bindings that were dropped when an older one was restored.
    #[allow(clippy::box_collection, reason = "few bindings have one: 8 bytes, not 24")]
    undone: Option<Box<Vec<Earlier>>>,
}

/// A binding that a later one has replaced.
#[derive(Debug, Clone)]
struct Earlier {
    node: WeakValue,
    statement: Option<Rc<Statement>>,
    count: u32,
    when: u32,
    /// The `binding_time` of the next deletion.
    deleted: Option<u32>,
    inner: InnerNodes,
}

impl Binding {
    pub fn weight(&self) -> usize {
        let rows = self.node.as_ref().and_then(Value::rows).unwrap_or(0);
        let built = self.statement.as_ref().map_or(0, |statement| statement.built as usize);
        1 + built + rows / ROWS_AS_A_NODE
    }
}

/// The name of bare expressions.
pub const ANSWER: &str = "_";

/// The most bindings of a name, and the most nodes of a statement.
pub const MOST_BINDINGS: u32 = 1_000_000_000;

/// The numbers of a column that weigh as much as a node.
pub const ROWS_AS_A_NODE: usize = 16;

/// The approximate bytes of a name besides its text.
const BYTES_OF_A_NAME: usize = 192;

impl Names {
    pub fn new(budget: &Budget, parts: Parts) -> Names {
        Names {
            parts,
            table: IndexMap::default(),
            aliases: HashMap::default(),
            binding_time: 0,
            charge: Charge::new(budget, 0),
        }
    }

    /// Returns true if nothing has ever been bound or defined.
    pub fn is_new(&self) -> bool {
        self.binding_time == 0
    }

    /// The label of the next node of `name`; `None` after [`MOST_BINDINGS`].
    pub fn next_label(&mut self, name: &str) -> Option<Label> {
        let number = self.number(name);
        let last = self.binding(number).map_or(0, |binding| binding.count);
        (last < MOST_BINDINGS).then_some(Label { name: number, binding: last + 1, part: 0 })
    }

    /// The number of names known.
    pub fn met(&self) -> usize {
        self.table.len()
    }

    /// Forgets names after the first `met` that were never bound.
    pub fn forget_since(&mut self, met: usize) {
        while self.table.len() > met
            && self.table.last().is_some_and(|(_, name)| name.binding.count == 0)
            && let Some((name, _)) = self.table.pop()
        {
            self.charge.remove(BYTES_OF_A_NAME + name.len());
        }
    }

    /// Binds the name of `label` to `node` and returns the earlier binding.
    pub fn bind(&mut self, label: Label, node: Value, statement: Rc<Statement>) -> Binding {
        let (count, when) = (label.binding, self.tick());
        let (node, statement) = (Some(node), Some(statement));
        self.exchange(label.name, Binding { node, statement, count, when, undone: None })
    }

    /// Counts a binding, a deletion or a definition, and returns its time.
    pub fn tick(&mut self) -> u32 {
        self.binding_time = self.binding_time.saturating_add(1);
        self.binding_time
    }

    /// The number of a name, a new one if it is unknown.
    pub fn number(&mut self, name: &str) -> u32 {
        let number = match self.table.get_index_of(name) {
            Some(number) => number,
            None => {
                self.charge.add(BYTES_OF_A_NAME + name.len());
                self.table.insert_full(name.into(), Name::default()).0
            }
        };
        u32::try_from(number).unwrap_or(u32::MAX)
    }

    /// Deletes the binding of a name and returns it with the name's number.
    pub fn unbind(&mut self, name: &str) -> Option<(u32, Binding)> {
        let (number, _, own) = self.table.get_full(name)?;
        own.binding.node.as_ref()?;
        let (number, count) = (u32::try_from(number).ok()?, own.binding.count);
        let when = self.tick();
        Some((number, self.exchange(number, Binding { count, when, ..Binding::default() })))
    }

    /// Replaces the binding of a name, by a later or an earlier one, and returns the previous one.
    pub fn exchange(&mut self, name: u32, mut binding: Binding) -> Binding {
        let Some((_, own)) = self.table.get_index_mut(name as usize) else { return binding };
        let (node, when) = (binding.node.clone(), binding.when);
        let (deleted, undone) = (node.is_none().then_some(when), binding.undone.take());
        let mut before = std::mem::replace(&mut own.binding, binding);
        let inner = std::mem::take(&mut own.inner);
        if when < before.when {
            let older = own.older.as_deref_mut();
            before.undone = older.and_then(|older| forget_since(older, when)).map(Box::new);
        } else if let Some(undone) = undone {
            let older = own.older.get_or_insert_default();
            mark_deleted(older, undone.first().and_then(|first| first.deleted));
            older.extend(*undone);
        } else if let Some(node) = before.node.as_ref().filter(|_| when > before.when) {
            let (count, since) = (before.count, before.when);
            let (node, statement) = (node.downgrade(), before.statement.clone());
            let earlier = Earlier { node, statement, count, when: since, deleted: None, inner };
            let older = own.older.get_or_insert_default();
            if older.len() == older.capacity() {
                older.retain(Earlier::may_live);
            }
            older.push(earlier);
            mark_deleted(older, deleted);
        }
        if let Some(node) = &before.node {
            self.forget_alias(name, node);
        }
        // After the old node has lost the name: b = b keeps the same node.
        let is_own = |node: &Value| node.label().name == name && node.label().part == 0;
        if let Some(node) = node.filter(|node| !is_own(node)) {
            self.aliases.entry(node).or_default().push(name);
        }
        before
    }

    pub fn binding_of(&self, name: &str) -> Binding {
        self.table.get(name).map(|name| name.binding.clone()).unwrap_or_default()
    }

    /// The number of a known name.
    pub fn number_of(&self, name: &str) -> Option<u32> {
        self.table.get_index_of(name).and_then(|number| u32::try_from(number).ok())
    }

    fn forget_alias(&mut self, name: u32, value: &Value) {
        if let Some(names) = self.aliases.get_mut(value) {
            names.retain(|alias| *alias != name);
            if names.is_empty() {
                self.aliases.remove(value);
            }
        }
    }

    fn binding(&self, name: u32) -> Option<&Binding> {
        self.table.get_index(name as usize).map(|(_, name)| &name.binding)
    }

    /// The node of a plain name.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.table.get(name)?.binding.node.as_ref()
    }

    /// The earlier nodes of a name that are alive, oldest first.
    pub fn earlier_bindings(&self, name: &str) -> Vec<Value> {
        let older = self.table.get(name).and_then(|name| name.older.as_deref());
        older.into_iter().flatten().filter_map(|earlier| earlier.node.upgrade()).collect()
    }

    /// The number of times `name` has been bound.
    pub fn count(&self, name: &str) -> u32 {
        self.table.get(name).map_or(0, |name| name.binding.count)
    }

    /// The text of a name, by its number.
    pub fn text(&self, name: u32) -> &str {
        self.table.get_index(name as usize).map_or("", |(text, _)| text)
    }
}

impl Earlier {
    /// Returns false once all nodes of its statement are freed. Leaves of a network may outlive it.
    fn may_live(&self) -> bool {
        let others = |it: &Rc<Statement>| it.names.len() > 1 && Rc::strong_count(it) > 1;
        let has_others = |it: &Rc<Statement>| it.is_called || others(it);
        self.node.is_alive() || self.statement.as_ref().is_some_and(has_others)
    }
}

/// Marks the last bindings as deleted.
fn mark_deleted(older: &mut [Earlier], deleted: Option<u32>) {
    let Some(deleted) = deleted else { return };
    let since = older.iter_mut().rev().take_while(|it| it.deleted.is_none());
    since.for_each(|it| it.deleted = Some(deleted));
}

/// Drops bindings and deletions from a time on and returns the bindings.
fn forget_since(older: &mut Vec<Earlier>, when: u32) -> Option<Vec<Earlier>> {
    let since = older.split_off(older.partition_point(|it| it.when < when));
    let deleted = older.iter_mut().rev().take_while(|it| it.deleted.is_some_and(|it| it > when));
    deleted.for_each(|it| it.deleted = None);
    (!since.is_empty()).then_some(since)
}
