//! Saving a session as a script that rebuilds it exactly: data, names, order, frozen leaves.

mod choices;
mod outputs;
mod sequence;
mod statement;

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use super::Session;
use super::names::ANSWER;
use crate::core::graph::{Function, Guard, Label, Operand, Order, Value};
use crate::core::language::{Span, exact, in_marks};
use crate::core::ops;
use crate::core::session::names::listing::History;
use crate::parts::fit::{last_fit, last_residual};
use crate::parts::formula::{applied, spelled_out};
use crate::parts::networks::Outline;
use crate::parts::rows::CellKind;
use crate::parts::uncertainty::{Freedom, followed};

#[doc(hidden)]
impl Session {
    /// Returns a script that rebuilds this session when run in an empty one. The script is empty if
    /// the work was interrupted, or if there was no room for it, in which case
    /// [`Budget::has_refused`] is true.
    ///
    /// [`Budget::has_refused`]: crate::core::graph::Budget::has_refused
    ///
    /// Every node keeps its label. Bindings come in the order they were made, each after the inner
    /// nodes of earlier bindings of its name. A binding is a plain assignment where that produces
    /// the same labels; otherwise it is written node by node with `:node`.
    pub fn script(&mut self) -> String {
        self.script_of(|_| true)
    }

    /// The same without answers that have no name, unless one is the root or what the last fit left.
    pub fn script_without_answers(&mut self) -> String {
        let kept = self.root().into_iter().chain(last_residual(self));
        let kept: Vec<Value> = kept.filter(|it| self.names().is_answers(it)).cloned().collect();
        self.script_of(|value| kept.iter().any(|it| it.is(value)))
    }

    /// Returns the script; of the nodes that `_` is bound to, only with those that `keeps` names.
    fn script_of(&mut self, keeps: impl Fn(&Value) -> bool) -> String {
        self.refresh_all();
        let kept = |(name, value): &(&str, &Value)| *name != ANSWER || keeps(value);
        let named = || self.names().iter().filter(kept).map(|(_, value)| value);
        let members = named().filter_map(Value::as_network).flat_map(|it| it.leaves);
        let members: Vec<&Value> = members.collect();
        let unnamed = || self.root().into_iter().chain(last_residual(self));
        let mut live =
            Order::until(self.stop(), named().chain(members.iter().copied()).chain(unnamed()));
        let followed = followed(self, &live);
        if !followed.is_empty() {
            let all = named().chain(members).chain(unnamed()).chain(&followed);
            live = Order::until(self.stop(), all);
        }
        let groups = named().filter(|value| value.members().is_some());
        let living: HashSet<&Value> = live.nodes().iter().chain(groups).collect();
        let mut bindings = self.names().history();
        bindings.retain(|binding| {
            let is_answer = self.names().text(binding.label.name) == ANSWER;
            living.contains(&binding.value) && (!is_answer || keeps(&binding.value))
        });
        let is_constant = |name: u32| ops::constant(self.names().text(name)).is_some();
        let is_answers = |name: &u32| self.names().text(*name) == ANSWER;
        // Only answers are named after they were first bound.
        if bindings.iter().any(|binding| is_answers(&binding.label.name)) {
            bindings = sequence::sequence(bindings);
        }
        let orphans = orphans(&live, &bindings);
        // A network that has lost its name takes it once more, from a function that has it now; and
        // nodes may be of the operation whose place a function has taken.
        let is_later = |function: &&Function| {
            ops::gives_way(&function.name)
                || orphans.keys().any(|label| *self.names().text(label.name) == *function.name)
        };
        let (later, first): (Vec<&Function>, Vec<&Function>) = self.functions().partition(is_later);
        let mut writer = Writer {
            session: self,
            answer: bindings.iter().map(|binding| binding.label.name).find(is_answers),
            numbered: HashMap::new(),
            bound: HashMap::new(),
            inner: inner_nodes(&live),
            orphans,
            outline: Outline::of(&live),
            written: HashSet::new(),
            freedoms: RefCell::default(),
            hidden: bindings.iter().any(|binding| is_constant(binding.label.name)),
            text: String::new(),
            guard: self.guard(),
        };
        writer.functions(&first);
        let mut left = bindings.as_slice();
        while let Some((binding, others)) = left.split_first() {
            if !writer.may_write(0) {
                return String::new();
            }
            let unpacked = writer.unpacked(left);
            left = left.get(unpacked..).filter(|_| unpacked > 0).unwrap_or(others);
            if unpacked == 0 {
                writer.binding(binding.label, &binding.value);
            }
        }
        for node in live.nodes() {
            writer.node_by_node(node);
        }
        writer.functions(&later);
        writer.remaining_state(&live);
        if writer.may_write(0) { writer.text } else { String::new() }
    }
}

/// The inner nodes of each name's bindings, the latest binding first.
fn inner_nodes(live: &Order) -> HashMap<u32, Vec<&Value>> {
    let mut inner: HashMap<u32, Vec<&Value>> = HashMap::new();
    for node in live.nodes().iter().filter(|node| node.label().part > 0) {
        inner.entry(node.label().name).or_default().push(node);
    }
    for nodes in inner.values_mut() {
        nodes.sort_by_key(|node| std::cmp::Reverse(node.label().binding));
    }
    inner
}

/// The leaves that are in use of networks that are not, by the labels of these.
fn orphans<'live>(live: &'live Order, bindings: &[History]) -> HashMap<Label, Vec<&'live Value>> {
    let bound: HashSet<Label> = bindings.iter().map(|binding| binding.label).collect();
    let mut orphans: HashMap<Label, Vec<&Value>> = HashMap::new();
    for leaf in live.leaves().filter(|leaf| leaf.network_of_leaf().is_some()) {
        let label = Label { part: 0, ..leaf.label() };
        if !bound.contains(&label) {
            orphans.entry(label).or_default().push(leaf);
        }
    }
    orphans
}

/// Writes nodes in order and tracks the state of the script so far.
pub struct Writer<'session> {
    pub(crate) session: &'session Session,
    /// The number of the answer's name, if the script binds it.
    answer: Option<u32>,
    /// The latest binding of each name that the script has made, itself or its inner nodes.
    numbered: HashMap<u32, u32>,
    /// The binding that each name has in the script so far.
    pub(crate) bound: HashMap<u32, u32>,
    /// The inner nodes of each name's bindings not yet written, the next ones last.
    inner: HashMap<u32, Vec<&'session Value>>,
    pub(crate) orphans: HashMap<Label, Vec<&'session Value>>,
    /// The calls of networks, and the folds over their leaves.
    outline: Option<Outline>,
    /// The nodes that the script has made.
    pub(crate) written: HashSet<Value>,
    /// The degrees of freedom written so far, each with the first leaf that has them.
    pub(crate) freedoms: RefCell<Vec<(Freedom, Value)>>,
    /// True if the script binds a constant's name.
    hidden: bool,
    pub(crate) text: String,
    guard: Guard,
}

impl Writer<'_> {
    /// Returns true if `more` bytes may be written and no interrupt is pending.
    pub(crate) fn may_write(&self, more: usize) -> bool {
        let span = Span::default();
        self.guard.go_on(span).is_ok() && self.guard.text(self.text.len() + more, span).is_ok()
    }

    fn functions(&mut self, functions: &[&Function]) {
        for function in functions {
            let _ = writeln!(self.text, "{} = {}", function.written(), function.body());
        }
    }

    fn binding(&mut self, label: Label, value: &Value) {
        self.earlier_inner_nodes(label);
        if let Some(members) = value.as_network() {
            self.network(label, members.network, members.leaves.iter());
            self.written.insert(value.clone());
            return;
        }
        let is_own = value.label() == label;
        if !is_own {
            self.node_by_node(value);
        }
        let plain = if !self.is_next(label) || (!is_own && self.session.names().is_answers(value)) {
            // An assignment would make the answer's node its own.
            None
        } else if is_own && self.session.is_found(value) {
            // An assignment cannot say so.
            None
        } else if is_own {
            self.statement(value)
        } else {
            Some((self.reference(value), Vec::new()))
        };
        match plain {
            Some((right, made)) => {
                let name = self.session.names().text(label.name);
                let plus_minus = if is_own { self.uncertainty(value) } else { String::new() };
                let _ = writeln!(self.text, "{name} = {right}{plus_minus}");
                self.written.extend(made);
            }
            None if is_own => self.node_by_node(value),
            None => self.line(label, &self.reference(value)),
        }
        self.bind(label);
        self.follow(label, value);
    }

    /// Notes that the script has bound a name.
    pub(crate) fn bind(&mut self, label: Label) {
        self.numbered.insert(label.name, label.binding);
        self.bound.insert(label.name, label.binding);
    }

    /// Notes that the answer is not bound after a computed node is given a name.
    fn follow(&mut self, label: Label, value: &Value) {
        if let Some(answer) = self.answer.filter(|answer| *answer != label.name)
            && label.part == 0
            && !value.is_leaf()
        {
            self.bound.remove(&answer);
        }
    }

    /// Writes the inner nodes of earlier bindings, which cannot be made after this binding.
    fn earlier_inner_nodes(&mut self, label: Label) {
        let is_earlier = |node: &mut &Value| node.label().binding < label.binding;
        while let Some(node) =
            self.inner.get_mut(&label.name).and_then(|inner| inner.pop_if(is_earlier))
        {
            self.node_by_node(node);
        }
    }

    /// Writes `value` and the nodes it depends on, except those already written.
    fn node_by_node(&mut self, value: &Value) {
        let mut work = vec![(value, false)];
        while let Some((node, operands_written)) = work.pop() {
            if !self.may_write(0) {
                return;
            }
            if operands_written {
                self.line(node.label(), &self.one_operation(node));
                self.follow(node.label(), node);
            } else if self.written.contains(node) {
                // Its other users had it written.
            } else if node.network_of_leaf().is_some() {
                self.orphaned_network(node);
            } else if self.written.insert(node.clone()) {
                work.push((node, true));
                let operands = node.members().unwrap_or(node.operands()).iter().rev();
                work.extend(operands.filter_map(Operand::value).map(|operand| (operand, false)));
            }
        }
    }

    fn line(&mut self, label: Label, right: &str) {
        let _ = writeln!(self.text, ":node {} {right}", self.session.names().full(label));
        let latest = self.numbered.entry(label.name).or_default();
        *latest = label.binding.max(*latest);
    }

    /// The right side of a `:node` line: a leaf's number, or one operation on names.
    fn one_operation(&self, value: &Value) -> String {
        let name = |operand: &Value| self.reference(operand);
        if let Some(members) = value.members() {
            let members: Vec<String> =
                members.iter().filter_map(Operand::value).map(name).collect();
            return format!("group({})", members.join(", "));
        }
        let Some(operation) = value.operation() else {
            return self.leaf(value) + &self.uncertainty(value);
        };
        applied(operation, value.operands(), name, |number| self.number(number))
    }

    /// A leaf's number, or those of its rows.
    fn leaf(&self, leaf: &Value) -> String {
        match leaf.as_column() {
            None => self.number(leaf.data()),
            Some(column) => match column.kind() {
                CellKind::Numbers => self.rows(&column.numbers()),
                CellKind::Categories(categories) => self.cells(&column.numbers(), |code| {
                    categories.text(code).map_or_else(|| self.number(f64::NAN), in_marks)
                }),
            },
        }
    }

    /// Numbers in brackets; as many as there is room for.
    pub(crate) fn rows(&self, numbers: &[f64]) -> String {
        self.cells(numbers, |number| self.number(number))
    }

    fn cells(&self, numbers: &[f64], write: impl Fn(f64) -> String) -> String {
        let mut text = String::from("[");
        for (row, number) in numbers.iter().enumerate() {
            if !self.may_write(text.len()) {
                break;
            }
            if row > 0 {
                text.push_str(", ");
            }
            text.push_str(&write(*number));
        }
        text.push(']');
        text
    }

    /// Returns true if a plain assignment would make exactly this binding.
    pub(crate) fn is_next(&self, label: Label) -> bool {
        let latest = self.numbered.get(&label.name).copied().unwrap_or(0);
        latest + 1 == label.binding && self.session.names().text(label.name) != ANSWER
    }

    /// Returns the reference that means this node at this point of the script.
    pub(crate) fn reference(&self, node: &Value) -> String {
        let (names, label) = (self.session.names(), node.label());
        let is_current = self.bound.get(&label.name) == Some(&label.binding);
        // The answer alone may mean its number.
        if is_current && names.text(label.name) != ANSWER {
            names.short_name(node)
        } else {
            names.full_name(node)
        }
    }

    /// A number that parses back to the same bits. If the names of constants such as `inf` are
    /// rebound, a non-finite one is written as an operation.
    pub(crate) fn number(&self, number: f64) -> String {
        if number.is_finite() || !self.hidden {
            return exact(number);
        }
        spelled_out(number).to_owned()
    }

    /// Writes the correlations, the frozen leaves, the chosen root, the last fit, and the deleted names.
    fn remaining_state(&mut self, live: &Order) {
        self.correlations(live);
        self.equations(live);
        self.remembered(live);
        let session = self.session;
        let frozen = live.leaves().filter(|leaf| leaf.is_frozen() && !leaf.is_per_row());
        let frozen: Vec<String> = frozen.map(|leaf| self.reference(leaf)).collect();
        let root = session.root().filter(|_| session.root_is_chosen());
        let root: Vec<String> = root.map(|root| self.reference(root)).into_iter().collect();
        let fitted = last_fit(session).map(|fitted| {
            let rows = fitted.left_out.iter().map(|row| (row + 1).to_string());
            let without = (!fitted.left_out.is_empty()).then(|| "without".to_owned());
            std::iter::once(self.reference(&fitted.residual)).chain(without).chain(rows)
        });
        let fitted: Vec<String> = fitted.into_iter().flatten().collect();
        let names = session.names();
        let bound = self.bound.keys().map(|number| names.text(*number).to_owned());
        let mut gone: Vec<String> = bound.filter(|name| names.get(name).is_none()).collect();
        gone.sort_unstable();
        let lines = [("freeze", frozen), ("root", root), ("fitted", fitted), ("del", gone)];
        for (command, about) in lines {
            if !about.is_empty() {
                let _ = writeln!(self.text, ":{command} {}", about.join(" "));
            }
        }
    }
}
