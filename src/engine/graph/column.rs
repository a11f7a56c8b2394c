//! A column: the numbers of a leaf that has one for each row, and the row in view.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::rc::Rc;

use super::budget::{Budget, Charge};

/// The numbers of a leaf, one for each row.
pub struct Column {
    numbers: RefCell<Rc<Vec<f64>>>,
    view: View,
    /// Its share of the session's memory.
    _charge: Charge,
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
    pub fn new(numbers: Vec<f64>, view: View, budget: &Budget) -> Column {
        let charge = Charge::new(budget, size_of_val(numbers.as_slice()));
        Column { numbers: RefCell::new(Rc::new(numbers)), view, _charge: charge }
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
        if let Some(place) = Rc::make_mut(&mut self.numbers.borrow_mut()).get_mut(row) {
            *place = number;
        }
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

/// Says how many numbers there are, and not which.
impl fmt::Debug for Column {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Column({} rows)", self.rows())
    }
}
