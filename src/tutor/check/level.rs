//! Finite differences for one h: how exact they are, and what they show together.

use super::differences::FiniteDifferences;
use crate::graph::Operand;
use crate::tutor::thresholds_of_check::right::{CLOSE, SAME_SLOPE};
use crate::tutor::thresholds_of_check::rounding::{MARGIN, MARGIN_OF_TWO};
use crate::tutor::thresholds_of_check::steps::PARTS;
use crate::tutor::thresholds_of_check::wrong::{AGREES, CONVERGED, DIGITS, GROWS, STRAIGHT};

/// The differences for one h.
pub struct Level {
    /// The distance of each step.
    pub h: f64,
    /// The slope to the left.
    pub left: f64,
    /// The slope to the right.
    pub right: f64,
    /// The slope from step to step.
    pub central: f64,
    /// A bound on their rounding error.
    pub rounding: f64,
}

impl Level {
    /// Measures the differences at distance `h`.
    pub fn measure(function: &mut FiniteDifferences<'_>, h: f64, rounding: f64) -> Level {
        let x = function.x();
        let (below, above, out) = (function.at(x - h), function.at(x + h), function.out());
        let (left, right) = ((out - below) / h, (above - out) / h);
        // The root, and so its rounding error, may be far larger one step away; and the two steps
        // differ by the rounding of x.
        let away = f64::EPSILON * below.abs().max(above.abs());
        let uneven = f64::EPSILON * x.abs() * (right - left).abs();
        let rounding = (rounding + away + uneven) / h;
        Level { h, left, right, central: (above - below) / (2.0 * h), rounding }
    }

    /// The gap between the slopes of the two sides.
    pub fn apart(&self) -> f64 {
        (self.right - self.left).abs()
    }

    /// Returns true if the differences show that the grad is right and there is no kink.
    pub fn confirms(&self, grad: f64) -> bool {
        let scale = self.central.abs().max(grad.abs());
        let is_close = scale.is_finite() && (self.central - grad).abs() <= CLOSE * scale;
        let sides = self.left.abs().max(self.right.abs());
        is_close && self.apart() <= SAME_SLOPE * sides + MARGIN_OF_TWO * self.rounding
    }

    /// Returns true if the difference, with this error, has converged as h shrinks, relative to its
    /// own size. For a root that oscillates or levels off within h it has not, however large the
    /// grad.
    pub fn has_converged(&self, error: f64) -> bool {
        error <= CONVERGED * self.central.abs() || self.central.abs() <= MARGIN * self.rounding
    }
}

/// Returns true if the smallest h whose difference still has digits agrees, and the root is straight
/// there: a larger one may step over a pole, or over whole periods.
pub fn holds_for_smaller<'levels>(
    level: &Level,
    grad: f64,
    levels: impl Iterator<Item = &'levels Level>,
) -> bool {
    let has_digits = |other: &&Level| {
        let size = other.central.abs().max(grad.abs());
        size.is_finite() && other.rounding <= DIGITS * size
    };
    let smallest = levels.filter(has_digits).min_by(|one, other| one.h.total_cmp(&other.h));
    smallest.is_none_or(|smallest| {
        let size = level.central.abs();
        smallest.apart() <= STRAIGHT * size + MARGIN_OF_TWO * smallest.rounding
            && (smallest.central - level.central).abs() <= AGREES * size + smallest.rounding
    })
}

/// Returns true if, by the grad, the smallest h moves the root more than it moved for any h: for
/// large x each h skips whole periods of a sine. A root that does not move at all still proves the
/// grad wrong.
pub fn leaps<'levels>(grad: f64, levels: impl Iterator<Item = &'levels Level> + Clone) -> bool {
    let moves = levels.clone().map(|level| (2.0 * level.h * level.central).abs());
    let most = moves.fold(0.0, f64::max);
    let least = levels.map(|level| level.h).fold(f64::INFINITY, f64::min);
    most > 0.0 && (least * grad).abs() > most
}

/// The level whose central difference has the smallest error, and that error.
pub fn least_error(levels: &[Level]) -> Option<(&Level, f64)> {
    let pairs = levels.iter().zip(levels.iter().skip(1));
    let errors = pairs.filter_map(|(level, finer)| {
        let rounding = level.rounding + finer.rounding;
        // A difference that still grows as h shrinks is far from its limit, as next to a pole or a
        // vertical tangent, and gives no estimate of the error.
        let grows = finer.central.abs() > GROWS * level.central.abs() + rounding;
        // The error from the bend goes with h squared, so the finer difference has almost none.
        (!grows).then(|| (level, (level.central - finer.central).abs() + rounding))
    });
    errors.filter(|(_, error)| error.is_finite()).min_by(|one, two| one.1.total_cmp(&two.1))
}

/// A bound on the rounding error of the root's data: the rounding of each dependent of the node,
/// times the dependent's grad.
pub fn rounding(function: &FiniteDifferences<'_>) -> f64 {
    let context = function.context();
    // Subnormal numbers have a fixed spacing.
    let digit = |data: f64| (f64::EPSILON * data.abs()).max(f64::from_bits(1));
    let moved = |number: &usize| {
        let moved = digit(context.node(*number).data()) * context.grads[*number].abs();
        if moved.is_finite() { moved } else { 0.0 }
    };
    function.downstream().iter().map(moved).sum::<f64>() + digit(function.out())
}

/// A bound on the rounding error of a node's grad: the last digit of every contribution to it and
/// to its dependents' grads, each times what it adds to the node's. Numbers too small for a double
/// have lost all their digits.
pub fn grad_rounding(function: &FiniteDifferences<'_>, number: usize) -> f64 {
    let context = function.context();
    let mut rounded = vec![0.0; context.pass.order.count()];
    for dependent in function.downstream().iter().rev().copied().chain([number]) {
        rounded[dependent] = context
            .pass
            .order
            .uses(dependent)
            .iter()
            .map(|link| {
                let upstream = context.grads[link.user];
                let (local, contribution) = context.pass.order.contribution(*link, upstream);
                let passed_on = (local * rounded[link.user]).abs();
                let underflow = f64::from_bits(1) * (1.0 + upstream.abs());
                passed_on + MARGIN * f64::EPSILON * contribution.abs() + underflow
            })
            .sum();
    }
    rounded[number]
}

/// A bound on how much of the root's move, for this h, comes from local derivatives that change on
/// the way from x - h to x + h. Over whole swings of a sine that is all of it, however steady the
/// differences are.
pub fn moved_by_bends(function: &mut FiniteDifferences<'_>, h: f64) -> f64 {
    let (x, context) = (function.x(), function.context());
    let sides: Vec<[Vec<f64>; 2]> = PARTS
        .iter()
        .map(|part| [function.all_at(x - part * h), function.all_at(x + part * h)])
        .collect();
    let bend = |number: usize| {
        let node = context.node(number);
        let Some(operation) = node.operation().filter(|operation| operation.as_fold().is_none())
        else {
            return 0.0;
        };
        let operands = context.pass.order.operand_pair(number);
        let operand = |index: usize| operands.get(index).copied().flatten();
        let local = |data: &[f64], index: usize| {
            let at = |index: usize| match operand(index) {
                Some(number) => data[number],
                None => node.operands().get(index).map_or(0.0, Operand::data),
            };
            operation.partial(index, at(0), at(1), data[number])
        };
        let bends = node.backward_steps(1.0).map(|step| {
            let bends = sides.iter().map(|[below, above]| {
                // A change that is opposite on the two sides cancels in the central difference.
                let both = local(below, step.index) + local(above, step.index);
                let moved = operand(step.index).map_or(0.0, |it| (above[it] - below[it]).abs());
                (0.5 * both - step.local).abs() * moved
            });
            bends.fold(0.0, f64::max)
        });
        let bend = bends.sum::<f64>() * context.grads[number].abs();
        if bend.is_finite() { bend } else { 0.0 }
    };
    function.downstream().iter().map(|number| bend(*number)).sum()
}
