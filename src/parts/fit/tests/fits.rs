//! Fits held against NIST's certified ones from both starts, against the delta method by hand, and
//! what holds for any rows.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use crate::core::graph::{Operand, Progress, Value};
use crate::core::language::{Result, Span};
use crate::parts::fit::estimate;
use crate::parts::fit::estimate::Response;
use crate::parts::fit::report::FitReport;
use crate::support::digits::{digits, numbers};
use crate::{Session, evaluate};

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/nist")
}

fn texts(json: &Json) -> Vec<&str> {
    json.as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect()
}

fn run(session: &mut Session, lines: &str) {
    for line in lines.lines() {
        evaluate(session, line).unwrap_or_else(|error| panic!("{line}: {error}"));
    }
}

/// A session with the columns of a table.
fn read(name: &str) -> Session {
    let text = fs::read_to_string(data().join(format!("{name}.csv"))).unwrap();
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    let mut session = Session::new();
    for (place, name) in rows[0].iter().enumerate() {
        let cells: Vec<&str> = rows[1..].iter().map(|row| row[place].trim()).collect();
        run(&mut session, &format!("{name} = [{}]", cells.join(", ")));
    }
    session
}

/// Gives names numbers, and fits.
fn try_fit(
    session: &mut Session,
    equation: &str,
    names: &[&str],
    start: &[f64],
) -> Result<FitReport> {
    for (name, start) in names.iter().zip(start) {
        run(session, &format!("{name} = {start:?}"));
    }
    let (y, model) = equation.split_once('=').unwrap();
    run(session, &format!("response = {y}\nmodel = {model}"));
    let [y, model] = ["response", "model"].map(|name| session.value(name).unwrap());
    let leaves: Vec<Value> = names.iter().map(|name| session.value(name).unwrap()).collect();
    estimate::fit(session, &response(y, Operand::Value(model)), &leaves)
}

fn fit(session: &mut Session, equation: &str, names: &[&str], start: &[f64]) -> FitReport {
    try_fit(session, equation, names, start).unwrap()
}

pub fn response(y: Value, model: Operand) -> Response {
    let (y_text, left_out, new) = ("y".to_owned(), Vec::new(), Vec::new());
    Response { y, y_text, model, left_out, new, place: Span::default() }
}

fn has_converged(fit: &FitReport) -> bool {
    fit.end.is_success()
}

fn nist(set: &Json, start: &[f64]) -> FitReport {
    let mut session = read(set["dataset"].as_str().unwrap());
    let equation =
        format!("{} = {}", set["response"].as_str().unwrap(), set["model"].as_str().unwrap());
    fit(&mut session, &equation, &texts(&set["params"]), start)
}

fn sets() -> Vec<Json> {
    let text = fs::read_to_string(data().join("models.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The least digits of the parameters, and of their uncertainties. The terms of a sum may trade places, and two
/// factors their signs.
fn least_digits(set: &Json, fit: &FitReport) -> (f64, f64) {
    let (order, sign) = match set["dataset"].as_str().unwrap() {
        "MGH17" if fit.parameters[3].leaf.data > fit.parameters[4].leaf.data => {
            ([0, 2, 1, 4, 3], 1.0)
        }
        "Eckerle4" if fit.parameters[1].leaf.data < 0.0 => ([0, 1, 2, 3, 4], -1.0),
        _ => ([0, 1, 2, 3, 4], 1.0),
    };
    let place = |at: usize| order.get(at).copied().unwrap_or(at);
    let least = |found: &dyn Fn(usize) -> f64, wanted: &Json| {
        let wanted = numbers(wanted).into_iter().enumerate();
        wanted.map(|(at, wanted)| digits(found(place(at)), wanted)).fold(16.0, f64::min)
    };
    let data = |at: usize| {
        let sign = if at < 2 { sign } else { 1.0 };
        fit.parameters.get(at).map_or(0.0, |it| sign * it.leaf.data)
    };
    let u = |at: usize| fit.parameters.get(at).and_then(|it| it.leaf.u).unwrap_or(0.0);
    (least(&data, &set["certified"]), least(&u, &set["std_errors"]))
}

#[test]
fn nists_sets_are_fitted_from_both_starts() {
    let (mut runs, mut poor) = (0, Vec::new());
    for set in sets() {
        for start in ["start1", "start2"] {
            let fit = nist(&set, &numbers(&set[start]));
            let name = set["dataset"].as_str().unwrap();
            let (data, u) = least_digits(&set, &fit);
            // Of Lanczos1 the residuals are the rounding of its data.
            let is_good = data >= 8.0 && (u >= 6.0 || name == "Lanczos1");
            if !is_good || !has_converged(&fit) {
                poor.push(format!("{name} {start}: {data:.1} {u:.1} {:?}", fit.end));
            }
            let rss = set["rss"].as_f64().unwrap();
            assert!(name == "Lanczos1" || digits(fit.norm * fit.norm, rss) > 8.0, "{name} {start}");
            runs += 1;
        }
    }
    assert_eq!(runs, 54);
    assert!(poor.is_empty(), "{poor:#?}");
}

/// Names that are new begin at 1, where each of these has another end or none.
#[test]
fn names_that_are_new_are_fitted_from_a_few_starts() {
    for (data, equation, names, truth) in [
        ("3*exp(-x/40)", "y = a*exp(-x/t)", ["a", "t"], [3.0, 40.0]),
        ("3*exp(-0.02*x)", "y = a*exp(-k*x)", ["a", "k"], [3.0, 0.02]),
        ("7*x/(60 + x)", "y = V*x/(K + x)", ["V", "K"], [7.0, 60.0]),
    ] {
        let mut session = Session::new();
        run(&mut session, &format!("x = [0, 5 .. 100]\ny = {data}\n:fit {equation}"));
        let found = names.map(|name| session.value(name).unwrap().data());
        let is_close = |(found, truth): (&f64, f64)| (found - truth).abs() <= 1e-9 * truth;
        assert!(found.iter().zip(truth).all(is_close), "{equation}: {found:?}");
    }
}

/// A damped cosine at 14.5 rad/s, with times of a few decimals: by chance an alias far away is a little lower.
#[test]
fn a_fit_from_a_good_start_is_at_no_alias() {
    let equation = "y = a*exp(-t/d)*cos(w*t + p)";
    for decimals in [3, 4, 5, 6, 8] {
        let unit = 10_f64.powi(decimals);
        let t: Vec<f64> =
            (0..80).map(|row| (f64::from(row) * 10.0 / 79.0 * unit).round() / unit).collect();
        for seed in 0..20 {
            // The errors need not be normal.
            let error = |row: usize| {
                let share = (row * 7919 + seed * 104_729 + row * row * 31) % 1009;
                0.35 * (share as f64 / 1009.0 - 0.5)
            };
            let wave = |t: f64| 1.7 * (-t / 4.0).exp() * (14.5 * t).cos();
            let y: Vec<f64> = t.iter().enumerate().map(|(row, t)| wave(*t) + error(row)).collect();
            let mut session = with_columns(&[("t", &t), ("y", &y)]);
            for start in [[1.7, 4.0, 14.5, 0.0], [2.0, 4.8, 14.0, 0.2], [1.4, 3.2, 17.0, 0.0]] {
                let found = fit(&mut session, equation, &["a", "d", "w", "p"], &start);
                let w = found.parameters[2].leaf.data;
                assert!((w - 14.5).abs() < 0.1, "{decimals} {seed} {start:?}: {w}");
            }
        }
    }
}

#[test]
fn residuals_of_rounding_leave_open_what_they_do_not_tell() {
    let mut session = Session::new();
    run(&mut session, "x = [0, 1, 2, 3]\ny = [5, 5, 5, 5]");
    let flat = try_fit(&mut session, "y = a*exp(-b*x) + c", &["a", "b", "c"], &[1.0, 1.0, 1.0]);
    let said = flat.unwrap_err().to_string();
    assert!(said.contains("where the rows do not depend on b"), "{said}");
    let level = fit(&mut session, "y = m*x + c", &["m", "c"], &[1.0, 1.0]);
    assert!(has_converged(&level), "{level:?}");
    run(&mut session, "x = [0 .. 6]\ny = [0, 1, 0, -1, 0, 1, 0]");
    let wave = fit(&mut session, "y = a*sin(w*x)", &["a", "w"], &[0.0, 1.5]);
    assert!(has_converged(&wave), "{wave:?}");
}

#[test]
fn a_line_far_from_zero_is_told_as_well_as_rounding_lets_it() {
    let mut session = Session::new();
    run(&mut session, "x = [1e8, 100000001, 100000002, 100000003]\ny = [1, 2, 3, 4.1]");
    let line = fit(&mut session, "y = m*x + c", &["m", "c"], &[1.0, 0.0]);
    assert!(has_converged(&line), "{line:?}");
    let m = &line.parameters[0];
    assert!((m.leaf.data - 1.03).abs() < 1e-7, "{line:?}");
    // The standard deviation is sqrt(0.003/2), and the sum of squares around the mean of x 5.
    assert!((m.leaf.u.unwrap() / 3e-4_f64.sqrt() - 1.0).abs() < 1e-6, "{line:?}");
}

/// A line with errors that are known: alternately above and below.
fn line(rows: usize) -> (Vec<f64>, Vec<f64>) {
    let x: Vec<f64> = (0..rows).map(|row| row as f64 / rows as f64 * 8.0 - 1.0).collect();
    let error = |row: usize| [0.5, -0.25, 0.125][row % 3];
    let y = x.iter().enumerate().map(|(row, x)| 3.0 + 2.0 * x + error(row)).collect();
    (x, y)
}

fn with_columns(columns: &[(&str, &[f64])]) -> Session {
    let mut session = Session::new();
    for (name, numbers) in columns {
        let cells: Vec<String> = numbers.iter().map(|it| format!("{it:?}")).collect();
        run(&mut session, &format!("{name} = [{}]", cells.join(", ")));
    }
    session
}

/// The line of least squares, `[slope, intercept]` each with its u, by the formulas for a line.
fn by_formula(x: &[f64], y: &[f64], us: Option<&[f64]>) -> [(f64, f64); 2] {
    let weight = |row: usize| us.map_or(1.0, |us| 1.0 / (us[row] * us[row]));
    let sum =
        |of: &dyn Fn(usize) -> f64| (0..x.len()).map(|row| weight(row) * of(row)).sum::<f64>();
    let all = sum(&|_| 1.0);
    let (x_mean, y_mean) = (sum(&|row| x[row]) / all, sum(&|row| y[row]) / all);
    let square = sum(&|row| (x[row] - x_mean).powi(2));
    let slope = sum(&|row| (x[row] - x_mean) * (y[row] - y_mean)) / square;
    let intercept = y_mean - slope * x_mean;
    let rest = sum(&|row| (y[row] - intercept - slope * x[row]).powi(2));
    let variance = if us.is_some() { 1.0 } else { rest / (x.len() - 2) as f64 };
    let (slope_u, all_u) = (variance / square, variance * (1.0 / all + x_mean * x_mean / square));
    [(slope, slope_u.sqrt()), (intercept, all_u.sqrt())]
}

#[track_caller]
fn check_line(fit: &FitReport, wanted: [(f64, f64); 2], within: f64) {
    for (parameter, (data, u)) in fit.parameters.iter().zip(wanted) {
        assert!(
            (parameter.leaf.data - data).abs() <= within * data.abs(),
            "{} {data}",
            parameter.leaf.data
        );
        let own = parameter.leaf.u.expect("there are rows to spare");
        assert!((own - u).abs() <= 1e2 * within * u, "{own} {u}");
    }
}

#[test]
fn any_number_of_rows_gives_the_line() {
    for rows in [3, 255, 256, 257, 1000] {
        let (x, y) = line(rows);
        let mut session = with_columns(&[("x", &x), ("y", &y)]);
        let found = fit(&mut session, "y = m*x + c", &["m", "c"], &[0.0, 0.0]);
        check_line(&found, by_formula(&x, &y, None), 1e-13);
    }
}

#[test]
fn a_million_rows_are_fitted() {
    let mut session = Session::new();
    run(&mut session, "x = [0, 1e-6 .. 1]\ny = 3 + 2*x + sin(12345*x)/2");
    let found = fit(&mut session, "y = m*x + c", &["m", "c"], &[0.0, 0.0]);
    assert_eq!(found.rows, 1_000_001);
    let x: Vec<f64> = (0..=1_000_000).map(|row| f64::from(row) * 1e-6).collect();
    let y: Vec<f64> = x.iter().map(|x| 3.0 + 2.0 * x + (12345.0 * x).sin() / 2.0).collect();
    check_line(&found, by_formula(&x, &y, None), 1e-10);
}

#[test]
fn one_row_is_fitted_by_one_parameter_and_has_no_u() {
    let mut session = with_columns(&[("x", &[2.0]), ("y", &[7.0])]);
    let found = fit(&mut session, "y = m*x", &["m"], &[1.0]);
    assert_eq!((found.parameters[0].leaf.data, found.parameters[0].leaf.u), (3.5, None));
    assert!(has_converged(&found));
}

#[test]
fn the_order_of_rows_does_not_matter() {
    let (mut x, mut y) = line(600);
    let mut session = with_columns(&[("x", &x), ("y", &y)]);
    let names = ["a", "b"];
    let one = fit(&mut session, "y = a + exp(b*x)", &names, &[0.0, 0.1]);
    x.reverse();
    y.reverse();
    x.rotate_left(100);
    y.rotate_left(100);
    let mut session = with_columns(&[("x", &x), ("y", &y)]);
    let other = fit(&mut session, "y = a + exp(b*x)", &names, &[0.0, 0.1]);
    for (one, other) in one.parameters.iter().zip(&other.parameters) {
        assert!(digits(one.leaf.data, other.leaf.data) > 11.0, "{one:?} {other:?}");
        assert!(digits(one.leaf.u.unwrap(), other.leaf.u.unwrap()) > 10.0, "{one:?} {other:?}");
    }
}

#[test]
fn rows_weigh_by_their_uncertainties() {
    let (x, y) = line(257);
    let us: Vec<f64> = (0..257).map(|row| 0.1 + 0.001 * f64::from(row)).collect();
    let mut session = with_columns(&[("x", &x), ("y", &y), ("us", &us)]);
    run(&mut session, ":set y ± us");
    let found = fit(&mut session, "y = m*x + c", &["m", "c"], &[0.0, 0.0]);
    assert!(found.is_weighted);
    check_line(&found, by_formula(&x, &y, Some(&us)), 1e-12);
    // With the same for all rows, the parameters are those without.
    let mut session = with_columns(&[("x", &x), ("y", &y)]);
    run(&mut session, ":set y ± 0.2");
    let same = fit(&mut session, "y = m*x + c", &["m", "c"], &[0.0, 0.0]);
    assert!(digits(same.parameters[0].leaf.data, by_formula(&x, &y, None)[0].0) > 12.0);
}

#[test]
fn what_is_computed_from_parameters_has_the_uncertainty_of_the_delta_method() {
    let mut session = read("Misra1a");
    let found = fit(&mut session, "y = b1*(1 - exp(-b2*x))", &["b1", "b2"], &[500.0, 1e-4]);
    let [b1, b2] = [0, 1].map(|at| found.parameters[at].leaf.data);
    let [u1, u2] = [0, 1].map(|at| found.parameters[at].leaf.u.unwrap());
    let r = found.correlations[0][1];
    for x in [1.0, 77.6, 500.0, 5000.0] {
        run(&mut session, &format!("p = b1*(1 - exp(-{x:?}*b2))"));
        let value = session.value("p").unwrap();
        let (by_b1, by_b2) = (1.0 - (-b2 * x).exp(), b1 * x * (-b2 * x).exp());
        let (one, two) = (by_b1 * u1, by_b2 * u2);
        let wanted = (one * one + two * two + 2.0 * r * one * two).sqrt();
        let u = session.uncertainty(&value).unwrap();
        assert!(digits(u, wanted) > 9.0, "{u} {wanted}");
    }
    // Certified by NIST's parameters and standard errors, and by hand: 57.463 ± 0.033.
    run(&mut session, "q = b1*(1 - exp(-500b2))");
    let q = session.value("q").unwrap();
    assert!((session.uncertainty(&q).unwrap() - 0.033_483).abs() < 1e-6);
}

#[test]
fn numbers_may_be_too_large_or_too_small_to_square() {
    let (x, y) = line(50);
    let [wanted, _] = by_formula(&x, &y, None);
    for scale in [1e200, 1e-200, 1e150, 1e-150] {
        let y: Vec<f64> = y.iter().map(|y| y * scale).collect();
        let mut session = with_columns(&[("x", &x), ("y", &y)]);
        let found = fit(&mut session, "y = m*x + c", &["m", "c"], &[scale, 0.0]);
        assert!(has_converged(&found), "{found:?}");
        let parameter = &found.parameters[0];
        assert!(digits(parameter.leaf.data / scale, wanted.0) > 12.0, "{parameter:?}");
        assert!(digits(parameter.leaf.u.unwrap() / scale, wanted.1) > 10.0, "{parameter:?}");
    }
}

#[test]
fn numbers_made_of_all_rows_may_stand_in_a_fit() {
    let (x, y) = line(300);
    let mut session = with_columns(&[("x", &x), ("y", &y)]);
    let found = fit(&mut session, "y = m*(x - mean(x)) + c", &["m", "c"], &[1.0, 1.0]);
    let [slope, _] = by_formula(&x, &y, None);
    assert!(digits(found.parameters[0].leaf.data, slope.0) > 12.0);
    let mean = y.iter().sum::<f64>() / y.len() as f64;
    assert!(digits(found.parameters[1].leaf.data, mean) > 12.0);
    // A parameter may stand in the fold as well.
    let other = fit(&mut session, "y = m*x + mean(c*x)", &["m", "c"], &[1.0, 1.0]);
    assert!(digits(other.parameters[0].leaf.data, slope.0) > 11.0);
}

#[test]
fn an_uncertainty_that_was_found_goes_when_its_leaf_moves() {
    let (x, y) = line(20);
    let mut session = with_columns(&[("x", &x), ("y", &y)]);
    run(&mut session, "m = 1; c = 0; t = 1 ± 0.5\nloss = (m + c + t)^2\n:fit y = m*x + c");
    let has = |session: &mut Session, name: &str| {
        let leaf = session.value(name).unwrap();
        session.uncertainty_of_leaf(&leaf).is_some()
    };
    for moved in [":step 0.1", ":minimize loss", ":set m 3 c 4 t 5"] {
        assert!(has(&mut session, "m") && has(&mut session, "c"), "{moved}");
        run(&mut session, moved);
        assert!(!has(&mut session, "m") && !has(&mut session, "c"), "{moved}");
        assert!(has(&mut session, "t"), "{moved}");
        run(&mut session, ":undo");
    }
    let [m, c] = ["m", "c"].map(|name| session.value(name).unwrap());
    assert!(session.correlations_of(&[m.clone(), c.clone()])[0][1].abs() > 0.1);
    run(&mut session, ":set m 3");
    assert_eq!(session.correlations_of(&[m.clone(), c.clone()])[0][1], 0.0);
    assert!(has(&mut session, "c"));
}

/// Its plain steps creep along a valley in which `a` grows without end.
#[test]
fn a_model_that_bends_is_not_told_by_a_straight_line() {
    let mut session = Session::new();
    run(&mut session, "x = [0, 0.001 .. 1]\ny = 3 + 2*x");
    let found = try_fit(&mut session, "y = a*exp(b*x) + c", &["a", "b", "c"], &[1.0, 1.0, 1.0]);
    let said = found.unwrap_err().to_string();
    assert!(said.contains("cannot be determined separately"), "{said}");
}

#[test]
fn a_fit_tells_of_its_steps() {
    use std::cell::RefCell;
    use std::rc::Rc;
    let seen = Rc::new(RefCell::new(Vec::new()));
    let mut session = read("Misra1a");
    let told = Rc::clone(&seen);
    session.work_mut().report_progress(move |progress| told.borrow_mut().push(progress));
    for _ in 0..2 {
        seen.borrow_mut().clear();
        let found = fit(&mut session, "y = b1*(1 - exp(-b2*x))", &["b1", "b2"], &[500.0, 1e-4]);
        let seen = seen.borrow();
        assert!(seen.len() as u64 >= found.steps, "{seen:?}");
        assert!(matches!(seen.last(), Some(Progress::Over)), "{seen:?}");
        let last = seen.iter().rev().find_map(|it| match it {
            Progress::At { name: "sum of squares", data, .. } => Some(*data),
            _ => None,
        });
        assert!(digits(last.unwrap(), found.norm.powi(2)) > 3.0, "{seen:?}");
    }
}

#[test]
fn an_interrupted_fit_changes_nothing() {
    const FIT: &str = ":fit y = a*sin(b*x) + c*x";
    let with_work = |nodes: u64| {
        let mut session = Session::new();
        run(&mut session, "x = [0, 5e-4 .. 1]\ny = sin(9*x) + x\na = 1; b = 8.9; c = 0.9");
        session.allow_work(nodes);
        let outcome = evaluate(&mut session, FIT);
        let left = session.stop().left().unwrap();
        session.allow_work(u64::MAX);
        (session, outcome, nodes - left)
    };
    let (_, _, whole) = with_work(u64::MAX);
    for part in 0..20 {
        let (mut session, outcome, _) = with_work(1 + whole / 20 * part);
        assert_eq!(outcome.unwrap_err().to_string(), "interrupted", "{part}");
        let data = ["a", "b", "c"].map(|name| session.value(name).unwrap().data());
        assert_eq!(data, [1.0, 8.9, 0.9], "{part}");
        assert!(evaluate(&mut session, FIT).is_ok(), "{part}");
        assert!((session.value("b").unwrap().data() - 9.0).abs() < 1e-9, "{part}");
    }
}

/// R's `cars`, and what R says of `lm(dist ~ speed, cars)`.
const CARS: [&str; 2] = [
    "speed = [4, 4, 7, 7, 8, 9, 10, 10, 10, 11, 11, 12, 12, 12, 12, 13, 13, 13, 13, 14, 14, 14, 14, 15, 15, 15, 16, 16, 17, 17, 17, 18, 18, 18, 18, 19, 19, 19, 20, 20, 20, 20, 20, 22, 23, 24, 24, 24, 24, 25]",
    "dist = [2, 10, 4, 22, 16, 10, 18, 26, 34, 17, 28, 14, 20, 24, 28, 26, 34, 34, 46, 26, 36, 60, 80, 20, 26, 54, 32, 40, 32, 40, 50, 42, 56, 76, 84, 36, 46, 68, 32, 48, 52, 56, 64, 66, 54, 70, 92, 93, 120, 85]",
];

fn close(found: &Json, wanted: f64) {
    let found = found.as_f64().unwrap();
    assert!((found - wanted).abs() <= 5e-7 * wanted.abs().max(1.0), "{found} is not {wanted}");
}

fn fitted(lines: &[&str], fit: &str) -> Json {
    let mut session = Session::default();
    lines.iter().for_each(|line| run(&mut session, line));
    let said = crate::show(&mut session, &format!(":format json; {fit}")).unwrap();
    serde_json::from_str(said.lines().last().unwrap()).unwrap()
}

#[test]
fn the_figures_of_a_whole_fit_are_those_of_r() {
    let report = fitted(&CARS, ":fit dist = a + b*speed");
    close(&report["r_squared"], 0.6510793807582509);
    close(&report["parameters"][0]["low"], -31.167850);
    close(&report["parameters"][0]["high"], -3.990340);
    close(&report["parameters"][1]["low"], 3.096964);
    close(&report["parameters"][1]["high"], 4.767853);
}

#[test]
fn rows_that_are_met_or_do_not_vary_have_no_figures_of_noise() {
    let exact = fitted(&["x = [1, 2, 3]; y = [2, 4, 6]"], ":fit y = m*x + c");
    assert_eq!(exact["r_squared"], 1.0);
    let level = fitted(&["x = [1, 2, 3]; y = [2, 2, 2]"], ":fit y = m*x + 1");
    assert!(level.get("r_squared").is_none());
    assert!(exact["parameters"][0].get("low").is_none());
}

#[test]
fn rows_left_out_count_nowhere() {
    let (x, y) = line(600);
    let us: Vec<f64> = (0..600).map(|row| 0.1 + 0.001 * f64::from(row)).collect();
    let is_kept = |row: &usize| (x[*row] < 3.0 || x[*row] > 6.5) && ![2, 599].contains(row);
    let kept = |all: &[f64]| -> Vec<f64> { (0..600).filter(is_kept).map(|row| all[row]).collect() };
    let clause = "where x < 3 or x > 6.5 without 3, 600";
    for (weights, lines) in [(None, ""), (Some(kept(&us)), ":set y ± us")] {
        let mut session = with_columns(&[("x", &x), ("y", &y), ("us", &us)]);
        run(&mut session, lines);
        run(&mut session, &format!("m = 1; c = 0\n:fit y = m*x + c {clause}"));
        let wanted = by_formula(&kept(&x), &kept(&y), weights.as_deref());
        for (name, (data, u)) in ["m", "c"].into_iter().zip(wanted) {
            let leaf = session.value(name).unwrap();
            assert!(digits(leaf.data(), data) > 11.0, "{name}: {} {data}", leaf.data());
            let found = session.uncertainty(&leaf).unwrap();
            assert!(digits(found, u) > 11.0, "{name}: {found} {u}");
        }
        run(&mut session, ":undo");
        assert_eq!(session.value("m").unwrap().data(), 1.0);
    }
}
