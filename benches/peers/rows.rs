//! Our side over rows of data: values and all grads, a table that is read, and fits.

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use gradcalc::internals::command;
use gradcalc::internals::command::RunOptions;
use gradcalc::internals::graph::Order;
use gradcalc::internals::language::Span;
use gradcalc::{Session, evaluate};

use super::common::passed_over;
use super::eureka_by_hand::EurekaByHand;
use super::{MILLION, say};

/// For how long a case is repeated, and at least how often.
const LONG: Duration = Duration::from_millis(500);
const OFTEN: usize = 5;

/// Models with a function that is computed several rows at a time: name, start, error, ends of x.
const MODELS: [(&str, &str, &str, [f64; 2]); 3] = [
    ("tanh", "a = 0.5; b = 0.5", "(a*tanh(b*x) - y)^2", [-5.0, 5.0]),
    ("log", "a = 0.5; b = 0.5", "(a*log(b*x) - y)^2", [0.5, 9.5]),
    ("logistic", "a = 0.5; b = 0.5", "softplus(a + b*x) - y*(a + b*x)", [-5.0, 5.0]),
];

/// Measures every case; `folder` has the table.
pub fn measure(folder: &Path) {
    for rows in [100, 10_000, MILLION] {
        let between = |low: f64, high: f64| -> Vec<f64> {
            (0..rows).map(|row| low + (high - low) * row as f64 / (rows - 1) as f64).collect()
        };
        let size = sized(rows);
        let (x, y) = (between(0.0, 1.0), between(1.0, 3.0));
        let line = "m = 1; c = 0.5\nloss = mean((m*x + c - y)^2)";
        pass_over_rows(&format!("line, {size} rows"), line, x, y);
        let x = between(77.6, 760.0);
        let y = x.iter().map(|x| 239.0 * (1.0 - (-5.5e-4 * x).exp())).collect();
        let curve = "b1 = 500; b2 = 1e-4\nloss = mean((b1*(1 - exp(-b2*x)) - y)^2)";
        pass_over_rows(&format!("Misra1a, {size} rows"), curve, x, y);
        for (name, start, model, [from, to]) in MODELS {
            let script = format!("{start}\nloss = mean({model})");
            pass_over_rows(
                &format!("{name}, {size} rows"),
                &script,
                between(from, to),
                between(0.0, 1.0),
            );
        }
    }
    eureka();
    let table = folder.join("million.csv");
    let mut session = Session::new();
    let read = format!(":read \"{}\"", table.display());
    once("read", || run(&mut session, &read));
    once("read by the csv crate", || drop(black_box(read_by_hand(&table))));
    for (name, start) in
        [("first start", ["b1 = 500", "b2 = 1e-4"]), ("second start", ["b1 = 250", "b2 = 5e-4"])]
    {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/nist/Misra1a.csv");
        let mut session = Session::new();
        run(&mut session, &format!(":read \"{}\"", data.display()));
        best(&format!("fit, {name}"), 1, || {
            start.into_iter().for_each(|statement| run(&mut session, statement));
            let begun = Instant::now();
            run(&mut session, ":fit y = b1*(1 - exp(-b2*x))");
            begun.elapsed()
        });
    }
}

/// A step of EurekaLabs' demo, with all that `:step` does before and after many of them; and by hand.
fn eureka() {
    const STEPS: usize = 1000;
    let mut session = Session::new();
    let script = include_str!("../../examples/eureka.grad");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    for line in script.lines().take_while(|line| !line.starts_with(":step")) {
        match line.strip_prefix(":read ") {
            Some(file) => run(&mut session, &format!(":read \"{}\"", folder.join(file).display())),
            None => run(&mut session, line),
        }
    }
    best("EurekaLabs' step, 80 rows", STEPS, || {
        let begun = Instant::now();
        run(&mut session, &format!(":step 0.1 {STEPS} adam 0.9 0.95 decay 1e-4"));
        begun.elapsed()
    });
    let mut by_hand = EurekaByHand::new();
    best("EurekaLabs' step by loops", STEPS, || {
        let begun = Instant::now();
        (0..STEPS).for_each(|_| _ = black_box(by_hand.step()));
        begun.elapsed()
    });
}

/// Runs a statement, which may read files.
fn run(session: &mut Session, statement: &str) {
    command::run(session, statement, RunOptions::default()).unwrap();
}

/// The digits of a number in groups of three.
fn sized(rows: usize) -> String {
    match rows {
        1000.. => format!("{},{:03}", sized(rows / 1000), rows % 1000),
        _ => rows.to_string(),
    }
}

/// A pass of the program over a table of two columns, for each row.
fn pass_over_rows(name: &str, script: &str, x: Vec<f64>, y: Vec<f64>) {
    let rows = x.len();
    let mut session = Session::new();
    for (name, numbers) in [("x", x), ("y", y)] {
        session.bind_column(name, numbers, Span::default()).unwrap();
    }
    for line in script.lines() {
        evaluate(&mut session, line).unwrap();
    }
    let order = Order::of(session.root());
    let mut program = passed_over(&order, &order.unfrozen_leaves());
    best(name, rows, || {
        let begun = Instant::now();
        program.pass();
        black_box(program.grads());
        begun.elapsed()
    });
}

/// The two columns of a table, by a plain loop with the csv crate.
fn read_by_hand(path: &Path) -> [Vec<f64>; 2] {
    let mut columns = [Vec::new(), Vec::new()];
    let mut reader = csv::Reader::from_path(path).unwrap();
    let mut record = csv::ByteRecord::new();
    while reader.read_byte_record(&mut record).unwrap() {
        for (column, cell) in columns.iter_mut().zip(&record) {
            column.push(str::from_utf8(cell).unwrap().parse().unwrap());
        }
    }
    columns
}

/// The time of one run, for each row of the table.
fn once(name: &str, run: impl FnOnce()) {
    let start = Instant::now();
    run();
    say(name, start, MILLION);
}

/// The best of many runs, for each of `units`, after one that does not count.
fn best(name: &str, units: usize, mut run: impl FnMut() -> Duration) {
    run();
    let (mut fastest, mut times, begun) = (Duration::MAX, 0, Instant::now());
    while times < OFTEN || begun.elapsed() < LONG {
        (fastest, times) = (fastest.min(run()), times + 1);
    }
    println!("{name}: {}", fastest.as_nanos() as f64 / units as f64);
}
