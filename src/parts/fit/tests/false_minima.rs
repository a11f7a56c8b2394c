//! Fits of a peak from starts beside it: found, or refused with a start that finds it.

use crate::{Session, evaluate, show};

/// A pseudorandom number of a normal distribution (SplitMix64).
fn normal(seed: &mut u64) -> f64 {
    let mut uniform = || {
        *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (*seed ^ (*seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (((mixed ^ (mixed >> 31)) >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
    };
    (-2.0 * uniform().ln()).sqrt() * (std::f64::consts::TAU * uniform()).cos()
}

const FIT: &str = ":fit A = h*g^2/((f - f0)^2 + g^2) + B";

/// A session with a peak at 1000.685 whose half width is 1.316, and an outlier if that is not 0.
fn peak(seed: u64, outlier: f64) -> Session {
    let mut seed = seed * 7919 + 1;
    let (mut f, mut a) = (Vec::new(), Vec::new());
    for row in 0..61 {
        let at = 990.0 + f64::from(row) / 3.0;
        let shape = 1.316_f64.powi(2) / ((at - 1000.685_f64).powi(2) + 1.316_f64.powi(2));
        let added = if row == 12 { outlier } else { 0.0 };
        f.push(format!("{at:.5}"));
        a.push(format!("{:.6}", 0.277 * shape + 0.0204 + 0.004 * normal(&mut seed) + added));
    }
    let mut session = Session::new();
    let columns = format!("f = [{}]; A = [{}]", f.join(", "), a.join(", "));
    evaluate(&mut session, &columns).unwrap();
    session
}

fn is_found(session: &mut Session) -> bool {
    let [f0, g] = ["f0", "g"].map(|name| session.value(name).unwrap().data());
    (f0 - 1000.685).abs() < 0.5 && (g.abs() - 1.316).abs() < 0.7
}

#[test]
fn a_start_beside_the_peak_finds_it_or_is_refused_with_one_that_does() {
    for seed in 0..20 {
        for start in ["991", "993", "994", "995", "996", "1003", "1005", "1006", "1008", "1010"] {
            let mut session = peak(seed, 0.0);
            evaluate(&mut session, &format!("h = 1; g = 1; B = 0; f0 = {start}")).unwrap();
            let Err(error) = evaluate(&mut session, FIT) else {
                assert!(is_found(&mut session), "{seed} {start}");
                continue;
            };
            let said = error.to_string();
            assert!(said.starts_with("no fit: the search from "), "{said}");
            assert!(said.contains(&format!("f0 = {start}")), "{said}");
            assert_eq!(session.value("f0").unwrap().data(), start.parse::<f64>().unwrap());
            let hint = error.advice().unwrap();
            let (_, set) = hint.split_once(": ").unwrap();
            evaluate(&mut session, set).unwrap_or_else(|error| panic!("{set}: {error}"));
            evaluate(&mut session, FIT).unwrap_or_else(|error| panic!("{set}: {error}"));
            assert!(is_found(&mut session), "{seed} {start}: {set}");
        }
    }
}

#[test]
fn a_peak_is_found_without_a_start_also_beside_an_outlier() {
    for seed in 0..20 {
        for outlier in [0.0, 0.38] {
            let mut session = peak(seed, outlier);
            evaluate(&mut session, FIT).unwrap();
            assert!(is_found(&mut session), "{seed} {outlier}");
        }
    }
}

#[test]
fn a_model_that_explains_little_says_so() {
    let mut session = Session::new();
    let lines = "x = [1 .. 12]; y = [1, 9, 2, 8, 1.5, 7, 3, 9, 2, 8, 1, 9]; a = 1; b = 0.1";
    evaluate(&mut session, lines).unwrap();
    let said = show(&mut session, ":fit y = a*exp(b*x)").unwrap();
    assert!(said.contains("\n  the model explains 3 % of the variance\n"), "{said}");
}
