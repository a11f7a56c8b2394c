//! Marks that do something else elsewhere.

use super::super::Part::{Is, Number, Rest, Value};
use super::super::Place::{Anywhere, Start};
use super::super::Row;
use super::row;

pub(super) const ROWS: &[Row] = &[
    row(
        Start,
        &[Is(&["="]), Rest],
        "=SUM(A1:A3)",
        ("", "a statement has no = in front; sum(x) adds up the rows of a column, x = [1, 2, 3]"),
    ),
    row(
        Start,
        &[Is(&["/"]), Is(&["/", "*"])],
        "// a comment",
        ("a comment begins with #", "write # instead of /{1}"),
    ),
    row(
        Anywhere,
        &[Number, Is(&["/"]), Is(&["/"]), Number],
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
        Anywhere,
        &[Value, Is(&["div"]), Value],
        "7 div 2",
        ("there is no operation div", "write `floor({1}/{2})`"),
    ),
    row(
        Anywhere,
        &[Value, Is(&["mod"]), Value],
        "5 mod 3",
        ("mod stands before its operands, or is written %", "write `{1} % {2}`"),
    ),
];
