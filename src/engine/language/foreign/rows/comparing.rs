//! Comparisons, and marks that do something else elsewhere.

use super::super::Part::{End, Is, Number, Rest, Value};
use super::super::Place::{Anywhere, Start};
use super::super::Row;
use super::row;

const AT_LEAST: &str = "`1 - step({2} - {1})` is 1 where {1} is at least {2}, else 0";
const AT_MOST: &str = "`1 - step({1} - {2})` is 1 where {1} is at most {2}, else 0";

pub(super) const ROWS: &[Row] = &[
    row(
        Start,
        &[Is(&["="]), Rest],
        "=SUM(A1:A3)",
        ("", "a statement has no = in front; sum(x) adds up the rows of a column, x = [1, 2, 3]"),
    ),
    row(
        Start,
        &[Value, Is(&["="]), Is(&["="]), Value, End],
        "x == 2",
        ("there is no comparison ==", "`{1} - {2}` is 0 where they are equal"),
    ),
    row(
        Anywhere,
        &[Is(&["="]), Is(&["="])],
        "x + 1 == 2",
        ("there is no comparison ==", "a - b is 0 where a and b are equal"),
    ),
    row(
        Start,
        &[Value, Is(&["!"]), Is(&["="]), Value, End],
        "x != 2",
        ("there is no comparison !=", "`{1} - {2}` is 0 where they are equal"),
    ),
    row(
        Anywhere,
        &[Is(&["!"]), Is(&["="])],
        "x + 1 != 2",
        ("there is no comparison !=", "a - b is 0 where a and b are equal"),
    ),
    row(
        Start,
        &[Value, Is(&[">"]), Value, End],
        "x > 1",
        ("there is no comparison >", "`step({1} - {2})` is 1 where {1} is the larger, else 0"),
    ),
    row(
        Start,
        &[Value, Is(&["<"]), Value, End],
        "x < 1",
        ("there is no comparison <", "`step({2} - {1})` is 1 where {1} is the smaller, else 0"),
    ),
    row(
        Start,
        &[Value, Is(&[">"]), Is(&["="]), Value, End],
        "x >= 1",
        ("there is no comparison >=", AT_LEAST),
    ),
    row(Start, &[Value, Is(&["≥"]), Value, End], "x ≥ 1", ("there is no comparison ≥", AT_LEAST)),
    row(
        Start,
        &[Value, Is(&["<"]), Is(&["="]), Value, End],
        "x <= 1",
        ("there is no comparison <=", AT_MOST),
    ),
    row(Start, &[Value, Is(&["≤"]), Value, End], "x ≤ 1", ("there is no comparison ≤", AT_MOST)),
    row(
        Anywhere,
        &[Is(&["<", ">"]), Is(&["="])],
        "x + 1 >= y",
        ("there is no comparison {1}=", "1 - step(b - a) is 1 where a is at least b, else 0"),
    ),
    row(
        Anywhere,
        &[Is(&["≤", "≥"])],
        "x + 1 ≤ y",
        ("there is no comparison {1}", "1 - step(b - a) is 1 where a is at least b, else 0"),
    ),
    row(
        Anywhere,
        &[Is(&["<", ">"])],
        "x + 1 > y",
        ("there is no comparison {1}", "step(a - b) is 1 where a is larger than b, else 0"),
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
