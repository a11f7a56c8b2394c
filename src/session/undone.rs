//! What an undo has changed, in sentences: each name, leaf or setting once, as it is afterwards.

use indexmap::{IndexMap, IndexSet};

use super::{Session, Settings};
use crate::graph::{Value, with_row};
use crate::language::rounded;

/// What an undo has touched, with what it was before the undo. Of several changes of one thing, only
/// the whole counts.
#[derive(Debug, Default)]
pub(super) struct Undone(IndexMap<Touched, Was>);

/// A thing that an undo can change.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) enum Touched {
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

/// What it was before the undo, or what there is to say of it.
#[derive(Debug)]
pub(super) enum Was {
    There,
    /// What a name meant, and how it was spelled, if otherwise.
    Node(Option<Value>, Option<String>),
    /// A function, and what its name was.
    Called(String),
    Number(f64),
    Frozen(bool),
    Settings(Settings),
    Said(String),
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

    /// Notes what something is now, whatever was noted before.
    pub fn say(&mut self, touched: Touched, is: Was) {
        self.0.insert(touched, is);
    }
}

impl Session {
    /// Returns the sentences on what an undo has changed.
    pub(super) fn said_of(&self, undone: Undone) -> Vec<String> {
        let said = undone.0.into_iter().filter_map(|(touched, was)| self.said(touched, was));
        let said: IndexSet<String> = said.collect();
        said.into_iter().collect()
    }

    fn said(&self, touched: Touched, was: Was) -> Option<String> {
        let names = &self.state.names;
        let is_what_it_was = |name: &str| format!("{name} is what it was");
        match (touched, was) {
            (Touched::Name(name), Was::Node(was, called)) => match (was, names.get(&name)) {
                (None, None) => None,
                (Some(_), None) => Some(format!("{} is gone", called.unwrap_or(name))),
                (Some(was), Some(now))
                    if let Some(called) = called
                        && was.is(now) =>
                {
                    Some(format!("{called} is {name} again"))
                }
                (_, Some(now)) if is_number(now) => {
                    Some(format!("{name} is {} again", rounded(now.data())))
                }
                (None, Some(_)) => Some(format!("{name} is back")),
                _ => Some(is_what_it_was(&name)),
            },
            (Touched::Inner(name), _) => Some(format!("{name} is gone")),
            (Touched::Function(name), Was::Called(called)) => {
                Some(match self.state.functions.contains_key(&name) {
                    true => format!("the function {called} is {name} again"),
                    false => format!("the function {called} is gone"),
                })
            }
            (Touched::Function(name), _) => Some(match self.state.functions.contains_key(&name) {
                true => format!("the function {name} is what it was"),
                false => format!("the function {name} is gone"),
            }),
            (Touched::Data(leaf), Was::Number(was)) => {
                let is_said = self.exists(&leaf) && !same_bits(leaf.data(), was);
                is_said.then(|| match leaf.network_of_leaf() {
                    Some(_) => is_what_it_was(&names.call_network(&leaf)),
                    None => format!("{} is {} again", names.call(&leaf), rounded(leaf.data())),
                })
            }
            (Touched::Row(column, row), Was::Number(now)) => self.exists(&column).then(|| {
                format!("{} is {} again", with_row(names.call(&column), Some(row)), rounded(now))
            }),
            (Touched::Frozen(leaf), Was::Frozen(was)) => {
                let state = if leaf.is_frozen() { "frozen" } else { "thawed" };
                let is_said = self.exists(&leaf) && leaf.is_frozen() != was;
                is_said.then(|| match leaf.network_of_leaf() {
                    Some(_) => format!("{} is {state} again", names.call_network(&leaf)),
                    None => format!("{} is {state} again", names.call(&leaf)),
                })
            }
            (Touched::Uncertainty(leaf), Was::Said(said)) => self.exists(&leaf).then_some(said),
            (Touched::Correlations, _) => Some("the correlations are what they were".to_owned()),
            (Touched::Settings, Was::Settings(was)) => {
                (was != *self.settings()).then(|| "the settings are what they were".to_owned())
            }
            (Touched::Session, _) => Some(match names.iter().next() {
                None if self.state.functions.is_empty() => "the session is empty again".to_owned(),
                _ => "the session is back".to_owned(),
            }),
            _ => None,
        }
    }

    /// Returns true unless the binding that made a leaf has been undone.
    fn exists(&self, leaf: &Value) -> bool {
        let (names, label) = (&self.state.names, leaf.label());
        label.binding <= names.count(names.text(label.name))
    }
}

/// Returns true for a leaf that is one number.
fn is_number(value: &Value) -> bool {
    value.is_leaf() && !value.is_per_row() && value.as_network().is_none()
}

/// Tells whether two numbers are the same to the last bit, so that -0 is not 0.
pub(super) fn same_bits(one: f64, other: f64) -> bool {
    one.to_bits() == other.to_bits()
}
