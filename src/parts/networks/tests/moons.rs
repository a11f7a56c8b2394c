//! micrograd's demo: its network on the two moons, in a dozen lines and written out, trained to the
//! losses that the field has published.

use std::path::PathBuf;

use crate::command::{RunOptions, run};
use crate::core::language::parse_expression;
use crate::parts::descent;
use crate::parts::descent::Rate;
use crate::parts::descent::Trend;
use crate::support::moons;
use crate::{Session, evaluate};

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

/// After 0, 1, 10, 50 and 100 steps of one rate: by PyTorch in double precision.
const AT_ONE_RATE: &[(&str, f64)] = &[
    ("", 0.8958441028683222),
    (":step 0.1", 0.4726089260809178),
    (":step 0.1 9", 0.27784502300534075),
    (":step 0.1 40", 0.18257196304790457),
    (":step 0.1 50", 0.09755199454615722),
];

/// What micrograd's notebook prints before the step of this number, with its rate that falls.
const PUBLISHED: &[(u64, f64)] = &[
    (0, 0.8958441028683222),
    (1, 1.7235905336972022),
    (2, 0.7429006313851131),
    (5, 0.313545481918522),
    (10, 0.24507023853658053),
    (20, 0.18977522856087634),
    (50, 0.09875114765619622),
    (99, 0.010978370135492717),
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
fn the_demo_loses_step_by_step_what_micrograds_own_notebook_does() {
    // One run keeps the losses at steps 0, 1, 2, 5, 10 and so on, and at the last.
    let mut session = session(&dozen());
    let rate = Rate::typed(&mut session, &parse_expression("1 - 0.9k/100").unwrap()).unwrap();
    let descent = descent::descend(&mut session, rate, 99, None, None).unwrap();
    let losses: Vec<(u64, f64)> =
        descent.points.iter().map(|point| (point.step, point.root)).collect();
    assert_eq!(losses.len(), PUBLISHED.len());
    for ((step, got), (published, want)) in losses.iter().zip(PUBLISHED) {
        assert_eq!(step, published);
        assert!((got - want).abs() <= 1e-10 * want, "step {step}: {got}, not {want}");
    }
    assert_eq!(descent.trend(), Trend::Progressing, "its second half goes up and down, but falls");
    evaluate(&mut session, "accuracy = mean(step(y*score))").unwrap();
    assert_eq!(session.value("accuracy").unwrap().data(), 1.0);
}
