//! What commands and topics of the help are called elsewhere, and what there is here.

/// What commands are called elsewhere.
const COMMANDS: &[(&[&str], &str)] = &[
    (
        &["backward", "backprop", "backpropagate", "gradient", "gradients", "sensitivity"],
        ":grad runs the backward pass, and :back takes it by hand",
    ),
    (&["forward", "print", "show", "value"], "a name or an expression alone prints its value"),
    (&["zero_grad", "zero"], "grads need no zeroing: each backward pass starts from 0"),
    (
        &["train", "descend", "gd", "sgd", "optimize", "optimise"],
        ":step RATE COUNT takes steps of gradient descent, and :minimize finds a minimum",
    ),
    (
        &["adam", "adamw", "momentum", "nesterov", "rmsprop", "optimizer", "optimiser", "optim"],
        "a kind of step is a word after its rate: :step 0.01 100 adam, or momentum 0.9; see :help step",
    ),
    (&["race", "runs"], ":compare COUNT RUN, RUN draws several runs of :step over each other"),
    (
        &["maximize", "maximise", "max"],
        "the maximum of L is the minimum of -L: :minimize -L; a negative RATE climbs: :step -0.01",
    ),
    (&["derivative", "derive", "differentiate"], "write :diff L a, or :diff f for a function"),
    (&["graph", "circuit", "picture"], ":draw draws the circuit, and :tree the expression"),
    (&["clear", "cls"], "at a terminal, clear wipes the screen; :reset forgets everything"),
    (&["delete", "rm", "remove", "unset"], "write :del NAME"),
    (&["store"], "write :save FILE"),
    (&["open", "run", "source", "import"], "write :load FILE"),
    (
        &["again", "repeat"],
        ":redo does again what :undo has undone; at a terminal, Up brings a line back",
    ),
    (
        &["hist", "histogram"],
        "there are no histograms; at a terminal, Up brings earlier lines back",
    ),
    (&["history"], "at a terminal, Up brings earlier lines back: see :help keys"),
    (
        &["regress", "regression", "linfit", "polyfit", "lsq", "lstsq", "curve_fit"],
        "a fit is made by :fit y = m*x + c",
    ),
    (&["integrate", "integral", "int", "quad"], AN_INTEGRAL),
    (&["mlp", "neuron", "layer", "network"], "write :net mlp 3 4 4 1"),
];

const AN_INTEGRAL: &str = "there are no integrals; a sum comes near: x = 0:0.001:1 and \
     (sum(x^2) - 1/2)*0.001 for x^2 from 0 to 1";

/// What people look for in the help that has no page of its own name.
const TOPICS: &[(&[&str], &str)] = &[
    (
        &["±", "+/-", "+-", "uncertainty", "uncertainties", "error", "sigma"],
        "m = 2.0 ± 0.1 or 2.0 +/- 0.1 gives a leaf one: see :help budget, :help correlate",
    ),
    (
        &["column", "columns", "array", "arrays", "vector", "list", "data", "csv"],
        "x = [1, 2, 3] is a column: see :help language, :help read and :help row",
    ),
    (&["units", "unit"], "there are none; a name can stand for one: km = 1000; 3*km"),
    (&["config", "settings", "init", "init.grad"], "see :help startup"),
    (&["function", "functions", "lambda", "def"], "f(x) = x^2 defines one: see :help language"),
    (&["constant", "constants", "precision", "number"], "see :help numbers and :help digits"),
    (&["networks", "training", "learning"], ":net makes a network, :step trains it: see :help net"),
    (&["optimizers", "optimisers"], "see :help step and :help compare"),
    (&["equation", "equations", "roots"], "see :help solve"),
    (&["least squares", "curve", "fitting"], "see :help fit"),
    (
        &["logit", "probit", "logistic", "glm", "poisson", "likelihoods", "mle"],
        "the negative logarithm is minimized: :minimize sum(softplus(z) - y*z) as likelihood; see :help likelihood",
    ),
    (
        &["predict", "prediction", "predictions", "forecast"],
        "after :fit the model at 5 is typed, m*5 + c, and has its ±; fit is it in each row: see :help fit",
    ),
    (
        &["trial", "trials", "monte carlo", "montecarlo"],
        ":budget draws the inputs at random a million times: see :help budget",
    ),
    (
        &["interval", "intervals", "confidence", "ci", "confint"],
        "detail has 95 % intervals: :fit y = m*x + c detail; see :help fit, :help minimize, :help budget",
    ),
    (
        &["outlier", "outliers", "subset", "exclude", "filter"],
        "rows are left out by where x < 10 or without 3 7: see :help fit, :help plot",
    ),
    (
        &["band", "bands"],
        ":plot y = fit draws the 95 % bands of the curve and of another measurement: see :help plot",
    ),
    (&["plotting", "chart", "charts"], "see :help plot"),
    (&["paste", "tables", "excel", "spreadsheet", "clipboard"], "paste the rows: see :help read"),
    (
        &["statistics", "deviation", "average"],
        "mean, median, std, var, count, and measured for mean ± s/√n: see :help std, :help measured",
    ),
    (
        &["percent", "percentage", "percentages"],
        "15% of 49.90 and 49.90 + 19% are computed; a number after % makes it a remainder, 17 % 5",
    ),
    (&["minimum", "minima", "optimum"], "see :help minimize"),
    (&["integral", "integrals", "integrate", "integration"], AN_INTEGRAL),
    (&["leaf", "leaves"], "see :help language and :help names"),
    (
        &["micrograd", "python", "pytorch", "torch"],
        "Value(2.0) is a = 2, L.backward() is :grad L, p.data -= 0.1 * p.grad is :step 0.1",
    ),
];

/// Returns what to do instead of a command by a name that it has elsewhere.
pub fn command(name: &str) -> Option<&'static str> {
    find(COMMANDS, name)
}

/// Returns where the help says more about a word that is no topic.
pub fn topic(name: &str) -> Option<&'static str> {
    find(TOPICS, name).or_else(|| command(name))
}

fn find(table: &'static [(&[&str], &str)], name: &str) -> Option<&'static str> {
    table.iter().find(|(names, _)| names.contains(&name)).map(|(_, hint)| *hint)
}

#[cfg(test)]
mod tests {
    use super::super::{RunOptions, commands, help, must_be_well_formed, run};
    use super::*;
    use crate::language::{
        Result, Scan, foreign_hints, foreign_rows, foreign_rows_that_run, random_rows,
    };
    use crate::session::Session;

    /// The words of a sentence that begin with a colon, without it.
    fn mentioned(sentence: &str) -> impl Iterator<Item = &str> {
        let words = sentence.split([' ', ',', ';']);
        words.filter_map(|word| word.trim_end_matches([':', '.']).strip_prefix(':'))
    }

    #[test]
    fn the_commands_and_topics_that_are_mentioned_exist() {
        for (names, hint) in COMMANDS.iter().chain(TOPICS) {
            for command in mentioned(hint) {
                assert!(commands().any(|row| row.name == command), "{hint}");
            }
            for (at, _) in hint.match_indices(":help ") {
                let topic = hint[at..].split([' ', ',', ';']).nth(1).unwrap();
                assert!(help::topic_names().any(|name| name == topic), "{hint}");
            }
            for name in *names {
                assert!(commands().all(|row| row.name != *name), "{name} is a command");
            }
        }
    }

    /// Makes sure that code in a hint is a statement, whatever its names mean.
    fn must_be_syntax(code: &str) -> Result<()> {
        let filled = [("…", "2"), ("RATE", "0.1"), ("COUNT", "5"), ("FILE", "f.svg")];
        let code = filled.iter().fold(code.to_owned(), |code, (from, to)| code.replace(from, to));
        let options = RunOptions { typed: true, ..RunOptions::default() };
        // Of one statement alone nothing is looked at.
        must_be_well_formed(&mut Session::new(), &Scan::of(format!("0; {code}")), options)
    }

    #[test]
    fn code_in_every_hint_is_a_statement_however_it_is_filled() {
        let (mut looked_at, mut refused) = (0, Vec::new());
        for seed in 0..80 {
            for (typed, codes) in random_rows(seed) {
                for code in codes {
                    looked_at += 1;
                    if let Err(error) = must_be_syntax(&code) {
                        refused.push(format!("{typed} | {code} | {error}"));
                    }
                }
            }
        }
        refused.sort();
        refused.dedup();
        assert!(refused.is_empty(), "{}", refused.join("\n"));
        assert!(looked_at > 8_000, "{looked_at}");
    }

    #[test]
    fn what_is_sure_is_run() {
        for row in foreign_rows_that_run() {
            let mut session = Session::new();
            let mut enter = |text: &str| run(&mut session, text, RunOptions::default()).map(|_| ());
            for before in ["a = 2", "L = a^2", "t = [1, 2, 4]"] {
                enter(before).unwrap();
            }
            enter(row).unwrap_or_else(|error| panic!("{row}: {error}"));
        }
    }

    #[test]
    fn code_in_a_hint_is_marked() {
        let marks_none = |hint: &&str| hint.contains("write ") && !hint.contains('`');
        let unmarked: Vec<&str> = foreign_hints().filter(marks_none).collect();
        // What these say to write is no statement.
        let known = [
            "write # instead",
            "write it without",
            "and its formula",
            "write *",
            "no need",
            "without a blank",
        ];
        let unknown = unmarked.iter().find(|hint| !known.iter().any(|known| hint.contains(known)));
        assert_eq!(unknown, None);
    }

    #[test]
    fn what_a_hint_tells_to_write_can_be_typed() {
        let (mut typed, mut refused) = (0, Vec::new());
        for row in foreign_rows() {
            let mut session = Session::new();
            let options = RunOptions { typed: true, ..RunOptions::default() };
            let mut enter = |text: &str| {
                text.split("; ").try_for_each(|it| run(&mut session, it, options).map(|_| ()))
            };
            enter("f(x) = x^2; a = 2; L = a^2").unwrap();
            let Err(error) = enter(row) else {
                panic!("{row} is no error");
            };
            enter("b = 3; n = 1; x = 3; y = 4; m = 1; p = 2; r = 1").unwrap();
            let advice = error.advice().and_then(|advice| advice.strip_prefix("write "));
            if let Some(written) = advice.filter(|it| {
                let more = [
                    "…", " or ", " and ", " for ", " with", " as ", ", ", "; :", "; below", "RATE",
                ];
                !more.into_iter().any(|mark| it.contains(mark))
            }) {
                typed += 1;
                if let Err(error) = enter(written) {
                    refused.push((row, written.to_owned(), error));
                }
            }
        }
        assert!(refused.is_empty(), "{refused:?}");
        assert!(typed > 40, "{typed}");
    }
}
