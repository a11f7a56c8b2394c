//! Habits from R, MATLAB and the Wolfram Language, and what statistics are called in all of them.

use super::super::Part::{
    End, Function, Is, Name, Number, Numbers, Rest, Touching, Unknown, UpTo, Value,
};
use super::super::Place::{Anywhere, Start};
use super::super::{Part, Row};
use super::{IS_COMMAND, NO_INTEGRALS, row, runs};

const OPEN: Part = Is(&["("]);
const CLOSE: Part = Is(&[")"]);
const COVARIANCE: Part = Is(&["cov", "covariance", "COV", ".cov"]);
const CORRELATION: Part = Is(&["corr", "cor", "correl", "CORREL", "correlation", ".corrcoef"]);
const ON_COLUMNS: &str = "of two columns it is a formula";
const LEFT_OUT: &str = "rows can be left out of a fit or a plot";
const SQUARE: &str = "a call has round parentheses";

pub(super) const ROWS: &[Row] = &[
    row(
        Anywhere,
        &[COVARIANCE, OPEN, Name, Is(&[","]), Name, CLOSE],
        "cov(x, y)",
        (
            ON_COLUMNS,
            "write `sum(({2} - mean({2}))*({3} - mean({3})))/(count({2}) - 1)`; of results, :budget \
             says what they share",
        ),
    ),
    row(
        Anywhere,
        &[CORRELATION, OPEN, Name, Is(&[","]), Name, CLOSE],
        "corr(x, y)",
        (
            ON_COLUMNS,
            "write `sum(({2} - mean({2}))*({3} - mean({3})))/(count({2}) - 1)/(std({2})*std({3}))`",
        ),
    ),
    row(
        Start,
        &[Is(&["hist", "histogram", "boxplot"]), OPEN, Name, CLOSE, End],
        "hist(x)",
        ("there are no histograms", "`sum({2} > 3)` counts the numbers above 3"),
    ),
    row(
        Start,
        &[UpTo("without"), Is(&["outliers"]), End],
        "mean(x) without outliers",
        (LEFT_OUT, "of a column, those under a number have the mean `sum(x*(x < 20))/sum(x < 20)`"),
    ),
    row(
        Start,
        &[Is(&["exclude", "skip", "drop", "remove"]), Number, End],
        "exclude 3",
        (LEFT_OUT, "write `:fit y = m*x + c without {2}`"),
    ),
    row(
        Start,
        &[UpTo("without"), Number, End],
        "mean(x) without 3",
        (LEFT_OUT, "as in `:fit y = m*x + c without {2}`"),
    ),
    row(
        Start,
        &[Is(&["start", "guess", "initial", "begin"]), Name, Is(&["="]), Value, End],
        "start m = 2",
        ("a search starts from the present values", "write `{2} = {3}`, then :fit or :solve"),
    ),
    row(
        Anywhere,
        &[Is(&["u"]), OPEN, UpTo(","), Number, Is(&["%"]), CLOSE],
        "u(a, 95%)",
        ("", "u({1}) is the standard uncertainty; `:budget {1}` has an interval with 95 % in it"),
    ),
    runs(
        Start,
        &[Name, Is(&["="]), Is(&["@"]), OPEN, UpTo(")"), Rest],
        "f = @(x) x^2",
        ("a function needs no @", "write `{1}({2}) = {3}`"),
    ),
    row(
        Start,
        &[Is(&["fplot", "ezplot"]), OPEN, Is(&["@"]), OPEN, Name, CLOSE, UpTo(")"), End],
        "fplot(@(x) x^2)",
        ("a plot is a command", "write `:plot {3} {2} -5 5`"),
    ),
    row(
        Anywhere,
        &[Is(&["@"]), OPEN, Name, CLOSE],
        "@(x) x^2",
        ("a function has a name", "write f({1}) = and its formula"),
    ),
    row(
        Start,
        &[Name, Is(&["<"]), Touching, Is(&["-"]), Is(&["c"]), OPEN, Numbers(")"), End],
        "x <- c(1, 2, 3)",
        ("a column is assigned with = and brackets", "write `{1} = [{2}]`"),
    ),
    row(
        Anywhere,
        &[Is(&["c"]), OPEN, Numbers(")")],
        "mean(c(1, 2, 3))",
        ("a column stands in brackets", "give it a name: `x = [{1}]`"),
    ),
    row(
        Anywhere,
        &[Is(&["lm", "nls", "aov"]), OPEN, Name, Is(&["~"]), Name],
        "lm(y ~ x)",
        ("a fit is a command", "of two columns, `:fit {2} = a*{3} + b` makes one"),
    ),
    row(
        Start,
        &[Is(&["D"]), Is(&["["]), UpTo(","), UpTo("]"), End],
        "D[x^2, x]",
        (IS_COMMAND, "write `:diff ({1}) {2}`"),
    ),
    row(
        Start,
        &[Is(&["Solve", "NSolve", "FindRoot", "Reduce"]), Is(&["["]), UpTo("=="), UpTo(","), Rest],
        "Solve[x^2 == 2, x]",
        ("an equation is solved by a command", "write `:solve {2} = {3}`"),
    ),
    row(
        Start,
        &[
            Is(&["Plot"]),
            Is(&["["]),
            UpTo(","),
            Is(&["{"]),
            Name,
            Is(&[","]),
            Numbers(","),
            Numbers("}"),
            Is(&["]"]),
            End,
        ],
        "Plot[x^2, {x, 0, 1}]",
        ("a plot is a command", "write `:plot {1} {2} {3} {4}`"),
    ),
    row(
        Anywhere,
        &[Is(&["Integrate", "NIntegrate"]), Is(&["["])],
        "Integrate[x^2, x]",
        NO_INTEGRALS,
    ),
    row(
        Anywhere,
        &[
            Is(&[
                "Sin", "Cos", "Tan", "Exp", "Log", "Sqrt", "Abs", "Sinh", "Cosh", "Tanh", "ArcSin",
                "ArcCos", "ArcTan", "N", "Mean", "Max", "Min", "Total",
            ]),
            Is(&["["]),
        ],
        "Sin[x]",
        (SQUARE, "as in `sin(1)`; names are lower case"),
    ),
    row(
        Start,
        &[Is(&[":minimize"]), Function, End],
        ":minimize f",
        ("what is minimized is a number", "write `:minimize {1}(x)`"),
    ),
    row(
        Start,
        &[Is(&["minimize"]), OPEN, Function, CLOSE, End],
        "minimize(f)",
        ("minimize is a command, and what is minimized is a number", "write `:minimize {1}(x)`"),
    ),
    row(
        Anywhere,
        &[Is(&["C"]), OPEN, Number, Is(&[","]), Number, CLOSE],
        "C(10, 3)",
        ("", "write `binomial({1}, {2})`"),
    ),
    row(
        Anywhere,
        &[Is(&["atan"]), OPEN, UpTo(","), UpTo(")")],
        "atan(1, 2)",
        ("", "the angle of a point is `atan2({1}, {2})`"),
    ),
    row(
        Anywhere,
        &[Value, Is(&["to", "in"]), Is(&["hex", "bin", "oct", "binary", "hexadecimal"]), End],
        "255 to hex",
        ("numbers are decimal", "there is no other base"),
    ),
    row(
        Anywhere,
        &[Number, Touching, Is(&["'"]), Touching, Number],
        "1'000'000",
        ("", "thousands take no separator, or _: `1_000_000`"),
    ),
    row(
        Start,
        &[Name, Is(&["="]), Value, Is(&[","]), Name, Is(&["="]), Value, End],
        "x = 7, y = 2",
        ("each name is assigned on its own", "write `{1} = {2}; {3} = {4}`"),
    ),
    row(
        Start,
        &[Name, Is(&["="]), UpTo("="), Touching, Is(&[">"]), End],
        "y = 3*4 =>",
        ("an expression needs no = to be computed", "write `{1} = {2}`"),
    ),
    row(
        Start,
        &[Unknown, Is(&[":"]), Value, End],
        "x: 3",
        ("an assignment is written =", "write `{1} = {2}`"),
    ),
    row(
        Start,
        &[Is(&["who", "whos", "variables", "globals"]), End],
        "who",
        ("", "`:vars` shows the names and what they are"),
    ),
];
