//! Habits from mathematics on paper and in LaTeX.

use super::super::Part::{
    Arguments, Derivative, Differential, DifferentialOfFunction, End, Function, Invertible, Is,
    Latex, Name, Number, Numbers, Operation, OperationAndName, OperationAndNumber, Rest, TwoNames,
    Unknown, UpTo, Value,
};
use super::super::Place::{Anywhere, Start};
use super::super::{Part, Row};
use super::{IS_COMMAND, NO_INTEGRALS, row};

const VALUES_OF_NAMES: &str = "an expression uses the present values, and a function takes others";
const DERIVATIVE: Part = Is(&["der", "deriv", "derivative", "differentiate"]);
const INVERSE: &str = "the inverse of {1} is `a{1}(…)`, and `1/{1}(…)` is its reciprocal";

pub(super) const ROWS: &[Row] = &[
    row(
        Start,
        &[Value, Is(&["+", "-", "*", "/", "^", "%"]), UpTo("="), End],
        "2 + 2 =",
        ("an expression needs no = to be computed", "write `{1} {2} {3}`"),
    ),
    row(
        Start,
        &[UpTo("at"), Name, Is(&["="]), Rest],
        "x^2 + 1 at x = 3",
        (VALUES_OF_NAMES, "write `f({2}) = {1}; f({3})`"),
    ),
    row(
        Start,
        &[UpTo("for"), Name, Is(&["="]), Rest],
        "x^2 + 1 for x = 3",
        (VALUES_OF_NAMES, "write `f({2}) = {1}; f({3})`"),
    ),
    row(
        Start,
        &[Is(&["d"]), Is(&["/"]), Differential, Is(&["("]), UpTo(")"), End],
        "d/dx(x^2 + 1)",
        (IS_COMMAND, "write `:diff ({2}) {1}`"),
    ),
    row(
        Start,
        &[Is(&["d"]), Is(&["/"]), Differential, Rest],
        "d/dx x^2",
        (IS_COMMAND, "write `:diff ({2}) {1}`"),
    ),
    row(
        Start,
        &[DifferentialOfFunction, Is(&["/"]), Differential, End],
        "df/dx",
        (IS_COMMAND, "write `:diff {1}` for the formula, `{1}'(3)` for its value at 3"),
    ),
    row(
        Start,
        &[Differential, Is(&["/"]), Differential, End],
        "dL/da",
        (IS_COMMAND, "write `:diff {1} {2}`"),
    ),
    row(
        Start,
        &[Is(&["∂"]), Name, Is(&["/"]), Is(&["∂"]), Name, End],
        "∂L/∂a",
        (IS_COMMAND, "write `:diff {1} {2}`"),
    ),
    row(
        Start,
        &[Is(&["∇"]), Name, End],
        "∇L",
        ("grads are shown by a command", "write `:grad {1}`"),
    ),
    row(
        Start,
        &[Is(&["diff"]), Is(&["("]), UpTo(","), Unknown, Is(&[")"]), End],
        "diff(x^2, x)",
        ("", "write `:diff ({1}) {2}` for the formula, or `{2} = 3` first for its value"),
    ),
    row(
        Start,
        &[Derivative, Is(&["("]), Unknown, Is(&[")"]), End],
        "f'(x)",
        ("", "`:diff {1}` writes it as a formula; for its value write `{1}'(3)`"),
    ),
    row(
        Anywhere,
        &[Is(&["|"]), UpTo("|")],
        "|x - 1|",
        ("there is no operation |", "write `abs({1})`"),
    ),
    row(
        Start,
        &[Latex],
        "\\frac{1}{2}",
        ("LaTeX is written by :export latex, not read", "write `{1}`"),
    ),
    row(
        Anywhere,
        &[Is(&["\\"]), Operation],
        "\\sin x",
        ("LaTeX is written by :export latex, not read", "write `{1}(…)`"),
    ),
    row(
        Anywhere,
        &[Is(&["\\"])],
        "\\{ x",
        ("LaTeX is written by :export latex, not read", "type it plainly: a/b, sqrt(x), 2*pi*r"),
    ),
    row(
        Anywhere,
        &[Operation, Is(&["²", "³", "⁴"]), Is(&["("])],
        "sin²(x)",
        ("a power comes after the parenthesis", "write `{1}(…){2}`"),
    ),
    row(
        Anywhere,
        &[Invertible, Is(&["^", "**"]), Is(&["-"]), Is(&["1"])],
        "sin^-1(0.5)",
        ("a power comes after the parenthesis", INVERSE),
    ),
    row(
        Anywhere,
        &[Invertible, Is(&["-"]), Is(&["1"]), Is(&["("])],
        "tan-1(1)",
        ("a power comes after the parenthesis", INVERSE),
    ),
    row(
        Anywhere,
        &[Value, Is(&["^"]), Is(&["^"]), Value],
        "2 ^^ 3",
        ("a power has one ^", "write `{1}^{2}`"),
    ),
    row(
        Anywhere,
        &[Operation, Is(&["("]), Number, Number, Is(&[")"])],
        "max(1 2)",
        ("commas separate arguments", "write `{1}({2}, {3})`"),
    ),
    row(
        Anywhere,
        &[
            Is(&["sum", "mean", "max", "min", "std", "var", "median"]),
            Is(&["("]),
            Number,
            Number,
            UpTo(")"),
        ],
        "mean(1 2 3)",
        ("commas separate arguments", "write `{1}([{2} {3} {4}])`"),
    ),
    row(
        Start,
        &[Is(&["limit", "lim"]), Is(&["("])],
        "limit(1/x, x, 0)",
        ("there are no limits", "a number near by shows one: `f(x) = sin(x)/x` and `f(1e-6)`"),
    ),
    row(
        Anywhere,
        &[Invertible, Is(&["⁻¹"]), Is(&["("])],
        "sin⁻¹(0.5)",
        ("a power comes after the parenthesis", INVERSE),
    ),
    row(
        Anywhere,
        &[Name, Is(&["("]), Is(&["["]), Is(&["]"])],
        "mean([])",
        ("a column has at least one number", "write `x = [1, 2, 3]`"),
    ),
    row(
        Anywhere,
        &[Operation, Is(&["["]), Numbers("]")],
        "max [1, 2]",
        (
            "a call needs parentheses",
            "give the column a name first, `x = [{2}]`, and write `{1}(x)`",
        ),
    ),
    row(
        Anywhere,
        &[Operation, Is(&["^", "**"]), Number],
        "sin^2(x)",
        ("a power comes after the parenthesis", "write `{1}(…)^{3}`"),
    ),
    row(
        Anywhere,
        &[Operation, Value, End],
        "sin 2",
        ("a call needs parentheses", "write `{1}({2})`"),
    ),
    row(Anywhere, &[Is(&["e"]), Is(&["^", "**"]), Value], "e^x", ("", "write `exp({2})`")),
    row(
        Anywhere,
        &[Is(&["e"]), Is(&["^", "**"]), Is(&["("]), UpTo(")")],
        "e^(-x)",
        ("", "write `exp({2})`"),
    ),
    row(Anywhere, &[OperationAndNumber], "ln2", ("", "write `{1}({2})`")),
    row(Anywhere, &[OperationAndName], "sina", ("", "write `{1}({2})`")),
    row(Anywhere, &[TwoNames], "aa", ("", "to multiply, write `{1}*{2}`")),
    row(
        Anywhere,
        &[Is(&["root", "nthroot"]), Is(&["("]), UpTo(","), Is(&["3"]), Is(&[")"])],
        "root(9, 3)",
        ("", "write `cbrt({2})`, which is `{2!}^(1/3)`"),
    ),
    row(
        Anywhere,
        &[Is(&["root", "nthroot"]), Is(&["("]), UpTo(","), UpTo(")")],
        "root(9, 5)",
        ("", "write `{2!}^(1/{3!})`"),
    ),
    row(
        Anywhere,
        &[DERIVATIVE, Is(&["("]), Function, Is(&[")"])],
        "derivative(f)",
        (IS_COMMAND, "write `:diff {2}` for the formula, `{2}'(3)` for its value at 3"),
    ),
    row(
        Start,
        &[Is(&["derivative"]), Is(&["of"]), Rest],
        "derivative of x^2",
        (IS_COMMAND, "write `:diff {1}`"),
    ),
    row(Start, &[Is(&["integrate", "integral", "intnum"]), Value], "integrate x^2", NO_INTEGRALS),
    row(
        Start,
        &[Is(&["integrate", "integral", "quad", "int"]), Is(&["("])],
        "integrate(x^2, 0, 1)",
        NO_INTEGRALS,
    ),
    row(
        Anywhere,
        &[Is(&["integrate", "integral", "quad", "int"]), Is(&["("])],
        "integrate(x^2)",
        NO_INTEGRALS,
    ),
    row(Anywhere, &[Is(&["∫"])], "∫ x dx", NO_INTEGRALS),
    row(
        Anywhere,
        &[DERIVATIVE, Is(&["("]), UpTo(","), UpTo(")")],
        "der(sin(x), x)",
        (IS_COMMAND, "write `:diff ({2}) {3}`"),
    ),
    row(
        Start,
        &[DERIVATIVE, Is(&["("]), UpTo(")"), End],
        "derivative(x^2)",
        (IS_COMMAND, "write `:diff {2}`"),
    ),
    row(
        Anywhere,
        &[Is(&["softmax"]), Is(&["("]), UpTo(","), Arguments],
        "softmax(a, b)",
        ("", "one of them is `exp({1} - logsumexp({1}, b))`, with all of them in logsumexp"),
    ),
    row(
        Anywhere,
        &[Unknown, Is(&["["]), UpTo("]")],
        "zz[2]",
        ("unknown name {1}", "give {1} a column first: `{1} = [1, 2, 3]`"),
    ),
    row(
        Anywhere,
        &[Is(&["i", "j"])],
        "2 + i",
        ("", "there are no complex numbers; for another {1}, give it a number first: `{1} = 3`"),
    ),
    row(Anywhere, &[Is(&["True", "true"])], "True", ("", "write `1`")),
    row(Anywhere, &[Is(&["False", "false"])], "False", ("", "write `0`")),
    row(
        Anywhere,
        &[Is(&["log"]), Is(&["("]), UpTo(","), UpTo(")")],
        "log(8, 2)",
        ("", "log is to the base e; to the base {2}, write `log({1})/log({2})`"),
    ),
    row(
        Anywhere,
        &[Is(&["√"]), Is(&["-"]), Value],
        "√-4",
        ("", "write `√(-{1})`; below 0 a square root is nan"),
    ),
];
