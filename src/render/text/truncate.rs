//! Tables higher than the screen: which of their rows a terminal shows.

use std::io;

use super::paragraph;
use crate::render::Style;
use crate::render::line_writer::LineWriter;
use crate::report::{Paragraph, Role, hidden_of};

/// The fewest rows that are shown, whatever else a report prints.
pub const LEAST: usize = 5;

/// The rank of a row that is shown only if every row is.
pub const LAST: u8 = 9;

/// The rows that are shown.
pub struct Folded {
    /// True for each row that is shown; none if all are.
    shown: Option<Vec<bool>>,
    /// The total number of rows.
    pub total: usize,
    /// The number of rows shown.
    pub count: usize,
}

impl Folded {
    /// Shows every one of `total` rows.
    pub fn whole(total: usize) -> Folded {
        Folded { shown: None, total, count: total }
    }

    /// Shows at most `most` rows, those of lower ranks first, in the order they come.
    pub fn of(ranks: &[u8], most: usize) -> Folded {
        if ranks.len() <= most {
            return Folded::whole(ranks.len());
        }
        let below = |rank: u8| ranks.iter().filter(|other| **other < rank).count();
        let room = |rank: u8| if rank == LAST { 0 } else { most.saturating_sub(below(rank)) };
        let mut left: Vec<usize> = (0..=LAST).map(room).collect();
        let shown: Vec<bool> = ranks
            .iter()
            .map(|rank| match left.get_mut(usize::from(*rank)) {
                Some(left) if *left > 0 => {
                    *left -= 1;
                    true
                }
                _ => false,
            })
            .collect();
        let count = shown.iter().filter(|shown| **shown).count();
        Folded { shown: Some(shown), total: ranks.len(), count }
    }

    /// Returns true if the row with this index is shown.
    pub fn has(&self, row: usize) -> bool {
        self.shown.as_ref().is_none_or(|shown| shown.get(row).copied().unwrap_or(false))
    }

    /// Says how many rows are hidden, if any, and the command that shows them.
    pub fn write_hidden(
        &self,
        what: &str,
        command: &str,
        style: &Style,
        line: &mut LineWriter<'_>,
    ) -> io::Result<()> {
        let hidden = self.total - self.count;
        if hidden == 0 {
            return Ok(());
        }
        let text = hidden_of(hidden, self.total, (what, command));
        paragraph::write(&Paragraph::styled(text, Role::Faint), style, line)
    }
}
