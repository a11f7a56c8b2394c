//! The candidates at the cursor, and their list.

use unicode_width::UnicodeWidthStr;

use crate::core::language::visible_text;
use crate::render::{ELLIPSIS, clipped_to};

/// A candidate at the cursor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    pub text: String,
    /// Its name in the list.
    pub name: String,
    /// The remark in the list.
    pub about: String,
}

impl Candidate {
    pub(super) fn new(
        text: impl Into<String>,
        name: impl Into<String>,
        about: impl Into<String>,
    ) -> Self {
        Candidate { text: text.into(), name: name.into(), about: about.into() }
    }

    pub(super) fn word(text: &str) -> Candidate {
        Candidate::new(text, text, "")
    }
}

/// Returns the lines of a list: names with remarks, or many names in columns.
pub fn listed(found: &[Candidate], (columns, rows): (usize, usize)) -> Vec<String> {
    /// The lines around the list, which must not scroll.
    const AROUND: usize = 3;
    /// The blanks before a remark, and the longest aligned name.
    const GAP: usize = 2;
    const WIDEST: usize = 40;
    let has_remarks = found.len() + AROUND <= rows;
    let remarked = found.iter().filter(|candidate| !candidate.about.is_empty());
    let names = remarked.map(|candidate| candidate.name.width()).filter(|it| *it <= WIDEST);
    let column = names.max().unwrap_or(0) + GAP;
    let line = |Candidate { text, name, about }: &Candidate| {
        let gap = " ".repeat(column.saturating_sub(name.width()).max(GAP));
        let line = if has_remarks { format!("{name}{gap}{about}") } else { text.clone() };
        clipped_to(visible_text(line.trim_end()), columns, ELLIPSIS)
    };
    found.iter().map(line).collect()
}
