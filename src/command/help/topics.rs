//! The help pages on topics.

/// A page of the help.
#[derive(Debug)]
pub struct Topic {
    pub name: &'static str,
    /// Its lines: paragraphs, or rows of two columns with three blanks between them.
    pub lines: &'static [&'static str],
}

pub static TOPICS: &[Topic] = &[
    Topic {
        name: "language",
        lines: &[
            "a = 2.0                    a leaf; so is w = -3 or t = pi/4",
            "L = (a*b + c) * f          a computed node; inner operations are L.1, L.2",
            "c += c + 1                 c = c + (c + 1); likewise -= *= /= ^= %=",
            "f(x) = 3x^2 - 4x + 5       a function; a call builds its nodes in place",
            "g = diff(L, a)             the derivative of L with respect to a, as a node",
            "a*b + c                    a bare expression; its value becomes _ (or ans)",
            "m = 2.0 ± 0.1              a leaf with an uncertainty, as 2.0(1) or ± 10%",
            "x = [0, 1, 2]              a column: a leaf with a number per row; also 0:9",
            "x[2]                       one row of a column, a node; rows count from 1",
            "x² √2 ∛8 30° 17 % 5        x^2, sqrt(2), cbrt(8), 30*pi/180, mod(17, 5)",
            "a = 1; b = 2  # comment    several statements; if one has a typo, none runs",
            "An open parenthesis continues the expression on the next line.",
        ],
    },
    Topic {
        name: "numbers",
        lines: &[
            "2  2.5  .5  3.  1e-3  2.5E2  1_000_000; pi, deg, inf, nan; exp(1) for e.",
            "3x, 2(a+b), 2 x y, (a+b)(c+d) multiply; 2 3 does not, a (3) calls a.",
            "15% of 40 is 0.15 * 40, x + 19% is x * 1.19; 7 % 3 is the remainder, 1.",
            "-2^2 is -4, 2^-3 is 0.125, 2^3^2 is 512. 1/2x and a/b c are refused: 1/(2x).",
            "Arithmetic is IEEE double: 1/0 is inf, 0/0 is nan; a note says where it starts.",
            "Numbers inside an expression are constants: they get no gradient and no row.",
        ],
    },
    Topic {
        name: "names",
        lines: &[
            "A name is bound as in Python: c = c + 1 makes a new node, and nodes built from \
             the old one keep it, now called c@1. :set changes a leaf in place instead.",
            "b = a gives one node two names. Functions and values have separate names.",
            "Earlier answers have no name; type their formula as tables show it, such as (x^2).",
        ],
    },
    Topic {
        name: "operations",
        lines: &[
            "or    binds loosest; then and, then not",
            "<     and <= > >= == !=; 0 < x < 1 works; also a if c else b",
            "+     and -",
            "*     and / %",
            "-x    binds looser than ^: -2^2 is -4",
            "^     from the right: 2^3^2 is 2^(3^2); calls bind tightest",
            "Calls: :help all lists them; :help tanh shows the derivative, domain and kinks of \
             one. sum mean min max count std var median sort fold a column.",
        ],
    },
    Topic {
        name: "keys",
        lines: &[
            "At the prompt of a terminal (for the browser, see :help page):",
            "Tab          completes names, operations, commands and their arguments",
            "Up, Down     earlier lines that begin like this one; Ctrl-R searches them",
            "Right        accepts the gray rest of an earlier line",
            "Alt-Enter    adds a line to the same entry",
            "Ctrl-C       discards the line, or interrupts a command; Ctrl-D quits",
            "Ctrl-A, -E   to the start, to the end; Alt-B, Alt-F by words",
            "Ctrl-W, -U   cut a word, or all before the cursor; Ctrl-Y pastes it",
            "Ctrl-_       undoes the last edit; :undo the last statement",
            ":keys vi     vi keys: Esc, then h l w b x dd u and / for the history",
            "As you type, a gray preview shows the result: → -8.",
        ],
    },
    Topic {
        name: "page",
        lines: &[
            "gradcalc in a browser shows the circuit of the root beside the statements. Build it \
             with page/build (docs/page.md). What differs from the terminal:",
            "Enter        runs the line; Shift-Enter adds a line; Up, Down: earlier lines",
            "boxes        press one to explain its node; in :back this pushes its grad, and in \
             :quiz the marked box takes your answer; Tab and arrow keys move between boxes",
            "sliders      move the leaves; one :undo undoes a whole drag",
            "Train        steps until Stop, and shows how the root's data changes",
            "Copy link    an address that rebuilds the session",
            "Download     an HTML file with calculator and session",
            "The page reads no files: :read, :save and :load are refused. A button saves the \
             output of :export.",
        ],
    },
    Topic {
        name: "startup",
        lines: &[
            "$XDG_CONFIG_HOME/gradcalc/init.grad (or ~/.config/gradcalc/init.grad) runs before \
             the first prompt. Put settings and functions into it:",
            "  :digits 6",
            "  :keys vi",
            "  swish(x) = x*sigmoid(x)",
            "Scripts and pipes do not run it.",
            "The history is $XDG_STATE_HOME/gradcalc/history (or \
             ~/.local/state/gradcalc/history). $GRADCALC_HISTORY names another file; an empty \
             name turns the history off.",
            "On macOS both files are in ~/Library/Application Support/gradcalc, on Windows in \
             %APPDATA%\\gradcalc and %LOCALAPPDATA%\\gradcalc.",
        ],
    },
    Topic {
        name: "gaps",
        lines: &[
            "A cell without a number is nan, a gap in its column. :fit, :plot, measured, std, \
             var, median, count and sort leave gaps out. With a gap, sum, mean, min and max are \
             nan, and a note names the rows. :read FILE skip leaves out whole rows.",
        ],
    },
];
