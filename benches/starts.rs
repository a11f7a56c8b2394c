//! NIST's fits from other starts than the published ones: of so many runs, those whose parameters all
//! have 4 of the certified digits. `cargo bench --bench starts -- [SET]…` counts anew.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use gradcalc::internals::graph::Operand;
use gradcalc::internals::studies::{self, Fit, FitOutcome, Response};
use gradcalc::{Session, evaluate};
use serde_json::Value as Json;

/// How starts are made of the two published ones and the certified numbers, for a round.
type Made = fn(usize, &[f64], &[f64], &[f64]) -> Vec<f64>;

/// The families of starts, each with its number of rounds.
const FAMILIES: [(&str, usize, Made); 4] = [
    ("along the line through both starts", 6, |round, one, two, _| {
        let far = [-0.5, 0.25, 0.5, 0.75, 1.5, 2.0][round];
        one.iter().zip(two).map(|(one, two)| one + far * (two - one)).collect()
    }),
    ("each parameter of a start within a factor of 2", 12, |round, one, two, _| {
        scattered(if round.is_multiple_of(2) { one } else { two }, round, 2.0)
    }),
    ("certified numbers within a factor of 2", 8, |round, _, _, certified| {
        scattered(certified, round, 2.0)
    }),
    ("certified numbers within a factor of 5", 8, |round, _, _, certified| {
        scattered(certified, round + 100, 5.0)
    }),
];

fn scattered(middle: &[f64], round: usize, factor: f64) -> Vec<f64> {
    let by = |place: usize| factor.powf(share(round + 1000, place));
    middle.iter().enumerate().map(|(place, it)| it * by(place)).collect()
}

/// A pseudorandom number between -1 and 1 (SplitMix64).
fn share(round: usize, place: usize) -> f64 {
    let seed = (round as u64) << 32 | place as u64;
    let mixed = seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|it| !it.starts_with('-')).collect();
    let text = fs::read_to_string(data().join("models.jsonl")).unwrap();
    let sets: Vec<Json> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let mut totals = [(0, 0); FAMILIES.len()];
    let mut higher = 0;
    for set in &sets {
        let name = set["dataset"].as_str().unwrap();
        if !wanted.is_empty() && !wanted.iter().any(|it| it == name) {
            continue;
        }
        let [one, two, certified] = ["start1", "start2", "certified"].map(|key| numbers(&set[key]));
        let began = Instant::now();
        let (mut cells, mut slowest) = (Vec::new(), 0.0_f64);
        for ((_, rounds, start), total) in FAMILIES.iter().zip(&mut totals) {
            let mut good = 0;
            for round in 0..*rounds {
                let start = start(round, &one, &two, &certified);
                let from = Instant::now();
                let found = fit(set, &start);
                slowest = slowest.max(from.elapsed().as_secs_f64());
                let is_good = found.as_ref().is_some_and(|fit| is_certified(fit, &certified));
                good += usize::from(is_good);
                if let Some(fit) = found.as_ref().filter(|_| !is_good && !wanted.is_empty()) {
                    let sum = fit.norm.powi(2) / set["rss"].as_f64().unwrap();
                    let ends: Vec<f64> = fit.parameters.iter().map(|it| it.data).collect();
                    println!(
                        "{start:?}\n  {sum} times the certified sum at {ends:?}, {:?}",
                        fit.outcome
                    );
                }
                let rss = set["rss"].as_f64().unwrap();
                let is_higher = |fit: &Fit| {
                    matches!(fit.outcome, FitOutcome::Minimum(..))
                        && fit.norm.powi(2) > 1.0001 * rss
                };
                higher += usize::from(found.is_some_and(|fit| is_higher(&fit)));
            }
            *total = (total.0 + good, total.1 + rounds);
            cells.push(format!("{good:2} of {rounds:2}"));
        }
        let seconds = began.elapsed().as_secs_f64();
        println!("{name:9} {}  {seconds:7.3} s, slowest {slowest:.3}", cells.join("  "));
    }
    for ((name, ..), (good, all)) in FAMILIES.iter().zip(totals) {
        println!("{name}: {good} of {all}");
    }
    let (good, all) = totals.iter().fold((0, 0), |sum, it| (sum.0 + it.0, sum.1 + it.1));
    println!("{good} of {all}; {higher} minima are higher than the certified ones");
}

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/nist")
}

fn numbers(json: &Json) -> Vec<f64> {
    json.as_array().unwrap().iter().map(|it| it.as_f64().unwrap()).collect()
}

fn is_certified(fit: &Fit, certified: &[f64]) -> bool {
    let is_close = |at: usize, wanted: f64| {
        let found = fit.parameters.get(at).map_or(f64::NAN, |it| it.data);
        (found - wanted).abs() <= 1e-4 * wanted.abs()
    };
    certified.iter().enumerate().all(|(at, wanted)| is_close(at, *wanted))
}

fn fit(set: &Json, start: &[f64]) -> Option<Fit> {
    let name = set["dataset"].as_str().unwrap();
    let text = fs::read_to_string(data().join(format!("{name}.csv"))).unwrap();
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    let mut session = Session::new();
    let mut run = |line: &str| evaluate(&mut session, line).map(drop).unwrap();
    for (place, name) in rows[0].iter().enumerate() {
        let cells: Vec<&str> = rows[1..].iter().map(|row| row[place].trim()).collect();
        run(&format!("{name} = [{}]", cells.join(", ")));
    }
    let names: Vec<&str> =
        set["params"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
    for (name, start) in names.iter().zip(start) {
        run(&format!("{name} = {start:?}"));
    }
    run(&format!("response = {}", set["response"].as_str().unwrap()));
    run(&format!("model = {}", set["model"].as_str().unwrap()));
    let [y, model] = ["response", "model"].map(|name| session.value(name).unwrap());
    let leaves = names.iter().map(|name| session.value(name).unwrap()).collect();
    let response = Response { y, model: Operand::Value(model) };
    studies::fit(&mut session, &[response], leaves).ok()
}
