//! A session: names, functions, the current root, frozen leaves and undo. It never parses and
//! never prints.

mod binding;
mod functions;
mod journal;
mod limits;
mod lookup;
mod names;
mod parts;
mod passes;
mod settings;
mod state;
mod statement;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::core::graph::{
    Function, Order, Part, Parts, Stop, Value, Work, interrupted, is_stale, refresh,
};
use crate::core::language::{Error, Result, Span, exact};
pub use binding::{Assigned, unbound};
use journal::Journal;
pub use journal::{Change, same_bits};
pub use lookup::is_free;
pub use names::listing::Listed;
pub use names::reference::{at_most, own_nodes, split, with_row};
pub use names::{ANSWER, Names, ROWS_AS_A_NODE};
use parts::PartStates;
pub use parts::{PartChange, PartState};
pub use settings::{ASCII, Color, FORMATS, Keys, Settings};
use state::{Answer, Root, State};
pub use statement::{LeafStart, Statement};

/// The state that statements change: names, their graph, settings, and the history for `:undo`.
/// A statement succeeds whole or changes nothing.
///
/// A session is neither `Send` nor `Clone`, because its nodes share their operands by `Rc`: make it in the thread that
/// uses it.
///
/// ```
/// use gradcalc::{Session, evaluate};
///
/// let mut session = Session::new();
/// evaluate(&mut session, "a = 1; a = 2")?;
/// evaluate(&mut session, ":undo")?;
/// assert_eq!(session.value("a")?.data(), 1.0);
/// # Ok::<(), gradcalc::Error>(())
/// ```
#[derive(Debug)]
pub struct Session {
    pub(crate) state: State,
    journal: Journal,
    /// The order of the last root; it stays valid, because nodes keep their operands.
    pub(crate) order: Rc<Order>,
    /// Caches of parts about the last order.
    caches: PartStates,
    /// Counts the moves of leaves; data computed at an earlier count is stale.
    pub(crate) data_time: u32,
    /// The start of relative paths; empty for the working directory.
    folder: PathBuf,
    settings: Settings,
    /// The states of parts that undo does not restore.
    part_settings: PartStates,
    work: Work,
    /// The parts of the program.
    parts: Parts,
    /// The roots of the current statement with their earlier grads, to restore if it fails.
    kept_grads: Option<Vec<(Value, Vec<f64>)>>,
}

impl Session {
    /// Creates an empty session with these parts of the program.
    pub(crate) fn with_parts(parts: Parts) -> Session {
        let work = Work::default();
        Session {
            state: State::new(&work.budget, parts),
            journal: Journal::default(),
            order: Rc::default(),
            caches: PartStates::default(),
            data_time: 0,
            folder: PathBuf::new(),
            settings: Settings::default(),
            part_settings: PartStates::default(),
            work,
            parts,
            kept_grads: None,
        }
    }

    /// Returns the node called `name`, its data up to date. Inner nodes and earlier bindings have
    /// names, too: `L.1`, `a@1`. A node with rows has the data of its current row, at first row 1, which `:row` chooses.
    ///
    /// # Errors
    ///
    /// There is no such node; a constant such as `pi` is none, and a row such as `x[2]` is none before an expression
    /// uses it. While the flag of [`Session::stop_when`] is set, the error is "interrupted".
    ///
    /// ```
    /// let mut session = gradcalc::Session::new();
    /// gradcalc::evaluate(&mut session, "a = 2; b = a^2 + 1")?;
    /// assert_eq!(session.value("b.1")?.data(), 4.0);
    /// assert_eq!(session.value("c").unwrap_err().to_string(), "unknown name c");
    /// # Ok::<(), gradcalc::Error>(())
    /// ```
    pub fn value(&mut self, name: &str) -> Result<Value> {
        let span = Span::new(0, name.len());
        match self.find(name, span) {
            Err(_) if self.stop().is_set() => Err(interrupted(span)),
            Err(error) => Err(error),
            Ok(node) => {
                if is_stale(&node, self.data_time) {
                    // The flag has interrupted the look-up, but stale data are wrong data.
                    refresh(&Stop::default(), [&node], self.data_time);
                }
                Ok(node)
            }
        }
    }

    /// Runs the backward pass from `root`: every node that it depends on has its grad afterwards.
    ///
    /// The grads of all others stay as an earlier pass left them, also after leaves have moved: read grads right after
    /// the pass. A pass ends early while the flag of [`Session::stop_when`] is set.
    ///
    /// ```
    /// let mut session = gradcalc::Session::new();
    /// gradcalc::evaluate(&mut session, "a = 3; L = a^2")?;
    /// let root = session.value("L")?;
    /// session.backward(&root);
    /// assert_eq!(session.value("a")?.grad(), 6.0);
    /// # Ok::<(), gradcalc::Error>(())
    /// ```
    pub fn backward(&mut self, root: &Value) {
        self.refresh(root);
        self.order_of(root);
        self.keep_grads();
        self.order.backward();
    }

    /// Gives the leaf called `name` another number, as `:set` does; `:undo` takes it back.
    ///
    /// Computed nodes are brought up to date when [`Session::value`] looks them up.
    ///
    /// # Errors
    ///
    /// There is no such node, or it is not a leaf, or it is a column.
    ///
    /// ```
    /// let mut session = gradcalc::Session::new();
    /// gradcalc::evaluate(&mut session, "a = 3; L = a^2")?;
    /// session.set_leaf("a", 5.0)?;
    /// assert_eq!(session.value("L")?.data(), 25.0);
    /// assert!(session.set_leaf("L", 1.0).is_err());
    /// # Ok::<(), gradcalc::Error>(())
    /// ```
    pub fn set_leaf(&mut self, name: &str, number: f64) -> Result<()> {
        let span = Span::new(0, name.len());
        let leaf = self.find_leaf(name, span)?;
        if leaf.is_per_row() {
            return Err(Error::new(span, format!("{name} is a column")));
        }
        self.begin(&format!(":set {name} {}", exact(number)));
        self.set(&[(leaf, number)]);
        self.conclude();
        Ok(())
    }
}

#[doc(hidden)]
impl Session {
    /// The names and the nodes they are bound to.
    pub fn names(&self) -> &Names {
        &self.state.names
    }

    /// The names, mutable; copied only if a report shares them.
    pub(crate) fn names_mut(&mut self) -> &mut Names {
        Rc::make_mut(&mut self.state.names)
    }

    /// The parts of the program.
    pub fn parts(&self) -> Parts {
        self.parts
    }

    fn each_part(&mut self, mut act: impl FnMut(&dyn Part, &mut Session)) {
        self.parts.iter().for_each(|part| act(*part, self));
    }

    /// The user's functions, in the order of definition.
    pub fn functions(&self) -> impl Iterator<Item = &Rc<Function>> {
        self.state.functions.values()
    }

    pub fn has_function(&self, name: &str) -> bool {
        self.called(name).is_some()
    }

    /// Returns the folder where relative paths start; empty for the working directory.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Sets the folder where relative paths start.
    pub fn set_folder(&mut self, folder: &Path) {
        // Comparing text is faster than comparing paths.
        if self.folder.as_os_str() != folder.as_os_str() {
            self.folder = folder.to_owned();
        }
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes the settings, undoably.
    pub fn change_settings(&mut self, settings: Settings) {
        if self.settings != settings {
            let before = std::mem::replace(&mut self.settings, settings);
            self.record(Change::Settings(before));
        }
    }

    /// Sets the first settings, which undo does not reach.
    pub fn start_with(&mut self, settings: Settings) {
        self.settings = settings;
    }

    pub fn root(&self) -> Option<&Value> {
        self.state.root.value.as_ref()
    }

    /// Makes `value` the root, until another is chosen.
    pub fn choose_root(&mut self, value: Value) {
        self.put_root(Root { value: Some(value), chosen: true });
    }

    /// Makes `value` the root, until another is chosen or computed.
    pub fn follow_root(&mut self, value: Value) {
        self.put_root(Root { value: Some(value), chosen: false });
    }

    /// Runs work; if `stays`, the root is the same afterwards.
    pub(crate) fn keeping_root<T>(
        &mut self,
        stays: bool,
        work: impl FnOnce(&mut Session) -> T,
    ) -> T {
        let root = self.state.root.clone();
        let outcome = work(self);
        if stays {
            self.put_root(root);
        }
        outcome
    }

    fn put_root(&mut self, root: Root) {
        let before = std::mem::replace(&mut self.state.root, root);
        self.record(Change::Root(before));
    }

    /// Returns true if the root was chosen, not just computed last.
    pub fn root_is_chosen(&self) -> bool {
        self.state.root.chosen
    }

    /// Discards everything except the settings.
    pub fn reset(&mut self) {
        let state = State::new(self.budget(), self.parts);
        let state = std::mem::replace(&mut self.state, state);
        self.forget_order();
        self.each_part(|part, session| part.reset(session));
        self.record(Change::Reset(Box::new(state)));
    }
}
