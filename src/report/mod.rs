//! The report of a command: a pass, an answer, rows of cells with roles, sentences, numbers as
//! text; no layout.

mod captions;
mod columns;
mod compare;
mod legend;
mod list;
mod nodes;
pub mod non_finite;
mod number;
pub mod numbers;
mod pass;
mod plot;
mod rows;
mod sentence;
mod sparkline;
mod surface;
mod table;
#[cfg(test)]
mod tests;

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::rc::Rc;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::core::graph::Value;
use crate::core::language::Span;
pub use crate::core::language::{counted, leaves};
use crate::parts::fit::FitReport;
use crate::parts::minimize::MinimumReport;
use crate::parts::rows::CellKind;
use crate::parts::solve::Solution;
use crate::parts::uncertainty::UncertaintyBudget;
pub use captions::{hidden_of, members};
pub use columns::Table;
pub use compare::{OneRun, Runs};
pub use list::{and, few};
pub use non_finite::{Lost, Wording};
pub use number::{Exact, Number, NumberStyle, as_exact, is_zero};
pub use pass::{Coverage, Pass, Shape, expression_of, is_named_result, name_of};
pub use plot::{Band, Formula, Observed, Plot, Present};
pub use rows::{RowInView, Rows};
pub use sentence::{NO_BREAK, Sentence, exact_text};
pub use sparkline::{LONGEST_CURVE, bars};
pub use surface::{Axis, MOST_CLASSES, Point, Range, Surface};
pub use table::{Cell, Column, Fold, Grid, Record};

/// The outcome of one statement.
#[derive(Debug, Default)]
pub struct Report {
    /// The name of the command, or `value`: the `"kind"` of the JSON object.
    pub kind: &'static str,
    /// Its parts, in order.
    pub parts: Vec<Part>,
    /// The shell's next action.
    pub next: Next,
}

/// A leaf whose name means another node now. A note says who still uses it, but only at the end of
/// the line, which may build that anew.
#[derive(Debug)]
pub struct LeftBehind {
    /// The name.
    pub name: String,
    /// The old leaf.
    pub old: Value,
    /// What has it now.
    pub new: Value,
    /// The expression that the new one was computed by, from the old one.
    pub nudge: Option<String>,
}

/// The shell's next action after a report.
#[derive(Debug, Default)]
pub enum Next {
    /// Go on with the next statement.
    #[default]
    GoOn,
    /// The same, where the command has not found what it looked for, which a script reads from the
    /// exit status.
    FellShort,
    /// Run this script first: its path, and the file just opened.
    Load(PathBuf, BufReader<File>),
    /// Read the rows of a table first, which stand in the script or on stdin.
    Rows(WantedRows),
    /// Run this text in a new session and show people the transcript.
    Demonstrate(String),
    /// Quit.
    Quit,
    /// Count this many missed questions of a quiz that is over.
    Missed(usize),
    /// Play a lesson, or take a step in the one that is played; the place of the word that says which.
    Lesson(LessonWish, Span),
}

/// What `:lesson` asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LessonWish {
    /// To play the lesson of this name that comes with the program.
    Open(&'static str),
    /// A step in the lesson that is played.
    Step(LessonStep),
}

/// A step in a lesson.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LessonStep {
    /// To the part before.
    Back,
    /// To the beginning of the part.
    Again,
    /// Ends the lesson.
    Stop,
}

/// The words for each step, and what it does.
pub static LESSON_STEPS: &[(&str, LessonStep, &str)] = &[
    ("back", LessonStep::Back, "shows the part before"),
    ("again", LessonStep::Again, "begins this part once more"),
    ("stop", LessonStep::Stop, "ends the lesson"),
];

/// The rows that a command waits for.
#[derive(Debug)]
pub struct WantedRows {
    /// True if stdin has them, else they stand on the lines below.
    pub are_on_stdin: bool,
    /// The columns that are wanted, and where they are asked for; none for all.
    pub names: Vec<(String, Span)>,
    /// True to leave rows with a gap out.
    pub skip: bool,
    /// The place in the statement for what is wrong with them.
    pub span: Span,
}

impl WantedRows {
    /// Moves the places to those in a text in which the statement begins at `offset`.
    pub fn moved(&mut self, offset: usize) {
        self.span = self.span.moved(offset);
        self.names.iter_mut().for_each(|(_, span)| *span = span.moved(offset));
    }
}

/// A part of a report.
#[derive(Debug)]
pub enum Part {
    /// A single answer.
    Answer(Answer),
    /// A backward pass, in one of its layouts.
    Pass(Box<Pass>),
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
    /// A remark for stderr.
    Note(String),
    /// Text that is printed verbatim, such as an export.
    Text(String),
    /// A derivative as a formula.
    Formula(Formula),
    /// A curve.
    Plot(Box<Plot>),
    /// Several runs from one start.
    Runs(Box<Runs>),
    /// Columns of numbers side by side.
    Table(Box<Table>),
    /// A node over two others.
    Surface(Box<Surface>),
    /// What an uncertainty is made of.
    Budget(Box<UncertaintyBudget>),
    /// What a fit has found.
    Fit(Box<FitReport>),
    /// What a search for a minimum has found.
    Minimum(Box<MinimumReport>),
    /// What solving equations has found.
    Solution(Box<Solution>),
    /// What the report says as named values.
    Facts(Record),
    /// A leaf that has lost its name.
    LeftBehind(LeftBehind),
    /// Parts for some readers only.
    For(&'static [Reader], Vec<Part>),
}

/// Who reads a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reader {
    /// People.
    People,
    /// Machines that read records: columns of a table.
    Records,
    /// Machines that read objects.
    Objects,
}

impl Reader {
    /// Those who read words, where facts say the same.
    pub const OF_WORDS: &[Reader] = &[Reader::People, Reader::Records];
    /// People, to whom much is shown as one, or with an example.
    pub const PEOPLE: &[Reader] = &[Reader::People];
    /// Machines that read records.
    pub const RECORDS: &[Reader] = &[Reader::Records];
    /// Machines, to which all is shown one by one.
    pub const MACHINES: &[Reader] = &[Reader::Records, Reader::Objects];
    /// Those for whom a sentence confirms what was made; a table of records has no place for it.
    pub const OF_CONFIRMATIONS: &[Reader] = &[Reader::People, Reader::Objects];
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry("name", &self.name)?;
        match &self.rows {
            None if let Some(members) = &self.members => {
                fields.serialize_entry("members", members)?;
            }
            None => fields.serialize_entry("data", &Exact(&self.data))?,
            Some(rows) if self.kind.is_number() => fields.serialize_entry("data", &Exact(rows))?,
            Some(rows) => fields.serialize_entry("data", &self.kind.texts_of(rows))?,
        }
        match (&self.row_uncertainties, &self.u) {
            (Some(rows), _) => fields.serialize_entry("u", &Exact(rows.as_slice()))?,
            (None, Some(u)) => fields.serialize_entry("u", &Exact(u))?,
            (None, None) => {}
        }
        fields.end()
    }
}

/// A single number with its name, or the members of a group.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Answer {
    /// Its name.
    pub name: String,
    /// The number; nan for a group.
    pub data: f64,
    /// The members, if it is a group.
    pub members: Option<Vec<Answer>>,
    /// Its standard uncertainty, if it has one.
    pub u: Option<f64>,
    /// All its numbers, if it has one for each row; `data` is that of the row in view.
    pub rows: Option<Vec<f64>>,
    /// What these stand for, if they are codes of texts.
    pub kind: CellKind,
    /// The standard uncertainties of these, if they have any.
    pub row_uncertainties: Option<Rc<Vec<f64>>>,
    /// True if the name is shown: `L = -8`, not `-8`.
    pub named: bool,
    /// True for a number alone, which is shown as it was typed.
    pub typed: bool,
    /// The formula that it was computed by, if it is to be shown.
    pub formula: Option<String>,
}

/// A piece of a sentence.
#[derive(Debug, Clone, PartialEq)]
pub enum Piece {
    /// A text in a role.
    Text(String, Role),
    /// A number.
    Number(Number),
    /// A sparkline.
    Curve(Vec<f64>),
    /// Blanks up to this column, but at least three.
    Stop(usize),
}

/// The meaning of a piece of text, which determines its color.
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
    /// A title or other text that stands out.
    Title,
    /// Secondary text: lines of the ledger, hints.
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

    /// The class of elements in this role, in a picture or on a page; empty for plain text.
    pub fn class(self) -> &'static str {
        match self {
            Role::Plain => "",
            Role::Positive => "positive",
            Role::Negative => "negative",
            Role::Zero => "zero",
            Role::NonFinite => "wild",
            Role::Title => "title",
            Role::Faint => "faint",
            Role::Error => "error",
            Role::Note => "note",
            Role::Right => "right",
            Role::Wrong => "wrong",
        }
    }
}

impl Part {
    /// Rows of cells without titles.
    pub fn rows(columns: Vec<Column>, rows: Vec<Vec<Cell>>) -> Part {
        Part::Grid(Grid { columns, rows, ..Grid::default() })
    }

    /// Rows of cells under titles.
    pub fn table(columns: Vec<Column>, rows: Vec<Vec<Cell>>) -> Part {
        Part::Grid(Grid { columns, rows, titled: true, ..Grid::default() })
    }
}

impl Report {
    /// Takes out what is said of leaves that have lost their names.
    pub fn take_left_behind(&mut self) -> Vec<LeftBehind> {
        let mut left_behind = Vec::new();
        for part in std::mem::take(&mut self.parts) {
            match part {
                Part::LeftBehind(left) => left_behind.push(left),
                part => self.parts.push(part),
            }
        }
        left_behind
    }

    /// A report of one part.
    pub fn of(kind: &'static str, part: Part) -> Report {
        Report { kind, parts: vec![part], ..Report::default() }
    }

    /// A report of some sentences.
    pub fn say(kind: &'static str, lines: impl IntoIterator<Item = String>) -> Report {
        let parts = lines.into_iter().map(|text| Sentence::new(text).line()).collect();
        Report { kind, parts, ..Report::default() }
    }

    /// A report that something was made: a sentence that confirms it, and facts.
    pub fn confirm(kind: &'static str, said: impl Into<String>, facts: Record) -> Report {
        let said = Part::For(Reader::OF_CONFIRMATIONS, vec![Sentence::new(said).line()]);
        Report { kind, parts: vec![said, Part::Facts(facts)], ..Report::default() }
    }

    /// Returns the parts that are for a reader.
    pub fn parts_for(&self, reader: Reader) -> impl Iterator<Item = &Part> + Clone {
        self.parts.iter().flat_map(move |part| match part {
            Part::For(readers, parts) if readers.contains(&reader) => parts.as_slice(),
            Part::For(..) => &[],
            part => std::slice::from_ref(part),
        })
    }

    /// Returns what it says as named values.
    pub fn facts(&self) -> impl Iterator<Item = &(&'static str, Cell)> + Clone {
        self.parts.iter().flat_map(|part| match part {
            Part::Facts(facts) => facts.as_slice(),
            _ => &[],
        })
    }
}
