//! What a fit has found: its parameters as a table, and how far the rows are from it. What a search for
//! a minimum and solving equations have found.

use std::io;

use super::sentences;
use crate::report::{
    Estimate, FitReport, FittedLeaf, MinimumReport, Piece, Role, Root, Slope, Solution, leaves,
    most_correlated, numbers,
};
use crate::views::Style;
use crate::views::line_writer::{LineWriter, width};

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
    let all = fit.residuals_of_responses(chi_squared).into_iter();
    for said in all.chain([fit.residuals(chi_squared)]) {
        // A line is broken between these only.
        let tied = said.into_iter().map(|text| text.replace(' ', "\u{A0}"));
        let text = format!("  {}", tied.collect::<Vec<_>>().join("; "));
        sentences::wrap(&[Piece::Text(text, Role::Plain)], 4, style, line)?;
    }
    Ok(())
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
    let has_several = solution.roots.len() > 1;
    if let (true, Some(Root { leaf, .. })) = (has_several, solution.leaves.first()) {
        let text = several(solution, &leaf.name, leaf.data, style);
        sentences::wrap(&[Piece::Text(text, Role::Plain)], 4, style, line)?;
    }
    let says_more = |root: &&Root| {
        !has_several || root.leaf.u.is_some() || root.within.is_some() || !root.slopes.is_empty()
    };
    for Root { leaf, off, slopes, .. } in solution.leaves.iter().filter(says_more) {
        let data = match leaf.u {
            Some(u) => numbers::with_uncertainty(leaf.data, u, style.digits),
            None => known((leaf.data, *off), style),
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

/// `x = 1 or x = 2; x is 1, the nearest to its start`
fn several(solution: &Solution, name: &str, present: f64, style: &Style) -> String {
    let number = |root: f64| numbers::answer(root, style.digits);
    let known = |place: (f64, f64)| known(place, style);
    let places = || solution.roots.iter().copied().zip(solution.offs.iter().copied());
    let roots: Vec<String> =
        places().map(|place| format!("{name}\u{A0}=\u{A0}{}", known(place))).collect();
    let mut text = format!("  {}", roots.join(" or "));
    if let Some([low, high]) = solution.more {
        text.push_str(&format!(", and more from {} to {}", number(low), number(high)));
    }
    let far = |root: f64| (root - solution.start).abs();
    let as_near = places().find(|(root, _)| *root != present && far(*root) == far(present));
    let nearest = match as_near {
        Some(other) => format!("as near to its start as {}", known(other)),
        None => "the nearest to its start".to_owned(),
    };
    let present = places().find(|(root, _)| *root == present).map_or(number(present), known);
    text.push_str(&format!("; {name}\u{A0}is\u{A0}{present}, {nearest}"));
    text
}

/// A root with the digits that are known of it.
fn known((root, off): (f64, f64), style: &Style) -> String {
    match off > ROUNDING * root.abs() {
        true => numbers::to_place_of(root, off),
        false => numbers::answer(root, style.digits),
    }
}

/// A root that is known better than to this part has all of its digits.
const ROUNDING: f64 = 5e-15;

/// The digits of a minimum: the root hardly changes beside it.
const DIGITS_OF_A_MINIMUM: usize = 7;
/// The most leaves that people see of a minimum.
const MOST_LEAVES: usize = 12;

/// Writes a line for each leaf, and one for the root: `x = 1.130901`.
pub fn write_minimum(
    minimum: &MinimumReport,
    style: &Style,
    line: &mut LineWriter<'_>,
) -> io::Result<()> {
    let number = |data: f64| numbers::answer(data, style.digits.or(Some(DIGITS_OF_A_MINIMUM)));
    if minimum.leaves.iter().any(|it| it.leaf.u.is_some()) {
        write_leaves(&minimum.leaves, &minimum.correlations, style, line)?;
        line.skip(2);
        line.put(Role::Plain, &format!("{} = {}", minimum.root, number(minimum.data)))?;
        return line.end();
    }
    let said = |it: &Estimate| format!("{} = {}", it.name, number(it.data));
    let alone: Vec<&Estimate> =
        minimum.alone.iter().filter_map(|at| Some(&minimum.leaves.get(*at)?.leaf)).collect();
    let shown = if alone.len() > MOST_LEAVES + 1 { MOST_LEAVES } else { alone.len() };
    let mut lines: Vec<String> = alone.iter().take(shown).map(|it| said(it)).collect();
    if alone.len() > shown {
        lines.push(format!("and {} more leaves", alone.len() - shown));
    }
    let networks = minimum.networks.iter();
    lines.extend(networks.map(|(name, count)| format!("{name}: {}", leaves(*count))));
    if !minimum.leaves.is_empty() {
        lines.push(format!("{} = {}", minimum.root, number(minimum.data)));
    }
    for text in lines {
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
