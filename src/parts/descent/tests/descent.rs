//! Runs of descent, judged as a session judges them.

use proptest::prelude::*;

use crate::command::{RunOptions, run};
use crate::core::language::{exact, parse_expression};
use crate::parts::descent;
use crate::parts::descent::Rate;
use crate::parts::descent::steps::StopReason;
use crate::parts::descent::trend::Trend;
use crate::support::bytes::{bytes, history};
use crate::support::fixed_seed::config;
use crate::support::net::laws;
use crate::support::typed::{data, typed};

#[track_caller]
fn goes(script: &str, rate: f64, steps: u64, trend: Trend) {
    let descent = descent::descend(&mut typed(script), rate, steps, None, None).unwrap();
    assert_eq!(descent.trend(), trend, "{script}, rate {rate}: {:?}", descent.curve.values);
}

#[test]
fn runs_are_judged_by_what_they_did() {
    let parabola = "x = 3; f = 3*x^2 - 4*x + 5";
    goes(parabola, 0.1, 20, Trend::Settled);
    goes(parabola, 0.001, 5, Trend::Progressing);
    // The step that jumps straight across the valley, and one a little longer.
    goes(parabola, 1.0 / 3.0, 20, Trend::Overshooting);
    goes(parabola, 0.34, 20, Trend::Diverging);
    goes(parabola, 0.34, 2000, Trend::Diverging);
    goes(parabola, -0.01, 20, Trend::Progressing);
    goes("x = 3; f = -(x^2)", -0.1, 100, Trend::Settled);
    goes("x = 1; f = abs(x)", 0.3, 20, Trend::Overshooting);
    goes("x = 0.125; f = abs(x)", 0.25, 20, Trend::Overshooting);
    goes("x = 0.1; f = abs(x)", 0.3, 1, Trend::Diverging);
    goes("x = 0.1; f = abs(x)", 0.3, 3, Trend::Overshooting);
    goes("x = 0.1; f = abs(x)", 0.3, 21, Trend::Overshooting);
    goes("x = 2; f = x^4", 1.0, 5, Trend::Diverging);
    // Falling, but by next to nothing of what the grads promise: y jumps from side to side.
    goes("x = 2; y = 1; f = x^2 + 100*y^2", 0.00999, 10, Trend::Overshooting);
    goes("x = 2; y = 1; f = x^2 + 100*y^2", 0.004, 3, Trend::Progressing);
    goes("a = 2; b = -3; c = 10; f = -2; L = (a*b + c)*f", 0.01, 20, Trend::Progressing);
    // Already there: nothing moves.
    goes("x = 0; f = x^2", 0.1, 10, Trend::Settled);
    goes("x = 1e-9; f = 5 + x^2", 0.1, 10, Trend::BelowRounding);
    goes("x = 1; f = 1e17 + x", 0.1, 10, Trend::BelowRounding);
    goes("a = 2; f = a^2", 0.001, 400_000, Trend::Settled);
    goes("x = -2; f = sin(x)", 0.1, 500, Trend::Settled);
    // Small numbers are no reason to think it has settled, nor large ones that it has not.
    goes("x = 3; f = 1e-6*x^2", 0.1, 10, Trend::Progressing);
    goes("x = 3; f = 1e6*x^2", 1e-7, 100, Trend::Settled);
}

#[track_caller]
fn goes_at(script: &str, rate: &str, steps: u64, trend: Trend) {
    let mut session = typed(script);
    let rate = Rate::typed(&mut session, &parse_expression(rate).unwrap()).unwrap();
    let descent = descent::descend(&mut session, rate, steps, None, None).unwrap();
    assert_eq!(descent.trend(), trend, "{script}: {:?}", descent.curve.values);
}

#[test]
fn a_run_that_goes_up_and_down_is_judged_by_where_it_gets() {
    // The same valley with corners: a rate that is too large from beginning to end, and one that
    // falls, so that every jump across is shorter than the last.
    let valley = "x = 1; y = 1; f = abs(x) + abs(y)/50";
    goes_at(valley, "0.3", 100, Trend::Overshooting);
    goes_at(valley, "0.3 - 0.29k/100", 100, Trend::Progressing);
    goes_at("x = 1; f = abs(x)", "0.3*0.97^k", 100, Trend::Progressing);
    // Up and down for ever, though the rate falls a little.
    goes_at("x = 1; f = abs(x)", "0.3 - 0.0001k", 60, Trend::Overshooting);
    // One spike, and a loss that reaches 0 and stays there.
    goes_at("x = 3; f = x^2", "0.01 + 1.2*max(0, 1 - abs(k - 70))", 100, Trend::Progressing);
    goes_at("x = 3; f = relu(x)", "0.1", 100, Trend::Settled);
    goes_at("x = -3; f = relu(x)", "0.1", 100, Trend::Settled);
}

#[test]
fn a_step_that_would_leave_the_numbers_is_not_taken() {
    let mut session = typed("x = 3; y = exp(x); f = y^2");
    let descent = descent::descend(&mut session, 1e3, 10, None, None).unwrap();
    assert_eq!(descent.trend(), Trend::Settled, "exp is flat far to the left");
    let mut session = typed("x = -3; y = exp(-x); f = y^2 + x^2");
    let descent = descent::descend(&mut session, -1.0, 10, None, None).unwrap();
    assert_eq!(descent.stop_reason, StopReason::NonFinite(f64::INFINITY));
    let left = descent.points.last().unwrap().leaves[0];
    assert_eq!(data(&mut session, "x"), left);
    assert!(data(&mut session, "f").is_finite());
    assert_eq!(descent.taken, descent.points.last().unwrap().step);
}

#[test]
fn many_steps_are_what_single_steps_are() {
    let script =
        "x = 0.3; w = -1.2; b = 0.1; k = 2; o = tanh(x*w + b*k) - x*b; L = (o - 1)^2 + w*w";
    let (mut many, mut single) = (typed(script), typed(script));
    let freeze = ":freeze k";
    for session in [&mut many, &mut single] {
        run(session, freeze, RunOptions::default()).unwrap();
    }
    let curve = descent::descend(&mut many, 0.05, 50, None, None).unwrap().curve.values;
    for at in 0..50 {
        let descent = descent::descend(&mut single, 0.05, 1, None, None).unwrap();
        assert_eq!(descent.curve.values, curve[at..at + 2]);
    }
    for name in ["x", "w", "b", "k", "o", "o.1", "L"] {
        let [one, other] = [&mut many, &mut single].map(|session| {
            let node = session.find(name, Default::default()).unwrap();
            (exact(node.data()), exact(node.grad()))
        });
        assert_eq!(one, other, "{name}");
    }
}

proptest! {
    #![proptest_config(config(100))]

    #[test]
    fn single_steps_are_one_run(bytes in bytes(200), rate in -0.1..0.3, count in 1..12_usize) {
        laws::single_steps_are_many(&history(&bytes), rate, count);
    }
}

#[test]
fn a_kept_program_follows_what_happens_in_between() {
    let mut session = typed("x = 3; y = 2; f = x^2*y");
    let mut type_in = |line: &str| drop(run(&mut session, line, RunOptions::default()).unwrap());
    type_in(":step 0.01");
    type_in(":set x 1 y 5");
    type_in(":step 0.01");
    // x was 1 and y 5: x -= 0.01*10, y -= 0.01*1.
    type_in(":freeze x");
    type_in(":step 0.01");
    // Only y moves, by 0.01*0.81.
    type_in(":thaw x");
    type_in(":freeze y");
    type_in(":set y 3");
    type_in(":step 0.1");
    type_in("g = f - x");
    type_in(":step 0.1 1 x");
    type_in(":undo");
    let want = 0.9 - 0.1 * 2.0 * 0.9 * 3.0;
    assert!((data(&mut session, "x") - want).abs() < 1e-14);
    assert!((data(&mut session, "f") - want * want * 3.0).abs() < 1e-14);
}

#[test]
fn until_ends_a_run_early() {
    let mut session = typed("x = 3; f = x^2");
    let descent = descent::descend(&mut session, 0.1, 1000, None, Some(1e-3)).unwrap();
    assert_eq!(descent.stop_reason, StopReason::Reached);
    let last = descent.points.last().unwrap();
    assert!(last.largest_grad < 1e-3 && last.largest_grad >= 0.8e-3, "{last:?}");
}

#[test]
fn a_long_curve_ends_where_the_run_did() {
    for steps in [4095, 4096, 4097, 10_000, 10_001] {
        let mut session = typed("x = 1; f = (x - 3)^4");
        let descent = descent::descend(&mut session, 0.0001, steps, None, None).unwrap();
        let end = data(&mut session, "f");
        assert_eq!(descent.curve.last().to_bits(), end.to_bits(), "{steps}");
        assert_eq!(descent.curve.first(), 16.0);
    }
}

#[test]
fn a_rate_may_depend_on_the_step() {
    let mut many = typed("x = 3; k = 100; scale = 2; f = x^2");
    run(&mut many, ":step ((1 - 0.9k/20)/(5*scale)) 20", RunOptions::default()).unwrap();
    let mut one = typed("x = 3; f = x^2");
    for step in 0..20 {
        let rate = (1.0 - 0.9 * f64::from(step) / 20.0) / 10.0;
        run(&mut one, &format!(":step {rate}"), RunOptions::default()).unwrap();
    }
    let [many, one] = [&mut many, &mut one].map(|session| data(session, "x"));
    assert!((many - one).abs() < 1e-12 * one.abs(), "{many} and {one}");
    // The rate of a single step is that of step 0, and nothing about k itself changes.
    let mut single = typed("x = 3; k = 7; f = x^2");
    run(&mut single, ":step (0.1 + k)", RunOptions::default()).unwrap();
    assert_eq!(data(&mut single, "x"), 3.0 - 0.1 * 6.0);
    assert_eq!(data(&mut single, "k"), 7.0);
}

#[test]
fn a_rate_that_ends_ends_the_run() {
    let mut session = typed("x = 3; f = x^2");
    let report = run(&mut session, ":step 0.1/(3 - k) 10", RunOptions::default()).unwrap();
    assert_eq!(report.fact("steps"), Some(3.into()));
    let text = report.data[0].facts(&report.blocks)["text"].to_string();
    assert!(
        text.contains("stopped after 3 steps: the rate of the next step, with k = 3, is inf"),
        "{text}"
    );
    let mut error = |text: &str| run(&mut session, text, RunOptions::default()).unwrap_err();
    assert_eq!(error(":step 1/k 10").to_string(), "RATE must be finite, found inf");
}
