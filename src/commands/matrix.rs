//! What to write for a matrix, as it is typed elsewhere: a column for each of its columns.

use crate::language::{Error, Span, quoted};
use crate::report::counted;

/// The most numbers of a matrix that a hint writes out.
const MOST: usize = 60;

/// Returns a more helpful error if the statement holds a matrix: `A = [1 2; 3 4]`.
pub fn columns_first(text: &str, error: Error) -> Error {
    let Some((rows, place)) = rows_of(text) else { return error };
    let width = rows.first().map_or(0, Vec::len);
    let name = text.split_once('=').map_or("", |(name, _)| name.trim());
    let is_name = name.starts_with(char::is_alphabetic) && name.chars().all(char::is_alphanumeric);
    let name = if is_name { name } else { "x" };
    let columns: Vec<String> = (0..width)
        .map(|column| {
            let numbers: Vec<&str> =
                rows.iter().filter_map(|row| row.get(column).copied()).collect();
            format!("{name}{} = [{}]", column + 1, numbers.join(", "))
        })
        .collect();
    let message = format!(
        "found {} of {}, and a column has one number a row",
        counted(rows.len() as u64, "row"),
        counted(width as u64, "number")
    );
    let hint = match rows.len() * width {
        0..=MOST => format!("write {}", quoted(&columns.join("; "))),
        _ => "write :read, and the rows below it without brackets".to_owned(),
    };
    Error::new(place, message).hint(hint)
}

/// The rows of the first matrix of numbers in a text, and its place.
fn rows_of(text: &str) -> Option<(Vec<Vec<&str>>, Span)> {
    let start = text.find('[')?;
    let mut depth = 0_usize;
    let is_end = |(_, mark): &(usize, char)| {
        match mark {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    };
    let (length, _) = text.get(start..)?.char_indices().find(is_end)?;
    let inside = text.get(start + 1..start + length)?;
    let rows: Vec<&str> = if inside.trim_start().starts_with('[') {
        inside.split(']').collect()
    } else {
        inside.split([';', '\n']).collect()
    };
    let is_mark = |mark: char| mark.is_whitespace() || ",[".contains(mark);
    let mut all: Vec<Vec<&str>> = Vec::new();
    for row in rows {
        let cells: Vec<&str> = row.split(is_mark).filter(|it| !it.is_empty()).collect();
        if !cells.is_empty() {
            all.push(cells);
        }
    }
    let width = all.first().map(Vec::len).filter(|width| *width > 1 && all.len() > 1)?;
    let is_even = all.iter().all(|row| row.len() == width);
    let are_numbers = all.iter().flatten().all(|it| it.parse::<f64>().is_ok());
    (is_even && are_numbers).then(|| (all, Span::new(start, start + length + 1)))
}
