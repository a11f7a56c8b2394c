//! Tables of R and statsmodels, from a file to parameters with uncertainties, against those programs.

// What does not go as expected ends the test.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use crate::support::run::run;
use serde_json::Value as Json;
use std::collections::BTreeSet;
use std::path::Path;

#[test]
fn tables_of_others_give_what_others_find() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/sets");
    let references = std::fs::read_to_string(folder.join("references.json")).unwrap();
    let references: Vec<Json> = serde_json::from_str(&references).unwrap();
    let tables: BTreeSet<&str> =
        references.iter().map(|it| it["table"].as_str().unwrap()).collect();
    assert!(tables.len() >= 20, "{tables:?}");
    for reference in &references {
        check(&folder, reference);
    }
}

/// Runs the statements of a reference after reading its table, and compares what both know.
fn check(folder: &Path, reference: &Json) {
    let name = reference["table"].as_str().unwrap();
    let statements = reference["statements"].as_array().unwrap().iter();
    let statements = statements.map(|it| it.as_str().unwrap()).collect::<Vec<_>>().join("\n");
    let script = format!(":read {name}.csv\n{statements}\n");
    let answers = run(folder, &["--format", "json"], script.as_bytes());
    // Notes on gaps are no errors.
    let is_note = |line: &str| line.starts_with("{\"kind\":\"note\"");
    assert!(answers.stderr.lines().all(is_note), "{name}: {}", answers.stderr);
    assert_eq!(answers.status, 0, "{name}");
    let answer = |line: &str| serde_json::from_str::<Json>(line).unwrap();
    let found: Json = answers.stdout.lines().map(answer).rfind(|it| it["end"].is_string()).unwrap();
    assert!(found["end"] == "converged" || found["end"] == "minimum", "{name}");
    let within = reference["within"].as_f64().unwrap();
    let compare = |what: &str, found: &Json, wanted: &Json| {
        let (found, wanted) = (found.as_f64().unwrap(), wanted.as_f64().unwrap());
        let off = (found - wanted).abs();
        assert!(off <= within * wanted.abs(), "{name}, {what}: {found} and {wanted}");
    };
    let leaves = [&found["parameters"], &found["leaves"]].into_iter().find_map(Json::as_array);
    let (leaves, wanted) = (leaves.unwrap(), reference["parameters"].as_array().unwrap());
    assert_eq!(leaves.len(), wanted.len(), "{name}");
    for (leaf, wanted) in leaves.iter().zip(wanted) {
        let parameter = leaf["name"].as_str().unwrap();
        compare(parameter, &leaf["data"], &wanted[0]);
        if wanted[1].is_number() {
            compare(&format!("u({parameter})"), &leaf["u"], &wanted[1]);
        }
    }
    if let Some(wanted) = reference.get("sum_of_squares") {
        compare("sum_of_squares", &found["sum_of_squares"], wanted);
    }
}
