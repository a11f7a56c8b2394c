//! What `:minimize` says of what it has found.

use indexmap::IndexMap;

use super::super::fit::detail;
use super::Kind;
use crate::graph::{Names, Order, Value};
use crate::methods::{Lower, Outcome, Proof};
use crate::report::{
    Estimate, FittedLeaf, Lost, MinimumReport, NumberStyle, Part, Sentence, counted, numbers,
};
use crate::studies::{Minimum, Rise, Spread, Statistic};

/// The digits of a likelihood and its criteria.
const DIGITS_OF_CRITERIA: usize = 6;

/// Returns what there is to say of the uncertainties of leaves, or why they have none.
pub(super) fn of_spread(
    kind: &Kind,
    minimum: &Minimum,
    found: &MinimumReport,
    detail: bool,
) -> Vec<Part> {
    let has_left =
        matches!(minimum.outcome, Outcome::Linear(_) | Outcome::Unbounded | Outcome::Endless);
    let text = match (&minimum.outcome, kind.statistic) {
        (Outcome::Minimum(_), _) if !found.correlations.is_empty() => {
            if !detail {
                return Vec::new();
            }
            let intervals = detail::intervals(&found.leaves).map(|it| it.part(4));
            let correlations = detail::correlations(&found.leaves, &found.correlations);
            let criteria = criteria(found).map(|it| it.part(4));
            return intervals.into_iter().chain(criteria).chain(correlations).collect();
        }
        (Outcome::Minimum(_), _) => format!(
            "there is no ±: the second derivatives of {} do not show that it curves upward in every \
             direction",
            found.root
        ),
        (Outcome::Upturned, _) => {
            "a likelihood is typed as its negative logarithm: put a minus before it; no leaf has moved"
                .to_owned()
        }
        (_, Statistic::Likelihood) if has_left => {
            "the likelihood grows without end, as where rows are separated or do not tell all leaves, or a sign is wrong; no \
             leaf has moved"
                .to_owned()
        }
        _ => "there is no ±, as it is not shown to be a minimum".to_owned(),
    };
    vec![Sentence::new(format!("  {text}")).part(4)]
}

/// `log likelihood of 32 rows = -12.89; AIC = 31.78, BIC = 37.3`
fn criteria(found: &MinimumReport) -> Option<Sentence> {
    let number = |value: f64| numbers::answer(value, Some(DIGITS_OF_CRITERIA));
    let told =
        |mark: &str, value: f64| format!("{mark} = {}", number(value)).replace(' ', "\u{A0}");
    let rows = found.rows.map(|rows| format!(" of {}", counted(rows as u64, "row")));
    let first = told(&format!("log likelihood{}", rows.unwrap_or_default()), found.log_likelihood?);
    let both = [("AIC", found.aic), ("BIC", found.bic)];
    let both: Vec<String> =
        both.into_iter().filter_map(|(mark, value)| Some(told(mark, value?))).collect();
    let unknown = match found.bic {
        Some(_) => "",
        None => ", and no BIC, as it is not known how many rows count",
    };
    Some(Sentence::new(format!("  {first}; {}{unknown}", both.join(", "))))
}

/// Returns what was asked for: the leaves, unless none was moved, and the root.
pub(super) fn report(
    names: &Names,
    minimum: &Minimum,
    (kind, spread): (Option<&Kind>, Option<&Spread>),
) -> MinimumReport {
    let estimates = |data: &[f64]| -> Vec<Estimate> {
        let leaves = minimum.leaves.iter().zip(data);
        leaves
            .map(|(leaf, data)| Estimate { name: names.call(leaf), data: *data, u: None })
            .collect()
    };
    let is_unmoved = matches!(
        minimum.outcome,
        Outcome::Linear(_)
            | Outcome::Unbounded
            | Outcome::Endless
            | Outcome::Upturned
            | Outcome::NoStart
    );
    let data: Vec<f64> = minimum.leaves.iter().map(Value::data).collect();
    let leaves = if is_unmoved { Vec::new() } else { estimates(&data) };
    let fitted = |(at, leaf): (usize, Estimate)| {
        let u = spread.and_then(|spread| spread.leaves.get(at)?.u);
        let ends = spread.and_then(|spread| spread.intervals.get(at).copied());
        FittedLeaf {
            leaf: Estimate { u, ..leaf },
            low: ends.map(|[low, _]| low),
            high: ends.map(|[_, high]| high),
        }
    };
    let leaves: Vec<FittedLeaf> = leaves.into_iter().enumerate().map(fitted).collect();
    let mut networks: IndexMap<String, usize> = IndexMap::new();
    let mut alone = Vec::new();
    for (at, leaf) in minimum.leaves.iter().enumerate().take(leaves.len()) {
        match leaf.network_of_leaf() {
            Some(_) => *networks.entry(names.call_network(leaf)).or_default() += 1,
            None => alone.push(at),
        }
    }
    let (proof, left) = match minimum.outcome {
        Outcome::Minimum(Proof::Curvature { left }) => (Some("curvature"), Some(left)),
        Outcome::Minimum(Proof::Sides) => (Some("sides"), None),
        Outcome::Minimum(Proof::NeverNegative) => (Some("squares"), None),
        _ => (None, None),
    };
    MinimumReport {
        root: names.call(&minimum.root),
        statistic: kind.map(|kind| kind.name),
        leaves,
        correlations: spread.map(|it| it.correlations.clone()).unwrap_or_default(),
        rise: spread.and_then(|spread| spread.rise.as_ref()).map(Rise::word),
        log_likelihood: None,
        aic: None,
        bic: None,
        rows: None,
        networks: networks.into_iter().collect(),
        alone,
        before: minimum.before,
        data: minimum.after,
        steps: minimum.steps,
        end: end(minimum),
        proof,
        left,
        largest_grad: minimum.largest_grad,
        lower: minimum.lower.map(|lower| match lower {
            Lower::Only | Lower::Nowhere => "none",
            Lower::NotLooked => "not looked for",
        }),
    }
}

/// Returns the line on a minimum.
pub(super) fn verdict(root: &str, lower: Lower) -> Vec<Part> {
    line(match lower {
        Lower::Only => format!("the only minimum: {root} is quadratic"),
        Lower::Nowhere => format!("minimum; none is lower: {root} is made of squares"),
        Lower::NotLooked => "minimum; lower ones elsewhere are not excluded".to_owned(),
    })
}

/// Returns the word for an outcome in JSON.
fn end(minimum: &Minimum) -> &'static str {
    match &minimum.outcome {
        Outcome::Minimum(_) => "minimum",
        Outcome::Flat => "flat",
        Outcome::Level => "level",
        Outcome::Unmeasured => "unmeasured",
        Outcome::Kink => "kink",
        Outcome::Stuck => "stuck",
        Outcome::Linear(_) | Outcome::Unbounded | Outcome::Endless | Outcome::Upturned => "none",
        Outcome::NoStart => "non-finite",
        Outcome::Falling => "falling",
        Outcome::Interrupted => "interrupted",
    }
}

const STUCK: &str = "no step tried leads noticeably lower";

/// Returns the sentence on the outcome: the root before and after, and the test that it passed.
pub(super) fn outcome((order, names): (&Order, &Names), minimum: &Minimum) -> Vec<Part> {
    let root = names.call(&minimum.root);
    let (word, test) = match &minimum.outcome {
        Outcome::Linear(leaf) => {
            let leaf = names.call(leaf);
            return line(format!(
                "{root} has no minimum: it is linear in {leaf}, so it falls forever"
            ));
        }
        Outcome::Unbounded => {
            return line(format!("no minimum of {root} found: it falls without end"));
        }
        Outcome::Endless => {
            return line(format!(
                "no minimum of {root} found: it keeps falling, as far as its leaves were taken"
            ));
        }
        Outcome::Upturned => {
            return line(format!(
                "no minimum of {root} found: it has a maximum, as the logarithm of a likelihood has"
            ));
        }
        Outcome::NoStart => {
            let lost = Lost::of(order, names).filter(|_| minimum.is_passed);
            let why = lost.map_or(format!("{root} or a grad is not finite here"), |it| it.text);
            let note = format!("{why}; :set the leaves elsewhere");
            return vec![Part::Note(note)];
        }
        Outcome::Minimum(Proof::Curvature { .. }) => {
            ("a minimum", "it curves upward in every direction")
        }
        Outcome::Minimum(Proof::Sides) => ("a minimum", "it is higher on both sides"),
        Outcome::Minimum(Proof::NeverNegative) => {
            ("a minimum", "it is made of squares, so never below 0")
        }
        Outcome::Flat => ("flat", "no nudge of its leaves changes it"),
        Outcome::Level => {
            ("level", "no nudge leads lower, but it may not curve upward in every direction")
        }
        Outcome::Unmeasured => ("level", "to measure how it curves would take too long"),
        Outcome::Kink => ("stuck, perhaps at a kink", STUCK),
        Outcome::Stuck => ("stuck", STUCK),
        Outcome::Falling => ("still falling", "that is the most steps it takes"),
        Outcome::Interrupted => ("stopped", "it was still searching"),
    };
    let steps = counted(minimum.steps, "step");
    let sentence = Sentence::new(format!("  {root}  "))
        .change(minimum.before, minimum.after, NumberStyle::Data)
        .text(format!("   {word}, after {steps}: {test}"));
    let sentence = match minimum.outcome {
        Outcome::Minimum(Proof::Curvature { left }) => {
            sentence.text(", with ").number(left, NumberStyle::Significant(2)).text(" left to fall")
        }
        Outcome::Minimum(_) => sentence,
        _ => {
            let of = minimum.steepest.as_ref().map(|leaf| format!(", of {}", names.call(leaf)));
            sentence
                .text("; not shown to be a minimum: the largest |grad| is ")
                .number(minimum.largest_grad, NumberStyle::Significant(2))
                .text(of.unwrap_or_default())
        }
    };
    vec![sentence.part(2)]
}

fn line(text: String) -> Vec<Part> {
    vec![Sentence::new(format!("  {text}")).part(2)]
}
