//! Optimizers: their update rules, their state, and the arguments of `:step`.

use std::ops::Range;

use crate::command::Argument;

/// A way to make steps of grads: a row of [`KINDS`].
#[derive(Debug)]
pub struct Kind {
    /// The word that asks for it.
    pub word: &'static str,
    /// The coefficients, at most two.
    pub numbers: &'static [Coefficient],
    /// Set when its numbers must be given.
    pub is_bare: bool,
    /// The names of its averages in formulas.
    pub averages: &'static [&'static str],
    /// Set when these begin at 0 and are divided by `1 - number^t`, which undoes that.
    pub is_corrected: bool,
    /// Its purpose, in a clause.
    pub about: &'static str,
    /// The factor of the rate, for a leaf with this grad and state.
    way: fn(&Method, f64, &Remembered) -> Way,
    rule: fn(Moving<'_>),
}

/// The factor of the rate, with its numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Way {
    /// This number.
    Along(f64),
    /// The grad and a part of the average.
    Ahead {
        /// The grad.
        grad: f64,
        /// The part.
        part: f64,
        remembered: f64,
    },
    /// A number over the root of another and [`EPSILON`].
    Over {
        /// The one.
        above: f64,
        /// The other.
        square: f64,
    },
}

/// A number of a kind, at least 0 and below 1.
#[derive(Debug)]
pub struct Coefficient {
    /// The name in formulas.
    pub name: &'static str,
    /// The default.
    pub usual: f64,
}

/// The term that keeps a root in a denominator above 0.
pub const EPSILON: f64 = 1e-8;

const fn coefficient(name: &'static str, usual: f64) -> Coefficient {
    Coefficient { name, usual }
}

/// Plain descent, which remembers nothing.
pub static PLAIN: Kind = KIND;

/// Plain descent, the base of the other rows.
const KIND: Kind = Kind {
    word: "plain descent",
    numbers: &[],
    is_bare: false,
    averages: &[],
    is_corrected: false,
    about: "goes down the gradient",
    way: |_, grad, _| Way::Along(grad),
    rule: plain,
};

/// The kinds that are asked for by a word. They are those of `torch.optim`.
pub static KINDS: [Kind; 4] = [
    Kind {
        word: "momentum",
        numbers: &[coefficient("M", 0.9)],
        is_bare: true,
        averages: &["m"],
        about: "keeps moving in the same direction, so it rolls through valleys",
        way: |_, _, it| Way::Along(it.averages[0]),
        rule: momentum,
        ..KIND
    },
    Kind {
        word: "nesterov",
        numbers: &[coefficient("MU", 0.9)],
        averages: &["m"],
        about: "is momentum with the grad taken one step ahead",
        way: |method, grad, it| Way::Ahead {
            grad,
            part: method.numbers[0],
            remembered: it.averages[0],
        },
        rule: nesterov,
        ..KIND
    },
    Kind {
        word: "adam",
        numbers: &[coefficient("B1", 0.9), coefficient("B2", 0.999)],
        averages: &["m", "v"],
        is_corrected: true,
        about: "divides the mean grad by its usual size, so every leaf moves by about RATE",
        way: |method, _, it| {
            let ([m, v], [c1, c2]) = (it.averages, method.corrections(it.steps));
            Way::Over { above: m / c1, square: v / c2 }
        },
        rule: adam,
        ..KIND
    },
    Kind {
        word: "rmsprop",
        numbers: &[coefficient("ALPHA", 0.99)],
        averages: &["v"],
        about: "divides the grad by its usual size",
        way: |_, grad, it| Way::Over { above: grad, square: it.averages[0] },
        rule: rmsprop,
        ..KIND
    },
];

/// The arguments of `:step`: the word of each kind has its numbers after it.
pub const ARGUMENTS: &[Argument] = &[
    Argument::number("RATE"),
    Argument::count("COUNT", 1, MOST_STEPS).optional(),
    Argument::keyword("momentum"),
    Argument::number("M").following(),
    Argument::keyword("nesterov"),
    Argument::number("MU").following().optional(),
    Argument::keyword("adam"),
    Argument::number("B1").following().optional(),
    Argument::number("B2").following().optional(),
    Argument::keyword("rmsprop"),
    Argument::number("ALPHA").following().optional(),
    Argument::keyword("decay"),
    Argument::number("W").following(),
    Argument::leaf("NAME").optional().repeated(),
    Argument::keyword("until"),
    Argument::number("TOL").following(),
    Argument::keyword("watch"),
    Argument::node("NODE").following(),
    Argument::keyword("all"),
];

/// The help on the arguments of `:step`.
pub const OPTIONS: &[(&str, &str)] = &[
    ("RATE", "a number, or a formula in the step k = 0, 1, …; negative to climb"),
    ("COUNT", "the number of steps (default: 1; with until, at most 1000000)"),
    ("momentum M", "heavy ball: v = M*v + grad"),
    ("nesterov MU", "Nesterov momentum; MU is 0.9 by default"),
    ("adam B1 B2", "Adam; B1 is 0.9 and B2 is 0.999 by default"),
    ("rmsprop ALPHA", "RMSprop; ALPHA is 0.99 by default"),
    ("decay W", "also subtract RATE*W*leaf from each leaf (weight decay)"),
    ("NAME", "move only these leaves"),
    ("until TOL", "stop when the largest |grad| is below TOL"),
    ("watch NODE", "also trace NODE, such as a validation loss"),
    ("all", "show every row of the table"),
];

/// The largest COUNT; a long run can be interrupted.
pub const MOST_STEPS: u64 = 1_000_000_000;

/// A kind with its numbers, and the decay beside it.
#[derive(Debug, Clone, Copy)]
pub struct Method {
    pub kind: &'static Kind,
    /// The coefficients, padded with 0.
    pub numbers: [f64; 2],
    /// The part of each leaf that a step of rate 1 subtracts first (weight decay).
    pub decay: f64,
}

impl Default for Method {
    fn default() -> Method {
        Method { kind: &PLAIN, numbers: [0.0; 2], decay: 0.0 }
    }
}

impl Method {
    /// A kind with its usual numbers and no decay.
    pub fn of(kind: &'static Kind) -> Method {
        let usual = |at: usize| kind.numbers.get(at).map_or(0.0, |it| it.usual);
        Method { kind, numbers: [usual(0), usual(1)], decay: 0.0 }
    }

    /// Returns true for `leaf -= RATE * grad`.
    pub fn is_plain(&self) -> bool {
        std::ptr::eq(self.kind, &PLAIN) && self.decay == 0.0
    }

    /// The name without coefficients: `adam with decay`.
    pub fn words(&self) -> String {
        let is_kind = !std::ptr::eq(self.kind, &PLAIN);
        let words = [is_kind.then_some(self.kind.word), (self.decay != 0.0).then_some("decay")];
        words.into_iter().flatten().collect::<Vec<_>>().join(" with ")
    }

    /// The factor of the rate, for a leaf with this grad and state.
    pub fn way(&self, grad: f64, remembered: &Remembered) -> Way {
        (self.kind.way)(self, grad, remembered)
    }

    /// `1 - number^steps` for each coefficient.
    pub fn corrections(&self, steps: u64) -> [f64; 2] {
        let steps = i32::try_from(steps).unwrap_or(i32::MAX);
        self.numbers.map(|number| 1.0 - number.powi(steps))
    }
}

/// The optimizer state of one leaf.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Remembered {
    /// Their number.
    pub steps: u64,
    /// The averages, in the order of the kind's; those it has not are 0.
    pub averages: [f64; 2],
}

/// An optimizer at work on the leaves of a program.
#[derive(Debug, Clone)]
pub struct Optimizer {
    pub method: Method,
    first: Vec<f64>,
    second: Vec<f64>,
    /// The averages before the last step, to restore them.
    before: [Vec<f64>; 2],
    /// Ranges of leaves with the same number of steps.
    alike: Vec<(Range<usize>, u64)>,
}

/// The leaves of an update, with their state and the shared numbers.
struct Moving<'run> {
    data: &'run mut [f64],
    grads: &'run [f64],
    /// The first average of its kind, and the second.
    first: &'run mut [f64],
    second: &'run mut [f64],
    rate: f64,
    numbers: [f64; 2],
    corrections: [f64; 2],
}

impl Optimizer {
    /// The optimizer of leaves that remember this.
    pub fn new(method: Method, remembered: impl IntoIterator<Item = Remembered>) -> Optimizer {
        let remembered: Vec<Remembered> = remembered.into_iter().collect();
        let average = |at: usize| remembered.iter().map(|it| it.averages[at]).collect();
        let runs = remembered.chunk_by(|one, next| one.steps == next.steps);
        let mut alike = Vec::new();
        let mut start = 0;
        for run in runs {
            alike.push((start..start + run.len(), run.first().map_or(0, |it| it.steps)));
            start += run.len();
        }
        let (first, second) = (average(0), average(1));
        Optimizer { method, first, second, before: [Vec::new(), Vec::new()], alike }
    }

    /// Takes a step of this rate with leaves of this data and these grads.
    pub fn step(&mut self, rate: f64, data: &mut [f64], grads: &[f64]) {
        self.before[0].clone_from(&self.first);
        self.before[1].clone_from(&self.second);
        let decay = rate.abs() * self.method.decay;
        if decay != 0.0 {
            data.iter_mut().for_each(|leaf| *leaf *= 1.0 - decay);
        }
        for (range, steps) in &mut self.alike {
            *steps += 1;
            (self.method.kind.rule)(Moving {
                data: &mut data[range.clone()],
                grads: &grads[range.clone()],
                first: &mut self.first[range.clone()],
                second: &mut self.second[range.clone()],
                rate,
                numbers: self.method.numbers,
                corrections: self.method.corrections(*steps),
            });
        }
    }

    /// Restores the state before the last step, which was rejected.
    pub fn take_back(&mut self) {
        std::mem::swap(&mut self.first, &mut self.before[0]);
        std::mem::swap(&mut self.second, &mut self.before[1]);
        self.alike.iter_mut().for_each(|(_, steps)| *steps = steps.saturating_sub(1));
    }

    /// The state of each leaf.
    pub fn remembered(&self) -> impl Iterator<Item = Remembered> {
        let steps = self.alike.iter().flat_map(|(range, steps)| range.clone().map(|_| *steps));
        let averages = self.first.iter().zip(&self.second);
        steps
            .zip(averages)
            .map(|(steps, (first, second))| Remembered { steps, averages: [*first, *second] })
    }
}

fn plain(Moving { data, grads, rate, .. }: Moving<'_>) {
    for (leaf, grad) in data.iter_mut().zip(grads) {
        *leaf -= rate * grad;
    }
}

fn momentum(Moving { data, grads, first, rate, numbers: [keep, _], .. }: Moving<'_>) {
    for ((leaf, grad), m) in data.iter_mut().zip(grads).zip(first) {
        *m = keep * *m + grad;
        *leaf -= rate * *m;
    }
}

fn nesterov(Moving { data, grads, first, rate, numbers: [keep, _], .. }: Moving<'_>) {
    for ((leaf, grad), m) in data.iter_mut().zip(grads).zip(first) {
        *m = keep * *m + grad;
        *leaf -= rate * (grad + keep * *m);
    }
}

/// One loop for each array, which the compiler makes several leaves at a time of.
fn adam(Moving { data, grads, first, second, rate, numbers, corrections }: Moving<'_>) {
    let ([b1, b2], [c1, c2]) = (numbers, corrections);
    let (rate, size) = (rate / c1, c2.sqrt());
    for (m, grad) in first.iter_mut().zip(grads) {
        *m = b1 * *m + (1.0 - b1) * grad;
    }
    for (v, grad) in second.iter_mut().zip(grads) {
        *v = b2 * *v + (1.0 - b2) * (grad * grad);
    }
    for ((leaf, m), v) in data.iter_mut().zip(&*first).zip(&*second) {
        *leaf -= rate * m / (v.sqrt() / size + EPSILON);
    }
}

fn rmsprop(Moving { data, grads, first, rate, numbers: [keep, _], .. }: Moving<'_>) {
    for (v, grad) in first.iter_mut().zip(grads) {
        *v = keep * *v + (1.0 - keep) * (grad * grad);
    }
    for ((leaf, grad), v) in data.iter_mut().zip(grads).zip(&*first) {
        *leaf -= rate * grad / (v.sqrt() + EPSILON);
    }
}
