//! `:limit`: the limit on the number of nodes.

use super::{Argument, Arguments, Command, Group};
use crate::graph::BYTES_PER_NODE;
use crate::language::Result;
use crate::report::{Cell, Part, Report, counted};
use crate::session::Session;

pub(super) const COMMANDS: &[Command] = &[Command {
    name: "limit",
    aliases: &[],
    group: Group::Session,
    arguments: &[Argument::count("NODES", LEAST, u64::MAX).optional(), Argument::keyword("auto")],
    summary: "limit the number of nodes; auto allows as many as fit in memory",
    details: "\
Without NODES it shows how many nodes there are and may be. The default is the memory that the \
process may use (the least of ulimit, the cgroup's limit and half of what is free) divided by 512: \
104 bytes for a node, the rest for commands that work on all nodes. If the system does not tell \
how much memory there is, 8 GB are assumed. Names and functions count by their size, and one \
statement may have as many bytes as there may be nodes. A statement that does not fit is refused \
and changes nothing, except that the undo history may have been dropped to make room.",
    example: ":limit 1_000_000",
    run: limit,
}];

/// The smallest limit: a few statements need this many nodes.
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
        "in use: {} of at most {most}; the available memory, {bytes} MB, has room for {}",
        counted(held, "node"),
        session.room()
    );
    let mut report = Report::say("limit", [text]);
    report.parts.push(Part::Facts(vec![("held", Cell::count(held)), ("most", Cell::count(most))]));
    report
}
