//! What a fit has found: its parameters as a table, and how far the rows are from it. What a search for
//! a minimum and solving equations have found.

use std::io;

use super::report::{FitReport, FittedLeaf, most_correlated};
use crate::parts::minimize::MinimumReport;
use crate::parts::solve::{Root, Slope, Solution};
use crate::render::Style;
use crate::render::line_writer::{LineWriter, width};
use crate::render::text::sentences;
use crate::report::{Piece, Role, numbers};

/// The digits of a correlation, and of how a leaf follows another.
const DIGITS: usize = 4;
/// How a leaf follows more others than this is for the machine formats.
const MOST_SLOPES: usize = 6;

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
fn write_leaves(
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

/// Writes a line for each leaf: `x = 0.7391 ± 0.0030; dx/da = -0.2975`
pub fn write_solution(
    solution: &Solution,
    style: &Style,
    line: &mut LineWriter<'_>,
) -> io::Result<()> {
    let several = solution.said_of_several(style.digits);
    let has_several = several.is_some();
    if let Some(text) = several {
        sentences::wrap(&[Piece::Text(format!("  {text}"), Role::Plain)], 4, style, line)?;
    }
    let says_more = |root: &&Root| !has_several || root.leaf.u.is_some() || !root.slopes.is_empty();
    for Root { leaf, slopes } in solution.leaves.iter().filter(says_more) {
        let data = match leaf.u {
            Some(u) => numbers::with_uncertainty(leaf.data, u, style.digits),
            None => numbers::answer(leaf.data, style.digits),
        };
        let mut text = format!("  {} = {data}", leaf.name);
        for (index, Slope { by, slope }) in slopes.iter().take(MOST_SLOPES).enumerate() {
            let slope = numbers::answer(*slope, style.digits.or(Some(DIGITS)));
            let between = if index == 0 { ";" } else { "," };
            text.push_str(&format!("{between} d{}/d{by}\u{A0}=\u{A0}{slope}", leaf.name));
        }
        if slopes.len() > MOST_SLOPES {
            text.push_str(", …");
        }
        sentences::wrap(&[Piece::Text(text, Role::Plain)], 4, style, line)?;
    }
    Ok(())
}

/// Writes a line for each leaf, and one for the root: `x = 1.130901`.
pub fn write_minimum(
    minimum: &MinimumReport,
    style: &Style,
    line: &mut LineWriter<'_>,
) -> io::Result<()> {
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
