//! `:minimize`, and its report.

use super::descent::{facts, moving};
use super::passes::passed;
use super::{Argument, Arguments, Command, Group, notes};
use crate::graph::Names;
use crate::language::{Error, Result, quoted};
use crate::methods::{Outcome, Proof};
use crate::report::{Next, NumberStyle, Part, Report, Sentence, Shape, counted};
use crate::session::{Minimum, Session};

pub(super) const COMMANDS: &[Command] = &[Command {
    name: "minimize",
    aliases: &["m", "minimise"],
    group: Group::Leaves,
    arguments: &[Argument::node("ROOT").optional(), Argument::leaf("NAME").optional().repeated()],
    summary: "find a minimum without a rate",
    details: "\
Moves all unfrozen leaves, or those NAMEd, to a nearby minimum of ROOT, and makes ROOT the current \
root. The method is L-BFGS, which learns the root's curvature from its grads, then Newton's. It \
calls a point a minimum only after the test that it names, or where squares are 0 to rounding; otherwise it says why it stopped. If \
the root keeps falling however far its leaves go, no leaf moves. :undo restores the leaves.",
    example: ":minimize loss",
    run: minimize,
}];

fn minimize(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let place = arguments.words("ROOT").next().map_or(arguments.end(), |word| word.span);
    if let Some(word) = arguments.words("ROOT").next()
        && word.text.parse::<f64>().is_ok()
    {
        let message = format!("{} is a number, which has no minimum", quoted(word.text));
        return Err(Error::new(place, message).hint(":minimize needs no rate: write :minimize"));
    }
    let root = arguments.root(session, "ROOT")?;
    let moving = moving(session, &root, arguments, place)?;
    session.choose_root(root.clone());
    let Some(minimum) = session.minimize(Some(moving)) else {
        return Err(Error::new(place, "there is nothing to minimize"));
    };
    let mut parts = outcome(session.names(), &minimum);
    if matches!(minimum.outcome, Outcome::NoStart)
        && let Some(gaps) = notes::gaps(session, &minimum.root)
    {
        parts = vec![Part::Note(gaps)];
    }
    if minimum.is_passed {
        parts.push(Part::Pass(passed(session, Shape::Ledger)));
    }
    parts.push(Part::Facts(facts(minimum.steps, end(&minimum), minimum.largest_grad)));
    let next = match minimum.outcome {
        Outcome::Minimum(_) => Next::GoOn,
        _ => Next::FellShort,
    };
    Ok(Report { kind: "minimize", parts, next })
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
        Outcome::Linear(_) | Outcome::Unbounded | Outcome::Endless => "none",
        Outcome::NoStart => "non-finite",
        Outcome::Falling => "falling",
        Outcome::Interrupted => "interrupted",
    }
}

const STUCK: &str = "no step tried leads noticeably lower";

/// Returns the sentence on the outcome: the root before and after, and the test that it passed.
fn outcome(names: &Names, minimum: &Minimum) -> Vec<Part> {
    let root = names.call(&minimum.root);
    let (word, test) = match &minimum.outcome {
        Outcome::Linear(leaf) => {
            let leaf = names.call(leaf);
            return line(format!(
                "{root} has no minimum: it is linear in {leaf}, so it falls forever"
            ));
        }
        Outcome::Unbounded => {
            return line(format!(
                "no minimum of {root} found: it fell below -1e+100 times its size"
            ));
        }
        Outcome::Endless => {
            return line(format!(
                "no minimum of {root} found: it keeps falling, as far as its leaves were taken"
            ));
        }
        Outcome::NoStart => {
            let note = format!("{root} or a grad is not finite here; :set the leaves elsewhere");
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
