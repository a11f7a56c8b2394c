//! `:remember`: what leaves remember of the steps of an optimizer, as saved sessions say it.

use super::optimizer::{KINDS, Method, Remembered};
use super::optimizer_argument::WORDS;
use crate::command::{Argument, Arguments, Command, Group, is_data, leaf, number};
use crate::core::language::Result;
use crate::core::session::Session;
use crate::parts::descent::{self, Trained};
use crate::report::Report;

pub const REMEMBER: Command = Command {
    name: "remember",
    aliases: &[],
    group: Group::Session,
    arguments: &[
        Argument::choice("KIND", &WORDS),
        Argument::leaf("NAME").repeated(),
        Argument::count("STEPS", 1, MOST_REMEMBERED).following(),
        Argument::number("FIRST").following(),
        Argument::number("SECOND").following(),
    ],
    summary: "say what leaves remember of a :step with a KIND, as saved sessions do",
    details: "\
Of a KIND each leaf NAMEd remembers the number of STEPS taken, and two averages: m, or v, FIRST, and \
where there are both, v SECOND. The next :step of that KIND goes on with them.",
    example: ":remember adam a 3 0.5 0.25",
    run: remember,
};

/// The most steps that a leaf remembers.
const MOST_REMEMBERED: u64 = 1_000_000_000_000_000;

fn remember(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let kind = arguments.choice("KIND", &KINDS, |kind| kind.word)?;
    let method = Method::of(kind);
    let mut memories = Vec::new();
    for [name, steps, first, second] in arguments.groups(["NAME", "STEPS", "FIRST", "SECOND"]) {
        let (Some(name), Some(steps), Some(first), Some(second)) = (name, steps, first, second)
        else {
            continue;
        };
        let leaf = leaf(session, name)?;
        if leaf.is_per_row() {
            return Err(is_data(name));
        }
        let averages = [number(session, first)?, number(session, second)?];
        let steps = arguments.count_of("STEPS", steps, MOST_REMEMBERED)?;
        let remembered = Remembered { steps, averages };
        let trained = Trained { method, remembered, data: leaf.data() };
        memories.push((leaf, Some(trained)));
    }
    descent::remember(session, |memory| memory.remember(memories));
    Ok(Report { kind: "remember", ..Report::default() })
}
