//! The report of a command: a pass, an answer, rows of cells with roles, sentences, numbers as
//! text; no layout.

mod grid;
mod listing;
mod number;
pub mod numbers;
mod pass;
mod pictures;
mod sentence;

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;

pub use grid::{Cell, Column, Grid};
pub use listing::{and, counted, few};
pub use number::{Number, NumberStyle};
pub use pass::{Pass, Shape};
pub use pictures::{Formula, Plot, Present, Timing, text_of};
pub use sentence::Sentence;

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

impl Part {
    /// Rows of cells without titles.
    pub fn rows(columns: Vec<Column>, rows: Vec<Vec<Cell>>) -> Part {
        Part::Grid(Grid { columns, rows, titled: false, even: false })
    }

    /// Rows of cells under titles.
    pub fn table(columns: Vec<Column>, rows: Vec<Vec<Cell>>) -> Part {
        Part::Grid(Grid { columns, rows, titled: true, even: false })
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
