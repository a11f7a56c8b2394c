//! The search for a minimum: `:minimize`, and what it says of what it found.

use super::descent::{facts, moving};
use super::passes::passed;
use super::{Command, Given, Group, Kind, Times, argument};
use crate::graph::Names;
use crate::language::{Error, Result};
use crate::report::{Part, Piece, Report, Role, Shape, counted};
use crate::session::{Found, Minimum, Session};

pub(super) const COMMANDS: &[Command] = &[Command {
    name: "minimize",
    aliases: &["minimise"],
    group: Group::Leaves,
    arguments: &[
        argument("ROOT", Kind::Node, Times::Maybe),
        argument("NAME", Kind::Leaf, Times::Any),
    ],
    summary: "finds a minimum without a rate",
    details: "\
Moves all unfrozen leaves, or the NAMEd, to where ROOT is lowest nearby, and makes ROOT the current \
root. The method is L-BFGS, which learns from the grads how the root curves. A root that falls \
without bound has no minimum: then no leaf moves. :undo takes it back.",
    example: ":minimize loss",
    uses_files: false,
    run: minimize,
}];

fn minimize<'session>(
    session: &'session mut Session,
    mut given: Given<'_>,
) -> Result<Report<'session>> {
    let place = given.peek().map(|word| word.span).unwrap_or_default();
    let root = given.root(session)?;
    let words = given.rest();
    let moving = moving(session, &root, words, place)?;
    session.choose_root(root.clone());
    let Some(minimum) = session.minimize(Some(moving)) else {
        return Err(Error::new(place, "there is nothing to minimize"));
    };
    let mut parts = outcome(session.names(), &minimum);
    parts.push(Part::Pass(passed(session, Shape::Ledger)));
    let facts = facts(minimum.steps, end(&minimum), minimum.largest_grad);
    Ok(Report { kind: "minimize", parts, facts, ..Report::default() })
}

/// How a search ended, in a word.
fn end(minimum: &Minimum) -> &'static str {
    match &minimum.end {
        Found::Minimum => "minimum",
        Found::Kink => "kink",
        Found::Stuck => "stuck",
        Found::Linear(_) | Found::Unbounded | Found::Endless => "none",
        Found::NoStart => "non-finite",
        Found::Falling => "falling",
        Found::Interrupted => "interrupted",
    }
}

/// What the search found: the root before and after, and whether that is a minimum.
fn outcome<'any>(names: &Names, minimum: &Minimum) -> Vec<Part<'any>> {
    let text = |text: String| Piece::Text(text, Role::Plain);
    let root = names.call(&minimum.root);
    let steps = counted(minimum.steps, "step");
    let none =
        |why: String| vec![Part::Wrapped(vec![text(format!("  {root} has no minimum: {why}"))], 2)];
    let verdict = match &minimum.end {
        Found::Linear(leaf) => {
            return none(format!("it is linear in {}, so it falls for ever", names.call(leaf)));
        }
        Found::Unbounded => return none("it falls below any bound".to_owned()),
        Found::NoStart => {
            let note = format!("{root} or a grad is not finite here; :set the leaves elsewhere");
            return vec![Part::Note(note)];
        }
        Found::Endless => {
            return none(
                "it goes on falling, ever more slowly, however far its leaves go".to_owned(),
            );
        }
        Found::Minimum => format!("a minimum, after {steps}"),
        Found::Kink if minimum.moved.len() == 1 => format!("a kink, lowest here, after {steps}"),
        Found::Kink => format!("stuck at a kink, perhaps not the lowest place, after {steps}"),
        Found::Stuck => format!("stuck: no step leads down, after {steps}"),
        Found::Falling => format!("still falling, after {steps}"),
        Found::Interrupted => format!("stopped, after {steps}"),
    };
    let line = vec![
        text(format!("  {root}  ")),
        Piece::Number(minimum.before),
        text(" → ".to_owned()),
        Piece::Number(minimum.after),
        text(format!("   {verdict}: the largest |grad| is ")),
        Piece::Significant(minimum.largest_grad, 2),
    ];
    vec![Part::Wrapped(line, 2)]
}
