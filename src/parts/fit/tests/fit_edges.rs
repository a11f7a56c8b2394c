//! Fits at the edges: exact data, models that are linear at any size, and numbers of any size.

use crate::core::graph::{Operand, Value};
use crate::core::language::Result;
use crate::parts::fit::estimate;
use crate::parts::fit::report::FitReport;
use crate::parts::fit::tests::fits::response;
use crate::support::typed::typed;
use crate::{evaluate, show};

fn fitted(script: &str, equation: &str) -> FitReport {
    try_fit(script, equation).unwrap_or_else(|error| panic!("{equation}\n{script}\n{error}"))
}

fn try_fit(script: &str, equation: &str) -> Result<FitReport> {
    let mut session = typed(script);
    let (y, model) = equation.split_once('=').unwrap();
    evaluate(&mut session, &format!("model_ = {model}")).unwrap();
    let (y, model) = (session.value(y.trim()).unwrap(), session.value("model_").unwrap());
    let leaves = session.order_of(&model).unfrozen_leaves();
    let leaves: Vec<Value> = leaves.into_iter().filter(|leaf| !leaf.is_per_row()).collect();
    estimate::fit(&mut session, &response(y, Operand::Value(model)), &leaves)
}

fn is_minimum(fit: &FitReport) -> bool {
    fit.end.is_success()
}

/// A pseudorandom number between 0 and 1 (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn of<'all, T>(&mut self, all: &'all [T]) -> &'all T {
        &all[(self.next() * all.len() as f64) as usize]
    }
}

fn column(numbers: impl Iterator<Item = f64>) -> String {
    format!("[{}]", numbers.map(|it| format!("{it:?}")).collect::<Vec<_>>().join(", "))
}

/// Data that a linear model meets exactly, or but for errors: lines, parabolas and several regressors,
/// with slopes and offsets of any size, often 0, and starts that are often 0.
fn linear_case(random: &mut Random) -> (String, &'static str) {
    let models = [
        ("y = m*x + c", 2),
        ("y = c + m*x", 2),
        ("y = a + b*x + c*x^2", 3),
        ("y = m*(x - 3) + c", 2),
        ("y = b0 + b1*x + b2*z", 3),
        ("y = b1*x + b2*z + b3*x*z + b0", 4),
    ];
    let (model, count) = *random.of(&models);
    let scale = *random.of(&[1e-9, 1e-3, 1.0, 1.0, 1.0, 1e3, 1e9]);
    let width = *random.of(&[1e-9, 1e-3, 1.0, 1.0, 1.0, 1e3, 1e9]);
    let rows = 5 + (random.next() * 20.0) as usize;
    let by = *random.of(&[1.0, 0.1, 0.37]);
    let x: Vec<f64> = (0..rows).map(|row| row as f64 * by * width).collect();
    let z: Vec<f64> = (0..rows).map(|_| (random.next() * 10.0).round()).collect();
    let truth: Vec<f64> = (0..4)
        .map(|_| scale * random.of(&[0.0, 1.0, 2.0, -3.0, 0.1, 1.7, -0.25, 1000.0]))
        .collect();
    let noise = *random.of(&[0.0, 0.0, 0.0, 1e-3]);
    let y = x.iter().zip(&z).map(|(x, z)| {
        let (t, error) = (x / width, noise * scale * (random.next() - 0.5));
        error
            + match (count, model.contains('z')) {
                (2, _) => truth[0] * t + truth[1],
                (3, false) => truth[0] + truth[1] * t + truth[2] * t * t,
                (3, true) => truth[0] + truth[1] * t + truth[2] * z,
                _ => truth[0] + truth[1] * t + truth[2] * z + truth[3] * t * z,
            }
    });
    let y = column(y.collect::<Vec<_>>().into_iter());
    let names = ["m", "c", "a", "b", "b0", "b1", "b2", "b3"];
    let starts: String = names
        .iter()
        .map(|name| format!("{name} = {:?}\n", random.of(&[0.0, 0.0, 1.0, 5.0])))
        .collect();
    (
        format!("x = {}\nz = {}\ny = {y}\n{starts}", column(x.into_iter()), column(z.into_iter())),
        model,
    )
}

#[test]
fn no_linear_model_is_refused() {
    let mut random = Random(7);
    let mut refused = Vec::new();
    for _ in 0..500 {
        let (script, equation) = linear_case(&mut random);
        let fit = fitted(&script, equation);
        if !is_minimum(&fit) {
            refused.push(format!("{equation}\n{script}{:?}", fit.end));
        }
    }
    assert!(refused.is_empty(), "{} refused, as\n{}", refused.len(), refused[0]);
}

#[test]
fn a_line_through_the_origin_is_exact() {
    let fit = fitted("x = [0, 1, 2, 3, 4]; y = [0, 2, 4, 6, 8]; m = 1; c = 0", "y = m*x + c");
    assert!(is_minimum(&fit), "{fit:?}");
    let found: Vec<_> = fit.parameters.iter().map(|it| (it.leaf.data, it.leaf.u)).collect();
    assert_eq!(found, [(2.0, Some(0.0)), (0.0, Some(0.0))]);
    // What is left is not a deviation of the rows.
    let mut session = typed("x = [0, 1, 2, 3, 4]; y = [0, 2, 4, 6, 8]; m = 1; c = 0");
    let said = show(&mut session, ":fit y = m*x + c").unwrap();
    assert!(said.contains("n = 5, 3 dof; the residuals are rounding errors"), "{said}");
}

#[test]
fn exact_curves_are_minima() {
    let cases = [
        ("2*exp(-0.5*x)", "y = a*exp(-b*x)", "a = 1; b = 1"),
        ("2*exp(-0.5*x)", "y = a*exp(-b*x) + c", "a = 1; b = 1; c = 0"),
        ("3*x/(2 + x)", "y = a*x/(b + x)", "a = 1; b = 1"),
        ("exp(0*x)", "y = exp(b*x)", "b = 0"),
        ("exp(0*x)", "y = a*exp(b*x)", "a = 2; b = 0.5"),
        ("sin(1.5*x)", "y = a*sin(w*x) + c", "a = 2; w = 1.4; c = 0"),
        ("5/(1 + exp(3 - x))", "y = a/(1 + exp(b - x))", "a = 4; b = 2"),
        ("x^1.5", "y = a*x^p", "a = 2; p = 1"),
    ];
    for (data, equation, start) in cases {
        let fit = fitted(&format!("x = [0.5, 1 .. 8]\nz = {data}\ny = {data}\n{start}"), equation);
        assert!(is_minimum(&fit), "{equation}: {fit:?}");
    }
}

#[test]
fn a_linear_model_of_many_leaves_has_uncertainties() {
    let leaves: Vec<String> = (0..200).map(|at| format!("b{at} = 0")).collect();
    let terms: Vec<String> = (1..200).map(|at| format!("b{at}*cos({at}*x)")).collect();
    let script = format!("x = [1 .. 1400]; y = sin(x^2)\n{}", leaves.join("; "));
    let fit = fitted(&script, &format!("y = b0 + {}", terms.join(" + ")));
    assert!(is_minimum(&fit), "{:?}", fit.end);
    assert!(fit.parameters.iter().all(|it| it.leaf.u.is_some_and(|u| u > 0.01 && u < 0.06)));
}

#[test]
fn uncertainties_may_be_of_any_size() {
    for u in ["1e-200", "1e200", "1"] {
        let script = format!("x = [1, 2, 3]; y = [1, 2, 3.1] ± {u}; m = 1");
        let fit = fitted(&script, "y = m*x");
        assert!(is_minimum(&fit), "{fit:?}");
        let u: f64 = u.parse().unwrap();
        let part = fit.parameters[0].leaf.u.unwrap() / u * 14.0_f64.sqrt();
        assert!((part - 1.0).abs() < 1e-12, "{fit:?}");
        // A model that bends.
        let script = format!("x = [1, 2, 3]; y = [3, 4.4, 6.6] ± {u}; a = 2; b = 0.4");
        let fit = fitted(&script, "y = a*exp(b*x)");
        assert!(is_minimum(&fit), "{fit:?}");
    }
    let mut session = typed("x = [1, 2, 3, 4]; y = [1e200, 2e200, 3.1e200, 4e200]; m = 1; c = 0");
    let said = show(&mut session, ":fit y = m*x + c").unwrap();
    assert!(!said.contains("inf"), "{said}");
}

#[test]
fn what_the_data_do_not_tell_is_said_as_it_is() {
    let step = try_fit("x = [1, 2, 3, 4]; y = [0, 0, 1, 1]; x0 = 2.2", "y = step(x - x0)");
    let said = step.unwrap_err().to_string();
    assert!(said.starts_with("no fit: the rows do not depend on x0"), "{said}");
    let away = try_fit("x = [1, 2, 3]; y = [-1, -2, -3.1]; a = 1", "y = exp(a)*x");
    let said = away.unwrap_err().to_string();
    assert!(said.starts_with("no fit: the search from a = 1 ran to a = "), "{said}");
}

#[test]
fn what_is_left_of_errors_that_cancel_is_none() {
    let mut session =
        typed("x = [1, 2, 3, 4, 5, 7]; y = [8.3, 10.3, 19, 16, 15.6, 19.8]; A = 20; k = 0.5");
    show(&mut session, ":fit y = A*(1 - exp(-k*x))").unwrap();
    let squares = "1 - sum((y - A*(1 - exp(-k*x)))^2)/sum((y - mean(y))^2)";
    let said = show(&mut session, squares).unwrap();
    assert!(said.starts_with("0.7575836281") && !said.contains('±'), "{said}");
    // What is little by itself stays.
    evaluate(&mut session, "b = 1 ± 1e-20").unwrap();
    assert!(show(&mut session, "2*b + 5").unwrap().contains("2e-20"));
    assert!(show(&mut session, "5 + 1e-19*A").unwrap().contains("2.5e-19"));
}

#[test]
fn a_correlation_is_neither_zero_nor_one_by_rounding() {
    let script =
        "S = [1, 2, 3, 4, 5, 6, 7, 8]; v = [1.1, 2, 3.1, 3.9, 5.2, 5.9, 7, 8]; V = 100; K = 100";
    let mut session = typed(script);
    let said = show(&mut session, ":fit v = V*S/(K + S)").unwrap();
    assert!(said.contains("r(V, K) = 0.9999"), "{said}");
    let said = show(&mut session, ":correlate V K").unwrap();
    assert!(said.contains("0.9999") && !said.contains("1.0000"), "{said}");
    let fit =
        fitted("t = [-2, -1, 0, 1, 2]; y = [1.1, 1.9, 3.2, 3.9, 5]; m = 1; c = 0", "y = m*t + c");
    assert_eq!(fit.correlations[0][1], 0.0);
}
