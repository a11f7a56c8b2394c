//! The rows that a terminal shows of a table higher than the screen.

use std::io;

use super::paragraph;
use crate::render::Style;
use crate::render::line_writer::LineWriter;
use crate::report::{Paragraph, Role};

/// The rank of a row that is shown only if every row is.
pub const LAST: u8 = 9;

/// The rows that are shown.
pub struct Folded {
    /// True for each row that is shown; empty if all are.
    shown: Vec<bool>,
    /// The total number of rows.
    pub total: usize,
    /// The number of rows shown.
    pub count: usize,
}

impl Folded {
    /// Shows every one of `total` rows.
    pub fn whole(total: usize) -> Folded {
        Folded { shown: Vec::new(), total, count: total }
    }

    /// Shows at most `most` rows, lower ranks first.
    pub fn of(ranks: &[u8], most: usize) -> Folded {
        if ranks.len() <= most {
            return Folded::whole(ranks.len());
        }
        let mut rows: Vec<usize> = (0..ranks.len()).filter(|row| ranks[*row] < LAST).collect();
        rows.sort_by_key(|row| ranks[*row]);
        rows.truncate(most);
        let mut shown = vec![false; ranks.len()];
        rows.iter().for_each(|row| shown[*row] = true);
        Folded { shown, total: ranks.len(), count: rows.len() }
    }

    /// Returns true if the row with this index is shown.
    pub fn has(&self, row: usize) -> bool {
        self.shown.get(row).copied().unwrap_or(self.shown.is_empty())
    }

    pub fn write_hidden(
        &self,
        what: &str,
        command: &str,
        style: &Style,
        line: &mut LineWriter<'_>,
    ) -> io::Result<()> {
        let (hidden, total) = (self.total - self.count, self.total);
        if hidden == 0 {
            return Ok(());
        }
        let text = format!("{hidden} of {total} {what} hidden; {command} shows them");
        paragraph::write(&Paragraph::styled(text, Role::Faint), style, line)
    }
}
