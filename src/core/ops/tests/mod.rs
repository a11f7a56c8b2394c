//! What must hold of every row of the table.

// They need the parts.
#![cfg(feature = "parts")]

mod operations;

use super::*;
use crate::Session;
use crate::parts::rows::fold;
use crate::parts::{call, call_names, forms, operations};
use std::collections::HashSet;

fn equal(got: f64, want: f64) -> bool {
    got == want
        || got.is_nan() && want.is_nan()
        || (got - want).abs() <= 1e-15 * want.abs() && want.is_finite()
}

fn forward_at(row: &Operation, at: &[f64]) -> f64 {
    row.forward(at[0], at.get(1).copied().unwrap_or(0.0))
}

fn partial_at(row: &Operation, index: usize, at: &[f64]) -> f64 {
    let y = at.get(1).copied().unwrap_or(0.0);
    row.partial(index, at[0], y, forward_at(row, at))
}

#[test]
fn no_two_rows_share_a_name() {
    let mut seen = HashSet::new();
    for row in operations() {
        let (kind, call) = match row.notation {
            Notation::Infix { call, .. } => ("infix", call),
            Notation::Prefix { .. } => ("prefix", ""),
            Notation::Call | Notation::Row => ("call", ""),
        };
        for name in std::iter::once(&row.name).chain(row.aliases) {
            assert!(seen.insert((kind, *name)), "two rows are called {name}");
        }
        assert!(call.is_empty() || seen.insert(("call", call)), "two rows are called {call}");
    }
}

/// The functions that were there before any session was saved.
const FIRST: &[&str] = &[
    "pow", "exp", "log", "ln", "log2", "log10", "log1p", "expm1", "sqrt", "cbrt", "sin", "cos",
    "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "atan2",
    "hypot", "relu", "sigmoid", "softplus", "silu", "gelu", "erf", "abs", "sign", "step", "floor",
    "ceil", "round", "max", "min", "mod", "sum", "mean", "diff", "clamp",
];

#[test]
fn what_came_later_gives_way_to_a_function_of_the_users() {
    let forms = forms().map(|form| form.name);
    for name in call_names().chain(forms) {
        assert_eq!(
            Session::new().gives_way(name),
            !FIRST.contains(&name),
            "{name}: set gives_way in its row"
        );
    }
}

#[test]
fn what_has_no_slope_anywhere_goes_in_jumps() {
    for row in operations() {
        let is_flat = match &row.rule {
            Rule::Unary { partial, .. } => partial.text == "0",
            Rule::Binary { partials, .. } => partials.iter().all(|partial| partial.text == "0"),
            Rule::Fold(_) => false,
        };
        let halves = || (-6..=6).map(|half| f64::from(half) / 2.0);
        let results = halves().flat_map(|x| halves().map(move |y| row.forward(x, y)));
        let results: HashSet<u64> = results.filter(|it| !it.is_nan()).map(f64::to_bits).collect();
        let moves = results.len() > 1;
        assert!(row.jumps || !is_flat || !moves, "{}: set jumps in its row", row.name);
    }
}

#[test]
fn every_name_leads_to_its_row() {
    for row in operations() {
        for name in std::iter::once(&row.name).chain(row.aliases) {
            let found = match row.notation {
                Notation::Infix { .. } => infix(name),
                Notation::Prefix { .. } => prefix(name),
                Notation::Call | Notation::Row => call(name),
            };
            assert!(found.is_some_and(|found| std::ptr::eq(found, row)), "{name}");
        }
        if let Notation::Infix { call: name, .. } = row.notation
            && !name.is_empty()
        {
            assert!(call(name).is_some_and(|found| std::ptr::eq(found, row)), "{name}");
        }
    }
    assert_eq!(call("pow").map(|row| row.name), Some("^"));
    assert_eq!(call("ln").map(|row| row.name), Some("log"));
    assert_eq!(infix("**").map(|row| row.name), Some("^"));
    assert!(call("+").is_none() && infix("pow").is_none() && prefix("+").is_none());
}

#[test]
fn forms_join_by_operations_of_two_operands() {
    for form in forms() {
        if let Makes::Fold { joins, .. } = form.makes {
            let joined = infix(joins).or_else(|| call(joins));
            assert_eq!(joined.map(Operation::arity), Some(2), "{}", form.name);
        }
    }
}

#[test]
fn formulas_are_simplified_by_the_rows_meant() {
    for (mark, row) in [("+", ADD), ("-", SUBTRACT), ("*", MULTIPLY), ("/", DIVIDE), ("^", POWER)] {
        assert!(infix(mark).is_some_and(|found| std::ptr::eq(found, row)), "{mark}");
    }
    assert!(prefix("-").is_some_and(|found| std::ptr::eq(found, NEGATE)));
}

#[test]
fn rows_say_what_they_must() {
    for row in operations() {
        let name = row.name;
        let help = row.help;
        let is_phrase = !help.is_empty() && !help.ends_with('.') && !help.contains('\n');
        assert!(is_phrase, "the help of {name} is no phrase on one line");
        assert!(!row.domain.is_empty(), "{name} needs a domain");
        let has_slope = row.partial_text(0) != UNKNOWN;
        assert!(!has_slope || row.samples.len() >= 4, "{name} has too few samples");
        assert!(row.kinks.is_empty() || !row.edges.is_empty(), "{name} needs an edge at its kink");
        for edge in row.edges {
            assert_eq!(edge.at.len(), row.arity(), "{name} at {:?}", edge.at);
            assert_eq!(edge.grads.len(), row.arity(), "{name} at {:?}", edge.at);
            assert!(!edge.because.is_empty(), "{name} at {:?}", edge.at);
        }
    }
}

/// A row with no spelling for an export fails here, not in the file that is exported.
#[test]
fn every_export_can_write_every_row() {
    for row in
        operations().chain(["sum", "mean", "max", "min", "logsumexp"].into_iter().filter_map(fold))
    {
        let (name, is_two) = (row.name, row.arity() == 2);
        let balances = |text: &str, [open, close]: [&str; 2]| {
            text.matches(open).count() == text.matches(close).count()
        };
        let torch = row.torch;
        assert!(!torch.is_empty(), "{name} does not say how PyTorch writes it");
        assert!(torch.contains("{x}") && torch.contains("{y}") == is_two, "{name}: {torch}");
        assert!(balances(torch, ["(", ")"]), "{name}: {torch}");
    }
}

#[test]
fn samples_fit_the_row_and_are_finite() {
    for row in operations() {
        for at in row.samples {
            assert_eq!(at.len(), row.arity(), "{} at {at:?}", row.name);
            assert!(forward_at(row, at).is_finite(), "{} at {at:?}", row.name);
            for index in 0..row.arity() {
                assert!(partial_at(row, index, at).is_finite(), "{} at {at:?}", row.name);
            }
        }
    }
}

/// Values and slopes from 80 digits; `tests/data/numbers.py` writes them and says what a line
/// holds.
const NUMBERS: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/numbers.csv"));

/// The distance of a number from the truth, in units of the truth's last place.
fn units_off(got: f64, [nearest, missing]: [f64; 2]) -> f64 {
    if got == nearest || got.is_nan() && nearest.is_nan() {
        return missing.abs();
    }
    let unit = nearest.abs() - nearest.abs().next_down();
    // At a power of two the unit above is meant, which is twice the one below.
    let is_power = nearest.is_normal() && nearest.to_bits().trailing_zeros() >= 52;
    let unit = if is_power { unit * 2.0 } else { unit };
    let off = ((got - nearest) / unit - missing).abs();
    if off.is_nan() { INFINITY } else { off }
}

/// Each operation of such a text with the point of a line, and what is right there.
fn points(text: &str) -> impl Iterator<Item = (&'static Operation, Vec<f64>, Vec<[f64; 2]>)> {
    text.lines().map(|line| {
        let mut cells = line.split(',');
        let (name, arity) = (cells.next().unwrap(), cells.next().unwrap().parse().unwrap());
        let numbers: Vec<f64> = cells.map(|cell| cell.parse().unwrap()).collect();
        let row = operations().find(|row| row.name == name && row.arity() == arity);
        let row = row.unwrap_or_else(|| panic!("no operation {name} of {arity}"));
        let (at, truths) = numbers.split_at(arity);
        let (truths, []) = truths.as_chunks() else {
            panic!("{line}");
        };
        assert_eq!(truths.len(), 1 + arity, "{line}");
        (row, at.to_vec(), truths.to_vec())
    })
}

/// Functions that are computed several at a time, with the bounds that their docs promise, in units in the
/// last place.
const SIDE_BY_SIDE: [(&str, f64); 5] =
    [("exp", 1.1), ("log", 1.3), ("tanh", 2.5), ("sigmoid", 2.2), ("softplus", 2.0)];

/// `tests/data/numbers.py 300 exp log tanh sigmoid softplus` wrote the points.
#[test]
fn functions_computed_side_by_side_are_within_their_bounds() {
    for (row, at, truths) in
        points(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/elementary.csv")))
    {
        let (name, most) = SIDE_BY_SIDE.iter().find(|(name, _)| *name == row.name).unwrap();
        let off = units_off(forward_at(row, &at), truths[0]);
        assert!(off <= *most, "{name} at {at:?}: {off}");
    }
}

#[test]
fn many_are_the_same_bits_as_each_alone() {
    let mut numbers: Vec<f64> = (0..1000).map(|at| (f64::from(at) - 500.0) / 33.0).collect();
    numbers.extend([0.0, -0.0, NAN, INFINITY, -INFINITY, 5e-324, 1e-310, -1e300, 1e300]);
    numbers.extend([699.9, 700.0, 710.0, -699.9, -708.5, -745.0, -800.0, 20.0, 1.0, 0.999]);
    for row in operations() {
        let Rule::Unary { forward, partial, many } = &row.rule else {
            continue;
        };
        let mut outs = vec![NAN; numbers.len()];
        (many.forward)(&numbers, &mut outs);
        let mut grads = outs.clone();
        (many.backward)(&vec![-3.0; numbers.len()], &numbers, &outs, &mut grads);
        for ((x, out), grad) in numbers.iter().zip(&outs).zip(grads) {
            let same = |one: f64, other: f64| one == other || one.is_nan() && other.is_nan();
            assert!(same(*out, forward(*x)), "{} at {x}: {out}", row.name);
            let slope = (partial.function)(*x, *out);
            assert!(same(grad, -3.0 * slope), "the slope of {} at {x}", row.name);
        }
    }
}

/// The size of the largest number that an operation adds up for a result of this size, or of the exponent
/// that it takes the exponential of, in units of the result: its rounding is in the result.
fn largest_term(name: &str, at: &[f64], result: f64) -> f64 {
    match (name, at) {
        ("sigmoid" | "tanh" | "silu" | "gelu" | "lgamma" | "digamma", _) => 1.0,
        ("logsumexp", [x, y]) => 1.0 + x.abs().max(y.abs()),
        ("erf", [x]) => result * x * x,
        ("^", [x, y]) => result * y * x.abs().ln(),
        _ => result,
    }
}

#[test]
fn values_and_slopes_are_within_8_units_of_their_largest_term() {
    let mut checked = HashSet::new();
    for (row, at, truths) in points(NUMBERS) {
        let slopes = (0..row.arity()).map(|index| partial_at(row, index, &at));
        let results = std::iter::once(forward_at(row, &at)).chain(slopes);
        for (result, truth) in results.zip(truths) {
            let [nearest, _] = truth;
            let term = largest_term(row.name, &at, nearest).abs();
            let is_close = units_off(result, truth) <= 8.0
                || (result - nearest).abs() <= 8.0 * f64::EPSILON * term
                || (result - nearest).abs() < f64::MIN_POSITIVE;
            assert!(is_close, "{} at {at:?} gives {result} for {nearest}", row.name);
        }
        checked.insert((row.name, row.arity()));
    }
    assert!(checked.len() > 40, "only {} operations have lines", checked.len());
}

#[test]
fn partials_agree_with_finite_differences() {
    for row in operations() {
        for at in row.samples {
            for index in 0..row.arity() {
                let step = 1e-5 * at[index].abs().max(1.0);
                let moved = |by: f64| {
                    let mut moved = at.to_vec();
                    moved[index] += by;
                    (moved[index], forward_at(row, &moved))
                };
                let ((left, below), (right, above)) = (moved(-step), moved(step));
                let numeric = (above - below) / (right - left);
                let analytic = partial_at(row, index, at);
                assert!(
                    (numeric - analytic).abs() <= 1e-6 * analytic.abs(),
                    "{} at {at:?}, operand {index}: {analytic} but differences give {numeric}",
                    row.name
                );
            }
        }
    }
}

#[test]
fn edges_hold() {
    for row in operations() {
        for edge in row.edges {
            let (name, at, because) = (row.name, edge.at, edge.because);
            let data = forward_at(row, at);
            assert!(equal(data, edge.data), "{name} at {at:?} is {data}: {because}");
            for (index, want) in edge.grads.iter().enumerate() {
                let grad = partial_at(row, index, at);
                assert!(
                    equal(grad, *want),
                    "{name} at {at:?}, operand {index}, has slope {grad}: {because}"
                );
            }
        }
    }
}

/// Only `x^0` and `1^y`, which are 1 whatever the other operand is, and what is for gaps, are not nan;
/// they are edges of their row.
#[test]
fn nan_stays_nan() {
    for row in operations() {
        for at in row.samples {
            for index in 0..row.arity() {
                let mut at = at.to_vec();
                at[index] = f64::NAN;
                let constant = row.name == "^" && (at[1] == 0.0 || at[0] == 1.0);
                // What is not looked at may be anything.
                let is_unseen = !row.branching.touches(index, at[0]);
                let is_gap = |edge: &Edge| edge.at[index].is_nan() && !edge.data.is_nan();
                let constant = constant || row.edges.iter().any(is_gap);
                assert!(
                    is_unseen || constant || forward_at(row, &at).is_nan(),
                    "{} at {at:?}",
                    row.name
                );
            }
        }
    }
}

/// Numbers of every size, both signs, and around whole ones.
fn finite_numbers() -> impl Iterator<Item = f64> {
    let sizes = (-1074..1024).step_by(3).map(|power| 2.0_f64.powi(power));
    let whole = (0..60).flat_map(|number| {
        let number = f64::from(number) / 4.0;
        [number, number.next_up(), number.next_down()]
    });
    sizes.chain(whole).flat_map(|number| [number, -number])
}

#[test]
fn rows_that_are_not_steep_have_finite_slopes() {
    for row in operations().filter(|row| row.arity() == 1 && !row.is_steep()) {
        for x in finite_numbers().filter(|x| forward_at(row, &[*x]).is_finite()) {
            assert!(partial_at(row, 0, &[x]).is_finite(), "{} at {x:e}", row.name);
        }
    }
    for steep in ["sqrt", "cbrt", "log", "asin"] {
        assert!(call(steep).is_some_and(Operation::is_steep), "{steep}");
    }
}

#[test]
fn many_at_once_are_as_one_by_one() {
    for row in operations() {
        let Rule::Unary { forward, partial, many } = &row.rule else {
            continue;
        };
        let inputs: Vec<f64> = finite_numbers().chain([INFINITY, -INFINITY, NAN]).collect();
        for count in [1, 8, 11, inputs.len()] {
            let inputs = &inputs[..count];
            let mut outs = vec![NAN; count];
            (many.forward)(inputs, &mut outs);
            let mut grads = outs.clone();
            (many.backward)(&vec![0.5; count], inputs, &outs, &mut grads);
            for ((x, out), share) in inputs.iter().zip(&outs).zip(&grads) {
                assert!(equal(*out, forward(*x)), "{} at {x:e}", row.name);
                let slope = (partial.function)(*x, *out);
                assert!(equal(*share, 0.5 * slope), "{} at {x:e}", row.name);
            }
        }
    }
}
