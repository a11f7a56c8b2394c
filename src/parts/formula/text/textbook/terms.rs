//! Sums of products of powers.

use std::hash::{Hash, Hasher};

use super::super::Atom;
use super::Base;
use super::fraction::Fraction;
use crate::core::ops::{ADD, DIVIDE, MULTIPLY, NEGATE, POWER, SQRT, SUBTRACT};

/// A sum of products, in the order in which its terms came; 0 has no term.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Sum {
    pub(super) terms: Vec<Term>,
}

/// A number times powers of bases, each base at most once.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Term {
    pub(super) number: Fraction,
    pub(super) factors: Vec<(BaseNumber, Exponent)>,
}

/// The exponent of a base.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Exponent(pub(super) f64);

/// The index of a base among those of a writer; equal bases have the same.
pub(super) type BaseNumber = usize;

/// The atoms of the bases, by their numbers.
pub(super) type Written<'atoms> = dyn Fn(BaseNumber) -> &'atoms [Atom] + 'atoms;

impl Sum {
    pub(super) fn of_number(number: f64) -> Sum {
        let term = Term { number: Fraction::of(number), factors: Vec::new() };
        Sum { terms: if number == 0.0 { Vec::new() } else { vec![term] } }
    }

    /// The number, if the sum is one.
    pub(super) fn as_number(&self) -> Option<Fraction> {
        match self.terms.as_slice() {
            [] => Some(Fraction::of(0.0)),
            [Term { number, factors }] if factors.is_empty() => Some(*number),
            _ => None,
        }
    }

    pub(super) fn times(&self, factor: Fraction) -> Sum {
        let times = |term: &Term| Term { number: term.number.times(factor), ..term.clone() };
        Sum { terms: self.terms.iter().map(times).collect() }
    }

    /// The sum of two, like terms brought together.
    pub(super) fn plus(&self, other: &Sum) -> Sum {
        let mut sum = self.clone();
        for term in &other.terms {
            match sum.terms.iter_mut().find(|own| own.is_like(term)) {
                Some(own) => own.number = own.number.plus(term.number),
                None => sum.terms.push(term.clone()),
            }
        }
        sum.terms.retain(|term| term.number.over != 0.0);
        sum
    }

    /// One term that is a sum of several, and perhaps negative, as that sum.
    pub(super) fn flattened(self, bases: &[Base]) -> Sum {
        let [Term { number, factors }] = self.terms.as_slice() else {
            return self;
        };
        match factors.as_slice() {
            [(base, Exponent(1.0))] if number.size() == Fraction::ONE => match bases.get(*base) {
                Some(Base::Sum(sum)) => sum.times(*number),
                _ => self,
            },
            _ => self,
        }
    }

    /// What all terms have in common, by twos; none for a single term, or if it is nothing.
    pub(super) fn in_common(&self, common: impl Fn(&Term, &Term) -> Term) -> Option<Term> {
        let (first, others) = self.terms.split_first().filter(|(_, others)| !others.is_empty())?;
        let first = Term { number: first.number.size(), ..first.clone() };
        let all = others.iter().fold(first, |one, other| common(&one, other));
        (all.number != Fraction::ONE || !all.factors.is_empty()).then_some(all)
    }

    /// The sum divided by a term, like terms brought together.
    pub(super) fn divided(&self, by: &Term, bases: &[Base]) -> Sum {
        let inverse = by.inverse();
        let quotients = self.terms.iter().map(|term| Sum { terms: vec![term.times(&inverse)] });
        let none = Sum { terms: Vec::new() };
        quotients.fold(none, |sum, quotient| sum.plus(&quotient.flattened(bases)))
    }

    /// The terms one after the other, a positive one first if there is one.
    pub(super) fn atoms<'atoms>(&self, written: &Written<'atoms>) -> Vec<Atom> {
        let mut terms: Vec<&Term> = self.terms.iter().collect();
        if let Some(positive) = terms.iter().position(|term| term.number.over > 0.0) {
            let first = terms.remove(positive);
            terms.insert(0, first);
        }
        let mut terms = terms.into_iter();
        let Some(first) = terms.next() else {
            return vec![Atom::Number(0.0)];
        };
        let mut atoms = first.atoms(written);
        for term in terms {
            let joins = if term.number.over < 0.0 { SUBTRACT } else { ADD };
            atoms.extend(Term { number: term.number.size(), ..term.clone() }.atoms(written));
            atoms.push(Atom::Operation(joins));
        }
        atoms
    }
}

impl Term {
    /// Returns true if they differ by a number only.
    pub(super) fn is_like(&self, other: &Term) -> bool {
        self.factors.len() == other.factors.len()
            && self.factors.iter().all(|(base, exponent)| other.exponent(*base) == *exponent)
    }

    /// The exponent of a base, which is 0 if it is no factor.
    pub(super) fn exponent(&self, base: BaseNumber) -> Exponent {
        let own = self.factors.iter().find(|(own, _)| *own == base);
        own.map_or(Exponent(0.0), |(_, exponent)| *exponent)
    }

    /// The factors of both.
    pub(super) fn common(&self, other: &Term) -> Term {
        self.shared(other, |one, other| {
            let least = if one.abs() <= other.abs() { one } else { other };
            if one * other > 0.0 { least } else { 0.0 }
        })
    }

    /// The factors of both, and the divisors of either.
    pub(super) fn over_one_divisor(&self, other: &Term) -> Term {
        self.shared(other, f64::min)
    }

    pub(super) fn shared(&self, other: &Term, exponent: impl Fn(f64, f64) -> f64) -> Term {
        let mut shared = Term { number: self.number.common(other.number), factors: Vec::new() };
        let own = self.factors.iter().map(|(base, _)| *base);
        let others = other.factors.iter().map(|(base, _)| *base);
        for base in own.chain(others.filter(|base| self.exponent(*base).0 == 0.0)) {
            let exponent = exponent(self.exponent(base).0, other.exponent(base).0);
            shared.multiply(base, Exponent(exponent));
        }
        shared
    }

    pub(super) fn times(&self, other: &Term) -> Term {
        let mut product = Term { number: self.number.times(other.number), ..self.clone() };
        for (base, exponent) in &other.factors {
            product.multiply(*base, *exponent);
        }
        product
    }

    pub(super) fn inverse(&self) -> Term {
        let inverse = |(base, exponent): &(BaseNumber, Exponent)| (*base, Exponent(-exponent.0));
        let factors = self.factors.iter().map(inverse).collect();
        Term { number: self.number.power(-1.0), factors }
    }

    pub(super) fn multiply(&mut self, base: BaseNumber, exponent: Exponent) {
        match self.factors.iter_mut().find(|(own, _)| *own == base) {
            Some((_, own)) => own.0 += exponent.0,
            None => self.factors.push((base, exponent)),
        }
        self.factors.retain(|(_, exponent)| exponent.0 != 0.0);
    }

    /// A fraction, or a product.
    pub(super) fn atoms<'atoms>(&self, written: &Written<'atoms>) -> Vec<Atom> {
        let raised = |is_over: bool| {
            let factors = self.factors.iter().filter(move |(_, own)| (own.0 > 0.0) == is_over);
            let mut atoms: Vec<Vec<Atom>> = Vec::new();
            // Single names stand before what is longer.
            for is_name in [true, false] {
                atoms.extend(factors.clone().filter_map(|(base, exponent)| {
                    let base = written(*base);
                    ((base.len() == 1) == is_name).then(|| exponent.atoms(base))
                }));
            }
            atoms
        };
        let size = self.number.size();
        let product = |number: f64, factors: Vec<Vec<Atom>>| {
            let is_shown = number != 1.0 || factors.is_empty();
            let number = is_shown.then(|| vec![Atom::Number(number)]);
            let mut parts = number.into_iter().chain(factors);
            let mut atoms = parts.next().unwrap_or_default();
            for part in parts {
                atoms.extend(part);
                atoms.push(Atom::Operation(MULTIPLY));
            }
            atoms
        };
        let mut over = raised(true);
        let is_negative = self.number.over < 0.0;
        let mut number = size.over;
        if is_negative {
            // The sign belongs to the first factor.
            match over.first_mut() {
                Some(first) if number == 1.0 => first.push(Atom::Operation(NEGATE)),
                _ => number = -number,
            }
        }
        let mut atoms = product(number, over);
        let under = raised(false);
        if size.under != 1.0 || !under.is_empty() {
            atoms.extend(product(size.under, under));
            atoms.push(Atom::Operation(DIVIDE));
        }
        atoms
    }
}

impl Exponent {
    /// The power of a base.
    pub(super) fn atoms(self, base: &[Atom]) -> Vec<Atom> {
        let mut atoms = base.to_vec();
        match self.0.abs() {
            1.0 => {}
            0.5 => atoms.push(Atom::Operation(SQRT)),
            exponent => atoms.extend([Atom::Number(exponent), Atom::Operation(POWER)]),
        }
        atoms
    }
}

impl Eq for Exponent {}

impl Hash for Exponent {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.to_bits().hash(state);
    }
}
