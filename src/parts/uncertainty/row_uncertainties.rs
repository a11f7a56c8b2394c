//! The standard uncertainties of a column, one for each row.

use std::rc::Rc;

use crate::core::graph::{Budget, Charge};

/// The standard uncertainties of a column's rows, whose errors are independent of each other.
#[derive(Debug, Clone)]
pub enum RowUncertainties {
    /// The same for every row, finite and above 0.
    Same(f64),
    /// One for each row, finite and not below 0, some of them above.
    Each(Rc<Numbers>),
}

/// Numbers, and their share of the session's memory.
#[derive(Debug)]
pub struct Numbers {
    numbers: Rc<Vec<f64>>,
    _charge: Charge,
}

impl RowUncertainties {
    /// These uncertainties, finite and not below 0; none when all are 0. What is not shared with a
    /// column counts against the budget.
    pub fn of(numbers: Rc<Vec<f64>>, budget: &Budget) -> Option<RowUncertainties> {
        let first = numbers.first().copied()?;
        if numbers.iter().all(|number| *number == first) {
            return (first > 0.0).then_some(RowUncertainties::Same(first));
        }
        let own = if Rc::strong_count(&numbers) > 1 { 0 } else { size_of_val(numbers.as_slice()) };
        let _charge = Charge::new(budget, own);
        Some(RowUncertainties::Each(Rc::new(Numbers { numbers, _charge })))
    }

    /// The uncertainty of a row, from 0.
    pub fn at(&self, row: usize) -> f64 {
        match self {
            RowUncertainties::Same(u) => *u,
            RowUncertainties::Each(each) => each.numbers.get(row).copied().unwrap_or(0.0),
        }
    }

    /// The uncertainty that all rows have, if it is one.
    pub fn same(&self) -> Option<f64> {
        match self {
            RowUncertainties::Same(u) => Some(*u),
            RowUncertainties::Each(_) => None,
        }
    }

    /// The uncertainties of so many rows.
    pub fn all(&self, rows: usize) -> Rc<Vec<f64>> {
        match self {
            RowUncertainties::Same(u) => Rc::new(vec![*u; rows]),
            RowUncertainties::Each(each) => Rc::clone(&each.numbers),
        }
    }

    /// The number of numbers that they keep.
    pub(crate) fn size(&self) -> usize {
        match self {
            RowUncertainties::Same(_) => 1,
            RowUncertainties::Each(each) => each.numbers.len(),
        }
    }
}
