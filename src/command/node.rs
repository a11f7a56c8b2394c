//! `:node`: a node with exactly this name, as saved sessions make one.

use super::arguments::found_with;
use super::{Argument, Arguments, Command, Group, notes};
use crate::core::language::{self, Error, Result};
use crate::core::session::Session;
use crate::parts::uncertainty;
use crate::report::Report;

pub(super) const COMMANDS: &[Command] = &[Command {
    name: "node",
    aliases: &[],
    group: Group::Session,
    arguments: &[
        Argument::name("NAME"),
        Argument::uncertain("EXPRESSION"),
        Argument::keyword("found"),
        Argument::keyword("with"),
        Argument::leaf("LEAF").following(),
    ],
    summary: "make a node with exactly this name, as saved sessions do",
    details: "\
NAME is a name, one binding of it (c@3), or an inner node of a binding not made yet (L@1.2); an \
inner node is one operation or a number. Bindings and inner nodes are numbered up to 1000000000. \
found says that the uncertainty after ± was found by :fit or :solve: a leaf that is moved loses \
it; with LEAF, in the same fit as that one.",
    example: ":node M@1.1 a * b",
    run: node,
}];

fn node(session: &mut Session, arguments: &Arguments<'_>) -> Result<Report> {
    let name = arguments.word("NAME")?;
    let word = arguments.word("EXPRESSION")?;
    let with = found_with(session, arguments)?;
    let label = session.label_of(name.text, name.span)?;
    let placed = match language::Column::of(word.text) {
        Some(column) => column.and_then(|(column, plus_minus)| {
            session.place_column(label, &column, plus_minus.as_ref())
        }),
        None => {
            let (tree, plus_minus) = word.value_or_uncertainty()?;
            let Some(tree) = tree else {
                return Err(Error::new(word.span, "the value before ± is missing"));
            };
            session.place(label, &tree, plus_minus.as_ref())
        }
    };
    let assigned = placed.map_err(|error| error.moved(word.span.start as usize))?;
    if arguments.has("found") {
        uncertainty::mark_found(session, &assigned.value, with.as_ref());
    }
    let note = assigned.non_finite.map(|found| notes::non_finite(session, &found));
    Ok(Report { kind: "node", notes: note.into_iter().collect(), ..Report::default() })
}
