//! How far off the result of an operation may be, and where its curve breaks off.

use super::{DIVIDE, INFINITY, MULTIPLY, NAN, Operation, POWER, Range, SUBTRACT};

/// What an operation promises of its result where its operands are exact.
#[derive(Debug)]
pub enum Rounding {
    /// It is exact: it picks a number, or turns its sign.
    Nothing,
    /// It is the nearest double; the function of `(x, y, out)` gives what that leaves out.
    Nearest(BinaryRest),
    /// It is within so many units in the last place.
    Units(f64),
}

/// What rounding has left out of `out`, as a function of `(x, y, out)`.
pub type BinaryRest = fn(f64, f64, f64) -> f64;

/// Products and quotients this small may leave out more than a double can hold.
const SMALL: f64 = 1e-290;
/// A power of 2 which makes numbers that are smaller large enough.
const LARGE: f64 = f64::from_bits((1023 + 600) << 52);
/// Whole powers up to this one are tried for being exact.
const MOST_FACTORS: f64 = 64.0;

/// What rounding has left out of `x + y`.
pub(super) fn rest_of_sum(x: f64, y: f64, out: f64) -> f64 {
    let added = out - x;
    (x - (out - added)) + (y - added)
}

/// What rounding has left out of `x*y`.
pub(super) fn rest_of_product(x: f64, y: f64, out: f64) -> f64 {
    let is_small = out.abs() < SMALL && x != 0.0 && y != 0.0;
    if is_small { units(1.0, out) } else { x.mul_add(y, -out) }
}

/// What rounding has left out of `x/y`.
pub(super) fn rest_of_quotient(x: f64, y: f64, out: f64) -> f64 {
    if x != 0.0 && out.abs() < SMALL {
        return units(1.0, out);
    }
    // Both times the same power of 2, lest the rest is too small a number.
    let scale = if x.abs() < SMALL { LARGE } else { 1.0 };
    let (x, y) = (x * scale, y * scale);
    out.mul_add(-y, x) / y
}

/// What rounding has left out of the square root of `x`.
pub(super) fn rest_of_root(x: f64, _: f64, out: f64) -> f64 {
    if out == 0.0 { 0.0 } else { out.mul_add(-out, x) / (2.0 * out) }
}

/// What rounding may have left out of `x^y`.
pub(super) fn rest_of_power(x: f64, y: f64, out: f64) -> f64 {
    if y == 2.0 {
        return rest_of_product(x, x, out);
    }
    let is_given = x == 0.0 || x == 1.0 || y == 0.0 || y == 1.0;
    let is_root = y == 0.5 && out.mul_add(out, -x) == 0.0;
    if is_given || is_root || is_exact_power(x, y, out) { 0.0 } else { units(2.0, out) }
}

fn is_exact_power(x: f64, y: f64, out: f64) -> bool {
    if y.fract() != 0.0 || !(1.0..=MOST_FACTORS).contains(&y) {
        return false;
    }
    let (mut product, mut is_exact) = (1.0, true);
    for _ in 0..y as u32 {
        let next = product * x;
        is_exact &= rest_of_product(product, x, next) == 0.0;
        product = next;
    }
    is_exact && product == out
}

/// What rounding may have left out of the remainder of `x` by `y`.
pub(super) fn rest_of_remainder(x: f64, y: f64, out: f64) -> f64 {
    // What is left has no rounding; only to give it the sign of y is a sum.
    let left = x % y;
    if left == out { 0.0 } else { rest_of_sum(left, y, out) }
}

/// Between points a divisor is not to shrink so many times.
const SHRINKS: f64 = 16.0;
/// A number with so many digits has been computed, or is known as well as that.
const DIGITS_OF_ROUNDED: usize = 16;
/// A whole number below this has fewer digits.
const WHOLE_BELOW: f64 = 1e15;
const MILLION: f64 = 1e6;
/// Beyond this error of its operand a sine may be anything.
const LOST: f64 = 0.1;
/// An operand that moves the result so many times as far as the slope says is where the curve bends.
const BENT: f64 = 4.0;
/// A constant that may be off by more than this part of itself is one in a range.
const COARSE: f64 = 1e-3;

/// How far off a number in an expression may be. Where it has as many digits as a double can have, it
/// stands for one that has been computed beforehand, `sin(1)`, or goes on.
pub fn error_of_constant(number: f64) -> f64 {
    // Most have few digits: the double nearest to so many millionths has no more than they have.
    let millionths = (number * MILLION).round();
    if millionths.abs() < WHOLE_BELOW && number == millionths / MILLION {
        return 0.0;
    }
    let digits = format!("{:e}", number.abs());
    let digits = digits.bytes().take_while(|byte| *byte != b'e').filter(u8::is_ascii_digit).count();
    if number.is_finite() && digits >= DIGITS_OF_ROUNDED { units(1.0, number) } else { 0.0 }
}

/// A bound on an error, in so few bits that a constant has room for it.
#[derive(Debug, Clone, Copy)]
pub struct Bound(u32);

impl Bound {
    /// The least one that is above an error.
    pub fn above(error: f64) -> Bound {
        // The upper half of a double is its sign, its exponent and 20 bits.
        let upper = (error.abs().to_bits() >> 32) as u32;
        Bound(if error.is_finite() { upper + 1 } else { upper })
    }

    /// The bound as a number.
    pub fn get(self) -> f64 {
        f64::from_bits(u64::from(self.0) << 32)
    }
}

/// So many units in the last place of a number.
fn units(count: f64, number: f64) -> f64 {
    let size = number.abs();
    count * (size.next_up() - size)
}

impl Operation {
    /// How far its result may be off where its operands are exact.
    pub fn error(&self, x: f64, y: f64, out: f64) -> f64 {
        let operands = [x, y];
        let operands = operands.get(..self.arity()).unwrap_or_default();
        if out.is_nan() {
            return INFINITY;
        }
        let is_arithmetic = matches!(self.rounding, Rounding::Nearest(_));
        if operands.iter().any(|it| it.is_infinite()) {
            // A curve takes its limit; 1/inf is one only if nothing else is meant.
            return if is_arithmetic { INFINITY } else { 0.0 };
        }
        if out.is_infinite() {
            // At a pole, and not only too large for a double.
            let is_pole = if is_arithmetic { operands.contains(&0.0) } else { x.abs() <= 1.0 };
            return if is_pole { 0.0 } else { INFINITY };
        }
        match self.rounding {
            Rounding::Nothing => 0.0,
            Rounding::Nearest(rest) => rest(x, y, out).abs(),
            Rounding::Units(count) => {
                // Between algebraic numbers they are exact at such points only.
                let is_plain = |it: &f64| [0.0, 0.5, 1.0].contains(&it.abs());
                let is_known = operands.iter().all(|it| is_plain(it) && it.abs() != 0.5);
                // Of a power of two a logarithm is whole.
                let is_power = self.name == "log2" && out.fract() == 0.0 && x == out.exp2();
                if is_known && is_plain(&out) || is_power { 0.0 } else { units(count, out) }
            }
        }
    }

    /// How far off its result may be where its operands are constants that are so far off; nan where
    /// it may be anything, and infinite where it is only too large.
    pub fn error_of_constants(&self, at: [f64; 2], out: f64, errors: [f64; 2]) -> f64 {
        let is_coarse = |(at, error): (f64, f64)| error > COARSE * at.abs() || error.is_nan();
        let by = |(index, error): (usize, f64)| match error {
            0.0 => 0.0,
            // It may be on the other side of a jump.
            error if self.jumps => self.error_by_moving(index, at, out, error),
            error => self.error_by_operand(index, at, out, error),
        };
        let may_be_outside = |(index, error): (usize, f64)| {
            let moved = || [error, -error].into_iter().any(|by| self.moved(index, at, by).is_nan());
            error != 0.0 && moved()
        };
        let numbered = || errors.into_iter().enumerate().take(self.arity());
        let is_lost = self.is_lost_by(at, errors) || numbered().any(may_be_outside);
        if !is_lost && !at.into_iter().zip(errors).take(self.arity()).any(is_coarse) {
            return self.error(at[0], at[1], out) + numbered().map(by).sum::<f64>();
        }
        let [x, y] = [0, 1].map(|index| Range::of_constant(at[index], errors[index]));
        let range = self.range([x, y]);
        let is_beyond = range.low >= f64::MAX || range.high <= f64::MIN;
        if out.is_finite() {
            (range.high - out).max(out - range.low)
        } else if is_beyond {
            INFINITY
        } else {
            NAN
        }
    }

    /// How far its result moves with one operand that is so far off.
    pub fn error_by_operand(&self, index: usize, at: [f64; 2], out: f64, error: f64) -> f64 {
        if error == 0.0 {
            return 0.0;
        }
        match self.partial(index, at[0], at[1], out) {
            slope if slope.is_finite() && !self.has_corner_at(at) => {
                match self.error_beyond_slope(index, at, out, error) {
                    0.0 => (slope * error).abs(),
                    beyond => beyond,
                }
            }
            // A vertical curve has no slope, and outside of its domain it does not move.
            _ => self.error_by_moving(index, at, out, error),
        }
    }

    /// The same where its curve bends so fast that its slope tells too little: a hypotenuse with a leg
    /// that rounding has made 0. Else 0.
    pub fn error_beyond_slope(&self, index: usize, at: [f64; 2], out: f64, error: f64) -> f64 {
        if error == 0.0 || self.jumps {
            return 0.0;
        }
        let by_slope = (self.partial(index, at[0], at[1], out) * error).abs();
        match self.error_by_moving(index, at, out, error) {
            moved if moved > BENT * by_slope + units(BENT, out) => moved,
            _ => 0.0,
        }
    }

    /// The same by its results for the operand at both ends.
    fn error_by_moving(&self, index: usize, at: [f64; 2], out: f64, error: f64) -> f64 {
        let by = [error, -error].map(|by| (self.moved(index, at, by) - out).abs());
        by.into_iter().fold(0.0, f64::max)
    }

    /// Tells whether its curve has a corner here, so that no slope says how far its result moves.
    pub fn has_corner_at(&self, [x, y]: [f64; 2]) -> bool {
        match self.name {
            "abs" | "relu" => x == 0.0,
            "max" | "min" => x == y,
            _ => false,
        }
    }

    /// Its result with one operand moved.
    fn moved(&self, index: usize, [x, y]: [f64; 2], by: f64) -> f64 {
        match index {
            0 => self.forward(x + by, y),
            _ => self.forward(x, y + by),
        }
    }

    /// Tells whether its result leaps, or passes a pole, from one point to another, each of which
    /// is `(x, y, out)`.
    pub fn breaks_between(&self, from: [f64; 3], to: [f64; 3]) -> bool {
        let ([x, y, out], [next_x, next_y, next]) = (from, to);
        if !(out.is_finite() && next.is_finite()) {
            return true;
        }
        // Where a divisor shrinks so fast there may be a pole of an even order.
        let nears_zero = |one: f64, other: f64| {
            let (least, most) = (one.abs().min(other.abs()), one.abs().max(other.abs()));
            one * other < 0.0 || most > SHRINKS * least || least == 0.0
        };
        if self.jumps {
            // Straight from one jump to the next.
            let by_y =
                if self.arity() == 2 { self.partial(1, x, y, out) * (next_y - y) } else { 0.0 };
            let straight = out + self.partial(0, x, y, out) * (next_x - x) + by_y;
            let size = if self.arity() == 2 { y.abs() } else { 1.0 };
            let off = (next - straight).abs();
            return off.is_nan() || off >= 0.25 * size;
        }
        let is_origin = |x: f64, y: f64| x == 0.0 && y == 0.0;
        let is_left = is_origin(x, y) != is_origin(next_x, next_y);
        let is_endless = x.is_infinite() || next_x.is_infinite();
        match self.name {
            _ if self.is(DIVIDE) => nears_zero(y, next_y),
            // 0^0 is 1, and 0 to what is no more than underflow is 0; so with inf^0.
            // A power of a negative number is one for whole exponents only.
            _ if self.is(POWER) && x < 0.0 && y != next_y => true,
            _ if self.is(POWER) && is_endless => (y == 0.0) != (next_y == 0.0),
            _ if self.is(POWER) => is_left || (y < 0.0 || next_y < 0.0) && nears_zero(x, next_x),
            "tan" => out * next < 0.0 && out.abs().min(next.abs()) > 1.0,
            "atan2" => is_left || (next - out).abs() > std::f64::consts::FRAC_PI_2,
            _ => false,
        }
    }

    /// Tells whether its result passes a pole from one point to another, to the other side of 0, so that
    /// what is divided by it passes 0.
    pub fn passes_infinity(&self, [x, _, out]: [f64; 3], [next_x, _, next]: [f64; 3]) -> bool {
        // Else it rises.
        self.name == "tan" && out * next < 0.0 && (next - out) * (next_x - x) < 0.0
    }

    /// Tells whether it takes all its values, turn by turn, from one point to another, each of which is
    /// `(x, y, out)`.
    pub fn turns_between(&self, [x, y, _]: [f64; 3], [next_x, next_y, _]: [f64; 3]) -> bool {
        match self.name {
            "sin" | "cos" | "tan" => (next_x - x).abs() > std::f64::consts::TAU,
            "%" => (next_x / next_y - x / y).abs() > 1.0,
            _ => false,
        }
    }

    /// Tells whether it is a remainder of a quotient that is a whole number but for rounding, which then
    /// decides between nothing and all of the divisor.
    pub fn hovers_at(&self, [x, y, _]: [f64; 3]) -> bool {
        let quotient = x / y;
        let off = (quotient - quotient.round()).abs();
        self.name == "%" && x != 0.0 && off <= 2.0 * f64::EPSILON * quotient.abs()
    }

    /// Tells whether its result may be beyond a jump or a pole, where its operands are so far off.
    pub fn may_have_broken(&self, at: [f64; 2], out: f64, off: [f64; 2]) -> bool {
        let beyond = |index: usize, by: f64| {
            let mut moved = at;
            moved[index] += by;
            let [x, y] = moved;
            self.breaks_between([at[0], at[1], out], [x, y, self.forward(x, y)])
        };
        let is_off = |index: &usize| off[*index] != 0.0;
        let mut operands = (0..self.arity()).filter(is_off);
        operands.any(|index| [off[index], -off[index]].into_iter().any(|by| beyond(index, by)))
    }

    /// Which of its operands it divides by, where its second one is this constant or none.
    pub fn divisor(&self, second: Option<f64>) -> Option<usize> {
        if self.is(DIVIDE) {
            return Some(1);
        }
        (self.is(POWER) && second.is_some_and(|power| power < 0.0)).then_some(0)
    }

    /// Tells whether its result is 0 where one of its operands is, for what may stand below a fraction
    /// and have no sign of its own: a product or a power.
    pub fn keeps_zeros(&self) -> bool {
        self.is(MULTIPLY) || self.is(POWER) || ["abs", "sqrt"].contains(&self.name)
    }

    /// Tells whether its result is too large since a divisor is next to 0.
    pub fn nears_pole(&self, x: f64, y: f64, out: f64) -> bool {
        self.is(DIVIDE) && x.is_finite() && out.is_infinite() && y != 0.0 && y.abs() < SMALL
    }

    /// Tells whether nothing is known of its result where its operands are so far off.
    pub fn is_lost_by(&self, [x, y]: [f64; 2], [by_x, by_y]: [f64; 2]) -> bool {
        match self.name {
            "sin" | "cos" | "tan" => by_x > LOST,
            "floor" | "ceil" | "round" => by_x > LOST,
            "%" => by_x > LOST * y.abs() || by_y != 0.0 && (x / y * by_y).abs() > LOST * y.abs(),
            _ => self.is(POWER) && x < 0.0 && by_y != 0.0,
        }
    }

    /// Its result where both operands are the same number, if it is so whatever number that is.
    pub fn of_same(&self, out: f64) -> Option<f64> {
        match self.name {
            _ if self.is(SUBTRACT) && out == 0.0 => Some(out),
            _ if self.is(DIVIDE) && out == 1.0 => Some(out),
            "%" if out == 0.0 => Some(out),
            _ => None,
        }
    }

    /// Tells whether it is at one of its extremes, which it really takes: a sine at 1.
    pub fn is_extreme(&self, out: f64) -> bool {
        ["sin", "cos"].contains(&self.name) && out.abs() == 1.0
    }
}
