//! What a budget says of its own worth: where first order fails, and where the trials do.

use crate::parts::least_squares::student;
use crate::parts::uncertainty::{Input, Propagation, Trials, Wrapping};
use crate::report::{NumberStyle, numbers};

/// Trials that are left out do no harm up to this part of all.
const FEW: f64 = 0.005;

/// Returns the sentences below a budget of `root`, which has this data.
pub fn remarks(
    propagation: &Propagation,
    trials: &Trials,
    (root, data): (&str, f64),
    (coverage, digits): (Option<f64>, Option<usize>),
) -> Vec<String> {
    let mut remarks: Vec<String> = Vec::new();
    let mut say = |remark: String| remarks.push(format!("  {remark}"));
    if let Some(k) = coverage {
        let expanded = numbers::with_uncertainty(data, k * propagation.u(), digits);
        let k = numbers::answer(k, None);
        say(format!("expanded uncertainty, k\u{a0}=\u{a0}{k}: {root} = {expanded}"));
    }
    if propagation.has_correlations() {
        say("inputs are correlated: a share is what an input adds to the variance with all that \
             goes with it, and may be negative"
            .to_owned());
    }
    if propagation.inputs().iter().any(Input::is_taken_as_normal) {
        say("an error that is correlated with others is drawn as normal, whatever was typed"
            .to_owned());
    }
    if let Some(freedom) = propagation.degrees_of_freedom().filter(|it| it.is_finite()) {
        let [freedom, k] = [freedom, student(freedom)]
            .map(|number| numbers::text(NumberStyle::Significant(3).of(number), None));
        say(format!(
            "the ± of {root} has {freedom} effective degrees of freedom (k\u{a0}=\u{a0}{k} for \
             95\u{a0}%); the trials take that into account, by Student's t"
        ));
    }
    if propagation.has_wild_errors() {
        say("the trials have no standard deviation, as Student's t has none with 2 degrees of freedom or fewer"
            .to_owned());
    }
    let left_out = trials.not_finite;
    if 0 < left_out && left_out < trials.count {
        let part = part_of(left_out, trials.count);
        say(format!("{left_out} of the trials{part} came to no finite number and are left out"));
    }
    let wrapping = match trials.wrapping {
        Wrapping::None => None,
        Wrapping::Mended => Some("an angle of atan2 wraps at ±π; the trials take it on beyond"),
        Wrapping::Broken => Some("an angle of atan2 wraps at ±π in some of the trials"),
    };
    wrapping.into_iter().for_each(|remark| say(remark.to_owned()));
    let is_finite = data.is_finite() && propagation.u().is_finite();
    let is_partial = left_out as f64 > FEW * trials.count as f64;
    if !is_finite {
        say(format!("first order says nothing here: {root} or a sensitivity is not finite"));
    } else if is_partial {
        say(format!(
            "so {root} may have no value at all within these uncertainties, which no ± can say: \
             the trials are about the rest only"
        ));
    } else if !trials.settles {
        say(format!(
            "first order fails here, and {root} has no standard deviation: trials far out would \
             change it without end; believe the 95 % of them"
        ));
    } else if trials.agree {
        // Nothing is to be said.
    } else if trials.wrapping == Wrapping::Broken {
        say("first order holds for the angle, and the trials for what becomes of it when it wraps"
            .to_owned());
    } else {
        say(format!(
            "first order fails here: {root} is too far from linear within these \
             uncertainties; believe the trials"
        ));
    }
    remarks
}

/// ` (46 %)`, of what is more than a percent.
fn part_of(count: usize, all: usize) -> String {
    let percent = 100.0 * count as f64 / all as f64;
    if percent < 1.0 { String::new() } else { format!(" ({percent:.0}\u{a0}%)") }
}
