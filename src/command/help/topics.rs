//! The help pages on topics.

/// A page of the help.
#[derive(Debug)]
pub struct Topic {
    /// Its name.
    pub name: &'static str,
    /// Its text, in lines of at most 80 columns.
    pub text: &'static str,
    /// Statements to demonstrate after the text.
    pub transcript: &'static str,
}

/// Every page.
pub static TOPICS: &[Topic] = &[
    Topic {
        name: "language",
        text: "\
a = 2.0                    a leaf; so is w = -3 or t = pi/4
L = (a*b + c) * f          a computed node; inner operations are L.1, L.2
c += c + 1                 c = c + (c + 1); likewise {marks}
f(x) = 3x^2 - 4x + 5       a function; a call builds its nodes in place
g = diff(L, a)             the derivative of L by a, as a node; see :help diff
a*b + c                    a bare expression; its value becomes _ (or ans)
m = 2.0 ± 0.1              a leaf with an uncertainty, as m = 2.0(1); ± 10% too;
                           sin(1.5 ± 0.1) makes one without a name, which stays
x = [0, 1, 2]              a column, a leaf with a number a row; 0:9 counts, as do
                           [0, 0.5 .. 9], linspace(0, 9, 19), arange(0, 9, 0.5)
x[2]                       one row of a column, a node; rows count from 1
x² √2 ∛8 30° 17 % 5        x^2, sqrt(2), cbrt(8), 30*pi/180, mod(17, 5)
a = 1; b = 2  # comment    several statements: all or, with a typo, none
An open parenthesis continues the expression on the next line.",
        transcript: "a = 2; f(x) = 3x^2 - 4x + 5\nL = f(a) + 1\nL + a\n:grad L",
    },
    Topic {
        name: "numbers",
        text: "\
2  2.5  .5  3.  1e-3  2.5E2  1_000_000; pi, deg, inf, nan; e is exp(1).
3x, 2(a+b), 2 x y, (a+b)(c+d), 2 pi (3/4) multiply; 2 3 does not, a (3) calls a.
x² is x^2, √2 is sqrt(2), ∛8 is cbrt(8), 30° is 30*pi/180.
15% of 40 is 0.15 * 40, x + 19% is x * 1.19; 7 % 3, a number after it, is 1.
-2^2 is -4, 2^-3 is 0.125, 2^3^2 is 512. 1/2x and a/b c are refused: 1/(2x).
Arithmetic is IEEE double: 1/0 is inf, 0/0 is nan; a note says where that began.
Numbers inside an expression are constants: they get no gradient and no row.",
        transcript: "-2^2; 2^-3; 2^3^2\nx = 3; 2x^2\n1_000_000 * 2.5e-3\n1/(x - 3)",
    },
    Topic {
        name: "names",
        text: "\
A name is bound as in Python: c = c + 1 makes a new node, and nodes built from
the old one keep it, now called c@1. :set changes a leaf in place instead.
b = a gives one node two names. Functions and values have separate names.
An earlier answer has no name: tables show its formula, (x^2), which can be typed.",
        transcript: "c = 2; L = 3*c\nc = c + 1\nL; c; c@1\n:vars",
    },
    Topic {
        name: "operations",
        text: "\
:help tanh shows one with its derivative, its domain and its kinks.
",
        transcript: "",
    },
    Topic {
        name: "keys",
        text: "\
At a terminal's prompt (what a page in a browser knows of it: :help page):
Tab          completes names, operations, commands and their arguments
Up, Down     earlier lines that begin like this one; Ctrl-R searches in them
Right        takes the gray rest of an earlier line
Alt-Enter    begins a new line of the same entry
Ctrl-C       discards the line, or interrupts a command; Ctrl-D quits
Ctrl-A, -E   to the start, to the end; Alt-B, Alt-F by words
Ctrl-W, -U   cut a word, or all before the cursor; Ctrl-Y puts it back
Ctrl-_       undoes the last edit; :undo the last statement
:keys vi     the keys of vi: Esc, then h l w b x dd u and / for the history;
             the prompt is : for commands, > for text
While you type, the value of the line appears after it in gray: → -8.",
        transcript: "",
    },
    Topic {
        name: "page",
        text: "\
gradcalc in a browser, with the circuit of the root beside the statements. From
the sources, page/build makes it: docs/page.md. What is different there:
Enter        answers; Shift-Enter begins a new line; Up, Down: earlier lines
boxes        pressing one explains its node; in :back it pushes its grad, in
             :quiz the marked one takes your answer; Tab and the arrow keys
             reach them all
sliders      move the leaves; one :undo undoes a whole drag
Train        steps until Stop, and shows how the root's data changes
Copy link    an address that rebuilds the session; there are no files, so :read,
             :save and :load are refused; a button saves what :export prints
Download     an HTML file with calculator and session, for a mail or a disk",
        transcript: "",
    },
    Topic {
        name: "startup",
        text: "\
$XDG_CONFIG_HOME/gradcalc/init.grad (or ~/.config/gradcalc/init.grad) is run
before the first prompt. Put settings there as the commands they are, and
functions:
  :digits 6
  :keys vi
  swish(x) = x*sigmoid(x)
Errors in it are only warnings. Scripts and pipes do not run it. Typed lines are
kept in $XDG_STATE_HOME/gradcalc/history (or ~/.local/state/gradcalc/history).
$GRADCALC_HISTORY names another file; if it is empty, nothing is kept.
On macOS both files are in ~/Library/Application Support/gradcalc, on Windows in
%APPDATA%\\gradcalc and %LOCALAPPDATA%\\gradcalc.",
        transcript: "",
    },
    Topic {
        name: "categories",
        text: "\
A column of texts has a category for each. == and != compare it with one text, in
quotation marks, and by marks rows with it. where(g == \"a\", p, q) gives each
group a parameter of its own; sum(y*(g == \"a\"))/sum(g == \"a\") is a mean.",
        transcript: "g = [\"a\", \"b\", \"a\"]; y = [1, 5, 3]\ng == \"a\"\nsum(y*(g == \"a\"))/sum(g == \"a\")",
    },
    Topic {
        name: "gaps",
        text: "\
A cell without a number is nan, a gap of its column. :fit, :plot, measured, std,
var, median, count and sort leave it out and say so; sum, mean, min and max are
nan, with a note that names the rows. :read FILE skip leaves out whole rows.",
        transcript: "v = [1, nan, 5]\nmean(v)\nmedian(v)\nsum(where(is_given(v), v, 0))/sum(is_given(v))",
    },
    Topic {
        name: "weights",
        text: "\
Rows whose column has a ±, y = [1, 2, 4] ± 0.1 or :set y ± sy, count by 1/u² in
:fit, and so does a ± of x. Weights known but for a factor go on both sides:
:fit y/s = F/s. In a likelihood a factor does it: sum(w*(...)).",
        transcript: "x = [1, 2, 3, 4]; y = [2.1, 3.9, 6.2, 7.7] ± [0.1, 0.1, 0.3, 0.3]\n:fit y = m*x",
    },
    Topic {
        name: "residuals",
        text: "\
After :fit Y = F the name residual means Y - F, and fit means F: :plot residuals,
:plot residuals x, max(abs(residual)), :write FILE x y fit residual.
See :help fit, :help plot.",
        transcript: "x = [1, 2, 3, 4]; y = [1.1, 1.9, 3.2, 3.9]\n:fit y = m*x + c\nresidual",
    },
    Topic {
        name: "likelihood",
        text: "\
:minimize ROOT as likelihood takes ROOT as the negative logarithm of the
likelihood of all rows, a sum over them, and gives each leaf its ±. Of a logit it
is sum(softplus(z) - y*z), of counts sum(m - n*log(m)), of normal errors
sum((y - f)^2/(2s^2) + log(s)). See :help minimize.",
        transcript: "n = [3, 0, 2, 5, 1, 4]; m = 1\n:minimize sum(m - n*log(m)) as likelihood detail",
    },
];
