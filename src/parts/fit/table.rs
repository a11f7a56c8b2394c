//! What a fit has found: its parameters as a table, and how far the rows are from it.

use std::io;

use super::report::{FitReport, FittedLeaf, most_correlated};
use crate::render::Style;
use crate::render::line_writer::{LineWriter, width};
use crate::render::text::sentences;
use crate::report::{Piece, Role, numbers};

/// The digits of a correlation.
const DIGITS: usize = 4;

/// Writes the parameters and the line below them.
pub fn write(fit: &FitReport, style: &Style, line: &mut LineWriter<'_>) -> io::Result<()> {
    if fit.parameters.is_empty() {
        return Ok(());
    }
    write_leaves(&fit.parameters, &fit.correlations, style, line)?;
    // The letter may be part of a name, so that nothing else stands in for it.
    let chi_squared = if style.ascii { "chi^2" } else { "χ²" };
    // A line is broken between these only.
    let tied = fit.residuals(chi_squared).into_iter().map(|text| text.replace(' ', "\u{A0}"));
    let text = format!("  {}", tied.collect::<Vec<_>>().join("; "));
    sentences::wrap(&[Piece::Text(text, Role::Plain)], 4, style, line)
}

/// Writes a line for each leaf, with its uncertainty and the earlier leaf that it is most correlated
/// with.
pub fn write_leaves(
    fitted: &[FittedLeaf],
    correlations: &[Vec<f64>],
    style: &Style,
    line: &mut LineWriter<'_>,
) -> io::Result<()> {
    let cells: Vec<[String; 3]> =
        (0..fitted.len()).map(|at| cells(fitted, correlations, at, style)).collect();
    let widest = |column: usize| cells.iter().map(|row| width(&row[column])).max().unwrap_or(0);
    let name_width = fitted.iter().map(|it| width(&it.leaf.name)).max().unwrap_or(0);
    let (data_width, u_width) = (widest(0), widest(1));
    let screen = style.table_columns().unwrap_or(usize::MAX);
    for (parameter, [data, u, correlation]) in fitted.iter().zip(&cells) {
        line.skip(2);
        let name = &parameter.leaf.name;
        line.put(Role::Plain, name)?;
        line.skip(name_width - width(name) + 2);
        line.right(Role::Plain, data, data_width)?;
        line.put(Role::Plain, u)?;
        if !correlation.is_empty() {
            let before = 2 + name_width + 2 + data_width + u_width + 3;
            if before + width(correlation) > screen {
                line.end()?;
                line.skip(6);
            } else {
                line.skip(u_width - width(u) + 3);
            }
            line.put(Role::Faint, correlation)?;
        }
        line.end()?;
    }
    Ok(())
}

/// A leaf's data, its uncertainty, and the earlier one that it is most correlated with.
fn cells(
    fitted: &[FittedLeaf],
    correlations: &[Vec<f64>],
    at: usize,
    style: &Style,
) -> [String; 3] {
    let Some(FittedLeaf { leaf, .. }) = fitted.get(at) else {
        return Default::default();
    };
    let Some(u) = leaf.u else {
        return [numbers::answer(leaf.data, style.digits), String::new(), String::new()];
    };
    let [data, u] = numbers::to_same_place(leaf.data, u, style.digits);
    let name = |at: usize| fitted.get(at).map_or("", |it| it.leaf.name.as_str());
    let correlation = most_correlated(correlations, at).map_or(String::new(), |(other, r)| {
        let r = numbers::correlation(r, style.digits.unwrap_or(DIGITS));
        format!("r({}, {}) = {r}", name(other), leaf.name)
    });
    [data, format!(" ± {u}"), correlation]
}
