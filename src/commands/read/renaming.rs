//! Naming the columns of a table that was typed or pasted.

use super::super::files::path_of;
use super::{Arguments, listed};
use crate::language::{Error, Result, Word, is_plain_name};
use crate::report::{Cell, Report, counted};
use crate::session::{self, Session};

/// Gives the columns of the last such table the names that are typed in place of a file; none where a
/// file is meant.
pub fn rename(
    session: &mut Session,
    arguments: &Arguments<'_>,
    first: Word<'_>,
    further: &[Word<'_>],
) -> Result<Option<Report>> {
    let Some(columns) = session.last_table().map(<[String]>::to_vec) else {
        return Ok(None);
    };
    let new: Vec<Word<'_>> = std::iter::once(first).chain(further.iter().copied()).collect();
    let are_names = new.iter().all(|word| is_new_name(*word));
    if !are_names || is_there(session, arguments, first)? {
        return Ok(None);
    }
    if columns.len() != new.len() {
        let count = counted(columns.len() as u64, "column");
        let message = format!("the last table has {count}: {}", listed(&columns));
        let names = counted(columns.len() as u64, "name");
        return Err(Error::new(first.span, message).hint(format!("write {names} after :read")));
    }
    session.open_group();
    let mut changed = columns.iter().zip(&new).filter(|(column, new)| *column != new.text);
    let renamed = changed.try_for_each(|(column, new)| {
        session::rename(session, (column, first.span), (new.text, new.span))
    });
    session.close_group();
    renamed?;
    let names: Vec<String> = new.iter().map(|word| word.text.to_owned()).collect();
    let facts = vec![("names", Cell::Texts(names.clone()))];
    let report = Report::confirm("read", listed(&names), facts);
    session.remember_table(names);
    Ok(Some(report))
}

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
