//! Chooses and names the columns of a table.

use std::collections::HashSet;

use super::Source;
use super::table::TableColumn;
use crate::core::language::{Error, Result, Span, is_plain_name, quoted};
use crate::report::and;

/// Keeps the wanted columns, or all readable ones; returns notes on the others.
pub fn choose_columns(
    columns: &mut Vec<TableColumn>,
    wanted: &[(String, Span)],
    source: &Source,
) -> Result<Vec<String>> {
    take_new_names(columns, wanted);
    for (name, span) in wanted {
        let Some(column) = columns.iter().find(|column| column.name == *name) else {
            let names = columns.iter().map(|column| quoted(&column.name)).collect();
            let message = format!("{} has no column {}", source.name, quoted(name));
            return Err(Error::new(*span, message).hint(format!("it has {}", and(names, 10))));
        };
        if let Some(reason) = column.unreadable() {
            return Err(Error::new(*span, format!("the column {} {reason}", quoted(name))));
        }
    }
    let is_wanted = |name: &str| wanted.iter().any(|(word, _)| word == name);
    columns.retain(|TableColumn { name, .. }| {
        wanted.is_empty() || is_wanted(measured_name(name).unwrap_or(name))
    });
    let note = |column: &TableColumn| {
        let left_out = |reason| format!("{} left out: it {reason}", quoted(&column.name));
        column.unreadable().map(left_out)
    };
    let notes = columns.iter().filter_map(note).collect();
    columns.retain(|column| column.unreadable().is_none());
    if columns.is_empty() {
        let hint = "separate cells with commas, tabs, semicolons or blanks, below one header line";
        return Err(source.error(format!("{} has no numbers", source.name)).hint(hint));
    }
    Ok(notes)
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

/// Names each column by its header, or c1, c2 and so on, without names in use.
pub fn name_columns(columns: &mut [TableColumn], is_taken: impl Fn(&str) -> bool) {
    let mut names = HashSet::new();
    let mut place = 0;
    for column in &mut *columns {
        place += 1;
        let mut base = column.header.as_deref().map(name_of).unwrap_or_default();
        if base.is_empty() {
            while is_taken(&format!("c{place}")) {
                place += 1;
            }
            base = format!("c{place}");
        }
        column.name.clone_from(&base);
        for number in 2_usize.. {
            if names.insert(column.name.clone()) {
                break;
            }
            column.name = format!("{base}_{number}");
        }
    }
    // The first column u(y) keeps that name, if there is a column y.
    for column in columns {
        let header = column.header.as_deref().unwrap_or_default();
        if let Some(of) = measured_name(header).map(name_of)
            && names.remove(&of)
        {
            column.name = format!("u({of})");
        }
    }
}

/// Returns `y` for `u(y)`, a column of uncertainties.
pub fn measured_name(name: &str) -> Option<&str> {
    name.strip_prefix("u(")?.strip_suffix(')')
}

/// Returns the name for a header; invalid characters become `_`.
fn name_of(header: &str) -> String {
    if is_plain_name(header) {
        return header.to_owned();
    }
    let fits = |character: char| is_plain_name(&format!("a{character}"));
    let words = header
        .trim_matches('\'')
        .split(|character| !fits(character))
        .filter(|word| !word.is_empty());
    let name = words.collect::<Vec<_>>().join("_").trim_matches('_').to_owned();
    if name.is_empty() || is_plain_name(&name) { name } else { format!("_{name}") }
}
