//! Habits from pocket calculators, spreadsheets and MATLAB: words for operations, and functions that are
//! a formula here.

use super::super::Part::{
    Elementwise, End, Function, Is, Name, Number, Numbers, Unknown, UpTo, Value,
};
use super::super::Place::{Anywhere, Start};
use super::super::{Part, Row};
use super::{row, runs};

const OPEN: Part = Is(&["("]);
const CLOSE: Part = Is(&[")"]);
const TO_RADIANS: Part = Is(&["deg2rad", "radians", ".deg2rad", ".radians"]);
const TO_DEGREES: Part = Is(&["rad2deg", "degrees", ".rad2deg", ".degrees"]);
const ROOT_FINDER: Part =
    Is(&["fsolve", "fzero", "brentq", "newton", "uniroot", "root_scalar", "findroot"]);
const IN_RADIANS: &str = "angles are in radians";
const LINE: Part = Is(&["polyfit", ".polyfit", "linregress", "lm", "LINEST"]);

pub(super) const ROWS: &[Row] = &[
    row(
        Start,
        &[Value, Is(&["plus"]), Value, End],
        "3 plus 4",
        ("operations are marks", "write `{1} + {2}`"),
    ),
    row(
        Start,
        &[Value, Is(&["minus"]), Value, End],
        "10 minus 3",
        ("operations are marks", "write `{1} - {2}`"),
    ),
    row(
        Start,
        &[Value, Is(&["times"]), Value, End],
        "3 times 4",
        ("operations are marks", "write `{1} * {2}`"),
    ),
    row(
        Start,
        &[Value, Is(&["divided"]), Is(&["by"]), Value, End],
        "12 divided by 4",
        ("operations are marks", "write `{1} / {2}`"),
    ),
    row(
        Anywhere,
        &[Is(&["plus", "minus", "times", "by"]), Value],
        "80 plus 10%",
        ("operations are marks", "+ adds, - subtracts, * multiplies, / divides"),
    ),
    row(
        Anywhere,
        &[Value, Is(&["over"]), Value],
        "12 over 4",
        ("operations are marks", "write `{1} / {2}`"),
    ),
    row(
        Anywhere,
        &[Value, Is(&["squared"])],
        "3 squared",
        ("operations are marks", "write `{1}^2`"),
    ),
    row(Anywhere, &[Value, Is(&["cubed"])], "3 cubed", ("operations are marks", "write `{1}^3`")),
    row(
        Anywhere,
        &[Number, Is(&["percent", "pct"]), Is(&["of"]), Value],
        "15 percent of 80",
        ("percent is written %", "write `{1}% of {3}`"),
    ),
    row(
        Anywhere,
        &[Number, Is(&["percent", "pct"])],
        "15 percent",
        ("percent is written %", "write `{1}%`"),
    ),
    runs(
        Start,
        &[Elementwise, End],
        "y = a .* 2",
        ("operations take columns row by row without a point", "write `{1}`"),
    ),
    row(Start, &[Function, Value, End], "f 3", ("a call needs parentheses", "write `{1}({2})`")),
    row(
        Anywhere,
        &[Is(&["sum", "mean", "min", "max"]), OPEN, Is(&["0", "1"]), Is(&[".."]), Number, CLOSE],
        "sum(1..10)",
        ("of whole numbers in a row, the ends have a colon between them", "write `{1}({2}:{3})`"),
    ),
    row(
        Anywhere,
        &[
            Is(&["sum"]),
            OPEN,
            Name,
            Is(&["="]),
            Is(&["0", "1"]),
            Is(&[".."]),
            Number,
            Is(&[","]),
            UpTo(")"),
        ],
        "sum(k = 1..10, k^2)",
        ("a sum is one of a column's rows", "write `{1} = {2}:{3}; sum({4})`"),
    ),
    row(
        Anywhere,
        &[Is(&["round"]), OPEN, UpTo(","), Number, CLOSE],
        "round(2.345, 2)",
        ("round goes to a whole number", "write `round({1!}*10^{2})/10^{2}`"),
    ),
    row(
        Anywhere,
        &[Is(&["int", "trunc", "fix", "Int", "INT"]), OPEN, Number, CLOSE],
        "int(2.7)",
        ("there is no {1}", "write `floor({2})`"),
    ),
    row(
        Anywhere,
        &[Is(&["trunc", "fix", "TRUNC"]), OPEN, UpTo(")")],
        "trunc(-2.7)",
        ("there is no {1}", "write `sign({2})*floor(abs({2}))`"),
    ),
    row(
        Anywhere,
        &[Is(&["sind"]), OPEN, UpTo(")")],
        "sind(30)",
        (IN_RADIANS, "write `sin({1!}*pi/180)`"),
    ),
    row(
        Anywhere,
        &[Is(&["cosd"]), OPEN, UpTo(")")],
        "cosd(60)",
        (IN_RADIANS, "write `cos({1!}*pi/180)`"),
    ),
    row(
        Anywhere,
        &[Is(&["tand"]), OPEN, UpTo(")")],
        "tand(45)",
        (IN_RADIANS, "write `tan({1!}*pi/180)`"),
    ),
    row(
        Anywhere,
        &[Is(&["asind"]), OPEN, UpTo(")")],
        "asind(0.5)",
        (IN_RADIANS, "write `asin({1})*180/pi`"),
    ),
    row(
        Anywhere,
        &[Is(&["acosd"]), OPEN, UpTo(")")],
        "acosd(0.5)",
        (IN_RADIANS, "write `acos({1})*180/pi`"),
    ),
    row(
        Anywhere,
        &[Is(&["atand"]), OPEN, UpTo(")")],
        "atand(1)",
        (IN_RADIANS, "write `atan({1})*180/pi`"),
    ),
    row(Anywhere, &[TO_RADIANS, OPEN, UpTo(")")], "deg2rad(30)", ("", "write `{2!}*pi/180`")),
    row(Anywhere, &[TO_DEGREES, OPEN, UpTo(")")], "rad2deg(1)", ("", "write `{2!}*180/pi`")),
    row(
        Anywhere,
        &[Number, Is(&["°"]), Is(&["C", "F"])],
        "100 °C",
        ("there are no units", "write `{1}`"),
    ),
    row(
        Start,
        &[ROOT_FINDER, OPEN, Is(&["@"]), OPEN, Name, CLOSE, UpTo(","), UpTo(")"), End],
        "fsolve(@(x) x^2 - 2, 1)",
        ("an equation is solved by a command", "write `:solve {3} = 0`"),
    ),
    row(
        Start,
        &[ROOT_FINDER, OPEN, Is(&["lambda"]), Name, Is(&[":"]), UpTo(","), UpTo(")"), End],
        "fsolve(lambda x: x^2 - 2, 1)",
        ("an equation is solved by a command", "write `:solve {3} = 0`"),
    ),
    row(
        Start,
        &[ROOT_FINDER, OPEN, Function, Is(&[","]), UpTo(")"), End],
        "fsolve(f, 1)",
        ("an equation is solved by a command", "write `:solve {2}(r) = 0`"),
    ),
    row(
        Anywhere,
        &[LINE, OPEN, Name, Is(&[","]), Name, Is(&[","]), Is(&["2"]), CLOSE],
        "polyfit(x, y, 2)",
        ("a fit is a command", "of two columns, `:fit {3} = a*{2}^2 + b*{2} + c` makes one"),
    ),
    row(
        Anywhere,
        &[LINE, OPEN, Name, Is(&[","]), Name],
        "polyfit(x, y, 1)",
        ("a fit is a command", "of two columns, `:fit {3} = a*{2} + b` makes one"),
    ),
    row(
        Anywhere,
        &[Is(&["IF", "If", "ifelse", "iif", "IIf", "cond"]), OPEN, UpTo(","), UpTo(","), UpTo(")")],
        "IF(a > 3, 1, 0)",
        ("there is no {1}", "write `where({2}, {3}, {4})`"),
    ),
    row(
        Anywhere,
        &[Is(&["zeros", "ones"]), OPEN, Number, CLOSE],
        "zeros(3)",
        ("there is no {1}", "write `k = 1:{2}`, and `0*k` or `0*k + 1`"),
    ),
    row(Anywhere, &[Is(&["Infinity", "infinity", "Inf", "INF"])], "Infinity", ("", "write `inf`")),
    row(Anywhere, &[Is(&["NaN", "NAN"])], "NaN", ("", "write `nan`")),
    row(
        Anywhere,
        &[Is(&["None", "null", "NULL", "nil", "undefined"])],
        "None",
        ("", "what is missing in a column is nan: `x = [1, nan, 3]`"),
    ),
    row(
        Anywhere,
        &[Number, Is(&["%"]), Unknown, Unknown],
        "5 % some comment",
        ("a comment begins with #, and % is a remainder", "write `{1}`, and # before the rest"),
    ),
    row(
        Start,
        &[Is(&["plot"]), OPEN, UpTo(","), Numbers(","), Numbers(")"), End],
        "plot(sin(x), 0, 10)",
        ("plot is a command", "write `:plot {1} {2} {3}`"),
    ),
    row(
        Start,
        &[Is(&["plot", "scatter"]), OPEN, Name, Is(&[","]), Name, CLOSE, End],
        "plot(x, y)",
        ("plot is a command", "of columns or a result and its leaf, `:plot {3} {2}` draws it"),
    ),
];
