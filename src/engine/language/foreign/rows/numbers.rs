//! Numbers as they are written elsewhere, with units and percents.

use super::super::Part::{
    Decimal, End, Is, Name, Number, Numbers, OtherBase, Thousands, ThousandsAndFraction, Touching,
    Unknown, UpTo, Value,
};
use super::super::Place::{Anywhere, Start};
use super::super::{Part, Row};
use super::{NO_RANDOM_NUMBERS, row};

const CELSIUS: &[&str] = &["C", "celsius", "Celsius"];
const FAHRENHEIT: &[&str] = &["F", "fahrenheit", "Fahrenheit"];
const UNITS: Part = Is(&[
    "km", "m", "dm", "cm", "mm", "mi", "ft", "in", "kg", "g", "mg", "lb", "s", "ms", "h", "hours",
    "days", "l", "mph", "oz", "yd", "kWh", "USD", "EUR", "GB", "MB", "kB", "K", "W", "kW", "J",
    "N", "Hz", "kHz", "kr", "SEK", "NOK", "DKK", "CHF", "GBP", "JPY", "euro", "euros", "dollars",
    "mV", "kV", "V", "mA", "uA", "µA", "A", "nF", "uF", "pF", "ohm", "kohm", "Ω", "kΩ", "mW", "MW",
    "kPa", "Pa", "bar", "mL", "ml", "um", "µm", "nm", "us", "ns", "MHz", "GHz", "eV", "keV", "MeV",
    "year", "years", "month", "months", "week", "weeks", "minutes", "seconds", "meters", "liters",
]);

/// What others call an error with degrees of freedom.
const STUDENT: Part = Is(&["student", "Student", "students", "t"]);

const CURRENCIES: &[&str] = &["$", "€", "£", "¥"];

pub(super) const ROWS: &[Row] = &[
    row(Anywhere, &[Number, OtherBase], "0xff", ("numbers are decimal", "write `{2}`")),
    row(
        Start,
        &[
            Name,
            Is(&["="]),
            Number,
            Is(&["±", "+/-"]),
            Number,
            Is(&["log"]),
            Is(&["-"]),
            Is(&["normal"]),
            End,
        ],
        "a = 5 ± 0.1 log-normal",
        ("", "the word is lognormal: `{1} = {2} ± {4} lognormal`"),
    ),
    row(
        Anywhere,
        &[Is(&["±", "+/-"]), Number, STUDENT, Number],
        "a = 5 ± 0.1 student 4",
        ("", "Student's t is given by its degrees of freedom: ± {2} dof {4}"),
    ),
    row(
        Anywhere,
        &[Is(&["±", "+/-"]), Number, STUDENT],
        "a = 5 ± 0.1 student",
        ("", "Student's t is given by its degrees of freedom: ± {2} dof 9"),
    ),
    row(
        Anywhere,
        &[Is(&["±", "+/-"]), Number, Is(&["rect", "rectangle", "box", "flat", "square"])],
        "a = 5 ± 0.1 rect",
        ("", "the word is rectangular: ± {2} rectangular, where {2} is the half-width"),
    ),
    row(
        Anywhere,
        &[Is(&["±", "+/-"]), Number, Is(&["tri", "triangle"])],
        "a = 5 ± 0.1 tri",
        ("", "the word is triangular: ± {2} triangular, where {2} is the half-width"),
    ),
    row(
        Anywhere,
        &[Is(&["±", "+/-"]), Number, Is(&["arcsin", "sine", "sinusoidal"])],
        "a = 5 ± 0.1 sine",
        ("", "the word is arcsine: ± {2} arcsine, where {2} is the half-width"),
    ),
    row(
        Anywhere,
        &[Is(&["±", "+/-"]), Number, Is(&["gauss", "norm"])],
        "a = 5 ± 0.1 gauss",
        ("", "an error is normal unless another distribution is named: ± {2}"),
    ),
    row(
        Anywhere,
        &[Is(&["±", "+/-"]), Is(&["-"]), Number, Is(&["%"]), End],
        "a = 3 ± -10%",
        ("", "an uncertainty has no sign: {1} {2}%"),
    ),
    row(
        Start,
        &[UpTo("in"), Is(&["%"]), End],
        "120/150 in %",
        ("% is the remainder of a division", "for percent, write `100*{1!}`"),
    ),
    row(
        Start,
        &[Name, Is(&["="]), Number, Is(&["+"]), Is(&["-"]), Number, Is(&["%"]), End],
        "b = 23 +- 10%",
        ("", "an uncertainty is written ±: `{1} = {2} ± {3}%`"),
    ),
    row(
        Anywhere,
        &[
            Number,
            Touching,
            Is(&[","]),
            Touching,
            Thousands,
            Touching,
            Is(&[","]),
            Touching,
            Thousands,
        ],
        "1,234,567",
        ("", "thousands take no separator: `{1}{2}{3}`"),
    ),
    row(
        Start,
        &[Name, Is(&["="]), Number, Is(&[","]), Number, Is(&[","]), Numbers("")],
        "x = 1, 2, 3",
        ("several numbers make a column", "write `{1} = [{2}, {3}, {4}]`"),
    ),
    row(
        Anywhere,
        &[Decimal, Touching, Is(&[","]), Touching, Decimal],
        "1.5,2.5",
        ("", "several numbers make a column: `x = [{1}, {2}]`"),
    ),
    row(
        Anywhere,
        &[Decimal, Touching, Is(&[","]), Touching, Number],
        "1.234,5",
        ("", "the decimal mark is a point, and thousands take no separator"),
    ),
    row(
        Anywhere,
        &[Number, Touching, Is(&[","]), Touching, ThousandsAndFraction],
        "1,234.5",
        ("", "thousands take no separator: `{1}{2}`"),
    ),
    row(
        Anywhere,
        &[Number, Touching, Is(&[","]), Touching, Thousands],
        "1,234",
        ("", "thousands take no separator, {1}{2}, and the decimal mark is a point, {1}.{2}"),
    ),
    row(
        Anywhere,
        &[Number, Touching, Is(&[","]), Touching, Decimal],
        "1,2.5",
        ("", "several numbers make a column: `x = [{1}, {2}]`"),
    ),
    row(
        Anywhere,
        &[Number, Touching, Is(&[","]), Touching, Number],
        "3,5",
        ("", "the decimal mark is a point, {1}.{2}; thousands take no separator"),
    ),
    row(
        Start,
        &[Number, Is(&[".."]), Number, End],
        "1..5",
        ("", "a column counts from one number to another: `x = [{1} .. {2}]`"),
    ),
    row(
        Start,
        &[Name, Is(&["="]), Number, Is(&[".."]), Number, End],
        "x = 1..5",
        ("", "write `{1} = [{2} .. {3}]`"),
    ),
    row(
        Start,
        &[Number, Is(&[":"]), Number, End],
        "1:8",
        ("", "a column counts from one number to another: `x = {1}:{2}`"),
    ),
    row(
        Anywhere,
        &[Number, Touching, Decimal],
        "1.234.567",
        ("", "a number has one point and a whole exponent, and no separator between thousands"),
    ),
    row(
        Anywhere,
        &[Is(&["uniform"]), Is(&["("]), UpTo(","), UpTo(")")],
        "uniform(1, 2)",
        (
            NO_RANDOM_NUMBERS.0,
            "as an uncertain number, write `b = ({1} + {2!})/2 ± ({2} - {1!})/sqrt(12)`",
        ),
    ),
    row(
        Anywhere,
        &[Is(&["normal", "gauss"]), Is(&["("]), UpTo(","), UpTo(")")],
        "normal(1, 2)",
        (NO_RANDOM_NUMBERS.0, "as an uncertain number, write `b = {2} ± {3}`"),
    ),
    row(
        Anywhere,
        &[Is(&["rand", "random", "randn", "randint", "uniform", "gauss", "normal"]), Is(&["("])],
        "rand()",
        NO_RANDOM_NUMBERS,
    ),
    row(
        Anywhere,
        &[Number, Is(CELSIUS), Is(&["to", "in"]), Is(FAHRENHEIT)],
        "20 C to F",
        ("there are no units", "write `{1}*1.8 + 32`"),
    ),
    row(
        Anywhere,
        &[Number, Is(FAHRENHEIT), Is(&["to", "in"]), Is(CELSIUS)],
        "98.6 F in C",
        ("there are no units", "write `({1} - 32)/1.8`"),
    ),
    row(
        Anywhere,
        &[Number, Name, Is(&["to", "in"]), Name],
        "5 kg in lb",
        ("there are no units", "multiply by how many {4} one {2} is, as `5*2.2046` for 5 kg in lb"),
    ),
    row(
        Anywhere,
        &[Number, UNITS],
        "3 km",
        ("there are no units", "give {2} a number, `{2} = …`, and write `{1}*{2}`"),
    ),
    row(
        Anywhere,
        &[Number, Is(&["x", "X"]), Number],
        "12 x 7",
        ("", "to multiply, write `{1}*{3}`"),
    ),
    row(
        Anywhere,
        &[Number, Is(&["%"]), Is(&["off"]), Value],
        "20% off 80",
        ("", "write `{2} - {1}%`"),
    ),
    row(Anywhere, &[Is(&["half"]), Is(&["of"]), Value], "half of 30", ("", "write `{1}/2`")),
    row(Anywhere, &[Is(CURRENCIES), Number], "$12.50", ("there are no currencies", "write `{2}`")),
    row(Anywhere, &[Number, Is(CURRENCIES)], "12.50 €", ("there are no currencies", "write `{1}`")),
    row(
        Anywhere,
        &[Number, Is(&["degrees", "degree"])],
        "30 degrees",
        ("there are no units", "write `{1}°`, which is `{1}*pi/180`"),
    ),
    row(
        Anywhere,
        &[Number, Is(&["rad", "radians"])],
        "2 rad",
        ("there are no units", "angles are in radians already: `{1}`"),
    ),
    row(
        Anywhere,
        &[Is(&["½", "⅓", "¼", "¾", "⅔"])],
        "½",
        ("there is no {1}", "write a division, as `1/2`"),
    ),
    row(
        Anywhere,
        &[Number, Is(&["%"]), Unknown],
        "5 % comment",
        ("", "a comment begins with #; for the remainder, give {2} a number first: `{2} = 3`"),
    ),
];
