//! Coverage: the 95 % intervals of what follows from a fit hold the truth in 95 of 100 simulated sets
//! of data, also with few rows.

use crate::core::graph::{Operand, Value};
use crate::parts::fit::estimate;
use crate::parts::fit::tests::fits::response;
use crate::parts::uncertainty::propagate;
use crate::report::Ending;
use crate::{Session, evaluate};

/// The interval between two of so many trials is to hold 94.7 %.
const TRIALS: usize = 1000;

/// A model with its leaves, their true numbers, and what is looked at.
struct Model {
    text: &'static str,
    leaves: &'static [(&'static str, f64)],
    rows: fn(&[f64], f64) -> f64,
    root: &'static str,
    truth: f64,
    /// The standard deviation of the rows.
    noise: f64,
}

/// Pseudorandom numbers (SplitMix64).
struct Random(u64);

impl Random {
    /// One between 0 and 1.
    fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (((mixed ^ (mixed >> 31)) >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
    }

    fn normal(&mut self) -> f64 {
        (-2.0 * self.uniform().ln()).sqrt() * (std::f64::consts::TAU * self.uniform()).cos()
    }
}

fn column(numbers: &[f64]) -> String {
    format!("[{}]", numbers.iter().map(|it| format!("{it:?}")).collect::<Vec<_>>().join(", "))
}

/// What became of simulated sets.
#[derive(Default)]
struct Count {
    held: u32,
    /// Those whose fit has converged, and those whose has not.
    all: u32,
    stopped: u32,
}

impl Count {
    fn part(&self) -> f64 {
        f64::from(self.held) / f64::from(self.all)
    }
}

/// Fits so many simulated sets of so many rows, each with an input `k = 2 ± 0.05` of its own.
fn simulate(model: &Model, rows: usize, sets: u32, random: &mut Random, count: &mut Count) {
    for _ in 0..sets {
        let truth: Vec<f64> = model.leaves.iter().map(|(_, truth)| *truth).collect();
        let x: Vec<f64> = (0..rows).map(|_| 0.3 + 7.7 * random.uniform()).collect();
        let row = |x: &f64| (model.rows)(&truth, *x) + model.noise * random.normal();
        let y: Vec<f64> = x.iter().map(row).collect();
        let mut session = Session::new();
        let leaves: Vec<String> =
            model.leaves.iter().map(|(name, it)| format!("{name} = {it:?}")).collect();
        for line in [
            format!("x = {}; y = {}", column(&x), column(&y)),
            format!("k = {:?} ± 0.05; {}", 2.0 + 0.05 * random.normal(), leaves.join("; ")),
            format!("model_ = {}; root_ = {}", model.text, model.root),
        ] {
            evaluate(&mut session, &line).unwrap_or_else(|error| panic!("{line}: {error}"));
        }
        let [y, model_, root] = ["y", "model_", "root_"].map(|it| session.value(it).unwrap());
        let leaves = session.order_of(&model_).unfrozen_leaves();
        let leaves: Vec<Value> = leaves.into_iter().filter(|leaf| !leaf.is_per_row()).collect();
        let fit = estimate::fit(&mut session, &response(y, Operand::Value(model_)), &leaves);
        if !fit.is_ok_and(|fit| fit.end == Ending::Converged && !fit.is_exact) {
            count.stopped += 1;
            continue;
        }
        let propagation = propagate(&mut session, &root).expect("no interrupt");
        let trials = propagation.trials(&session, TRIALS).expect("no interrupt");
        count.all += 1;
        count.held += u32::from(trials.low <= model.truth && model.truth <= trials.high);
    }
}

const LINE: Model = Model {
    text: "m*x + c",
    leaves: &[("m", 2.0), ("c", 1.0)],
    rows: |at, x| at[0] * x + at[1],
    root: "3*m + c",
    truth: 7.0,
    noise: 1.0,
};

#[test]
fn intervals_of_linear_fits_hold_the_truth_at_each_number_of_rows() {
    let slope = Model { root: "m + 0", truth: 2.0, ..LINE };
    // What is known of k is exact, what the fit knows is not: their degrees of freedom mix.
    let mixed = Model { root: "k*m", truth: 4.0, noise: 0.4, ..LINE };
    let mut random = Random(1);
    for rows in [3, 4, 5, 7, 12, 30] {
        let mut count = Count::default();
        for model in [&LINE, &slope, &mixed] {
            simulate(model, rows, 80, &mut random, &mut count);
        }
        // Four standard errors are 5.6 %.
        assert!((0.89..=0.995).contains(&count.part()), "{rows} rows: {}", count.part());
        assert_eq!(count.stopped, 0);
    }
}

#[test]
fn intervals_of_fits_hold_the_truth_taken_together() {
    let exponential: fn(&[f64], f64) -> f64 = |at, x| at[0] * (-at[1] * x).exp();
    let power: fn(&[f64], f64) -> f64 = |at, x| at[0] * x.powf(at[1]);
    let saturation: fn(&[f64], f64) -> f64 = |at, x| at[0] * x / (at[1] + x);
    let model =
        |text, leaves, rows, root, truth| Model { text, leaves, rows, root, truth, noise: 0.02 };
    let curves = [
        model("a*exp(-b*x)", &[("a", 3.0), ("b", 0.4)], exponential, "log(2)/b", 2_f64.ln() / 0.4),
        model("a*x^b", &[("a", 3.0), ("b", 0.7)], power, "a*5^b", 3.0 * 5_f64.powf(0.7)),
        model("a*x/(b + x)", &[("a", 3.0), ("b", 2.0)], saturation, "a*2/(b + 2)", 1.5),
    ];
    let mut random = Random(2);
    let mut of_curves = Count::default();
    let mut of_lines = Count::default();
    for rows in [4, 6, 9, 16, 30] {
        simulate(&LINE, rows, 100, &mut random, &mut of_lines);
        curves.iter().for_each(|it| simulate(it, rows, 50, &mut random, &mut of_curves));
    }
    // Four standard errors are 4 and 3 %.
    for count in [of_lines, of_curves] {
        let Count { all, stopped, .. } = count;
        assert!((0.905..=0.985).contains(&count.part()), "{}", count.part());
        assert!(stopped * 5 < all, "{stopped} of {all}");
    }
}

/// What `detail` prints, of a line, with errors that are estimated and known.
#[test]
fn intervals_of_parameters_hold_the_truth_at_each_number_of_rows() {
    let mut random = Random(3);
    for rows in [3, 4, 6, 10, 30] {
        let (mut held, mut all) = (0, 0);
        for set in 0..400 {
            let x: Vec<f64> = (0..rows).map(|_| 0.3 + 7.7 * random.uniform()).collect();
            let y: Vec<f64> = x.iter().map(|x| 2.0 * x + 1.0 + random.normal()).collect();
            let errors = if set % 2 == 0 { "" } else { " ± 1" };
            let line = format!("x = {}; y = {}{errors}; m = 2; c = 1", column(&x), column(&y));
            let mut session = Session::new();
            evaluate(&mut session, &format!("{line}; model_ = m*x + c")).unwrap();
            let [y, model, m, c] = ["y", "model_", "m", "c"].map(|it| session.value(it).unwrap());
            let response = response(y, Operand::Value(model));
            let fit = estimate::fit(&mut session, &response, &[m, c]).unwrap();
            for (leaf, truth) in fit.parameters.iter().zip([2.0, 1.0]) {
                let [low, high] = [leaf.low, leaf.high].map(|end| end.unwrap());
                all += 1;
                held += i32::from(low <= truth && truth <= high);
            }
        }
        let part = f64::from(held) / f64::from(all);
        assert!((0.93..=0.97).contains(&part), "{rows} rows: {part}");
    }
}
