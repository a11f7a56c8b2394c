//! micrograd's demo: its network on the two moons, in a dozen lines and written out, trained to the
//! losses that the field has published.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

#[path = "support/moons.rs"]
mod moons;

use std::path::PathBuf;

use gradcalc::internals::commands::{RunOptions, run};
use gradcalc::{Session, evaluate};

fn examples() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("examples")
}

/// The example as far as it goes before the training.
fn dozen() -> String {
    let text = std::fs::read_to_string(examples().join("moons.grad")).unwrap();
    let (network, _) = text.split_once(":step").unwrap();
    network.to_owned()
}

fn session(script: &str) -> Session {
    let mut session = Session::new();
    session.set_folder(&examples());
    for line in script.lines() {
        // The library itself leaves files alone.
        run(&mut session, line, RunOptions::default())
            .unwrap_or_else(|error| panic!("{line}: {error}"));
    }
    session
}

#[track_caller]
fn loses(session: &mut Session, losses: &[(&str, f64)]) {
    for (line, want) in losses {
        evaluate(session, line).unwrap();
        let got = session.value("loss").unwrap().data();
        assert!((got - want).abs() <= 1e-8 * want, "after {line}: {got}, not {want}");
    }
}

const AT_ONE_RATE: &[(&str, f64)] = &[
    ("", 0.8958441028683222),
    (":step 0.1", 0.4726089260809178),
    (":step 0.1 9", 0.27784502300534075),
    (":step 0.1 90", 0.09755199454615722),
];

#[test]
fn the_demo_learns_as_the_field_knows_it_does() {
    loses(&mut session(&dozen()), AT_ONE_RATE);
    let mut expanded = session(&moons::expanded());
    loses(&mut expanded, AT_ONE_RATE);
    // A point each has a node of its own, whose inner nodes are the network at that point.
    assert!(expanded.names().get("m99").is_some());
}

#[test]
fn the_demo_ends_as_micrograds_own_notebook_does() {
    // The notebook prints the loss before each step, so its last one is that of 99.
    let mut session = session(&dozen());
    loses(&mut session, &[(":step (1 - 0.9k/100) 99", 0.010978370135492717)]);
    evaluate(&mut session, "accuracy = mean(step(y*score))").unwrap();
    assert_eq!(session.value("accuracy").unwrap().data(), 1.0);
}
