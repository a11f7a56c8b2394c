//! The names that the columns of a table get.

use std::collections::HashSet;

use crate::core::language::is_plain_name;
use crate::parts::rows::table::TableColumn;

/// Names each column by its header, or by its place: c1, c2 and so on, without names that are taken.
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

/// Returns the name of the column whose uncertainties a column of this name has: `y` for `u(y)`.
pub fn measured_name(name: &str) -> Option<&str> {
    name.strip_prefix("u(")?.strip_suffix(')')
}

/// Returns the name that a header makes: what no name may contain becomes `_`.
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
