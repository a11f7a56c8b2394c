//! The table of habits from Python, mathematics and other calculators.

use super::Part::{
    Differential, End, Is, Method, Name, Number, Operation, OperationAndNumber, OtherBase,
    OtherName, Rest, Touching, UpTo, Value,
};
use super::Place::{Anywhere, Start};
use super::{Part, Place, Row};

const fn row(
    place: Place,
    parts: &'static [Part],
    typed: &'static str,
    (message, hint): (&'static str, &'static str),
) -> Row {
    Row { place, parts, message, hint, typed }
}

const MODULES: Part =
    Is(&["np", "numpy", "math", "torch", "jnp", "jax", "nn", "F", "torch.nn.functional", "Math"]);
const TENSORS: Part = Is(&["Value", "Tensor", "tensor", "Variable"]);
const DEFINE: Part = Is(&["def", "function", "fn", "func"]);
const UNITS: Part = Is(&[
    "km", "m", "dm", "cm", "mm", "mi", "ft", "in", "kg", "g", "mg", "lb", "s", "ms", "h", "hours",
    "days", "l", "USD", "EUR", "GB", "MB", "kB", "K", "W", "kW", "J", "N", "Hz", "kHz",
]);

/// The rows. The first one that matches answers, so what is special comes first.
pub(super) const ROWS: &[Row] = &[
    // micrograd and PyTorch.
    row(
        Anywhere,
        &[Name, Is(&[".backward"])],
        "L.backward()",
        ("a backward pass is a command", "write :grad {1}"),
    ),
    row(
        Anywhere,
        &[Name, Is(&[".zero_grad"])],
        "model.zero_grad()",
        ("grads need no zeroing", "each backward pass starts from 0: :grad"),
    ),
    row(
        Start,
        &[Is(&["zero_grad"]), Is(&["("])],
        "zero_grad()",
        ("grads need no zeroing", "each backward pass starts from 0: :grad"),
    ),
    row(
        Start,
        &[Is(&["draw_dot"]), Is(&["("]), UpTo(")")],
        "draw_dot(L)",
        ("pictures are drawn by commands", "write :draw {1}, or :export svg {1} FILE"),
    ),
    row(
        Start,
        &[Name, Is(&[".data", ".value"]), Is(&["-", "+"]), Is(&["="])],
        "a.data -= 0.01 * a.grad",
        ("a leaf is changed by a command", ":step RATE takes a step down for every leaf"),
    ),
    row(
        Start,
        &[Name, Is(&[".grad"]), Is(&["="]), Rest],
        "a.grad = 0",
        ("grads cannot be assigned", "each backward pass starts from 0: :grad"),
    ),
    row(
        Anywhere,
        &[Name, Is(&[".grad"])],
        "a.grad",
        ("a grad belongs to a backward pass", ":explain {1} shows it, and :grad all of them"),
    ),
    row(
        Start,
        &[Name, Is(&[".data", ".value"]), Is(&["="]), Rest],
        "a.data = 3",
        ("a leaf is changed by a command", "write :set {1} {3}"),
    ),
    row(
        Anywhere,
        &[Name, Is(&[".data", ".value"])],
        "a.data * 2",
        ("a name is its number already", "write {1}"),
    ),
    row(
        Anywhere,
        &[Name, Is(&[".item"])],
        "L.item()",
        ("a name is its number already", "write {1}"),
    ),
    row(
        Start,
        &[Name, Is(&["="]), TENSORS, Is(&["("]), Value],
        "a = Value(2.0)",
        ("there is no {2} to call", "a number with a name is a leaf: {1} = {3}"),
    ),
    row(
        Anywhere,
        &[TENSORS, Is(&["("])],
        "Value(2.0) * 3",
        ("there is no {1} to call", "a number with a name is a leaf: a = 2"),
    ),
    row(
        Anywhere,
        &[MODULES, Is(&[".tensor", ".Tensor", ".array", ".Parameter"])],
        "x = torch.tensor(2.0)",
        ("there is no {1}{2} to call", "a number with a name is a leaf: a = 2"),
    ),
    // Python.
    row(
        Anywhere,
        &[MODULES, OtherName],
        "np.arctan(x)",
        ("operations belong to no module", "write {3}"),
    ),
    row(
        Anywhere,
        &[MODULES, Method],
        "np.tanh(x)",
        ("operations belong to no module", "write {2}(…)"),
    ),
    row(
        Anywhere,
        &[MODULES, Is(&[".pi", ".inf", ".nan", ".tau"])],
        "2 * math.pi",
        ("constants belong to no module", "write it without {1}."),
    ),
    row(
        Anywhere,
        &[Name, Is(&[".step"]), Is(&["("]), Is(&[")"])],
        "optimizer.step()",
        ("a step of descent is a command", "write :step RATE, as in :step 0.01"),
    ),
    row(
        Anywhere,
        &[Name, Method, Is(&["("]), Is(&[")"])],
        "n.tanh()",
        ("operations are not methods", "write {2}({1})"),
    ),
    row(
        Anywhere,
        &[Is(&["("]), UpTo(")"), Method, Is(&["("]), Is(&[")"])],
        "(a + b).tanh()",
        ("operations are not methods", "write {2}({1})"),
    ),
    row(
        Anywhere,
        &[Is(&["print", "echo", "puts"]), Is(&["("]), UpTo(")")],
        "print(a + 1)",
        ("an expression prints by itself", "write {2}"),
    ),
    row(
        Start,
        &[Is(&["print", "echo", "puts"]), Value],
        "print a",
        ("an expression prints by itself", "write {2}"),
    ),
    row(
        Start,
        &[Is(&["exit", "quit", "bye"]), Is(&["("])],
        "exit()",
        ("{1} is not a function", "write :quit, or press Ctrl-D"),
    ),
    row(
        Start,
        &[DEFINE, Name, Is(&["("]), UpTo(")"), Is(&[":"]), Is(&["return"]), Rest],
        "def f(x): return 3*x**2",
        ("a function needs no {1}", "write {2}({3}) = {4}"),
    ),
    row(
        Start,
        &[DEFINE, Name, Is(&["("]), UpTo(")"), Is(&["="]), Rest],
        "function f(x) = 3x",
        ("a function needs no {1}", "write {2}({3}) = {4}"),
    ),
    row(
        Start,
        &[DEFINE, Name, Is(&["("]), UpTo(")")],
        "def f(x):",
        ("a function needs no {1}", "write {2}({3}) = and its formula, on one line"),
    ),
    row(
        Start,
        &[Name, Is(&["="]), Is(&["lambda"]), UpTo(":"), Rest],
        "f = lambda x: x^2",
        ("a function needs no lambda", "write {1}({2}) = {3}"),
    ),
    row(
        Anywhere,
        &[Is(&["lambda"]), UpTo(":"), Rest],
        "lambda x: x^2",
        ("a function has a name", "write f({1}) = {2}"),
    ),
    row(
        Anywhere,
        &[Is(&["lambda"])],
        "lambda x",
        ("a function has a name", "write f(x) = and its formula"),
    ),
    row(
        Start,
        &[Is(&["let", "var", "const", "val", "auto", "double", "float"]), Name, Is(&["="]), Rest],
        "let x = 3",
        ("an assignment needs no {1}", "write {2} = {3}"),
    ),
    row(
        Start,
        &[Is(&["for", "while", "repeat", "loop"]), Value],
        "for i in range(10):",
        ("there are no loops", ":step RATE COUNT repeats a step; for the rest, repeat the line"),
    ),
    row(
        Start,
        &[Is(&["if", "elif", "unless"]), Value],
        "if x > 1:",
        ("there are no conditions", "step, relu, max, min and clamp choose: see :help step"),
    ),
    row(
        Start,
        &[Is(&["if", "while"]), Is(&["("])],
        "if (x > 1)",
        ("there is no {1}", "step, relu, max, min and clamp choose; :step RATE COUNT repeats"),
    ),
    row(
        Start,
        &[Is(&["import", "from", "include", "using"]), Value],
        "import numpy as np",
        ("there is nothing to import", "every operation is here: see :help operations"),
    ),
    row(
        Start,
        &[Is(&["return"]), Value],
        "return x",
        ("a function needs no return", "write f(x) = and its formula"),
    ),
    row(
        Start,
        &[Name, Is(&[","]), Name, Is(&["="]), Value, Is(&[","]), Value, End],
        "a, b = 1, 2",
        ("each name is assigned on its own", "write {1} = {3}; {2} = {4}"),
    ),
    row(
        Start,
        &[Name, Is(&[","]), UpTo("="), Rest],
        "a, b, c = f(x)",
        (
            "each name is assigned on its own",
            "write {1} = … first, then the others, with ; between",
        ),
    ),
    row(
        Start,
        &[Name, Is(&["="]), Name, Is(&["="]), Value, End],
        "a = b = 3",
        ("each name is assigned on its own", "write {1} = {3}; {2} = {3}"),
    ),
    row(
        Start,
        &[Name, Is(&[":"]), Is(&["="]), Rest],
        "x := 3",
        ("an assignment is written =", "write {1} = {2}"),
    ),
    row(
        Start,
        &[Name, Is(&["+", "-"]), Is(&["+", "-"]), End],
        "x++",
        ("there is no {2}{3}", "write {1} {2}= 1"),
    ),
    // Comparisons.
    row(
        Start,
        &[Value, Is(&["="]), Is(&["="]), Value, End],
        "x == 2",
        ("there is no comparison ==", "{1} - {2} is 0 where they are equal"),
    ),
    row(
        Anywhere,
        &[Is(&["="]), Is(&["="])],
        "x + 1 == 2",
        ("there is no comparison ==", "a - b is 0 where a and b are equal"),
    ),
    row(
        Anywhere,
        &[Is(&["!"]), Is(&["="])],
        "x != 2",
        ("there is no comparison !=", "a - b is 0 where a and b are equal"),
    ),
    row(
        Start,
        &[Value, Is(&[">"]), Value, End],
        "x > 1",
        ("there is no comparison >", "step({1} - {2}) is 1 where {1} is the larger, else 0"),
    ),
    row(
        Start,
        &[Value, Is(&["<"]), Value, End],
        "x < 1",
        ("there is no comparison <", "step({2} - {1}) is 1 where {1} is the smaller, else 0"),
    ),
    row(
        Anywhere,
        &[Is(&["<", ">", "≤", "≥"])],
        "x + 1 >= y",
        ("there is no comparison {1}", "step(a - b) is 1 where a is larger than b, else 0"),
    ),
    row(
        Anywhere,
        &[Is(&["/"]), Is(&["/"])],
        "7 // 2",
        ("there is no operation //", "write floor(a/b)"),
    ),
    row(
        Anywhere,
        &[Value, Is(&["mod"]), Value],
        "5 mod 3",
        ("mod stands before its operands, or is written %", "write {1} % {2}"),
    ),
    // Numbers.
    row(Anywhere, &[Number, OtherBase], "0xff", ("numbers are decimal", "write {2}")),
    row(
        Anywhere,
        &[Value, Is(&["!"])],
        "5!",
        ("there is no factorial", "write the product: 4! is 2*3*4"),
    ),
    row(
        Anywhere,
        &[Is(&["±", "+/-"]), Is(&["-"]), Number, Is(&["%"]), End],
        "a = 3 ± -10%",
        ("", "an uncertainty has no sign: {1} {2}%"),
    ),
    row(
        Anywhere,
        &[Is(&["±", "+/-"]), Number, Is(&["%"]), End],
        "a = 3 ± 10 %",
        ("", "a part of the value is written {1} {2}%, the number touching its sign"),
    ),
    row(
        Anywhere,
        &[Number, Is(&["%"]), End],
        "10%",
        ("% is what is left of a division", "for {1} percent, write {1}/100"),
    ),
    row(
        Anywhere,
        &[Number, Touching, Is(&[","]), Touching, Number],
        "3,5",
        ("", "the decimal mark is a point, {1}.{2}; thousands have no mark"),
    ),
    row(
        Anywhere,
        &[Is(&["rand", "random", "randn", "randint", "uniform", "gauss", "normal"]), Is(&["("])],
        "rand()",
        ("there are no random numbers", "choose one and give it a name: a = 0.37"),
    ),
    row(
        Anywhere,
        &[Number, UNITS],
        "3 km",
        ("there are no units", "give {2} a number, {2} = …, and write {1}*{2}"),
    ),
    row(
        Anywhere,
        &[Number, Is(&["degrees", "degree"])],
        "30 degrees",
        ("there are no units", "write {1}°, which is {1}*pi/180"),
    ),
    row(
        Anywhere,
        &[Number, Is(&["rad", "radians"])],
        "2 rad",
        ("there are no units", "angles are in radians already: {1}"),
    ),
    // Mathematics.
    row(
        Start,
        &[Is(&["d"]), Is(&["/"]), Differential, Is(&["("]), UpTo(")"), End],
        "d/dx(x^2 + 1)",
        ("a derivative is a command", "write :diff ({2}) {1}"),
    ),
    row(
        Start,
        &[Is(&["d"]), Is(&["/"]), Differential, Rest],
        "d/dx x^2",
        ("a derivative is a command", "write :diff ({2}) {1}"),
    ),
    row(
        Start,
        &[Differential, Is(&["/"]), Differential, End],
        "dL/da",
        ("a derivative is a command", "write :diff {1} {2}"),
    ),
    row(
        Anywhere,
        &[Is(&["|"]), UpTo("|")],
        "|x - 1|",
        ("there is no operation |", "write abs({1})"),
    ),
    row(
        Anywhere,
        &[
            Is(&["\\"]),
            Is(&["frac", "dfrac", "tfrac"]),
            Is(&["{"]),
            UpTo("}"),
            Is(&["{"]),
            UpTo("}"),
        ],
        "\\frac{1}{2}",
        ("LaTeX is written by :export latex, not read", "write ({2})/({3})"),
    ),
    row(
        Anywhere,
        &[Is(&["\\"]), Is(&["cdot", "times"])],
        "a \\cdot b",
        ("LaTeX is written by :export latex, not read", "to multiply, write *"),
    ),
    row(
        Anywhere,
        &[Is(&["\\"]), Operation],
        "\\sqrt{2}",
        ("LaTeX is written by :export latex, not read", "write {1}(…)"),
    ),
    row(
        Anywhere,
        &[Is(&["\\"])],
        "\\pi r",
        ("LaTeX is written by :export latex, not read", "type it plainly: a/b, sqrt(x), 2*pi*r"),
    ),
    row(
        Anywhere,
        &[Operation, Is(&["²", "³", "⁴"]), Is(&["("])],
        "sin²(x)",
        ("a power comes after the parenthesis", "write {1}(…){2}"),
    ),
    row(
        Anywhere,
        &[Operation, Is(&["^", "**"]), Number],
        "sin^2(x)",
        ("a power comes after the parenthesis", "write {1}(…)^{3}"),
    ),
    row(
        Anywhere,
        &[Operation, Value, End],
        "sin 2",
        ("a call needs parentheses", "write {1}({2})"),
    ),
    row(Anywhere, &[Is(&["e"]), Is(&["^", "**"]), Value], "e^x", ("", "write exp({2})")),
    row(
        Anywhere,
        &[Is(&["e"]), Is(&["^", "**"]), Is(&["("]), UpTo(")")],
        "e^(-x)",
        ("", "write exp({2})"),
    ),
    row(Anywhere, &[OperationAndNumber], "ln2", ("", "write {1}({2})")),
    row(Anywhere, &[OtherName, Is(&["("])], "arctan(x)", ("", "write {2}")),
    row(
        Anywhere,
        &[OtherName, Value, End],
        "arctan 2",
        ("there is no {1}, and a call needs parentheses", "write {2}"),
    ),
];

/// Other languages' names, and what is written here instead.
pub(super) const OTHER_NAMES: &[(&str, &str)] = &[
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
    ("root", "sqrt(…)"),
    ("sqr", "x^2"),
    ("square", "x^2"),
    ("exp2", "2^x"),
    ("cot", "1/tan(…)"),
    ("sec", "1/cos(…)"),
    ("csc", "1/sin(…)"),
    ("grad", "diff(L, a)"),
    ("derivative", "diff(L, a)"),
    ("gradient", "diff(L, a)"),
];
