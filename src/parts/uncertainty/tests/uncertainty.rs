//! Uncertainties: every case of tests/cases/uncertainty.jsonl, to first order and by random trials,
//! and what holds at sizes and at edges.

use serde_json::Value as Json;

use crate::parts::least_squares::pivoted;
use crate::parts::uncertainty::{Propagation, Trials, correlation, most_trials, propagate};
use crate::support::budget::{EXACT, budget, budget_by, close, float, session_of};
use crate::{Session, evaluate, show};

fn cases() -> Vec<Json> {
    let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/uncertainty.jsonl"));
    text.lines().map(|line| serde_json::from_str(line).expect("a case")).collect()
}

fn text(json: &Json) -> &str {
    json.as_str().expect("a text")
}

fn number(json: &Json) -> f64 {
    text(json).parse().expect("a number")
}

fn list(json: &Json) -> &[Json] {
    json.as_array().map_or(&[], Vec::as_slice)
}

/// The statements that make a case, in which every correlation has a line of its own.
fn script(case: &Json) -> Vec<String> {
    let inputs = list(&case["inputs"]).iter().map(|input| {
        format!("{} = {} ± {}", text(&input["name"]), text(&input["value"]), text(&input["u"]))
    });
    let correlations = list(&case["correlations"]).iter().map(|pair| {
        format!(":correlate {} {} {}", text(&pair[0]), text(&pair[1]), pair[2].as_f64().expect("r"))
    });
    let definitions = list(&case["definitions"])
        .iter()
        .map(|pair| format!("{} = {}", text(&pair[0]), text(&pair[1])));
    let outputs = list(&case["outputs"])
        .iter()
        .map(|output| format!("{} = {}", text(&output["name"]), text(&output["expr"])));
    inputs.chain(correlations).chain(definitions).chain(outputs).collect()
}

fn propagation(session: &mut Session, root: &str) -> Propagation {
    let root = session.value(root).expect("a node");
    propagate(session, &root).expect("nobody interrupts")
}

fn trials(session: &Session, propagation: &Propagation) -> Trials {
    propagation.trials(session, most_trials(session)).expect("nobody interrupts")
}

#[test]
fn cases_hold_to_first_order() {
    for case in cases() {
        let mut session = session_of(&script(&case));
        let name = text(&case["case"]);
        for output in list(&case["outputs"]) {
            let what = format!("{name}: {}", text(&output["name"]));
            let root = session.value(text(&output["name"])).expect("a node");
            close(root.data(), number(&output["value"]), 0.0, &what);
            let found = propagation(&mut session, text(&output["name"]));
            let u = session.uncertainty(&root).expect("an uncertainty");
            close(u, number(&output["u"]), 0.0, &what);
            let inputs = found.inputs(&session);
            for input in list(&case["inputs"]) {
                let leaf = text(&input["name"]);
                let wanted = number(&output["sensitivity"][leaf]);
                let what = format!("{what} by {leaf}");
                match inputs.iter().find(|it| it.name == leaf) {
                    // The root does not depend on it.
                    None => assert_eq!(wanted, 0.0, "{what}"),
                    Some(input) => {
                        close(input.sensitivity, wanted, 0.0, &what);
                        let wanted = number(&output["contribution"][leaf]);
                        close(input.contribution, wanted, 0.0, &what);
                    }
                }
            }
            let shares: f64 = inputs.iter().filter_map(|it| it.share).sum();
            if u > 0.0 {
                close(shares, 1.0, 1.0, &format!("shares of {what}"));
            }
        }
        for pair in list(&case["output_correlations"]) {
            let [one, other] = [&pair[0], &pair[1]].map(|it| session.value(text(it)).unwrap());
            let r = correlation(&mut session, &one, &other).unwrap().expect("both are uncertain");
            close(r, number(&pair[2]), 1.0, name);
        }
    }
}

/// Whether the uncertainty to first order is off by more than half a percent.
fn is_bent(case: &str, output: &Json) -> bool {
    match output.get("u_second_order") {
        Some(second) => (number(second) / number(&output["u"]) - 1.0).abs() > 0.005,
        // So far off that the second order is, too.
        None => case == "sine of a square",
    }
}

#[test]
fn every_bent_case_is_flagged_and_no_straight_one() {
    for case in cases() {
        let mut session = session_of(&script(&case));
        for output in list(&case["outputs"]) {
            let name = text(&case["case"]);
            let found = propagation(&mut session, text(&output["name"]));
            let found = trials(&session, &found);
            assert_eq!(found.agree, !is_bent(name, output), "{name}: {found:?}");
            assert_eq!((found.count, found.not_finite), (1_000_000, 0), "{name}");
        }
    }
}

/// The spread of a function of one normal number, and the standard error of a spread by so many
/// trials, by integration.
fn spread(function: impl Fn(f64) -> f64, mean: f64, u: f64, trials: usize) -> (f64, f64) {
    const STEPS: i32 = 40_000;
    let step = 24.0 / f64::from(STEPS);
    let moment = |power: i32, about: f64| {
        let at = |index: i32| {
            let z = f64::from(index) * step - 12.0;
            let density = (-z * z / 2.0).exp() / std::f64::consts::TAU.sqrt();
            density * (function(mean + u * z) - about).powi(power)
        };
        step * (0..=STEPS).map(at).sum::<f64>()
    };
    let average = moment(1, 0.0);
    let (variance, fourth) = (moment(2, average), moment(4, average));
    let of_variance = ((fourth - variance * variance) / trials as f64).sqrt();
    (variance.sqrt(), of_variance / (2.0 * variance.sqrt()))
}

#[test]
fn trials_are_spread_as_they_should_be() {
    type Case = (&'static str, f64, f64, fn(f64) -> f64);
    let cases: [Case; 5] = [
        ("x^2", 0.0, 0.1, |x| x * x),
        ("x*x", 2.0, 0.25, |x| x * x),
        ("sin(1 + x^2)", 2.0, 0.25, |x| (1.0 + x * x).sin()),
        ("log(2)/x", 0.0121, 0.0003, |x| 2_f64.ln() / x),
        ("exp(x)", 0.0, 0.5, f64::exp),
    ];
    for (expression, x, u, function) in cases {
        let mut session = session_of(&[format!("x = {x} ± {u}"), format!("y = {expression}")]);
        let found = propagation(&mut session, "y");
        let found = trials(&session, &found);
        let (wanted, error) = spread(function, x, u, found.count);
        let u = found.u.expect("a spread");
        assert!((u - wanted).abs() < 4.0 * error, "{expression}: {u}, not {wanted}");
    }
}

/// Means, standard deviations, and the standard errors of these times the root of the number of trials, by products of
/// Gauss's quadratures of 24 to 40 points.
#[test]
fn a_million_trials_agree_with_integrals() {
    for (script, u, mean, by_trial, error) in [
        (
            "V = 5 ± 0.5; R1 = 1000 ± 150; R2 = 2000 ± 300; y = V*R2/(R1 + R2)",
            0.408_248_290_463_863,
            3.324_666_035_740_727,
            0.411_460_293_723_786,
            0.293,
        ),
        (
            "x = 0 ± 0.3; z = 2 ± 0.2; :correlate x z 0.6; y = exp(x)*z",
            0.737_563_556_583_431,
            2.129_712_722_774_149,
            0.807_518_941_484_064,
            0.843,
        ),
        (
            "a = 1 ± 0.3 rectangular; b = 2 ± 0.5 triangular; y = sqrt(a^2 + b^2)",
            0.198_326_330_408_580_25,
            2.243_314_607_496_031,
            0.198_005_652_599_858,
            0.123,
        ),
        (
            "a = 10 ± 2; b = 3 ± 0.3; y = log(a)/b",
            0.101_663_377_599_684_32,
            0.768_235_988_669_316,
            0.106_962_802_574_574,
            0.087,
        ),
        // The solved leaf is 1 + (a - 1)/3.
        (
            "a = 1 ± 0.1; x = 1; :solve x^3 = a for x; y = 1/x",
            0.1 / 3.0,
            1.001_114_835_552_604,
            0.033_482_583_225_456,
            0.024,
        ),
    ] {
        let found = budget_by(1_000_000, script, "y");
        close(float(&found["u"]), u, 0.0, script);
        let trials = &found["trials"];
        let size = (float(&trials["count"])).sqrt();
        assert_eq!(size, 1000.0, "{script}");
        let off = (float(&trials["mean"]) - mean).abs();
        assert!(off < 4.0 * by_trial / size, "{script}: {trials}");
        let off = (float(&trials["u"]) - by_trial).abs();
        assert!(off < 4.0 * error / size, "{script}: {trials}");
    }
}

#[test]
fn trials_of_correlated_leaves_are_correlated() {
    for (r, sum, difference) in [(0.5, 3_f64.sqrt(), 1.0), (1.0, 2.0, 0.0), (-1.0, 0.0, 2.0)] {
        let leaves = ["a = 1 ± 1", "b = 2 ± 1"].map(str::to_owned);
        let rest = [format!(":correlate a b {r}"), "s = a + b; d = a - b".to_owned()];
        let mut session = session_of(&[leaves, rest].concat());
        for (name, wanted) in [("s", sum), ("d", difference)] {
            let propagation = propagation(&mut session, name);
            let found = trials(&session, &propagation);
            assert!(
                (propagation.vector.u() - wanted).abs() <= EXACT,
                "{name}: {}",
                propagation.vector.u()
            );
            let u = found.u.expect("a spread");
            assert!((u - wanted).abs() <= 0.003 * wanted + EXACT, "{name}: {u}");
            assert!(found.agree, "{name} at {r}: {found:?}");
        }
    }
}

#[test]
fn the_interval_holds_95_percent() {
    let mut session = session_of(&["x = 3 ± 2".to_owned(), "y = x + 1".to_owned()]);
    let found = propagation(&mut session, "y");
    let found = trials(&session, &found);
    for (end, wanted) in [(found.low, 4.0 - 1.96 * 2.0), (found.high, 4.0 + 1.96 * 2.0)] {
        assert!((end - wanted).abs() < 0.02, "{end}, not {wanted}");
    }
}

#[test]
fn fully_correlated_leaves_are_one() {
    // Ten resistors in series, calibrated by one standard, as in the GUM 5.2.2.
    let resistors: Vec<String> = (1..=10).map(|at| format!("R{at}")).collect();
    let mut script: Vec<String> =
        resistors.iter().map(|name| format!("{name} = 1000 ± 0.1")).collect();
    let others = |at: usize| resistors[at + 1..].iter();
    let pairs = (0..10).flat_map(|at| others(at).map(move |other| (at, other)));
    let pairs = pairs.map(|(at, other)| format!(" {} {other} 1", resistors[at]));
    script.push(format!(":correlate{}", pairs.collect::<String>()));
    script.push(format!("S = {}", resistors.join(" + ")));
    let mut session = session_of(&script);
    close(propagation(&mut session, "S").vector.u(), 1.0, 0.0, "ten resistors");
}

#[test]
fn many_leaves_are_no_trouble() {
    leaves_are_no_trouble(10_000);
}

#[test]
#[ignore = "large"]
fn a_hundred_thousand_leaves_are_no_trouble() {
    leaves_are_no_trouble(100_000);
}

fn leaves_are_no_trouble(count: usize) {
    let mut session = Session::new();
    let mut script = String::from("s = 0");
    for at in 0..count {
        script.push_str(&format!("; x{at} = {at} ± 0.5; s += x{at}"));
    }
    evaluate(&mut session, &script).expect("a long sum");
    let found = propagation(&mut session, "s");
    close(found.vector.u(), 0.5 * (count as f64).sqrt(), 0.0, "a long sum");
    let shares: f64 = found.inputs(&session).iter().filter_map(|input| input.share).sum();
    // Adding so many rounds more than one share does.
    assert!((shares - 1.0).abs() < 1e-10, "all shares: {shares}");
    let found = found.trials(&session, 1_000).expect("nobody interrupts");
    assert!(found.agree && found.count >= 100, "{found:?}");
}

#[test]
fn the_grads_that_are_shown_stay() {
    let mut session = session_of(&["a = 2 ± 0.1; b = 3 ± 0.1; L = a*b; M = a + b".to_owned()]);
    let [l, m] = ["L", "M"].map(|name| session.value(name).unwrap());
    session.backward(&l);
    assert!(session.uncertainty(&m).is_some());
    let found = propagate(&mut session, &m).unwrap();
    trials(&session, &found);
    assert_eq!(session.value("a").unwrap().grad(), 3.0);
}

fn inputs(budget: &Json) -> Vec<&str> {
    list(&budget["inputs"]).iter().map(|input| text(&input["name"])).collect()
}

#[test]
fn a_solved_leaf_follows_its_equation_to_first_order() {
    let script = "a = 1 ± 0.3; x = 1; :solve x^3 = a for x; y = 1/x; z = 1/cbrt(a)";
    let [by_root, by_formula] = ["y", "z"].map(|root| budget(script, root));
    assert_eq!(inputs(&by_root), ["a"]);
    close(float(&by_root["u"]), float(&by_formula["u"]), 1.0, "u");
    // As an input of the root as well, it is one quantity; x is 1 + (a - 1)/3 in the trials.
    let both = budget(&format!("{script}; w = x - (2 + a)/3"), "w");
    assert!(float(&both["u"]) < 1e-12 && float(&both["trials"]["u"]) < 1e-12, "{both}");
}

#[test]
fn solved_leaves_follow_each_other_columns_and_themselves() {
    let chain = "a = 4 ± 0.4; x = 2; :solve x^2 = a for x; w = 2; :solve w^2 = 2x for w; y = w*x";
    let found = budget(chain, "y");
    assert_eq!(inputs(&found), ["a"]);
    let direct = budget("a = 4 ± 0.4; y = sqrt(2*sqrt(a))*sqrt(a)", "y");
    close(float(&found["u"]), float(&direct["u"]), 1.0, "u");
    let columns = "y = [1, 2, 3] ± 0.3; x = 1; :solve x^2 = mean(y) for x; z = x + y";
    let found =
        budget("y = [1, 2, 3] ± 0.3; x = 1; :solve x^2 = mean(y) for x; z = x + mean(y)", "z");
    assert_eq!(inputs(&found), ["y"]);
    let direct = budget("y = [1, 2, 3] ± 0.3; z = sqrt(mean(y)) + mean(y)", "z");
    close(float(&found["u"]), float(&direct["u"]), 1.0, columns);
    let [one, other] = [&found, &direct].map(|it| float(&it["trials"]["u"]));
    assert!((one / other - 1.0).abs() < 0.02, "{one} {other}");
    // Solved back and forth, they are still one quantity.
    let back = "a = 4 ± 0.4; x = 2; :solve x^2 = a for x; :solve x^2 = a for a; y = a/x^2 + x";
    let found = budget(back, "y");
    close(float(&found["u"]), 0.1, 1.0, "u");
}

#[test]
fn what_an_error_follows_lives_with_it() {
    let solved = "a = 1 ± 0.3; x = 1; :solve x^3 = a for x; y = x + 0";
    assert_eq!(inputs(&budget(solved, "y")), ["a"]);
    // The leaf has another name, another number, or none.
    for (after, wanted) in [
        ("a = 5", "a@1"),
        (":set a 7", "a"),
        (":set x 2 ± 0.1", "x"),
        (":set x 2 ± 0.1; :undo", "a"),
        (":set a ± 0.6", "a"),
        (":correlate a x 0", "x"),
    ] {
        assert_eq!(inputs(&budget(&format!("{solved}; {after}"), "y")), [wanted], "{after}");
    }
}

#[test]
fn trials_without_a_standard_deviation_have_none() {
    for u in ["0.3", "0.5", "1"] {
        let found = budget_by(200_000, &format!("x = 1 ± {u}; y = 1/x"), "y");
        assert!(found["trials"]["u"].is_null(), "{u}: {found}");
    }
    for formula in ["1/cbrt(x)", "exp(x)", "x^2", "x^4", "1/(x + 4)", "step(x)"] {
        let found = budget_by(200_000, &format!("x = 1 ± 0.3; y = {formula}"), "y");
        assert!(found["trials"]["u"].is_number(), "{formula}: {found}");
    }
}

#[test]
fn degrees_of_freedom_are_effective() {
    // JCGM 100:2008, G.4.1: Y = b X1 X2 X3 with relative u of 0.25, 0.57 and 0.82 %.
    let found = budget(
        "X1 = 1 ± 0.0025 dof 9; X2 = 1 ± 0.0057 dof 4; X3 = 1 ± 0.0082 dof 14; Y = X1*X2*X3",
        "Y",
    );
    assert!((float(&found["degrees_of_freedom"]) - 19.0).abs() < 0.1, "{found}");
    let typed = budget("a = 2 ± 0.1 dof 9; y = a*1", "y");
    assert_eq!(float(&typed["degrees_of_freedom"]), 9.0);
    // t(0.975) is 2.262 for 9.
    assert!((float(&typed["trials"]["high"]) - 2.2262).abs() < 0.01, "{typed}");
    assert!((float(&typed["trials"]["u"]) / 0.1 - 1.0).abs() < 0.03, "{typed}");
    assert!(
        budget("a = 2 ± 0.1 dof 9; :set a ± 0.1; y = a*1", "y")["degrees_of_freedom"].is_null()
    );
}

/// So many trials that three digits are known.
const MANY: usize = 200_000;

/// Their standard deviations are those of JCGM 101:2008, table 1; the ends are where the middle 95 % ends.
#[test]
fn errors_are_drawn_from_the_distribution_that_was_typed() {
    for (typed, u, end) in [
        ("0.6 rectangular", 0.6 / 3_f64.sqrt(), 0.95 * 0.6),
        ("0.6 triangular", 0.6 / 6_f64.sqrt(), 0.6 * (1.0 - 0.05_f64.sqrt())),
        ("0.6 k=2", 0.3, 0.3 * 1.96),
        ("0.6 k=2 normal", 0.3, 0.3 * 1.96),
        ("30% uniform", 1.5 / 3_f64.sqrt(), 0.95 * 1.5),
    ] {
        let found = budget_by(MANY, &format!("a = 5 ± {typed}; y = a*1"), "y");
        assert!((float(&found["u"]) / u - 1.0).abs() < 1e-14, "{typed}: {found}");
        let trials = &found["trials"];
        let [mean, by_trial, low, high] =
            ["mean", "u", "low", "high"].map(|key| float(&trials[key]));
        assert!((mean - 5.0).abs() < 0.01 * u && (by_trial / u - 1.0).abs() < 0.005, "{found}");
        assert!((high - 5.0 - end).abs() < 0.03 * u, "{typed}: {found}");
        assert!((low - 5.0 + end).abs() < 0.03 * u, "{typed}: {found}");
    }
    // The rows of a column, each.
    let found = budget("x = [1, 2, 3, 4] ± 0.1 rectangular; y = max(x)", "y");
    assert_eq!(found["inputs"][0]["distribution"], "rectangular");
    assert!((float(&found["trials"]["high"]) - 4.095).abs() < 0.002, "{found}");
}

#[test]
fn a_comparison_loss_is_that_of_supplement_1() {
    // JCGM 101:2008, 9.4, table 6: the comparison loss, of which the density is largest at 0.
    for (x1, mean, u) in [(0.0, 50e-6, 50e-6), (0.01, 150e-6, 112e-6), (0.05, 2551e-6, 502e-6)] {
        let found =
            budget_by(MANY, &format!("X1 = {x1} ± 0.005; X2 = 0 ± 0.005; Y = X1^2 + X2^2"), "Y");
        let trials = &found["trials"];
        for (key, wanted) in [("mean", mean), ("u", u)] {
            let found = float(&trials[key]);
            assert!((found - wanted).abs() < 0.02 * u, "{x1} {key}: {found}");
        }
    }
}

#[test]
fn what_is_said_of_an_uncertainty_is_kept_and_can_be_refused() {
    let mut session = Session::new();
    for line in [
        "a = 5 ± 0.1 rectangular; b = 1/3 ± 0.7 triangular; x = [1, 2] ± [0.1, 0.3] uniform",
        "c = 2 ± 0.1 normal; d = 1 ± 0.3 k=1.7; y = a*b*c*d + x",
    ] {
        evaluate(&mut session, line).unwrap();
    }
    let text = session.script();
    let mut again = Session::new();
    for line in text.lines() {
        show(&mut again, line).unwrap();
    }
    for name in ["a", "b", "c", "d"] {
        let us = [&mut session, &mut again].map(|session| {
            let leaf = session.value(name).unwrap();
            session.uncertainty(&leaf)
        });
        assert_eq!(us[0].map(f64::to_bits), us[1].map(f64::to_bits), "{name}");
    }
    for (line, message) in [
        ("a = 5 ± 0.1 rectangular dof 3", "a rectangular error has no dof and no k"),
        ("a = 5 ± 0.1 k=2 uniform", "a rectangular error has no dof and no k"),
        ("a = 5 ± 0.1 k=0", "above 0"),
        ("a = 5 ± 0.1 dof", "ends where a value was expected"),
        ("a = 5 ± 0.1 dof 0", "dof must be a number above 0"),
        ("a = 5 ± 0.1 rectangular triangular", "found triangular"),
        (":budget y c=2", "unexpected argument c=2"),
        (":budget y k=-1", "above 0"),
    ] {
        let error = show(&mut session, line).unwrap_err();
        assert!(error.message().contains(message), "{line}: {}", error.message());
    }
}

/// Small numbers that look random, the same in every run.
fn random(state: &mut u64) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize
}

#[test]
fn single_commands_correlate_as_one_matrix_does() {
    const LEAVES: usize = 7;
    let mut state = 1;
    for _ in 0..60 {
        let mut session = Session::new();
        let names: Vec<String> = (0..LEAVES).map(|leaf| format!("z{leaf}")).collect();
        for name in &names {
            evaluate(&mut session, &format!("{name} = 1 ± 0.1")).unwrap();
        }
        let leaves: Vec<_> = names.iter().map(|name| session.value(name).unwrap()).collect();
        let mut matrix = vec![vec![0.0; LEAVES]; LEAVES];
        (0..LEAVES).for_each(|leaf| matrix[leaf][leaf] = 1.0);
        for _ in 0..14 {
            let (one, by) = (random(&mut state) % LEAVES, 1 + random(&mut state) % (LEAVES - 1));
            let (other, r) = ((one + by) % LEAVES, random(&mut state) as i32 % 21 - 10);
            let r = f64::from(r) / 10.0;
            let mut wanted = matrix.clone();
            [wanted[one][other], wanted[other][one]] = [r, r];
            let done = evaluate(&mut session, &format!(":correlate z{one} z{other} {r}"));
            assert_eq!(done.is_ok(), pivoted(LEAVES, wanted.concat()).is_some(), "{wanted:?}");
            if done.is_ok() {
                matrix = wanted;
            }
            let is = session.correlations_of(&leaves);
            for (is, wanted) in is.concat().iter().zip(matrix.concat()) {
                assert!((is - wanted).abs() < 1e-9, "{is} is not {wanted} in {matrix:?}");
            }
        }
        while session.undo().is_some_and(|undone| undone.starts_with(":correlate")) {}
        assert!(session.correlations_of(&leaves[..LEAVES - 1]).concat().iter().sum::<f64>() < 6.5);
    }
}

/// Before, the commands took time by the fourth power of their number: an hour for these.
#[test]
fn a_long_chain_of_single_correlations_takes_time_in_its_length() {
    const PAIRS: usize = 2000;
    let mut session = Session::new();
    for leaf in 0..=PAIRS {
        evaluate(&mut session, &format!("z{leaf} = 1 ± 0.1")).unwrap();
    }
    for leaf in 0..PAIRS {
        let (one, other) = (leaf, leaf + 1);
        let pair = if leaf % 2 == 0 { [one, other] } else { [other, one] };
        evaluate(&mut session, &format!(":correlate z{} z{} 0.3", pair[0], pair[1])).unwrap();
    }
    let leaves = [0, 1, 2, PAIRS].map(|leaf| session.value(&format!("z{leaf}")).unwrap());
    let r = session.correlations_of(&leaves).concat();
    for (is, wanted) in r.iter().zip([1.0, 0.3, 0.0, 0.0, 0.3, 1.0, 0.3, 0.0]) {
        assert!((is - wanted).abs() < 1e-12, "{is} is not {wanted}");
    }
    let script = session.script();
    let mut loaded = Session::new();
    for line in script.lines() {
        evaluate(&mut loaded, line).unwrap();
    }
    assert_eq!(loaded.script(), script);
}
