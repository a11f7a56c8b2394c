//! Marks that do something else elsewhere.

use super::super::Part::{End, Expression, Is, Number, Rest, Unknown, UpTo, Value};
use super::super::Place::{Anywhere, Start};
use super::super::Row;
use super::{row, runs};
use crate::language::tokens::OTHER_MARKS;

pub(super) const ROWS: &[Row] = &[
    row(
        Anywhere,
        &[Is(&["==", "!="]), Is(OTHER_MARKS)],
        "g == 'a'",
        ("", "a text stands between straight double marks: `{1} \"…\"`"),
    ),
    row(
        Anywhere,
        &[Is(&["[", ","]), Is(OTHER_MARKS)],
        "g = ['a', 'b']",
        ("", "a text stands between straight double marks: `g = [\"a\", \"b\"]`"),
    ),
    runs(
        Start,
        &[Is(&["="]), Expression],
        "=2 + 3",
        ("a statement has no = in front", "write `{1}`"),
    ),
    row(
        Start,
        &[Is(&["="]), Is(&["PI"]), Is(&["("]), Is(&[")"]), Rest],
        "=PI()*2",
        ("a statement has no = in front", "write `pi{1}`"),
    ),
    row(
        Start,
        &[Is(&["="]), UpTo("("), Unknown, Is(&[":"]), Rest],
        "=SUM(A1:A3)",
        (
            "",
            "a statement has no = in front; cells are a column, x = [1, 2, 3], for sum(x) or std(x)",
        ),
    ),
    row(
        Start,
        &[Is(&["="]), Rest],
        "=SQRT(16)",
        ("", "a statement has no = in front, and names are lower case: `sqrt(16)`, `2*pi`"),
    ),
    row(
        Anywhere,
        &[Is(&["("]), Unknown, Is(&[":"]), Unknown, Is(&[")"])],
        "STDEV(A1:A3)",
        (
            "found cells from {1} to {2}",
            "cells are a column, which has one name: x = [1, 2, 3]; then sum(x), mean(x), std(x)",
        ),
    ),
    row(
        Anywhere,
        &[Is(&["–", "—", "‐", "‒"])],
        "5 – 3",
        ("found the dash {1}", "a minus is typed -, as in `5 - 3`"),
    ),
    row(
        Start,
        &[Is(&["/"]), Is(&["/", "*"])],
        "// a comment",
        ("a comment begins with #", "write # instead of /{1}"),
    ),
    row(
        Start,
        &[Number, Is(&["/"]), Is(&["/"]), Number, End],
        "7 // 2",
        ("there is no operation //", "write `floor({1}/{2})`"),
    ),
    row(
        Anywhere,
        &[Is(&["/"]), Is(&["/"])],
        "a // b",
        ("there is no operation //", "floor(a/b) divides and rounds down; a comment begins with #"),
    ),
    row(
        Start,
        &[Value, Is(&["div"]), Value, End],
        "7 div 2",
        ("there is no operation div", "write `floor({1}/{2})`"),
    ),
    row(
        Anywhere,
        &[Is(&["div"]), Value],
        "-7 div 2",
        ("there is no operation div", "floor(a/b) divides and rounds down"),
    ),
    row(
        Start,
        &[Value, Is(&["mod"]), Value, End],
        "5 mod 3",
        ("mod is a function, and its mark is %", "write `{1} % {2}`"),
    ),
    row(
        Anywhere,
        &[Is(&["mod"]), Value],
        "-5 mod 3",
        (
            "mod is a function, and its mark is %",
            "mod(a, b) is the remainder of a/b, and so is a % b",
        ),
    ),
];
