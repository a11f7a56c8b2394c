//! The table of habits from other languages, a file a group.

mod calculators;
mod commands;
mod comparing;
mod dialects;
mod mathematics;
mod micrograd;
mod names;
mod numbers;
mod python;

use super::Part::Is;
use super::{Part, Place, Row};
pub(super) use names::OTHER_NAMES;

/// Every row. The first one that matches answers, so what is special comes first, and what is run
/// before what is only said.
pub(super) fn rows() -> impl Iterator<Item = &'static Row> {
    let all = || GROUPS.into_iter().flatten();
    all().filter(|row| row.runs).chain(all().filter(|row| !row.runs))
}

const GROUPS: [&[Row]; 9] = [
    commands::ROWS,
    micrograd::ROWS,
    calculators::ROWS,
    dialects::ROWS,
    python::ROWS,
    comparing::ROWS,
    numbers::ROWS,
    mathematics::ROWS,
    names::ROWS,
];

/// The modules that operations come from elsewhere.
const MODULES: Part = Is(MODULE_NAMES);
pub(super) const MODULE_NAMES: &[&str] =
    &["np", "numpy", "math", "torch", "jnp", "jax", "nn", "F", "torch.nn.functional", "Math"];

/// What is said of a derivative, an integral and a random number, by whatever word they are asked for.
const IS_COMMAND: &str = "a derivative is a command";
const NO_INTEGRALS: (&str, &str) = (
    "there are no integrals",
    "a sum comes near: `x = 0:0.001:1` and `(sum(x^2) - 1/2)*0.001` for x^2 from 0 to 1",
);

const NO_RANDOM_NUMBERS: (&str, &str) = (
    "there are no random numbers",
    "type a number, `a = 0.37`, or an uncertain one, `a = 0.5 ± 0.3`",
);

const fn row(
    place: Place,
    parts: &'static [Part],
    typed: &'static str,
    (message, hint): (&'static str, &'static str),
) -> Row {
    Row { place, parts, message, hint, typed, runs: false }
}

/// A row whose code is run.
const fn runs(
    place: Place,
    parts: &'static [Part],
    typed: &'static str,
    says: (&'static str, &'static str),
) -> Row {
    Row { runs: true, ..row(place, parts, typed, says) }
}
