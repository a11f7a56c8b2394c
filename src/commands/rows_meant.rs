//! What is said of a clause that chooses rows and is written as elsewhere: `where g = "a"`, `where x<6 & x>2`,
//! `without t>3`.

use super::Command;
use super::held::words_of;
use crate::graph::Value;
use crate::language::{
    Command as Typed, Error, OTHER_MARKS, in_marks, parse_expression, quoted, visible_text,
};
use crate::session::Session;

/// Marks of other languages, and what is written here.
const MARKS: [(&str, &str); 4] = [("&&", "and"), ("||", "or"), ("&", "and"), ("|", "or")];

/// Returns the error of a command with a hint, if its clause that chooses rows is what is wrong.
pub fn hinted(session: &Session, command: &Command, typed: &Typed<'_>, error: Error) -> Error {
    let has_clause = command.arguments.iter().any(|it| it.is_keyword() && it.name == "where");
    if !has_clause {
        return match in_fold(session, command, typed, &error) {
            Some(hint) => error.hint(hint),
            None => error,
        };
    }
    let place = (error.span().start as usize).checked_sub(typed.offset);
    let clause = |keyword: &str| {
        let start = typed.rest.find(&format!(" {keyword} "))? + keyword.len() + 2;
        let text = typed.rest.get(start..)?;
        let text = text.get(..end_of_clause(text)).unwrap_or(text);
        place.filter(|place| (start..start + text.len() + 1).contains(place)).map(|_| text)
    };
    if let Some(rows) = clause("without").map(str::trim) {
        return if rows.contains(['<', '>', '=']) {
            error.hint(format!(
                "without takes numbers of rows, as 3 7 or 3:7; to go by a condition, write where not ({})",
                quoted(rows)
            ))
        } else {
            error
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
    if let Some(turned) = turned(condition) {
        return error.hint(format!("write where {}", quoted(&turned)));
    }
    let straight =
        OTHER_MARKS.iter().fold(condition.to_owned(), |text, mark| text.replace(mark, "\""));
    if straight != condition {
        let straight = straight.replace(" = ", " == ");
        return error.hint(format!(
            "a text stands between straight double marks: where {}",
            quoted(&straight)
        ));
    }
    match compared(session, condition) {
        Some(compared) => error.hint(format!(
            "one = gives a name a number; to compare, write where {}",
            quoted(&compared)
        )),
        None if follows_condition(session, typed, &error) => {
            error.hint("one condition goes after where, and and joins two: where x > 2 and x < 3")
        }
        None => error,
    }
}

/// Tells whether what is wrong stands after a whole condition, and is not the name of what could move.
fn follows_condition(session: &Session, typed: &Typed<'_>, error: &Error) -> bool {
    const KEYWORD: &str = " where ";
    let start = typed.rest.find(KEYWORD).map(|at| at + KEYWORD.len());
    let place = |at: u32| (at as usize).checked_sub(typed.offset);
    let (Some(start), Some(place), Some(end)) =
        (start, place(error.span().start), place(error.span().end))
    else {
        return false;
    };
    let is_name = typed.rest.get(place..end).is_some_and(|name| session.has_name(name));
    let before = typed.rest.get(start..place).map_or("", str::trim);
    !is_name && !before.is_empty() && parse_expression(before).is_ok()
}

/// The folds by which a root takes in its rows.
const FOLDS: [&str; 2] = ["sum", "mean"];

/// The command with its clause inside the fold of its root, which chooses rows there: `sum(where(x < 6, r^2, 0))`.
fn in_fold(
    session: &Session,
    command: &Command,
    typed: &Typed<'_>,
    error: &Error,
) -> Option<String> {
    let takes_root = command.arguments.first().is_some_and(|it| it.name == "ROOT");
    let clauses = [" where ", " without "];
    let (at, keyword) = clauses.into_iter().find_map(|it| Some((typed.rest.find(it)?, it)))?;
    let is_blamed = error.span().start as usize == typed.offset + at + 1;
    let (before, clause) = (typed.rest.get(..at)?, typed.rest.get(at + keyword.len()..)?);
    let end = [" as ", " detail"].into_iter().filter_map(|it| clause.find(it)).min();
    let (clause, after) = clause.split_at_checked(end.unwrap_or(clause.len()))?;
    let root_end = before.find(" as ").unwrap_or(before.len());
    let (root, between) = before.split_at_checked(root_end)?;
    if !takes_root || !is_blamed {
        return None;
    }
    let (root, clause) = (root.trim(), clause.trim());
    let folded = FOLDS.into_iter().find_map(|fold| {
        let inside = root.strip_prefix(fold)?.strip_prefix('(')?.strip_suffix(')')?;
        is_closed(inside).then_some((fold, inside))
    });
    let Some((fold, inside)) = folded else {
        return Some("choose the rows inside the fold: sum(where(x < 10, …, 0))".to_owned());
    };
    let (first, condition) = match keyword {
        " where " => (String::new(), clause.to_owned()),
        _ => {
            let rows = words_of(inside).find_map(|word| session.names().get(word)?.rows())?;
            (format!("row = [1 .. {rows}]; "), but_rows(clause)?)
        }
    };
    let line =
        format!("{first}:{} {fold}(where({condition}, {inside}, 0)){between}{after}", command.name);
    // All of it is to be typed, so nothing is cut off.
    Some(format!("write {}", visible_text(&line)))
}

/// Tells whether all parentheses that open in a text close there.
fn is_closed(text: &str) -> bool {
    let mut depth = 0_i64;
    let stays_open = text.chars().all(|mark| {
        depth += i64::from(mark == '(') - i64::from(mark == ')');
        depth >= 0
    });
    stays_open && depth == 0
}

/// The condition that a row is none of these: `3 7:9`.
fn but_rows(rows: &str) -> Option<String> {
    let conditions = rows.split([' ', ',']).filter(|it| !it.is_empty()).map(|word| {
        let (first, last) = word.split_once([':', '-']).unwrap_or((word, word));
        let [first, last] = [first, last].map(|it| it.parse::<u64>().ok());
        let (first, last) = first.zip(last)?;
        Some(if first == last {
            format!("row != {first}")
        } else {
            format!("(row < {first} or row > {last})")
        })
    });
    Some(conditions.collect::<Option<Vec<String>>>()?.join(" and "))
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

/// The condition with `<=` for `=<` and `>=` for `=>`, if it has one of these.
fn turned(condition: &str) -> Option<String> {
    let turned = condition.replace("=<", "<=").replace("=>", ">=");
    (turned != condition).then_some(turned)
}

/// The condition with `==` for its only `=`, if it has one; a word that is compared with texts gets its marks.
fn compared(session: &Session, condition: &str) -> Option<String> {
    let (before, after) = condition.split_once('=')?;
    let is_alone = !before.ends_with(['<', '>', '!', '=']) && !after.contains('=');
    let [before, after] = [before, after].map(str::trim);
    let has_texts = session.names().get(before).is_some_and(Value::is_text);
    let after = if has_texts && !after.contains('"') && !session.has_name(after) {
        in_marks(after)
    } else {
        after.to_owned()
    };
    is_alone.then(|| format!("{before} == {after}"))
}
