//! What an undo has changed: each name, leaf or setting once.

use indexmap::IndexMap;

use super::Settings;
use crate::core::graph::Value;

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
    /// What a name meant.
    Node(Option<Value>),
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

    /// What has been touched, in order.
    pub fn touched(self) -> impl Iterator<Item = (Touched, Was)> {
        self.0.into_iter()
    }

    /// Notes what something is now, whatever was noted before.
    pub fn say(&mut self, touched: Touched, is: Was) {
        self.0.insert(touched, is);
    }
}

/// Tells whether two numbers are the same to the last bit, so that -0 is not 0.
pub fn same_bits(one: f64, other: f64) -> bool {
    one.to_bits() == other.to_bits()
}
