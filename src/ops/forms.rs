//! Calls of any number of arguments, folded from the left into operations of two operands.

/// A call that folds its arguments: `sum(a, b, c)` is `(a + b) + c`.
#[derive(Debug)]
pub struct Form {
    /// The name before the parenthesis.
    pub name: &'static str,
    /// The operation that joins two arguments, by the name it is shown by.
    pub joins: &'static str,
    /// Whether the result is divided by the number of arguments.
    pub averages: bool,
    /// One line of help.
    pub help: &'static str,
}

/// Every form.
pub static FORMS: &[Form] = &[
    Form { name: "sum", joins: "+", averages: false, help: "the sum of any number of arguments" },
    Form { name: "mean", joins: "+", averages: true, help: "their sum divided by their number" },
    Form {
        name: "max",
        joins: "max",
        averages: false,
        help: "the largest of any number of arguments",
    },
    Form {
        name: "min",
        joins: "min",
        averages: false,
        help: "the smallest of any number of arguments",
    },
];

/// The form called `name`.
pub fn form(name: &str) -> Option<&'static Form> {
    FORMS.iter().find(|row| row.name == name)
}
