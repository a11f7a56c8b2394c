//! The named constants of the language.

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
    Constant { name: "pi", aliases: &["π"], value: std::f64::consts::PI, help: "half a turn" },
    Constant { name: "tau", aliases: &[], value: std::f64::consts::TAU, help: "a whole turn" },
    Constant { name: "inf", aliases: &[], value: f64::INFINITY, help: "infinity" },
    Constant { name: "nan", aliases: &[], value: f64::NAN, help: "not a number" },
];

/// The constant called `name`.
pub fn constant(name: &str) -> Option<&'static Constant> {
    CONSTANTS.iter().find(|row| row.name == name || row.aliases.contains(&name))
}
