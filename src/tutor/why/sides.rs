//! What a function does on both sides of a point, by differences: the slope that it has there, where
//! no rule tells it.

use super::super::Context;
use crate::report::numbers;

/// What a row of numbers goes to as the step shrinks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Limit {
    /// This number, with so many digits known.
    To(f64, usize),
    /// Infinity, of this sign.
    Endless(f64),
    /// It is not finite there.
    None,
    /// It is not known.
    Unknown,
}

/// Steps, each a tenth of the one before.
const STEPS: std::ops::RangeInclusive<i32> = 2..=8;
/// A number that falls to this part of what it was goes to 0.
const VANISHED: f64 = 1e-4;
/// Neighbors that are this close tell the number.
const CLOSE: f64 = 1e-3;
/// A root jumps if what it goes to is off by this part.
const JUMPS: f64 = 1e-2;
/// The most digits that differences tell.
const MOST_DIGITS: usize = 8;

/// The slopes of the root on the left and on the right of what a node is now.
pub fn slopes(context: &Context, number: usize) -> [Limit; 2] {
    let (x, out) = (context.node(number).data(), context.root_node().data());
    let mut root = context.pass.order.perturb(number);
    [-1.0, 1.0]
        .map(|side| Limit::of(steps(x).map(|h| (root.root_at(x + side * h) - out) / (side * h))))
}

/// What the root goes to from the left and from the right.
pub fn values(context: &Context, number: usize) -> [Limit; 2] {
    let x = context.node(number).data();
    let mut root = context.pass.order.perturb(number);
    [-1.0, 1.0].map(|side| Limit::of(steps(x).map(|h| root.root_at(x + side * h))))
}

/// The sentence on a root that jumps at what a node is now; none where it goes to what it is, or nothing is known.
pub fn of_jump(context: &Context, number: usize, names: [&str; 3]) -> Option<String> {
    let out = context.root_node().data();
    let sides = values(context, number);
    let jumps = |side: &Limit| match *side {
        Limit::To(to, _) => (to - out).abs() > JUMPS * to.abs().max(out.abs()),
        Limit::Endless(_) | Limit::None | Limit::Unknown => false,
    };
    let said = of_values(sides, names).filter(|_| sides.iter().any(jumps))?;
    Some(format!("by differences, {} jumps there: {said}", names[0]))
}

/// Steps that are exact on both sides.
fn steps(x: f64) -> impl Iterator<Item = f64> {
    STEPS.map(move |power| {
        let h = 10_f64.powi(-power) * x.abs().max(1.0);
        (x + h) - x
    })
}

impl Limit {
    /// What these numbers go to.
    fn of(numbers: impl Iterator<Item = f64>) -> Limit {
        let numbers: Vec<f64> = numbers.collect();
        let (Some(first), Some(last)) = (numbers.first(), numbers.last()) else {
            return Limit::Unknown;
        };
        if numbers.iter().any(|number| !number.is_finite()) {
            return Limit::None;
        }
        let moves: Vec<f64> = numbers.windows(2).map(|pair| (pair[1] - pair[0]).abs()).collect();
        let grows = numbers.windows(2).all(|pair| pair[1].abs() > pair[0].abs());
        let never_less = moves.windows(2).all(|pair| pair[1] >= 0.9 * pair[0]);
        if grows && never_less && last.abs() > 1.5 * first.abs() {
            return Limit::Endless(last.signum());
        }
        let falls = numbers.windows(2).all(|pair| pair[1].abs() <= pair[0].abs());
        if falls && last.abs() <= VANISHED * first.abs() {
            return Limit::To(0.0, MOST_DIGITS);
        }
        let least = (0..moves.len()).min_by(|one, other| moves[*one].total_cmp(&moves[*other]));
        match least.map(|at| (moves[at], numbers[at + 1])) {
            Some((0.0, number)) => Limit::To(number, MOST_DIGITS),
            Some((by, number)) if by <= CLOSE * number.abs() => {
                let digits = (number.abs() / by).log10().floor();
                Limit::To(number, (digits as usize).clamp(1, MOST_DIGITS))
            }
            // What is left of a number that cancels is rounding.
            Some((by, number)) if by.max(number.abs()) <= 1e-9 => Limit::To(0.0, MOST_DIGITS),
            _ => Limit::Unknown,
        }
    }

    /// The number, as far as it is known.
    pub fn text(self) -> Option<String> {
        match self {
            Limit::To(number, digits) => Some(numbers::answer(number, Some(digits))),
            Limit::Endless(sign) => Some(if sign < 0.0 { "-inf" } else { "inf" }.to_owned()),
            Limit::None | Limit::Unknown => None,
        }
    }
}

/// The sentence on the slopes of both sides of `at`; none where nothing is known.
pub fn of_slopes(sides: [Limit; 2], [derivative, at, root]: [&str; 3]) -> Option<String> {
    let [left, right] = sides.map(Limit::text);
    let missing = |side: Limit, name: &str| match side {
        Limit::None => format!("; on the {name} {root} is not finite"),
        _ => String::new(),
    };
    Some(match (left, right) {
        (Some(left), Some(right)) if left == right => {
            format!("by differences, {derivative} is {left}, from both sides")
        }
        (Some(left), Some(right)) => format!(
            "by differences, {derivative} is {left} on the left of {at} and {right} on the right: a \
             kink, where there is no derivative"
        ),
        (Some(left), None) => format!(
            "by differences, {derivative} is {left} on the left of {at}{}",
            missing(sides[1], "right")
        ),
        (None, Some(right)) => format!(
            "by differences, {derivative} is {right} on the right of {at}{}",
            missing(sides[0], "left")
        ),
        (None, None) => return None,
    })
}

/// The sentence on what the root goes to from both sides of `at`; none where nothing is known.
pub fn of_values(sides: [Limit; 2], [root, leaf, at]: [&str; 3]) -> Option<String> {
    let [left, right] = sides.map(Limit::text);
    let goes = |to: &str, from: &str| format!("as {leaf} goes to {at}{from}, {root} goes to {to}");
    Some(match (left, right) {
        (Some(left), Some(right)) if left == right => goes(&left, ""),
        (Some(left), Some(right)) => {
            format!("{}, and from the right to {right}", goes(&left, " from the left"))
        }
        (Some(left), None) => goes(&left, " from the left"),
        (None, Some(right)) => goes(&right, " from the right"),
        (None, None) => return None,
    })
}
