//! The verdict on a grad by comparison with finite differences.
//!
//! A difference has two errors: the larger h, the more the curve bends within it; the smaller h,
//! the more digits cancel. If the usual h does not decide, others are tried, and the one with the
//! least estimated error decides. At a kink the left and the right slope differ however small h is.

use super::super::Context;
use super::differences::{FiniteDifferences, is_at_kink, is_at_kink_in_some_row};
use super::level::{
    Level, grad_rounding, holds_for_smaller, leaps, least_error, moved_by_bends, rounding,
};
use crate::graph::Value;
use crate::ops::Branching;
use crate::report::{Cell, Role};
use crate::tutor::thresholds_of_check::kink::{ALIKE, CLEAR, DIFFERS, JUMPED, LEVELS, MORE, STAYS};
use crate::tutor::thresholds_of_check::right::{CLOSE, SAME_SLOPE, SHARP};
use crate::tutor::thresholds_of_check::rounding::{MARGIN, MARGIN_OF_TWO};
use crate::tutor::thresholds_of_check::steps::{
    CENTRAL, FACTOR, FORWARD, LARGER, REACH, SMALLER, SMALLEST,
};
use crate::tutor::thresholds_of_check::wrong::CONVERGED;

/// The result of checking one node.
#[derive(Debug)]
pub struct Finding {
    /// The node.
    pub number: usize,
    /// Its grad.
    pub backprop: f64,
    /// The forward difference.
    pub forward: f64,
    /// The central difference.
    pub central: f64,
    /// The slopes to the left and to the right.
    pub slopes: (f64, f64),
    /// The gap between backprop and the deciding difference.
    pub gap: f64,
    /// The verdict.
    pub verdict: Verdict,
    /// The dependent that has the kink.
    culprit: Option<usize>,
    why: &'static str,
}

/// The verdict on a node's grad.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Verdict {
    /// The grad is right.
    Right,
    /// The grad is right, but another h had to show it.
    RightWith(f64),
    /// The grad is wrong.
    Wrong,
    /// The slopes of the two sides differ.
    Kink,
    /// The root jumps.
    Jump,
    /// The grad follows a convention at a dependent's kink, which the differences do not show.
    Convention,
    /// No difference is reliable.
    Unsure,
}

impl Verdict {
    /// Returns true if there is no derivative.
    pub fn is_kink(self) -> bool {
        matches!(self, Verdict::Kink | Verdict::Jump)
    }

    /// The cell of the table.
    pub fn cell(self) -> Cell {
        let (text, role) = match self {
            Verdict::Right => ("ok", Role::Right),
            Verdict::RightWith(_) => ("ok *", Role::Right),
            Verdict::Wrong => ("WRONG", Role::Wrong),
            Verdict::Kink => ("kink: not differentiable", Role::Note),
            Verdict::Jump => ("jump: not continuous", Role::Note),
            Verdict::Convention => ("kink downstream", Role::Note),
            Verdict::Unsure => ("?", Role::Note),
        };
        Cell::Text(text.to_owned(), role)
    }
}

impl Finding {
    /// A remark on the verdict, if it needs one; `{}` stands for the nodes.
    pub fn remark(&self, context: &Context) -> Option<String> {
        match self.verdict {
            Verdict::Right => None,
            Verdict::RightWith(h) => {
                let h = format!("{h:.0e}");
                Some(format!("* {{}}: with h = {h}, where the differences are most accurate"))
            }
            Verdict::Wrong => Some("{}: backprop and differences disagree".to_owned()),
            Verdict::Unsure => Some(format!("? {{}}: {}", self.why)),
            Verdict::Kink | Verdict::Jump => {
                let node = context.node(self.culprit?);
                if let Some(switch) = switch(context, node) {
                    let own = if self.verdict == Verdict::Jump { "value" } else { "slope" };
                    return Some(format!("{switch} switches here: each side has its own {own}"));
                }
                let operation = node.operation()?;
                let name = context.pass.names.call(node);
                match operation.kinks {
                    "" => Some(format!("{name} is not smooth here, because of {}", operation.name)),
                    kinks => Some(format!("{} is defined to have {kinks}", operation.name)),
                }
            }
            Verdict::Convention => {
                let operation = context.node(self.culprit?).operation()?;
                Some(format!(
                    "{{}}: {} is defined to have {}; the differences do not show it",
                    operation.name, operation.kinks
                ))
            }
        }
    }
}

/// The comparison that a gate or a comparison is open by, as text.
fn switch(context: &Context, node: &Value) -> Option<String> {
    match node.branching() {
        Branching::None | Branching::Row => None,
        Branching::Flat | Branching::Lazy(_) => context.operation_text(node),
        Branching::Gate(_) => {
            let condition = node.operands().first()?.value()?;
            context.operation_text(condition).or_else(|| Some(context.pass.names.call(condition)))
        }
    }
}

/// The comparisons that come out otherwise so near to where the leaves are that differences reach
/// across, and are not exactly at their switch.
pub fn near_switches(context: &Context) -> Vec<String> {
    let order = &context.pass.order;
    let is_near = |node: &&Value| match node.operands() {
        [x, y] if node.branching() == Branching::Flat && !node.is_per_row() => {
            let (x, y) = (x.data(), y.data());
            x != y && (x - y).abs() <= REACH * x.abs().max(y.abs()).max(1.0)
        }
        _ => false,
    };
    let near = order.nodes().iter().filter(|_| order.has_branches()).filter(is_near);
    near.filter_map(|node| context.operation_text(node)).collect()
}

/// Checks one node.
pub fn find(function: &mut FiniteDifferences<'_>, number: usize) -> Finding {
    function.select(number);
    let x = function.x();
    let backprop = function.context().grads[number];
    let usual = CENTRAL * x.abs().max(1.0);
    let forward = function.forward(FORWARD);
    let level = Level::measure(function, usual, rounding(function));
    let central = level.central;
    let mut finding = Finding {
        number,
        backprop,
        forward,
        central,
        slopes: (level.left, level.right),
        gap: gap(central, backprop),
        verdict: Verdict::Right,
        culprit: None,
        why: "",
    };
    if !level.confirms(backprop) {
        look_closer(function, usual, &mut finding);
    }
    finding
}

/// The gap, relative to the grad if that is above 1.
fn gap(difference: f64, grad: f64) -> f64 {
    (difference - grad).abs() / grad.abs().max(1.0)
}

fn look_closer(function: &mut FiniteDifferences<'_>, usual: f64, finding: &mut Finding) {
    let grad = finding.backprop;
    if let Some(why) = not_finite(function, grad) {
        (finding.verdict, finding.why) = (Verdict::Unsure, why);
        return;
    }
    let noise = rounding(function);
    let levels: Vec<Level> = (-LARGER..=SMALLER)
        .map(|power| Level::measure(function, usual * FACTOR.powi(-power), noise))
        .collect();
    // A small x, or a curve that bends within the usual h, needs a smaller one.
    let x = function.x().abs();
    let (smallest, levels_down) =
        if x == 0.0 { (usual, SMALLEST) } else { (usual.min(usual * x), SMALLER) };
    let small = (0..levels_down).map(|power| smallest * FACTOR.powi(-power));
    let small: Vec<f64> = small.filter(|h| *h > 0.0).collect();
    let small: Vec<Level> = small.into_iter().map(|h| Level::measure(function, h, noise)).collect();
    let shows = |level: &&Level| {
        let scale = level.central.abs().max(grad.abs());
        level.rounding <= SHARP * scale && level.confirms(grad)
    };
    let apart = |level: &Level| (level.central - grad).abs();
    let sharp = levels.iter().chain(&small).filter(shows);
    if let Some(level) = sharp.min_by(|one, other| apart(one).total_cmp(&apart(other))) {
        finding.gap = gap(level.central, grad);
        finding.verdict = Verdict::RightWith(level.h);
        return;
    }
    if leaps(grad, levels.iter().chain(&small)) {
        finding.verdict = Verdict::Unsure;
        finding.why = "by backprop the smallest h moves the root further than any h did";
        return;
    }
    let from_usual = levels.get(LARGER as usize..).unwrap_or_default();
    let at_kink = kink(from_usual)
        .and_then(|(verdict, level)| Some((verdict, level, culprit(function, level.h)?)));
    let at_jump = || {
        even_jump(from_usual)
            .and_then(|level| Some((Verdict::Jump, level, hidden_kink(function, level.h)?)))
    };
    if let Some((verdict, level, culprit)) = at_kink.or_else(at_jump) {
        finding.verdict = verdict;
        finding.slopes = (level.left, level.right);
        finding.culprit = Some(culprit);
        return;
    }
    if !levels.iter().chain(&small).any(|level| level.central.is_finite()) {
        finding.verdict = Verdict::Unsure;
        finding.why = "the differences are not finite, so there is nothing to compare with";
        return;
    }
    let least_errors = [&levels, &small].into_iter().filter_map(|levels| least_error(levels));
    let Some((level, error)) = least_errors.min_by(|one, two| one.1.total_cmp(&two.1)) else {
        (finding.verdict, finding.why) = (Verdict::Unsure, SWAMPED);
        return;
    };
    let scale = level.central.abs().max(grad.abs());
    let apart = (level.central - grad).abs();
    let is_sharp = error <= CONVERGED * scale || (grad == 0.0 && apart <= MARGIN * error);
    if apart <= CLOSE * scale + MARGIN * error && (is_sharp || scale == 0.0) {
        finding.gap = gap(level.central, grad);
        let is_usual = level.h == usual || gap(finding.central, grad) <= CLOSE;
        finding.verdict = if is_usual { Verdict::Right } else { Verdict::RightWith(level.h) };
    } else if is_sharp
        && level.has_converged(error)
        && holds_for_smaller(level, grad, levels.iter().chain(&small))
    {
        if apart <= grad_rounding(function, finding.number) {
            (finding.verdict, finding.why) = (Verdict::Unsure, LOST);
            return;
        }
        finding.culprit = hidden_kink(function, level.h);
        finding.verdict = match finding.culprit {
            Some(_) => Verdict::Convention,
            None if moved_by_bends(function, level.h) < apart * level.h => Verdict::Wrong,
            None => {
                (finding.verdict, finding.why) = (Verdict::Unsure, SWAMPED);
                return;
            }
        };
        finding.gap = gap(level.central, grad).max(apart / scale);
    } else {
        (finding.verdict, finding.why) = (Verdict::Unsure, SWAMPED);
    }
}

const SWAMPED: &str = "rounding or curvature swamps the difference for every h";
const LOST: &str = "the backward pass lost its digits to rounding on the way there";

/// The reason that nothing can be compared, if the root, the node or the grad is not finite.
fn not_finite(function: &FiniteDifferences<'_>, grad: f64) -> Option<&'static str> {
    match (function.out().is_finite(), function.x().is_finite(), grad.is_finite()) {
        (false, ..) => Some("the root is not finite, so neither difference can be trusted"),
        (_, false, _) => Some("its data is not finite, so it cannot be nudged"),
        (.., false) => Some("backprop is not finite here, so no difference can match it"),
        _ => None,
    }
}

/// Finds a kink or a jump, where the left and right slopes stay apart as h shrinks, and the level
/// that shows it.
fn kink(levels: &[Level]) -> Option<(Verdict, &Level)> {
    let first = levels.first()?;
    let is_clear = |level: &&Level| {
        let sides = level.left.abs().max(level.right.abs());
        level.apart() > SAME_SLOPE * sides && level.rounding <= CLEAR * level.apart()
    };
    let last = levels.iter().skip(LEVELS).rfind(is_clear)?;
    if !first.apart().is_finite() || last.apart() < STAYS * first.apart() {
        return None;
    }
    if last.apart() > FACTOR * first.apart() {
        return Some((Verdict::Jump, first));
    }
    // The largest h with nearly the same gap gives the slopes with the least rounding.
    let alike = |level: &&Level| (level.apart() - last.apart()).abs() <= ALIKE * last.apart();
    Some((Verdict::Kink, levels.iter().find(alike).unwrap_or(last)))
}

/// Finds a jump by as much to both sides, whose slopes do not differ: the difference grows as h shrinks, since the root
/// moves by as much for each.
fn even_jump(levels: &[Level]) -> Option<&Level> {
    let moved = |level: &Level| level.h * level.central;
    let is_as_far = |two: &[Level]| match two {
        [level, finer] => (moved(finer) - moved(level)).abs() <= ALIKE * moved(level).abs(),
        _ => false,
    };
    let is_clear = |level: &Level| level.rounding <= CLEAR * level.central.abs();
    let jumps =
        levels.len() > LEVELS && levels.iter().all(is_clear) && levels.windows(2).all(is_as_far);
    levels.first().filter(|_| jumps)
}

/// A dependent whose kink or jump the differences for this h do not show.
fn hidden_kink(function: &mut FiniteDifferences<'_>, h: f64) -> Option<usize> {
    let (x, context) = (function.x(), function.context());
    let (below, above) = (function.all_at(x - h), function.all_at(x + h));
    // Beyond 2^53 there are no numbers between the jumps of `floor`: every h steps over some.
    let steps_over_jumps = |number: usize| {
        let node = context.node(number);
        let moved = |number: usize| above[number] - below[number];
        let operands = context.pass.order.operand_pair(number);
        // What does not move adds nothing, however steep.
        let by_slope = node.backward_steps(1.0).map(|step| {
            match operands.get(step.index).copied().flatten().map_or(0.0, moved) {
                0.0 => 0.0,
                by => step.local * by,
            }
        });
        let apart = (moved(number) - by_slope.sum::<f64>()).abs();
        node.operation().is_some_and(|operation| operation.jumps)
            && apart > JUMPED * moved(number).abs()
    };
    // The kinks of several nodes may cancel, as in min(max(x, a), a) at x = a.
    let mut downstream = function.downstream().iter().copied();
    downstream.find(|number| {
        let node = context.node(*number);
        is_at_kink(node) || steps_over_jumps(*number) || is_at_kink_in_some_row(context, node)
    })
}

/// The dependent that has the kink: the first of those whose two sides differ most.
///
/// None if no operation is at a kink: then the root only bends faster than h resolves, as the
/// cosine of a large number does.
fn culprit(function: &mut FiniteDifferences<'_>, h: f64) -> Option<usize> {
    let x = function.x();
    let context = function.context();
    let below = function.all_at(x - h);
    let above = function.all_at(x + h);
    let mut most = (0.0, None);
    let nodes = function.downstream().iter();
    for number in nodes.filter(|number| is_at_kink(context.node(**number))) {
        let out = context.node(*number).data();
        let (left, right) = (out - below[*number], above[*number] - out);
        let apart = (right - left).abs() * context.grads[*number].abs();
        let noise = MARGIN_OF_TWO * f64::EPSILON * out.abs();
        let differs = (right - left).abs() > DIFFERS * left.abs().max(right.abs()) + noise;
        // The margin keeps rounding from preferring a later node.
        if differs && (most.1.is_none() || apart > MORE * most.0) {
            most = (apart, Some(*number));
        }
    }
    most.1
}
