//! Operations by the names that they have elsewhere.

use super::super::Part::{End, Is, OtherName, Value};
use super::super::Place::{Anywhere, Start};
use super::super::Row;
use super::row;

pub(super) const ROWS: &[Row] = &[
    row(Anywhere, &[OtherName, Is(&["("]), Is(&["["])], "stdev([1, 2, 3])", ("", "write `{2}`")),
    row(Anywhere, &[OtherName, Is(&["("])], "arctan(x)", ("", "write `{2}`")),
    row(
        Anywhere,
        &[OtherName, Value, End],
        "arctan 2",
        ("there is no {1}, and a call needs parentheses", "write `{2}`"),
    ),
    row(Start, &[OtherName, End], "sgn", ("", "write `{2}`")),
    row(
        Anywhere,
        &[Is(&["PI", "Pi", "pi", "π"]), Is(&["("]), Is(&[")"])],
        "PI()",
        ("", "pi is a number, not a function: write `pi`"),
    ),
    row(
        Start,
        &[Is(&["version", "ver"]), End],
        "version",
        ("", "the first line of the prompt has the version, and so has gradcalc --version"),
    ),
    row(
        Start,
        &[Is(&["today", "now", "date", "tomorrow", "yesterday"]), End],
        "today",
        (
            "",
            "the date of today is not known here; a date is written \"2026-11-23\"; for another {1}, give it a number first: `{1} = 3`",
        ),
    ),
    row(
        Start,
        &[Is(&["clear", "cls", "clc"]), End],
        "clear",
        ("", "at a terminal, clear wipes the screen; :reset forgets everything"),
    ),
];

/// Other languages' names, and what is written here instead.
pub(in super::super) const OTHER_NAMES: &[(&str, &str)] = &[
    ("sgn", "sign(…)"),
    ("signum", "sign(…)"),
    ("swish", "silu(…)"),
    ("arctan", "atan(…)"),
    ("arcsin", "asin(…)"),
    ("arccos", "acos(…)"),
    ("arctan2", "atan2(…)"),
    ("arsinh", "asinh(…)"),
    ("arcsinh", "asinh(…)"),
    ("arcosh", "acosh(…)"),
    ("arccosh", "acosh(…)"),
    ("artanh", "atanh(…)"),
    ("arctanh", "atanh(…)"),
    ("lg", "log10(…)"),
    ("ld", "log2(…)"),
    ("lb", "log2(…)"),
    ("logistic", "sigmoid(…)"),
    ("expit", "sigmoid(…)"),
    ("heaviside", "step(…)"),
    ("fabs", "abs(…)"),
    ("absolute", "abs(…)"),
    ("power", "pow(…)"),
    ("maximum", "max(…)"),
    ("minimum", "min(…)"),
    ("average", "mean(…)"),
    ("avg", "mean(…)"),
    ("ceiling", "ceil(…)"),
    ("rint", "round(…)"),
    ("sqr", "x^2"),
    ("square", "x^2"),
    ("exp2", "2^x"),
    ("tg", "tan(…)"),
    ("arctg", "atan(…)"),
    ("ctg", "1/tan(…)"),
    ("cot", "1/tan(…)"),
    ("sec", "1/cos(…)"),
    ("csc", "1/sin(…)"),
    ("derivative", "diff(L, a)"),
    ("gradient", "diff(L, a)"),
    ("dot", "sum(a*b)"),
    ("stdev", "std(…)"),
    ("sd", "std(…)"),
    ("variance", "var(…)"),
    ("sorted", "sort(…)"),
    ("choose", "binomial(n, k)"),
    ("comb", "binomial(n, k)"),
    ("nCr", "binomial(n, k)"),
    ("mse", "mean((y - t)^2)"),
];
