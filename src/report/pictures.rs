//! What the commands that draw, differentiate and time have to say.

use std::rc::Rc;

use serde::Serialize;

use crate::graph::{Atom, Names, Value};
use crate::language::{Item, expression};

/// A derivative as a formula, and its value.
#[derive(Debug, Clone)]
pub struct Formula {
    /// What it is called from now on.
    pub name: String,
    /// What it is: `dL/da`.
    pub title: String,
    /// The formula in postfix order.
    pub atoms: Vec<Atom>,
    /// The names of its nodes.
    pub names: Rc<Names>,
    /// Whether something was left out of it.
    pub is_cut: bool,
    /// Its value.
    pub data: f64,
}

/// A curve: the values of a function at even steps.
#[derive(Debug, Clone)]
pub struct Plot {
    /// What moves.
    pub moves: String,
    /// What follows: the name of a root, or `f(x)`.
    pub follows: String,
    /// Where the curve starts.
    pub from: f64,
    /// Where it ends.
    pub to: f64,
    /// The values at even steps from the first to the last, both included.
    pub values: Vec<f64>,
    /// Where the session stands, when that is on the curve's axis.
    pub present: Option<Present>,
}

/// The present point of a curve.
#[derive(Debug, Clone)]
pub struct Present {
    /// Where it is.
    pub at: f64,
    /// The value there.
    pub value: f64,
    /// The slope there.
    pub slope: f64,
    /// How the slope comes about, with numbers in it, when it is one operation's.
    pub reason: Option<Vec<Atom>>,
}

/// How long a statement took.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Timing {
    /// Wall time.
    pub seconds: f64,
    /// How many nodes it made or passed over, where that is known.
    pub nodes: usize,
}

impl Formula {
    /// Its text; `number` writes its numbers.
    pub fn text(&self, number: impl Fn(f64) -> String) -> String {
        text_of(&self.atoms, |node| self.names.call(node), number)
    }
}

/// The text of a formula; `name` names its nodes, and `number` writes its numbers.
pub fn text_of(
    atoms: &[Atom],
    name: impl Fn(&Value) -> String,
    number: impl Fn(f64) -> String,
) -> String {
    let node = |atom: &Atom| match atom {
        Atom::Node(node) => Some(name(node)),
        _ => None,
    };
    let names: Vec<Option<String>> = atoms.iter().map(node).collect();
    let item = |(atom, name)| match (atom, name) {
        (_, Some(name)) => Item::Name(name),
        (&Atom::Number(number), _) => Item::Number(number),
        (&Atom::Name(name), _) => Item::Name(name),
        (Atom::Operation(operation), _) => Item::Operation(operation),
        (Atom::More | Atom::Node(_), _) => Item::Name("…"),
    };
    let items: Vec<Item<'_>> =
        atoms.iter().zip(names.iter().map(Option::as_deref)).map(item).collect();
    expression(&items, number)
}

impl Plot {
    /// Where the value of this index is.
    pub fn at(&self, index: usize) -> f64 {
        let last = self.values.len().saturating_sub(1).max(1) as f64;
        let share = index as f64 / last;
        // Not from + share * (to - from), where the difference may overflow.
        self.from * (1.0 - share) + self.to * share
    }
}
