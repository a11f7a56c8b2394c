//! Why a run of gradient descent stopped early.

use super::steps::{Descent, StopReason};
use crate::core::language::exact;
use crate::core::session::Names;
use crate::report::{self, Block, Ending, NumberStyle, Paragraph, numbers};

/// The sentence on why a run stopped, if it did; `before` steps came before it.
pub fn stopped(names: &Names, descent: &Descent, before: u64) -> Option<String> {
    let taken = before + descent.taken;
    let largest_grad = descent.largest_grad();
    let what = if taken == 0 { "it" } else { "the next" };
    let why = match &descent.stop_reason {
        StopReason::Rate(rate) => {
            format!("the rate of the next step, with k = {taken}, is {}", exact(*rate))
        }
        StopReason::NonFinite(..) if !descent.curve.last().is_finite() => {
            let root = names.call(&descent.root);
            format!("{root} is {}; :why {root} says more", exact(descent.curve.last()))
        }
        StopReason::NonFinite(..) if !largest_grad.is_finite() => {
            format!("the largest |grad| is {}", exact(largest_grad))
        }
        StopReason::NonFinite(data) => {
            let root = names.call(&descent.root);
            let way = if descent.rate < 0.0 { "increases" } else { "decreases" };
            if taken > 0 && data * descent.rate.signum() == f64::NEG_INFINITY {
                format!("{root} {way} without bound")
            } else if data.is_finite() {
                format!("{what} would make a leaf nan or inf; try a smaller rate")
            } else {
                format!("{what} would make {root} {}; try a smaller rate", exact(*data))
            }
        }
        StopReason::Done | StopReason::Reached | StopReason::Interrupted => return None,
    };
    Some(match taken {
        0 => format!("no step taken: {why}"),
        _ => report::stopped(taken, &why),
    })
}

/// Returns the line on why a run stopped early, if it did.
pub(super) fn ending(names: &Names, descent: &Descent, until: Option<f64>) -> Option<Block> {
    let ending = descent.ending();
    match ending {
        Ending::Done => until.map(|tolerance| {
            let least = numbers::answer(tolerance, None);
            Paragraph::new(format!("  not below {least} yet: the largest |grad| is "))
                .number(descent.largest_grad(), NumberStyle::Significant(2))
                .line()
        }),
        _ => {
            let stopped = stopped(names, descent, 0);
            let text = stopped.unwrap_or_else(|| ending.sentence(descent.taken, ""));
            Some(Paragraph::new(format!("  {text}")).line())
        }
    }
}
