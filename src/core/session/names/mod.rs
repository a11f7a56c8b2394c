//! The table of names: the node each name means, now and at its earlier bindings, and the name of
//! each node.

mod display_name;
pub mod inner_nodes;
pub mod listing;
pub mod reference;

use std::cmp::Ordering;
use std::collections::HashMap;

use foldhash::fast::RandomState;
use indexmap::IndexMap;

use crate::core::graph::{Budget, Charge, Label, Value, WeakValue};
use inner_nodes::Waiting;
use reference::Parts;

/// The table of names.
///
/// A name is bound as in Python: binding it again leaves the older node as it is, and that one is
/// then called `c@1`, the first binding of `c`.
#[derive(Debug, Clone)]
pub struct Names {
    table: IndexMap<Box<str>, Binding, RandomState>,
    /// The further names of nodes that have more than one.
    aliases: HashMap<Value, Vec<u32>, RandomState>,
    /// The number of bindings so far.
    bindings: u32,
    /// Inner nodes made one by one, by the binding they wait for.
    waiting: HashMap<(u32, u32), Waiting, RandomState>,
    /// Set when nothing has been bound to the last name of the table yet.
    last_is_new: bool,
    /// The table's share of the session's memory.
    charge: Charge,
}

/// The meaning of a name.
#[derive(Debug, Clone, Default)]
struct Binding {
    current: Option<Value>,
    /// The number of times the name has been bound.
    count: u32,
    /// The number of nodes that the statement of the current binding built.
    built: u32,
    /// The time of the binding, counted in bindings of any name.
    when: u32,
    /// The latest binding that inner nodes have been made for one by one.
    reserved: u32,
    /// The inner nodes of the current binding's statement, once one has been asked for.
    inner: Parts,
    /// Earlier bindings whose nodes may still live, oldest first.
    #[allow(clippy::box_collection, reason = "most names are bound once: 8 bytes, not 24")]
    older: Option<Box<Vec<Earlier>>>,
}

/// A binding that a later one has taken the name from.
#[derive(Debug, Clone)]
struct Earlier {
    count: u32,
    when: u32,
    value: WeakValue,
    inner: Parts,
}

/// The meaning of a name at some moment, kept to restore it.
#[derive(Debug, Clone)]
pub struct Bound {
    name: u32,
    previous: Option<Value>,
    count: u32,
    built: u32,
    when: u32,
    /// The inner nodes that had waited for the binding that came next.
    waiting: Option<Box<Waiting>>,
    /// All that is known of the name, if it is kept to take back that another meaning is restored.
    whole: Option<Box<WholeName>>,
}

/// All that is known of a name.
#[derive(Debug, Clone)]
struct WholeName {
    binding: Binding,
    /// The inner nodes that wait, by the binding that they wait for.
    waiting: Vec<((u32, u32), Waiting)>,
}

impl Bound {
    /// No meaning of a name.
    fn none(name: u32) -> Bound {
        let (previous, waiting, whole) = (None, None, None);
        Bound { name, previous, count: 0, built: 0, when: 0, waiting, whole }
    }

    /// The number of the name.
    pub fn name(&self) -> u32 {
        self.name
    }

    /// The number of nodes that the earlier binding may keep alive.
    pub fn weight(&self) -> usize {
        let rows = self.previous.as_ref().and_then(Value::rows).unwrap_or(0);
        1 + self.built as usize + rows / ROWS_AS_A_NODE
    }

    /// The node it meant, if any.
    pub fn previous(&self) -> Option<&Value> {
        self.previous.as_ref()
    }
}

/// The name of bare expressions.
pub const ANSWER: &str = "_";

/// The number of times a name can be bound, and the highest number of a node of one statement.
pub const MOST_BINDINGS: u32 = 1_000_000_000;

/// So many numbers of a column weigh as much as a node.
const ROWS_AS_A_NODE: usize = 16;

/// About how many bytes a name takes beside its text.
const BYTES_OF_A_NAME: usize = 192;

impl Names {
    /// An empty table that counts against `budget`.
    pub fn new(budget: &Budget) -> Names {
        Names {
            table: IndexMap::default(),
            aliases: HashMap::default(),
            bindings: 0,
            waiting: HashMap::default(),
            last_is_new: false,
            charge: Charge::new(budget, 0),
        }
    }

    /// Returns true if nothing has ever been bound.
    pub fn is_new(&self) -> bool {
        self.bindings == 0
    }

    /// The label of the node that `name` is going to be bound to; none when it has been bound as
    /// often as can be.
    pub fn next_label(&mut self, name: &str) -> Option<Label> {
        let number = self.number_to_bind(name);
        let last = self.binding(number).map_or(0, |binding| binding.count.max(binding.reserved));
        (last < MOST_BINDINGS).then_some(Label { name: number, binding: last + 1, part: 0 })
    }

    /// The number of a name that is going to be bound; [`Names::forget_new`] takes a new one back.
    pub fn number_to_bind(&mut self, name: &str) -> u32 {
        let before = self.table.len();
        let number = self.number(name);
        self.last_is_new = self.table.len() > before;
        number
    }

    /// Forgets the name of the label given last, if it was new then: nothing was bound to it.
    pub fn forget_new(&mut self) {
        if std::mem::take(&mut self.last_is_new)
            && let Some((name, _)) = self.table.pop()
        {
            self.charge.remove(BYTES_OF_A_NAME + name.len());
        }
    }

    /// Binds the name of `label` to `value`, whose statement built so many nodes.
    pub fn bind(&mut self, label: Label, value: Value, built: u32) -> Bound {
        let waiting = self.join_parts(label, &value);
        let bound = self.put(label.name, Some(value.clone()), label.binding, built);
        // After the name has been taken from the node it had: b = b leaves it the same one.
        if !is_named_after(&value, label.name) {
            self.aliases.entry(value.clone()).or_default().push(label.name);
        }
        self.last_is_new = false;
        Bound { waiting, ..bound }
    }

    /// The number of a name, new if need be.
    pub fn number(&mut self, name: &str) -> u32 {
        let number = match self.table.get_index_of(name) {
            Some(number) => number,
            None => {
                self.last_is_new = false;
                self.charge.add(BYTES_OF_A_NAME + name.len());
                self.table.insert_full(name.into(), Binding::default()).0
            }
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

    /// The present meaning of `name`.
    pub fn standing(&mut self, name: &str) -> Bound {
        let number = self.number(name);
        let mut bound = Bound::none(number);
        if let Some(binding) = self.binding(number) {
            bound.previous = binding.current.clone();
            (bound.count, bound.built, bound.when) = (binding.count, binding.built, binding.when);
        }
        bound
    }

    /// The present meaning of `name` with all that is known of it, to be restored after an earlier
    /// meaning has been.
    pub fn whole(&mut self, name: &str) -> Bound {
        let bound = self.standing(name);
        let waiting = self.waiting.iter().filter(|((of, _), _)| *of == bound.name);
        let waiting = waiting.map(|(key, waiting)| (*key, waiting.clone())).collect();
        let binding = self.binding(bound.name).cloned().unwrap_or_default();
        Bound { whole: Some(Box::new(WholeName { binding, waiting })), ..bound }
    }

    /// Makes a name mean what it meant at an earlier moment.
    pub fn restore(&mut self, bound: Bound) {
        let Bound { name, previous, count, built, when, waiting, whole } = bound;
        let binding = self.binding(name);
        let undone = binding.map_or(0, |binding| binding.count);
        if let Some(current) = binding.and_then(|binding| binding.current.clone()) {
            self.forget_alias(name, &current);
        }
        if let Some(value) = &previous
            && !is_named_after(value, name)
        {
            self.aliases.entry(value.clone()).or_default().push(name);
        }
        if let Some(waiting) = waiting {
            self.waiting.insert((name, undone), *waiting);
        }
        if let Some(whole) = whole {
            self.waiting.retain(|(of, _), _| *of != name);
            self.waiting.extend(whole.waiting);
            if let Some((_, binding)) = self.table.get_index_mut(name as usize) {
                *binding = whole.binding;
            }
            return;
        }
        if let Some((_, binding)) = self.table.get_index_mut(name as usize) {
            // What is restored stands among the older ones only if it was there to be replaced.
            let is_older = |earlier: &Earlier| {
                earlier.count < count || earlier.count == count && previous.is_none()
            };
            if let Some(older) = &mut binding.older {
                while older.pop_if(|earlier| !is_older(earlier)).is_some() {}
            }
            binding.inner = Parts::default();
            binding.current = previous;
            binding.count = count;
            binding.built = built;
            binding.when = when;
        }
    }

    fn put(&mut self, name: u32, value: Option<Value>, count: u32, built: u32) -> Bound {
        let previous = self.binding(name).and_then(|binding| binding.current.clone());
        if let Some(previous) = &previous {
            self.forget_alias(name, previous);
        }
        let mut bound = Bound { previous, ..Bound::none(name) };
        self.bindings = self.bindings.saturating_add(1);
        if let Some((_, binding)) = self.table.get_index_mut(name as usize) {
            let when = binding.when;
            (bound.count, bound.built, bound.when) = (binding.count, binding.built, when);
            if let Some(previous) = &bound.previous {
                let (count, value) = (binding.count, previous.downgrade());
                let earlier = Earlier { count, when, value, inner: Parts::default() };
                remember(binding.older.get_or_insert_default(), earlier);
            }
            binding.when = self.bindings;
            binding.inner = Parts::default();
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
        if let Some(names) = self.aliases.get_mut(value) {
            names.retain(|alias| *alias != name);
            if names.is_empty() {
                self.aliases.remove(value);
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

    /// The number of times `name` has been bound.
    pub fn count(&self, name: &str) -> u32 {
        self.table.get(name).map_or(0, |binding| binding.count)
    }

    /// Compares the names of two nodes as text, so that a saved session, which has other numbers of
    /// names, has the same order.
    pub fn compare(&self, one: &Value, other: &Value) -> Ordering {
        let [one, other] = [one, other].map(Value::label);
        let place = |label: Label| (self.text(label.name), label.binding, label.part);
        place(one).cmp(&place(other))
    }

    /// The text of a name, by its number.
    pub fn text(&self, name: u32) -> &str {
        self.table.get_index(name as usize).map_or("", |(text, _)| text)
    }
}

/// Returns true if the name is the node's own, and so not a further one.
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
