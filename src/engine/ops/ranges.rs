//! What the result of an operation may be where its operands are known to lie between two numbers.

use super::{ADD, ATAN2, DIVIDE, INFINITY, MULTIPLY, NEGATE, Operation, POWER, Rounding, SUBTRACT};

/// What a number may be: none below the first and none above the second.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Range {
    /// The least that it may be.
    pub low: f64,
    /// The most that it may be.
    pub high: f64,
}

/// How the curve of an operation of one operand goes.
enum Course {
    /// It rises or is level.
    Rises,
    /// It falls.
    Falls,
    /// It falls to its lowest point, which is here, and rises from there.
    Turns(f64),
    /// It is no steeper than 1 anywhere.
    Waves,
}

/// A range is widened by so many units in the last place, more than any operation is off.
const UNITS: f64 = 8.0;
/// Beyond this every double is an even whole number.
const ALL_EVEN: f64 = 9e15;

impl Range {
    /// Nothing is known.
    pub const ALL: Range = Range { low: -INFINITY, high: INFINITY };

    /// One number.
    pub fn exactly(number: f64) -> Range {
        Range { low: number, high: number }
    }

    /// All that is no farther from a number than this.
    pub fn around(number: f64, by: f64) -> Range {
        if by == 0.0 {
            return Range::exactly(number);
        }
        Range { low: (number - by).next_down(), high: (number + by).next_up() }.or_all()
    }

    /// What a constant may be that is so far off.
    pub fn of_constant(number: f64, error: f64) -> Range {
        match number {
            _ if number.is_finite() && error.is_finite() => Range::around(number, error),
            INFINITY if error == INFINITY => Range { low: f64::MAX, high: number },
            f64::NEG_INFINITY if error == INFINITY => Range { low: number, high: f64::MIN },
            _ if error == 0.0 => Range::exactly(number),
            _ => Range::ALL,
        }
    }

    fn is_exact(self) -> bool {
        self.low == self.high
    }

    fn has(self, number: f64) -> bool {
        self.low <= number && number <= self.high
    }

    fn or_all(self) -> Range {
        if self.low.is_nan() || self.high.is_nan() { Range::ALL } else { self }
    }

    fn meet(self, other: Range) -> Range {
        Range { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    /// All numbers that some are the ends of; everything if one of them is none.
    fn of(ends: impl IntoIterator<Item = f64>) -> Range {
        let none = Range { low: INFINITY, high: -INFINITY };
        let wider = |range: Range, end: f64| {
            if end.is_nan() || range.low.is_nan() {
                return Range { low: f64::NAN, high: f64::NAN };
            }
            Range { low: range.low.min(end), high: range.high.max(end) }
        };
        ends.into_iter().fold(none, wider).or_all()
    }

    /// With what rounding may have left out at its ends: what is too large for a double is at least as
    /// large as the largest.
    fn widened(self) -> Range {
        let by = |end: f64| UNITS * (end.abs() * f64::EPSILON).max(f64::from_bits(1));
        let low = if self.low == INFINITY { f64::MAX } else { self.low - by(self.low) };
        let high = if self.high == -INFINITY { f64::MIN } else { self.high + by(self.high) };
        let low = if self.low == -INFINITY { -INFINITY } else { low };
        let high = if self.high == INFINITY { INFINITY } else { high };
        Range { low, high }
    }
}

impl Operation {
    /// What its result may be where its operands lie in these ranges; everything where some of them are
    /// outside of its domain, or it is not known.
    pub fn range(&self, operands: [Range; 2]) -> Range {
        let [x, y] = operands;
        let y = if self.arity() == 2 { y } else { Range::exactly(0.0) };
        if x.is_exact() && y.is_exact() && x.low.is_finite() && y.low.is_finite() {
            let out = self.forward(x.low, y.low);
            let error = self.error(x.low, y.low, out);
            return match (out.is_nan(), error.is_finite()) {
                (true, _) => Range::ALL,
                (_, true) => Range::around(out, error).meet(self.bounds()),
                _ => Range::exactly(out).widened().meet(self.bounds()),
            };
        }
        let range = match self.arity() {
            1 => self.range_of_one(x),
            _ => self.range_of_two(x, y),
        };
        let range =
            if matches!(self.rounding, Rounding::Nothing) { range } else { range.widened() };
        range.meet(self.bounds())
    }

    fn range_of_one(&self, x: Range) -> Range {
        let at = |x: f64| self.forward(x, 0.0);
        match self.course() {
            Some(Course::Rises) => Range::of([at(x.low), at(x.high)]),
            Some(Course::Falls) => Range::of([at(x.high), at(x.low)]),
            Some(Course::Turns(lowest)) if x.has(lowest) => {
                Range::of([at(lowest), at(x.low), at(x.high)])
            }
            Some(Course::Turns(_)) => Range::of([at(x.low), at(x.high)]),
            Some(Course::Waves) => {
                let middle = x.low / 2.0 + x.high / 2.0;
                let far = (x.high - x.low).abs();
                if far.is_finite() { Range::around(at(middle), far) } else { Range::ALL }
            }
            None => Range::ALL,
        }
    }

    fn range_of_two(&self, x: Range, y: Range) -> Range {
        let corners = || {
            let both = [x.low, x.high].into_iter().flat_map(|x| [(x, y.low), (x, y.high)]);
            both.map(|(x, y)| self.forward(x, y))
        };
        let is_monotone = self.is(ADD)
            || self.is(SUBTRACT)
            || self.is(MULTIPLY)
            || ["max", "min", "logsumexp"].contains(&self.name)
            || self.is(DIVIDE) && !y.has(0.0)
            || self.is(POWER) && x.low > 0.0
            || self.is(ATAN2) && x.low > 0.0;
        let is_whole = y.is_exact() && y.low.fract() == 0.0 && y.low.abs() < ALL_EVEN;
        match self.name {
            _ if is_monotone => Range::of(corners()),
            _ if self.is(POWER) && x.low >= 0.0 && y.low > 0.0 => Range::of(corners()),
            _ if self.is(POWER) && is_whole && (y.low > 0.0 || !x.has(0.0)) => {
                let between = x.has(0.0).then_some(0.0);
                Range::of(corners().chain(between))
            }
            "hypot" => {
                let nearest =
                    |it: Range| if it.has(0.0) { 0.0 } else { it.low.abs().min(it.high.abs()) };
                Range::of(corners().chain([self.forward(nearest(x), nearest(y))]))
            }
            "%" if !y.has(0.0) => Range::of([0.0, if y.low > 0.0 { y.high } else { y.low }]),
            _ => Range::ALL,
        }
    }

    /// What its result always is, whatever its operands are.
    fn bounds(&self) -> Range {
        let [low, high] = match self.name {
            "sin" | "cos" | "tanh" | "erf" | "sign" => [-1.0, 1.0],
            "sigmoid" | "step" => [0.0, 1.0],
            "exp" | "sqrt" | "abs" | "relu" | "softplus" | "acosh" | "hypot" => [0.0, INFINITY],
            "cosh" => [1.0, INFINITY],
            "expm1" => [-1.0, INFINITY],
            _ => return Range::ALL,
        };
        Range { low, high }
    }

    fn course(&self) -> Option<Course> {
        let course = match self.name {
            "exp" | "expm1" | "log" | "log2" | "log10" | "log1p" | "sqrt" | "cbrt" | "relu"
            | "sigmoid" | "softplus" | "erf" | "asin" | "atan" | "sinh" | "tanh" | "asinh"
            | "acosh" | "atanh" | "digamma" | "sign" | "step" | "floor" | "ceil" | "round" => {
                Course::Rises
            }
            _ if self.is(NEGATE) => Course::Falls,
            "acos" => Course::Falls,
            "abs" | "cosh" => Course::Turns(0.0),
            "lgamma" => Course::Turns(1.461_632_144_968_362_2),
            "silu" => Course::Turns(-1.278_464_542_761_074),
            "gelu" => Course::Turns(-0.751_791_524_693_564),
            "sin" | "cos" => Course::Waves,
            _ => return None,
        };
        Some(course)
    }
}
