//! Scales and pictures of curves that are not well-behaved.

use super::curve::{Picture, column};
use super::curve_svg::picture;
use super::legend::extrema;
use super::scale::Scale;
use crate::report::{Plot, Present};

fn plot(function: impl Fn(f64) -> f64, from: f64, to: f64) -> Plot {
    let values = vec![0.0; 481];
    let (moves, follows) = ("x".to_owned(), "f(x)".to_owned());
    let mut plot = Plot { moves, follows, from, to, values, ..Plot::default() };
    plot.values = (0..481).map(|index| function(plot.at(index))).collect();
    plot
}

#[test]
fn every_scale_has_a_height_and_labels_that_differ() {
    let curves: [fn(f64) -> f64; 12] = [
        |_| 0.0,
        |_| 7.0,
        |_| -1e300,
        |_| f64::NAN,
        |x| x,
        |x| x * 1e308,
        |x| 1e15 + x,
        |x| x * 1e-300,
        |x| 5.0 + x * 1e-9,
        f64::exp,
        |x| 1.0 / x,
        |x| x.signum() * f64::MAX,
    ];
    for (index, curve) in curves.into_iter().enumerate() {
        let plot = plot(curve, -1.0, 1.0);
        let scale = Scale::of(&plot.values);
        assert!(scale.low < scale.high, "curve {index}: {scale:?}");
        assert!(scale.low.is_finite() && scale.high.is_finite(), "curve {index}: {scale:?}");
        let labels: Vec<String> = scale.labels().into_iter().flatten().collect();
        let mut different = labels.clone();
        different.dedup();
        assert!(labels.len() >= 5 && different == labels, "curve {index}: {labels:?}");
        assert!(labels.iter().all(|label| label.len() <= 16), "curve {index}: {labels:?}");
    }
}

#[test]
fn values_that_are_not_finite_leave_gaps() {
    let plot = plot(f64::sqrt, -1.0, 1.0);
    let picture = Picture::of(&plot, &Scale::of(&plot.values), 60);
    let is_empty = |at: usize| picture.rows.iter().all(|row| row[at] == super::curve::Mark::Empty);
    assert!((0..30).all(is_empty));
    assert!(!(30..=60).any(is_empty));
}

#[test]
fn the_present_point_is_in_the_picture_or_not() {
    let mut plot = plot(|x| x * x, -2.0, 2.0);
    assert_eq!((column(&plot, -2.0, 60), column(&plot, 0.0, 60)), (Some(0), Some(30)));
    assert_eq!((column(&plot, 2.0, 60), column(&plot, 2.1, 60)), (Some(60), None));
    assert_eq!((column(&plot, f64::NAN, 60), column(&plot, f64::INFINITY, 60)), (None, None));
    let count = |plot: &Plot| {
        let picture = Picture::of(plot, &Scale::of(&plot.values), 60);
        picture.rows.iter().flatten().filter(|cell| **cell == super::curve::Mark::Present).count()
    };
    for (at, marks) in [(1.0, 1), (3.0, 0), (f64::NAN, 0)] {
        plot.present = Some(Present { at, value: at * at, slope: 2.0 * at, reason: None });
        assert_eq!(count(&plot), marks, "at {at}");
    }
}

#[test]
fn turns_are_found_and_jumps_are_none() {
    let near = |plot: &Plot| -> Vec<(bool, f64)> {
        let found = extrema(plot, &Scale::of(&plot.values));
        found.iter().map(|turn| (turn.is_minimum, turn.at)).collect()
    };
    let cubic = near(&plot(|x| x * x * x - 3.0 * x, -2.5, 2.5));
    assert!(matches!(cubic.as_slice(), [(true, low), (false, high)]
        if (low - 1.0).abs() < 1e-3 && (high + 1.0).abs() < 1e-3));
    assert!(near(&plot(f64::tan, -5.0, 5.0)).is_empty());
    assert!(near(&plot(|x| 1.0 / x, -5.0, 5.0)).is_empty());
    assert!(near(&plot(f64::floor, -5.0, 5.0)).is_empty());
    assert!(near(&plot(|_| 3.0, -5.0, 5.0)).is_empty());
}

#[test]
fn the_svg_is_well_formed_whatever_the_values() {
    let curves: [fn(f64) -> f64; 5] = [|x| x * x, |_| 1.0, |x| 1.0 / x, |x| x * 1e308, |x| x.ln()];
    for curve in curves {
        let mut plot = plot(curve, -2.0, 2.0);
        plot.follows = "a<b&\"c\"".to_owned();
        for slope in [1.5, 0.0, f64::NAN, f64::INFINITY] {
            plot.present = Some(Present { at: 1.0, value: curve(1.0), slope, reason: None });
            let text = picture(&plot);
            let document = roxmltree::Document::parse(&text).expect("well-formed");
            assert!(!text.contains("NaN") && !text.contains("inf "), "{text}");
            let curves = document.descendants().filter(|it| it.attribute("class") == Some("curve"));
            assert_eq!(curves.count(), 1);
        }
    }
}
