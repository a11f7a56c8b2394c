//! Saving a session as a script that rebuilds it exactly: data, names, order, frozen leaves.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use super::Session;
use crate::graph::{ANSWER, Guard, Label, Operand, Order, Value, applied, spelled_out};
use crate::language::{Item, Span, exact, expression};
use crate::ops;

#[doc(hidden)]
impl Session {
    /// Returns a script that rebuilds this session when run in an empty one. The script is empty if
    /// the work was interrupted, or if there was no room for it, in which case
    /// [`Budget::has_refused`] is true.
    ///
    /// [`Budget::has_refused`]: crate::graph::Budget::has_refused
    ///
    /// Every node keeps its label. Bindings come in the order they were made, each after the inner
    /// nodes of earlier bindings of its name. A binding is a plain assignment where that produces
    /// the same labels; otherwise it is written node by node with `:node`.
    pub fn script(&mut self) -> String {
        self.refresh_all();
        let mut text = String::new();
        for function in self.functions() {
            let _ = writeln!(text, "{} = {}", function.written(), function.body());
        }
        let named = self.names().iter().map(|(_, value)| value);
        let live = Order::until(self.stop(), named.chain(self.root()));
        let living: HashSet<&Value> = live.nodes().iter().collect();
        let mut bindings = self.names().history();
        bindings.retain(|binding| living.contains(&binding.value));
        let is_constant = |name: u32| ops::constant(self.names().text(name)).is_some();
        let is_answers = |name: &u32| self.names().text(*name) == ANSWER;
        let mut writer = Writer {
            session: self,
            answer: bindings.iter().map(|binding| binding.label.name).find(is_answers),
            numbered: HashMap::new(),
            bound: HashMap::new(),
            inner: inner_nodes(&live),
            written: HashSet::new(),
            hidden: bindings.iter().any(|binding| is_constant(binding.label.name)),
            text,
            guard: self.guard(),
        };
        for binding in &bindings {
            if !writer.may_write(0) {
                return String::new();
            }
            writer.binding(binding.label, &binding.value);
        }
        for node in live.nodes() {
            writer.node_by_node(node);
        }
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

/// Writes nodes in order and tracks the state of the script so far.
struct Writer<'session> {
    session: &'session Session,
    /// The number of the answer's name, if the script binds it.
    answer: Option<u32>,
    /// The latest binding of each name that the script has made, itself or its inner nodes.
    numbered: HashMap<u32, u32>,
    /// The binding that each name has in the script so far.
    bound: HashMap<u32, u32>,
    /// The inner nodes of each name's bindings not yet written, the next ones last.
    inner: HashMap<u32, Vec<&'session Value>>,
    /// The nodes that the script has made.
    written: HashSet<Value>,
    /// True if the script binds a constant's name.
    hidden: bool,
    text: String,
    guard: Guard,
}

impl Writer<'_> {
    /// Returns true if `more` bytes may be written and no interrupt is pending.
    fn may_write(&self, more: usize) -> bool {
        let span = Span::default();
        self.guard.go_on(span).is_ok() && self.guard.text(self.text.len() + more, span).is_ok()
    }

    fn binding(&mut self, label: Label, value: &Value) {
        self.earlier_inner_nodes(label);
        let is_own = value.label() == label;
        if !is_own {
            self.node_by_node(value);
        }
        let plain = if !self.is_next(label) || (!is_own && self.session.names().is_answers(value)) {
            // An assignment would make the answer's node its own.
            None
        } else if is_own {
            self.statement(value)
        } else {
            Some((self.reference(value.label()), Vec::new()))
        };
        match plain {
            Some((right, made)) => {
                let name = self.session.names().text(label.name);
                let plus_minus = if is_own { self.uncertainty(value) } else { String::new() };
                let _ = writeln!(self.text, "{name} = {right}{plus_minus}");
                self.written.extend(made);
            }
            None if is_own => self.node_by_node(value),
            None => self.line(label, &self.reference(value.label())),
        }
        self.numbered.insert(label.name, label.binding);
        self.bound.insert(label.name, label.binding);
        self.follow(label, value);
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
            } else if self.written.insert(node.clone()) {
                work.push((node, true));
                let operands = node.operands().iter().rev().filter_map(Operand::value);
                work.extend(operands.map(|operand| (operand, false)));
            }
        }
    }

    fn line(&mut self, label: Label, right: &str) {
        let _ = writeln!(self.text, ":node {} {right}", self.session.names().full(label));
        let latest = self.numbered.entry(label.name).or_default();
        *latest = label.binding.max(*latest);
    }

    /// The right side of an assignment that makes `value` and gives its inner nodes their labels,
    /// and the nodes that it makes; none if no assignment does.
    fn statement(&self, value: &Value) -> Option<(String, Vec<Value>)> {
        let own = value.label();
        let mut names: Vec<String> = Vec::new();
        let mut steps: Vec<Planned> = Vec::new();
        let mut made: Vec<Value> = Vec::new();
        let mut bytes = 0;
        let mut work = vec![Visit::Enter(value)];
        while let Some(visit) = work.pop() {
            if !self.may_write(bytes) {
                return None;
            }
            match visit {
                Visit::Number(number) => steps.push(Planned::Number(number)),
                Visit::Leave(node) => {
                    made.push(node.clone());
                    let number =
                        if node.is(value) { made.len() } else { node.label().part as usize };
                    if number != made.len() {
                        return None;
                    }
                    steps.push(Planned::Operation(node.operation()?));
                }
                Visit::Enter(node) => {
                    let label = node.label();
                    let inner = (label.name, label.binding) == (own.name, own.binding);
                    if !inner {
                        let is_answers = self.session.names().is_answers(node);
                        if is_answers || !self.written.contains(node) {
                            return None;
                        }
                        steps.push(Planned::Name(names.len()));
                        let reference = self.reference(label);
                        bytes += reference.len();
                        names.push(reference);
                    } else if !node.is_leaf() {
                        work.push(Visit::Leave(node));
                        for operand in node.operands().iter().rev() {
                            work.push(match operand.value() {
                                Some(operand) => Visit::Enter(operand),
                                None => Visit::Number(operand.data()),
                            });
                        }
                    } else if node.is(value) && node.is_per_row() {
                        return Some((self.leaf(node), vec![node.clone()]));
                    } else if node.is(value) {
                        made.push(node.clone());
                        steps.push(Planned::Number(node.data()));
                    } else {
                        // In an expression the number would become a constant.
                        return None;
                    }
                }
            }
        }
        let items: Vec<Item<'_>> = steps
            .iter()
            .map(|step| match step {
                Planned::Number(number) => Item::Number(*number),
                Planned::Operation(operation) => Item::Operation(operation),
                Planned::Name(at) => Item::Name(names.get(*at).map_or("", String::as_str)),
            })
            .collect();
        Some((expression(&items, |number| self.number(number)), made))
    }

    /// The right side of a `:node` line: a leaf's number, or one operation on names.
    fn one_operation(&self, value: &Value) -> String {
        let Some(operation) = value.operation() else {
            return self.leaf(value) + &self.uncertainty(value);
        };
        let name = |operand: &Value| self.reference(operand.label());
        applied(operation, value.operands(), name, |number| self.number(number))
    }

    /// A leaf's number, or those of its rows.
    fn leaf(&self, leaf: &Value) -> String {
        match leaf.as_column() {
            None => self.number(leaf.data()),
            Some(column) => self.rows(&column.numbers()),
        }
    }

    /// Numbers in brackets; as many as there is room for.
    fn rows(&self, numbers: &[f64]) -> String {
        let mut text = String::from("[");
        for (row, number) in numbers.iter().enumerate() {
            if !self.may_write(text.len()) {
                break;
            }
            if row > 0 {
                text.push_str(", ");
            }
            text.push_str(&self.number(*number));
        }
        text.push(']');
        text
    }

    /// Returns true if a plain assignment would make exactly this binding.
    fn is_next(&self, label: Label) -> bool {
        let latest = self.numbered.get(&label.name).copied().unwrap_or(0);
        latest + 1 == label.binding && self.session.names().text(label.name) != ANSWER
    }

    /// Returns the reference that means the node of this label at this point of the script.
    fn reference(&self, label: Label) -> String {
        let names = self.session.names();
        if self.bound.get(&label.name) != Some(&label.binding) {
            return names.full(label);
        }
        let name = names.text(label.name);
        match label.part {
            0 => name.to_owned(),
            part => format!("{name}.{part}"),
        }
    }

    /// The uncertainty of a leaf, as it stands after its number; nothing for any other node.
    fn uncertainty(&self, node: &Value) -> String {
        let u = match self.session.uncertainties_of_column(node) {
            None => self.session.uncertainty_of_leaf(node).map(|u| self.number(u)),
            Some(rows) => Some(match rows.same() {
                Some(u) => self.number(u),
                None => self.rows(&rows.all(node.rows().unwrap_or(0))),
            }),
        };
        u.map_or(String::new(), |u| format!(" ± {u}"))
    }

    /// A number that parses back to the same bits. If the names of constants such as `inf` are
    /// rebound, a non-finite one is written as an operation.
    fn number(&self, number: f64) -> String {
        if number.is_finite() || !self.hidden {
            return exact(number);
        }
        spelled_out(number).to_owned()
    }

    /// Writes the correlations of leaves: all of those that are correlated with each other at once,
    /// since only together they are sure to be possible.
    fn correlations(&mut self, live: &Order) {
        let session = self.session;
        let mut written: HashSet<Value> = HashSet::new();
        for leaf in live.leaves() {
            let mut together = session.correlated_with(leaf);
            together.retain(|other| live.contains(other) && written.insert(other.clone()));
            let pairs = together.iter().enumerate().flat_map(|(at, one)| {
                let others = together.iter().skip(at + 1);
                others.map(move |other| (one, other, session.correlation_of_leaves(one, other)))
            });
            let mut text = String::new();
            for (one, other, r) in pairs.filter(|(_, _, r)| *r != 0.0) {
                let [one, other] = [one, other].map(|leaf| self.reference(leaf.label()));
                let _ = write!(text, " {one} {other} {}", self.number(r));
            }
            if !text.is_empty() {
                let _ = writeln!(self.text, ":correlate{text}");
            }
        }
    }

    /// Writes the correlations, the frozen leaves, the chosen root, and the deleted names.
    fn remaining_state(&mut self, live: &Order) {
        self.correlations(live);
        let session = self.session;
        let frozen = live.leaves().filter(|leaf| leaf.is_frozen() && !leaf.is_per_row());
        let frozen: Vec<String> = frozen.map(|leaf| self.reference(leaf.label())).collect();
        let root = session.root().filter(|_| session.root_is_chosen());
        let root: Vec<String> = root.map(|root| self.reference(root.label())).into_iter().collect();
        let names = session.names();
        let bound = self.bound.keys().map(|number| names.text(*number).to_owned());
        let mut gone: Vec<String> = bound.filter(|name| names.get(name).is_none()).collect();
        gone.sort_unstable();
        for (command, about) in [("freeze", frozen), ("root", root), ("del", gone)] {
            if !about.is_empty() {
                let _ = writeln!(self.text, ":{command} {}", about.join(" "));
            }
        }
    }
}

enum Visit<'node> {
    Enter(&'node Value),
    Leave(&'node Value),
    Number(f64),
}

enum Planned {
    Number(f64),
    Name(usize),
    Operation(&'static ops::Operation),
}
