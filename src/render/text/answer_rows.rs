//! The first rows of a bare per-row expression, in a line.

use std::io;

use crate::core::language::in_marks;
use crate::parts::rows::CellKind;
use crate::render::Style;
use crate::render::line_writer::{LineWriter, width};
use crate::report::{NumberStyle, Role, counted, numbers};

/// All numbers of an answer, and their standard uncertainties if they have any.
pub struct RowsOfAnswer<'answer> {
    pub rows: &'answer [f64],
    pub us: Option<&'answer Vec<f64>>,
    /// What the numbers stand for, if they are codes of texts.
    pub kind: &'answer CellKind,
}

impl RowsOfAnswer<'_> {
    /// Writes the first rows that fit in a line, and their number: `[0, 1, 2, …]  10 rows`.
    pub fn write(&self, room: usize, style: &Style, line: &mut LineWriter<'_>) -> io::Result<()> {
        let common = self.common_uncertainty(style);
        let after = common.as_ref().map_or(String::new(), |u| format!(" ± {u}"));
        let count = format!("  {}", counted(self.rows.len() as u64, "row"));
        let room = room.saturating_sub(width("[, …]") + width(&after) + width(&count));
        line.put(Role::Plain, "[")?;
        let mut used = 0;
        for (at, row) in self.rows.iter().enumerate() {
            let number = NumberStyle::Brief.of(*row);
            // What is not finite has no uncertainty.
            let u = self.us.and_then(|us| us.get(at)).filter(|_| row.is_finite());
            let text = match u {
                None if let Some(text) = self.kind.text(*row) => in_marks(text),
                None => numbers::text(number, style.digits),
                Some(u) => {
                    let [row, u] = numbers::to_same_place(*row, *u, style.digits);
                    if common.is_some() { row } else { format!("{row} ± {u}") }
                }
            };
            let between = if at == 0 { "" } else { ", " };
            used += width(between) + width(&text);
            if at > 0 && used > room {
                line.put(Role::Plain, ", …")?;
                break;
            }
            line.put(Role::Plain, between)?;
            let role = if self.kind.is_number() { numbers::role(number) } else { Role::Plain };
            line.put(role, &text)?;
        }
        line.put(Role::Plain, "]")?;
        line.put(Role::Plain, &after)?;
        line.put(Role::Faint, &count)?;
        line.end()
    }

    /// The uncertainty that is shown for every row that has one, if it is one.
    fn common_uncertainty(&self, style: &Style) -> Option<String> {
        let both = self.us?.iter().zip(self.rows);
        let mut us = both.filter(|(_, row)| row.is_finite()).map(|(u, _)| *u);
        let first = us.next()?;
        let shown = |u: f64| numbers::uncertainty(u, style.digits);
        let common = shown(first);
        us.all(|u| u == first || shown(u) == common).then_some(common)
    }
}
