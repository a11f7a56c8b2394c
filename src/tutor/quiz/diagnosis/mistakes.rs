//! The wrong numbers that each of the usual mistakes leads to.

use super::super::super::bug::Trace;
use super::super::super::formula::{Misread, misread};
use super::super::super::same;
use super::{Case, Slip};
use crate::graph::{Reading, Use};

/// Of more uses only the first ones are looked at, where that takes more than a product.
const MOST_USES: usize = 8;

/// What comes through one use, as overwriting would give.
pub fn one_use(case: &Case<'_>) -> Vec<Slip> {
    if !case.has_many_uses() {
        return Vec::new();
    }
    // Overwriting keeps the last one.
    case.uses().iter().rev().map(|link| Slip::at(*link, case.contribution(*link))).collect()
}

/// All but one of the uses, where that leaves more than one.
pub fn left_out(case: &Case<'_>) -> Vec<Slip> {
    if case.uses().len() < 3 {
        return Vec::new();
    }
    let but = |link: &Use| Slip::at(*link, case.grad() - case.contribution(*link));
    case.uses().iter().map(but).collect()
}

pub fn locals(case: &Case<'_>) -> Vec<Slip> {
    let sum = case.uses().iter().fold(0.0, |sum, link| sum + case.local(*link));
    if case.has_many_uses() { vec![Slip::of(sum)] } else { Vec::new() }
}

/// The uses as a factor of a product whose other factor is something else.
fn factors<'case>(case: &'case Case<'_>) -> impl Iterator<Item = Use> + 'case {
    let is_factor = |link: &&Use| {
        let user = case.web.node(link.user);
        let is_square = case.web.operands(link.user).all(|operand| operand == case.number);
        user.operation().is_some_and(|operation| {
            operation.arity() == 2
                && !is_square
                && operation.partial_text(0) == "y"
                && operation.partial_text(1) == "x"
        })
    };
    case.uses().iter().filter(is_factor).copied()
}

pub fn own_value(case: &Case<'_>) -> Vec<Slip> {
    let own = case.web.node(case.number).data();
    let taken = |link: Use| {
        let chained = own * case.upstream(link);
        [own, chained + case.rest(link), chained].map(|value| Slip::at(link, value))
    };
    factors(case).take(MOST_USES).flat_map(taken).collect()
}

pub fn local(case: &Case<'_>) -> Vec<Slip> {
    case.uses().iter().map(|link| Slip::at(*link, case.local(*link))).collect()
}

pub fn upstream(case: &Case<'_>) -> Vec<Slip> {
    let sum = case.uses().iter().fold(0.0, |sum, link| sum + case.upstream(*link));
    let each = case.uses().iter().map(|link| Slip::at(*link, case.upstream(*link)));
    each.chain(case.has_many_uses().then(|| Slip::of(sum))).collect()
}

/// The sign of the whole, or of one of several contributions.
pub fn sign(case: &Case<'_>) -> Vec<Slip> {
    let turned = |link: &Use| Slip::at(*link, case.grad() - 2.0 * case.contribution(*link));
    let one = case.uses().iter().filter(|_| case.has_many_uses()).map(turned);
    std::iter::once(Slip::of(-case.grad())).chain(one).collect()
}

pub fn local_plus_upstream(case: &Case<'_>) -> Vec<Slip> {
    let both = |link: &Use| case.local(*link) + case.upstream(*link);
    let sum = case.uses().iter().fold(0.0, |sum, link| sum + both(link));
    if case.uses().is_empty() { Vec::new() } else { vec![Slip::of(sum)] }
}

pub fn factor(case: &Case<'_>) -> Vec<Slip> {
    [2.0, 0.5].map(|factor| Slip::of(factor * case.grad())).to_vec()
}

pub fn own_data(case: &Case<'_>) -> Vec<Slip> {
    // Of a factor of a product it has been said in other words.
    match factors(case).next() {
        Some(_) => Vec::new(),
        None => vec![Slip::of(case.web.node(case.number).data())],
    }
}

pub fn product(case: &Case<'_>) -> Vec<Slip> {
    let product = case.uses().iter().fold(1.0, |product, link| product * case.contribution(*link));
    if case.has_many_uses() { vec![Slip::of(product)] } else { Vec::new() }
}

pub fn mean(case: &Case<'_>) -> Vec<Slip> {
    let count = case.uses().len() as f64;
    if case.has_many_uses() { vec![Slip::of(case.grad() / count)] } else { Vec::new() }
}

pub fn at_input(case: &Case<'_>) -> Vec<Slip> {
    misreadings(case, |misread| misread.reading == Reading::AtInput)
}

pub fn in_part(case: &Case<'_>) -> Vec<Slip> {
    misreadings(case, |misread| misread.reading != Reading::AtInput)
}

/// What comes of local derivatives read wrongly: chained and added up, chained alone, or bare.
fn misreadings(case: &Case<'_>, is_meant: impl Fn(&Misread) -> bool) -> Vec<Slip> {
    let mut slips = Vec::new();
    for link in case.uses().iter().take(MOST_USES) {
        let right = case.local(*link);
        let found = misread(case.names, case.web.node(link.user), link.index);
        for Misread { local, text, .. } in found.into_iter().filter(&is_meant) {
            if same(local, right) {
                continue;
            }
            let chained = local * case.upstream(*link);
            for value in [chained + case.rest(*link), chained, local] {
                slips.push(Slip { taken: text.clone(), ..Slip::at(*link, value) });
            }
        }
    }
    slips
}

pub fn breadth_first(case: &Case<'_>) -> Vec<Slip> {
    let passes = [Trace::breadth_first, Trace::breadth_first_once];
    let traces = passes.into_iter().filter_map(|pass| pass(case.web));
    traces.map(|trace| Slip::of(trace.grads[case.number])).collect()
}

/// The right answer with so few digits that it is not within half a percent any more.
pub fn rounded(case: &Case<'_>) -> Vec<Slip> {
    const MOST_DECIMALS: i32 = 3;
    const MOST_DIGITS: i32 = 2;
    let grad = case.grad();
    if grad == 0.0 || !grad.is_finite() {
        return Vec::new();
    }
    let size = grad.abs().log10().floor() as i32;
    let decimals = (0..=MOST_DECIMALS).chain((0..MOST_DIGITS).map(|more| more - size));
    let both = decimals.flat_map(|decimals| {
        let scale = 10_f64.powi(decimals);
        [(grad * scale).round() / scale, (grad * scale).trunc() / scale]
            .map(|value| (value, decimals))
    });
    // Nothing is said to be rounded to 0 that has a digit in the first two decimals.
    let is_meant = |(value, decimals): &(f64, i32)| {
        same(*value, case.answer) && (*value != 0.0 || *decimals > 1)
    };
    both.filter(is_meant).map(|(value, _)| Slip::of(value)).collect()
}
