//! Habits from micrograd and PyTorch.

use super::super::Part::{End, Is, Name, Number, Numbers, Rest, UpTo, Value};
use super::super::Place::{Anywhere, Start};
use super::super::{Part, Row};
use super::{MODULES, row, runs};

const TENSORS: Part = Is(&["Value", "Tensor", "tensor", "Variable"]);
const DATA: Part = Is(&[".data", ".value"]);
const GRAD: Part = Is(&[".grad"]);
const CHANGED: &str = "a leaf is changed by a command";
const NO_CALL: &str = "there is no {2} to call";

const ARRAY: Part = Is(&[".array", ".asarray", ".tensor", ".Tensor", ".FloatTensor"]);

pub(super) const ROWS: &[Row] = &[
    row(
        Start,
        &[
            Name,
            Is(&["="]),
            Is(&["torch"]),
            Is(&[".Tensor", ".tensor"]),
            Is(&["("]),
            Is(&["["]),
            Number,
            Is(&["]"]),
            Rest,
        ],
        "x = torch.Tensor([2.0]).double()",
        ("a leaf is a number", "write `{1} = {3}`"),
    ),
    row(
        Start,
        &[Name, Is(&["="]), MODULES, ARRAY, Is(&["("]), Is(&["["]), Is(&["["])],
        "xs = np.array([[1, 2], [3, 4]])",
        ("a column has one number a row", "write one for each column: `{1} = [1, 3]`"),
    ),
    row(
        Start,
        &[Name, Is(&["="]), MODULES, ARRAY, Is(&["("]), Is(&["["]), Numbers("]"), Is(&[","])],
        "x = np.array([1.0, 2.0], dtype=float)",
        ("a column needs no {2}{3}", "write `{1} = [{4}]`"),
    ),
    row(
        Start,
        &[Name, Is(&["="]), Is(&["["]), Is(&["["])],
        "xs = [[2.0, 3.0], [3.0, -1.0]]",
        ("a column has one number a row", "write one for each column: `{1} = [1, 3]`"),
    ),
    runs(
        Start,
        &[Name, Is(&[".backward"]), Is(&["("]), Is(&[")"]), End],
        "a.backward()",
        ("a backward pass is a command", "write `:grad {1}`"),
    ),
    runs(
        Start,
        &[Name, Is(&[".zero_grad"]), Is(&["("]), Is(&[")"]), End],
        "a.zero_grad()",
        ("there is nothing to do", "grads need no zeroing, each backward pass starts from 0"),
    ),
    row(
        Anywhere,
        &[Name, Is(&[".backward"])],
        "2*L.backward()",
        ("a backward pass is a command", "write `:grad {1}`"),
    ),
    row(
        Anywhere,
        &[Name, Is(&[".zero_grad"])],
        "model.zero_grad",
        ("grads need no zeroing", "each backward pass starts from 0: `:grad`"),
    ),
    row(
        Start,
        &[Is(&["zero_grad"]), Is(&["("])],
        "zero_grad()",
        ("grads need no zeroing", "each backward pass starts from 0: `:grad`"),
    ),
    runs(
        Start,
        &[Is(&["draw_dot"]), Is(&["("]), UpTo(")"), End],
        "draw_dot(a)",
        ("pictures are drawn by commands", "write `:draw {1}`, or `:export svg {1} FILE`"),
    ),
    row(
        Start,
        &[Name, DATA, Is(&["+"]), Is(&["="]), Is(&["-"]), Value, Is(&["*"]), Name, GRAD, End],
        "a.data += -0.01 * a.grad",
        (CHANGED, "`:step {3}` takes a step down with every leaf, `:step {3} {1}` with {1} alone"),
    ),
    row(
        Start,
        &[Name, DATA, Is(&["-"]), Is(&["="]), Value, Is(&["*"]), Name, GRAD, End],
        "a.data -= 0.01 * a.grad",
        (CHANGED, "`:step {3}` takes a step down with every leaf, `:step {3} {1}` with {1} alone"),
    ),
    row(
        Start,
        &[Name, DATA, Is(&["+"]), Is(&["="]), Value, Is(&["*"]), Name, GRAD, End],
        "a.data += 0.01 * a.grad",
        (
            CHANGED,
            "`:step -{3}` goes up the gradient with every leaf, `:step -{3} {1}` with {1} alone",
        ),
    ),
    row(
        Start,
        &[Name, DATA, Is(&["-"]), Is(&["="]), UpTo(".grad")],
        "p.data -= p.grad * rate",
        (CHANGED, "`:step RATE` takes a step down with every leaf"),
    ),
    row(
        Start,
        &[Name, DATA, Is(&["+"]), Is(&["="]), UpTo(".grad")],
        "p.data += p.grad",
        (CHANGED, "`:step -RATE` goes up the gradient with every leaf, `:step RATE` down"),
    ),
    runs(
        Start,
        &[Name, DATA, Is(&["-", "+"]), Is(&["="]), Value, End],
        "a.data += 0.001",
        (CHANGED, "write `:set {1} {1} {3} {4}`"),
    ),
    row(
        Start,
        &[Name, DATA, Is(&["-", "+"]), Is(&["="]), Rest],
        "a.data -= b + 1",
        (CHANGED, "write `:set {1} {1} {3} ({4})`"),
    ),
    row(
        Start,
        &[Name, Is(&[".grad"]), Is(&["="]), Rest],
        "a.grad = 0",
        ("grads cannot be assigned", "each backward pass starts from 0: `:grad`"),
    ),
    row(
        Anywhere,
        &[Name, Is(&[".grad"])],
        "q.grad",
        ("a grad belongs to a backward pass", "`:explain {1}` shows it, and `:grad` all of them"),
    ),
    runs(Start, &[Name, DATA, Is(&["="]), Rest], "a.data = 3", (CHANGED, "write `:set {1} {3}`")),
    runs(
        Start,
        &[Name, DATA, End],
        "a.data",
        ("a name already stands for its value", "write `{1}`"),
    ),
    row(
        Anywhere,
        &[Name, Is(&[".data", ".value"])],
        "a.data * 2",
        ("a name already stands for its value", "write `{1}`"),
    ),
    row(
        Anywhere,
        &[Name, Is(&[".item"])],
        "L.item()",
        ("a name already stands for its value", "write `{1}`"),
    ),
    runs(
        Start,
        &[Name, Is(&[".label"]), Is(&["="]), Rest],
        "L.label = 'L'",
        ("a name is its own label", "tables call it {1} already"),
    ),
    runs(
        Start,
        &[Name, Is(&["="]), TENSORS, Is(&["("]), Is(&["-"]), Value, Is(&[","]), Rest],
        "b = Value(-3.0, label='b')",
        (NO_CALL, "a number with a name is a leaf: `{1} = -{3}`"),
    ),
    runs(
        Start,
        &[Name, Is(&["="]), TENSORS, Is(&["("]), Value, Is(&[","]), Rest],
        "a = Value(2.0, label='a')",
        (NO_CALL, "a number with a name is a leaf: `{1} = {3}`"),
    ),
    runs(
        Start,
        &[Name, Is(&["="]), TENSORS, Is(&["("]), Is(&["-"]), Value, Is(&[")"]), End],
        "b = Value(-3.0)",
        (NO_CALL, "a number with a name is a leaf: `{1} = -{3}`"),
    ),
    runs(
        Start,
        &[Name, Is(&["="]), TENSORS, Is(&["("]), Value, Is(&[")"]), End],
        "a = Value(2.0)",
        (NO_CALL, "a number with a name is a leaf: `{1} = {3}`"),
    ),
    row(
        Anywhere,
        &[TENSORS, Is(&["("])],
        "Value(2.0) * 3",
        ("there is no {1} to call", "a number with a name is a leaf: `a = 2`"),
    ),
    row(
        Anywhere,
        &[MODULES, Is(&[".tensor", ".Tensor", ".array", ".Parameter"])],
        "x = torch.tensor(2.0)",
        ("there is no {1}{2} to call", "a number with a name is a leaf: `a = 2`"),
    ),
    row(
        Start,
        &[Name, Is(&["="]), Is(&["MLP"]), Is(&["("]), Rest],
        "n = MLP(3, [4, 4, 1])",
        (
            "a network is made by a command",
            "write `:net {1} 3 4 4 1` for 3 inputs and layers of 4, 4 and 1",
        ),
    ),
    row(
        Start,
        &[Is(&["MLP"]), Is(&["("]), Rest],
        "MLP(3, [4, 4, 1])",
        (
            "a network is made by a command",
            "write `:net mlp 3 4 4 1` for 3 inputs and layers of 4, 4 and 1",
        ),
    ),
    row(
        Start,
        &[Is(&["step"]), Number, End],
        "step 0.1",
        ("a step of descent is a command", "write `:step {1}`"),
    ),
    row(
        Start,
        &[Is(&["grad"]), Is(&["("]), UpTo(","), UpTo(")")],
        "grad(L, a)",
        (
            "grads are shown by a command",
            "write `:grad {1}`, or `diff({1}, {2})` inside an expression",
        ),
    ),
    row(
        Start,
        &[Is(&["grad"]), Is(&["("]), UpTo(")")],
        "grad(L)",
        ("grads are shown by a command", "write `:grad {1}`"),
    ),
];
