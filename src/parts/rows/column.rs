//! A column: a leaf with a number for each row.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use indexmap::IndexSet;

use super::stages::RowExecutor;
use crate::core::graph::{Budget, Charge, Executor, Label, LeafContents, Value};
use crate::report::{NumberStyle, counted, numbers};

/// The numbers of a leaf, one for each row.
#[derive(Debug)]
pub struct Column {
    numbers: RefCell<Rc<Vec<f64>>>,
    view: View,
    categories: Categories,
    /// Its share of the session's memory.
    _charge: Charge,
}

/// The contents of a column.
#[derive(Debug, Clone, Default)]
pub struct Cells {
    /// The numbers, one for each row.
    pub numbers: Vec<f64>,
    /// The texts, if the numbers are codes.
    pub categories: Categories,
}

impl From<Vec<f64>> for Cells {
    fn from(numbers: Vec<f64>) -> Cells {
        Cells { numbers, categories: Categories::default() }
    }
}

impl Cells {
    /// The cells of a column of texts; `None` is a gap.
    pub fn of_texts<'text>(texts: impl Iterator<Item = Option<Cow<'text, str>>>) -> Cells {
        let mut found: IndexSet<Cow<'_, str>> = IndexSet::new();
        let mut code = |text| found.insert_full(text).0 as f64;
        let numbers = texts.map(|text| text.map_or(f64::NAN, &mut code)).collect();
        Cells { numbers, categories: Categories(found.into_iter().map(Cow::into_owned).collect()) }
    }

    /// The cells of these rows, with the remaining categories.
    pub fn of_rows(&self, is_kept: impl Fn(usize) -> bool) -> Cells {
        let rows = self.numbers.iter().copied().enumerate().filter(|(row, _)| is_kept(*row));
        let numbers = rows.map(|(_, number)| number);
        if self.categories.is_empty() {
            return numbers.collect::<Vec<f64>>().into();
        }
        Cells::of_texts(numbers.map(|code| self.categories.text(code).map(Cow::Borrowed)))
    }
}

/// The distinct texts of a column in order of appearance; their indices are the codes in the
/// column. Empty for numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Categories(Rc<[String]>);

impl Categories {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn code(&self, text: &str) -> Option<f64> {
        self.0.iter().position(|it| it == text).map(|at| at as f64)
    }

    /// The text of a code; `None` for a gap or a number.
    pub fn text(&self, code: f64) -> Option<&str> {
        let place = Some(code).filter(|code| *code >= 0.0).map(|code| code as usize);
        self.0.get(place?).map(String::as_str)
    }

    pub fn texts(&self) -> &[String] {
        &self.0
    }
}

/// The current row, from 0, shared by columns of one length.
pub type View = Rc<Cell<usize>>;

impl Column {
    /// A column that counts against `budget`.
    pub fn new(cells: impl Into<Cells>, view: View, budget: &Budget) -> Column {
        let Cells { numbers, categories } = cells.into();
        let charge = Charge::new(budget, size_of_val(numbers.as_slice()));
        Column { numbers: RefCell::new(Rc::new(numbers)), view, categories, _charge: charge }
    }

    /// The categories; empty for numbers.
    pub fn categories(&self) -> &Categories {
        &self.categories
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.numbers.borrow().len()
    }

    pub fn numbers(&self) -> Rc<Vec<f64>> {
        Rc::clone(&self.numbers.borrow())
    }

    /// The number of a row, from 0.
    pub fn number(&self, row: usize) -> Option<f64> {
        self.numbers.borrow().get(row).copied()
    }

    /// The rows, from 0, with gaps.
    pub fn gaps(&self) -> Vec<usize> {
        let numbers = self.numbers.borrow();
        let rows = numbers.iter().enumerate().filter(|(_, number)| number.is_nan());
        rows.map(|(row, _)| row).collect()
    }

    /// The summary: `3 rows, min 1, mean 2, max 3`.
    pub fn summary(&self, digits: Option<usize>) -> String {
        let rows = counted(self.rows() as u64, "row");
        if !self.categories.is_empty() {
            return format!("{rows} of text, {} different", self.categories.texts().len());
        }
        let given: Vec<f64> = self.numbers().iter().copied().filter(|it| !it.is_nan()).collect();
        let [min, max] =
            [f64::min, f64::max].map(|join| given.iter().copied().fold(f64::NAN, join));
        let mean = given.iter().sum::<f64>() / given.len() as f64;
        let brief = |it| numbers::text(NumberStyle::Brief.of(it), digits);
        format!("{rows}, min {}, mean {}, max {}", brief(min), brief(mean), brief(max))
    }

    /// Replaces all numbers.
    pub fn set_numbers(&self, numbers: Rc<Vec<f64>>) {
        debug_assert_eq!(numbers.len(), self.rows());
        self.numbers.replace(numbers);
    }
}

impl LeafContents for Column {
    fn data(&self) -> f64 {
        self.number(self.view.get()).unwrap_or(f64::NAN)
    }

    fn rows(&self) -> Option<usize> {
        Some(Column::rows(self))
    }

    fn numbers(&self) -> Option<Rc<Vec<f64>>> {
        Some(Column::numbers(self))
    }

    fn current_row(&self) -> Option<usize> {
        Some(self.view.get())
    }

    fn replace_number(&self, row: usize, number: f64) -> Option<f64> {
        let mut numbers = self.numbers.borrow_mut();
        let place = Rc::make_mut(&mut numbers).get_mut(row)?;
        Some(std::mem::replace(place, number))
    }

    fn is_text(&self) -> bool {
        !self.categories.is_empty()
    }

    fn text(&self, number: f64) -> Option<&str> {
        self.categories.text(number)
    }

    fn executor(&self) -> Option<&'static dyn Executor> {
        Some(&RowExecutor)
    }
}

/// A text in an expression, before it is compared with a column of categories.
#[derive(Debug)]
pub struct TypedText(pub String);

impl LeafContents for TypedText {}

#[doc(hidden)]
impl Value {
    /// Creates a leaf with a column, which counts against `budget`.
    pub fn column(column: Column, label: Label, budget: &Budget) -> Value {
        Value::holding(Rc::new(column), label, budget)
    }

    /// The column of a leaf.
    #[inline]
    pub fn as_column(&self) -> Option<&Column> {
        self.holds()
    }

    /// Returns true if its numbers are codes of texts.
    pub fn is_text(&self) -> bool {
        self.categories().is_some()
    }

    /// The categories of a column of texts.
    pub fn categories(&self) -> Option<&Categories> {
        Some(self.as_column()?.categories()).filter(|it| !it.is_empty())
    }
}
