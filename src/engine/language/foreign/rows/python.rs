//! Habits from Python and other programming languages.

use super::super::Part::{
    Arguments, End, Is, Method, Name, Node, Numbers, OtherName, Quotation, Rest, Touching, UpTo,
    Value,
};
use super::super::Place::{Anywhere, Start};
use super::super::{Part, Row};
use super::{MODULES, NO_RANDOM_NUMBERS, row, runs};

const PRINT: Part = Is(&["print", "echo", "puts"]);
const OF_A_VALUE: &str = "`{1}` alone shows the value, `:explain {1}` its grad";
const CHOOSE: &str = "a choice is written `x if x > 0 else -x`, or `where(x > 0, x, -x)`";
const IN_PLACE_OF_A_CLASS: &str = "a leaf is `a = 2`, and a function `f(x) = x^2`";
const DEFINE: Part = Is(&["def", "function", "fn", "func"]);

const NO_MODULE: &str = "operations belong to no module";
const STD: &str = "write `std({2})`, with n - 1 as Excel, R and pandas have it";
const VAR: &str = "write `var({2})`, with n - 1 as Excel, R and pandas have it";
const RANDOM: Part = Is(&["random", "np.random", "numpy.random"]);
const NUMPY: Part = Is(&["np", "numpy", "jnp"]);
const OPTIMIZERS: (&str, &str) =
    ("an optimizer is a word after the rate of a step", "write `:step 0.01 100 adam`");
pub(super) const ROWS: &[Row] = &[
    row(
        Start,
        &[Name, Is(&["="]), Is(&["torch.optim", "optim"]), Rest],
        "optimizer = optim.Adam(n.parameters(), lr=0.01)",
        OPTIMIZERS,
    ),
    row(
        Start,
        &[Is(&["optimizer", "opt"]), Is(&["="]), Is(&["adam", "Adam", "adamw", "sgd", "SGD"]), End],
        "optimizer = adam",
        OPTIMIZERS,
    ),
    row(
        Anywhere,
        &[MODULES, Is(&[".linspace"]), Is(&["("]), Numbers(","), Numbers(","), Numbers(")")],
        "np.linspace(0, 1, 5)",
        ("a column is a whole right side", "give it a name first: `x = linspace({2}, {3}, {4})`"),
    ),
    row(
        Anywhere,
        &[MODULES, Is(&[".arange"]), Is(&["("]), Numbers(")")],
        "np.arange(0, 1, 0.25)",
        ("a column is a whole right side", "give it a name first: `x = arange({2})`"),
    ),
    row(
        Anywhere,
        &[MODULES, Is(&[".arange", ".linspace"])],
        "np.arange(a, b)",
        (
            "a column is made of numbers",
            "`x = linspace(0, 1, 11)` has its end, as `x = [0, 0.1 .. 1]`, and \
             `x = arange(0, 1, 0.1)` has not",
        ),
    ),
    row(
        Anywhere,
        &[MODULES, Is(&[".std"]), Is(&["("]), UpTo(","), Is(&["ddof"]), Is(&["="]), Is(&["1"])],
        "np.std(x, ddof=1)",
        (NO_MODULE, STD),
    ),
    row(
        Anywhere,
        &[MODULES, Is(&[".var"]), Is(&["("]), UpTo(","), Is(&["ddof"]), Is(&["="]), Is(&["1"])],
        "np.var(x, ddof=1)",
        (NO_MODULE, VAR),
    ),
    row(
        Anywhere,
        &[NUMPY, Is(&[".std"]), Is(&["("]), UpTo(")")],
        "np.std(x)",
        (
            NO_MODULE,
            "write `sqrt(mean(({2} - mean({2}))^2))`, with n, as numpy has it; Excel, R and pandas \
             have n - 1",
        ),
    ),
    row(
        Anywhere,
        &[NUMPY, Is(&[".var"]), Is(&["("]), UpTo(")")],
        "np.var(x)",
        (
            NO_MODULE,
            "write `mean(({2} - mean({2}))^2)`, with n, as numpy has it; Excel, R and pandas have \
             n - 1",
        ),
    ),
    row(
        Anywhere,
        &[MODULES, Is(&[".std"]), Is(&["("]), UpTo(")")],
        "torch.std(x)",
        (NO_MODULE, STD),
    ),
    row(
        Anywhere,
        &[MODULES, Is(&[".var"]), Is(&["("]), UpTo(")")],
        "torch.var(x)",
        (NO_MODULE, VAR),
    ),
    row(
        Anywhere,
        &[RANDOM, Is(&[".uniform", ".random", ".gauss", ".rand", ".randn", ".randint", ".normal"])],
        "random.uniform(-1, 1)",
        NO_RANDOM_NUMBERS,
    ),
    row(
        Anywhere,
        &[Name, Is(&[".layers", ".neurons"]), Rest],
        "n.layers[0].neurons[1]",
        ("the leaves of a network have names", "`:grad loss {1}` shows them with their grads"),
    ),
    row(
        Anywhere,
        &[Name, Is(&[".parameters"])],
        "n.parameters()",
        ("the leaves of a network have names", "`:grad loss {1}` shows them with their grads"),
    ),
    row(
        Anywhere,
        &[Is(&["len"]), Is(&["("]), UpTo(")")],
        "len(x)",
        ("", "for the number of rows, write `count({1})`"),
    ),
    runs(
        Start,
        &[Name, Is(&[".requires_grad"]), Is(&["="]), Is(&["True"]), End],
        "a.requires_grad = True",
        ("there is nothing to do", "every leaf has a grad"),
    ),
    row(
        Start,
        &[Name, Is(&[".requires_grad"]), Is(&["="]), Rest],
        "x.requires_grad = False",
        ("every leaf has a grad", "`:freeze {1}` keeps a leaf where it is, `:thaw {1}` frees it"),
    ),
    row(
        Start,
        &[Is(&["plt"]), Is(&[".plot", ".scatter"]), Is(&["("]), UpTo(","), UpTo(")")],
        "plt.plot(x, y)",
        ("a plot is a command", "`:plot {3} {2}` draws it"),
    ),
    row(
        Anywhere,
        &[Is(&["plt"])],
        "plt.show()",
        ("a plot is a command", "`:plot y x` draws one at once"),
    ),
    row(
        Anywhere,
        &[Name, Is(&["._backward"])],
        "o._backward()",
        ("a pass by hand is a command", "`:back {1}` begins one, and `:next` takes a step"),
    ),
    row(
        Anywhere,
        &[Is(&["build_topo", "topological_sort"]), Is(&["("]), UpTo(")")],
        "build_topo(L)",
        ("the order of a pass is shown by a command", "write `:levels {2}`"),
    ),
    row(Start, &[Is(&["topo"]), End], "topo", ("", "the order of a pass is shown by `:levels`")),
    row(Anywhere, &[MODULES, OtherName], "np.arctan(x)", (NO_MODULE, "write `{3}`")),
    row(
        Anywhere,
        &[Name, Is(&[".step"]), Is(&["("]), Is(&[")"])],
        "optimizer.step()",
        ("a step of descent is a command", "write `:step RATE`, as in `:step 0.01`"),
    ),
    row(
        Anywhere,
        &[Name, Method, Is(&["("]), Is(&[")"])],
        "n.tanh()",
        ("operations are not methods", "write `{2}({1})`"),
    ),
    row(
        Anywhere,
        &[Name, Method, Is(&["("]), UpTo(")")],
        "x.pow(2)",
        ("operations are not methods", "write `{2}({1}, {3})`"),
    ),
    row(
        Anywhere,
        &[Is(&["("]), UpTo(")"), Method, Is(&["("]), Is(&[")"])],
        "(a + b).tanh()",
        ("operations are not methods", "write `{2}({1})`"),
    ),
    row(
        Start,
        &[PRINT, Is(&["("]), Name, Touching, Quotation, Is(&[")"]), End],
        "print(f\"{a}\")",
        ("an expression prints by itself", ":echo prints text; the name alone shows its value"),
    ),
    runs(
        Start,
        &[PRINT, Is(&["("]), Quotation, Is(&[")"]), End],
        "print(\"done\")",
        ("text is printed by a command", "write `:echo {2}`"),
    ),
    runs(
        Start,
        &[PRINT, Is(&["("]), Arguments, End],
        "print(a)",
        ("an expression prints by itself", "write `{2}`"),
    ),
    row(
        Anywhere,
        &[PRINT, Is(&["("]), Arguments],
        "2 + print(a + 1)",
        ("an expression prints by itself", "write `{2}`"),
    ),
    runs(Start, &[PRINT, Value, End], "print a", ("an expression prints by itself", "write `{2}`")),
    row(
        Start,
        &[Is(&["help"]), Is(&["("]), Is(&[")"])],
        "help()",
        ("help is a command", "write `:help`"),
    ),
    row(
        Start,
        &[Is(&["help"]), Is(&["("]), UpTo(")")],
        "help(tanh)",
        ("help is a command", "write `:help {1}`"),
    ),
    row(Start, &[Is(&["?"]), Node, End], "?a", ("help is on gradcalc", OF_A_VALUE)),
    row(Start, &[Node, Is(&["?"]), End], "a?", ("help is on gradcalc", OF_A_VALUE)),
    row(Start, &[Is(&["?"]), Name, End], "?tanh", ("help is a command", "write `:help {1}`")),
    row(Start, &[Name, Is(&["?"]), End], "tanh?", ("help is a command", "write `:help {1}`")),
    row(
        Start,
        &[Is(&["%"]), Is(&["time", "timeit"]), Rest],
        "%timeit tanh(2)",
        ("a time is measured by a command", "write `:time {2}`"),
    ),
    row(
        // After an answer, which a line that begins with % goes on from.
        Start,
        &[Name, Is(&["%"]), Is(&["time", "timeit"]), Rest],
        "_ %timeit tanh(2)",
        ("a time is measured by a command", "write `:time {3}`"),
    ),
    row(
        Start,
        &[Is(&["plot", "minimize", "draw", "tree", "explain"]), Is(&["("]), UpTo(")"), End],
        "plot(f)",
        ("{1} is a command", "write `:{1} {2}`"),
    ),
    row(
        Start,
        &[Is(&["solve"]), Is(&["("]), UpTo("="), UpTo(")"), End],
        "solve(a = 3)",
        ("an equation is solved by a command", "write `:solve {1} = {2}`"),
    ),
    row(
        Start,
        &[Is(&["solve", "fsolve"]), Is(&["("]), UpTo(")"), End],
        "solve(x^2 - 2)",
        ("an equation is solved by a command", "write `:solve {2} = 0`"),
    ),
    row(
        Start,
        &[Is(&["exit", "quit", "bye"]), Is(&["("])],
        "exit()",
        ("{1} is not a function", "write `:quit`, or press Ctrl-D"),
    ),
    runs(
        Start,
        &[DEFINE, Name, Is(&["("]), UpTo(")"), Is(&[":"]), Is(&["return"]), Rest],
        "def f(x): return 3*x**2",
        ("a function needs no {1}", "write `{2}({3}) = {4}`"),
    ),
    runs(
        Start,
        &[DEFINE, Name, Is(&["("]), UpTo(")"), Is(&["="]), Rest],
        "function f(x) = 3x",
        ("a function needs no {1}", "write `{2}({3}) = {4}`"),
    ),
    row(
        Start,
        &[DEFINE, Name, Is(&["("]), Is(&["self"])],
        "def __init__(self, data):",
        ("there are no classes", IN_PLACE_OF_A_CLASS),
    ),
    row(
        Anywhere,
        &[Is(&["self", "isinstance", "assert"]), Rest],
        "isinstance(a, Value)",
        ("there are no classes", IN_PLACE_OF_A_CLASS),
    ),
    row(
        Start,
        &[DEFINE, Name, Is(&["("]), Is(&[")"])],
        "def lol():",
        (
            "a function needs no {1}",
            "one has arguments, `{2}(x) = x^2`; without any it is a name, `{2} = 3`",
        ),
    ),
    row(
        Start,
        &[DEFINE, Name, Is(&["("]), UpTo(")")],
        "def f(x):",
        ("a function needs no {1}", "write {2}({3}) = and its formula, on one line"),
    ),
    runs(
        Start,
        &[Name, Is(&["="]), Is(&["lambda"]), UpTo(":"), Rest],
        "f = lambda x: x^2",
        ("a function needs no lambda", "write `{1}({2}) = {3}`"),
    ),
    row(
        Anywhere,
        &[Is(&["lambda"]), UpTo(":"), Rest],
        "lambda x: x^2",
        ("a function has a name", "write `f({1}) = {2}`"),
    ),
    row(
        Anywhere,
        &[Is(&["lambda"]), Rest],
        "lambda x:",
        ("a function has a name", "write f(x) = and its formula"),
    ),
    runs(
        Start,
        &[Name, Is(&["="]), Name, Is(&["-", "="]), Is(&[">"]), Rest],
        "f = x -> x^2",
        ("a function needs no {3}>", "write `{1}({2}) = {4}`"),
    ),
    runs(
        Start,
        &[Name, Is(&["="]), Is(&["("]), UpTo(")"), Is(&["-", "="]), Is(&[">"]), Rest],
        "f = (x, y) => x*y",
        ("a function needs no {3}>", "write `{1}({2}) = {4}`"),
    ),
    row(
        Anywhere,
        &[Value, Is(&["="]), Touching, Is(&["<", ">", "!"]), Value, End],
        "a =< 8",
        ("", "write `{1} {2}= {3}`"),
    ),
    row(
        Anywhere,
        &[Value, Is(&["="]), Touching, Is(&["<", ">", "!"]), Value, Is(&[",", ")"])],
        "where(a => 8, 1, 2)",
        ("", "the mark is {2}=, as in {1} {2}= {3}"),
    ),
    row(
        Start,
        &[Name, Is(&["-", "="]), Is(&[">"]), Rest],
        "x -> x^2",
        ("a function has a name", "write `f({1}) = {3}`"),
    ),
    runs(
        Start,
        &[Is(&["let", "var", "const", "val", "auto", "double", "float"]), Name, Is(&["="]), Rest],
        "let x = 3",
        ("an assignment needs no {1}", "write `{2} = {3}`"),
    ),
    row(
        Start,
        &[Name, Is(&[":"]), Name, Is(&["-", "="]), Is(&[">"]), Rest],
        "f: x -> x^2",
        ("a function is written with =", "write `{1}({2}) = {4}`"),
    ),
    runs(
        Start,
        &[Name, Is(&[":"]), Is(&["float", "int", "Value"]), Is(&["="]), Rest],
        "x: float = 3",
        ("a leaf has no type", "write `{1} = {3}`"),
    ),
    row(
        Start,
        &[Name, Is(&[":"]), Name, Is(&["="]), Rest],
        "x: Tensor = 3",
        ("a leaf has no type", "write `{1} = {3}`"),
    ),
    row(
        Start,
        &[Is(&["class", "struct"]), Name],
        "class Value:",
        ("there are no classes", IN_PLACE_OF_A_CLASS),
    ),
    row(
        Start,
        &[Name, Name, Is(&["="]), Rest],
        "sq x = x^2",
        (
            "a name has no blank, and a function's argument goes in parentheses",
            "write {1}_{2} as a name; for a function `{1}({2}) = {3}`",
        ),
    ),
    row(
        Start,
        &[Is(&["for", "while", "repeat", "loop"]), Value],
        "for i in range(10):",
        (
            "there are no loops",
            "`x = [1 .. 10]` is a column, and one line computes all its rows; `:step RATE COUNT` repeats a step",
        ),
    ),
    row(
        Anywhere,
        &[Is(&["sum"]), Is(&["("]), UpTo("for"), UpTo("in"), Rest],
        "sum(p^2 for p in ps)",
        ("there are no loops", "of columns, one line computes every row: `sum((y - t)^2)`"),
    ),
    row(
        Anywhere,
        &[Is(&["["]), UpTo("for"), UpTo("in"), UpTo("]")],
        "[x^2 for x in xs]",
        ("there are no loops", "of a column, one line computes every row: `x = 1:5` and `x^2`"),
    ),
    row(
        Anywhere,
        &[Is(&["for"]), UpTo("in"), Rest],
        "sum((p - t)^2 for p, t in zip(ys, ts))",
        ("there are no loops", "of columns, one line computes every row: `sum((y - t)^2)`"),
    ),
    row(
        Start,
        &[Is(&["if"]), UpTo("then"), UpTo("else"), Rest],
        "if a > 2 then 1 else 0",
        ("a choice is an expression", "write `{2} if {1} else {3}`"),
    ),
    row(
        Start,
        &[Is(&["if", "elif", "unless"]), Value],
        "if x > 1:",
        ("a statement has no conditions", CHOOSE),
    ),
    row(Start, &[Is(&["if"]), Is(&["("])], "if (x > 1)", ("a statement has no conditions", CHOOSE)),
    row(
        Start,
        &[Is(&["while"]), Is(&["("])],
        "while (x > 1)",
        ("there are no loops", "`:step RATE COUNT` repeats a step"),
    ),
    runs(
        Start,
        &[Is(&["import", "from", "include", "using"]), Value],
        "import numpy as np",
        ("there is nothing to import", "every operation is here"),
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
        ("each name is assigned on its own", "write `{1} = {3}; {2} = {4}`"),
    ),
    row(
        Start,
        &[Name, Is(&["="]), Name, Is(&["="]), Value, End],
        "a = b = 3",
        ("each name is assigned on its own", "write `{1} = {3}; {2} = {3}`"),
    ),
    runs(
        Start,
        &[Name, Is(&["("]), UpTo(")"), Is(&[":"]), Is(&["="]), Rest],
        "f(x) := x^2",
        ("a definition is written =", "write `{1}({2}) = {3}`"),
    ),
    runs(
        Start,
        &[Name, Is(&[":"]), Is(&["="]), Rest],
        "x := 3",
        ("an assignment is written =", "write `{1} = {2}`"),
    ),
    row(
        Start,
        &[Name, Is(&["+", "-"]), Is(&["+", "-"]), End],
        "x++",
        ("there is no {2}{3}", "write `{1} {2}= 1`; `:set {1} {1} {2} 1` changes the leaf itself"),
    ),
    row(Anywhere, &[Value, Is(&["&"]), Value], "1 & 2", ("there is no &", "write `{1} and {2}`")),
    row(Anywhere, &[Value, Is(&["|"]), Value], "a | b", ("there is no |", "write `{1} or {2}`")),
    row(
        Anywhere,
        &[Value, Is(&["xor"]), Value],
        "a xor b",
        ("there is no xor", "of 0 and 1, `{1} != {2}` is 1 where one of them is"),
    ),
    row(
        Anywhere,
        &[Is(&["&"]), Is(&["&"])],
        "a && b",
        ("there is no &&", "both are true where `a and b` is"),
    ),
    row(
        Anywhere,
        &[Is(&["|"]), Is(&["|"])],
        "a || b",
        ("there is no ||", "one is true where `a or b` is"),
    ),
    row(
        Start,
        &[Name, Is(&["="]), UpTo("?"), UpTo(":"), Rest],
        "a = x > 2 ? 1 : 2",
        ("there is no ?", "a choice is written `{1} = {3} if {2} else {4}`"),
    ),
    row(
        Start,
        &[UpTo("?"), UpTo(":"), Rest],
        "x > 2 ? 1 : 2",
        ("there is no ?", "a choice is written `{2} if {1} else {3}`"),
    ),
];
