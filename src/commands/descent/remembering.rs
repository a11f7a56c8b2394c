//! `:remember`: what leaves remember of the steps of an optimizer, as saved sessions say it.

use super::super::arguments::{MOST_SEED, leaf, number};
use super::super::moving::is_data;
use super::super::{Argument, Arguments, Command, Group};
use super::MOST_ROWS;
use super::method::WORDS;
use crate::language::{Error, Result};
use crate::methods::{BatchPlace, KINDS, Method, Remembered};
use crate::report::Report;
use crate::session::{self, Session, Trained};

pub const REMEMBER: Command = Command {
    name: "remember",
    aliases: &[],
    group: Group::Session,
    arguments: &[
        Argument::keyword("batch"),
        Argument::count("SIZE", 1, MOST_ROWS).following(),
        Argument::count("ROWS", 1, MOST_ROWS).following(),
        Argument::count("EPOCH", 0, MOST_REMEMBERED).following(),
        Argument::count("TAKEN", 0, MOST_ROWS).following(),
        Argument::keyword("seed"),
        Argument::count("SEED", 0, MOST_SEED).following(),
        Argument::choice("KIND", &WORDS).optional(),
        Argument::leaf("NAME").optional().repeated(),
        Argument::count("STEPS", 1, MOST_REMEMBERED).following(),
        Argument::number("FIRST").following(),
        Argument::number("SECOND").following(),
    ],
    summary: "say what leaves remember of a :step with a KIND, as saved sessions do",
    details: "\
Of a KIND each leaf NAMEd remembers the number of STEPS taken, and two averages: m, or v, FIRST, and \
where there are both, v SECOND. The next :step of that KIND goes on with them. Of batches of SIZE out of \
so many ROWS, whole EPOCHs and some rows of one are TAKEN.",
    example: ":remember adam a 3 0.5 0.25",
    run: remember,
};

/// The most steps that a leaf remembers.
const MOST_REMEMBERED: u64 = 1_000_000_000_000_000;

fn remember(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let place = if arguments.has("batch") { Some(place_of_batch(arguments)?) } else { None };
    if !arguments.has("KIND") && place.is_some() {
        session::remember(session, |memory| {
            place.into_iter().for_each(|it| memory.put_batch_place(it))
        });
        return Ok(Report { kind: "remember", ..Report::default() });
    }
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
    session::remember(session, |memory| {
        memory.remember(memories);
        place.into_iter().for_each(|place| memory.put_batch_place(place));
    });
    Ok(Report { kind: "remember", ..Report::default() })
}

/// Returns where the next batch begins.
fn place_of_batch(arguments: &Arguments<'_>) -> Result<BatchPlace> {
    let count = |name| Ok(arguments.count(name)? as usize);
    let (size, rows, taken) = (count("SIZE")?, count("ROWS")?, count("TAKEN")?);
    let seed = if arguments.has("seed") { Some(arguments.count("SEED")?) } else { None };
    if size <= rows && taken < rows && taken.is_multiple_of(size) {
        let epoch = arguments.count("EPOCH")?;
        return Ok(BatchPlace { epoch, taken, ..BatchPlace::new(size, rows, seed) });
    }
    let message = format!("TAKEN must be a multiple of {size} below {rows}, found {taken}");
    Err(Error::new(arguments.word("TAKEN")?.span, message))
}
