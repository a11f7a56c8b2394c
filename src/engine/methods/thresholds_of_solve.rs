//! The table of the numbers that decide something in `:solve`. A case is an equation of which something else is said
//! where the number is ten times as large or a tenth, or what it came with: in tests/it/solve.rs and cases.rs, else in
//! tests/transcripts/thresholds.md, unless last digits would be compared there. Where none is named, neither these
//! tests nor any of 2,302 equations tells (2026-11-24).

/// Where a change of sign of one unknown is looked for.
pub mod scan {
    /// The nearest place looked at, in parts of the start's size or of 1. Case: `floor(cos(x + 9.981)/tan(sinh(x)))
    /// = min(x, 20)`, whose root is one of many jumps.
    pub const NEAR: f64 = 1e-4;
    /// The farthest one, beyond which steps are long. Case: `asinh(x) = log(2x)`, whose sides meet by rounding far
    /// away.
    pub const FAR: f64 = 1e4;
    /// The factor between neighboring distances. Case: `(x - 27.674 - 2.33)^6 = 0`, whose root is narrow.
    pub const FARTHER: f64 = 1.02;
    /// How far apart places are around 0, where sides have most of their shape. Case: that of `NEAR`.
    pub const AROUND_ZERO: f64 = 0.02;
    /// How far from 0 places are so close. Case: that of `NEAR`.
    pub const SHAPED: f64 = 20.0;
    /// The factor between distances beyond the farthest place.
    pub const MUCH_FARTHER: f64 = 4.0;
    /// Where long steps end: numbers end at 1.8e308.
    pub const FARTHEST: f64 = 1e300;
    /// The part of the gaps around it that is left at a root there.
    pub const SMALL: f64 = 1e-10;
    /// The places where the gap is lowest nearby from which steps are tried. Case: `x - floor(x) = 1`, from x = -5.786.
    pub const MOST_VALLEYS: usize = 16;
    /// The places where the gap is lowest nearby whose bottom is looked for. Case: that of `NEAR`.
    pub const MOST_DIPS: usize = 300;
    /// How often the golden section narrows such a place. Case: that of `FARTHER`.
    pub const MOST_PARTS: usize = 70;
    /// The smaller part of the golden section: no choice, (3 - √5)/2.
    pub const GOLDEN: f64 = 0.381_966_011_250_105_1;
    /// Places looked at between the edge of where sides are finite and the next place, each half as far from the edge.
    /// Case: `((x/3.68) + (x/x)) - cos(log(x)) = 10*x`, from x = -2.5.
    pub const PLACES_AT_EDGE: i32 = 40;
    /// The part of the way from there at which is seen whether the gap falls toward the edge. Case:
    /// `sinh(x)*sigmoid(x) = -1.06`, from x = 100.
    pub const BESIDE_EDGE: f64 = 1e-6;
    /// How far beside a root it is seen whether the sides are the same there, too. Case: `exp(-x^2) = 1e-320`, from
    /// x = 1.
    pub const BESIDE_ROOT: f64 = 1e-6;
    /// What a gap that falls beside a pole, where a quotient alone becomes too large, comes down to. Case: `23.364
    /// = (3/x)*gelu(x)`, where 3/x alone becomes too large.
    pub const BESIDE_POLE: f64 = 0.5;
}

/// Poles that a scan steps over.
pub mod poles {
    /// The most poles that are looked at. Case: `floor(cos(x + 3)/tan(sinh(x))) = min(x, 20)`, from x = 1e5.
    pub const MOST_POLES: usize = 32;
}

/// What is a root, and what only seems to be one.
pub mod contact {
    /// A gap is no root if it is more than so many times what rounding may make of it. Case: `exp(-x^2) = 1e-320`,
    /// and five other tests.
    pub const ROUNDINGS: f64 = 2.0;
    /// A root may be looked for in this part of the way from the start. Case: `x + 1e10 = 1e10 + 1e-6`, from x = 1e-3.
    pub const WIDEST: f64 = 1e-2;
    /// How many times farther each next place is looked at. Case: `exp(-x^2) = 1e-320`, whose root doubles hardly
    /// know.
    pub const FARTHER: f64 = 4.0;
    /// How often it is looked farther.
    pub const MOST_PLACES: usize = 300;
    /// Halvings after which any two numbers so close are neighbors: a double has 53 bits, and exponents up to 2^11.
    /// Case: `(4.02 + x)/50 = (x^3)^2.5`.
    pub const MOST_HALVINGS: usize = 128;
    /// Numbers so many spacings from an exact unknown are beside it. Case: `cos(x) = 1`, from x = 1.
    pub const SPACINGS: f64 = 8.0;
    /// So far from the end of a domain, as a part of itself, a number is inside of it or not. It came with
    /// `asin(silu(x) - x/x)*(x + 50) = 0`, from -46.
    pub const BESIDE_END: f64 = 1e-4;
    /// Beside a pole numbers are no nearer than this, lest they underflow.
    pub const BESIDE_POLE: f64 = 1e-100;
}

/// Whether a side breaks off where it changes its sign.
pub mod continuity {
    /// Places between two at which a side might break off. Case: `x = (x % x)^5`.
    pub const PLACES_BETWEEN: usize = 16;
    /// A root that is known to less than this part of itself is vague.
    pub const VAGUE: f64 = 1e-3;
    /// A vague root is compared with places this part of itself away.
    pub const FAR: f64 = 0.3;
    /// Other roots are compared with places so many times as far away as those around them. Case: `cos(acos(x)) =
    /// 0`, from 3.
    pub const BEYOND: f64 = 30.0;
}

/// Divisors that may be 0.
pub mod divisors {
    /// The most nodes that are told of.
    pub const MOST: usize = 64;
}

/// What sides come to at an end of their domain.
pub mod ends {
    /// How often it is looked twice as far from an end for places that are surely inside and outside. Case:
    /// `acos(tanh(cosh(1)) + exp(5 - x)) = 0`.
    pub const MOST_DOUBLINGS: usize = 12;
    /// A place so many numbers from an end is beside it.
    pub const CLOSE: f64 = 4096.0;
    /// On the way to an end outside of the domain, sides that fade are looked at in these parts of the way from a place
    /// where they meet. Case: `sin(x)/x = 1`, from x = 2.
    pub const NEARER: [f64; 6] = [0.5, 0.1, 1e-2, 1e-4, 1e-8, 1e-12];
    /// Beyond, they are looked at so many times farther away each time.
    pub const FARTHER_AWAY: f64 = 3.0;
    /// How far that goes on, as a part of the place. Case: `exp(1/x) = 0`, from x = 2.
    pub const FARTHEST: f64 = 1e-2;
}

/// How leaves follow a root.
pub mod implicit {
    /// Equations that depend on each other beyond this part tell nothing of how leaves follow.
    pub const SINGULAR: f64 = 1e-13;
}

/// Whether sides only seem to be the same.
pub mod seeming {
    /// Where sides that meet are looked at again: these parts of the way farther.
    pub const BEYOND: [f64; 5] = [0.01, 0.1, 1.0, 10.0, 1e3];
    /// The part of the way nearer, where it is not far to where numbers end. Case: `cosh(x) = sinh(x)`, which never
    /// meet.
    pub const NEARER: f64 = -0.1;
    /// The parts of the way before. Case: `erf(x) = 1`, from x = 2.
    pub const BEFORE: [f64; 18] = [
        -11.0, -1.7, -1.0, -0.999_999, -0.999_99, -0.999_9, -0.999, -0.99, -0.9, -0.8, -0.7, -0.6,
        -0.5, -0.4, -0.3, -0.2, -0.1, -0.05,
    ];
    /// Sides that come ever closer are apart by this part, at most, of what they were. Case: `x = x + 1e-17`.
    pub const CLOSER: f64 = 0.5;
    /// Sides that change places between two neighboring numbers meet there, jump or not, if their slopes make at
    /// least this part of the change.
    pub const BY_SLOPE: f64 = 0.5;
    /// Sides that are the same are so at these parts of a point. Case: `atan(x)*(x/x) = gelu(x)`, from x = -2.5.
    pub const AROUND: [f64; 5] = [1.0, 0.9, 0.99, 1.01, 1.1];
    /// How large gaps usually are is looked at this part of a point beside it; at a root they are below this part
    /// of that. Case: `asinh(x) = log(2x)`, whose sides meet by rounding far away.
    pub const BESIDE: f64 = 0.1;
    /// At a root gaps are below this part of their terms.
    pub const ROUNDED: f64 = 1e-6;
    /// Near a kink gaps are looked at in these parts of the way before it, each a tenth of the last. It came with
    /// `floor(x) = x - 1`.
    pub const KINK: [f64; 3] = [1e-2, 1e-3, 1e-4];
    /// How many times smaller each of these gaps is at least. Case: `min(x + 1.6, 9) = x + 1.6`, the same up to a
    /// kink.
    pub const STEEPEST: f64 = 5.0;
    /// Halvings after which any two parts of a way are nearly the same. Case: that of `STEEPEST`.
    pub const MOST_HALVINGS: usize = 64;
    /// A gap that changes by this part of itself from one number to the next may be infinite in between.
    pub const STEEP: f64 = 1e-3;
    /// Where a side takes all its values between two numbers, so many of them are looked at. Case: `x^3 - (1e20 %
    /// x) = 10`.
    pub const TURNED: i32 = 16;
    /// Where nothing is known of a gap, that is so this part of a point beside it, too.
    pub const LOST: f64 = 1e-6;
}

/// Roots of several unknowns.
pub mod several {
    /// The most unknowns by which an equation may be bent within the bounds of a root. Case: `x = -0.876,
    /// sin(x*y*y) = 2.355`, which has no root.
    pub const BENT: f64 = 0.5;
}

/// What is said of a root.
pub mod shown {
    /// Sides that are apart by this part of their size at a root show that no number is nearer to it. Case:
    /// `tan(x) = x + 7`, from x = 1e5.
    pub const APART: f64 = 1e-6;
    /// Where rounding may move a root by more than this part of it, a sentence says so. Case: `log10(log2(x)) = 1.4`,
    /// from x = 3.892.
    pub const VAGUE: f64 = 1e-12;
    /// The digits of a root that no leaf takes, as those of an answer. Case: `x^3 - (1e20 % x) = 10`, from x = 1.
    pub const DIGITS: usize = 12;
    /// The digits of a place near which a root may be or not. Case: `sinh((-3.42/x)) = x`, from x = 5.032.
    pub const FEW_DIGITS: usize = 3;
}

/// Other roots.
pub mod others {
    /// The most roots of one unknown that are given. Case: a random equation of tests/it/solve.rs that has more
    /// roots.
    pub const MOST_ROOTS: usize = 6;
    /// No other roots are looked for where each place takes more work than this, in nodes.
    pub const MOST_WORK: usize = 20_000;
    /// Of more unknowns no other roots are looked for. Case: `x^2 = y, y^2 = x`, from x = 3, y = 0.
    pub const MOST_UNKNOWNS: usize = 8;
    /// The starts from which other roots of several unknowns are looked for. Case: `x^2 + y^2 = 4, x*y = 1`, from
    /// x = 2, y = 1.
    pub const STARTS: usize = 40;
    /// How far the first of these starts is from the root, in parts of its size or of 1. Case: `floor(x) = y, y = 2`,
    /// from x = 7.3, y = 10.
    pub const NEAREST: f64 = 0.5;
    /// The factor to the next start. Case: `x^2 = y, y^2 = x`, from x = 3, y = 0.
    pub const FARTHER: f64 = 1.15;
}

/// The search by steps.
pub mod steps {
    /// A leaf may be meant to be 0 if it is this part of the farthest way. Case:
    /// `sin((y)^6) = x, ((x)^5 - (x + x)) = y`, from x = 1e5, y = -1.
    pub const NEARLY_ZERO: f64 = 1e-4;
    /// So small, it is 0 but for rounding where the sides come closest. Case: `cosh(x) = 0.9`, from x = -2.5.
    pub const NEARLY_NOTHING: f64 = 1e-8;
    /// What is left open by steps may be so many times farther away than what a scan leaves open.
    pub const MUCH_FARTHER: f64 = 2.0;
    /// How many other starts are tried for several unknowns. Case: `sqrt(x) = y, y = -1`, from x = -2.5, y = 1e5.
    pub const MOST_STARTS: usize = 60;
    /// How far the first of these starts is from where the leaves are, in parts of their size or of 1. Case:
    /// `floor(x) = y, y = 2`, from x = -1, y = 3.
    pub const NEAREST: f64 = 0.5;
    /// The factor to the next start. Case: `floor(x) = y, y = 2`, from x = 7.3, y = 10.
    pub const FARTHER: f64 = 1.1;
    /// After so many steps there are no more. Case: `x = -0.876, sin(x*y*y) = 2.355`, from x = 3.617, y = 0.
    pub const MOST_STEPS: u64 = 20_000;
}

/// The run as a whole.
pub mod run {
    /// The most leaves that move: their matrix is factored whole.
    pub const MOST_MOVED: usize = 500;
}
