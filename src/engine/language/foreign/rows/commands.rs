//! Commands whose arguments are typed as a sentence, or as another program takes them.

use super::super::Part::{
    End, Is, Name, Number, Operation, QuotedEquation, Rest, Touching, UpTo, Value,
};
use super::super::Place::Start;
use super::super::{Part, Row};
use super::{row, runs};

/// Commands on formulas that people write as a call.
const ON_FORMULAS: Part = Is(&[
    ":diff",
    ":plot",
    ":minimize",
    ":grad",
    ":explain",
    ":why",
    ":tree",
    ":draw",
    ":check",
    ":budget",
    ":time",
]);
const NO_CALL: &str = "a command needs no parentheses";
const NO_QUOTES: &str = "a formula needs no quotation marks";
const NO_WORD: &str = "blanks separate a command's arguments";
const FROM_NOW: &str = "a fit starts from the present values";
const COMPARED: Part = Is(&["<", ">", "<=", ">=", "==", "!="]);

pub(super) const ROWS: &[Row] = &[
    runs(
        Start,
        &[ON_FORMULAS, Touching, Is(&["("]), UpTo(")"), End],
        ":diff(x^2)",
        (NO_CALL, "write `{1} {2}`"),
    ),
    runs(
        Start,
        &[Is(&[":solve", ":fit"]), Touching, Is(&["("]), UpTo("="), UpTo(")"), End],
        ":solve(x^2 = 2)",
        (NO_CALL, "write `{1} {2} = {3}`"),
    ),
    runs(
        Start,
        &[Is(&[":help", ":del", ":freeze", ":thaw"]), Touching, Is(&["("]), UpTo(")"), End],
        ":help(tanh)",
        (NO_CALL, "write `{1} {2}`"),
    ),
    runs(
        Start,
        &[Is(&[":solve", ":fit"]), QuotedEquation, End],
        ":solve \"x^2 = 2\"",
        (NO_QUOTES, "write `{1} {2}`"),
    ),
    row(
        Start,
        &[Is(&[":f"]), Name, Is(&["="]), Rest],
        ":f y = m*x + c",
        (":f is short for :freeze", "to fit a column, write `:fit {1} = {2}`"),
    ),
    runs(
        Start,
        &[Is(&[":set"]), Touching, Is(&["("]), Name, Is(&[","]), UpTo(")"), End],
        ":set(a, 3)",
        (NO_CALL, "write `:set {1} {2}`"),
    ),
    runs(
        Start,
        &[Is(&[":set"]), Name, Is(&["to"]), Rest],
        ":set a to 3",
        (NO_WORD, "write `:set {1} {2}`"),
    ),
    row(
        Start,
        &[Is(&[":s"]), Name, Value, End],
        ":s m 3",
        (":s is short for :step RATE COUNT", "to change a leaf, write `:set {1} {2}`"),
    ),
    runs(
        Start,
        &[Is(&[":plot"]), UpTo("vs"), Rest],
        ":plot a^2 vs a",
        (NO_WORD, "write `:plot {1} {2}`"),
    ),
    runs(
        Start,
        &[Is(&[":plot"]), UpTo("against"), Rest],
        ":plot a^2 against a",
        (NO_WORD, "write `:plot {1} {2}`"),
    ),
    runs(
        Start,
        &[Is(&[":plot"]), UpTo("for"), Name, Is(&["from"]), UpTo("to"), Rest],
        ":plot sin(x) for x from 0 to 10",
        (NO_WORD, "write `:plot {1} {2} {3} {4}`"),
    ),
    runs(
        Start,
        &[Is(&[":plot"]), UpTo("from"), UpTo("to"), Rest],
        ":plot sin(x) x from 0 to 10",
        (NO_WORD, "write `:plot {1} {2} {3}`"),
    ),
    row(
        Start,
        &[Is(&[":plot"]), UpTo("from"), Rest],
        ":plot x^2 from 0",
        ("a range has two ends", "they stand after the formula: `:plot {1} 0 10`"),
    ),
    runs(
        Start,
        &[Is(&[":plot"]), UpTo(","), Name, Is(&["="]), UpTo(".."), Rest],
        ":plot sin(x), x = 0..10",
        (NO_WORD, "write `:plot {1} {2} {3} {4}`"),
    ),
    runs(
        Start,
        &[Is(&[":plot"]), Is(&["["]), UpTo(":"), UpTo("]"), Rest],
        ":plot [0:10] sin(x)",
        ("the range comes last", "write `:plot {3} {1} {2}`"),
    ),
    row(
        Start,
        &[Is(&[":plot"]), Operation, Is(&[","]), Operation, End],
        ":plot sin, cos",
        ("a plot has one curve", "write `:plot {1}`, then the other"),
    ),
    runs(
        Start,
        &[Is(&[":diff"]), UpTo("wrt"), Rest],
        ":diff a^2 wrt a",
        (NO_WORD, "write `:diff {1} {2}`"),
    ),
    row(
        Start,
        &[Is(&[":diff"]), UpTo("at"), Name, Is(&["="]), Rest],
        ":diff x^2 at x = 3",
        ("a derivative at a number is a number", "write `{2} = {3}; diff({1}, {2})`"),
    ),
    row(
        Start,
        &[Is(&[":diff"]), UpTo("at"), Rest],
        ":diff x^2 at 3",
        ("a derivative at a number is a number", "write `f(x) = {1}; f'({2})`"),
    ),
    runs(
        Start,
        &[Is(&[":solve"]), Operation, Value, Is(&["="]), Rest],
        ":solve cos k = k",
        ("a call needs parentheses", "write `:solve {1}({2}) = {3}`"),
    ),
    row(
        Start,
        &[Is(&[":solve"]), UpTo(">"), Rest],
        ":solve x > 3",
        (
            "equations are solved, no inequalities",
            "for where both sides agree, write `:solve {1} = {2}`",
        ),
    ),
    row(
        Start,
        &[Is(&[":solve"]), UpTo("<"), Rest],
        ":solve x < 3",
        (
            "equations are solved, no inequalities",
            "for where both sides agree, write `:solve {1} = {2}`",
        ),
    ),
    runs(
        Start,
        &[Is(&[":fit"]), UpTo("="), UpTo("details"), End],
        ":fit t = m details",
        (NO_WORD, "write `:fit {1} = {2} detail`"),
    ),
    row(
        Start,
        &[Is(&[":step"]), UpTo("weight_decay"), Rest],
        ":step 0.1 5 weight_decay 0.1",
        ("the word is decay", "write `:step {1} decay {2}`"),
    ),
    row(
        Start,
        &[Is(&[":step"]), UpTo("sgd"), End],
        ":step 0.1 5 sgd",
        ("a step is plain descent unless a kind is named", "write `:step {1}`"),
    ),
    row(
        Start,
        &[Is(&[":fit"]), UpTo("="), UpTo("exclude"), Number, End],
        ":fit y = m*x exclude 3",
        ("rows are left out of a fit by the word without", "write `:fit {1} = {2} without {3}`"),
    ),
    row(
        Start,
        &[Is(&[":fit"]), UpTo("="), UpTo("exclude"), Rest],
        ":fit y = m*x exclude x > 3",
        (
            "rows are left out of a fit by the words without and where",
            "without 2 5 leaves out rows 2 and 5, and where x < 20 the rows in which that is false",
        ),
    ),
    row(
        Start,
        &[Is(&[":fit"]), UpTo("="), UpTo("without"), Is(&["outliers"]), End],
        ":fit y = m*x without outliers",
        (
            "which rows are outliers is for you to say",
            "`:plot residual` shows them after a fit; without takes their numbers, without 2 5",
        ),
    ),
    row(
        Start,
        &[Is(&[":fit"]), UpTo("="), UpTo("if"), Value, COMPARED, Value, End],
        ":fit y = m*x if x < 20",
        (
            "the condition for the rows of a fit follows the word where",
            "as in `:fit {1} = {2} where {3} {4} {5}`",
        ),
    ),
    row(
        Start,
        &[Is(&[":fit"]), UpTo("="), UpTo("start"), Name, Is(&["="]), Value, End],
        ":fit y = m*x start m = 2",
        (FROM_NOW, "write `{3} = {4}`, and then `:fit {1} = {2}`"),
    ),
    row(
        Start,
        &[Is(&[":fit"]), Is(&["start"]), Name, Is(&["="]), Value, End],
        ":fit start m = 2",
        (FROM_NOW, "write `{1} = {2}`, and then :fit and its model"),
    ),
    row(
        Start,
        &[Is(&[":fit"]), UpTo("="), UpTo("from"), Name, Is(&["="]), Value, End],
        ":fit y = m*x from m = 2",
        (FROM_NOW, "write `{3} = {4}`, and then `:fit {1} = {2}`"),
    ),
    row(
        Start,
        &[Is(&[":fit"]), UpTo("="), UpTo("at"), Number, Is(&["%"]), End],
        ":fit y = m*x at 95%",
        ("a fit takes no level", "write `:fit {1} = {2} detail` for 95 % intervals"),
    ),
    row(
        Start,
        &[Is(&[":fit"]), UpTo("="), UpTo("%"), End],
        ":fit y = m*x 95%",
        ("a fit takes no level", "95 % intervals come with the word detail after the model"),
    ),
    row(
        Start,
        &[Is(&[":write"]), UpTo(","), Rest],
        ":write out.csv x, y",
        (NO_WORD, "without the comma: `:write {1} {2}`"),
    ),
    row(
        Start,
        &[Is(&[":write"]), UpTo("where"), Rest],
        ":write out.csv x where x > 2",
        ("", "a file has all rows; a fit and a plot may leave some out"),
    ),
];
