//! Which columns of a table are read.

use std::collections::HashSet;

use super::headers::measured_name;
use super::source::Source;
use crate::core::language::{Error, Result, Span, is_plain_name, quoted};
use crate::parts::rows::table::TableColumn;
use crate::report::and;

/// Returns the columns that are wanted, or all that have numbers or text, and notes on the others.
///
/// # Errors
///
/// A wanted column is missing or cannot be read, or no column can be read.
pub fn choose_columns(
    mut columns: Vec<TableColumn>,
    wanted: &[(String, Span)],
    source: &Source,
) -> Result<(Vec<TableColumn>, Vec<String>)> {
    take_new_names(&mut columns, wanted);
    for (name, span) in wanted {
        let Some(column) = columns.iter().find(|column| column.name == *name) else {
            let names = columns.into_iter().map(|column| column.name).collect();
            let message = format!("{} has no column {}", source.name, quoted(name));
            return Err(Error::new(*span, message).hint(format!("it has {}", and(names, 10))));
        };
        if let Some(reason) = column.unreadable() {
            return Err(Error::new(*span, format!("the column {name} {reason}")));
        }
    }
    let is_wanted = |name: &str| wanted.iter().any(|(word, _)| word == name);
    columns.retain(|TableColumn { name, .. }| {
        wanted.is_empty() || is_wanted(measured_name(name).unwrap_or(name))
    });
    let notes = columns.iter().filter_map(note).collect();
    columns.retain(|column| column.unreadable().is_none());
    let has_numbers = columns.iter().any(TableColumn::is_numeric);
    if !has_numbers && (wanted.is_empty() || columns.is_empty()) {
        let hint =
            "commas, tabs, semicolons or blanks separate cells; the first line is the header";
        return Err(source.error(format!("{} has no numbers", source.name)).hint(hint));
    }
    Ok((columns, notes))
}

/// Renames all columns, if the table has no header and there is a new name for each.
fn take_new_names(columns: &mut [TableColumn], wanted: &[(String, Span)]) {
    let names: HashSet<&str> = wanted.iter().map(|(name, _)| name.as_str()).collect();
    let is_new = |it: &TableColumn| it.header.is_none() && !names.contains(it.name.as_str());
    if wanted.len() == columns.len()
        && names.len() == columns.len()
        && names.iter().all(|name| is_plain_name(name))
        && columns.iter().all(is_new)
    {
        for (column, (name, _)) in columns.iter_mut().zip(wanted) {
            column.name.clone_from(name);
        }
    }
}

/// Says that a column is left out, or has another name than its header.
fn note(column: &TableColumn) -> Option<String> {
    let TableColumn { header, name, .. } = column;
    if let Some(reason) = column.unreadable() {
        return Some(format!("{name} is left out: it {reason}"));
    }
    match header.as_deref().filter(|header| header != name && measured_name(name).is_none())? {
        "" => Some(format!("the column without a name is called {name}")),
        header => Some(format!("the column \"{}\" is called {name}", quoted(header))),
    }
}
