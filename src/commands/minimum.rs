//! The search for a minimum: `:minimize`, and its report.

use super::descent::{facts, moving};
use super::passes::passed;
use super::{Argument, Arguments, Command, Group};
use crate::graph::Names;
use crate::language::{Error, Result};
use crate::report::{NumberStyle, Part, Report, Sentence, Shape, counted};
use crate::session::{Minimum, Outcome, Proof, Session};

pub(super) const COMMANDS: &[Command] = &[Command {
    name: "minimize",
    aliases: &["m", "minimise"],
    group: Group::Leaves,
    arguments: &[Argument::node("ROOT").optional(), Argument::leaf("NAME").optional().repeated()],
    summary: "find a minimum without a rate",
    details: "\
Moves all unfrozen leaves, or the NAMEd, to where ROOT is lowest nearby, and makes ROOT the current \
root. The method is L-BFGS, which learns from the grads how the root curves, and Newton's where \
that ends. What it calls a minimum has passed the test that it names; otherwise it says where it \
is stuck. If the root keeps falling however far it is followed, no leaf moves. :undo undoes it.",
    example: ":minimize loss",
    run: minimize,
}];

fn minimize(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let place = arguments.words("ROOT").next().map_or(arguments.end(), |word| word.span);
    let root = arguments.root(session, "ROOT")?;
    let moving = moving(session, &root, arguments, place)?;
    session.choose_root(root.clone());
    let Some(minimum) = session.minimize(Some(moving)) else {
        return Err(Error::new(place, "there is nothing to minimize"));
    };
    let mut parts = outcome(session.names(), &minimum);
    parts.push(Part::Pass(passed(session, Shape::Ledger)));
    let facts = facts(minimum.steps, end(&minimum), minimum.largest_grad);
    Ok(Report { kind: "minimize", parts, facts, ..Report::default() })
}

/// Returns the word for how a search ended.
fn end(minimum: &Minimum) -> &'static str {
    match &minimum.outcome {
        Outcome::Minimum(_) => "minimum",
        Outcome::Flat => "flat",
        Outcome::Level | Outcome::Unmeasured => "level",
        Outcome::Kink => "kink",
        Outcome::Stuck => "stuck",
        Outcome::Linear(_) | Outcome::Unbounded | Outcome::Endless => "none",
        Outcome::NoStart => "non-finite",
        Outcome::Falling => "falling",
        Outcome::Interrupted => "interrupted",
    }
}

const STUCK: &str = "no step tried leads noticeably lower";

/// Returns the sentence on what the search found: the root before and after, and which test it
/// passed to be called a minimum.
fn outcome(names: &Names, minimum: &Minimum) -> Vec<Part> {
    let root = names.call(&minimum.root);
    let (word, test) = match &minimum.outcome {
        Outcome::Linear(leaf) => {
            let leaf = names.call(leaf);
            return line(format!(
                "{root} has no minimum: it is linear in {leaf}, so it falls for ever"
            ));
        }
        Outcome::Unbounded => {
            return line(format!(
                "no minimum of {root} found: it falls below -1e+100 times its size"
            ));
        }
        Outcome::Endless => {
            return line(format!(
                "no minimum of {root} found: it goes on falling as far as its leaves were taken"
            ));
        }
        Outcome::NoStart => {
            let note = format!("{root} or a grad is not finite here; :set the leaves elsewhere");
            return vec![Part::Note(note)];
        }
        Outcome::Minimum(Proof::Curvature { .. }) => ("a minimum", "it curves upward every way"),
        Outcome::Minimum(Proof::Sides) => ("a minimum", "it is higher to both sides"),
        Outcome::Minimum(Proof::NeverNegative) => {
            ("a minimum", "made of squares it is never below 0")
        }
        Outcome::Flat => ("flat", "no nudge of its leaves changes it"),
        Outcome::Level => {
            ("level", "no nudge leads lower, but it was not seen to curve upward every way")
        }
        Outcome::Unmeasured => {
            ("level", "with so many leaves or nodes it was not measured how it curves")
        }
        Outcome::Kink => ("stuck, perhaps at a kink", STUCK),
        Outcome::Stuck => ("stuck", STUCK),
        Outcome::Falling => ("not at an end", "it takes no more steps"),
        Outcome::Interrupted => ("stopped", "it was on its way"),
    };
    let steps = counted(minimum.steps, "step");
    let sentence = Sentence::new(format!("  {root}  "))
        .number(minimum.before, NumberStyle::Data)
        .text(" → ")
        .number(minimum.after, NumberStyle::Data)
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
