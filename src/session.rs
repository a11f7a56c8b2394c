//! A session: names, functions, the current root, frozen leaves and undo. It never parses and
//! never prints.

mod binding;
mod bound;
mod curvature;
mod descent;
mod history;
mod interruption;
mod learning;
mod lookup;
mod minimum;
mod passes;
mod preview;
mod progress;
mod run;
mod sampling;
mod saved;
mod search;
mod settings;
mod trend;
mod undo;
mod verdict;

use std::cell::Cell;
use std::collections::HashSet;
use std::rc::Rc;

use indexmap::IndexMap;

pub use binding::Assigned;
pub use descent::{Descent, End, Moved};
pub use history::{Change, Moment};
pub use minimum::{Found, Minimum, Proof};
pub use preview::Preview;
pub use progress::Progress;
pub use run::{Point, SHOWN_LEAVES};
pub use settings::{Color, Keys, Settings};
pub use trend::Trend;

use crate::graph::{Budget, Function, Names, Order, Stop, Tape, Value};
use history::History;
use progress::Observer;

/// Everything that typing changes.
#[derive(Debug)]
pub struct Session {
    state: State,
    history: History,
    /// The order of the root last passed over; an order stays right as long as its root lives.
    order: Rc<Order>,
    /// The tape of the last descent; it stays right as long as its root and its leaves do.
    tape: Option<Tape>,
    /// Who is told how long work goes on.
    observer: Option<Observer>,
    /// The number of times that leaves were given other numbers; data computed before is stale.
    clock: u32,
    /// The settings.
    settings: Settings,
    /// Set from outside to stop long work.
    stop: Stop,
    /// The account of what it holds, and may hold.
    budget: Budget,
    /// The number of nodes that the memory has room for.
    room: usize,
    /// True if work was stopped and has ended in good order.
    heeded: bool,
    /// The exercise that a learner is in the middle of.
    learning: Option<learning::Learning>,
    /// The roots that the statement under way has passed over, and the grads before; none between
    /// statements.
    kept_grads: Option<Vec<(Value, Vec<f64>)>>,
    /// The number of nodes made or passed over since somebody set it to 0.
    meter: Rc<Cell<usize>>,
}

/// The part of a session that `:reset` throws away.
#[derive(Debug)]
pub struct State {
    /// Shared with the reports that are still to be shown.
    names: Rc<Names>,
    functions: IndexMap<Box<str>, Rc<Function>>,
    /// Every name that some function has called.
    called: HashSet<Box<str>>,
    root: Root,
}

/// The node that passes start from when none is named.
#[derive(Debug, Default, Clone)]
pub struct Root {
    value: Option<Value>,
    /// True if it was given to `:grad`; otherwise it is the last computed node.
    chosen: bool,
}

impl State {
    fn new(budget: &Budget) -> State {
        State {
            names: Rc::new(Names::new(budget)),
            functions: IndexMap::new(),
            called: HashSet::new(),
            root: Root::default(),
        }
    }
}

impl Default for Session {
    fn default() -> Session {
        Session::new()
    }
}

impl Session {
    /// An empty session.
    pub fn new() -> Session {
        let budget = Budget::default();
        Session {
            state: State::new(&budget),
            history: History::default(),
            order: Rc::default(),
            tape: None,
            observer: None,
            clock: 0,
            settings: Settings::default(),
            stop: Stop::default(),
            room: budget.most(),
            budget,
            heeded: false,
            learning: None,
            kept_grads: None,
            meter: Rc::default(),
        }
    }

    /// Which node each name means.
    pub fn names(&self) -> &Names {
        &self.state.names
    }

    /// The names, to be changed; they are copied only while a report still shows the old ones.
    fn names_mut(&mut self) -> &mut Names {
        Rc::make_mut(&mut self.state.names)
    }

    /// The functions defined, in order.
    pub fn functions(&self) -> impl Iterator<Item = &Function> {
        self.state.functions.values().map(Rc::as_ref)
    }

    /// Returns true if the user has defined a function of that name.
    pub fn has_function(&self, name: &str) -> bool {
        self.state.functions.contains_key(name)
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes how things are printed.
    pub fn change_settings(&mut self, settings: Settings) {
        if settings != self.settings {
            let before = self.put_settings(settings);
            self.record(Change::Settings(before));
        }
    }

    /// Says what settings the session starts with; nothing to take back.
    pub fn start_with(&mut self, settings: Settings) {
        self.put_settings(settings);
    }

    /// Changes the settings and what follows from them, and gives what they were.
    fn put_settings(&mut self, settings: Settings) -> Settings {
        self.budget.set_most(settings.limit.unwrap_or(self.room).min(self.room));
        std::mem::replace(&mut self.settings, settings)
    }

    /// Counts the nodes made and passed over, for whoever sets it to 0 and reads it later.
    pub fn meter(&self) -> Rc<Cell<usize>> {
        Rc::clone(&self.meter)
    }

    fn meter_nodes(&self, nodes: usize) {
        self.meter.set(self.meter.get().saturating_add(nodes));
    }

    /// The current root.
    pub fn root(&self) -> Option<&Value> {
        self.state.root.value.as_ref()
    }

    /// Makes `value` the root until another is chosen.
    pub fn choose_root(&mut self, value: Value) {
        self.state.root = Root { value: Some(value), chosen: true };
    }

    /// Returns true if the root was chosen, and not merely computed last.
    pub fn root_is_chosen(&self) -> bool {
        self.state.root.chosen
    }

    /// Throws everything away but the settings.
    pub fn reset(&mut self) {
        let aside = self.state.aside();
        let state = std::mem::replace(&mut self.state, State::new(&self.budget));
        self.order = Rc::default();
        self.tape = None;
        self.learning = None;
        self.record_after(aside, Change::Reset(Box::new(state)));
    }
}
