//! A formula in textbook form: like terms collected, signs joined, one fraction.

use std::rc::Rc;

use super::{Atom, Formula};
use crate::core::language::exact;
use crate::core::ops::{ADD, DIVIDE, MULTIPLY, NEGATE, Operation, POWER, SQRT, SUBTRACT};

/// A sum of products in order of appearance; 0 is empty.
#[derive(Debug, Clone, PartialEq)]
struct Sum(Vec<Term>);

/// A number times bases with their exponents.
#[derive(Debug, Clone, PartialEq)]
struct Term {
    number: f64,
    factors: Vec<(Rc<Base>, f64)>,
}

/// A base; if it is a sum in parentheses, also that sum.
#[derive(Debug, PartialEq)]
struct Base {
    atoms: Vec<Atom>,
    sum: Option<Sum>,
}

impl Formula {
    /// Returns the formula with terms and factors collected; `None` if it has numbers that are not
    /// finite.
    ///
    /// The formulas are equal where both are defined: `x / x` becomes 1, and roundings differ.
    pub fn as_in_a_textbook(&self) -> Option<Formula> {
        let mut stack: Vec<Sum> = Vec::new();
        for atom in &self.atoms {
            let arity = match atom {
                Atom::Operation(operation) => operation.arity(),
                Atom::Where => 3,
                _ => 0,
            };
            let operands = stack.split_off(stack.len().checked_sub(arity)?);
            let made = match atom {
                Atom::Number(0.0) => Sum(Vec::new()),
                Atom::Number(number) => Sum(vec![Term { number: *number, factors: Vec::new() }]),
                Atom::Operation(operation) => apply(operation, &operands),
                _ => factor(atom.clone(), &operands),
            };
            if !made.0.iter().all(|term| term.number.is_normal()) {
                return None;
            }
            stack.push(made);
        }
        Some(Formula { atoms: stack.pop()?.shortest() })
    }
}

/// An operation on sums.
fn apply(operation: &'static Operation, operands: &[Sum]) -> Sum {
    let is = |row: &Operation| operation.is(row);
    let has_zero = operands.iter().any(|sum| sum.0.is_empty());
    match operands {
        [x] if is(NEGATE) => x.times(-1.0),
        [x, y] if is(ADD) => x.plus(y),
        [x, y] if is(SUBTRACT) => x.plus(&y.times(-1.0)),
        _ if has_zero && is(MULTIPLY) => Sum(Vec::new()),
        _ if has_zero => factor(Atom::Operation(operation), operands),
        [x, y] if is(MULTIPLY) => x.product(y),
        [x, y] if is(DIVIDE) => x.product(&y.power(-1.0)),
        [x] if is(SQRT) => x.power(0.5),
        [x, Sum(y)] if is(POWER) => match y.as_slice() {
            [Term { number, factors }] if factors.is_empty() => x.power(*number),
            _ => factor(Atom::Operation(operation), operands),
        },
        _ => factor(Atom::Operation(operation), operands),
    }
}

/// An opaque factor: an atom on its operands.
fn factor(atom: Atom, operands: &[Sum]) -> Sum {
    let atoms = operands.iter().flat_map(Sum::shortest).chain([atom]).collect();
    Sum(vec![Term::of(Base { atoms, sum: None })])
}

impl Sum {
    /// The sum as one term; it is not 0.
    fn as_term(&self) -> Term {
        match self.0.as_slice() {
            [term] => term.clone(),
            _ => Term::of(Base { atoms: self.shortest(), sum: Some(self.clone()) }),
        }
    }

    fn product(&self, other: &Sum) -> Sum {
        self.as_term().times(&other.as_term()).without_parentheses()
    }

    fn power(&self, exponent: f64) -> Sum {
        let mut term = self.as_term();
        let is_base = term.number == 1.0 && matches!(term.factors.as_slice(), [(_, 1.0)]);
        if exponent.fract() != 0.0 && !is_base {
            // The root of a product is the product of roots only for positive factors.
            term = Term::of(Base { atoms: self.shortest(), sum: Some(self.clone()) });
        }
        term.power(exponent).without_parentheses()
    }

    /// The atoms, with common factors and a common divisor if that is shorter.
    fn shortest(&self) -> Vec<Atom> {
        let atoms = self.atoms();
        let Some(common) = self.common() else { return atoms };
        let inverse = common.power(-1.0);
        let quotients = self.0.iter().map(|term| term.times(&inverse).without_parentheses());
        let rest = quotients.fold(Sum(Vec::new()), |sum, quotient| sum.plus(&quotient));
        let factored = match rest.0.as_slice() {
            [term] => common.times(term),
            _ => common.times(&Term::of(Base { atoms: rest.atoms(), sum: None })),
        };
        let factored = factored.atoms();
        if factored.len() < atoms.len() { factored } else { atoms }
    }

    /// The terms in order, a positive one first.
    fn atoms(&self) -> Vec<Atom> {
        let mut terms: Vec<&Term> = self.0.iter().collect();
        if let Some(positive) = terms.iter().position(|term| term.number > 0.0) {
            terms[..=positive].rotate_right(1);
        }
        let Some((first, others)) = terms.split_first() else { return vec![Atom::Number(0.0)] };
        let mut atoms = first.atoms();
        for term in others {
            atoms.extend(Term { number: term.number.abs(), ..(*term).clone() }.atoms());
            atoms.push(Atom::Operation(if term.number < 0.0 { SUBTRACT } else { ADD }));
        }
        atoms
    }

    fn times(&self, factor: f64) -> Sum {
        Sum(self.0.iter().map(|it| Term { number: it.number * factor, ..it.clone() }).collect())
    }

    /// The sum of two sums.
    fn plus(&self, other: &Sum) -> Sum {
        let mut sum = self.clone();
        for term in &other.0 {
            match sum.0.iter_mut().find(|own| own.is_like(term)) {
                Some(own) => own.number += term.number,
                None => sum.0.push(term.clone()),
            }
        }
        sum.0.retain(|term| term.number != 0.0);
        sum
    }

    /// The common factor of the terms: the number, and the least exponent of each base.
    fn common(&self) -> Option<Term> {
        let (first, others) = self.0.split_first().filter(|(_, others)| !others.is_empty())?;
        let size = first.number.abs();
        let is_common = others.iter().all(|term| term.number.abs() == size);
        let mut common = Term { number: if is_common { size } else { 1.0 }, factors: Vec::new() };
        for (base, _) in self.0.iter().flat_map(|term| &term.factors) {
            let exponents = self.0.iter().map(|term| term.exponent(base));
            let least = exponents.fold(f64::INFINITY, f64::min);
            if least != 0.0 && common.exponent(base) == 0.0 {
                common.factors.push((Rc::clone(base), least));
            }
        }
        (common.number != 1.0 || !common.factors.is_empty()).then_some(common)
    }
}

impl Term {
    /// A base by itself.
    fn of(base: Base) -> Term {
        Term { number: 1.0, factors: vec![(Rc::new(base), 1.0)] }
    }

    /// The sum in parentheses that the term is, if it is one.
    fn without_parentheses(self) -> Sum {
        let sum = match self.factors.as_slice() {
            [(base, 1.0)] if self.number.abs() == 1.0 => base.sum.as_ref(),
            _ => None,
        };
        sum.map(|sum| sum.times(self.number)).unwrap_or_else(|| Sum(vec![self]))
    }

    fn is_like(&self, other: &Term) -> bool {
        let is_same = |(base, exponent): &(Rc<Base>, f64)| other.exponent(base) == *exponent;
        self.factors.len() == other.factors.len() && self.factors.iter().all(is_same)
    }

    fn exponent(&self, base: &Rc<Base>) -> f64 {
        self.factors.iter().find(|(own, _)| own == base).map_or(0.0, |(_, exponent)| *exponent)
    }

    fn times(&self, other: &Term) -> Term {
        let mut product = Term { number: self.number * other.number, ..self.clone() };
        for (base, exponent) in &other.factors {
            match product.factors.iter_mut().find(|(own, _)| own == base) {
                Some((_, own)) => *own += exponent,
                None => product.factors.push((Rc::clone(base), *exponent)),
            }
        }
        product.factors.retain(|(_, exponent)| *exponent != 0.0);
        product
    }

    fn power(&self, exponent: f64) -> Term {
        let factors = self.factors.iter().map(|(base, own)| (Rc::clone(base), own * exponent));
        let factors = factors.filter(|(_, exponent)| *exponent != 0.0).collect();
        Term { number: self.number.powf(exponent), factors }
    }

    /// The atoms: a product, or a fraction.
    fn atoms(&self) -> Vec<Atom> {
        let mut factors: Vec<_> = self.factors.iter().collect();
        // Single names come first.
        factors.sort_by_key(|(base, _)| base.atoms.len() > 1);
        let (over, under): (Vec<_>, Vec<_>) = factors.into_iter().partition(|(_, own)| *own > 0.0);
        let is_number = self.factors.is_empty();
        let (number, divisor) = if is_number { (self.number, 1.0) } else { fraction(self.number) };
        let [mut over, mut under] =
            [over, under].map(|it| it.into_iter().map(raised).collect::<Vec<_>>());
        match over.first_mut() {
            Some(_) if number == 1.0 => {}
            // The sign belongs to the first factor.
            Some(first) if number == -1.0 => first.push(Atom::Operation(NEGATE)),
            _ => over.insert(0, vec![Atom::Number(number)]),
        }
        let mut atoms = product(over);
        if divisor != 1.0 {
            under.insert(0, vec![Atom::Number(divisor)]);
        }
        if !under.is_empty() {
            atoms.extend(product(under));
            atoms.push(Atom::Operation(DIVIDE));
        }
        atoms
    }
}

/// The product of factors.
fn product(factors: Vec<Vec<Atom>>) -> Vec<Atom> {
    let mut atoms = Vec::new();
    for (at, factor) in factors.into_iter().enumerate() {
        atoms.extend(factor);
        atoms.extend((at > 0).then_some(Atom::Operation(MULTIPLY)));
    }
    atoms
}

fn raised((base, exponent): &(Rc<Base>, f64)) -> Vec<Atom> {
    let mut atoms = base.atoms.clone();
    match exponent.abs() {
        1.0 => {}
        0.5 => atoms.push(Atom::Operation(SQRT)),
        exponent => atoms.extend([Atom::Number(exponent), Atom::Operation(POWER)]),
    }
    atoms
}

/// A coefficient as a quotient of small numbers, if it is one.
fn fraction(number: f64) -> (f64, f64) {
    const HALVES: [f64; 3] = [0.5, 0.25, 0.125];
    const LONG: usize = 7;
    const MOST: u32 = 100;
    const ROUNDING: f64 = 4.0 * f64::EPSILON;
    let size = number.abs();
    if number.fract() == 0.0 || exact(size).len() < LONG && !HALVES.contains(&size) {
        return (number, 1.0);
    }
    let quotient = |divisor: u32| ((number * f64::from(divisor)).round(), f64::from(divisor));
    let is_near = |(over, divisor): &(f64, f64)| {
        *over != 0.0 && (over / divisor - number).abs() <= ROUNDING * size
    };
    (2..MOST).map(quotient).find(is_near).unwrap_or((number, 1.0))
}
