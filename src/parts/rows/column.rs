//! A column: the numbers of a leaf that has one for each row, and the row in view.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::rc::Rc;

use indexmap::IndexSet;

use super::stages::RowExecutor;
use crate::core::graph::{Budget, Charge, Executor, Label, LeafContents, Operand, Value};
use crate::core::language::{exact, in_marks};

/// The numbers of a leaf, one for each row.
pub struct Column {
    numbers: RefCell<Rc<Vec<f64>>>,
    view: View,
    kind: CellKind,
    /// Its share of the session's memory.
    _charge: Charge,
}

/// What a column is made of.
#[derive(Debug, Clone, Default)]
pub struct Cells {
    /// The numbers, one for each row.
    pub numbers: Vec<f64>,
    /// What they stand for.
    pub kind: CellKind,
}

/// What the numbers of a column stand for.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum CellKind {
    /// Themselves.
    #[default]
    Numbers,
    /// Texts, of which they are the codes.
    Categories(Rc<Categories>),
}

impl CellKind {
    /// The categories, if the numbers are codes of texts.
    pub fn categories(&self) -> Option<&Rc<Categories>> {
        match self {
            CellKind::Categories(categories) => Some(categories),
            CellKind::Numbers => None,
        }
    }

    /// Returns true if the numbers stand for themselves.
    pub fn is_number(&self) -> bool {
        matches!(self, CellKind::Numbers)
    }

    /// The text that a number stands for; none of a gap, or where it stands for itself.
    pub fn text(&self, number: f64) -> Option<&str> {
        self.categories()?.text(number)
    }

    /// What a file has for a number: itself, or its text, which is empty for a gap.
    pub fn exact_text(&self, number: f64) -> String {
        if self.is_number() {
            exact(number)
        } else {
            self.text(number).unwrap_or_default().to_owned()
        }
    }

    /// The texts of these numbers; none of a gap.
    pub fn texts_of(&self, numbers: &[f64]) -> Vec<Option<&str>> {
        numbers.iter().map(|number| self.text(*number)).collect()
    }

    /// The number that a text is written for, if it is one of them.
    pub fn number(&self, text: &str) -> Option<f64> {
        self.categories()?.code(text)
    }
}

impl From<Vec<f64>> for Cells {
    fn from(numbers: Vec<f64>) -> Cells {
        Cells { numbers, kind: CellKind::Numbers }
    }
}

impl Cells {
    /// The cells of these rows, from 0, with the categories that are left.
    pub fn of_rows(&self, is_kept: impl Fn(usize) -> bool) -> Cells {
        let rows = self.numbers.iter().copied().enumerate().filter(|(row, _)| is_kept(*row));
        let Some(categories) = self.kind.categories() else {
            let numbers = rows.map(|(_, number)| number).collect();
            return Cells { numbers, kind: self.kind.clone() };
        };
        let mut texts = TextCells::default();
        for (_, code) in rows {
            match categories.text(code) {
                Some(text) => texts.push(text),
                None => texts.push_gap(),
            }
        }
        texts.cells()
    }
}

/// The texts of a column of categories, in the order in which they come first; their places are the
/// codes that the column holds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Categories(Vec<String>);

impl Categories {
    /// The categories of these texts, each once.
    pub fn of(texts: Vec<String>) -> Categories {
        Categories(texts)
    }

    /// The code of a text, if it is one of them.
    pub fn code(&self, text: &str) -> Option<f64> {
        self.0.iter().position(|it| it == text).map(|at| at as f64)
    }

    /// The text of a code; none of a gap.
    pub fn text(&self, code: f64) -> Option<&str> {
        let place = Some(code).filter(|code| *code >= 0.0).map(|code| code as usize);
        self.0.get(place?).map(String::as_str)
    }

    /// All texts.
    pub fn texts(&self) -> &[String] {
        &self.0
    }
}

/// The texts of a column that is being made, row by row.
#[derive(Debug, Default)]
pub struct TextCells {
    codes: Vec<f64>,
    found: IndexSet<String>,
}

impl TextCells {
    /// Adds a row with this text.
    pub fn push(&mut self, text: &str) {
        let place = match self.found.get_index_of(text) {
            Some(place) => place,
            None => self.found.insert_full(text.to_owned()).0,
        };
        self.codes.push(place as f64);
    }

    /// Adds a row without a text.
    pub fn push_gap(&mut self) {
        self.codes.push(f64::NAN);
    }

    /// What makes the column.
    pub fn cells(self) -> Cells {
        let categories = Categories::of(self.found.into_iter().collect());
        Cells { numbers: self.codes, kind: CellKind::Categories(Rc::new(categories)) }
    }
}

/// The row in view, from 0: the one whose numbers tables show. Columns of one length share it.
#[derive(Debug, Clone, Default)]
pub struct View(Rc<Cell<usize>>);

impl View {
    /// The row, from 0.
    #[inline]
    pub fn row(&self) -> usize {
        self.0.get()
    }

    /// Looks at another row.
    pub fn look_at(&self, row: usize) {
        self.0.set(row);
    }
}

impl Column {
    /// The column of these numbers, which count against `budget`.
    pub fn new(cells: impl Into<Cells>, view: View, budget: &Budget) -> Column {
        let Cells { numbers, kind } = cells.into();
        let charge = Charge::new(budget, size_of_val(numbers.as_slice()));
        Column { numbers: RefCell::new(Rc::new(numbers)), view, kind, _charge: charge }
    }

    /// The texts that its numbers stand for, if it is a column of categories.
    pub fn categories(&self) -> Option<&Rc<Categories>> {
        self.kind.categories()
    }

    /// What its numbers stand for.
    pub fn kind(&self) -> &CellKind {
        &self.kind
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.numbers.borrow().len()
    }

    /// The numbers.
    pub fn numbers(&self) -> Rc<Vec<f64>> {
        Rc::clone(&self.numbers.borrow())
    }

    /// The number of a row, from 0.
    pub fn number(&self, row: usize) -> Option<f64> {
        self.numbers.borrow().get(row).copied()
    }

    /// The rows, from 0, in which there is no number.
    pub fn gaps(&self) -> Vec<usize> {
        let numbers = self.numbers.borrow();
        let rows = numbers.iter().enumerate().filter(|(_, number)| number.is_nan());
        rows.map(|(row, _)| row).collect()
    }

    /// Changes the number of a row, from 0.
    pub fn set_number(&self, row: usize, number: f64) {
        self.change(|numbers| {
            if let Some(place) = numbers.get_mut(row) {
                *place = number;
            }
        });
    }

    /// Changes numbers in place.
    pub fn change(&self, change: impl FnOnce(&mut [f64])) {
        change(Rc::make_mut(&mut self.numbers.borrow_mut()).as_mut_slice());
    }

    /// Changes all numbers for as many others.
    pub fn set_numbers(&self, numbers: Rc<Vec<f64>>) {
        debug_assert_eq!(numbers.len(), self.rows());
        self.numbers.replace(numbers);
    }

    /// The row in view.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// The number of the row in view.
    pub fn in_view(&self) -> f64 {
        self.number(self.view.row()).unwrap_or(f64::NAN)
    }
}

impl LeafContents for Column {
    fn data(&self) -> f64 {
        self.in_view()
    }

    fn rows(&self) -> Option<usize> {
        Some(Column::rows(self))
    }

    fn numbers(&self) -> Option<Rc<Vec<f64>>> {
        Some(Column::numbers(self))
    }

    fn row_in_view(&self) -> Option<usize> {
        Some(self.view.row())
    }

    fn replace_number(&self, row: usize, number: f64) -> Option<f64> {
        let before = self.number(row)?;
        self.set_number(row, number);
        Some(before)
    }

    fn is_text(&self) -> bool {
        self.categories().is_some()
    }

    fn executor(&self) -> Option<&'static dyn Executor> {
        Some(&RowExecutor)
    }
}

/// A text in an expression, before it is compared with a column of categories.
#[derive(Debug)]
pub struct TypedText(pub String);

impl LeafContents for TypedText {}

impl Value {
    /// Creates a leaf with a number for each row, that counts against `budget`.
    pub fn column(column: Column, label: Label, budget: &Budget) -> Value {
        Value::holding(Rc::new(column), label, budget)
    }

    /// The numbers of a leaf that has one for each row.
    #[inline]
    pub fn as_column(&self) -> Option<&Column> {
        self.holds()
    }

    /// Returns true if its numbers stand for texts.
    pub fn is_text(&self) -> bool {
        self.categories().is_some()
    }

    /// The categories that its numbers stand for, if it is a column of these.
    pub fn categories(&self) -> Option<&Rc<Categories>> {
        self.as_column()?.categories()
    }

    /// The text that its number is the code of, in quotation marks, if it is a column of categories and
    /// the row in view has one.
    pub fn text(&self) -> Option<String> {
        let column = self.as_column()?;
        column.categories()?.text(column.in_view()).map(in_marks)
    }

    /// What its numbers stand for.
    pub fn cell_kind(&self) -> CellKind {
        self.as_column().map_or(CellKind::Numbers, |column| column.kind().clone())
    }
}

/// Returns the text, in quotation marks, that a constant operand is the code of: that of the column of
/// categories that it is compared with.
pub fn text_among(operands: &[Operand], index: usize) -> Option<String> {
    let code = operands.get(index)?.constant()?;
    let column = operands.iter().filter_map(Operand::value).find_map(Value::categories)?;
    column.text(code).map(in_marks)
}

/// Says how many numbers there are, and not which.
impl fmt::Debug for Column {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Column({} rows)", self.rows())
    }
}
