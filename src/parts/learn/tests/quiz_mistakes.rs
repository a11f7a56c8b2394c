//! Every kind of mistake in the graphs of the lesson: told by its name, or by one that fits as well.

use super::quiz::{GRAPHS, ask, order, reply, say, session};
use super::quiz_kinds::{KINDS, Spot, is_near, spot};

/// What became of a wrong answer.
#[derive(Debug, Default)]
struct Count {
    /// Told by the mistake that was made.
    seeded: usize,
    /// Told by another one that gives the same number.
    other: usize,
    /// Told by one that does not give it.
    wrong: usize,
    none: usize,
}

/// Makes every mistake at every node, and counts what is told. `typed` is the answer as learners type
/// it.
fn go_wrong(
    script: &str,
    root: &str,
    typed: impl Fn(f64) -> String,
    mut notice: impl FnMut(&str, String),
) -> Vec<Count> {
    let mut counts: Vec<Count> = KINDS.iter().map(|_| Count::default()).collect();
    let mut session = session(script);
    let order = order(&mut session, root);
    say(&mut session, &format!(":quiz {root}"));
    for number in (0..order.count()).rev() {
        let spot = spot(&order, number);
        for ((kind, answers), count) in KINDS.iter().zip(&mut counts) {
            for wrong in answers(&spot) {
                let text = typed(wrong);
                let value: f64 = text.parse().unwrap();
                if !value.is_finite() || is_near(value, spot.grad) || is_near(wrong, spot.grad) {
                    continue;
                }
                let (right, found) = reply(&mut session, &text);
                let what = format!("{script}, node {number}, {kind}: {text}, found {found:?}");
                assert!(!right, "{what}");
                let told = found.and_then(|found| KINDS.iter().find(|(name, _)| *name == found));
                let gives = |answers: fn(&Spot) -> Vec<f64>| {
                    answers(&spot).into_iter().any(|it| is_near(value, it))
                };
                match told {
                    None => {
                        count.none += 1;
                        notice("none", what);
                    }
                    Some((name, _)) if name == kind => count.seeded += 1,
                    Some((_, answers)) if gives(*answers) => count.other += 1,
                    Some(_) => {
                        count.wrong += 1;
                        notice("wrong", what);
                    }
                }
            }
        }
        reply(&mut session, ":skip");
    }
    counts
}

#[test]
fn every_usual_mistake_is_told_by_its_name_or_by_one_that_fits_as_well() {
    let mut count = 0;
    for (script, root) in GRAPHS {
        let fails = |_: &str, what: String| panic!("{what}");
        let counts = go_wrong(script, root, |wrong| format!("{wrong}"), fails);
        count += counts.iter().map(|count| count.seeded + count.other).sum::<usize>();
    }
    assert!(count > 500, "only {count} mistakes");
}

const RELU: &str = "n = -2; w = 3; m = n*w; h = relu(m); L = 5h";
const CROSS_ENTROPY: &str = "a = 0.5; b = 1.2; c = -0.3; ea = exp(a); eb = exp(b); ec = exp(c); \
                             s = ea + eb + ec; p = eb/s; L = -log(p)";

#[test]
fn every_kind_of_mistake_is_told_at_least_once() {
    // What comes late in the table is often told by another name; here nothing else fits.
    let lecture = "a = 2; b = -3; c = 10; f = -2; L = (a*b + c) * f";
    let diamond = "a = -2; b = 3; d = a*b; e = a + b; f = d*e";
    let cases: &[(&str, &str, &str, &str)] = &[
        (CROSS_ENTROPY, "b", "p", "a score's grad"),
        (diamond, "b", "-2", "one use only"),
        ("t = -3; u = t*t + t", "t", "-6", "a use left out"),
        (diamond, "a", "4", "the sum of the local derivatives"),
        (lecture, "f", "-2", "its own value for the other factor"),
        ("x = -5; y = 7relu(x)", "x", "7", "the wrong branch"),
        (lecture, "c", "1", "the local derivative alone"),
        (lecture, "b", "-2", "the upstream alone"),
        (lecture, "b", "4", "the sign"),
        ("x = 4; y = x^3*5", "x", "5*x^2", "a part of the rule"),
        ("x = 4; y = x^3*5", "x", "5*3*x^3", "a part of the rule"),
        ("x = 4; y = x^3*5", "x", "5*3*x", "a part of the rule"),
        ("x = 0.5; y = tanh(x)*3", "x", "3*y.1*(1 - y.1)", "another rule"),
        ("x = 0.5; y = tanh(x)*3", "x", "3*(1 - x^2)", "the rule at the input"),
        ("a = 2; b = -5; c = 10; f = 7; L = (a*b + c) * f", "b", "9", "local plus upstream"),
        (diamond, "b", "12", "the product of the uses"),
        (RELU, "n", "15", "a slip one node above"),
        ("a = 2; b = 5; L = a*b", "a", "10", "a factor of 2"),
        (lecture, "L", "-8", "its own data"),
        ("a = 2; b = 3; c = a*b; d = c + a; e = c + b; L = d*e", "b", "76", "a breadth-first pass"),
        (lecture, "L.1", "4", "the data of a neighbor"),
    ];
    for (script, node, wrong, kind) in cases {
        let (right, found, _) = ask(script, node, wrong);
        assert!(!right, "{script}: {wrong}");
        assert_eq!(found.as_deref(), Some(*kind), "{script}: {wrong}");
    }
    for (kind, _) in KINDS {
        assert!(cases.iter().any(|case| case.3 == *kind), "{kind}");
    }
}

/// A small random graph as a script; its last statement makes `y`.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, most: usize) -> usize {
        // Xorshift.
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % most as u64) as usize
    }

    pub fn one_of<'all>(&mut self, all: &[&'all str]) -> &'all str {
        all[self.below(all.len())]
    }

    pub fn script(&mut self) -> String {
        const LEAVES: [&str; 4] = ["a", "b", "c", "d"];
        const OTHERS: [&str; 4] = ["p", "q", "r", "s"];
        const UNARY: &[&str] = &[
            "tanh", "sigmoid", "exp", "sin", "cos", "relu", "abs", "sqrt", "log", "log10", "cbrt",
            "atan", "softplus", "-",
        ];
        const BINARY: &[&str] = &["+", "-", "*", "*", "+", "/", "max", "min", "clamp"];
        let mut statements = Vec::new();
        let mut names: Vec<&str> = Vec::new();
        for leaf in LEAVES.into_iter().take(2 + self.below(3)) {
            let whole = self.below(2) == 0;
            let value = self.below(if whole { 9 } else { 400 }) as f64 + 1.0;
            let value = if whole { value } else { value / 100.0 };
            let sign = if self.below(3) == 0 { "-" } else { "" };
            statements.push(format!("{leaf} = {sign}{value}"));
            names.push(leaf);
        }
        let count = 1 + self.below(4);
        for other in OTHERS.into_iter().take(count).chain(["y"]) {
            let (one, two) = (self.one_of(&names), self.one_of(&names));
            let last = names[names.len() - 1];
            let one = if self.below(2) == 0 { last } else { one };
            let text = match self.below(8) {
                0..3 => format!("{}({one})", self.one_of(UNARY)),
                3 => format!("{one}^{}", 2 + self.below(3)),
                _ => match self.one_of(BINARY) {
                    "clamp" => format!("clamp({one}, -1, {})", 1 + self.below(4)),
                    name if name.len() > 1 => format!("{name}({one}, {two})"),
                    mark => format!("{one} {mark} {two}"),
                },
            };
            statements.push(format!("{other} = {text}"));
            names.push(other);
        }
        statements.join("; ")
    }
}

pub fn is_fit(script: &str) -> bool {
    let mut session = session(script);
    let order = order(&mut session, "y");
    let is_small = |number: &f64| number.is_finite() && number.abs() < 1e6;
    let data = (0..order.count()).map(|number| order.node(number).data());
    data.chain(order.grads()).all(|number| is_small(&number))
}

/// In random graphs too; `QUIZZES=1000` tries that many and prints what was told.
#[test]
fn in_random_graphs_no_mistake_is_told_by_one_that_does_not_give_the_answer() {
    let wanted = std::env::var("QUIZZES").ok().and_then(|count| count.parse().ok());
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut all: Vec<Count> = KINDS.iter().map(|_| Count::default()).collect();
    let mut done = 0;
    while done < wanted.unwrap_or(25_usize) {
        let script = random.script();
        if !is_fit(&script) {
            continue;
        }
        done += 1;
        let rounds = done % 2 == 0;
        let typed = |wrong: f64| match rounds {
            true => format!("{wrong}"),
            false => format!("{:.3e}", wrong).parse::<f64>().unwrap().to_string(),
        };
        let fails = |_: &str, what: String| panic!("{what}");
        for (sum, count) in all.iter_mut().zip(go_wrong(&script, "y", typed, fails)) {
            sum.seeded += count.seeded;
            sum.other += count.other;
            sum.wrong += count.wrong;
            sum.none += count.none;
        }
    }
    for ((kind, _), count) in KINDS.iter().zip(&all) {
        println!("{kind:36} {count:?}");
    }
}
