//! The report of a command: a pass, an answer, rows of cells with roles, sentences; no layout.

mod listing;
mod number;
pub mod numbers;
mod pictures;
mod sentence;

use std::borrow::Cow;
use std::collections::HashMap;
use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::rc::Rc;

pub use listing::{and, counted, few};
pub use number::{Number, NumberStyle};
pub use pictures::{Formula, Plot, Present, Timing, text_of};
pub use sentence::Sentence;

use crate::graph::{Names, Order, Value, applied};

/// The outcome of one statement.
#[derive(Debug, Default)]
pub struct Report {
    /// The name of the command, or `value`; the `"kind"` of the JSON object.
    pub kind: &'static str,
    /// Its parts, in order.
    pub parts: Vec<Part>,
    /// The content of the sentences as named values, for readers of JSON.
    pub facts: Vec<(&'static str, Cell)>,
    /// The next thing for the front end to do.
    pub next: Next,
}

/// The next thing for the front end to do.
#[derive(Debug, Default)]
pub enum Next {
    /// Goes on with the next statement.
    #[default]
    GoOn,
    /// Runs this script first: its path, and the file just opened.
    Load(PathBuf, BufReader<File>),
    /// Runs this text in a session of its own, as a transcript.
    Demonstrate(String),
    /// Ends.
    Quit,
    /// A quiz is over, and so many questions were missed.
    Missed(usize),
}

/// One thing that a report says.
#[derive(Debug)]
pub enum Part {
    /// A single answer.
    Answer(Answer),
    /// A backward pass, seen in one of its shapes.
    Pass(Pass),
    /// Rows of cells.
    Grid(Grid),
    /// A sentence.
    Sentence {
        /// Its pieces. A no-break space stands for a blank that holds its words together.
        pieces: Vec<Piece>,
        /// The indentation of all lines but the first when it is broken at blanks; none for one
        /// that stays on its line however long it is.
        indent: Option<usize>,
    },
    /// A remark that is not an answer; it goes to stderr.
    Note(String),
    /// A text in a format of its own, to be written as it is.
    Text(String),
    /// A derivative as a formula.
    Formula(Formula),
    /// A curve.
    Plot(Plot),
    /// The time that something took.
    Timing(Timing),
}

/// A single number with its name.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// Its name.
    pub name: String,
    /// The number.
    pub data: f64,
    /// True when people see the name: `L = -8`, not `-8`.
    pub named: bool,
}

/// A backward pass over everything a root depends on, its grads just filled.
#[derive(Debug, Clone)]
pub struct Pass {
    /// The names of the nodes.
    pub names: Rc<Names>,
    /// The nodes, operands before users, the root last.
    pub order: Rc<Order>,
    /// The layout for people; the machine formats are the same for every shape.
    pub shape: Shape,
    /// The only nodes to show; none for all.
    pub only: Option<Vec<Value>>,
    /// True when all rows are shown however many there are.
    pub all: bool,
    /// The grads known so far, while the pass is taken by hand;
    /// none for a whole pass.
    pub known: Option<HashMap<Value, f64>>,
}

/// The layouts of a pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Backward order, lanes on the left show who uses whom.
    Ledger,
    /// Leaves first, then computed nodes, in forward order.
    Table,
    /// Indented under the root, shared nodes once.
    Tree,
    /// A circuit: data above and grads below the wires.
    Circuit,
}

/// Rows of cells under titles.
#[derive(Debug, Clone, Default)]
pub struct Grid {
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows, a cell for each column.
    pub rows: Vec<Vec<Cell>>,
    /// True when people see the titles.
    pub titled: bool,
    /// True when all columns of numbers that have no least width are as wide as the widest.
    pub even: bool,
}

/// One column of a grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Its title, and its key in the machine formats.
    pub title: Cow<'static, str>,
    /// The number of blanks before it.
    pub gap: usize,
    /// True when its texts end at the right, as numbers do.
    pub right: bool,
    /// The least width.
    pub width: usize,
}

/// One cell of a grid.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A text in a role.
    Text(String, Role),
    /// A number.
    Number(Number),
    /// An answer to a yes-or-no question.
    Truth(bool),
    /// A sentence.
    Pieces(Vec<Piece>),
}

/// A piece of a sentence.
#[derive(Debug, Clone, PartialEq)]
pub enum Piece {
    /// A text in a role.
    Text(String, Role),
    /// A number.
    Number(Number),
    /// A small curve, as bars of eight heights.
    Curve(Vec<f64>),
    /// Blanks up to this column, and three at least.
    Stop(usize),
}

/// The meaning of a piece of text, by which it is colored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Role {
    /// Nothing special.
    #[default]
    Plain,
    /// A number above zero.
    Positive,
    /// A number below zero.
    Negative,
    /// A zero.
    Zero,
    /// nan or inf.
    NonFinite,
    /// A title or what else is to stand out.
    Title,
    /// Text that may be overlooked: lanes, hints.
    Faint,
    /// The word that opens an error.
    Error,
    /// The word that opens a note or a warning.
    Note,
    /// Right, in a verdict.
    Right,
    /// Wrong, in a verdict.
    Wrong,
}

impl Role {
    /// The role of a grad or another number whose sign matters.
    pub fn of(number: f64) -> Role {
        match number {
            _ if !number.is_finite() => Role::NonFinite,
            _ if number > 0.0 => Role::Positive,
            _ if number < 0.0 => Role::Negative,
            _ => Role::Zero,
        }
    }
}

impl Report {
    /// A report of one part.
    pub fn of(kind: &'static str, part: Part) -> Report {
        Report { kind, parts: vec![part], ..Report::default() }
    }

    /// A report of some sentences.
    pub fn say(kind: &'static str, lines: impl IntoIterator<Item = String>) -> Report {
        let parts = lines.into_iter().map(|text| Sentence::new(text).line()).collect();
        Report { kind, parts, ..Report::default() }
    }

    /// The same report with `part` before its others.
    pub fn after(mut self, part: Part) -> Report {
        self.parts.insert(0, part);
        self
    }
}

impl Cell {
    /// A plain text.
    pub fn text(text: impl Into<String>) -> Cell {
        Cell::Text(text.into(), Role::Plain)
    }

    /// A number with the decimals of tables.
    pub fn data(value: f64) -> Cell {
        Cell::Number(NumberStyle::Data.of(value))
    }

    /// A number whose sign matters.
    pub fn grad(value: f64) -> Cell {
        Cell::Number(NumberStyle::Grad.of(value))
    }

    /// A whole number.
    pub fn count(count: u64) -> Cell {
        Cell::Number(NumberStyle::Answer.of(count as f64))
    }
}

impl Column {
    /// A column of texts.
    pub fn text(title: impl Into<Cow<'static, str>>) -> Column {
        Column { title: title.into(), gap: 2, right: false, width: 0 }
    }

    /// A column of numbers.
    pub fn number(title: impl Into<Cow<'static, str>>) -> Column {
        Column { title: title.into(), gap: 2, right: true, width: 0 }
    }

    /// The same column after so many blanks.
    pub fn gap(self, gap: usize) -> Column {
        Column { gap, ..self }
    }

    /// The same column, at least so wide.
    pub fn width(self, width: usize) -> Column {
        Column { width, ..self }
    }
}

impl Pass {
    /// The root.
    pub fn root(&self) -> Option<&Value> {
        self.order.root()
    }

    /// The name of the root.
    pub fn root_name(&self) -> String {
        self.root().map(|root| self.names.call(root)).unwrap_or_default()
    }

    /// The nodes to show, in backward order.
    pub fn backward(&self) -> impl Iterator<Item = &Value> {
        let order = &self.order;
        let shown = move |node: &&Value| match &self.only {
            None => true,
            Some(only) => only.iter().any(|wanted| wanted.is(node)),
        };
        order.nodes().iter().rev().take_while(|_| !order.is_stopped()).filter(shown)
    }

    /// The grad of a node; none where it is not known yet.
    pub fn grad(&self, node: &Value) -> Option<f64> {
        match &self.known {
            None => Some(node.grad()),
            Some(known) => known.get(node).copied(),
        }
    }

    /// The node's operation as an expression over its operands: `L.2 * f`; empty for a leaf.
    pub fn expression(&self, node: &Value, number: impl Fn(f64) -> String) -> String {
        let name = |operand: &Value| self.names.call(operand);
        node.operation()
            .map(|operation| applied(operation, node.operands(), name, number))
            .unwrap_or_default()
    }
}
