//! Likelihoods: what `:minimize … as likelihood` knows of its leaves, against statsmodels 0.15 and
//! Newton's method with 50 digits.

use crate::show;
use crate::support::answer::answer;
use serde_json::Value as Json;

/// Compares the leaves with these numbers and uncertainties.
fn check(json: &Json, key: &str, wanted: &[(f64, f64)], within: f64) {
    assert_eq!(json["end"], "minimum", "{json}");
    let leaves = json[key].as_array().unwrap();
    assert_eq!(leaves.len(), wanted.len());
    for (leaf, (data, u)) in leaves.iter().zip(wanted) {
        for (found, wanted) in [(&leaf["data"], data), (&leaf["u"], u)] {
            let found = found.as_f64().unwrap();
            assert!((found - wanted).abs() <= within * wanted.abs(), "{leaf}: {found} {wanted}");
        }
    }
}

/// The data Spector of statsmodels.
const SPECTOR: &str = "
    GPA = [2.66, 2.89, 3.28, 2.92, 4.0, 2.86, 2.76, 2.87, 3.03, 3.92, 2.63, 3.32, 3.57, 3.26, 3.53, 2.74, 2.75, 2.83, 3.12, 3.16, 2.06, 3.62, 2.89, 3.51, 3.54, 2.83, 3.39, 2.67, 3.65, 4.0, 3.1, 2.39]
    TUCE = [20, 22, 24, 12, 21, 17, 17, 21, 25, 29, 20, 23, 23, 25, 26, 19, 25, 19, 23, 25, 22, 28, 14, 26, 24, 27, 17, 24, 21, 23, 21, 19]
    PSI = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]
    GRADE = [0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 1, 1, 1, 0, 1, 1, 0, 1]
    c = 0; b1 = 0; b2 = 0; b3 = 0
    z = c + b1*GPA + b2*TUCE + b3*PSI
";

#[test]
fn a_logit_is_that_of_statsmodels() {
    let wanted = [
        (-13.021346858115695, 4.931324213602772),
        (2.826112594889322, 1.262941075629098),
        (0.09515766131790947, 0.14155420567369487),
        (2.3786876550933553, 1.064564254497134),
    ];
    let script = format!("{SPECTOR}\n:minimize sum(softplus(z) - GRADE*z) as likelihood");
    let (mut session, json) = answer(&script);
    check(&json, "leaves", &wanted, 1e-11);
    let root = json["data"].as_f64().unwrap();
    assert!((root - 12.889634222131411).abs() < 1e-12);
    assert_eq!(json["log_likelihood"], -root);
    let matrix = json["correlations"].as_array().unwrap();
    assert_eq!(matrix.len(), 4);
    assert_eq!(matrix[0][0], 1.0);
    // What is computed of them has the ± of all of them.
    let spread = show(&mut session, ":format table; c + 3b1 + 20b2 + b3").unwrap();
    assert!(spread.contains("±"), "{spread}");
}

#[test]
fn a_poisson_regression_is_that_of_statsmodels_though_incomes_are_large() {
    let script = "
        y = [37, 9, 6, 4, 3, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1]
        income = [34453, 41534, 35802, 26954, 31468, 32552, 40873, 34861, 42562, 31900, 37421, 33305, 32108, 45844, 34743, 29709, 36777]
        south = [1, 1, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0, 1, 0, 0, 0, 0]
        c = 0; b = 0; s = 0
        z = c + b*income + s*south
        :minimize sum(exp(z) - y*z + lgamma(y + 1)) as likelihood";
    let wanted = [
        (-1.5584569950167386, 1.019536880598271),
        (5.558802554759714e-05, 2.5910072121230016e-05),
        (1.7757586907406182, 0.29414828196510273),
    ];
    let (_, json) = answer(script);
    check(&json, "leaves", &wanted, 1e-8);
    assert!((json["data"].as_f64().unwrap() - 68.97610613632436).abs() < 1e-9);
}

/// The data stackloss of R and statsmodels, with errors that are Student's t with 5 degrees of freedom.
#[test]
fn errors_may_be_students() {
    let script = "
        loss = [42, 37, 37, 28, 18, 18, 19, 20, 15, 14, 14, 13, 11, 12, 8, 7, 8, 8, 9, 15, 15]
        air = [80, 80, 75, 62, 62, 62, 62, 62, 58, 58, 58, 58, 58, 58, 50, 50, 50, 50, 50, 56, 70]
        water = [27, 27, 25, 24, 22, 23, 24, 24, 23, 18, 18, 17, 18, 19, 18, 18, 19, 19, 20, 20, 20]
        acid = [89, 88, 90, 87, 87, 87, 93, 93, 87, 80, 89, 88, 82, 93, 89, 86, 72, 79, 80, 82, 91]
        b0 = -40; b1 = 0.7; b2 = 1.2; b3 = -0.15; ls = 1
        z = (loss - b0 - b1*air - b2*water - b3*acid)/exp(ls)
        nll = sum(ls + 3*log(1 + z^2/5) - lgamma(3) + lgamma(2.5) + log(5pi)/2)
        :minimize nll as likelihood";
    let (_, json) = answer(script);
    check(&json, "leaves", &STUDENT, 1e-9);
}

/// By Newton's method with 50 digits.
const STUDENT: [(f64, f64); 5] = [
    (-40.48846445655013, 7.9741425700909),
    (0.8475487108973729, 0.12113437198623),
    (0.816476971153895, 0.31560412035779),
    (-0.1204129131538506, 0.10597131107927),
    (0.7818194038562439, 0.21438959350176),
];

#[test]
fn a_mixture_of_two_normals_has_its_errors() {
    let script = "
        i = [1 .. 60]
        x = where(i <= 24, 0, 4) + 1.2*sin(13i)
        q = 0; m1 = 0; s1 = 0; m2 = 3; s2 = 0
        d1 = log(sigmoid(q)) - s1 - ((x - m1)/exp(s1))^2/2
        d2 = log(sigmoid(-q)) - s2 - ((x - m2)/exp(s2))^2/2
        :minimize sum(log(2pi)/2 - logsumexp(d1, d2)) as likelihood";
    let wanted = [
        (-0.4062132820932637, 0.26546182702023),
        (0.1611249426906409, 0.17597418596291),
        (-0.1726693410387579, 0.15726200885396),
        (3.932101153024913, 0.14502994916863),
        (-0.1571818643773032, 0.12635822321238),
    ];
    let (_, json) = answer(script);
    check(&json, "leaves", &wanted, 1e-10);
}

#[test]
fn counts_may_be_negative_binomial() {
    let script = "
        y = [37, 9, 6, 4, 3, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1]
        lm = 0; la = 0
        r = exp(-la); mu = exp(lm)
        :minimize -sum(lgamma(y + r) - lgamma(r) - lgamma(y + 1) + r*log(r/(r + mu)) + y*log(mu/(r + mu))) as likelihood";
    let (_, json) = answer(script);
    let wanted = [(1.470851749147954, 0.29280313648846), (0.2051773410144992, 0.3577236543515)];
    check(&json, "leaves", &wanted, 1e-10);
    // The mean and its spread are distinguished.
    assert!(json["correlations"][0][1].as_f64().unwrap().abs() < 1e-10);
}

/// With known errors, half a sum of squares is a likelihood, and a fit.
#[test]
fn half_a_chi2_is_a_fit_to_rows_with_known_uncertainties() {
    let rows =
        "x = [0 .. 5]; y = [5.1, 3.2, 2.05, 1.5, 1.1, 0.92] ± [0.1, 0.1, 0.05, 0.05, 0.1, 0.02]
        s = [0.1, 0.1, 0.05, 0.05, 0.1, 0.02]; y0 = [5.1, 3.2, 2.05, 1.5, 1.1, 0.92]
        a = 4; k = 0.5; b = 0.1";
    let (_, fit) = answer(&format!("{rows}\n:fit y = a*exp(-k*x) + b*x"));
    let (_, found) =
        answer(&format!("{rows}\n:minimize sum(((y0 - a*exp(-k*x) - b*x)/s)^2)/2 as likelihood"));
    let parameters = fit["parameters"].as_array().unwrap();
    for (fitted, found) in parameters.iter().zip(found["leaves"].as_array().unwrap()) {
        let of = |json: &Json, key: &str| json[key].as_f64().unwrap();
        assert!((of(fitted, "data") - of(found, "data")).abs() < 1e-8 * of(fitted, "data").abs());
        // The fit leaves out how the model itself bends.
        assert!((of(fitted, "u") - of(found, "u")).abs() < 0.05 * of(fitted, "u"));
    }
    let (_, fit) = answer(&format!("{rows}\n:fit y = a + b*x"));
    let half = "sum(((y0 - a - b*x)/s)^2)/2";
    let (_, found) = answer(&format!("{rows}\n:minimize {half} as likelihood"));
    let of = |it: &Json| (it["data"].as_f64().unwrap(), it["u"].as_f64().unwrap());
    let wanted: Vec<(f64, f64)> = fit["parameters"].as_array().unwrap().iter().map(of).collect();
    check(&found, "leaves", &wanted, 1e-12);
    let r = |json: &Json| json["correlations"][0][1].as_f64().unwrap();
    assert!((r(&fit) - r(&found)).abs() < 1e-12);
}

#[test]
fn without_a_minimum_there_is_no_uncertainty() {
    let flat = "a = 1; b = 1\n:minimize (a - 3)^4 + (b - 1)^2 as likelihood";
    let (_, json) = answer(flat);
    assert!(json["leaves"].as_array().unwrap().iter().all(|leaf| leaf["u"].is_null()), "{json}");
}

#[test]
fn rows_that_are_separated_have_no_minimum_in_any_spelling_of_a_logit_nor_at_any_scale() {
    let spellings = [
        "sum(softplus(z) - y*z)",
        "-sum(y*log(sigmoid(z)) + (1-y)*log(1 - sigmoid(z)))",
        "-sum(y*log(sigmoid(z)) + (1-y)*log(sigmoid(-z)))",
        "-sum(log(where(y == 1, sigmoid(z), 1 - sigmoid(z))))",
        "-sum(where(y == 1, log(sigmoid(z)), log(1 - sigmoid(z))))",
        "-sum(log(sigmoid((2y-1)*z)))",
        "sum(log(1 + exp(-(2y-1)*z)))",
        "sum(log1p(exp(-(2y-1)*z)))",
        "sum(log1p(exp(z)) - y*z)",
        "sum(log(1 + exp(z)) - y*z)",
        "sum(logsumexp(0, z) - y*z)",
        "sum(where(y == 1, softplus(-z), softplus(z)))",
        "-sum(y*log(1/(1+exp(-z))) + (1-y)*log(1 - 1/(1+exp(-z))))",
        "-sum(y*log(exp(z)/(1+exp(z))) + (1-y)*log(1/(1+exp(z))))",
    ];
    for rows in ["[1, 2, 3, 4]", "[-300, -200, 150, 300]", "[-0.02, -0.01, 0.02, 0.04]"] {
        for spelled in spellings {
            let with = |y: &str| {
                let script = format!(
                    "x = {rows}; y = {y}; a = 0; b = 0; z = a + b*x\n:minimize {spelled} as likelihood"
                );
                answer(&script).1
            };
            assert_ne!(with("[0, 0, 1, 1]")["end"], "minimum", "{spelled} {rows}");
            // The same rows with another answer are not.
            assert_eq!(with("[0, 1, 0, 1]")["end"], "minimum", "{spelled} {rows}");
        }
    }
}

#[test]
fn rows_that_are_separated_have_no_minimum_however_the_likelihood_is_spelled() {
    let data = "x = [1, 2, 3, 4, 5, 6]; y = [0, 0, 0, 1, 1, 1]; p(z) = 1/(1 + exp(-z))";
    for root in [
        "sum(softplus(a + b*x) - y*(a + b*x))",
        "-sum(y*log(sigmoid(a + b*x)) + (1 - y)*log(1 - sigmoid(a + b*x)))",
        "-sum(where(y == 1, log(sigmoid(a + b*x)), log(1 - sigmoid(a + b*x))))",
        "-sum(log(where(y, sigmoid(a + b*x), 1 - sigmoid(a + b*x))))",
        "sum(log1p(exp(-(2y - 1)*(a + b*x))))",
        "-sum(log(p(a + b*x)^y*(1 - p(a + b*x))^(1 - y)))",
        "sum(logsumexp(0, a + b*x) - y*(a + b*x))",
        "-sum(y*log((1 + tanh((a + b*x)/2))/2) + (1 - y)*log((1 - tanh((a + b*x)/2))/2))",
        "sum(softplus(b*(x - a)) - y*b*(x - a))",
        "sum(softplus((x - a)/b) - y*(x - a)/b)",
        "sum(cross_entropy(y, 0, a + b*x))",
        "sum(max(a + b*x, 0) - y*(a + b*x) + log(1 + exp(-abs(a + b*x))))",
    ] {
        let (_, json) = answer(&format!("{data}\n:minimize {root} as likelihood"));
        assert_ne!(json["end"], "minimum", "{root}: {json}");
    }
}

/// Symmetric x and starts at 0 are the textbook's case; a grad there is a sum that cancels.
#[test]
fn regressions_on_a_symmetric_x_that_are_not_separated_have_a_minimum() {
    let mut state = 7_u64;
    let mut random = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) % below
    };
    for case in 0..400 {
        let (half, is_logit) = (3 + random(4), case % 2 == 0);
        let x: Vec<f64> = (1..=half).map(|at| (at + random(2)) as f64 / 2.0).collect();
        let x: Vec<f64> = x.iter().rev().map(|at| -at).chain(x.iter().copied()).collect();
        let mut y: Vec<u64> = x.iter().map(|_| random(if is_logit { 2 } else { 6 })).collect();
        if case % 3 == 0 {
            let mirrored: Vec<u64> = y.iter().rev().copied().collect();
            y.iter_mut().zip(mirrored).take(half as usize).for_each(|(y, other)| *y = other);
        }
        let of = |is: fn(u64) -> bool| {
            let own = x.iter().zip(&y).filter(|(_, y)| is(**y)).map(|(x, _)| *x);
            own.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)])
        };
        let ([one, most], [zero, last]) = (of(|y| y > 0), of(|y| y == 0));
        let is_separated = if is_logit { last <= one || most <= zero } else { one == most };
        if is_separated || one > most {
            continue;
        }
        let root = if is_logit { "softplus(z) - y*z" } else { "exp(z) - y*z" };
        let start = format!("x = {x:?}; y = {y:?}; a = 0; b = 0; z = a + b*x; L = sum({root})");
        for again in ["", "\n:minimize L"] {
            let script = format!("{start}{again}\n:minimize L as likelihood");
            let (_, json) = answer(&script);
            assert_eq!(json["end"], "minimum", "{script}: {json}");
            assert!(json["leaves"][1]["u"].is_number(), "{script}: {json}");
        }
    }
}
