//! Forms: calls that the builder replaces by nodes of operations.

/// A call that stands for nodes of other operations: `sum(a, b, c)` is `(a + b) + c`.
#[derive(Debug)]
pub struct Form {
    /// The name before the parenthesis.
    pub name: &'static str,
    /// The nodes made of its arguments.
    pub makes: Makes,
    /// One line of help.
    pub help: &'static str,
}

/// The nodes that a form makes of its arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Makes {
    /// They are folded from the left.
    Fold {
        /// The operation that joins two arguments, by the name it is shown by.
        joins: &'static str,
        /// True if the result is divided by the number of arguments.
        averages: bool,
    },
    /// The derivative of the first with respect to the second.
    Derivative,
    /// A text in gradcalc's own language, as if the user had defined a function.
    ///
    /// Operations have one or two operands, to keep nodes small; a function with more that can be
    /// written with operations is a form.
    Body {
        /// The names of the arguments.
        parameters: &'static [&'static str],
        /// The text.
        text: &'static str,
    },
}

impl Form {
    /// Returns the call as help and completion show it: `sum(…)`, `clamp(x, low, high)`.
    pub fn written(&self) -> String {
        match self.makes {
            Makes::Body { parameters, .. } => format!("{}({})", self.name, parameters.join(", ")),
            Makes::Fold { .. } | Makes::Derivative => format!("{}(…)", self.name),
        }
    }
}

/// Every form.
pub static FORMS: &[Form] = &[
    Form {
        name: "sum",
        makes: Makes::Fold { joins: "+", averages: false },
        help: "the sum of any number of arguments",
    },
    Form {
        name: "mean",
        makes: Makes::Fold { joins: "+", averages: true },
        help: "their sum divided by their number",
    },
    Form {
        name: "max",
        makes: Makes::Fold { joins: "max", averages: false },
        help: "the largest of any number of arguments",
    },
    Form {
        name: "min",
        makes: Makes::Fold { joins: "min", averages: false },
        help: "the smallest of any number of arguments",
    },
    Form {
        name: "diff",
        makes: Makes::Derivative,
        help: "diff(L, a): the derivative of L with respect to the node a",
    },
    Form {
        name: "clamp",
        makes: Makes::Body { parameters: &["x", "low", "high"], text: "min(max(x, low), high)" },
        help: "x, but at least low and at most high",
    },
    Form {
        name: "where",
        makes: Makes::Body { parameters: &["c", "a", "b"], text: "when(c, a) + unless(c, b)" },
        help: "a where c is not 0, else b; what is not taken is not looked at",
    },
];

/// The form called `name`.
pub fn form(name: &str) -> Option<&'static Form> {
    FORMS.iter().find(|row| row.name == name)
}
