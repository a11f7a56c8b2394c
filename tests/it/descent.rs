//! Runs of descent and searches for a minimum, judged as a session judges them.

#![allow(clippy::unwrap_used, clippy::panic)]

use gradcalc::internals::commands::{RunOptions, run};
use gradcalc::internals::language::{exact, parse_expression};
use gradcalc::internals::methods::Outcome;
use gradcalc::internals::report::Cell;
use gradcalc::internals::studies::{self, StopReason, Trend};
use gradcalc::{Session, evaluate};

fn typed(script: &str) -> Session {
    let mut session = Session::new();
    for line in script.lines() {
        evaluate(&mut session, line).unwrap();
    }
    session
}

fn data(session: &mut Session, name: &str) -> f64 {
    session.find(name, Default::default()).unwrap().data()
}

#[track_caller]
fn goes(script: &str, rate: f64, steps: u64, trend: Trend) {
    let descent = studies::descend(&mut typed(script), rate, steps, None, None).unwrap();
    assert_eq!(descent.trend(), trend, "{script}, rate {rate}: {:?}", descent.curve);
}

#[test]
fn runs_are_judged_by_what_they_did() {
    let parabola = "x = 3; f = 3*x^2 - 4*x + 5";
    goes(parabola, 0.1, 20, Trend::Settled);
    goes(parabola, 0.001, 5, Trend::Progressing);
    // The step that jumps straight across the valley, and one a little longer.
    goes(parabola, 1.0 / 3.0, 20, Trend::Oscillating);
    goes(parabola, 0.34, 20, Trend::Diverging);
    goes(parabola, 0.34, 2000, Trend::Diverging);
    goes(parabola, -0.01, 20, Trend::Progressing);
    goes("x = 3; f = -(x^2)", -0.1, 100, Trend::Settled);
    goes("x = 1; f = abs(x)", 0.3, 20, Trend::Oscillating);
    goes("x = 0.125; f = abs(x)", 0.25, 20, Trend::Overshooting);
    goes("x = 0.1; f = abs(x)", 0.3, 1, Trend::Diverging);
    goes("x = 0.1; f = abs(x)", 0.3, 3, Trend::Worse);
    goes("x = 0.1; f = abs(x)", 0.3, 21, Trend::Oscillating);
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
    let rate = studies::rate(&mut session, &parse_expression(rate).unwrap()).unwrap();
    let descent = studies::descend(&mut session, rate, steps, None, None).unwrap();
    assert_eq!(descent.trend(), trend, "{script}: {:?}", descent.curve);
}

#[test]
fn a_run_that_goes_up_and_down_is_judged_by_where_it_gets() {
    // The same valley with corners: a rate that is too large from beginning to end, and one that
    // falls, so that every jump across is shorter than the last.
    let valley = "x = 1; y = 1; f = abs(x) + abs(y)/50";
    goes_at(valley, "0.3", 100, Trend::Oscillating);
    goes_at(valley, "0.3 - 0.29k/100", 100, Trend::Zigzagging);
    goes_at("x = 1; f = abs(x)", "0.3*0.97^k", 100, Trend::Zigzagging);
    // Up and down for ever, though the rate falls a little.
    goes_at("x = 1; f = abs(x)", "0.3 - 0.0001k", 60, Trend::Oscillating);
    // One spike, and a loss that reaches 0 and stays there.
    goes_at("x = 3; f = x^2", "0.01 + 1.2*max(0, 1 - abs(k - 70))", 100, Trend::Progressing);
    goes_at("x = 3; f = relu(x)", "0.1", 100, Trend::Settled);
    goes_at("x = -3; f = relu(x)", "0.1", 100, Trend::Settled);
}

#[test]
fn a_step_that_would_leave_the_numbers_is_not_taken() {
    let mut session = typed("x = 3; y = exp(x); f = y^2");
    let descent = studies::descend(&mut session, 1e3, 10, None, None).unwrap();
    assert_eq!(descent.trend(), Trend::Settled, "exp is flat far to the left");
    let mut session = typed("x = -3; y = exp(-x); f = y^2 + x^2");
    let descent = studies::descend(&mut session, -1.0, 10, None, None).unwrap();
    let StopReason::NonFinite(node, at, None) = &descent.stop_reason else {
        panic!("{:?}", descent.stop_reason);
    };
    assert_eq!((session.names().call(node).as_str(), *at), ("y", f64::INFINITY));
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
    let curve = studies::descend(&mut many, 0.05, 50, None, None).unwrap().curve;
    for at in 0..50 {
        let descent = studies::descend(&mut single, 0.05, 1, None, None).unwrap();
        assert_eq!(descent.curve, curve[at..at + 2]);
    }
    for name in ["x", "w", "b", "k", "o", "o.1", "L"] {
        let [one, other] = [&mut many, &mut single].map(|session| {
            let node = session.find(name, Default::default()).unwrap();
            (exact(node.data()), exact(node.grad()))
        });
        assert_eq!(one, other, "{name}");
    }
}

#[test]
fn a_kept_tape_follows_what_happens_in_between() {
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
    let descent = studies::descend(&mut session, 0.1, 1000, None, Some(1e-3)).unwrap();
    assert_eq!(descent.stop_reason, StopReason::Reached);
    let last = descent.points.last().unwrap();
    assert!(last.largest_grad < 1e-3 && last.largest_grad >= 0.8e-3, "{last:?}");
}

#[track_caller]
fn finds(script: &str, want: &[(&str, f64)]) {
    let mut session = typed(script);
    let minimum = studies::minimize(&mut session, None).unwrap();
    assert!(matches!(minimum.outcome, Outcome::Minimum), "{script}: {:?}", minimum.outcome);
    for (name, want) in want {
        let got = data(&mut session, name);
        assert!((got - want).abs() <= 1e-6 * want.abs().max(1.0), "{script}: {name} is {got}");
    }
}

#[test]
fn minima_are_found() {
    finds("x = 3; f = 3*x^2 - 4*x + 5", &[("x", 2.0 / 3.0), ("f", 11.0 / 3.0)]);
    finds("x = -1.2; y = 1; r = (1 - x)^2 + 100*(y - x^2)^2", &[("x", 1.0), ("y", 1.0)]);
    finds("x = 1; y = 1; f = (x^2 + y - 11)^2 + (x + y^2 - 7)^2", &[("x", 3.0), ("y", 2.0)]);
    finds("x = 10; f = x*log(x)", &[("x", (-1.0_f64).exp())]);
    finds("x = 1e5; f = 1e-8*(x - 7)^2", &[("f", 0.0)]);
    finds("x = 1; f = 1e12*(x - 7)^2 + 3", &[("x", 7.0)]);
    // Where the first step overflows.
    finds("x = 20; f = exp(x) + exp(-x)", &[("x", 0.0)]);
    // From a maximum and from a saddle, where the grads vanish too.
    finds("x = 0; f = x^4 - x^2", &[("f", -0.25)]);
    finds("x = 0; y = 0; f = x^2 - y^2 + y^4", &[("x", 0.0), ("f", -0.25)]);
    // Far off, where the root shows no more digits.
    finds(
        "m = 0; b = 0; f = (m*2000 + b + 1.3)^2 + (m*2001 + b - 2)^2 + (m*2002 + b - 2.9)^2",
        &[("m", 2.1)],
    );
    finds("x = 0; f = (x - 1e9)^2", &[("x", 1e9)]);
    // A large root that changes little, and one that all but vanishes.
    finds("x = 3; f = 1e6 + x^2", &[("f", 1e6)]);
    finds("x = 3; f = 1e-20*(x - 7)^2", &[("x", 7.0)]);
    finds("x = 3; f = 1e-20*(x - 7)^2 + 1e-30", &[("x", 7.0)]);
    // Leaves of very different size.
    finds(
        "b = 0.02; k = 6000; f = (b*k - 60)^2 + (k - 5000)^2/1e6",
        &[("b", 0.012), ("k", 5000.0)],
    );
}

#[test]
fn minima_are_where_the_grads_vanish() {
    // The root is the same around them; where the grads bend, a step that is no flatter is taken back.
    for (script, name, at, off) in [
        ("x = 3; f = 1000 + (x - 1)^2/(1 + x^2)", "x", 1.0, 1e-8),
        ("x = 0.1; f = 5 + abs(x)*1e-9 + x^2", "x", 0.0, 1e-12),
        ("x = 3; y = 2; f = abs(x)^1.5 + y^y - 1e9", "x", 0.0, 1e-9),
        ("x = 3; f = cosh(x) + abs(x)^1.5", "x", 0.0, 1e-9),
    ] {
        let mut session = typed(script);
        let minimum = studies::minimize(&mut session, None).unwrap();
        assert!(matches!(minimum.outcome, Outcome::Minimum), "{script}: {:?}", minimum.outcome);
        let found = data(&mut session, name);
        assert!((found - at).abs() <= off, "{script}: {name} is {found}");
    }
}

#[test]
fn what_is_no_local_minimum_is_not_called_one() {
    let scripts = [
        "x = 3; f = 1e6 + x^3",
        "x = 1; f = 1 + x^3",
        "x = 0.001; f = x^3",
        "x = 1e-8; f = 1e6 + x^3",
        "x = 1e-5; y = 1e-5; f = 1e6 + x^2 - y^4",
        "x = 0; y = 0; f = x^3 + y^2",
        "x = 0; y = 0; f = x*y",
        "x = 1e-9; y = 2e-9; f = x*y + 7",
        "x = 3; f = atan(x)",
        "x = 3; f = 1e6 + 1/x",
        "x = 2; f = tanh(x)*1e-9 + 1",
        "x = 10; f = exp(x)^2",
        "x = 3; f = tan(x)",
        "x = 0.3; f = floor(x) - x",
        "x = 0.3; f = -mod(x, 1)",
        "x = 3; y = 1; f = x^2*exp(-y)",
        "x = 1; y = 0; f = abs(x) + abs(y) - 1.5*abs(x + y)",
        "x = 1; f = -abs(x) + 5",
        "x = 0; f = 1 - relu(x)",
        // Plateaus: far out, of a dead relu, and in every direction.
        "x = 10; f = 1 - exp(-(x^2))",
        "w = 0; f = relu(1 - 0.005*w)",
        "w = -3; b = -1; f = relu(w*2 + b)",
        // The lowest along a whole curve.
        "x = 3; y = 1; f = 5 + (x*y - 1)^2",
        // What falls for ever, ever more slowly.
        "x = 3; f = x^3",
        "x = 3; f = -sqrt(x)",
        "x = 3; f = -log(x)",
        "x = 3; f = cbrt(x)",
        "x = 3; f = 1/x",
        "x = 3; f = 1/(1 + x^2)",
        "x = 3; f = exp(x)",
        "x = 3; f = 1 + exp(x)",
        "x = 3; f = sigmoid(x)",
        "x = 3; f = softplus(x)",
        "w = 0; b = 0; L = softplus(-(w*2 + b)) + softplus(w*-1 + b)",
        // A kink.
        "x = 1; y = 1; f = abs(x - 1e6) + abs(y - 2)*1000 + abs(x - 3*y)",
    ];
    let is_wrong = |script: &&&str| {
        let outcome = studies::minimize(&mut typed(script), None).unwrap().outcome;
        outcome == Outcome::Minimum
    };
    assert_eq!(scripts.iter().filter(is_wrong).collect::<Vec<_>>(), Vec::<&&str>::new());
}

#[test]
fn a_search_goes_down_where_there_is_no_parabola() {
    for (script, root) in [
        ("x = 5; f = abs(x)", 0.0),
        ("x = 5; f = abs(x) + x/2", 0.0),
        ("x = 2; f = x^4 + 5", 5.0),
        ("x = 2; f = cosh(x^3)", 1.0),
        ("x = 3; y = 1; f = (x*y - 1)^2", 0.0),
        ("a = 0; b = 0; f = (a*b - 1)^2", 0.0),
    ] {
        let minimum = studies::minimize(&mut typed(script), None).unwrap();
        assert!((minimum.after - root).abs() < 1e-12, "{script}: {minimum:?}");
    }
}

#[test]
fn what_falls_without_end_is_left_alone() {
    for script in [
        "a = 2; b = -3; c = 10; f = -2; L = (a*b + c)*f",
        "x = 3; f = 2x",
        "x = 0; f = 1 - x^2",
        "x = 3; f = x - x^2",
        "x = 3; y = 1; f = x^2 - y^4",
    ] {
        let mut session = typed(script);
        let before: Vec<f64> = session.names().iter().map(|(_, value)| value.data()).collect();
        let minimum = studies::minimize(&mut session, None).unwrap();
        assert_eq!(minimum.outcome, Outcome::Endless, "{script}");
        let after: Vec<f64> = session.names().iter().map(|(_, value)| value.data()).collect();
        assert_eq!(before, after, "{script}");
    }
}

#[test]
fn a_search_stays_in_the_basin_of_its_start() {
    for (script, at) in [
        ("q = 1; f = sin(q) + q/10", -1.6709637479565),
        ("q = 1.58; f = sin(q)", 4.71238898038469),
        ("q = 0; f = q^2", 0.0),
    ] {
        finds(script, &[("q", at)]);
    }
}

#[test]
fn a_search_without_a_start_says_so() {
    let mut session = typed("x = -1; f = log(x)");
    assert_eq!(studies::minimize(&mut session, None).unwrap().outcome, Outcome::NotFinite);
    let script = session.script();
    for text in [":minimize f", ":minimize sqrt(x + 1)"] {
        run(&mut session, text, RunOptions::default()).unwrap_err();
        assert_eq!(session.script(), script);
    }
    assert!(studies::minimize(&mut Session::new(), None).is_none());
    let mut session = typed("x = 2; f = x^2");
    run(&mut session, ":freeze x", RunOptions::default()).unwrap();
    assert_eq!(studies::minimize(&mut session, None).unwrap().steps, 0);
}

#[test]
fn a_search_is_taken_back_whole() {
    let mut session = typed("x = 3; y = 4; f = x^2 + y^2");
    run(&mut session, ":minimize f", RunOptions::default()).unwrap();
    assert_eq!(data(&mut session, "f"), 0.0);
    run(&mut session, ":undo", RunOptions::default()).unwrap();
    assert_eq!(data(&mut session, "f"), 25.0);
}

#[test]
fn a_long_curve_ends_where_the_run_did() {
    for steps in [4095, 4096, 4097, 10_000, 10_001] {
        let mut session = typed("x = 1; f = (x - 3)^4");
        let descent = studies::descend(&mut session, 0.0001, steps, None, None).unwrap();
        let end = data(&mut session, "f");
        assert_eq!(descent.curve.last().map(|last| last.to_bits()), Some(end.to_bits()), "{steps}");
        assert_eq!(descent.curve.first(), Some(&16.0));
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
    assert_eq!(
        format!("{:?}", report.facts().next().unwrap()),
        format!("{:?}", ("steps", Cell::count(3)))
    );
    let text = format!("{:?}", report.parts);
    assert!(
        text.contains("stopped after 3 steps: the RATE of the next step, with k = 3, is inf"),
        "{text}"
    );
    let mut error = |text: &str| run(&mut session, text, RunOptions::default()).unwrap_err();
    assert_eq!(error(":step 1/k 10").to_string(), "RATE must be finite, found inf");
}
