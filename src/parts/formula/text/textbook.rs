//! A formula as a textbook writes it: like terms and factors brought together, signs joined, one
//! fraction instead of several.

use super::{Atom, Formula};
use crate::core::language::exact;
use crate::core::ops::{ADD, DIVIDE, MULTIPLY, NEGATE, Operation, POWER, SQRT, SUBTRACT};

/// A sum of products, in the order in which its terms came; 0 has no term.
#[derive(Debug, Clone, PartialEq)]
struct Sum(Vec<Term>);

/// A number times powers of bases: the index of each base, and its exponent.
#[derive(Debug, Clone, PartialEq)]
struct Term {
    number: f64,
    factors: Vec<(usize, f64)>,
}

/// What is raised to powers.
#[derive(Debug)]
struct Base {
    atoms: Vec<Atom>,
    /// The sum that it is, in parentheses, if it is one.
    sum: Option<Sum>,
}

/// The bases of a formula, each once.
#[derive(Debug, Default)]
struct Bases(Vec<Base>);

impl Formula {
    /// Returns the formula with its terms and factors brought together; none if it has numbers that
    /// are not finite.
    ///
    /// It is equal where both are defined. `x / x` becomes 1, so that it may be defined where the
    /// formula is not, and what it rounds differs.
    pub fn as_in_a_textbook(&self) -> Option<Formula> {
        let mut bases = Bases::default();
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
                Atom::Operation(operation) => bases.apply(operation, &operands),
                _ => bases.factor(atom.clone(), &operands),
            };
            if !made.0.iter().all(|term| term.number.is_normal()) {
                return None;
            }
            stack.push(made);
        }
        Some(Formula { atoms: bases.shortest(&stack.pop()?), is_cut: self.is_cut })
    }
}

impl Bases {
    /// An operation on sums.
    fn apply(&mut self, operation: &'static Operation, operands: &[Sum]) -> Sum {
        let is = |row: &Operation| operation.is(row);
        let has_zero = operands.iter().any(|sum| sum.0.is_empty());
        match operands {
            [x] if is(NEGATE) => x.times(-1.0),
            [x, y] if is(ADD) => x.plus(y),
            [x, y] if is(SUBTRACT) => x.plus(&y.times(-1.0)),
            _ if has_zero && is(MULTIPLY) => Sum(Vec::new()),
            _ if has_zero => self.factor(Atom::Operation(operation), operands),
            [x, y] if is(MULTIPLY) => self.product(x, y),
            [x, y] if is(DIVIDE) => {
                let inverse = self.power(y, -1.0);
                self.product(x, &inverse)
            }
            [x] if is(SQRT) => self.power(x, 0.5),
            [x, Sum(y)] if is(POWER) => match y.as_slice() {
                [Term { number, factors }] if factors.is_empty() => self.power(x, *number),
                _ => self.factor(Atom::Operation(operation), operands),
            },
            _ => self.factor(Atom::Operation(operation), operands),
        }
    }

    /// An atom on its operands, which is not looked into.
    fn factor(&mut self, atom: Atom, operands: &[Sum]) -> Sum {
        let operands = operands.iter().flat_map(|sum| self.shortest(sum));
        let atoms = operands.chain([atom]).collect();
        Sum(vec![self.base(atoms, None)])
    }

    /// A base by itself, each of which is kept once.
    fn base(&mut self, atoms: Vec<Atom>, sum: Option<Sum>) -> Term {
        let known = self.0.iter().position(|base| base.atoms == atoms);
        let index = known.unwrap_or(self.0.len());
        if known.is_none() {
            self.0.push(Base { atoms, sum });
        }
        Term { number: 1.0, factors: vec![(index, 1.0)] }
    }

    fn product(&mut self, x: &Sum, y: &Sum) -> Sum {
        let [x, y] = [x, y].map(|sum| self.as_term(sum));
        self.without_parentheses(x.times(&y))
    }

    fn power(&mut self, x: &Sum, exponent: f64) -> Sum {
        let mut term = self.as_term(x);
        let is_base = term.number == 1.0 && matches!(term.factors.as_slice(), [(_, 1.0)]);
        if exponent.fract() != 0.0 && !is_base {
            // The root of a product is that of its factors only where these are positive.
            term = self.base(self.shortest(x), Some(x.clone()));
        }
        self.without_parentheses(term.power(exponent))
    }

    /// A sum that is not 0 as one term.
    fn as_term(&mut self, sum: &Sum) -> Term {
        match sum.0.as_slice() {
            [term] => term.clone(),
            _ => self.base(self.shortest(sum), Some(sum.clone())),
        }
    }

    /// A term as a sum; one that is a sum in parentheses, perhaps negative, as that sum.
    fn without_parentheses(&self, term: Term) -> Sum {
        let sum = match term.factors.as_slice() {
            [(base, 1.0)] if term.number.abs() == 1.0 => self.0[*base].sum.as_ref(),
            _ => None,
        };
        sum.map_or_else(|| Sum(vec![term.clone()]), |sum| sum.times(term.number))
    }

    /// The atoms of a sum, with common factors in front and over one divisor where that is shorter.
    fn shortest(&self, sum: &Sum) -> Vec<Atom> {
        let atoms = self.atoms_of_sum(sum);
        let Some(common) = sum.common() else { return atoms };
        let inverse = common.power(-1.0);
        let quotients = sum.0.iter().map(|term| self.without_parentheses(term.times(&inverse)));
        let rest = quotients.fold(Sum(Vec::new()), |sum, quotient| sum.plus(&quotient));
        let factored = match rest.0.as_slice() {
            [term] => self.atoms_of_sum(&Sum(vec![common.times(term)])),
            _ => {
                let mut factors = self.written(&common.factors);
                factors.push((self.atoms_of_sum(&rest), 1.0));
                atoms_of_term(common.number, factors)
            }
        };
        if factored.len() < atoms.len() { factored } else { atoms }
    }

    /// The terms one after the other, a positive one first if there is one.
    fn atoms_of_sum(&self, sum: &Sum) -> Vec<Atom> {
        let mut terms: Vec<&Term> = sum.0.iter().collect();
        if let Some(positive) = terms.iter().position(|term| term.number > 0.0) {
            terms[..=positive].rotate_right(1);
        }
        let Some((first, others)) = terms.split_first() else { return vec![Atom::Number(0.0)] };
        let mut atoms = atoms_of_term(first.number, self.written(&first.factors));
        for term in others {
            atoms.extend(atoms_of_term(term.number.abs(), self.written(&term.factors)));
            atoms.push(Atom::Operation(if term.number < 0.0 { SUBTRACT } else { ADD }));
        }
        atoms
    }

    fn written(&self, factors: &[(usize, f64)]) -> Vec<(Vec<Atom>, f64)> {
        factors.iter().map(|(base, exponent)| (self.0[*base].atoms.clone(), *exponent)).collect()
    }
}

impl Sum {
    fn times(&self, factor: f64) -> Sum {
        Sum(self.0.iter().map(|it| Term { number: it.number * factor, ..it.clone() }).collect())
    }

    /// The sum of two, like terms brought together.
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

    /// What several terms have in common: the number, and of each base the least exponent.
    fn common(&self) -> Option<Term> {
        let (first, others) = self.0.split_first().filter(|(_, others)| !others.is_empty())?;
        let size = first.number.abs();
        let is_common = others.iter().all(|term| term.number.abs() == size);
        let mut common = Term { number: if is_common { size } else { 1.0 }, factors: Vec::new() };
        for (base, _) in self.0.iter().flat_map(|term| &term.factors) {
            let exponents = self.0.iter().map(|term| term.exponent(*base));
            let least = exponents.fold(f64::INFINITY, f64::min);
            if least != 0.0 && common.exponent(*base) == 0.0 {
                common.factors.push((*base, least));
            }
        }
        (common.number != 1.0 || !common.factors.is_empty()).then_some(common)
    }
}

impl Term {
    /// Returns true if they differ by a number only.
    fn is_like(&self, other: &Term) -> bool {
        let is_same = |(base, exponent): &(usize, f64)| other.exponent(*base) == *exponent;
        self.factors.len() == other.factors.len() && self.factors.iter().all(is_same)
    }

    /// The exponent of a base, which is 0 if it is no factor.
    fn exponent(&self, base: usize) -> f64 {
        self.factors.iter().find(|(own, _)| *own == base).map_or(0.0, |(_, exponent)| *exponent)
    }

    fn times(&self, other: &Term) -> Term {
        let mut product = Term { number: self.number * other.number, ..self.clone() };
        for (base, exponent) in &other.factors {
            match product.factors.iter_mut().find(|(own, _)| own == base) {
                Some((_, own)) => *own += exponent,
                None => product.factors.push((*base, *exponent)),
            }
        }
        product.factors.retain(|(_, exponent)| *exponent != 0.0);
        product
    }

    fn power(&self, exponent: f64) -> Term {
        let factors = self.factors.iter().map(|(base, own)| (*base, own * exponent));
        let factors = factors.filter(|(_, exponent)| *exponent != 0.0).collect();
        Term { number: self.number.powf(exponent), factors }
    }
}

/// The atoms of a number times powers of what is written: a product, or a fraction.
fn atoms_of_term(number: f64, mut factors: Vec<(Vec<Atom>, f64)>) -> Vec<Atom> {
    // Single names stand before what is longer.
    factors.sort_by_key(|(base, _)| base.len() > 1);
    let (over, under): (Vec<_>, Vec<_>) = factors.into_iter().partition(|(_, own)| *own > 0.0);
    let is_number = over.is_empty() && under.is_empty();
    let (number, divisor) = if is_number { (number, 1.0) } else { fraction(number) };
    let [mut over, under] = [over, under].map(|it| it.into_iter().map(raised).collect::<Vec<_>>());
    match over.first_mut() {
        Some(_) if number == 1.0 => {}
        // The sign belongs to the first factor.
        Some(first) if number == -1.0 => first.push(Atom::Operation(NEGATE)),
        _ => over.insert(0, vec![Atom::Number(number)]),
    }
    let mut atoms = product(over);
    if divisor != 1.0 || !under.is_empty() {
        let number = (divisor != 1.0).then(|| vec![Atom::Number(divisor)]);
        atoms.extend(product(number.into_iter().chain(under)));
        atoms.push(Atom::Operation(DIVIDE));
    }
    atoms
}

/// The product of factors.
fn product(factors: impl IntoIterator<Item = Vec<Atom>>) -> Vec<Atom> {
    let mut atoms = Vec::new();
    for (at, factor) in factors.into_iter().enumerate() {
        atoms.extend(factor);
        atoms.extend((at > 0).then_some(Atom::Operation(MULTIPLY)));
    }
    atoms
}

/// A base raised to the size of its exponent.
fn raised((mut atoms, exponent): (Vec<Atom>, f64)) -> Vec<Atom> {
    match exponent.abs() {
        1.0 => {}
        0.5 => atoms.push(Atom::Operation(SQRT)),
        exponent => atoms.extend([Atom::Number(exponent), Atom::Operation(POWER)]),
    }
    atoms
}

/// A number before or above factors as a quotient: a half, and one of many digits if it is that of
/// small numbers.
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
