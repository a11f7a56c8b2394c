//! Habits from micrograd and PyTorch.

use super::super::Part::{End, Is, Name, Number, Rest, UpTo, Value};
use super::super::Place::{Anywhere, Start};
use super::super::{Part, Row};
use super::{MODULES, row};

const TENSORS: Part = Is(&["Value", "Tensor", "tensor", "Variable"]);

pub(super) const ROWS: &[Row] = &[
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
    row(
        Start,
        &[Name, Is(&["="]), Is(&["MLP"]), Is(&["("]), Rest],
        "n = MLP(3, [4, 4, 1])",
        (
            "a network is made by a command",
            "write :net {1} 3 4 4 1 for 3 inputs and layers of 4, 4 and 1",
        ),
    ),
    row(
        Start,
        &[Is(&["MLP"]), Is(&["("]), Rest],
        "MLP(3, [4, 4, 1])",
        (
            "a network is made by a command",
            "write :net mlp 3 4 4 1 for 3 inputs and layers of 4, 4 and 1",
        ),
    ),
    row(
        Start,
        &[Is(&["step"]), Number, End],
        "step 0.1",
        ("a step of descent is a command", "write :step {1}"),
    ),
    row(
        Start,
        &[Is(&["grad"]), Is(&["("]), UpTo(","), UpTo(")")],
        "grad(L, a)",
        ("grads are shown by a command", "write :grad {1}, or diff({1}, {2}) inside an expression"),
    ),
    row(
        Start,
        &[Is(&["grad"]), Is(&["("]), UpTo(")")],
        "grad(L)",
        ("grads are shown by a command", "write :grad {1}"),
    ),
];
