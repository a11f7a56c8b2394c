//! A session: names, functions, the current root, frozen leaves and undo. It never parses and
//! never prints.

mod descent;
mod history;
mod learning;
mod lookup;
mod minimum;
mod progress;
mod sampling;
mod saved;
mod settings;
mod trend;
mod trial;

use std::cell::Cell;
use std::collections::HashSet;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use indexmap::IndexMap;

pub use descent::{Descent, End, Moved, Point};
pub use history::Change;
pub use history::Moment;
pub use minimum::{Found, Minimum};
pub use progress::Progress;
pub use settings::{Colour, Keys, Settings};
pub use trend::Trend;
pub use trial::Trial;

use crate::graph::{
    ANSWER, Function, Label, Names, NonFinite, Operand, Order, Stop, Tape, Value, build, split,
};
use crate::language::{Error, Result, Span, Tree, exact, quoted};
use history::History;
use progress::Observer;

/// Everything that typing changes.
#[derive(Debug, Default)]
pub struct Session {
    state: State,
    history: History,
    /// The order of the root last passed over; an order stays right as long as its root lives.
    order: Order,
    /// The tape of the last descent; it stays right as long as its root and its leaves do.
    tape: Option<Tape>,
    /// Who is told how long work goes on.
    observer: Option<Observer>,
    /// How often leaves have been given other numbers; data computed before is stale.
    clock: u32,
    /// How things are printed.
    settings: Settings,
    /// Set from outside to stop long work.
    stop: Stop,
    /// Whether work was stopped and has dealt with it.
    heeded: bool,
    /// What a learner is in the middle of.
    learning: Option<learning::Learning>,
    /// How many nodes have been made or passed over since somebody set it to 0.
    meter: Rc<Cell<usize>>,
}

/// What `:reset` throws away.
#[derive(Debug, Default)]
pub struct State {
    names: Names,
    functions: IndexMap<Box<str>, Rc<Function>>,
    /// Every name that some function has called.
    called: HashSet<Box<str>>,
    root: Root,
}

/// The node that passes start from when none is named.
#[derive(Debug, Default, Clone)]
pub struct Root {
    value: Option<Value>,
    /// Whether it was given to `:grad`; otherwise it is the last computed node.
    chosen: bool,
}

/// What an assignment or a bare expression came to.
#[derive(Debug)]
pub struct Assigned {
    /// The node.
    pub value: Value,
    /// The first operation that made a non-finite number out of finite ones.
    pub non_finite: Option<NonFinite>,
    /// The leaf that had the name before, when other nodes still use it.
    pub left_behind: Option<Value>,
}

impl Session {
    /// An empty session.
    pub fn new() -> Session {
        Session::default()
    }

    /// Which node each name means.
    pub fn names(&self) -> &Names {
        &self.state.names
    }

    /// The functions defined, in order.
    pub fn functions(&self) -> impl Iterator<Item = &Function> {
        self.state.functions.values().map(Rc::as_ref)
    }

    /// Whether there is a function of the user's own of that name.
    pub fn has_function(&self, name: &str) -> bool {
        self.state.functions.contains_key(name)
    }

    /// How things are printed.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes how things are printed.
    pub fn change_settings(&mut self, settings: Settings) {
        if settings != self.settings {
            let before = std::mem::replace(&mut self.settings, settings);
            self.record(Change::Settings(before));
        }
    }

    /// Says what settings the session starts with; nothing to take back.
    pub fn start_with(&mut self, settings: Settings) {
        self.settings = settings;
    }

    /// Lets `flag` stop long work; what it stops is left as after its last whole step.
    pub fn stop_when(&mut self, flag: Arc<AtomicBool>) {
        self.stop = Stop::when(flag);
        self.order = Order::default();
    }

    /// Lets the flag that stops `other` stop this one too.
    pub fn share_stop(&mut self, other: &Session) {
        self.stop = other.stop.clone();
    }

    /// Counts the nodes made and passed over, for whoever sets it to 0 and reads it later.
    pub fn meter(&self) -> Rc<Cell<usize>> {
        Rc::clone(&self.meter)
    }

    fn meter_nodes(&self, nodes: usize) {
        self.meter.set(self.meter.get().saturating_add(nodes));
    }

    /// Whether long work should stop.
    pub fn is_interrupted(&self) -> bool {
        self.stop.is_set()
    }

    /// What long work is to look at.
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    /// Says that work was stopped and is whole: what follows, such as showing it, may go on.
    pub fn heed(&mut self) {
        self.heeded |= self.stop.is_set();
        self.stop.clear();
    }

    /// Whether work was stopped since the last time this was asked.
    pub fn was_stopped(&mut self) -> bool {
        self.heed();
        std::mem::take(&mut self.heeded)
    }

    /// The present moment, to which [`Session::return_to`] leads back.
    pub fn moment(&self) -> Moment {
        self.history.moment(&self.state.root)
    }

    /// Takes back what was changed since `moment`.
    pub fn return_to(&mut self, moment: Moment) {
        let mut changed = false;
        while let Some(change) = self.history.pop_after(&moment) {
            self.take_back(change, &mut Vec::new());
            changed = true;
        }
        self.state.root = moment.root;
        if changed {
            self.clock = self.clock.wrapping_add(1);
        }
    }

    /// Forgets what could be taken back.
    pub fn settle(&mut self) {
        self.history = History::default();
    }

    /// Makes the session fit for use after a walk over its graph was broken off by a panic.
    pub fn heal(&mut self) {
        let mut seen = HashSet::new();
        let mut work: Vec<Value> =
            self.state.names.iter().map(|(_, value)| value.clone()).collect();
        work.extend(self.state.root.value.clone());
        while let Some(value) = work.pop() {
            if seen.insert(value.identity()) {
                value.set_mark(0);
                work.extend(value.operands().iter().filter_map(Operand::value).cloned());
            }
        }
        self.order = Order::default();
    }

    /// Binds `name` to what `tree` builds.
    pub fn assign(&mut self, name: &str, tree: &Tree<'_>) -> Result<Assigned> {
        let label = self.state.names.next_label(name);
        let assigned = self.bind(label, tree, true)?;
        Ok(assigned)
    }

    /// Binds the answer to what `tree` builds.
    pub fn evaluate(&mut self, tree: &Tree<'_>) -> Result<Assigned> {
        let label = self.state.names.next_label(ANSWER);
        self.bind(label, tree, false)
    }

    /// The label of the node that is to be called exactly `reference`: a certain binding of a name,
    /// or an inner node of one that is still to come.
    pub fn label_of(&mut self, reference: &str, span: Span) -> Result<Label> {
        let Some((name, binding, part)) = split(reference).filter(|(name, ..)| !name.is_empty())
        else {
            return Err(Error::new(
                span,
                format!("{} is not the name of a node", quoted(reference)),
            ));
        };
        let mut label = self.state.names.next_label(name);
        label.binding = match binding {
            Some(binding) if binding >= label.binding => binding,
            None => label.binding,
            Some(_) => {
                let message = format!("{} has been made already", quoted(reference));
                return Err(Error::new(span, message));
            }
        };
        label.part = part;
        Ok(label)
    }

    /// Makes the node of that label, as a saved script asks for.
    pub fn place(&mut self, label: Label, tree: &Tree<'_>) -> Result<Assigned> {
        if label.part == 0 {
            return self.bind(label, tree, true);
        }
        let built = build(tree, label, self.clock, self)?;
        let value = match built.result {
            Operand::Value(value) if value.label() == label && built.count == 1 => value,
            Operand::Constant(number) => Value::leaf(number, label),
            Operand::Value(_) => {
                return Err(Error::new(tree.span(), "an inner node is one operation or a number"));
            }
        };
        value.set_computed_at(self.clock);
        self.state.names.keep_part(label, value.clone());
        Ok(Assigned { value, non_finite: None, left_behind: None })
    }

    fn bind(&mut self, label: Label, tree: &Tree<'_>, undoable: bool) -> Result<Assigned> {
        let built = build(tree, label, self.clock, self)?;
        let value = match built.result {
            Operand::Value(value) => value,
            Operand::Constant(number) => {
                let leaf = Value::leaf(number, label);
                leaf.set_computed_at(self.clock);
                leaf
            }
        };
        self.meter_nodes(built.count as usize);
        let root = self.state.root.clone();
        if built.count > 0 && !root.chosen && value.label() == label {
            self.state.root.value = Some(value.clone());
        }
        let bound = self.state.names.bind(label, value.clone(), built.count);
        let left_behind = bound.previous().filter(|old| old.is_leaf() && !old.is(&value)).cloned();
        if undoable {
            self.history.record(Change::Bound(bound), &root);
        }
        Ok(Assigned { value, non_finite: built.non_finite, left_behind })
    }

    /// The number that `tree` comes to, without binding anything.
    pub fn number(&mut self, tree: &Tree<'_>) -> Result<f64> {
        let built = build(tree, Label::default(), self.clock, self)?;
        Ok(built.result.data())
    }

    /// The node called `name`, its data up to date.
    pub fn value(&mut self, name: &str) -> Result<Value> {
        self.find(name, Span::new(0, name.len()))
    }

    /// The node that a reference means.
    pub fn find(&mut self, reference: &str, span: Span) -> Result<Value> {
        match self.look_up(reference, span)? {
            Operand::Value(value) => Ok(value),
            Operand::Constant(_) => {
                Err(Error::new(span, format!("{reference} is a constant, not a node")))
            }
        }
    }

    /// The leaf that a reference means.
    pub fn find_leaf(&mut self, reference: &str, span: Span) -> Result<Value> {
        let value = self.find(reference, span)?;
        if value.is_leaf() {
            return Ok(value);
        }
        Err(Error::new(span, format!("{reference} is computed, not a leaf"))
            .hint("change the leaves it is computed from, or bind the name anew with ="))
    }

    /// Makes the data of `value` what the leaves now say, whatever else has to follow.
    fn refresh(&mut self, value: &Value) {
        if !value.is_leaf() && value.computed_at() != self.clock {
            Order::stale(&self.stop, [value], self.clock).forward(self.clock);
        }
    }

    /// Makes the data of every named node what the leaves now say.
    pub fn refresh_all(&mut self) {
        let named = self.state.names.iter().map(|(_, value)| value);
        Order::stale(&self.stop, named, self.clock).forward(self.clock);
    }

    /// The names whose nodes depend on `value`, in the order first bound.
    pub fn users_of(&self, value: &Value) -> Vec<String> {
        // Held by whoever asks, the history and perhaps the kept order: nothing uses it.
        if value.holders() <= 2 {
            return Vec::new();
        }
        const DEPENDS: u32 = 1;
        let order = Order::of(self.state.names.iter().map(|(_, value)| value));
        for node in order.nodes() {
            let mut operands = node.operands().iter().filter_map(Operand::value);
            if operands.any(|operand| operand.is(value) || operand.mark() == DEPENDS) {
                node.set_mark(DEPENDS);
            }
        }
        let depends = |(_, value): &(&str, &Value)| value.mark() == DEPENDS;
        let users =
            self.state.names.iter().filter(depends).map(|(name, _)| name.to_owned()).collect();
        order.nodes().iter().for_each(|node| node.set_mark(0));
        users
    }

    /// The current root.
    pub fn root(&self) -> Option<&Value> {
        self.state.root.value.as_ref()
    }

    /// Makes `value` the root until another is chosen.
    pub fn choose_root(&mut self, value: Value) {
        self.state.root = Root { value: Some(value), chosen: true };
    }

    /// Whether the root was chosen, and not merely computed last.
    pub fn root_is_chosen(&self) -> bool {
        self.state.root.chosen
    }

    /// The backward pass from `root`: fills the grads of all it depends on, and gives the order.
    pub fn backward(&mut self, root: &Value) -> &Order {
        self.refresh(root);
        self.order_of(root).backward();
        self.meter_nodes(self.order.nodes().len());
        &self.order
    }

    /// The order of `root`, kept from last time if it can be.
    pub fn order_of(&mut self, root: &Value) -> &Order {
        if !self.order.root().is_some_and(|kept| kept.is(root)) {
            self.order = Order::until(&self.stop, [root]);
            self.tape = None;
        }
        &self.order
    }

    /// The order and the names, as the last pass left them.
    pub fn last_pass(&self) -> (&Order, &Names) {
        (&self.order, &self.state.names)
    }

    /// Gives leaves other numbers and recomputes what the root depends on.
    ///
    /// The first operation that made a non-finite number out of finite ones is given back.
    pub fn set(&mut self, changes: &[(Value, f64)]) -> Option<NonFinite> {
        let before = changes.iter().map(|(leaf, _)| (leaf.clone(), leaf.data())).collect();
        self.record(Change::Data(before));
        self.set_data(changes);
        let root = self.root().cloned()?;
        self.order_of(&root).nodes().iter().find_map(|node| {
            let operation = node.operation().filter(|_| !node.data().is_finite())?;
            let operand = |at: usize| node.operands().get(at).cloned();
            let absent = || Operand::Constant(0.0);
            let operands = [operand(0).unwrap_or_else(absent), operand(1).unwrap_or_else(absent)];
            NonFinite::check(operation, &operands, node.data())
        })
    }

    /// Puts numbers into leaves and brings the root up to date; everything else follows when it is
    /// looked at.
    fn set_data(&mut self, changes: &[(Value, f64)]) {
        for (leaf, data) in changes {
            leaf.set_data(*data);
        }
        self.clock = self.clock.wrapping_add(1);
        let clock = self.clock;
        if let Some(root) = self.root().cloned() {
            self.order_of(&root).forward(clock);
        }
    }

    /// Freezes or thaws leaves.
    pub fn freeze(&mut self, leaves: &[Value], frozen: bool) {
        let before = leaves.iter().map(|leaf| (leaf.clone(), leaf.is_frozen())).collect();
        self.record(Change::Frozen(before));
        for leaf in leaves {
            leaf.set_frozen(frozen);
        }
    }

    /// Takes the meaning of a name away; the nodes built from it keep it.
    pub fn delete(&mut self, name: &str, span: Span) -> Result<()> {
        if let Some(bound) = self.state.names.unbind(name) {
            self.record(Change::Bound(bound));
            return Ok(());
        }
        match self.state.functions.shift_remove(name) {
            Some(function) => {
                self.record(Change::Function(name.into(), Some(function)));
                Ok(())
            }
            None => Err(self.unknown_name(name, span)),
        }
    }

    /// Makes sure that `name` is a name or a function.
    pub fn must_exist(&self, name: &str, span: Span) -> Result<()> {
        match self.state.names.get(name).is_some() || self.state.functions.contains_key(name) {
            true => Ok(()),
            false => Err(self.unknown_name(name, span)),
        }
    }

    /// Throws everything away but the settings.
    pub fn reset(&mut self) {
        let root = self.state.root.clone();
        let state = std::mem::take(&mut self.state);
        self.order = Order::default();
        self.tape = None;
        self.learning = None;
        self.history.record(Change::Reset(Box::new(state)), &root);
    }

    /// From here on all changes are taken back by one undo.
    pub fn open_group(&mut self) {
        self.history.open_group();
    }

    /// Ends what [`Session::open_group`] began.
    pub fn close_group(&mut self) {
        self.history.close_group();
    }

    fn record(&mut self, change: Change) {
        self.history.record(change, &self.state.root);
    }

    /// Takes back what the last statement changed, and says what each change was.
    pub fn undo(&mut self) -> Option<Vec<String>> {
        let entry = self.history.pop()?;
        let mut said = Vec::new();
        for change in entry.others.into_iter().rev().chain([entry.first]) {
            self.take_back(change, &mut said);
        }
        self.state.root = entry.root;
        self.set_data(&[]);
        Some(said)
    }

    fn take_back(&mut self, change: Change, said: &mut Vec<String>) {
        let name_of = |session: &Session, value: &Value| session.state.names.call(value);
        match change {
            Change::Bound(bound) => {
                let name = self.state.names.text(bound.name()).to_owned();
                let again = bound.previous().cloned();
                self.state.names.forget_answer_after(bound.name());
                self.state.names.restore(bound);
                said.push(match again {
                    Some(value) if value.is_leaf() => {
                        format!("{name} is {} again", exact(value.data()))
                    }
                    Some(_) => format!("{name} is what it was"),
                    None => format!("{name} is gone"),
                });
            }
            Change::Function(name, previous) => {
                said.push(match &previous {
                    Some(_) => format!("the function {name} is what it was"),
                    None => format!("the function {name} is gone"),
                });
                match previous {
                    Some(function) => drop(self.state.functions.insert(name, function)),
                    None => drop(self.state.functions.shift_remove(&name)),
                }
            }
            Change::Data(leaves) => {
                for (leaf, data) in leaves.iter().rev() {
                    leaf.set_data(*data);
                }
                let again = |(leaf, data): &(Value, f64)| {
                    format!("{} is {} again", name_of(self, leaf), exact(*data))
                };
                said.extend(leaves.iter().map(again));
            }
            Change::Frozen(leaves) => {
                for (leaf, frozen) in leaves.iter().rev() {
                    leaf.set_frozen(*frozen);
                }
                said.extend(leaves.iter().map(|(leaf, frozen)| {
                    let state = if *frozen { "frozen" } else { "thawed" };
                    format!("{} is {state} again", name_of(self, leaf))
                }));
            }
            Change::Settings(settings) => {
                self.settings = settings;
                said.push("the settings are what they were".to_owned());
            }
            Change::Reset(state) => {
                self.state = *state;
                said.push("the session is back".to_owned());
            }
        }
    }
}
