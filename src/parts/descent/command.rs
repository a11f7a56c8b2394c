//! Gradient descent: `:step`, and its report on a run.

use super::arguments::{must_be_rate, steps_asked};
use super::compare;
use super::optimizer::{ARGUMENTS, OPTIONS};
use super::steps::{self, Steps};
use super::stop_reason::ending;
use super::text::{arithmetic, flat, trace};
use crate::command::{Arguments, Command, Group, RunOptions, coverage, passed};
use crate::core::graph::Order;
use crate::core::language::{Error, Result};
use crate::core::session::{Names, Session};
use crate::report::{Block, Coverage, Data, Ending, Report, Shape, exact_json, facts_of};

pub const COMMANDS: &[Command] = &[
    Command {
        name: "step",
        group: Group::Often,
        arguments: ARGUMENTS,
        summary: "take COUNT steps of gradient descent: leaf -= RATE * grad",
        details: "\
Moves the unfrozen leaves of the current root. The optimizers follow torch.optim. Their state \
carries over to the next :step of the same kind.",
        options: OPTIONS,
        examples: &[":step 0.01", ":step 0.01 100 adam", ":step (0.1 - 0.001k) 50 until 1e-6"],
        run: step,
        finds: true,
        ..Command::ROW
    },
    compare::COMPARE,
];

/// The COUNT of steps when only TOL is given.
const MOST_UNCOUNTED: u64 = 1_000_000;

fn step(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let root = session.root().cloned();
    let place = must_be_rate(session, arguments.word("RATE")?, root.as_ref())?;
    let asked = if arguments.has("COUNT") { Some(arguments.count("COUNT")?) } else { None };
    let until = arguments.has("until");
    let steps = asked.unwrap_or(if until { MOST_UNCOUNTED } else { 1 });
    let asked = steps_asked(session, arguments, steps)?;
    let until = asked.until;
    let Some(descent) = steps::descend_by(session, asked) else {
        return Err(Error::new(place, "no leaf to move"));
    };
    let (order, names) = session.shared_pass();
    let names = &*names;
    let mut facts = facts_of([
        ("steps", descent.taken.into()),
        ("end", descent.ending().word().into()),
        ("largest_grad", exact_json(descent.largest_grad())),
    ]);
    if let Some(watched) = &descent.watched {
        facts.extend(facts_of([
            ("watched_least", exact_json(watched.curve.least.1)),
            ("watched_least_step", watched.curve.least.0.into()),
        ]));
    }
    let is_refused = descent.taken == 0 && descent.ending() == Ending::NonFinite;
    let mut blocks = match steps {
        1 => arithmetic(names, &descent, arguments.has("all")),
        _ if is_refused => Vec::new(),
        _ => trace(names, &descent),
    };
    let usual = match steps {
        1 if is_refused => Coverage::Machines,
        1 if blocks.is_empty() => Coverage::Moving,
        1 => Coverage::Small,
        _ => Coverage::Machines,
    };
    blocks.extend(ending(names, &descent, until));
    let coverage = coverage(arguments, usual);
    blocks.push(Block::Pass(Box::new(passed(session, Shape::Ledger).covering(coverage))));
    let notes = [flat(names, &descent), of_an_older(names, &order)];
    let notes = notes.into_iter().flatten().collect();
    let report = Report { kind: "step", blocks, notes, ..Report::default() };
    Ok(report.with_data(Data::Facts(facts)))
}

/// The note that the root is an earlier node of its name.
fn of_an_older(names: &Names, order: &Order) -> Option<String> {
    let name = names.call(order.root()?);
    let (now, _) = name.split_once('@')?;
    names.get(now)?;
    Some(format!("the root is {name}, an earlier {now}; :grad {now} chooses the current {now}"))
}

/// The options of statements that a person may have typed.
fn as_typed() -> RunOptions {
    RunOptions { typed: true, ..RunOptions::default() }
}

/// The steps of a `:step` without COUNT.
pub fn steps_like(session: &mut Session, statement: &str, count: u64) -> Result<Steps> {
    steps_asked(session, &Arguments::read(statement, as_typed())?, count)
}
