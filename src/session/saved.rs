//! A session as a script that rebuilds it: data to the last bit, names, order, frozen leaves.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use super::Session;
use crate::graph::{ANSWER, Label, Operand, Order, Value, applied};
use crate::language::{Item, Tree, exact, expression};
use crate::ops;

impl Session {
    /// The script. Run in an empty session it makes the same one. It is empty when work was stopped
    /// meanwhile.
    ///
    /// A binding is written as the statement that makes it where that gives its nodes the same
    /// names again; otherwise node by node with `:node`.
    pub fn script(&mut self) -> String {
        self.refresh_all();
        let mut text = String::new();
        for function in self.functions() {
            let tree = Tree { text: &function.text, steps: function.steps.clone() };
            let _ = writeln!(
                text,
                "{}({}) = {}",
                function.name,
                function.parameters.join(", "),
                tree.to_text()
            );
        }
        let named = self.names().iter().map(|(_, value)| value);
        let live = Order::until(self.stop(), named.chain(self.root()));
        let mut writer =
            Writer { session: self, counts: HashMap::new(), written: HashSet::new(), text };
        let living: HashSet<usize> = live.nodes().iter().map(Value::identity).collect();
        let bindings = self.names().history();
        for binding in bindings.iter().filter(|binding| living.contains(&binding.value.identity()))
        {
            if self.is_interrupted() {
                return String::new();
            }
            writer.binding(binding.label, &binding.value);
        }
        // What is left has no living binding of its own, only a root that has been bound over.
        for node in live.nodes() {
            writer.part(node);
        }
        let Writer { mut text, counts, .. } = writer;
        self.write_rest(&mut text, &live, counts.keys().copied().collect());
        text
    }

    /// Deletions, frozen leaves and the chosen root; the script has bound the names `bound`.
    fn write_rest(&self, text: &mut String, live: &Order, mut bound: Vec<u32>) {
        let names = self.names();
        bound.sort_unstable();
        let written = bound.into_iter().map(|number| names.text(number));
        let gone: Vec<&str> = written.filter(|name| names.get(name).is_none()).collect();
        if !gone.is_empty() {
            let _ = writeln!(text, ":del {}", gone.join(" "));
        }
        let frozen = live.leaves().filter(|leaf| leaf.is_frozen()).map(|leaf| names.call(leaf));
        let frozen: Vec<String> = frozen.collect();
        if !frozen.is_empty() {
            let _ = writeln!(text, ":freeze {}", frozen.join(" "));
        }
        if let Some(root) = self.root()
            && self.root_is_chosen()
        {
            let _ = writeln!(text, ":root {}", names.call(root));
        }
    }
}

/// Writes bindings in order, keeping count of what the script has made so far.
struct Writer<'session> {
    session: &'session Session,
    /// How often the script has bound each name.
    counts: HashMap<u32, u32>,
    /// The nodes the script has made.
    written: HashSet<usize>,
    text: String,
}

impl Writer<'_> {
    fn binding(&mut self, label: Label, value: &Value) {
        let is_own = value.label() == label;
        if is_own && self.written.contains(&value.identity()) {
            return;
        }
        let plain = self.is_next(label) && self.session.names().text(label.name) != ANSWER;
        if is_own
            && plain
            && let Some(statement) = self.statement(value)
        {
            let _ = writeln!(self.text, "{} = {statement}", self.session.names().text(label.name));
        } else {
            if is_own {
                self.parts_of(value);
            } else {
                self.part(value);
            }
            let target = if plain {
                self.session.names().text(label.name).to_owned()
            } else {
                self.exactly(label)
            };
            let right =
                if is_own { self.one_operation(value) } else { self.reference(value.label()) };
            let _ = match plain {
                true => writeln!(self.text, "{target} = {right}"),
                false => writeln!(self.text, ":node {target} {right}"),
            };
        }
        self.counts.insert(label.name, label.binding);
        self.written.insert(value.identity());
    }

    /// Makes sure that a node without a binding of its own is there, with all below it.
    fn part(&mut self, value: &Value) {
        if self.written.contains(&value.identity()) {
            return;
        }
        self.parts_of(value);
        let line = format!(":node {} {}\n", self.exactly(value.label()), self.one_operation(value));
        self.text.push_str(&line);
        self.written.insert(value.identity());
    }

    /// Writes what `value` is made of and is not there yet, node by node.
    fn parts_of(&mut self, value: &Value) {
        let missing = Order::of([value]);
        let below = missing.nodes().split_last().map_or(&[] as &[Value], |(_, below)| below);
        for node in below {
            if self.written.insert(node.identity()) {
                let line =
                    format!(":node {} {}\n", self.exactly(node.label()), self.one_operation(node));
                self.text.push_str(&line);
            }
        }
    }

    /// The right side that makes `value` and gives its inner nodes the names they have, if one does.
    fn statement(&mut self, value: &Value) -> Option<String> {
        let own = value.label();
        let mut names: Vec<String> = Vec::new();
        let mut steps: Vec<Planned> = Vec::new();
        let mut made: Vec<&Value> = Vec::new();
        let mut work = vec![Visit::Enter(value)];
        while let Some(visit) = work.pop() {
            match visit {
                Visit::Number(number) => steps.push(Planned::Number(number)),
                Visit::Leave(node) => {
                    made.push(node);
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
                        if !self.written.contains(&node.identity()) {
                            return None;
                        }
                        steps.push(Planned::Name(names.len()));
                        names.push(self.reference(label));
                    } else if node.is_leaf() {
                        steps.push(Planned::Number(node.data()));
                    } else {
                        work.push(Visit::Leave(node));
                        for operand in node.operands().iter().rev() {
                            work.push(match operand {
                                Operand::Value(operand) => Visit::Enter(operand),
                                Operand::Constant(number) => Visit::Number(*number),
                            });
                        }
                    }
                }
            }
        }
        self.written.extend(made.iter().map(|node| node.identity()));
        let items: Vec<Item<'_>> = steps
            .iter()
            .map(|step| match step {
                Planned::Number(number) => Item::Number(*number),
                Planned::Operation(operation) => Item::Operation(operation),
                Planned::Name(at) => Item::Name(names.get(*at).map_or("", String::as_str)),
            })
            .collect();
        Some(expression(&items, |number| self.number(number)))
    }

    /// A leaf's number, or one operation on names.
    fn one_operation(&self, value: &Value) -> String {
        let Some(operation) = value.operation() else {
            return self.number(value.data());
        };
        let name = |operand: &Value| self.reference(operand.label());
        applied(operation, value.operands(), name, |number| self.number(number))
    }

    /// Whether a plain assignment would make just this binding.
    fn is_next(&self, label: Label) -> bool {
        self.counts.get(&label.name).copied().unwrap_or(0) + 1 == label.binding
    }

    /// What the script so far must type to mean the node of this label.
    fn reference(&self, label: Label) -> String {
        let current = self.counts.get(&label.name) == Some(&label.binding);
        let name = self.session.names().text(label.name);
        let mut text = if current { name.to_owned() } else { format!("{name}@{}", label.binding) };
        if label.part > 0 {
            let _ = write!(text, ".{}", label.part);
        }
        text
    }

    /// The label in full.
    fn exactly(&self, label: Label) -> String {
        let mut text = format!("{}@{}", self.session.names().text(label.name), label.binding);
        if label.part > 0 {
            let _ = write!(text, ".{}", label.part);
        }
        text
    }

    /// A number, exactly; where the constants' names mean something else, as an operation.
    fn number(&self, number: f64) -> String {
        let text = exact(number);
        let shadowed = self.session.names().count("inf") + self.session.names().count("nan") > 0;
        if number.is_finite() || !shadowed || ops::infix("/").is_none() {
            return text;
        }
        match number {
            f64::INFINITY => "(1/0)",
            f64::NEG_INFINITY => "(-1/0)",
            _ => "(0/0)",
        }
        .to_owned()
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
