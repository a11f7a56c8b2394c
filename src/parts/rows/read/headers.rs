//! The names that the columns of a table get.

use std::collections::HashSet;

use crate::core::language::is_plain_name;
use crate::parts::rows::table::TableColumn;

/// Gives each column the name that its header makes, or that of its place; where that is taken, of the
/// next place whose name is free.
pub fn named(
    columns: Vec<TableColumn>,
    is_taken: impl Fn(&str) -> bool,
) -> Vec<(String, TableColumn)> {
    let mut taken = HashSet::new();
    let mut named = Vec::with_capacity(columns.len());
    let mut place = 0;
    for column in columns {
        let name = column.header.as_deref().map(name_of).unwrap_or_default();
        place += 1;
        while name.is_empty() && is_taken(&place_name(place)) {
            place += 1;
        }
        let base = if name.is_empty() { place_name(place) } else { name };
        let mut name = base.clone();
        for further in 2_usize.. {
            if taken.insert(name.clone()) {
                break;
            }
            name = format!("{base}_{further}");
        }
        named.push((name, column));
    }
    with_uncertainties(&mut named);
    named
}

/// The name of the column that one with this header has the uncertainties of: `y` for `u(y)`.
pub fn uncertain_name(header: &str) -> Option<&str> {
    header.strip_prefix("u(")?.strip_suffix(')')
}

/// Gives columns headed `u(y)` that name, where there is a column y.
fn with_uncertainties(named: &mut [(String, TableColumn)]) {
    let names: HashSet<String> = named.iter().map(|(name, _)| name.clone()).collect();
    let mut taken = HashSet::new();
    for (name, column) in named {
        let header = unquoted(column.header.as_deref().unwrap_or_default().trim());
        if let Some(of) = uncertain_name(header).map(name_of)
            && names.contains(&of)
            && taken.insert(of.clone())
        {
            *name = format!("u({of})");
        }
    }
}

/// The name of the column at a place, from 1, that has none of its own.
pub fn place_name(number: usize) -> String {
    format!("c{number}")
}

/// The name that a header makes: what no name has becomes `_`.
fn name_of(header: &str) -> String {
    let header = unquoted(header.trim());
    if is_plain_name(header) {
        return header.to_owned();
    }
    let fits = |character: char| is_plain_name(&format!("a{character}"));
    let words = header.split(|character| !fits(character)).filter(|word| !word.is_empty());
    let name = words.collect::<Vec<_>>().join("_").trim_matches('_').to_owned();
    if name.is_empty() || is_plain_name(&name) { name } else { format!("_{name}") }
}

/// A header without the single quotes around it.
pub fn unquoted(header: &str) -> &str {
    header.strip_prefix('\'').and_then(|it| it.strip_suffix('\'')).map_or(header, str::trim)
}
