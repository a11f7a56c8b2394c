//! Fits of several responses that share leaves, against one long table.

// What does not go as expected ends the test.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use crate::support::answer::answer;
use serde_json::Value as Json;

const TIMES: [&str; 2] = ["0, 1, 2, 3, 4, 5", "0.5, 1.5, 2.5, 3.5"];
const NUMBERS: [&str; 2] = ["5.1, 3.2, 2.05, 1.31, 0.82, 0.49", "2.21, 1.48, 0.9, 0.61"];

/// Runs these statements and fits, and returns the JSON of the fit.
fn fitted(statements: &[String], fit: &str) -> Json {
    answer(&format!("{}\n{fit}", statements.join("\n"))).1
}

fn numbers(json: &Json, numbers: &mut Vec<f64>) {
    match json {
        Json::Array(all) => all.iter().for_each(|it| self::numbers(it, numbers)),
        Json::Object(all) => all.values().for_each(|it| self::numbers(it, numbers)),
        Json::Number(number) => numbers.extend(number.as_f64()),
        _ => {}
    }
}

/// Makes sure that what two fits say of these is the same.
fn check_same(one: &Json, other: &Json, keys: &[&str]) {
    for key in keys {
        let (mut found, mut wanted) = (Vec::new(), Vec::new());
        numbers(&one[key], &mut found);
        numbers(&other[key], &mut wanted);
        assert_eq!(found.len(), wanted.len(), "{key}: {one} {other}");
        assert!(!found.is_empty(), "{key}: {one}");
        for (found, wanted) in found.iter().zip(&wanted) {
            assert!(
                (found - wanted).abs() <= 1e-8 * wanted.abs().max(1e-3),
                "{key}: {one} {other}"
            );
        }
    }
}

const SAME: [&str; 7] =
    ["parameters", "correlations", "rows", "degrees_of_freedom", "sum_of_squares", "aic", "bic"];

fn statements(us: [&str; 2]) -> Vec<String> {
    let mut all = vec!["A = 4; B = 3; k = 1".to_owned()];
    for (number, ((times, numbers), u)) in (1..).zip(TIMES.iter().zip(NUMBERS).zip(us)) {
        all.push(format!("t{number} = [{times}]; y{number} = [{numbers}]{u}"));
    }
    all
}

/// Both tables below each other, with a column that tells the first.
fn long(u: &str) -> Vec<String> {
    let [first, second] = TIMES.map(|it| it.split(',').count());
    let ones = [vec!["1"; first], vec!["0"; second]].concat().join(", ");
    vec![
        "A = 4; B = 3; k = 1".to_owned(),
        format!("t = [{}]; y = [{}]{u}; d = [{ones}]", TIMES.join(", "), NUMBERS.join(", ")),
    ]
}

const TWO: &str = ":fit y1 = A*exp(-k*t1), y2 = B*exp(-k*t2)";
const ONE: &str = ":fit y = (A*d + B*(1 - d))*exp(-k*t)";

#[test]
fn several_responses_are_one_long_table() {
    let two = fitted(&statements(["", ""]), TWO);
    let one = fitted(&long(""), ONE);
    assert_eq!(two["end"], "minimum");
    check_same(&two, &one, &SAME);
    let responses = two["responses"].as_array().unwrap();
    assert_eq!(responses.len(), 2);
    assert_eq!([&responses[0]["name"], &responses[1]["name"]], ["y1", "y2"]);
    assert_eq!([&responses[0]["rows"], &responses[1]["rows"]], [6, 4]);
    let of = |json: &Json, key: &str| json[key].as_f64().unwrap();
    let sums: f64 = responses.iter().map(|it| of(it, "sum_of_squares")).sum();
    assert!((sums - of(&two, "sum_of_squares")).abs() < 1e-14);
    // Their deviations are those of all rows together.
    let variances = |it: &Json| of(it, "residual_standard_deviation").powi(2) * of(it, "rows");
    let pooled = responses.iter().map(variances).sum::<f64>() / 10.0;
    assert!((pooled - of(&two, "sum_of_squares") / 7.0).abs() < 1e-14);
    assert!(one.get("responses").is_none());
}

#[test]
fn each_response_has_its_weights() {
    let two = fitted(&statements([" ± 0.1", " ± [0.02, 0.02, 0.05, 0.05]"]), TWO);
    let us = [vec!["0.1"; 6], vec!["0.02", "0.02", "0.05", "0.05"]].concat().join(", ");
    let one = fitted(&long(&format!(" ± [{us}]")), ONE);
    check_same(&two, &one, &SAME);
    check_same(&two, &one, &["probability"]);
}

#[test]
fn what_is_linear_in_all_responses_is_solved_for() {
    let rows = "x = [1, 2, 3, 4]; y1 = [1.1, 1.9, 3.2, 3.9]; y2 = [5.1, 7.9, 11.2, 13.8]";
    let report = fitted(&[rows.to_owned()], ":fit y1 = m*x + c, y2 = 3*m*x + d");
    assert_eq!(report["lower"], "none");
    assert_eq!(report["degrees_of_freedom"], 5);
}

#[test]
fn rows_with_gaps_are_left_out_of_their_own_response() {
    let with = |y2: &str, t2: &str| {
        let mut all = statements(["", ""]);
        all.truncate(2);
        all.push(format!("t2 = [{t2}]; y2 = [{y2}]"));
        fitted(&all, TWO)
    };
    let gaps = with("2.21, nan, 1.48, 0.9, 0.61", "0.5, 9, 1.5, 2.5, 3.5");
    let whole = with(NUMBERS[1], TIMES[1]);
    check_same(&gaps, &whole, &SAME);
}
