//! Degrees of freedom: how well a standard uncertainty is known itself.

use std::rc::Rc;

/// The degrees of freedom with which standard uncertainties were estimated: as many as rows to spare
/// of a fit. Its leaves share them, since their uncertainties are wrong by one factor.
#[derive(Debug, Clone)]
pub struct Freedom(Rc<f64>);

impl Freedom {
    /// So many, of something estimated on its own.
    pub fn new(number: f64) -> Freedom {
        Freedom(Rc::new(number))
    }

    /// How many there are.
    pub fn number(&self) -> f64 {
        *self.0
    }

    /// Returns true if both were estimated together.
    pub fn is(&self, other: &Freedom) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}
