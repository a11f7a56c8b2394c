//! The tables of wrong local derivatives that learners write down, by operation and operand.

/// A wrong rule: the operation, the index of its operand, the rule over `x`, `y` and `out` as in the table of
/// operations, and the words after its formula, where `{x}`, `{y}` and `{out}` are names.
pub type WrongRule = (&'static str, usize, &'static str, &'static str);

/// Rules with a part missing or misplaced. Of several that give one number, the first is reported.
pub static PARTS: &[WrongRule] = &[
    ("/", 0, "1/y^2", "with the square from the rule for {y}"),
    ("/", 1, "-x/y", "without the square of {y}"),
    ("/", 1, "-1/y^2", "without the numerator {x}"),
    ("/", 1, "x/y", "without the minus and the square of {y}"),
    ("/", 1, "1/y^2", "without the minus and the numerator {x}"),
    ("/", 1, "-x", "without the division by {y}^2"),
    ("^", 0, "x^(y - 1)", "without the factor {y}"),
    ("^", 0, "y*x^y", "with the exponent not lowered by 1"),
    ("^", 0, "y*x^(y - 2)", "with the exponent lowered twice"),
    ("^", 0, "y*x", "without its exponent"),
    ("^", 0, "y", "without the power of {x}"),
    ("^", 0, "(y - 1)*x^(y - 1)", "with the factor lowered, too"),
    ("^", 0, "y*x^(y + 1)", "with the exponent raised, not lowered"),
    ("^", 1, "out", "without the factor log({x})"),
    ("^", 1, "log(x)", "without the power itself"),
    ("^", 1, "x^(y - 1)*log(x)", "with the exponent lowered as in the rule for the base"),
    ("exp", 0, "exp(x - 1)", "with the exponent lowered as in a power"),
    ("log", 0, "x", "without the 1/"),
    ("log", 0, "1/out", "1 over log({x}) instead of over {x}"),
    ("sqrt", 0, "1/out", "without the 2"),
    ("sqrt", 0, "2*out", "without the 1/"),
    ("sqrt", 0, "out/2", "with the root in the numerator"),
    ("sqrt", 0, "1/2", "without the root"),
    ("tan", 0, "1/cos(x)", "without the square"),
    ("tan", 0, "1 + out", "without the square"),
    ("tanh", 0, "1 - out", "without the square"),
    ("tanh", 0, "out^2", "without the 1 -"),
    ("sigmoid", 0, "1 - out", "without the factor {out}"),
    ("sigmoid", 0, "out^2", "without the 1 -"),
];

/// Rules of something else.
pub static OTHERS: &[WrongRule] = &[
    ("+", 0, "1/2", SHARED),
    ("+", 1, "1/2", SHARED),
    ("+", 0, "x", ITSELF_ADDED),
    ("+", 0, "y", PRODUCT),
    ("+", 1, "y", ITSELF_ADDED),
    ("+", 1, "x", PRODUCT),
    ("-", 0, "x", ITSELF_SUBTRACTED),
    ("-", 0, "y", PRODUCT),
    ("-", 1, "y", ITSELF_SUBTRACTED),
    ("-", 1, "-y", ITSELF_SUBTRACTED),
    ("-", 1, "x", PRODUCT),
    ("/", 0, "-x/y^2", "the rule for {y}"),
    ("/", 0, "y", PRODUCT),
    ("/", 1, "1/y", "the rule for the numerator"),
    ("/", 1, "x", PRODUCT),
    ("^", 0, "out", "the power itself, not its slope"),
    ("^", 0, "out*log(x)", "the rule for the exponent"),
    ("^", 1, "y*x^(y - 1)", "the rule for the base"),
    ("exp", 0, "x*exp(x - 1)", "the rule of a power"),
    ("exp", 0, "x*out", "as if the exponent came down as in a power"),
    ("exp", 0, "1/x", "the rule of log"),
    ("log", 0, "out", "log itself, not its slope"),
    ("log", 0, "exp(x)", "the rule of exp"),
    ("log", 0, "-1/x^2", "the slope of 1/{x}"),
    ("relu", 0, "out", "relu itself, not its slope"),
    ("max", 0, "out", "the maximum itself, not its slope"),
    ("max", 1, "out", "the maximum itself, not its slope"),
    ("min", 0, "out", "the minimum itself, not its slope"),
    ("min", 1, "out", "the minimum itself, not its slope"),
    ("sqrt", 0, "out", "the root itself, not its slope"),
    ("sqrt", 0, "2*x", "the rule of a square"),
    ("sin", 0, "out", "sin itself, not its slope"),
    ("sin", 0, "-out", "the rule of cos"),
    ("cos", 0, "out", "cos itself, not its slope"),
    ("cos", 0, "-out", "minus cos, not its slope"),
    ("tan", 0, "out", "tan itself, not its slope"),
    ("tan", 0, "1 - out^2", "the rule of tanh"),
    ("tanh", 0, "out*(1 - out)", "the rule of sigmoid"),
    ("tanh", 0, "out", "tanh itself, not its slope"),
    ("tanh", 0, "1 + out^2", "the rule of tan"),
    ("sigmoid", 0, "1 - out^2", "the rule of tanh"),
    ("sigmoid", 0, "out", "sigmoid itself, not its slope"),
    ("sigmoid", 0, "out*(1 + out)", "with a plus instead of a minus"),
];

const PRODUCT: &str = "the rule of a product";
const SHARED: &str = "as if a + split the gradient";
const ITSELF_ADDED: &str = "its own value, but the slope of a + is 1";
const ITSELF_SUBTRACTED: &str = "its own value, but the slope of a - is 1 or -1";
