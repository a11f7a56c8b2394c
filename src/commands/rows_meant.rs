//! What is said of a clause that chooses rows and is written as elsewhere: `where g = "a"`, `where x<6 & x>2`,
//! `without t>3`.

use super::Command;
use crate::language::{Command as Typed, Error, quoted};

/// Marks of other languages, and what is written here.
const MARKS: [(&str, &str); 4] = [("&&", "and"), ("||", "or"), ("&", "and"), ("|", "or")];

/// Returns the error of a command with a hint, if its clause that chooses rows is what is wrong.
pub fn hinted(command: &Command, typed: &Typed<'_>, error: Error) -> Error {
    if !command.arguments.iter().any(|it| it.is_keyword() && it.name == "where") {
        return error;
    }
    let place = (error.span().start as usize).checked_sub(typed.offset);
    let clause = |keyword: &str| {
        let start = typed.rest.find(&format!(" {keyword} "))? + keyword.len() + 2;
        let text = typed.rest.get(start..)?;
        let text = text.get(..end_of_clause(text)).unwrap_or(text);
        place.filter(|place| (start..start + text.len() + 1).contains(place)).map(|_| text)
    };
    if let Some(rows) = clause("without").map(str::trim) {
        return match rows.contains(['<', '>', '=']) {
            true => error.hint(format!(
                "without takes numbers of rows, as 3 7 or 3:7; to go by a condition, write where not ({})",
                quoted(rows)
            )),
            false => error,
        };
    }
    let Some(condition) = clause("where").map(str::trim) else { return error };
    let with_words = MARKS.iter().fold(condition.to_owned(), |text, (mark, word)| {
        let parts: Vec<&str> = text.split(mark).map(str::trim).collect();
        parts.join(&format!(" {word} "))
    });
    if with_words != condition {
        return error.hint(format!("write where {}", quoted(&with_words)));
    }
    match compared(condition) {
        Some(compared) => error.hint(format!(
            "one = gives a name a number; to compare, write where {}",
            quoted(&compared)
        )),
        None => error,
    }
}

/// Where another clause begins, or another equation after a comma.
fn end_of_clause(text: &str) -> usize {
    let mut depth = 0_usize;
    let comma = text.find(|mark| {
        match mark {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        mark == ',' && depth == 0
    });
    let others = [" where ", " without ", " detail"].map(|it| text.find(it));
    comma.into_iter().chain(others.into_iter().flatten()).min().unwrap_or(text.len())
}

/// The condition with `==` for its only `=`, if it has one.
fn compared(condition: &str) -> Option<String> {
    let (before, after) = condition.split_once('=')?;
    let is_alone = !before.ends_with(['<', '>', '!', '=']) && !after.contains('=');
    is_alone.then(|| format!("{} == {}", before.trim(), after.trim()))
}
