//! The laws of tests/support/net on what its generators make of random bytes: seconds of what the
//! fuzzers in fuzz/ do for hours.

// What does not go as expected ends the test.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use crate::support::fixed_seed::config;
use crate::support::golden;
use crate::support::net::snapshot::{Depth, snapshot};
use crate::support::net::{Choices, generate, laws};
use crate::support::run;
use gradcalc::Session;
use gradcalc::internals::commands::{self, RunOptions};
use gradcalc::internals::language::{Scan, parse};
use gradcalc::internals::ops;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// What generators choose by.
fn bytes(most: usize) -> impl Strategy<Value = Vec<u8>> {
    vec(any::<u8>(), 0..most)
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn nothing_that_is_typed_makes_the_parser_panic(bytes in bytes(100), other in ".*") {
        for text in [&generate::soup(&mut Choices::new(&bytes)), &other] {
            for statement in Scan::of(text.as_str()).statements() {
                if let Err(error) = parse(statement) {
                    let span = error.moved(statement.start).span();
                    prop_assert!(span.start <= span.end);
                    prop_assert!(span.start as usize <= text.len() + 1);
                }
            }
        }
    }

    #[test]
    fn whatever_is_typed_is_answered_in_words(bytes in bytes(200)) {
        let mut choices = Choices::new(&bytes);
        let mut session = laws::begun();
        while !choices.is_spent() {
            laws::what_is_said_is_sound(&mut session, &generate::soup(&mut choices));
        }
    }
}

proptest! {
    #![proptest_config(config(100))]

    #[test]
    fn answers_are_the_same_in_every_format(bytes in bytes(400)) {
        let mut session = Session::new();
        for statement in history(&bytes) {
            laws::what_is_said_is_sound(&mut session, &statement);
        }
    }

    #[test]
    fn every_command_answers_in_words(bytes in bytes(300)) {
        let mut choices = Choices::new(&bytes);
        let mut session = laws::begun();
        while !choices.is_spent() {
            laws::what_is_said_is_sound(&mut session, &generate::command(&mut choices));
        }
    }

    #[test]
    fn derivatives_agree_with_each_other(bytes in bytes(200)) {
        let mut session = laws::session_of(&generate::calculation(&mut Choices::new(&bytes)));
        // A session whose numbers leave the range of doubles shows nothing.
        prop_assume!(laws::derivatives_are_grads(&mut session) > 0);
        laws::check_agrees(&mut session);
        laws::formulas_mean_their_nodes(&mut session);
        laws::tape_is_the_pass(&mut session);
    }

    #[test]
    fn single_steps_are_one_run(bytes in bytes(200), rate in -0.1..0.3, count in 1..12_usize) {
        laws::single_steps_are_many(&history(&bytes), rate, count);
    }
}

/// The statements that `bytes` choose.
fn history(bytes: &[u8]) -> Vec<String> {
    generate::history(&mut Choices::new(bytes))
}

proptest! {
    #![proptest_config(config(20))]

    #[test]
    fn drawings_call_nodes_by_their_names(bytes in bytes(60)) {
        let mut session = laws::session_of(&generate::networks(&mut Choices::new(&bytes)));
        laws::labels_are_names(&mut session);
    }
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn a_saved_session_is_the_same_session(bytes in bytes(400)) {
        laws::saved_is_loaded(&history(&bytes));
    }

    #[test]
    fn undo_takes_back_whatever_was_a_step(bytes in bytes(400)) {
        laws::undo_goes_back(&history(&bytes));
    }

    #[test]
    fn a_statement_that_fails_changes_nothing(past in bytes(200), attempts in bytes(200)) {
        laws::failures_change_nothing(&history(&past), &history(&attempts));
    }

    #[test]
    fn a_script_does_what_its_statements_do(past in bytes(150), script in bytes(250)) {
        laws::loading_is_running(&history(&past), &history(&script));
    }

    #[test]
    fn a_node_can_be_typed_by_the_name_it_is_shown_under(bytes in bytes(400)) {
        laws::names_can_be_typed(&history(&bytes));
    }
}

proptest! {
    #![proptest_config(config(30))]

    #[test]
    fn no_bytes_make_the_program_panic(
        noise in bytes(400), choices in bytes(400),
        format in select(gradcalc::internals::views::FORMATS.iter().map(|row| row.name).collect::<Vec<_>>())
    ) {
        let soup = generate::soup(&mut Choices::new(&choices));
        let input = [noise, soup.into_bytes()].concat();
        let arguments = ["--no-files", "--echo", "--format", format];
        let outcome = run::run(&std::env::temp_dir(), &arguments, &input);
        prop_assert!(outcome.status == 0 || outcome.status == 1, "{:?}", outcome);
        prop_assert!(!outcome.stderr.contains("panicked"), "{}", outcome.stderr);
        for stream in [&outcome.stdout, &outcome.stderr] {
            prop_assert!(!stream.contains(['\u{0}', '\u{1b}', '\u{7f}', '\u{202e}']), "{:?}", stream);
        }
    }
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn what_was_fitted_is_saved_to_the_last_bit(bytes in bytes(60)) {
        laws::saved_is_loaded(&generate::fits(&mut Choices::new(&bytes)));
    }
}

/// Histories that once were saved as scripts that could not be loaded.
const LOST: &[&str] = &[
    // An older binding that only the root holds, by a node inside it.
    "a = 2\nL = a*3 + 1\n:grad L.1\nL = 7\nM = L@1.1 + 1",
    "a = 2\na*3 + 1\n:grad _.1\n7",
    // Answers that are gone or have another name.
    "a = 2\nb = a*3\na*4 + b\n:undo",
    "a = 2\na*4\nb = _\n5\nc = b + 1\nb = 3\n:undo",
    // Inner nodes that no statement has, and a root that was computed no more.
    "a = 1\n:node M@1.1 a*2\nx = M@1.1 + 1\nM = 4\nM = x",
    ":node L@1.1 3\nx = L@1.1*2\n:freeze L@1.1\n:node L@1 x + 1\n:root L@1.1",
    "a = 2\na = diff(a + 1, a)",
    // A name that is bound again keeps its place among the others in both.
    "a = 1\nb = 2\na = 3\nc = b\nd = b\nc = 4\n:undo",
    // The uncertainties of a network that was fitted.
    "x = [0, 1, 2, 3, 4, 5]\ny = [0.1, 0.3, 0.2, 0.5, 0.9, 0.7]\n:net n 1 1\n:fit y = n(x)\nz = n(2)",
    // An answer that is the node of the one before, which the name of the answer alone is not.
    "L = 2\n2.5\nL = 3\n_@1\nx = 5",
    // A group made of one that was the answer.
    "b = -3\nsoftmax(2, b) == 0.5\na = _ + 1\n5",
];

#[test]
fn what_was_lost_once_is_saved() {
    for text in LOST {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let mut session = Session::new();
        for line in &lines {
            laws::run(&mut session, line).expect(line);
        }
        laws::saved_is_loaded(&lines);
    }
}

#[test]
fn a_name_in_marks_is_told_without_what_controls_a_terminal() {
    let mut session = Session::new();
    for text in ["x = 1", ":del \"a\u{7f}.b\"", ":del \"\u{1b}[2Ja@1\""] {
        laws::what_is_said_is_sound(&mut session, text);
    }
}

#[test]
fn a_zero_is_shown_without_its_sign() {
    for text in ["-0", "0*-1"] {
        laws::what_is_said_is_sound(&mut Session::new(), text);
    }
}

#[test]
fn grads_outlive_an_export_that_cannot_be_written() {
    let mut session = Session::new();
    for line in ["a = 2", "L = a^2", "M = a*5 + L", ":grad L"] {
        laws::run(&mut session, line).expect(line);
    }
    let before = snapshot(&mut session, Depth::All);
    let options = RunOptions::default();
    let text = ":export json M no/such/folder/file.json";
    assert!(commands::run(&mut session, text, options).is_err());
    assert_eq!(snapshot(&mut session, Depth::All), before);
}

/// Nodes that were once shown under names that meant nothing.
const UNTYPABLE: &[&str] = &[
    "a = 2; b = 1; log(-a^22.5*b + 1); :diff _ a; :diff _ b",
    "a = 2; L = a*3 + 1; M = L.1 + 1; L = 1",
];

#[test]
fn what_could_not_be_typed_once_can_be() {
    for text in UNTYPABLE {
        let lines: Vec<String> = text.split("; ").map(str::to_owned).collect();
        laws::names_can_be_typed(&lines);
    }
}

/// The fuzzers' dictionary is made from the tables; `REWRITE_GOLDEN=1 cargo test` writes it anew.
#[test]
fn the_dictionary_has_every_word_of_the_tables() {
    let commands = commands::commands().flat_map(|row| row.aliases.iter().chain([&row.name]));
    let operations = ops::operations().flat_map(|row| row.aliases.iter().chain([&row.name]));
    let words = commands
        .map(|name| format!(":{name} "))
        .chain(operations.map(|name| (*name).to_owned()))
        .chain(ops::call_names().map(|name| format!("{name}(")))
        .chain(ops::CONSTANTS.iter().map(|constant| constant.name.to_owned()))
        .chain([" = ", " ± ", "; ", "f(x) = ", "L.1", "a@1", "1e308"].map(str::to_owned));
    let mut found: Vec<String> = words.map(|word| quoted(&word)).collect();
    found.sort();
    found.dedup();
    let path = golden::project().join("tests/support/net/words.dict");
    assert!(golden::agrees(&path, &found.concat()), "the dictionary is out of date");
}

/// A line of a dictionary; what is not ASCII stands there byte by byte.
fn quoted(word: &str) -> String {
    let byte = |byte: u8| match byte {
        b'"' | b'\\' => format!("\\{}", char::from(byte)),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!("\\x{byte:02x}"),
    };
    format!("\"{}\"\n", word.bytes().map(byte).collect::<String>())
}

#[test]
fn a_grad_that_vanishes_on_its_way_is_not_compared() {
    let session = |text: &str| laws::session_of(&["a = 2".to_owned(), text.to_owned()]);
    assert_eq!(laws::derivatives_are_grads(&mut session("a*1e302*1e-200*1e-200")), 0);
    assert_eq!(laws::derivatives_are_grads(&mut session("a*1e102*1e-100*1e-100")), 1);
}
