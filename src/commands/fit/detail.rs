//! What `:fit … detail` adds: what its verdict rests on, intervals, correlations, and the figures by which
//! models are compared.

use super::MOST_CALLED;
use crate::report::{
    Cell, Column, FitReport, FittedLeaf, Grid, NumberStyle, Part, Reader, Role, Sentence, and,
    numbers,
};
use crate::solver::Proof;
use crate::studies::{Quality, Rise};

/// The most parameters whose correlations are shown as a matrix.
const MOST_CORRELATED: usize = 12;
/// The digits of a figure on the whole fit.
const DIGITS: usize = 4;

/// Returns the parts on a fit that has ended at a minimum, after so many steps.
pub(super) fn parts(
    (fit, quality): (&FitReport, &Quality),
    (proof, steps): (Proof, &str),
) -> Vec<Part> {
    let leaves = &fit.parameters;
    let sentences = [
        Some(shown_by(proof, steps)),
        chance(fit),
        intervals(leaves),
        said_of(quality),
        criteria(fit).map(|said| Sentence::new(format!("  {said}"))),
    ];
    let mut parts: Vec<Part> = sentences.into_iter().flatten().map(|it| it.part(4)).collect();
    parts.extend(correlations(leaves, &fit.correlations));
    parts
}

/// What shows that it is a minimum.
fn shown_by(proof: Proof, steps: &str) -> Sentence {
    match proof {
        Proof::Rounding => {
            Sentence::new(format!("  shown after {steps}: every row is met but for rounding"))
        }
        Proof::Curvature { left } => {
            let shown = format!("  shown after {steps}: it curves upward in every direction");
            let sentence = Sentence::new(shown);
            // It may be out of the range of numbers.
            if !left.is_finite() {
                return sentence;
            }
            sentence.text(", with ").number(left, NumberStyle::Significant(2)).text(" left to fall")
        }
    }
}

/// How likely the χ² of rows with uncertainties is.
fn chance(fit: &FitReport) -> Option<Sentence> {
    // One that is 0 but for rounding gets a sentence of its own.
    let probability = fit.probability.filter(|it| *it > 0.0)?;
    let sum = numbers::answer(fit.sum_of_squares()?, Some(DIGITS));
    let chance = numbers::answer(probability, Some(DIGITS));
    let spare = fit.spare;
    Some(Sentence::new(format!(
        "  the probability of a χ² above {sum} with {spare} degrees of freedom is {chance}"
    )))
}

/// The 95 % intervals of all leaves that have one.
pub(in crate::commands) fn intervals(leaves: &[FittedLeaf]) -> Option<Sentence> {
    let of = |FittedLeaf { leaf, low, high }: &FittedLeaf| {
        let (ends, u) = ([(*low)?, (*high)?], leaf.u.unwrap_or_default());
        let end = |end: f64| numbers::to_same_place(end, u, None).into_iter().next();
        Some(from_to(&leaf.name, ends, |number| end(number).unwrap_or_default()))
    };
    let all: Vec<String> = leaves.iter().filter_map(of).collect();
    let said = || format!("  95\u{A0}% intervals: {}", all.join(", "));
    (!all.is_empty()).then(said).map(Sentence::new)
}

/// The intervals of leaves whose ± misleads, as this does not rise as its parabola.
pub(in crate::commands) fn misleading(
    rise: Option<&Rise>,
    leaves: &[FittedLeaf],
    what: &str,
) -> Option<Sentence> {
    let Some(Rise::Measured(bent)) = rise.filter(|_| !leaves.is_empty()) else { return None };
    let called = |(index, ends): &(usize, [f64; 2])| Some((&leaves.get(*index)?.leaf.name, *ends));
    let all: Vec<(&String, [f64; 2])> = bent.iter().filter_map(called).collect();
    let number = |end: f64| numbers::answer(end, Some(3));
    let shown: Vec<String> =
        all.iter().take(MOST_CALLED).map(|(name, ends)| from_to(name, *ends, number)).collect();
    let more = if all.len() > shown.len() { ", …" } else { "" };
    let names = all.iter().map(|(name, _)| (*name).clone()).collect();
    (!all.is_empty()).then(|| {
        Sentence::new(format!(
            "  the ± of {} misleads, as {what} does not rise alike on both sides; 95\u{A0}% \
             intervals by its rise: {}{more}",
            and(names, MOST_CALLED),
            shown.join(", ")
        ))
    })
}

/// `m from 1.80 to 2.18`, in one piece.
fn from_to(name: &str, [low, high]: [f64; 2], number: impl Fn(f64) -> String) -> String {
    let text = match (low.is_finite(), high.is_finite()) {
        (true, true) => format!("{name} from {} to {}", number(low), number(high)),
        _ if low.is_nan() || high.is_nan() => format!("that of {name} was not found"),
        (true, false) => format!("{name} from {} on", number(low)),
        (false, true) => format!("{name} up to {}", number(high)),
        (false, false) => format!("{name} without end"),
    };
    text.replace(' ', "\u{A0}")
}

/// `R^2 = 0.9973, adjusted 0.9964; AIC = 1.65, BIC = 0.48`
fn said_of(quality: &Quality) -> Option<Sentence> {
    let told =
        |mark: &str, number: f64| format!("{mark}\u{A0}{}", numbers::answer(number, Some(DIGITS)));
    let pair = |one: Option<String>, other: Option<String>| {
        let both: Vec<String> = one.into_iter().chain(other).collect();
        (!both.is_empty()).then(|| both.join(", "))
    };
    let Quality { r_squared, adjusted, aic, bic } = *quality;
    let parts = [
        pair(r_squared.map(|it| told("R^2\u{A0}=", it)), adjusted.map(|it| told("adjusted", it))),
        pair(aic.map(|it| told("AIC\u{A0}=", it)), bic.map(|it| told("BIC\u{A0}=", it))),
    ];
    let said: Vec<String> = parts.into_iter().flatten().collect();
    (!said.is_empty()).then(|| Sentence::new(format!("  {}", said.join("; "))))
}

/// What the criteria are that models are compared by; none of a fit without them.
pub(in crate::commands) fn criteria(fit: &FitReport) -> Option<String> {
    fit.aic?;
    let (rows, leaves) = (fit.rows, fit.parameters.len());
    let (counted, what) = if fit.is_weighted {
        (leaves, "the leaves")
    } else {
        (leaves + 1, "the leaves and the residual standard deviation")
    };
    Some(format!(
        "AIC is 2k - 2 log L and BIC k log n - 2 log L, with normal errors, n\u{A0}=\u{A0}{rows} and \
         k\u{A0}=\u{A0}{counted}: {what}"
    ))
}

/// The correlations as a matrix, where there are more than the one that stands beside the leaves.
pub(in crate::commands) fn correlations(
    leaves: &[FittedLeaf],
    correlations: &[Vec<f64>],
) -> Option<Part> {
    if !(3..=MOST_CORRELATED).contains(&correlations.len()) {
        return None;
    }
    let called = || leaves.iter().map(|it| &it.leaf.name);
    let titled = |name: &String| Column::number("").titled(name.clone());
    let first = Column::text("").titled("r");
    let columns = std::iter::once(first).chain(called().map(titled)).collect();
    let cell = |r: &f64| Cell::Text(numbers::correlation(*r, DIGITS), Role::Plain);
    let rows = called().zip(correlations).enumerate().map(|(at, (name, row))| {
        let name = Cell::text(name.clone());
        std::iter::once(name).chain(row.iter().take(at + 1).map(cell)).collect()
    });
    let grid = Grid { columns, rows: rows.collect(), titled: true, ..Grid::default() };
    Some(Part::For(Reader::PEOPLE, vec![Part::Grid(grid)]))
}
