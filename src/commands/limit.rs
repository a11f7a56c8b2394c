//! The command that bounds what a session holds.

use super::{Argument, Arguments, Command, Group};
use crate::graph::BYTES_PER_NODE;
use crate::language::Result;
use crate::report::{Cell, Report, counted};
use crate::session::Session;

pub(super) const COMMANDS: &[Command] = &[Command {
    name: "limit",
    aliases: &[],
    group: Group::Session,
    arguments: &[Argument::count("NODES", LEAST, u64::MAX).optional(), Argument::keyword("auto")],
    summary: "how many nodes there may be; auto for as many as fit in memory",
    details: "\
Without NODES it says how many there are and may be. At first that is the memory which the \
process may use (ulimit, the cgroup's limit, half of what is free), divided by 512: 104 bytes for \
a node, the rest for what commands on all nodes need. Where the system does not say how much \
memory there is, 8 GB are assumed. Names and functions count by their size, and one statement may \
be as many bytes long as there may be nodes. What does not fit is refused and leaves everything \
as it was, but for what could be undone, which is forgotten first to make room.",
    example: ":limit 1_000_000",
    run: limit,
}];

/// A smaller bound is of no use.
const LEAST: u64 = 100;

fn limit(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let most = if arguments.has("NODES") {
        Some(arguments.count_to("NODES", session.room() as u64)?)
    } else {
        None
    };
    match (most, arguments.words("auto").next()) {
        (None, None) => return Ok(say(session)),
        (None, Some(_)) => session.limit(None),
        (Some(most), None) => session.limit(usize::try_from(most).ok()),
        (Some(_), Some(auto)) => {
            return Err(arguments.usage_error(auto.span, "auto stands alone"));
        }
    }
    Ok(Report::default())
}

fn say(session: &Session) -> Report {
    let (held, most) = (session.budget().held() as u64, session.budget().most() as u64);
    let bytes = session.room().saturating_mul(BYTES_PER_NODE) >> 20;
    let text = format!(
        "what is there counts as {} of at most {most}; the memory to use, {bytes} MB, has room \
         for {}",
        counted(held, "node"),
        session.room()
    );
    let mut report = Report::say("limit", [text]);
    report.facts = vec![("held", Cell::count(held)), ("most", Cell::count(most))];
    report
}
