//! The table of wrong local derivatives that learners write down, by operation and operand.

/// The wrong rules for one operand of an operation.
#[derive(Debug)]
pub struct WrongRules {
    /// The operation, by its name in the table of operations.
    pub operation: &'static str,
    /// The index of the operand.
    pub operand: usize,
    /// Rules of which a part is missing or misplaced.
    pub parts: &'static [WrongRule],
    /// Rules of something else.
    pub others: &'static [WrongRule],
    /// A graph with the operation on `x` and `n` as `t`, and the root `y = 7t`.
    #[cfg_attr(not(test), expect(dead_code, reason = "tests ask about it"))]
    pub example: &'static str,
}

/// A wrong local derivative over `x`, `y` and `out`, as in the table of operations, and the words
/// after its formula; in these, `{x}`, `{y}` and `{out}` are the names of the operands and the node.
pub type WrongRule = (&'static str, &'static str);

/// Every row. Of several rules that give one number the first is told.
pub static WRONG_RULES: &[WrongRules] = &[
    WrongRules {
        operation: "+",
        operand: 0,
        parts: &[],
        others: &[("x", ITSELF_ADDED), ("y", PRODUCT)],
        example: "x = 3; n = -7; t = x + n; y = 7t",
    },
    WrongRules {
        operation: "+",
        operand: 1,
        parts: &[],
        others: &[("y", ITSELF_ADDED), ("x", PRODUCT)],
        example: "x = 3; n = -7; t = x + n; y = 7t",
    },
    WrongRules {
        operation: "-",
        operand: 0,
        parts: &[],
        others: &[("x", ITSELF_SUBTRACTED), ("y", PRODUCT)],
        example: "x = 3; n = -7; t = x - n; y = 7t",
    },
    WrongRules {
        operation: "-",
        operand: 1,
        parts: &[],
        others: &[("y", ITSELF_SUBTRACTED), ("-y", ITSELF_SUBTRACTED), ("x", PRODUCT)],
        example: "x = 3; n = -7; t = x - n; y = 7t",
    },
    WrongRules {
        operation: "/",
        operand: 0,
        parts: &[("1/y^2", "with a square that belongs to the rule for {y}")],
        others: &[("-x/y^2", "the rule for {y}"), ("y", PRODUCT)],
        example: "x = 6; n = 4; t = x/n; y = 7t",
    },
    WrongRules {
        operation: "/",
        operand: 1,
        parts: &[
            ("-x/y", "without the square of {y}"),
            ("-1/y^2", "without the numerator {x}"),
            ("x/y", "without the minus and the square of {y}"),
            ("1/y^2", "without the minus and the numerator {x}"),
            ("-x", "without the division by {y}^2"),
        ],
        others: &[("1/y", "the rule for the numerator"), ("x", PRODUCT)],
        example: "x = 6; n = 4; t = x/n; y = 7t",
    },
    WrongRules {
        operation: "^",
        operand: 0,
        parts: &[
            ("x^(y - 1)", "without the factor {y}"),
            ("y*x^y", "whose exponent is not lowered by 1"),
            ("y*x^(y - 2)", "whose exponent is lowered twice"),
            ("y*x", "without its exponent"),
            ("y", "without the power of {x}"),
            ("(y - 1)*x^(y - 1)", "whose factor is lowered too"),
            ("y*x^(y + 1)", "whose exponent is raised, not lowered"),
        ],
        others: &[
            ("out", "the power itself, not its slope"),
            ("out*log(x)", "the rule for the exponent"),
        ],
        example: "x = 3; n = 5; t = x^n; y = 7t",
    },
    WrongRules {
        operation: "^",
        operand: 1,
        parts: &[
            ("out", "without the factor log({x})"),
            ("log(x)", "without the power itself"),
            ("x^(y - 1)*log(x)", "whose exponent is lowered as in the rule for the base"),
        ],
        others: &[("y*x^(y - 1)", "the rule for the base")],
        example: "x = 3; n = 5; t = x^n; y = 7t",
    },
    WrongRules {
        operation: "exp",
        operand: 0,
        parts: &[("exp(x - 1)", "whose exponent is lowered as in a power")],
        others: &[
            ("x*exp(x - 1)", "the rule of a power"),
            ("x*out", "as if the exponent came down as in a power"),
            ("1/x", "the rule of log"),
        ],
        example: "x = 1.7; t = exp(x); y = 7t",
    },
    WrongRules {
        operation: "log",
        operand: 0,
        parts: &[("x", "without the 1/"), ("1/out", "1 over log({x}) instead of over {x}")],
        others: &[
            ("out", "log itself, not its slope"),
            ("exp(x)", "the rule of exp"),
            ("-1/x^2", "the slope of 1/{x}"),
        ],
        example: "x = 1.7; t = log(x); y = 7t",
    },
    WrongRules {
        operation: "sqrt",
        operand: 0,
        parts: &[
            ("1/out", "without the 2"),
            ("2*out", "without the 1/"),
            ("out/2", "with the root above the line"),
            ("1/2", "without the root"),
        ],
        others: &[("out", "the root itself, not its slope"), ("2*x", "the rule of a square")],
        example: "x = 6; t = sqrt(x); y = 7t",
    },
    WrongRules {
        operation: "sin",
        operand: 0,
        parts: &[],
        others: &[("out", "sin itself, not its slope"), ("-out", "the rule of cos")],
        example: "x = 1.2; t = sin(x); y = 7t",
    },
    WrongRules {
        operation: "cos",
        operand: 0,
        parts: &[],
        others: &[("out", "cos itself, not its slope"), ("-out", "minus cos, not its slope")],
        example: "x = 1.2; t = cos(x); y = 7t",
    },
    WrongRules {
        operation: "tan",
        operand: 0,
        parts: &[("1/cos(x)", "without the square"), ("1 + out", "without the square")],
        others: &[("out", "tan itself, not its slope"), ("1 - out^2", "the rule of tanh")],
        example: "x = 1.2; t = tan(x); y = 7t",
    },
    WrongRules {
        operation: "tanh",
        operand: 0,
        parts: &[("1 - out", "without the square"), ("out^2", "without the 1 -")],
        others: &[
            ("out*(1 - out)", "the rule of sigmoid"),
            ("out", "tanh itself, not its slope"),
            ("1 + out^2", "the rule of tan"),
        ],
        example: "x = 0.4; t = tanh(x); y = 7t",
    },
    WrongRules {
        operation: "sigmoid",
        operand: 0,
        parts: &[("1 - out", "without the factor {out}"), ("out^2", "without the 1 -")],
        others: &[
            ("1 - out^2", "the rule of tanh"),
            ("out", "sigmoid itself, not its slope"),
            ("out*(1 + out)", "with a plus where a minus belongs"),
        ],
        example: "x = 0.4; t = sigmoid(x); y = 7t",
    },
];

const PRODUCT: &str = "the rule of a product";
const ITSELF_ADDED: &str = "its own value, where a + has the slope 1";
const ITSELF_SUBTRACTED: &str = "its own value, where a - has the slope 1 or -1";
