//! What an undo has changed: each name, leaf or setting once.

use indexmap::{IndexMap, IndexSet};

use super::{Change, Session, Settings};
use crate::graph::Value;

/// What an undo has touched, with what it was before the undo. Of several changes of one thing, only
/// the whole counts.
#[derive(Debug, Default, PartialEq)]
pub struct Undone(IndexMap<Touched, Was>);

/// A thing that an undo can change.
#[derive(Debug, PartialEq, Eq, Hash)]
pub enum Touched {
    /// The meaning of a name.
    Name(String),
    /// An inner node made before its binding, by its label.
    Inner(String),
    /// A function.
    Function(Box<str>),
    /// The data of a leaf.
    Data(Value),
    /// A row of a column, from 1.
    Row(Value, usize),
    /// Whether a leaf is frozen.
    Frozen(Value),
    /// The uncertainty of a leaf.
    Uncertainty(Value),
    /// The correlations.
    Correlations,
    /// The settings.
    Settings,
    /// The whole session.
    Session,
}

/// What a thing was before the undo; of rows and uncertainties, what it is after it.
#[derive(Debug, PartialEq)]
pub enum Was {
    There,
    /// What a name meant, and how it was spelled, if otherwise.
    Node(Option<Value>, Option<String>),
    /// A function, and what its name was.
    Called(String),
    Number(f64),
    Frozen(bool),
    Settings(Settings),
    /// The uncertainty that a leaf has now, or that of all its rows if these are the same.
    Uncertain(Option<Option<f64>>),
}

impl Undone {
    /// Notes what something was, unless that is known.
    pub fn touch(&mut self, touched: Touched, was: impl FnOnce() -> Was) {
        self.0.entry(touched).or_insert_with(was);
    }

    /// Notes that what is called `now` will be called `then` once more.
    pub fn rename(&mut self, now: &str, then: &str, node: impl FnOnce() -> Option<Value>) {
        let noted = self.0.shift_remove(&Touched::Name(now.to_owned()));
        let (node, called) = match noted {
            Some(Was::Node(node, called)) => (node, called),
            _ => (node(), None),
        };
        let called = called.or_else(|| Some(now.to_owned())).filter(|called| called != then);
        self.0.insert(Touched::Name(then.to_owned()), Was::Node(node, called));
    }

    /// Notes the same of a function.
    pub fn rename_function(&mut self, now: &str, then: &str) {
        let called = match self.0.shift_remove(&Touched::Function(now.into())) {
            Some(Was::Called(called)) => called,
            _ => now.to_owned(),
        };
        let was = if called == then { Was::There } else { Was::Called(called) };
        self.0.insert(Touched::Function(then.into()), was);
    }

    /// What has been touched, in order.
    pub fn touched(self) -> impl Iterator<Item = (Touched, Was)> {
        self.0.into_iter()
    }

    /// Notes what something is now, whatever was noted before.
    pub fn say(&mut self, touched: Touched, is: Was) {
        self.0.insert(touched, is);
    }
}

/// The leaves whose data, or uncertainties, are not what they were when so many changes stood.
pub fn leaves_moved_since(session: &Session, moment: u64) -> Vec<Value> {
    // Newest first: of several numbers of a leaf the oldest stays.
    let (mut was, mut others) = (IndexMap::<Value, f64>::new(), Vec::<Value>::new());
    for change in session.history.since(moment) {
        match change {
            Change::Data(leaves) => was.extend(leaves.iter().cloned()),
            Change::Rows(rows) => others.extend(rows.iter().map(|(leaf, ..)| leaf.clone())),
            Change::Uncertain(leaves) => {
                others.extend(leaves.iter().map(|(leaf, _)| leaf.clone()));
            }
            _ => {}
        }
    }
    let moved = was.into_iter().filter(|(leaf, before)| !same_bits(leaf.data(), *before));
    let moved: IndexSet<Value> = moved.map(|(leaf, _)| leaf).chain(others).collect();
    moved.into_iter().collect()
}

/// Tells whether two numbers are the same to the last bit, so that -0 is not 0.
pub fn same_bits(one: f64, other: f64) -> bool {
    one.to_bits() == other.to_bits()
}
