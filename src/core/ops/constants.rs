//! The named constants of the language.

use std::f64::consts::PI;

/// A name that stands for a number until it is assigned.
#[derive(Debug)]
pub struct Constant {
    /// The name it is shown by.
    pub name: &'static str,
    /// Other names for it.
    pub aliases: &'static [&'static str],
    /// The number.
    pub value: f64,
    /// One line of help.
    pub help: &'static str,
}

/// The constants. There is no `e`, which learners use as a name: it is `exp(1)`.
pub static CONSTANTS: &[Constant] = &[
    Constant { aliases: &["π"], ..row("pi", PI, "half a turn") },
    Constant { aliases: &["°"], ..row("deg", PI / 180.0, "a degree, in radians") },
    Constant { aliases: &["∞"], ..row("inf", f64::INFINITY, "infinity") },
    row("nan", f64::NAN, "not a number"),
];

const fn row(name: &'static str, value: f64, help: &'static str) -> Constant {
    Constant { name, aliases: &[], value, help }
}

/// The constant called `name`.
pub fn constant(name: &str) -> Option<&'static Constant> {
    CONSTANTS.iter().find(|row| row.name == name || row.aliases.contains(&name))
}
