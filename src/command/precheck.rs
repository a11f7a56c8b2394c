//! What is wrong with a line before any of it happens: all that its text and the table of commands
//! tell.

use super::notes::rebinding;
use super::statement::{as_meant, must_be_name, side_by_side, translated};
use super::{Arguments, Files, RunOptions, find};
use crate::command::syntax::{Statement, statements};
use crate::core::language::Result;
use crate::core::session::Session;
use crate::parts::hints::read;

/// Makes sure that no statement of a line has an error that its text and the table of commands tell,
/// whatever names mean.
///
/// # Errors
///
/// The first such error, at its place in the line.
pub fn must_be_well_formed(session: &mut Session, line: &str, options: RunOptions) -> Result<()> {
    // One statement alone has no other to hold back.
    if statements(line, 0).nth(1).is_none() {
        return Ok(());
    }
    for (start, statement) in statements(line, 0) {
        let asks = as_meant(statement, options, |it| check(session, it, options));
        if asks.map_err(|error| error.moved(start))? {
            return Ok(());
        }
    }
    Ok(())
}

/// Makes sure that the text of a statement is no error. Returns true if the rest of its line are answers to it.
fn check(session: &mut Session, text: &str, options: RunOptions) -> Result<bool> {
    let read = read(session, text);
    if read.is_err() && translated(session, text).is_some() {
        return Ok(false);
    }
    match read? {
        Statement::Command(typed) => {
            let command = find(typed.name, typed.span, options.typed)?;
            // What may read files is no matter of syntax.
            let options = RunOptions { files: Files::Allowed, ..options };
            Arguments::of(command, &typed, options)?.must_be_well_formed()?;
            return Ok(command.asks);
        }
        Statement::Assign { target, span, compound, right, tree } => {
            let expression = rebinding::expression(target, (compound, right), &tree);
            must_be_name(session, (target, span), Some(&expression))?;
        }
        Statement::Unpack { targets, .. } => {
            for target in targets {
                must_be_name(session, target, None)?;
            }
        }
        Statement::SideBySide(expressions, comma) => {
            side_by_side::must_have_names(&expressions, comma)?;
        }
        Statement::Empty | Statement::Define { .. } | Statement::Evaluate(_) => {}
    }
    Ok(false)
}
