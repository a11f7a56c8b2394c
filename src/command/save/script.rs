//! Saving a session as a script: the statements as they were typed, and then what has changed since.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt::{Arguments, Write};
use std::rc::Rc;

use crate::command::syntax;
use crate::core::graph::{Function, Guard, Label, Order, Value, WeakValue};
use crate::core::language::{self, Kind, Span, Tree, exact, in_marks};
use crate::core::session::{
    ANSWER, LeafStart, Listed, Names, Session, Settings, Statement, same_bits, split,
};
use crate::parts::HOOKS;
use crate::report::number_among;

/// The script of a session so far.
pub struct Script<'session> {
    pub(crate) session: &'session Session,
    pub(crate) text: String,
    /// The number that each binding of a name has in the script.
    numbers: HashMap<(u32, u32), u32>,
    /// The functions that the script has defined.
    defined: BTreeSet<&'session str>,
    /// The root that the script so far leaves, and whether it has chosen it.
    root: Option<Value>,
    has_chosen: bool,
    /// The nodes in use.
    pub(crate) live: Rc<Order>,
    guard: Guard,
}

/// What a script does at some time.
enum Event<'listed> {
    Define(&'listed Rc<Function>),
    /// Runs the statement that has made a binding, the last one of that statement.
    Bind(&'listed Listed),
    Delete(u32),
}

/// The bindings of a session, and which of them its script makes.
struct Needed<'session> {
    session: &'session Session,
    listed: &'session [Listed],
    /// The places of bindings, by their names and their numbers.
    places: BTreeMap<(u32, u32), usize>,
    is_needed: Vec<bool>,
    functions: Vec<&'session Rc<Function>>,
}

#[doc(hidden)]
impl Session {
    /// Returns a script that makes this session again when run in an empty one. It is empty if the work
    /// was interrupted, or if there was no room for it, in which case [`Budget::has_refused`] is true.
    ///
    /// [`Budget::has_refused`]: crate::core::graph::Budget::has_refused
    ///
    /// It has the statements whose results have a name, are the root, or are used by these, in order;
    /// then the leaves that have moved, uncertainties, frozen leaves, the chosen root and settings.
    pub fn script(&mut self) -> String {
        self.refresh_all();
        let listed = self.names().listed();
        let live = Rc::new(self.live());
        let needed = Needed::of(self, &listed, &live);
        let events = needed.events();
        let mut script = Script {
            session: self,
            text: String::new(),
            numbers: needed.numbers(&events),
            defined: BTreeSet::new(),
            root: None,
            has_chosen: false,
            live,
            guard: self.guard(),
        };
        let mut starts = HashMap::new();
        for (_, event) in &events {
            if !script.may_write(0) {
                return String::new();
            }
            match event {
                Event::Define(function) => script.define(function),
                Event::Bind(binding) => {
                    let leaves = binding.statement.leaves.iter();
                    starts.extend(leaves.map(|start| (start.leaf.clone(), start)));
                    script.bind(binding);
                }
                Event::Delete(name) => script.delete(self.names().text(*name)),
            }
        }
        script.end(&starts);
        if script.may_write(0) { script.text } else { String::new() }
    }

    /// The nodes that names and the root depend on, and the leaves of networks.
    fn live(&self) -> Order {
        let named = || self.names().iter().filter(|(name, _)| *name != ANSWER).map(|(_, it)| it);
        let leaves = named().filter_map(Value::as_network).flat_map(|it| &it.leaves);
        Order::until(self.stop(), named().chain(leaves).chain(self.root()))
    }
}

impl<'session> Needed<'session> {
    /// Finds the bindings that names have now, those that nodes in use are called after, and those that
    /// their texts mention.
    fn of(session: &'session Session, listed: &'session [Listed], live: &Order) -> Self {
        let key = |(place, it): (usize, &Listed)| ((it.label.name, it.label.binding), place);
        let mut needed = Needed {
            session,
            listed,
            places: listed.iter().enumerate().map(key).collect(),
            is_needed: vec![false; listed.len()],
            functions: session.functions().collect(),
        };
        let is_answer = |it: &Listed| session.names().text(it.label.name) == ANSWER;
        let is_meant = |place: &usize| listed[*place].is_current && !is_answer(&listed[*place]);
        let mut work: Vec<usize> = (0..listed.len()).filter(is_meant).collect();
        let labels = live.nodes().iter().map(|node| (node.label().name, node.label().binding));
        work.extend(labels.filter_map(|label| needed.places.get(&label)));
        let inside = needed.functions.iter().flat_map(|it| words(&it.steps, &it.text));
        work.extend(inside.filter_map(|word| needed.meant(word, u32::MAX)));
        while let Some(place) = work.pop() {
            if std::mem::replace(&mut needed.is_needed[place], true) {
                continue;
            }
            let binding = &listed[place];
            let labels = needed.bound_by(binding).map(|it| (it.label.name, it.label.binding));
            work.extend(labels.filter_map(|label| needed.places.get(&label)));
            let tree = binding.statement.text.as_deref().and_then(tree_of);
            let (mentioned, called) = mentions(&binding.statement, tree.as_ref());
            work.extend(mentioned.into_iter().filter_map(|word| needed.meant(word, binding.when)));
            needed.functions.extend(called);
        }
        let mut met = HashSet::new();
        needed.functions.retain(|function| met.insert(Rc::as_ptr(function)));
        needed
    }

    /// The bindings that the statement of one has made.
    fn bound_by(&self, binding: &'session Listed) -> impl Iterator<Item = &'session Listed> {
        let statement = &binding.statement;
        let others: &[Listed] = if statement.names.len() > 1 { self.listed } else { &[] };
        let others = others.iter().filter(move |it| Rc::ptr_eq(&it.statement, statement));
        others.chain((statement.names.len() == 1).then_some(binding))
    }

    /// Returns the number that each binding gets by these events.
    fn numbers(&self, events: &[(u32, Event<'session>)]) -> HashMap<(u32, u32), u32> {
        let (mut numbers, mut counts) = (HashMap::new(), HashMap::<u32, u32>::new());
        for (_, event) in events {
            let Event::Bind(binding) = event else { continue };
            let all: Vec<Label> = self.bound_by(binding).map(|own| own.label).collect();
            for name in &binding.statement.names {
                let count = counts.entry(*name).or_default();
                *count += 1;
                let own = all.iter().find(|own| own.name == *name);
                numbers.extend(own.map(|own| ((*name, own.binding), *count)));
            }
        }
        numbers
    }

    /// Returns the binding that a reference meant at some time.
    fn meant(&self, reference: &str, when: u32) -> Option<usize> {
        let (name, binding, _) = split(self.session.answered(reference))?;
        let name = self.session.names().number_of(name)?;
        if let Some(binding) = binding {
            return self.places.get(&(name, binding)).copied();
        }
        let places = self.places.range((name, 0)..=(name, u32::MAX)).rev();
        places.map(|(_, place)| *place).find(|place| self.listed[*place].when < when)
    }

    /// Returns what the script does, in order.
    fn events(&self) -> Vec<(u32, Event<'session>)> {
        let mut events: Vec<(u32, Event<'session>)> = Vec::new();
        events.extend(self.functions.iter().map(|it| (it.when, Event::Define(it))));
        let (mut bound, mut deleted) = (HashSet::new(), HashSet::new());
        let needed = self.listed.iter().zip(&self.is_needed).filter(|(_, is_needed)| **is_needed);
        for (binding, _) in needed {
            if bound.insert(Rc::as_ptr(&binding.statement)) {
                let is_last = |it: &&Listed| Some(&it.label.name) == binding.statement.names.last();
                let last = self.bound_by(binding).find(is_last).unwrap_or(binding);
                events.push((binding.when, Event::Bind(last)));
            }
            let is_answer = self.session.names().text(binding.label.name) == ANSWER;
            let when = binding.deleted.filter(|when| !is_answer && deleted.insert(*when));
            events.extend(when.map(|when| (when, Event::Delete(binding.label.name))));
        }
        events.sort_by_key(|(when, _)| *when);
        events
    }
}

/// Returns the expression of a statement.
fn tree_of(text: &str) -> Option<Tree<'_>> {
    match syntax::parse(text).ok()? {
        syntax::Statement::Assign { tree, .. }
        | syntax::Statement::Unpack { tree, .. }
        | syntax::Statement::Evaluate(tree) => Some(tree),
        _ => None,
    }
}

/// Returns the words in the expression of a statement and in the functions that it calls, and these.
fn mentions<'text, 'session: 'text>(
    statement: &'session Statement,
    tree: Option<&'text Tree<'text>>,
) -> (HashSet<&'text str>, Vec<&'session Rc<Function>>) {
    let own = tree.into_iter().flat_map(|tree| words(&tree.steps, tree.text));
    let (mut found, mut called): (HashSet<&str>, Vec<&Rc<Function>>) = (own.collect(), Vec::new());
    let mut others: Vec<&Rc<Function>> = statement.functions.iter().collect();
    while let Some(at) = others.iter().position(|it| found.contains(&*it.name)) {
        let function = others.swap_remove(at);
        found.extend(words(&function.steps, &function.text));
        called.push(function);
    }
    (found, called)
}

/// Returns the names and calls in an expression.
fn words<'text>(
    steps: &'text [language::Step],
    text: &'text str,
) -> impl Iterator<Item = &'text str> {
    let is_word = |kind: Kind| matches!(kind, Kind::Name | Kind::Call(_));
    steps.iter().filter(move |step| is_word(step.kind)).map(|step| step.span.of(text))
}

impl<'session> Script<'session> {
    /// Returns true if `more` bytes may be written and no interrupt is pending.
    pub(crate) fn may_write(&self, more: usize) -> bool {
        let span = Span::default();
        self.guard.go_on(span).is_ok() && self.guard.text(self.text.len() + more, span).is_ok()
    }

    /// Writes a line.
    pub(crate) fn line(&mut self, line: Arguments<'_>) {
        let _ = self.text.write_fmt(line);
        self.text.push('\n');
    }

    fn names(&self) -> &'session Names {
        self.session.names()
    }

    fn define(&mut self, function: &'session Rc<Function>) {
        let text = self.renumbered(&function.text, &function.steps);
        self.line(format_args!("{}", text.trim()));
        self.defined.insert(&function.name);
    }

    fn delete(&mut self, name: &str) {
        self.defined.remove(name);
        self.line(format_args!(":del {name}"));
    }

    /// Writes the statement of a binding, or what has been bound.
    fn bind(&mut self, binding: &Listed) {
        let Listed { label, node, statement, .. } = binding;
        let (session, bound) = (self.session, |number: &u32| self.session.names().text(*number));
        let bound: Vec<&str> = statement.names.iter().map(bound).collect();
        // It would delete the name instead once that is bound.
        self.delete_functions(|name| bound.contains(&name) && !session.defines(name));
        let name = self.names().text(label.name);
        match (&statement.text, node) {
            (Some(text), _) => {
                // Most texts stay as they are, and need not be read again.
                let may_change =
                    text.contains('@') || self.defined.iter().any(|it| self.session.gives_way(it));
                let text = match Some(&**text).filter(|_| may_change).and_then(tree_of) {
                    Some(tree) => {
                        // An operation was meant by the name of a function that was not there.
                        let (mentioned, own) = mentions(statement, Some(&tree));
                        let is_own = |name: &str| own.iter().any(|it| *it.name == *name);
                        self.delete_functions(|name| {
                            session.gives_way(name) && mentioned.contains(name) && !is_own(name)
                        });
                        self.renumbered(text, &tree.steps)
                    }
                    None => text.to_string(),
                };
                self.line(format_args!("{text}"));
            }
            (None, node) => {
                let start = statement.leaves.first().and_then(|start| start.rows.as_ref());
                let number = match (start, node) {
                    (Some(rows), node) => self.column(node.as_ref(), rows),
                    (None, Some(node)) => self.number(node.data()),
                    // Something has mentioned it without using it.
                    (None, None) => "0".to_owned(),
                };
                let own = |node: &Value| self.session.typed_after(node);
                let plus_minus = node.as_ref().map(own).unwrap_or_default();
                let target = if name == ANSWER { String::new() } else { format!("{name} = ") };
                self.line(format_args!("{target}{number}{plus_minus}"));
            }
        }
        if statement.is_called {
            (HOOKS.save_network)(self, *label);
        }
        if name == ANSWER {
            self.root_of(*label);
        } else if let Some(node) = node.as_ref().filter(|it| it.label() == *label && is_root(it))
            && !self.has_chosen
        {
            self.root = Some(node.clone());
        }
    }

    /// Deletes those functions that are defined so far and are gone.
    fn delete_functions(&mut self, is_gone: impl Fn(&str) -> bool) {
        let gone: Vec<&str> = self.defined.iter().copied().filter(|name| is_gone(name)).collect();
        gone.into_iter().for_each(|name| self.delete(name));
    }

    /// Chooses the root where it is a node of the answer that has just been computed.
    fn root_of(&mut self, answer: Label) {
        let root = self.session.root().filter(|it| it.label().shares_binding(answer));
        let is_chosen = self.session.root_is_chosen();
        // A node inside it is the root only once it is said.
        if let Some(root) = root.filter(|it| is_chosen || it.label().part > 0) {
            self.line(format_args!(":root {}", self.names().short_name(root)));
            (self.root, self.has_chosen) = (Some(root.clone()), true);
        }
    }

    /// Returns a text of these steps, with the numbers that bindings have in the script.
    fn renumbered(&self, typed: &str, steps: &[language::Step]) -> String {
        let mut text = typed.to_owned();
        let names = language::names(typed, steps).filter(|(name, _)| name.contains('@'));
        let mut spans: Vec<Span> = names.map(|(_, span)| span).collect();
        spans.sort_unstable_by_key(|span| std::cmp::Reverse(span.start));
        for span in spans {
            let Some((name, Some(binding), _)) = split(span.of(typed)) else { continue };
            let number = self.names().number_of(name).map(|name| (name, binding));
            if let Some(number) = number.and_then(|key| self.numbers.get(&key)) {
                let start = span.start as usize + name.len() + 1;
                text.replace_range(start..start + binding.to_string().len(), &number.to_string());
            }
        }
        text
    }

    /// Returns the reference of a node at the end of the script.
    pub(crate) fn reference(&self, node: &Value) -> String {
        let (names, label) = (self.names(), node.label());
        let reference = names.reference(node);
        let (name, rest) = match reference.split_once('@') {
            Some((name, rest)) => (name, rest.trim_start_matches(|it: char| it.is_ascii_digit())),
            // In the session that loads, `_` may mean another answer.
            None if names.is_nameless(node) => (ANSWER, reference.trim_start_matches(ANSWER)),
            None => return reference,
        };
        let number = self.numbers.get(&(label.name, label.binding)).unwrap_or(&label.binding);
        format!("{name}@{number}{rest}")
    }

    /// Returns a number that reads back to the same bits, also where the user's names hide nan or inf.
    pub(crate) fn number(&self, number: f64) -> String {
        number_among(self.names(), number, exact)
    }

    /// Returns a number, or its text, of a column.
    fn cell(&self, leaf: Option<&Value>, number: f64) -> String {
        let text = leaf.and_then(|leaf| leaf.contents()?.text(number));
        text.map_or_else(|| self.number(number), in_marks)
    }

    /// Returns numbers in brackets, or those of a column; as many as there is room for.
    pub(crate) fn column(&self, leaf: Option<&Value>, numbers: &[f64]) -> String {
        let mut text = String::from("[");
        for (row, number) in numbers.iter().enumerate() {
            if !self.may_write(text.len()) {
                break;
            }
            if row > 0 {
                text.push_str(", ");
            }
            text.push_str(&self.cell(leaf, *number));
        }
        text.push(']');
        text
    }

    /// Writes what has changed since the statements.
    fn end(&mut self, starts: &HashMap<WeakValue, &LeafStart>) {
        let session = self.session;
        self.delete_functions(|name| !session.defines(name));
        let live = Rc::clone(&self.live);
        let (mut moved, mut frozen, mut thawed) = (String::new(), String::new(), String::new());
        for leaf in live.leaves() {
            let start = starts.get(&leaf.downgrade());
            if let Some(start) = start.filter(|_| leaf.network_of_leaf().is_none()) {
                moved.push_str(&self.changes(leaf, start));
            }
            let was_frozen = start.is_some_and(|start| start.is_frozen);
            if leaf.is_frozen() != was_frozen {
                let text = if was_frozen { &mut thawed } else { &mut frozen };
                let _ = write!(text, " {}", self.reference(leaf));
            }
        }
        for (command, arguments) in [("set", moved), ("freeze", frozen), ("thaw", thawed)] {
            if !arguments.is_empty() {
                self.line(format_args!(":{command}{arguments}"));
            }
        }
        (HOOKS.save_errors)(self);
        let is_left = |root: &&Value| {
            self.root.as_ref() == Some(*root) && self.has_chosen == session.root_is_chosen()
        };
        if let Some(root) = session.root().filter(|root| !is_left(root))
            && !session.names().is_nameless(root)
        {
            self.line(format_args!(":root {}", self.reference(root)));
        }
        let Settings { digits, rows, .. } = session.settings();
        for (command, number) in [("digits", digits), ("rows", rows)] {
            if let Some(number) = number {
                self.line(format_args!(":{command} {number}"));
            }
        }
    }

    /// Returns the number and the uncertainty of a leaf, or the rows of a column, as `:set` takes them, if these have
    /// changed.
    fn changes(&self, leaf: &Value, start: &LeafStart) -> String {
        if let Some(before) = &start.rows {
            let now = leaf.contents().and_then(|it| it.numbers()).unwrap_or_default();
            let rows = (1..).zip(before.iter().zip(&*now));
            let changed = rows.filter(|(_, (before, now))| !same_bits(**before, **now));
            let change = |(row, (_, now)): (usize, (&f64, &f64))| {
                format!(" {}[{row}] {}", self.reference(leaf), self.cell(Some(leaf), *now))
            };
            return changed.map(change).collect();
        }
        let plus_minus = self.session.typed_after(leaf);
        let has_moved = !same_bits(leaf.data(), start.data);
        let has_other_u = *plus_minus != *start.plus_minus;
        let mut text = String::new();
        if has_moved || has_other_u {
            text = format!(" {}", self.reference(leaf));
        }
        if has_moved {
            let _ = write!(text, " {}", self.number(leaf.data()));
        }
        if has_other_u {
            text.push_str(if plus_minus.is_empty() { " ± 0" } else { &plus_minus });
        }
        text
    }
}

/// Returns true for a node that becomes the root when it is given a name.
fn is_root(node: &Value) -> bool {
    !node.is_leaf() && node.members().is_none()
}
