//! What the commands that draw, differentiate and time have to say.

use crate::graph::{self, Atom, Names};
use crate::language::{Item, expression};
use crate::ops::Operation;

/// A derivative as a formula, and its value.
#[derive(Debug, Clone)]
pub struct Formula {
    /// What it is called from now on.
    pub name: String,
    /// What it is: `dL/da`.
    pub title: String,
    /// The formula in postfix order.
    pub terms: Vec<Term>,
    /// Whether something was left out of it.
    pub is_cut: bool,
    /// Its value.
    pub data: f64,
}

/// One step of a formula in postfix order.
#[derive(Debug, Clone)]
pub enum Term {
    /// A number.
    Number(f64),
    /// A name, or `…`.
    Name(String),
    /// An operation on the last one or two.
    Operation(&'static Operation),
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
    pub reason: Option<Vec<Term>>,
}

/// How long a statement took.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Timing {
    /// Wall time.
    pub seconds: f64,
    /// How many nodes it made or passed over, where that is known.
    pub nodes: usize,
}

impl Formula {
    /// The terms of a formula, its nodes by their names.
    pub fn terms(formula: &graph::Formula, names: &Names) -> Vec<Term> {
        let term = |atom: &Atom| match atom {
            Atom::Number(number) => Term::Number(*number),
            Atom::Node(value) => Term::Name(names.call(value)),
            Atom::Name(name) => Term::Name((*name).to_owned()),
            Atom::Operation(operation) => Term::Operation(operation),
            Atom::More => Term::Name("…".to_owned()),
        };
        formula.atoms.iter().map(term).collect()
    }
}

/// The text of a formula; `number` writes its numbers.
pub fn text_of(terms: &[Term], number: impl Fn(f64) -> String) -> String {
    let item = |term| match term {
        &Term::Number(number) => Item::Number(number),
        Term::Name(name) => Item::Name(name),
        Term::Operation(operation) => Item::Operation(operation),
    };
    let items: Vec<Item<'_>> = terms.iter().map(item).collect();
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
