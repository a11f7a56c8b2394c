//! The sequence in which a saved script makes bindings.

use std::collections::{HashMap, HashSet};

use crate::core::graph::{Label, Operand, Value};
use crate::core::session::names::listing::History;

/// Returns the bindings in the order they were made, but each after what it needs: a node that was
/// named later than it was first bound is made under that name, after the earlier bindings of it.
pub fn sequence(history: Vec<History>) -> Vec<History> {
    let mut sequence = Sequence::of(&history);
    for binding in 0..history.len() {
        sequence.visit(binding);
    }
    let order = sequence.order;
    let mut bindings: Vec<Option<History>> = history.into_iter().map(Some).collect();
    order.into_iter().filter_map(|binding| bindings.get_mut(binding)?.take()).collect()
}

/// A binding, by its place in the history, or a node.
enum Item<'history> {
    Binding(usize),
    Node(&'history Value),
}

struct Sequence<'history> {
    history: &'history [History],
    /// The place of each binding.
    places: HashMap<Label, usize>,
    /// The bindings of each name, in order.
    of_names: HashMap<u32, Vec<usize>>,
    met: HashSet<&'history Value>,
    is_met: Vec<bool>,
    order: Vec<usize>,
}

impl<'history> Sequence<'history> {
    fn of(history: &'history [History]) -> Sequence<'history> {
        let places = history.iter().zip(0..).map(|(binding, place)| (binding.label, place));
        let mut of_names: HashMap<u32, Vec<usize>> = HashMap::new();
        for (place, binding) in history.iter().enumerate() {
            of_names.entry(binding.label.name).or_default().push(place);
        }
        for bindings in of_names.values_mut() {
            bindings.sort_by_key(|place| history.get(*place).map(|it| it.label.binding));
        }
        Sequence {
            history,
            places: places.collect(),
            of_names,
            met: HashSet::new(),
            is_met: vec![false; history.len()],
            order: Vec::with_capacity(history.len()),
        }
    }

    /// Puts a binding after what it needs.
    fn visit(&mut self, binding: usize) {
        let mut work = vec![(Item::Binding(binding), false)];
        while let Some((item, is_ready)) = work.pop() {
            match item {
                Item::Binding(binding) if is_ready => self.order.push(binding),
                Item::Binding(binding) => {
                    let Some(is_met) = self.is_met.get_mut(binding).filter(|is_met| !**is_met)
                    else {
                        continue;
                    };
                    *is_met = true;
                    work.push((Item::Binding(binding), true));
                    let Some(History { label, value, .. }) = self.history.get(binding) else {
                        continue;
                    };
                    work.push((Item::Node(value), false));
                    work.extend(self.before(*label).map(|it| (Item::Binding(it), false)));
                }
                Item::Node(node) => {
                    let label = node.label();
                    // It is made with its own binding, or with that of its network.
                    let made_with = match node.network_of_leaf() {
                        Some(_) => Label { part: 0, ..label },
                        None => label,
                    };
                    if let Some(own) = self.places.get(&made_with).copied()
                        && !self.is_met.get(own).copied().unwrap_or(true)
                    {
                        work.push((Item::Binding(own), false));
                    } else if self.met.insert(node) {
                        let operands = node.members().unwrap_or(node.operands()).iter().rev();
                        let operands = operands.filter_map(Operand::value);
                        work.extend(operands.map(|operand| (Item::Node(operand), false)));
                        work.extend(self.before(label).map(|it| (Item::Binding(it), false)));
                    }
                }
            }
        }
    }

    /// The latest binding of a name before this one.
    fn before(&self, label: Label) -> Option<usize> {
        let bindings = self.of_names.get(&label.name)?;
        let is_earlier = |place: &usize| {
            self.history.get(*place).is_some_and(|it| it.label.binding < label.binding)
        };
        bindings.partition_point(is_earlier).checked_sub(1).and_then(|at| bindings.get(at)).copied()
    }
}
