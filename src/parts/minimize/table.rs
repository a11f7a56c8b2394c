//! What a search for a minimum has found: its leaves as a table, and the root.

use std::io;

use super::report::MinimumReport;
use crate::parts::fit::write_leaves;
use crate::render::Style;
use crate::render::line_writer::LineWriter;
use crate::report::Role;

/// Writes a line for each leaf, and one for the root: `x = 1.130901`.
pub fn write(minimum: &MinimumReport, style: &Style, line: &mut LineWriter<'_>) -> io::Result<()> {
    let has_uncertainties = minimum.leaves.iter().any(|it| it.leaf.u.is_some());
    if has_uncertainties {
        write_leaves(&minimum.leaves, &minimum.correlations, style, line)?;
    }
    for text in minimum.lines(style.digits, !has_uncertainties) {
        line.skip(2);
        line.put(Role::Plain, &text)?;
        line.end()?;
    }
    Ok(())
}
