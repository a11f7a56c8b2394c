//! What may stand at the cursor, and the list of it.

use unicode_width::UnicodeWidthStr;

use crate::core::language::visible_text;
use crate::render::{ELLIPSIS, clipped_to};

/// Something that may stand at the cursor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// The text.
    pub text: String,
    /// Its name in the list.
    pub name: String,
    /// The remark beside it there.
    pub about: String,
    /// True if the remark says what it is equal to: ` = 3`.
    is_equation: bool,
}

impl Candidate {
    pub(super) fn new(
        text: impl Into<String>,
        name: impl Into<String>,
        about: impl Into<String>,
    ) -> Self {
        let (text, name, about) = (text.into(), name.into(), about.into());
        Candidate { text, name, about, is_equation: false }
    }

    /// A name with what it is equal to.
    pub(super) fn equation(name: &str, value: &str) -> Candidate {
        Candidate { is_equation: true, ..Candidate::new(name, name, format!("= {value}")) }
    }

    pub(super) fn word(text: &str) -> Candidate {
        Candidate::new(text, text, "")
    }
}

/// More candidates than this are not listed.
pub(super) const MOST: usize = 500;
/// Returns the candidates that can be listed; the longest start they share stays that of all.
pub(super) fn bounded(mut found: Vec<Candidate>) -> Vec<Candidate> {
    if found.len() <= MOST {
        return found;
    }
    let shared = |candidate: &Candidate, other: &str| {
        let same = candidate.text.bytes().zip(other.bytes());
        same.take_while(|(a, b)| a == b).count()
    };
    let first = found.first().map_or(String::new(), |first| first.text.clone());
    let furthest = found.iter().min_by_key(|candidate| shared(candidate, &first)).cloned();
    found.truncate(MOST - 1);
    found.extend(furthest);
    found
}

/// Returns the candidates that a list of this size shows, and each as it does: names in a column with
/// what is said of them beside it, or names alone in columns if they are many.
pub fn listed(
    mut found: Vec<Candidate>,
    (columns, rows): (usize, usize),
) -> (Vec<Candidate>, Vec<String>) {
    /// The lines around the list, which must not scroll.
    const AROUND: usize = 3;
    let rows = rows.saturating_sub(AROUND).max(1);
    if found.len() <= rows {
        let lines = with_remarks(&found, columns);
        return (found, lines);
    }
    let widest = found.iter().map(|candidate| candidate.text.trim_end().width()).max().unwrap_or(0);
    let most = rows * (columns / (widest + GAP)).max(1);
    let hidden = found.len().saturating_sub(most);
    if hidden > 0 {
        // The last one keeps what all have in common.
        let last = found.pop();
        found.truncate(most - 1);
        found.extend(last);
    }
    let mut lines: Vec<String> =
        found.iter().map(|candidate| clipped(candidate.text.trim_end(), columns)).collect();
    if let Some(last) = lines.last_mut().filter(|_| hidden > 0) {
        *last = "…".to_owned();
    }
    (found, lines)
}

/// The blanks between columns.
const GAP: usize = 2;

fn with_remarks(found: &[Candidate], columns: usize) -> Vec<String> {
    const WIDEST: usize = 40;
    let names = found.iter().map(|candidate| candidate.name.width()).filter(|it| *it <= WIDEST);
    let column = names.max().unwrap_or(0);
    let line = |candidate: &Candidate| {
        if candidate.about.is_empty() {
            return clipped(&candidate.name, columns);
        }
        let blanks = if candidate.is_equation {
            1
        } else {
            2 + column.saturating_sub(candidate.name.width())
        };
        clipped(&format!("{}{}{}", candidate.name, " ".repeat(blanks), candidate.about), columns)
    };
    found.iter().map(line).collect()
}

/// The text without control characters in so many columns, ending in `…` if it had more.
fn clipped(text: &str, columns: usize) -> String {
    clipped_to(visible_text(text), columns, ELLIPSIS)
}
