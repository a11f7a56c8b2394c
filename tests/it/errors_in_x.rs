//! Fits to rows whose x is uncertain, against York's line and scipy 1.17.1's `odr`.

// What does not go as expected ends the test.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use crate::support::answer::answer;
use serde_json::Value as Json;

fn check(json: &Json, wanted: &[(f64, f64)], (within, of_u): (f64, f64)) {
    assert_eq!(json["end"], "minimum", "{json}");
    for (parameter, (data, u)) in json["parameters"].as_array().unwrap().iter().zip(wanted) {
        let of = |key: &str| parameter[key].as_f64().unwrap();
        assert!((of("data") - data).abs() <= within * data.abs(), "{json}");
        assert!((of("u") - u).abs() <= of_u * u, "{json}");
    }
}

/// Pearson's data with York's weights.
const YORK: &str = "
    wx = [1000, 1000, 500, 800, 200, 80, 60, 20, 1.8, 1]; wy = [1, 1.8, 4, 8, 20, 20, 70, 70, 100, 500]
    sx = 1/sqrt(wx); sy = 1/sqrt(wy)
    x = [0, 0.9, 1.8, 2.6, 3.3, 4.4, 5.2, 6.1, 6.5, 7.4] ± sx
    y = [5.9, 5.4, 4.4, 4.6, 3.5, 3.7, 2.8, 2.8, 2.4, 1.5] ± sy";

#[test]
fn a_line_is_yorks() {
    let (_, json) = answer(&format!("{YORK}\n:fit y = a + b*x"));
    let wanted =
        [(5.479910224848446, 0.2949707355219374), (-0.4805334076088581, 0.05798500900938675)];
    check(&json, &wanted, (1e-8, 1e-6));
    assert_eq!(json["errors_in"][0], "x");
    assert!((json["sum_of_squares"].as_f64().unwrap() - 11.866353194061446).abs() < 1e-8);
    let r = json["correlations"][0][1].as_f64().unwrap();
    assert!((r + 0.9630881375086815).abs() < 1e-6, "{r}");
}

#[test]
fn curves_are_as_near_as_their_nearest_points() {
    let (_, json) = answer(
        "x = [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4] ± 0.1
        y = [4.9, 3.9, 2.9, 2.5, 1.85, 1.6, 1.2, 0.93, 0.7] ± 0.05
        A = 5; k = 0.5
        :fit y = A*exp(-k*x)",
    );
    let wanted =
        [(4.904095731416153, 0.15540739030505699), (0.47327181820314396, 0.015763535938627563)];
    check(&json, &wanted, (1e-6, 1e-4));
    let (_, json) = answer(
        "x = [-3, -2.2, -1, 0.1, 1.2, 2.1, 2.9, 4.2] ± 0.2
        y = [8.8, 5.1, 1.2, 0.2, 1.3, 4.2, 8.9, 17.2] ± 0.3
        a = 1; b = 0; c = 0
        :fit y = a*x^2 + b*x + c",
    );
    let wanted = [
        (0.9827898566960424, 0.07039004035832554),
        (-0.04043230721295048, 0.16692590415140354),
        (0.14337750676860864, 0.23993565716195436),
    ];
    check(&json, &wanted, (1e-4, 1e-3));
}

/// Where x and y trade places, the line is the same.
#[test]
fn a_line_through_uncertain_points_knows_no_direction() {
    let (_, one) = answer(&format!("{YORK}\n:fit y = a + b*x"));
    let (_, other) = answer(&format!("{YORK}\nc = 10; d = -2\n:fit x = c + d*y"));
    let of = |json: &Json, at: usize| json["parameters"][at]["data"].as_f64().unwrap();
    assert!((of(&one, 1) * of(&other, 1) - 1.0).abs() < 1e-8, "{one} {other}");
    assert!((of(&one, 0) + of(&other, 0) * of(&one, 1)).abs() < 1e-7, "{one} {other}");
}

#[test]
fn what_x_has_not_counts_as_nothing() {
    let rows = "x = [0 .. 4]; y = [1.1, 2.9, 5.2, 7.1, 8.8] ± [0.1, 0.1, 0.2, 0.2, 0.1]";
    let (_, exact) = answer(&format!("{rows}\n:fit y = m*x + c"));
    let (_, tiny) = answer(&format!("{rows}\n:set x ± 1e-9\n:fit y = m*x + c"));
    let of = |json: &Json, at: usize, key: &str| json["parameters"][at][key].as_f64().unwrap();
    for (at, key) in [(0, "data"), (0, "u"), (1, "data"), (1, "u")] {
        let (one, other) = (of(&exact, at, key), of(&tiny, at, key));
        assert!((one - other).abs() <= 1e-9 * one, "{exact} {tiny}");
    }
}

#[test]
fn another_measurement_is_as_uncertain_as_its_y_and_its_x_times_the_slope() {
    let data = "
        x = [1, 2, 3, 4, 5, 6] ± [0.2, 0.3, 0.4, 0.2, 0.3, 0.4]; y = [1.1, 4.2, 8.8, 16.3, 24.7, 36.4] ± 0.1
        :fit y = m*x^2 + c";
    let (mut session, plot) = answer(&format!("{data}\n:plot y = fit x 1 6"));
    let show = |session: &mut _, line: &str| -> Json {
        let said = gradcalc::show(session, line).unwrap();
        serde_json::from_str(said.lines().last().unwrap()).unwrap()
    };
    let m = show(&mut session, "m")["data"].as_f64().unwrap();
    // What rows have in the root mean square; of many rows 95 % are 1.96 away.
    let of_x = ((0.2_f64.powi(2) + 0.3_f64.powi(2) + 0.4_f64.powi(2)) / 3.0).sqrt();
    let number = |key: &str, at: usize| plot["band"][key][at].as_f64().unwrap();
    for at in [0, 100, 480] {
        let x = plot["points"][at][0].as_f64().unwrap();
        let scatter = 1.959963984540054 * 0.1_f64.hypot(2.0 * m * x * of_x);
        let wanted = number("curve", at).hypot(scatter);
        assert!((number("measurement", at) / wanted - 1.0).abs() < 1e-9, "{at}");
    }
    // A file has the band's u.
    let us = show(&mut session, "u(fit)");
    for (row, at) in [(0, 0), (1, 96), (5, 480)] {
        let u = us["data"][row].as_f64().unwrap();
        assert!((1.959963984540054 * u / number("curve", at) - 1.0).abs() < 1e-9, "{row}");
    }
    let rows = &plot["rows"];
    assert_eq!(rows["us_across"][2], 0.4, "{rows}");
}
