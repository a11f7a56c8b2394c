//! What must hold after any history: it can be saved and loaded, a statement that fails changes
//! nothing, and what succeeds can be undone.

// What does not go as expected ends the test.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

#[path = "support/fixed_seed.rs"]
mod fixed_seed;
#[path = "support/histories.rs"]
mod histories;
#[path = "support/snapshot.rs"]
mod snapshot;

use fixed_seed::config;
use gradcalc::Session;
use gradcalc::commands::{self, Manner};
use histories::{any_statement, history};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use snapshot::{Depth, run, snapshot};

fn lived_through(lines: &[String]) -> Session {
    let mut session = Session::new();
    for line in lines {
        let _ = run(&mut session, line);
    }
    session
}

/// Saves the session and loads it in an empty one, which must be the same.
fn comes_back(session: &mut Session, lines: &[String]) -> TestCaseResult {
    let script = session.script();
    let from = lines.join("\n");
    let mut again = Session::new();
    for line in script.lines() {
        let outcome = run(&mut again, line);
        prop_assert!(outcome.is_ok(), "{outcome:?}: {line} of\n{script}\nfrom\n{from}");
    }
    prop_assert_eq!(
        snapshot(&mut again, Depth::Saved),
        snapshot(session, Depth::Saved),
        "in\n{}\nfrom\n{}",
        script,
        from
    );
    prop_assert_eq!(again.script(), script.clone(), "from\n{}", from);
    let mut grads: Vec<Vec<u64>> = Vec::new();
    for session in [&mut again, session] {
        let Some(root) = session.root().cloned() else {
            continue;
        };
        let order = session.backward(&root).nodes();
        let bits = |grad: f64| if grad.is_nan() { 0 } else { grad.to_bits() };
        grads.push(order.iter().map(|node| bits(node.grad())).collect());
    }
    prop_assert_eq!(grads.first(), grads.last());
    Ok(())
}

/// Whether a statement that succeeded has made a step for :undo, having changed something or not.
fn is_step(line: &str, has_changed: bool) -> bool {
    match line.split_whitespace().next().unwrap_or_default() {
        ":set" | ":freeze" | ":thaw" | ":del" | ":reset" | ":node" => true,
        ":step" => has_changed,
        command => !command.starts_with(':') && line.contains('='),
    }
}

proptest! {
    #![proptest_config(config(1500))]

    #[test]
    fn a_saved_session_is_the_same_session(bytes in vec(any::<u8>(), 0..250)) {
        let lines = history(&bytes);
        comes_back(&mut lived_through(&lines), &lines)?;
    }

    #[test]
    fn undo_takes_back_whatever_was_a_step(bytes in vec(any::<u8>(), 0..200)) {
        let lines = history(&bytes);
        let mut session = Session::new();
        let mut before: Vec<Vec<String>> = Vec::new();
        for line in &lines {
            let was = snapshot(&mut session, Depth::State);
            let done = run(&mut session, line).is_ok();
            if line == ":undo" {
                let wanted = before.pop().unwrap_or(was);
                prop_assert_eq!(
                    snapshot(&mut session, Depth::State), wanted, "in\n{}", lines.join("\n")
                );
            } else if done {
                let has_changed = snapshot(&mut session, Depth::State) != was;
                before.extend(is_step(line, has_changed).then_some(was));
            }
        }
        while let Some(wanted) = before.pop() {
            prop_assert!(session.undo().is_some(), "of\n{}", lines.join("\n"));
            prop_assert_eq!(
                snapshot(&mut session, Depth::State), wanted, "of\n{}", lines.join("\n")
            );
        }
        prop_assert!(session.undo().is_none(), "of\n{}", lines.join("\n"));
    }

    #[test]
    fn a_statement_that_fails_changes_nothing(
        bytes in vec(any::<u8>(), 0..100), attempts in vec(vec(any::<u8>(), 1..40), 1..12)
    ) {
        let lines = history(&bytes);
        // Two sessions with one past: one tries what fails, and both go back.
        let (mut session, mut other) = (lived_through(&lines), lived_through(&lines));
        let mut tried = lines.clone();
        for attempt in attempts {
            let statement = any_statement(&attempt);
            if statement.starts_with(":quit") {
                continue;
            }
            tried.push(statement.clone());
            let before = snapshot(&mut session, Depth::All);
            match run(&mut session, &statement) {
                Ok(()) => drop(run(&mut other, &statement)),
                Err(error) => {
                    let after = snapshot(&mut session, Depth::All);
                    prop_assert_eq!(after, before, "{} ({}) in\n{}", statement, error, tried.join("\n"));
                }
            }
        }
        loop {
            prop_assert_eq!(
                snapshot(&mut session, Depth::State),
                snapshot(&mut other, Depth::State),
                "after\n{}",
                tried.join("\n")
            );
            let undone = (session.undo(), other.undo());
            prop_assert_eq!(&undone.0, &undone.1, "after\n{}", tried.join("\n"));
            if undone.0.is_none() {
                break;
            }
        }
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
];

#[test]
fn what_was_lost_once_is_saved() {
    for text in LOST {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let mut session = Session::new();
        for line in &lines {
            run(&mut session, line).expect(line);
        }
        comes_back(&mut session, &lines).unwrap();
    }
}

#[test]
fn grads_outlive_an_export_that_cannot_be_written() {
    let mut session = Session::new();
    for line in ["a = 2", "L = a^2", "M = a*5 + L", ":grad L"] {
        run(&mut session, line).expect(line);
    }
    let before = snapshot(&mut session, Depth::All);
    let manner = Manner { watched: false, no_files: false };
    let text = ":export json M no/such/folder/file.json";
    assert!(commands::run(&mut session, text, manner).is_err());
    assert_eq!(snapshot(&mut session, Depth::All), before);
}
