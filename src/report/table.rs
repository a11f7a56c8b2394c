//! Rows of cells in columns.

use std::borrow::Cow;

use std::fmt;
use std::rc::Rc;

use serde::{Serialize, Serializer};

use super::{Number, NumberStyle, Piece, Role, exact_text};

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
    /// What a terminal shows of it if it is higher than the screen; none to show all of it.
    pub fold: Option<Fold>,
}

/// How rows too many for a screen are folded.
#[derive(Debug, Clone)]
pub struct Fold {
    /// The rank of each row: lower ranks are shown first.
    pub ranks: Vec<u8>,
    /// The command that shows every row.
    pub command: String,
}

/// One column of a grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Its key in the machine formats; empty for one that only people see.
    pub key: Cow<'static, str>,
    /// Its title, if it has one.
    pub title: Cow<'static, str>,
    /// Its title where there is not room for that one.
    pub short: Option<&'static str>,
    /// The number of blanks before it.
    pub gap: usize,
    /// True when its texts end at the right, as numbers do.
    pub right: bool,
    /// The least width.
    pub width: usize,
    /// The blanks after a number with the decimals of tables, where others in the column have more.
    pub after: usize,
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
    /// Several texts, for machines.
    Texts(Vec<String>),
    /// Several records, for machines.
    Records(Vec<Record>),
    /// Records made one by one where they are written, as they may be many.
    Each(Each),
}

/// Values under names.
pub type Record = Vec<(&'static str, Cell)>;

/// What makes the records of a cell: the one with each number from 0, up to the first that there is
/// not.
#[derive(Clone)]
pub struct Each(Rc<dyn Fn(usize) -> Option<Record>>);

impl fmt::Debug for Each {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_list().entries(self.records()).finish()
    }
}

impl PartialEq for Each {
    fn eq(&self, other: &Each) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Each {
    fn records(&self) -> impl Iterator<Item = Record> {
        (0..).map_while(|number| (self.0)(number))
    }
}

/// Records in records are as deep as the code that makes them.
impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Cell::Empty => serializer.serialize_unit(),
            Cell::Text(text, _) => serializer.serialize_str(text),
            Cell::Number(number) => number.serialize(serializer),
            Cell::Truth(truth) => serializer.serialize_bool(*truth),
            Cell::Pieces(pieces) => match pieces.as_slice() {
                [Piece::Number(number)] => number.serialize(serializer),
                pieces => serializer.serialize_str(&exact_text(pieces)),
            },
            Cell::Texts(texts) => texts.serialize(serializer),
            Cell::Records(records) => serializer.collect_seq(records.iter().map(Fields)),
            Cell::Each(each) => serializer.collect_seq(each.records().map(Fields)),
        }
    }
}

/// Cells under their names.
struct Fields<Cells>(Cells);

impl<Cells: AsRef<[(&'static str, Cell)]>> Serialize for Fields<Cells> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.as_ref().iter().map(|(name, cell)| (name, cell)))
    }
}

impl Grid {
    /// Returns true if machines see some of it.
    pub fn is_keyed(&self) -> bool {
        self.columns.iter().any(|column| !column.key.is_empty())
    }

    /// Returns the columns that machines see, by place and key; a key that occurs again gets a number.
    pub fn keyed(&self) -> Vec<(usize, String)> {
        let keys = self.columns.iter().enumerate().map(|(place, column)| (place, &*column.key));
        let keys: Vec<(usize, &str)> = keys.filter(|(_, key)| !key.is_empty()).collect();
        let numbered = |(at, (place, key)): (usize, &(usize, &str))| {
            let before = keys.iter().take(at).filter(|(_, other)| other == key).count();
            match before {
                0 => (*place, (*key).to_owned()),
                before => (*place, format!("{key} {}", before + 1)),
            }
        };
        keys.iter().enumerate().map(numbered).collect()
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

    /// The record with each number from 0, up to the first that there is not.
    pub fn each(record: impl Fn(usize) -> Option<Record> + 'static) -> Cell {
        Cell::Each(Each(Rc::new(record)))
    }

    /// A whole number.
    pub fn count(count: u64) -> Cell {
        Cell::Number(NumberStyle::Answer.of(count as f64))
    }
}

impl Column {
    /// A column of texts under this key, which is empty for one that only people see.
    pub fn text(key: impl Into<Cow<'static, str>>) -> Column {
        Column {
            key: key.into(),
            title: "".into(),
            short: None,
            gap: 2,
            right: false,
            width: 0,
            after: 0,
        }
    }

    /// A column of numbers under this key.
    pub fn number(key: impl Into<Cow<'static, str>>) -> Column {
        Column { right: true, ..Column::text(key) }
    }

    /// The same column under a title.
    pub fn titled(self, title: impl Into<Cow<'static, str>>) -> Column {
        Column { title: title.into(), ..self }
    }

    /// The same column after so many blanks.
    pub fn gap(self, gap: usize) -> Column {
        Column { gap, ..self }
    }

    /// The same column with another title where there is not room for its own.
    pub fn short(self, title: &'static str) -> Column {
        Column { short: Some(title), ..self }
    }

    /// The same column, at least so wide.
    pub fn width(self, width: usize) -> Column {
        Column { width, ..self }
    }
}
