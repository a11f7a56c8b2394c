//! The pages of the help that are not about one command or one operation.

/// A page of the help.
#[derive(Debug)]
pub struct Topic {
    /// Its name.
    pub name: &'static str,
    /// Its text, in lines of at most 80 columns.
    pub text: &'static str,
}

/// Every page.
pub static TOPICS: &[Topic] = &[
    Topic {
        name: "language",
        text: "\
a = 2.0                    a leaf; so is w = -3 or t = pi/4
L = (a*b + c) * f          a computed node; inner operations are L.1, L.2
c += c + 1                 c = c + (c + 1); also -= *= /= ^=
f(x) = 3x^2 - 4x + 5       a function; a call builds its nodes in place
a*b + c                    a bare expression; its value becomes _ (or ans)
a = 1; b = 2  # comment    several statements, and a comment
An open parenthesis goes on on the next line.",
    },
    Topic {
        name: "numbers",
        text: "\
2  2.5  .5  3.  1e-3  2.5E2  1_000_000; pi, tau, inf, nan. No e: it is exp(1).
A number directly before a name, a call or a parenthesis multiplies: 3x, 2(a+b).
-2^2 is -4, 2^-3 is 0.125, 2^3^2 is 512. 1/2x is refused: it is 1/(2x) or 1/2*x.
Arithmetic is IEEE double: 1/0 is inf, 0/0 is nan; a note says where it began.
Numbers inside an expression are constants: they get no gradient and no row.",
    },
    Topic {
        name: "names",
        text: "\
A name is bound as in Python: c = c + 1 makes a new node and leaves the old one,
now called c@1, to those built from it. :set changes a leaf in place instead.
b = a gives one node two names. Functions and values have separate names.",
    },
    Topic {
        name: "operations",
        text: "\
Written between operands, loosest first: + -, * /, a sign, ^ (also **). sum,
mean, max and min take any number of arguments. :help tanh shows one with its
derivative.",
    },
];
