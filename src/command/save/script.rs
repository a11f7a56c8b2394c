//! Saves a session as a script: its statements as typed, then later changes.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::{Arguments, Write};
use std::rc::Rc;

use crate::command::syntax;
use crate::core::graph::{Function, Guard, Order, Value, WeakValue, undifferentiated};
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
    /// The last computed node that the script so far has given a name.
    root: Option<Value>,
    /// The nodes in use.
    pub(crate) live: Rc<Order>,
    guard: Guard,
}

enum Event<'session> {
    Define(&'session Function),
    /// Runs the statement that has made these bindings.
    Bind(&'session [Listed]),
    Delete(&'session str),
}

/// The statements of a session that bind names, and which of them its script has.
struct Needed<'session> {
    session: &'session Session,
    /// The bindings of each statement, in order.
    statements: Vec<&'session [Listed]>,
    /// For each name the numbers of its bindings, which ascend in time, and the places of their statements.
    places: HashMap<u32, Vec<(u32, usize)>>,
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
        let events = Needed::of(self, &listed, &live).events();
        let (text, numbers, guard) = (String::new(), numbers(&events), self.guard());
        let mut script = Script { session: self, text, numbers, root: None, live, guard };
        let mut starts = HashMap::new();
        for event in events.values() {
            if !script.may_write(0) {
                return String::new();
            }
            match event {
                Event::Define(function) => {
                    let text = script.renumbered(&function.text);
                    script.line(format_args!("{}", text.trim()));
                }
                Event::Bind(bindings) => {
                    let leaves = bindings.iter().flat_map(|it| &it.statement.leaves);
                    starts.extend(leaves.map(|start| (start.leaf.clone(), start)));
                    script.bind(bindings);
                }
                Event::Delete(name) => script.line(format_args!(":del {name}")),
            }
        }
        script.end(&starts);
        if script.may_write(0) { script.text } else { String::new() }
    }

    /// The nodes that names and the root depend on, the leaves of networks, and the earlier bindings that the errors of
    /// these follow.
    fn live(&self) -> Order {
        let names = self.names();
        let named = || names.iter().filter(|(name, _)| *name != ANSWER).map(|(_, it)| it);
        let leaves = || named().filter_map(Value::as_network).flat_map(|it| &it.leaves);
        let used = || named().chain(leaves()).chain(self.root());
        let order = Order::until(self.stop(), used());
        let followed = order.leaves().flat_map(|leaf| (HOOKS.followed)(self, leaf));
        let is_new = |leaf: &Value| !order.contains(leaf);
        let can_be_typed = |leaf: &Value| leaf.label().part == 0 && !names.is_nameless(leaf);
        let followed: Vec<Value> = followed.filter(|it| is_new(it) && can_be_typed(it)).collect();
        if followed.is_empty() { order } else { Order::until(self.stop(), used().chain(&followed)) }
    }
}

impl<'session> Needed<'session> {
    /// Finds the statements of what names mean now, of nodes in use, and of what their texts mention.
    fn of(session: &'session Session, listed: &'session [Listed], live: &Order) -> Self {
        let statements: Vec<&[Listed]> =
            listed.chunk_by(|one, other| Rc::ptr_eq(&one.statement, &other.statement)).collect();
        let mut places = HashMap::<u32, Vec<(u32, usize)>>::new();
        for (at, own) in statements.iter().enumerate() {
            for Listed { label, .. } in *own {
                places.entry(label.name).or_default().push((label.binding, at));
            }
        }
        places.values_mut().for_each(|own| own.sort_unstable());
        let (is_needed, functions) = (vec![false; statements.len()], session.functions().collect());
        let mut needed = Needed { session, statements, places, is_needed, functions };
        let is_meant =
            |it: &&Listed| it.is_current && session.names().text(it.label.name) != ANSWER;
        let current = listed.iter().filter(is_meant).map(|it| it.label);
        let labels = current.chain(live.nodes().iter().map(Value::label));
        let places = labels.filter_map(|label| needed.place(label.name, label.binding));
        let mut work: Vec<usize> = places.collect();
        let inside = needed.functions.iter().flat_map(|it| words(&it.steps, &it.text));
        work.extend(inside.filter_map(|word| needed.meant(word, u32::MAX)));
        while let Some(place) = work.pop() {
            if std::mem::replace(&mut needed.is_needed[place], true) {
                continue;
            }
            let Listed { statement, when, .. } = &needed.statements[place][0];
            let (mentioned, called) = mentions(statement);
            work.extend(mentioned.into_iter().filter_map(|word| needed.meant(word, *when)));
            needed.functions.extend(called);
        }
        needed
    }

    /// Returns the statement that made a binding of a name.
    fn place(&self, name: u32, binding: u32) -> Option<usize> {
        let own = self.places.get(&name)?;
        let at = own.binary_search_by_key(&binding, |(binding, _)| *binding).ok()?;
        own.get(at).map(|(_, place)| *place)
    }

    /// Returns the statement that bound a reference at a time.
    fn meant(&self, reference: &str, when: u32) -> Option<usize> {
        let (name, binding, _) = split(self.session.answered(reference))?;
        let name = self.session.names().number_of(name)?;
        if let Some(binding) = binding {
            return self.place(name, binding);
        }
        let own = self.places.get(&name)?;
        let later = own.partition_point(|(_, place)| self.statements[*place][0].when < when);
        own.get(later.checked_sub(1)?).map(|(_, place)| *place)
    }

    /// Returns what the script does, by time.
    fn events(&self) -> BTreeMap<u32, Event<'session>> {
        let mut events = BTreeMap::new();
        // A new function may be defined when an old one is deleted.
        for function in &self.functions {
            let gone = function.gone.get().map(|when| (when, Event::Delete(&function.name)));
            events.extend(gone);
        }
        events.extend(self.functions.iter().map(|it| (it.when, Event::Define(it))));
        for (bindings, _) in self.statements.iter().zip(&self.is_needed).filter(|(_, it)| **it) {
            events.insert(bindings[0].when, Event::Bind(bindings));
            for binding in *bindings {
                let name = self.session.names().text(binding.label.name);
                let deleted = binding.deleted.filter(|_| name != ANSWER);
                events.extend(deleted.map(|when| (when, Event::Delete(name))));
            }
        }
        events
    }
}

/// Returns the number that each binding gets by these events.
fn numbers(events: &BTreeMap<u32, Event<'_>>) -> HashMap<(u32, u32), u32> {
    let (mut numbers, mut counts) = (HashMap::new(), HashMap::<u32, u32>::new());
    for event in events.values() {
        let Event::Bind(bindings) = event else { continue };
        for name in &bindings[0].statement.names {
            let count = counts.entry(*name).or_default();
            *count += 1;
            let own = bindings.iter().find(|own| own.label.name == *name);
            numbers.extend(own.map(|own| ((*name, own.label.binding), *count)));
        }
    }
    numbers
}

/// Returns the expression of a statement.
fn tree_of(text: &str) -> Option<Tree<'_>> {
    match syntax::parse(text).ok()? {
        syntax::Statement::Assign { tree, .. }
        | syntax::Statement::Unpack { tree, .. }
        | syntax::Statement::Define { tree, .. }
        | syntax::Statement::Evaluate(tree) => Some(tree),
        _ => None,
    }
}

/// Returns the words in the expression of a statement and in the functions that it calls, and these.
fn mentions(statement: &Statement) -> (HashSet<&str>, Vec<&Rc<Function>>) {
    let tree = statement.text.as_deref().and_then(tree_of);
    let own = tree.iter().flat_map(|tree| words(&tree.steps, tree.text));
    let (mut found, mut called): (HashSet<&str>, Vec<&Rc<Function>>) = (own.collect(), Vec::new());
    let mut others: Vec<&Rc<Function>> = statement.functions.iter().collect();
    while let Some(at) = others.iter().position(|it| found.contains(&*it.name)) {
        let function = others.swap_remove(at);
        found.extend(words(&function.steps, &function.text));
        called.push(function);
    }
    (found, called)
}

/// Returns the names and calls in an expression; a derivative `f'` also as the function `f`, which it is made of.
fn words<'text>(steps: &[language::Step], text: &'text str) -> impl Iterator<Item = &'text str> {
    let is_word = |kind: Kind| matches!(kind, Kind::Name | Kind::Call(_));
    let words = steps.iter().filter(move |step| is_word(step.kind)).map(|step| step.span.of(text));
    words.flat_map(|word| {
        let (function, primes) = undifferentiated(word);
        std::iter::once(word).chain((primes > 0).then_some(function))
    })
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

    /// Writes the statement of bindings, or what has been bound.
    fn bind(&mut self, bindings: &[Listed]) {
        let Some(Listed { label, node, statement, .. }) = bindings.last() else { return };
        let name = self.names().text(label.name);
        if let Some(text) = &statement.text {
            self.line(format_args!("{}", self.renumbered(text)));
        } else {
            let start = statement.leaves.first().and_then(|start| start.rows.as_ref());
            let number = match (start, node) {
                (Some(rows), node) => self.column(node.as_ref(), rows),
                (None, Some(node)) => self.number(node.data()),
                // Mentioned but never used.
                (None, None) => "0".to_owned(),
            };
            let plus_minus = node.as_ref().map(|node| self.session.typed_after(node));
            let target = if name == ANSWER { String::new() } else { format!("{name} = ") };
            self.line(format_args!("{target}{number}{}", plus_minus.unwrap_or_default()));
        }
        if statement.is_called {
            (HOOKS.save_network)(self, *label);
        }
        if name != ANSWER {
            let own = bindings.iter().rev().filter_map(|it| Some((it.node.as_ref()?, it.label)));
            let is_root = |(it, label): &(&Value, _)| {
                it.label() == *label && !it.is_leaf() && it.members().is_none()
            };
            let root = own.into_iter().find(is_root).map(|(node, _)| node.clone());
            self.root = root.or(self.root.take());
        } else if let Some(root) = self.session.root()
            && root.label().shares_binding(*label)
            && (self.session.root_is_chosen() || root.label().part > 0)
        {
            self.line(format_args!(":root {}", self.names().short_name(root)));
        }
    }

    /// Returns a statement with the numbers that bindings have in the script.
    fn renumbered(&self, typed: &str) -> String {
        let mut text = typed.to_owned();
        let tree = Some(typed).filter(|typed| typed.contains('@')).and_then(tree_of);
        let names = tree.iter().flat_map(|tree| language::names(typed, &tree.steps));
        let mut spans: Vec<Span> = names.map(|(_, span)| span).collect();
        spans.sort_unstable_by_key(|span| std::cmp::Reverse(span.start));
        for span in spans {
            let name = self.renumbered_name(span.of(typed));
            text.replace_range(span.start as usize..span.end as usize, &name);
        }
        text
    }

    /// Returns a reference with the number that its binding has in the script.
    fn renumbered_name(&self, reference: &str) -> String {
        let number = |(name, binding, _): (&str, Option<u32>, &str)| {
            let number = self.numbers.get(&(self.names().number_of(name)?, binding?))?;
            Some(reference.replacen(&format!("@{}", binding?), &format!("@{number}"), 1))
        };
        split(reference).and_then(number).unwrap_or_else(|| reference.to_owned())
    }

    /// Returns the reference of a node at the end of the script.
    pub(crate) fn reference(&self, node: &Value) -> String {
        let mut reference = self.names().reference(node);
        if self.names().is_nameless(node) && !reference.contains('@') {
            // In the session that loads, `_` may mean another answer.
            let numbered = format!("{ANSWER}@{}", node.label().binding);
            reference = reference.replacen(ANSWER, &numbered, 1);
        }
        self.renumbered_name(&reference)
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

    /// Returns the numbers of a column in brackets, within the memory limit.
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
        if let Some(root) = session.root()
            && (session.root_is_chosen() || self.root.as_ref() != Some(root))
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

    /// Returns the changed number and uncertainty of a leaf, or rows of a column, as `:set` takes
    /// them.
    fn changes(&self, leaf: &Value, start: &LeafStart) -> String {
        if let Some(before) = &start.rows {
            let now = leaf.contents().and_then(|it| it.numbers()).unwrap_or_default();
            let rows = (1..).zip(before.iter().zip(&*now));
            let changed = rows.filter(|(_, (before, now))| !same_bits(**before, **now));
            let change = |(row, (_, now)): (usize, (&f64, &f64))| {
                format!(" {}[{row}] {}", self.reference(leaf), self.number(*now))
            };
            return changed.map(change).collect();
        }
        let mut text = String::new();
        if !same_bits(leaf.data(), start.data) {
            let _ = write!(text, " {}", self.number(leaf.data()));
        }
        let plus_minus = self.session.typed_after(leaf);
        if *plus_minus != *start.plus_minus {
            text.push_str(if plus_minus.is_empty() { " ± 0" } else { &plus_minus });
        }
        if text.is_empty() { text } else { format!(" {}{text}", self.reference(leaf)) }
    }
}
