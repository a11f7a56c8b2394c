//! `:time`: the running time of another statement.

use super::{Argument, Arguments, Command, Group, find, perform};
use crate::language::{Error, Result, Scan, Span, Statement, parse};
use crate::report::{Part, Report, Timing};
use crate::session::Session;

pub(super) const COMMANDS: &[Command] = &[Command {
    name: "time",
    aliases: &[],
    group: Group::Display,
    arguments: &[Argument::statement("COMMAND")],
    summary: "run a command or any statement, then say how long it took",
    details: "\
The wall time of the statement itself, without printing. If it built or visited nodes, also their \
number and the nanoseconds per node.",
    example: ":time :grad L",
    run: time,
}];

fn time(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    arguments.word("COMMAND")?;
    let (text, offset) = arguments.text();
    if let Ok(Statement::Command(typed)) = parse(Scan::of(text).whole()) {
        let command = find(typed.name, typed.span, arguments.options().typed)
            .map_err(|error| error.moved(offset))?;
        if TIMELESS.contains(&command.name) {
            let message = format!(":{} cannot be timed", command.name);
            return Err(Error::new(typed.span.moved(offset), message));
        }
    }
    let meter = session.meter();
    meter.set(0);
    let Some(begun) = session.time() else {
        return Err(Error::new(Span::default(), "there is no clock here"));
    };
    let mut report = perform(session, Scan::of(text).whole(), arguments.options())
        .map_err(|error| error.moved(offset))?;
    let ended = session.time().unwrap_or(begun);
    let seconds = ended.saturating_sub(begun).as_secs_f64();
    let nodes = meter.get();
    report.parts.push(Part::Timing(Timing { seconds, nodes }));
    if report.kind.is_empty() {
        report.kind = "time";
    }
    Ok(report)
}

/// Commands that the shell finishes after they return, and `:time` itself.
const TIMELESS: [&str; 3] = ["time", "load", "quit"];
