//! NIST's nonlinear fits, of which the bottom is known: what `:minimize` calls a minimum is one.

use std::fs;
use std::path::{Path, PathBuf};

use crate::parts::minimize::minimum;
use crate::report::Ending;
use crate::{Session, evaluate};
use serde_json::Value;

/// Sets that are slow as one sum of squares, or have other columns; `:fit` takes them all, in
/// fits.rs.
const LEFT_OUT: [&str; 8] =
    ["Bennett5", "Chwirut1", "ENSO", "Gauss1", "Gauss2", "Gauss3", "Kirby2", "Nelson"];
/// By how much more than the certified sum of squares a minimum may be, in parts of it.
const CLOSE: f64 = 1e-6;

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/nist")
}

/// The sum of squares of a set from one of its starts, as statements.
fn script(set: &Value, start: &str) -> String {
    let name = set["dataset"].as_str().unwrap();
    let starts = set["params"].as_array().unwrap().iter().zip(set[start].as_array().unwrap());
    let leaves: Vec<String> =
        starts.map(|(leaf, data)| format!("{} = {data}\n", leaf.as_str().unwrap())).collect();
    let rows = fs::read_to_string(data().join(format!("{name}.csv"))).unwrap();
    let terms: Vec<String> = rows
        .lines()
        .skip(1)
        .map(|row| {
            let (y, x) = row.split_once(',').unwrap();
            format!("(m({x}) - ({y}))^2")
        })
        .collect();
    let model = set["model"].as_str().unwrap();
    format!("{}m(x) = {model}\nloss = sum({})\n", leaves.concat(), terms.join(", "))
}

#[test]
fn what_is_called_a_minimum_is_as_low_as_the_certified_one() {
    let sets = fs::read_to_string(data().join("models.jsonl")).unwrap();
    let (mut minima, mut searches, mut wrong) = (0, 0, Vec::new());
    for set in sets.lines() {
        let set: Value = serde_json::from_str(set).unwrap();
        if LEFT_OUT.contains(&set["dataset"].as_str().unwrap()) {
            continue;
        }
        let certified = set["rss"].as_f64().unwrap();
        for start in ["start1", "start2"] {
            let mut session = Session::new();
            for line in script(&set, start).lines() {
                evaluate(&mut session, line).unwrap();
            }
            let found = minimum::minimize(&mut session, None).unwrap();
            let is_called_one = matches!(found.end, Ending::Minimum);
            let is_one = found.after <= certified * (1.0 + CLOSE);
            if is_called_one && !is_one {
                wrong.push(format!("{} {start}: {found:?}", set["dataset"]));
            }
            searches += 1;
            minima += usize::from(is_called_one && is_one);
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    // Were nothing called a minimum, nothing false would be said either.
    assert!(minima >= searches - 4, "only {minima} of {searches} minima were found");
}
