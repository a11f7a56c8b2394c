//! Names for the columns of a table whose rows are typed below the command.

use super::Arguments;
use crate::command::path_of;
use crate::command::syntax::Word;
use crate::core::language::{Result, is_plain_name};
use crate::core::session::Session;

/// Returns true if the words are names for the columns of rows below, and not a file and some of its
/// columns.
pub fn are_new_names(
    session: &Session,
    arguments: &Arguments<'_>,
    first: Word<'_>,
    further: &[Word<'_>],
) -> Result<bool> {
    let are_names = is_new_name(first) && further.iter().all(|word| is_new_name(*word));
    Ok(are_names && !is_there(session, arguments, first)?)
}

/// Returns true for a word that can be the name of a column.
pub fn is_new_name(word: Word<'_>) -> bool {
    !word.quoted && is_plain_name(word.text)
}

/// Returns true if there is a file of that name.
fn is_there(session: &Session, arguments: &Arguments<'_>, word: Word<'_>) -> Result<bool> {
    let may_look = arguments.options().files.why_not().is_none();
    Ok(may_look && session.folder().join(path_of(word)?).exists())
}
