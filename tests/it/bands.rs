//! The bands that a plot draws around a fit.

// What does not go as expected ends the test.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use serde_json::Value as Json;

use crate::support::digits::{digits, numbers};

/// The bands of a straight line, against the formulas for them.
#[test]
fn the_bands_around_a_line_are_those_of_the_textbook() {
    const T: f64 = 2.776445105198;
    let data = "x = [1, 2, 3, 4, 5, 6, 7]; y = [1.1, 1.9, 3.4, 3.9, 5.3, 5.8, 90]";
    let statements = format!("{data}; :fit y = m*x + c without 7; :plot y = m*x + c");
    let folder = std::env::temp_dir();
    let outcome = crate::support::run::run(&folder, &["--format", "json", "-e", &statements], b"");
    let plot: Json = serde_json::from_str(outcome.stdout.lines().last().unwrap()).unwrap();
    let points = plot["points"].as_array().unwrap();
    let bands = ["curve", "measurement"].map(|band| numbers(&plot["band"][band]));
    let (deviation, mean, spread) = ((0.284190476190476_f64 / 4.0).sqrt(), 3.5, 17.5);
    for (at, point) in points.iter().enumerate() {
        let x = numbers(point)[0];
        let variance = 1.0 / 6.0 + (x - mean).powi(2) / spread;
        let wanted = [variance, 1.0 + variance].map(|it: f64| T * deviation * it.sqrt());
        for (band, wanted) in bands.iter().zip(wanted) {
            assert!(digits(band[at], wanted) > 9.0, "at {x}: {} for {wanted}", band[at]);
        }
    }
}
