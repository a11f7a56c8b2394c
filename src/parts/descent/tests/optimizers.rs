//! Steps by optimizers: their results, their state and their formulas.

use serde_json::Value;

use crate::command::{RunOptions, run};
use crate::core::language::exact;
use crate::parts::descent::KINDS;
use crate::support::net::snapshot::{Depth, snapshot};
use crate::{Session, evaluate};

const START: &str = "a = -1.2; b = 1; c = 0.7; L = (1 - a)^2 + 10*(b - a^2)^2 + c^4 + a*c";

/// The same for what goes over rows.
const ROWS: &str = "\
a = 0.5; b = 0.2; c = 3; x = [1, 2, 3, 4, 5]; y = [1, 3, 2, 5, 4]; z = [1, 2]
L = mean((a*x + b - y)^2) + a^2*mean(z) + (c - max(x))^2/10";

fn typed(script: &str) -> Session {
    let mut session = Session::new();
    script.lines().for_each(|line| type_in(&mut session, line));
    session
}

#[track_caller]
fn type_in(session: &mut Session, line: &str) {
    evaluate(session, line).unwrap_or_else(|error| panic!("{line}: {error}"));
}

fn data(session: &mut Session, name: &str) -> f64 {
    session.value(name).unwrap().data()
}

#[track_caller]
fn is_near(got: f64, want: f64, within: f64, what: &str) {
    assert!((got - want).abs() <= within * want.abs().max(1e-3), "{what}: {got}, not {want}");
}

#[test]
fn steps_lead_where_those_of_torch_do() {
    let table = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/optimizers.csv"));
    let rows: Vec<Vec<&str>> = table.lines().skip(1).map(|row| row.split(',').collect()).collect();
    assert_eq!(rows.len(), 48);
    for row in rows {
        let [options, rate, steps, wanted @ ..] = row.as_slice() else { panic!("{row:?}") };
        let line = format!(":step {rate} {steps} {options}");
        let mut session = typed(START);
        type_in(&mut session, &line);
        for (name, wanted) in ["a", "b", "c", "L"].iter().zip(wanted) {
            // Platforms round powers differently, and rmsprop magnifies that.
            is_near(data(&mut session, name), wanted.parse().unwrap(), 1e-9, &line);
        }
    }
}

/// What follows the rate for each kind, and for some together.
fn options() -> Vec<String> {
    let word = |at: usize| {
        let kind = &KINDS[at];
        let numbers = kind.numbers.iter().map(|it| format!(" {}", exact(it.usual)));
        format!("{}{}", kind.word, if kind.is_bare { numbers.collect() } else { String::new() })
    };
    let words = (0..KINDS.len()).map(word);
    let together = ["decay 0.1", "adam 0.5 0.8 decay 0.1"];
    words.chain(together.map(str::to_owned)).collect()
}

#[test]
fn many_steps_are_what_single_steps_are() {
    for options in options() {
        let (mut many, mut single) = (typed(ROWS), typed(ROWS));
        type_in(&mut many, &format!(":step 0.01 20 {options}"));
        (0..20).for_each(|_| type_in(&mut single, &format!(":step 0.01 {options}")));
        let [many, single] = [many, single].map(|mut it| snapshot(&mut it, Depth::All));
        assert_eq!(many, single, "{options}");
    }
}

#[test]
fn undo_and_redo_carry_what_is_remembered() {
    for options in options() {
        let line = format!(":step 0.01 3 {options}");
        let (mut session, mut straight) = (typed(ROWS), typed(ROWS));
        type_in(&mut straight, &line);
        type_in(&mut straight, &line);
        for line in [&line, &line, ":undo", ":undo", ":redo", ":step 0.1", ":undo", &line] {
            type_in(&mut session, line);
        }
        let [one, other] = [session, straight].map(|mut it| snapshot(&mut it, Depth::State));
        assert_eq!(one, other, "{options}");
    }
}

#[test]
fn what_was_moved_by_hand_begins_anew_and_so_does_another_kind() {
    let moved = |between: &str| {
        let mut session = typed(START);
        type_in(&mut session, ":step 0.01 5 adam");
        type_in(&mut session, between);
        type_in(&mut session, ":step 0.01 adam");
        session
    };
    let fresh = |between: &str| {
        let mut session = typed(START);
        type_in(&mut session, ":step 0.01 5 adam");
        type_in(&mut session, between);
        let leaves = ["a", "b", "c"].map(|name| (name, data(&mut session, name)));
        let mut session = typed(START);
        for (name, number) in leaves {
            type_in(&mut session, &format!(":set {name} {}", exact(number)));
        }
        type_in(&mut session, ":step 0.01 adam");
        session
    };
    for between in [":step 0", ":step 0.1 momentum 0.5", ":set a 3; :set b -1; :set c 0.5"] {
        let [moved, fresh] = [moved(between), fresh(between)].map(|mut it| data(&mut it, "a"));
        assert_eq!(moved, fresh, "{between}");
    }
    // Only the leaf that was moved: the others go on.
    let [moved, fresh] = [moved(":set a 3"), fresh(":set a 3")]
        .map(|mut it| ["a", "b"].map(|name| data(&mut it, name)));
    assert_eq!(moved[0], fresh[0]);
    assert!(moved[1] != fresh[1]);
    // One that is put back where it was, has not been moved.
    let mut session = typed(START);
    type_in(&mut session, ":step 0.01 5 adam");
    let a = data(&mut session, "a");
    type_in(&mut session, &format!(":set a 3; :set a {}", exact(a)));
    let mut straight = typed(START);
    type_in(&mut straight, ":step 0.01 5 adam");
    for session in [&mut session, &mut straight] {
        type_in(session, ":step 0.01 adam");
    }
    assert_eq!(data(&mut session, "a"), data(&mut straight, "a"));
}

/// What a step of each kind does with a leaf.
const FORMULAS: [&[&str]; KINDS.len()] = [
    &["m = M*m + grad", "leaf = leaf - RATE*m"],
    &["m = MU*m + grad", "leaf = leaf - RATE*(grad + MU*m)"],
    &[
        "m = B1*m + (1 - B1)*grad",
        "v = B2*v + (1 - B2)*grad^2",
        "leaf = leaf - RATE * (m/(1 - B1^t)) / (sqrt(v/(1 - B2^t)) + 1e-8)",
    ],
    &["v = ALPHA*v + (1 - ALPHA)*grad^2", "leaf = leaf - RATE * grad / (sqrt(v) + 1e-8)"],
];

#[test]
fn formulas_say_what_the_rules_do() {
    for (kind, formulas) in KINDS.iter().zip(FORMULAS) {
        let mut session = typed("x = 3; L = x^2 + sin(x)");
        let mut by_formula = Session::new();
        let numbers = kind.numbers.iter().map(|it| format!("{} = 0.6", it.name));
        let averages = kind.averages.iter().map(|it| format!("{it} = 0"));
        type_in(&mut by_formula, "t = 0; RATE = 0.01; leaf = 3");
        averages.chain(numbers).for_each(|it| type_in(&mut by_formula, &it));
        let given = " 0.6".repeat(kind.numbers.len());
        for _ in 0..4 {
            type_in(&mut by_formula, "t = t + 1; grad = 2*leaf + cos(leaf)");
            formulas.iter().for_each(|it| type_in(&mut by_formula, it));
            type_in(&mut session, &format!(":step 0.01 {}{given}", kind.word));
            is_near(data(&mut session, "x"), data(&mut by_formula, "leaf"), 1e-12, kind.word);
        }
    }
}

#[test]
fn a_step_that_is_not_taken_is_not_remembered() {
    let mut session = typed("x = 1; L = log(x)\n:step 0.3 adam");
    let before = snapshot(&mut session, Depth::State);
    type_in(&mut session, ":step 5 adam");
    assert_eq!(snapshot(&mut session, Depth::State), before);
}

#[test]
fn a_comparison_moves_nothing() {
    let mut session = typed(START);
    type_in(&mut session, ":step 0.01 5 adam");
    let before = snapshot(&mut session, Depth::All);
    type_in(&mut session, ":compare 50 0.01, 0.01 adam, 1e9, 0.1 momentum 0.9 a");
    assert_eq!(snapshot(&mut session, Depth::All), before);
}

#[test]
fn a_run_that_is_compared_is_that_of_a_step() {
    let mut session = typed(START);
    let line = ":compare 30 0.005 momentum 0.9, 0.05 adam";
    let report = run(&mut session, line, RunOptions::default()).unwrap();
    let chart = report.chart().unwrap();
    let json = Value::Object(chart.data.as_ref().unwrap().json(chart)).to_string();
    for options in ["0.005 30 momentum 0.9", "0.05 30 adam"] {
        let mut session = typed(START);
        type_in(&mut session, &format!(":step {options}"));
        let last = data(&mut session, "L");
        assert!(json.contains(&format!("\"last\":{last:?}")), "{options}: {last} in {json}");
    }
}
