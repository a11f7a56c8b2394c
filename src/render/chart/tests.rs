//! Pictures of curves that are not well-behaved, and of planes.

use super::axes::Axes;
use super::heat::{self, Shades};
use super::legend::{Entry, Sample, legend};
use super::scale::Scale;
use super::svg::{placed, svg};
use super::text::Cells;
use super::ticks::{self, on_axis};
use crate::report::{Axis, Chart, Heat, Marks, PLACES, Series, Tangent};

fn plot(function: impl Fn(f64) -> f64, from: f64, to: f64) -> Chart {
    let axis = |name: &str| Axis { name: name.to_owned(), from, to, ..Axis::default() };
    let (x, y) = (axis("x"), axis("f(x)"));
    let values = x.places(PLACES).into_iter().map(function).collect();
    Chart { x, y, series: vec![Series { values, ..Series::default() }], ..Chart::default() }
}

/// The cells of a chart in so many columns.
fn cells(chart: &Chart, columns: usize) -> Vec<String> {
    let scale = Scale::of(chart);
    let cells = Cells::of(chart, &scale, columns - 1);
    cells.rows.iter().map(|row| row.iter().map(|cell| cell.character).collect()).collect()
}

fn said(chart: &Chart) -> Vec<String> {
    legend(chart, &Scale::of(chart)).into_iter().map(|entry| entry.text).collect()
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
        let scale = Scale::of(&plot(curve, -1.0, 1.0));
        assert!(scale.axis.from < scale.axis.to, "curve {index}: {scale:?}");
        assert!(
            scale.axis.from.is_finite() && scale.axis.to.is_finite(),
            "curve {index}: {scale:?}"
        );
        let labels: Vec<&String> = scale.labels.iter().map(|(_, label)| label).collect();
        let mut different = labels.clone();
        different.dedup();
        assert!(labels.len() >= 5 && different == labels, "curve {index}: {labels:?}");
        assert!(labels.iter().all(|label| label.len() <= 21), "curve {index}: {labels:?}");
    }
}

#[test]
fn numbers_of_an_axis_are_short() {
    let texts = [250_000.0, 1e6, -2.5e12, 1e-7, 0.0].map(|value| on_axis(value, 4));
    assert_eq!(texts, ["250000", "1e6", "-2.5e12", "1e-7", "0"]);
}

#[test]
fn a_logarithmic_axis_has_the_powers_of_ten() {
    let labels = |from: f64, to: f64| {
        let axis = Axis { from, to, is_logarithmic: true, ..Axis::default() };
        ticks::labels(&axis).into_iter().map(|(_, label)| label).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(labels(1.0, 1e4), "1 10 100 1000 10000");
    assert_eq!(labels(2.0, 60.0), "2 5 10 20 50");
    assert_eq!(labels(1e-6, 1e6), "1e-6 0.0001 0.01 1 100 10000 1e6");
    let axis = Axis { from: 1.0, to: 100.0, is_logarithmic: true, ..Axis::default() };
    assert!((axis.place(0.5) - 10.0).abs() < 1e-12 && (axis.share(10.0) - 0.5).abs() < 1e-12);
}

#[test]
fn values_that_are_not_finite_leave_gaps() {
    let rows = cells(&plot(f64::sqrt, -1.0, 1.0), 61);
    let is_empty = |at: usize| rows.iter().all(|row| row.chars().nth(at) == Some(' '));
    assert!((0..30).all(is_empty));
    assert!(!(30..=60).any(is_empty));
}

#[test]
fn the_present_point_is_in_the_picture_or_not() {
    let mut plot = plot(|x| x * x, -2.0, 2.0);
    for (at, marks) in [(1.0, 1), (-2.0, 1), (2.0, 1), (3.0, 0), (f64::NAN, 0)] {
        plot.present = Some(Tangent { at, value: at * at, slope: 2.0 * at });
        let rows = cells(&plot, 61);
        let count = rows.iter().flat_map(|row| row.chars()).filter(|cell| *cell == '◆').count();
        assert_eq!(count, marks, "at {at}");
    }
}

#[test]
fn the_svg_is_well_formed_whatever_the_values() {
    let curves: [fn(f64) -> f64; 5] = [|x| x * x, |_| 1.0, |x| 1.0 / x, |x| x * 1e308, |x| x.ln()];
    for curve in curves {
        let mut plot = plot(curve, -2.0, 2.0);
        plot.y.name = "a<b&\"c\"".to_owned();
        for slope in [1.5, 0.0, f64::NAN, f64::INFINITY] {
            plot.present = Some(Tangent { at: 1.0, value: curve(1.0), slope });
            let text = svg(&plot, None);
            let document = roxmltree::Document::parse(&text).expect("well-formed");
            assert!(!text.contains("NaN") && !text.contains("inf "), "{text}");
            let curves = document.descendants().filter(|it| it.attribute("class") == Some("curve"));
            assert_eq!(curves.count(), 1);
        }
    }
}

#[test]
fn several_curves_have_a_number_and_a_color_each() {
    let mut chart = plot(|x| x, 0.0, 1.0);
    chart.series.extend(plot(|x| -x, 0.0, 1.0).series);
    let rows = cells(&chart, 40);
    assert!(rows.first().is_some_and(|row| row.contains('1')));
    assert!(rows.last().is_some_and(|row| row.contains('2')));
    let text = svg(&chart, None);
    // Each in the picture and in the legend.
    for class in ["\"c0", "\"c1"] {
        assert!(text.matches(class).count() >= 2, "{text}");
    }
}

fn surface(function: fn(f64, f64) -> f64) -> Chart {
    let axis = |name: &str| Axis { name: name.to_owned(), from: -1.0, to: 1.0, ..Axis::default() };
    let (x, y) = (axis("x"), axis("y"));
    let values = y.middles(40).into_iter().flat_map(|y| {
        let row = x.middles(40).into_iter().map(move |x| function(x, y));
        row.collect::<Vec<_>>()
    });
    let heat = Heat { name: "f".to_owned(), columns: 40, rows: 40, values: values.collect() };
    Chart { x, y, heat: Some(heat), ..Chart::default() }
}

fn marks(character: char, height: f64, text: &str, points: &[[f64; 2]]) -> Marks {
    Marks { character, height, text: text.to_owned(), points: points.to_vec() }
}

#[test]
fn shades_change_where_the_sign_does() {
    for row in cells(&surface(|x, _| x - 0.5), 20) {
        let row: Vec<char> = row.chars().collect();
        assert!([' ', '░'].contains(&row[13]) && ['▒', '▓'].contains(&row[16]), "{row:?}");
    }
    // Higher is to the right and above.
    let never = cells(&surface(|x, y| 3.0 + x + y), 20);
    let [first, last] = [&never[0], &never[never.len() - 1]];
    assert_eq!((last.chars().next(), first.chars().last()), (Some(' '), Some('▓')));
    let text = svg(&surface(|x, _| x - 0.5), None);
    assert_eq!(text.matches("class=\"line\"").count(), 1, "{text}");
}

#[test]
fn a_node_that_is_the_same_everywhere_has_one_shade() {
    let level = surface(|_, _| 7.0);
    assert_eq!(said(&level), ["f = 7"]);
    assert!(cells(&level, 20).iter().all(|row| row.chars().all(|cell| cell == '▒')));
    let text = svg(&level, None);
    assert!(text.contains("<desc id=\"desc\">f = 7</desc>"), "{text}");
}

#[test]
fn each_of_a_few_whole_numbers_has_a_shade_and_a_line_of_the_legend() {
    let mut chart = surface(|x, y| if y > 0.0 { 2.0 } else { f64::from(u8::from(x > 0.0)) });
    chart.marks = vec![marks('1', 0.0, "class = 1", &[[0.99, -0.99]])];
    let rows: Vec<Vec<char>> = cells(&chart, 20).iter().map(|row| row.chars().collect()).collect();
    assert_eq!([rows[19][0], rows[18][19], rows[0][3], rows[19][19]], [' ', '░', '▒', '1']);
    assert_eq!(said(&chart), ["f = 0", "f = 1", "f = 2", "class = 1"]);
    let text = svg(&chart, None);
    assert!(!text.contains("class=\"line\""), "{text}");
    assert!(text.contains("f = 0. f = 1. f = 2. class = 1"), "{text}");
    // What is not whole, or has both signs, is no class.
    for other in [surface(|x, _| x.signum()), surface(|x, _| x + 2.5), surface(|_, _| 3.0)] {
        assert_eq!(other.heat.map(|heat| Shades::of(&heat).classes), Some(Vec::new()));
    }
}

#[test]
fn marks_are_where_they_belong_and_as_the_legend_says() {
    let mut chart = surface(|x, _| x);
    chart.marks = vec![
        marks('+', 1.0, "y > 0", &[[1.0, 1.0], [5.0, 0.0]]),
        marks('-', -1.0, "y < 0", &[[-1.0, -1.0]]),
    ];
    let rows = cells(&chart, 20);
    assert_eq!(rows[rows.len() - 1].chars().next(), Some('-'));
    assert_eq!(rows[0].chars().last(), Some('+'));
    assert_eq!(rows.iter().flat_map(|row| row.chars()).filter(|it| "+-".contains(*it)).count(), 2);
    assert_eq!(said(&chart)[2..], ["y > 0", "y < 0"]);
    let text = svg(&chart, None);
    for dot in ["above", "below"] {
        // One of the rows, and one of the legend.
        assert_eq!(text.matches(&format!("point {dot}\"")).count(), 2, "{text}");
    }
}

#[test]
fn each_place_is_in_the_path_of_its_shade() {
    let values = vec![2.0, 2.0, 0.0, -1.0, f64::NAN, 1.0, 2.0, 2.0];
    let text = heat::shades(
        &Heat { columns: 4, rows: 2, values, ..Heat::default() },
        Axes::within(None, 264.0, 0.0),
    );
    let path = |class: &str, opacity: &str, d: &str| {
        let path = format!("<path class=\"{class}\" fill-opacity=\"{opacity}\" d=\"{d}\"/>");
        assert!(text.contains(&path), "{path} in {text}");
    };
    path("below", "0.75", "M3 1h1v1h-1z");
    path("above", "0.38", "M1 0h1v1h-1z");
    path("above", "0.75", "M0 1h2v1h-2zM2 0h2v1h-2z");
    assert_eq!(text.matches("<path").count(), 3, "{text}");
}

#[test]
fn a_legend_that_is_too_wide_goes_on_below() {
    let shade = |text: String| Entry::new(Sample::Shades(vec![1.0], "▓".to_owned()), text);
    let legend = vec![shade("x".repeat(40)), shade("y".repeat(40))];
    let (placed, bottom) = placed(legend, Axes::within(None, 264.0, 0.0));
    assert_eq!(placed.iter().map(|it| it.1).collect::<Vec<_>>(), [Axes::LEFT, Axes::LEFT]);
    assert_eq!(placed.last().map(|it| it.2), Some(bottom));
    assert!(placed.windows(2).all(|two| two[0].2 < two[1].2));
}

#[test]
fn what_is_far_outside_is_drawn_without_going_through_its_rows() {
    let mut chart = plot(|_| -3.0, 0.0, 13.0);
    if let Some(series) = chart.series.first_mut() {
        (series.values[0], series.values[1]) = (3.0, -3.0 + 1e-12);
        series.bands = vec![vec![1e300; PLACES]];
    }
    let rows = cells(&chart, 61);
    assert!(rows.iter().any(|row| row.contains('•')), "{rows:?}");
    assert!(!svg(&chart, None).contains("NaN"));
    // A run whose middle is level is cut to that: its beginning is 10^13 rows above.
    chart.series.iter_mut().for_each(|series| series.bands = Vec::new());
    chart.series.push(chart.series[0].clone());
    assert!(cells(&chart, 61).iter().any(|row| row.contains('2')));
}
