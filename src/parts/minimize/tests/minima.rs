//! Searches for a minimum: what is found, what is called one, and where there is none.

use crate::Session;
use crate::command::{RunOptions, run};
use crate::parts::minimize::minimum;
use crate::report::Ending;
use crate::support::typed::{data, typed};

#[track_caller]
fn finds(script: &str, want: &[(&str, f64)]) {
    let mut session = typed(script);
    let minimum = minimum::minimize(&mut session, None).unwrap();
    assert!(matches!(minimum.end, Ending::Minimum), "{script}: {:?}", minimum.end);
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
        ("x = 0.1; f = 5 + abs(x)*1e-9 + x^2", "x", 0.0, 1e-9),
        ("x = 3; y = 2; f = abs(x)^1.5 + y^y - 1e9", "x", 0.0, 1e-9),
        ("x = 3; f = cosh(x) + abs(x)^1.5", "x", 0.0, 1e-9),
    ] {
        let mut session = typed(script);
        let minimum = minimum::minimize(&mut session, None).unwrap();
        assert!(matches!(minimum.end, Ending::Minimum), "{script}: {:?}", minimum.end);
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
        let outcome = minimum::minimize(&mut typed(script), None).unwrap().end;
        outcome == Ending::Minimum
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
        let minimum = minimum::minimize(&mut typed(script), None).unwrap();
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
        let minimum = minimum::minimize(&mut session, None).unwrap();
        assert_eq!(minimum.end, Ending::Endless, "{script}");
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
    assert_eq!(minimum::minimize(&mut session, None).unwrap().end, Ending::NonFinite);
    let script = session.script();
    for text in [":minimize f", ":minimize sqrt(x + 1)"] {
        run(&mut session, text, RunOptions::default()).unwrap_err();
        assert_eq!(session.script(), script);
    }
    assert!(minimum::minimize(&mut Session::new(), None).is_none());
    let mut session = typed("x = 2; f = x^2");
    run(&mut session, ":freeze x", RunOptions::default()).unwrap();
    assert_eq!(minimum::minimize(&mut session, None).unwrap().steps, 0);
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
fn squares_that_are_zero_to_rounding_are_a_minimum() {
    let scripts = [
        "x = [0 .. 4]; y = [0, 2, 4, 6, 8]; m = 1; c = 0; L = sum((y - m*x - c)^2)",
        "x = [0 .. 4]; y = [0.1, 0.4, 0.7, 1, 1.3]; m = 1; c = 0; L = mean((y - m*x - c)^2)",
        "x = [0 .. 4]; y = [0, 0.3, 0.6, 0.9, 1.2]; m = 1; c = 0; L = mean((y - m*x - c)^2)",
        "x = [0 .. 4]; y = 2*exp(-0.3*x); a = 1; b = 1; L = sum((y - a*exp(-b*x))^2)",
        "m = 1; c = 0; L = (m*1 + c - 3)^2 + (m*2 + c - 5)^2 + (m*3 + c - 7)^2",
    ];
    for script in scripts {
        let found = minimum::minimize(&mut typed(script), None).unwrap();
        assert!(matches!(found.end, Ending::Minimum), "{script}: {found:?}");
    }
    // Not so where it has run off.
    let found = minimum::minimize(&mut typed("x = 1; f = exp(-x)^2"), None).unwrap();
    assert!(!matches!(found.end, Ending::Minimum), "{found:?}");
}
