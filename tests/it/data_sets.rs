//! Tables of R and statsmodels, from a file to parameters with uncertainties and the page to hand in, against
//! those programs.

// What does not go as expected ends the test.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use crate::support::run::run;
use serde_json::Value as Json;
use std::collections::BTreeSet;
use std::path::Path;

#[test]
fn tables_of_others_give_what_others_find_from_file_to_report() {
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
    let reports = tempfile::tempdir().unwrap();
    let page = reports.path().join("report.md");
    let report = format!(":report \"{}\"", page.display());
    let script = format!(":read {name}.csv\n{statements}\n{report}\n");
    let answers = run(folder, &["--format", "json"], script.as_bytes());
    // Notes on gaps are no errors.
    let is_note = |line: &str| line.starts_with("{\"kind\":\"note\"");
    assert!(answers.stderr.lines().all(is_note), "{name}: {}", answers.stderr);
    assert_eq!(answers.status, 0, "{name}");
    let answer = |line: &str| serde_json::from_str::<Json>(line).unwrap();
    let found: Json = answers.stdout.lines().map(answer).rfind(|it| it["end"].is_string()).unwrap();
    assert_eq!(found["end"], "minimum", "{name}");
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
    for key in ["sum_of_squares", "aic", "bic"] {
        if let Some(wanted) = reference.get(key) {
            compare(key, &found[key], wanted);
        }
    }
    let page = std::fs::read_to_string(page).unwrap();
    if found["kind"] == "fit" {
        for (leaf, wanted) in leaves.iter().zip(wanted) {
            is_on_page(&page, leaf["name"].as_str().unwrap(), wanted);
        }
    } else {
        assert!(page.contains("## Minimum\n"), "{name}: {page}");
    }
}

/// Makes sure that the table of parameters on a page has these numbers, as far as their digits go.
fn is_on_page(page: &str, parameter: &str, wanted: &Json) {
    let begin = format!("| {parameter} | ");
    let line = page.lines().find(|line| line.starts_with(&begin)).unwrap();
    let mut cells =
        line.trim_start_matches(&begin).split(" | ").map(|it| it.parse::<f64>().unwrap());
    let (value, u) = (cells.next().unwrap(), cells.next().unwrap());
    // u has two digits, and the value ends where u does.
    let wanted = [&wanted[0], &wanted[1]].map(Json::as_f64);
    assert!((value - wanted[0].unwrap()).abs() <= 0.051 * u, "{line}: {wanted:?}");
    if let Some(wanted) = wanted[1] {
        assert!((u - wanted).abs() <= 0.051 * wanted, "{line}: {wanted}");
    }
}
