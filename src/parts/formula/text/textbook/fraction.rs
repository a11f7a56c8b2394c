//! The numbers of a formula as quotients.

use std::hash::{Hash, Hasher};

use crate::core::language::exact;
use crate::core::ops::MOST_WHOLE;

/// A number as the quotient of two, whole ones in lowest terms where it can be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Fraction {
    pub(super) over: f64,
    pub(super) under: f64,
}

impl Fraction {
    pub(super) const ONE: Fraction = Fraction { over: 1.0, under: 1.0 };

    /// A number, as the quotient of two small ones if it is that to the last bit and longer.
    pub(super) fn of(number: f64) -> Fraction {
        const LONG: usize = 7;
        const MOST: u32 = 100;
        let is_quotient = |under: &f64| (number * under).round() / under == number;
        let under = if number.fract() == 0.0 || exact(number.abs()).len() < LONG {
            None
        } else {
            (2..MOST).map(f64::from).find(is_quotient)
        };
        match under {
            Some(under) => Fraction { over: (number * under).round(), under }.reduced(),
            None => Fraction { over: number, under: 1.0 },
        }
    }

    pub(super) fn data(self) -> f64 {
        self.over / self.under
    }

    /// Its absolute value.
    pub(super) fn size(self) -> Fraction {
        Fraction { over: self.over.abs(), ..self }
    }

    /// Returns true for what a person can write down.
    pub(super) fn is_usual(self) -> bool {
        self.over.is_normal() && self.under.is_normal()
    }

    pub(super) fn is_whole(self) -> bool {
        let is_whole = |number: f64| number.fract() == 0.0 && number.abs() <= MOST_WHOLE;
        is_whole(self.over) && is_whole(self.under)
    }

    /// The same number in lowest terms, with a positive number below.
    pub(super) fn reduced(self) -> Fraction {
        let Fraction { over, under } = self;
        let (over, under) = if under < 0.0 { (-over, -under) } else { (over, under) };
        if self.is_whole() {
            let divisor = common_divisor(over.abs(), under).max(1.0);
            return Fraction { over: over / divisor, under: under / divisor };
        }
        let is_simple = over.abs() == 1.0 || under == 1.0;
        if is_simple { Fraction { over, under } } else { Fraction::of(over / under) }
    }

    pub(super) fn times(self, other: Fraction) -> Fraction {
        Fraction { over: self.over * other.over, under: self.under * other.under }.reduced()
    }

    pub(super) fn plus(self, other: Fraction) -> Fraction {
        let over = self.over * other.under + other.over * self.under;
        Fraction { over, under: self.under * other.under }.reduced()
    }

    pub(super) fn power(self, exponent: f64) -> Fraction {
        let raised = |number: f64| number.powf(exponent.abs());
        let (over, under) = (raised(self.over), raised(self.under));
        if exponent < 0.0 {
            Fraction { over: under, under: over }
        } else {
            Fraction { over, under }
        }
        .reduced()
    }

    /// A number that both can be divided by.
    pub(super) fn common(self, other: Fraction) -> Fraction {
        if !self.is_whole() || !other.is_whole() {
            return if self.size() == other.size() { self.size() } else { Fraction::ONE };
        }
        let over = common_divisor(self.over.abs(), other.over.abs());
        let under = if self.under == other.under { self.under } else { 1.0 };
        Fraction { over, under }
    }
}

/// The greatest common divisor of two positive whole numbers.
fn common_divisor(mut one: f64, mut other: f64) -> f64 {
    while other != 0.0 {
        (one, other) = (other, one % other);
    }
    one
}

// Numbers are finite and not 0: equal ones have the same bits.
impl Eq for Fraction {}

impl Hash for Fraction {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.over.to_bits(), self.under.to_bits()).hash(state);
    }
}
